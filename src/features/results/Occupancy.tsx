/** How full the stage in focus, its queue, or a group is. */

import type { Scenario } from '../../../core/scenario/scenario.ts';
import { useScenario } from '../../state/document-store.ts';
import { type OccupancyView, setOccupancyView, useSession } from '../../state/session-store.ts';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { EmptyState } from '../../ui/widgets/EmptyState.tsx';
import { useFocusStage } from './answers.ts';
import { OccupancyChart } from './OccupancyChart.tsx';

export function Occupancy() {
  const scenario = useScenario();
  const focus = useFocusStage();
  const wanted = useSession((session) => session.occupancyView);
  if (!focus)
    return <EmptyState title="No stages yet">Drag a stage from the palette, or press A.</EmptyState>;
  const choices = viewsOf(scenario);
  // A group may be gone since it was chosen.
  const view = choices.find(({ value }) => value === wanted)?.value ?? 'stage';
  return (
    <div className="panel panel--stack">
      {choices.length > 1 && (
        <div className="occupancy__view">
          <ChoiceField label="Include" value={view} choices={choices} onChange={setOccupancyView} />
        </div>
      )}
      <OccupancyChart view={view} />
    </div>
  );
}

interface Choice {
  readonly value: OccupancyView;
  readonly label: string;
  readonly hint?: string;
}

function viewsOf({ groups = [] }: Scenario): readonly Choice[] {
  return [
    { value: 'stage', label: 'Queue and service', hint: 'Waiting, in service and blocked' },
    { value: 'waiting', label: 'Queue only', hint: 'Those that have no server yet' },
    ...groups.map(({ id, name }) => ({
      value: `group ${id}` as const,
      label: name ?? id,
      hint: 'Virtual queue: its stages together',
    })),
  ];
}
