import { nameOf } from '../../../core/scenario/defaults.ts';
import type { DelayNode, Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import type { Assumption, SolveAnswer, StageAnswer } from '../../../workers/solve/contract.ts';
import { isUndetermined, openSpan } from '../../../workers/solve/determined.ts';
import { Badge } from '../../ui/widgets/Badge.tsx';
import { type Column, DataTable } from '../../ui/widgets/DataTable.tsx';
import { formatMeasure, MEASURES, type MeasureName } from '../results/measures.ts';

import { MethodPercentiles } from './MethodPercentiles.tsx';
import './method.css';
import { useEffect, useRef, useState } from 'react';
import type { ClassMeasures } from '../../../core/measures/measures.ts';
import { updateNode } from '../../../core/scenario/edits.ts';
import type { JobClass } from '../../../core/scenario/scenario.ts';
import type { SizeAnswer } from '../../../workers/solve/contract.ts';
import { isAbort } from '../../run/worker-bridge.ts';
import { editDocument } from '../../state/document-store.ts';
import { useSession } from '../../state/session-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { besideSolver } from '../solve/solver-client.ts';
import { quantityProps } from './quantity-props.ts';
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
        caption={`Answer for ${nameOf(stage)}`}
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

/** What a model takes for granted: a tick where the drawing agrees, a cross and what it does to the numbers where not. */
function MethodAssumptions({ assumptions }: { readonly assumptions: readonly Assumption[] }) {
  return (
    <ul className="i-assumptions" aria-label="What the model assumes">
      {assumptions.map(({ code, text, holds, effect }) => (
        <li key={`${code} ${text}`} data-holds={holds}>
          <span role="img" aria-label={holds ? 'holds' : 'does not hold'}>
            {holds ? '✓' : '✕'}
          </span>
          <span>
            {text}
            {effect !== undefined && <small>{effect}</small>}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface ClassAnswersProps {
  readonly scenario: Scenario;
  /** Of each class that comes to the node. */
  readonly byClass: Readonly<Record<string, ClassMeasures<number>>>;
  readonly unit: string | undefined;
}

interface Row {
  readonly jobClass: JobClass;
  readonly measures: ClassMeasures<number>;
}

/** What tells classes apart, as far as a narrow table has room. */
const SHOWN = ['throughput', 'meanOccupancy', 'meanSojournTime'] as const;

/** What each class does at a node. */
function ClassAnswers({ scenario, byClass, unit }: ClassAnswersProps) {
  const rows = (scenario.classes ?? []).flatMap((jobClass): Row[] => {
    const measures = byClass[jobClass.id];
    return measures ? [{ jobClass, measures }] : [];
  });
  if (rows.length === 0) return null;
  const known = MEASURES.filter(({ key }) => SHOWN.some((shown) => shown === key));
  const columns = known.map(({ key, symbol, dimension }): Column<Row> => {
    const readOff = ({ measures }: Row) => measures[key as (typeof SHOWN)[number]];
    return {
      id: key,
      header: symbol,
      kind: 'number',
      cell: (row) => {
        const value = readOff(row);
        if (value === undefined) return '–';
        const text = formatMeasure(value, dimension, { unit, timeUnit: scenario.timeUnit });
        return <span title={String(value)}>{text}</span>;
      },
      text: (row) => String(readOff(row) ?? ''),
    };
  });
  const name: Column<Row> = {
    id: 'class',
    header: 'Class',
    rowHeader: true,
    cell: ({ jobClass }) => nameOf(jobClass),
    text: ({ jobClass }) => nameOf(jobClass),
  };
  return (
    <DataTable
      caption="By class"
      columns={[name, ...columns]}
      rows={rows}
      rowKey={({ jobClass }) => jobClass.id}
    />
  );
}

interface MethodCapacityProps {
  readonly scenario: Scenario;
  readonly stage: StageNode;
}

type Search =
  | { readonly status: 'idle' }
  | { readonly status: 'searching' }
  | { readonly status: 'failed'; readonly message: string }
  | { readonly status: 'found'; readonly found: SizeAnswer };

/** How many places a stage needs so that it is full for no more than a share of the time. */
function MethodCapacity({ scenario, stage }: MethodCapacityProps) {
  const [below, setBelow] = useState(1e-6);
  const { search, start } = useCapacitySearch(scenario, stage, below);
  return (
    <div className="i-size">
      <QuantityField
        label="P_BP at most"
        help="Finds the smallest capacity with which the stage is full for no more than this share of the time."
        value={below}
        onChange={(next) => next !== undefined && setBelow(next)}
        {...quantityProps('probability', {}, { above: 0, below: 1 })}
        format={(value) => (value < 1e-3 ? value.toExponential() : String(value))}
        trailing={
          <Button size="small" disabled={search.status === 'searching'} onClick={start}>
            Find K
          </Button>
        }
      />
      <div aria-live="polite">
        <Outcome {...{ stage, search }} />
      </div>
    </div>
  );
}

interface OutcomeProps {
  readonly stage: StageNode;
  readonly search: Search;
}

function Outcome({ stage, search }: OutcomeProps) {
  if (search.status === 'idle') return null;
  if (search.status === 'searching') return <p className="i-note">Searching…</p>;
  if (search.status === 'failed') return <p className="i-fault">{search.message}</p>;
  const { capacity, fullProbability, withOneLess } = search.found;
  const less = withOneLess === undefined ? '' : `; with one less ${digits(withOneLess)}`;
  return (
    <p className="i-note">
      {`K = ${capacity.toLocaleString('en')}: P_BP ${digits(fullProbability)}${less}. `}
      {capacity === stage.capacity ? (
        'It is what the stage has.'
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

const digits = (value: number): string => String(Number(value.toPrecision(6)));

/** Searches with the method that is chosen; what was found is forgotten when anything but the capacity changes. */
function useCapacitySearch(scenario: Scenario, stage: StageNode, below: number) {
  const method = useSession((session) => session.method);
  const [search, setSearch] = useState<Search>({ status: 'idle' });
  const abort = useRef<AbortController>(undefined);
  const question = JSON.stringify([
    updateNode(scenario, stage.id, { capacity: undefined }).nodes,
    below,
    method,
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question makes the answer old
  useEffect(() => {
    setSearch({ status: 'idle' });
    return () => abort.current?.abort();
  }, [question]);
  const start = async () => {
    abort.current = new AbortController();
    setSearch({ status: 'searching' });
    try {
      const sought = { stage: stage.id, below, method };
      const found = await besideSolver.size(scenario, sought, abort.current.signal);
      setSearch(
        found.kind === 'capacity' ? { status: 'found', found } : { status: 'failed', message: found.message },
      );
    } catch (reason) {
      if (isAbort(reason)) return;
      setSearch({ status: 'failed', message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  return { search, start: () => void start() };
}
