/** Asked beside the answer, a moment after the drawing came to rest: the end-to-end latency that 99 % do not exceed, and what gets through at saturation. */
import { useEffect, useMemo } from 'react';
import { err, ok } from '../../../core/base/result.ts';
import { formatMeasure } from '../../../core/measures/measure-rows.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import { formatNumber } from '../../../core/quantities/quantity.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { saturatedInput } from '../../../core/study/saturated-input.ts';
import type { LatencyTail } from '../../../workers/explore/contract.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { againWhenLost } from '../../run/create-client.ts';
import { createRun } from '../../run/create-run.ts';
import { besideSolver } from '../solve/solver-client.ts';
import { solveKey } from '../solve/solving.ts';
import { answerTrust } from '../solve/trust-of.ts';
import type { Fact } from './answer-facts.ts';

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

interface SaturationQuestion {
  /** With so much input that no server waits for more. */
  readonly loaded: Scenario;
}

/** The answer at so much input. */
export const saturationRun = createRun<SaturationQuestion, SolveAnswer>({
  name: 'saturation',
  key: ({ loaded }) => solveKey({ scenario: loaded, method: 'auto' }),
  ask: async ({ loaded }, { signal, workerLost }) => {
    const outcome = await againWhenLost(signal, workerLost, () =>
      besideSolver.solve(undefined, loaded, 'auto', false),
    );
    return outcome.kind === 'noAnswer' ? err(refusalText(outcome)) : ok(outcome);
  },
  lost: (message) => message,
  rest: 150,
});

/** What gets through however much more comes in: not known yet, or nothing beside what the servers alone tell. */
export type Saturation = SolveAnswer | 'asked' | undefined;

/** By the best method for it, whichever was chosen. */
export function useSaturation(scenario: Scenario, answer: SolveAnswer | undefined): Saturation {
  const { answer: saturated, answerKey, key, status } = saturationRun.use();
  const { saturationFactor } = answer ?? {};
  const loaded = useMemo(() => saturatedInput(scenario, saturationFactor), [scenario, saturationFactor]);
  useEffect(() => {
    if (loaded) void saturationRun.follow({ loaded });
  }, [loaded]);
  if (!loaded) return undefined;
  const asked = solveKey({ scenario: loaded, method: 'auto' });
  if (answerKey === asked) return saturated;
  return status === 'failed' && key === asked ? undefined : 'asked';
}

/** What gets through at saturation, and how many times what it is now; undefined where the servers alone tell. */
export function saturationFact(answer: SolveAnswer, saturated: Saturation): Fact | undefined {
  const { saturationFactor = Number.NaN, network } = answer;
  const name = 'Saturation throughput';
  const alone = `The servers alone saturate at load × ${formatNumber(saturationFactor, 4)}.`;
  if (saturated === 'asked') return { name, value: '…', detail: alone };
  const throughput = saturated?.network.throughput;
  if (!saturated || throughput === undefined) return undefined;
  const trust = answerTrust(saturated);
  const times = network.throughput ? ` (× ${formatNumber(throughput / network.throughput, 4)})` : '';
  return {
    ...{ name, value: `${formatMeasure(throughput, 'rate')}${times}` },
    // What the digits of the inputs leave open there is how full queues are, not what gets through.
    trust: trust === 'notDetermined' ? 'approximate' : trust,
    detail: `Into the sinks, however much more comes in, and how many times what it is now. ${alone}`,
  };
}
