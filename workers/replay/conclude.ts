/**
 * What is wrong with a drawn stage, from the ways to feed it: measured or modelled arrivals, measured or modelled services. Each way is right when the
 * measured occupancy looks like one more run of it (`virtual-queue/model-verdict.ts`); the one that changes a wrong prediction into a right one
 * was wrong.
 */
import { formatNumber } from '../../core/quantities/quantity.ts';
import type { Culprit, FedPrediction, ReplayFeed } from './contract.ts';

export interface Evidence {
  readonly stage: string;
  readonly measuredMean?: number;
  readonly predictions: readonly FedPrediction[];
  /** Why the scenario as drawn has no answer. */
  readonly drawnFailure?: string;
}

export interface Conclusion {
  readonly culprit: Culprit;
  readonly sentences: readonly string[];
}

export function conclude(evidence: Evidence): Conclusion {
  const culprit = culpritOf(evidence);
  return {
    culprit,
    sentences: [
      `${whatIsPredicted(evidence)}${so(culprit, evidence)}`,
      ...evidence.predictions.flatMap(({ feed, verdict }) =>
        verdict ? [`${FEED_WORDS[feed]}: ${verdict.sentences.join(' ')}`] : [],
      ),
      ...(evidence.drawnFailure === undefined
        ? []
        : [`The scenario as drawn has no answer to compare with: ${evidence.drawnFailure}`]),
    ],
  };
}

type Standing = 'right' | 'wrong' | 'unknown';

function standingOf({ predictions }: Evidence, feed: ReplayFeed): Standing {
  const outcome = predictions.find((one) => one.feed === feed)?.verdict?.outcome;
  if (outcome === undefined || outcome === 'undecidable') return 'unknown';
  return outcome === 'inconsistent' ? 'wrong' : 'right';
}

function culpritOf(evidence: Evidence): Culprit {
  if (standingOf(evidence, 'allMeasured') === 'wrong') return 'structure';
  const measured = standingOf(evidence, 'measuredArrivals');
  const drawn = standingOf(evidence, 'drawnArrivals');
  if (measured === 'unknown') return 'unknown';
  if (measured === 'right') return drawn === 'wrong' ? 'arrivals' : drawn === 'right' ? 'nothing' : 'unknown';
  return standingOf(evidence, 'measuredServices') === 'wrong' ? 'both' : 'service';
}

const FEED_WORDS: Readonly<Record<ReplayFeed, string>> = {
  measuredArrivals: 'With the measured arrivals',
  drawnArrivals: 'With the model’s arrivals',
  measuredServices: 'With the model’s arrivals and the measured services',
  allMeasured: 'With the measured arrivals and the measured services',
};

function whatIsPredicted({ stage, measuredMean, predictions }: Evidence): string {
  const mean = (feed: ReplayFeed): string | undefined => {
    const range = predictions.find((one) => one.feed === feed)?.quantities.meanOccupancy;
    return (
      range &&
      `${formatNumber(range.mean)} (${formatNumber(range.low)} … ${formatNumber(range.high)} in 95 % of the runs)`
    );
  };
  const measured =
    measuredMean === undefined ? 'its occupancy was not measured' : `measured ${formatNumber(measuredMean)}`;
  const drawn = mean('drawnArrivals');
  return `With the measured arrivals stage ${stage} predicts a number in system of ${mean('measuredArrivals')}; ${measured}${drawn === undefined ? '' : `; with the model’s arrivals ${drawn}`}: `;
}

function so(culprit: Culprit, evidence: Evidence): string {
  switch (culprit) {
    case 'nothing':
      return 'neither the arrivals nor the service is rejected, which does not prove them right.';
    case 'arrivals':
      return 'so the model’s arrivals are wrong; the service is consistent with the data.';
    case 'service':
      return `so the service of the stage is wrong${besides(evidence)}`;
    case 'both':
      return 'so the service is wrong, and so are the model’s arrivals, which are rejected with the measured services too.';
    case 'structure':
      return 'the structure of the stage is wrong (its servers, its capacity, or blocking): even with the measured services its occupancy differs from the measured one.';
    case 'unknown':
      return unknown(evidence);
  }
}

function besides(evidence: Evidence): string {
  if (standingOf(evidence, 'measuredServices') === 'right')
    return '; with the measured services the model’s arrivals are consistent with the data.';
  if (standingOf(evidence, 'drawnArrivals') === 'right')
    return ', although the prediction with the model’s arrivals agrees: two errors cancel there.';
  return '; whether the model’s arrivals are wrong as well cannot be told without measured services.';
}

function unknown(evidence: Evidence): string {
  if (evidence.measuredMean === undefined) return 'without departures nothing says whether it is right.';
  return standingOf(evidence, 'measuredArrivals') === 'right'
    ? 'the service is consistent with the data, and of the model’s arrivals nothing can be said.'
    : 'the trace is too short, or its occupancy too unsteady, to tell.';
}
