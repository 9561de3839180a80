/** The bar of a running simulation, and what became of a stopped one. */
import { useEffect, useState } from 'react';
import { formatQuantity } from '../../model/quantity.ts';
import type { SimulationRun } from '../../state/runs-store.ts';
import { ProgressBar } from '../../widgets/ProgressBar.tsx';
import { type RunProgress, runProgress } from './run-progress.ts';

const REFRESH_MS = 250;

export function SimulationProgress({ run }: { readonly run: SimulationRun }) {
  const running = run.status === 'running';
  const now = useClock(running);
  if (!running) {
    return run.status === 'cancelled' && run.result ? (
      <p className="panel__stale">
        Stopped after {run.result.replications} replications; the intervals are from these.
      </p>
    ) : null;
  }
  const progress = runProgress(run, now);
  if (!progress) return <ProgressBar label="Simulating" detail="a short run to choose its length" />;
  return <ProgressBar label="Simulating" fraction={progress.fraction} detail={detailOf(run, progress)} />;
}

function detailOf({ plan }: SimulationRun, progress: RunProgress): string {
  const { finished, wanted, reached, eventsPerSecond, secondsLeft } = progress;
  const open = plan?.precision !== undefined;
  return [
    `${finished} of ${open ? 'about ' : ''}${wanted} replications`,
    reached !== undefined && `± ${percent(reached)} of ± ${percent(plan!.precision!)} wanted`,
    eventsPerSecond > 0 && formatQuantity(eventsPerSecond, 'rate', { unit: 'events' }),
    secondsLeft !== undefined && `about ${Math.ceil(secondsLeft)} s left`,
  ]
    .filter(Boolean)
    .join(', ');
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
