/**
 * A replication without end that is looked at while it goes on, event by event if need be: every move of an element, and
 * what each place holds. It is replication 0 of its seed, event for event: looking changes no number (SPEC.md, V1).
 */
import type { NoAnswer } from '../../core/measures/refusals.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import { compileModel } from './compile-model.ts';
import { giveBack, takeKernel } from './kernel.ts';
import { clocksOf, type NetworkRun, openNetwork } from './network-run.ts';
import { trapped } from './replicate.ts';
import type { SimulationModel, SourceModel, StageModel } from './simulation-model.ts';
import { sinkOf } from './simulation-model.ts';
import { Streams } from './streams.ts';

/** Whose event it is; places are indices into `stages` and `sources` of the model. */
export type Clock =
  | { readonly kind: 'service'; readonly stage: number }
  /** A pipelined server can take the next element. */
  | { readonly kind: 'interval'; readonly stage: number }
  | { readonly kind: 'arrival'; readonly source: number }
  | { readonly kind: 'flush'; readonly stage: number }
  | { readonly kind: 'frame'; readonly owner: StageModel | SourceModel };

/** What a stage, delay or join holds, and counts since time 0. */
export interface Levels {
  readonly occupancy: number;
  /** Elements whose service has not begun. */
  readonly waiting: number;
  /** Servers that serve, and servers whose elements cannot move. */
  readonly busy: number;
  readonly held: number;
  readonly served: number;
  readonly lost: number;
  /** Served, not passed on by the filter, and gone. */
  readonly filtered: number;
}

/**
 * One element enters a stage, comes to a join, or leaves at a sink. `from` is the stage, delay or source that it comes
 * from (routers, forks and joins in between take no time), `jobClass` an index into the classes of the model.
 */
export interface FollowedMove {
  /** s. */
  readonly time: number;
  readonly from: NodeId;
  readonly to: NodeId;
  readonly jobClass: number;
}

/** Numbers of a move in the kernel (`kernel/watch.as`), in words of 4 bytes: its time takes two. */
const MOVE_WORDS = 6;
/** Later than anything happens, s. */
const NEVER = Number.MAX_VALUE;
/** At most so many events in one call of the kernel. */
const MOST_EVENTS = 2 ** 30;

export class FollowedReplication {
  readonly model: SimulationModel;
  /** Why it cannot go on. */
  halted: NoAnswer | undefined;
  private readonly kernel = takeKernel();
  private readonly run: NetworkRun;
  private readonly seed: number;
  private readonly clocks: readonly Clock[];
  /** Ids of stages and joins. */
  readonly placeIds: readonly NodeId[];

  constructor(scenario: Scenario, seed: number) {
    const { kernel } = this;
    const { call } = kernel;
    this.seed = seed;
    this.model = compileModel(scenario);
    const plan = { seed, replications: 1, horizon: NEVER, warmup: 0 };
    kernel.doubles(call.openMarks(1, plan.warmup, plan.horizon), 1)[0] = NEVER;
    call.watch();
    this.placeIds = [...this.model.stages, ...this.model.joins].map(({ id }) => id);
    this.clocks = clocksIn(this.model);
    this.run = openNetwork(kernel, scenario, this.model, plan, new Streams(seed, 0));
    this.unlessTrapped(() => this.run.begin());
  }

  /** s. */
  get now(): number {
    return this.run.now();
  }

  /** Time of the next event, s; Infinity when there is none. */
  get next(): number {
    const time = this.kernel.call.nextEventTime();
    return time < NEVER ? time : Number.POSITIVE_INFINITY;
  }

  /** The number of the clock whose event is next, and what it is for. */
  nextClock(): { readonly clock: number; readonly of: Clock } {
    const clock = this.kernel.call.nextActor();
    return { clock, of: this.clocks[clock]! };
  }

  /** Elements of the batch that a server has. */
  batchOf(clock: number): number {
    return this.kernel.call.batchOf(clock);
  }

  /** A server or a source keeps what cannot enter. */
  isHeldUp(clock: number): boolean {
    return this.kernel.call.pendingOf(clock) > 0;
  }

  /** Goes on to this time, s, with at most so many events; true when there are no more until then, or it cannot go on. */
  advance(until: number, mostEvents: number): boolean {
    if (this.halted) return true;
    let isThere = false;
    this.unlessTrapped(() => {
      for (let left = mostEvents; left >= 0 && !isThere; left -= MOST_EVENTS)
        isThere = this.kernel.call.advanceTo(until, Math.min(left, MOST_EVENTS)) !== 0;
    });
    return isThere || this.halted !== undefined;
  }

  private unlessTrapped(work: () => void): void {
    const { run, kernel, seed } = this;
    try {
      work();
    } catch (reason) {
      this.halted = trapped(reason, { run, kernel, seed, replication: 0 });
    }
  }

  /** What the place with this index into `placeIds` holds. */
  levels(place: number): Levels {
    const { kernel, run } = this;
    const [occupancy = 0, waiting = 0, busy = 0, held = 0, served = 0, lost = 0, filtered = 0] =
      kernel.doubles(kernel.call.lookAt(run.places[place]!.handle), 7);
    return { occupancy, waiting, busy, held, served, lost, filtered };
  }

  /** Nodes of the first that wait for room in the place. */
  waitingFor(stage: number): readonly NodeId[] {
    const { kernel, run, model } = this;
    const ports = kernel.call.waitingFor(run.places[stage]!.handle);
    return Array.from(
      kernel.integers(ports, kernel.call.waitingCount.value),
      (port) => model.ports[port]!.node,
    );
  }

  /** Tokens in the FIFO of each of so many links; -1 of a link without one. */
  tokens(links: number): Float64Array {
    const { kernel, run, model, placeIds } = this;
    const tokens = new Float64Array(links).fill(-1);
    for (const [i, { link }] of model.fifos.entries())
      tokens[link] = kernel.call.occupancyOf(run.places[placeIds.length + i]!.handle);
    return tokens;
  }

  /** Links to dataflow stages for whose FIFO somebody waits. */
  fullLinks(): readonly number[] {
    const { placeIds, model } = this;
    return model.fifos.flatMap(({ link }, i) =>
      this.waitingFor(placeIds.length + i).length > 0 ? [link] : [],
    );
  }

  sinks(): Float64Array {
    return Float64Array.from(this.run.sinks());
  }

  /** What has moved since this was asked last, in order. */
  takeMoves(): readonly FollowedMove[] {
    const { kernel, model, placeIds } = this;
    const count = kernel.call.moveCount.value;
    const address = kernel.call.moves.value;
    const words = kernel.integers(address, count * MOVE_WORDS);
    const times = kernel.doubles(address, (count * MOVE_WORDS) / 2);
    const moves = Array.from({ length: count }, (_, i): FollowedMove => {
      const at = i * MOVE_WORDS;
      const to = words[at + 3]!;
      return {
        time: times[at / 2]!,
        from: model.ports[words[at + 2]!]!.node,
        to: to < 0 ? model.sinks[sinkOf(to)]! : placeIds[to]!,
        jobClass: words[at + 4]!,
      };
    });
    kernel.call.forgetMoves();
    return moves;
  }

  /** Nobody looks any more. */
  close(): void {
    giveBack(this.kernel);
  }
}

/** In the order in which `openNetwork` opens them. */
function clocksIn({ stages, sources }: SimulationModel): readonly Clock[] {
  return [
    ...stages.flatMap((model, stage) =>
      Array.from({ length: clocksOf(model) }, (_, clock): Clock => {
        const isInterval = model.pipelineLatency > 0 && clock < model.serverCount;
        return { kind: isInterval ? 'interval' : 'service', stage };
      }),
    ),
    ...sources.map((_, source): Clock => ({ kind: 'arrival', source })),
    ...stages.flatMap(({ timeout }, stage): Clock[] =>
      timeout < Number.POSITIVE_INFINITY ? [{ kind: 'flush', stage }] : [],
    ),
    ...[...stages, ...sources]
      .filter(({ schedule }) => schedule !== null)
      .map((owner): Clock => ({ kind: 'frame', owner })),
  ];
}
