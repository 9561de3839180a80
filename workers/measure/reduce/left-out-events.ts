/** Events that were left out: a level is the sum of all events before, so that one of them moves all levels behind it. */
import type { QueueLedger } from '../contract.ts';
import type { FaultList, Place } from '../measurement-fault.ts';
import { MOST_NAMES } from '../stream/name-table.ts';
import type { LeftOutRow } from '../stream/row-layout.ts';

interface OfQueue {
  readonly first: Place;
  readonly rowsBefore: number;
  elements: number;
  /** Time of the earliest whose time is known, ns; -Infinity where that of any is not. */
  earliest: number;
}

/** What is known of a row. `time`: ns, where it could be read; `rowsBefore`: how many were taken, where that is known. */
interface Known {
  readonly rowsBefore?: number;
  readonly time?: number;
}

export class LeftOutEvents {
  private readonly queues = new Map<string, OfQueue>();

  /** `queue` is '' where the row does not tell it. */
  add(
    { queue, elements, place }: Omit<LeftOutRow, 'table'>,
    { rowsBefore = 0, time = Number.NEGATIVE_INFINITY }: Known = {},
  ): void {
    const found = this.queues.get(queue);
    if (found) {
      found.elements += elements;
      found.earliest = Math.min(found.earliest, time);
    } else if (elements > 0 && this.queues.size <= MOST_NAMES)
      this.queues.set(queue, { first: place, rowsBefore, elements, earliest: time });
  }

  /** By how many elements the mean level of a queue may be off; 0 where it is not. `rows` were taken in all. */
  offBy(queue: string, { from, until }: Pick<QueueLedger, 'from' | 'until'>, rows: number): number {
    const found = this.queues.get(queue);
    if (!found || found.rowsBefore === rows) return 0;
    const { elements, rowsBefore, earliest } = found;
    const later = Number.isFinite(earliest)
      ? (until - earliest / 1e9) / (until - from)
      : 1 - rowsBefore / rows;
    return elements * Math.min(1, Math.max(0, later));
  }

  /** `queues` are those that have other events, the rest has no levels; `rows` were taken in all. */
  report(queues: ReadonlySet<string>, rows: number, faults: FaultList): void {
    for (const [queue, { first, rowsBefore, elements }] of this.queues) {
      if (rowsBefore === rows || (queue !== '' && !queues.has(queue))) continue;
      const count = elements === 1 ? '1 element' : `${elements} elements`;
      const which = queue === '' ? 'a queue that could not be read' : `queue ${queue}`;
      const message = `left-out events of ${which} moved ${count}: from here on its level may be off by up to ${elements}, and with it the times from insertion to departure`;
      faults.add('W27', message, { place: first });
    }
  }
}
