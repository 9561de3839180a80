/** Explores the design space of the open scenario. */
import { type ReactNode, useEffect } from 'react';
import type { Study } from '../../../core/study/study.ts';
import { useDocument, useScenario } from '../../state/document-store.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { CompareView } from './CompareView.tsx';
import { type ExploreTask, setExploreView, useExplore } from './explore-store.ts';
import { followScenario } from './exploring.ts';
import { GoalView } from './GoalView.tsx';
import { GrowthView } from './GrowthView.tsx';
import { MappingView } from './MappingView.tsx';
import { PointsView } from './PointsView.tsx';
import { StudyForm } from './StudyForm.tsx';
import { showHidden } from './show-all.ts';
import './explore.css';

const TASKS: readonly { readonly value: ExploreTask; readonly label: string; readonly hint: string }[] = [
  { value: 'points', label: 'Points', hint: 'What every design of the study would do' },
  { value: 'goal', label: 'Goal', hint: 'The least or the most that will do' },
  { value: 'growth', label: 'Ladder', hint: 'What saturates next, and what helps' },
  { value: 'mapping', label: 'Mapping', hint: 'Stages on platforms' },
  { value: 'compare', label: 'Compare', hint: 'Against pinned baselines' },
];

const VIEWS: Readonly<Record<ExploreTask, (props: { readonly study: Study }) => ReactNode>> = {
  points: (props) => <PointsView {...props} />,
  goal: (props) => <GoalView {...props} />,
  growth: (props) => <GrowthView {...props} />,
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
      <StudyForm study={study} />
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
