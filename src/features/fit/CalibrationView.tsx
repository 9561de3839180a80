/** Unknown numbers of the scenario, fitted to everything that was measured. */
import { err } from '../../../core/base/result.ts';
import type { Measurement } from '../../../core/measurement/measurement.ts';
import { formatFull, formatQuantity, parseQuantity } from '../../../core/quantities/quantity.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import { useScenario } from '../../state/document-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { PlayIcon } from '../../ui/widgets/icons.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { useFaults } from '../results/answers.ts';
import { CalibrationResult } from './CalibrationResult.tsx';
import { short } from './distribution-words.ts';
import { setCalibrateBy, setError, useFits } from './fit-store.ts';
import { calibrateScenario } from './fitting.ts';
import { MeasuredList } from './MeasuredList.tsx';
import { RunState } from './RunState.tsx';
import { withValues } from './take-values.ts';
import { UnknownList } from './UnknownList.tsx';

const MODELS = [
  { value: 'auto', label: 'Formulas' },
  { value: 'simulation', label: 'Simulation' },
] as const;

export function CalibrationView() {
  const { measurement } = useScenario();
  return measurement ? <Calibration measurement={measurement} /> : <NothingMeasured />;
}

function NothingMeasured() {
  return (
    <EmptyState title="Nothing was measured yet">
      Drop a file with rates, utilizations, mean levels or histograms of the stages on the page. Numbers of
      the model that nobody wrote down are then searched for, until it predicts what was measured.
    </EmptyState>
  );
}

function Calibration({ measurement }: { readonly measurement: Measurement }) {
  const scenario = useScenario();
  const { unknowns, error, calibrateBy, calibration: run, progress } = useFits();
  const isFaulty = useFaults().some(({ severity }) => severity === 'error');
  const start = (): void => void calibrateScenario(scenario);
  const calibrated = run.answer;
  return (
    <div className="panel--split fits__split fits__calibration">
      <div className="panel__table">
        <UnknownList />
        <div className="fits__put">
          <QuantityField
            label="Error of each"
            help="Standard error of every measured quantity, relative. What is off by more than three of them counts less."
            value={error}
            format={(value) => formatQuantity(value, 'probability')}
            formatFull={(value) => formatFull(value, 'probability')}
            parse={parseShare}
            onChange={(value) => value !== undefined && setError(value)}
          />
          <ChoiceField
            label="Model"
            help="Formulas answer at once. Where none applies, or finite queues, batches or priorities make them rough, the model is simulated: seconds for one or two numbers, minutes for five."
            value={calibrateBy}
            choices={MODELS}
            onChange={setCalibrateBy}
          />
          <Button
            variant="primary"
            icon={<PlayIcon />}
            disabled={unknowns.length === 0 || isFaulty || run.status === 'running'}
            onClick={start}
          >
            Calibrate
          </Button>
          {isFaulty && <span className="panel__note">The scenario has faults: correct them first.</span>}
          {unknowns.length === 0 && <span className="panel__note">Choose at least one number.</span>}
        </div>
        <MeasuredList measurement={measurement} />
      </div>
      <div className="panel__table">
        <RunState
          run={run}
          name="calibration"
          label="Calibrating"
          fraction={progress && progress.done / progress.starts}
          detail={
            progress &&
            `${progress.done} of ${progress.starts} searches, ${progress.solved} models answered${
              Number.isFinite(progress.cost) ? `, off by ${short(progress.cost)}` : ''
            }`
          }
          onAgain={start}
        />
        {calibrated && (
          <CalibrationResult
            calibrated={calibrated}
            standing={
              modelKey(withValues(calibrated.scenario, calibrated.answer.parameters)) === modelKey(scenario)
                ? 'taken'
                : modelKey(calibrated.scenario) === modelKey(scenario) &&
                    calibrated.scenario.measurement === measurement
                  ? 'fresh'
                  : 'stale'
            }
          />
        )}
      </div>
    </div>
  );
}

function parseShare(text: string) {
  const value = parseQuantity(text, 'probability');
  return value.ok && !(value.value > 0 && value.value < 1)
    ? err('Expected more than 0 and less than 1.')
    : value;
}
