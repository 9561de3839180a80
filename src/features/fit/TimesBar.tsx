/** Where the times come from: a queue that was measured, an example, or numbers of one's own. */
import { useScenario } from '../../state/document-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { PlayIcon } from '../../ui/widgets/icons.tsx';
import { Menu } from '../../ui/widgets/Menu.tsx';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { exampleTimes } from './example-times.ts';
import { chooseTimes, type Times, useFits } from './fit-store.ts';
import { NumbersForm } from './NumbersForm.tsx';
import { queuesWithTimes, timesOf } from './times.ts';

export function TimesBar({ times }: { readonly times: Times }) {
  const choice = useFits((fits) => fits.times);
  return (
    <div className="fits__source">
      <MeasuredTimes />
      <ExampleButton />
      {choice.kind !== 'measured' && (
        <p className="panel__note">
          Fitted to: <strong>{times.title}</strong>
        </p>
      )}
      <Disclosure title="Numbers of your own" remember="fits-numbers" defaultOpen={false}>
        <NumbersForm />
      </Disclosure>
    </div>
  );
}

export function NoTimes() {
  return (
    <EmptyState
      title="Which distribution do your times follow?"
      action={
        <div className="fits__start">
          <ExampleButton />
          <NumbersForm />
        </div>
      }
    >
      Drop a measurement with histograms or a trace here, or a file with one time in s on each line; paste
      times below, or see how it works on times whose distribution is known.
    </EmptyState>
  );
}

/** Queue and quantity of the measurement that is looked at; nothing where it has no times. */
function MeasuredTimes() {
  const choice = useFits((fits) => fits.times);
  const reduced = useMeasured(selectShown);
  const queues = reduced ? queuesWithTimes(reduced) : [];
  if (queues.length === 0) return null;
  const chosen = choice.kind === 'measured' ? choice : undefined;
  const queue = queues.find(({ id }) => id === chosen?.queue) ?? queues[0]!;
  const options = timesOf(queue);
  const of = options.find(({ value }) => value === chosen?.of) ?? options[0]!;
  return (
    <>
      <ChoiceField
        label="Queue"
        as="list"
        placeholder={reduced!.name}
        value={chosen && queue.id}
        choices={queues.map(({ id, name, dest }) => ({
          value: id,
          label: name ?? id,
          ...(dest !== undefined && { hint: `feeds ${dest}` }),
        }))}
        onChange={(id) => chooseTimes({ kind: 'measured', queue: id, of: of.value })}
      />
      <ChoiceField
        label="Times"
        as="list"
        placeholder="choose"
        value={chosen && of.value}
        choices={options.map(({ value, label, hint }) => ({ value, label, ...(hint && { hint }) }))}
        onChange={(value) => chooseTimes({ kind: 'measured', queue: queue.id, of: value })}
      />
    </>
  );
}

/** Each draws other times. */
let drawn = 0;

function ExampleButton() {
  const scenario = useScenario();
  return (
    <Menu
      entries={exampleTimes(scenario).map((example) => ({
        label: example.name,
        onSelect: () => {
          drawn += 1;
          chooseTimes({ kind: 'example', ...example, seed: drawn });
        },
      }))}
      trigger={<Button icon={<PlayIcon />}>Generate an example</Button>}
    />
  );
}
