/** The bar of a running simulation, and what became of a stopped one. */
import { useEffect, useState } from 'react';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import { useScenario } from '../../state/document-store.ts';
import type { SimulationRun } from '../../state/runs-store.ts';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { measureNamed } from '../results/measures.ts';
import { nodeTitle } from '../results/node-title.ts';
import { type RunProgress, runProgress, stoppedText, type WorstKnown } from './run-progress.ts';

const REFRESH_MS = 250;

export function SimulationProgress({ run }: { readonly run: SimulationRun }) {
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

function detailOf({ plan, asked = [] }: SimulationRun, progress: RunProgress, scenario: Scenario): string {
  const { finished, wanted, worst, eventsPerSecond, secondsLeft, secondsMissing } = progress;
  const speed = eventsPerSecond > 0 && formatQuantity(eventsPerSecond, 'rate', { unit: 'events' });
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
            `± ${percent(worst.share)} of ± ${percent(plan!.precision!)} wanted: ${nameOf(worst, scenario)}`,
          speed,
          secondsLeft !== undefined && `about ${timeText(secondsLeft)} left`,
          secondsMissing !== undefined &&
            `ends there: ± ${percent(plan!.precision!)} would take about ${timeText(secondsMissing)}`,
        ];
  return parts.filter(Boolean).join(', ');
}

const namesOf = (ids: readonly NodeId[], scenario: Scenario): string =>
  ids.map((id) => nodeTitle(scenario, id)).join(' and ');

const nameOf = ({ stage, measure }: WorstKnown, scenario: Scenario): string =>
  `${measureNamed(measure)!.label} of ${nodeTitle(scenario, stage)}`;

/** Of the clock on the wall: 45 s, 12 min, 3.5 h. */
function timeText(seconds: number): string {
  if (seconds < 120) return `${Math.ceil(seconds)} s`;
  if (seconds < 7200) return `${Math.ceil(seconds / 60)} min`;
  return `${Number((seconds / 3600).toPrecision(2))} h`;
}

const percent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`;

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
