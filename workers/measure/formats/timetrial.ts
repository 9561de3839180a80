/**
 * The older output of TimeTrial: `s,<tap>,<stat>,<stat metric>,<label>` announces a tap, `d,<tap>,<frame>,<index>,<value>`
 * gives a number. Its known defects are lived with: `min` holds the maximum, histograms of latency and rate have no
 * rows, texts are not quoted, and times may be off by the square of the clock in GHz (option timeScale).
 */

import type { DirectQueue } from '../reduce/direct-reduction.ts';
import type { Intake } from '../reduce/intake.ts';
import { levelBins } from '../reduce/level-bins.ts';
import { EXACT_DIGITS } from '../stream/time-base.ts';
import { gapsOf } from './count-bins.ts';

interface Tap {
  readonly stat: string;
  readonly metric: string;
  /** Value by index, summed over the frames. */
  readonly sums: Map<number, number>;
  values: number;
  sum: number;
}

/** Gaps come in us, the last bin holds all longer ones. */
const LAST_GAP_BIN = 10_000;
const WHOLE = new RegExp(`^\\d{1,${EXACT_DIGITS}}$`);
const MOST_LEVELS = 1_000_000;

export class TimeTrial {
  private readonly taps = new Map<string, Tap>();
  private line = 0;

  constructor(
    private readonly intake: Intake,
    private readonly timeScale: number,
  ) {}

  takeLine(text: string): void {
    this.line += 1;
    if (text.trim() === '') return;
    const cells = text.split(',').map((cell) => cell.trim());
    if (cells.length !== 5) {
      this.fault(`expected 5 cells, got ${cells.length}; the line is left out`, text);
      return;
    }
    const [letter, tap] = cells as [string, string, string, string, string];
    if (letter === 's') this.announce(tap, cells[3]!, text);
    else if (letter === 'd') this.value(tap, cells[3]!, cells[4]!, text);
    else this.fault('expected a line that begins with s, or d,; it is left out', text);
    this.intake.rows += 1;
  }

  end(): void {
    for (const [id, tap] of this.taps) this.keep(this.intake.direct.of(id), id, tap);
  }

  private announce(id: string, name: string, text: string): void {
    const [stat = '', metric = ''] = name.split(/\s+/);
    if (metric === '') {
      this.fault('expected a statistic and a metric such as "hist occupancy"', text);
      return;
    }
    this.taps.set(id, { stat, metric: metric.toLowerCase(), sums: new Map(), values: 0, sum: 0 });
  }

  private value(id: string, index: string, value: string, text: string): void {
    const tap = this.taps.get(id);
    if (!tap) {
      this.fault(`tap ${id} was not announced by a line s,${id},`, text);
      return;
    }
    if (!WHOLE.test(index) || !WHOLE.test(value)) {
      this.fault(`expected integers >= 0 of at most ${EXACT_DIGITS} digits as index and value`, text);
      return;
    }
    tap.values += 1;
    tap.sum += Number(value);
    if (tap.stat === 'hist' && Number(index) < MOST_LEVELS)
      tap.sums.set(Number(index), (tap.sums.get(Number(index)) ?? 0) + Number(value));
  }

  private keep(queue: DirectQueue, id: string, tap: Tap): void {
    const { metric, stat, sums } = tap;
    if (stat === 'min')
      this.intake.faults.add('W24', `tap ${id}: min holds the maximum in such files; it is left out`);
    if (stat === 'hist') this.keepHistogram(queue, id, metric, sums);
    else if ((stat === 'avg' || stat === 'trace') && tap.values > 0)
      keepMean(queue, metric, tap.sum / tap.values, this.timeScale);
    else if (tap.values > 0 && stat !== 'min')
      this.intake.faults.add('W22', `tap ${id}: ${stat} ${metric} is not read here`);
  }

  private keepHistogram(
    queue: DirectQueue,
    id: string,
    metric: string,
    sums: ReadonlyMap<number, number>,
  ): void {
    if (sums.size === 0) {
      this.intake.faults.add('W24', `tap ${id}: the histogram of ${metric} has no rows`);
    } else if (metric === 'occupancy') {
      const total = [...sums.values()].reduce((sum, time) => sum + time, 0);
      const shares: number[] = [];
      for (const [level, time] of sums) shares[level] = time / total;
      if (total > 0) {
        queue.occupancy = levelBins(shares);
        queue.isShares = true;
      }
    } else if (metric === 'interpush' || metric === 'interpop') {
      const bins = gapsOf(
        [...sums]
          .sort(([a], [b]) => a - b)
          .map(([index, count]) => ({
            low: index * 1e-6 * this.timeScale,
            high: index >= LAST_GAP_BIN ? Number.POSITIVE_INFINITY : (index + 1) * 1e-6 * this.timeScale,
            weight: count,
          })),
      );
      // Time runs on while the queue is empty, whatever the comment in the program says.
      if (bins) queue[metric === 'interpush' ? 'interInsertion' : 'interDeparture'] = { all: bins };
      if (metric === 'interpop')
        this.intake.faults.add(
          'W08',
          `tap ${id}: interpop includes the time that nothing was there; it is no distribution of the service`,
        );
      if ((sums.get(LAST_GAP_BIN) ?? 0) > 0)
        this.intake.faults.add(
          'W10',
          `tap ${id}: gaps from 10 ms on are in one bin; how they spread is not known`,
        );
    } else this.intake.faults.add('W22', `tap ${id}: the histogram of ${metric} is not read here`);
  }

  private fault(message: string, value: string): void {
    this.intake.faults.add('E01', message, { place: { line: this.line }, value });
  }
}

function keepMean(queue: DirectQueue, metric: string, mean: number, timeScale: number): void {
  switch (metric) {
    case 'rate':
      queue.stated = { ...queue.stated, arrivalRate: mean };
      break;
    case 'occupancy':
      queue.stated = { ...queue.stated, meanOccupancy: mean };
      break;
    case 'latency':
      queue.stated = { ...queue.stated, meanSojournTime: mean * 1e-9 * timeScale };
      break;
    case 'util':
    case 'utilization':
      queue.stated = { ...queue.stated, utilization: Math.min(1, mean / 100) };
      break;
    case 'backpressure':
      queue.stated = { ...queue.stated, backPressureProbability: Math.min(1, mean / 100) };
  }
}
