/** Everything that is read off a measurement with the drawing beside it: queries, bottleneck, peaks. */

import type { Measurement } from '../../../core/measurement/measurement.ts';
import type { Query, Requirement } from '../../../core/measurement/query.ts';
import { queryDimension } from '../../../core/measurement/query-text.ts';
import { pow } from '../../../core/numeric/elementary.ts';
import { formatPercent, formatQuantity } from '../../../core/quantities/quantity.ts';
import { flowOrder } from '../../../core/scenario/graph.ts';
import { isStage, type NodeId } from '../../../core/scenario/scenario.ts';
import {
  type Bins,
  isFullByDesign,
  type Peak,
  type ReducedMeasurement,
  type ReducedQueue,
} from '../contract.ts';
import { levelDoubt } from '../ledger-doubts.ts';
import { levelBins } from '../reduce/level-bins.ts';
import type {
  BottleneckReading,
  CheckedQuery,
  Fullness,
  MeasuredGraph,
  MeasuredStudy,
  PeakPair,
  PeakReading,
  PropagatedPeak,
  QueryAnswer,
} from './contract.ts';
import { evaluateQuery } from './evaluate-query.ts';
import { MeasuredPlaces } from './measured-places.ts';

export function studyMeasurement(
  reduced: ReducedMeasurement,
  graph: MeasuredGraph,
  queries: readonly Query[],
): MeasuredStudy {
  const places = new MeasuredPlaces(reduced, graph);
  return {
    queries: queries.map((query) => checkQuery(reduced, places, query)),
    bottleneck: bottleneckReading(reduced, places),
    peaks: peakReading(reduced, places),
    stageOf: Object.fromEntries(places.stageOf),
  };
}

/** Stated means and levels as a reduction without frames, so that queries can be asked of them too. */
export function reducedOfMeasurement({ name, stages }: Measurement): ReducedMeasurement {
  const none = new Float64Array(0);
  return {
    ...{ name, format: 'qtm-csv', origin: '0', bytes: 0, rows: 0, truncated: false },
    frames: { start: none, end: none },
    faults: { shown: [], kept: [], counts: [] },
    queues: stages.map(
      ({
        stage,
        occupancyDistribution,
        queueLengthDistribution,
        samples,
        halfWidths: _,
        ...stated
      }): ReducedQueue => ({
        ...{ id: stage, dest: stage, stated },
        ...(occupancyDistribution && { basis: 'table', occupancy: levelBins(occupancyDistribution) }),
        ...(samples !== undefined && { samples }),
        ...(queueLengthDistribution && { statedQueueLength: queueLengthDistribution }),
      }),
    ),
  };
}

/**
 * Peaks and how they go on downstream (Weh 2012, section 3.5 and table 4): a high fill level in one queue raises those of
 * the following stages a little later. A peak follows another when it is highest not before it, and at most as long after
 * its end as it lasted. Only the highest peaks of each queue are kept, so a follower may be missed that is not among them.
 * Beside the count stands how many would follow by chance, were both spread evenly over the run.
 */
export function peakReading({ queues, frames }: ReducedMeasurement, places: MeasuredPlaces): PeakReading {
  const behind = new Map(queues.map((queue) => [queue.id, queuesBehind(queue, places)]));
  const peaks = queues.flatMap((queue): PropagatedPeak[] =>
    (queue.peaks ?? []).map((peak) => ({
      queue: queue.id,
      peak,
      followers: behind.get(queue.id)!.flatMap((next) => {
        const follower = followerOf(peak, next);
        return follower ? [{ queue: next.id, peak: follower }] : [];
      }),
    })),
  );
  const length = (frames.end.at(-1) ?? 0) - (frames.start[0] ?? 0);
  const pairs = queues.flatMap((queue) =>
    behind.get(queue.id)!.flatMap((next): PeakPair[] => pairOf(queue, next, length)),
  );
  return { peaks: peaks.sort((a, b) => b.peak.level - a.peak.level), pairs };
}

/** Every measured queue downstream, in flow order. */
function queuesBehind(queue: ReducedQueue, places: MeasuredPlaces): readonly ReducedQueue[] {
  const stage = places.stageOf.get(queue.id);
  if (stage === undefined) return [];
  const found = new Map<string, ReducedQueue>();
  const waiting = [stage];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    for (const next of places.nextMeasured(at)) {
      if (next.id === queue.id || found.has(next.id)) continue;
      found.set(next.id, next);
      waiting.push(places.stageOf.get(next.id)!);
    }
  }
  const order = flowOrder(places.graph);
  const rank = ({ id }: ReducedQueue): number => order.indexOf(places.stageOf.get(id)!);
  return [...found.values()].sort((a, b) => rank(a) - rank(b));
}

/** From the moment of the peak, so long. */
const windowOf = ({ start, end, at }: Peak): number => end - at + (end - start);

function followerOf(peak: Peak, { peaks = [] }: ReducedQueue): Peak | undefined {
  const last = peak.at + windowOf(peak);
  const candidates = peaks.filter(({ start, at }) => start >= peak.start && at >= peak.at && at <= last);
  return candidates.reduce<Peak | undefined>(
    (most, one) => (most && most.level >= one.level ? most : one),
    undefined,
  );
}

function pairOf(from: ReducedQueue, to: ReducedQueue, length: number): PeakPair[] {
  const { peaks = [] } = from;
  const count = to.peaks?.length ?? 0;
  if (peaks.length === 0 || count === 0 || !(length > 0)) return [];
  const followed = peaks.filter((peak) => followerOf(peak, to)).length;
  const byChance = peaks.reduce(
    (sum, peak) => sum + 1 - pow(1 - Math.min(1, windowOf(peak) / length), count),
    0,
  );
  return [{ from: from.id, to: to.id, peaks: peaks.length, followed, byChance }];
}

/**
 * The bottleneck as it is read off the queues (TimeTrial, section I): the first stage in flow order whose queue is mostly
 * full while the queue behind it is mostly empty holds everything up. Mostly: at least half of the observed time; full: at
 * nine tenths of the room or above; empty: at one tenth or below. Where no capacity is known the highest level that was
 * seen stands for the room, and the sentence says so. A full last queue is a bottleneck too: nothing behind holds it up.
 */

const FULL = 0.9;
const EMPTY = 0.1;
const MOSTLY = 0.5;

export function bottleneckReading(reduced: ReducedMeasurement, places: MeasuredPlaces): BottleneckReading {
  const reading = fullReading(reduced, places);
  const left = reduced.queues.filter(({ id, kind }) => places.stageOf.has(id) && isFullByDesign(kind));
  if (left.length === 0) return reading;
  const names = left.map(({ id, kind }) => `${id} (${kind})`).join(', ');
  return {
    ...reading,
    sentence: `${reading.sentence} Left out, since its level says nothing of it: ${names}.`,
  };
}

function fullReading({ queues }: ReducedMeasurement, places: MeasuredPlaces): BottleneckReading {
  const known = new Map<NodeId, Fullness>();
  for (const queue of queues) {
    const stage = places.stageOf.get(queue.id);
    if (stage === undefined || known.has(stage) || isFullByDesign(queue.kind)) continue;
    const fullness = fullnessOf(queue, stage, places);
    if (fullness) known.set(stage, fullness);
  }
  const evidence = flowOrder(places.graph).flatMap((id) => known.get(id) ?? []);
  if (evidence.length === 0) return { sentence: unreadWords(queues, places), evidence };
  for (const fullness of evidence) {
    if (fullness.full < MOSTLY) continue;
    const behind = places
      .nextMeasured(fullness.stage)
      .flatMap((queue) => known.get(places.stageOf.get(queue.id)!) ?? []);
    if (behind.some(({ full }) => full >= MOSTLY)) continue;
    const empty = behind.find((next) => next.empty >= MOSTLY);
    if (behind.length > 0 && !empty) continue;
    return { stage: fullness.stage, sentence: foundWords(fullness, empty, places), evidence };
  }
  return { sentence: noneWords(evidence, places), evidence };
}

/** Means tell neither how long a queue is full nor how long it is empty; utilizations of servers are the next best. */
function unreadWords(queues: readonly ReducedQueue[], places: MeasuredPlaces): string {
  const stated = queues.flatMap(({ id, kind, stated = {} }) => {
    const stage = places.stageOf.get(id);
    return stage === undefined || isFullByDesign(kind) ? [] : [{ stage, ...stated }];
  });
  if (stated.every((one) => one.meanOccupancy === undefined && one.meanQueueLength === undefined))
    return 'No bottleneck can be read: no occupancy of a stage was measured.';
  const busiest = stated.reduce((most, one) =>
    (one.utilization ?? 0) > (most.utilization ?? 0) ? one : most,
  );
  const busy =
    busiest.utilization === undefined
      ? ''
      : ` Highest measured utilization: ${titleOf(busiest.stage, places)}, ${formatPercent(busiest.utilization)}.`;
  return `No bottleneck can be read: it is read from how long queues are full and empty, and only their means were measured.${busy}`;
}

function fullnessOf(queue: ReducedQueue, stage: NodeId, { graph }: MeasuredPlaces): Fullness | undefined {
  const { occupancy } = queue;
  if (!occupancy || !(occupancy.total > 0) || levelDoubt(queue) !== undefined) return undefined;
  const node = graph.nodes.find(({ id }) => id === stage);
  const capacity = queue.capacity ?? (node && isStage(node) ? node.capacity : undefined);
  const room = capacity ?? occupancy.max;
  if (!(room > 0)) return { queue: queue.id, stage, room: 0, isCapacity: false, full: 0, empty: 1 };
  return {
    ...{ queue: queue.id, stage, room, isCapacity: capacity !== undefined },
    full: shareOf(occupancy, (level) => level >= FULL * room),
    empty: shareOf(occupancy, (level) => level <= EMPTY * room),
  };
}

function shareOf({ low, weight, total }: Bins, counts: (level: number) => boolean): number {
  let sum = 0;
  low.forEach((level, bin) => {
    if (counts(level)) sum += weight[bin]!;
  });
  return sum / total;
}

function foundWords(full: Fullness, empty: Fullness | undefined, places: MeasuredPlaces): string {
  const name = titleOf(full.stage, places);
  const before = `Its queue is mostly full (${formatPercent(full.full)} of the time at or above nine tenths of ${roomWords(full)})`;
  const behind = empty
    ? `that of ${titleOf(empty.stage, places)} behind it mostly empty (${formatPercent(empty.empty)} of the time at or below one tenth of ${roomWords(empty)})`
    : 'no queue behind it was measured';
  return `${name} is the bottleneck. ${before}, ${empty ? 'and ' : 'though '}${behind}.`;
}

function noneWords(evidence: readonly Fullness[], places: MeasuredPlaces): string {
  const fullest = evidence.reduce((most, one) => (one.full > most.full ? one : most));
  if (fullest.full >= MOSTLY)
    return `No bottleneck can be read: the queue of ${titleOf(fullest.stage, places)} is mostly full (${formatPercent(fullest.full)} of the time), but the queues behind it are not mostly empty.`;
  return `Most saturated queue: ${titleOf(fullest.stage, places)}, and it is not mostly full (${formatPercent(fullest.full)} of the time at or above nine tenths of ${roomWords(fullest)}).`;
}

const roomWords = ({ room, isCapacity }: Fullness): string =>
  isCapacity ? `its capacity ${room}` : `its highest level ${room} (no capacity is known)`;

function titleOf(stage: NodeId, { graph }: MeasuredPlaces): string {
  const name = graph.nodes.find(({ id }) => id === stage)?.name;
  return name === undefined || name === stage ? stage : `${stage} (${name})`;
}

/** Whether a measurement fulfils what a query requires: it holds, it fails (where, and by what value), or cannot be told (why). */

/** Equal to rounding. */
const EQUAL = 1e-9;

export function checkQuery(reduced: ReducedMeasurement, places: MeasuredPlaces, query: Query): CheckedQuery {
  return checkedAnswer(query, evaluateQuery(reduced, places, query));
}

/** Whoever answered it: a measurement or a model. */
export const checkedAnswer = (query: Query, answer: QueryAnswer): CheckedQuery => ({
  ...{ query, answer },
  ...checked(query, answer),
});

type Checked = Pick<CheckedQuery, 'outcome' | 'frame' | 'sentence'>;

function checked(query: Query, answer: QueryAnswer): Checked {
  const text = (value: number): string => formatQuantity(value, queryDimension(query.metric), { digits: 4 });
  switch (answer.kind) {
    case 'unknown':
      return { outcome: 'unknown', sentence: answer.why };
    case 'histogram':
      return { outcome: 'asked', sentence: histogramWords(answer.histograms.length) };
    case 'value':
      return checkedValue(query.require, answer, text);
    case 'frames':
      return checkedFrames(query.require, answer, text);
  }
}

const histogramWords = (count: number): string =>
  count === 1 ? 'a histogram' : `histograms of ${count} frames`;
const BOUND_WORDS = { atMost: 'at most ', atLeast: 'at least ' } as const;

function checkedValue(
  required: Requirement | undefined,
  { value, bound }: Extract<QueryAnswer, { kind: 'value' }>,
  text: (value: number) => string,
): Checked {
  const sentence = `${bound ? BOUND_WORDS[bound] : ''}${text(value)}`;
  if (!required) return { outcome: 'asked', sentence };
  const outcome = outcomeOf(required, value, bound);
  const why = outcome === 'unknown' ? `it is ${sentence}, which does not decide it` : sentence;
  return { outcome, sentence: why };
}

function checkedFrames(
  required: Requirement | undefined,
  { values, bound }: Extract<QueryAnswer, { kind: 'frames' }>,
  text: (value: number) => string,
): Checked {
  const known = [...values.keys()].filter((frame) => !Number.isNaN(values[frame]!));
  const ordered = known.sort((a, b) => values[a]! - values[b]!);
  const [lowest, highest] = [values[ordered[0]!]!, values[ordered.at(-1)!]!];
  const range = `${bound ? BOUND_WORDS[bound] : ''}${text(lowest)} to ${text(highest)} in ${known.length} frames`;
  if (!required) return { outcome: 'asked', sentence: range };
  const outcomes = known.map((frame) => ({ frame, outcome: outcomeOf(required, values[frame]!, bound) }));
  const failed = outcomes.filter(({ outcome }) => outcome === 'fails').map(({ frame }) => frame);
  if (failed.length > 0) {
    const worst = worstOf(failed, values, required);
    const count = `${failed.length} of ${known.length} frames`;
    return {
      outcome: 'fails',
      frame: worst,
      sentence: `${text(values[worst]!)} in frame ${worst}; it fails in ${count}`,
    };
  }
  if (outcomes.some(({ outcome }) => outcome === 'unknown'))
    return { outcome: 'unknown', sentence: `it is ${range}, which does not decide it` };
  return { outcome: 'holds', sentence: range };
}

/** A bound decides only what it is on the right side of. */
function outcomeOf({ is, value: limit }: Requirement, value: number, bound?: 'atMost' | 'atLeast') {
  const fulfilled = holds(is, value, limit);
  if (bound === undefined) return fulfilled ? 'holds' : 'fails';
  const wantsLess = is === '<' || is === '<=';
  const wantsMore = is === '>' || is === '>=';
  if (fulfilled && (bound === 'atMost' ? wantsLess : wantsMore)) return 'holds';
  if (!fulfilled && (bound === 'atMost' ? wantsMore : wantsLess)) return 'fails';
  return 'unknown';
}

function holds(is: Requirement['is'], value: number, limit: number): boolean {
  switch (is) {
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
    case '=':
      return Math.abs(value - limit) <= EQUAL * Math.max(Math.abs(value), Math.abs(limit));
  }
}

/** The one farthest from the limit. */
function worstOf(frames: readonly number[], values: Float64Array, { value: limit }: Requirement): number {
  return frames.reduce((worst, frame) =>
    Math.abs(values[frame]! - limit) > Math.abs(values[worst]! - limit) ? frame : worst,
  );
}
