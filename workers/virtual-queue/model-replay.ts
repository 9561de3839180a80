/** The replications of one model held against what was measured. */

import type { PredictedPart } from './contract.ts';
import {
  type KnownOrder,
  type ModelReplay,
  type ModelVerdict,
  QUEUE_PARTS,
  type QueuePart,
} from './contract.ts';
import { meanShares, quantile } from './exchangeability.ts';
import type { FoundQueue } from './find-queue.ts';
import { type LevelRecord, meanOfShares } from './level-record.ts';
import { type BetweenEnds, judgeModel } from './model-verdict.ts';
import type { Replayed } from './replay.ts';
import type { ReplayPlan } from './replay-plans.ts';

export interface ReplayedModel extends Pick<ReplayPlan, 'model' | 'channel' | 'measured' | 'inOrder'> {
  readonly found: FoundQueue;
  readonly runs: readonly Replayed[];
  readonly between?: BetweenEnds;
}

/**
 * The occupancy of a virtual queue as a whole is what nobody can see: if a file has it, as of a micro-benchmark, it is shown as the
 * truth and does not enter the verdict.
 */
export function modelReplay(replayed: ReplayedModel): ModelReplay {
  const { model, channel, found, runs, measured, between, inOrder } = replayed;
  const isVirtual = found.tail !== undefined || found.head !== undefined;
  const predicted: readonly QueuePart[] = model === 'tandem' ? QUEUE_PARTS : ['whole'];
  const parts = Object.fromEntries(
    predicted.map((part) => [part, predictedPart(runs.map((run) => run[part]))]),
  );
  const wholes = runs.map(({ whole }) => whole.shares());
  const compared = predicted.flatMap((part) => {
    const own = measured[part];
    if (!own || (isVirtual && part === 'whole')) return [];
    const replicated = part === 'whole' ? wholes : runs.map((run) => run[part].shares());
    return [{ part, measured: own.shares, replicated }];
  });
  const sumOfEnds = model === 'ideal' &&
    measured.tail &&
    measured.head && {
      measured: measured.tail.mean + measured.head.mean,
      replicated: Float64Array.from(wholes, meanOfShares),
    };
  const verdict =
    inOrder?.order.insertions === 'last'
      ? notJudged(inOrder.order)
      : judgeModel({
          compared,
          ...(sumOfEnds && { sumOfEnds }),
          ...(between ? { between } : { isOpenBetween: isVirtual }),
          wholeMean: parts.whole!.mean,
          gapCount: found.evidence.gapCount,
          openShare: found.evidence.openShare,
        });
  return { model, ...(channel && { channel }), parts, verdict };
}

/** The last insertions again and again are not the run that was measured. */
const notJudged = ({ count, of = count }: KnownOrder): ModelVerdict => ({
  ...{ outcome: 'undecidable', p: 1, tests: [] },
  sentences: [
    `Not judged: of ${of.toLocaleString('en')} insertions the order of the last ${count.toLocaleString('en')} is known without the file; they are replayed again and again.`,
  ],
});

/** The occupancy of one part over all replications. */

const LOW = 0.025;
const HIGH = 0.975;

function predictedPart(runs: readonly LevelRecord[]): PredictedPart {
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
