/**
 * M^[X]/M^[a,b]/c and M^[X]/M^[b]/c/K: batches of a fixed size that arrive as a Poisson stream, c servers that start when a
 * or more wait and take at most b each in one exponential service. Exact. A limit K only with full batches (a = b), where
 * the number in the stage tells how many servers work; means and, with full batches, the occupancy.
 *
 * Inputs: `batches`, 1/s, >= 0; `size` X, integer >= 1; `mu` of one server, services per second, > 0; c >= 1; 1 <= a <= b; K >= c b or
 * Infinity; what becomes of a batch that does not fit whole: `admission`.
 * Method: the chain of (servers at work k, waiting w), where w < a while k < c. Without a limit, or with one that is too far
 * away, as many may wait as are there with a probability above 1e-13; a batch beyond that is refused whole.
 * Cost: (c a + most that wait) times the square of the largest of a, b and X.
 * Refuses: saturated without a limit when batches X >= c b mu. Undefined beyond some 20 ms.
 * Source: Neuts 1967, Ann. Math. Stat. 38, 759-770 (general bulk service rule); Chaudhry & Templeton 1983, chapter 4.
 */
import { ADMISSION, type Admission } from '../../../core/rules/when-full.ts';
import { solveGth } from '../../numeric/gth.ts';
import {
  cutTail,
  emptyQueue,
  LONGEST_DISTRIBUTION,
  type Queue,
  type Saturated,
  saturated,
  tailFrom,
} from './queue.ts';
import { type Moves, reachable, sparseRows } from './recurrent-states.ts';

export interface BatchServersInput {
  readonly batches: number;
  readonly size: number;
  readonly mu: number;
  readonly c: number;
  readonly a: number;
  readonly b: number;
  readonly K: number;
  readonly admission: Admission;
}

export function solveBatchServers(input: BatchServersInput): Queue | Saturated | undefined {
  const { batches, size, mu, c, a, b, K } = input;
  const unbounded = !Number.isFinite(K);
  const model = `M${size === 1 ? '' : '^[X]'}/M^[${a === b ? 'b' : `${a},b`}]/c${unbounded ? '' : '/K'}`;
  const isStable = batches * size < c * b * mu;
  if (unbounded && !isStable) return saturated(model);
  if (batches === 0) return emptyQueue(model);
  const found = unbounded || a < b ? undefined : statesOf(input, K - c * b);
  if (found) return queueOf(input, found, model);
  return isStable ? roomyQueue(input, model) : undefined;
}

/** Never full: with fewer that wait than may, until those too would do. */
function roomyQueue(input: BatchServersInput, model: string): Queue | undefined {
  const { size, c, b, K } = input;
  const most = Math.min(K - c * b, LONGEST_DISTRIBUTION);
  for (let waiting = 4 * (b + size) + 32; waiting < most; waiting *= 2) {
    const found = statesOf({ ...input, K: c * b + waiting, admission: 'whole' }, waiting);
    if (!found) return undefined;
    const beyond = found.reduce((sum, { w, p }) => sum + (w + size > waiting ? p : 0), 0);
    if (beyond < TRUNCATED) return queueOf(input, found, model);
  }
  return undefined;
}

const TRUNCATED = 1e-13;
const MOST_WORK = 1e7;
const MOST_STATES = 30_000;

interface State {
  /** Servers at work. */
  readonly k: number;
  readonly w: number;
  readonly p: number;
}

/** `most` that wait when all servers work. A state has the number k a + w, which is as unique as w < a while k < c. */
function statesOf(input: BatchServersInput, most: number): readonly State[] | undefined {
  const { batches, size, mu, c, a, b, K, admission } = input;
  const width = Math.max(a, b, size);
  const count = c * a + most;
  if (count > MOST_STATES || count * width ** 2 > MOST_WORK) return undefined;
  const serversAt = (state: number) => Math.min(c, Math.floor(state / a));
  const numberOf = (k: number, w: number): number => {
    while (k < c && w >= a) {
      k++;
      w = Math.max(0, w - b);
    }
    return k * a + w;
  };
  const arrival = (k: number, w: number): number => {
    const room = K - k * b - w;
    const enter = Math.min(size, ADMISSION[admission].whole && size > room ? 0 : room);
    return numberOf(k, w + enter);
  };
  const moves: Moves = (state) => {
    const k = serversAt(state);
    const w = state - k * a;
    const up = [arrival(k, w), batches] as const;
    return k === 0 ? [up] : [up, [numberOf(k - 1, w), k * mu]];
  };
  let full = 0;
  for (let next = moves(full)[0]![0]; next !== full; next = moves(full)[0]![0]) full = next;
  const states = reachable(full, moves);
  const pi = solveGth(...sparseRows(states, moves));
  return states.map((state, i) => {
    const k = serversAt(state);
    return { k, w: state - k * a, p: pi[i]! };
  });
}

function queueOf(
  { batches, size, mu, c, a, b, K, admission }: BatchServersInput,
  states: readonly State[],
  model: string,
): Queue {
  const mean = (of: (state: State) => number) => states.reduce((sum, state) => sum + state.p * of(state), 0);
  const lambda = batches * size;
  const busy = mean(({ k }) => k);
  const finite = Number.isFinite(K);
  const arrivalRate = finite ? busy * mu * b : lambda;
  const meanQueueLength = mean(({ w }) => w);
  const lost = (room: number) =>
    ADMISSION[admission].whole ? (size > room ? size : 0) : Math.max(0, size - room);
  const distribution = a === b ? () => occupancy(states, b) : undefined;
  return {
    model,
    offeredRate: lambda,
    arrivalRate,
    utilization: busy / c,
    meanQueueLength,
    meanOccupancy: meanQueueLength + arrivalRate / mu,
    ...(finite && { lossProbability: mean(({ k, w }) => lost(K - k * b - w)) / size }),
    ...(distribution && { distribution, tail: tailFrom(distribution) }),
  };
}

function occupancy(states: readonly State[], b: number): number[] | undefined {
  const last = states.at(-1)!;
  const probabilities = new Array<number>(last.k * b + last.w + 1).fill(0);
  for (const { k, w, p } of states) probabilities[k * b + w]! += p;
  return cutTail(probabilities);
}
