/** The longest time from a source to a sink. */
import type { Graph } from '../../core/scenario/graph.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import { type ArrivalCurve, scaled } from './arrival-curve.ts';
import { concatenated, delayBound, inWholeElements } from './bounds.ts';
import type { PathBound, RateLatency, StageBounds } from './contract.ts';

type Stages = Readonly<Record<NodeId, StageBounds>>;

export function pathBounds({ nodes }: Scenario, graph: Graph, stages: Stages): readonly PathBound[] {
  const longest = new Map<NodeId, number>();
  const from = (id: NodeId): number => {
    const known = longest.get(id);
    if (known !== undefined) return known;
    const own = stages[id] ? (stages[id].delay ?? Number.POSITIVE_INFINITY) : 0;
    const rest = Math.max(0, ...graph.outgoing.get(id)!.map(({ to }) => from(to)));
    longest.set(id, own + rest);
    return own + rest;
  };
  return nodes.flatMap(({ id, kind }): readonly PathBound[] => {
    if (kind !== 'source') return [];
    const sum = from(id);
    const asOne = lineBound(graph, stages, id);
    if (asOne !== undefined && asOne < sum) return [{ source: id, delay: asOne, by: 'concatenation' }];
    return [{ source: id, by: 'sum', ...(sum < Number.POSITIVE_INFINITY && { delay: sum }) }];
  });
}

/**
 * The stages of a line that nobody else joins as one: their service curves follow each other, all in units of the
 * source. Undefined where the drawing is no such line, or where elements change their order or wait for a batch.
 */
function lineBound(graph: Graph, stages: Stages, source: NodeId): number | undefined {
  const curves: RateLatency[] = [];
  let arrivals: ArrivalCurve | undefined;
  let perElement = 1;
  for (let id = source; ; ) {
    const links = graph.outgoing.get(id)!;
    const node = graph.nodes.get(id)!;
    if (node.kind === 'stage') {
      const { bulk, discipline = 'FCFS', conversionFactor = 1, byClass } = node;
      if (bulk || discipline !== 'FCFS' || byClass || !Number.isInteger(conversionFactor)) return undefined;
      perElement *= conversionFactor;
      const { service, arrivals: native } = stages[id]!;
      curves.push({ rate: service!.rate / perElement, latency: service!.latency });
      arrivals ??= scaled(native, 1 / perElement);
    } else if (node.kind === 'sink') {
      return arrivals && delayBound(arrivals, inWholeElements(concatenated(curves), perElement));
    } else if (node.kind !== 'source' && node.kind !== 'router') return undefined;
    if (links.length !== 1 || graph.incoming.get(links[0]!.to)!.length !== 1) return undefined;
    id = links[0]!.to;
  }
}
