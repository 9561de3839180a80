/** Loads of what can saturate: stages by their servers, and resources that stages share by their units. */
import { largestBatch } from '../../../core/rules/bulk.ts';
import { unitsOf } from '../../../core/scenario/defaults.ts';
import type { FlowNetwork, FlowNode, Flows } from '../flow-network.ts';

export interface StageLoad {
  /** Index of the stage; of a resource, of the stage that uses it most. */
  readonly index: number;
  /** Id of the shared resource, where the load is of that. */
  readonly resource?: string;
  /** Offered work over what servers or units can do; saturates at 1. */
  readonly load: number;
}

/** In flow order, then resources in the order of the file. */
export function loadsOf(
  network: FlowNetwork,
  { offered }: Pick<Flows, 'offered'>,
  counted: (node: FlowNode) => boolean = () => true,
): StageLoad[] {
  const loads: StageLoad[] = [];
  network.nodes.forEach((flowNode, index) => {
    if (flowNode.node.kind !== 'stage' || !counted(flowNode)) return;
    loads.push({ index, load: offered[index]! / flowNode.serverLimit });
  });
  return [...loads, ...resourceLoads(network, offered, counted)];
}

/** A service holds one unit while it lasts: Erlangs of all stages that name the resource, over its units. */
function resourceLoads(
  { nodes, resources }: FlowNetwork,
  offered: Float64Array,
  counted: (node: FlowNode) => boolean,
): readonly StageLoad[] {
  return resources.flatMap((resource) => {
    const { id } = resource;
    let [index, most, total] = [-1, -1, 0];
    nodes.forEach((flowNode, i) => {
      const { node, serviceRate } = flowNode;
      if (node.kind !== 'stage' || node.resource !== id || !counted(flowNode)) return;
      const erlangs = offered[i]! / (serviceRate * largestBatch(node.bulk));
      total += erlangs;
      if (erlangs > most) [index, most] = [i, erlangs];
    });
    return index < 0 ? [] : [{ index, resource: id, load: total / unitsOf(resource) }];
  });
}

/** The largest load, the first of those within rounding of it; undefined where nothing flows. */
export function heaviestLoad(
  network: FlowNetwork,
  flows: Pick<Flows, 'offered'>,
  counted: (node: FlowNode) => boolean = () => true,
): StageLoad | undefined {
  return heaviest(loadsOf(network, flows, counted));
}

export function heaviest(loads: readonly StageLoad[]): StageLoad | undefined {
  let best: StageLoad | undefined;
  for (const candidate of loads) if (candidate.load > (best?.load ?? 0) * (1 + 1e-12)) best = candidate;
  return best;
}
