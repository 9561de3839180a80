/** How far a simulation is, how fast it goes, and how long it will take. */
import type { SimulationPlan, SimulationResult } from '../../../workers/contract/simulating.ts';
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
  /** Widest half width of what the precision is asked of, as a share of its mean. */
  readonly reached?: number;
}

/** Too early to tell the time that is left. */
const TOO_EARLY = 0.02;

/** `now` as performance.now(). Undefined before the plan is made. */
export function runProgress(run: SimulationRun, now: number): RunProgress | undefined {
  const { plan, result } = run;
  if (!plan) return undefined;
  const running = Object.values(run.progress ?? {});
  const finished = run.finished ?? 0;
  const reached = plan.precision === undefined || !result ? undefined : widestShare(plan, result);
  const wanted = Math.max(replicationsExpected(plan, result, reached), finished);
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
    ...(reached !== undefined && { reached }),
  };
}

/** A half width shrinks with the root of the number of replications. */
function replicationsExpected(plan: SimulationPlan, result?: SimulationResult, reached?: number): number {
  if (!result || reached === undefined || plan.precision === undefined) return plan.replications;
  return Math.max(plan.replications, Math.ceil(result.replications * (reached / plan.precision) ** 2));
}

export function widestShare(
  { precisionMeasures = ['meanOccupancy'] }: Pick<SimulationPlan, 'precisionMeasures'>,
  { stages }: Pick<SimulationResult, 'stages'>,
): number {
  const shares = Object.values(stages).flatMap((stage) =>
    precisionMeasures.map((measure) => {
      const estimate = stage[measure];
      return estimate && estimate.halfWidth > 0 ? estimate.halfWidth / Math.abs(estimate.mean) : 0;
    }),
  );
  return shares.reduce((widest, share) => Math.max(widest, share), 0);
}
