/** How the servers spend their time, stage by stage, and how full the stage in focus, its queue, or a group is. */

import { nameOf } from '../../../core/scenario/defaults.ts';
import { flowOrder } from '../../../core/scenario/graph.ts';
import { isStage, type Scenario } from '../../../core/scenario/scenario.ts';
import { useScenario } from '../../state/document-store.ts';
import { type OccupancyView, selectOnly, setOccupancyView, useSession } from '../../state/session-store.ts';
import { UtilizationBars } from '../../ui/charts/UtilizationBars.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { useAnswer, useFocusStage, useSimulation } from './answers.ts';
import { OccupancyChart } from './OccupancyChart.tsx';

export default function Occupancy() {
  const scenario = useScenario();
  const focus = useFocusStage();
  const { answer } = useAnswer();
  const { run } = useSimulation();
  const wanted = useSession((session) => session.occupancyView);
  if (!focus)
    return <EmptyState title="No stages yet">Drag a stage from the palette, or press A.</EmptyState>;
  const choices = viewsOf(scenario);
  // A group may be gone since it was chosen.
  const view = choices.find(({ value }) => value === wanted)?.value ?? 'stage';
  const rows = scenario.nodes.filter(isStage).map((stage) => {
    const known = answer?.stages[stage.id];
    const simulated = known ? undefined : run.answer?.stages[stage.id];
    return {
      stageId: stage.id,
      name: nameOf(stage),
      serving: known?.utilization ?? simulated?.utilization?.mean,
      blocked: known?.blockedFraction ?? simulated?.blockedFraction?.mean,
      starved: known?.starvedFraction ?? simulated?.starvedFraction?.mean,
      load: known?.loadPerServer,
    };
  });
  return (
    <div className="panel panel--split">
      <UtilizationBars
        title={`How servers spend their time (${answer && !answer.simulated ? 'by formulas' : 'simulated'})`}
        rows={rows}
        flowOrder={flowOrder(scenario)}
        selected={focus.id}
        onSelect={selectOnly}
      />
      <div className="panel__charts">
        <div className="occupancy__view">
          <ChoiceField label="Count" value={view} choices={choices} onChange={setOccupancyView} />
        </div>
        <OccupancyChart view={view} />
      </div>
    </div>
  );
}

interface View {
  readonly value: OccupancyView;
  readonly label: string;
  readonly hint?: string;
}

function viewsOf({ groups = [] }: Scenario): readonly View[] {
  return [
    { value: 'stage', label: 'Whole stage', hint: 'Waiting, in service and blocked' },
    { value: 'waiting', label: 'Waiting only', hint: 'Those that have no server yet' },
    ...groups.map(({ id, name }) => ({
      value: `group ${id}` as const,
      label: name ?? id,
      hint: 'Virtual queue: its stages together',
    })),
  ];
}
