/**
 * Closed rings of finite stages that block after service: jobs go round and round, and a server whose next stage is full keeps its job
 * until there is a free slot.
 *
 * Stages are counted without the jobs that their servers only keep, and with those that are kept for them: m = n - own blocked + blocked
 * senders, at most K + servers of the sender, and all m together are the jobs. Their probabilities are taken as a product of weights of
 * each stage, given the number of jobs, as in product form. Given m at a stage, this product tells what its sender and its receiver
 * hold, so how fast jobs come and go there; and these rates, in balance, give its weights. Repeated until neither changes. Exact for two
 * stages and where nothing blocks, and nearly so where nothing is ever idle, since free slots then go round the other way.
 * Tried for other services: exponents of heavy traffic, 2 / (c_a^2 + c_s^2), on the ratios of neighbouring weights. Throughput was off by
 * 7 % and more in one ring of twenty, so such rings are not taken.
 *
 * Source: own; the product is that of Gordon & Newell 1967, the counting that of Onvural & Perros 1986 for blocking after service, and the
 * rates given the state are those of Marie 1979. Cost of a round: about stages x jobs x (jobs + largest capacity).
 */
import { exp, log } from '../../../core/numeric/elementary.ts';

export interface RingStage {
  /** Mean service, s. */
  readonly time: number;
  readonly servers: number;
  /** K; Infinity where it is unbounded. */
  readonly capacity: number;
}

export interface RingAnswer {
  /** Jobs per second along every link. */
  readonly throughput: number;
  readonly stages: readonly {
    readonly meanOccupancy: number;
    /** Share of the servers' time with a job that cannot go on. */
    readonly blocked: number;
    /** P[n], n = 0 to the capacity. */
    readonly distribution: readonly number[];
  }[];
}

/** How far off it is in 95 % of random rings: verify/rings.md (`npm run verify rings`), which a test holds this to. Relative; of the capacity; of the time. */
export const RING_ERRORS = { throughput: 0.0154, occupancy: 0.1043, blocked: 0.049 } as const;

const MOST_ROUNDS = 500;
const SETTLED = 1e-5;
const HALF = 0.5;
/** Rounds after which the steps become shorter. */
const CAREFUL = 80;

/** Exponential services, in the order of the ring, at least two stages; fewer jobs than slots. Undefined where the rounds do not settle. */
export function solveBlockingRing(stages: readonly RingStage[], jobs: number): RingAnswer | undefined {
  const ring = new Ring(stages, jobs);
  let step = HALF;
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    if (ring.again(step) < SETTLED) return ring.answer();
    if (round % CAREFUL === 0) step *= 2 / 3;
  }
  return undefined;
}

interface Seen {
  /** By m: probability; jobs that come and go, 1/s. */
  readonly p: Float64Array;
  readonly comes: Float64Array;
  readonly goes: Float64Array;
  /** By m: weights of all other stages together. */
  readonly others: Float64Array;
  /** By m: probabilities of the numbers of own servers that are blocked. */
  readonly held: readonly Float64Array[];
}

class Ring {
  readonly #stages: readonly RingStage[];
  readonly #jobs: number;
  /** Largest m. */
  readonly #most: readonly number[];
  #weights: readonly Float64Array[];
  #seen: readonly Seen[] = [];
  #before: readonly number[] = [];

  constructor(stages: readonly RingStage[], jobs: number) {
    this.#stages = stages;
    this.#jobs = jobs;
    this.#most = stages.map(({ capacity }, i) => Math.min(jobs, capacity + this.#at(i - 1).servers));
    const slowest = Math.max(...stages.map(({ time, servers }) => time / servers));
    this.#weights = stages.map(({ time, servers }, i) => {
      const weights = new Float64Array(this.#most[i]! + 1);
      weights[0] = 1;
      for (let m = 1; m < weights.length; m++)
        weights[m] = (weights[m - 1]! * time) / (slowest * Math.min(m, servers));
      return weights;
    });
    this.#seen = this.#look();
  }

  #index(i: number): number {
    return (i + this.#stages.length) % this.#stages.length;
  }

  #at(i: number): RingStage {
    return this.#stages[this.#index(i)]!;
  }

  /** One round; how far it moved occupancies, as shares of the capacities, and the throughput. */
  again(step: number): number {
    this.#weights = this.#stages.map((_, i) => this.#balanced(i, step));
    this.#seen = this.#look();
    const now = [this.#throughput(), ...this.#means(this.#blocked())];
    const change = now.map((value, k) => {
      const scale = k === 0 ? value : Math.min(this.#jobs, this.#stages[k - 1]!.capacity);
      return Math.abs(value - (this.#before[k] ?? Number.POSITIVE_INFINITY)) / scale;
    });
    this.#before = now;
    return Math.max(...change);
  }

  answer(): RingAnswer {
    const blocked = this.#blocked();
    const means = this.#means(blocked);
    return {
      throughput: this.#throughput(),
      stages: this.#stages.map(({ servers }, i) => ({
        meanOccupancy: means[i]!,
        blocked: blocked[i]! / servers,
        distribution: withMean(this.#distribution(i), means[i]!),
      })),
    };
  }

  /** By stage: servers that are blocked. */
  #blocked(): readonly number[] {
    return this.#seen.map(({ p, held }) => p.reduce((sum, share, m) => sum + share * meanOf(held[m]!), 0));
  }

  /** Of n, from those of m, so that all together are the jobs. */
  #means(blocked: readonly number[]): readonly number[] {
    return this.#seen.map(({ p }, i) => {
      const mean = meanOf(p) + blocked[i]! - blocked[this.#index(i - 1)]!;
      return Math.min(this.#jobs, this.#stages[i]!.capacity, mean);
    });
  }

  /** The mean of all links, which carry the same once the rounds have settled. */
  #throughput(): number {
    const all = this.#seen.map(({ p, goes }) => p.reduce((sum, share, m) => sum + share * goes[m]!, 0));
    return all.reduce((sum, rate) => sum + rate, 0) / all.length;
  }

  /** Of n: what waits, is served, or is kept by the stage itself, which is put at most at the capacity. */
  #distribution(i: number): readonly number[] {
    const { p, held } = this.#seen[i]!;
    const most = Math.min(this.#jobs, this.#stages[i]!.capacity);
    const shares = new Array<number>(most + 1).fill(0);
    p.forEach((share, m) => {
      held[m]!.forEach((q, e) => {
        shares[Math.min(most, m + e)]! += share * q;
      });
    });
    return shares;
  }

  /** What each stage sees of its neighbours under the weights as they are. */
  #look(): readonly Seen[] {
    const beyond = this.#withoutPairs();
    const before = this.#seen;
    return this.#stages.map((stage, i): Seen => {
      const [up, down] = [this.#index(i - 1), this.#index(i + 1)];
      const [sender, receiver] = [this.#stages[up]!, this.#stages[down]!];
      const size = this.#most[i]! + 1;
      const [p, comes, goes, others] = [0, 1, 2, 3].map(() => new Float64Array(size)) as [
        Float64Array,
        Float64Array,
        Float64Array,
        Float64Array,
      ];
      const held: Float64Array[] = [];
      const heldBehind = before[down]?.held;
      for (let m = 0; m < size; m++) {
        const blocked = new Float64Array(stage.servers + 1);
        let all = 0;
        for (let y = 0; y <= this.#most[down]! && y <= this.#jobs - m; y++) {
          const q = this.#weights[down]![y]! * at(beyond[i]!, this.#jobs - m - y);
          all += q;
          if (heldBehind === undefined || y + receiver.servers <= receiver.capacity)
            blocked[Math.min(stage.servers, Math.max(0, y - receiver.capacity))]! += q;
          else
            heldBehind[y]!.forEach((share, e) => {
              blocked[Math.min(stage.servers, Math.max(0, y + e - receiver.capacity))]! += q * share;
            });
        }
        if (all > 0) for (let e = 0; e < blocked.length; e++) blocked[e]! /= all;
        else blocked[0] = 1;
        held.push(blocked);
        others[m] = all;
        p[m] = this.#weights[i]![m]! * all;
        let serving = 0;
        /** By how many of the sender's servers wait for this stage. */
        const waiting = new Float64Array(sender.servers + 1);
        blocked.forEach((share, e) => {
          const kept = Math.min(sender.servers, Math.max(0, m + e - stage.capacity));
          waiting[kept]! += share;
          serving += share * Math.max(0, Math.min(m - kept, stage.servers - e));
        });
        goes[m] = serving / stage.time;
        const sentBy = (busy: number): number =>
          waiting.reduce((sum, share, kept) => sum + share * Math.min(busy, sender.servers - kept), 0);
        const few = Array.from({ length: sender.servers }, (_unused, x) => sentBy(x));
        const most = sentBy(sender.servers);
        let [sent, weight] = [0, 0];
        for (let x = 0; x <= this.#most[up]! && x <= this.#jobs - m; x++) {
          const q = this.#weights[up]![x]! * at(beyond[up]!, this.#jobs - m - x);
          weight += q;
          sent += q * (few[x] ?? most);
        }
        comes[m] = weight > 0 ? sent / weight / sender.time : 0;
      }
      scaled(
        p,
        p.reduce((sum, share) => sum + share, 0),
      );
      return { p, comes, goes, others, held };
    });
  }

  /** By the first of two neighbours: the weights of all stages but these two. */
  #withoutPairs(): readonly Float64Array[] {
    const count = this.#stages.length;
    const none: Float64Array = Float64Array.of(1);
    const together = (one: Float64Array, other: Float64Array) => product(one, other, this.#jobs);
    const before: Float64Array[] = [none];
    for (const weights of this.#weights) before.push(together(before.at(-1)!, weights));
    const after: Float64Array[] = [none];
    for (const weights of this.#weights.toReversed()) after.unshift(together(weights, after[0]!));
    const between = this.#weights.slice(1, -1).reduce((all, weights) => together(all, weights), none);
    return this.#weights.map((_, i) => (i === count - 1 ? between : together(before[i]!, after[i + 2]!)));
  }

  /** Weights under which what comes and what goes are in balance, `step` of the way from those before. */
  #balanced(i: number, step: number): Float64Array {
    const { comes, goes, others } = this.#seen[i]!;
    const old = this.#weights[i]!;
    const weights = new Float64Array(old.length);
    let first = others.findIndex((weight) => weight > 0);
    if (first < 0) first = 0;
    weights[first] = 1;
    for (let m = first; m + 1 < old.length; m++) {
      const given = (comes[m]! / goes[m + 1]!) * (others[m]! / others[m + 1]!);
      const former = old[m + 1]! / old[m]!;
      const isKnown = given > 0 && Number.isFinite(given);
      const usable = former > 0 && Number.isFinite(former);
      const ratio = isKnown ? (usable ? exp((1 - step) * log(former) + step * log(given)) : given) : 0;
      weights[m + 1] = weights[m]! * ratio;
    }
    scaled(weights, Math.max(...weights));
    return weights;
  }
}

const at = (values: Float64Array, index: number): number => (index < values.length ? values[index]! : 0);

function scaled(values: Float64Array, by: number): void {
  if (by > 0) for (let i = 0; i < values.length; i++) values[i]! /= by;
}

const meanOf = (shares: ArrayLike<number>): number => {
  let mean = 0;
  for (let n = 1; n < shares.length; n++) mean += n * shares[n]!;
  return mean;
};

/** The distribution with this mean that is the nearest: each share times an exponential of its number. */
function withMean(shares: readonly number[], mean: number): readonly number[] {
  const tilted = (slope: number): readonly number[] => {
    const all = shares.map((share, n) => share * exp(slope * (n - mean)));
    const total = all.reduce((sum, share) => sum + share, 0);
    return all.map((share) => share / total);
  };
  const isWithin = mean > 0 && mean < shares.length - 1;
  if (!isWithin) return shares;
  let [low, high] = [-STEEPEST, STEEPEST];
  for (let round = 0; round < 60; round++) {
    const slope = (low + high) / 2;
    if (meanOf(tilted(slope)) < mean) low = slope;
    else high = slope;
  }
  return tilted((low + high) / 2);
}

/** Far steeper than what the two countings differ by needs. */
const STEEPEST = 1;

/** Weights of two sets of stages together, by their jobs up to `most`, the largest 1. */
function product(one: Float64Array, other: Float64Array, most: number): Float64Array {
  const sum = new Float64Array(Math.min(most + 1, one.length + other.length - 1));
  one.forEach((weight, i) => {
    if (weight === 0) return;
    const end = Math.min(other.length, sum.length - i);
    for (let k = 0; k < end; k++) sum[i + k]! += weight * other[k]!;
  });
  scaled(sum, Math.max(...sum));
  return sum;
}
