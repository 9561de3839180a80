/** What stands over everything that a simulation gave: how it goes, that it is older than the drawing, why there is none. */

import { Button } from '../../ui/widgets/Button.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { PlayIcon } from '../../ui/widgets/icons.tsx';
import type { ShownSimulation } from '../results/answers.ts';
import { SimulationProgress } from './SimulationProgress.tsx';
import { startSimulation } from './simulating.ts';

export function SimulationNotes({ run, stale }: Pick<ShownSimulation, 'run' | 'stale'>) {
  return (
    <>
      <SimulationProgress run={run} />
      {stale && run.result && <p className="panel__stale">The scenario changed since this run.</p>}
      {run.refusal && <p className="panel__refusal">✕ {run.refusal.message}</p>}
      {run.incidents.map((incident) => (
        <p key={incident} className="panel__refusal">
          ⚠ {incident}
        </p>
      ))}
    </>
  );
}

/** A tab that lives on a simulation, before there is one. */
export function NotSimulated({ run, what }: Pick<ShownSimulation, 'run'> & { readonly what: string }) {
  if (run.status === 'running')
    return <EmptyState title="Simulating">{what} stand here after two replications.</EmptyState>;
  return (
    <EmptyState
      title="Not simulated yet"
      action={
        <Button variant="primary" icon={<PlayIcon />} onClick={() => void startSimulation()}>
          Simulate
        </Button>
      }
    >
      {what} come from a simulation.
    </EmptyState>
  );
}
