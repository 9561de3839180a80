/**
 * What the model of an approximate stage takes for granted, each held against the drawing. An assumption is broken where
 * a verdict of the stage says so (station-verdicts.ts, arrival-verdicts.ts, networks/steady-frames.ts); its effect is
 * that verdict's sentence.
 */
import { isPoisson } from '../../core/distributions/index.ts';
import type { Verdict } from '../../core/measures/measures.ts';
import { largestBatch } from '../../core/rules/bulk.ts';
import { servesByPriority } from '../../core/rules/discipline.ts';
import { losesWhenFull } from '../../core/rules/when-full.ts';
import { serverCountOf } from '../../core/scenario/defaults.ts';
import type { NodeId } from '../../core/scenario/scenario.ts';
import type { Assumption } from './contract.ts';
import type { StageCase } from './stage-case.ts';

interface Check {
  readonly code: string;
  /** Undefined where the model does not assume it. */
  readonly text: (stageCase: StageCase) => string | undefined;
  /** Verdicts that say that it does not hold. */
  readonly broken: readonly string[];
}

const CHECKS: readonly Check[] = [
  {
    code: 'arrivals',
    text: ({ knowsArrivals, knowsVariability }) =>
      knowsArrivals
        ? 'Arrivals follow the distribution of their source.'
        : knowsVariability
          ? 'Arrivals are known by rate and variability.'
          : 'Arrivals are Poisson.',
    broken: ['arrivals-not-poisson', 'correlated-arrivals', 'departures-not-poisson'],
  },
  {
    code: 'singles',
    text: ({ knowsVariability }) =>
      knowsVariability
        ? 'Groups that come at once are counted by their mean and variability.'
        : 'Elements come one by one.',
    broken: ['batch-arrivals-ignored'],
  },
  {
    code: 'service',
    text: ({ stage, knowsService }) =>
      knowsService && !isPoisson(stage.service)
        ? 'Services follow the distribution that is drawn.'
        : 'Service times are exponential.',
    broken: ['service-not-exponential'],
  },
  {
    code: 'bulk',
    text: ({ stage }) => (largestBatch(stage.bulk) > 1 ? 'Batches are served as drawn.' : undefined),
    broken: ['bulk-ignored', 'timeout-ignored', 'bulk-approximated'],
  },
  {
    code: 'servers',
    text: ({ stage }) => (serverCountOf(stage) > 1 ? 'Each server works on its own.' : undefined),
    broken: ['servers-pooled'],
  },
  {
    code: 'order',
    text: ({ stage }) => (servesByPriority(stage) ? 'The order of service follows the classes.' : undefined),
    broken: ['priority-ignored'],
  },
  {
    code: 'room',
    text: ({ stage, kind }) =>
      stage.capacity === undefined
        ? undefined
        : kind === 'mm1' || kind === 'mmc'
          ? `The queue seldom needs more than its ${stage.capacity} places.`
          : `There are ${stage.capacity} places.`,
    broken: ['back-pressure-out-of-range'],
  },
  {
    code: 'losses',
    text: ({ stage }) => (losesWhenFull(stage) ? 'What finds it full is lost.' : undefined),
    broken: ['loss-ignored'],
  },
  { code: 'blocking', text: () => 'Nothing behind holds it up.', broken: ['blocking-ignored'] },
  { code: 'feedback', text: () => 'What returns comes like fresh arrivals.', broken: ['feedback-ignored'] },
  {
    code: 'resource',
    text: ({ stage }) => (stage.resource === undefined ? undefined : 'Services wait for nothing else.'),
    broken: ['resource-ignored'],
  },
  { code: 'steady', text: () => 'Rates stay the same over time.', broken: ['schedule-averaged'] },
  { code: 'split', text: () => undefined, broken: ['routing-approximated'] },
  { code: 'own', text: () => undefined, broken: ['taken-for-granted', 'source-held-up'] },
];

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
    const { stage, onCycle } = stageCase;
    if (!inexact(stage.id)) continue;
    const said = [byNode, ...felt].flatMap((by) => by.get(stage.id) ?? []);
    const assumed: Assumption[] = [];
    for (const check of CHECKS)
      if (check.code !== 'feedback' || onCycle) assumed.push(...held(check, stageCase, said));
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

function held(
  { code, text, broken }: Check,
  stageCase: StageCase,
  verdicts: readonly Verdict[],
): readonly Assumption[] {
  const words = text(stageCase);
  if (words !== undefined) return [heldAgainst({ code, text: words, broken }, verdicts)];
  return against(broken, verdicts).map(({ message }) => ({ code, text: message, holds: false }));
}

/** Broken where one of the verdicts says so. */
export function heldAgainst(
  {
    code,
    text,
    broken,
  }: { readonly code: string; readonly text: string; readonly broken: readonly string[] },
  verdicts: readonly Verdict[],
): Assumption {
  const said = against(broken, verdicts);
  if (said.length === 0) return { code, text, holds: true };
  return { code, text, holds: false, effect: said.map(({ message }) => message).join(' ') };
}

/** Most stages have no verdict; they share one empty list. */
const against = (broken: readonly string[], verdicts: readonly Verdict[]): readonly Verdict[] =>
  verdicts.length === 0 ? verdicts : verdicts.filter(({ code }) => broken.includes(code));
