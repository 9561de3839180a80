import { useEffect, useState } from 'react';
import { err, ok } from '../../../core/base/result.ts';
import {
  formatMeasure,
  measureLabel,
  measureRow,
  STAGE_MEASURES,
  type StageMeasure,
} from '../../../core/measures/measure-rows.ts';
import type { MethodName } from '../../../core/measures/methods.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import {
  type Assumption,
  assumptionText,
  effectText,
  inputText,
  isTold,
  isUntold,
} from '../../../core/measures/verdicts.ts';
import { formatNumber, formatPercent } from '../../../core/quantities/quantity.ts';
import { nameOf } from '../../../core/scenario/defaults.ts';
import { updateNode } from '../../../core/scenario/edits.ts';
import type { DelayNode, Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import type { SizeAnswer, SolveAnswer, StageAnswer } from '../../../workers/solve/contract.ts';
import { isUndetermined } from '../../../workers/solve/determined.ts';
import { createRun } from '../../run/create-run.ts';
import { editDocument } from '../../state/document-store.ts';
import { useSession } from '../../state/session-store.ts';
import { askWhenSilent } from '../../ui/widgets/ask-when-silent.ts';
import { Badge } from '../../ui/widgets/Badge.tsx';
import { Button } from '../../ui/widgets/Button.tsx';
import { Cell, DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { Subscripts } from '../../ui/widgets/Subscripts.tsx';
import { classColumns, classRows, solvedCellWithInterval } from '../results/solved-tables.ts';
import { besideSolver } from '../solve/solver-client.ts';
import { Verdicts } from '../solve/Verdicts.tsx';
import { MethodPercentiles } from './MethodPercentiles.tsx';
import { quantityProps } from './quantity-props.ts';
import './method.css';

export interface AnswerBlockProps {
  readonly scenario: Scenario;
  readonly stage: StageNode | DelayNode;
  readonly answer: SolveAnswer;
  /** The answer belongs to an earlier drawing. */
  readonly stale: boolean;
}

/** All that is known of one stage, from which model, and what bends it. */
export function AnswerBlock({ scenario, stage, answer, stale }: AnswerBlockProps) {
  const measures = answer.stages[stage.id];
  if (!measures) {
    const reasons = answer.verdicts.filter(isUntold);
    if (reasons.length > 0) return <Verdicts verdicts={reasons} at={stage.id} />;
    return <p className="i-note">There is no solution for this stage.</p>;
  }
  const known = STAGE_MEASURES.filter((key) => measures[key] !== undefined);
  const { assumptions = [], dominatedBy } = measures;
  const verdicts = answer.verdicts.filter(
    (verdict) => verdict.stage === stage.id && !isTold(assumptions, verdict),
  );
  return (
    <div className="i-answer" data-stale={stale || undefined}>
      {stale && <p className="i-note">Before the error: the last drawing that could be solved.</p>}
      {measures.saturated && <p className="i-fault">{saturationText(measures, answer)}</p>}
      <DataTable
        caption={`Answer for ${nameOf(stage)}`}
        columns={columnsFor(measures, { unit: stage.unit, timeUnit: scenario.timeUnit })}
        rows={known}
        rowKey={(key) => key}
      />
      {dominatedBy && (
        <p className="i-note">
          {isUndetermined(answer, stage.id) ? 'It is most sensitive to' : 'The intervals turn mostly on'}{' '}
          {inputText(dominatedBy)}.
        </p>
      )}
      {!stale && <MethodPercentiles scenario={scenario} stage={stage.id} />}
      <ClassAnswers {...{ scenario, answer, stage }} />
      {/* It asks the scenario and not the answer: what was typed and found stays while a new answer is late. */}
      {stage.kind === 'stage' && <MethodCapacity scenario={scenario} stage={stage} />}
      {assumptions.length > 0 && <MethodAssumptions assumptions={assumptions} />}
      <Verdicts verdicts={verdicts} label="Remarks on this stage" at={stage.id} />
    </div>
  );
}

type Shown = Pick<StageNode, 'unit'> & Pick<Scenario, 'timeUnit'>;

function columnsFor(measures: StageAnswer, shown: Shown): readonly PageColumn<StageMeasure>[] {
  return [
    {
      id: 'measure',
      header: 'Measure',

      cell: (key) => {
        const { label, symbol, help } = measureRow(key);
        return (
          <span title={help}>
            {label}
            {symbol !== label.toLowerCase() && (
              <span className="i-symbol">
                <Subscripts text={symbol} />
              </span>
            )}
          </span>
        );
      },
      value: (key) => measureLabel(key),
    },
    {
      id: 'value',
      header: 'Value',
      kind: 'number',
      cell: (key) => <Value measure={key} measures={measures} shown={shown} />,
      value: (key) => measures[key],
    },
  ];
}

interface ValueProps {
  readonly measure: StageMeasure;
  readonly measures: StageAnswer;
  readonly shown: Shown;
}

/** With its interval where that is worth telling; the interval alone where the inputs do not determine the number. */
function Value({ measure, measures, shown }: ValueProps) {
  const cell = solvedCellWithInterval(measures, measure, shown);
  if (!cell.open)
    return (
      <span className="i-span">
        <Cell of={cell} />
      </span>
    );
  const [low, high] = cell.open;
  const text = formatMeasure(measures[measure]!, measureRow(measure).dimension, shown);
  const known = measures.dominatedBy?.stated ? 'what is stated of them' : 'half a unit of their last digit';
  const detail = `${text} for the inputs as typed; ${known} moves it from ${low} to ${high}.`;
  return (
    <span className="i-span">
      <Badge trust="notDetermined" detail={detail} />
      {low} … {high}
    </span>
  );
}

function saturationText({ loadPerServer }: StageAnswer, { saturationFactor }: SolveAnswer): string {
  const load = `Its offered utilization is ${formatNumber(loadPerServer)}.`;
  return saturationFactor === undefined
    ? load
    : `${load} All sources at ${formatPercent(saturationFactor)} would just fill the servers that saturate first.`;
}

/** What a model takes for granted: a tick where the drawing agrees, a cross and what it does to the numbers where not. */
function MethodAssumptions({ assumptions }: { readonly assumptions: readonly Assumption[] }) {
  return (
    <ul className="i-assumptions" aria-label="What the model assumes">
      {assumptions.map((assumed) => {
        const [text, effect] = [assumptionText(assumed), effectText(assumed)];
        return (
          <li key={`${assumed.code} ${text}`} data-holds={assumed.holds}>
            <span role="img" aria-label={assumed.holds ? 'holds' : 'does not hold'}>
              {assumed.holds ? '✓' : '✕'}
            </span>
            <span>
              {text}
              {effect !== undefined && <small>{effect}</small>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function ClassAnswers({ scenario, answer, stage }: Omit<AnswerBlockProps, 'stale'>) {
  const rows = classRows(scenario, answer, stage);
  if (rows.length === 0) return null;
  return (
    <DataTable
      caption="By class"
      columns={[
        { id: 'class', header: 'Class', value: ({ jobClass }) => nameOf(jobClass) },
        ...classColumns(scenario, answer),
      ]}
      rows={rows}
      rowKey={({ jobClass }) => jobClass.id}
    />
  );
}

interface MethodCapacityProps {
  readonly scenario: Scenario;
  readonly stage: StageNode;
}

interface SizeQuestion {
  readonly scenario: Scenario;
  readonly stage: StageNode;
  readonly below: number;
  readonly method: MethodName;
}

/** What was found is forgotten when anything but the capacity changes. */
const sizeKey = ({ scenario, stage, below, method }: SizeQuestion): string =>
  JSON.stringify([updateNode(scenario, stage.id, { capacity: undefined }).nodes, stage.id, below, method]);

/** Searches with the method that is chosen. */
export const capacityRun = createRun<SizeQuestion, SizeAnswer>({
  name: 'capacity',
  key: sizeKey,
  ask: async ({ scenario, stage, below, method }, { signal }) => {
    const found = await besideSolver.size(signal, scenario, { stage: stage.id, below, method });
    return found.kind === 'capacity' ? ok(found) : err(refusalText(found));
  },
  lost: (message) => message,
});
askWhenSilent(capacityRun, { what: 'The search for the capacity' });

/** How many places a stage needs so that it is full for no more than a share of the time. */
function MethodCapacity({ scenario, stage }: MethodCapacityProps) {
  const [below, setBelow] = useState(1e-6);
  const method = useSession((session) => session.method);
  const question = { scenario, stage, below, method };
  const key = sizeKey(question);
  const run = capacityRun.use();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question makes the answer old
  useEffect(() => capacityRun.reset, [key]);
  return (
    <div className="i-size">
      <QuantityField
        label="Full probability at most"
        help="Finds the smallest capacity with which the stage is full for at most this share of the time."
        value={below}
        onChange={(next) => next !== undefined && setBelow(next)}
        {...quantityProps('probability', {}, { above: 0, below: 1 })}
        format={(value) => (value < 1e-3 ? value.toExponential() : String(value))}
        trailing={
          <Button
            size="small"
            disabled={run.status === 'running'}
            onClick={() => void capacityRun.ask(question)}
          >
            Find K
          </Button>
        }
      />
      <div aria-live="polite">{run.key === key && <Outcome {...{ stage, run }} />}</div>
    </div>
  );
}

interface OutcomeProps {
  readonly stage: StageNode;
  readonly run: ReturnType<typeof capacityRun.get>;
}

function Outcome({ stage, run }: OutcomeProps) {
  if (run.status === 'running') return <p className="i-note">Searching…</p>;
  if (run.status === 'failed') return <p className="i-fault">{run.failure}</p>;
  if (run.status !== 'done' || !run.answer) return null;
  const { capacity, fullProbability, withOneLess } = run.answer;
  const less = withOneLess === undefined ? '' : `; with one less ${formatNumber(withOneLess, 6)}`;
  return (
    <p className="i-note">
      {`K = ${capacity.toLocaleString('en')}: full with probability ${formatNumber(fullProbability, 6)}${less}. `}
      {capacity === stage.capacity ? (
        'The stage has it already.'
      ) : (
        <Button
          size="small"
          onClick={() => editDocument('Change capacity', (now) => updateNode(now, stage.id, { capacity }))}
        >
          {`Use K = ${capacity.toLocaleString('en')}`}
        </Button>
      )}
    </p>
  );
}
