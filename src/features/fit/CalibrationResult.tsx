/** What a calibration found: values and how sure they are, what they change, what the data cannot tell. */

import {
  formatMeasure,
  MEASURE_ROWS,
  type MeasureKey,
  measureRow,
} from '../../../core/measures/measure-rows.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { findParameter } from '../../../core/study/parameters.ts';
import type {
  CalibratedParameter,
  CalibrationAnswer,
  CalibrationResidual,
} from '../../../workers/fit/contract.ts';
import { editDocument } from '../../state/document-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { showToast } from '../../ui/widgets/toasts.ts';
import { nodeTitle } from '../results/node-title.ts';
import { short } from './distribution-words.ts';
import type { Calibrated } from './fitting.ts';
import { quantityWords } from './MeasuredList.tsx';
import { Sentences } from './RunState.tsx';
import { withValues } from './take-values.ts';
import { quantityText } from './UnknownList.tsx';
import { wordsOf } from './unknown-choices.ts';

interface CalibrationResultProps {
  readonly calibrated: Calibrated;
  /** taken: the scenario has these values. stale: it is another one than was calibrated. */
  readonly standing: 'fresh' | 'taken' | 'stale';
}

export function CalibrationResult({ calibrated: { scenario, answer }, standing }: CalibrationResultProps) {
  const { parameters, sentences } = answer;
  return (
    <section
      className="panel--stack fits__result"
      aria-label="Calibration"
      data-stale={standing === 'stale' || undefined}
    >
      {standing === 'stale' && (
        <p className="panel__stale">The model or the measurement changed since this was calibrated.</p>
      )}
      <Sentences sentences={[...sentences, ...correlationSentences(answer, wordsIn(scenario))]} />
      <DataTable
        caption="Values found"
        showCaption
        columns={valueColumns(scenario)}
        rows={parameters}
        rowKey={({ path }) => path}
        fileName={`${scenario.name} calibration`}
      />
      {parameters.some(({ profiled }) => profiled) && <p className="panel__note">* {PROFILED}</p>}
      <div className="fits__put">
        <Button variant="primary" disabled={standing !== 'fresh'} onClick={() => take(parameters)}>
          Take these values
        </Button>
        {standing === 'taken' && <span className="panel__note">The scenario has them.</span>}
      </div>
      <ResidualTable {...{ scenario, answer }} />
    </section>
  );
}

/** Says what happened; Ctrl Z takes it back. */
function take(parameters: readonly CalibratedParameter[]): void {
  editDocument('Take calibrated values', (scenario) => withValues(scenario, parameters));
  const count = parameters.length === 1 ? 'value' : `${parameters.length} values`;
  showToast({
    title: `The scenario has the calibrated ${count}`,
    description: 'Ctrl Z takes it back.',
    tone: 'good',
  });
}

const parameterIn = (scenario: Scenario, path: string) => {
  const found = findParameter(scenario, path);
  return found.ok && found.value.parameter.kind === 'number' ? found.value.parameter : undefined;
};
const wordsIn =
  (scenario: Scenario) =>
  (path: string): string => {
    const parameter = parameterIn(scenario, path);
    return parameter ? wordsOf(parameter) : path;
  };

const SLOPES = 'From the slopes of the model at the values found.';
const PROFILED = 'Followed along the profile of the sum of squares: the model is bent here.';

function valueColumns(scenario: Scenario): readonly PageColumn<CalibratedParameter>[] {
  const show = (path: string, value: number): string => {
    const parameter = parameterIn(scenario, path);
    return parameter ? quantityText(parameter, value, 4) : short(value, 4);
  };
  const number = (id: 'before' | 'value', header: string): PageColumn<CalibratedParameter> => ({
    ...{ id, header, kind: 'number' },
    cell: (row) => <span title={String(row[id])}>{show(row.path, row[id])}</span>,
    value: (row) => row[id],
  });
  const words = ({ path }: CalibratedParameter): string => wordsIn(scenario)(path);
  return [
    {
      ...{ id: 'number', header: 'Number', value: ({ path }) => path },
      cell: (row) => <span className="fits__words">{words(row)}</span>,
    },
    number('before', 'Before'),
    number('value', 'Found'),
    {
      id: 'interval',
      header: '95 %',
      kind: 'number',
      cell: ({ path, low, high, profiled }) =>
        low === undefined || high === undefined ? (
          'not determined'
        ) : (
          <span title={profiled ? PROFILED : SLOPES}>
            {show(path, low)} … {show(path, high)}
            {profiled && ' *'}
          </span>
        ),
      value: ({ low, high }) => (low === undefined ? '' : `${low} ${high}`),
    },
    {
      id: 'bound',
      header: 'Bound',
      cell: ({ bound }) =>
        bound && <span className="fits__rejected">✕ at its {bound === 'low' ? 'lowest' : 'highest'}</span>,
      value: ({ bound }) => bound ?? '',
    },
  ];
}

/** Numbers that are hardly known apart, in words. */

const STRONG = 0.9;

/** Correlations of the parameters that the data determine; the others are named elsewhere. */
function correlationSentences(
  { correlation, parameters }: Pick<CalibrationAnswer, 'correlation' | 'parameters'>,
  wordsOf: (path: string) => string,
): readonly string[] {
  const isKnown = parameters.map(({ low }) => low !== undefined);
  return correlation.flatMap((row, i) =>
    row.flatMap((r, j) =>
      j < i && Math.abs(r) > STRONG && isKnown[i] && isKnown[j]
        ? [
            `${wordsOf(parameters[j]!.path)} and ${wordsOf(parameters[i]!.path)} are correlated by ${short(r, 2)}: what moves one moves the other.`,
          ]
        : [],
    ),
  );
}

/** What was measured against the model, before a calibration and after it; the worst first. */

interface ResidualTableProps {
  /** That was calibrated. */
  readonly scenario: Scenario;
  readonly answer: CalibrationAnswer;
}

function ResidualTable({ scenario, answer: { residuals, costBefore, cost } }: ResidualTableProps) {
  return (
    <DataTable
      caption={`Measured against the model; sum of squared errors ${short(costBefore)} before, ${short(cost)} now`}
      showCaption
      columns={columnsFor(scenario)}
      rows={residuals}
      rowKey={({ stage, quantity }) => `${stage} ${quantity}`}
      fileName={`${scenario.name} calibration`}
    />
  );
}

const FAR = 3;

const errorText = (errors: number): string => {
  const digits = Math.abs(errors).toFixed(Math.abs(errors) < 10 ? 2 : 0);
  return errors < 0 && Number(digits) > 0 ? `−${digits}` : digits;
};

function columnsFor(scenario: Scenario): readonly PageColumn<CalibrationResidual>[] {
  const show = ({ quantity, stage }: CalibrationResidual, value: number | undefined): string => {
    if (value === undefined) return 'n/a';
    const node = scenario.nodes.find(({ id }) => id === stage);
    const unit = node && 'unit' in node ? node.unit : undefined;
    return formatMeasure(
      value,
      quantity in MEASURE_ROWS ? measureRow(quantity as MeasureKey).dimension : 'elements',
      { unit },
    );
  };
  const number = (
    id: 'measured' | 'before' | 'predicted',
    header: string,
  ): PageColumn<CalibrationResidual> => ({
    ...{ id, header, kind: 'number' },
    cell: (row) => <span title={String(row[id] ?? '')}>{show(row, row[id])}</span>,
    value: (row) => row[id],
  });
  const quantity = (row: CalibrationResidual): string => quantityWords(row.quantity);
  const stage = (row: CalibrationResidual): string => nodeTitle(scenario, row.stage);
  return [
    { id: 'quantity', header: 'Quantity', value: quantity },
    { id: 'stage', header: 'Stage', cell: stage, value: (row) => row.stage },
    number('measured', 'Measured'),
    number('before', 'Before'),
    number('predicted', 'Now'),
    {
      id: 'errors',
      header: 'Off by',
      unit: 'errors',
      kind: 'number',
      cell: ({ errors }) =>
        Math.abs(errors) > FAR ? (
          <span className="fits__rejected">✕ {errorText(errors)}</span>
        ) : (
          errorText(errors)
        ),
      value: ({ errors }) => errors,
    },
  ];
}
