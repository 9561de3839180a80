/** The occupancy of one part over all replications. */
import type { PredictedPart } from './contract.ts';
import { meanShares, quantile } from './exchangeability.ts';
import { type LevelRecord, meanOfShares } from './level-record.ts';

const LOW = 0.025;
const HIGH = 0.975;

export function predictedPart(runs: readonly LevelRecord[]): PredictedPart {
  const all = runs.map((run) => run.shares());
  const shares = meanShares(all);
  const means = Float64Array.from(all, meanOfShares);
  const byLevel = Array.from(shares, (_, level) => Float64Array.from(all, (run) => run[level] ?? 0));
  const byFrame = Array.from(runs[0]!.meanByFrame, (_, frame) =>
    Float64Array.from(runs, ({ meanByFrame }) => meanByFrame[frame]!),
  );
  return {
    ...{ shares, mean: meanOfShares(shares), low: quantile(means, LOW), high: quantile(means, HIGH) },
    lowShares: Float64Array.from(byLevel, (column) => quantile(column, LOW)),
    highShares: Float64Array.from(byLevel, (column) => quantile(column, HIGH)),
    meanByFrame: Float64Array.from(
      byFrame,
      (column) => column.reduce((sum, mean) => sum + mean, 0) / runs.length,
    ),
    lowByFrame: Float64Array.from(byFrame, (column) => quantile(column, LOW)),
    highByFrame: Float64Array.from(byFrame, (column) => quantile(column, HIGH)),
  };
}
