/** Histograms of levels as distributions: the frames of each stage summed and normalised. */
import type { LevelHistogram, LevelMetric } from './histogram-table.ts';
import type { FaultList } from './measurement-fault.ts';

/** Fraction of time at each level n = 0, 1, ... */
export type StageDistributions = Partial<Record<LevelMetric, readonly number[]>>;

/** A level is kept for each one up to the highest, so a few rows could ask for gigabytes. */
const MOST_LEVELS = 5_000_000;

/** By stage. One of which all weights are 0 is left out and reported (W07); more levels than memory should hold are refused (E20). */
export function levelDistributions(
  histograms: readonly LevelHistogram[],
  faults: FaultList,
): Map<string, StageDistributions> {
  const times = new Map<string, { stage: string; metric: LevelMetric; levels: number[] }>();
  let levelCount = 0;
  for (const { stage, metric, weights } of histograms) {
    const key = JSON.stringify([stage, metric]);
    const entry = times.get(key) ?? { stage, metric, levels: [] };
    times.set(key, entry);
    for (const [level, weight] of weights) {
      levelCount += Math.max(0, level + 1 - entry.levels.length);
      if (levelCount > MOST_LEVELS) {
        const most = MOST_LEVELS.toLocaleString('en');
        faults.add(
          'E20',
          `histograms of more than ${most} levels in all: read the queues from several files`,
        );
        return new Map();
      }
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
