/** The end-to-end latency that 99 % do not exceed, by the method that answered: asked beside the answer, a moment after the drawing came to rest. */
import { useEffect } from 'react';
import { ok } from '../../../core/base/result.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { LatencyTail } from '../../../workers/explore/contract.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { againWhenLost } from '../../run/create-client.ts';
import { createRun } from '../../run/create-run.ts';
import { besideSolver } from '../solve/solver-client.ts';
import { solveKey } from '../solve/solving.ts';

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
    ok(await againWhenLost(signal, workerLost, () => besideSolver.latencyTail(undefined, scenario, answer))),
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
