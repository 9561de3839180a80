/** What moves in one replication: stages, their servers, and the sources. */
import type { DrawsAhead } from '../random/draws-ahead.ts';
import type { RandomStream } from '../random/random-stream.ts';
import { StageCollector } from './collector.ts';
import type { PortModel, SourceModel, StageModel } from './compile-model.ts';
import type { Parcel } from './parcel.ts';
import type { SharedService } from './shared-service.ts';
import type { Streams } from './streams.ts';
import { WaitingLine } from './waiting-line.ts';

/** Birth of an element that has not entered the network yet. */
export const UNBORN = -1;

/** idle; claimed: has its batch and waits for reservations; serving; held: finished, but some elements cannot move. */
export type ServerState = 'idle' | 'claimed' | 'serving' | 'held';

/** One server and the batch it has. In a stage with processor sharing: a place for one finished element that is held. */
export class Server {
  readonly kind = 'server';
  readonly stage: Stage;
  readonly port: PortModel;
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
    this.port = stage.port;
    this.clock = clock;
    this.entered = new Float64Array(stage.model.batchMax);
    this.born = new Float64Array(stage.model.batchMax);
    this.owed = new Int32Array(stage.model.batchMax);
  }
}

/**
 * A stage's levels (see StageLevels) and what its rules need. What is asked at every event is copied from the model,
 * which saves a step to memory each time.
 */
export class Stage {
  readonly kind = 'stage';
  readonly index: number;
  readonly model: StageModel;
  readonly port: PortModel;
  readonly collector: StageCollector;
  readonly line = new WaitingLine();
  readonly service: DrawsAhead;
  /** Uniform on (0, 1): an element goes on when it is below the probability to pass. */
  readonly filter: DrawsAhead;
  readonly picks: RandomStream;
  readonly capacity: number;
  readonly batchMin: number;
  readonly batchMax: number;
  readonly firstComeFirstServed: boolean;
  readonly asksFirst: boolean;
  readonly whole: boolean;
  /** Some elements do not pass; an arriving element may become more or fewer. */
  readonly filters: boolean;
  readonly converts: boolean;
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
    place: {
      readonly index: number;
      readonly port: PortModel;
      readonly clock: Float64Array;
      readonly horizon: number;
    },
    model: StageModel,
    streams: Streams,
  ) {
    this.index = place.index;
    this.port = place.port;
    this.collector = new StageCollector(place.clock, place.horizon);
    this.model = model;
    this.service = streams.sampler(model.id, 'service', model.service);
    this.filter = streams.sampler(model.id, 'filter', { law: 'uniform', min: 0, max: 1 });
    this.picks = streams.open(model.id, 'discipline');
    this.capacity = model.capacity;
    this.batchMin = model.batchMin;
    this.batchMax = model.batchMax;
    this.firstComeFirstServed = model.discipline === 'FCFS';
    this.asksFirst = model.asksFirst;
    this.whole = model.whole;
    this.filters = model.passProbability !== 1;
    this.converts = model.factor !== 1;
    const shares = model.discipline === 'PS';
    const isTimed = model.timeout < Number.POSITIVE_INFINITY;
    this.servesSingly = model.batchMax === 1 && model.discipline === 'FCFS' && !model.asksFirst && !isTimed;
    this.admitsSingly = !model.whole && !this.converts && !shares;
  }

  room(): number {
    return this.capacity - this.occupancy - this.reserved;
  }
}

export class Source {
  readonly kind = 'source';
  readonly model: SourceModel;
  readonly port: PortModel;
  readonly clock: number;
  readonly interarrival: DrawsAhead;
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
