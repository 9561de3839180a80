/** Who waits for what, for good, in a network with dataflow stages that has come to a halt (DF5): the words of the self-timed solver. */
import type { Wait } from '../../core/measures/refusals.ts';
import { nameOf } from '../../core/scenario/defaults.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import { cycleOf, type NodeWait, waitOf } from '../solve/self-timed/deadlock.ts';
import type { Kernel } from './kernel.ts';
import { FIFO_TARGETS, type SimulationModel } from './simulation-model.ts';

/** Addresses in the kernel. */
interface Handles {
  readonly stages: readonly { readonly handle: number }[];
  readonly fifos: readonly { readonly handle: number }[];
}

export function followWaits(
  kernel: Kernel,
  scenario: Scenario,
  model: SimulationModel,
  { stages, fifos }: Handles,
): readonly Wait[] | undefined {
  const { call } = kernel;
  const indexOf = new Map<NodeId, number>(scenario.nodes.map(({ id }, i) => [id, i]));
  const names = scenario.nodes.map(nameOf);
  const nodeOf = (stage: number): number => indexOf.get(model.stages[stage]!.id)!;
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
  for (const [i, { link, stage, capacity }] of model.fifos.entries())
    addRoom(fifos[i]!.handle, nodeOf(stage), capacity, link);
  for (const [i, { capacity }] of model.stages.entries()) addRoom(stages[i]!.handle, nodeOf(i), capacity);

  const addLack = (node: number, place: number, amounts: Pick<Wait, 'there' | 'needed'>): void => {
    if (found.has(node)) return;
    const feeders = model.feeds.filter(({ to }) => to === place).map(({ from }) => feederNode(from));
    // Any will do, but oneself last.
    const from = feeders.find((each) => each !== node) ?? feeders[0];
    const of = from === undefined ? '' : names[from]!;
    const words = { name: names[node]!, for: 'tokens', of, own: false, ...amounts, capacity: 0 } as const;
    const link = place < FIFO_TARGETS ? undefined : model.fifos[place - FIFO_TARGETS]!.link;
    found.set(node, { node, on: from ?? -1, link, words });
  };
  const feederNode = (from: SimulationModel['feeds'][number]['from']): number =>
    'stage' in from ? nodeOf(from.stage) : indexOf.get(model.sources[from.source]!.id)!;
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
  return cycleOf(found, false)?.map((wait) => waitOf(scenario, wait));
}
