/** How the servers of each stage spend their time: busy, blocked, idle. */

import { nodesInFlowOrder } from '../../../core/scenario/graph.ts';
import { isStage } from '../../../core/scenario/scenario.ts';
import { useScenario } from '../../state/document-store.ts';
import { selectOnly } from '../../state/session-store.ts';
import { UtilizationBars } from '../../ui/charts/UtilizationBars.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { useAnswer, useFocusStage, useSimulation } from './answers.ts';
import { nodeTitle } from './node-title.ts';

export default function ServerTime() {
  const scenario = useScenario();
  const focus = useFocusStage();
  const { answer } = useAnswer();
  const { run } = useSimulation();
  if (!focus)
    return <EmptyState title="No stages yet">Drag a stage from the palette, or press A.</EmptyState>;
  const rows = nodesInFlowOrder(scenario)
    .filter(isStage)
    .map((stage) => {
      const known = answer?.stages[stage.id];
      const simulated = known ? undefined : run.answer?.stages[stage.id];
      return {
        stageId: stage.id,
        name: nodeTitle(scenario, stage.id),
        serving: known?.utilization ?? simulated?.utilization?.mean,
        blocked: known?.blockedFraction ?? simulated?.blockedFraction?.mean,
        starved: known?.starvedFraction ?? simulated?.starvedFraction?.mean,
        load: known?.loadPerServer,
      };
    });
  return (
    <div className="panel panel--stack">
      <UtilizationBars
        title={`Server utilization breakdown (${answer && !answer.simulated ? 'analytic' : 'simulated'})`}
        rows={rows}
        selected={focus.id}
        onSelect={selectOnly}
      />
    </div>
  );
}
