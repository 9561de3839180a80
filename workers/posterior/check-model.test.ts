/** Models that are right are believed, and models that are wrong are not, by tasks that the chains do not see. */
import { describe, expect, it } from 'vitest';
import type { ServiceDistribution } from '../../core/distributions/index.ts';
import { checkModel } from './check-model.ts';
import { compileProblem } from './compile-problem.ts';
import type { PosteriorProblem, PosteriorReport } from './contract.ts';
import { runChain } from './run-chain.ts';
import { summarizePosterior } from './summarize-posterior.ts';
import { observeTasks, poissonEntries, simulateTasks } from './task-network.test-support.ts';

const TASKS = 500;
/** Enough to tell constant services from exponential ones. */
const FEW = 300;
const BIMODAL = { edges: [0.29, 0.31, 3.05, 3.15], weights: [0.75, 0, 0.25] };

/** Two queues of one server each, 60 and 70 % busy, one task per second, half of the tasks observed. */
function problemOf(
  law: (mean: number) => ServiceDistribution,
  {
    told = 1,
    tasks = TASKS,
    discipline,
  }: { readonly told?: number; readonly tasks?: number; readonly discipline?: 'RSS' } = {},
): PosteriorProblem {
  const tiers = [
    { state: 'A', queues: [{ id: 'a', service: law(0.6) }] },
    { state: 'B', queues: [{ id: 'b', service: law(0.7) }] },
  ];
  const known = simulateTasks(tiers, poissonEntries(tasks, 1, 1), 1);
  const queues = ['a', 'b'].map((id) => ({ id, servers: told, ...(discipline && { discipline }) }));
  const read = compileProblem({ tasks: observeTasks(known, 0.5, 1), queues, sweeps: 250 });
  if (!read.ok) throw new Error(read.error.join('\n'));
  return read.value;
}

function checked(problem: PosteriorProblem, choose = false): PosteriorProblem {
  const made = checkModel(problem, 1, choose);
  if ('refused' in made) throw new Error(made.refused);
  return made;
}

function reportOf(problem: PosteriorProblem): PosteriorReport {
  const records = [0, 1, 2, 3].map((chain) => runChain(problem, chain, 1));
  return summarizePosterior(
    problem,
    records.flatMap((record) => ('refused' in record ? [] : [record])),
  );
}

const exponential = (mean: number): ServiceDistribution => ({ distribution: 'exponential', mean });

describe('checkModel', () => {
  it('believes a model that is right, and nothing is withheld', { tags: ['long'] }, () => {
    const problem = checked(problemOf(exponential, { tasks: FEW }));
    const { states, orders, tasks, chosen } = problem.check!;
    expect([states.map(({ fits }) => fits), orders.map(({ fits }) => fits)]).toEqual([
      ['yes', 'yes'],
      [true, true],
    ]);
    expect(states.map(({ ranks }) => ranks!.reduce((sum, n) => sum + n, 0))).toEqual([tasks, tasks]);
    expect(chosen).toBe(false);
    const report = reportOf(problem);
    if (report.kind !== 'answer') throw new Error(report.message);
    expect(report.sentences).toContain(
      `${tasks} held-out tasks are as the model has them, and so are the services of visits that were seen.`,
    );
    expect(report.queues.every(({ meanService: { low, high } }) => low < high)).toBe(true);
  });

  it('does not believe exponential services where they are constant, and gives no intervals', () => {
    const problem = checked(problemOf((mean) => ({ distribution: 'deterministic', mean }), { tasks: FEW }));
    expect(problem.check!.states.map(({ fits }) => fits)).toEqual(['no', 'no']);
    const report = reportOf(problem);
    if (report.kind !== 'answer') throw new Error(report.message);
    expect(report.sentences.join('\n')).toMatch(
      /The model does not explain how long \d+ held-out tasks were in A, B: .*\nThe services that were seen at a, b are not distributed as the model has them: their distribution is another.*\nSo no 95 % intervals are given\./,
    );
    for (const { meanService, waitingTime, waitsMore, moreServers } of report.queues) {
      expect([meanService.low, waitingTime.high, waitsMore]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
      expect(meanService.mean).toBeGreaterThan(0);
      expect(moreServers).toBe('not known');
    }
    expect(report.whole).not.toHaveProperty('bottleneck');
  });

  const constant = (mean: number): ServiceDistribution => ({ distribution: 'deterministic', mean });

  it('answers where services are constant, with intervals that hold', { tags: ['long'] }, () => {
    const { check, queues } = checked(problemOf(constant, { tasks: 300 }), true);
    expect(queues.map(({ family }) => family)).toEqual(['discrete', 'discrete']);
    expect(check!.states.map(({ fits }) => fits)).toEqual(['yes', 'yes']);
    expect(check!.services.map(({ fits }) => fits)).toEqual(['yes', 'yes']);
    const report = reportOf({ ...problemOf(constant, { tasks: 300 }), queues, sweeps: 500 });
    if (report.kind !== 'answer') throw new Error(report.message);
    for (const [i, { serviceTime }] of report.queues.entries()) {
      const mean = [0.6, 0.7][i]!;
      expect(serviceTime.low).toBeLessThanOrEqual(mean);
      expect(serviceTime.high).toBeGreaterThanOrEqual(mean);
      expect(serviceTime.high - serviceTime.low).toBeLessThan(0.01 * mean);
    }
  });

  it('says why chains do not agree where constant services are stated to be of a continuous family', {
    tags: ['long'],
  }, () => {
    // Hidden times are fixed by their neighbours: starts apart stay apart, however long the chains.
    const problem = problemOf(constant);
    const queues = problem.queues.map((queue) => ({ ...queue, family: 'gamma' as const }));
    const report = reportOf({ ...problem, queues });
    if (report.kind !== 'notConverged') throw new Error('expected chains that do not agree');
    expect(report.message).toMatch(
      /Services at .* hardly vary \(squared variation up to 0\.0\d+ in the chains\).* More sweeps do not help/,
    );
  });

  it('keeps to exponential services where they are exponential', { tags: ['long'] }, () => {
    const { queues } = checked(problemOf(exponential), true);
    expect(queues.map(({ family }) => family)).toEqual(['exponential', 'exponential']);
  });

  const lognormal = (mean: number): ServiceDistribution => ({ distribution: 'lognormal', mean, scv: 0.4 });
  const gamma = (mean: number): ServiceDistribution => ({ distribution: 'gamma', mean, scv: 0.4 });

  it('says which distributions cannot be told apart by a hundred visits', { tags: ['long'] }, () => {
    const problem = checked(problemOf(lognormal, { tasks: 200 }), true);
    for (const [i, { family }] of problem.queues.entries()) {
      const { alike = [] } = problem.check!.services[i]!;
      expect([family, ...alike]).toEqual(expect.arrayContaining(['lognormal', 'gamma']));
    }
    const report = reportOf({ ...problem, sweeps: 1500 });
    if (report.kind !== 'answer') throw new Error(report.message);
    expect(report.sentences.join('\n')).toMatch(
      /At a,? .*services cannot be told from (gamma|lognormal).* ones by what was seen: means hold for either, the longest times may differ\./,
    );
  });

  it('tells them apart by 750 visits', { tags: ['long'] }, () => {
    for (const law of [lognormal, gamma]) {
      const { check, queues } = checked(problemOf(law, { tasks: 1500 }), true);
      expect(queues.map(({ family }) => family)).toEqual([law.name, law.name]);
      for (const one of check!.services) expect(one).not.toHaveProperty('alike');
    }
  });

  it('finds two lengths where services are of two lengths', { tags: ['long'] }, () => {
    const law = (mean: number): ServiceDistribution => ({
      ...{ distribution: 'empirical', weights: BIMODAL.weights },
      edges: BIMODAL.edges.map((edge) => edge * mean),
    });
    const problem = checked(problemOf(law), true);
    expect(problem.queues.map(({ family }) => family)).toEqual(['discrete', 'discrete']);
    expect(problem.check!.states.map(({ fits }) => fits)).toEqual(['yes', 'yes']);
    const report = reportOf({ ...problem, sweeps: 1000 });
    if (report.kind !== 'answer') throw new Error(report.message);
    for (const { weights, means, meanService } of report.queues) {
      const common = weights!.flatMap((weight, j) => (weight > 0.05 ? [means![j]! / meanService.mean] : []));
      const [short, long] = [Math.min(...common), Math.max(...common)];
      expect(long / short).toBeCloseTo(10.3, 0);
      // A value that jitters may be told as two near each other; there is none between.
      expect(common.filter((value) => value > 1.2 * short && value < 0.8 * long)).toEqual([]);
    }
  });

  it('finds a heavy tail above a least time, and believes neither a wrong number of servers with it', {
    tags: ['long'],
  }, () => {
    const law = (mean: number): ServiceDistribution => ({
      ...{ distribution: 'pareto', scale: 0.6 * mean, shape: 2.5 },
    });
    const { check, queues } = checked(problemOf(law, { tasks: 1000 }), true);
    expect(queues.map(({ family }) => family)).toEqual(['pareto', 'pareto']);
    expect(check!.services.map(({ fits }) => fits)).toEqual(['yes', 'yes']);
    expect(checked(problemOf(law, { told: 4 }), true).check!.orders.map(({ fits }) => fits)).toContain(false);
  });

  it('does not believe four servers where there is one, since nobody overtakes', { tags: ['long'] }, () => {
    const { check } = checked(problemOf(exponential, { told: 4 }));
    expect(check!.orders.map(({ overtakings }) => overtakings)).toEqual([0, 0]);
    expect(check!.orders.map(({ fits }) => fits)).toContain(false);
    const report = reportOf({ ...problemOf(exponential, { told: 4 }), check: check! });
    if (report.kind === 'answer')
      expect(report.sentences.join('\n')).toMatch(
        /At b tasks that were seen overtook each other 0 times, where the model has \d+ ± \d+: the number of servers/,
      );
  });

  it('does not believe that the next one is drawn by lot where all leave in the order in which they came', {
    tags: ['long'],
  }, () => {
    const { check } = checked(problemOf(exponential, { discipline: 'RSS' }));
    expect(check!.orders.map(({ overtakings }) => overtakings)).toEqual([0, 0]);
    expect(check!.orders.map(({ fits }) => fits)).toEqual([false, false]);
  });

  it('says where too few tasks were seen to check anything', () => {
    const { check } = checked(problemOf(exponential, { tasks: 60 }));
    expect(check!.states.map(({ fits }) => fits)).toEqual(['not known', 'not known']);
  });
});
