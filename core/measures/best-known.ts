/**
 * One ranking of what is known of a number: exact, then simulated to a stated precision, then approximate, then what is not
 * to be relied on. Whoever shows a single number takes the best that is known, with its badge; what comes next stands beside it.
 * What the inputs leave open stands above all: no method makes it sure (workers/solve/determined.ts).
 */
import { measureRow, type StageMeasure } from './measure-rows.ts';
import type { Estimate } from './measures.ts';
import type { Trust } from './trust.ts';

/** In the order of their rank. */
const RANKED = ['exact', 'simulated', 'approximate', 'doubtful'] as const satisfies readonly Trust[];
export type Ranked = (typeof RANKED)[number];

/** The least of several, which is what is said of them together. */
export const leastKnown = (trusts: readonly Ranked[]): Ranked =>
  RANKED.findLast((trust) => trusts.includes(trust)) ?? 'exact';

const isBetter = (a: Ranked, b: Ranked): boolean => RANKED.indexOf(a) < RANKED.indexOf(b);

/** A number as a method gives it. */
export interface SolvedNumber {
  readonly value: number;
  readonly trust: Exclude<Ranked, 'simulated'>;
}

/** A number as a simulation gives it. */
export interface SimulatedNumber extends Estimate {
  /** The run was long enough for its interval to be believed. */
  readonly settled: boolean;
}

export interface BestKnown {
  readonly value: number;
  readonly trust: Ranked;
  /** Half of the 95 % interval where the number is simulated. */
  readonly halfWidth?: number;
  /** What a method gave, where the number is simulated. */
  readonly solved?: number;
  /** Simulation and method differ by more than both state. */
  readonly apart?: true;
}

/** A simulation is precise to this share of its mean. */
const PRECISE = 0.1;
/** An approximation that may be off by more than this share says so, and is doubtful. */
const APPROXIMATE = 0.2;

export function bestKnown(
  measure: StageMeasure,
  solved: SolvedNumber | undefined,
  simulated: SimulatedNumber | undefined,
): BestKnown | undefined {
  if (!simulated || !Number.isFinite(simulated.halfWidth)) return solved;
  const { mean, halfWidth, settled } = simulated;
  const apart = solved !== undefined && isApart(measure, solved, simulated);
  if (solved && !isBetter(apart ? 'simulated' : worthOf(measure, simulated), solved.trust)) return solved;
  return {
    ...{ value: mean, trust: settled ? 'simulated' : 'doubtful', halfWidth },
    ...(solved && { solved: solved.value }),
    ...(apart && { apart }),
  };
}

/** By its interval a simulation is worth no more than an approximation, or a doubtful one, that states the same. */
function worthOf(measure: StageMeasure, simulated: SimulatedNumber): Ranked {
  if (simulated.settled && isPrecise(measure, simulated)) return 'simulated';
  return simulated.settled && isPrecise(measure, simulated, APPROXIMATE) ? 'approximate' : 'doubtful';
}

/** Half of the interval is at most this share of the mean, or both are too small to matter. */
export const isPrecise = (
  measure: StageMeasure,
  { mean, halfWidth }: Pick<Estimate, 'mean' | 'halfWidth'>,
  share = PRECISE,
): boolean =>
  halfWidth <= share * Math.abs(mean) || mean + halfWidth <= (measureRow(measure).negligible ?? 0);

/** Beyond the interval of the simulation and what an approximation allows for together. */
function isApart(
  measure: StageMeasure,
  { value, trust }: SolvedNumber,
  { mean, halfWidth, settled }: SimulatedNumber,
): boolean {
  if (trust === 'exact' || !settled) return false;
  const allowed = halfWidth + APPROXIMATE * Math.abs(value);
  return Math.abs(mean - value) > Math.max(allowed, measureRow(measure).negligible ?? 0);
}
