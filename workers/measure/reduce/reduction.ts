/** Takes the rows of a measurement of any format and reduces them while they come; `finish` gives the whole. */
import type { MeasurementFormat, ReducedMeasurement, ReduceOptions } from '../../contract/measuring.ts';
import type { FaultList } from '../measurement-fault.ts';
import type { PlaceOf, Table } from '../qtm-table.ts';
import { NameTable } from '../stream/name-table.ts';
import type { NumericTableName, RowTaker } from '../stream/row-layout.ts';
import { TimeBase } from '../stream/time-base.ts';
import { CounterQueue } from './counter-queue.ts';
import { declaredFrames } from './declared-frames.ts';
import { DirectReduction } from './direct-reduction.ts';
import { EventQueue } from './event-queue.ts';
import { EventReport } from './event-report.ts';
import { type FrameGrid, GrowingFrames } from './frame-grid.ts';
import type { Intake } from './intake.ts';
import { KnownQueues } from './known-queues.ts';
import { LevelTrack } from './level-track.ts';
import { RateRecorder } from './rate-recorder.ts';
import { reducedQueues } from './reduced-queues.ts';
import type { RunningQueue } from './running-queue.ts';
import { readSmallTables } from './small-tables.ts';
import { VisitList } from './visit-list.ts';

/** Kinds of events by number, as the row scanner gives them. */
const INSERTION = 0;
const DEPARTURE = 1;
const FULL = 2;
const EMPTY = 3;

/** Queues of which the histograms of times are kept frame by frame; of further ones in all only, or memory would not do. */
const MOST_BY_FRAME = 48;

export class Reduction implements Intake {
  readonly time = new TimeBase();
  readonly names = new NameTable();
  readonly direct = new DirectReduction();
  rows = 0;
  wrap: number | undefined;
  private readonly tables: Table[] = [];
  private readonly queues: RunningQueue[] = [];
  private readonly rates: RateRecorder;
  private startedGrid: FrameGrid | undefined;
  private frameIds: readonly string[] = [];
  private readonly known: KnownQueues;
  private tracks = 0;
  private placeOf: PlaceOf = () => ({});

  constructor(
    readonly faults: FaultList,
    private readonly options: ReduceOptions,
  ) {
    this.known = new KnownQueues(faults, options.stages ?? []);
    this.rates = new RateRecorder(faults);
  }

  addTable(table: Table): void {
    this.tables.push(table);
    if (table.name === 'queues') this.known.add(table);
  }

  open(table: NumericTableName): RowTaker {
    const take = {
      events: this.event,
      counters: this.counter,
      visits: this.visit,
      levels: this.level,
      tc: this.rate,
    }[table].bind(this);
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
    const tasks = readSmallTables(this.tables, {
      intake: this,
      facts,
      grid,
      frameIds: this.frameIds,
      stages: this.options.stages ?? [],
      visit: (queue, arrival, departure) =>
        this.visits(this.names.numberOfText(queue)).add(arrival, departure, 0),
    });
    this.close();
    this.keepRates();
    const bounds = grid.bounds();
    const queues = reducedQueues({
      ...{ names: this.names.names, running: this.queues, facts, direct: this.direct.queues },
      frameCount: bounds.start.length,
    });
    return {
      ...head,
      origin: this.time.origin,
      frames: { start: bounds.start.map(toSeconds), end: bounds.end.map(toSeconds) },
      queues,
      ...(tasks && { tasks }),
      rows: this.rows,
      faults: this.faults.report(),
    };
  }

  private close(): void {
    for (const [number, queue] of this.queues.entries()) {
      if (!queue) continue;
      if (queue.visits) queue.visitLengths = queue.visits.replay(this.eventQueue(number), this.grid);
      queue.events?.finish();
      queue.counters?.finish();
      if (queue.events?.lostLatencies) {
        const message = `queue ${this.names.names[number]}: it grew so long that times from insertion to departure are not known`;
        this.faults.add('W23', message);
      }
    }
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
    const queue = this.eventQueue(row[0]!);
    const kind = row[2]!;
    const time = row[1]!;
    const count = Number.isNaN(row[3]!) ? 1 : row[3]!;
    if (kind === FULL) {
      queue.seeFull(time);
      return;
    }
    if (kind === EMPTY) {
      queue.seeEmpty(time);
      return;
    }
    if (count === 0) return;
    if (kind === INSERTION) queue.insert(time, count, row[4]!, number);
    else if (kind === DEPARTURE) queue.remove(time, count, row[4]!, number);
  }

  private rate(row: Float64Array, number: number): void {
    this.rates.take(row, number, this.placeOf);
  }

  private counter(row: Float64Array, number: number): void {
    const queue = this.running(row[0]!);
    if (!queue.counters) {
      const id = this.names.names[row[0]!]!;
      const capacity = this.known.capacityOf(id);
      const report = {
        ...{ faults: this.faults, placeOf: (at: number) => this.placeOf(at), id },
        ...(capacity !== undefined && { capacity }),
        ...(this.wrap !== undefined && { wrap: this.wrap }),
      };
      queue.counters = new CounterQueue(this.grid, report, this.isAmongFirst());
    }
    queue.counters.sample(row[1]!, row[2]!, row[3]!, number);
  }

  private visit(row: Float64Array, number: number): void {
    const [queue, arrival, departure] = row as unknown as [number, number, number];
    if (departure >= arrival) {
      this.visits(queue).add(arrival, departure, number);
      return;
    }
    const message = `queue ${this.names.names[queue]}: this visit ends before it begins; it is left out`;
    this.faults.add('E16', message, { place: this.placeOf(number), column: 'departure' });
  }

  private level(row: Float64Array, number: number): void {
    const queue = this.running(row[0]!);
    const known = queue.levels;
    queue.levels = known ?? new LevelTrack(this.grid, this.isAmongFirst());
    if (known && row[1]! < known.time) {
      const message = `queue ${this.names.names[row[0]!]}: this sample is older than the one above it`;
      this.faults.add('E13', message, { place: this.placeOf(number), column: 'time' });
      return;
    }
    queue.levels.advance(row[1]!);
    queue.levels.set(Math.round(row[2]!));
  }

  private running(number: number): RunningQueue {
    this.queues[number] ??= {};
    return this.queues[number]!;
  }

  private eventQueue(number: number): EventQueue {
    const queue = this.running(number);
    if (!queue.events) {
      const report = new EventReport(this.names.names[number]!, this.faults, (row) => this.placeOf(row));
      queue.events = new EventQueue(this.grid, report, this.isAmongFirst());
    }
    return queue.events;
  }

  private isAmongFirst(): boolean {
    this.tracks += 1;
    return this.tracks <= MOST_BY_FRAME;
  }

  private visits(number: number): VisitList {
    const queue = this.running(number);
    queue.visits ??= new VisitList();
    return queue.visits;
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

const toSeconds = (ns: number): number => ns / 1e9;
