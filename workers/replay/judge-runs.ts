/** Whether the measured occupancy looks like one more run of a fed stage. */
import type { ModelVerdict } from '../virtual-queue/contract.ts';
import { meanShares, shareDistances, testExchangeability } from '../virtual-queue/exchangeability.ts';
import { meanOfShares } from '../virtual-queue/level-record.ts';
import { judgeModel } from '../virtual-queue/model-verdict.ts';

/** Elements: runs that are no farther from each other have no chance in them but rounding. */
const SAME = 1e-6;
/** Where there is no chance a difference matters from here on, as it does where there is some. */
const MATTERS = { kolmogorovSmirnov: 0.05, relative: 0.1 };

/** Shares of time by level; `gapCount` gaps between arrivals were replayed. */
export function judgeRuns(
  measured: Float64Array,
  runs: readonly Float64Array[],
  gapCount: number,
): ModelVerdict {
  const [first, ...others] = runs;
  if (others.every((run) => shareDistances(first!, run).wasserstein <= SAME))
    return judgeOne(measured, first!);
  return judgeModel({
    compared: [{ part: 'whole', measured, replicated: runs }],
    wholeMean: meanOfShares(meanShares(runs)),
    ...{ gapCount, openShare: 0 },
  });
}

/** By its size alone. The only test is that of two runs, which are as far from each other as the other way round. */
function judgeOne(measured: Float64Array, run: Float64Array): ModelVerdict {
  const { wasserstein, kolmogorovSmirnov } = shareDistances(measured, run);
  const relative = wasserstein / Math.max(1, meanOfShares(run));
  const isOff = relative > MATTERS.relative || kolmogorovSmirnov > MATTERS.kolmogorovSmirnov;
  const off = `no chance is in it, and it is off by ${Number(wasserstein.toPrecision(3))} elements`;
  const { tests } = testExchangeability([{ part: 'whole', measured, replicated: [run] }]);
  return {
    ...{ outcome: isOff ? 'inconsistent' : 'consistent', p: isOff ? 0 : 1, tests },
    sentences: [isOff ? `Do not trust the prediction: ${off}.` : `As measured: ${off}.`],
  };
}
