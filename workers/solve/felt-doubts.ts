/** Which stages feel what is said of others: what goes on from a stage is as doubtful as the stage, and so is who is held up by it. */
import type { Verdict } from '../../core/measures/verdicts.ts';
import type { NodeId } from '../../core/scenario/scenario.ts';
import type { StageAnswer } from './contract.ts';
import type { FlowNetwork } from './flow-network.ts';

/**
 * By node, the warnings that tell on it: of its own, of nodes before it, and of those that hold it up. `stages`: answers by index, which say who
 * is full; without them nobody holds up others.
 */
export function feltDoubts(
  { nodes, indexOf }: FlowNetwork,
  verdicts: readonly Verdict[],
  stages: readonly (Pick<StageAnswer, 'fullProbability'> | undefined)[] = [],
): ReadonlyMap<NodeId, readonly Verdict[]> {
  const felt = new Map<NodeId, Verdict[]>();
  for (const verdict of verdicts) {
    const index = indexOf.get(verdict.stage!);
    if (verdict.severity !== 'warning' || index === undefined) continue;
    const seen = new Set([index]);
    for (const at of seen) {
      const { node, links } = nodes[at]!;
      for (const { to } of links) seen.add(to);
      if ((stages[at]?.fullProbability ?? 0) > OFTEN)
        nodes.forEach(({ blockers }, i) => {
          if (blockers.some(({ id }) => id === node.id)) seen.add(i);
        });
      felt.set(node.id, [...(felt.get(node.id) ?? []), verdict]);
    }
  }
  return felt;
}
/** A stage that is full more seldom holds hardly anybody up. */
const OFTEN = 0.001;
