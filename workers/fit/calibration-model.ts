/**
 * What answers a scenario while it is calibrated: the solver, or the simulator where that is asked for or no formula
 * applies. A simulation is some thousand times the work of a formula, which bounds how many unknowns are searched for.
 */

import { err, ok, type Result } from '../../core/base/result.ts';
import type { Estimate, StageMeasures } from '../../core/measures/measures.ts';
import { isAutomatic } from '../../core/measures/methods.ts';
import { type NoAnswer, refusalText } from '../../core/measures/refusals.ts';
import { formatNumber } from '../../core/quantities/quantity-format.ts';
import { isStage, type NodeId, type Scenario } from '../../core/scenario/scenario.ts';
import { studentQuantile } from '../numeric/student-t.ts';
import { planRun } from '../simulate/plan-run.ts';
import { replicateNow } from '../simulate/replicate.ts';
import { simulateNow } from '../simulate/simulate-scenario.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import type { CalibrationRequest, SimulatedRun } from './contract.ts';
import type { Grain } from './least-squares.ts';
import type { ModelAnswer } from './model-answer.ts';

export interface CalibrationModel {
  answer(scenario: Scenario): ModelAnswer;
  /** Standard errors of the model's own means, relative. */
  spread: SimulatedModel['spread'];
  readonly starts: number;
  readonly grain?: Grain;
  readonly simulated?: SimulatedRun;
  /** Why it is simulated though that was not asked for. */
  readonly refusal?: string;
}

const STARTS = 6;
const SIMULATED_STARTS = 2;
const MOST_SIMULATED = 5;
/** A hundredth moves simulated means by more than single events do. */
const COARSE: Grain = { reach: 0.02, still: 1e-3, settled: 1e-3 };

/** `start`: the scenario with the values that the first search begins at. */
export function calibrationModel(
  start: Scenario,
  { method = 'auto', unknowns, seed = 1 }: CalibrationRequest,
): Result<CalibrationModel, readonly string[]> {
  if (method === 'simulation') return simulated(start, unknowns.length, seed);
  const answer = (scenario: Scenario): ModelAnswer =>
    solveScenario(scenario, method, false, { spans: false });
  const first = answer(start);
  if (first.kind === 'noAnswer' && first.reason !== 'unstable') {
    if (!isAutomatic(method) || first.reason !== 'unsupported') return err([refusalText(first)]);
    return simulated(start, unknowns.length, seed, refusalText(first));
  }
  return ok({ answer, spread: () => 0, starts: STARTS });
}

function simulated(
  start: Scenario,
  unknowns: number,
  seed: number,
  refusal?: string,
): Result<CalibrationModel, readonly string[]> {
  if (unknowns > MOST_SIMULATED) {
    const why = refusal === undefined ? '' : `${refusal} It has to be simulated, and by `;
    return err([
      `${why || 'By '}simulation at most ${MOST_SIMULATED} numbers are searched for at once, not ${unknowns}: name fewer.`,
    ]);
  }
  const model = simulatedModel(start, seed);
  if ('kind' in model) return err([refusalText(model)]);
  const { answer, spread, run } = model;
  const head = { answer, spread, simulated: run, starts: SIMULATED_STARTS, grain: COARSE };
  return ok(refusal === undefined ? head : { ...head, refusal });
}

/** Why the values found may not be those of the system: to be read before them. */
export function doubts(outcome: ModelAnswer, nameOf: (stage: NodeId) => string): readonly string[] {
  if (outcome.kind === 'noAnswer') return [];
  const doubtful = Object.entries(outcome.stages).flatMap(([id, { doubtful }]) =>
    doubtful ? [nameOf(id)] : [],
  );
  if (doubtful.length === 0) return [];
  return [
    `The solver leaves something out at ${doubtful.join(', ')} that may move its numbers by more than a fifth, and with them the values found: calibrate by simulation to be sure.`,
  ];
}

/** Where more arrives than can be served, at the values found. */
export function overloads(outcome: ModelAnswer, nameOf: (stage: NodeId) => string): readonly string[] {
  if (outcome.kind !== 'unstable') return [];
  const full = Object.entries(outcome.stages).flatMap(([id, { loadPerServer = 0 }]) =>
    loadPerServer >= 1 ? [nameOf(id)] : [],
  );
  return [
    `With the values found more arrives at ${full.join(', ')} than can be served: there is no steady state.`,
  ];
}

/** How the model was answered, where it was not by the solver. */
export function runSentences({ simulated: run, refusal }: CalibrationModel): readonly string[] {
  if (!run) return [];
  const why = refusal === undefined ? '' : `${refusal} `;
  return [
    `${why}The model was simulated: ${run.replications} replications of ${formatNumber(run.horizon)} s with the same random numbers for all values; what chance is left in its means counts as an error.`,
  ];
}

/**
 * A scenario answered by simulation, for calibrations: the same replications with the same random numbers for all values of
 * its parameters, so that what changes from one to the next is the model and hardly chance (common random numbers; A. M.
 * Distribution, Simulation Modeling and Analysis, 5th edition (2015), section 11.2). What chance is left, in the means themselves,
 * counts as an error beside that of the measurement.
 */

interface SimulatedModel {
  readonly run: SimulatedRun;
  answer(scenario: Scenario): ModelAnswer;
  /** Standard errors of the means at the scenario that it was made for, relative; 0 where nothing is known. */
  spread(stage: NodeId, quantity: keyof StageMeasures<number>): number;
}

const REPLICATIONS = 4;
/** Standard errors in half of a 95 % interval. */
const STUDENT = studentQuantile(0.975, REPLICATIONS - 1);
/** Events of one replication; hundreds of models are simulated. */
const MOST_EVENTS = 200_000;

function simulatedModel(scenario: Scenario, seed: number): SimulatedModel | NoAnswer {
  const base = { seed, replications: REPLICATIONS };
  const plan = planRun(scenario, base);
  if ('kind' in plan) return plan;
  const record = replicateNow(scenario, plan, 0);
  if (record.kind === 'noAnswer') return record;
  // The round of a schedule cannot be cut short.
  const share = plan.course ? 1 : Math.min(1, MOST_EVENTS / record.events);
  const run = { ...base, horizon: plan.horizon * share, warmup: plan.warmup * share };
  const first = simulateNow(scenario, run);
  if (first.kind === 'noAnswer') return first;
  return {
    run,
    answer: (changed) => meansOf(changed, run),
    spread(stage, quantity) {
      const estimate = first.stages[stage]?.[quantity] as Estimate | undefined;
      return estimate && estimate.mean > 0 ? estimate.halfWidth / STUDENT / estimate.mean : 0;
    },
  };
}

function meansOf(scenario: Scenario, run: SimulatedRun): ModelAnswer {
  const result = simulateNow(scenario, run);
  if (result.kind === 'noAnswer') return result;
  const stages = scenario.nodes
    .filter(isStage)
    .flatMap(({ id }) => (result.stages[id] ? [[id, meansOfStage(result.stages[id])] as const] : []));
  return { kind: 'answer', stages: Object.fromEntries(stages) };
}

function meansOfStage(measures: StageMeasures<Estimate>): StageMeasures<number> {
  const means: Record<string, number | readonly number[]> = {};
  for (const [name, value] of Object.entries(measures) as readonly [string, unknown][]) {
    if (isEstimate(value)) means[name] = value.mean;
  }
  const levels = measures.occupancyDistribution;
  return { ...means, ...(levels && { occupancyDistribution: levels.map(({ mean }) => mean) }) };
}

const isEstimate = (value: unknown): value is Estimate =>
  typeof value === 'object' && value !== null && 'mean' in value;
