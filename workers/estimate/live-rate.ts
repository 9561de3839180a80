/**
 * The rate of one end of a queue while its periods come in, with the phases of it. Kept are at most 2,048 periods: where blocked
 * times are known neighbours are put together, which loses nothing of items and busy time, else the oldest are forgotten.
 */
import { log } from '../../core/numeric/elementary.ts';
import { between, exposureAt, hasBlockedTimes, sum } from './columns.ts';
import type { Convergence, RateColumns, RateMethod, RateOutcome, RatePhase } from './contract.ts';
import { estimateBy, rateWarnings } from './estimate-rate.ts';
import { type ChosenPeriod, type LivePeriod, PeriodSearch } from './period-search.ts';
import { findPhases } from './phases.ts';

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
/** And believed when so many looks in a row find it at the same place. */
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
