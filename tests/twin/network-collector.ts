/** What the network as a whole is watched for: times from birth to a sink, by class and by path; rounds of closed classes. */

import { mergeSketches } from '../../workers/simulate/latency-sketch.ts';
import type { ClassTripsRecord, TripsRecord } from '../../workers/simulate/records.ts';
import { OTHER_PATH, PathTable } from './paths.ts';
import { Trips } from './trips.ts';
import type { Watch } from './watch.ts';

/** Paths that are told apart in an answer: the first so many on which an element comes to a sink. */
const MOST_PATHS = 200;

/** `path` is a number of the table of paths. */
export interface PathTrips extends TripsRecord {
  readonly path: number;
}

export class NetworkCollector {
  readonly paths = new PathTable();
  private readonly clock: Float64Array;
  private readonly horizon: number;
  private readonly classCount: number;
  private arrivals: Trips[] = [];
  private rounds: Trips[] = [];
  private byPath = new Map<number, Trips>();
  /** Path of the last arrival: most arrivals are on the path of the one before. */
  private lastPath = -1;
  private lastTrips: Trips;
  /** Elements that came to each sink. */
  readonly sinks: Float64Array;

  /** `clock[0]` is the time now, s. */
  constructor(clock: Float64Array, watch: Watch) {
    this.clock = clock;
    this.sinks = new Float64Array(watch.sinkCount);
    this.horizon = watch.horizon;
    this.classCount = watch.classCount;
    this.lastTrips = new Trips(this.horizon);
    this.restart();
  }

  /** Forgets everything before now. */
  restart(): void {
    const perClass = (): Trips[] => Array.from({ length: this.classCount }, () => new Trips(this.horizon));
    this.arrivals = this.classCount > 1 ? perClass() : [];
    this.rounds = perClass();
    this.byPath.clear();
    this.lastPath = -1;
    this.sinks.fill(0);
  }

  /** Elements that came to a sink. */
  get sinkArrivals(): number {
    return this.sinks.reduce((sum, count) => sum + count, 0);
  }

  /** One element that was born at `birth` reaches a sink (its index) on this path. */
  countArrival(jobClass: number, birth: number, path: number, sink: number): void {
    const time = this.clock[0]! - birth;
    this.sinks[sink]!++;
    if (this.classCount > 1) this.arrivals[jobClass]!.add(time);
    if (path !== this.lastPath) this.takePath(path);
    this.lastTrips.add(time);
  }

  /** A job of a closed class begins a round; the one before began at `began`. */
  countRound(jobClass: number, began: number): void {
    this.rounds[jobClass]!.add(this.clock[0]! - began);
  }

  /** On all paths together. */
  total(): TripsRecord {
    const trips = this.trips();
    return {
      count: trips.reduce((sum, { count }) => sum + count, 0),
      total: trips.reduce((sum, { total }) => sum + total, 0),
      times: mergeSketches(trips.map(({ times }) => times)),
    };
  }

  /** By class. */
  classes(): readonly ClassTripsRecord[] {
    return this.rounds.map((rounds, jobClass) => ({
      arrivals: this.classCount > 1 ? this.arrivals[jobClass]!.record() : this.total(),
      rounds: rounds.record(),
    }));
  }

  /** In the order of the first arrivals, OTHER_PATH among them. */
  trips(): readonly PathTrips[] {
    return [...this.byPath].map(([path, trips]) => ({ path, ...trips.record() }));
  }

  private takePath(path: number): void {
    const kept = this.byPath.has(path) || this.byPath.size < MOST_PATHS ? path : OTHER_PATH;
    const trips = this.byPath.get(kept) ?? new Trips(this.horizon);
    this.byPath.set(kept, trips);
    this.lastPath = path;
    this.lastTrips = trips;
  }
}
