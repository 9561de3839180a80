/**
 * M^[X]/G^[a,b]/1/K and M^[X]/G^[a,b]/1: batches of a fixed size that arrive as a Poisson stream, one server that starts
 * when a or more wait and takes at most b in one service of any distribution, room for K elements, those in service included, or
 * for all. Of a batch that finds too little room, those that fit enter (`partial`), or none does (`whole`). Exact; means
 * and occupancy. `a = b`: the server waits for full batches; `a = b = 1`: M^[X]/G/1.
 *
 * Inputs: `batches`, 1/s, >= 0; `size` X, integer >= 1; `distribution` of the service, stretched to the mean 1 / mu; `mu`,
 * services per second, > 0; 1 <= a <= b <= K, or K Infinity.
 * Method: the chain of those that wait when a service ends. From j the server idles through j, j + X, ... to the first
 * n >= a, 1 / batches at each; takes s = min(n, b); and of what comes meanwhile at most K - n enters. While it serves, n +
 * i X are there for P[more than i batches come] / batches on average, and as many as fit for the rest of the service. Shares of
 * time are those of a cycle (Markov renewal theory). Without a limit K is doubled until P[N >= K] is below 1e-13, and so it
 * is below a limit that is too far away; what does not fit is then refused whole, so that batches stay batches.
 * Numerics: all terms are positive; the chain by elimination without subtraction in its band (numeric/gth.ts).
 * Cost: K times the square of what arrives in a service or leaves with it.
 * Refuses: saturated without a limit when batches X >= b mu. Undefined for distributions without parts (distribution-parts.ts), beyond some 20 ms, and where a
 * whole batch never fits beside those that wait.
 * Source: the embedded chain: Bailey 1954, J. R. Stat. Soc. B 16, 80-87; Neuts 1967, Ann. Math. Stat. 38, 759-770 (general
 * bulk service rule); finite room: Gross & Harris 1998, section 5.1.8.
 */
import {
  distributionMean,
  distributionScv,
  isPoisson,
  type ServiceDistribution,
} from '../../../core/distributions/index.ts';
import { ADMISSION, type Admission } from '../../../core/rules/when-full.ts';
import { solveGth } from '../../numeric/gth.ts';
import { type ArrivalCounts, arrivalCounts } from './distribution-counts.ts';
import {
  cumulatedFromEnd,
  cutTail,
  emptyQueue,
  LONGEST_DISTRIBUTION,
  type Queue,
  type Saturated,
  saturated,
} from './queue.ts';
import { reachable, sparseRows } from './recurrent-states.ts';

/**
 * The cycles of one server that serves in batches, from the end of one service to the end of the next, as far as they come again and again:
 * the chain of those that wait between them (batch-service.ts).
 */

/** Letters and units: batch-service.ts. */
export interface BatchServiceInput {
  readonly batches: number;
  readonly size: number;
  readonly distribution: ServiceDistribution;
  readonly mu: number;
  readonly a: number;
  readonly b: number;
  readonly K: number;
  readonly admission: Admission;
}

/** One cycle, from the end of a service to the next, with j waiting at its start. */
interface Cycle {
  /** Elements there when the service starts. */
  readonly started: number;
  /** Elements in service. */
  readonly served: number;
  /** Levels at which the server idled. */
  readonly idle: readonly number[];
  /** Batches after which the stage takes no more. */
  readonly fits: number;
}

/** Probabilities below this are nothing. */
const NEVER = 1e-18;

interface Weighted {
  readonly cycle: Cycle;
  readonly weight: number;
}

/** The cycles that come again and again, with their shares. */
function waitingCycles(input: BatchServiceInput, counts: ArrivalCounts): readonly Weighted[] | undefined {
  const known = new Map<number, Cycle>();
  let stuck = false;
  const cycleFrom = (j: number): Cycle => {
    const found = known.get(j) ?? cycleAt(input, j);
    stuck ||= found.started < input.a;
    known.set(j, found);
    return found;
  };
  const moves = (j: number) => movesOf(input, counts, cycleFrom(j));
  const states = reachable(flooded(input, cycleFrom), (j) => (stuck ? [] : moves(j)));
  if (stuck) return undefined;
  const pi = solveGth(...sparseRows(states, moves));
  return states.map((j, i) => ({ cycle: cycleFrom(j), weight: pi[i]! }));
}

function cycleAt({ size, a, b, K, admission }: BatchServiceInput, j: number): Cycle {
  const idle: number[] = [];
  let n = j;
  while (n < a && (!ADMISSION[admission].whole || n + size <= K)) {
    idle.push(n);
    n = Math.min(n + size, K);
  }
  const room = (K - n) / size;
  const fits = !ADMISSION[admission].whole ? Math.ceil(room) : Math.floor(room);
  return { started: n, served: Math.min(n, b), idle, fits };
}

/** Those that wait at the end of the service when i batches came. */
const waitingAfter = ({ size, K }: BatchServiceInput, { started, served }: Cycle, i: number): number =>
  Math.min(started + i * size, K) - served;

function movesOf(
  input: BatchServiceInput,
  { more, none }: ArrivalCounts,
  cycle: Cycle,
): readonly (readonly [number, number])[] {
  const moves: [number, number][] = [];
  const atLeast = (i: number) => (i === 0 ? 1 : (more[i - 1] ?? 0));
  for (let i = 0; i <= cycle.fits && atLeast(i) > NEVER; i++) {
    const exactly = i === 0 ? none : atLeast(i) - atLeast(i + 1);
    moves.push([waitingAfter(input, cycle, i), i === cycle.fits ? atLeast(i) : exactly]);
  }
  return moves;
}

/** What waits after services in which more came than fits: whatever was before, this comes again. */
function flooded(input: BatchServiceInput, cycleFrom: (j: number) => Cycle): number {
  let j = 0;
  for (let service = 0; service < 2 + input.K / input.b; service++) {
    const cycle = cycleFrom(j);
    if (cycle.started < input.a) return j;
    j = waitingAfter(input, cycle, cycle.fits);
  }
  return j;
}

export function solveBatchService(input: BatchServiceInput): Queue | Saturated | undefined {
  const { batches, size, mu, b, K } = input;
  const model = modelName(input);
  if (!Number.isFinite(K) && batches * size >= b * mu) return saturated(model);
  if (batches === 0) return emptyQueue(model);
  return (Number.isFinite(K) ? finiteQueue(input, model) : undefined) ?? roomyQueue(input, model);
}

/** Never full: with fewer places than there are, or than any, until those too would do. */
function roomyQueue(input: BatchServiceInput, model: string): Queue | undefined {
  const { batches, size, mu, b, K } = input;
  if (batches * size >= b * mu) return undefined;
  for (let room = 4 * (b + size) + 32; room < Math.min(K, LONGEST_DISTRIBUTION); room *= 2) {
    const found = finiteQueue({ ...input, K: room, admission: 'whole' }, model);
    if (!found) return undefined;
    if (found.tail!(room - size + 1) < TRUNCATED) return withoutLoss(found, input);
  }
  return undefined;
}

const TRUNCATED = 1e-13;

function modelName({ size, a, b, distribution, K }: BatchServiceInput): string {
  const service = distributionScv(distribution) === 0 ? 'D' : isPoisson(distribution) ? 'M' : 'G';
  const rule = b === 1 ? '' : a === b ? '^[b]' : `^[${a},b]`;
  return `M${size === 1 ? '' : '^[X]'}/${service}${rule}/1${Number.isFinite(K) ? '/K' : ''}`;
}

function withoutLoss(
  { lossProbability: _, ...queue }: Queue,
  { batches, size, K }: BatchServiceInput,
): Queue {
  return { ...queue, arrivalRate: batches * size, ...(Number.isFinite(K) && { lossProbability: 0 }) };
}

function finiteQueue(input: BatchServiceInput, model: string): Queue | undefined {
  const { batches, size, distribution, mu, b, K } = input;
  const R = batches / mu;
  if (reachesTooFar(input, R)) return undefined;
  // As many as make the panels of the integrals fine.
  const most = Math.max(1024, Math.ceil((4 * K) / size));
  const counts = arrivalCounts(distribution, R / distributionMean(distribution), most);
  if (!counts) return undefined;
  const widest = Math.min(K, Math.max(b, reach(counts) * size));
  if (K * widest ** 2 > MOST_WORK) return undefined;
  const cycles = waitingCycles(input, counts);
  if (!cycles) return undefined;
  const { probabilities, length, served } = timeAverages(cycles, { input, counts, R });
  if (!Number.isFinite(length)) return undefined;
  const meanOccupancy = probabilities.reduce((sum, p, n) => sum + n * p, 0);
  const arrivalRate = (batches * served) / length;
  const tails = cumulatedFromEnd(probabilities);
  return {
    model,
    offeredRate: batches * size,
    arrivalRate,
    utilization: R / length,
    meanOccupancy,
    meanQueueLength: Math.max(0, meanOccupancy - arrivalRate / mu),
    lossProbability: lossOf(input, probabilities),
    tail: (n) => (n <= 0 ? 1 : (tails[n] ?? 0)),
    distribution: () => cutTail(probabilities),
  };
}

const MOST_WORK = 2e7;

/** Heavy tails, told from a few coarse counts: all of them would take a second. */
function reachesTooFar({ distribution, size, K }: BatchServiceInput, R: number): boolean {
  const affordable = Math.ceil((2 * Math.sqrt(MOST_WORK / K)) / size);
  if (affordable * size >= K) return false;
  const counts = arrivalCounts(distribution, R / distributionMean(distribution), affordable);
  return counts?.isCut === true && counts.more.at(-1)! > 1e3 * NEVER;
}

/** Batches of one service beyond which the chain does not look. */
const reach = ({ more }: ArrivalCounts): number => {
  const end = more.findIndex((p) => p < NEVER);
  return end < 0 ? more.length : end;
};

/** Shares of time of the levels; the mean length of a cycle in units of 1 / batches, and the elements it serves. */
function timeAverages(
  cycles: readonly Weighted[],
  {
    input: { size, K },
    counts,
    R,
  }: { readonly input: BatchServiceInput; readonly counts: ArrivalCounts; readonly R: number },
) {
  const probabilities = new Array<number>(K + 1).fill(0);
  const sums = cumulatedFromEnd(counts.more);
  const beyond = counts.isCut ? Math.max(0, R - sums[0]!) : 0;
  let [length, served] = [0, 0];
  for (const { cycle, weight } of cycles) {
    for (const n of cycle.idle) probabilities[n]! += weight;
    for (let i = 0; i < cycle.fits && i < counts.more.length; i++)
      probabilities[cycle.started + i * size]! += weight * counts.more[i]!;
    const last = Math.min(cycle.started + cycle.fits * size, K);
    probabilities[last]! += weight * ((sums[cycle.fits] ?? 0) + beyond);
    length += weight * (cycle.idle.length + R);
    served += weight * cycle.served;
  }
  const total = probabilities.reduce((sum, p) => sum + p, 0);
  for (let n = 0; n <= K; n++) probabilities[n]! /= total;
  return { probabilities, length, served };
}

/** Arrivals see time averages. */
function lossOf({ size, K, admission }: BatchServiceInput, probabilities: readonly number[]): number {
  const lost = (n: number) =>
    ADMISSION[admission].whole ? (n + size > K ? size : 0) : Math.max(0, n + size - K);
  return probabilities.reduce((sum, p, n) => sum + p * lost(n), 0) / size;
}
