/** One number per frame and column; columns are added up or give their maximum when frames fall together. */
import type { QueueFrames } from '../contract.ts';
import type { Framed } from './frame-grid.ts';

const SUMS = [
  ...([
    'observed',
    'busy',
    'levelTime',
    'insertions',
    'departures',
    'writerBlocked',
    'readerBlocked',
  ] as const),
  ...(['samples', 'nonZeroSamples', 'negativeSamples', 'levelSum'] as const),
] as const;
const MAXIMA = ['maxOccupancy', 'maxPerMillisecond'] as const;
type Column = (typeof SUMS)[number] | (typeof MAXIMA)[number];

const NS_PER_SECOND = 1e9;

/** Times in ns; `levelTime` is the integral of the level over time. */
export class FrameColumns implements Framed {
  readonly columns: Record<Column, Float64Array>;

  constructor(private readonly slots: number) {
    this.columns = this.empty();
  }

  reframe(slotOf: (old: number) => number): void {
    const to = Uint16Array.from({ length: this.slots }, (_, old) => Math.min(slotOf(old), this.slots - 1));
    for (const name of SUMS) move(this.columns[name], to, (there, moved) => there + moved);
    for (const name of MAXIMA) move(this.columns[name], to, Math.max);
  }

  result(count: number): QueueFrames {
    const take = (name: Column, unit = 1) => this.columns[name].slice(0, count).map((value) => value / unit);
    const { levelTime, observed } = this.columns;
    return {
      observed: take('observed', NS_PER_SECOND),
      busy: take('busy', NS_PER_SECOND),
      insertions: take('insertions'),
      departures: take('departures'),
      meanOccupancy: Float64Array.from({ length: count }, (_, frame) =>
        observed[frame]! > 0 ? levelTime[frame]! / observed[frame]! : 0,
      ),
      maxOccupancy: take('maxOccupancy'),
      maxPerMillisecond: take('maxPerMillisecond'),
      writerBlocked: take('writerBlocked', NS_PER_SECOND),
      readerBlocked: take('readerBlocked', NS_PER_SECOND),
      samples: take('samples'),
      nonZeroSamples: take('nonZeroSamples'),
      negativeSamples: take('negativeSamples'),
      levelSum: take('levelSum'),
    };
  }

  private empty(): Record<Column, Float64Array> {
    const pairs = [...SUMS, ...MAXIMA].map((name) => [name, new Float64Array(this.slots)] as const);
    return Object.fromEntries(pairs) as Record<Column, Float64Array>;
  }
}

function move(column: Float64Array, to: Uint16Array, join: (there: number, moved: number) => number): void {
  const before = column.slice();
  column.fill(0);
  for (let old = 0; old < before.length; old += 1) column[to[old]!] = join(column[to[old]!]!, before[old]!);
}
