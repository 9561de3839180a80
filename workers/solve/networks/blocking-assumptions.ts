/** What the decomposition by blocking takes for granted of one stage, held against the drawing. */
import type { NodeId } from '../../../src/model/scenario.ts';
import type { Verdict } from '../../contract/measures.ts';
import type { Assumption } from '../../contract/solving.ts';
import { heldAgainst, verdictsByNode } from '../assumptions.ts';
import type { FlowNetwork } from '../flow-network.ts';

const CHECKS = [
  {
    code: 'arrivals',
    text: 'Arrivals are Poisson while nobody is held up.',
    broken: ['arrivals-not-poisson', 'correlated-arrivals'],
  },
  { code: 'service', text: 'Service times are exponential.', broken: ['service-not-exponential'] },
  { code: 'bulk', text: 'Elements are served one by one.', broken: ['bulk-approximated', 'timeout-ignored'] },
  { code: 'steady', text: 'Rates stay the same over time.', broken: ['schedule-averaged'] },
] as const;

/** By stage. */
export function blockingAssumptions(
  { nodes }: FlowNetwork,
  verdicts: readonly Verdict[],
): ReadonlyMap<NodeId, readonly Assumption[]> {
  const effect = verdicts.find(({ code }) => code === 'blocking-approximated')?.message;
  const byNode = verdictsByNode(verdicts);
  const assumptions = new Map<NodeId, readonly Assumption[]>();
  for (const { node, blockers } of nodes) {
    if (node.kind !== 'stage') continue;
    const here = byNode.get(node.id) ?? [];
    const holds = blockers.length === 0;
    const byChance: Assumption = {
      code: 'blocking',
      text: 'It is held up as if by chance, whatever its neighbours do.',
      holds,
      ...(!holds && effect !== undefined && { effect }),
    };
    assumptions.set(node.id, [...CHECKS.map((check) => heldAgainst(check, here)), byChance]);
  }
  return assumptions;
}
