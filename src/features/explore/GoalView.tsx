/** Asks for the least or the most that meets constraints, and shows the answer with what proves it. */
import { useEffect } from 'react';
import { goalLine, readGoal } from '../../../core/study/goal-words.ts';
import type { Study } from '../../../core/study/study.ts';
import { useRuns } from '../../state/runs-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { StopIcon } from '../../ui/widgets/icons.tsx';
import { askGoal, keyOf, stopAsking } from './explore-asking.ts';
import { setGoalText, useExplore } from './explore-store.ts';
import { keepGoal } from './exploring.ts';
import { FaultLines } from './FaultLines.tsx';
import { GoalAnswerView } from './GoalAnswerView.tsx';
import { GoalField } from './GoalField.tsx';
import { GoalForm } from './GoalForm.tsx';
import { GoalSearch } from './GoalSearch.tsx';
import { firstForm, goalText } from './goal-form.ts';
import { goalSuggestions } from './goal-suggestions.ts';
import './goal.css';

export function GoalView({ study }: { readonly study: Study }) {
  const text = useExplore((state) => state.goalText);
  const asked = useExplore((state) => state.goal);
  const solved = useRuns(({ solve }) => solve.answer?.network);
  const stage = solved?.ladder?.[0]?.stage;
  const { scenario, costs, goals } = study;
  useEffect(() => {
    if (text !== '') return;
    setGoalText(goals?.[0] ? goalLine(goals[0]) : goalText(firstForm(scenario, stage)));
  }, [text, scenario, stage, goals]);
  const goal = readGoal(scenario, text);
  const ask = (): void => {
    if (!goal.ok) return;
    keepGoal(goal.value);
    void askGoal(study, goal.value);
  };
  const line = goal.ok ? goalLine(goal.value) : text;
  const isOld = asked?.status === 'done' && (!goal.ok || asked.key !== keyOf(study, goal.value));
  return (
    <>
      <div className="explore-line explore-line--goal">
        <GoalField
          scenario={scenario}
          value={text}
          error={goal.ok || text === '' ? undefined : goal.error}
          onChange={setGoalText}
          onAsk={ask}
        />
        <Button variant="primary" disabled={!goal.ok} onClick={ask}>
          Find
        </Button>
        {asked?.status === 'running' && (
          <Button icon={<StopIcon />} onClick={stopAsking}>
            Stop
          </Button>
        )}
      </div>
      {goal.ok && line !== text.trim() && (
        <p className="panel__note goal-read">
          Read as <code>{line}</code>
        </p>
      )}
      <ul className="goal-suggestions" aria-label="Such as">
        {goalSuggestions(scenario, { stage, meanSojournTime: solved?.meanSojournTime, costs }).map((each) => (
          <li key={each}>
            <Button size="small" onClick={() => setGoalText(each)}>
              {each}
            </Button>
          </li>
        ))}
      </ul>
      <Disclosure title="As a form" remember="explore-goal-form" defaultOpen={false}>
        <GoalForm scenario={scenario} text={line} stage={stage} onChange={setGoalText} />
      </Disclosure>
      {asked?.status === 'running' && <GoalSearch scenario={scenario} since={asked.since} />}
      {asked?.faults && <FaultLines faults={asked.faults} />}
      {asked?.answer && (
        <>
          {isOld && (
            <p className="panel__note">◌ This answers an earlier question; Find answers what stands above.</p>
          )}
          <GoalAnswerView name={study.name} scenario={scenario} answer={asked.answer} />
        </>
      )}
    </>
  );
}
