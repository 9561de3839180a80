/**
 * Steps 4 to 6 of TimeTrial's procedure (section II-A): the measured ends against the predicted ones, and what follows. No fixed
 * distance can decide, since chance alone moves the mean of a busy queue by a third; a difference counts as real by the test of
 * `exchangeability.ts`, and then as one that matters by its size.
 */
import { formatNumber, formatPercent } from '../../core/quantities/quantity.ts';
import type { ModelVerdict, PartTest, QueuePart } from './contract.ts';
import { type ComparedPart, quantile, testExchangeability } from './exchangeability.ts';

const ALPHA = 0.05;
/** Level for a single part, when all together are not like the replications. */
const PART_ALPHA = 0.1;
/** A difference matters from here on: largest difference of shares of time, or Wasserstein distance by the mean. */
const KOLMOGOROV_SMIRNOV = 0.05;
const RELATIVE = 0.1;
/** Nothing can be decided when chance alone makes this share of the mean, or from fewer times than this. */
const MOST_CHANCE = 0.5;
const LEAST_TIMES = 200;

/** What is known of elements that are in neither end. */
export interface BetweenEnds {
  readonly measured: number;
  readonly predicted: number;
  /** Whether the difference is more than chance. */
  readonly isReal: boolean;
}

export interface VerdictBasis {
  readonly compared: readonly ComparedPart[];
  /** For the ideal model of a virtual queue: the ends hold the whole, of which then only the mean is known. */
  readonly sumOfEnds?: { readonly measured: number; readonly replicated: Float64Array };
  readonly between?: BetweenEnds;
  /** Elements may be on their way between the ends, and how many was not measured. */
  readonly isOpenBetween?: boolean;
  readonly wholeMean: number;
  readonly gapCount: number;
  readonly openShare: number;
}

const OPEN_SHARE = 0.01;

export function judgeModel(basis: VerdictBasis): ModelVerdict {
  const { compared, sumOfEnds, between, wholeMean, gapCount } = basis;
  const undecided = (why: string): ModelVerdict => ({
    ...{ outcome: 'undecidable', p: 1, tests: [] },
    sentences: [`Not decidable: ${why}.`],
  });
  if (compared.length === 0 && !sumOfEnds)
    return undecided('no occupancy was measured that the model predicts');
  const { p, tests } = sumOfEnds ? testMeans(sumOfEnds) : testExchangeability(compared);
  const chance = tests.reduce((sum, test) => sum + test.chance.wasserstein, 0) / Math.max(1, wholeMean);
  const worst = tests.reduce((a, b) =>
    b.p.wasserstein < a.p.wasserstein || (b.p.wasserstein === a.p.wasserstein && b.relative > a.relative)
      ? b
      : a,
  );
  const underWay = between?.isReal ? Math.abs(between.measured - between.predicted) : 0;
  const share = underWay / Math.max(1, wholeMean);
  if (between && share > RELATIVE)
    return { outcome: 'inconsistent', p, tests, sentences: [`Unreliable: ${betweenText(between)}`] };
  const held = compared.map(heldBack).find((one) => one !== undefined);
  if (held !== undefined) return { outcome: 'inconsistent', p, tests, sentences: [held] };
  if (p <= ALPHA) {
    const matters = tests.some(
      ({ distances, relative, p: own }) =>
        own.wasserstein <= PART_ALPHA &&
        (relative > RELATIVE || distances.kolmogorovSmirnov > KOLMOGOROV_SMIRNOV),
    );
    const sentence = `${apart(worst)}; of ${tests.length === 1 ? 'all runs' : 'all runs, over both ends,'} ${formatPercent(p, 2)} are that far from the others.`;
    return matters
      ? { outcome: 'inconsistent', p, tests, sentences: [`Unreliable: ${sentence}`] }
      : { outcome: 'negligible', p, tests, sentences: [`Detectable but negligible: ${sentence}`] };
  }
  if (gapCount < LEAST_TIMES)
    return {
      ...undecided(`${gapCount} insertions are too few, at least ${LEAST_TIMES} are needed`),
      p,
      tests,
    };
  if (basis.openShare > OPEN_SHARE)
    return {
      ...undecided(
        `${formatPercent(basis.openShare, 2)} of the measured times are in a bin without end, so their distribution is not known`,
      ),
      p,
      tests,
    };
  if (chance > MOST_CHANCE)
    return {
      ...undecided(
        `chance alone moves the occupancy by ${formatPercent(chance, 2)} of its mean, so that a wrong model would look the same`,
      ),
      p,
      tests,
    };
  if (between && share > chance) {
    const few = betweenText(between, `, ${formatPercent(underWay / wholeMean, 2)} of the mean`);
    return { outcome: 'negligible', p, tests, sentences: [`Detectable but negligible: ${few}`] };
  }
  const parts = sumOfEnds ? 'tail and head together' : tests.map(({ part }) => WORDS[part]).join(' and ');
  const noticed = basis.isOpenBetween
    ? `Ends that are off by ${formatPercent(chance, 2)} of the mean or more would have been noticed; what is on its way between them was not measured, and there the whole queue may be off by more: give events of both ends, or the latency.`
    : `A prediction that is off by ${formatPercent(chance, 2)} of the mean or more would have been noticed.`;
  const sentence = `Consistent with the measured ${parts} (p = ${p.toFixed(2)}), which is no proof. ${noticed}`;
  return { outcome: 'consistent', p, tests, sentences: [sentence] };
}

/** Time at the highest level from which on it is no rare peak, and as much above it in the replications. */
const LEAST_AT_TOP = 0.01;
/** Share of replications that may stay at or below the measured top by chance. */
const MOST_BELOW_TOP = 0.025;

/** A level that is reached often and never passed, where the model goes on: distances of whole histograms do not see that. */
function heldBack({ part, measured, replicated }: ComparedPart): string | undefined {
  const top = measured.findLastIndex((share) => share > 0);
  const above = replicated.map((shares) => shares.subarray(top + 1).reduce((sum, share) => sum + share, 0));
  const below = above.filter((share) => share === 0).length;
  const mean = above.reduce((sum, share) => sum + share, 0) / above.length;
  const isHeld =
    measured[top]! >= LEAST_AT_TOP &&
    mean >= LEAST_AT_TOP &&
    (1 + below) / (above.length + 1) <= MOST_BELOW_TOP;
  return isHeld
    ? `Unreliable: the ${WORDS[part]} holds ${top.toLocaleString('en')} elements ${formatPercent(measured[top]!, 2)} of the time and never more, where the model has more ${formatPercent(mean, 2)} of the time: something holds the source back, such as a window or a room that the model does not know.`
    : undefined;
}

/** Distances of means: a lower bound of the Wasserstein distance. The other two are not known of a sum, and are 0. */
function testMeans({ measured, replicated }: NonNullable<VerdictBasis['sumOfEnds']>): {
  p: number;
  tests: PartTest[];
} {
  const sum = replicated.reduce((total, mean) => total + mean, measured);
  const toOthers = (mean: number): number => Math.abs(mean - (sum - mean) / replicated.length);
  const own = toOthers(measured);
  const apartBy = replicated.map(toOthers);
  const p = (1 + apartBy.filter((distance) => distance >= own).length) / (replicated.length + 1);
  const only = (wasserstein: number, other: number) => ({
    wasserstein,
    kolmogorovSmirnov: other,
    jensenShannon: other,
  });
  const predicted = (sum - measured) / replicated.length;
  const test: PartTest = {
    ...{
      part: 'whole',
      distances: only(own, 0),
      chance: only(quantile(apartBy, 1 - ALPHA), 0),
      p: only(p, 1),
    },
    relative: own / Math.max(1, predicted),
  };
  return { p, tests: [test] };
}

const WORDS: Readonly<Record<QueuePart, string>> = { tail: 'tail', head: 'head', whole: 'whole queue' };

const apart = ({ part, distances, relative, chance }: PartTest): string => {
  const share = relative < 10 ? `, ${formatPercent(relative, 2)} of its mean,` : '';
  return `the ${WORDS[part]} is off by ${formatNumber(distances.wasserstein)} elements${share} where chance gives up to ${formatNumber(chance.wasserstein)}`;
};

const betweenText = ({ measured, predicted }: BetweenEnds, size = ''): string =>
  `${formatNumber(measured)} elements are on their way between the ends, where the model has ${formatNumber(predicted)}${size}. The channel has a latency that the model does not know, or the clocks of its ends differ.`;
