/** Asked beside the answer, a moment after the drawing came to rest: the end-to-end latency that 99 % do not exceed, and what gets through at saturation. */
import { useEffect } from 'react';
import { err, ok } from '../../../core/base/result.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { LatencyTail } from '../../../workers/explore/contract.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { againWhenLost } from '../../run/create-client.ts';
import { createRun } from '../../run/create-run.ts';
import { besideSolver } from '../solve/solver-client.ts';
import { drawingSolver, solveKey } from '../solve/solving.ts';
import type { Fact } from './answer-facts.ts';
import { hinderedFactor, saturatedAnswer, saturationFact } from './saturation.ts';

interface Question {
  readonly scenario: Scenario;
  readonly answer: SolveAnswer;
}

const keyOf = ({ scenario, answer }: Question): string =>
  `${answer.solvedBy ?? ''} ${solveKey({ scenario, method: answer.method })}`;

export const latencyRun = createRun<Question, LatencyTail>({
  name: 'latency',
  key: keyOf,
  ask: async ({ scenario, answer }, { signal, workerLost }) =>
    // A worker for it alone would be most of its cost.
    ok(await againWhenLost(signal, workerLost, () => drawingSolver.latencyTail(undefined, scenario, answer))),
  lost: (message) => message,
  rest: 150,
});

/** `answer`: of the scenario as it is, by a method alone. */
export function useLatencyTail(scenario: Scenario, answer: SolveAnswer | undefined): LatencyTail | undefined {
  const { answer: tail, answerKey } = latencyRun.use();
  const asked = answer?.kind === 'answer' ? answer : undefined;
  useEffect(() => {
    if (asked) void latencyRun.follow({ scenario, answer: asked });
  }, [scenario, asked]);
  return asked && answerKey === keyOf({ scenario, answer: asked }) ? tail : undefined;
}

interface SaturationQuestion {
  readonly scenario: Scenario;
  readonly saturationFactor: number;
}

const saturationKey = (scenario: Scenario): string => solveKey({ scenario, method: 'auto' });

/** By the best method for so much input, whichever was chosen. */
export const saturationRun = createRun<SaturationQuestion, SolveAnswer>({
  name: 'saturation',
  key: ({ scenario }) => saturationKey(scenario),
  ask: async ({ scenario, saturationFactor }, { signal, workerLost }) => {
    const solve = (loaded: Scenario) =>
      againWhenLost(signal, workerLost, () => besideSolver.solve(undefined, loaded, 'auto', false));
    const saturated = await saturatedAnswer(scenario, saturationFactor, solve);
    return typeof saturated === 'string' ? err(saturated) : ok(saturated);
  },
  lost: (message) => message,
  rest: 150,
});

/** Undefined where the servers alone tell how much more gets through, or nobody knows. */
export function useSaturationFact(scenario: Scenario, answer: SolveAnswer | undefined): Fact | undefined {
  const { answer: saturated, answerKey, key, status } = saturationRun.use();
  const factor = hinderedFactor(scenario, answer);
  useEffect(() => {
    if (factor !== undefined) void saturationRun.follow({ scenario, saturationFactor: factor });
  }, [scenario, factor]);
  if (!answer || factor === undefined) return undefined;
  const asked = saturationKey(scenario);
  if (status === 'failed' && key === asked) return undefined;
  return saturationFact(answer, answerKey === asked && saturated ? saturated : 'asked');
}
