/** Who waits for what, for good, in a network with FIFOs that has come to a halt (DF5): the words of the self-timed solver. */
import type { Wait } from '../../core/measures/refusals.ts';
import { nameOf } from '../../core/scenario/defaults.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import { cycleOf, type NodeWait, waitOf } from '../solve/self-timed/deadlock.ts';
import type { Kernel } from './kernel.ts';
import { FIFO_TARGETS, type SimulationModel } from './simulation-model.ts';

/** Addresses in the kernel. */
interface Handles {
  readonly stages: readonly { readonly handle: number }[];
  readonly joins: readonly { readonly handle: number }[];
  readonly fifos: readonly { readonly handle: number }[];
}

export function followWaits(
  kernel: Kernel,
  scenario: Scenario,
  model: SimulationModel,
  { stages, joins, fifos }: Handles,
): readonly Wait[] | undefined {
  const { call } = kernel;
  const indexOf = new Map<NodeId, number>(scenario.nodes.map(({ id }, i) => [id, i]));
  const names = scenario.nodes.map(nameOf);
  const places = [...model.stages, ...model.joins];
  const nodeOf = (place: number): number => indexOf.get(places[place]!.id)!;
  const found = new Map<number, NodeWait>();

  const addRoom = (handle: number, node: number, capacity: number, link?: number): void => {
    if (call.isAliveAt(handle)) return;
    const words = kernel.integers(call.waitsAt(handle), 2 * call.waitCount.value);
    const there = call.occupancyOf(handle);
    for (let i = 0; i < words.length; i += 2) {
      const sender = indexOf.get(model.ports[words[i]!]!.node)!;
      if (found.has(sender)) continue;
      const room = { for: 'room', of: names[node]!, own: link !== undefined } as const;
      const amounts = { there, needed: words[i + 1]!, capacity };
      found.set(sender, {
        node: sender,
        on: node,
        link,
        words: { name: names[sender]!, ...room, ...amounts },
      });
    }
  };
  for (const [i, { link, taker, capacity }] of model.fifos.entries())
    addRoom(fifos[i]!.handle, nodeOf(taker), capacity, link);
  for (const [i, { capacity }] of model.stages.entries()) addRoom(stages[i]!.handle, nodeOf(i), capacity);

  const addLack = (node: number, place: number, amounts: Pick<Wait, 'there' | 'needed'>): void => {
    if (found.has(node)) return;
    const feeders = model.feeds.filter(({ to }) => to === place).map(({ from }) => feederNode(from));
    const link = place < FIFO_TARGETS ? undefined : model.fifos[place - FIFO_TARGETS]!.link;
    // Any will do, but first one that waits for room there, and oneself last.
    const waits = feeders.find((each) => link !== undefined && found.get(each)?.link === link);
    const from = waits ?? feeders.find((each) => each !== node) ?? feeders[0];
    const of = from === undefined ? '' : names[from]!;
    const words = { name: names[node]!, for: 'tokens', of, own: false, ...amounts, capacity: 0 } as const;
    found.set(node, { node, on: from ?? -1, link, words });
  };
  const feederNode = (from: SimulationModel['feeds'][number]['from']): number =>
    'place' in from ? nodeOf(from.place) : indexOf.get(model.sources[from.source]!.id)!;
  for (const [i, { dataflow, batchMin }] of model.stages.entries()) {
    const { handle } = stages[i]!;
    if (call.isAliveAt(handle)) continue;
    if (!dataflow) {
      if (!call.isFedAt(handle)) addLack(nodeOf(i), i, { there: call.occupancyOf(handle), needed: batchMin });
      continue;
    }
    const [input = -1, there = 0, needed = 0] = kernel.integers(call.lackAt(handle), 3);
    if (input >= 0) addLack(nodeOf(i), FIFO_TARGETS + dataflow.inputs[input]!, { there, needed });
  }
  for (const [i, { id }] of model.joins.entries()) {
    const taker = stages.length + i;
    const inputs = model.fifos.flatMap((fifo, at) => (fifo.taker === taker ? [at] : []));
    if (inputs.length === 0 || call.isAliveAt(joins[i]!.handle)) continue;
    const isEmpty = (at: number): boolean => call.occupancyOf(fifos[at]!.handle) === 0;
    // Where none is empty, tasks have overtaken each other: the one that is missing waits behind those in front.
    const isWaitedFor = (at: number): boolean =>
      [...found.values()].some(({ link }) => link === model.fifos[at]!.link);
    const missing = inputs.find(isEmpty) ?? inputs.find(isWaitedFor);
    if (missing !== undefined) addLack(indexOf.get(id)!, FIFO_TARGETS + missing, { there: 0, needed: 1 });
  }
  return cycleOf(found, false)?.map((wait) => waitOf(scenario, wait));
}
