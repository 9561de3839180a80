/** What one event of the engine did, in words with the names of the drawing. */
import { nameOf } from '../../core/scenario/defaults.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import type { Server } from '../simulate/server.ts';
import type { Source } from '../simulate/source.ts';
import type { Stage } from '../simulate/stage.ts';
import type { SimulationState } from '../simulate/state.ts';
import type { Move } from './animation-moves.ts';
import type { AnimatedStep } from './contract.ts';

/** What happens when the clock of `owner` is next. */
type Cause =
  | { readonly kind: 'service'; readonly stage: Stage; readonly server: Server; readonly batch: number }
  | { readonly kind: 'arrival'; readonly source: Source }
  | { readonly kind: 'flush'; readonly stage: Stage }
  | { readonly kind: 'frame'; readonly owner: Stage | Source };

/** Counts before the event, to be compared with those after it. */
interface Before {
  readonly cause: Cause;
  readonly lost: Float64Array;
  readonly held: number;
  readonly busy: number;
  readonly output: number;
}

/** More parts than this are counted and not said. */
const MOST_PARTS = 5;

export class EventWords {
  private readonly state: SimulationState;
  private readonly names: ReadonlyMap<NodeId, string>;

  constructor(scenario: Scenario, state: SimulationState) {
    this.state = state;
    this.names = new Map(scenario.nodes.map((node) => [node.id, nameOf(node)]));
  }

  /** Call before the event of this clock. */
  before(clock: number): Before {
    const { state } = this;
    const cause = causeOf(state, clock);
    const stage = stageOf(cause);
    return {
      cause,
      lost: Float64Array.from(state.stages, ({ collector }) => collector.lost),
      held: stage?.held ?? 0,
      busy: stage?.busy ?? 0,
      output: stage?.collector.output ?? 0,
    };
  }

  /** And this after it, with the moves that it made. */
  after(before: Before, moves: readonly Move[]): AnimatedStep {
    const node = nodeOf(before.cause);
    const own = moves.filter(({ from }) => from === node);
    const outcome = [
      ...own.map(({ to, count }) => `${elements(count)} ${count === 1 ? 'goes' : 'go'} to ${this.name(to)}`),
      ...this.filtered(before, own),
      ...this.losses(before),
      ...this.heldUp(before, node),
      ...begun(before),
    ];
    const parts = [
      ...(outcome.length === 0 ? this.absorbed(before) : outcome),
      ...moves.filter(({ from }) => from !== node).map((move) => this.follower(move)),
    ];
    const said = parts.slice(0, MOST_PARTS);
    if (parts.length > MOST_PARTS) said.push(`${parts.length - MOST_PARTS} more moves`);
    return { node, words: `${this.name(node)}: ${[title(before.cause), ...said].join(', ')}` };
  }

  private name(id: NodeId): string {
    return this.names.get(id) ?? id;
  }

  private filtered({ cause, output }: Before, own: readonly Move[]): string[] {
    if (cause.kind !== 'service' || !cause.stage.filters) return [];
    const { stage, server, batch } = cause;
    const isAlone = stage.servesSingly || stage.shared !== null;
    const gone = own.length > 0 || server.pending > 0 || stage.collector.output > output;
    const count = isAlone
      ? gone
        ? 0
        : 1
      : server.passed.subarray(0, batch).filter((passed) => !passed).length;
    return count === 0 ? [] : [`${elements(count)} ${count === 1 ? 'is' : 'are'} filtered out`];
  }

  /** Less than a whole element came of it (SPEC.md, C2). */
  private absorbed({ cause }: Before): string[] {
    const moved = cause.kind === 'service' || cause.kind === 'arrival';
    return moved && this.state.stages.some(({ converts }) => converts)
      ? ['element becomes part of a later one']
      : [];
  }

  private losses({ lost }: Before): string[] {
    return this.state.stages.flatMap(({ collector, model, index }) => {
      const count = collector.lost - lost[index]!;
      return count > 0 ? [`${elements(count)} lost at ${this.name(model.id)}, which is full`] : [];
    });
  }

  /** A server, or the source, has come to keep what cannot enter. */
  private heldUp({ cause, held }: Before, node: NodeId): string[] {
    const stage = stageOf(cause);
    const isHeld = stage ? stage.held > held : cause.kind === 'arrival' && cause.source.pending > 0;
    if (!isHeld) return [];
    const full = [...new Set(waiting(this.state, node))].map((id) => this.name(id)).join(' and ');
    return [full ? `held up: no room at ${full}` : 'held up'];
  }

  private follower({ from, to, count }: Move): string {
    return `${elements(count)} of ${this.name(from)} ${count === 1 ? 'goes' : 'go'} to ${this.name(to)}`;
  }
}

const elements = (count: number): string => (count === 1 ? 'element' : `${count} elements`);

/** Who owns the clock; the order of the clocks is that of `SimulationState`. */
function causeOf({ servers, sources, flushing, scheduled }: SimulationState, clock: number): Cause {
  const server = servers[clock];
  if (server) return { kind: 'service', stage: server.stage, server, batch: server.batch };
  const source = sources[clock - servers.length];
  if (source) return { kind: 'arrival', source };
  const stage = flushing[clock - servers.length - sources.length];
  if (stage) return { kind: 'flush', stage };
  return { kind: 'frame', owner: scheduled[clock - servers.length - sources.length - flushing.length]! };
}

function stageOf(cause: Cause): Stage | undefined {
  return cause.kind === 'service' || cause.kind === 'flush' ? cause.stage : undefined;
}

function nodeOf(cause: Cause): NodeId {
  if (cause.kind === 'frame') return cause.owner.model.id;
  return cause.kind === 'arrival' ? cause.source.model.id : cause.stage.model.id;
}

function title(cause: Cause): string {
  switch (cause.kind) {
    case 'service':
      if (cause.stage.model.isDelay) return 'end of a delay';
      return cause.batch > 1 ? `end of a service of ${cause.batch}` : 'end of service';
    case 'arrival':
      return cause.source.model.purpose === 'overdrive' ? 'arrival from outside' : 'arrival';
    case 'flush':
      return 'the wait for a full batch is over';
    case 'frame':
      return 'the next frame of its schedule begins';
  }
}

/** What a timer has let begin. */
function begun({ cause, busy }: Before): string[] {
  return cause.kind === 'flush' && cause.stage.busy > busy ? ['service begins'] : [];
}

/** Stages that something from this node waits to enter. */
function* waiting(state: SimulationState, node: NodeId): Generator<NodeId> {
  for (const stage of state.stages)
    for (let parcel = stage.firstParcel; parcel !== null; parcel = parcel.nextInLine)
      if (parcel.sender.port.node === node) yield stage.model.id;
}
