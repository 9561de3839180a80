/**
 * The rate of arrivals that want into a stage. Where arrivals are lost or there is always room, it is what was offered.
 * A stage that blocks slows its senders, so that what it is offered never exceeds what it serves: there it is
 * followed from the sources along the links, each sender giving at most what its servers can serve.
 */

import type { ArrivalDistribution } from '../../core/distributions/distribution.ts';
import { distributionMean, distributionRate } from '../../core/distributions/distribution-moments.ts';
import { type Graph, graphOf, linkShares, routingRule } from '../../core/scenario/graph.ts';
import {
  isStage,
  type NodeId,
  type Scenario,
  type ScenarioNode,
  type SourceNode,
  type StageNode,
} from '../../core/scenario/scenario.ts';

/** Seen in a run, 1/s. */
export interface SeenRates {
  offered(stage: NodeId): number;
  output(stage: NodeId): number;
}

export interface SendingStage {
  readonly from: StageNode;
  /** Elements here that one element there becomes. */
  readonly gain: number;
}

/** Rounds after which rates in cycles are close enough: the shares that go round shrink. */
const ROUNDS = 100;

export class Inflow {
  private readonly graph: Graph;
  private readonly seen: SeenRates;
  private readonly wanted = new Map<NodeId, number>();

  constructor(scenario: Scenario, seen: SeenRates) {
    this.graph = graphOf(scenario);
    this.seen = seen;
    for (let round = 0; canBeFollowed(scenario) && round < ROUNDS; round++) if (!this.passOn()) break;
  }

  /** In the stage's native elements, 1/s. */
  arrivalRate(stage: StageNode): number {
    const seen = this.seen.offered(stage.id);
    const blocks = stage.capacity !== undefined && stage.whenFull !== 'drop';
    return blocks ? Math.max(seen, this.wanted.get(stage.id) ?? 0) : seen;
  }

  /** Stages whose elements come here next, through routers; `through` are the routers on the way. */
  senders(to: NodeId, through: ReadonlySet<NodeId> = new Set()): SendingStage[] {
    const node = this.graph.nodes.get(to)!;
    const factor = isStage(node) ? (node.conversionFactor ?? 1) : 1;
    return this.graph.incoming.get(to)!.flatMap((link): SendingStage[] => {
      const from = this.graph.nodes.get(link.from)!;
      const share = factor * this.share(link.from, to);
      if (isStage(from)) return [{ from, gain: share * (from.passProbability ?? 1) }];
      if (from.kind !== 'router' || through.has(from.id)) return [];
      const behind = this.senders(from.id, new Set([...through, from.id]));
      return behind.map((sender) => ({ ...sender, gain: sender.gain * share }));
    });
  }

  private share(from: NodeId, to: NodeId): number {
    const node = this.graph.nodes.get(from)!;
    const links = this.graph.outgoing.get(from)!;
    return linkShares(routingRule(node), links)[links.findIndex((link) => link.to === to)] ?? 0;
  }

  /** One round over all nodes; false when nothing changed any more. */
  private passOn(): boolean {
    let changed = false;
    for (const [id, node] of this.graph.nodes) {
      const arriving = this.graph.incoming
        .get(id)!
        .reduce((sum, link) => sum + this.sent(link.from) * this.share(link.from, id), 0);
      const rate = isStage(node)
        ? (arriving + (node.overdriveRate ?? 0)) * (node.conversionFactor ?? 1)
        : arriving;
      if (Math.abs(rate - (this.wanted.get(id) ?? 0)) > 1e-9 * rate) changed = true;
      this.wanted.set(id, rate);
    }
    return changed;
  }

  private sent(id: NodeId): number {
    const node = this.graph.nodes.get(id)!;
    if (node.kind === 'source') return sourceRate(node);
    if (!isStage(node)) return this.wanted.get(id) ?? 0;
    if (node.whenFull === 'drop' && node.capacity !== undefined) return this.seen.output(id);
    const most = mostServed(node);
    return Math.min(this.wanted.get(id) ?? 0, most) * (node.passProbability ?? 1);
  }
}

/** Not where the shortest queue divides a flow, where classes go different ways, or where tasks wait for each other. */
function canBeFollowed({ nodes, classes = [] }: Scenario): boolean {
  const isSimple = (node: ScenarioNode): boolean =>
    node.kind !== 'join' && routingRule(node) !== 'joinShortestQueue';
  return classes.length < 2 && nodes.every(isSimple);
}

/** Elements per second, over one period where the arrivals follow a schedule; of one without a period the last frame stays. */
function sourceRate({ interarrival, batchSize = 1, schedule }: SourceNode): number {
  const rateOf = (distribution: ArrivalDistribution | undefined): number =>
    distribution === undefined ? 0 : distributionRate(distribution) * batchSize;
  if (!schedule) return rateOf(interarrival);
  const { frames, period } = schedule;
  if (period === undefined) return rateOf(frames.at(-1)!.interarrival);
  const arrivals = frames.reduce(
    (sum, frame, i) => sum + rateOf(frame.interarrival) * ((frames[i + 1]?.from ?? period) - frame.from),
    rateOf(interarrival) * frames[0]!.from,
  );
  return arrivals / period;
}

function mostServed({ serverCount = 1, bulk, service }: StageNode): number {
  const batch = bulk === undefined ? 1 : bulk.rule === 'full' ? bulk.size : bulk.max;
  return (serverCount * batch) / distributionMean(service);
}
