/** A simulation: what is asked for, how it goes, and what it gave with its intervals. */
import { useEffect, useState } from 'react';
import type { SimulationRequest } from '../../../workers/contract/simulating.ts';
import { ok, type Result } from '../../base/result.ts';
import { formatFull, formatQuantity, parseQuantity } from '../../model/quantity.ts';
import type { SimulationRun } from '../../state/runs-store.ts';
import { setSimulation, useSession } from '../../state/session-store.ts';
import { cancelSimulation, startSimulation } from '../../state/simulating.ts';
import { Button } from '../../widgets/Button.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { PlayIcon, StopIcon } from '../../widgets/icons.tsx';
import { ProgressBar } from '../../widgets/ProgressBar.tsx';
import { QuantityField } from '../../widgets/QuantityField.tsx';
import { useSimulation } from '../answers.ts';
import { EstimateTable } from './EstimateTable.tsx';
import { OccupancyChart } from './OccupancyChart.tsx';
import { Verdicts } from './Verdicts.tsx';

export default function Simulate() {
  const { run, stale } = useSimulation();
  return (
    <div className="panel panel--split">
      <div className="panel__table">
        <Settings run={run} />
        <Progress run={run} />
        {stale && run.result && <p className="panel__stale">The scenario changed since this run.</p>}
        {run.refusal && <p className="panel__refusal">✕ {run.refusal.message}</p>}
        {run.incidents.map((incident) => (
          <p key={incident} className="panel__refusal">
            ⚠ {incident}
          </p>
        ))}
        {run.result ? (
          <>
            <EstimateTable result={run.result} />
            <Verdicts verdicts={run.result.verdicts} />
          </>
        ) : (
          run.status !== 'running' &&
          !run.refusal && (
            <EmptyState title="Not simulated yet">
              Simulation plays the drawing element by element: it knows blocking, batches and bulk, where
              formulas guess.
            </EmptyState>
          )
        )}
      </div>
      <OccupancyChart />
    </div>
  );
}

interface Setting {
  readonly key: 'seed' | 'replications' | 'horizon' | 'warmup' | 'precision';
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
    placeholder: 'chosen',
    least: 0,
  },
  {
    key: 'warmup',
    label: 'Warm-up',
    help: 'Start of each replication that is not counted.',
    dimension: 'time',
    placeholder: 'chosen',
    least: 0,
  },
  {
    key: 'precision',
    label: 'Precision',
    help: 'Go on until every mean occupancy is known to this share.',
    dimension: 'probability',
    placeholder: 'as it comes',
    least: 0,
  },
];

function Settings({ run }: { readonly run: SimulationRun }) {
  const request = useSession((session) => session.simulation);
  const running = run.status === 'running';
  return (
    <form
      className="simulate__settings"
      onSubmit={(event) => {
        event.preventDefault();
        void startSimulation();
      }}
    >
      {SETTINGS.map((setting) => (
        <QuantityField
          key={setting.key}
          label={setting.label}
          help={setting.help}
          value={request[setting.key]}
          placeholder={placeholderOf(setting, run)}
          format={(value) => formatQuantity(value, setting.dimension)}
          formatFull={(value) => formatFull(value, setting.dimension)}
          parse={(text) => parseSetting(text, setting)}
          onChange={(value) => setSimulation(changeOf(setting.key, value))}
          disabled={running}
        />
      ))}
      {running ? (
        <Button icon={<StopIcon />} onClick={cancelSimulation}>
          Stop
        </Button>
      ) : (
        <Button variant="primary" icon={<PlayIcon />} type="submit">
          Run
        </Button>
      )}
    </form>
  );
}

/** What was chosen for the last run stands where the user left the choice open. */
function placeholderOf({ key, dimension, placeholder }: Setting, { plan }: SimulationRun): string {
  const chosen = plan?.[key];
  return chosen === undefined ? placeholder : formatQuantity(chosen, dimension);
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

function Progress({ run }: { readonly run: SimulationRun }) {
  const [now, setNow] = useState(() => performance.now());
  const running = run.status === 'running';
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [running]);
  if (!running || !run.plan) {
    return run.status === 'cancelled' && run.result ? (
      <p className="panel__stale">
        Stopped after {run.result.replications} replications; the intervals are from these.
      </p>
    ) : null;
  }
  const finished = run.finished ?? 0;
  const partial = Object.values(run.progress ?? {})
    .filter((one) => one.replication >= finished)
    .reduce((sum, one) => sum + one.fraction, 0);
  const fraction = Math.min(1, (finished + Math.min(partial, 8)) / run.plan.replications);
  const seconds = (now - (run.startedAt ?? now)) / 1000;
  const left = fraction > 0.02 ? (seconds * (1 - fraction)) / fraction : undefined;
  return (
    <ProgressBar
      label="Simulating"
      fraction={fraction}
      detail={`${finished} of ${run.plan.replications} replications${left === undefined ? '' : `, about ${Math.ceil(left)} s left`}`}
    />
  );
}
