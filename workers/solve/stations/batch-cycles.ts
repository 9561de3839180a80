/**
 * The cycles of one server that serves in batches, from the end of one service to the end of the next, as far as they come again and again:
 * the chain of those that wait between them (batch-service.ts).
 */
import type { ServiceDistribution } from '../../../core/distributions/distribution.ts';
import { solveGth } from '../../numeric/gth.ts';
import type { ArrivalCounts } from './distribution-counts.ts';
import { reachable, sparseRows } from './recurrent-states.ts';

/** Letters and units: batch-service.ts. */
export interface BatchServiceInput {
  readonly batches: number;
  readonly size: number;
  readonly distribution: ServiceDistribution;
  readonly mu: number;
  readonly a: number;
  readonly b: number;
  readonly K: number;
  readonly admission: 'partial' | 'whole';
}

/** One cycle, from the end of a service to the next, with j waiting at its start. */
export interface Cycle {
  /** Elements there when the service starts. */
  readonly started: number;
  /** Of them in service. */
  readonly served: number;
  /** Levels at which the server idled. */
  readonly idle: readonly number[];
  /** Batches after which the stage takes no more. */
  readonly fits: number;
}

/** Probabilities below this are nothing. */
export const NEVER = 1e-18;

export interface Weighted {
  readonly cycle: Cycle;
  readonly weight: number;
}

/** The cycles that come again and again, with their shares. */
export function waitingCycles(
  input: BatchServiceInput,
  counts: ArrivalCounts,
): readonly Weighted[] | undefined {
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
  while (n < a && (admission === 'partial' || n + size <= K)) {
    idle.push(n);
    n = Math.min(n + size, K);
  }
  const room = (K - n) / size;
  const fits = admission === 'partial' ? Math.ceil(room) : Math.floor(room);
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
