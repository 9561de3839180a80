import type { ReactNode } from 'react';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import { useSimulation } from '../results/answers.ts';
import { NotSimulated, SimulationNotes } from './SimulationNotes.tsx';

export interface SimulatedPanelProps {
  /** What stands here after a simulation, as the start of a sentence. */
  readonly what: string;
  readonly children: (result: SimulationResult, stale: boolean) => ReactNode;
}

/** A view that shows one side of a simulation, and how that goes. */
export function SimulatedPanel({ what, children }: SimulatedPanelProps) {
  const { run, result, resultIsOlder } = useSimulation();
  return (
    <div className="panel panel--stack" data-stale={resultIsOlder || undefined}>
      <SimulationNotes run={run} />
      {result
        ? children(result, resultIsOlder)
        : run.status !== 'failed' && <NotSimulated run={run} what={what} />}
    </div>
  );
}
