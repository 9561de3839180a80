/** What can be wrong with the order of the events of one queue. */
import type { FaultList } from '../measurement-fault.ts';
import type { PlaceOf } from '../qtm-table.ts';
import type { LeftOutEvents } from './left-out-events.ts';

interface Event {
  readonly time: number;
  readonly count: number;
  readonly row: number;
}

export class EventReport {
  constructor(
    private readonly id: string,
    private readonly faults: FaultList,
    private readonly placeOf: PlaceOf,
    private readonly leftOut: LeftOutEvents,
  ) {}

  outOfOrder(what: 'insertion' | 'departure', { time, count, row }: Event): void {
    const message = `queue ${this.id}: this ${what} is older than those read before it; sort the rows by time`;
    const place = this.placeOf(row);
    this.faults.add('E11', message, { place, column: 'time', value: String(time) });
    this.leftOut.add({ queue: this.id, elements: count, place }, { time });
  }

  swapped(rows: number): void {
    if (rows === 0) return;
    const message = `queue ${this.id}: ${rows === 1 ? 'one row was' : `${rows} rows were`} a few places out of order; put in order`;
    this.faults.add('W28', message, { value: String(rows) });
  }

  /** It moves no level: the queue is empty without it as with it. */
  tooMany(count: number, level: number, row: number): void {
    const what = count === 1 ? 'a departure' : `${count} departures`;
    const message = `queue ${this.id}: ${what} from a queue that holds ${level}; the row is left out. A trace begins with an empty queue`;
    this.faults.add('E11', message, { place: this.placeOf(row), column: 'count', value: String(count) });
  }
}
