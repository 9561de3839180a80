/** What programs say of the stations of a queueing network in words of their own, as parts of a scenario. */
import type { ServiceDistribution } from '../distributions/index.ts';
import type { ClassAtStage, ClassId, Link, NodeId, StageNode } from '../scenario/scenario.ts';
import type { LeftOut } from './refusing.ts';

/** Most tasks of one link of a fork that are written out. */
export const MOST_TASKS = 16;

/** Where a reader keeps what it tells. */
export interface Told {
  readonly remarks: string[];
  readonly leftOut: LeftOut;
}

/** What happens to jobs that find a station full; `outside`: they wait where they hold nobody up. */
export type FullRule = 'drop' | 'block' | 'outside';

/** Room of a station and what happens when there is none. `rules`: of each class, in words that `meanings` knows. */
export function roomOf(
  name: string,
  capacity: number,
  rules: readonly string[],
  meanings: Readonly<Record<string, FullRule>>,
  { remarks, leftOut }: Told,
): Pick<StageNode, 'capacity' | 'whenFull'> {
  const [rule = '', ...others] = new Set(rules);
  if (others.length > 0)
    remarks.push(
      `"${name}" has ${[rule, ...others].join(' and ')} by class when it is full; here ${rule} for all.`,
    );
  switch (meanings[rule]) {
    case 'block':
      return { capacity };
    case 'outside':
      remarks.push(
        `Jobs that find "${name}" full (${capacity}) wait outside and block no station; here they wait inside, without a bound.`,
      );
      return {};
    case 'drop':
      return { capacity, whenFull: 'drop' };
    default:
      leftOut.add(`${rule} when full (read as drop)`, name);
      return { capacity, whenFull: 'drop' };
  }
}

/** As where all jobs together have room; `populations`: undefined of an open class, whose jobs have no number. */
export const isNeverFull = (capacity: number, populations: readonly (number | undefined)[]): boolean =>
  populations.reduce<number>((sum, jobs) => sum + (jobs ?? Number.POSITIVE_INFINITY), 0) <= capacity;

/** A finite capacity region around one station that limits all its jobs together: the room of that station. */
export function withRegion(
  stage: StageNode,
  region: string,
  limit: number,
  drops: boolean,
  { remarks }: Told,
): StageNode {
  if (drops) return { ...stage, capacity: Math.min(limit, stage.capacity ?? limit), whenFull: 'drop' };
  remarks.push(
    `Jobs that find region "${region}" full wait outside and block no station; here they wait in "${stage.id}", without a bound.`,
  );
  return stage;
}

/** For a region that is no room of one station. */
export const regionLeftOut = (region: string, around: readonly string[]): string =>
  `finite capacity region "${region}" around ${around.join(', ')} (its limits do not hold)`;

/** The service of the first class, and of those that have another. Undefined where no class is served. */
export function servicesOf(
  services: readonly (readonly [ClassId, ServiceDistribution])[],
): Pick<StageNode, 'service' | 'byClass'> | undefined {
  const [first] = services;
  if (!first) return undefined;
  const others = services.filter(([, service]) => JSON.stringify(service) !== JSON.stringify(first[1]));
  const byClass = others.map(([id, service]): [ClassId, ClassAtStage] => [id, { service }]);
  return { service: first[1], ...(byClass.length > 0 && { byClass: Object.fromEntries(byClass) }) };
}

/** A class and its share of each way out of a node. */
interface Chooser {
  readonly id: ClassId;
  readonly share: (to: NodeId) => number;
}

/** Links with the shares of the classes; plain ones where all classes go alike, and without a number where they go evenly. */
export function linksByShare(
  from: NodeId,
  targets: readonly NodeId[],
  choosers: readonly Chooser[],
  isEven: boolean,
): readonly Link[] {
  const first = choosers[0]!;
  const isAlike = choosers.every(({ share }) => targets.every((to) => share(to) === first.share(to)));
  return targets.flatMap((to): Link[] => {
    const probability = first.share(to);
    if (isAlike) return probability > 0 ? [{ from, to, ...(!isEven && { probability }) }] : [];
    const shares = choosers.flatMap(({ id, share }) => (share(to) > 0 ? [[id, share(to)] as const] : []));
    return shares.length > 0 ? [{ from, to, byClass: Object.fromEntries(shares) }] : [];
  });
}
