/**
 * How far the answer is determined by the digits that were typed, or by the precision that the user states. Near saturation a queue turns on 1 - rho, of which
 * three digits of input may leave nothing: Dor's run 2 gives a queue of anything from half to all of its places.
 *
 * Every typed number that moves a load (rates of sources, service and overdrive, pass probabilities, expansion factors
 * that are not whole) may be off by half of its last digit, or by as much as is stated of it (0: it is exact). Measures are monotone in the loads, so
 * the network is solved once with every number at its lighter end and once at its heavier end; where batches fill, which
 * is sooner the more comes, and where stages lose, which protects those behind them, also with services and all else at opposite ends. That is the widest span, not a confidence
 * interval.
 *
 * Outputs: `spans` by stage, for measures whose span exceeds a tenth of the value (the upper end is Infinity where the
 * stage may have no steady state), with the input that moves the stage's load most; and a `not-determined` verdict where
 * the ends leave the queue open by the rule of contract/determined.ts.
 */

import { NEGLIGIBLE_SHARE, type Span } from '../../core/measures/measure-rows.ts';
import type { StageMeasures } from '../../core/measures/measures.ts';
import { type Verdict, warning } from '../../core/measures/verdicts.ts';
import { largestBatch } from '../../core/rules/bulk.ts';
import { losesWhenFull } from '../../core/rules/when-full.ts';
import { capacityOf, nameOf, serverCountOf } from '../../core/scenario/defaults.ts';
import type { ScenarioNode } from '../../core/scenario/scenario.ts';
import type { DominantInput, StageAnswer } from './contract.ts';
import { isOpen, NOT_DETERMINED } from './determined.ts';
import { dominantInputs } from './dominant-input.ts';
import type { FlowRule } from './flow-balance.ts';
import type { FlowNetwork, FlowNode } from './flow-network.ts';
import { atEnds, type TypedNumber, typedNumbers } from './typed-numbers.ts';

/** By index of the node. */
type Stages = readonly (StageMeasures<number> | undefined)[];

export interface PrecisionQuestion {
  readonly network: FlowNetwork;
  readonly losses: FlowRule['losses'];
  /** The answer for the inputs as typed. */
  readonly stages: Stages;
  /** The answer for other inputs, by the same method; means are enough. */
  readonly solve: (network: FlowNetwork) => Stages | undefined;
}

/** What an answer says of one stage's digits. */
export type StagePrecision = Required<Pick<StageAnswer, 'spans'>> & Pick<StageAnswer, 'dominatedBy'>;

export interface Precision {
  /** By index of the node. */
  readonly byStage: ReadonlyMap<number, StagePrecision>;
  readonly verdicts: readonly Verdict[];
}

type Spans = NonNullable<StageAnswer['spans']>;
type Measure = (typeof SPANNED)[number];

const SPANNED = [
  'meanQueueLength',
  'meanOccupancy',
  'utilization',
  'backPressureProbability',
  'fullProbability',
  'lossProbability',
  'meanSojournTime',
  'meanWaitingTime',
] as const satisfies readonly (keyof StageMeasures<number>)[];

/** A span is told when it exceeds this share of the value. */
const SPAN_WORTH_TELLING = 0.1;

export function precisionSpans({ network, losses, stages, solve }: PrecisionQuestion): Precision {
  const numbers = typedNumbers(network);
  const light = solve(atEnds(network, numbers, 'lighter'));
  const heavy = solve(atEnds(network, numbers, 'heavier'));
  const mixed = crossedEnds(network, numbers).map(solve);
  const spans = new Map<number, Spans>();
  const queues = new Map<number, Doubt>();
  network.nodes.forEach(({ node }, i) => {
    const stage = stages[i];
    if (!stage) return;
    const others = mixed.flatMap((there) => there?.[i] ?? []);
    const ends = { light: light?.[i], heavy: heavy?.[i], others, node };
    const span = stageSpans(stage, ends);
    if (span) spans.set(i, span);
    const doubt = doubtAt(ends);
    if (doubt) queues.set(i, doubt);
  });
  const inputs = dominantInputs({ network, losses, numbers, wanted: [...spans.keys(), ...queues.keys()] });
  const byStage = new Map<number, StagePrecision>();
  for (const [i, span] of spans) {
    const by = inputs.get(i);
    byStage.set(i, by ? { spans: span, dominatedBy: by } : { spans: span });
  }
  return { byStage, verdicts: [...queues].map(([i, doubt]) => notDetermined(doubt, inputs.get(i))) };
}

/** Fills in what is said of a stage. */
export function withPrecision(
  stage: { -readonly [Name in keyof StagePrecision]?: StagePrecision[Name] },
  precision: StagePrecision | undefined,
): void {
  if (!precision) return;
  stage.spans = precision.spans;
  if (precision.dominatedBy) stage.dominatedBy = precision.dominatedBy;
}

/** A stage with every number at its lighter and at its heavier end. */
export interface Ends {
  readonly light: StageMeasures<number> | undefined;
  readonly heavy: StageMeasures<number> | undefined;
  /** Some at their lighter and some at their heavier end, where that may be beyond both. */
  readonly others?: readonly StageMeasures<number>[];
  readonly node: ScenarioNode;
}

/** Undefined where no span is worth telling. */
export function stageSpans(stage: StageMeasures<number>, ends: Ends): Spans | undefined {
  let spans: Partial<Record<Measure, Span>> | undefined;
  for (const measure of SPANNED) {
    const value = stage[measure];
    const light = ends.light?.[measure];
    if (value === undefined || light === undefined) continue;
    const all = [
      light,
      value,
      upperEnd(measure, ends),
      ...(ends.others ?? []).map((other) => other[measure] ?? value),
    ];
    const [low, high] = [Math.min(...all), Math.max(...all)];
    if (!(high - low > SPAN_WORTH_TELLING * value || isOpen(measure, [low, high]))) continue;
    if (isNothing(measure, high, stage.throughput)) continue;
    spans ??= {};
    spans[measure] = [low, high];
  }
  return spans;
}

/** So small at its upper end that the interval is one of rounding: a share of time, a queue, or the wait that makes such a queue. */
function isNothing(measure: Measure, high: number, throughput = Number.POSITIVE_INFINITY): boolean {
  if (measure === 'meanWaitingTime') return high * throughput < NEGLIGIBLE_SHARE;
  return (measure === 'meanQueueLength' || measure.endsWith('Probability')) && high < NEGLIGIBLE_SHARE;
}

/** Undefined where the ends do not leave the queue open. */
export function doubtAt(ends: Ends): Doubt | undefined {
  const waiting = spanOf('meanQueueLength', ends);
  const queue = waiting ?? spanOf('meanOccupancy', ends);
  if (!queue || !isOpen(waiting ? 'meanQueueLength' : 'meanOccupancy', queue)) return undefined;
  return { node: ends.node, queue, fills: ends.heavy?.meanOccupancy === undefined };
}

/** Undefined where the stage has no steady state even at the lighter end. */
function spanOf(measure: Measure, ends: Ends): Span | undefined {
  const low = ends.light?.[measure];
  return low === undefined ? undefined : [low, upperEnd(measure, ends)];
}

const upperEnd = (measure: Measure, ends: Ends): number => ends.heavy?.[measure] ?? highest(measure, ends);

/** Places of a stage, those of its servers apart. */
function placesOf(node: ScenarioNode): { readonly waiting: number; readonly servers: number } {
  if (node.kind !== 'stage') return { waiting: 0, servers: 0 };
  const servers = serverCountOf(node);
  return { waiting: capacityOf(node) - servers, servers };
}

/** Where the heavier end has no steady state: the queue of a finite model is then full, any other grows without end. */
function highest(measure: Measure, { light, node }: Ends): number {
  const { waiting, servers } = placesOf(node);
  const bounded = light?.fullProbability !== undefined;
  const rate = light?.throughput ?? 0;
  switch (measure) {
    case 'meanQueueLength':
      return bounded ? waiting : Number.POSITIVE_INFINITY;
    case 'meanOccupancy':
      return bounded ? waiting + servers : Number.POSITIVE_INFINITY;
    case 'meanWaitingTime':
      return bounded ? waiting / rate : Number.POSITIVE_INFINITY;
    case 'meanSojournTime':
      return bounded ? (waiting + servers) / rate : Number.POSITIVE_INFINITY;
    case 'lossProbability':
      // A stage that makes its senders wait loses nothing; one that loses has a steady state at both ends.
      return light?.lossProbability ?? 0;
    default:
      return 1;
  }
}

export interface Doubt {
  readonly node: ScenarioNode;
  readonly queue: Span;
  /** The heavier end has no steady state. */
  readonly fills: boolean;
}

export function notDetermined(
  { node, queue: [low, high], fills }: Doubt,
  by: DominantInput | undefined,
): Verdict {
  return warning(NOT_DETERMINED, { name: nameOf(node), low, high, fills, ...(by && { by }) }, node.id);
}

/** Where inputs at their lighter end, or at their heavier end, are not the worst for every stage. */

/**
 * A batch fills sooner the more comes, so that slow services with few arrivals, or the reverse, may be the longest wait;
 * and a stage that loses protects those behind it the more the slower it is.
 */
function crossedEnds(network: FlowNetwork, numbers: readonly TypedNumber[]): readonly FlowNetwork[] {
  const { nodes } = network;
  const services = numbers.filter(({ ofService }) => ofService);
  const losing = services.filter(({ index }) => loses(nodes[index]!));
  return [
    ...(nodes.some(fillsBatches) ? crossed(network, numbers, services) : []),
    ...(losing.length > 0 ? crossed(network, numbers, losing) : []),
  ];
}

const fillsBatches = ({ node }: FlowNode): boolean => node.kind === 'stage' && largestBatch(node.bulk) > 1;
const loses = ({ node }: FlowNode): boolean => node.kind === 'stage' && losesWhenFull(node);

function crossed(
  network: FlowNetwork,
  numbers: readonly TypedNumber[],
  opposite: readonly TypedNumber[],
): readonly FlowNetwork[] {
  const others = numbers.filter((number) => !opposite.includes(number));
  return [
    atEnds(atEnds(network, others, 'lighter'), opposite, 'heavier'),
    atEnds(atEnds(network, others, 'heavier'), opposite, 'lighter'),
  ];
}
