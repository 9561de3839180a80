import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileProblem } from './compile-problem.ts';
import { estimatePosterior } from './estimate-posterior.ts';
import { runChain } from './run-chain.ts';
import { observeTasks } from './task-network.test-support.ts';
import { simulateWeb, WEB_SEED, WEB_TIERS, webExample, webShares } from './web-experiment.test-support.ts';

describe('the example of a web service', () => {
  it('is what its generator makes', () => {
    const file = new URL('../../public/measurements/web-requests.csv', import.meta.url);
    expect(readFileSync(file, 'utf8')).toBe(webExample());
  });

  it('made shorter, has an answer that holds the true split of time into waiting and service', async () => {
    const known = simulateWeb(300, WEB_SEED);
    const problem = compileProblem({
      tasks: observeTasks(known, 0.5, WEB_SEED),
      queues: WEB_TIERS.flatMap(({ queues }) => queues),
      sweeps: 60,
    });
    if (!problem.ok) throw new Error(problem.error.join('\n'));
    const report = await estimatePosterior(
      problem.value,
      async (chain, from) => runChain(problem.value, chain, 1, from ? { from } : {}),
      undefined,
      6,
    );
    if ('refused' in report || report.kind !== 'answer') throw new Error('no answer');
    for (const { state, waiting, service } of webShares(known)) {
      const found = report.whole.states.find(({ name }) => name === state)!;
      expect(waiting).toBeGreaterThan(found.waiting.low);
      expect(waiting).toBeLessThan(found.waiting.high);
      expect(service).toBeGreaterThan(found.service.low);
      expect(service).toBeLessThan(found.service.high);
    }
  });
});
