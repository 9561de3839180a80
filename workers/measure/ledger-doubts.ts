/** What the events of a queue do not bear: departures of nothing, and elements that came and never left. */
import { formatNumber, formatPercent, formatQuantity } from '../../core/quantities/quantity-format.ts';
import { isFullByDesign, type ReducedMeasurement, type ReducedQueue } from './contract.ts';

/** Shares of all elements from which on rows are missing, and not the ends of the measurement alone. */
const UNMATCHED = 0.001;
const NEVER_LEFT = 0.005;
/** Share of the mean level by which it may be off for rows that were left out. */
const MOST_OFF = 0.01;
/** As few may be inside at any end, and so short a trace tells nothing. */
const FEW = 10;
const SHORT = 100;
/** One lost departure keeps a queue from ever being empty again; a busy one is empty now and then in the last so much of its run. */
const MOST_WITHOUT_EMPTY = 0.8;

/**
 * What is no more than a hint at missing rows: elements that never left a queue that was never empty again. A busy one may have as many at its end.
 */
export function leftInside({ id, ledger, kind, bulkSize = 1 }: ReducedQueue): string[] {
  if (!ledger || kind === 'tail' || isFullByDesign(kind) || ledger.entered < SHORT) return [];
  const { entered, left, from, lastEmpty, until } = ledger;
  const inside = entered - left;
  const sinceEmpty = (until - lastEmpty) / (until - from);
  return inside > Math.max(FEW, 2 * bulkSize) && sinceEmpty > MOST_WITHOUT_EMPTY
    ? [
        `${counted(inside)} of ${counted(entered)} elements never left ${id}, which was never empty in the last ${formatPercent(sinceEmpty, 2)} of the time: departures may be missing, and then nothing here holds`,
      ]
    : [];
}

/** Elements came and none left: how fast they come is seen, and nothing else. */
export function arrivalsAlone({ id, ledger, kind, bulkSize = 1 }: ReducedQueue): string | undefined {
  if (!ledger || kind === 'tail' || isFullByDesign(kind)) return undefined;
  const { entered, left, unmatched, from, until } = ledger;
  return left + unmatched === 0 && entered >= Math.max(SHORT, 2 * bulkSize) && until > from
    ? `queue ${id}: ${counted(entered)} elements came and no departure is in the file: arrivals alone, of which rates and gaps hold, and no level`
    : undefined;
}

/** Why the events of a queue tell no level of it, nor what follows from levels; undefined where they do. */
export const levelDoubt = (queue: ReducedQueue): string | undefined =>
  arrivalsAlone(queue) ?? offDoubt(queue);

/** Why the mean level that the events give is off by more than is told in passing; undefined where it is not. */
export const offDoubt = (queue: ReducedQueue): string | undefined =>
  leftOutDoubt(queue) ?? uncountedDoubt(queue);

/**
 * Departures that found nothing to take matter beside the level: what they took was there uncounted, from the start or since an insertion
 * that is missing. Where insertions are, departures may be too, and those keep the level up.
 */
function uncountedDoubt({ id, ledger, kind, occupancy }: ReducedQueue): string | undefined {
  const { uncounted = 0, unmatched = 0 } = ledger ?? {};
  if (!occupancy || isFullByDesign(kind) || uncounted <= MOST_OFF * occupancy.mean) return undefined;
  const [off, mean] = [uncounted, occupancy.mean].map((level) => formatNumber(level));
  return `queue ${id}: ${counted(unmatched)} departures found nothing to take, so that its mean level of ${mean} may be off by ${off} or more: no level and no time in it is told`;
}

/** Rows that were left out matter beside the level itself. */
export function leftOutDoubt({ id, ledger, kind, occupancy }: ReducedQueue): string | undefined {
  const { offBy = 0 } = ledger ?? {};
  if (!occupancy || isFullByDesign(kind) || offBy <= MOST_OFF * occupancy.mean) return undefined;
  const [off, mean] = [offBy, occupancy.mean].map((level) => formatNumber(level));
  return `queue ${id}: rows were left out (W27), so that its mean level of ${mean} may be off by up to ${off}: no level and no time in it is told`;
}

/** A sentence each; none where in, out and what is left agree. A tail before a bus is hardly ever empty: less than a bulk stays. */
export function ledgerDoubts(
  queue: ReducedQueue,
  { startsEmpty = true }: { readonly startsEmpty?: boolean } = {},
): string[] {
  const { id, ledger, kind, bulkSize = 1 } = queue;
  if (!ledger || isFullByDesign(kind)) return [];
  const { entered, left, unmatched, from, lastEmpty, until } = ledger;
  const out = left + unmatched;
  const inside = entered - left;
  const sinceEmpty = (until - lastEmpty) / (until - from);
  const alone = arrivalsAlone(queue);
  const isLost =
    kind !== 'tail' &&
    entered >= SHORT &&
    inside > Math.max(FEW, NEVER_LEFT * entered, 2 * bulkSize) &&
    sinceEmpty > MOST_WITHOUT_EMPTY;
  return [
    ...(startsEmpty && unmatched > UNMATCHED * out
      ? [
          `queue ${id}: ${counted(unmatched)} of ${counted(out)} departures (${formatPercent(unmatched / out, 2)}) found nothing to take. Insertions are missing, or its two ends have clocks that differ`,
        ]
      : []),
    ...(alone === undefined ? [] : [alone]),
    ...(isLost && out > 0
      ? [
          `queue ${id}: of ${counted(entered)} elements that came ${counted(left)} left, ${counted(inside)} (${formatPercent(inside / entered, 2)}) did not, and it was never empty in the last ${formatPercent(sinceEmpty, 2)} of the time. Departures are missing, or it grows without end`,
        ]
      : []),
  ];
}

/** Elements that left the tail against those that reached the head; those on their way are few against a run. */
export function transferDoubts(tail: ReducedQueue, head: ReducedQueue, bulkSize: number): string[] {
  if (!tail.ledger || !head.ledger) return [];
  const [sent, came] = [tail.ledger.left, head.ledger.entered];
  const few = Math.max(FEW, NEVER_LEFT * sent, 2 * bulkSize);
  if (Math.abs(sent - came) <= few) return [];
  const missing = sent > came ? `Rows of ${head.id} are missing` : `Rows of ${tail.id} are missing`;
  return [
    `${counted(sent)} elements left ${tail.id} and ${counted(came)} reached ${head.id}. ${missing}, or the bus loses or doubles elements`,
  ];
}

/** Share of the elements of a queue that may come before or after the frames: more are told. */
const OUTSIDE = 0.01;

/** What came outside of the frames is in no level, rate or histogram of them; undefined where next to nothing did. */
export function outsideOfFrames(
  { id, ledger, frames }: ReducedQueue,
  { start, end }: ReducedMeasurement['frames'],
): string | undefined {
  if (!ledger || !frames || start.length === 0) return undefined;
  const inside = frames.insertions.reduce((sum, count) => sum + count, 0);
  const outside = ledger.entered - inside;
  if (!(outside > Math.max(FEW, OUTSIDE * ledger.entered))) return undefined;
  const span = (from: number, to: number): string =>
    `${formatQuantity(from, 'time', { digits: 5 })} to ${formatQuantity(to, 'time', { digits: 5 })}`;
  return `queue ${id}: ${counted(outside)} of ${counted(ledger.entered)} elements came outside of the frames, and are in none of their levels. Its events go from ${span(ledger.from, ledger.until)}, the frames from ${span(start[0]!, end.at(-1)!)}`;
}

const counted = (count: number): string => count.toLocaleString('en');
