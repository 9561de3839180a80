/** What the posterior leaves open of the model's answers: the scenario is solved at draws of all distributions together. */

import type { StageMeasures } from '../../../core/measures/measures.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { Interval, PosteriorAnswer } from '../../../workers/posterior/contract.ts';
import { besideSolver } from '../solve/solver-client.ts';
import { posteriorClient } from './posterior-run.ts';

/** Draws that are solved: 95 % of them lie between the second and the last but one. */
const MOST_DRAWS = 40;

const SPREAD_MEASURES = ['utilization', 'meanOccupancy', 'meanSojournTime'] as const;
export type SpreadMeasure = (typeof SPREAD_MEASURES)[number];

export interface StageSpread {
  readonly stage: NodeId;
  /** Absent where a draw has no such value: its stage has no steady state then. */
  readonly measures: Readonly<Partial<Record<SpreadMeasure, Interval>>>;
}

export interface PredictedSpread {
  readonly stages: readonly StageSpread[];
  readonly draws: number;
  /** Draws with which some stage saturates. */
  readonly unstable: number;
  /** Draws that no method answers. */
  readonly unanswered: number;
}

type Stages = Readonly<Record<NodeId, StageMeasures<number>>>;

export async function predictSpread(
  scenario: Scenario,
  { queues }: Pick<PosteriorAnswer, 'queues'>,
  signal: AbortSignal,
): Promise<PredictedSpread> {
  const count = Math.min(MOST_DRAWS, queues[0]?.draws.mean.length ?? 0);
  const every = (queues[0]?.draws.mean.length ?? 0) / count;
  const solved: Stages[] = [];
  let unstable = 0;
  let changed: readonly NodeId[] = [];
  for (let i = 0; i < count; i += 1) {
    const drawn = await posteriorClient.apply(scenario, { queues }, Math.floor(i * every));
    changed = drawn.applied;
    const outcome = await besideSolver.solve(drawn.scenario, 'auto', signal);
    if (outcome.kind === 'noAnswer') continue;
    if (outcome.kind === 'unstable') unstable += 1;
    solved.push(outcome.stages);
  }
  const stages = changed.map((stage) => ({ stage, measures: spreadOf(solved.map((one) => one[stage])) }));
  return { stages, draws: count, unstable, unanswered: count - solved.length };
}

function spreadOf(answers: readonly (StageMeasures<number> | undefined)[]): StageSpread['measures'] {
  const known = SPREAD_MEASURES.flatMap((measure) => {
    const values = answers.flatMap((answer) => answer?.[measure] ?? []);
    return values.length === answers.length && values.length > 0 ? [[measure, intervalOf(values)]] : [];
  });
  return Object.fromEntries(known);
}

/** Mean, and what is left without a fortieth at each end. */
export function intervalOf(values: readonly number[]): Interval {
  const sorted = [...values].sort((one, other) => one - other);
  const cut = Math.round(sorted.length / 40);
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length;
  return { mean, low: sorted[cut]!, high: sorted[sorted.length - 1 - cut]! };
}
