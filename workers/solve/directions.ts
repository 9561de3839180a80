/**
 * Remarks tell which way the real queue is off only where nothing else moves it another way, and by how much only where nothing else
 * moves it at all (verify/approximations.md says how often that holds).
 */
import type { Side, Verdict } from '../../core/measures/verdicts.ts';
import type { NodeId } from '../../core/scenario/scenario.ts';
import { verdictsByNode } from './assumptions.ts';
import { withoutDirection } from './stations/taken-as.ts';

/** `sure`: nodes to which comes what their models have. */
export function withDirections(verdicts: readonly Verdict[], sure: ReadonlySet<NodeId>): readonly Verdict[] {
  const byNode = verdictsByNode(verdicts);
  return verdicts.map((verdict) => {
    const { stage } = verdict;
    if (stage === undefined) return verdict;
    const here = byNode.get(stage)!;
    if (here.length === 1 && sure.has(stage)) return verdict;
    const agree = here.every((other) => sideOf(other) === sideOf(verdict));
    return agree && sure.has(stage) ? without(verdict, ['factor']) : without(verdict, ['factor', 'side']);
  });
}

const sideOf = ({ facts }: Verdict): Side | undefined => ('side' in facts ? facts.side : undefined);

function without(verdict: Verdict, left: readonly string[]): Verdict {
  const { code, facts } = verdict;
  if (code === 'taken-for-granted')
    return { ...verdict, facts: { ...facts, assumed: withoutDirection(facts.assumed) } };
  const kept = Object.entries(facts).filter(([fact]) => !left.includes(fact));
  return kept.length < Object.keys(facts).length
    ? ({ ...verdict, facts: Object.fromEntries(kept) } as Verdict)
    : verdict;
}
