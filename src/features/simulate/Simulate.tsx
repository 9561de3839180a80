/** A simulation: what is asked for, how it goes, and what it gave with its intervals. */
import { memo, useEffect, useState } from 'react';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { useSimulation } from '../results/answers.ts';
import { EstimateTable } from '../results/EstimateTable.tsx';
import { OccupancyChart } from '../results/OccupancyChart.tsx';
import { ConvergenceChart } from './ConvergenceChart.tsx';
import { SimulationNotes } from './SimulationNotes.tsx';
import { SimulationSettings } from './SimulationSettings.tsx';
import '../results/stage-table.css';
import { WholeTable } from '../results/WholeTable.tsx';
import { Verdicts } from '../solve/Verdicts.tsx';

export default function Simulate() {
  const { run, stale } = useSimulation();
  const isOpen = useOneFrameLater();
  // A run often begins as this tab opens: charts come with the first picture of it, and are not drawn before for nothing.
  const showsCharts = isOpen || run.progress !== undefined || run.result !== undefined;
  return (
    <div className="panel panel--split panel--stages" data-stale={stale || undefined}>
      <div className="panel__table">
        <Settings plan={run.plan} running={run.status === 'running'} />
        <SimulationNotes run={run} stale={stale} />
        {run.result ? (
          <Results result={run.result} />
        ) : (
          run.status !== 'running' &&
          run.status !== 'cancelled' &&
          !run.refusal && (
            <EmptyState title="Not simulated yet">
              Simulation plays the drawing element by element: it knows blocking, batches and bulk, where
              formulas guess.
            </EmptyState>
          )
        )}
      </div>
      <div className="panel__charts">
        {showsCharts && <OccupancyChart />}
        {showsCharts && run.result && <Convergence result={run.result} />}
      </div>
    </div>
  );
}

/** True from the frame after the first on. */
function useOneFrameLater(): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setLater(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isLater;
}

// A run tells of its progress ten times a second: what does not show that is not drawn again.
const Settings = memo(SimulationSettings);
const Convergence = memo(ConvergenceChart);
const Results = memo(function Results({ result }: { readonly result: SimulationResult }) {
  return (
    <>
      <IntervalNote result={result} />
      <EstimateTable result={result} />
      <WholeTable result={result} />
      <Verdicts verdicts={result.verdicts} />
    </>
  );
});

const INTERVALS: Readonly<Record<SimulationResult['intervalMethod'], string>> = {
  independentReplications: 'independent replications, Student’s t',
};

/** Where the numbers come from and how sure they are. */
function IntervalNote({ result }: { readonly result: SimulationResult }) {
  return (
    <p className="simulate__trust">
      <span aria-hidden="true">◍</span> 95 % intervals from {result.replications}{' '}
      {INTERVALS[result.intervalMethod]}; {result.engine === 'fast' ? 'compiled' : 'general'} engine
      {result.exactPart && `; exact means from the chain of their part (${result.exactPart.model})`}
    </p>
  );
}
