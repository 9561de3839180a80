/** The button that simulates, and what a simulation is asked for: what is left open is chosen from the scenario, and stands there as a placeholder. */

import { useEffect, useId, useState } from 'react';
import { ok, type Result } from '../../../core/base/result.ts';
import { measureRow } from '../../../core/measures/measure-rows.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import { formatFull, formatQuantity, parseQuantity } from '../../../core/quantities/quantity.ts';
import type { FrameGrid, SimulationPlan, SimulationRequest } from '../../../workers/simulate/contract.ts';
import { PRECISION_MEASURES, type PrecisionMeasure } from '../../../workers/solve/exact-part/contract.ts';
import { setLive, setSimulation, useSession } from '../../state/session-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { FieldRow } from '../../ui/widgets/FieldRow.tsx';
import { ChevronDownIcon, PlayIcon, StopIcon } from '../../ui/widgets/icons.tsx';
import { Popover } from '../../ui/widgets/Popover.tsx';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { Refused } from '../../ui/widgets/Refused.tsx';
import { Subscripts } from '../../ui/widgets/Subscripts.tsx';
import { runProgress } from './SimulationNotes.tsx';
import { simulationRun, startSimulation, toggleSimulation, warmSimulators } from './simulating.ts';

interface Setting {
  readonly key: 'seed' | 'replications' | 'horizon' | 'warmup' | 'frameLength' | 'precision';
  readonly label: string;
  readonly help: string;
  readonly dimension: 'count' | 'time' | 'probability';
  readonly placeholder: string;
  readonly least: number;
}

const SETTINGS: readonly Setting[] = [
  {
    key: 'seed',
    label: 'Seed',
    help: 'The same seed gives the same run.',
    dimension: 'count',
    placeholder: '1',
    least: 0,
  },
  {
    key: 'replications',
    label: 'Replications',
    help: 'Independent repeats; intervals come from their spread.',
    dimension: 'count',
    placeholder: '10',
    least: 2,
  },
  {
    key: 'horizon',
    label: 'Length',
    help: 'Simulated time of one replication, warm-up included.',
    dimension: 'time',
    placeholder: 'auto',
    least: 0,
  },
  {
    key: 'warmup',
    label: 'Warm-up',
    help: 'Start of each replication that is not counted.',
    dimension: 'time',
    placeholder: 'auto',
    least: 0,
  },
  {
    key: 'frameLength',
    label: 'Sampling interval',
    help: 'Time series have one point for each interval of this length; the bounds of the schedules, else 50 equal intervals.',
    dimension: 'time',
    placeholder: 'auto',
    least: 0,
  },
  {
    key: 'precision',
    label: 'Precision',
    help: 'Target relative half width of the 95 % confidence intervals, at every stage.',
    dimension: 'probability',
    placeholder: 'any',
    least: 0,
  },
];

/** Whoever points at a button or reaches it by keyboard may run. */
const NEAR_RUN = { onPointerEnter: warmSimulators, onFocus: warmSimulators } as const;

/** Runs a simulation as it is set, or stops the one that runs; the settings are behind the arrow, and open with the reason where a run was refused. */
export function RunButton() {
  const [open, setOpen] = useState(false);
  const running = simulationRun.use(({ status }) => status === 'running');
  const isRefused = simulationRun.use(({ status }) => status === 'failed');
  useEffect(() => {
    if (isRefused) setOpen(true);
  }, [isRefused]);
  return (
    <span className="run-button">
      <Button
        variant="primary"
        icon={running ? <StopIcon /> : <PlayIcon />}
        {...NEAR_RUN}
        onClick={toggleSimulation}
      >
        {running ? 'Stop' : 'Run'}
      </Button>
      <Popover
        title="Simulation"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button
            variant="primary"
            className="w-button--icon"
            {...NEAR_RUN}
            aria-label="Simulation settings"
            icon={<ChevronDownIcon />}
          />
        }
      >
        <SimulationSettings onRun={() => setOpen(false)} />
      </Popover>
    </span>
  );
}

/** How far a running simulation is. */
export function RunProgress() {
  const run = simulationRun.use();
  const progress = runProgress(run, performance.now());
  if (run.status !== 'running') return null;
  return (
    <ProgressBar
      label="Simulating"
      {...(progress && { fraction: progress.fraction, detail: `${progress.finished} of ${progress.wanted}` })}
    />
  );
}

function SimulationSettings({ onRun }: { readonly onRun: () => void }) {
  const request = useSession((session) => session.simulation);
  const live = useSession((session) => session.live);
  const running = simulationRun.use(({ status }) => status === 'running');
  const plan = simulationRun.use(({ progress, answer }) => progress?.plan ?? answer?.plan);
  const refusal = simulationRun.use((run) =>
    run.status === 'failed' ? refusalText(run.failure) : undefined,
  );
  return (
    <form
      className="simulate__settings"
      onSubmit={(event) => {
        event.preventDefault();
        if (running) return;
        onRun();
        void startSimulation();
      }}
    >
      {refusal !== undefined && <Refused says={refusal} />}
      {SETTINGS.map((setting) => (
        <QuantityField
          key={setting.key}
          label={setting.label}
          help={setting.help}
          value={request[setting.key]}
          placeholder={placeholderOf(setting, plan)}
          format={(value) => formatQuantity(value, setting.dimension)}
          formatFull={(value) => formatFull(value, setting.dimension)}
          parse={(text) => parseSetting(text, setting)}
          onChange={(value) => setSimulation(changeOf(setting.key, value))}
          disabled={running}
        />
      ))}
      {request.precision !== undefined && <PrecisionMeasures disabled={running} />}
      <label className="check-line">
        <input type="checkbox" checked={live} onChange={() => setLive(!live)} />
        Simulate automatically after each edit where the answer is not exact
      </label>
      <Button variant="primary" icon={<PlayIcon />} type="submit" disabled={running}>
        {running ? 'Running' : 'Run simulation'}
      </Button>
    </form>
  );
}

/** What was chosen for the last run stands where the user left the choice open. */
function placeholderOf({ key, dimension, placeholder }: Setting, plan: SimulationPlan | undefined): string {
  const chosen = key === 'frameLength' ? frameLengthOf(plan?.frames) : plan?.[key];
  return chosen === undefined ? placeholder : formatQuantity(chosen, dimension);
}

/** Length of the frames where all are equal; undefined where schedules make them differ. */
function frameLengthOf(frames: FrameGrid | undefined): number | undefined {
  const [first = 0, second = first] = frames?.bounds ?? [];
  const bounds = frames?.bounds.slice(0, -1) ?? [];
  const equal = bounds.every((bound, i) => Math.abs(bound - first - i * (second - first)) <= 1e-6 * bound);
  return equal && second > first ? second - first : undefined;
}

function parseSetting(text: string, { dimension, least }: Setting): Result<number | undefined, string> {
  if (text.trim() === '') return ok(undefined);
  const value = parseQuantity(text, dimension);
  if (!value.ok) return value;
  if (value.value < least) return { ok: false, error: `Expected at least ${least}.` };
  if (dimension !== 'count' && value.value === 0 && least === 0)
    return { ok: false, error: 'Expected more than 0.' };
  return value;
}

const changeOf = (key: Setting['key'], value: number | undefined): Partial<SimulationRequest> => ({
  [key]: value,
});

/** Which measures a run is to know to the wanted precision: any of them, at least one. */

const OCCUPANCY: readonly PrecisionMeasure[] = ['meanOccupancy'];

function PrecisionMeasures({ disabled }: { readonly disabled: boolean }) {
  const chosen = useSession((session) => session.simulation.precisionMeasures) ?? OCCUPANCY;
  const id = useId();
  const toggle = (measure: PrecisionMeasure) => {
    const next = PRECISION_MEASURES.filter((one) => (one === measure) !== chosen.includes(one));
    if (next.length > 0) setSimulation({ precisionMeasures: next });
  };
  return (
    <div className="simulate__measures">
      <FieldRow
        label="Precision of"
        id={id}
        group
        help="The run continues until these reach the precision at every stage."
      >
        <fieldset className="simulate__chips" disabled={disabled} aria-labelledby={`${id}-label`}>
          {PRECISION_MEASURES.map((measure) => {
            const { label, symbol } = measureRow(measure);
            return (
              <label key={measure} className="simulate__chip">
                <input type="checkbox" checked={chosen.includes(measure)} onChange={() => toggle(measure)} />
                {label}{' '}
                <small>
                  <Subscripts text={symbol} />
                </small>
              </label>
            );
          })}
        </fieldset>
      </FieldRow>
    </div>
  );
}
