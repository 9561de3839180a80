/**
 * The measures of two designs and their differences. Simulated ones are differences of pairs: replication r of both has
 * the same random numbers, warm-up and horizon, so that what luck does to both falls out (common random numbers; A. Distribution,
 * Simulation Modeling and Analysis, 5th edition (2015), section 11.2); the interval is Student's t over the pairs.
 */
import { refusalText } from '../../core/measures/refusals.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { PointAnswer, Study } from '../../core/study/study.ts';
import type { MeasureSource } from '../../core/study/study-measures.ts';
import { estimate } from '../numeric/estimates.ts';
import type { SimulationPlan } from '../simulate/contract.ts';
import { planRun } from '../simulate/plan-run.ts';
import { replicateNow } from '../simulate/replicate.ts';
import { summarizeReplications } from '../simulate/summarize.ts';
import type { ComparisonAnswer, StudyFaults } from './contract.ts';
import { designMeasure } from './design-measures.ts';
import { evaluateDesign } from './evaluate-design.ts';
import { simulatedMeasure } from './read-simulated.ts';
import { planStudy } from './study-plan.ts';

export function compareDesigns(study: Study, other: Scenario): ComparisonAnswer | StudyFaults {
  const plan = planStudy(study);
  if (plan.kind === 'faults') return plan;
  const { answer = { by: 'solve' } } = study;
  const designs = [study.scenario, other] as const;
  const sources = plan.measures.map(({ source }) => source);
  const names = plan.measures.map(({ name }) => name);
  if (answer.by === 'simulate') return simulatedPairs({ study, designs, sources, names }, answer);
  const [first, second] = designs.map((scenario) =>
    evaluateDesign({ scenario, answer, costs: study.costs, sources }),
  );
  return {
    kind: 'comparison',
    differences: names.map((measure, i) => {
      const [a, b] = [first!.values[i], second!.values[i]];
      const known = both(first!.known?.[i], second!.known?.[i]);
      if (a === undefined || b === undefined) return { measure, ...both(a, b), known };
      return { measure, ...both(a, b), difference: b - a, halfWidth: 0, known };
    }),
  };
}

const both = <Value>(first: Value | undefined, second: Value | undefined) => ({
  ...(first !== undefined && { first }),
  ...(second !== undefined && { second }),
});

interface Pair {
  readonly study: Study;
  readonly designs: readonly [Scenario, Scenario];
  readonly sources: readonly MeasureSource[];
  readonly names: readonly string[];
}

function simulatedPairs(
  { study, designs, sources, names }: Pair,
  { by: _, precision: __, ...request }: Extract<PointAnswer, { by: 'simulate' }>,
): ComparisonAnswer | StudyFaults {
  const plans = designs.map((scenario) => planRun(scenario, request));
  const refused = plans.find((plan) => 'kind' in plan);
  if (refused && 'kind' in refused) return { kind: 'faults', faults: [refusalText(refused)] };
  // The longer of both, so that each is long enough.
  const [a, b] = plans as [SimulationPlan, SimulationPlan];
  const plan = a.horizon >= b.horizon ? a : b;
  const pairs: (readonly (readonly (number | undefined)[])[])[] = [];
  for (let r = 0; r < plan.replications; r++) {
    const pair = designs.map((scenario) => measuresOfOne({ scenario, plan, sources, study }, r));
    const stuck = pair.find((values) => typeof values === 'string');
    if (typeof stuck === 'string') return { kind: 'faults', faults: [stuck] };
    pairs.push(pair as (readonly (number | undefined)[])[]);
  }
  return {
    kind: 'comparison',
    differences: names.map((measure, i) => pairedDifference(measure, pairs, i)),
    pairs: pairs.length,
  };
}

interface One {
  readonly scenario: Scenario;
  readonly plan: SimulationPlan;
  readonly sources: readonly MeasureSource[];
  readonly study: Study;
}

/** Measures of a single replication, or why it cannot go on. */
function measuresOfOne(
  { scenario, plan, sources, study }: One,
  replication: number,
): readonly (number | undefined)[] | string {
  const record = replicateNow(scenario, plan, replication);
  if (record.kind === 'noAnswer') return refusalText(record);
  const result = summarizeReplications(scenario, plan, [record], 0);
  return sources.map((source) =>
    source.of === 'design'
      ? designMeasure(scenario, source.measure, study.costs)
      : simulatedMeasure(scenario, result, source)?.mean,
  );
}

function pairedDifference(
  measure: string,
  pairs: readonly (readonly (readonly (number | undefined)[])[])[],
  i: number,
) {
  const known = pairs.filter(([a, b]) => a![i] !== undefined && b![i] !== undefined);
  const [first, second, difference] = [
    known.map(([a]) => a![i]!),
    known.map(([, b]) => b![i]!),
    known.map(([a, b]) => b![i]! - a![i]!),
  ].map(estimate);
  return {
    measure,
    ...both(first?.mean, second?.mean),
    ...(difference && { difference: difference.mean, halfWidth: difference.halfWidth }),
  };
}
