/** How far a simulation is, how fast it goes, and how long it will take. */

import type { NodeId } from '../../../core/scenario/scenario.ts';
import {
  MOST_REPLICATIONS,
  type SimulationPlan,
  type SimulationResult,
} from '../../../workers/simulate/contract.ts';
import type { PrecisionMeasure } from '../../../workers/solve/exact-part/contract.ts';
import type { SimulationRun } from '../../state/runs-store.ts';

export interface RunProgress {
  /** Replications that are done, and how many there will be as far as can be told. */
  readonly finished: number;
  readonly wanted: number;
  /** 0..1 of the work. */
  readonly fraction: number;
  readonly eventsPerSecond: number;
  /** s; absent while too little is done to tell. */
  readonly secondsLeft?: number;
  /** Of what the precision is asked of, what is known worst. */
  readonly worst?: WorstKnown;
  /** s until the precision would be reached, where the run ends before that. */
  readonly secondsMissing?: number;
}

export interface WorstKnown {
  readonly stage: NodeId;
  readonly measure: PrecisionMeasure;
  /** Half width as a share of the mean. */
  readonly share: number;
}

/** Too early to tell the time that is left. */
const TOO_EARLY = 0.02;

/** `now` as performance.now(). Undefined before the plan is made. */
export function runProgress(run: SimulationRun, now: number): RunProgress | undefined {
  const { plan, result } = run;
  if (!plan) return undefined;
  const running = Object.values(run.progress ?? {});
  const finished = run.finished ?? 0;
  const worst = plan.precision === undefined || !result ? undefined : worstKnown(plan, result);
  const needed = replicationsNeeded(plan, result, worst);
  const most = Math.max(MOST_REPLICATIONS, plan.replications);
  const wanted = Math.max(Math.min(needed, most), finished);
  // Those that were done since the last summary still stand among the running ones.
  const partial = running
    .filter(({ replication }) => replication >= finished)
    .reduce((sum, { fraction }) => sum + fraction, 0);
  const fraction = Math.min(1, (finished + partial) / wanted);
  const seconds = Math.max(0, now - (run.startedAt ?? now)) / 1000;
  const events = Math.max(
    result?.events ?? 0,
    running.reduce((sum, one) => sum + one.events, 0),
  );
  return {
    finished,
    wanted,
    fraction,
    eventsPerSecond: seconds > 0 ? events / seconds : 0,
    ...(fraction > TOO_EARLY && { secondsLeft: (seconds * (1 - fraction)) / fraction }),
    ...(worst && { worst }),
    ...(needed > most &&
      fraction > TOO_EARLY && { secondsMissing: seconds * (needed / (fraction * wanted) - 1) }),
  };
}

/** What became of a run that was stopped; nothing of others. */
export function stoppedText({
  status,
  result,
}: Pick<SimulationRun, 'status' | 'result'>): string | undefined {
  if (status !== 'cancelled') return undefined;
  return result
    ? `Stopped after ${result.replications} replications; the intervals are from these.`
    : 'Stopped before two replications had ended: there are no numbers yet. A shorter length ends sooner.';
}

/** A half width shrinks with the root of the number of replications. */
function replicationsNeeded(
  { replications, precision }: SimulationPlan,
  result?: SimulationResult,
  worst?: WorstKnown,
): number {
  if (!result || !worst || precision === undefined) return replications;
  return Math.max(replications, Math.ceil(result.replications * (worst.share / precision) ** 2));
}

/** Nothing when all are known exactly, as what does not vary is. */
function worstKnown(
  { precisionMeasures = ['meanOccupancy'] }: Pick<SimulationPlan, 'precisionMeasures'>,
  { stages }: Pick<SimulationResult, 'stages'>,
): WorstKnown | undefined {
  let worst: WorstKnown | undefined;
  for (const [stage, estimates] of Object.entries(stages)) {
    for (const measure of precisionMeasures) {
      const { mean, halfWidth } = estimates[measure] ?? { mean: 0, halfWidth: 0 };
      const share = halfWidth > 0 ? halfWidth / Math.abs(mean) : 0;
      if (share > (worst?.share ?? 0)) worst = { stage, measure, share };
    }
  }
  return worst;
}
