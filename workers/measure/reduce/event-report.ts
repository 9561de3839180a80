/** What can be wrong with the order of the events of one queue. */
import type { FaultList } from '../measurement-fault.ts';
import type { PlaceOf } from '../qtm-table.ts';

export class EventReport {
  constructor(
    private readonly id: string,
    private readonly faults: FaultList,
    private readonly placeOf: PlaceOf,
  ) {}

  outOfOrder(what: 'insertion' | 'departure', time: number, row: number): void {
    const message = `queue ${this.id}: this ${what} is older than those read before it; sort the rows by time`;
    this.faults.add('E11', message, { place: this.placeOf(row), column: 'time', value: String(time) });
  }

  tooMany(count: number, level: number, row: number): void {
    const what = count === 1 ? 'a departure' : `${count} departures`;
    const message = `queue ${this.id}: ${what} from a queue that holds ${level}; the row is left out. A trace begins with an empty queue`;
    this.faults.add('E11', message, { place: this.placeOf(row), column: 'count', value: String(count) });
  }
}
