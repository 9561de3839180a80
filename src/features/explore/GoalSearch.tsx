/** How far the search for a goal is: designs answered, the one that is tried, and for how long. */
import { useEffect, useState } from 'react';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { useExplore } from './explore-store.ts';
import { designText } from './GoalAnswerView.tsx';

/** ms. */
const SECOND = 1000;

export function GoalSearch({ scenario, since }: { readonly scenario: Scenario; readonly since: number }) {
  const progress = useExplore((state) => state.goalProgress);
  const seconds = useSecondsFrom(since);
  const words = [
    ...(progress ? [`${progress.looks.toLocaleString('en')} designs answered`] : []),
    formatQuantity(seconds, 'time', { digits: 2 }),
  ];
  return (
    <section className="explore-run" aria-label="Search">
      <ProgressBar label="Searching" detail={words.join(', ')} />
      {progress && (
        <span className="panel__note goal-tried">
          Trying <code>{designText(scenario, progress.design)}</code>
        </span>
      )}
    </section>
  );
}

/** Whole seconds since then. */
function useSecondsFrom(since: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), SECOND);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now - since) / SECOND));
}
