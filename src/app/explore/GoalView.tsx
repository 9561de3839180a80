/** Asks for the least or the most that meets constraints, and shows the answer with what proves it. */
import { useEffect } from 'react';
import { parseGoal } from '../../model/goal-text.ts';
import { parametersOf } from '../../model/parameters.ts';
import type { Study } from '../../model/study.ts';
import { measuresOf } from '../../model/study-measures.ts';
import { askGoal, stopAsking } from '../../state/explore-asking.ts';
import { setGoalText, useExplore } from '../../state/explore-store.ts';
import { useRuns } from '../../state/runs-store.ts';
import { Button } from '../../widgets/Button.tsx';
import { ChoiceField } from '../../widgets/ChoiceField.tsx';
import { Disclosure } from '../../widgets/Disclosure.tsx';
import { StopIcon } from '../../widgets/icons.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import { FaultLines } from './FaultLines.tsx';
import { GoalAnswerView } from './GoalAnswerView.tsx';
import { GoalField } from './GoalField.tsx';
import { firstForm, formOf, type GoalForm, goalText } from './goal-form.ts';

export function GoalView({ study }: { readonly study: Study }) {
  const text = useExplore((state) => state.goalText);
  const asked = useExplore((state) => state.goal);
  const stage = useRuns(({ solve }) => solve.answer?.network.ladder?.[0]?.stage);
  const { scenario } = study;
  useEffect(() => {
    if (text === '') setGoalText(goalText(firstForm(scenario, stage)));
  }, [text, scenario, stage]);
  const goal = parseGoal(scenario, text);
  const ask = (): void => {
    if (goal.ok) void askGoal(study, goal.value);
  };
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
      <Disclosure title="As a form" remember="explore-goal-form" defaultOpen={false}>
        <Form scenario={scenario} text={text} stage={stage} />
      </Disclosure>
      {asked?.status === 'running' && <p className="panel__note">Searching…</p>}
      {asked?.faults && <FaultLines faults={asked.faults} />}
      {asked?.answer && <GoalAnswerView name={study.name} scenario={scenario} answer={asked.answer} />}
    </>
  );
}

interface FormProps {
  readonly scenario: Study['scenario'];
  readonly text: string;
  readonly stage: string | undefined;
}

const SIGNS = (['<=', '<', '>=', '>'] as const).map((value) => ({ value, label: value }));

function Form({ scenario, text, stage }: FormProps) {
  const read = formOf(text);
  const form = read ?? firstForm(scenario, stage);
  const set = (change: Partial<GoalForm>): void => setGoalText(goalText({ ...form, ...change }));
  const numbers = parametersOf(scenario).filter(({ kind }) => kind === 'number');
  return (
    <div className="explore-fields explore-fields--wide">
      <ChoiceField
        label="Find the"
        value={form.find}
        choices={[
          { value: 'least', label: 'least' },
          { value: 'largest', label: 'largest' },
        ]}
        onChange={(find) => set({ find })}
      />
      <ChoiceField
        label="Of"
        as="list"
        value={form.of}
        choices={numbers.map(({ path, words }) => ({ value: path, label: words }))}
        onChange={(of) => set({ of })}
      />
      <ChoiceField
        label="With"
        as="list"
        value={form.measure}
        choices={measuresOf(scenario).map(({ name, words }) => ({ value: name, label: words }))}
        onChange={(measure) => set({ measure })}
      />
      <ChoiceField label="Is" as="list" value={form.is} choices={SIGNS} onChange={(is) => set({ is })} />
      <TextField
        label="Bound"
        value={form.value}
        onChange={(value) => set({ value: value.replaceAll(' ', '') })}
      />
      <TextField label="At input, times" value={form.load} onChange={(load) => set({ load })} />
      {!read && (
        <p className="panel__note">The line above says more than this form; a choice here replaces it.</p>
      )}
    </div>
  );
}
