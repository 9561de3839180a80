/**
 * Measures of the whole network. The mean sojourn time is that of the elements which reach a sink: the mean age at a
 * node's entry is the mean, weighted by flow, of the ages at its senders' exits (0 where elements come from outside),
 * and elements made by a conversion have the age of what they are made of. Filters and losses do not look at age, so
 * this needs no more independence than the stages' own answers.
 */
import type { NodeId } from '../../src/model/scenario.ts';
import type { NetworkMeasures } from '../contract/measures.ts';
import type { StageAnswer } from '../contract/solving.ts';
import { solveFixedPoint } from '../numeric/fixed-point.ts';
import type { Flows } from './flow-balance.ts';
import type { FlowNetwork } from './flow-network.ts';

type Stages = Readonly<Record<NodeId, StageAnswer>>;

export function networkMeasures(network: FlowNetwork, flows: Flows, stages: Stages): NetworkMeasures<number> {
  const throughput = sum(network.nodes.map(({ node }, i) => (node.kind === 'sink' ? flows.offered[i]! : 0)));
  const losses = Object.values(stages).map(({ lossRate }) => lossRate);
  const meanSojournTime = throughput > 0 ? meanAgeAtSinks(network, flows, stages) : undefined;
  return {
    throughput,
    ...(losses.every((rate) => rate !== undefined) ? { lossRate: sum(losses) } : {}),
    ...(meanSojournTime === undefined ? {} : { meanSojournTime }),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Undefined when some stage that elements pass has no mean sojourn time. */
function meanAgeAtSinks(network: FlowNetwork, flows: Flows, stages: Stages): number | undefined {
  const stay = network.nodes.map(({ node }, i) => {
    if (node.kind !== 'stage' || flows.output[i] === 0) return 0;
    return stages[node.id]?.meanSojournTime;
  });
  if (!stay.every((time) => time !== undefined)) return undefined;
  const passes: Ages = { network, flows, stay };
  const start = new Float64Array(network.returns.length);
  const returning = start.length === 0 ? start : solveFixedPoint((t) => agePass(passes, t).returned, start);
  if (!returning) return undefined;
  const { ageFlow } = agePass(passes, returning);
  let [weighted, total] = [0, 0];
  network.nodes.forEach(({ node }, i) => {
    if (node.kind !== 'sink') return;
    weighted += ageFlow[i]!;
    total += flows.offered[i]!;
  });
  return weighted / total;
}

interface Ages {
  readonly network: FlowNetwork;
  readonly flows: Flows;
  /** Mean sojourn time at each node, s. */
  readonly stay: readonly number[];
}

/** Flow times mean age into each node, in the sender's unit; affine in what returns. */
function agePass({ network, flows, stay }: Ages, returning: Float64Array) {
  const { nodes, returns } = network;
  const ageFlow = new Float64Array(nodes.length);
  const returned = new Float64Array(nodes.length);
  for (let k = 0; k < returns.length; k++) ageFlow[returns[k]!] = returning[k]!;
  for (let i = 0; i < nodes.length; i++) {
    const { links, conversion } = nodes[i]!;
    const output = flows.output[i]!;
    if (output === 0) continue;
    const ageAtExit = (ageFlow[i]! * conversion) / flows.offered[i]! + stay[i]!;
    for (const { to, share } of links) {
      if (to > i) ageFlow[to]! += output * share * ageAtExit;
      else returned[to]! += output * share * ageAtExit;
    }
  }
  return { ageFlow, returned: Float64Array.from(returns, (i) => returned[i]!) };
}
