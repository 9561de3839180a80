/** The numbers a user typed that move a load, how far their digits reach, and the network with them moved there. */
import type { ArrivalLaw, Location, RateFactors } from '../../src/model/law.ts';
import { halfLastDigit } from '../numeric/typed-digits.ts';
import type { FlowNetwork, FlowNode } from './flow-network.ts';

/** A number of one node, and the node with that number multiplied. */
export interface TypedNumber {
  /** Such as `service rate`. */
  readonly name: string;
  /** Index of the node. */
  readonly index: number;
  /** Half of its last digit, over its value. */
  readonly halfWidth: number;
  /** -1 where a larger number makes the load lighter. */
  readonly direction: 1 | -1;
  readonly multiply: (node: FlowNode, factor: number) => FlowNode;
}

export function typedNumbers(network: FlowNetwork): readonly TypedNumber[] {
  return network.nodes.flatMap((flowNode, index) => numbersOf(flowNode, index));
}

/** The network with every given number at the end of its last digit that makes the loads lighter, or heavier. */
export function atEnds(
  network: FlowNetwork,
  numbers: readonly TypedNumber[],
  end: 'lighter' | 'heavier',
): FlowNetwork {
  const nodes = [...network.nodes];
  const side = end === 'heavier' ? 1 : -1;
  for (const { index, halfWidth, direction, multiply } of numbers) {
    nodes[index] = multiply(nodes[index]!, 1 + side * direction * halfWidth);
  }
  return { ...network, nodes };
}

function numbersOf({ node }: FlowNode, index: number): readonly TypedNumber[] {
  if (node.kind === 'source') return sourceNumbers(node, index);
  if (node.kind !== 'stage') return [];
  const { service, unitBytes, overdriveRate = 0, passProbability = 1, conversionFactor = 1 } = node;
  const found = lawNumbers(service, unitBytes).map(
    ({ name, halfWidth }): TypedNumber => ({
      name: SERVICE_WORDS[name] ?? name,
      index,
      halfWidth,
      direction: -1,
      multiply: scaleService,
    }),
  );
  const own = (name: string, value: number, multiply: TypedNumber['multiply']) =>
    found.push({ name, index, halfWidth: relative(value), direction: 1, multiply });
  if (overdriveRate > 0) own('overdrive', overdriveRate, scaleOverdrive);
  if (passProbability > 0 && passProbability < 1) own('pass probability', passProbability, scalePass);
  // Whole factors are counts of the design, such as 16 letters in a word.
  if (!Number.isInteger(conversionFactor)) own('conversion factor', conversionFactor, scaleConversion);
  return found;
}

function sourceNumbers(
  node: Extract<FlowNode['node'], { kind: 'source' }>,
  index: number,
): readonly TypedNumber[] {
  return lawNumbers(node.interarrival, node.unitBytes).map(({ name, halfWidth }) => ({
    name: SOURCE_WORDS[name] ?? name,
    index,
    halfWidth,
    direction: 1,
    multiply: (flowNode, factor) => ({ ...flowNode, sourceRate: flowNode.sourceRate * factor }),
  }));
}

const SERVICE_WORDS: Readonly<Record<string, string>> = { rate: 'service rate', mean: 'service time' };

const SOURCE_WORDS: Readonly<Record<string, string>> = {
  rate: 'arrival rate',
  mean: 'time between arrivals',
};

const scaleService: TypedNumber['multiply'] = (node, factor) => ({
  ...node,
  serviceRate: node.serviceRate * factor,
  serverLimit: node.serverLimit * factor,
});
const scaleOverdrive: TypedNumber['multiply'] = (node, factor) => ({
  ...node,
  overdriveRate: node.overdriveRate * factor,
});
const scalePass: TypedNumber['multiply'] = (node, factor) => ({
  ...node,
  pass: Math.min(1, node.pass * factor),
});
const scaleConversion: TypedNumber['multiply'] = (node, factor) => ({
  ...node,
  conversion: node.conversion * factor,
});

interface LawNumber {
  readonly name: string;
  readonly halfWidth: number;
}

/** The numbers that place a law; each moves the rate by its own share. A law given by its points counts as exact. */
function lawNumbers(law: ArrivalLaw, unitBytes: number | undefined): readonly LawNumber[] {
  const { rate, mean, factors }: Location = 'rate' in law || 'mean' in law || 'factors' in law ? law : {};
  if (rate !== undefined) return [{ name: 'rate', halfWidth: rateWidth(rate, unitBytes) }];
  if (mean !== undefined) return [{ name: 'mean', halfWidth: relative(mean) }];
  return factors ? factorNumbers(factors) : [];
}

const relative = (value: number): number => halfLastDigit(value) / Math.abs(value);

/** A rate may have been typed as bytes per second; then the digits are those of the product. The coarser reading holds. */
function rateWidth(rate: number, unitBytes: number | undefined): number {
  const plain = relative(rate);
  if (unitBytes === undefined) return plain;
  return Math.max(plain, relative(Number((rate * unitBytes).toPrecision(14))));
}

/** R, C, M1 and M2. A whole number of elements per clock is a count, not a measurement. */
function factorNumbers({
  elementsPerClock,
  clock,
  divisor = 1,
  multiplier = 1,
}: RateFactors): readonly LawNumber[] {
  const numbers: LawNumber[] = [{ name: 'clock C', halfWidth: relative(clock) }];
  const measured = {
    'elements per clock R': elementsPerClock,
    'divisor M1': divisor,
    'multiplier M2': multiplier,
  };
  for (const [name, value] of Object.entries(measured)) {
    if (!Number.isInteger(value)) numbers.push({ name, halfWidth: relative(value) });
  }
  return numbers;
}
