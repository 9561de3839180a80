import { describe, expect, it } from 'vitest';
import type { ServiceDistribution } from '../../../core/distributions/index.ts';
import { stage } from '../../../core/scenario/drawing.test-support.ts';
import { relativeError } from '../fixtures/distribution.ts';

import { solveBatchServers } from './batch-servers.ts';
import { type BatchServiceInput, solveBatchService } from './batch-service.ts';
import { fitStation } from './fit-station.ts';
import { isSaturated, type Queue } from './queue.ts';

const uniform: ServiceDistribution = { distribution: 'uniform', min: 0, max: 2 };
const pareto: ServiceDistribution = { distribution: 'pareto', scale: 0.6, shape: 2.5 };
const shape = {
  batches: 3,
  size: 1,
  distribution: uniform,
  mu: 1,
  a: 4,
  b: 4,
  admission: 'partial',
} as const;

function served(extra: Partial<BatchServiceInput> & Pick<BatchServiceInput, 'K'>): Queue {
  const queue = solveBatchService({ ...shape, ...extra });
  if (!queue || isSaturated(queue)) throw new Error('no queue');
  return queue;
}

describe('a limit that is far away', () => {
  it.each([1, 4])('is as if there were none, from a = %d on', (a) => {
    const far = served({ a, K: 1e6 });
    const none = served({ a, K: Number.POSITIVE_INFINITY });
    expect(far).toMatchObject({ lossProbability: 0, meanOccupancy: none.meanOccupancy });
    const near = served({ a, K: 1000 });
    expect(relativeError(far.meanOccupancy, near.meanOccupancy)).toBeLessThan(1e-10);
  });

  it('has no chain under heavy tails, nor where too much comes', () => {
    expect(solveBatchService({ ...shape, distribution: pareto, K: 1e6 })).toBeUndefined();
    expect(solveBatchService({ ...shape, batches: 5, K: 1e6 })).toBeUndefined();
  });

  it('of several servers is as if there were none', () => {
    const servers = { batches: 1.005, size: 1, mu: 0.41, c: 2, a: 2, b: 2, admission: 'partial' } as const;
    const [far, none, near] = [1e6, Number.POSITIVE_INFINITY, 400].map((K) =>
      solveBatchServers({ ...servers, K }),
    );
    expect(far).toMatchObject({ lossProbability: 0 });
    expect(relativeError((far as Queue).meanOccupancy, (none as Queue).meanOccupancy)).toBeLessThan(1e-12);
    expect(relativeError((far as Queue).meanOccupancy, (near as Queue).meanOccupancy)).toBeLessThan(1e-10);
    expect(solveBatchServers({ ...servers, batches: 2, K: 1e6 })).toBeUndefined();
  });

  it('leaves heavy tails to two moments', () => {
    const drawn = stage('a', 1, {
      service: pareto,
      bulk: { rule: 'full', size: 4 },
      capacity: 1e6,
      whenFull: 'drop',
    });
    const { queue, exact } = fitStation({ stage: drawn, lambda: 2, mu: 1 });
    expect({ model: queue.model, exact }).toEqual({ model: 'G/G^[b]/1', exact: false });
  });
});
