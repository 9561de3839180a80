/** How the servers spend their time, stage by stage, and how full the stage in focus is. */
import { UtilizationBars } from '../../charts/UtilizationBars.tsx';
import { flowOrder } from '../../model/graph.ts';
import { isStage } from '../../model/scenario.ts';
import { useScenario } from '../../state/document-store.ts';
import { selectOnly } from '../../state/session-store.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { useAnswer, useFocusStage, useSimulation } from '../answers.ts';
import { OccupancyChart } from './OccupancyChart.tsx';

export default function Occupancy() {
  const scenario = useScenario();
  const focus = useFocusStage();
  const { answer } = useAnswer();
  const { run } = useSimulation();
  if (!focus)
    return <EmptyState title="No stages yet">Drag a stage from the palette, or press A.</EmptyState>;
  const rows = scenario.nodes.filter(isStage).map((stage) => {
    const simulated = run.result?.stages[stage.id];
    const solved = answer?.stages[stage.id];
    return {
      stageId: stage.id,
      name: stage.name ?? stage.id,
      serving: simulated?.utilization?.mean ?? solved?.utilization,
      blocked: simulated?.blockedFraction?.mean ?? solved?.blockedFraction,
      starved: simulated?.starvedFraction?.mean ?? solved?.starvedFraction,
      load: solved?.loadPerServer,
    };
  });
  return (
    <div className="panel panel--split">
      <UtilizationBars
        title={`How servers spend their time (${run.result ? 'simulated' : 'by formulas'})`}
        rows={rows}
        flowOrder={flowOrder(scenario)}
        selected={focus.id}
        onSelect={selectOnly}
      />
      <OccupancyChart />
    </div>
  );
}
