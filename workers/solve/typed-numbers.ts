/** The numbers a user typed that move a load, how well they are known, and the network with them moved that far. */
import { type ArrivalDistribution, isLocated } from '../../core/distributions/index.ts';
import type { Location, RateFactors } from '../../core/distributions/knowledge.ts';
import type { InputDoubt } from '../../core/measures/verdicts.ts';
import { precisionOf } from '../../core/scenario/precision-edits.ts';
import { halfLastDigit } from '../numeric/typed-digits.ts';
import type { FlowNetwork, FlowNode } from './flow-network.ts';

/** A number of one node, and the node with that number multiplied. */
export interface TypedNumber {
  readonly input: InputDoubt['input'];
  /** In the scenario, such as `service.rate`. */
  readonly field: string;
  /** Index of the node. */
  readonly index: number;
  /** How far off it may be, over its value: as the user says, else half of its last digit. */
  readonly halfWidth: number;
  /** The user says how well it is known. */
  readonly stated?: true;
  /** -1 where a larger number makes the load lighter. */
  readonly direction: 1 | -1;
  /** It moves the time of the services of its stage. */
  readonly ofService?: true;
  readonly multiply: (node: FlowNode, factor: number) => FlowNode;
}

/** Those that may be off at all. Times of delays, which move no load, only `withDelays`. */
export function typedNumbers(network: FlowNetwork, withDelays = false): readonly TypedNumber[] {
  const { nodes, precisions } = network;
  const found: TypedNumber[] = [];
  for (let index = 0; index < nodes.length; index++)
    for (const typed of numbersOf(nodes[index]!, index, withDelays)) {
      const number = precisions ? asStated(network, typed) : typed;
      if (number.halfWidth > 0) found.push(number);
    }
  return found;
}

function asStated({ nodes, precisions }: FlowNetwork, number: TypedNumber): TypedNumber {
  const plusMinus = precisionOf(precisions, nodes[number.index]!.node.id, number.field);
  return plusMinus === undefined ? number : { ...number, halfWidth: plusMinus, stated: true };
}

/** The network with every given number at the end of its precision that makes the loads lighter, or heavier. */
export function atEnds(
  network: FlowNetwork,
  numbers: readonly TypedNumber[],
  end: 'lighter' | 'heavier',
): FlowNetwork {
  const nodes = [...network.nodes];
  const side = end === 'heavier' ? 1 : -1;
  for (const { index, halfWidth, direction, multiply } of numbers) {
    nodes[index] = multiply(nodes[index]!, Math.max(SMALLEST, 1 + side * direction * halfWidth));
  }
  return { ...network, nodes };
}

/** A number that is not known at all is not 0. */
const SMALLEST = 1e-6;

function numbersOf({ node }: FlowNode, index: number, withDelays: boolean): readonly TypedNumber[] {
  if (node.kind === 'source') return sourceNumbers(node, index);
  if (node.kind === 'delay') return withDelays ? serviceNumbers(node, index) : [];
  if (node.kind !== 'stage') return [];
  const { overdriveRate, passProbability, conversionFactor } = node;
  const found = serviceNumbers(node, index);
  if (overdriveRate) found.push(ownNumber(index, 'overdriveRate', relative(overdriveRate)));
  if (passProbability)
    found.push(ownNumber(index, 'passProbability', passProbability < 1 ? relative(passProbability) : 0));
  if (conversionFactor !== undefined) {
    // Whole factors are counts of the design, such as 16 letters in a word.
    const isCount = Number.isInteger(conversionFactor);
    found.push(ownNumber(index, 'conversionFactor', isCount ? 0 : relative(conversionFactor)));
  }
  return found;
}

const ownNumber = (index: number, field: keyof typeof OWN, halfWidth: number): TypedNumber => ({
  input: field,
  field,
  index,
  halfWidth,
  direction: 1,
  multiply: OWN[field],
});

function serviceNumbers(
  { service, unitBytes }: Extract<FlowNode['node'], { kind: 'stage' | 'delay' }>,
  index: number,
): TypedNumber[] {
  return distributionNumbers(service, unitBytes).map(
    ({ name, field, halfWidth, isInverse }): TypedNumber => ({
      input: name === 'rate' ? 'serviceRate' : name === 'mean' ? 'serviceTime' : name,
      field: `service.${field}`,
      index,
      halfWidth,
      ofService: true,
      direction: isInverse ? 1 : -1,
      multiply: isInverse ? stretchService : scaleService,
    }),
  );
}

function sourceNumbers(
  node: Extract<FlowNode['node'], { kind: 'source' }>,
  index: number,
): readonly TypedNumber[] {
  return distributionNumbers(node.interarrival, node.unitBytes).map(
    ({ name, field, halfWidth, isInverse }) => ({
      input: name === 'rate' ? 'arrivalRate' : name === 'mean' ? 'arrivalTime' : name,
      field: `interarrival.${field}`,
      index,
      halfWidth,
      direction: isInverse ? -1 : 1,
      multiply: (flowNode, factor) => ({
        ...flowNode,
        sourceRate: isInverse ? flowNode.sourceRate / factor : flowNode.sourceRate * factor,
      }),
    }),
  );
}

const scaleService: TypedNumber['multiply'] = (node, factor) => ({
  ...node,
  serviceRate: node.serviceRate * factor,
  serverLimit: node.serverLimit * factor,
});
const stretchService: TypedNumber['multiply'] = (node, factor) => scaleService(node, 1 / factor);
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

const OWN = {
  overdriveRate: scaleOverdrive,
  passProbability: scalePass,
  conversionFactor: scaleConversion,
} as const;

interface DistributionNumber {
  readonly name: 'rate' | 'mean' | 'clock' | 'elementsPerClock' | 'divisor' | 'multiplier';
  /** In its distribution. */
  readonly field: string;
  readonly halfWidth: number;
  /** The larger, the smaller the rate. */
  readonly isInverse?: true;
}

/** The numbers that place a distribution; each moves the rate by its own share. A distribution given by its points counts as exact. */
function distributionNumbers(
  distribution: ArrivalDistribution,
  unitBytes: number | undefined,
): readonly DistributionNumber[] {
  const { rate, mean, factors }: Location = isLocated(distribution) ? distribution : {};
  if (rate !== undefined) return [{ name: 'rate', field: 'rate', halfWidth: rateWidth(rate, unitBytes) }];
  if (mean !== undefined)
    return [{ name: 'mean', field: 'mean', halfWidth: relative(mean), isInverse: true }];
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
  divisor,
  multiplier,
}: RateFactors): readonly DistributionNumber[] {
  const numbers: DistributionNumber[] = [
    { name: 'clock', field: 'factors.clock', halfWidth: relative(clock) },
  ];
  const measured = [
    ['elementsPerClock', elementsPerClock],
    ['divisor', divisor],
    ['multiplier', multiplier],
  ] as const;
  for (const [name, value] of measured) {
    if (value === undefined) continue;
    const halfWidth = Number.isInteger(value) ? 0 : relative(value);
    numbers.push({
      name,
      field: `factors.${name}`,
      halfWidth,
      ...(name === 'divisor' && { isInverse: true }),
    });
  }
  return numbers;
}
