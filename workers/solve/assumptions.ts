/**
 * What the model of an approximate stage takes for granted, each held against the drawing. An assumption is broken where
 * a verdict of the stage says so (station-verdicts.ts, networks/steady-frames.ts).
 */
import { isPoisson } from '../../core/distributions/index.ts';
import type {
  Assumption,
  AssumptionCode,
  AssumptionFacts,
  Verdict,
  VerdictCode,
} from '../../core/measures/verdicts.ts';
import { largestBatch } from '../../core/rules/bulk.ts';
import { servesByPriority } from '../../core/rules/discipline.ts';
import { losesWhenFull } from '../../core/rules/when-full.ts';
import { serverCountOf } from '../../core/scenario/defaults.ts';
import type { NodeId } from '../../core/scenario/scenario.ts';
import type { StageCase } from './stage-case.ts';

interface Check<C extends AssumptionCode> {
  /** What the method assumes of a stage; undefined where it does not. */
  readonly facts: (stageCase: StageCase) => AssumptionFacts<C> | undefined;
  /** Verdicts that say that it does not hold. */
  readonly broken: readonly VerdictCode[];
}

const CHECKS: { readonly [C in AssumptionCode]: Check<C> } = {
  arrivals: {
    facts: ({ knowsArrivals, knowsVariability }) => ({
      known: knowsArrivals ? 'distribution' : knowsVariability ? 'variability' : 'poisson',
    }),
    broken: ['arrivals-not-poisson', 'correlated-arrivals', 'departures-not-poisson'],
  },
  singles: {
    facts: ({ knowsVariability }) => ({ counted: knowsVariability }),
    broken: ['batch-arrivals-ignored'],
  },
  service: {
    facts: ({ stage, knowsService }) => ({ asDrawn: knowsService && !isPoisson(stage.service) }),
    broken: ['service-not-exponential'],
  },
  bulk: {
    facts: ({ stage }) => (largestBatch(stage.bulk) > 1 ? { asDrawn: true } : undefined),
    broken: ['bulk-ignored', 'timeout-ignored'],
  },
  servers: {
    facts: ({ stage }) => (serverCountOf(stage) > 1 ? {} : undefined),
    broken: ['servers-pooled'],
  },
  order: {
    facts: ({ stage }) => (servesByPriority(stage) ? {} : undefined),
    broken: ['priority-ignored'],
  },
  room: {
    facts: ({ stage: { capacity }, kind }) =>
      capacity === undefined ? undefined : { capacity, isSeldom: kind === 'mm1' || kind === 'mmc' },
    broken: ['back-pressure-out-of-range'],
  },
  losses: {
    facts: ({ stage }) => (losesWhenFull(stage) ? {} : undefined),
    broken: ['loss-ignored'],
  },
  blocking: { facts: () => ({ byChance: false }), broken: ['blocking-ignored'] },
  feedback: { facts: ({ onCycle }) => (onCycle ? {} : undefined), broken: ['feedback-ignored'] },
  resource: {
    facts: ({ stage }) => (stage.resource === undefined ? undefined : {}),
    broken: ['resource-ignored'],
  },
  steady: { facts: () => ({}), broken: ['schedule-averaged'] },
  split: { facts: () => undefined, broken: ['routing-approximated'] },
  own: { facts: () => undefined, broken: ['taken-for-granted', 'source-held-up'] },
};

const CODES = Object.entries(CHECKS) as readonly [AssumptionCode, Check<AssumptionCode>][];

/** By stage; `inexact` are those that need it, `felt` what is said of other nodes and tells on a stage. */
export function assumptionsOf(
  cases: readonly StageCase[],
  verdicts: readonly Verdict[],
  inexact: (id: NodeId) => boolean,
  felt: readonly ReadonlyMap<NodeId, readonly Verdict[]>[],
): ReadonlyMap<NodeId, readonly Assumption[]> {
  const byNode = verdictsByNode(verdicts);
  const found = new Map<NodeId, readonly Assumption[]>();
  for (const stageCase of cases) {
    const { stage } = stageCase;
    if (!inexact(stage.id)) continue;
    const said = [...new Set([byNode, ...felt].flatMap((by) => by.get(stage.id) ?? []))];
    const assumed: Assumption[] = [];
    for (const [code, { facts }] of CODES) {
      const taken = facts(stageCase);
      if (taken !== undefined) assumed.push(heldAgainst(code, taken, said));
      // What is not assumed is told by each verdict that needs it.
      else
        for (const verdict of against(code, said)) assumed.push({ code, holds: false, because: [verdict] });
    }
    found.set(stage.id, assumed);
  }
  return found;
}

export function verdictsByNode(verdicts: readonly Verdict[]): ReadonlyMap<NodeId, readonly Verdict[]> {
  const byNode = new Map<NodeId, Verdict[]>();
  for (const verdict of verdicts) {
    if (verdict.stage === undefined) continue;
    const there = byNode.get(verdict.stage);
    if (there) there.push(verdict);
    else byNode.set(verdict.stage, [verdict]);
  }
  return byNode;
}

/** Broken where one of the verdicts says so. Each field is written out: a solve makes hundreds, and copies with spreads are slow. */
export function heldAgainst(
  code: AssumptionCode,
  facts: Assumption['facts'],
  verdicts: readonly Verdict[],
): Assumption {
  const because = against(code, verdicts);
  return { code, facts, holds: because.length === 0, because } as Assumption;
}

/** Most stages have no verdict; they share one empty list. */
const against = (code: AssumptionCode, verdicts: readonly Verdict[]): readonly Verdict[] =>
  verdicts.length === 0 ? verdicts : verdicts.filter((verdict) => CHECKS[code].broken.includes(verdict.code));
