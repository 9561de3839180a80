/** What one event of the engine did, in words with the names of the drawing. */
import { nameOf } from '../../core/scenario/defaults.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import type { Clock, FollowedReplication, Levels } from '../simulate/followed-replication.ts';
import type { Move } from './animation-moves.ts';
import type { AnimatedStep } from './contract.ts';

/** The event that is next, and counts before it, to be compared with those after it. */
interface Before {
  readonly clock: number;
  readonly of: Clock;
  readonly node: NodeId;
  /** Elements of the batch whose service ends. */
  readonly batch: number;
  readonly lost: readonly number[];
  /** What the stage that the event is at holds. */
  readonly levels?: Levels;
}

/** More parts than this are counted and not said. */
const MOST_PARTS = 5;

export class EventWords {
  private readonly replication: FollowedReplication;
  private readonly names: ReadonlyMap<NodeId, string>;

  constructor(scenario: Scenario, replication: FollowedReplication) {
    this.replication = replication;
    this.names = new Map(scenario.nodes.map((node) => [node.id, nameOf(node)]));
  }

  /** Call before the next event. */
  before(): Before {
    const { replication } = this;
    const { clock, of } = replication.nextClock();
    const stage = stageOf(of);
    return {
      clock,
      of,
      node: this.nodeOf(of),
      batch: of.kind === 'service' ? replication.batchOf(clock) : 0,
      lost: this.losses(),
      ...(stage !== undefined && { levels: replication.levels(stage) }),
    };
  }

  /** The step as it is told once its event has happened, with the moves that it made. */
  after(before: Before, moves: readonly Move[]): AnimatedStep {
    const { node, of } = before;
    const stage = stageOf(of);
    const now = stage === undefined ? undefined : this.replication.levels(stage);
    const own = moves.filter(({ from }) => from === node);
    const outcome = [
      ...own.map(({ to, count }) => `${elements(count)} ${count === 1 ? 'goes' : 'go'} to ${this.name(to)}`),
      ...this.freed(of),
      ...filtered(before, now),
      ...this.newLosses(before),
      ...this.heldUp(before, now),
      ...begun(before, now),
    ];
    const parts = [
      ...(outcome.length === 0 ? this.absorbed(of) : outcome),
      ...moves.filter(({ from }) => from !== node).map((move) => this.follower(move)),
    ];
    const said = parts.slice(0, MOST_PARTS);
    if (parts.length > MOST_PARTS) said.push(`${parts.length - MOST_PARTS} more moves`);
    return { node, words: `${this.name(node)}: ${[this.title(before), ...said].join(', ')}` };
  }

  private name(id: NodeId): string {
    return this.names.get(id) ?? id;
  }

  private nodeOf(of: Clock): NodeId {
    const { stages, sources } = this.replication.model;
    if (of.kind === 'frame') return of.owner.id;
    return of.kind === 'arrival' ? sources[of.source]!.id : stages[of.stage]!.id;
  }

  private title({ of, batch }: Before): string {
    const { stages, sources } = this.replication.model;
    switch (of.kind) {
      case 'service':
        if (stages[of.stage]!.isDelay) return 'end of a delay';
        if (stages[of.stage]!.dataflow) return 'end of a firing';
        return batch > 1 ? `end of a service of ${batch}` : 'end of service';
      case 'arrival':
        return sources[of.source]!.purpose === 'overdrive' ? 'arrival from outside' : 'arrival';
      case 'interval':
        return 'the interval of its pipeline is over';
      case 'flush':
        return 'the wait for a full batch is over';
      case 'frame':
        return 'the next frame of its schedule begins';
    }
  }

  /** Less than a whole element came of it (SPEC.md, C2). */
  private absorbed({ kind }: Clock): string[] {
    const moved = kind === 'service' || kind === 'arrival';
    const converts = this.replication.model.stages.some(({ factor }) => factor.some((one) => one !== 1));
    return moved && converts ? ['element becomes part of a later one'] : [];
  }

  /** A firing keeps the places of its tokens until it, or its interval, is over (DF2). */
  private freed(of: Clock): string[] {
    const { stages } = this.replication.model;
    const ends = of.kind === 'interval' || (of.kind === 'service' && stages[of.stage]!.pipelineLatency === 0);
    return ends && stages[of.stage]!.dataflow ? ['its tokens leave their FIFOs'] : [];
  }

  /** Elements lost at each stage so far. */
  private losses(): readonly number[] {
    const { replication } = this;
    return replication.model.stages.map((_, stage) => replication.levels(stage).lost);
  }

  private newLosses({ lost }: Before): string[] {
    const { stages } = this.replication.model;
    return this.losses().flatMap((now, stage) => {
      const count = now - lost[stage]!;
      return count > 0 ? [`${elements(count)} lost at ${this.name(stages[stage]!.id)}, which is full`] : [];
    });
  }

  /** A server, or the source, has come to keep what cannot enter. */
  private heldUp({ clock, of, node, levels }: Before, now: Levels | undefined): string[] {
    const { replication } = this;
    const isHeld =
      levels && now ? now.held > levels.held : of.kind === 'arrival' && replication.isHeldUp(clock);
    if (!isHeld) return [];
    const { stages, fifos, joins } = replication.model;
    const waits = (place: number): boolean => replication.waitingFor(place).includes(node);
    const full = stages.filter((_, stage) => waits(stage)).map(({ id }) => `at ${this.name(id)}`);
    const fullFifos = fifos
      .filter((_, i) => waits(stages.length + joins.length + i))
      .map(({ taker }) => `in a FIFO of ${this.name([...stages, ...joins][taker]!.id)}`);
    const names = [...full, ...fullFifos].join(' and ');
    return [names ? `blocked: no free slot ${names}` : 'blocked'];
  }

  private follower({ from, to, count }: Move): string {
    return `${elements(count)} of ${this.name(from)} ${count === 1 ? 'goes' : 'go'} to ${this.name(to)}`;
  }
}

const elements = (count: number): string => (count === 1 ? 'element' : `${count} elements`);

/** Index of the stage that the event is at. */
const stageOf = (of: Clock): number | undefined =>
  of.kind === 'service' || of.kind === 'interval' || of.kind === 'flush' ? of.stage : undefined;

function filtered({ levels }: Before, now: Levels | undefined): string[] {
  const count = levels && now ? now.filtered - levels.filtered : 0;
  return count === 0 ? [] : [`${elements(count)} ${count === 1 ? 'is' : 'are'} filtered out`];
}

/** What a timer, or room in a pipeline, has let begin. */
function begun({ of, levels }: Before, now: Levels | undefined): string[] {
  if (of.kind !== 'flush' && of.kind !== 'interval') return [];
  // The server whose interval is over was busy until now.
  const before = (levels?.busy ?? 0) - (of.kind === 'interval' ? 1 : 0);
  return levels && now && now.busy > before ? ['service begins'] : [];
}
