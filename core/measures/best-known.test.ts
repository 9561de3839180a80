import { describe, expect, it } from 'vitest';
import { bestKnown, leastKnown, type SolvedNumber } from './best-known.ts';

const solved = (trust: SolvedNumber['trust'], value = 10): SolvedNumber => ({ value, trust });
const simulated = (mean: number, halfWidth: number, settled = true) => ({ mean, halfWidth, settled });
const N = 'meanOccupancy';

describe('the best that is known of a number', () => {
  it.each([
    ['an exact number, however well it is simulated', solved('exact'), simulated(10.1, 0.001), 'exact'],
    ['a simulated one, known to a tenth', solved('approximate'), simulated(10.1, 0.1), 'simulated'],
    [
      'an approximation, where the interval is as wide',
      solved('approximate'),
      simulated(9, 1.5),
      'approximate',
    ],
    [
      'a simulated one of that width, where the method is doubtful',
      solved('doubtful'),
      simulated(9, 1.5),
      'simulated',
    ],
    ['the method, where the interval says nothing', solved('doubtful'), simulated(9, 9), 'doubtful'],
    [
      'the method, where the run has not settled',
      solved('approximate'),
      simulated(30, 0.1, false),
      'approximate',
    ],
    [
      'the method, where one replication has no interval',
      solved('doubtful'),
      simulated(9, Infinity),
      'doubtful',
    ],
    [
      'a wide interval that excludes the approximation',
      solved('approximate'),
      simulated(100, 40),
      'simulated',
    ],
    [
      'an approximation of a short queue that is simulated roughly',
      solved('approximate', 0.33),
      simulated(0.34, 0.05),
      'approximate',
    ],
    ['what there is', undefined, simulated(9, 1), 'simulated'],
    ['what there is, though it has not settled', undefined, simulated(9, 1, false), 'doubtful'],
  ] as const)('is %s', (_, method, run, trust) => {
    expect(bestKnown(N, method, run)?.trust).toBe(trust);
  });

  it('has the number that it took the place of beside it', () => {
    expect(bestKnown(N, solved('approximate'), simulated(10.5, 0.1))).toEqual({
      ...{ value: 10.5, trust: 'simulated', halfWidth: 0.1, solved: 10 },
    });
  });

  it('says that simulation and method are apart where both are left', () => {
    const isApart = (mean: number) => bestKnown(N, solved('approximate'), simulated(mean, 0.5))?.apart;
    expect(isApart(12.4)).toBeUndefined();
    expect(isApart(12.6)).toBe(true);
  });

  it('takes shares that are as good as 0 for the same', () => {
    const rare = bestKnown('fullProbability', solved('approximate', 1e-6), simulated(5e-4, 1e-5));
    expect(rare?.apart).toBeUndefined();
  });
});

it('is for several numbers what the least known of them is', () => {
  expect(leastKnown(['exact', 'simulated'])).toBe('simulated');
  expect(leastKnown(['approximate', 'simulated'])).toBe('approximate');
  expect(leastKnown([])).toBe('exact');
});
