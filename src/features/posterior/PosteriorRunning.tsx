/** Chains that are under way: how far they are, and how they close in on each other. */

import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { type LiveRun, usePosterior } from './posterior-store.ts';
import { rHatText } from './posterior-text.ts';
import { TraceChart } from './TraceChart.tsx';
import { liveChains } from './trace-rows.ts';

export function PosteriorRunning() {
  const live = usePosterior(({ run }) => run.live);
  const until = usePosterior(({ settings }) => settings.until);
  return (
    <>
      <div className="estimate__waiting">
        <ProgressBar
          label={live ? 'Sampling' : 'Looking for starts that the observations allow'}
          {...(live && live.sweeps > 0 && { fraction: live.sweep / live.sweeps })}
          {...(live && { detail: detailOf(live, until === 'agree') })}
        />
      </div>
      {live && (
        <TraceChart
          drawn={liveChains(live)}
          history={live.history}
          worst={live.queueIds}
          end={Math.max(1, ...live.chains.map(({ sweeps }) => sweeps.at(-1) ?? 0))}
        />
      )}
    </>
  );
}

function detailOf({ sweep, sweeps, history, started }: LiveRun, mayEndEarlier: boolean): string {
  const worst = history.at(-1);
  const rate = sweep / ((performance.now() - started) / 1000);
  return [
    `sweep ${sweep.toLocaleString('en')} of ${mayEndEarlier ? 'at most ' : ''}${sweeps.toLocaleString('en')}`,
    ...(rate > 0 ? [`${Math.round(rate).toLocaleString('en')} a second`] : []),
    ...(worst ? [`worst R-hat ${rHatText(worst.rHat)}`] : []),
  ].join(', ');
}
