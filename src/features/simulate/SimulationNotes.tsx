/** What stands over everything that a simulation gave: how it goes, that it is older than the drawing, why there is none. */

import { useEffect, useState } from 'react';
import { measureLabel } from '../../../core/measures/measure-rows.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import { formatNumber, formatPercent, formatQuantity } from '../../../core/quantities/quantity.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import {
  MOST_REPLICATIONS,
  type SimulationPlan,
  type SimulationResult,
} from '../../../workers/simulate/contract.ts';
import type { PrecisionMeasure } from '../../../workers/solve/exact-part/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { PlayIcon } from '../../ui/widgets/icons.tsx';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { Refused } from '../../ui/widgets/Refused.tsx';
import type { ShownSimulation } from '../results/answers.ts';
import { nodeTitle } from '../results/node-title.ts';
import { type SimulationRun, startSimulation } from './simulating.ts';

export function SimulationNotes({ run }: Pick<ShownSimulation, 'run'>) {
  return (
    <>
      <SimulationProgress run={run} />
      {run.status === 'failed' && <Refused says={refusalText(run.failure)} />}
      {run.incidents.map((incident) => (
        <Refused key={incident} says={incident} mark="⚠" />
      ))}
    </>
  );
}

/** A view that lives on a simulation, before there is one. */
export function NotSimulated({ run, what }: Pick<ShownSimulation, 'run'> & { readonly what: string }) {
  if (run.status === 'running')
    return <EmptyState title="Simulating">{what} appear after two replications.</EmptyState>;
  return (
    <EmptyState
      title="Not simulated yet"
      action={
        <Button variant="primary" icon={<PlayIcon />} onClick={() => void startSimulation()}>
          Simulate
        </Button>
      }
    >
      {what} come from a simulation.
    </EmptyState>
  );
}

/** The bar of a running simulation, and what became of a stopped one. */

const REFRESH_MS = 250;

function SimulationProgress({ run }: { readonly run: SimulationRun }) {
  const scenario = useScenario();
  const running = run.status === 'running';
  const now = useClock(running);
  if (!running) {
    const stopped = stoppedText(run);
    return stopped === undefined ? null : <p className="panel__stale">{stopped}</p>;
  }
  const progress = runProgress(run, now);
  if (!progress) return <ProgressBar label="Simulating" detail="a short run to choose its length" />;
  return (
    <ProgressBar label="Simulating" fraction={progress.fraction} detail={detailOf(run, progress, scenario)} />
  );
}

function detailOf({ progress: soFar }: SimulationRun, progress: RunProgress, scenario: Scenario): string {
  const { finished, wanted, worst, eventsPerSecond, secondsLeft, secondsMissing, isEndless } = progress;
  const speed = eventsPerSecond > 0 && formatQuantity(eventsPerSecond, 'rate', { unit: 'events' });
  const { plan, asked = [] } = soFar ?? {};
  const open = plan?.precision !== undefined;
  // What it will take shows when the chain has answered.
  const parts =
    asked.length > 0
      ? [
          `${finished} replications`,
          speed,
          `solving the exact chain of ${namesOf(asked, scenario)} beside them`,
        ]
      : [
          `${finished} of ${open ? 'about ' : ''}${wanted} replications`,
          worst &&
            `± ${formatPercent(worst.share, 2)} of ± ${formatPercent(plan!.precision!, 2)} wanted: ${nameOf(worst, scenario)}`,
          speed,
          secondsLeft !== undefined && `about ${timeText(secondsLeft)} left`,
          isEndless && `ends there: no number of replications gives ± ${formatPercent(plan!.precision!, 2)}`,
          secondsMissing !== undefined &&
            `ends there: ± ${formatPercent(plan!.precision!, 2)} would take about ${timeText(secondsMissing)}`,
        ];
  return parts.filter(Boolean).join(', ');
}

const namesOf = (ids: readonly NodeId[], scenario: Scenario): string =>
  ids.map((id) => nodeTitle(scenario, id)).join(' and ');

const nameOf = ({ stage, measure }: WorstKnown, scenario: Scenario): string =>
  `${measureLabel(measure)} of ${nodeTitle(scenario, stage)}`;

/** Wall-clock time: 45 s, 12 min, 3.5 h. */
function timeText(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s`;
  if (seconds < 7200) return `${Math.ceil(seconds / 60)} min`;
  return `${formatNumber(seconds / 3600, 2)} h`;
}

/** performance.now(), four times a second while it is wanted. */
function useClock(wanted: boolean): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!wanted) return;
    const timer = setInterval(() => setNow(performance.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, [wanted]);
  return now;
}

/** How far a simulation is, how fast it goes, and how long it will take. */

interface RunProgress {
  /** Replications that are done, and how many there will be as far as can be told. */
  readonly finished: number;
  readonly wanted: number;
  /** 0..1 of the work. */
  readonly fraction: number;
  readonly eventsPerSecond: number;
  /** s; absent while too little is done to tell. */
  readonly secondsLeft?: number;
  /** The least well known of the measures that the precision is asked for. */
  readonly worst?: WorstKnown;
  /** Where none of what is missing will ever be known so well. */
  readonly isEndless?: true;
  /** s until the precision would be reached, where the run ends before that. */
  readonly secondsMissing?: number;
}

interface WorstKnown {
  readonly stage: NodeId;
  readonly measure: PrecisionMeasure;
  /** Half width as a share of the mean. */
  readonly share: number;
}

/** Too early to tell the time that is left. */
const TOO_EARLY = 0.02;

/** `now` as performance.now(). Undefined before the plan is made. */
export function runProgress(run: SimulationRun, now: number): RunProgress | undefined {
  const { answer: result } = run;
  if (run.status !== 'running' || !run.progress?.plan) return undefined;
  const { plan, finished } = run.progress;
  const running = Object.values(run.progress.replications);
  const worst = plan.precision === undefined || !result ? undefined : worstKnown(plan, result);
  const needed = replicationsNeeded(plan, result, worst);
  const most = Math.max(MOST_REPLICATIONS, plan.replications);
  const missed = result?.verdicts.find((verdict) => verdict.code === 'precision-missed')?.facts;
  const isEndless = missed !== undefined && missed.needed === undefined;
  const wanted = Math.max(Math.min(needed, most), finished);
  // Those that were done since the last summary still stand among the running ones.
  const partial = running
    .filter(({ replication }) => replication >= finished)
    .reduce((sum, { fraction }) => sum + fraction, 0);
  const fraction = Math.min(1, (finished + partial) / wanted);
  const seconds = Math.max(0, now - run.startedAt) / 1000;
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
    ...(isEndless && { isEndless }),
    ...(needed > most &&
      !isEndless &&
      fraction > TOO_EARLY && { secondsMissing: seconds * (needed / (fraction * wanted) - 1) }),
  };
}

/** What became of a run that was stopped; nothing of others. */
export function stoppedText({
  status,
  answer: result,
}: Pick<SimulationRun, 'status' | 'answer'>): string | undefined {
  if (status !== 'stopped') return undefined;
  return result
    ? `Stopped after ${ofPlanned(result)} replications; the intervals are from these.`
    : 'Stopped: a confidence interval needs at least two replications. A shorter run ends sooner.';
}

/** Replications, `25 of 200`; of a run that goes on until a precision is reached, about how many that takes. */
export function ofPlanned(result: SimulationResult): string {
  const { plan, replications } = result;
  const needed = replicationsNeeded(
    plan,
    result,
    plan.precision === undefined ? undefined : worstKnown(plan, result),
  );
  const wanted = Math.max(Math.min(needed, Math.max(MOST_REPLICATIONS, plan.replications)), replications);
  return `${replications} of ${plan.precision === undefined ? '' : 'about '}${wanted}`;
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
