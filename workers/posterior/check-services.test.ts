/** The distribution of services is told from traces of half of the tasks, and so is that services change over time. */
import { describe, expect, it } from 'vitest';
import type { ServiceDistribution } from '../../core/distributions/index.ts';
import { checkServices, type ServiceFit } from './check-services.ts';
import { compileProblem } from './compile-problem.ts';
import type { DistributionFamily } from './contract.ts';
import { type KnownTasks, observeTasks, poissonEntries, simulateTasks } from './task-network.test-support.ts';

const TASKS = 800;
type Law = (mean: number) => ServiceDistribution;
const exponential: Law = (mean) => ({ distribution: 'exponential', mean });
const lognormal: Law = (mean) => ({ distribution: 'lognormal', mean, scv: 2 });

/** Two queues one after the other, 60 and 70 % busy, one task per second. */
function known(law: Law, servers: number): KnownTasks {
  const tiers = [
    { state: 'A', queues: [{ id: 'a', servers, service: law(0.6 * servers) }] },
    { state: 'B', queues: [{ id: 'b', servers, service: law(0.7 * servers) }] },
  ];
  return simulateTasks(tiers, poissonEntries(TASKS, 1, 5), 5);
}

function fitsOf(
  tasks: KnownTasks,
  family: DistributionFamily,
  { told = 1, share = 0.5 }: { readonly told?: number; readonly share?: number } = {},
): readonly ServiceFit[] {
  const queues = ['a', 'b'].map((id) => ({ id, servers: told, family }));
  const read = compileProblem({ tasks: observeTasks(tasks, share, 5), queues });
  if (!read.ok) throw new Error(read.error.join('\n'));
  const fits = checkServices(read.value, 0, 5);
  if ('refused' in fits) throw new Error(fits.refused);
  return fits;
}

const shapes = (fits: readonly ServiceFit[]): readonly number[] => fits.map(({ shape }) => shape!);

describe('checkServices', () => {
  it.each([1, 4])(
    'tells log-normal from exponential services at %i servers',
    { tags: ['long'] },
    (servers) => {
      const tasks = known(lognormal, servers);
      const wrong = shapes(fitsOf(tasks, 'exponential', { told: servers }));
      const right = shapes(fitsOf(tasks, 'lognormal', { told: servers }));
      expect(Math.min(...wrong)).toBeLessThan(1e-3);
      for (const [i, shape] of right.entries()) {
        expect(shape).toBeGreaterThan(0.01);
        expect(shape).toBeGreaterThan(wrong[i]!);
      }
    },
  );

  it('tells exponential from log-normal services', { tags: ['long'] }, () => {
    const tasks = known(exponential, 1);
    for (const shape of shapes(fitsOf(tasks, 'lognormal'))) expect(shape).toBeLessThan(1e-3);
    for (const { shape, row, visits } of fitsOf(tasks, 'exponential')) {
      expect(shape).toBeGreaterThan(0.01);
      expect(row).toBeGreaterThan(0.01);
      expect(visits).toBeGreaterThan(TASKS / 3);
    }
  });

  it('sees that services take longer for a while', () => {
    const gaps = poissonEntries(TASKS, 1, 7);
    const services = poissonEntries(TASKS, 1, 8).map(
      (time, i, all) => 0.2 * (time - (i > 0 ? all[i - 1]! : 0)),
    );
    let free = 0;
    const visits = Array.from(gaps, (arrival, task) => {
      const isSlow = task > 200 && task < 320;
      const start = Math.max(arrival, free);
      free = start + services[task]! * (isSlow ? 6 : 1);
      return [{ task, state: 'A', queue: 'a', arrival, start, departure: free }];
    });
    const [fit] = fitsOf({ entries: gaps, visits }, 'mixture');
    expect(fit!.row).toBeLessThan(1e-9);
  });

  it('does not take chance for a change where visits are few', () => {
    const tiers = ['a', 'b'].map((id, i) => ({
      state: id.toUpperCase(),
      queues: [{ id, servers: 1, service: exponential(0.6 + 0.1 * i) }],
    }));
    for (const seed of [1, 2, 3, 4]) {
      const tasks = simulateTasks(tiers, poissonEntries(120, 1, seed), seed);
      for (const { row } of fitsOf(tasks, 'exponential', { share: 1 })) expect(row).toBeGreaterThan(1e-4);
    }
  });

  it('does not believe more servers than there are', { tags: ['long'] }, () => {
    const fits = fitsOf(known(exponential, 1), 'exponential', { told: 4 });
    expect(Math.min(...fits.map(({ shape, row }) => Math.min(shape ?? 1, row ?? 1)))).toBeLessThan(1e-3);
  });

  it('says nothing of services that few were seen of, and nothing of constant ones', {
    tags: ['long'],
  }, () => {
    const tasks = known(exponential, 1);
    expect(fitsOf(tasks, 'exponential', { share: 0.02 }).map(({ shape, row }) => [shape, row])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
    const constant = known((mean) => ({ distribution: 'deterministic', mean }), 1);
    expect(shapes(fitsOf(constant, 'gamma', { share: 1 }))).toEqual([undefined, undefined]);
  });
});
