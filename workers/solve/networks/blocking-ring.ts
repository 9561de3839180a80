/**
 * Closed rings of finite stages that block after service: jobs go round and round, and a server whose next stage is full keeps its job
 * until there is a free slot.
 *
 * Their chain is followed from one random service to the next, always with the same random numbers, until the means of its parts tell
 * occupancies and shares of time well enough. Services come at a rate that never changes, those of servers without work change nothing,
 * so that every step is as long and neighbouring designs meet the same services.
 *
 * Tried before: a product of weights by stage, given the number of jobs, with rates by what neighbours hold under that product
 * (Marie 1979). Throughput was off by 2 % in one ring of twenty and a blocked time by 0.05, since jams that reach through several stages
 * make these depend on each other however many they are. It took as long.
 *
 * Source: own; the steps are the uniformization of Jensen 1953.
 */
import { openStream } from '../../random/random-stream.ts';

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
export const RING_ERRORS = { throughput: 0.0067, occupancy: 0.0146, blocked: 0.0089 } as const;

/** Standard errors at which it is enough: relative, of the places, of the time. */
const ENOUGH_THROUGHPUT = 0.004;
const ENOUGH_OCCUPANCY = 0.02;
const ENOUGH_BLOCKED = 0.008;
/** Times these are still an answer after the last step. */
const HARDLY = 2;
/** Of equal length, of which the first are left out. */
const PARTS = 32;
const LEFT_OUT = 4;
const FIRST_STEPS = 2 ** 17;
const MOST_STEPS = 2 ** 22;
/** Numbers that are kept for each part. */
const MOST_LEVELS = 20_000;

/** Exponential services, in the order of the ring, at least two stages; fewer jobs than slots. Undefined where it would take too long. */
export function solveBlockingRing(stages: readonly RingStage[], jobs: number): RingAnswer | undefined {
  if (stages.reduce((levels, { capacity }) => levels + Math.min(capacity, jobs) + 1, 0) > MOST_LEVELS)
    return undefined;
  const ring = new Ring(stages, jobs);
  let seen = [ring.seen()];
  for (let steps = FIRST_STEPS; steps <= MOST_STEPS; steps *= 2) {
    while (seen.length <= PARTS) {
      ring.follow(steps / PARTS);
      seen.push(ring.seen());
    }
    const parts = seen.slice(LEFT_OUT + 1).map((until, k) => ring.answer(seen[LEFT_OUT + k]!, until));
    const off = ring.unsure(parts);
    if (off <= (steps < MOST_STEPS ? 1 : HARDLY)) return ring.answer(seen[LEFT_OUT]!, seen[PARTS]!);
    seen = seen.filter((_, k) => k % 2 === 0);
  }
  return undefined;
}

/** Since the beginning. */
interface Seen {
  /** Steps at each number of jobs, stage by stage. */
  readonly levels: Float64Array;
  /** By stage: steps of its servers with a job that cannot go on. */
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
  /** Step of the last change, by stage. */
  readonly #since: Float64Array;
  readonly #levels: Float64Array;
  readonly #kept: Float64Array;
  readonly #stream = openStream({ seed: 1, replication: 0, node: 'ring', purpose: 'service' });
  #step = 0;

  constructor(stages: readonly RingStage[], jobs: number) {
    const count = stages.length;
    this.#stages = stages;
    this.#most = stages.map(({ capacity }) => Math.min(capacity, jobs));
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
    const fastest = Math.max(...this.#stages.map((stage) => stage.servers / stage.time));
    const services = Float64Array.from(this.#stages, ({ time }) => fastest * time);
    const stream = this.#stream;
    const { words } = stream;
    let { used } = stream;
    const end = this.#step + steps;
    for (let step = this.#step + 1; step <= end; step++) {
      if (used === words.length) {
        stream.used = used;
        stream.word();
        used = 0;
      }
      const place = ((words[used++]! >>> 0) * count) / 2 ** 32;
      const i = Math.trunc(place);
      const busy = Math.min(jobs[i]!, servers[i]!) - blocked[i]!;
      if ((place - i) * services[i]! >= busy) continue;
      this.#step = step;
      const next = i + 1 === count ? 0 : i + 1;
      if (jobs[next]! >= capacities[next]!) {
        this.#count(i);
        blocked[i]!++;
      } else this.#move(i, next);
    }
    this.#step = end;
    stream.used = used;
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
    const steps = this.#step - this.#since[i]!;
    this.#levels[this.#first[i]! + this.#jobs[i]!]! += steps;
    this.#kept[i]! += steps * this.#blocked[i]!;
    this.#since[i] = this.#step;
  }

  seen(): Seen {
    for (let i = 0; i < this.#stages.length; i++) this.#count(i);
    return { levels: this.#levels.slice(), kept: this.#kept.slice() };
  }

  answer(from: Seen, until: Seen): RingAnswer {
    const rates: number[] = [];
    const stages = this.#stages.map(({ time, servers }, i) => {
      const [first, end] = [this.#first[i]!, this.#first[i + 1]!];
      const steps = Array.from(until.levels.subarray(first, end), (sum, n) => sum - from.levels[first + n]!);
      const all = steps.reduce((sum, count) => sum + count, 0);
      const distribution = steps.map((count) => count / all);
      const kept = (until.kept[i]! - from.kept[i]!) / all;
      const taken = distribution.reduce((sum, share, n) => sum + share * Math.min(n, servers), 0);
      rates.push((taken - kept) / time);
      const meanOccupancy = distribution.reduce((sum, share, n) => sum + share * n, 0);
      return { meanOccupancy, blocked: kept / servers, distribution };
    });
    return { throughput: meanOf(rates), stages };
  }

  /** The largest standard error, in those that are enough. */
  unsure(parts: readonly RingAnswer[]): number {
    const off = (of: (part: RingAnswer) => number, scale: number): number => {
      const values = parts.map(of);
      const mean = meanOf(values);
      const squares = meanOf(values.map((value) => (value - mean) ** 2));
      return Math.sqrt(squares / (values.length - 1)) / scale;
    };
    const rates = parts.map(({ throughput }) => throughput);
    return Math.max(
      off(({ throughput }) => throughput, ENOUGH_THROUGHPUT * meanOf(rates)),
      ...this.#most.flatMap((most, i) => [
        off(({ stages }) => stages[i]!.meanOccupancy, ENOUGH_OCCUPANCY * most),
        off(({ stages }) => stages[i]!.blocked, ENOUGH_BLOCKED),
      ]),
    );
  }
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
