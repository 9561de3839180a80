/** Services of few values are told from others by visits that were seen, before any chain runs. */
import { describe, expect, it } from 'vitest';
import type { ServiceDistribution } from '../../core/distributions/index.ts';
import { compileProblem } from './compile-problem.ts';
import type { SeenServices } from './contract.ts';
import { type KnownTasks, observeTasks, poissonEntries, simulateTasks } from './task-network.test-support.ts';

type Law = (mean: number) => ServiceDistribution;

/** Two queues one after the other, 60 and 70 % busy; instants are noted by a clock with this tick. */
function seenOf(
  law: Law,
  share: number,
  seed: number,
  { tick = 0, servers = 1 } = {},
): readonly (SeenServices | undefined)[] {
  const tiers = [
    { state: 'A', queues: [{ id: 'a', servers, service: law(0.6 * servers) }] },
    { state: 'B', queues: [{ id: 'b', servers, service: law(0.7 * servers) }] },
  ];
  const known = noted(simulateTasks(tiers, poissonEntries(800, 1, seed), seed), tick);
  const queues = ['a', 'b'].map((id) => ({ id, servers }));
  const read = compileProblem({ tasks: observeTasks(known, share, seed), queues });
  if (!read.ok) throw new Error(read.error.join('\n'));
  return read.value.queues.map(({ seen }) => seen);
}

function noted({ entries, visits }: KnownTasks, tick: number): KnownTasks {
  const note = (time: number): number => (tick > 0 ? Math.floor(time / tick) * tick : time);
  return {
    entries: entries.map(note),
    visits: visits.map((steps) =>
      steps.map((visit) => ({
        ...visit,
        arrival: note(visit.arrival),
        departure: note(visit.departure),
      })),
    ),
  };
}

const constant: Law = (mean) => ({ distribution: 'deterministic', mean });
const twoValues: Law = (mean) => ({
  ...{ distribution: 'empirical', edges: [0.499, 0.501, 2.995, 3.005].map((edge) => edge * mean) },
  weights: [0.8, 0, 0.2],
});
const has = (values: readonly number[], time: number): boolean =>
  values.some((value) => Math.abs(value / time - 1) < 0.01);

describe('seenServices', () => {
  it.each([1, 0.5, 0.25])(
    'finds what services take where they have few values, with %f of the tasks seen',
    (share) => {
      for (const seed of [1, 2, 3])
        for (const [i, mean] of [0.6, 0.7].entries()) {
          expect(has(seenOf(constant, share, seed)[i]!.values, mean)).toBe(true);
          const { values, least } = seenOf(twoValues, share, seed)[i]!;
          expect([has(values, 0.5 * mean), has(values, 3 * mean)]).toEqual([true, true]);
          expect(least / mean).toBeCloseTo(0.5, 2);
        }
    },
  );

  it.each([0.5, 0.25])('takes no sum of services for a value, with %f of the tasks seen', (share) => {
    for (const seed of [1, 2, 3, 4])
      for (const seen of seenOf(constant, share, seed)) expect(seen!.values).toHaveLength(1);
  });

  it('finds a value that is the sum of two others', () => {
    const twice: Law = (mean) => ({
      ...{ distribution: 'empirical', edges: [0.665, 0.668, 1.332, 1.336].map((edge) => edge * mean) },
      weights: [0.5, 0, 0.5],
    });
    for (const seed of [1, 2])
      for (const [i, mean] of [0.6, 0.7].entries()) {
        const { values } = seenOf(twice, 0.5, seed)[i]!;
        expect([has(values, (2 / 3) * mean), has(values, (4 / 3) * mean)]).toEqual([true, true]);
      }
  });

  it('finds them where several servers serve', () => {
    for (const seed of [1, 2]) {
      for (const [i, mean] of [1.8, 2.1].entries()) {
        const { values } = seenOf(twoValues, 0.5, seed, { servers: 3 })[i]!;
        expect([has(values, 0.5 * mean), has(values, 3 * mean)]).toEqual([true, true]);
      }
      expect(seenOf(constant, 0.5, seed, { servers: 3 }).map((seen) => seen!.values.length)).toEqual([1, 1]);
    }
  });

  it('says how far services are from the values', () => {
    const jittered: Law = (mean) => ({ distribution: 'uniform', min: 0.97 * mean, max: 1.03 * mean });
    for (const { values, width } of seenOf(jittered, 0.5, 1).map((seen) => seen!)) {
      expect(values).toHaveLength(1);
      expect(width).toBeCloseTo(0.06 / Math.sqrt(12), 2);
    }
  });

  it.each<[string, Law]>([
    ['exponential', (mean) => ({ distribution: 'exponential', mean })],
    ['Erlang', (mean) => ({ distribution: 'erlang', mean, shape: 4 })],
    ['uniform', (mean) => ({ distribution: 'uniform', min: 0.5 * mean, max: 1.5 * mean })],
    ['log-normal', (mean) => ({ distribution: 'lognormal', mean, scv: 2 })],
    ['Pareto', (mean) => ({ distribution: 'pareto', scale: 0.6 * mean, shape: 2.5 })],
  ])('finds none in %s services, with a fine clock and with a coarse one', (_, law) => {
    for (const share of [1, 0.5, 0.25])
      for (const tick of [0, 0.05, 0.2])
        for (const servers of [1, 3])
          for (const seen of seenOf(law, share, 4, { tick, servers })) expect(seen?.values ?? []).toEqual([]);
  });

  it('finds none where the clock is coarse against a constant', () => {
    expect(seenOf(constant, 0.5, 1, { tick: 0.05 }).map((seen) => seen?.values)).toEqual([[], []]);
    expect(seenOf(constant, 0.5, 1, { tick: 0.001 }).map((seen) => has(seen!.values, 0.6))[0]).toBe(true);
  });

  it('says nothing of a queue that few were seen of', () => {
    expect(seenOf(constant, 0.02, 1)).toEqual([undefined, undefined]);
  });
});
