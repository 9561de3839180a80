/** Which scenarios the decomposition by blocking takes, and how it sees them: stages and sources in a line. */
import { routingRule } from '../../../core/scenario/graph.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import { type FlowNetwork, largestBatch } from '../flow-network.ts';
import { nameOf, resourceName } from '../verdict-words.ts';
import type { BlockingLine, LineSource } from './blocking-line.ts';

/** Why the decomposition does not apply, as the rest of a sentence. */
export function objection({ nodes, returns, resources }: FlowNetwork): string | undefined {
  if (returns.length > 0) return 'elements come back to a stage that they passed';
  if (!nodes.some(({ blockers }) => blockers.length > 0)) return 'no stage holds up another';
  for (const { node, conversion, overdriveRate, links } of nodes) {
    const id = nameOf(node);
    if (node.kind === 'fork' || node.kind === 'delay') return `${id} is a ${node.kind}`;
    if (links.length > 1 && routingRule(node) === 'broadcast') return `${id} copies its elements`;
    if (node.kind === 'source' && (node.batchSize ?? 1) > 1) return `${id} emits several elements at once`;
    if (node.kind !== 'stage') continue;
    if (conversion !== 1) return `one element becomes ${conversion} at ${id}`;
    if (overdriveRate > 0) return `${id} is overdriven`;
    if (node.whenFull === 'blockBefore' && node.capacity !== undefined)
      return `${id} promises places before service`;
    if (node.discipline === 'PS' || node.discipline === 'priority')
      return `${id} does not serve one after the other`;
    if (node.resource !== undefined) return `${id} waits for ${resourceName(node.resource, resources)}`;
  }
  return undefined;
}

/** Stages and sources by their index in the network; nodes without time are seen through. */
export function blockingLine(
  { nodes }: FlowNetwork,
  stageIndex: readonly number[],
  sourceIndex: readonly number[],
): BlockingLine {
  const place = new Int32Array(nodes.length).fill(-1);
  for (let k = 0; k < stageIndex.length; k++) place[stageIndex[k]!] = k;
  const targets = (from: number, share = 1, found: Target[] = []): readonly Target[] => {
    for (const link of nodes[from]!.links) {
      const part = share * link.share;
      const stage = place[link.to]!;
      if (stage < 0) {
        if (nodes[link.to]!.node.kind !== 'sink') targets(link.to, part, found);
      } else if (part > 0) found.push({ stage, share: part });
    }
    return found;
  };
  const sources = sourceIndex.map((i) => ({ rate: nodes[i]!.sourceRate, to: targets(i) }));
  const stages = stageIndex.map((i) => {
    const { node, serviceRate, pass } = nodes[i]!;
    const stage = node as StageNode;
    return {
      time: 1 / (serviceRate * largestBatch(stage.bulk)),
      servers: stage.serverCount ?? 1,
      capacity: stage.capacity ?? Number.POSITIVE_INFINITY,
      senders: 0,
      drops: stage.whenFull === 'drop' && stage.capacity !== undefined,
      to: targets(i, pass),
    };
  });
  for (const { to } of sources) for (const { stage } of to) stages[stage]!.senders++;
  for (const { to, servers } of stages) for (const { stage } of to) stages[stage]!.senders += servers;
  return { stages, sources };
}

type Target = LineSource['to'][number];
