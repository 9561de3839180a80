/**
 * What holds where a scenario leaves a field out. Everything else asks here, so that an absent field means the same to
 * every engine, to the page and to the reference. No words and no schema: engines load this file.
 * Rules have their defaults in core/rules.
 */
import { own } from '../base/own.ts';
import { DEFAULT_ARBITRATION } from '../rules/arbitration.ts';
import { DEFAULT_DISCIPLINE, DEFAULT_PREEMPTION } from '../rules/discipline.ts';
import { DEFAULT_FIRING } from '../rules/firing.ts';
import { DEFAULT_ROUTING } from '../rules/routing.ts';
import { DEFAULT_ADMISSION, DEFAULT_WHEN_FULL } from '../rules/when-full.ts';
import type {
  Bus,
  ClassAtStage,
  ClassId,
  JobClass,
  Link,
  SharedResource,
  SourceNode,
  StageNode,
} from './scenario.ts';

export const DEFAULTS = {
  batchSize: 1,
  conversionFactor: 1,
  overdriveRate: 0,
  capacity: Number.POSITIVE_INFINITY,
  firing: DEFAULT_FIRING,
  depth: Number.POSITIVE_INFINITY,
  initialTokens: 0,
  tokens: [1] as readonly number[],
  whenFull: DEFAULT_WHEN_FULL,
  admission: DEFAULT_ADMISSION,
  serverCount: 1,
  discipline: DEFAULT_DISCIPLINE,
  preemption: DEFAULT_PREEMPTION,
  passProbability: 1,
  routing: DEFAULT_ROUTING,
  unit: 'element',
  priority: 0,
  units: 1,
  arbitration: DEFAULT_ARBITRATION,
  bulkSize: 1,
  timePerElement: 0,
  latency: 0,
} as const;

/** A stage, or one class at a stage beside what the stage says. */
type OfClass<Name extends keyof ClassAtStage> = Pick<StageNode, Name & keyof StageNode> & {
  readonly byClass?: Readonly<Record<ClassId, Pick<ClassAtStage, Name>>>;
};

/** Elements at each arrival. */
export const batchSizeOf = ({ batchSize }: Pick<SourceNode, 'batchSize'>): number =>
  batchSize ?? DEFAULTS.batchSize;

/** F: native elements that one arriving element becomes; of one class, where it is named. */
export const conversionFactorOf = (stage: OfClass<'conversionFactor'>, jobClass?: ClassId): number =>
  ownOf(stage.byClass, jobClass)?.conversionFactor ?? stage.conversionFactor ?? DEFAULTS.conversionFactor;

/** P: probability that a served element goes on; of one class, where it is named. */
export const passProbabilityOf = (stage: OfClass<'passProbability'>, jobClass?: ClassId): number =>
  ownOf(stage.byClass, jobClass)?.passProbability ?? stage.passProbability ?? DEFAULTS.passProbability;

/** Extra arrivals at the stage's entry, in the sender's unit, 1/s. */
export const overdriveRateOf = ({ overdriveRate }: Pick<StageNode, 'overdriveRate'>): number =>
  overdriveRate ?? DEFAULTS.overdriveRate;

/** K: most elements in the stage, Infinity where it is unbounded. */
export const capacityOf = ({ capacity }: Pick<StageNode, 'capacity'>): number =>
  capacity ?? DEFAULTS.capacity;

/** Most tokens in the FIFO of a link, Infinity where it is unbounded. */
export const depthOf = ({ depth }: Pick<Link, 'depth'>): number => depth ?? DEFAULTS.depth;

/** Tokens in the FIFO of a link at the start. */
export const initialTokensOf = ({ initialTokens }: Pick<Link, 'initialTokens'>): number =>
  initialTokens ?? DEFAULTS.initialTokens;

/** Tokens that each firing of the sender gives, by phase. */
export const producedOf = ({ produced }: Pick<Link, 'produced'>): readonly number[] =>
  produced ?? DEFAULTS.tokens;

/** Tokens that each firing of the receiver takes, by phase. */
export const consumedOf = ({ consumed }: Pick<Link, 'consumed'>): readonly number[] =>
  consumed ?? DEFAULTS.tokens;

/** c: identical parallel servers. */
export const serverCountOf = ({ serverCount }: Pick<StageNode, 'serverCount'>): number =>
  serverCount ?? DEFAULTS.serverCount;

/** Name of one native element. */
export const elementOf = ({ unit }: { readonly unit?: string }): string => unit ?? DEFAULTS.unit;

/** Smaller goes first where the discipline is priority. */
export const priorityOf = ({ priority }: Pick<JobClass, 'priority'>): number => priority ?? DEFAULTS.priority;

/** Services at the same time, over all stages that name the resource. */
export const unitsOf = ({ units }: Pick<SharedResource, 'units'>): number => units ?? DEFAULTS.units;

/** Elements of one transfer. */
export const bulkSizeOf = ({ bulkSize }: Pick<Bus, 'bulkSize'>): number => bulkSize ?? DEFAULTS.bulkSize;
/** Time of a transfer besides that of its bytes, s. */
export const latencyOf = ({ latency }: Pick<Bus, 'latency'>): number => latency ?? DEFAULTS.latency;

interface Titled {
  readonly id: string;
  readonly name?: string;
}

/** What people read: the name, or the id of what has none. */
export const nameOf = ({ id, name }: Titled): string => name ?? id;

/** What people read where several are told apart: a name that two of them have is followed by the id. */
export function titlesOf(entries: readonly Titled[] = []): (id: string) => string {
  const names = entries.map(nameOf).sort();
  const repeated = new Set(names.filter((name, i) => name === names[i - 1]));
  const titles = new Map(
    entries.map((entry) => {
      const name = nameOf(entry);
      return [entry.id, repeated.has(name) ? `${name} (${entry.id})` : name];
    }),
  );
  return (id) => titles.get(id) ?? id;
}

/** What a class has of its own at a node. */
export const ownOf = <Entry>(
  byClass: Readonly<Record<ClassId, Entry>> | undefined,
  id: ClassId | undefined,
): Entry | undefined => (byClass !== undefined && id !== undefined ? own(byClass, id) : undefined);
