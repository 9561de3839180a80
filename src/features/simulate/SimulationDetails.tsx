/** All that a simulation gave, with its intervals and how they narrowed. */

import { memo, useMemo } from 'react';
import { measureWords } from '../../../core/measures/measure-rows.ts';
import { intervalOf } from '../../../core/measures/measures.ts';
import { formatPercent } from '../../../core/quantities/quantity.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { selectOnly, useSession } from '../../state/session-store.ts';
import { LineChart } from '../../ui/charts/LineChart.tsx';
import type { LineRow, LineSeries } from '../../ui/charts/line-series.ts';
import { EstimateTable } from '../results/EstimateTable.tsx';
import { nodeTitle } from '../results/node-title.ts';
import { unitOf } from '../results/unit-of.ts';
import { WholeTable } from '../results/WholeTable.tsx';
import { Verdicts } from '../solve/Verdicts.tsx';
import { SimulatedPanel } from './SimulatedPanel.tsx';
import '../results/stage-table.css';

/** The rows of the chart of closing intervals: the stages that are selected, else the one that is known worst. */

const MOST_ROWS = 4;

type Known = Pick<SimulationResult, 'stages' | 'convergence' | 'plan'>;

export function convergenceRows(
  scenario: Scenario,
  result: Known,
  selected: readonly NodeId[],
): readonly LineRow[] {
  const wanted = selected.filter((id) => result.stages[id]?.meanOccupancy).slice(0, MOST_ROWS);
  const worst = worstKnown(result);
  const ids = wanted.length > 0 ? wanted : worst === undefined ? [] : [worst];
  return ids.map((id) => ({
    id,
    name: nodeTitle(scenario, id),
    value: { title: measureWords('meanOccupancy'), unit: unitOf(scenario, id) },
    series: [
      {
        kind: 'simulation',
        name: 'mean',
        points: result.convergence.flatMap(({ replications, meanOccupancy }) => {
          const estimate = meanOccupancy[id];
          return estimate ? [{ x: replications, y: estimate.mean, ...intervalOf(estimate) }] : [];
        }),
      },
      ...wantedBounds(result, id),
    ],
  }));
}

/** The stage whose mean occupancy has the widest interval, as a share of the mean. */
export function worstKnown({ stages }: Pick<SimulationResult, 'stages'>): NodeId | undefined {
  let worst: NodeId | undefined;
  let widest = 0;
  for (const [id, { meanOccupancy }] of Object.entries(stages)) {
    if (!meanOccupancy || meanOccupancy.mean === 0) continue;
    const share = meanOccupancy.halfWidth / meanOccupancy.mean;
    if (worst !== undefined && share <= widest) continue;
    worst = id;
    widest = share;
  }
  return worst;
}

/** How narrow the interval is to become, where that was asked of the occupancy. */
function wantedBounds({ plan, stages, convergence }: Known, id: NodeId): readonly LineSeries[] {
  const { precision, precisionMeasures = ['meanOccupancy'] } = plan;
  const mean = stages[id]?.meanOccupancy?.mean;
  if (precision === undefined || mean === undefined || !precisionMeasures.includes('meanOccupancy'))
    return [];
  return [mean * (1 + precision), mean * (1 - precision)].map((bound) => ({
    kind: 'baseline',
    name: `± ${formatPercent(precision)} wanted`,
    guide: true,
    points: convergence.map(({ replications }) => ({ x: replications, y: bound })),
  }));
}

/** How the intervals close in: mean and interval of the mean occupancy after so many replications. */

const REPLICATIONS = { title: 'replications', unit: '', whole: true };

function ConvergenceChart({ result }: { readonly result: SimulationResult }) {
  const scenario = useScenario();
  const selected = useSession((session) => session.selection.nodes);
  const rows = useMemo(() => convergenceRows(scenario, result, selected), [scenario, result, selected]);
  return (
    <LineChart
      title="Convergence of the confidence intervals"
      fileName={`${scenario.name} intervals`}
      x={REPLICATIONS}
      rows={rows}
      rowHeight={rows.length > 1 ? 80 : 130}
      fromZero={false}
      onSelect={selectOnly}
      empty="Drawn from the third replication on."
    />
  );
}

export default function SimulationDetails() {
  return (
    <SimulatedPanel what="All measures with their intervals">
      {(result) => (
        <div className="panel--stages panel__table">
          <Results result={result} />
          <Convergence result={result} />
        </div>
      )}
    </SimulatedPanel>
  );
}

// A run tells of its progress ten times a second: what does not show that is not drawn again.
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
      {INTERVALS[result.intervalMethod]}
      {result.exactPart && `; exact means from the chain of their part (${result.exactPart.model})`}
    </p>
  );
}
