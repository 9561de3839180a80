/**
 * Rings that can lock where some classes are closed: their stages can be full only where there are jobs enough (locking-ring.ts).
 */
import { warning } from '../../../core/measures/verdicts.ts';
import type { ClassFlow } from '../../../core/scenario/class-flows.ts';
import { closedClassesOf, isClosed } from '../../../core/scenario/classes.ts';
import { nameOf, serverCountOf } from '../../../core/scenario/defaults.ts';
import type { Graph } from '../../../core/scenario/graph.ts';
import type { Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import type { SolveOutcome } from '../contract.ts';
import { type Jobs, ringsOf, waitsFor } from './locking-ring.ts';

/** A circle of each part whose stages can all come to wait for each other; in the order in which they wait. */
export const lockingRings = (scenario: Scenario, graph: Graph): readonly (readonly StageNode[])[] =>
  closedClassesOf(scenario).length === 0 ? ringsOf(scenario, graph) : ringsOf(scenario, graph, JOBS);

const JOBS: Jobs = {
  canWait: (stage, place, flows) => canFill(flows, [stage], [place]),
  pick: ({ stages, circle }, flows) => {
    const circles = stages.map(circle);
    return (
      circles.find((ring) => canFill(flows, ring, ring)) ??
      (canFill(flows, stages, stages) ? circles[0] : undefined)
    );
  },
};

/** Says that an answer is of the time before a lock, unless the chain has told it where the network was small enough. */
export function withLock(scenario: Scenario, graph: Graph, outcome: SolveOutcome): SolveOutcome {
  if (outcome.kind === 'noAnswer' || outcome.solvedBy === 'chain') return outcome;
  if (outcome.verdicts.some(({ code }) => code === 'chain-deadlock')) return outcome;
  const locks = lockingRings(scenario, graph).map((ring) =>
    warning('can-lock', { circle: ring.map(nameOf) }, ring[0]!.id),
  );
  return locks.length === 0 ? outcome : { ...outcome, verdicts: [...locks, ...outcome.verdicts] };
}

interface Needed {
  readonly jobs: number;
  /** Classes that they may be of. */
  readonly of: readonly ClassFlow[];
}

/** Are there jobs enough to fill these stages, with every server held by one for some of those places? */
const canFill = (
  flows: readonly ClassFlow[],
  stages: readonly StageNode[],
  places: readonly StageNode[],
): boolean =>
  areThere(
    stages.flatMap((stage): readonly Needed[] => {
      const held = Math.min(stage.capacity!, serverCountOf(stage));
      const here = flows.filter(({ reached }) => reached.has(stage.id));
      const holding = here.filter((flow) => {
        const waiting = waitsFor(flow, stage.id);
        return places.some(({ id }) => waiting.has(id));
      });
      return [
        { jobs: held, of: holding },
        { jobs: stage.capacity! - held, of: here },
      ];
    }),
  );

/** More classes than that are not looked at together. */
const MOST_CLOSED = 8;

/** Are there jobs enough for all of them? Hall's condition: those that only some classes can be are no more than these classes have. */
function areThere(needed: readonly Needed[]): boolean {
  const limited = needed.filter(({ of }) => of.every(({ jobClass }) => isClosed(jobClass)));
  const closed = [...new Set(limited.flatMap(({ of }) => of))];
  // Which classes there will be where they switch is not told.
  if (closed.length > MOST_CLOSED || closed.some(({ switched }) => switched)) return false;
  let subsets: readonly (readonly ClassFlow[])[] = [[]];
  for (const flow of closed) subsets = subsets.flatMap((some) => [some, [...some, flow]]);
  return subsets.every((some) => {
    const only = limited.filter(({ of }) => of.every((flow) => some.includes(flow)));
    const there = some.reduce((sum, { jobClass: { closed: of } }) => sum + of!.population, 0);
    return only.reduce((sum, { jobs }) => sum + jobs, 0) <= there;
  });
}
