import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { simulateNow } from '../../../workers/simulate/simulate-scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { solveScenario } from '../../../workers/solve/solve-scenario.ts';
import { answerTrust, apartText, stageTrust } from '../solve/trust-of.ts';
import { bestAnswer } from './best-answer.ts';

const exponential = (rate: number) => ({ distribution: 'exponential', rate }) as const;

function line(...stages: readonly { rate: number; capacity?: number; factor?: number }[]): Scenario {
  const ids = stages.map((_, i) => `s${i}`);
  const way = ['in', ...ids, 'out'];
  return {
    ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'line' },
    nodes: [
      { id: 'in', kind: 'source', interarrival: exponential(1) },
      ...stages.map(({ rate, capacity, factor }, i) => ({
        ...{ id: ids[i]!, kind: 'stage' as const, service: exponential(rate) },
        ...(capacity !== undefined && { capacity }),
        ...(factor !== undefined && { conversionFactor: factor }),
      })),
      { id: 'out', kind: 'sink' },
    ],
    links: way.slice(1).map((to, i) => ({ from: way[i]!, to })),
  };
}

/** As the page has it: solved, simulated, and the best of both. */
function known(scenario: Scenario) {
  const solved = solveScenario(scenario, 'auto');
  const result = simulateNow(scenario, { horizon: 20_000, replications: 6 });
  if (solved.kind === 'noAnswer' || result.kind === 'noAnswer') throw new Error('no answer');
  return { solved, result, best: bestAnswer(scenario, solved, result)! };
}

/** Elements that become four arrive together: the formulas take them one by one. */
const BATCHES = line({ rate: 2 }, { rate: 5, factor: 4 });

describe('the best answer', () => {
  it('is the exact one', () => {
    const { solved, best } = known(line({ rate: 2 }));
    expect(best).toBe(solved);
  });

  it('has simulated means where the method is not exact, with interval and what the method gave', () => {
    const { solved, result, best } = known(BATCHES);
    const { s1 } = best.stages;
    expect(s1!.meanOccupancy).toBe(result.stages.s1!.meanOccupancy!.mean);
    expect(s1!.simulated!.meanOccupancy).toEqual({
      halfWidth: result.stages.s1!.meanOccupancy!.halfWidth,
      solved: solved.stages.s1!.meanOccupancy,
    });
    expect(stageTrust(best, 's1')).toBe('simulated');
  });

  it('leaves exact stages and flows that are not contradicted as they are', () => {
    const { solved, best } = known(BATCHES);
    expect(best.stages.s0).toBe(solved.stages.s0);
    expect(best.stages.s1!.throughput).toBe(solved.stages.s1!.throughput);
    expect(best.links).toBe(solved.links);
  });

  it('takes no rate from a look that counted few elements, and tells how well it knows one that it takes', () => {
    const { solved, result } = known(BATCHES);
    const off = (halfWidth: number) => ({ mean: 1.6 * result.stages.s1!.outputRate!.mean, halfWidth });
    const withRate = (halfWidth: number, verdicts = result.verdicts) => {
      const s1 = { ...result.stages.s1!, throughput: off(halfWidth), outputRate: off(halfWidth) };
      const network = { ...result.network, throughput: off(halfWidth) };
      const stages = { ...result.stages, s1 };
      return bestAnswer(BATCHES, solved, { ...result, stages, network, verdicts })!;
    };
    // All replications happen to count the same: an interval of nothing.
    const few = [
      { code: 'few-services', severity: 'warning', stage: 's1', facts: { name: 's1', served: 12 } },
    ] as typeof result.verdicts;
    expect(withRate(0, few).links).toBe(solved.links);
    expect(withRate(0, few).network.throughput).toBe(solved.network.throughput);
    expect(withRate(0.3 * off(0).mean).links).toBe(solved.links);
    const narrow = withRate(0.02 * off(0).mean);
    expect(narrow.links.at(-1)).toMatchObject({ receivedRate: off(0).mean, halfWidth: 0.02 * off(0).mean });
    expect(narrow.simulated!.throughput).toBe(0.02 * off(0).mean);
  });

  it('says in one sentence where simulation and method differ most', () => {
    const { solved, result } = known(BATCHES);
    const s1 = { ...solved.stages.s1!, meanOccupancy: 40 };
    const best = bestAnswer(BATCHES, { ...solved, stages: { ...solved.stages, s1 } }, result)!;
    expect(apartText(BATCHES, best)).toMatch(
      /^Simulated and analytic results disagree, most at s1: [^.]*\d.*simulated/,
    );
  });

  it('claims no mean of a queue that grows, and gives its throughput', () => {
    const scenario = line({ rate: 0.8 }, { rate: 1.2, factor: 2, capacity: 60 });
    const { best } = known(scenario);
    expect(best.kind).toBe('unstable');
    expect(best.stages.s0!.simulated?.meanOccupancy).toBeUndefined();
    expect(best.stages.s0!.saturated).toBe(true);
    expect(best.stages.s0!.throughput).toBeLessThan(0.81);
  });

  it('has a steady state where every queue is finite, whatever the method says', () => {
    const scenario = line({ rate: 3, capacity: 40 }, { rate: 0.5, capacity: 50 });
    const { result } = known(scenario);
    const unstable: SolveAnswer = {
      ...{ kind: 'unstable', method: 'auto', exact: false, links: [], network: {}, verdicts: [] },
      stages: { s1: { model: 'M/M/1/K', exact: false, loadPerServer: 2, saturated: true } },
      unstable: { stage: 's1', offeredLoad: 2, serverCount: 1 },
    };
    const best = bestAnswer(scenario, unstable, result)!;
    expect(best.kind).toBe('answer');
    expect(best.unstable).toBeUndefined();
    expect(best.stages.s1!.meanOccupancy).toBeGreaterThan(45);
    const [first, second, third] = best.links;
    expect(second!.rate / first!.rate).toBeCloseTo(1, 1);
    expect(third!.rate).toBeCloseTo(0.5, 1);
  });

  it('keeps the interval of what the inputs leave open', () => {
    const { solved, result } = known(BATCHES);
    const s1 = { ...solved.stages.s1!, spans: { meanOccupancy: [2, 90] as const } };
    const best = bestAnswer(BATCHES, { ...solved, stages: { ...solved.stages, s1 } }, result)!;
    expect(best.stages.s1!.meanOccupancy).toBe(s1.meanOccupancy);
    expect(best.stages.s1!.spans).toEqual(s1.spans);
  });

  it('stands alone where no method answers', () => {
    const { result } = known(BATCHES);
    const best = bestAnswer(BATCHES, undefined, result)!;
    expect(answerTrust(best)).toBe('simulated');
    expect(best.links).toHaveLength(3);
  });
});
