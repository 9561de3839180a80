/** What a calibration found: values and how sure they are, what they change, what the data cannot tell. */

import { formatNumber } from '../../../core/quantities/quantity-format.ts';
import type { CalibratedParameter } from '../../../workers/fit/contract.ts';
import { PROFILED, residualColumns, valueColumns } from '../../../workers/fit/fit-words.ts';
import { editDocument } from '../../state/document-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { DataTable } from '../../ui/widgets/DataTable.tsx';
import { showToast } from '../../ui/widgets/toasts.ts';
import type { Calibrated } from './fitting.ts';
import { Sentences } from './RunState.tsx';
import { withValues } from './take-values.ts';

interface CalibrationResultProps {
  readonly calibrated: Calibrated;
  /** taken: the scenario has these values. stale: it is another one than was calibrated. */
  readonly standing: 'fresh' | 'taken' | 'stale';
}

export function CalibrationResult({ calibrated: { scenario, answer }, standing }: CalibrationResultProps) {
  const { parameters, sentences, residuals, costBefore, cost } = answer;
  return (
    <section
      className="panel--stack fits__result"
      aria-label="Calibration"
      data-stale={standing === 'stale' || undefined}
    >
      {standing === 'stale' && (
        <p className="panel__stale">The model or the measurement changed since this was calibrated.</p>
      )}
      <Sentences sentences={sentences} />
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
      <DataTable
        caption={`Measured against the model; sum of squared errors ${formatNumber(costBefore)} before, ${formatNumber(cost)} now`}
        showCaption
        columns={residualColumns(scenario)}
        rows={residuals}
        rowKey={({ stage, quantity }) => `${stage} ${quantity}`}
        fileName={`${scenario.name} calibration`}
      />
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
