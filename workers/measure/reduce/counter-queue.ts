/**
 * Samples of the two counters of a queue (Weh 2012, section 2.3) to its level, which holds until the next sample. The
 * counters are read one after the other, so that more can seem to have left than entered: counted, and taken as level 0.
 */
import { pow } from '../../../core/numeric/elementary.ts';
import { gcdOf } from '../../../core/numeric/gcd.ts';
import type { CounterSummary } from '../contract.ts';
import type { FaultList } from '../measurement-fault.ts';
import type { PlaceOf } from '../qtm-table.ts';
import type { FrameGrid } from './frame-grid.ts';
import { LevelTrack } from './level-track.ts';

interface Report {
  readonly faults: FaultList;
  readonly placeOf: PlaceOf;
  readonly id: string;
  readonly capacity?: number;
  /** The counters start again at 0 after this. */
  readonly wrap?: number;
}

/** So many increments tell how many elements move together. */
const FEWEST_INCREMENTS = 20;
const MOST_INCREMENTS = 512;
/** The others were sampled while elements that move together were on their way. */
const LEAST_WHOLE = 0.95;

/** How many elements move together: of what one counter grew by from sample to sample, nearly all are multiples of it. */
class Increments {
  private readonly kept: number[] = [];
  private previous = 0;
  private time = 0;

  take(increment: number, time: number): void {
    if (this.kept.length >= MOST_INCREMENTS) return;
    // A steady flow that is sampled by its own clock grows by so many each time too.
    const isSteady = Math.abs(increment * this.time - this.previous * time) <= 0.01 * increment * this.time;
    if (increment > 0 && !isSteady && Number.isSafeInteger(increment)) this.kept.push(increment);
    this.previous = increment;
    this.time = time;
  }

  together(): number {
    const { kept } = this;
    if (kept.length < FEWEST_INCREMENTS) return 1;
    const shareOf = (count: number): number =>
      kept.reduce((sum, increment) => sum + (increment % count === 0 ? 1 : 0), 0) / kept.length;
    const divisors = kept
      .slice(1, 2 * FEWEST_INCREMENTS)
      .map((increment, i) => Number(gcdOf(BigInt(increment), BigInt(kept[i]!))));
    return Math.max(1, ...divisors.filter((divisor) => shareOf(divisor) >= LEAST_WHOLE));
  }
}

export class CounterQueue {
  readonly track: LevelTrack;
  private readonly inserted = new Increments();
  private readonly departed = new Increments();
  private samples = 0;
  private nonZero = 0;
  private negative = 0;
  private mostNegative = 0;
  private levelSum = 0;
  private positiveSum = 0;
  private firstIn = 0;
  private firstOut = 0;
  private time = Number.NEGATIVE_INFINITY;
  private inCount = 0;
  private outCount = 0;
  private inTurns = 0;
  private outTurns = 0;
  private mostInserted = 0;

  constructor(
    grid: FrameGrid,
    private readonly report: Report,
    byFrame: boolean,
  ) {
    this.track = new LevelTrack(grid, byFrame);
  }

  sample(time: number, rawIn: number, rawOut: number, row: number): void {
    const first = this.samples === 0;
    const inCount = first ? rawIn : this.unwrapped(rawIn, this.inCount, this.inTurns);
    const outCount = first ? rawOut : this.unwrapped(rawOut, this.outCount, this.outTurns);
    if (!first && !this.inOrder(time, inCount, outCount, row)) return;
    const { wrap } = this.report;
    if (wrap !== undefined) {
      this.inTurns = Math.floor(inCount / wrap);
      this.outTurns = Math.floor(outCount / wrap);
    }
    const inserted = first ? 0 : inCount - this.inCount;
    this.mostInserted = Math.max(this.mostInserted, inserted);
    if (!this.fits(inCount - outCount, row)) return;
    this.track.advance(time);
    const departed = first ? 0 : outCount - this.outCount;
    this.count(inCount - outCount, inserted, departed);
    if (first) {
      this.firstIn = inCount;
      this.firstOut = outCount;
    } else {
      this.inserted.take(inserted, time - this.time);
      this.departed.take(departed, time - this.time);
    }
    this.time = time;
    this.inCount = inCount;
    this.outCount = outCount;
  }

  finish(): void {
    if (this.negative === 0) return;
    const { faults, id } = this.report;
    faults.add(
      'W12',
      `queue ${id}: in ${this.negative} of ${this.samples} samples more had left than entered, by up to ${-this.mostNegative}. ` +
        'The counters are read one after the other while the queue works on; such samples count as level 0',
    );
  }

  summary(): CounterSummary {
    const { samples, nonZero, negative, mostNegative, levelSum, positiveSum } = this;
    return {
      ...{ samples, nonZero, negative, mostNegative, levelSum, positiveSum },
      zero: samples - nonZero - negative,
      inCount: this.inCount - this.firstIn,
      outCount: this.outCount - this.firstOut,
      inBefore: this.firstIn,
      ...{ inTogether: this.inserted.together(), outTogether: this.departed.together() },
    };
  }

  private count(level: number, inserted: number, departed: number): void {
    const { track } = this;
    const { columns } = track.frames;
    this.samples += 1;
    this.levelSum += level;
    this.positiveSum += Math.max(0, level);
    if (level > 0) this.nonZero += 1;
    if (level < 0) this.negative += 1;
    this.mostNegative = Math.min(this.mostNegative, level);
    track.set(Math.max(0, level));
    const { frame } = track;
    if (frame < 0) return;
    columns.samples[frame]! += 1;
    columns.levelSum[frame]! += level;
    columns.insertions[frame]! += inserted;
    columns.departures[frame]! += departed;
    if (level > 0) columns.nonZeroSamples[frame]! += 1;
    if (level < 0) columns.negativeSamples[frame]! += 1;
  }

  private unwrapped(raw: number, previous: number, turns: number): number {
    const { wrap } = this.report;
    if (wrap === undefined) return raw;
    const value = raw + turns * wrap;
    // Only a fall by more than half of the range is a new turn; a smaller one is a counter that went back.
    return previous - value > wrap / 2 ? value + wrap : value;
  }

  private inOrder(time: number, inCount: number, outCount: number, row: number): boolean {
    const { faults, placeOf, id } = this.report;
    const place = placeOf(row);
    if (time < this.time) {
      faults.add('E13', `queue ${id}: this sample is older than the one above it`, {
        place,
        column: 'timestamp',
      });
      return false;
    }
    if (inCount < this.inCount || outCount < this.outCount) {
      const column = inCount < this.inCount ? 'inCount' : 'outCount';
      const seen = column === 'inCount' ? this.inCount : this.outCount;
      const message = `queue ${id}: ${wentBack(seen)}`;
      faults.add('E13', message, { place, column, value: String(column === 'inCount' ? inCount : outCount) });
      return false;
    }
    if (time === this.time)
      faults.add('W13', `queue ${id}: two samples at the same time`, { place, column: 'timestamp' });
    return true;
  }

  /** A level above the capacity is a race as long as it is not above it by more than enters between two samples. */
  private fits(level: number, row: number): boolean {
    const { faults, placeOf, id, capacity } = this.report;
    if (capacity === undefined || level <= capacity) return true;
    const race = level - capacity <= this.mostInserted;
    const why = race ? 'which elements entering between the two reads can explain' : 'the row is left out';
    faults.add(
      race ? 'W14' : 'E14',
      `queue ${id}: level ${level} is above the capacity ${capacity}, ${why}`,
      {
        place: placeOf(row),
        column: 'inCount',
      },
    );
    return race;
  }
}

/** What a counter that falls is told; `seen` is what it had reached. */
export const wentBack = (seen: number): string =>
  `the counter went back; if it starts again after its largest value, say wrap=2^${bitsOf(seen)}, in the header of its table or the mapping of its columns`;

/** How many bits the narrowest usual counter has that can have stood there. */
const bitsOf = (count: number): number => [8, 16, 24, 32, 48].find((bits) => count < pow(2, bits)) ?? 64;
