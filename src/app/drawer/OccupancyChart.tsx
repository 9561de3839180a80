/** Occupancy of the stage in focus: model, simulation and measurement over each other. */
import { useMemo } from 'react';
import { DistributionChart } from '../../charts/DistributionChart.tsx';
import type { DistributionSeries } from '../../charts/distribution-series.ts';
import { useScenario } from '../../state/document-store.ts';
import { useAnswer, useFocusStage, useSimulation } from '../answers.ts';

export function OccupancyChart({ height }: { readonly height?: number }) {
  const scenario = useScenario();
  const stage = useFocusStage();
  const { answer, stale } = useAnswer();
  const { run, stale: simulationStale, occupancy } = useSimulation();
  const id = stage?.id ?? '';
  const series = useMemo(() => {
    const shown: DistributionSeries[] = [];
    const measured = scenario.measurement?.stages.find((one) => one.stage === id)?.occupancyDistribution;
    if (measured) shown.push({ kind: 'measured', name: 'measured', values: measured });
    const simulated = occupancy?.[id];
    if (simulated) {
      const estimates = run.result?.stages[id]?.occupancyDistribution;
      shown.push({
        kind: 'simulation',
        name: simulationStale ? 'simulation (older)' : 'simulation',
        values: simulated,
        ...(estimates && {
          low: estimates.map((level) => Math.max(0, level.mean - level.halfWidth)),
          high: estimates.map((level) => level.mean + level.halfWidth),
        }),
      });
    }
    const model = answer?.stages[id];
    if (model?.occupancyDistribution) {
      const name = stale ? `${model.model} (older)` : model.model;
      shown.push({
        kind: 'model',
        name,
        values: model.occupancyDistribution,
        ...(model.meanOccupancy !== undefined && { mean: model.meanOccupancy }),
      });
    }
    return shown;
  }, [scenario.measurement, id, occupancy, run.result, simulationStale, answer, stale]);

  if (!stage) return null;
  return (
    <DistributionChart
      title={stage.name ?? stage.id}
      unit={stage.unit ? `${stage.unit}s` : 'elements'}
      series={series}
      capacity={stage.capacity}
      fileName={`${scenario.name} ${stage.id} occupancy`}
      {...(height === undefined ? {} : { height })}
    />
  );
}
