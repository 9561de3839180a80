/** What the decomposition by blocking takes for granted of one stage, held against the drawing. */
import type { NodeId } from '../../../src/model/scenario.ts';
import type { Verdict } from '../../contract/measures.ts';
import type { Assumption } from '../../contract/solving.ts';
import { heldAgainst } from '../assumptions.ts';
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

export function blockingAssumptions(
  { nodes, indexOf }: FlowNetwork,
  id: NodeId,
  verdicts: readonly Verdict[],
): readonly Assumption[] {
  const here = verdicts.filter(({ stage }) => stage === id);
  const byChance: Assumption = {
    code: 'blocking',
    text: 'It is held up as if by chance, whatever its neighbours do.',
    holds: nodes[indexOf.get(id)!]!.blockers.length === 0,
  };
  const effect = verdicts.find(({ code }) => code === 'blocking-approximated')?.message;
  return [
    ...CHECKS.map((check) => heldAgainst(check, here)),
    byChance.holds || effect === undefined ? byChance : { ...byChance, effect },
  ];
}
