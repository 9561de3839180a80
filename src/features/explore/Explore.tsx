/** Explores the design space of the open scenario. */
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { findParameter } from '../../../core/study/parameters.ts';
import type { Study } from '../../../core/study/study.ts';
import { useDocument, useScenario } from '../../state/document-store.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { CompareView } from './CompareView.tsx';
import { DepthsView } from './DepthsView.tsx';
import { type ExploreTask, setExploreView, useExplore } from './explore-store.ts';
import { followScenario } from './exploring.ts';
import { GoalView } from './GoalView.tsx';
import { GrowthView } from './GrowthView.tsx';
import { MappingView } from './MappingView.tsx';
import { PointsView } from './PointsView.tsx';
import { pointCount } from './point-count.ts';
import { StudyEditor } from './StudyEditor.tsx';
import { showHidden } from './show-all.ts';
import './explore.css';

const TASKS: readonly { readonly value: ExploreTask; readonly label: string; readonly hint: string }[] = [
  { value: 'points', label: 'Sweep', hint: 'Vary inputs over ranges: charts of all designs' },
  { value: 'goal', label: 'Optimise', hint: 'The smallest or largest value that meets a requirement' },
  {
    value: 'growth',
    label: 'Bottlenecks',
    hint: 'The next bottlenecks as the load grows, and what relieves them',
  },
  {
    value: 'depths',
    label: 'FIFO depths',
    hint: 'Depths of all FIFOs, or capacities of all stages, against throughput',
  },
  { value: 'mapping', label: 'Mapping', hint: 'Stages on platforms' },
  { value: 'compare', label: 'Baselines', hint: 'Against pinned designs' },
];

const VIEWS: Readonly<Record<ExploreTask, (props: { readonly study: Study }) => ReactNode>> = {
  points: (props) => <PointsView {...props} />,
  goal: (props) => <GoalView {...props} />,
  growth: (props) => <GrowthView {...props} />,
  depths: () => <DepthsView />,
  mapping: (props) => <MappingView {...props} />,
  compare: (props) => <CompareView {...props} />,
};

export default function Explore() {
  const id = useDocument((document) => document.id);
  const scenario = useScenario();
  const study = useExplore((state) => state.study);
  const task = useExplore((state) => state.view.task);
  useEffect(() => {
    if (id !== undefined) void followScenario(id, scenario);
  }, [id, scenario]);
  useEffect(() => {
    const soon = requestAnimationFrame(showHidden);
    return () => cancelAnimationFrame(soon);
  }, []);
  if (!study) return <div className="panel panel__note">Choosing what to vary…</div>;
  return (
    <div className="panel explore">
      {task !== 'depths' && <StudyForm study={study} />}
      <section className="explore-answers" aria-label="Exploration">
        <ChoiceField
          label="Question"
          as="segments"
          value={task}
          choices={TASKS}
          onChange={(next) => setExploreView({ task: next })}
        />
        {VIEWS[task]({ study })}
      </section>
    </div>
  );
}

/** The study beside its answers; where there is no width for that, one line above them that opens. */
function StudyForm({ study }: { readonly study: Study }) {
  const { faults, count } = useExplore();
  if (!useNarrow()) return <StudyEditor study={study} />;
  const [fault] = faults;
  const words = [variedWords(study), ...(count === undefined ? [] : [pointCount(count)])].join(', ');
  return (
    <Disclosure
      title="Study"
      remember="explore-study"
      defaultOpen={false}
      summary={fault === undefined ? words : <span className="explore-fault">✕ {fault}</span>}
    >
      <StudyEditor study={study} />
    </Disclosure>
  );
}

function variedWords({ scenario, vary }: Study): string {
  if (vary.length === 0) return 'nothing varied';
  return vary
    .map(({ path }) => {
      const found = findParameter(scenario, path);
      return found.ok ? found.value.parameter.words : path;
    })
    .join(' × ');
}

/** Whether the study stands above its answers, for want of width: as in explore.css. */

const NARROW = '(max-width: 1000px)';

const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);

function subscribe(changed: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
