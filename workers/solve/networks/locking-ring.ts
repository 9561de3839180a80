/**
 * Stages that can come to wait for each other in a circle, at any size: each can send to the next, and makes its senders wait
 * when it is full. Once there are jobs enough to fill all of them, with every server held by a job for the next, none lets anything
 * leave (SPEC.md, D1). Told by the drawing, where a chain has too many states.
 * Sources bring as many jobs as there is room for; of a closed class there are only so many (closed-locks.ts). Only what is sure: ways by chance or in
 * turn, through routers and forks, and through joins, where the slowest task waits for what is behind; not behind the choice of the
 * shortest queue, where another way may be free.
 */
import { blocksSenders } from '../../../core/rules/when-full.ts';
import { type ClassFlow, classFlows } from '../../../core/scenario/class-flows.ts';
import { cyclicParts, shortestCycle } from '../../../core/scenario/cycles.ts';
import { type Graph, routingRule, takesNoTime } from '../../../core/scenario/graph.ts';
import { isStage, type NodeId, type Scenario, type StageNode } from '../../../core/scenario/scenario.ts';

/** The stages of a shortest circle, in the order in which they wait; undefined where there is none. All classes are open. */
export const lockingRing = (scenario: Scenario, graph: Graph): readonly StageNode[] | undefined =>
  ringsOf(scenario, graph)[0];

/** Where jobs may be too few. */
export interface Jobs {
  readonly canWait: (stage: StageNode, place: StageNode, flows: readonly ClassFlow[]) => boolean;
  /** A circle of a part whose stages can be full at once. */
  readonly pick: (part: Part, flows: readonly ClassFlow[]) => readonly StageNode[] | undefined;
}

/** Stages that can all come to wait for each other; `circle`: a shortest one through the stage, in the order in which they wait. */
export interface Part {
  readonly stages: readonly StageNode[];
  readonly circle: (start: StageNode) => readonly StageNode[];
}

/** A circle of each part whose stages can all come to wait for each other, a shortest one through one of them. */
export function ringsOf(
  scenario: Scenario,
  graph: Graph,
  { canWait = () => true, pick = ({ stages, circle }) => circle(stages[0]!) }: Partial<Jobs> = {},
): readonly (readonly StageNode[])[] {
  const flows = classFlows(scenario, graph);
  const at = (id: NodeId) => graph.nodes.get(id) as StageNode;
  const next = new Map<NodeId, readonly NodeId[]>();
  for (const node of scenario.nodes)
    if (isStage(node) && blocksSenders(node)) {
      const places = new Set(flows.flatMap((flow) => [...waitsFor(flow, node.id)]));
      next.set(
        node.id,
        [...places].filter((to) => canWait(node, at(to), flows)),
      );
    }
  return cyclicParts(next).flatMap((part) => {
    const circle = ({ id }: StageNode) => shortestCycle(next, id, part).map(at);
    const ring = pick({ stages: [...part].map(at), circle }, flows);
    return ring ? [ring] : [];
  });
}

/** Stages that jobs of the class can wait for at this one; none where it does not come. */
export function waitsFor({ graph, reached }: ClassFlow, from: NodeId): ReadonlySet<NodeId> {
  const found = new Set<NodeId>();
  if (!reached.has(from)) return found;
  const passed = new Set([from]);
  for (const at of passed) {
    const links = graph.outgoing.get(at)!;
    if (routingRule(graph.nodes.get(at)!) === 'joinShortestQueue' && links.length > 1) continue;
    for (const { to } of links) {
      const target = graph.nodes.get(to)!;
      if (takesNoTime(target)) passed.add(to);
      else if (isStage(target) && blocksSenders(target)) found.add(target.id);
    }
  }
  return found;
}
