/** Everything that moves in one replication: stages, servers, sources, and the work to settle at this instant. */
import type { RandomStream } from '../random/random-stream.ts';
import { Calendar } from './calendar.ts';
import { Join } from './join.ts';
import { NetworkCollector } from './network-collector.ts';
import { ParcelPool } from './parcel.ts';
import { Resource } from './resource.ts';
import type { Sender } from './sender.ts';
import { Server } from './server.ts';
import type { PortModel, SimulationModel, SourceModel } from './simulation-model.ts';
import { Source } from './source.ts';
import { Stage } from './stage.ts';
import { classPart, type Streams } from './streams.ts';
import { pathOf, tagOf, withPath } from './tag.ts';
import { Tickets } from './tickets.ts';
import type { Watch } from './watch.ts';
import type { EngineWatcher } from './watcher.ts';
import { WorkList } from './work-list.ts';

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
      // Of each urgency at most as many services are under way or interrupted as there are servers (P4).
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

  /** Of each clock (E2). */
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
