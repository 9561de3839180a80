/** Everything that moves in one replication: stages, servers, sources, and the work to settle at this instant. */

import type { RandomStream } from '../random/random-stream.ts';
import { Calendar } from './calendar.ts';
import type { SimulationModel } from './compile-model.ts';
import { LatencySketch } from './latency-sketch.ts';
import { ParcelPool } from './parcel.ts';
import { SharedService } from './shared-service.ts';
import { type Sender, Server, Source, Stage } from './stage.ts';
import type { Streams } from './streams.ts';
import { WorkList } from './work-list.ts';

export class SimulationState {
  /** The time now, s: in an array, which collectors look at too, because a plain field would be boxed. */
  readonly clock = new Float64Array(1);
  readonly model: SimulationModel;
  readonly stages: readonly Stage[];
  /** Who owns the clocks of the calendar: first the servers, then the sources, then the stages with a flush timer. */
  readonly servers: readonly Server[];
  readonly sources: readonly Source[];
  readonly flushing: readonly Stage[];
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
    this.model = model;
    this.latency = new LatencySketch(horizon);
    const { clock } = this;
    this.stages = model.stages.map(
      (stage, index) => new Stage({ index, port: model.ports[index]!, clock, horizon }, stage, streams),
    );
    this.servers = this.addServers();
    this.sources = model.sources.map((source, i) => {
      const place = { port: model.ports[source.port]!, clock: this.servers.length + i };
      return new Source(source, place, streams);
    });
    this.flushing = this.stages.filter((stage) => stage.model.timeout < Number.POSITIVE_INFINITY);
    for (const [i, stage] of this.flushing.entries())
      stage.flushClock = this.servers.length + this.sources.length + i;
    const afterStages = model.stages.reduce((most, stage) => Math.max(most, stage.rank), 0) + 1;
    this.calendar = new Calendar([
      ...this.servers.map((server) => server.stage.model.rank),
      ...this.sources.map(() => afterStages),
      ...this.flushing.map(() => afterStages + 1),
    ]);
    this.routing = model.ports.map((port) => streams.open(port.node, 'routing'));
    this.turns = new Int32Array(model.ports.length);
    for (const source of this.sources) this.calendar.schedule(source.clock, source.interarrival.next());
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
      for (let i = 0; i < stage.model.serverCount; i++) {
        const server = new Server(stage, servers.length);
        stage.servers.push(server);
        stage.idle.push(server);
        servers.push(server);
      }
      stage.idleCount = stage.idle.length;
      if (stage.model.discipline === 'PS') stage.shared = new SharedService();
    }
    return servers;
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
