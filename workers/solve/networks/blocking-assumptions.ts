/** What the decomposition by blocking takes for granted of one stage, held against the drawing. */

import type { Verdict } from '../../../core/measures/measures.ts';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import { heldAgainst, verdictsByNode } from '../assumptions.ts';
import type { Assumption } from '../contract.ts';
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

/** By stage. `unsteady`: what changes over time before it or at it. */
export function blockingAssumptions(
  { nodes }: FlowNetwork,
  verdicts: readonly Verdict[],
  unsteady: ReadonlyMap<NodeId, readonly Verdict[]>,
): ReadonlyMap<NodeId, readonly Assumption[]> {
  const effect = verdicts.find(({ code }) => code === 'blocking-approximated')?.message;
  const broken: Assumption = { ...BY_CHANCE, holds: false, ...(effect !== undefined && { effect }) };
  const byNode = verdictsByNode(verdicts);
  const assumptions = new Map<NodeId, readonly Assumption[]>();
  for (const { node, blockers } of nodes) {
    if (node.kind !== 'stage') continue;
    const here = [...(byNode.get(node.id) ?? []), ...(unsteady.get(node.id) ?? [])];
    const checked = here.length > 0 ? CHECKS.map((check) => heldAgainst(check, here)) : ALL_HOLD;
    assumptions.set(node.id, [...checked, blockers.length === 0 ? BY_CHANCE : broken]);
  }
  return assumptions;
}

/** Of stages that nothing is said against. */
const ALL_HOLD: readonly Assumption[] = CHECKS.map((check) => heldAgainst(check, []));

/** Of stages that nobody holds up. */
const BY_CHANCE: Assumption = {
  code: 'blocking',
  text: 'It is held up as if by chance, whatever its neighbours do.',
  holds: true,
};
