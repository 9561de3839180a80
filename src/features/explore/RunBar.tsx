/** How far the points are, how fast, and what can be done about it. */
import { useMemo } from 'react';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { STATUS_WORDS } from '../../../workers/explore/explore-words.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { PlayIcon, StopIcon } from '../../ui/widgets/icons.tsx';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { type ExploredPoints, madeCount } from './explore-points.ts';
import { pointsRun } from './explore-run.ts';
import { useExplore } from './explore-store.ts';
import { pauseExploring, setStudy, startExploring } from './exploring.ts';
import { mayTryAgain } from './may-try-again.ts';
import { pointCount } from './point-count.ts';
import { statusCounts } from './point-spread.ts';

export function RunBar() {
  const { study, points, faults, revision, paused } = useExplore();
  const run = pointsRun.use();
  const { status, answer, failure, incidents } = run;
  // biome-ignore lint/correctness/useExhaustiveDependencies: points are filled in place
  const refusals = useMemo(() => points && refusalsOf(points), [points, revision]);
  const total = points?.table.points ?? 0;
  const made = points ? madeCount(points) : 0;
  const rate = answer?.rate;
  if (!points && status !== 'running')
    return (
      <div className="explore-run panel__note">
        {status === 'failed' ? failure : 'Getting ready…'}
        {mayTryAgain(run) && (
          <Button size="small" onClick={() => study && void setStudy(study)}>
            Try again
          </Button>
        )}
      </div>
    );
  return (
    <div className="explore-run">
      {status === 'running' ? (
        <>
          <ProgressBar
            label={paused ? 'Paused' : 'Exploring'}
            fraction={total === 0 ? 0 : made / total}
            detail={detailOf(made, total, rate)}
          />
          <Button size="small" onClick={paused ? () => void startExploring() : pauseExploring}>
            {paused ? 'Resume' : 'Pause'}
          </Button>
          <Button size="small" icon={<StopIcon />} onClick={pointsRun.stop}>
            Cancel
          </Button>
        </>
      ) : (
        <>
          <span className="explore-run__words" role="status">
            {made === total && total > 0
              ? `${pointCount(total)}${rate === undefined ? ', from an earlier run' : `, ${formatQuantity(rate, 'number')} a second`}`
              : `${made.toLocaleString('en')} of ${pointCount(total)}`}
          </span>
          {made < total && (
            <Button
              size="small"
              variant="primary"
              icon={<PlayIcon />}
              disabled={faults.length > 0}
              onClick={() => void startExploring()}
            >
              {made > 0 ? 'Resume' : 'Explore'}
            </Button>
          )}
        </>
      )}
      {refusals && <span className={`explore-run__refusals ${refusals.tone}`}>{refusals.words}</span>}
      {status === 'failed' && <span className="explore-fault">✕ {failure}</span>}
      {incidents.length > 0 && <span className="panel__note">{incidents.at(-1)}</span>}
    </div>
  );
}

const SAID = [
  ['unstable', 'without a steady state'],
  ['invalid', STATUS_WORDS.invalid],
  ['noAnswer', STATUS_WORDS.noAnswer],
] as const;

/** How many points have no answer, and why the first of them; undefined where all have one. */
function refusalsOf(points: ExploredPoints) {
  const counts = statusCounts(points);
  const words = SAID.filter(([status]) => counts[status] > 0).map(
    ([status, said]) => `${counts[status].toLocaleString('en')} ${said}`,
  );
  if (words.length === 0) return undefined;
  const [first] = points.reasons.values();
  const none = counts.answer === 0;
  const such = first === undefined ? '' : `; the first: ${first}`;
  return {
    words: `✕ ${none ? 'No design has a solution: ' : ''}${words.join(', ')}${such}`,
    tone: none ? 'explore-fault' : 'panel__note',
  };
}

function detailOf(made: number, total: number, rate: number | undefined): string {
  const count = `${made.toLocaleString('en')} of ${total.toLocaleString('en')}`;
  if (rate === undefined || rate <= 0) return count;
  const left = formatQuantity((total - made) / rate, 'time', { digits: 2 });
  return `${count}, ${formatQuantity(rate, 'number')}/s, ${left} left`;
}
