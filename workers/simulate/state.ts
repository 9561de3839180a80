/** Everything that moves in one replication: stages, servers, sources, and the work to settle at this instant. */

import type { ArrivalLaw } from '../../src/model/law.ts';
import type { Sampler } from '../random/draws.ts';
import { openStream, type Purpose, type RandomStream } from '../random/random-stream.ts';
import { samplerOf } from '../random/sampler.ts';
import { Calendar } from './calendar.ts';
import { StageCollector } from './collector.ts';
import type { PortModel, SimulationModel, SourceModel, StageModel } from './compile-model.ts';
import { LatencySketch } from './latency-sketch.ts';
import { type Parcel, ParcelPool } from './parcel.ts';
import { SharedService } from './shared-service.ts';
import { WaitingLine } from './waiting-line.ts';
import { WorkList } from './work-list.ts';

/** Birth of an element that has not entered the network yet. */
export const UNBORN = -1;

/** idle; claimed: has its batch and waits for reservations; serving; held: finished, but some elements cannot move. */
export type ServerState = 'idle' | 'claimed' | 'serving' | 'held';

/** One server and the batch it has. In a stage with processor sharing: a place for one finished element that is held. */
export class Server {
  readonly kind = 'server';
  readonly stage: Stage;
  readonly clock: number;
  state: ServerState = 'idle';
  /** Elements taken into this service. */
  batch = 0;
  /** Parcels that wait for room. */
  pending = 0;
  /** Per element of the batch: time of entry to the stage, of birth, and parcels that have not moved yet. */
  readonly entered: Float64Array;
  readonly born: Float64Array;
  readonly owed: Int32Array;
  /** Per element: first of the parcels that were routed before service (BBS1). */
  readonly routes: (Parcel | null)[] = [];

  constructor(stage: Stage, clock: number) {
    this.stage = stage;
    this.clock = clock;
    this.entered = new Float64Array(stage.model.batchMax);
    this.born = new Float64Array(stage.model.batchMax);
    this.owed = new Int32Array(stage.model.batchMax);
  }
}

/** A stage's levels (see StageLevels) and what its rules need. */
export class Stage {
  readonly kind = 'stage';
  readonly index: number;
  readonly model: StageModel;
  readonly port: PortModel;
  readonly collector: StageCollector;
  readonly line = new WaitingLine();
  readonly service: Sampler;
  readonly filter: RandomStream;
  readonly picks: RandomStream;
  occupancy = 0;
  waiting = 0;
  busy = 0;
  held = 0;
  /** Places promised to servers upstream (BBS2). */
  reserved = 0;
  /** Native elements that arrivals have made so far and that are not whole yet, 0 <= credit < 1 (C2). */
  credit = 0;
  /** Parcels that wait for room, first blocked first. */
  firstParcel: Parcel | null = null;
  lastParcel: Parcel | null = null;
  readonly servers: Server[] = [];
  /** The first `idleCount` are the idle servers, the next to be used last; fixed in size. */
  readonly idle: Server[] = [];
  idleCount = 0;
  /** Clock of the flush timer; -1 without one. */
  flushClock = -1;
  /** Present with processor sharing only. */
  shared: SharedService | null = null;
  roomWanted = false;
  startWanted = false;

  constructor(
    place: { readonly index: number; readonly port: PortModel; readonly horizon: number },
    model: StageModel,
    streams: Streams,
  ) {
    this.index = place.index;
    this.port = place.port;
    this.collector = new StageCollector(place.horizon);
    this.model = model;
    this.service = streams.sampler(model.id, 'service', model.service);
    this.filter = streams.open(model.id, 'filter');
    this.picks = streams.open(model.id, 'discipline');
  }

  room(): number {
    return this.model.capacity - this.occupancy - this.reserved;
  }
}

export class Source {
  readonly kind = 'source';
  readonly model: SourceModel;
  readonly port: PortModel;
  readonly clock: number;
  readonly interarrival: Sampler;
  pending = 0;
  /** As of a server's batch of one: what a source sends is born when it is admitted (S3). */
  readonly born = Float64Array.of(UNBORN);
  readonly owed = new Int32Array(1);

  constructor(
    model: SourceModel,
    place: { readonly port: PortModel; readonly clock: number },
    streams: Streams,
  ) {
    this.model = model;
    this.port = place.port;
    this.clock = place.clock;
    this.interarrival = streams.sampler(model.id, model.purpose, model.interarrival);
  }
}

/** Whoever may be kept from moving elements on. */
export type Sender = Server | Source;

/** Opens the streams of one replication. */
export class Streams {
  private readonly seed: number;
  private readonly replication: number;

  constructor(seed: number, replication: number) {
    this.seed = seed;
    this.replication = replication;
  }

  open(node: string, purpose: Purpose): RandomStream {
    return openStream({ seed: this.seed, replication: this.replication, node, purpose });
  }

  /** Traces are replayed from their start in replication 0, and from a drawn place in the others (S5). */
  sampler(node: string, purpose: Purpose, law: ArrivalLaw): Sampler {
    const stream = this.open(node, purpose);
    const fromStart = law.law !== 'trace' || this.replication === 0;
    return samplerOf(law, stream, fromStart ? 0 : stream.integerBelow(law.values.length));
  }
}

export class SimulationState {
  now = 0;
  readonly model: SimulationModel;
  readonly stages: readonly Stage[];
  readonly sources: readonly Source[];
  /** Who owns each clock; a flush timer belongs to a stage. */
  readonly owners: readonly (Server | Source | Stage)[];
  readonly calendar: Calendar;
  /** Routing stream and next turn of each port. */
  readonly routing: readonly RandomStream[];
  readonly turns: Int32Array;
  /** Targets of the element that is being routed, and those still to be followed. */
  readonly chosen: number[] = [];
  readonly open: number[] = [];
  readonly parcels = new ParcelPool();
  readonly wantRoom = new WorkList<Stage>();
  readonly ready = new WorkList<Sender>();
  readonly wantStart = new WorkList<Stage>();
  sinkArrivals = 0;
  sinkSojournTotal = 0;
  /** Times from birth to a sink. */
  readonly latency: LatencySketch;
  /** A stage all of whose servers have just come to be held, for the search for deadlocks. */
  suspect: Stage | null = null;

  /** `horizon`: end of the replication, s, for the collectors; may be Infinity. */
  constructor(model: SimulationModel, streams: Streams, horizon: number) {
    const owners: (Server | Source | Stage)[] = [];
    const priorities: number[] = [];
    this.model = model;
    this.latency = new LatencySketch(horizon);
    this.stages = model.stages.map(
      (stage, index) => new Stage({ index, port: model.ports[index]!, horizon }, stage, streams),
    );
    for (const stage of this.stages) {
      for (let i = 0; i < stage.model.serverCount; i++) {
        const server = new Server(stage, owners.length);
        stage.servers.push(server);
        stage.idle.push(server);
        owners.push(server);
        priorities.push(stage.model.rank);
      }
      stage.idleCount = stage.idle.length;
      if (stage.model.discipline === 'PS') stage.shared = new SharedService();
    }
    const afterStages = model.stages.reduce((most, stage) => Math.max(most, stage.rank), 0) + 1;
    this.sources = model.sources.map((source, i) => {
      const place = { port: model.ports[source.port]!, clock: owners.length + i };
      priorities.push(afterStages);
      return new Source(source, place, streams);
    });
    owners.push(...this.sources);
    for (const stage of this.stages) {
      if (stage.model.timeout === Number.POSITIVE_INFINITY) continue;
      stage.flushClock = owners.length;
      owners.push(stage);
      priorities.push(afterStages + 1);
    }
    this.owners = owners;
    this.calendar = new Calendar(priorities);
    this.routing = model.ports.map((port) => streams.open(port.node, 'routing'));
    this.turns = new Int32Array(model.ports.length);
    for (const source of this.sources) this.calendar.schedule(source.clock, source.interarrival.next());
  }
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
