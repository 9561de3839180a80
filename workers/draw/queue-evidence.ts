/** What queues with a source and a destination tell: traces of insertions and departures, and samples of counters. */
import { formatNumber } from '../../core/quantities/quantity-format.ts';
import type { Bins, ReducedMeasurement, ReducedQueue } from '../measure/contract.ts';
import { isFullByDesign } from '../measure/contract.ts';
import { Z_975 } from '../numeric/student-t.ts';
import type { EntryEvidence, FlowEvidence, PlaceEvidence, Told, ToldTimes, WayEvidence } from './contract.ts';
import type { Moves } from './queue-moves.ts';
import { type ServersSeen, serversSeen } from './servers-seen.ts';
import { exponential, overStretches, STRETCHES, toldShare, toldTimes } from './told-times.ts';

/** Frames [from, to). */
export interface FrameRange {
  readonly from: number;
  readonly to: number;
}

/** A share of elements that go on is 1, and a factor too, within this. */
const SAME = 0.01;
/** A ratio is that of whole numbers of elements within this. */
const WHOLE = 0.02;

/** A queue with its ends, in a stretch of frames. */
interface Way {
  readonly queue: ReducedQueue;
  readonly from: string;
  readonly to: string;
  readonly inserted: number;
  readonly departed: number;
  readonly observed: number;
}

/** `movesOf`: when elements of a queue came and left, where that was kept. */
export function evidenceOfQueues(
  reduced: ReducedMeasurement,
  range: FrameRange,
  movesOf: (queue: string) => Moves | undefined,
): FlowEvidence {
  const bounds = {
    from: reduced.frames.start[range.from] ?? 0,
    to: reduced.frames.end[range.to - 1] ?? Number.POSITIVE_INFINITY,
  };
  const serversOf: ServersOf = ({ queue, to }) => {
    const moves = movesOf(queue.id);
    return moves && serversSeen(to, moves, bounds);
  };
  const ways = waysOf(reduced, range);
  const names = new Set(ways.map(({ to }) => to));
  const remarks: string[] = [];
  const entries = [...new Set(ways.map(({ from }) => from))].filter((name) => !names.has(name));
  const places = [...names].map((name) => placeOf(name, { ways, range, serversOf }, remarks));
  return {
    entries: entries.map((name) => entryOf(name, ways, range, remarks)),
    places,
    ways: [
      ...ways.map((way): WayEvidence => {
        const { from, to, inserted } = way;
        return { from, to, count: Math.round(inserted / eachOf(way, ways, range)) };
      }),
      ...[...names]
        .filter((name) => !ways.some(({ from }) => from === name))
        .map((name): WayEvidence => ({ from: name, to: undefined, count: departedFrom(name, ways) })),
    ].filter(({ count }) => count > 0),
    measured: new Map([...names].map((name) => [name, measuredOf(into(name, ways), range)])),
    remarks: [...remarks, ...whatForks([...entries, ...names], ways), ...whatIsAlone(ways)],
  };
}

const into = (name: string, ways: readonly Way[]): readonly Way[] => ways.filter(({ to }) => to === name);
const outOf = (name: string, ways: readonly Way[]): readonly Way[] =>
  ways.filter(({ from }) => from === name);
const departedFrom = (name: string, ways: readonly Way[]): number =>
  into(name, ways).reduce((sum, { departed }) => sum + departed, 0);

/** A queue without a destination is a stage of its own, with a source. */
function waysOf({ queues }: ReducedMeasurement, range: FrameRange): readonly Way[] {
  const ways = queues.flatMap((queue): Way[] => {
    const { id, name = id, source, dest, kind, frames } = queue;
    if (!frames || kind === 'tail' || kind === 'head' || kind === 'virtual' || isFullByDesign(kind))
      return [];
    return [
      {
        ...{ queue, to: dest || name, from: source || `to ${name}` },
        inserted: within(frames.insertions, range),
        departed: within(frames.departures, range),
        observed: within(frames.observed, range),
      },
    ];
  });
  // Levels alone tell of no flow.
  return ways.filter(({ inserted, departed }) => Number.isFinite(inserted + departed));
}

function within(values: Float64Array, { from, to }: FrameRange): number {
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += values[i] ?? 0;
  return sum;
}

/** Equal counts on all ways of a sender may be a fork. */
const whatForks = (senders: readonly string[], ways: readonly Way[]): readonly string[] =>
  senders.flatMap((name) => {
    const counts = outOf(name, ways).map(({ inserted }) => inserted);
    const most = Math.max(...counts);
    return counts.length > 1 && most > 0 && Math.min(...counts) >= most * (1 - SAME)
      ? [
          `${name}: all its ways carry the same number. Shares are drawn; were each element sent to all of them, a fork, it would look the same.`,
        ]
      : [];
  });

const whatIsAlone = (ways: readonly Way[]): readonly string[] =>
  ways.length > 1 && ways.every(({ queue }) => !queue.source && !queue.dest)
    ? [
        'The file does not tell what feeds what (source and dest in table queues): each queue is drawn by itself.',
      ]
    : [];

function entryOf(name: string, ways: readonly Way[], range: FrameRange, remarks: string[]): EntryEvidence {
  const out = outOf(name, ways);
  const [only] = out;
  const isAlone = only && out.length === 1;
  const group = (isAlone && comesTogether(only, range)) || 1;
  const size = Math.round(group);
  const isWhole = Math.abs(group - size) <= SAME * size;
  if (group >= LEAST_GROUP && !isWhole)
    remarks.push(
      `${name}: ${formatNumber(group)} come at a time in the mean; the drawing has them come one by one, which makes queues shorter than they are.`,
    );
  const batch: Told | undefined =
    size > 1 && isWhole ? { value: size, from: `${size} come to ${only!.to} at a time` } : undefined;
  const told = (interarrival: ToldTimes): EntryEvidence => ({ name, interarrival, ...(batch && { batch }) });
  const gaps = isAlone ? binsIn(only.queue.interInsertion?.all, range) : undefined;
  const between = gaps && batch ? withoutInstants(gaps) : gaps;
  const times =
    between &&
    toldTimes(
      { kind: 'bins', bins: between },
      'gap',
      `between ${batch ? 'batches of ' : ''}insertions into ${only!.queue.id}`,
    );
  if (times) return told(times);
  const count = out.reduce((sum, { inserted }) => sum + inserted, 0) / (batch?.value ?? 1);
  const observed = Math.max(...out.map((way) => way.observed));
  if (!(count > 0 && observed > 0))
    return told({ value: 1, distribution: exponential(1), from: 'too few insertions: no rate is told' });
  const mean = observed / count;
  const half = Math.min(1, Z_975 / Math.sqrt(count));
  return told({
    ...{ value: mean, low: mean * (1 - half), high: mean * (1 + half), distribution: exponential(mean) },
    from: `${counted(count)} ${batch ? 'batches of ' : ''}insertions; no gaps are told, so Poisson arrivals are assumed`,
  });
}

/** The times between those that do not come together. */
function withoutInstants(bins: Bins): Bins {
  const { byFrame: _, ...rest } = bins;
  const weight = bins.weight.map((each, bin) => (bins.high[bin]! <= INSTANT ? 0 : each));
  return { ...rest, weight, ...momentsOf(bins, weight) };
}

type ServersOf = (way: Way) => ServersSeen | undefined;

interface Seen {
  readonly ways: readonly Way[];
  readonly range: FrameRange;
  readonly serversOf: ServersOf;
}

function placeOf(name: string, { ways, range, serversOf }: Seen, remarks: string[]): PlaceEvidence {
  const own = into(name, ways);
  const [only] = own;
  const stated = own.find(({ queue }) => queue.servers !== undefined)?.queue.servers;
  // Those that leave together would count as servers.
  const isOneByOne = own.length === 1 && (leavesTogether(only!, range) ?? 1) < LEAST_GROUP;
  const seen = stated === undefined && isOneByOne ? serversOf(only!) : undefined;
  const measured = own.length === 1 ? serviceOf(only!, range) : undefined;
  const service = (only?.queue.service ? measured : (seen?.service ?? measured)) ?? undefined;
  const capacity = capacityOf(own, range);
  const factor = factorOf(name, ways, range);
  if (!service)
    remarks.push(
      own.length > 1
        ? `${name}: its service cannot be told from this, because ${own.length} queues feed it, and the gaps of each hold the services of the others. A mean that keeps it busy as long as it was not empty is drawn.`
        : `${name}: its service is not told: no departures with something left behind, and no share of busy time.`,
    );
  if (seen?.remark) remarks.push(seen.remark);
  const change = changeOf(name, ways, range, remarks);
  return {
    name,
    // A delay takes and gives all that comes.
    kind: seen && !capacity && !factor && !change.pass ? seen.kind : 'stage',
    ...told(service ?? busyMean(own, range)),
    ...(factor && { factor }),
    servers: serversTold(stated, seen),
    ...(capacity && { capacity }),
    ...change,
  };
}

const serversTold = (stated: number | undefined, seen: ServersSeen | undefined): Told =>
  stated !== undefined
    ? { value: stated, from: 'stated in the file' }
    : (seen?.servers ?? {
        value: 1,
        from: 'assumed: what enters and leaves a queue does not tell who serves it',
      });

const told = (service: PlaceEvidence['service']): Pick<PlaceEvidence, 'service'> =>
  service ? { service } : {};

function serviceOf({ queue, departed, observed }: Way, range: FrameRange): PlaceEvidence['service'] {
  const { service, interDeparture } = queue;
  const isOne = (queue.servers ?? 1) === 1;
  const bins = binsIn(
    service ?? (isOne ? (interDeparture?.availTime ?? interDeparture?.nonBlocked) : undefined),
    range,
  );
  const times =
    bins &&
    toldTimes(
      { kind: 'bins', bins },
      service ? 'service time' : 'gap',
      service ? '' : `between departures from ${queue.id} that left something behind`,
    );
  if (times) return times;
  const busy = busyShare(queue, range);
  if (!busy?.value || departed === 0 || !(observed > 0)) return undefined;
  const per = (share: number): number => (share * observed * (queue.servers ?? 1)) / departed;
  return {
    ...{ value: per(busy.value), low: per(busy.low), high: per(busy.high) },
    distribution: exponential(per(busy.value)),
    from: `the share of ${busy.from} with something inside, ${formatNumber(busy.value)}, by the departures in it; exponential is assumed`,
  };
}

function busyShare(
  { frames, counters }: ReducedQueue,
  range: FrameRange,
): (Told & { low: number; high: number }) | undefined {
  if (!frames) return undefined;
  const samples = within(frames.samples, range);
  if (counters && samples > 0)
    return { ...toldShare(within(frames.nonZeroSamples, range), samples), from: 'the samples' };
  const observed = within(frames.observed, range);
  const busy = within(frames.busy, range);
  if (!(observed > 0 && busy > 0)) return undefined;
  const shares = overStretches(
    stretches(range, (from, to) => within(frames.busy, { from, to }) / within(frames.observed, { from, to })),
  );
  const share = busy / observed;
  const half = shares.half ?? share;
  return { value: share, low: Math.max(0, share - half), high: Math.min(1, share + half), from: 'the time' };
}

/** At least as long as its fullest queue was not empty. */
function busyMean(ways: readonly Way[], range: FrameRange): PlaceEvidence['service'] {
  const departed = ways.reduce((sum, way) => sum + way.departed, 0);
  const busy = Math.max(
    0,
    ...ways.map(({ queue, observed }) => (busyShare(queue, range)?.value ?? 0) * observed),
  );
  if (!(departed > 0 && busy > 0)) return undefined;
  const mean = busy / departed;
  return {
    ...{ value: mean, low: mean, distribution: exponential(mean) },
    from: 'the longest time that one of its queues was not empty, by all departures: at least this',
  };
}

/** Stated, or seen full: writers waited, and it never held more. */
function capacityOf(ways: readonly Way[], range: FrameRange): Told | undefined {
  const [only] = ways;
  if (!only || ways.length > 1) return undefined;
  const { capacity, frames, occupancy } = only.queue;
  if (capacity !== undefined) return { value: capacity, from: 'stated in the file' };
  const waited = frames ? within(frames.writerBlocked, range) : 0;
  const most = occupancy?.max ?? 0;
  if (!(waited > 0 && most >= 1)) return undefined;
  return {
    value: Math.round(most),
    from: `writers waited for room, and it never held more than ${Math.round(most)}`,
  };
}

/** What becomes of the elements that a place took. */
interface Change {
  readonly served: number;
  readonly left: number;
  /** Those that went on, each counted once. */
  readonly passed: number;
}

/** As many of those that go on this way come at once, though they leave one by one: each becomes so many. 1 where that is not seen. */
function eachOf(way: Way, ways: readonly Way[], range: FrameRange): number {
  if (into(way.to, ways).length > 1) return 1;
  const departing = into(way.from, ways).map((own) => leavesTogether(own, range));
  const isOneByOne =
    departing.length > 0 && departing.every((group) => group !== undefined && group < LEAST_GROUP);
  const coming = comesTogether(way, range) ?? 1;
  return isOneByOne && coming >= LEAST_GROUP ? coming : 1;
}

function changeAt(name: string, ways: readonly Way[], range: FrameRange): Change {
  const out = outOf(name, ways);
  return {
    served: departedFrom(name, ways),
    left: out.reduce((sum, { inserted }) => sum + inserted, 0),
    passed: out.reduce((sum, way) => sum + way.inserted / eachOf(way, ways, range), 0),
  };
}

/** Elements that leave on all ways for each that was served. */
function changeOf(
  name: string,
  ways: readonly Way[],
  range: FrameRange,
  remarks: string[],
): Pick<PlaceEvidence, 'pass'> {
  const out = outOf(name, ways);
  const { served, left, passed } = changeAt(name, ways, range);
  remarks.push(...whatComesTogether(name, ways, range));
  if (out.length === 0 || served === 0 || left === 0) return {};
  const isEachOne = passed === left;
  const ratio = passed / served;
  const shared = out.filter(({ to }) => into(to, ways).length > 1);
  if (ratio > 1 + SAME && shared.length > 0)
    remarks.push(
      `${name}: each element that it takes gives ${formatNumber(left / served)} on average (${counted(left)} went on, ${counted(served)} were taken); where others feed ${shared[0]!.to} too, that is not in the drawing.`,
    );
  if (ratio >= 1 - SAME) return {};
  const parts = Math.round(1 / ratio);
  const counts = `${counted(passed)} went on${isEachOne ? '' : ', each counted once'}, ${counted(served)} were taken`;
  const isOneOf = parts >= 2 && Math.abs(ratio * parts - 1) < WHOLE;
  if (isEachOne)
    remarks.push(
      isOneOf
        ? `${name}: one of ${parts} elements passes (${counts}): a filter is drawn, but ${parts} elements that become one look the same.`
        : `${name}: ${formatNumber(ratio)} of its elements pass (${counts}): a filter is drawn, but fewer of which each becomes several, one after the other, look the same.`,
    );
  return { pass: { ...toldShare(passed, served), from: counts } };
}

const counted = (count: number): string => Math.round(count).toLocaleString('en');

const comesTogether = ({ queue }: Way, range: FrameRange): number | undefined =>
  queue.counters ? queue.counters.inTogether : groupOf(queue.interInsertion?.all, range);
const leavesTogether = ({ queue }: Way, range: FrameRange): number | undefined =>
  queue.counters ? queue.counters.outTogether : groupOf(queue.interDeparture?.all, range);

/** Elements that come or leave at one instant, in the mean; undefined where times are not told. */
function groupOf(all: Bins | undefined, range: FrameRange): number | undefined {
  const bins = binsIn(all, range);
  if (!bins) return undefined;
  const together = bins.weight.reduce(
    (sum, weight, bin) => sum + (bins.high[bin]! <= INSTANT ? weight : 0),
    0,
  );
  // The first has no gap before it.
  return (bins.total + 1) / (bins.total + 1 - together);
}

/** A service of many at once, and few that become many each, which look like many that go on where it is not seen how they left. */
function whatComesTogether(name: string, ways: readonly Way[], range: FrameRange): readonly string[] {
  const departing = Math.max(1, ...into(name, ways).map((own) => leavesTogether(own, range) ?? 1));
  if (departing >= LEAST_GROUP)
    return [
      `${name}: ${formatNumber(departing)} leave it at a time in the mean, as from a bulk service; the drawing has it serve them one by one.`,
    ];
  const [only, other] = outOf(name, ways);
  const coming = only && !other ? (comesTogether(only, range) ?? 1) : 1;
  const { served, left, passed } = changeAt(name, ways, range);
  if (!only || coming < LEAST_GROUP || passed < left || left >= served * coming * (1 - SAME)) return [];
  return [
    `${name}: what goes on comes to ${only.to} ${formatNumber(coming)} at a time in the mean. If each becomes so many, ${formatNumber(left / served / coming)} of them go on, and the expansion factor of ${only.to} is ${formatNumber(coming)}; the drawing has them one by one.`,
  ];
}

/** Gaps of no time, s. */
const INSTANT = 1e-9;
/** A coarse clock puts a few together. */
const LEAST_GROUP = 1.5;

/** How many elements of a place each arriving one becomes: by how many came at once, and what its only sender took and gave. */
function factorOf(name: string, ways: readonly Way[], range: FrameRange): Told | undefined {
  const [only] = into(name, ways);
  if (!only || into(name, ways).length > 1) return undefined;
  const { served, left, passed } = changeAt(only.from, ways, range);
  if (served === 0 || left === 0) return undefined;
  const each = eachOf(only, ways, range);
  const isAlone = outOf(only.from, ways).length === 1;
  const counts = `${only.from} took ${counted(served)} and gave ${counted(isAlone ? left : only.inserted)}`;
  if (passed > served * (1 + SAME)) return { value: (each * passed) / served, from: counts };
  return each > 1 ? { value: each, from: `${counts}, so many at a time` } : undefined;
}

/** Times of some frames; all of them where they are not kept frame by frame and all are asked for. */
function binsIn(bins: Bins | undefined, { from, to }: FrameRange): Bins | undefined {
  if (!bins) return undefined;
  const count = bins.low.length;
  if (!bins.byFrame) return from === 0 ? bins : undefined;
  if (from === 0 && to * count >= bins.byFrame.length) return bins;
  const weight = new Float64Array(count);
  for (let frame = from; frame < to; frame += 1)
    for (let bin = 0; bin < count; bin += 1) weight[bin]! += bins.byFrame[frame * count + bin] ?? 0;
  const moments = momentsOf(bins, weight);
  if (moments.total === 0) return undefined;
  const { byFrame: _, ...rest } = bins;
  return { ...rest, weight, ...moments };
}

function momentsOf({ low, high }: Bins, weight: Float64Array): Pick<Bins, 'total' | 'mean' | 'variance'> {
  const centre = (bin: number): number =>
    high[bin] === Number.POSITIVE_INFINITY ? low[bin]! : (low[bin]! + high[bin]!) / 2;
  let [total, sum] = [0, 0];
  for (let bin = 0; bin < weight.length; bin += 1) {
    total += weight[bin]!;
    sum += weight[bin]! * centre(bin);
  }
  const mean = sum / total;
  let squares = 0;
  for (let bin = 0; bin < weight.length; bin += 1) squares += weight[bin]! * (centre(bin) - mean) ** 2;
  return { total, mean, variance: squares / total };
}

/** Frames put together to as many stretches as intervals need. */
function stretches({ from, to }: FrameRange, of: (from: number, to: number) => number): readonly number[] {
  const count = Math.min(STRETCHES, to - from);
  return Array.from({ length: count }, (_, i) => {
    const bound = (n: number): number => from + Math.round((n * (to - from)) / count);
    return of(bound(i), bound(i + 1));
  }).filter(Number.isFinite);
}

function measuredOf(ways: readonly Way[], range: FrameRange) {
  const rate = { mean: 0, half: 0 };
  const level = { mean: 0, half: 0 };
  for (const { queue } of ways) {
    const frames = queue.frames!;
    const observed = (from: number, to: number): number => within(frames.observed, { from, to });
    const rates = overStretches(
      stretches(range, (from, to) => within(frames.insertions, { from, to }) / observed(from, to)),
    );
    const levels = overStretches(
      stretches(range, (from, to) => {
        let sum = 0;
        for (let i = from; i < to; i += 1) sum += (frames.meanOccupancy[i] ?? 0) * (frames.observed[i] ?? 0);
        return sum / observed(from, to);
      }),
    );
    rate.mean += rates.mean;
    level.mean += levels.mean;
    rate.half += rates.half ?? Number.NaN;
    level.half += levels.half ?? Number.NaN;
  }
  return {
    ...{ arrivalRate: rate.mean, meanOccupancy: level.mean },
    halfWidths: {
      ...(rate.half >= 0 && { arrivalRate: rate.half }),
      ...(level.half >= 0 && { meanOccupancy: level.half }),
    },
  };
}
