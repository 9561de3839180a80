/** The answer of a run: what the replications give, the means of an exact part, and what a precision still lacks. */

import type { Estimate, Verdict } from '../../core/measures/measures.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { studentQuantile } from '../numeric/student-t.ts';
import type { ExactPart } from '../solve/exact-part/contract.ts';
import { PRECISION_MEASURES, type PrecisionMeasure } from '../solve/exact-part/contract.ts';
import type { SimulationPlan, SimulationResult, StageEstimate } from './contract.ts';
import { MOST_REPLICATIONS } from './contract.ts';
import type { ReplicationRecord } from './records.ts';
import { leastReplications, type Missing, missingOf, replicationsNeeded } from './stopping.ts';
import { summarizeReplications } from './summarize.ts';

export function summarizeRun(
  scenario: Scenario,
  plan: SimulationPlan,
  records: readonly ReplicationRecord[],
  elapsedSeconds: number,
  part?: ExactPart,
): SimulationResult {
  const result = summarizeReplications(scenario, plan, records, elapsedSeconds);
  return withStoppingVerdict(part ? joinExactPart(scenario, result, part) : result);
}

/**
 * The means of an exact part in place of the simulated ones, which stay beside them.
 *
 * Two things are asked of the run before. No stage that could hold the part up was ever full: then the part went on as it
 * does alone. And the means of the chain lie in the simulated intervals, widened so that a right chain fails in one of
 * 1,000 runs at most: 0.1 % over all means that are compared (Bonferroni). Else the simulated means stay.
 */

/** Share of the runs in which a right chain may seem wrong. */
const FALSE_ALARM = 0.001;

/** A mean known twice. */
interface Pair {
  readonly stage: string;
  readonly measure: PrecisionMeasure;
  readonly exact: number;
  readonly simulated: Estimate;
}

export function joinExactPart(
  scenario: Scenario,
  result: SimulationResult,
  part: ExactPart,
): SimulationResult {
  if (!wasNeverHeldUp(result, part)) return result;
  const pairs = pairsOf(result, part);
  const [apart] = differing(pairs, result.replications);
  if (apart) return { ...result, verdicts: [differs(scenario, part, apart), ...result.verdicts] };
  const stages = { ...result.stages };
  for (const id of Object.keys(part.stages))
    stages[id] = known(
      stages[id]!,
      pairs.filter(({ stage }) => stage === id),
    );
  const verdicts = result.verdicts.map((verdict) =>
    tellsOfLength(verdict, part) ? eased(verdict) : verdict,
  );
  return { ...result, stages, exactPart: part, verdicts: [fromChain(scenario, part), ...verdicts] };
}

/** An element that finds no room leaves the stage full; so does the part of a group that enters. */
const wasNeverHeldUp = ({ stages }: SimulationResult, { edge }: ExactPart): boolean =>
  edge.every(({ stage }) => stages[stage]!.fullProbability?.mean === 0);

const pairsOf = ({ stages }: SimulationResult, part: ExactPart): readonly Pair[] =>
  Object.entries(part.stages).flatMap(([stage, measures]) =>
    PRECISION_MEASURES.flatMap((measure) => {
      const exact = measures[measure];
      const simulated = stages[stage]?.[measure];
      return exact === undefined || simulated === undefined ? [] : [{ stage, measure, exact, simulated }];
    }),
  );

/** Those too far apart; a mean that was the same in all replications tells nothing of its error. */
function differing(pairs: readonly Pair[], replications: number): readonly Pair[] {
  const df = replications - 1;
  const wider = studentQuantile(1 - FALSE_ALARM / pairs.length / 2, df) / studentQuantile(0.975, df);
  return pairs.filter(
    ({ exact, simulated: { mean, halfWidth } }) =>
      halfWidth > 0 && Math.abs(exact - mean) > wider * halfWidth,
  );
}

const known = (stage: StageEstimate, pairs: readonly Pair[]): StageEstimate => ({
  ...stage,
  ...Object.fromEntries(pairs.map(({ measure, exact }) => [measure, { mean: exact, halfWidth: 0 }])),
  simulated: Object.fromEntries(pairs.map(({ measure, simulated }) => [measure, simulated])),
});

function fromChain(scenario: Scenario, part: ExactPart): Verdict {
  const names = namesOf(scenario, Object.keys(part.stages));
  const message = `The means of ${names} are known from the exact chain of this part (${part.model}), and agree with what was simulated. ${edgeWords(scenario, part)}`;
  return { code: 'exact-part', severity: 'note', message };
}

function edgeWords(scenario: Scenario, { edge }: ExactPart): string {
  if (edge.length === 0) return 'Nothing behind it can hold it up.';
  const names = namesOf(
    scenario,
    edge.map(({ stage }) => stage),
  );
  const bounds = edge.map(({ mostFull }) => mostFull ?? Number.POSITIVE_INFINITY);
  const most = bounds.reduce((sum, bound) => sum + bound, 0);
  const isOne = edge.length === 1;
  const bound = Number.isFinite(most)
    ? `; ${isOne ? 'it is' : 'they are'} so for less than ${shareAbove(most)} of the time`
    : '';
  return `${names} could hold it up when full, but ${isOne ? 'was' : 'were'} never full in this run${bound}.`;
}

/** Smaller ones are as good as none. */
const SMALLEST_SHARE = 1e-15;
const shareAbove = (share: number): string => Math.max(SMALLEST_SHARE, 1.1 * share).toExponential(0);

const tellsOfLength = ({ code, stage }: Verdict, { stages }: ExactPart): boolean =>
  stage !== undefined && stage in stages && LENGTH_CODES.includes(code);

/** What would make simulated means doubtful. */
const LENGTH_CODES: readonly string[] = ['short-run', 'warmup-too-short', 'growing'];

const eased = ({ message, ...verdict }: Verdict): Verdict => ({
  ...verdict,
  severity: 'note',
  message: `${message} That holds for what is simulated there, not for the means from the exact chain.`,
});

function differs(scenario: Scenario, part: ExactPart, { stage, measure, exact, simulated }: Pair): Verdict {
  const { mean, halfWidth } = simulated;
  const message = `The exact chain of ${namesOf(scenario, Object.keys(part.stages))} (${part.model}) gives ${digits(exact)} for the ${MEASURE_WORDS[measure]} of ${namesOf(scenario, [stage])}, simulated are ${digits(mean)} ± ${digits(halfWidth)}: too far apart for chance, so the chain's means are not used. A longer warm-up may bring them together.`;
  return { code: 'exact-part-differs', severity: 'warning', stage, message };
}

const digits = (value: number): string => String(Number(value.toPrecision(3)));

function namesOf({ nodes }: Scenario, ids: readonly string[]): string {
  const names = ids.map((id) => `"${nodes.find((node) => node.id === id)?.name ?? id}"`);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** What a run for a precision does not reach: which measure of which stage, and how much more it would take. */

/** Named one by one; of others only the number is said. */
const MOST_NAMED = 3;

const MEASURE_WORDS: Readonly<Record<PrecisionMeasure, string>> = {
  meanOccupancy: 'mean occupancy',
  meanQueueLength: 'mean queue length',
  throughput: 'throughput',
  utilization: 'utilization',
  meanSojournTime: 'mean time in the stage',
  meanWaitingTime: 'mean waiting time',
};

/** The result, with a verdict before the others when enough is made to tell and the precision is not reached. */
export function withStoppingVerdict(result: SimulationResult): SimulationResult {
  const verdict = stoppingVerdict(result);
  return verdict ? { ...result, verdicts: [verdict, ...result.verdicts] } : result;
}

function stoppingVerdict(result: SimulationResult): Verdict | undefined {
  const { plan, replications } = result;
  const missing = missingOf(plan, result);
  const [worst] = missing;
  if (worst === undefined || replications < leastReplications(plan)) return undefined;
  const needed = replicationsNeeded(plan, result);
  const named = missing.slice(0, MOST_NAMED).map(nameOf);
  const others = missing.length > MOST_NAMED ? [`${missing.length - MOST_NAMED} more`] : [];
  const message = [
    `Not known to ${percent(plan.precision!)} after ${replications} replications: ${[...named, ...others].join(', ')}.`,
    `That takes about ${twoDigits(needed)} replications, ${twoDigits(needed / replications)} times as many, or replications so much longer.`,
    ...(needed > MOST_REPLICATIONS
      ? [`More than ${MOST_REPLICATIONS} are made only when the request says so.`]
      : []),
  ].join(' ');
  return { code: 'precision-missed', severity: 'warning', stage: worst.stage, message };
}

const nameOf = ({ stage, measure, share }: Missing): string =>
  `${MEASURE_WORDS[measure]} of "${stage}" (± ${percent(share)})`;

const percent = (share: number): string => `${twoDigits(100 * share)} %`;

const twoDigits = (value: number): string => String(Number(value.toPrecision(2)));
