/** Takes the rows of a measurement that is still being written, and says what they tell as they come; memory does not grow. */
import { byDesignWords } from '../measure/contract.ts';
import type { FaultList } from '../measure/measurement-fault.ts';
import type { Table } from '../measure/qtm-table.ts';
import { DirectReduction } from '../measure/reduce/direct-reduction.ts';
import type { Intake } from '../measure/reduce/intake.ts';
import { type QueueFacts, readQueueFacts } from '../measure/reduce/queue-facts.ts';
import { sampleFault } from '../measure/reduce/rate-recorder.ts';
import { NameTable } from '../measure/stream/name-table.ts';
import { ENDS, NS_PER_SECOND, type NumericTableName, type RowTaker } from '../measure/stream/row-layout.ts';
import { TimeBase } from '../measure/stream/time-base.ts';
import type { DepartureMeaning, QueueEnd, RateMethod } from './contract.ts';
import { type LiveNews, LiveRate } from './live-rate.ts';
import { counterFault } from './rate-rows.ts';
import { samplesFromCounters } from './samples-from-counters.ts';

export interface LiveEnd {
  readonly queue: string;
  readonly end: QueueEnd;
  readonly rate: LiveRate;
}

export interface LiveListener {
  /** Without it the best for what is known of blocking. */
  readonly method?: RateMethod;
  /** What `outCount` counts, as of `CounterOptions`. */
  readonly departure?: DepartureMeaning | undefined;
  /** Only this queue, by its id or name. */
  readonly queue?: string;
  readonly onNews: (end: LiveEnd, news: LiveNews) => void;
}

type Counters = readonly [number, number, number];

export class LiveRows implements Intake {
  readonly time = new TimeBase();
  readonly names = new NameTable();
  readonly direct = new DirectReduction();
  rows = 0;
  wrap: number | undefined;
  private readonly ends = new Map<string, LiveEnd>();
  private readonly lastTimes = new Map<LiveEnd, number>();
  private readonly counters: Counters[] = [];
  private readonly withoutServer = new Set<number>();
  private facts: ReadonlyMap<string, QueueFacts> = new Map();

  constructor(
    readonly faults: FaultList,
    private readonly listener: LiveListener,
  ) {}

  addTable(table: Table): void {
    if (table.name === 'queues') this.facts = readQueueFacts([table], this.faults);
  }

  /** In the order in which they first came. */
  all(): readonly LiveEnd[] {
    return [...this.ends.values()];
  }

  open(table: NumericTableName): RowTaker {
    if (table === 'tc')
      return (row, number, placeOf) => {
        this.rows += 1;
        const fault = sampleFault(row[3]!, row[6]!) ?? this.orderFault(row);
        if (fault) this.faults.add('E15', fault.message, { place: placeOf(number), column: fault.column });
        else this.takeSample(row);
      };
    if (table === 'counters')
      return (row, number, placeOf) => {
        this.rows += 1;
        const before = this.counters[row[0]!];
        const fault = before && counterFault(before, row, this.wrap);
        const detail = { place: placeOf(number), ...(fault && { column: fault.column }) };
        if (fault) this.faults.add('E13', `queue ${this.names.names[row[0]!]}: ${fault.message}`, detail);
        else this.takeCounters(row, before);
      };
    this.faults.add(
      'E21',
      `table ${table} cannot be followed, since its occupancy is known only at the end; expected tc or counters`,
    );
    return () => {};
  }

  private orderFault(row: Float64Array): { readonly column: string; readonly message: string } | undefined {
    const end = this.ends.get(keyOf(row[0]!, row[1]!));
    if (!end || row[2]! / NS_PER_SECOND > this.lastTimes.get(end)!) return undefined;
    return { column: 'time', message: 'this period does not end after the one before it; it is left out' };
  }

  private takeSample(row: Float64Array): void {
    const end = this.endOf(row[0]!, row[1]!);
    if (!end) return;
    const [time, period, blockedFor] = [row[2]!, row[3]!, row[6]!].map((ns) => ns / NS_PER_SECOND);
    const blocked = row[5] === 1 || blockedFor! > 0;
    this.lastTimes.set(end, time!);
    const one = { time: time!, period: period!, count: row[4]!, blocked, blockedFor: blockedFor! };
    for (const news of end.rate.push(one)) this.listener.onNews(end, news);
  }

  private takeCounters(row: Float64Array, before: Counters | undefined): void {
    const now: Counters = [row[1]! / NS_PER_SECOND, row[2]!, row[3]!];
    this.counters[row[0]!] = now;
    if (!before) return;
    const column = (i: 0 | 1 | 2) => Float64Array.of(before[i], now[i]);
    const pair = { time: column(0), inCount: column(1), outCount: column(2) };
    const capacity = this.facts.get(this.names.names[row[0]!]!)?.capacity;
    for (const [number, end] of ENDS.entries()) {
      const live = this.endOf(row[0]!, number);
      if (!live) return;
      const made = samplesFromCounters(
        { ...pair, ...(this.wrap !== undefined && { wrap: this.wrap }) },
        { end, departure: this.listener.departure, ...(capacity !== undefined && { capacity }) },
      );
      if (made.time.length === 0) continue;
      const one = {
        ...{ time: made.time[0]!, period: made.period[0]!, count: made.count[0]! },
        ...{ blocked: made.blocked[0] === 1, blockedFor: made.blockedFor[0]! },
      };
      for (const news of live.rate.push(one, made.waiting?.[0])) this.listener.onNews(live, news);
    }
  }

  /** Undefined for a queue that was not asked for, or behind which is no server, which is said once. */
  private endOf(queue: number, end: number): LiveEnd | undefined {
    const id = this.names.names[queue]!;
    const { queue: wanted, method, departure } = this.listener;
    const facts = this.facts.get(id);
    if (wanted !== undefined && id !== wanted && facts?.name !== wanted) return undefined;
    if (this.withoutServer.has(queue)) return undefined;
    const noServer = facts && byDesignWords(facts);
    if (noServer !== undefined) {
      this.withoutServer.add(queue);
      this.faults.add('W02', `${noServer}; no rate is told of it`, { value: id });
      return undefined;
    }
    const key = keyOf(queue, end);
    const known = this.ends.get(key);
    if (known) return known;
    const idleSampled = departure === 'end' && ENDS[end] === 'head' && this.counters[queue] !== undefined;
    const made = { queue: id, end: ENDS[end]!, rate: new LiveRate(method, idleSampled) };
    this.ends.set(key, made);
    return made;
  }
}

const keyOf = (queue: number, end: number): string => `${queue} ${end}`;
