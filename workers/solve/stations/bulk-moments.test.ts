import { describe, expect, it } from 'vitest';
import {
  type ArrivalDistribution,
  distributionScv,
  type ServiceDistribution,
} from '../../../core/distributions/index.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import type { BulkRule } from '../../../core/rules/bulk.ts';
import { line, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import { simulateNow } from '../../simulate/simulate-scenario.ts';
import { relativeError } from '../fixtures/distribution.ts';
import { solveBatchServers } from './batch-servers.ts';
import { solveFullBulk, solveUpToBulk } from './bulk-service.ts';
import { solveBulkMoments } from './fit-bulk.ts';
import { solveFlushedServers } from './flushed-servers.ts';
import { isSaturated, type Queue, type Saturated } from './queue.ts';

function known(queue: Queue | Saturated | undefined): Queue {
  if (!queue || isSaturated(queue)) throw new Error('no queue');
  return queue;
}

const memoryless = { mu: 1, arrivalScv: 1, serviceScv: 1, size: 1 };
const INFINITE = Number.POSITIVE_INFINITY;

interface Drawn {
  readonly c: number;
  readonly a: number;
  readonly b: number;
  readonly timeout: number;
  readonly load: number;
  readonly size?: number;
}

interface Distributions {
  readonly service: ServiceDistribution;
  /** Shape of the times between arrivals; Poisson when absent. */
  readonly arrivals?:
    | { readonly distribution: 'erlang'; readonly shape: number }
    | { readonly distribution: 'hyperexponential'; readonly scv: number };
}

const exponential: ServiceDistribution = { distribution: 'exponential', mean: 1 };

/** Mean queue and busy servers, each with its 95 % half width. */
function simulated({ c, a, b, timeout, load, size = 1 }: Drawn, { service, arrivals }: Distributions) {
  const mean = size / (load * c * b);
  const interarrival: ArrivalDistribution = arrivals
    ? { ...arrivals, mean }
    : { distribution: 'exponential', mean };
  const flush = timeout < INFINITE ? { timeout } : {};
  const bulk: BulkRule =
    a === b ? { rule: 'full', size: b, ...flush } : { rule: 'upTo', min: a, max: b, ...flush };
  const drawn = line(
    { ...source('in', 1), interarrival, batchSize: size },
    stage('a', 1, { service, serverCount: c, bulk }),
  );
  const run = simulateNow(drawn, { seed: 5, replications: 10, horizon: 1500, warmup: 100 });
  if (run.kind === 'noAnswer') throw new Error(refusalText(run));
  return { queue: run.stages.a!.meanQueueLength!, utilization: run.stages.a!.utilization! };
}

function estimated({ c, a, b, timeout, load, size = 1 }: Drawn, { service, arrivals }: Distributions): Queue {
  const arrivalScv = arrivals ? distributionScv({ ...arrivals, mean: 1 }) : 1;
  const batches = (load * c * b) / size;
  return known(
    solveBulkMoments({
      batches,
      size,
      mu: 1,
      c,
      a,
      b,
      timeout,
      arrivalScv,
      serviceScv: distributionScv(service),
    }),
  );
}

describe('bulk service with a flush timeout', () => {
  it('is M/M^[b]/1 and M/M^[a,b]/1 where the timeout never ends, and M/M^[1,b]/1 where it ends at once', () => {
    for (const load of [0.1, 0.5, 0.9]) {
      const lambda = 4 * load;
      const drawn = { ...memoryless, batches: lambda, c: 1, b: 4 };
      const full = solveBulkMoments({ ...drawn, a: 4, timeout: INFINITE });
      expect(
        relativeError(full!.meanQueueLength, known(solveFullBulk({ lambda, mu: 1, b: 4 })).meanQueueLength),
      ).toBeLessThan(1e-9);
      const some = solveBulkMoments({ ...drawn, a: 2, timeout: INFINITE });
      expect(
        relativeError(
          some!.meanQueueLength,
          known(solveUpToBulk({ lambda, mu: 1, b: 4, a: 2 })).meanQueueLength,
        ),
      ).toBeLessThan(1e-9);
      const atOnce = solveBulkMoments({ ...drawn, a: 4, timeout: 1e-9 });
      expect(
        relativeError(
          atOnce!.meanQueueLength,
          known(solveUpToBulk({ lambda, mu: 1, b: 4, a: 1 })).meanQueueLength,
        ),
      ).toBeLessThan(1e-6);
    }
  });

  it('is M^[X]/M^[a,b]/c without one', () => {
    const drawn = { batches: 1.2, size: 3, mu: 1, c: 2, a: 2, b: 4 };
    const truth = known(solveBatchServers({ ...drawn, K: INFINITE, admission: 'partial' }));
    const found = solveBulkMoments({ ...drawn, timeout: INFINITE, arrivalScv: 1, serviceScv: 1 })!;
    expect(relativeError(found.meanQueueLength, truth.meanQueueLength)).toBeLessThan(1e-9);
    expect(relativeError(found.utilization, truth.utilization)).toBeLessThan(1e-9);
  });

  /** With a server always free the batches fill one after the other: a renewal process of 1 / lambda and the shorter of T and a - 1 gaps. */
  function meanFilling(lambda: number, a: number, timeout: number): number {
    let [term, upTo, length, content] = [Math.exp(-lambda * timeout), 0, 0, 0];
    for (let n = 0; n <= a - 2; n++) {
      upTo += term;
      // The time that n have joined the first: P[more than n come within T] / lambda.
      const time = (1 - upTo) / lambda;
      length += time;
      content += (n + 1) * time;
      term *= (lambda * timeout) / (n + 1);
    }
    return content / (1 / lambda + length);
  }

  it.each([
    [0.5, 4, 2],
    [2, 4, 1],
    [1, 8, 6],
    [0.2, 3, 10],
  ])('fills its batches as renewal theory says, lambda %d, a %d, T %d', (lambda, a, timeout) => {
    const found = solveFlushedServers({ batches: lambda, size: 1, mu: 5, c: 12, a, b: a, timeout })!;
    expect(found.queueing + found.gathering).toBeLessThan(1e-6);
    expect(relativeError(found.filling, meanFilling(lambda, a, timeout))).toBeLessThan(0.01);
  });

  const CASES: readonly Drawn[] = [
    { c: 1, a: 4, b: 4, timeout: 2, load: 0.2 },
    { c: 1, a: 4, b: 4, timeout: 2, load: 0.6 },
    { c: 1, a: 2, b: 6, timeout: 1, load: 0.5 },
    { c: 1, a: 8, b: 8, timeout: 1, load: 0.5 },
    { c: 3, a: 4, b: 4, timeout: 1, load: 0.5 },
    { c: 2, a: 3, b: 5, timeout: 0.5, load: 0.6 },
    { c: 2, a: 4, b: 6, timeout: 1, load: 0.5, size: 3 },
  ];
  it.each(CASES)(
    'lies within 5 % of the simulator, or in its 99.9 %% interval: %o',
    { timeout: 0 },
    (drawn) => {
      const { queue, utilization } = simulated(drawn, { service: exponential });
      const found = estimated(drawn, { service: exponential });
      expect(Math.abs(found.meanQueueLength - queue.mean)).toBeLessThan(
        Math.max(0.05 * queue.mean, 2.1 * queue.halfWidth!),
      );
      expect(Math.abs(found.utilization - utilization.mean)).toBeLessThan(
        Math.max(0.03 * utilization.mean, 2.1 * utilization.halfWidth!),
      );
    },
  );
});

describe('bulk service from two moments', () => {
  const DRAWN: readonly Drawn[] = [
    { c: 1, a: 4, b: 4, timeout: 2, load: 0.6 },
    { c: 2, a: 3, b: 5, timeout: 0.5, load: 0.7 },
    { c: 2, a: 4, b: 4, timeout: INFINITE, load: 0.8 },
    { c: 3, a: 2, b: 6, timeout: INFINITE, load: 0.5 },
  ];
  const DISTRIBUTIONS: readonly Distributions[] = [
    { service: { distribution: 'deterministic', mean: 1 } },
    { service: { distribution: 'erlang', mean: 1, shape: 2 } },
    { service: { distribution: 'lognormal', mean: 1, scv: 2 } },
    { service: { distribution: 'hyperexponential', mean: 1, scv: 3 } },
    { service: exponential, arrivals: { distribution: 'erlang', shape: 4 } },
    { service: exponential, arrivals: { distribution: 'hyperexponential', scv: 3 } },
    {
      service: { distribution: 'erlang', mean: 1, shape: 3 },
      arrivals: { distribution: 'hyperexponential', scv: 2 },
    },
  ];
  const CASES = DRAWN.flatMap((drawn) => DISTRIBUTIONS.map((distributions) => ({ drawn, distributions })));
  it.each(CASES)(
    'lies within a third of the simulated queue: $drawn, $distributions',
    { timeout: 0 },
    ({ drawn, distributions }) => {
      const { queue, utilization } = simulated(drawn, distributions);
      const found = estimated(drawn, distributions);
      expect(Math.abs(found.meanQueueLength - queue.mean)).toBeLessThan(queue.mean / 3 + queue.halfWidth!);
      expect(Math.abs(found.utilization - utilization.mean)).toBeLessThan(0.2 * utilization.mean);
    },
  );
});
