/** Instants at which elements enter and leave single queues, kept besides the usual reduction: what tells servers needs their order. */
import type { NumericTableName } from '../measure/stream/row-layout.ts';
import { DEPARTURE, INSERTION } from '../measure/stream/row-layout.ts';

/** More do not fit into memory beside what is made of them. */
const MOST_ROWS = 2_000_000;

/** In s from the origin, in the order of the file. */
export interface Moves {
  readonly came: readonly number[];
  readonly left: readonly number[];
  /** `came` and `left` of one place are of one element. */
  readonly arePairs: boolean;
}

/** By number of queue. */
export class QueueMoves {
  private readonly queues: { came: number[]; left: number[]; pairs: number }[] = [];
  private rows = 0;

  take(table: NumericTableName, row: Float64Array): void {
    if (table !== 'events' && table !== 'visits') return;
    this.rows += 1;
    if (this.rows > MOST_ROWS) return;
    this.queues[row[0]!] ??= { came: [], left: [], pairs: 0 };
    const queue = this.queues[row[0]!]!;
    if (table === 'visits') {
      // A visit that ends before it begins is told as an error.
      if (row[2]! < row[1]!) return;
      queue.came.push(row[1]! / 1e9);
      queue.left.push(row[2]! / 1e9);
      queue.pairs += 1;
      return;
    }
    const count = Number.isNaN(row[3]!) ? 1 : Math.round(row[3]!);
    if (row[2] !== INSERTION && row[2] !== DEPARTURE) return;
    this.rows += Math.max(0, count - 1);
    if (this.rows > MOST_ROWS) return;
    const times = row[2] === INSERTION ? queue.came : queue.left;
    for (let i = 0; i < count; i += 1) times.push(row[1]! / 1e9);
  }

  /** Undefined where none was seen, or not all were kept. */
  of(number: number): Moves | undefined {
    const queue = this.queues[number];
    if (!queue || this.rows > MOST_ROWS) return undefined;
    return { came: queue.came, left: queue.left, arePairs: queue.pairs === queue.came.length };
  }
}
