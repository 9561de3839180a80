/** Everything that moves in one replication: stages, servers, sources, and the work to settle at this instant. */
import type { RandomStream } from '../../workers/random/random-stream.ts';
import type { PortModel, SimulationModel, SourceModel } from '../../workers/simulate/simulation-model.ts';
import { classPart, type Streams } from '../../workers/simulate/streams.ts';
import { Join } from './join.ts';
import { NetworkCollector } from './network-collector.ts';
import { ParcelPool } from './parcel.ts';
import { Resource } from './resource.ts';
import type { Sender } from './sender.ts';
import { Server } from './server.ts';
import { Source } from './source.ts';
import { Stage } from './stage.ts';
import { pathOf, tagOf, withPath } from './tag.ts';
import { Tickets } from './tickets.ts';
import type { Watch } from './watch.ts';
import type { EngineWatcher } from './watcher.ts';

/**
 * The clocks of a simulation and which of them is next. Every source, server and flush timer owns one clock with at
 * most one pending event. A few clocks are looked through each time the next is asked for. Of many, the calendar is a
 * tournament: each inner node of a binary tree holds the earlier of its two children, and a change costs one walk to the
 * root. Nothing is allocated after construction.
 * Order (SPEC.md, E1): time, then priority of the clock, then the sequence of scheduling.
 */
/** So many clocks are looked through faster than a tree of them is kept. */
const FEW = 16;

export class Calendar {
  /** Clocks. */
  private readonly count: number;
  /** Time of each clock's event; Infinity when it has none. */
  readonly time: Float64Array;
  /** Sequence number of each clock's last scheduling. */
  readonly sequence: Float64Array;
  private readonly priority: Int32Array;
  private readonly winner: Int32Array;
  private readonly leaves: number;
  private readonly few: boolean;
  private scheduled = 0;

  /** Priorities per clock: at equal times the smaller goes first. */
  constructor(priorities: readonly number[]) {
    this.count = priorities.length;
    this.few = this.count <= FEW;
    let leaves = 2;
    while (leaves < priorities.length) leaves *= 2;
    this.leaves = leaves;
    this.time = new Float64Array(leaves).fill(Number.POSITIVE_INFINITY);
    this.sequence = new Float64Array(leaves);
    this.priority = new Int32Array(leaves);
    this.priority.set(priorities);
    this.winner = new Int32Array(2 * leaves);
    for (let clock = 0; clock < leaves; clock++) this.winner[leaves + clock] = clock;
    for (let node = leaves - 1; node >= 1; node--) this.winner[node] = this.winner[2 * node]!;
  }

  /** The clock with the earliest event; its time is Infinity when nothing is pending. */
  next(): number {
    return this.few ? this.earliest() : this.winner[1]!;
  }

  /** Sets the clock's only event, in place of an earlier one. */
  schedule(clock: number, time: number): void {
    this.time[clock] = time;
    this.sequence[clock] = ++this.scheduled;
    if (!this.few) this.replay(clock);
  }

  clear(clock: number): void {
    this.time[clock] = Number.POSITIVE_INFINITY;
    if (!this.few) this.replay(clock);
  }

  private earliest(): number {
    const { time, count } = this;
    let first = 0;
    let earliest = time[0]!;
    for (let clock = 1; clock < count; clock++) {
      const at = time[clock]!;
      if (at > earliest || (at === earliest && !this.isFirst(clock, first))) continue;
      first = clock;
      earliest = at;
    }
    return first;
  }

  private replay(clock: number): void {
    const { winner, time } = this;
    for (let node = (this.leaves + clock) >> 1; node >= 1; node >>= 1) {
      const left = winner[2 * node]!;
      const right = winner[2 * node + 1]!;
      const a = time[left]!;
      const b = time[right]!;
      winner[node] = a < b || (a === b && this.isFirst(left, right)) ? left : right;
    }
  }

  /** Between two events at the same time. */
  private isFirst(left: number, right: number): boolean {
    const byPriority = this.priority[left]! - this.priority[right]!;
    return byPriority < 0 || (byPriority === 0 && this.sequence[left]! <= this.sequence[right]!);
  }
}

/** What is still to be settled at this instant, first come first served; never gives its memory back. */
class WorkList<T> {
  private readonly items: T[] = [];
  private head = 0;
  private tail = 0;

  get isEmpty(): boolean {
    return this.head === this.tail;
  }

  push(item: T): void {
    this.items[this.tail++] = item;
  }

  /** The first item; the list must not be empty. */
  shift(): T {
    const item = this.items[this.head++]!;
    if (this.head === this.tail) this.head = this.tail = 0;
    return item;
  }
}

/** Targets, and beside each the tag that the element has there. */
interface Targets {
  readonly targets: number[];
  readonly tags: number[];
}

export class SimulationState {
  /** The time now, s: in an array, which collectors look at too, because a plain field would be boxed. */
  readonly clock = new Float64Array(1);
  readonly model: SimulationModel;
  readonly stages: readonly Stage[];
  readonly joins: readonly Join[];
  readonly resources: readonly Resource[];
  /** Who owns the clocks of the calendar: servers, then sources, stages with a flush timer, and whoever has a schedule. */
  readonly servers: readonly Server[];
  readonly sources: readonly Source[];
  readonly flushing: readonly Stage[];
  readonly scheduled: readonly (Stage | Source)[];
  readonly calendar: Calendar;
  /** Routing streams of each port, by class, and its next turn. */
  readonly routing: readonly (readonly RandomStream[])[];
  readonly turns: Int32Array;
  /** Stacks: targets of the elements that are being routed, and those still to be followed. */
  readonly chosen: Targets = { targets: [], tags: [] };
  readonly open: Targets = { targets: [], tags: [] };
  readonly parcels = new ParcelPool();
  readonly tickets = new Tickets();
  readonly wantRoom = new WorkList<Stage>();
  readonly ready = new WorkList<Sender>();
  readonly wantStart = new WorkList<Stage>();
  readonly wantUnits = new WorkList<Resource>();
  readonly network: NetworkCollector;
  /** Moves are followed: elements take different ways, so each notes its own, or somebody looks on. */
  follows: boolean;
  /** All servers of some stage have just come to be held: there may be a deadlock. */
  isSuspect = false;
  /** Parcels that the last search for a deadlock went through. */
  searchCost = 0;
  /** Units are wanted, or there is a suspicion: what is rare is looked at together, once per event. */
  hasMore = false;
  /** Told of every move; null when nobody looks on. Set by `watch`. */
  watcher: EngineWatcher | null = null;

  constructor(model: SimulationModel, streams: Streams, watch: Watch) {
    this.model = model;
    this.follows = model.hasPaths;
    const { clock } = this;
    const { classes, ports } = model;
    this.network = new NetworkCollector(clock, watch);
    this.resources = model.resources.map((resource) => new Resource(resource, clock));
    this.stages = model.stages.map((stage, index) => {
      const resource = this.resources[stage.resource] ?? null;
      return new Stage({ index, port: ports[index]!, clock, watch, classes, resource }, stage, streams);
    });
    this.joins = model.joins.map((join) => new Join(join, ports[join.port]!, { clock, watch }));
    this.servers = this.addServers();
    this.sources = model.sources.map((source, i) => {
      const place = {
        port: ports[source.port]!,
        clock: this.servers.length + i,
        tag: this.firstTag(source, i),
      };
      return new Source(source, place, streams);
    });
    this.flushing = this.stages.filter((stage) => stage.model.timeout < Number.POSITIVE_INFINITY);
    for (const [i, stage] of this.flushing.entries())
      stage.flushClock = this.servers.length + this.sources.length + i;
    this.scheduled = [...this.stages, ...this.sources].filter(({ schedule }) => schedule !== null);
    this.calendar = new Calendar(this.priorities());
    this.routing = ports.map((port) => routingStreams(port, model, streams));
    this.turns = new Int32Array(ports.length);
  }

  /** Tells the watcher of every move from now on. */
  watch(watcher: EngineWatcher): void {
    this.watcher = watcher;
    this.follows = true;
  }

  get now(): number {
    return this.clock[0]!;
  }

  set now(time: number) {
    this.clock[0] = time;
  }

  private addServers(): Server[] {
    const servers: Server[] = [];
    for (const stage of this.stages) {
      const { isDelay, preempts, serverCount, levelCount } = stage.model;
      // For each priority at most as many services are under way or interrupted as there are servers (P4).
      const count = isDelay ? 1 : preempts ? serverCount * levelCount : serverCount;
      for (let i = 0; i < count; i++) {
        const server = new Server(stage, servers.length);
        stage.servers.push(server);
        stage.idle.push(server);
        servers.push(server);
      }
      stage.idleCount = stage.idle.length;
    }
    return servers;
  }

  /** Priority of each clock (E2). */
  private priorities(): number[] {
    const { stages } = this.model;
    const afterStages = stages.reduce((most, stage) => Math.max(most, stage.rank), 0) + 1;
    return [
      ...this.servers.map((server) => server.stage.model.rank),
      ...this.sources.map(() => afterStages),
      ...this.flushing.map(() => afterStages + 1),
      ...this.scheduled.map(() => 0),
    ];
  }

  /** What an element has when it leaves its source. Where there is only one way, it has gone it already. */
  private firstTag({ jobClass, port }: SourceModel, source: number): number {
    const { paths } = this.network;
    let tag = tagOf(jobClass, paths.start(source));
    if (this.model.hasPaths) return tag;
    const seen = new Set<number>();
    for (let at = this.model.ports[port]!.sole; at >= 0 && !seen.has(at); at = this.model.ports[at]!.sole) {
      seen.add(at);
      tag = withPath(tag, paths.step(pathOf(tag), at));
    }
    return tag;
  }
}

/** A class with shares of its own draws on its own (N1). */
function routingStreams(port: PortModel, { classes }: SimulationModel, streams: Streams): RandomStream[] {
  const common = streams.open(port.node, 'routing');
  return classes.map(({ id }, c) =>
    port.ownShares[c] ? streams.open(port.node, 'routing', classPart(id)) : common,
  );
}

/** Parcels that wait for this stage may find room. */
export function wantRoom(state: SimulationState, stage: Stage): void {
  if (stage.firstParcel === null || stage.roomWanted) return;
  stage.roomWanted = true;
  state.wantRoom.push(stage);
}

/** A service may be able to start here. */
export function wantStart(state: SimulationState, stage: Stage): void {
  if (stage.startWanted) return;
  stage.startWanted = true;
  state.wantStart.push(stage);
}
