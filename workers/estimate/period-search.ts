/**
 * The search of Beard & Chamberlain (2015, section IV.A) for the sampling period: the longest T that is stable and still has
 * periods without blocking. Periods next to each other are put together to 2, 4, 8 … times the monitor's own; the published
 * heuristic runs at each of them, and its results are taken from the T that is chosen. Memory does not grow.
 */
import { medianOf, PERIOD_TOLERANCE } from './columns.ts';
import type { Convergence } from './contract.ts';
import { RateHeuristic } from './rate-heuristic.ts';

/** One period of a monitor; times in s. */
export interface LivePeriod {
  readonly time: number;
  readonly period: number;
  readonly count: number;
  readonly blocked: boolean;
  /** NaN where it was not measured. */
  readonly blockedFor: number;
}

/** A sampling period, and how its last periods were. */
export interface ChosenPeriod {
  /** s. */
  readonly period: number;
  /** Share of the realised periods that are within 1 % of the usual one. */
  readonly stable: number;
  /** Share without blocking. */
  readonly unblocked: number;
}

const LENGTHS = 12;
/** So many of the last periods tell whether they are stable and free of blocking. */
const LOOK_BACK = 64;
const STABLE = 0.9;
/** A T may be chosen whose share of usable periods is at least this part of the largest of any stable T. */
const USABLE = 0.5;
/** One that is chosen stays while its share is at least this part of the largest. */
const STAYS = 0.25;
/** With more items in a period the quantile is within 2 % of the mean, and a longer one only answers later. */
const MOST_ITEMS = 1000;
/** With more than this part of a period between two of them, the second does not follow on the first. */
const GAP = 0.5;

export class PeriodSearch {
  private readonly lengths = Array.from({ length: LENGTHS }, () => new OfLength());
  private chosen: OfLength | undefined;
  private lastEnd = Number.NaN;

  /** What converged at the chosen T by this period, if anything did. */
  push(one: LivePeriod): Convergence | undefined {
    if (one.time - one.period - this.lastEnd > GAP * one.period)
      for (const length of this.lengths) length.forgetHalf();
    this.lastEnd = one.time;
    let found: Convergence | undefined;
    let next: LivePeriod | undefined = one;
    for (const length of this.lengths) {
      const converged = length.push(next);
      if (converged && length === this.chosen) found = converged;
      next = length.pair(next);
      if (!next) break;
    }
    return found;
  }

  /** Looks at the last periods of each length; undefined while there are too few, or none is stable. */
  choose(): ChosenPeriod | undefined {
    const known = this.lengths.flatMap((length) => {
      const shares = length.shares();
      return shares && shares.stable >= STABLE ? [{ length, ...shares }] : [];
    });
    const best = known.reduce((most, { usable }) => Math.max(most, usable), 0);
    const fit = known.filter(
      ({ length, usable, items }, i) =>
        usable > 0 &&
        usable >= (length === this.chosen ? STAYS : USABLE) * best &&
        (items <= MOST_ITEMS || i === 0),
    );
    const found = fit.at(-1);
    this.chosen = found?.length;
    return found && { period: found.period, stable: found.stable, unblocked: found.unblocked };
  }
}

/** Periods of one length. */
class OfLength {
  private readonly heuristic = new RateHeuristic();
  private readonly periods = new Float64Array(LOOK_BACK);
  private readonly blocked = new Uint8Array(LOOK_BACK);
  private readonly counts = new Float64Array(LOOK_BACK);
  private seen = 0;
  private usual = Number.NaN;
  private half: LivePeriod | undefined;

  push({ time, period, count, blocked }: LivePeriod): Convergence | undefined {
    const at = this.seen % LOOK_BACK;
    this.periods[at] = period;
    this.blocked[at] = blocked ? 1 : 0;
    this.counts[at] = count;
    this.seen += 1;
    if (at === LOOK_BACK - 1) this.usual = medianOf(this.periods);
    if (blocked || !(Math.abs(period - this.usual) <= PERIOD_TOLERANCE * this.usual)) return undefined;
    if (!this.heuristic.push(count)) return undefined;
    const { meanQ, values } = this.heuristic;
    this.heuristic.resetStats();
    return { time, rate: meanQ / this.usual, values };
  }

  /** The period of twice the length that this one completes. */
  pair(later: LivePeriod): LivePeriod | undefined {
    const { half } = this;
    this.half = half ? undefined : later;
    if (!half) return undefined;
    return {
      time: later.time,
      period: half.period + later.period,
      count: half.count + later.count,
      blocked: half.blocked || later.blocked,
      blockedFor: half.blockedFor + later.blockedFor,
    };
  }

  forgetHalf(): void {
    this.half = undefined;
  }

  shares(): (ChosenPeriod & { readonly usable: number; readonly items: number }) | undefined {
    if (this.seen < LOOK_BACK) return undefined;
    const period = medianOf(this.periods);
    const share = (holds: (at: number) => boolean): number =>
      this.periods.reduce((total, _, at) => total + (holds(at) ? 1 : 0), 0) / LOOK_BACK;
    const isStable = (at: number) => Math.abs(this.periods[at]! - period) <= PERIOD_TOLERANCE * period;
    const isFree = (at: number) => this.blocked[at] === 0;
    return {
      period,
      stable: share(isStable),
      unblocked: share(isFree),
      usable: share((at) => isStable(at) && isFree(at)),
      items: medianOf(this.counts),
    };
  }
}
