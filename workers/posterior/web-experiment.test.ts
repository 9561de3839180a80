import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileProblem } from './compile-problem.ts';
import { estimatePosterior } from './estimate-posterior.ts';
import { runChain } from './run-chain.ts';
import { observeTasks } from './task-network.test-support.ts';
import { simulateWeb, WEB_SEED, WEB_TIERS, webExample } from './web-experiment.test-support.ts';

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
    const all = known.visits.flat();
    const total = all.reduce((sum, { arrival, departure }) => sum + departure - arrival, 0);
    for (const { name, waiting, service } of report.whole.states) {
      const mine = all.filter(({ state }) => state === name);
      const waits = mine.reduce((sum, { start, arrival }) => sum + start - arrival, 0) / total;
      const serves = mine.reduce((sum, { start, departure }) => sum + departure - start, 0) / total;
      expect(waits).toBeGreaterThan(waiting.low);
      expect(waits).toBeLessThan(waiting.high);
      expect(serves).toBeGreaterThan(service.low);
      expect(serves).toBeLessThan(service.high);
    }
  });
});
