/** Takes the rows of a measurement of any format and reduces them while they come; `finish` gives the whole. */
import type {
  Bins,
  GapBins,
  MeasurementFormat,
  QueueLedger,
  ReducedMeasurement,
  ReducedQueue,
  ReduceOptions,
} from '../contract.ts';
import { ledgerDoubts, outsideOfFrames } from '../ledger-doubts.ts';
import type { FaultList } from '../measurement-fault.ts';
import { type PlaceOf, rowsOf, type Table } from '../qtm-table.ts';
import { checkFamilies, queueLimit } from '../stage-names.ts';
import { type StageFinder, stageFinder, stageOfQueue } from '../stage-of-queue.ts';
import { NameTable } from '../stream/name-table.ts';
import {
  DEPARTURE,
  EMPTY,
  FULL,
  INSERTION,
  type LeftOutRow,
  type NumericTableName,
  type RowTaker,
} from '../stream/row-layout.ts';
import { TimeBase, TimeScale } from '../stream/time-base.ts';
import { CounterQueue } from './counter-queue.ts';
import { type DirectQueue, DirectReduction } from './direct-reduction.ts';
import { EventQueue } from './event-queue.ts';
import { EventReport } from './event-report.ts';
import { DeclaredFrames, type FrameGrid, GrowingFrames, MOST_CHOSEN_FRAMES } from './frame-grid.ts';
import type { FrameHistogram } from './frame-histogram.ts';
import type { Intake } from './intake.ts';
import { LeftOutEvents } from './left-out-events.ts';
import { LevelTrack } from './level-track.ts';
import { addQueueFacts, mappedFacts, type QueueFacts } from './queue-facts.ts';
import { RateRecorder } from './rate-recorder.ts';
import { readSmallTables } from './small-tables.ts';
import { VisitList } from './visit-list.ts';

/** What is known of the queues of a file while it is read: its table `queues` so far, and the stages of the scenario. */
class KnownQueues {
  readonly facts = new Map<string, QueueFacts>();
  private readonly tables: Table[] = [];
  private readonly find: StageFinder;

  constructor(
    private readonly faults: FaultList,
    private readonly options: ReduceOptions,
  ) {
    this.find = stageFinder(options.stages ?? []);
  }

  add(table: Table): void {
    this.tables.push(table);
    addQueueFacts(table, this.facts, this.faults);
  }

  /** At the end of the file, since a parent may stand below its parts. */
  check(): void {
    checkFamilies(this.tables, this.facts, this.faults);
  }

  capacityOf(id: string): number | undefined {
    const facts = mappedFacts(this.facts.get(id) ?? { id }, this.options.queueMap);
    return facts.capacity ?? stageOfQueue(facts, this.find)?.capacity;
  }
}

/** Queues of which the histograms of times are kept frame by frame; of further ones in all only, or memory would not do. */
const MOST_BY_FRAME = 48;

interface Surroundings {
  readonly names: readonly string[];
  readonly known: KnownQueues;
  readonly faults: FaultList;
  readonly leftOut: LeftOutEvents;
  readonly placeOf: PlaceOf;
  /** Asked for with the first row, when the frames that the file declares are known. */
  readonly grid: () => FrameGrid;
}

/** The queues of a file while it is reduced, by number: what records a kind of row is made when the first such row comes. */
class RunningQueues {
  readonly all: RunningQueue[] = [];
  private recorders = 0;

  constructor(private readonly around: Surroundings) {}

  events(number: number): EventQueue {
    return this.all[number]?.events ?? this.startEvents(number);
  }

  /** `wrap`: the counters start again at 0 after this. */
  counters(number: number, wrap: number | undefined): CounterQueue {
    const queue = this.queue(number);
    if (!queue.counters) {
      const { names, known, faults, placeOf, grid } = this.around;
      const id = names[number]!;
      const capacity = known.capacityOf(id);
      const report = {
        ...{ faults, placeOf, id },
        ...(capacity !== undefined && { capacity }),
        ...(wrap !== undefined && { wrap }),
      };
      queue.counters = new CounterQueue(grid(), report, this.isAmongFirst());
    }
    return queue.counters;
  }

  levels(number: number): LevelTrack {
    const queue = this.queue(number);
    queue.levels ??= new LevelTrack(this.around.grid(), this.isAmongFirst());
    return queue.levels;
  }

  visits(number: number): VisitList {
    const queue = this.queue(number);
    queue.visits ??= new VisitList();
    return queue.visits;
  }

  /** No row comes any more. */
  close(): void {
    const { names, faults, grid } = this.around;
    for (const [number, queue] of this.all.entries()) {
      if (!queue) continue;
      if (queue.visits) queue.visitLengths = queue.visits.replay(this.events(number), grid());
      queue.events?.finish();
      queue.counters?.finish();
      if (queue.events?.lostLatencies) {
        const message = `queue ${names[number]}: it grew so long that times from insertion to departure are not known`;
        faults.add('W23', message);
      }
    }
  }

  private startEvents(number: number): EventQueue {
    const { names, known, faults, placeOf, grid, leftOut } = this.around;
    const report = new EventReport(names[number]!, faults, placeOf, leftOut);
    const isTail = known.facts.get(names[number]!)?.kind === 'tail';
    const events = new EventQueue(grid(), report, { byFrame: this.isAmongFirst(), isTail });
    this.queue(number).events = events;
    return events;
  }

  private queue(number: number): RunningQueue {
    this.all[number] ??= {};
    return this.all[number]!;
  }

  private isAmongFirst(): boolean {
    this.recorders += 1;
    return this.recorders <= MOST_BY_FRAME;
  }
}

/** Table `frames` as the frames of a reduction. */

/**
 * Undefined when the file declares none that can be used; then frames grow with the run. What is wrong with a frame
 * `readFrames` reports; here such a frame is left out.
 */
function declaredFrames(
  tables: readonly Table[],
  time: TimeBase,
  faults: FaultList,
): { grid: DeclaredFrames; ids: string[] } | undefined {
  const start: number[] = [];
  const end: number[] = [];
  const ids: string[] = [];
  const scales = new Map<number, TimeScale>();
  for (const row of rowsOf(tables, 'frames')) {
    const scale = scales.get(row.unitsPerSecond) ?? new TimeScale(time, row.unitsPerSecond);
    scales.set(row.unitsPerSecond, scale);
    const from = scale.parse(row.text('start'), false);
    const to = scale.parse(row.text('end'), false);
    const before = end.at(-1) ?? Number.NEGATIVE_INFINITY;
    if (from === undefined || to === undefined || to <= from || from < before) continue;
    start.push(from);
    end.push(to);
    ids.push(row.text('frameId'));
  }
  if (start.length === 0) return undefined;
  if (start.length > MOST_CHOSEN_FRAMES) {
    faults.add(
      'W04',
      `${start.length} frames are more than the ${MOST_CHOSEN_FRAMES} that a trace is reduced to; frames of equal length are used instead`,
    );
    return undefined;
  }
  return { grid: new DeclaredFrames(Float64Array.from(start), Float64Array.from(end)), ids };
}

export class Reduction implements Intake {
  readonly time = new TimeBase();
  readonly names = new NameTable();
  readonly direct = new DirectReduction();
  rows = 0;
  wrap: number | undefined;
  private readonly tables: Table[] = [];
  private readonly queues: RunningQueues;
  private readonly rates: RateRecorder;
  private startedGrid: FrameGrid | undefined;
  private frameIds: readonly string[] = [];
  private readonly known: KnownQueues;
  private readonly limited: (table: Table) => Table;
  private placeOf: PlaceOf = () => ({});
  private readonly leftOutEvents = new LeftOutEvents();

  constructor(
    readonly faults: FaultList,
    private readonly options: ReduceOptions,
  ) {
    this.known = new KnownQueues(faults, options);
    this.limited = queueLimit(faults);
    this.rates = new RateRecorder(faults);
    this.queues = new RunningQueues({
      ...{ names: this.names.names, known: this.known, faults, leftOut: this.leftOutEvents },
      placeOf: (row) => this.placeOf(row),
      grid: () => this.grid,
    });
  }

  private readonly takers: Record<NumericTableName, (row: Float64Array, number: number) => void> = {
    events: (row, number) => this.event(row, number),
    counters: (row, number) =>
      this.queues.counters(row[0]!, this.wrap).sample(row[1]!, row[2]!, row[3]!, number),
    visits: (row, number) => this.visit(row, number),
    levels: (row, number) => this.level(row, number),
    tc: (row, number) => this.rates.take(row, number, this.placeOf),
  };

  addTable(whole: Table): void {
    const table = this.limited(whole);
    this.tables.push(table);
    if (table.name === 'queues') this.known.add(table);
    if (table.name === 'frames') this.checkInTime(table);
  }

  leftOut(row: LeftOutRow): void {
    if (row.table === 'events') this.leftOutEvents.add(row, { rowsBefore: this.rows });
  }

  open(table: NumericTableName): RowTaker {
    const take = this.takers[table];
    return (row, number, placeOf) => {
      this.rows += 1;
      this.placeOf = placeOf;
      take(row, number);
    };
  }

  finish(
    head: Pick<ReducedMeasurement, 'name' | 'bytes' | 'truncated' | 'mapping'> & {
      format: MeasurementFormat;
    },
  ): ReducedMeasurement {
    const { grid } = this;
    const { facts } = this.known;
    this.known.check();
    const { tasks, wholeLength } = readSmallTables(this.tables, {
      intake: this,
      facts,
      grid,
      frameIds: this.frameIds,
      ...{ stages: this.options.stages ?? [], queueMap: this.options.queueMap },
      visit: (queue, arrival, departure) =>
        this.queues.visits(this.names.numberOfText(queue)).add(arrival, departure, 0),
    });
    this.queues.close();
    const withEvents = this.names.names.filter((_, number) => this.queues.all[number]?.events);
    this.leftOutEvents.report(new Set(withEvents), this.rows, this.faults);
    this.keepRates();
    const bounds = grid.bounds();
    const queues = reducedQueues({
      ...{ names: this.names.names, running: this.queues.all, facts, direct: this.direct.queues },
      frameCount: bounds.start.length,
    }).map((queue) => this.withLeftOut(mappedFacts(queue, this.options.queueMap)));
    for (const queue of queues)
      for (const doubt of ledgerDoubts(queue)) this.faults.add('W29', doubt, { value: queue.id });
    const isWhole =
      wholeLength !== undefined && queues.every(({ basis }) => basis === undefined || basis === 'table');
    const frames = isWhole
      ? { start: Float64Array.of(0), end: Float64Array.of(wholeLength) }
      : framesOf(bounds);
    for (const queue of queues) {
      const outside = outsideOfFrames(queue, frames);
      if (outside !== undefined) this.faults.add('W40', outside, { value: queue.id });
    }
    return {
      ...head,
      origin: this.time.origin,
      frames,
      queues,
      ...(tasks && { tasks }),
      rows: this.rows,
      faults: this.faults.report(),
    };
  }

  private withLeftOut(queue: ReducedQueue): ReducedQueue {
    const { id, ledger } = queue;
    const offBy = ledger ? this.leftOutEvents.offBy(id, ledger, this.rows) : 0;
    return ledger && offBy > 0 ? { ...queue, ledger: { ...ledger, offBy } } : queue;
  }

  /** Frames must be known with the first row that they cut. */
  private checkInTime({ rows, placeOf }: Table): void {
    if (!this.startedGrid || this.options.frameSeconds !== undefined || rows.length === 0) return;
    const message =
      'table frames stands below the rows that it would cut and is left out: put it above them. Frames of equal length are used';
    this.faults.add('W22', message, { place: placeOf(0) });
  }

  private keepRates(): void {
    const { facts } = this.known;
    const isKnown = (id: string): boolean =>
      facts.has(id) || !this.tables.some(({ name }) => name === 'queues');
    const { names } = this.names;
    for (const { queue, samples } of this.rates.finish(names, isKnown))
      this.direct.of(names[queue]!).rates.push(samples);
  }

  private event(row: Float64Array, number: number): void {
    const queue = this.queues.events(row[0]!);
    const time = row[1]!;
    const kind = row[2]!;
    const count = Number.isNaN(row[3]!) ? 1 : row[3]!;
    if (kind > DEPARTURE) {
      if (kind === FULL) queue.seeFull(time);
      else if (kind === EMPTY) queue.seeEmpty(time);
    } else if (count === 0) return;
    else if (kind === INSERTION) queue.insert(time, count, row[4]!, number);
    else queue.remove(time, count, row[4]!, number);
  }

  private visit(row: Float64Array, number: number): void {
    const [queue, arrival, departure] = row as unknown as [number, number, number];
    if (departure >= arrival) {
      this.queues.visits(queue).add(arrival, departure, number);
      return;
    }
    const message = `queue ${this.names.names[queue]}: this visit ends before it begins; it is left out`;
    this.faults.add('E16', message, { place: this.placeOf(number), column: 'departure' });
  }

  private level(row: Float64Array, number: number): void {
    const track = this.queues.levels(row[0]!);
    if (row[1]! < track.time) {
      const message = `queue ${this.names.names[row[0]!]}: this sample is older than the one above it`;
      this.faults.add('E13', message, { place: this.placeOf(number), column: 'time' });
      return;
    }
    track.advance(row[1]!);
    track.set(Math.round(row[2]!));
  }

  private get grid(): FrameGrid {
    if (this.startedGrid) return this.startedGrid;
    const { frameSeconds } = this.options;
    const declared =
      frameSeconds === undefined ? declaredFrames(this.tables, this.time, this.faults) : undefined;
    this.frameIds = declared?.ids ?? [];
    this.startedGrid =
      declared?.grid ?? new GrowingFrames(frameSeconds === undefined ? undefined : frameSeconds * 1e9);
    return this.startedGrid;
  }
}

const framesOf = ({ start, end }: ReturnType<FrameGrid['bounds']>): ReducedMeasurement['frames'] => ({
  start: start.map(toSeconds),
  end: end.map(toSeconds),
});

const toSeconds = (ns: number): number => ns / 1e9;

/** The queues of a finished reduction, put together from all that the file said about each. */

interface Finished {
  readonly names: readonly string[];
  readonly running: readonly (RunningQueue | undefined)[];
  readonly facts: ReadonlyMap<string, QueueFacts>;
  readonly direct: ReadonlyMap<string, DirectQueue>;
  readonly frameCount: number;
}

const NS = { valueUnit: 1e9 };

/** In the order of table `queues`, then in the order in which the file first names them. */
function reducedQueues({ names, running, facts, direct, frameCount }: Finished): ReducedQueue[] {
  const ids = new Set([...facts.keys(), ...names.filter((_, number) => running[number]), ...direct.keys()]);
  const numbers = new Map(names.map((name, number) => [name, number]));
  return [...ids].map((id) => ({
    ...(facts.get(id) ?? { id }),
    ...measured(running[numbers.get(id) ?? -1] ?? {}, direct.get(id), frameCount),
  }));
}

function measured(
  queue: RunningQueue,
  direct: DirectQueue | undefined,
  frameCount: number,
): Omit<ReducedQueue, 'id'> {
  const track = queue.events?.track ?? queue.counters?.track ?? queue.levels;
  const basis = queue.events ? 'events' : queue.counters ? 'counters' : 'levels';
  const { frames, occupancy, peaks } = track?.result(frameCount) ?? {};
  const events = queue.events ? eventResults(queue.events, frameCount) : {};
  const latency = queue.visitLengths?.result(frameCount, NS) ?? events.latency;
  return present({
    ...events,
    ...directResults(direct, events),
    ...(track ? { basis, frames, occupancy, peaks } : direct && tableLevels(direct)),
    latency: latency ?? direct?.latency,
    counters: queue.counters?.summary(),
  });
}

function eventResults(queue: EventQueue, frameCount: number): Partial<Omit<ReducedQueue, 'id'>> {
  const { histograms: h } = queue;
  return {
    interInsertion: gapBins({
      all: h.insertAll.result(frameCount, NS),
      nonBlocked: h.insertNonBlocked.result(frameCount, NS),
    }),
    interDeparture: gapBins({
      all: h.departAll.result(frameCount, NS),
      nonBlocked: h.departNonBlocked.result(frameCount, NS),
      availTime: h.departAvail.result(frameCount, NS),
    }),
    latency: h.latency.result(frameCount, NS),
    bulk: h.bulk.result(frameCount),
    perMillisecond: queue.bursts.result(frameCount),
    insertionSeries: queue.insertionGaps.result(),
    departureSeries: queue.departureGaps.result(),
    ledger: ledgerOf(queue),
    recentServices: queue.recentServices()?.map((time) => time / 1e9),
  };
}

function ledgerOf(queue: EventQueue): QueueLedger {
  const { from, lastEmpty, until, ...counts } = queue.ledger();
  return { ...counts, from: from / 1e9, lastEmpty: lastEmpty / 1e9, until: until / 1e9 };
}

/** What the file states already reduced; what was reduced here goes first. */
function directResults(
  direct: DirectQueue | undefined,
  events: Partial<Omit<ReducedQueue, 'id'>>,
): Partial<Omit<ReducedQueue, 'id'>> {
  if (!direct) return {};
  return {
    interInsertion: gapBins({ ...direct.interInsertion, ...events.interInsertion }),
    interDeparture: gapBins({ ...direct.interDeparture, ...events.interDeparture }),
    service: direct.service,
    bulk: events.bulk ?? direct.bulk,
    rates: direct.rates.length > 0 ? direct.rates : undefined,
    stated: Object.keys(direct.stated).length > 0 ? direct.stated : undefined,
    statedQueueLength: direct.statedQueueLength,
  };
}

const tableLevels = ({ frames, occupancy, samples }: DirectQueue) =>
  frames || occupancy ? { basis: 'table' as const, frames, occupancy, samples } : {};

type MaybeBins = { readonly [Name in keyof GapBins]: Bins | undefined };

function gapBins(bins: MaybeBins): GapBins | undefined {
  const known = present(bins);
  return Object.keys(known).length > 0 ? known : undefined;
}

/** Without the keys that have no value. */
function present<T extends object>(value: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
}

/** One queue while it is reduced; what the file does not have is absent. */
interface RunningQueue {
  events?: EventQueue;
  counters?: CounterQueue;
  levels?: LevelTrack;
  visits?: VisitList;
  /** Lengths of the visits, once they were replayed. */
  visitLengths?: FrameHistogram;
}
