/** What is said beside an answer of the decomposition by blocking: what it takes for granted of each stage, held against the drawing, and which remarks of the formulas hold here as well. */
import { distributionScv } from '../../../core/distributions/index.ts';
import { type Assumption, note, type Verdict, type VerdictCode } from '../../../core/measures/verdicts.ts';
import { copiesElements, looksAtState, type RoutingRule } from '../../../core/rules/routing.ts';
import type { NodeId, ScenarioNode } from '../../../core/scenario/scenario.ts';
import { heldAgainst, verdictsByNode } from '../assumptions.ts';
import type { FlowNetwork } from '../flow-network.ts';
import type { errorsOf } from './blocking-errors.ts';

const CHECKS: readonly Pick<Assumption, 'code' | 'facts'>[] = [
  { code: 'arrivals', facts: { known: 'variability' } },
  { code: 'singles', facts: { counted: true } },
  { code: 'steady', facts: {} },
];

/** `leftOut`: nodes that feel what is left out, which no network had which the errors were measured with; nor had any times of infinite variance. */
export function howFarOff(
  errors: ReturnType<typeof errorsOf>,
  holds: boolean,
  leftOut: number,
  { nodes }: FlowNetwork,
): readonly Verdict[] {
  const isOutside = leftOut > 0 || nodes.some(({ node }) => hasInfiniteVariance(node));
  return [note('blocking-approximated', { ...errors, holds, ...(isOutside && { isOutside }) })];
}

const hasInfiniteVariance = (node: ScenarioNode): boolean =>
  (node.kind === 'source' && distributionScv(node.interarrival) === Number.POSITIVE_INFINITY) ||
  (node.kind === 'stage' && distributionScv(node.service) === Number.POSITIVE_INFINITY);

/** What is told only where it is left out. */
const LEFT_OUT: readonly Pick<Assumption, 'code' | 'facts'>[] = [
  { code: 'bulk', facts: { asDrawn: true } },
  { code: 'split', facts: {} },
];

/** By stage. `felt`: what is said of other nodes and tells on a stage, by stage. */
export function blockingAssumptions(
  { nodes }: FlowNetwork,
  verdicts: readonly Verdict[],
  felt: ReadonlyMap<NodeId, readonly Verdict[]>,
): ReadonlyMap<NodeId, readonly Assumption[]> {
  const because = verdicts.filter(({ code }) => code === 'blocking-approximated');
  const broken: Assumption = { ...BY_CHANCE, holds: false, because };
  const byNode = verdictsByNode(verdicts);
  const assumptions = new Map<NodeId, readonly Assumption[]>();
  for (const { node, blockers } of nodes) {
    if (node.kind !== 'stage') continue;
    const here = [...new Set([byNode, felt].flatMap((by) => by.get(node.id) ?? []))];
    const checked =
      here.length > 0
        ? [
            ...CHECKS.map((check) => heldAgainst(check.code, check.facts, here)),
            ...LEFT_OUT.map((check) => heldAgainst(check.code, check.facts, here)).filter(
              ({ holds }) => !holds,
            ),
          ]
        : ALL_HOLD;
    assumptions.set(node.id, [...checked, blockers.length === 0 ? BY_CHANCE : broken]);
  }
  return assumptions;
}

/** Assumptions of stages that violate none. */
const ALL_HOLD: readonly Assumption[] = CHECKS.map((check) => heldAgainst(check.code, check.facts, []));

/** For stages that nobody blocks. */
const BY_CHANCE = {
  code: 'blocking',
  facts: { byChance: true },
  holds: true,
  because: [],
} as const;

const KEPT: ReadonlySet<VerdictCode> = new Set<VerdictCode>([
  'schedule-averaged',
  'correlated-arrivals',
  'routing-approximated',
]);

export const remarksKept = (verdicts: readonly Verdict[], network: FlowNetwork): readonly Verdict[] =>
  verdicts.filter((verdict) => KEPT.has(verdict.code) && !isFollowed(verdict, network));

/** What the formulas leave out of a sender's routing, but this method does not. */
function isFollowed({ facts, stage }: Verdict, { nodes, indexOf }: FlowNetwork): boolean {
  const rule = (facts as { readonly rule?: RoutingRule }).rule;
  if (rule === undefined || copiesElements(rule)) return false;
  return (
    !looksAtState(rule) ||
    nodes[indexOf.get(stage!)!]!.links.every(({ to }) => ['stage', 'sink'].includes(nodes[to]!.node.kind))
  );
}
