/** From tasks to answers: complete data, some of the tasks, chains that do not agree, and the model afterwards. */
import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { applyPosterior, drawCount } from './apply-posterior.ts';
import { compileProblem } from './compile-problem.ts';
import type { PosteriorAnswer, PosteriorReport } from './contract.ts';
import { estimatePosterior } from './estimate-posterior.ts';
import { posteriorService } from './posterior-service.ts';
import { runChain } from './run-chain.ts';
import { type KnownTier, observeTasks, poissonEntries, simulateTasks } from './task-network.test-support.ts';

const TIERS: readonly KnownTier[] = [
  {
    state: 'WEB',
    queues: [
      { id: 'w1', service: { distribution: 'exponential', mean: 1.4 } },
      { id: 'w2', service: { distribution: 'exponential', mean: 1.2 } },
    ],
  },
  { state: 'DB', queues: [{ id: 'db', service: { distribution: 'exponential', mean: 0.6 } }] },
];
const known = simulateTasks(TIERS, poissonEntries(300, 1, 2), 2);
const queues = TIERS.flatMap((tier) => tier.queues.map((queue) => ({ ...queue, stage: queue.id })));

function problemOf(share: number, sweeps: number) {
  const read = compileProblem({ tasks: observeTasks(known, share, 2), queues, sweeps, windows: 4 });
  if (!read.ok) throw new Error(read.error.join('\n'));
  return read.value;
}

async function reportOf(share: number, sweeps: number, rounds = 8): Promise<PosteriorReport> {
  const problem = problemOf(share, sweeps);
  const report = await estimatePosterior(
    problem,
    async (chain, from) => runChain(problem, chain, 4, from ? { from } : {}),
    undefined,
    rounds,
  );
  if ('refused' in report) throw new Error(report.refused);
  return report;
}

const answerOf = async (share: number, sweeps: number): Promise<PosteriorAnswer> => {
  const report = await reportOf(share, sweeps);
  if (report.kind !== 'answer') throw new Error(report.message);
  return report;
};

const meanOf = (queue: string, from: 'start' | 'arrival', to: 'departure' | 'start'): number => {
  const mine = known.visits.flat().filter((visit) => visit.queue === queue);
  return mine.reduce((sum, visit) => sum + visit[to] - visit[from], 0) / mine.length;
};

const cacheOf = (queue: KnownTier['queues'][number]) => ({
  ...queue,
  ...{ id: 'cache', service: { distribution: 'exponential', mean: 0.3 } as const },
});

describe('estimatePosterior', () => {
  it('gives services and waits themselves where everything was observed', async () => {
    const { queues: found, slowest, whole, convergence, sentences } = await answerOf(1, 100);
    expect(sentences).toContain('Waiting is known, and not estimated, in all queues.');
    expect(convergence.map(({ what }) => what).sort()).toEqual(
      ['db', 'w1', 'w2'].map((id) => `mean service of ${id}`),
    );
    for (const { id, serviceTime, waitingTime, meanService } of found) {
      expect(serviceTime.mean).toBeCloseTo(meanOf(id, 'start', 'departure'), 9);
      expect(serviceTime.high - serviceTime.low).toBeLessThan(1e-9);
      expect(waitingTime.mean).toBeCloseTo(meanOf(id, 'arrival', 'start'), 9);
      expect(meanService.low).toBeLessThan(serviceTime.mean);
      expect(meanService.high).toBeGreaterThan(serviceTime.mean);
    }
    for (const shares of [slowest, whole.states, whole.queues])
      expect(shares.reduce((sum, { waiting, service }) => sum + waiting.mean + service.mean, 0)).toBeCloseTo(
        1,
        9,
      );
    expect(whole.tasks).toBe(300);
  });

  it('finds services and waits of all from some of the tasks', { tags: ['long'] }, async () => {
    const { queues: found, windows, convergence, sentences } = await answerOf(0.4, 300);
    for (const { id, serviceTime } of found)
      expect(Math.abs(serviceTime.mean / meanOf(id, 'start', 'departure') - 1)).toBeLessThan(0.25);
    expect(convergence[0]!.rHat).toBeLessThanOrEqual(1.1);
    expect(windows).toHaveLength(4);
    expect(windows.reduce((sum, { tasks }) => sum + tasks, 0)).toBeCloseTo(known.entries.length, -1.3);
    expect(sentences.filter((sentence) => /more servers/.test(sentence))).toHaveLength(3);
  });

  it('gives no answer while the chains do not agree', async () => {
    const report = await reportOf(0.15, 50, 1);
    expect(report.kind).toBe('notConverged');
    expect(report).not.toHaveProperty('queues');
    expect(report.kind === 'notConverged' && report.message).toMatch(
      /^the 4 chains do not agree after 50 sweeps: R-hat of the mean (service|waiting) of \w+ is \d+\.\d\d, expected at most 1\.1/,
    );
  });

  it('finds how many of the hidden tasks took each path', { tags: ['long'] }, async () => {
    const tiers = [...TIERS, { state: 'CACHE', queues: [TIERS[1]!.queues[0]!].map(cacheOf) }];
    const paths = [
      { tiers: [0, 2], share: 0.6 },
      { tiers: [0, 2, 1], share: 0.4 },
    ];
    const made = simulateTasks(tiers, poissonEntries(300, 1, 5), 5, paths);
    const read = compileProblem({ tasks: observeTasks(made, 0.4, 5), sweeps: 150 });
    if (!read.ok) throw new Error(read.error.join('\n'));
    const problem = read.value;
    const report = await estimatePosterior(problem, async (chain, from) =>
      runChain(problem, chain, 4, from ? { from } : {}),
    );
    if ('refused' in report || report.kind !== 'answer') throw new Error('no answer');
    const [hits, misses] = report.paths;
    expect([hits!.states, misses!.states]).toEqual([
      ['WEB', 'CACHE'],
      ['WEB', 'CACHE', 'DB'],
    ]);
    const taken = made.visits.filter(({ length }) => length === 3).length / 300;
    expect(misses!.share.low).toBeLessThan(taken);
    expect(misses!.share.high).toBeGreaterThan(taken);
    // Tasks that were seen are a part of it, so that it is known better than from them alone.
    expect(misses!.share.high - misses!.share.low).toBeLessThan(0.2);
    expect(misses!.share.high - misses!.share.low).toBeGreaterThan(0.02);
    expect(report.convergence.map(({ what }) => what)).toContain('share of the path WEB, CACHE, DB');
  });

  it('sends hidden tasks as it is known that they choose', () => {
    const shareOfFirst = (weights: readonly [number, number]): number => {
      const tasks = observeTasks(known, 0.2, 2);
      const weighed = queues.map((queue, i) => ({ ...queue, weight: weights[i] ?? 1 }));
      const read = compileProblem({ tasks, queues: weighed, sweeps: 100 });
      if (!read.ok) throw new Error(read.error.join('\n'));
      const record = runChain(read.value, 0, 1);
      if ('refused' in record) throw new Error(record.refused);
      const visits = (queue: number): number => record.end.queue.filter((one) => one === queue).length;
      return visits(1) / (visits(1) + visits(2));
    };
    expect(shareOfFirst([9, 1])).toBeGreaterThan(0.7);
    expect(shareOfFirst([1, 9])).toBeLessThan(0.3);
  });

  it('draws the same from the same seed, and goes on where a record ended', () => {
    const problem = problemOf(0.4, 60);
    const [one, other] = [runChain(problem, 2, 9), runChain(problem, 2, 9)];
    if ('refused' in one || 'refused' in other) throw new Error('refused');
    expect(structuredClone(one.queues)).toEqual(other.queues);
    const next = runChain(problem, 2, 9, { from: structuredClone(one.end) });
    if ('refused' in next) throw new Error(next.refused);
    expect(next.end.sweeps).toBe(120);
    expect(next.queues).not.toEqual(one.queues);
  });
});

describe('applyPosterior', () => {
  it('puts the estimated distributions on the stages, at the means or at a draw', {
    tags: ['long'],
  }, async () => {
    const answer = await answerOf(0.4, 100);
    const scenario: Scenario = {
      ...{
        format: 'stagegraph-scenario',
        schemaVersion: 3 as Scenario['schemaVersion'],
        name: 'web',
        links: [],
      },
      nodes: ['w1', 'db'].map((id) => ({
        id,
        kind: 'stage',
        service: { distribution: 'exponential', rate: 1 },
      })),
    };
    const { scenario: changed, applied, left } = applyPosterior(scenario, answer);
    expect(applied).toEqual(['w1', 'db']);
    expect(left).toEqual(['queue w2 is not applied: no stage of the scenario has its dest, name or id']);
    const mean = answer.queues.find(({ id }) => id === 'db')!.meanService.mean;
    expect(changed.nodes[1]).toMatchObject({ service: { distribution: 'exponential', mean } });
    expect(drawCount(answer)).toBeGreaterThan(50);
    const drawn = applyPosterior(scenario, answer, 3).scenario.nodes[1];
    expect(drawn).toMatchObject({
      service: { mean: answer.queues.find(({ id }) => id === 'db')!.draws.mean[3] },
    });
  });
});

describe('posteriorService', () => {
  it('runs a round and stops when asked to', async () => {
    const service = posteriorService();
    const problem = { ...problemOf(0.4, 1_000_000) };
    const run = service.run(problem, 0, 1, () => service.cancel());
    await expect(run).rejects.toThrow('Cancelled');
  });
});
