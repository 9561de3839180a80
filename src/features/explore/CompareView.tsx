/** The open scenario against pinned ones: measures side by side, differences with paired intervals. */

import { type ReactNode, useEffect } from 'react';
import type { Ranked } from '../../../core/measures/best-known.ts';
import { TRUST } from '../../../core/measures/trust.ts';
import { formatPercent } from '../../../core/quantities/quantity.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { MOST_BASELINES, type Study } from '../../../core/study/study.ts';
import type { ComparisonAnswer } from '../../../workers/explore/contract.ts';
import { quantityText, wordsOf } from '../../../workers/explore/explore-words.ts';
import { isStale } from '../../run/create-run.ts';
import { useDocument, useScenario } from '../../state/document-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { IconButton } from '../../ui/widgets/IconButton.tsx';
import { CloseIcon, PlusIcon } from '../../ui/widgets/icons.tsx';
import { useDifferences } from './difference-store.ts';
import { drawDifferences } from './differencing.ts';
import { comparisonKey, comparisonRun, faultsOf } from './explore-asking.ts';
import type { PinnedScenario } from './explore-library.ts';
import { pinScenario, setPins } from './explore-pins.ts';
import { useExplore } from './explore-store.ts';
import { FaultLines } from './FaultLines.tsx';
import { LastAnswer, WHILE_SEEKING } from './LastAnswer.tsx';

/** No baseline is called so: names are not empty. */
const NONE = '';

export function CompareView({ study }: { readonly study: Study }) {
  const scenario = useScenario();
  const variant = useDocument(({ history }) => history?.names.get(history.at));
  const { pins } = useExplore();
  const run = comparisonRun.use();
  const baselines = pins.map((pin) => pin.scenario);
  const question = { study, baselines, now: scenario };
  const key = comparisonKey(study, baselines, scenario);
  const isSimulated = study.answer?.by === 'simulate';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what the answer depends on
  useEffect(() => {
    if (pins.length > 0 && !isSimulated) void comparisonRun.follow(question);
  }, [key, isSimulated]);
  const isNew = run.key === key;
  const faults = faultsOf(run);
  const answers = isNew && !faults ? run.answer : undefined;
  const against = useDifferences((state) => state.against);
  return (
    <>
      <div className="explore-line">
        <Button
          icon={<PlusIcon />}
          disabled={pins.length >= MOST_BASELINES}
          onClick={() => void pinScenario(scenario, variant)}
        >
          Pin this scenario
        </Button>
        {pins.map((pin) => (
          <span key={pin.name} className="explore-pin">
            {pin.name}
            <IconButton
              label={`Unpin ${pin.name}`}
              size="small"
              icon={<CloseIcon size={12} />}
              onClick={() => setPins(pins.filter((each) => each !== pin))}
            />
          </span>
        ))}
        {isSimulated && pins.length > 0 && !isNew && (
          <Button variant="primary" onClick={() => void comparisonRun.ask(question)}>
            Simulate pairs
          </Button>
        )}
      </div>
      {pins.length > 0 && (
        <ChoiceField
          label="Differences on the graph"
          as="list"
          value={against ?? NONE}
          choices={[
            { value: NONE, label: 'not drawn' },
            ...pins.map(({ name }) => ({ value: name, label: `now − ${name}` })),
          ]}
          onChange={(name) => drawDifferences(name === NONE ? undefined : name)}
        />
      )}
      {pins.length === 0 && (
        <p className="panel__note">
          Pin the scenario, then change it: the differences appear here, measure by measure. Up to{' '}
          {MOST_BASELINES} stay pinned.
        </p>
      )}
      {run.status === 'running' && <p className="panel__note">Comparing…</p>}
      {faults && <FaultLines faults={faults} run={run} onAgain={() => void comparisonRun.ask(question)} />}
      {pins.length > 0 && answers?.length === pins.length && (
        <LastAnswer isOld={isStale(run, key)} note={WHILE_SEEKING}>
          <div className="panel__table">
            <DataTable
              caption="Now against the baselines"
              columns={columnsFor(scenario, pins, answers)}
              rows={study.measures}
              rowKey={(name) => name}
              fileName={`${study.name} comparison`}
            />
            <p className="panel__note">
              {isSimulated
                ? `Differences of ${answers[0]?.pairs ?? 0} pairs of replications with the same random numbers, ± half a 95 % interval.`
                : `Analytic; ${TRUST.approximate.shape} is approximate, and so is its difference. For intervals choose “simulated” under Sampling and method.`}
            </p>
          </div>
        </LastAnswer>
      )}
    </>
  );
}

function columnsFor(
  scenario: Scenario,
  pins: readonly PinnedScenario[],
  answers: readonly ComparisonAnswer[],
): readonly PageColumn<string>[] {
  const of = (answer: ComparisonAnswer | undefined, name: string) =>
    answer?.differences.find(({ measure }) => measure === name);
  const now = (name: string): number | undefined => of(answers[0], name)?.second;
  return [
    {
      ...{ id: 'measure', header: 'Measure', value: (name) => wordsOf(scenario, name) },
    },
    {
      ...{ id: 'now', header: 'Now', kind: 'number' },
      cell: (name) => marked(of(answers[0], name)?.known?.second, quantityText(scenario, name, now(name))),
      value: (name) => now(name),
    },
    ...pins.flatMap(({ name: pin }, i): PageColumn<string>[] => [
      {
        ...{ id: pin, header: pin, kind: 'number' },
        cell: (name) => {
          const { first, known } = of(answers[i], name) ?? {};
          return marked(known?.first, quantityText(scenario, name, first));
        },
        value: (name) => of(answers[i], name)?.first,
      },
      {
        ...{ id: `${pin} difference`, header: `Now − ${pin}`, kind: 'number' },
        cell: (name) => <Difference scenario={scenario} name={name} of={of(answers[i], name)} />,
        value: (name) => of(answers[i], name)?.difference,
      },
    ]),
  ];
}

/** What is not exact says so, as on the drawing. */
function marked(known: Ranked | undefined, text: string): ReactNode {
  if (known === undefined || known === 'exact') return text;
  const { shape, sentence } = TRUST[known];
  return (
    <span title={sentence}>
      {shape} {text}
    </span>
  );
}

/** A smaller share of what was before is rounding. */
const NOTHING = 1e-9;

interface DifferenceProps {
  readonly scenario: Scenario;
  readonly name: string;
  readonly of: ComparisonAnswer['differences'][number] | undefined;
}

function Difference({ scenario, name, of }: DifferenceProps) {
  if (of?.difference === undefined) return '–';
  const { difference, halfWidth = 0, first } = of;
  if (Math.abs(difference) <= NOTHING * Math.abs(first ?? 0)) return <span title="No difference.">=</span>;
  const size = quantityText(scenario, name, Math.abs(difference));
  const share =
    first === undefined || first === 0 ? '' : ` (${formatPercent(difference / first)})`.replace('-', '−');
  const isSure = Math.abs(difference) > halfWidth;
  return (
    <span title={isSure ? 'The interval does not hold 0.' : 'No difference is certain.'}>
      {difference < 0 ? '−' : difference > 0 ? '+' : ''}
      {size}
      {halfWidth > 0 && ` ± ${quantityText(scenario, name, halfWidth)}`}
      {share}
      {!isSure && difference !== 0 && ' ≈'}
    </span>
  );
}
