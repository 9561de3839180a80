/** What a calibration found: values and how sure they are, what they change, what the data cannot tell. */

import type { Scenario } from '../../../core/scenario/scenario.ts';
import { findParameter } from '../../../core/study/parameters.ts';
import type { CalibratedParameter } from '../../../workers/fit/contract.ts';
import { editDocument } from '../../state/document-store.ts';
import { copyText } from '../../ui/saving.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { type Column, DataTable } from '../../ui/widgets/DataTable.tsx';
import { showToast } from '../../ui/widgets/toasts.ts';
import { correlationSentences } from './correlation-sentences.ts';
import { short } from './distribution-words.ts';
import type { Calibrated } from './fit-store.ts';
import { ResidualTable } from './ResidualTable.tsx';
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
        onCopy={copyText}
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

function valueColumns(scenario: Scenario): readonly Column<CalibratedParameter>[] {
  const show = (path: string, value: number): string => {
    const parameter = parameterIn(scenario, path);
    return parameter ? quantityText(parameter, value, 4) : short(value, 4);
  };
  const number = (id: 'before' | 'value', header: string): Column<CalibratedParameter> => ({
    ...{ id, header, kind: 'number' },
    cell: (row) => <span title={String(row[id])}>{show(row.path, row[id])}</span>,
    text: (row) => String(row[id]),
  });
  const words = ({ path }: CalibratedParameter): string => wordsIn(scenario)(path);
  return [
    {
      ...{ id: 'number', header: 'Number', rowHeader: true, text: ({ path }) => path },
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
      text: ({ low, high }) => (low === undefined ? '' : `${low} ${high}`),
    },
    {
      id: 'bound',
      header: 'Bound',
      cell: ({ bound }) =>
        bound && <span className="fits__rejected">✕ at its {bound === 'low' ? 'lowest' : 'highest'}</span>,
      text: ({ bound }) => bound ?? '',
    },
  ];
}
