/**
 * How many servers a queue has, by what is seen of it: the order in which visits leave, or how often elements leave by how many
 * are inside.
 */
import { cbrt, log } from '../../core/numeric/elementary.ts';
import { Z_975 } from '../numeric/student-t.ts';
import { readQueue } from '../traces/queues.ts';
import type { PlaceEvidence } from './contract.ts';
import type { Moves } from './queue-moves.ts';
import { exponential, toldTimes } from './told-times.ts';

export type ServersSeen = Pick<PlaceEvidence, 'kind' | 'servers' | 'service'> & { readonly remark?: string };

/** Fewer tell nothing. */
const FEWEST_GAPS = 100;
/** Standard errors: a difference that is larger is no chance. */
const CERTAIN = 4;
const MOST_SERVERS = 256;
/** Logarithms of likelihoods that differ by less are both likely (95 %). */
const LIKELY = Z_975 ** 2 / 2;

/** From one instant to another, s; undefined where the moves tell nothing, so that one server can be assumed as well. */
export function serversSeen(
  name: string,
  { came, left, arePairs }: Moves,
  { from, to }: { readonly from: number; readonly to: number },
): ServersSeen | undefined {
  const visits = arePairs ? visitsOf(name, came, left, from, to) : [];
  const order = visits.length > 0 ? readQueue(visits, undefined, true) : undefined;
  const levels = levelsOf(came, left, from, to);
  const areSeveral = levels.gaps >= FEWEST_GAPS && levels.score < -CERTAIN;
  // Services that vary little leave nearly in the order of arrival with several servers too.
  if (order?.known === 'order' && !(order.servers === 1 && areSeveral)) return byOrder(visits, order);
  if (order && order.mostAtOnce > 1 && isOvertaken(visits)) return overtaken(name, visits, order, levels);
  if (!areSeveral) return undefined;
  const { servers, low, high, mean, error, fits } = likeliest(levels);
  if (servers === 1) return undefined;
  const range = low === high ? '' : ` (${low} … ${high})`;
  const why = order
    ? 'visits leave in the order in which they came'
    : 'the file does not tell which element leaves';
  return {
    kind: 'stage',
    servers: {
      ...{ value: servers, low: 2 },
      from: `more than one, since departures become more frequent with the number inside; ${servers}${range} if services are exponential`,
    },
    service: {
      ...{ value: mean, low: mean * (1 - error), high: mean * (1 + error), distribution: exponential(mean) },
      from: `time that ${servers} servers are at work by the number inside, over the departures; exponential is assumed`,
    },
    remark: `${name}: it has more than one server, since departures become more frequent with the number inside. How many cannot be told from this, because ${why}. Drawn are ${servers}, as is likeliest if services are exponential; ${fits ? 'the data agree with that, but with services that vary less fewer servers look alike' : 'the data do not agree with that, so it may be another number'}.`,
  };
}

type TracedVisit = Parameters<typeof readQueue>[0][number];

function visitsOf(
  name: string,
  came: readonly number[],
  left: readonly number[],
  from: number,
  to: number,
): TracedVisit[] {
  return came.flatMap((start, at): TracedVisit[] => {
    const end = left[at]!;
    if (start < from || start > to || end <= start) return [];
    return [
      {
        ...{ service: name, operation: '', clock: '', isOfCaller: false, instance: '', calls: [], wait: 0 },
        ...{ start: start * 1e9, end: end * 1e9 },
      },
    ];
  });
}

const timesOf = (visits: readonly TracedVisit[], isWaitOut: boolean, of: string) =>
  toldTimes(
    {
      kind: 'samples',
      values: Float64Array.from(
        visits,
        ({ start, end, wait }) => (end - start - (isWaitOut ? wait : 0)) / 1e9,
      ),
    },
    'time',
    of,
  );

function byOrder(
  visits: readonly TracedVisit[],
  { servers, nextAmong }: { readonly servers: number; readonly nextAmong: number },
): ServersSeen {
  const service = timesOf(visits, true, 'in it, waiting by the order of departures taken out');
  return {
    kind: 'stage',
    servers: {
      value: servers,
      from:
        servers === 1
          ? 'only the oldest inside ever left next'
          : nextAmong < servers
            ? `with ${servers} servers all services are equally long, with fewer they are not`
            : `visits overtake each other, and only the ${servers} oldest inside ever left next`,
    },
    ...(service && { service }),
  };
}

function isOvertaken(visits: readonly TracedVisit[]): boolean {
  const sorted = [...visits].sort((a, b) => a.start - b.start || a.end - b.end);
  return sorted.some((visit, at) => at > 0 && visit.end < sorted[at - 1]!.end);
}

/** Any of those inside left next: nobody is seen to wait, or all share a server, or it serves in another order. */
function overtaken(
  name: string,
  visits: readonly TracedVisit[],
  { mostAtOnce }: { readonly mostAtOnce: number },
  levels: Levels,
): ServersSeen {
  const service = timesOf(visits, false, 'from arrival to departure');
  return {
    kind: 'delay',
    ...(service && { service }),
    // What cannot be drawn as a delay has as many servers as were ever needed.
    servers: { value: mostAtOnce, from: `visits overtake each other, and up to ${mostAtOnce} were inside` },
    remark:
      levels.gaps >= FEWEST_GAPS && levels.score > -CERTAIN / 2
        ? `${name}: visits overtake each other, yet elements leave no more often where more are inside: one server that all share, or that does not serve in the order of arrival, would look so. What of a visit is waiting cannot be told from this; it is drawn without waiting.`
        : `${name}: visits overtake each other, so more than one is worked on at a time; how many servers it has cannot be told from this, because any of up to ${mostAtOnce} inside left next and nothing tells when work on each began. It is drawn without waiting.`,
  };
}

interface Levels {
  /** s with so many inside, and departures from so many. */
  readonly time: readonly number[];
  readonly departures: readonly number[];
  /** Gaps from a departure that left something behind to the next. */
  readonly gaps: number;
  /**
   * Correlation of such gaps with the logarithm of how many were left, in its standard errors. The services of one server
   * that are independent of each other do not depend on how many wait, whatever their distribution: near 0. Far below 0 where there are several.
   */
  readonly score: number;
}

function levelsOf(came: readonly number[], left: readonly number[], from: number, to: number): Levels {
  const arrivals = Float64Array.from(came).sort();
  const ends = Float64Array.from(left).sort();
  const walk = (see: (time: number, level: number, isDeparture: boolean) => void): void => {
    for (let at = 0, gone = 0; at < arrivals.length || gone < ends.length; ) {
      const isDeparture = !(
        at < arrivals.length && arrivals[at]! <= (ends[gone] ?? Number.POSITIVE_INFINITY)
      );
      const time = isDeparture ? ends[gone]! : arrivals[at]!;
      if (isDeparture) gone += 1;
      else at += 1;
      see(time, at - gone, isDeparture);
    }
  };
  // What was inside before the first row.
  let least = 0;
  walk((_, level) => {
    least = Math.min(least, level);
  });
  const time: number[] = [];
  const departures: number[] = [];
  const pairs = new Pairs();
  let [last, before, leftBehind, since] = [from, 0, 0, 0];
  walk((now, above, isDeparture) => {
    const level = above - least;
    if (now >= from && now <= to) {
      time[before] = (time[before] ?? 0) + Math.max(0, now - last);
      if (isDeparture) {
        departures[before] = (departures[before] ?? 0) + 1;
        if (leftBehind > 0) pairs.add(log(leftBehind), now - since);
        [leftBehind, since] = [level, now];
      }
      last = now;
    }
    before = level;
  });
  return { time, departures, gaps: pairs.count, score: pairs.score };
}

/** Moments of pairs. */
class Pairs {
  count = 0;
  private x = 0;
  private y = 0;
  private xx = 0;
  private yy = 0;
  private xy = 0;

  /** By Welford's recursion. */
  add(x: number, y: number): void {
    this.count += 1;
    const [dx, dy] = [x - this.x, y - this.y];
    this.x += dx / this.count;
    this.y += dy / this.count;
    this.xx += dx * (x - this.x);
    this.yy += dy * (y - this.y);
    this.xy += dx * (y - this.y);
  }

  get score(): number {
    const scale = Math.sqrt(this.xx * this.yy);
    return scale > 0 ? (this.xy / scale) * Math.sqrt(this.count) : 0;
  }
}

interface Likeliest {
  readonly servers: number;
  readonly low: number;
  readonly high: number;
  /** Mean of a service, and its half interval as a share. */
  readonly mean: number;
  readonly error: number;
  /** Departures by level agree with it. */
  readonly fits: boolean;
}

/** The number of exponential servers by maximum likelihood: departures from n inside come at a rate of min(n, c). */
function likeliest({ time, departures }: Levels): Likeliest {
  const count = departures.reduce((sum, n) => sum + (n ?? 0), 0);
  const most = Math.min(MOST_SERVERS, time.length - 1);
  const tried = Array.from({ length: most }, (_, i) => {
    const servers = i + 1;
    const atWork = (level: number): number => Math.min(level, servers);
    const busy = time.reduce((sum, seconds, level) => sum + (seconds ?? 0) * atWork(level), 0);
    const rate = count / busy;
    let likelihood = 0;
    departures.forEach((n, level) => {
      likelihood += n * log(rate * atWork(level));
    });
    return { servers, likelihood, mean: 1 / rate };
  });
  const best = tried.reduce((a, b) => (b.likelihood > a.likelihood ? b : a));
  const likely = tried.filter(({ likelihood }) => likelihood >= best.likelihood - LIKELY);
  return {
    ...{ servers: best.servers, mean: best.mean, error: Math.min(1, Z_975 / Math.sqrt(count)) },
    ...{ low: likely[0]!.servers, high: likely.at(-1)!.servers },
    fits: doesFit({ time, departures }, best),
  };
}

/** Fewest expected departures of levels that are looked at together. */
const FEWEST_EXPECTED = 20;
const SURE_MISFIT = 2.6;

/** Pearson's test by levels, as a normal number by Wilson and Hilferty (1931). */
function doesFit(
  { time, departures }: Pick<Levels, 'time' | 'departures'>,
  { servers, mean }: { readonly servers: number; readonly mean: number },
): boolean {
  let [squares, cells, seen, expected] = [0, 0, 0, 0];
  time.forEach((seconds, level) => {
    seen += departures[level] ?? 0;
    expected += (seconds * Math.min(level, servers)) / mean;
    if (expected < FEWEST_EXPECTED) return;
    squares += (seen - expected) ** 2 / expected;
    cells += 1;
    [seen, expected] = [0, 0];
  });
  const free = cells - 1;
  if (free < 1) return true;
  const part = 2 / (9 * free);
  return (cbrt(squares / free) - (1 - part)) / Math.sqrt(part) < SURE_MISFIT;
}
