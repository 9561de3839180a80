/** Where inputs at their lighter end, or at their heavier end, are not the worst for every stage. */
import { dropsArrivals, type FlowNetwork, type FlowNode, largestBatch } from './flow-network.ts';
import { atEnds, type TypedNumber } from './typed-numbers.ts';

/**
 * A batch fills sooner the more comes, so that slow services with few arrivals, or the reverse, may be the longest wait;
 * and a stage that loses protects those behind it the more the slower it is.
 */
export function crossedEnds(network: FlowNetwork, numbers: readonly TypedNumber[]): readonly FlowNetwork[] {
  const { nodes } = network;
  const services = numbers.filter(({ ofService }) => ofService);
  const losing = services.filter(({ index }) => loses(nodes[index]!));
  return [
    ...(nodes.some(fillsBatches) ? crossed(network, numbers, services) : []),
    ...(losing.length > 0 ? crossed(network, numbers, losing) : []),
  ];
}

const fillsBatches = ({ node }: FlowNode): boolean => node.kind === 'stage' && largestBatch(node.bulk) > 1;
const loses = ({ node }: FlowNode): boolean => node.kind === 'stage' && dropsArrivals(node);

function crossed(
  network: FlowNetwork,
  numbers: readonly TypedNumber[],
  opposite: readonly TypedNumber[],
): readonly FlowNetwork[] {
  const others = numbers.filter((number) => !opposite.includes(number));
  return [
    atEnds(atEnds(network, others, 'lighter'), opposite, 'heavier'),
    atEnds(atEnds(network, others, 'heavier'), opposite, 'lighter'),
  ];
}
