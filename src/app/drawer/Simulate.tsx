/** A simulation: what is asked for, how it goes, and what it gave with its intervals. */
import type { SimulationResult } from '../../../workers/contract/simulating.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { useSimulation } from '../answers.ts';
import { ConvergenceChart } from './ConvergenceChart.tsx';
import { EstimateTable } from './EstimateTable.tsx';
import { OccupancyChart } from './OccupancyChart.tsx';
import { SimulationNotes } from './SimulationNotes.tsx';
import { SimulationSettings } from './SimulationSettings.tsx';
import { Verdicts } from './Verdicts.tsx';
import { WholeTable } from './WholeTable.tsx';

export default function Simulate() {
  const { run, stale } = useSimulation();
  return (
    <div className="panel panel--split" data-stale={stale || undefined}>
      <div className="panel__table">
        <SimulationSettings run={run} />
        <SimulationNotes run={run} stale={stale} />
        {run.result ? (
          <>
            <IntervalNote result={run.result} />
            <EstimateTable result={run.result} />
            <WholeTable result={run.result} />
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
      <div className="panel__charts">
        <OccupancyChart />
        {run.result && <ConvergenceChart result={run.result} />}
      </div>
    </div>
  );
}

const INTERVALS: Readonly<Record<SimulationResult['intervalMethod'], string>> = {
  independentReplications: 'independent replications, Student’s t',
};

/** Where the numbers come from and how sure they are. */
function IntervalNote({ result }: { readonly result: SimulationResult }) {
  return (
    <p className="simulate__trust">
      <span aria-hidden="true">◍</span> 95 % intervals from {result.replications}{' '}
      {INTERVALS[result.intervalMethod]}; {result.engine === 'fast' ? 'compiled' : 'general'} engine
    </p>
  );
}
