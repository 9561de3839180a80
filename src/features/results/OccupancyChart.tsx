/** Occupancy of the stage in focus, or of a group: model, simulation and measurement over each other. */

import { useMemo } from 'react';
import { plural } from '../../../core/base/plural.ts';
import { nameOf, serverCountOf } from '../../../core/scenario/defaults.ts';
import { useScenario } from '../../state/document-store.ts';
import type { OccupancyView } from '../../state/session-store.ts';
import { DistributionChart } from '../../ui/charts/DistributionChart.tsx';
import { useBestSimulation, useFocusStage, useSimulation, useSolved } from './answers.ts';
import {
  groupCapacity,
  groupSeries,
  type OccupancySources,
  stageSeries,
  waitingSeries,
} from './occupancy-series.ts';

interface OccupancyChartProps {
  /** Whose elements are counted; all in the stage in focus when absent. */
  readonly view?: OccupancyView;
}

export function OccupancyChart({ view = 'stage' }: OccupancyChartProps) {
  const scenario = useScenario();
  const stage = useFocusStage();
  const { answer, stale: answerIsOlder } = useSolved();
  const { result, resultIsOlder: simulationIsOlder, occupancy } = useSimulation();
  const best = useBestSimulation();
  const forming = best === undefined ? occupancy : undefined;
  const group = scenario.groups?.find(({ id }) => view === `group ${id}`);
  const series = useMemo(() => {
    const sources: OccupancySources = {
      scenario,
      answerIsOlder,
      simulationIsOlder,
      ...(answer && { answer }),
      ...(result && { result }),
      ...(forming && { forming }),
    };
    if (group) return groupSeries(sources, group);
    if (!stage) return [];
    return view === 'waiting' ? waitingSeries(sources, stage) : stageSeries(sources, stage);
  }, [scenario, group, stage, view, answer, answerIsOlder, result, forming, simulationIsOlder]);

  if (group) {
    return (
      <DistributionChart
        title={`${nameOf(group)} (virtual queue)`}
        unit="elements"
        series={series}
        capacity={groupCapacity(scenario, group)}
        fileName={`${scenario.name} ${group.id} occupancy`}
      />
    );
  }
  if (!stage) return null;
  const waiting = view === 'waiting';
  const { capacity } = stage;
  return (
    <DistributionChart
      title={nameOf(stage)}
      unit={stage.unit ? plural(stage.unit) : 'elements'}
      series={series}
      {...(waiting && { quantity: 'waiting' })}
      capacity={capacity === undefined ? undefined : waiting ? capacity - serverCountOf(stage) : capacity}
      fileName={`${scenario.name} ${stage.id} ${waiting ? 'waiting' : 'occupancy'}`}
    />
  );
}
