/**
 * Closed rings of finite stages with jobs of several classes, services of any distribution, and slots that are promised before service: all
 * go round and round in the same order, first come, first served. Followed job by job, from one end of a service to the next, as
 * blocking-ring.ts follows states where these tell all. Every link carries the same, which is told by the stage that is the steadiest at work.
 */

import type { Sampler } from '../../../core/distributions/draws.ts';
import { distributionMean, type ServiceDistribution, samplerOf } from '../../../core/distributions/index.ts';
import { openStream } from '../../random/random-stream.ts';
import { followed, mostOf, type RingAnswer, type RingMeans } from './blocking-ring.ts';
import { sum } from './class-mix.ts';

export interface FollowedStage {
  /** By class. */
  readonly services: readonly ServiceDistribution[];
  readonly servers: number;
  /** K; Infinity where it is unbounded. */
  readonly capacity: number;
  /** Servers begin only when a slot of it is promised to them. */
  readonly promises: boolean;
}

/** `populations`: by class; fewer jobs than slots, at least two stages, in the order of the ring. Undefined where it would take too long. */
export function followJobs(
  stages: readonly FollowedStage[],
  populations: readonly number[],
): RingAnswer | undefined {
  const most = mostOf(stages, sum(populations));
  return followed(most, () => new Ring(stages, populations));
}

/** One stage while it is followed. */
class Place {
  readonly stage: FollowedStage;
  readonly samplers: readonly Sampler[];
  /** Mean services by class, s. */
  readonly times: readonly number[];
  /** Classes of the jobs that wait, from `head` on in a circle, and of those that servers keep. */
  readonly line: Int32Array;
  head = 0;
  readonly kept: number[] = [];
  /** When the jobs in service are done, and their classes. */
  readonly ends: number[] = [];
  readonly classes: number[] = [];
  /** Jobs of each class, and of all. */
  readonly there: number[];
  jobs = 0;
  /** Index of the one that is done first, and when. */
  first = 0;
  next = Number.POSITIVE_INFINITY;
  /** Time of the last change. */
  since = 0;
  /** Time at each number of jobs; of servers that are held up; by class of jobs there, and of servers at work. */
  readonly sums: number[];

  constructor(stage: FollowedStage, most: number, part: string) {
    const { services } = stage;
    const stream = openStream({ seed: 1, replication: 0, node: 'ring', purpose: 'service', part });
    this.stage = stage;
    this.samplers = services.map((service) => samplerOf(service, stream));
    this.times = services.map(distributionMean);
    this.line = new Int32Array(most);
    this.there = services.map(() => 0);
    this.sums = new Array<number>(most + 2 + 2 * services.length).fill(0);
  }

  get waiting(): number {
    return this.jobs - this.classes.length - this.kept.length;
  }

  count(now: number): void {
    const { sums, there, line, classes, jobs, stage } = this;
    const time = now - this.since;
    this.since = now;
    sums[jobs]! += time;
    const at = line.length + 1;
    sums[at]! += time * (Math.min(jobs, stage.servers) - classes.length);
    for (let r = 0; r < there.length; r++) sums[at + 1 + r]! += time * there[r]!;
    for (const own of classes) sums[at + 1 + there.length + own]! += time;
  }

  /** The job that is done first is taken out of service. */
  done(): number {
    const { ends, classes, first } = this;
    const own = classes[first]!;
    const [end, last] = [ends.pop()!, classes.pop()!];
    if (first < ends.length) {
      ends[first] = end;
      classes[first] = last;
    }
    this.next = Number.POSITIVE_INFINITY;
    for (let k = 0; k < ends.length; k++) this.look(k);
    return own;
  }

  look(k: number): void {
    if (this.ends[k]! >= this.next) return;
    this.first = k;
    this.next = this.ends[k]!;
  }
}

type Seen = readonly (readonly number[])[];

class Ring {
  readonly #places: readonly Place[];
  #time = 0;

  constructor(stages: readonly FollowedStage[], populations: readonly number[]) {
    const most = mostOf(stages, sum(populations));
    const places = stages.map((stage, i) => new Place(stage, most[i]!, String(i)));
    this.#places = places;
    // Where a queue would be: before the slowest stage, as far back as it reaches; class after class, as they come from where they start.
    const slowness = places.map(
      ({ times, stage }) => sum(times.map((time, r) => time * populations[r]!)) / stage.servers,
    );
    let k = slowness.indexOf(Math.max(...slowness)) + places.length;
    populations.forEach((number, r) => {
      for (let job = 0; job < number; job++) {
        if (places[k % places.length]!.jobs === most[k % places.length]) k--;
        const place = places[k % places.length]!;
        place.line[place.jobs++] = r;
        place.there[r]!++;
      }
    });
    for (const i of places.keys()) this.#start(i);
  }

  follow(steps: number): void {
    for (let step = 0; step < steps; step++) {
      const places = this.#places;
      let i = 0;
      for (let k = 1; k < places.length; k++) if (places[k]!.next < places[i]!.next) i = k;
      const place = places[i]!;
      this.#time = place.next;
      place.count(this.#time);
      const done = place.done();
      const to = this.#after(i);
      if (places[to]!.jobs < places[to]!.stage.capacity) {
        this.#arrive(to, done);
        this.#leave(i, done);
      } else place.kept.push(done);
    }
  }

  #after(i: number): number {
    return i + 1 === this.#places.length ? 0 : i + 1;
  }

  #arrive(to: number, own: number): void {
    const place = this.#places[to]!;
    place.count(this.#time);
    const at = place.head + place.waiting;
    place.line[at % place.line.length] = own;
    place.jobs++;
    place.there[own]!++;
    this.#start(to);
  }

  /** A job has gone on, one that waits for its slot comes after it, and so on backwards. */
  #leave(i: number, own: number): void {
    const place = this.#places[i]!;
    place.count(this.#time);
    place.jobs--;
    place.there[own]!--;
    this.#start(i);
    const before = i === 0 ? this.#places.length - 1 : i - 1;
    const next = this.#places[before]!.kept.shift();
    if (next === undefined) this.#start(before);
    else {
      this.#arrive(i, next);
      this.#leave(before, next);
    }
  }

  /** Services begin, as far as there are jobs, servers and slots. */
  #start(i: number): void {
    const place = this.#places[i]!;
    const { ends, classes, kept, stage, line } = place;
    const next = this.#places[this.#after(i)]!;
    const most = next.stage.promises ? next.stage.capacity - next.jobs : Number.POSITIVE_INFINITY;
    while (place.waiting > 0 && ends.length + kept.length < stage.servers && ends.length < most) {
      place.count(this.#time);
      const own = line[place.head]!;
      place.head = (place.head + 1) % line.length;
      ends.push(this.#time + place.samplers[own]!.next());
      classes.push(own);
      place.look(ends.length - 1);
    }
  }

  seen(): Seen {
    return this.#places.map((place) => {
      place.count(this.#time);
      return [...place.sums];
    });
  }

  between(from: Seen, until: Seen): readonly RingMeans[] {
    return this.#places.map(({ stage, times, line }, i) => {
      const spent = until[i]!.map((sum, k) => sum - from[i]![k]!);
      const at = line.length + 1;
      const all = sum(spent.slice(0, at));
      const means = spent.map((sum) => sum / all);
      const distribution = means.slice(0, at);
      return {
        occupancy: times.map((_, r) => means[at + 1 + r]!),
        meanOccupancy: sum(distribution.map((share, n) => share * n)),
        blocked: means[at]! / stage.servers,
        distribution,
        rates: times.map((time, r) => means[at + 1 + times.length + r]! / time),
      };
    });
  }
}
