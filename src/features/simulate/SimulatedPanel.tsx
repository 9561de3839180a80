import type { ReactNode } from 'react';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import { useSimulation } from '../results/answers.ts';
import { NotSimulated, SimulationNotes } from './SimulationNotes.tsx';

export interface SimulatedPanelProps {
  /** What stands here after a simulation, as the start of a sentence. */
  readonly what: string;
  readonly children: (result: SimulationResult, stale: boolean) => ReactNode;
}

/** A tab that shows one side of a simulation, and how that goes. */
export function SimulatedPanel({ what, children }: SimulatedPanelProps) {
  const { run, stale } = useSimulation();
  return (
    <div className="panel panel--stack" data-stale={stale || undefined}>
      <SimulationNotes run={run} stale={stale} />
      {run.answer
        ? children(run.answer, stale)
        : run.status !== 'failed' && <NotSimulated run={run} what={what} />}
    </div>
  );
}
