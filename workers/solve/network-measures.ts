/**
 * Measures of the whole network. The mean sojourn time is that of the elements which reach a sink: the mean age at a
 * node's entry is the mean, weighted by flow, of the ages at its senders' exits (0 where elements come from outside),
 * and elements made by a conversion have the age of what they are made of. Filters and losses do not look at age, so
 * this needs no more independence than the stages' own answers. What leaves a join has the age at the fork and the time
 * of its slowest task (networks/slowest-task.ts).
 */

import type { NetworkMeasures } from '../../core/measures/measures.ts';
import type { NodeId } from '../../core/scenario/scenario.ts';
import type { StageAnswer } from './contract.ts';
import type { FlowNetwork, Flows } from './flow-network.ts';
import { type Joined, slowestTasks } from './networks/slowest-task.ts';
import { type Gain, solveTraffic } from './networks/traffic-equations.ts';

type Stage = Pick<StageAnswer, 'lossRate' | 'meanSojournTime'>;
/** By index of the node. */
type Stages = readonly (Stage | undefined)[];

/** Measures of the network from those of its stages, by id. */
export const networkMeasures = (
  network: FlowNetwork,
  flows: Flows,
  stages: Readonly<Record<NodeId, Stage>>,
): NetworkMeasures<number> =>
  measuresOfNodes(
    network,
    flows,
    network.nodes.map(({ node }) => stages[node.id]),
  );

export function measuresOfNodes(network: FlowNetwork, flows: Flows, stages: Stages): NetworkMeasures<number> {
  const throughput = throughputOf(network, flows);
  const areLossesKnown = stages.every((stage) => !stage || stage.lossRate !== undefined);
  const meanSojournTime = throughput > 0 ? meanAgeAtSinks(network, flows, stages) : undefined;
  return {
    throughput,
    ...(areLossesKnown && { lossRate: stages.reduce((sum, stage) => sum + (stage?.lossRate ?? 0), 0) }),
    ...(meanSojournTime !== undefined && { meanSojournTime }),
  };
}

const throughputOf = ({ nodes }: FlowNetwork, { offered }: Flows): number =>
  nodes.reduce((sum, { node }, i) => (node.kind === 'sink' ? sum + offered[i]! : sum), 0);

/** Undefined when some stage that elements pass has no mean sojourn time, or a join some that wait for nobody. */
function meanAgeAtSinks(network: FlowNetwork, flows: Flows, stages: Stages): number | undefined {
  const { nodes } = network;
  const stay = nodes.map(({ node, serviceRate }, i) => {
    if (flows.output[i] === 0) return 0;
    if (node.kind === 'delay') return 1 / serviceRate;
    return node.kind === 'stage' ? stages[i]?.meanSojournTime : 0;
  });
  if (!stay.every((time) => time !== undefined)) return undefined;
  const joined = slowestTasks(network, flows, stay);
  const ages = joined && agesAtExit({ network, flows, stay, joined });
  if (!ages) return undefined;
  let [weighted, total] = [0, 0];
  nodes.forEach(({ node }, i) => {
    if (node.kind !== 'sink') return;
    weighted += flows.offered[i]! * ages[i]!;
    total += flows.offered[i]!;
  });
  return weighted / total;
}

interface Ages {
  readonly network: FlowNetwork;
  readonly flows: Flows;
  /** Mean sojourn time at each node, s. */
  readonly stay: readonly number[];
  /** By join: the mean time from fork to leaving the join, and the shares of the forks its elements come from. */
  readonly joined: ReadonlyMap<number, Joined>;
}

/** A = stay + sum of the senders' A, weighted by their share of what comes: one sparse system. */
function agesAtExit({ network, flows, stay, joined }: Ages): Float64Array | undefined {
  const { nodes } = network;
  if (network.returns.length === 0 && joined.size === 0) return agesForward(nodes, flows, stay);
  const links = nodes.map((): Gain[] => []);
  const external = Float64Array.from(stay);
  nodes.forEach(({ links: next }, from) => {
    for (const { to, share } of next) {
      const offered = flows.offered[to]!;
      if (offered === 0 || joined.has(to)) continue;
      const flow = flows.output[from]! * share * nodes[to]!.conversion;
      links[from]!.push({ to, gain: flow / offered });
    }
  });
  for (const [join, { time, forks }] of joined) {
    external[join] = time;
    for (const { fork, share } of forks) links[fork]!.push({ to: join, gain: share });
  }
  return solveTraffic({ links, external });
}

/** Ages in one pass, where every link leads to a later node. */
function agesForward(
  nodes: FlowNetwork['nodes'],
  { offered, output }: Flows,
  stay: Ages['stay'],
): Float64Array {
  const ages = Float64Array.from(stay);
  for (let from = 0; from < nodes.length; from++)
    for (const { to, share } of nodes[from]!.links)
      if (offered[to] !== 0)
        ages[to]! += ages[from]! * ((output[from]! * share * nodes[to]!.conversion) / offered[to]!);
  return ages;
}
