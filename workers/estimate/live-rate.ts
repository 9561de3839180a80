/**
 * The rate of one end of a queue while its periods come in, with the phases of it. Kept are at most 2,048 periods: where blocked
 * times are known neighbours are put together, which loses nothing of items and busy time, else the oldest are forgotten.
 */
import { log } from '../../core/numeric/elementary.ts';
import { between, exposureAt, hasBlockedTimes, medianOf, PERIOD_TOLERANCE, sum } from './columns.ts';
import type { Convergence, RateColumns, RateMethod, RateOutcome, RatePhase } from './contract.ts';
import { estimateBy, rateWarnings } from './estimate-rate.ts';
import { findPhases } from './phases.ts';
import { RateHeuristic } from './rate-heuristic.ts';

/** What can be said after a period. */
export type LiveNews =
  | { readonly kind: 'phase'; readonly phase: RatePhase }
  | { readonly kind: 'converged'; readonly convergence: Convergence; readonly period: number }
  | { readonly kind: 'period'; readonly chosen: ChosenPeriod };

/** The rate since the last change. */
export interface LiveState {
  /** s; where the phase that is under way began, and where the last period ended. */
  readonly from: number;
  readonly to: number;
  readonly outcome: RateOutcome;
  readonly warnings: readonly string[];
  /** Periods that are kept of this phase; with blocked times each may hold several of the monitor's. */
  readonly kept: number;
  readonly blockedShare: number;
  /** The last result of the published heuristic in this phase. */
  readonly converged?: Convergence;
  readonly chosen?: ChosenPeriod;
}

const MOST_KEPT = 2048;
/** A change is looked for when so many periods have come, and this share of those that are kept. */
const LOOK_AFTER = { periods: 64, share: 1 / 8 };
/** A change is believed when this many looks in a row find it at the same place. */
const CONFIRM = 3;
/** Two changes that are found at most so many periods apart are one. */
const SAME = 64;
/** The search looks at its last periods after so many. */
const CHOOSE_EVERY = 256;

/** Items before a change and of what holds now: one long service is no change, nor is a time after which the rate is nearly what it was. */
const FEWEST_ITEMS = 200;

interface Kept extends LivePeriod {
  readonly waiting: number;
}

/** Where the rate became another one that still holds. */
function lastingChange(columns: RateColumns): number | undefined {
  const edges = findPhases(columns);
  const part = (from: number, to: number): { readonly items: number; readonly time: number } => {
    const { count, ...rest } = between(columns, from, to);
    return { items: sum(count), time: sum(count.map((_, i) => exposureAt({ count, ...rest }, i))) };
  };
  const at = edges.findIndex((edge) => part(0, edge).items >= FEWEST_ITEMS);
  if (at < 1 || at === edges.length - 1) return undefined;
  const before = part(0, edges[at]!);
  const now = part(edges.at(-2)!, edges.at(-1)!);
  const away = ({ items, time }: typeof now): number =>
    Math.abs(log((items * before.time) / (time * before.items)));
  const isBack = away(now) < away(part(edges[at]!, edges[at + 1]!)) / 2;
  return now.items < FEWEST_ITEMS || isBack ? undefined : edges[at]!;
}

export class LiveRate {
  /** Periods of the monitor, in all. */
  periods = 0;
  private kept: Kept[] = [];
  private from = Number.NaN;
  private readonly search = new PeriodSearch();
  private chosen: ChosenPeriod | undefined;
  /** The period that was said last, s. */
  private told = Number.NaN;
  private converged: Convergence | undefined;
  private suspect: { readonly time: number; readonly looks: number } | undefined;
  private blockedPeriods = 0;
  private ofPhase = 0;
  /** Periods since a change was looked for. */
  private unseen = 0;

  /** `idleSampled` as in `RateColumns`. */
  constructor(
    private readonly method?: RateMethod,
    private readonly idleSampled = false,
  ) {}

  /** `waiting` as in `RateColumns`. */
  push(one: LivePeriod, waiting = Number.NaN): readonly LiveNews[] {
    const news: LiveNews[] = [];
    if (this.kept.length === 0) this.from = one.time - one.period;
    this.kept.push({ ...one, waiting });
    this.periods += 1;
    this.ofPhase += 1;
    if (one.blocked) this.blockedPeriods += 1;
    const convergence = this.search.push(one);
    if (convergence && this.chosen) {
      this.converged = convergence;
      news.push({ kind: 'converged', convergence, period: this.chosen.period });
    }
    if (this.periods % CHOOSE_EVERY === 0) {
      this.chosen = this.search.choose();
      const period = this.chosen?.period ?? this.told;
      if (this.chosen && !(Math.abs(period - this.told) < 0.25 * this.told)) {
        this.told = period;
        news.push({ kind: 'period', chosen: this.chosen });
      }
    }
    this.unseen += 1;
    if (this.unseen >= Math.max(LOOK_AFTER.periods, LOOK_AFTER.share * this.kept.length)) {
      this.unseen = 0;
      const phase = this.lookForChange();
      if (phase) news.push({ kind: 'phase', phase });
    }
    if (this.kept.length >= MOST_KEPT) this.shorten();
    return news;
  }

  /** Undefined before the first period. */
  state(): LiveState | undefined {
    const last = this.kept.at(-1);
    if (!last) return undefined;
    const columns = this.columns();
    const outcome = this.estimate(columns);
    return {
      ...{ from: this.from, to: last.time, kept: this.kept.length },
      ...{ outcome, warnings: rateWarnings(columns, outcome) },
      blockedShare: this.blockedPeriods / this.ofPhase,
      ...(this.converged && { converged: this.converged }),
      ...(this.chosen && { chosen: this.chosen }),
    };
  }

  private estimate(columns: RateColumns): RateOutcome {
    return estimateBy(this.method ?? (hasBlockedTimes(columns) ? 'busy-time' : 'censored'), columns);
  }

  private columns(): RateColumns {
    const { kept } = this;
    const of = (value: (one: Kept) => number): Float64Array => Float64Array.from(kept, value);
    return {
      time: of(({ time }) => time),
      period: of(({ period }) => period),
      count: of(({ count }) => count),
      blocked: Uint8Array.from(kept, ({ blocked }) => (blocked ? 1 : 0)),
      blockedFor: of(({ blockedFor }) => blockedFor),
      ...(this.idleSampled && { idleSampled: true }),
      ...(kept.every(({ waiting }) => !Number.isNaN(waiting)) && { waiting: of(({ waiting }) => waiting) }),
    };
  }

  /** The phase that ended, once it is sure that one did. */
  private lookForChange(): RatePhase | undefined {
    const columns = this.columns();
    const edge = lastingChange(columns);
    if (edge === undefined) {
      this.suspect = undefined;
      return undefined;
    }
    const { suspect } = this;
    const time = columns.time[edge - 1]!;
    const far = suspect && Math.abs(edge - columns.time.findIndex((at) => at >= suspect.time) - 1);
    const looks = far !== undefined && far <= SAME ? suspect!.looks + 1 : 1;
    this.suspect = { time, looks };
    if (looks < CONFIRM) return undefined;
    this.suspect = undefined;
    const outcome = this.estimate(between(columns, 0, edge));
    const { from } = this;
    this.kept = this.kept.slice(edge);
    this.from = time;
    this.converged = undefined;
    this.ofPhase = this.kept.length;
    this.blockedPeriods = this.kept.filter(({ blocked }) => blocked).length;
    return 'refused' in outcome ? undefined : { ...outcome, from, to: time };
  }

  private shorten(): void {
    const columns = this.columns();
    if (!hasBlockedTimes(columns)) {
      this.kept = this.kept.slice(MOST_KEPT / 2);
      return;
    }
    this.kept = this.kept.flatMap((one, at) => {
      const later = this.kept[at + 1];
      if (at % 2 === 1 || !later) return at % 2 === 1 ? [] : [one];
      const waited = (part: Kept): number => (part.blocked ? part.blockedFor : 0);
      return [
        {
          time: later.time,
          period: one.period + later.period,
          count: one.count + later.count,
          blocked: one.blocked || later.blocked,
          blockedFor: waited(one) + waited(later),
          waiting: one.waiting,
        },
      ];
    });
  }
}

/**
 * The search of Beard & Chamberlain (2015, section IV.A) for the sampling period: the longest T that is stable and still has
 * periods without blocking. Periods next to each other are put together to 2, 4, 8 … times the monitor's own; the published
 * heuristic runs at each of them, and its results are taken from the T that is chosen. Memory does not grow.
 */

/** One period of a monitor; times in s. */
interface LivePeriod {
  readonly time: number;
  readonly period: number;
  readonly count: number;
  readonly blocked: boolean;
  /** NaN where it was not measured. */
  readonly blockedFor: number;
}

/** A sampling period, and how its last periods were. */
interface ChosenPeriod {
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

class PeriodSearch {
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
