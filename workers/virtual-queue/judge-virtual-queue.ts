/**
 * The occupancy of a queue of which only the ends are seen, and whether to believe it: the procedure of TimeTrial (section II-A) from
 * the measured histograms to the verdict. Replays the ideal queue and, where there is a bus, the tandem of figure 8.
 */
import { formatNumber, formatPercent, formatQuantity } from '../../core/quantities/quantity.ts';
import type { ReducedMeasurement, ReduceProgress } from '../measure/contract.ts';
import { ledgerDoubts, leftInside, leftOutDoubt, transferDoubts } from '../measure/ledger-doubts.ts';
import { describeFault } from '../measure/measurement-fault.ts';
import { reduceMeasurement } from '../measure/reduce-measurement.ts';
import { openStream, type RandomStream } from '../random/random-stream.ts';
import { Macrotasks } from '../simulate/macrotasks.ts';
import { checkDrift, checkLatency } from './check-frames.ts';
import { checkInsertions } from './check-independence.ts';
import { checkCross, checkDepartures, type KeptGaps } from './check-streams.ts';
import { type ClockReading, checkClocks, clocksOfFile, correctionWords, neverTogether } from './clocks.ts';
import {
  type Channel,
  type KnownOrder,
  type MeasuredLatency,
  type ModelReplay,
  type ModelVerdict,
  type PredictedLatency,
  type PredictedNumber,
  type PredictedPart,
  QUEUE_PARTS,
  type QueuePart,
  type ReplayEvidence,
  type ReplayProgress,
  type TriedRepair,
  USUAL_PERCENTILES,
  type VirtualQueueQuestion,
  type VirtualQueueReport,
} from './contract.ts';
import { meanShares, quantile, quantileOfSorted } from './exchangeability.ts';
import {
  endsOf,
  type FoundQueue,
  findQueue,
  LEAST_REPLICATIONS,
  queueNamed,
  tracedServices,
} from './find-queue.ts';
import { FrameDistribution, halfBinOf } from './frame-distribution.ts';
import { drawsOf, type GapDraws, MeasuredDraws, ShuffledDraws } from './gap-draws.ts';
import { meanOfShares, type RecordedLevels } from './level-record.ts';
import { measuredBus } from './measured-bus.ts';
import { type MeasuredParts, measuredParts, observedLengths } from './measured-parts.ts';
import { type BetweenEnds, judgeModel } from './model-verdict.ts';
import { insertingQueue, type QueueTrace, readQueueTrace } from './queue-trace.ts';
import { type ChangedReplay, latencyIdea, type RepairIdea, repairIdeas } from './repairs.ts';
import { levelRecords, type Replayed, replay } from './replay.ts';
import { inGroups, LEAST_IN_FRAME, wideFrames } from './wide-frames.ts';

const REPLICATIONS = 99;
/** Wider halves of bins, by the mean of the times, move the prediction itself. */
const MOST_HALF_BIN = 0.25;

export interface JudgeOptions {
  /** Told about ten times a second. */
  readonly onProgress?: (progress: ReplayProgress) => void;
  /** Looked at about every 50 ms. */
  readonly signal?: AbortSignal;
  /** Elements of each queue that are read of a trace; a million when absent. */
  readonly most?: number;
}

/** Rejects with the reason of `signal` when it is aborted. Same measurement and question: same report. */
export async function judgeVirtualQueue(
  stated: ReducedMeasurement,
  question: VirtualQueueQuestion,
  options: JudgeOptions = {},
): Promise<VirtualQueueReport> {
  const { trace, align, channel } = question;
  const ends = endsOf(stated, question);
  const read = trace && (await clocksOfFile(trace, ends, readingOptions(options)));
  const clocks = read?.ok ? read.value : undefined;
  if (!align) return withClockDoubt(await judge(stated, question, options, clocks), clocks);
  const refused = (reason: string): VirtualQueueReport => ({
    kind: 'refused',
    queue: question.queue,
    reason,
  });
  if (!trace || !clocks)
    return refused(
      `queue ${question.queue}: there is nothing to align; it needs the file with the events of its tail and head`,
    );
  const head = ends.head!.id;
  const { offset, ...rest } = clocks.correction;
  const correction = { ...rest, offset: offset + (channel?.latency ?? 0) };
  const aligned = { ...trace, options: { ...trace.options, clocks: { [head]: correction } } };
  const again = await reduceMeasurement(trace.file, {
    ...{ fileName: trace.name, options: aligned.options, ...(options.signal && { signal: options.signal }) },
  });
  if (!again.ok) return refused(again.error.map(describeFault).join('; '));
  const report = await judge(again.value, { ...question, trace: aligned }, options, undefined);
  return report.kind === 'judged'
    ? {
        ...report,
        isAligned: true,
        warnings: [correctionWords(correction, { head, clocks }), ...report.warnings],
      }
    : report;
}

const readingOptions = ({ onProgress, signal, most }: JudgeOptions) => ({
  ...(signal && { signal }),
  ...(most !== undefined && { most }),
  onProgress: (progress: ReduceProgress) => onProgress?.({ phase: 'reading', ...progress }),
});

/** A refusal may have its reason in the clocks: then both are told. */
function withClockDoubt(report: VirtualQueueReport, clocks: ClockReading | undefined): VirtualQueueReport {
  if (report.kind === 'judged' || !clocks) return report;
  const check = checkClocks(clocks, { latency: undefined, mean: 0 });
  return check.status === 'holds'
    ? report
    : { ...report, reason: `${check.sentence} And ${report.reason}`, mayAlign: true };
}

async function judge(
  stated: ReducedMeasurement,
  question: VirtualQueueQuestion,
  options: JudgeOptions,
  clocks: ClockReading | undefined,
): Promise<VirtualQueueReport> {
  const measurement = inWideFrames(stated, question);
  const found = findQueue(measurement, question);
  const { replications = REPLICATIONS, seed = 1, startsEmpty = true } = question;
  // Lost rows come first: what else is missing, or varies, may be so for them.
  const lost = ledgerRefusal(measurement, question, 'refused' in found ? undefined : found.evidence);
  if (lost !== undefined) return { kind: 'refused', queue: question.queue, reason: lost };
  if ('refused' in found) return { kind: 'refused', queue: question.queue, reason: found.refused };
  const { queue, tail, head, channel } = found;
  const apart = neverTogether(tail, head, channel?.latency);
  if (apart !== undefined)
    return { kind: 'refused', queue: question.queue, reason: `queue ${queue.id}: ${apart}` };
  const lengths = observedLengths(measurement, [queue, tail, head]);
  const tooMany = tooManyElements(found, lengths);
  if (tooMany !== undefined) return { kind: 'refused', queue: question.queue, reason: tooMany };
  const measured = measuredParts(found, lengths, startsEmpty);
  const latency = checkLatency({
    ...{ ...found, rate: 1 / found.evidence.meanGap },
    ...(clocks && { overBus: clocks.mean }),
    areClocksAligned: question.align === true,
  });
  const read = await readQueueTrace(found, measurement, question.trace, readingOptions(options));
  const trace = read?.ok ? read.value : undefined;
  const inEnds = (measured.tail?.mean ?? 0) + (measured.head?.mean ?? 0);
  const clockCheck = clocks && checkClocks(clocks, { latency: channel?.latency, mean: inEnds });
  // How long the run was is seen by both clocks.
  const { status = 'holds' } = clockCheck ?? {};
  const isOneClock = status === 'holds';
  const isTimed = isOneClock || status === 'slight';
  const plans = replayPlans(found, { lengths, measured }, isTimed ? trace : undefined);
  const { percentiles = USUAL_PERCENTILES } = question;
  const finished: FinishedPlan[] = [];
  for (const [index, plan] of plans.entries()) {
    const { insertions, service } = found;
    const runs = await replicateReplay(
      {
        ...{ queue, insertions, service, lengths: plan.lengths, replications, seed, startsEmpty },
        ...(plan.channel && { channel: plan.channel }),
        ...(plan.inOrder && { inOrder: plan.inOrder.gaps }),
      },
      toldOf(options, { before: index * replications, all: plans.length * replications }),
    );
    const between = plan.model === 'tandem' ? latency.between : undefined;
    finished.push({
      plan,
      gaps: runs.map(gapsOf),
      replay: modelReplay({ ...plan, found, runs, percentiles, ...(between && { between }) }),
    });
  }
  const shuffled = finished.filter(({ plan }) => !plan.inOrder);
  const isRefused = shuffled.at(-1)!.replay.verdict.outcome === 'inconsistent';
  const ordered = finished.find(({ plan }) => plan.inOrder);
  const repairs = isRefused
    ? await tryRepairs(
        {
          ...{ found, trace: isTimed ? trace : undefined, seed, startsEmpty, ordered, percentiles },
          // Clocks that wander, or run backward, are no latency.
          ...(clockCheck?.status !== 'broken' && latency),
        },
        { best: shuffled.at(-1)!.plan, options },
      )
    : [];
  const { gaps } = shuffled.at(-1)!;
  const kept = keptGaps(found);
  return {
    ...{ kind: 'judged', queue: queue.id, ...(tail && { tail: tail.id }), ...(head && { head: head.id }) },
    ...{ evidence: found.evidence, replications, seed, frames: measurement.frames, measured },
    replays: shuffled.map(({ replay }) => replay),
    ...(ordered && { inOrder: ordered.replay, order: ordered.plan.inOrder!.order }),
    ...(repairs.length > 0 && { repairs }),
    ...(trace && { truth: isOneClock ? trace.truth : isTimed ? ofEachEnd(trace.truth) : {} }),
    ...(trace?.latencies?.length &&
      isOneClock && { trueLatency: measuredLatency(trace.latencies, percentiles) }),
    checks: [
      checkInsertions(insertionSeries(found)),
      checkDepartures(kept, gaps),
      checkCross(kept, gaps),
      ...(channel ? [latency.check] : []),
      ...(clockCheck ? [clockCheck] : []),
      checkDrift(found.insertions),
    ],
    warnings: [
      ...warningsOf(found),
      ...framesTogether(stated, measurement),
      ...(read && !read.ok ? [read.error] : []),
    ],
  };
}

/**
 * The whole of a queue is seen by both clocks; where they may differ it is no truth. Where they differ by much, the window of both does
 * not hold for either end.
 */
const ofEachEnd = ({ whole: _, ...ends }: MeasuredParts): MeasuredParts => ends;

/** Why no prediction may rest on these events: they do not add up. */
function ledgerRefusal(
  measurement: ReducedMeasurement,
  question: VirtualQueueQuestion,
  evidence: ReplayEvidence | undefined,
): string | undefined {
  const queue = queueNamed(measurement, question.queue);
  if (!queue) return undefined;
  const { tail, head } = endsOf(measurement, question);
  const { startsEmpty = true } = question;
  const bulkSize = question.channel?.bulkSize ?? measuredBus(queue, tail).bulkSize ?? 1;
  const doubts = [
    ...[tail, head, queue].flatMap((one) =>
      one ? [...ledgerDoubts(one, { startsEmpty }), leftOutDoubt(one) ?? []].flat() : [],
    ),
    ...(tail && head ? transferDoubts(tail, head, bulkSize) : []),
  ];
  if (doubts.length === 0) return undefined;
  const load = evidence ? evidence.meanService / evidence.meanGap : 0;
  const busy =
    load >= 1 ? `. Its server would be busy ${formatPercent(load, 2)} of the time, which none can be` : '';
  return `the events do not add up, and nothing is predicted from them: ${doubts.join('; ')}${busy}`;
}

/** Elements of one replay: more take days. */
const MOST_ELEMENTS = 1e9;
/** From here on it matters whether they were there at all. */
const MANY_ELEMENTS = 1e6;
const LEAST_SEEN = 0.01;

/** Why the run is too long to be replayed with these gaps. */
function tooManyElements({ queue, insertions }: FoundQueue, lengths: Float64Array): string | undefined {
  const length = lengths.reduce((sum, time) => sum + time, 0);
  const elements = length / insertions.mean;
  const seen = insertions.total * insertions.mean;
  const isFew = elements <= MANY_ELEMENTS || (elements <= MOST_ELEMENTS && seen >= LEAST_SEEN * length);
  if (isFew) return undefined;
  return `queue ${queue.id}: its times between insertions last ${formatQuantity(seen, 'time')} of the ${formatQuantity(length, 'time')} observed; a replay would have ${formatNumber(elements)} elements, and takes at most ${formatNumber(MOST_ELEMENTS)}, or ${formatNumber(MANY_ELEMENTS)} where less than ${formatPercent(LEAST_SEEN)} of the time was seen`;
}

/** Replays in wider frames where needed; a refused queue is not replayed. */
function inWideFrames(stated: ReducedMeasurement, question: VirtualQueueQuestion): ReducedMeasurement {
  const found = findQueue(stated, question);
  if ('refused' in found) return stated;
  const frameCount = stated.frames.start.length;
  const firsts = wideFrames(frameCount, found.insertions);
  return firsts.length < frameCount ? inGroups(stated, firsts) : stated;
}

/** Enough for a test at the level of 5 %; a repair is a proposal, and is judged anew once it is taken. */
const REPAIR_REPLICATIONS = LEAST_REPLICATIONS;

interface Refused {
  readonly found: FoundQueue;
  /** Undefined where no events are at hand, or the ends have different clocks. */
  readonly trace: QueueTrace | undefined;
  readonly seed: number;
  readonly startsEmpty: boolean;
  readonly percentiles: readonly number[];
  readonly ordered: FinishedPlan | undefined;
  readonly between?: BetweenEnds;
}

/** What was tried where a model was refused, best first. */
async function tryRepairs(
  { found, trace, seed, startsEmpty, ordered, between, percentiles }: Refused,
  { best, options }: { readonly best: ReplayPlan; readonly options: JudgeOptions },
): Promise<readonly TriedRepair[]> {
  const { channel, queue, insertions, service } = found;
  const isLate = channel && between?.isReal && between.measured > 0;
  const ideas: readonly RepairIdea[] = [
    ...(isLate ? [latencyIdea(between.measured * found.evidence.meanGap, channel)] : []),
    ...(trace && !trace.isCut && startsEmpty ? repairIdeas(trace.events, channel) : []),
  ];
  const inOrder: TriedRepair[] =
    ordered && ordered.plan.inOrder!.order.insertions !== 'last'
      ? [{ repair: 'insertionOrder', replay: ordered.replay }]
      : [];
  const plan = trace ? tracedPlan(best, trace) : best;
  const tried: TriedRepair[] = [];
  for (const [index, { changed, ...idea }] of ideas.entries()) {
    const nowChannel = changed.channel ?? best.channel;
    const runs = await replicateReplay(
      {
        ...{ queue, insertions, service, lengths: plan.lengths, seed, startsEmpty, changed },
        replications: REPAIR_REPLICATIONS,
        ...(nowChannel && { channel: nowChannel }),
      },
      toldOf(options, { before: index * REPAIR_REPLICATIONS, all: ideas.length * REPAIR_REPLICATIONS }),
    );
    const { model, measured } = plan;
    tried.push({
      ...idea,
      replay: modelReplay({
        ...{ model, measured, found, runs, percentiles },
        ...(nowChannel && { channel: nowChannel }),
        ...(between &&
          model === 'tandem' && { between: idea.repair === 'latency' ? asMeasured(between) : between }),
      }),
    });
  }
  return [...inOrder, ...tried].sort((a, b) => rankOf(a) - rankOf(b));
}

const asMeasured = ({ measured }: BetweenEnds): BetweenEnds => ({
  ...{ measured, predicted: measured },
  isReal: false,
});

const OUTCOME_RANKS = { consistent: 0, negligible: 1, undecidable: 2, inconsistent: 3 } as const;

/** First by the verdict, then by how far off the worst part is. */
function rankOf({ replay: { verdict } }: TriedRepair): number {
  const off = Math.max(0, ...verdict.tests.map(({ relative }) => relative));
  return OUTCOME_RANKS[verdict.outcome] + off / (1 + off);
}

interface FinishedPlan {
  readonly plan: ReplayPlan;
  /** Without the levels of each run, which are large where a queue grows. */
  readonly gaps: readonly KeptGaps[];
  readonly replay: ModelReplay;
}

function toldOf(
  { onProgress, signal }: JudgeOptions,
  { before, all }: { before: number; all: number },
): ReplicateOptions {
  return {
    ...(signal && { signal }),
    ...(onProgress && {
      onProgress: (done: number) => onProgress({ phase: 'running', done: before + done, runs: all }),
    }),
  };
}

const insertionSeries = (found: FoundQueue) => insertingQueue(found)?.insertionSeries;

function keptGaps(found: FoundQueue): KeptGaps | undefined {
  const insertions = insertionSeries(found);
  const departures = found.head?.departureSeries ?? found.queue.departureSeries;
  if (!insertions || !departures) return undefined;
  const services = tracedServices(found);
  return {
    ...{
      insertions: insertions.recent,
      departures: departures.recent,
      left: insertions.count - departures.count,
    },
    ...(services && { services }),
  };
}

const gapsOf = ({ insertionGaps, departureGaps, services, left }: Replayed): KeptGaps => ({
  ...{ insertions: insertionGaps, departures: departureGaps, services, left },
});

function framesTogether(stated: ReducedMeasurement, { frames }: ReducedMeasurement): string[] {
  const [before, now] = [stated.frames.start.length, frames.start.length];
  if (now === before) return [];
  return [
    `The ${before} frames hold few times each; neighbours are taken together to ${now === 1 ? 'one' : now} of at least ${LEAST_IN_FRAME} times`,
  ];
}

function warningsOf(found: FoundQueue): string[] {
  const { queue, channel, evidence, insertions, service } = found;
  const halfBin = Math.max(halfBinOf(insertions), 'distribution' in service ? 0 : halfBinOf(service));
  const load = evidence.meanService / evidence.meanGap;
  const busLoad = channel ? channel.transferTime / channel.bulkSize / evidence.meanGap : 0;
  return [
    ...[found.tail, found.head, queue].flatMap((one) => (one ? leftInside(one) : [])),
    ...(queue.kind === 'virtual' && !channel
      ? [
          'Nothing is known of the bus: only the ideal queue is replayed. Give its bulk size and the time of a transfer (--bulk and --transfer on the command line)',
        ]
      : []),
    ...(found.isTransferSeen && channel
      ? [
          `A transfer is taken to last ${formatQuantity(channel.transferTime, 'time', { digits: 4 })}, as the events of the tail show`,
        ]
      : []),
    ...(load >= 1
      ? [
          `The server would be busy ${formatPercent(load, 2)} of the time: its queue grows as long as the run lasts`,
        ]
      : []),
    ...(busLoad >= 1
      ? [
          `The bus would be busy ${formatPercent(busLoad, 2)} of the time: the tail grows as long as the run lasts`,
        ]
      : []),
    ...(halfBin > MOST_HALF_BIN
      ? [
          `The bins of the measured times are wide: a time is known to ${formatPercent(halfBin, 2)} of the mean, and a right model may look wrong for that`,
        ]
      : []),
    ...(evidence.openShare > 0.01
      ? [
          `${formatPercent(evidence.openShare, 2)} of the measured times are in a bin without end, and count at its lower end`,
        ]
      : []),
  ];
}

/** Independent replications of a replay, each with random streams of its own, with pauses in which messages arrive. */

interface ReplicatedReplay extends Pick<FoundQueue, 'queue' | 'insertions' | 'service'> {
  readonly channel?: Channel;
  readonly lengths: Float64Array;
  readonly replications: number;
  readonly seed: number;
  readonly startsEmpty: boolean;
  /** All gaps between insertions in their order, where they are known: these are taken as they are. */
  readonly inOrder?: Float64Array;
  /** What is tried instead of the stated model. */
  readonly changed?: ChangedReplay;
}

interface ReplicateOptions {
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
}

/** Services that were measured by those there were. */
const MOST_SERVICES = 0.9;
const PAUSE_EVERY = 50;
const PROGRESS_EVERY = 100;

/** Rejects with the reason of `signal`. */
async function replicateReplay(
  run: ReplicatedReplay,
  { onProgress, signal }: ReplicateOptions = {},
): Promise<readonly Replayed[]> {
  const one = replicator(run);
  const macrotasks = new Macrotasks();
  const runs: Replayed[] = [];
  let paused = performance.now();
  let told = Number.NEGATIVE_INFINITY;
  try {
    while (runs.length < run.replications) {
      runs.push(one(runs.length));
      const now = performance.now();
      if (now - told >= PROGRESS_EVERY || runs.length === run.replications) {
        told = now;
        onProgress?.(runs.length);
      }
      if (now - paused < PAUSE_EVERY) continue;
      await macrotasks.next();
      signal?.throwIfAborted();
      paused = performance.now();
    }
    return runs;
  } finally {
    macrotasks.close();
  }
}

/** Makes the replication of that number. */
export function replicator(run: ReplicatedReplay): (replication: number) => Replayed {
  const { lengths, queue, seed, channel } = run;
  const insertions = new FrameDistribution(run.insertions, lengths.length);
  const service =
    'distribution' in run.service ? run.service : new FrameDistribution(run.service, lengths.length);
  // Where only a part of the services was measured, as those of `nonBlocked` at a low load, the others may be anything.
  const areAllMeasured =
    'distribution' in run.service || run.service.total >= MOST_SERVICES * run.insertions.total;
  // One more insertion than gaps between them.
  const insertionCount = channel?.flush && insertions.isCounted ? run.insertions.total + 1 : undefined;
  const { changed = {} } = run;
  const records = levelRecords(lengths.length);
  return (replication) => {
    const stream = (purpose: DrawnPurpose) =>
      openStream({ seed, replication, node: queue.id, purpose, part: 'virtual queue' });
    const { window, servers, takesWhatIsThere, bulkSizes } = changed;
    const given = changedDraws(changed, stream);
    return replay({
      ...{ lengths, records },
      insertions:
        given.insertions ??
        (run.inOrder ? new MeasuredDraws(run.inOrder) : drawsOf(insertions, stream('interarrival'), 'count')),
      services: given.services ?? drawsOf(service, stream('service'), areAllMeasured ? 'clock' : 'anew'),
      ...(window !== undefined && { window }),
      ...(servers !== undefined && { servers }),
      ...(takesWhatIsThere && { takesWhatIsThere }),
      ...(bulkSizes && { bulkSizes: new ShuffledDraws(bulkSizes, stream('discipline')) }),
      ...(channel && { channel }),
      ...(!channel && queue.capacity !== undefined && { capacity: queue.capacity }),
      ...(insertionCount !== undefined && { insertionCount }),
      warmUp: !run.startsEmpty,
    });
  };
}

type DrawnPurpose = 'interarrival' | 'service' | 'discipline';

/** The times of a changed model that are not those of the histograms. */
function changedDraws(
  { gaps, services, serviceOrder, pairs }: ChangedReplay,
  stream: (purpose: DrawnPurpose) => RandomStream,
): { readonly insertions?: GapDraws; readonly services?: GapDraws } {
  if (pairs) {
    // One order for both: each service stays with the gap before its element.
    const order = new ShuffledDraws(
      Float64Array.from(pairs.gaps, (_, k) => k),
      stream('interarrival'),
    );
    const drawn = Float64Array.from(pairs.gaps, () => order.next());
    return {
      insertions: new MeasuredDraws(drawn.map((k) => pairs.gaps[k]!)),
      services: new MeasuredDraws(
        Float64Array.from({ length: drawn.length + 1 }, (_, k) =>
          k === 0 ? pairs.services[0]! : pairs.services[drawn[k - 1]! + 1]!,
        ),
      ),
    };
  }
  const drawnServices =
    services &&
    ('distribution' in services
      ? drawsOf(services, stream('service'), 'anew')
      : new ShuffledDraws(services, stream('service')));
  const served = serviceOrder ? new MeasuredDraws(serviceOrder) : drawnServices;
  return {
    ...(gaps && { insertions: new ShuffledDraws(gaps, stream('interarrival')) }),
    ...(served && { services: served }),
  };
}

/** The replications of one model held against what was measured. */
interface ReplayedModel extends Pick<ReplayPlan, 'model' | 'channel' | 'measured' | 'inOrder'> {
  readonly found: FoundQueue;
  readonly runs: readonly Replayed[];
  readonly percentiles: readonly number[];
  readonly between?: BetweenEnds;
}

/**
 * The occupancy of a virtual queue as a whole is what nobody can see: if a file has it, as of a micro-benchmark, it is shown as the
 * truth and does not enter the verdict.
 */
function modelReplay(replayed: ReplayedModel): ModelReplay {
  const { model, channel, found, runs, measured, between, inOrder, percentiles } = replayed;
  const isVirtual = found.tail !== undefined || found.head !== undefined;
  const predicted: readonly QueuePart[] = model === 'tandem' ? QUEUE_PARTS : ['whole'];
  const parts = Object.fromEntries(
    predicted.map((part) => [part, predictedPart(runs.map((run) => run[part]))]),
  );
  const isOpenBetween = isVirtual && !between && channel?.latency === undefined;
  const elements = isOpenBetween
    ? Number.POSITIVE_INFINITY
    : between?.isReal
      ? between.measured - between.predicted
      : 0;
  const openBetween = elements !== 0 && { elements, time: elements * found.evidence.meanGap };
  const wholes = runs.map(({ whole }) => whole.shares);
  const compared = predicted.flatMap((part) => {
    const own = measured[part];
    if (!own || (isVirtual && part === 'whole')) return [];
    const replicated = part === 'whole' ? wholes : runs.map((run) => run[part].shares);
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
          ...{ isOpenBetween, ...(between && { between }) },
          wholeMean: parts.whole!.mean,
          gapCount: found.evidence.gapCount,
          openShare: found.evidence.openShare,
        });
  const latency = predictedLatency(runs, percentiles);
  return {
    ...{ model, ...(channel && { channel }), parts, latency, verdict },
    ...(openBetween && { openBetween }),
  };
}

/** The last insertions again and again are not the run that was measured. */
const notJudged = ({ count, of = count }: KnownOrder): ModelVerdict => ({
  ...{ outcome: 'undecidable', p: 1, tests: [] },
  sentences: [
    `Not judged: of ${of.toLocaleString('en')} insertions the order of the last ${count.toLocaleString('en')} alone is kept; they are replayed again and again.`,
  ],
});

function predictedLatency(runs: readonly Replayed[], percentiles: readonly number[]): PredictedLatency {
  const all = runs.map(({ latencies }) => latencies.percentiles(percentiles));
  return {
    ...overRuns(runs.map(({ latencies }) => latencies.mean)),
    percentiles: percentiles.map((percentage, at) => ({
      percentage,
      ...overRuns(all.map((values) => values[at]!)),
    })),
  };
}

function overRuns(values: readonly number[]): PredictedNumber {
  const column = Float64Array.from(values);
  return {
    mean: column.reduce((sum, value) => sum + value, 0) / column.length,
    ...{ low: quantile(column, LOW), high: quantile(column, HIGH) },
  };
}

/** By order of the growing times. */
const measuredLatency = (times: Float64Array, percentiles: readonly number[]): MeasuredLatency => ({
  mean: times.reduce((sum, time) => sum + time, 0) / times.length,
  percentiles: percentiles.map((percentage) => ({
    percentage,
    value: times[Math.max(0, Math.ceil((percentage / 100) * times.length - 1e-9) - 1)]!,
  })),
});

/** The occupancy of one part over all replications. */

const LOW = 0.025;
const HIGH = 0.975;

function predictedPart(runs: readonly RecordedLevels[]): PredictedPart {
  const all = runs.map((run) => run.shares);
  const shares = meanShares(all);
  const means = Float64Array.from(all, meanOfShares);
  const [lowShares, highShares] = [new Float64Array(shares.length), new Float64Array(shares.length)];
  const column = new Float64Array(all.length);
  for (let level = 0; level < shares.length; level += 1) {
    for (let run = 0; run < all.length; run += 1) column[run] = all[run]![level] ?? 0;
    column.sort();
    lowShares[level] = quantileOfSorted(column, LOW);
    highShares[level] = quantileOfSorted(column, HIGH);
  }
  const byFrame = Array.from(runs[0]!.meanByFrame, (_, frame) =>
    Float64Array.from(runs, ({ meanByFrame }) => meanByFrame[frame]!),
  );
  return {
    ...{ shares, mean: meanOfShares(shares), low: quantile(means, LOW), high: quantile(means, HIGH) },
    lowShares,
    highShares,
    meanByFrame: Float64Array.from(
      byFrame,
      (column) => column.reduce((sum, mean) => sum + mean, 0) / runs.length,
    ),
    lowByFrame: Float64Array.from(byFrame, (column) => quantile(column, LOW)),
    highByFrame: Float64Array.from(byFrame, (column) => quantile(column, HIGH)),
  };
}

/** Which replays are made of a queue: the ideal queue, the bus where there is one, and the best of the two with the order of the insertions. */
interface ReplayPlan {
  readonly model: ModelReplay['model'];
  readonly channel?: Channel;
  readonly lengths: Float64Array;
  readonly measured: MeasuredParts;
  /** Gaps between insertions as they came, s. */
  readonly inOrder?: { readonly gaps: Float64Array; readonly order: KnownOrder };
}

function replayPlans(
  found: FoundQueue,
  shuffled: Pick<ReplayPlan, 'lengths' | 'measured'>,
  trace: QueueTrace | undefined,
): readonly ReplayPlan[] {
  const { channel } = found;
  const ideal: ReplayPlan = { ...shuffled, model: 'ideal' };
  const models = channel ? [ideal, { ...shuffled, channel, model: 'tandem' } as const] : [ideal];
  const best = models.at(-1)!;
  const traced = trace ? tracedPlan(best, trace) : keptPlan(best, found);
  return traced ? [...models, traced] : models;
}

/** As long as the trace, and held against what was inside. A source that is traced in part does not end with its last insertion. */
function tracedPlan(best: ReplayPlan, { gaps, isCut, lengths, truth }: QueueTrace): ReplayPlan {
  const { channel, measured } = best;
  return {
    ...{ model: best.model, lengths, measured: isCut ? truth : { ...measured, ...truth } },
    ...(channel && { channel: isCut ? { ...channel, flush: false } : channel }),
    inOrder: { gaps, order: { insertions: isCut ? 'first' : 'all', count: gaps.length + 1 } },
  };
}

function keptPlan(best: ReplayPlan, found: FoundQueue): ReplayPlan | undefined {
  const series = insertingQueue(found)?.insertionSeries;
  if (!series || series.count === 0) return undefined;
  const { recent, count } = series;
  const order: KnownOrder =
    recent.length === count
      ? { insertions: 'all', count: count + 1 }
      : { insertions: 'last', count: recent.length, of: count + 1 };
  return { ...best, inOrder: { gaps: recent, order } };
}
