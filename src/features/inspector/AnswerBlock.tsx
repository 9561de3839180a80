import type { DelayNode, Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import type { Assumption, SolveAnswer, StageAnswer } from '../../../workers/solve/contract.ts';
import { isUndetermined, openSpan } from '../../../workers/solve/determined.ts';
import { Badge } from '../../ui/widgets/Badge.tsx';
import { type Column, DataTable } from '../../ui/widgets/DataTable.tsx';
import { formatMeasure, MEASURES, type MeasureName } from '../results/measures.ts';
import { ClassAnswers } from './ClassAnswers.tsx';
import { MethodAssumptions } from './MethodAssumptions.tsx';
import { MethodCapacity } from './MethodCapacity.tsx';
import { MethodPercentiles } from './MethodPercentiles.tsx';
import './method.css';
import { VerdictList } from './VerdictList.tsx';

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
  if (!measures) return <p className="i-note">There is no answer for this stage.</p>;
  const known = MEASURES.filter(({ key }) => measures[key] !== undefined);
  const { assumptions = [], dominatedBy } = measures;
  const verdicts = answer.verdicts.filter(
    ({ stage: at, message }) => at === stage.id && !isTold(assumptions, message),
  );
  return (
    <div className="i-answer" data-stale={stale || undefined}>
      {stale && <p className="i-note">From before the fault: the last drawing that could be solved.</p>}
      {measures.saturated && <p className="i-fault">{saturationText(measures, answer)}</p>}
      <DataTable
        caption={`Answer for ${stage.name ?? stage.id}`}
        columns={columnsFor(measures, { unit: stage.unit, timeUnit: scenario.timeUnit })}
        rows={known}
        rowKey={({ key }) => key}
      />
      {dominatedBy && (
        <p className="i-note">
          {isUndetermined(answer, stage.id) ? 'What is not determined turns' : 'The intervals turn'} mostly on{' '}
          {dominatedBy.words}.
        </p>
      )}
      {!stale && <MethodPercentiles scenario={scenario} stage={stage.id} />}
      {measures.byClass && <ClassAnswers scenario={scenario} byClass={measures.byClass} unit={stage.unit} />}
      {/* It asks the scenario and not the answer: what was typed and found stays while a new answer is late. */}
      {stage.kind === 'stage' && <MethodCapacity scenario={scenario} stage={stage} />}
      {assumptions.length > 0 && <MethodAssumptions assumptions={assumptions} />}
      {verdicts.length > 0 && <VerdictList scenario={scenario} verdicts={verdicts} />}
    </div>
  );
}

/** Said beside an assumption already. */
const isTold = (assumptions: readonly Assumption[], message: string): boolean =>
  assumptions.some(({ text, effect }) => (effect ?? text).includes(message));

type Shown = Pick<StageNode, 'unit'> & Pick<Scenario, 'timeUnit'>;

function columnsFor(measures: StageAnswer, shown: Shown): readonly Column<MeasureName>[] {
  return [
    {
      id: 'measure',
      header: 'Measure',
      rowHeader: true,
      cell: ({ label, symbol }) => (
        <>
          {label}
          {symbol !== label.toLowerCase() && <span className="i-symbol">{symbol}</span>}
        </>
      ),
      text: ({ label }) => label,
    },
    {
      id: 'value',
      header: 'Value',
      kind: 'number',
      cell: (measure) => <Value measure={measure} measures={measures} shown={shown} />,
      text: ({ key }) => String(measures[key]),
    },
  ];
}

interface ValueProps {
  readonly measure: MeasureName;
  readonly measures: StageAnswer;
  readonly shown: Shown;
}

/** A number, with its interval where that is worth telling; the interval alone where the inputs do not determine the number. */
function Value({ measure: { key, dimension }, measures, shown }: ValueProps) {
  const value = measures[key];
  if (value === undefined) return null;
  const text = (number: number) => formatMeasure(number, dimension, shown);
  const span = measures.spans?.[key];
  if (!span) return <span title={String(value)}>{text(value)}</span>;
  const interval = `${text(span[0])} … ${text(span[1])}`;
  if (!openSpan(measures, key))
    return (
      <span className="i-span" title={String(value)}>
        {text(value)} <small>{interval}</small>
      </span>
    );
  const known = measures.dominatedBy?.stated ? 'what is stated of them' : 'half a unit of their last digit';
  const detail = `${text(value)} for the inputs as typed; ${known} moves it from ${text(span[0])} to ${text(span[1])}.`;
  return (
    <span className="i-span">
      <Badge trust="notDetermined" detail={detail} />
      {interval}
    </span>
  );
}

function saturationText({ loadPerServer }: StageAnswer, { saturationFactor }: SolveAnswer): string {
  const load = `It receives ${Number(loadPerServer.toPrecision(3))} times what its servers can do.`;
  return saturationFactor === undefined
    ? load
    : `${load} All sources at ${Number((saturationFactor * 100).toPrecision(3))} % would just fill the bottleneck.`;
}
