/** What the schedules of a scenario make of a run: a steady state, a transient, or rounds of a period. */
import { isSource, isStage, type Scenario } from '../../core/scenario/scenario.ts';

export interface Course {
  /** Common to all schedules, s; absent when one of them has none, or when they do not fit together. */
  readonly period?: number;
  /** Where frames of schedules begin, s, in order, each once: of one period, or all of them. */
  readonly starts: readonly number[];
}

interface Times {
  readonly frames: readonly { readonly from: number }[];
  readonly period?: number;
}

/** A common period of more rounds of the longest one than this is none. */
const MOST_ROUNDS = 1000;

/** Absent without schedules, and where nothing ever changes. */
export function courseOf(scenario: Scenario): Course | undefined {
  const schedules: Times[] = scenario.nodes.flatMap((node) =>
    (isSource(node) || isStage(node)) && node.schedule ? [node.schedule] : [],
  );
  if (schedules.length === 0) return undefined;
  const period = commonPeriod(schedules.map((schedule) => schedule.period ?? Number.POSITIVE_INFINITY));
  const starts = schedules.flatMap((schedule) => startsWithin(schedule, period));
  const inOrder = [...new Set(starts)].sort((a, b) => a - b);
  // The only frames begin with the run and stay.
  if (period === undefined && inOrder.at(-1) === 0) return undefined;
  return period === undefined ? { starts: inOrder } : { period, starts: inOrder };
}

/** The shortest time that is a whole number of each; absent when there is none. */
export function commonPeriod(periods: readonly number[]): number | undefined {
  const longest = Math.max(...periods);
  if (longest === Number.POSITIVE_INFINITY) return undefined;
  for (let rounds = 1; rounds <= MOST_ROUNDS; rounds++) {
    const time = rounds * longest;
    if (periods.every((period) => isWhole(time / period))) return time;
  }
  return undefined;
}

export const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) <= 1e-9 * value;

function startsWithin({ frames, period = Number.POSITIVE_INFINITY }: Times, common?: number): number[] {
  const rounds = common === undefined ? 1 : Math.round(common / period);
  return Array.from({ length: rounds }, (_, round) =>
    frames.map(({ from }) => from + (round === 0 ? 0 : round * period)),
  ).flat();
}
