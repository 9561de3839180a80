/**
 * The typed number whose last digit moves a stage's load most. A service rate moves the load of its own stage alone, as
 * long as that stage neither saturates nor loses; every other number is tried at its heavier end, once for all stages.
 */
import { losesWhenFull } from '../../core/rules/when-full.ts';
import { nameOf } from '../../core/scenario/defaults.ts';
import type { DominantInput } from './contract.ts';
import { type FlowRule, solveFlows } from './flow-balance.ts';
import type { FlowNetwork, Flows } from './flow-network.ts';
import { atEnds, type TypedNumber } from './typed-numbers.ts';

export interface DominanceQuestion {
  readonly network: FlowNetwork;
  readonly losses: FlowRule['losses'];
  readonly numbers: readonly TypedNumber[];
  /** Indices of the stages that are asked for. */
  readonly wanted: readonly number[];
}

/** By index of the stage. */
export function dominantInputs(question: DominanceQuestion): ReadonlyMap<number, DominantInput> {
  const { network, numbers, wanted } = question;
  const flows = wanted.length === 0 ? undefined : flowsOf(question, network);
  if (!flows) return new Map();
  const places = [...new Set(wanted)];
  const widest = new Widest(network, flows);
  const others: TypedNumber[] = [];
  for (const number of numbers) {
    if (!number.ofService || !servesAll(network, flows, number)) others.push(number);
    else widest.compare(number.index, number, number.halfWidth * widest.loads[number.index]!);
  }
  for (const number of others) {
    if (!places.some((at) => widest.mayGrow(at, number))) continue;
    const moved = atEnds(network, [number], 'heavier');
    const there = flowsOf(question, moved);
    for (const at of places)
      widest.compare(
        at,
        number,
        there ? loadAt(moved, there, at) - widest.loads[at]! : Number.POSITIVE_INFINITY,
      );
  }
  return new Map(
    places.flatMap((at) => {
      const number = widest.by.get(at);
      return number ? [[at, inputOf(network, number)] as const] : [];
    }),
  );
}

/** By node, the number that moves its load most, and by how much. */
class Widest {
  readonly by = new Map<number, TypedNumber>();
  readonly loads: Float64Array;
  private readonly widths: Float64Array;
  private readonly isForward: boolean;

  constructor(network: FlowNetwork, flows: Flows) {
    this.loads = flows.offered.map((_, at) => loadAt(network, flows, at));
    this.widths = new Float64Array(network.nodes.length);
    this.isForward = network.returns.length === 0;
  }

  compare(at: number, number: TypedNumber, width: number): void {
    if (!(width > this.widths[at]!)) return;
    this.widths[at] = width;
    this.by.set(at, number);
  }

  /** Without feedback an element meets a number once, so that no flow grows by a larger share than the number; and none before it. */
  mayGrow(at: number, { index, halfWidth, direction }: TypedNumber): boolean {
    if (!this.isForward) return true;
    const most = direction === 1 ? halfWidth : halfWidth / (1 - halfWidth);
    return at >= index && most * this.loads[at]! > this.widths[at]! * (1 - 1e-9);
  }
}

const loadAt = ({ nodes }: FlowNetwork, { offered }: Flows, at: number): number =>
  offered[at]! / nodes[at]!.serverLimit;

export function inputOf(
  { nodes }: FlowNetwork,
  { index, input, stated, halfWidth }: TypedNumber,
): DominantInput {
  const { node } = nodes[index]!;
  return { node: node.id, name: nameOf(node), input, ...(stated && { stated: halfWidth }) };
}

const flowsOf = ({ losses }: DominanceQuestion, network: FlowNetwork): Flows | undefined =>
  solveFlows(network, { regime: 'limited', losses });

/** What a stage that is not at its limit passes does not depend on how fast it is. */
function servesAll({ nodes }: FlowNetwork, { offered }: Flows, { index, halfWidth }: TypedNumber): boolean {
  const { node, serverLimit } = nodes[index]!;
  return node.kind === 'stage' && !losesWhenFull(node) && offered[index]! < (1 - halfWidth) * serverLimit;
}
