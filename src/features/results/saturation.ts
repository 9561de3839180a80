/** What gets through however much more comes in, where finite queues hold load back or lose it: less than the servers alone would serve. */
import { formatMeasure } from '../../../core/measures/measure-rows.ts';
import { formatNumber } from '../../../core/quantities/quantity.ts';
import { hasFiniteQueue } from '../../../core/scenario/graph.ts';
import { isSource, type Scenario } from '../../../core/scenario/scenario.ts';
import { setParameter } from '../../../core/study/parameters.ts';
import type { SolveAnswer, SolveOutcome } from '../../../workers/solve/contract.ts';
import { answerTrust } from '../solve/trust-of.ts';
import type { Fact } from './answer-facts.ts';

/** So often what saturates the servers alone: the shares of time without input are below what is shown. */
const TIMES = 1e4;
/** What grows by more from a hundredth of that input does not saturate, such as a way past all stages, or not yet. */
const LESS = 1e-2;
const STILL_GROWS = 0.05;

/** The load multiplier that saturates the servers alone, where less gets through than they would serve; where a queue grows that is what gets through now. */
export const hinderedFactor = (scenario: Scenario, answer: SolveAnswer | undefined): number | undefined =>
  answer?.kind === 'answer' && hasFiniteQueue(scenario) && scenario.nodes.some(isSource)
    ? answer.saturationFactor
    : undefined;

/** The answer at so much input that its throughput is that at saturation; a sentence where there is none. */
export async function saturatedAnswer(
  { measurement: _, ...model }: Scenario,
  saturationFactor: number,
  solve: (scenario: Scenario) => Promise<SolveOutcome>,
): Promise<SolveAnswer | string> {
  const solveAt = (times: number): Promise<SolveOutcome> => {
    const loaded = setParameter(model, 'inputs', times * saturationFactor);
    if (!loaded.ok) throw new Error(loaded.error);
    return solve(loaded.value);
  };
  const [more, most] = [await solveAt(LESS * TIMES), await solveAt(TIMES)];
  if (more.kind === 'noAnswer' || most.kind === 'noAnswer') return 'Nothing is known at so much input.';
  const [before, now] = [more.network.throughput, most.network.throughput];
  if (before === undefined || now === undefined) return 'No throughput is known at so much input.';
  return Math.abs(now - before) > STILL_GROWS * before ? 'More gets through, the more comes in.' : most;
}

/** It, and how many times what it is now. */
export function saturationFact(answer: SolveAnswer, saturated: SolveAnswer | 'asked'): Fact {
  const { saturationFactor = Number.NaN, network } = answer;
  const name = 'Saturation throughput';
  const alone = `The servers alone saturate at load × ${formatNumber(saturationFactor, 4)}.`;
  if (saturated === 'asked') return { name, value: '…', detail: alone };
  const { throughput = Number.NaN } = saturated.network;
  const trust = answerTrust(saturated);
  const times = network.throughput ? ` (× ${formatNumber(throughput / network.throughput, 4)})` : '';
  return {
    ...{ name, value: `${formatMeasure(throughput, 'rate')}${times}` },
    // What the digits of the inputs leave open there is how full queues are, not what gets through.
    trust: trust === 'notDetermined' ? 'approximate' : trust,
    detail: `Into the sinks, however much more comes in, and how many times what it is now. ${alone}`,
  };
}
