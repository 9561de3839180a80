/**
 * Finite stages that hold each other up (blocking after service), without feedback: every stage alone as a queue of
 * blocking-queue.ts, joined by the time that a finished element spends in its server before it can move.
 *
 * For every stage, last to first: its service lasts as its own work and the mean wait for room behind it; the stream
 * that comes while nobody is blocked is the one which brings the stage's flow; what waits upstream, by Little's law,
 * gives the wait for room that its senders see. A source is a server that always has work: it emits once per own time
 * and wait. Flows and waits are brought together by a search for what each source emits, and each
 * stage that loses lets in.
 * Approximate: the longer services are taken as exponential and independent of the neighbours. Exact for one stage.
 * Served in bulk of b: one by one, b times as fast, with (b - 1) / 2 more that wait for the batch to fill.
 * Source: H. Perros and T. Altiok 1986, Approximate analysis of open networks of queues with blocking: tandem configurations,
 * IEEE Trans. Software Eng. 12(3), 450-461; Y. Dallery and Y. Frein 1993, Operations Research 41(2), 386-399.
 */
import { exp, log } from '../../../core/numeric/elementary.ts';
import { findRoot } from '../../numeric/find-root.ts';

import { type BlockingDistribution, type BlockingQueue, solveBlockingQueue } from './blocking-queue.ts';

export interface LineSource {
  /** Elements per second while it is not blocked. */
  readonly rate: number;
  readonly to: readonly { readonly stage: number; readonly share: number }[];
}

export interface BlockingLine {
  /** In flow order. */
  readonly stages: readonly LineStage[];
  readonly sources: readonly LineSource[];
}

export interface LineStageAnswer {
  /** Offered, 1/s. */
  readonly offered: number;
  /** Entered and served, 1/s. */
  readonly accepted: number;
  /** Mean time that a server holds an element, blocked time included, s. */
  readonly holding: number;
  /** Absent for a stage that saturates. */
  readonly distribution?: BlockingDistribution | undefined;
}

export interface LineAnswer {
  readonly stages: readonly LineStageAnswer[];
  /** By source, 1/s. */
  readonly emitted: Float64Array;
}

export function solveBlockingLine(line: BlockingLine): LineAnswer {
  const flows: LineFlows = {
    emitted: Float64Array.from(line.sources, ({ rate }) => rate),
    accepted: new Float64Array(line.stages.length).fill(Number.POSITIVE_INFINITY),
    answers: undefined,
  };
  const valves = valvesOf(line);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let change = 0;
    for (const valve of valves) change = Math.max(change, settle(line, flows, valve));
    if (change < 1e-12 || valves.length === 1) break;
  }
  return { stages: flows.answers ?? stagesAt(line, flows), emitted: flows.emitted };
}

/** What sources emit, and what stages that lose let in; Infinity where nothing holds it back yet. */
interface LineFlows {
  readonly emitted: Float64Array;
  readonly accepted: Float64Array;
  /** What the stages do at these flows, where that is known. */
  answers: readonly LineStageAnswer[] | undefined;
}

/** Where flow gives way to what is behind it: a source, or a stage that loses. */
interface Valve {
  readonly of: 'emitted' | 'accepted';
  readonly index: number;
}

const valvesOf = ({ stages, sources }: BlockingLine): readonly Valve[] => [
  ...sources.map((_, index): Valve => ({ of: 'emitted', index })),
  ...stages.flatMap(({ drops }, index): readonly Valve[] => (drops ? [{ of: 'accepted', index }] : [])),
];

/** Those that fill the same stages settle within a few. */
const MOST_ROUNDS = 60;

/** Stands for an endless wait. */
const LARGE = 1e3;

/** Brings one valve to what it can pass while the others stay; by how much it moved. */
function settle(line: BlockingLine, flows: LineFlows, valve: Valve): number {
  const { of, index } = valve;
  const before = flows[of][index]!;
  const most = of === 'emitted' ? line.sources[index]!.rate : offeredAt(line, flows)[index]!;
  if (most === 0) return 0;
  const excess = (x: number): number => {
    flows[of][index] = x;
    return Math.min(LARGE, x / passable(line, flows, valve) - 1);
  };
  if (excess(most) > 0) {
    const least = most * 1e-12;
    flows[of][index] = excess(least) >= 0 ? least : findRoot(excess, least, most);
    flows.answers = undefined;
  }
  return Math.abs(flows[of][index]! - Math.min(before, most)) / most;
}

/** What the valve passes, given the waits for room behind it. */
function passable(line: BlockingLine, flows: LineFlows, { of, index }: Valve): number {
  const answers = stagesAt(line, flows);
  flows.answers = answers;
  if (of === 'emitted') {
    const { rate, to } = line.sources[index]!;
    return 1 / (1 / rate + waitBehind(line, answers, to));
  }
  const { capacity: K, servers: c } = line.stages[index]!;
  const { offered, holding } = answers[index]!;
  return Number.isFinite(holding) ? lossDistribution({ a: offered * holding, c, K }).busy / holding : 0;
}

function waitBehind(line: BlockingLine, answers: readonly LineStageAnswer[], to: LineSource['to']): number {
  let sum = 0;
  for (const { stage, share } of to) sum += share * waitForRoom(line, answers[stage]!, stage);
  return sum;
}

/** Mean time upstream of an element that wants in; Infinity where it is offered more than it can take. */
function waitForRoom(
  { stages }: BlockingLine,
  { distribution, accepted }: LineStageAnswer,
  i: number,
): number {
  if (stages[i]!.drops || stages[i]!.capacity === Number.POSITIVE_INFINITY || accepted === 0) return 0;
  return distribution ? distribution.blockedUpstream / accepted : Number.POSITIVE_INFINITY;
}

function offeredAt({ stages, sources }: BlockingLine, { emitted, accepted }: LineFlows): Float64Array {
  const offered = new Float64Array(stages.length);
  sources.forEach(({ to }, s) => {
    for (const { stage, share } of to) offered[stage]! += emitted[s]! * share;
  });
  stages.forEach(({ to }, i) => {
    for (const { stage, share } of to) offered[stage]! += Math.min(offered[i]!, accepted[i]!) * share;
  });
  return offered;
}

function stagesAt(line: BlockingLine, flows: LineFlows): readonly LineStageAnswer[] {
  const { stages } = line;
  const offered = offeredAt(line, flows);
  const answers = new Array<LineStageAnswer>(stages.length);
  for (let i = stages.length - 1; i >= 0; i--) {
    const stage = stages[i]!;
    const accepted = Math.min(offered[i]!, flows.accepted[i]!);
    const holding = stage.time + waitBehind(line, answers, stage.to);
    const distribution = distributionOf(stage, {
      holding,
      accepted,
      offered: offered[i]!,
      senders: stage.senders,
    });
    answers[i] = { offered: offered[i]!, accepted, holding, distribution };
  }
  return answers;
}

/** The distribution of one stage in a line with blocking, from the flow that it has to carry. */

interface LineStage {
  /** Mean service of one element, s. */
  readonly time: number;
  readonly servers: number;
  /** Infinity for an unbounded stage. */
  readonly capacity: number;
  /** Servers before it that it may block. */
  readonly senders: number;
  /** Loses what finds it full, instead of holding its senders. */
  readonly drops: boolean;
  /** Share of what is served that goes on, by index of the later stage; the rest leaves. */
  readonly to: readonly { readonly stage: number; readonly share: number }[];
}

/** M/M/c/K: nobody waits upstream, and what comes to a full stage is gone. */
const lossDistribution = (queue: {
  readonly a: number;
  readonly c: number;
  readonly K: number;
}): BlockingDistribution => solveBlockingQueue({ ...queue, m: 0 });

interface Load {
  readonly holding: number;
  readonly accepted: number;
  readonly offered: number;
  readonly senders: number;
}

/** A K that stands for no bound: next to nothing is beyond, unless the stage saturates. */
const UNBOUNDED = 1e15;

/** A load that stands for none. */
const NO_LOAD = 1e-300;

/** Undefined where the flow is more than the stage can carry. */
function distributionOf(
  stage: LineStage,
  { holding, accepted, offered, senders }: Load,
): BlockingDistribution | undefined {
  const { servers: c, capacity, drops } = stage;
  const work = accepted * holding;
  if (accepted === 0) return solveBlockingQueue({ a: NO_LOAD, c, K: Math.min(capacity, UNBOUNDED), m: 0 });
  if (!Number.isFinite(holding)) return undefined;
  if (drops) return lossDistribution({ a: offered * holding, c, K: capacity });
  if (!(work < c * (1 - 1e-12))) return undefined;
  if (capacity === Number.POSITIVE_INFINITY) return solveBlockingQueue({ a: work, c, K: UNBOUNDED, m: 0 });
  return distributionAtWork({ work, c, K: capacity, m: senders });
}

interface WorkedQueue extends Omit<BlockingQueue, 'a'> {
  /** Mean busy or held servers, below c. */
  readonly work: number;
}

/** The load that keeps `work` servers busy: more than work itself, by what is turned away. */
function distributionAtWork(queue: WorkedQueue): BlockingDistribution {
  const low = log(queue.work);
  // On logarithmic scales nearly a straight line of slope 1: the secant needs a few steps where little is turned away.
  let [x, distribution] = [low, distributionAt(queue, low)];
  let [before, missingBefore] = [Number.NaN, Number.NaN];
  for (let step = 0; step < SECANT_STEPS; step++) {
    const missing = log(distribution.busy) - low;
    if (Math.abs(missing) < 1e-14) return distribution;
    const slope = step === 0 ? 1 : (missing - missingBefore) / (x - before);
    if (!(slope > 0.1)) break;
    [before, missingBefore] = [x, missing];
    x -= missing / slope;
    distribution = distributionAt(queue, x);
  }
  return searched(queue, low);
}

const distributionAt = ({ c, K, m }: WorkedQueue, logA: number): BlockingDistribution =>
  solveBlockingQueue({ a: exp(logA), c, K, m });

function searched(queue: WorkedQueue, low: number): BlockingDistribution {
  const excess = (logA: number) => distributionAt(queue, logA).busy - queue.work;
  let width = 1;
  while (excess(low + width) < 0 && width < 700) width *= 2;
  return distributionAt(queue, excess(low) >= 0 ? low : findRoot(excess, low, low + width));
}

const SECANT_STEPS = 8;
