/** One stage or delay in one replication: its levels (see StageLevels) and what its rules need. */

import {
  isFcfs,
  isLcfs,
  picksAtRandom,
  servesByPriority,
  sharesServers,
} from '../../core/rules/discipline.ts';
import { hasWaited } from '../../core/rules/when-full.ts';
import type { NodeId } from '../../core/scenario/scenario.ts';
import type { RandomStream } from '../../workers/random/random-stream.ts';
import type { ByClass, ClassModel, PortModel, StageModel } from '../../workers/simulate/simulation-model.ts';
import { classPart, type Streams } from '../../workers/simulate/streams.ts';
import { StageCollector } from './collector.ts';
import { DrawsAhead } from './draws-ahead.ts';
import { ElementHeap } from './element-heap.ts';
import type { Parcel } from './parcel.ts';
import type { Resource } from './resource.ts';
import { ScheduleRun } from './schedule.ts';
import { Server } from './server.ts';
import { classOf } from './tag.ts';
import { WaitingLine } from './waiting-line.ts';
import type { Watch } from './watch.ts';

export interface StagePlace {
  readonly index: number;
  readonly port: PortModel;
  readonly clock: Float64Array;
  readonly watch: Watch;
  readonly classes: readonly ClassModel[];
  readonly resource: Resource | null;
}

/** What is asked at every event is copied from the model, which saves a step to memory each time. */
export class Stage {
  readonly kind = 'stage';
  readonly index: number;
  readonly model: StageModel;
  readonly port: PortModel;
  readonly collector: StageCollector;
  /** One line, or with priorities one for each, the most urgent first (P1). `line` is the first. */
  readonly lines: readonly WaitingLine[];
  readonly line: WaitingLine;
  /** Service of the classes without a distribution of their own; changes with a schedule. */
  service: DrawsAhead;
  readonly schedule: ScheduleRun | null;
  private readonly ownServices: ByClass<DrawsAhead | null>;
  readonly oneDistribution: boolean;
  /** Uniform on (0, 1): an element goes on when it is below the probability to pass. */
  private readonly filter: ByClass<DrawsAhead>;
  readonly picks: RandomStream;
  readonly capacity: number;
  readonly batchMin: number;
  readonly batchMax: number;
  readonly firstComeFirstServed: boolean;
  readonly takesLast: boolean;
  readonly picksAtRandom: boolean;
  readonly asksFirst: boolean;
  readonly whole: boolean;
  readonly resource: Resource | null;
  /** Some elements do not pass; an arriving element may become more or fewer. */
  readonly filters: boolean;
  readonly converts: boolean;
  /** Some class begins its rounds here. */
  readonly beginsRounds: boolean;
  /** Serves one element after the other in the order of entry and nothing else: `single-service.ts` does. */
  readonly servesSingly: boolean;
  /** An element that arrives alone, with nobody in line and room for it, just enters. */
  readonly admitsSingly: boolean;
  occupancy = 0;
  waiting = 0;
  busy = 0;
  held = 0;
  /** Places promised to servers upstream (BBS2). */
  reserved = 0;
  /** Per class, native elements that arrivals have made so far and that are not whole yet, 0 <= credit < 1 (C2). */
  readonly credit: Float64Array;
  /** Parcels that wait for room, first blocked first. */
  firstParcel: Parcel | null = null;
  lastParcel: Parcel | null = null;
  readonly servers: Server[] = [];
  /** The first `idleCount` are the idle servers, the next to be used last. */
  readonly idle: Server[] = [];
  idleCount = 0;
  /** Where services are interrupted: those that are, and starts so far. */
  suspended = 0;
  starts = 0;
  /** Clock of the flush timer; -1 without one. */
  flushClock = -1;
  /** With processor sharing and in a delay only. */
  readonly shared: SharedService | null;
  /** Services that could start and have asked for a unit of the resource (RES1). */
  requests = 0;
  roomWanted = false;
  startWanted = false;

  constructor(place: StagePlace, model: StageModel, streams: Streams) {
    const { id, schedule } = model;
    this.index = place.index;
    this.port = place.port;
    this.model = model;
    this.resource = place.resource;
    this.lines = Array.from({ length: model.levelCount }, () => new WaitingLine(id));
    this.line = this.lines[0]!;
    this.service = new DrawsAhead(streams.sampler(id, 'service', model.service));
    const partOf = (c: number): string => classPart(place.classes[c]!.id);
    this.ownServices = model.ownServices.map((distribution, c) =>
      distribution === null ? null : new DrawsAhead(streams.sampler(id, 'service', distribution, partOf(c))),
    );
    this.schedule =
      schedule && new ScheduleRun(schedule, this.service, { node: id, purpose: 'service', streams });
    const uniform = { distribution: 'uniform', min: 0, max: 1 } as const;
    const filter = new DrawsAhead(streams.sampler(id, 'filter', uniform));
    this.filter = model.ownFilters.map((isOwn, c) =>
      isOwn ? new DrawsAhead(streams.sampler(id, 'filter', uniform, partOf(c))) : filter,
    );
    this.picks = streams.open(id, 'discipline');
    this.capacity = model.capacity;
    this.batchMin = model.batchMin;
    this.batchMax = model.batchMax;
    this.firstComeFirstServed = isFcfs(model) || servesByPriority(model);
    this.takesLast = isLcfs(model);
    this.picksAtRandom = picksAtRandom(model);
    this.asksFirst = model.asksFirst;
    this.whole = model.whole;
    this.credit = new Float64Array(place.classes.length);
    this.oneDistribution = model.ownServices.every((distribution) => distribution === null);
    this.filters = model.passProbability.some((probability) => probability !== 1);
    this.converts = model.factor.some((factor) => factor !== 1);
    this.beginsRounds = model.beginsRound.includes(true);
    this.shared = sharesServers(model) ? new SharedService(id, model.isDelay) : null;
    const isPlain =
      model.batchMax === 1 && model.levelCount === 1 && model.timeout === Number.POSITIVE_INFINITY;
    this.servesSingly = isPlain && this.firstComeFirstServed && !model.asksFirst && this.resource === null;
    const serversBeforeWaiting = this.servesSingly ? model.serverCount : 0;
    this.collector = new StageCollector(place.clock, place.watch, model.capacity, serversBeforeWaiting);
    // Elements of one instant are all in the stage before a service begins, and push each other out (DR2, E3).
    this.admitsSingly =
      !model.whole &&
      !hasWaited(model.victim) &&
      !this.converts &&
      !this.beginsRounds &&
      model.levelCount === 1 &&
      !sharesServers(model);
  }

  room(): number {
    return this.capacity - this.occupancy - this.reserved;
  }

  /** The server is idle, and the next to be used (Q2). */
  putBack(server: Server): void {
    server.state = 'idle';
    this.idle[this.idleCount++] = server;
  }

  /** Elements that wait in line. */
  queued(): number {
    if (this.lines.length === 1) return this.line.length;
    return this.lines.reduce((sum, line) => sum + line.length, 0);
  }

  /** Servers that neither serve nor are held; not where servers are shared. */
  freeServers(): number {
    return this.model.serverCount - this.busy - this.held;
  }

  /** Servers that elements in service share. */
  freeToShare(): number {
    return this.model.serverCount - this.held;
  }

  /** A delay has a server more, which keeps a finished element that cannot move. */
  addServer(): void {
    const server = new Server(this, this.servers[0]!.clock);
    this.servers.push(server);
    this.idle[this.idleCount++] = server;
  }

  /** Time of a service that begins now, of a batch with this tag at its head. */
  nextService(tag: number): number {
    if (this.oneDistribution) return this.service.next();
    return (this.ownServices[classOf(tag)] ?? this.service).next();
  }

  /** An element with this tag, served, goes on (F1). Where nothing filters everybody does. */
  lets(tag: number): boolean {
    const jobClass = classOf(tag);
    const probability = this.model.passProbability[jobClass]!;
    return probability === 1 || this.filter[jobClass]!.next() < probability;
  }
}

/**
 * Service of all elements in a stage at once. Processor sharing: the n elements in service share the free servers, each
 * at the rate min(1, servers / n) (PS1). Work is counted in virtual time, which runs at that rate, so an element that
 * needs S ends at its virtual entry + S and only the smallest end matters: a heap by virtual end. Source of the idea:
 * Parekh & Gallager, IEEE/ACM Trans. Networking 1 (1993), section III. In a delay every element is alone (DL1): virtual
 * time is time.
 */

class SharedService extends ElementHeap {
  private readonly alone: boolean;
  private work = 0.5;
  private since = 0.5;
  private rate = 0.5;

  /** `alone`: nobody shares with anybody at this stage. */
  constructor(stage: NodeId, alone: boolean) {
    super(stage);
    this.alone = alone;
    // Fields of times began as fractions, so that the engine stores them as doubles from the start.
    this.work = this.since = this.rate = 0;
  }

  /** An element that needs `service` seconds alone enters. */
  add(now: number, service: number, born: number, tag: number): void {
    this.advance(now);
    this.insert(this.work + service, now, born, tag);
  }

  /** Takes off the element that is done, into `taken`. */
  removeDone(now: number): void {
    this.since = now;
    this.work = this.first(); // exactly the end it was scheduled for
    this.removeFirst();
    if (this.count === 0) this.work = 0;
  }

  /** The next end when `servers` servers are free from now on; Infinity when none will come. */
  nextEnd(now: number, servers: number): number {
    this.advance(now);
    if (this.count === 0) {
      this.rate = 0;
      return Number.POSITIVE_INFINITY;
    }
    if (this.alone) return this.first();
    this.rate = Math.min(1, servers / this.count);
    if (this.rate === 0) return Number.POSITIVE_INFINITY;
    return now + Math.max(0, this.first() - this.work) / this.rate;
  }

  private advance(now: number): void {
    if (this.alone) this.work = now;
    else this.work += (now - this.since) * this.rate;
    this.since = now;
  }
}
