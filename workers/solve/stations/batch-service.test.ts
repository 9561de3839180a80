import { describe, expect, it } from 'vitest';
import type { ServiceDistribution } from '../../../core/distributions/index.ts';
import type { BulkRule } from '../../../core/rules/bulk.ts';
import { line, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import { answerTo } from '../fixtures/answer.ts';
import { mean, relativeError, total } from '../fixtures/distribution.ts';
import { fixedBatches, solveBatchArrivals } from './batch-arrivals.ts';
import { type BatchServersInput, solveBatchServers } from './batch-servers.ts';
import { type BatchServiceInput, solveBatchService } from './batch-service.ts';
import { solveFullBulk, solveUpToBulk } from './bulk-service.ts';
import { solveDeterministicBulk } from './deterministic-bulk.ts';
import { acceptedAt, solveMg1k } from './fit-station.ts';
import { solveMm1k, solveMm1kActual } from './mm1k.ts';
import { isSaturated, type Queue, type Saturated } from './queue.ts';

const INFINITE = Number.POSITIVE_INFINITY;
const exponential: ServiceDistribution = { distribution: 'exponential', mean: 1 };
const constant: ServiceDistribution = { distribution: 'deterministic', mean: 1 };
const lognormal: ServiceDistribution = { distribution: 'lognormal', mean: 1, scv: 2 };

function known(queue: Queue | Saturated | undefined): Queue {
  if (!queue || isSaturated(queue)) throw new Error('no queue');
  return queue;
}

const served = (extra: Partial<BatchServiceInput>): Queue =>
  known(
    solveBatchService({
      batches: 1,
      size: 1,
      distribution: exponential,
      mu: 1,
      a: 1,
      b: 1,
      K: INFINITE,
      admission: 'partial',
      ...extra,
    }),
  );
const servers = (extra: Partial<BatchServersInput>): Queue =>
  known(
    solveBatchServers({
      batches: 1,
      size: 1,
      mu: 1,
      c: 1,
      a: 1,
      b: 1,
      K: INFINITE,
      admission: 'partial',
      ...extra,
    }),
  );

function same(found: Queue, truth: Queue, digits = 1e-9) {
  for (const key of ['meanOccupancy', 'meanQueueLength', 'utilization', 'arrivalRate'] as const)
    expect(relativeError(found[key], truth[key]), key).toBeLessThan(digits);
  if (truth.lossProbability !== undefined)
    expect(relativeError(found.lossProbability!, truth.lossProbability)).toBeLessThan(digits);
}

describe('one server that serves in batches', () => {
  it('is M/M^[b]/1, M/M^[a,b]/1 and M/D^[b]/1 without a limit', () => {
    for (const load of [0.1, 0.4, 0.8]) {
      const b = 5;
      const lambda = load * b;
      same(served({ batches: lambda, a: b, b }), known(solveFullBulk({ lambda, mu: 1, b })));
      same(served({ batches: lambda, a: 2, b }), known(solveUpToBulk({ lambda, mu: 1, b, a: 2 })));
      const bus = served({ batches: lambda, a: b, b, distribution: constant });
      same(bus, known(solveDeterministicBulk({ lambda, mu: 1, b })));
      const exact = known(solveDeterministicBulk({ lambda, mu: 1, b })).distribution!()!;
      bus.distribution!()!.forEach((p, n) => {
        expect(Math.abs(p - (exact[n] ?? 0))).toBeLessThan(1e-11);
      });
    }
  });

  it('is M/G/1/K one by one, at any load', () => {
    for (const distribution of [exponential, constant, lognormal])
      for (const lambda of [0.3, 1, 3])
        same(
          served({ batches: lambda, distribution, K: 9 }),
          solveMg1k({ lambda, mu: 1, distribution, K: 9 })!,
          1e-6,
        );
  });

  it('is M^[X]/M/1/K with batches that come, those that fit or whole', () => {
    for (const admission of ['partial', 'whole'] as const)
      for (const K of [4, 11]) {
        const arrivals = { batches: 0.3, mu: 1, K, admission } as const;
        same(
          served({ ...arrivals, size: 3 }),
          known(solveBatchArrivals({ ...arrivals, ...fixedBatches(3), c: 1 })),
        );
      }
  });

  it.each([
    [{ rule: 'full', size: 3 }, 1, 'partial'],
    [{ rule: 'full', size: 3 }, 2, 'whole'],
    [{ rule: 'full', size: 4 }, 3, 'partial'],
    [{ rule: 'upTo', min: 1, max: 3 }, 2, 'partial'],
    [{ rule: 'upTo', min: 2, max: 4 }, 3, 'whole'],
  ] as const satisfies readonly (readonly [BulkRule, number, string])[])(
    'has %o with batches of %i, %s, what the Markov chain of the drawing has',
    (bulk, size, admission) => {
      for (const distribution of [exponential, { distribution: 'erlang', mean: 1, shape: 2 } as const]) {
        const drawn = line(
          source('s', 0.8, { batchSize: size }),
          stage('a', 1, { bulk, service: distribution, capacity: 9, whenFull: 'drop', admission }),
        );
        const truth = answerTo(drawn, 'chain').stages.a!;
        const [a, b] = bulk.rule === 'full' ? [bulk.size, bulk.size] : [bulk.min, bulk.max];
        const found = served({ batches: 0.8, size, distribution, a, b, K: 9, admission });
        expect(relativeError(found.meanOccupancy, truth.meanOccupancy!)).toBeLessThan(1e-9);
        expect(relativeError(found.lossProbability!, truth.lossProbability!)).toBeLessThan(1e-9);
        const p = found.distribution!()!;
        expect(total(p)).toBeCloseTo(1, 12);
        expect(relativeError(mean(p), found.meanOccupancy)).toBeLessThan(1e-11);
        // A stage is what its drawing is answered with, unasked.
        const shown = answerTo(drawn).stages.a!;
        expect(shown.exact).toBe(true);
        expect(relativeError(shown.meanOccupancy!, found.meanOccupancy)).toBeLessThan(1e-12);
      }
    },
  );

  it('keeps batches that never divide apart from those that do', () => {
    // Five places, four to a service, two at a time: once one is left over, one always is.
    const found = served({ batches: 1, size: 2, a: 4, b: 4, K: 5 });
    expect(found.distribution!()![0]).toBe(0);
    expect(served({ batches: 0.2, size: 2, a: 4, b: 4 }).distribution!()![1]).toBe(0);
  });

  it('is saturated, empty, stuck or too large by name', () => {
    const input: BatchServiceInput = {
      batches: 4,
      size: 1,
      distribution: constant,
      mu: 1,
      a: 4,
      b: 4,
      K: INFINITE,
      admission: 'partial',
    };
    expect(solveBatchService(input)).toEqual({ model: 'M/D^[b]/1', saturated: true });
    expect(known(solveBatchService({ ...input, batches: 0, K: 9 })).meanOccupancy).toBe(0);
    expect(solveBatchService({ ...input, batches: 1, size: 3, K: 5, admission: 'whole' })).toBeUndefined();
    expect(solveBatchService({ ...input, batches: 2000, a: 4000, b: 4000, K: 1e6 })).toBeUndefined();
  });
});

describe('several servers that serve in batches', () => {
  it('are M/M^[b]/1 and M/M^[a,b]/1 where there is one', () => {
    same(servers({ batches: 3, a: 4, b: 4 }), known(solveFullBulk({ lambda: 3, mu: 1, b: 4 })));
    same(servers({ batches: 3, a: 2, b: 4 }), known(solveUpToBulk({ lambda: 3, mu: 1, b: 4, a: 2 })));
    const loss = { batches: 1.5, size: 2, a: 3, b: 3, K: 10, admission: 'whole' } as const;
    same(servers(loss), served(loss));
  });

  it('are M^[X]/M/c/K one by one', () => {
    const loss = { batches: 0.8, mu: 1, c: 3, K: 8, admission: 'partial' } as const;
    same(servers({ ...loss, size: 2 }), known(solveBatchArrivals({ ...loss, ...fixedBatches(2) })));
  });

  it.each(['partial', 'whole'] as const)('have what the Markov chain of the drawing has, %s', (admission) => {
    const drawn = line(
      source('s', 1.1, { batchSize: 2 }),
      stage('a', 1, {
        serverCount: 2,
        bulk: { rule: 'full', size: 3 },
        capacity: 10,
        whenFull: 'drop',
        admission,
      }),
    );
    const truth = answerTo(drawn, 'chain').stages.a!;
    const found = servers({ batches: 1.1, size: 2, c: 2, a: 3, b: 3, K: 10, admission });
    expect(relativeError(found.meanOccupancy, truth.meanOccupancy!)).toBeLessThan(1e-9);
    expect(relativeError(found.meanQueueLength, truth.meanQueueLength!)).toBeLessThan(1e-9);
    expect(relativeError(found.lossProbability!, truth.lossProbability!)).toBeLessThan(1e-9);
    expect(mean(found.distribution!()!)).toBeCloseTo(found.meanOccupancy, 10);
  });
});

describe('a station by what it accepts', () => {
  it('is Dor’s M/M/1/K', () => {
    for (const lambda of [0.2, 0.9, 0.999]) {
      const found = known(acceptedAt(lambda, 1, (offered) => solveMm1k({ lambda: offered, mu: 1, K: 20 })));
      same(found, known(solveMm1kActual({ lambda, mu: 1, K: 20 })), 1e-5);
    }
  });

  it('is saturated where the servers are', () => {
    expect(acceptedAt(1, 1, (offered) => solveMm1k({ lambda: offered, mu: 1, K: 20 }))).toMatchObject({
      saturated: true,
    });
  });
});
