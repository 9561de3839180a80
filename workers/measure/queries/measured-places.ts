/** Which queue of a measurement a name in a query means, and which queues lie on a way. */
import { err, ok, type Result } from '../../../core/base/result.ts';
import { graphOf, takesNoTime } from '../../../core/scenario/graph.ts';
import { isStage, type NodeId } from '../../../core/scenario/scenario.ts';
import { isFullByDesign, type ReducedMeasurement, type ReducedQueue } from '../contract.ts';
import { FedStages } from '../reduce/queue-facts.ts';
import type { MeasuredGraph } from './contract.ts';

export class MeasuredPlaces {
  /** Queue -> the stage or delay that it feeds. */
  readonly stageOf: ReadonlyMap<string, NodeId>;
  private readonly queueOf = new Map<NodeId, ReducedQueue>();

  constructor(
    private readonly reduced: ReducedMeasurement,
    readonly graph: MeasuredGraph,
  ) {
    const fed = graph.nodes.filter((node) => isStage(node) || node.kind === 'delay');
    const fedStages = new FedStages(reduced.queues, fed);
    const stageOf = new Map<string, NodeId>();
    for (const queue of reduced.queues) {
      const stage = fedStages.stageOf(queue);
      if (!stage) continue;
      stageOf.set(queue.id, stage.id);
      const known = this.queueOf.get(stage.id);
      // The level of a pool tells nothing of the stage.
      if (!known || (isFullByDesign(known.kind) && !isFullByDesign(queue.kind)))
        this.queueOf.set(stage.id, queue);
    }
    this.stageOf = stageOf;
  }

  /** By the stage that it feeds, else by its own id or name. */
  queue(name: string): Result<ReducedQueue, string> {
    const { queues } = this.reduced;
    const queue =
      this.queueOf.get(name) ??
      queues.find(({ id }) => id === name) ??
      queues.find((candidate) => candidate.name === name);
    if (queue) return ok(queue);
    const known = [
      ...this.queueOf.keys(),
      ...queues.map(({ id }) => id).filter((id) => !this.stageOf.has(id)),
    ];
    return err(`the measurement has no queue of "${name}"; it has ${known.join(', ') || 'none'}`);
  }

  /** The measured queues from one stage to another, both included, where there is one way only. */
  way(from: NodeId, to: NodeId): Result<readonly ReducedQueue[], string> {
    const ways = this.waysBetween(from, to);
    if (ways.length === 0) return err(`no way leads from "${from}" to "${to}"`);
    if (ways.length > 1)
      return err(
        `several ways lead from "${from}" to "${to}", and the measurement does not say who took which`,
      );
    const queues: ReducedQueue[] = [];
    for (const id of ways[0]!) {
      const queue = this.queue(id);
      if (!queue.ok) return queue;
      queues.push(queue.value);
    }
    return ok(queues);
  }

  /**
   * The queue that holds what goes from one stage to another and nothing else: one that names both, or that of the last stage where one way only
   * leads there and nothing joins on it.
   */
  between(from: NodeId, to: NodeId): Result<ReducedQueue, string> {
    const { nodes, incoming } = graphOf(this.graph);
    const isFrom = (source: string | undefined): boolean =>
      source === from || (source !== undefined && source === nodes.get(from)?.name);
    const named = this.reduced.queues.filter(
      ({ id, source }) => isFrom(source) && this.stageOf.get(id) === to,
    );
    if (named.length === 1) return ok(named[0]!);
    if (named.length > 1)
      return err(`several queues lead from "${from}" to "${to}": ${named.map(({ id }) => id).join(', ')}`);
    const ways = this.waysBetween(from, to);
    if (ways.length === 0) return err(`no way leads from "${from}" to "${to}"`);
    const isAlone = (id: NodeId): boolean => id === from || (incoming.get(id)?.length ?? 0) <= 1;
    if (ways.length > 1 || !isAlone(to) || !ways[0]!.every(isAlone))
      return err(
        `not all that reaches "${to}" comes from "${from}" by one way; name "${from}" as the source of a queue to "${to}"`,
      );
    return this.queue(to);
  }

  /** The next measured queues behind a stage; nodes that were not measured are looked through. */
  nextMeasured(stage: NodeId): readonly ReducedQueue[] {
    const { outgoing } = graphOf(this.graph);
    const seen = new Set([stage]);
    const found: ReducedQueue[] = [];
    const waiting = [stage];
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      for (const { to } of outgoing.get(id) ?? []) {
        if (seen.has(to)) continue;
        seen.add(to);
        const queue = this.queueOf.get(to);
        if (queue) found.push(queue);
        else waiting.push(to);
      }
    }
    return found;
  }

  /** At most two ways without rings, as the nodes on them that take time. */
  private waysBetween(from: NodeId, to: NodeId): readonly (readonly NodeId[])[] {
    const { nodes, outgoing } = graphOf(this.graph);
    const ways: NodeId[][] = [];
    const walk = (id: NodeId, before: readonly NodeId[]): void => {
      if (ways.length > 1 || before.includes(id)) return;
      const way = [...before, id];
      if (id === to) ways.push(way.filter((step) => !takesNoTime(nodes.get(step)!)));
      else for (const link of outgoing.get(id) ?? []) walk(link.to, way);
    };
    if (nodes.has(from) && nodes.has(to)) walk(from, []);
    return ways;
  }
}
