/** Histograms of levels as distributions: the frames of each stage summed and normalised. */
import type { LevelHistogram, LevelMetric } from './histogram-table.ts';
import type { FaultList } from './measurement-fault.ts';

/** Fraction of time at each level n = 0, 1, ... */
export type StageDistributions = Partial<Record<LevelMetric, readonly number[]>>;

/** By stage. One of which all weights are 0 is left out and reported (W07). */
export function levelDistributions(
  histograms: readonly LevelHistogram[],
  faults: FaultList,
): Map<string, StageDistributions> {
  const times = new Map<string, { stage: string; metric: LevelMetric; levels: number[] }>();
  for (const { stage, metric, weights } of histograms) {
    const key = JSON.stringify([stage, metric]);
    const entry = times.get(key) ?? { stage, metric, levels: [] };
    times.set(key, entry);
    for (const [level, weight] of weights) {
      while (entry.levels.length <= level) entry.levels.push(0);
      entry.levels[level]! += weight;
    }
  }
  const distributions = new Map<string, StageDistributions>();
  for (const { stage, metric, levels } of times.values()) {
    const total = levels.reduce((sum, time) => sum + time, 0);
    if (total > 0) {
      const normalised = levels.map((time) => time / total);
      distributions.set(stage, { ...distributions.get(stage), [metric]: normalised });
    } else if (levels.length > 0) allZero(metric, stage, faults);
  }
  return distributions;
}

export function allZero(metric: LevelMetric, stage: string, faults: FaultList): void {
  faults.add('W07', `${metric} of stage ${stage} is left out: all its weights are 0`);
}
