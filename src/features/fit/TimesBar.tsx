/** Where the times come from: a queue that was measured, an example, or numbers of one's own. */

import { useState } from 'react';
import { type ArrivalDistribution, distributionMean } from '../../../core/distributions/index.ts';
import { TRACE_TEXT } from '../../../core/distributions/trace.ts';
import { isSource, isStage, type Scenario } from '../../../core/scenario/scenario.ts';
import { useScenario } from '../../state/document-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { PlayIcon } from '../../ui/widgets/icons.tsx';
import { Menu } from '../../ui/widgets/Menu.tsx';
import { TextArea } from '../../ui/widgets/TextArea.tsx';
import { selectShown, useMeasured } from '../measure/measured-store.ts';
import { chooseTimes, type Times, type TimesRole, useFits } from './fit-store.ts';
import { takeTimes } from './open-times.ts';
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

/** Times with a distribution that is known, to see what a fit makes of them: as long as those of the scenario. */

interface ExampleTimes {
  readonly name: string;
  readonly role: TimesRole;
  readonly distribution: ArrivalDistribution;
}

const SOME_TIME = 1e-3;

function exampleTimes({ nodes }: Scenario): readonly ExampleTimes[] {
  const service = usable(nodes.find(isStage)?.service);
  const arrivals = usable(nodes.find(isSource)?.interarrival);
  return [
    {
      name: 'lognormal service times',
      role: 'service',
      distribution: { distribution: 'lognormal', mean: service, scv: 1.5 },
    },
    {
      ...{ name: 'steady service times, Erlang of four phases', role: 'service' },
      distribution: { distribution: 'erlang', mean: service, shape: 4 },
    },
    {
      ...{ name: 'short and long service times mixed', role: 'service' },
      distribution: { distribution: 'hyperexponential', mean: service, scv: 5 },
    },
    {
      ...{ name: 'arrivals in bursts', role: 'arrivals' },
      distribution: bursts(arrivals),
    },
  ];
}

/** A fifth of the time four times as many as on average, else a quarter: 0.2 * 4 + 0.8 / 4 = 1. */
const bursts = (mean: number): ArrivalDistribution => ({
  ...{ distribution: 'onOff', peakRate: 4 / mean, idleRate: 0.25 / mean },
  ...{ meanOnTime: 10 * mean, meanOffTime: 40 * mean },
});

function usable(distribution: ArrivalDistribution | undefined): number {
  const mean = distribution ? distributionMean(distribution) : SOME_TIME;
  return mean > 0 && mean < Number.POSITIVE_INFINITY ? mean : SOME_TIME;
}

/** Times that are typed or pasted. */

const UNITS = [
  { value: 's', label: 's' },
  { value: 'ms', label: 'ms' },
  { value: 'us', label: 'µs' },
  { value: 'ns', label: 'ns' },
] as const;
type Unit = (typeof UNITS)[number]['value'];
const SECONDS: Readonly<Record<Unit, number>> = { s: 1, ms: 1e-3, us: 1e-6, ns: 1e-9 };

function NumbersForm() {
  const [trace, setTrace] = useState({ distribution: 'trace' as const, values: [] as readonly number[] });
  const [unit, setUnit] = useState<Unit>('ms');
  const { values } = trace;
  return (
    <form
      className="fits__numbers"
      aria-label="Numbers of your own"
      onSubmit={(event) => {
        event.preventDefault();
        takeTimes(values.map((value) => value * SECONDS[unit]));
      }}
    >
      <TextArea
        label="Times"
        value={trace}
        rows={4}
        monospace
        placeholder={'12.1\n9.7\n15.0'}
        format={TRACE_TEXT.format}
        parse={TRACE_TEXT.parse}
        onChange={setTrace}
      />
      <div className="fits__put">
        <ChoiceField label="Unit" as="segments" value={unit} choices={UNITS} onChange={setUnit} />
        <Button type="submit" disabled={values.length === 0}>
          {values.length === 0 ? 'Fit' : `Fit ${values.length.toLocaleString('en')} times`}
        </Button>
      </div>
    </form>
  );
}
