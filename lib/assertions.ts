/** What must hold of a model or of a measurement: queries with a limit, checked one by one. */
import type { Query } from '../core/measurement/query.ts';
import { parseQuery, queryText } from '../core/measurement/query-text.ts';
import { type Estimate, intervalOf } from '../core/measures/measures.ts';
import type { NoAnswer } from '../core/measures/refusals.ts';
import { isStage, type Scenario } from '../core/scenario/scenario.ts';
import type { ByteSource, ReducedMeasurement, ReduceOptions } from '../workers/measure/contract.ts';
import type { CheckedQuery } from '../workers/measure/queries/contract.ts';
import { reducedOfMeasurement, studyMeasurement } from '../workers/measure/queries/study-measurement.ts';
import { readReduced } from '../workers/measure/reduce-measurement.ts';
import type { SimulationResult } from '../workers/simulate/contract.ts';
import type { SolveAnswer } from '../workers/solve/contract.ts';
import {
  checkedSpan,
  judgedQueries,
  type Known,
  unknownAnswer,
} from '../workers/virtual-queue/judged-queries.ts';
import { BadInput } from './bad-input.ts';
import { type CompareOptions, predictedBy } from './compare.ts';
import type { ReadFile } from './measurements.ts';

/** Those of the scenario that require something, then those that are asked; `name` stands before errors. */
export function assertionsOf(
  { queries = [] }: Pick<Scenario, 'queries'>,
  texts: readonly string[],
  name = 'assertion',
): readonly Query[] {
  const asked = texts.map((text): Query => {
    const query = parseQuery(text);
    if (!query.ok) throw new BadInput([`${name} "${text}": ${query.error}`]);
    if (!query.value.require)
      throw new BadInput([`${name} "${text}": nothing is required; add a limit such as < 100.`]);
    return { id: text, ...query.value };
  });
  return [...queries.filter(({ require }) => require !== undefined), ...asked];
}

/** With its frames, also of a file whose means were read without them; `source` reads the file once more. */
export async function checkMeasured(
  scenario: Scenario,
  read: ReadFile,
  assertions: readonly Query[],
  again?: { readonly source: ByteSource; readonly options: ReduceOptions },
): Promise<readonly CheckedQuery[]> {
  if (assertions.length === 0) return [];
  const reduced = await reducedOf(scenario, read, again);
  const { queries } = studyMeasurement(reduced, scenario, assertions);
  const trace = again && { file: again.source, name: read.measurement.name, options: again.options };
  return judgedQueries(reduced, scenario, queries, trace);
}

async function reducedOf(
  scenario: Scenario,
  read: ReadFile,
  again: Parameters<typeof checkMeasured>[3],
): Promise<ReducedMeasurement> {
  if (read.reduced) return read.reduced;
  if (again) {
    const context = { fileName: read.measurement.name, options: again.options };
    const reduced = await readReduced(again.source, context, scenario.nodes.filter(isStage));
    if (reduced.ok && reduced.value.reduced.queues.length > 0) return reduced.value.reduced;
  }
  return reducedOfMeasurement(read.measurement);
}

/**
 * By what the model predicts. Where its inputs or a simulation leave a number open, an assertion holds only when all of its
 * interval fulfils it, and fails only when nothing of it does.
 */
export async function checkPredicted(
  scenario: Scenario,
  assertions: readonly Query[],
  { method = 'auto', ...options }: CompareOptions = {},
): Promise<readonly CheckedQuery[] | NoAnswer> {
  const outcome = await predictedBy(scenario, { method, ...options });
  if (outcome.kind === 'noAnswer') return outcome;
  return assertions.map((query) => {
    const known = 'plan' in outcome ? simulatedNumber(outcome, query) : solvedNumber(outcome, query);
    const at = scenario.nodes.find(({ id, name }) => id === query.at || name === query.at);
    const number = known(at?.id);
    if (!at) return unknownAnswer(query, `there is no stage "${query.at}"`);
    if (query.frame !== undefined) return unknownAnswer(query, 'a model has no frames');
    if (query.to !== undefined && query.to !== query.at)
      return unknownAnswer(query, 'the model tells the latency of single stages');
    if (number === undefined)
      return unknownAnswer(query, `this method does not tell ${queryText({ ...query, require: undefined })}`);
    return checkedSpan(query, number);
  });
}

type NumberAt = (stage: string | undefined) => Known | undefined;

const PERCENTILES = { 50: 'p50', 90: 'p90', 99: 'p99', 99.9: 'p999' } as const;
const percentileKey = ({ percentile }: Query) =>
  Object.entries(PERCENTILES).find(([percent]) => Number(percent) === percentile)?.[1];

const MEANS = {
  throughput: 'throughput',
  occupancy: 'meanOccupancy',
  latency: 'meanSojournTime',
  utilization: 'utilization',
  stalls: 'backPressureProbability',
  interEventTime: 'arrivalRate',
} as const satisfies Record<Query['metric'], string>;

/** The mean time between insertions is one over their rate. */
const inverted = ({ value, span }: Known): Known => ({
  value: 1 / value,
  ...(span && { span: [1 / span[1], 1 / span[0]] as const }),
});

const solvedNumber =
  ({ stages }: SolveAnswer, query: Query): NumberAt =>
  (id) => {
    const stage = stages[id ?? ''];
    const { metric, aggregation } = query;
    if (aggregation === 'mean') {
      const key = MEANS[metric];
      const value = stage?.[key];
      if (value === undefined) return undefined;
      const halfWidth = stage?.simulated?.[key]?.halfWidth;
      const simulated =
        halfWidth === undefined ? undefined : ([value - halfWidth, value + halfWidth] as const);
      const span = stage?.spans?.[key] ?? simulated;
      const known = { value, ...(span && { span }) };
      return metric === 'interEventTime' ? inverted(known) : known;
    }
    if (aggregation !== 'percentile') return undefined;
    if (metric === 'occupancy') return percentileOf(stage?.occupancyDistribution, query);
    const key = percentileKey(query);
    const value = metric === 'latency' && key ? stage?.sojournPercentiles?.[key] : undefined;
    return value === undefined ? undefined : { value };
  };

const simulatedNumber =
  ({ stages }: SimulationResult, query: Query): NumberAt =>
  (id) => {
    const stage = stages[id ?? ''];
    const { metric, aggregation } = query;
    if (aggregation === 'mean') {
      const estimate = stage?.[MEANS[metric]];
      if (!estimate) return undefined;
      return metric === 'interEventTime' ? inverted(knownOf(estimate)) : knownOf(estimate);
    }
    if (aggregation !== 'percentile') return undefined;
    if (metric === 'occupancy')
      return percentileOf(
        stage?.occupancyDistribution?.map(({ mean }) => mean),
        query,
      );
    const key = percentileKey(query);
    const estimate = metric === 'latency' && key ? stage?.sojournPercentiles?.[key] : undefined;
    return estimate && knownOf(estimate);
  };

function knownOf(estimate: Estimate): Known {
  const { low, high } = intervalOf(estimate);
  return { value: estimate.mean, span: [low, high] };
}

/** The smallest number in the stage that is not exceeded for this share of the time. */
function percentileOf(shares: readonly number[] | undefined, { percentile = 0 }: Query): Known | undefined {
  let sum = 0;
  for (const [level, share] of (shares ?? []).entries()) {
    sum += share;
    if (sum >= percentile / 100) return { value: level };
  }
  return undefined;
}
