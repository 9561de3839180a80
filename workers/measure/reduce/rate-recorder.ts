/** Table `tc`: samples of an estimator of the service rate (Beard and Chamberlain 2015), one queue end at a time. */
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { RateSamples } from '../contract.ts';
import type { FaultList } from '../measurement-fault.ts';
import type { PlaceOf } from '../qtm-table.ts';
import { ENDS, NS_PER_SECOND } from '../stream/row-layout.ts';
import { GrowingRows } from './growing-rows.ts';

/** A blocked time may exceed its period by this much: two clocks. */
const BLOCKED_SLACK = 1.01;
/** Realised periods further from the usual one are reported. */
const PERIOD_TOLERANCE = 0.01;
/** Samples of one file, which are kept one by one. */
const MOST_SAMPLES = 1_000_000;

/** Columns of the rows that are kept; times in s. */
const [TIME, PERIOD, COUNT, BLOCKED, BLOCKED_FOR, ROW] = [0, 1, 2, 3, 4, 5];

interface RateEnd {
  readonly queue: number;
  readonly end: RateSamples['end'];
  readonly rows: GrowingRows;
}

/** `queue` is its number in the file. */
export interface RecordedRates {
  readonly queue: number;
  readonly samples: RateSamples;
}

export class RateRecorder {
  private readonly ends = new Map<number, RateEnd>();
  private count = 0;
  private placeOf: PlaceOf = () => ({});

  constructor(private readonly faults: FaultList) {}

  /** A row as `NUMERIC_TABLES.tc` has it, times in ns. Reports E15 and E20, and leaves such a row out. */
  take(row: Float64Array, number: number, placeOf: PlaceOf): void {
    const [queue, end, time, period, count, flag, blockedFor] = row;
    this.placeOf = placeOf;
    if (!this.isUsable(period!, blockedFor!, number)) return;
    const blocked = flag === 1 || blockedFor! > 0 ? 1 : 0;
    const [at, length, waited] = [time!, period!, blockedFor!].map((ns) => ns / NS_PER_SECOND);
    this.rowsOf(queue!, end!).push([at!, length!, count!, blocked, waited!, number]);
  }

  /** Rates from the rows so far, of the end that came first. */
  first(): RecordedRates | undefined {
    const [end] = this.ends.values();
    return end && { queue: end.queue, samples: samplesOf(end) };
  }

  /** Reports queues that are not known (E02) and leaves them out, and periods far from the usual one (W15). */
  finish(names: readonly string[], isKnown: (id: string) => boolean): readonly RecordedRates[] {
    return [...this.ends.values()].flatMap((end) => {
      const id = names[end.queue]!;
      if (!isKnown(id)) {
        this.reportStranger(id, end.rows);
        return [];
      }
      this.reportPeriods(id, end.rows);
      return [{ queue: end.queue, samples: samplesOf(end) }];
    });
  }

  private isUsable(period: number, blockedFor: number, number: number): boolean {
    const at = (column: string) => ({ place: this.placeOf(number), column });
    this.count += 1;
    const fault = sampleFault(period, blockedFor);
    if (this.count > MOST_SAMPLES)
      this.faults.add('E20', `more than ${MOST_SAMPLES} samples; this one is left out`, at('queueId'));
    else if (fault) this.faults.add('E15', fault.message, at(fault.column));
    else return true;
    return false;
  }

  private rowsOf(queue: number, end: number): GrowingRows {
    const key = ENDS.length * queue + end;
    const known = this.ends.get(key) ?? { queue, end: ENDS[end]!, rows: new GrowingRows(6) };
    this.ends.set(key, known);
    return known.rows;
  }

  private reportStranger(id: string, rows: GrowingRows): void {
    for (const row of rows.column(ROW))
      this.faults.add('E02', `unknown queueId "${id}"; table queues does not have it`, {
        ...{ place: this.placeOf(row), column: 'queueId', value: id },
      });
  }

  private reportPeriods(id: string, rows: GrowingRows): void {
    const periods = rows.column(PERIOD);
    const usual = periods.slice().sort()[periods.length >> 1]!;
    const message = `queue ${id}: this period is more than 1 % from the usual one, ${formatQuantity(usual, 'time', { digits: 6 })}`;
    periods.forEach((period, at) => {
      if (Math.abs(period - usual) <= PERIOD_TOLERANCE * usual) return;
      this.faults.add('W15', message, { place: this.placeOf(rows.column(ROW)[at]!), column: 'period' });
    });
  }
}

/** What is wrong with a sample of that period and blocked time, ns (E15). */
export function sampleFault(
  period: number,
  blockedFor: number,
): { readonly column: string; readonly message: string } | undefined {
  if (period === 0) return { column: 'period', message: 'expected a period > 0' };
  if (!(blockedFor > period * BLOCKED_SLACK)) return undefined;
  const most = `${period / NS_PER_SECOND} s, got ${blockedFor / NS_PER_SECOND} s`;
  return { column: 'blockedFor', message: `expected at most the period ${most}` };
}

/** Copies: what comes later does not show in them. */
function samplesOf({ end, rows }: RateEnd): RateSamples {
  const column = (index: number): Float64Array => rows.column(index).slice();
  return {
    end,
    time: column(TIME),
    period: column(PERIOD),
    count: column(COUNT),
    blocked: Uint8Array.from(rows.column(BLOCKED)),
    blockedFor: column(BLOCKED_FOR),
  };
}
