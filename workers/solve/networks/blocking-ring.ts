/**
 * Closed rings of finite stages that block after service: jobs go round and round, and a server whose next stage is full keeps its job
 * until there is a free slot.
 *
 * Their chain is followed from one end of a service to the next, always with the same random numbers, until the means of its parts tell
 * occupancies and shares of time well enough. A state counts for as long as it lasts on the average. Every link carries the same, which
 * is told by the stage that is the steadiest at work.
 *
 * Tried before: a product of weights by stage, given the number of jobs, with rates by what neighbours hold under that product
 * (Marie 1979). Throughput was off by 2 % in one ring of twenty and a blocked time by 0.05, since jams that reach through several stages
 * make these depend on each other however many they are. It took as long. Steps of equal length, at which a service ends only where there
 * is one (uniformization), meet few services where stages are of very different speeds.
 */
import { openStream } from '../../random/random-stream.ts';
import { sum } from './class-mix.ts';

export interface RingStage {
  /** Mean service, s. */
  readonly time: number;
  readonly servers: number;
  /** K; Infinity where it is unbounded. */
  readonly capacity: number;
}

export interface RingAnswer {
  /** By class: jobs per second along every link. */
  readonly throughput: readonly number[];
  readonly stages: readonly RingMeans[];
}

export interface RingMeans {
  /** Jobs by class, and of all classes. */
  readonly occupancy: readonly number[];
  readonly meanOccupancy: number;
  /** Share of the servers' time with a job that cannot go on, or not begin. */
  readonly blocked: number;
  /** P[n], n = 0 to the capacity. */
  readonly distribution: readonly number[];
  /** Services by class, 1/s. */
  readonly rates: readonly number[];
}

/** How far off it is in 95 % of random rings: verify/rings.md (`npm run verify rings`), which a test holds this to. Relative; of the capacity; of the time. */
export const RING_ERRORS = { throughput: 0.0074, occupancy: 0.0162, blocked: 0.0066 } as const;

/** Standard errors at which it is enough: relative, of the places, of the time. */
const ENOUGH_THROUGHPUT = 0.004;
const ENOUGH_OCCUPANCY = 0.015;
const ENOUGH_BLOCKED = 0.006;
/** Times these are still an answer after the last step. */
const HARDLY = 2;
/** The walk is in parts of equal length, and the first ones are left out. */
const PARTS = 32;
const LEFT_OUT = 4;
const FIRST_STEPS = 2 ** 16;
const MOST_STEPS = 2 ** 21;
/** Numbers that are kept for each part. */
const MOST_LEVELS = 20_000;

/** Exponential services, in the order of the ring, at least two stages; fewer jobs than slots. Undefined where it would take too long. */
export const solveBlockingRing = (stages: readonly RingStage[], jobs: number): RingAnswer | undefined =>
  followed(mostOf(stages, jobs), () => new Ring(stages, jobs));

/** The largest numbers of jobs. */
export const mostOf = (stages: readonly Pick<RingStage, 'capacity'>[], jobs: number): readonly number[] =>
  stages.map(({ capacity }) => Math.min(capacity, jobs));

/** A ring that can be followed, and tells what it has seen since the beginning, and the means in between. */
interface Followed<Seen> {
  follow(steps: number): void;
  seen(): Seen;
  between(from: Seen, until: Seen): readonly RingMeans[];
}

/** `most`: the largest numbers of jobs. Undefined where it would take too long. */
export function followed<Seen>(most: readonly number[], begin: () => Followed<Seen>): RingAnswer | undefined {
  if (most.reduce((levels, jobs) => levels + jobs + 1, 0) > MOST_LEVELS) return undefined;
  const ring = begin();
  let seen = [ring.seen()];
  for (let steps = FIRST_STEPS; steps <= MOST_STEPS; steps *= 2) {
    while (seen.length <= PARTS) {
      ring.follow(steps / PARTS);
      seen.push(ring.seen());
    }
    const parts = seen.slice(LEFT_OUT + 1).map((until, k) => ring.between(seen[LEFT_OUT + k]!, until));
    const { off, steadiest } = unsure(most, parts);
    if (off <= (steps < MOST_STEPS ? 1 : HARDLY)) {
      const found = ring.between(seen[LEFT_OUT]!, seen[PARTS]!);
      return { throughput: found[steadiest]!.rates, stages: found };
    }
    seen = seen.filter((_, k) => k % 2 === 0);
  }
  return undefined;
}

/** Since the beginning. */
interface Seen {
  /** Time at each number of jobs, stage by stage. */
  readonly levels: Float64Array;
  /** By stage: time of its servers with a job that cannot go on. */
  readonly kept: Float64Array;
}

class Ring {
  readonly #stages: readonly RingStage[];
  /** Largest numbers of jobs. */
  readonly #most: readonly number[];
  /** Where the levels of each stage begin. */
  readonly #first: Int32Array;
  readonly #jobs: Int32Array;
  /** Servers that only keep a job. */
  readonly #blocked: Int32Array;
  /** Time of the last change, by stage. */
  readonly #since: Float64Array;
  readonly #levels: Float64Array;
  readonly #kept: Float64Array;
  readonly #stream = openStream({ seed: 1, replication: 0, node: 'ring', purpose: 'service' });
  #time = 0;

  constructor(stages: readonly RingStage[], jobs: number) {
    const count = stages.length;
    this.#stages = stages;
    this.#most = mostOf(stages, jobs);
    this.#first = new Int32Array(count + 1);
    this.#most.forEach((most, i) => {
      this.#first[i + 1] = this.#first[i]! + most + 1;
    });
    [this.#jobs, this.#blocked] = [new Int32Array(count), new Int32Array(count)];
    [this.#since, this.#kept] = [new Float64Array(count), new Float64Array(count)];
    this.#levels = new Float64Array(this.#first[count]!);
    // Where a queue would be: before the slowest stage, as far back as it reaches.
    const slowness = stages.map(({ time, servers }) => time / servers);
    const slowest = slowness.indexOf(Math.max(...slowness));
    for (let k = 0, left = jobs; k < count; k++) {
      const i = (slowest - k + count) % count;
      this.#jobs[i] = Math.min(left, this.#most[i]!);
      left -= this.#jobs[i]!;
    }
  }

  follow(steps: number): void {
    const [jobs, blocked, count] = [this.#jobs, this.#blocked, this.#jobs.length];
    const servers = Int32Array.from(this.#stages, (stage) => stage.servers);
    const capacities = Float64Array.from(this.#stages, ({ capacity }) => capacity);
    const rates = Float64Array.from(this.#stages, ({ time }) => 1 / time);
    const sums = new Float64Array(count);
    for (let step = 0; step < steps; step++) {
      let total = 0;
      for (let i = 0; i < count; i++) {
        total += (Math.min(jobs[i]!, servers[i]!) - blocked[i]!) * rates[i]!;
        sums[i] = total;
      }
      this.#time += 1 / total;
      const place = (((this.#stream.word() >>> 0) + 0.5) * total) / 2 ** 32;
      let i = 0;
      while (place > sums[i]!) i++;
      const next = i + 1 === count ? 0 : i + 1;
      if (jobs[next]! >= capacities[next]!) {
        this.#count(i);
        blocked[i]!++;
      } else this.#move(i, next);
    }
  }

  /** A job goes on, one that waits for its slot comes after it, and so on backwards. */
  #move(from: number, to: number): void {
    this.#count(to);
    this.#jobs[to]!++;
    for (let at = from; ; ) {
      this.#count(at);
      this.#jobs[at]!--;
      const before = at === 0 ? this.#jobs.length - 1 : at - 1;
      if (this.#blocked[before] === 0) return;
      this.#jobs[at]!++;
      this.#count(before);
      this.#blocked[before]!--;
      at = before;
    }
  }

  #count(i: number): void {
    const time = this.#time - this.#since[i]!;
    this.#levels[this.#first[i]! + this.#jobs[i]!]! += time;
    this.#kept[i]! += time * this.#blocked[i]!;
    this.#since[i] = this.#time;
  }

  seen(): Seen {
    for (let i = 0; i < this.#stages.length; i++) this.#count(i);
    return { levels: this.#levels.slice(), kept: this.#kept.slice() };
  }

  between(from: Seen, until: Seen): readonly RingMeans[] {
    return this.#stages.map(({ time, servers }, i) => {
      const [first, end] = [this.#first[i]!, this.#first[i + 1]!];
      const times = Array.from(until.levels.subarray(first, end), (sum, n) => sum - from.levels[first + n]!);
      const all = sum(times);
      const distribution = times.map((part) => part / all);
      const kept = (until.kept[i]! - from.kept[i]!) / all;
      const taken = distribution.reduce((sum, share, n) => sum + share * Math.min(n, servers), 0);
      const meanOccupancy = sum(distribution.map((share, n) => share * n));
      const rates = [(taken - kept) / time];
      return { occupancy: [meanOccupancy], meanOccupancy, blocked: kept / servers, distribution, rates };
    });
  }
}

/** The largest standard error, in those that are enough, and whose rate is the surest. */
function unsure(
  most: readonly number[],
  parts: readonly (readonly RingMeans[])[],
): { readonly off: number; readonly steadiest: number } {
  const errorOf = (of: (part: readonly RingMeans[]) => number, scale: number): number => {
    const values = parts.map(of);
    const mean = meanOf(values);
    const squares = meanOf(values.map((value) => (value - mean) ** 2));
    return Math.sqrt(squares / (values.length - 1)) / scale;
  };
  const rates = most.map((_, i) => {
    const rateOf = (part: readonly RingMeans[]) => sum(part[i]!.rates);
    return errorOf(rateOf, ENOUGH_THROUGHPUT * meanOf(parts.map(rateOf)));
  });
  const least = Math.min(...rates);
  const others = most.flatMap((jobs, i) => [
    errorOf((part) => part[i]!.meanOccupancy, ENOUGH_OCCUPANCY * jobs),
    errorOf((part) => part[i]!.blocked, ENOUGH_BLOCKED),
  ]);
  return { off: Math.max(least, ...others), steadiest: rates.indexOf(least) };
}

const meanOf = (values: readonly number[]): number => sum(values) / values.length;
