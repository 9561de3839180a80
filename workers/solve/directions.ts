/**
 * Remarks tell which way the real queue is off only where nothing else moves it another way, and by how much only where nothing else
 * moves it at all (verify/approximations.md says how often that holds).
 */
import type { Side, Verdict } from '../../core/measures/verdicts.ts';
import type { NodeId } from '../../core/scenario/scenario.ts';
import { verdictsByNode } from './assumptions.ts';
import type { CaseQuestion, StageCase } from './stage-case.ts';
import { routingVerdict } from './station-verdicts.ts';
import { withoutDirection } from './stations/taken-as.ts';

interface Answered {
  readonly question: CaseQuestion;
  readonly cases: readonly StageCase[];
  readonly exact: ReadonlySet<NodeId>;
  readonly unsteady: ReadonlyMap<NodeId, unknown>;
}

export function withDirections(verdicts: readonly Verdict[], answered: Answered): readonly Verdict[] {
  const sure = sureNodes(answered);
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

/** Nodes to which comes what their models know, or say that they do not; of joins, where all stages are exact. */
function sureNodes({
  question: {
    network: { nodes, forkJoins },
  },
  cases,
  exact,
  unsteady,
}: Answered): ReadonlySet<NodeId> {
  const sure = new Set<NodeId>();
  if (nodes.every(({ node }) => node.kind !== 'stage' || exact.has(node.id)))
    for (const { node } of nodes) if (node.kind === 'join') sure.add(node.id);
  const isHeld = forkJoins.length > 0 && nodes.some(({ blockers }) => blockers.length > 0);
  const isDealt = nodes.some(({ node, links }) => routingVerdict(node, links.length).length > 0);
  cases.forEach(({ stage, behindOthers, senders }) => {
    if (isHeld || unsteady.has(stage.id)) return;
    if (!behindOthers || (!isDealt && senders.every(({ kind }) => kind === 'source'))) sure.add(stage.id);
  });
  return sure;
}
