import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { relativeError } from '../fixtures/distribution.ts';
import { manyServers, nonPreemptive, preemptiveResume } from './fit-classes.ts';
import { solveMg1 } from './mg1.ts';
import { solveMmc } from './mmc.ts';
import { solveProcessorSharing } from './processor-sharing.ts';
import { isSaturated } from './queue.ts';

const classes = [
  { priority: 0, rate: 0.2, service: 1, scv: 0 },
  { priority: 1, rate: 0.3, service: 1, scv: 1 },
  { priority: 1, rate: 0.1, service: 2, scv: 2 },
];

describe('priorities at one server', () => {
  it("keep Kleinrock's conservation law: sum of rho_k W_k = rho R / (1 - rho)", () => {
    const any = fc.array(
      fc.record({
        priority: fc.integer({ min: 0, max: 3 }),
        rate: fc.double({ min: 0.01, max: 0.2, noNaN: true }),
        service: fc.double({ min: 0.1, max: 1, noNaN: true }),
        scv: fc.double({ min: 0, max: 5, noNaN: true }),
      }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(any, (given) => {
        const rho = given.reduce((sum, { rate, service }) => sum + rate * service, 0);
        const R = given.reduce(
          (sum, { rate, service, scv }) => sum + (rate * service ** 2 * (1 + scv)) / 2,
          0,
        );
        const times = nonPreemptive(given);
        const found = given.reduce(
          (sum, { rate, service }, i) => sum + rate * service * times[i]!.waiting,
          0,
        );
        expect(relativeError(found, (rho * R) / (1 - rho))).toBeLessThan(1e-10);
      }),
      { numRuns: 50 },
    );
  });

  it('are M/G/1 for one class, whichever the rule', () => {
    const one = [{ priority: 5, rate: 0.8, service: 1, scv: 3 }];
    const queue = solveMg1({ lambda: 0.8, mu: 1, distribution: { distribution: 'gamma', mean: 1, scv: 3 } });
    if (isSaturated(queue)) throw new Error('saturated');
    for (const rule of [nonPreemptive, preemptiveResume])
      expect(relativeError(rule(one)[0]!.waiting, queue.meanQueueLength / 0.8)).toBeLessThan(1e-12);
  });

  it('let the first class not see the others when it interrupts them', () => {
    const [first] = preemptiveResume(classes);
    // M/D/1 at a load of 0.2.
    expect(first!.waiting).toBeCloseTo((0.2 * 0.5) / 0.8, 14);
    expect(preemptiveResume(classes)[1]!.sojourn).toBeCloseTo(
      1 / 0.8 + (0.1 + 0.3 + 0.1 * 6) / (0.8 * 0.3),
      12,
    );
  });

  it('keep the urgent classes stable where the others are not', () => {
    const heavy = [classes[0]!, { priority: 1, rate: 2, service: 1, scv: 1 }];
    const [first, second] = nonPreemptive(heavy);
    // The server is never idle: the residual is that of class 0 for 0.2 of the time, of class 1 for the rest.
    expect(first!.waiting).toBeCloseTo((0.2 * 0.5 + 0.8 * 1) / 0.8, 13);
    expect(second!.waiting).toBe(Number.POSITIVE_INFINITY);
    expect(preemptiveResume(heavy)[0]!.waiting).toBeCloseTo(0.125, 14);
  });
});

describe('priorities at several servers', () => {
  const equal = classes.map((each) => ({ ...each, rate: 4 * each.rate, service: 1, scv: 1 }));

  it('hold what M/M/c holds in all', () => {
    const lambda = equal.reduce((sum, { rate }) => sum + rate, 0);
    const queue = solveMmc({ lambda, mu: 1, c: 3 });
    if (isSaturated(queue)) throw new Error('saturated');
    for (const preemptive of [false, true]) {
      const times = manyServers(equal, { mu: 1, c: 3, preemptive });
      const waiting = equal.reduce((sum, { rate }, i) => sum + rate * times[i]!.waiting, 0);
      expect(relativeError(waiting, queue.meanQueueLength)).toBeLessThan(1e-12);
    }
  });

  it('are the formulas of one server for c = 1', () => {
    const light = classes.map((each) => ({ ...each, service: 1, scv: 1 }));
    const rules = [
      [nonPreemptive(light), false],
      [preemptiveResume(light), true],
    ] as const;
    for (const [truth, preemptive] of rules) {
      const found = manyServers(light, { mu: 1, c: 1, preemptive });
      for (const [i, { waiting }] of truth.entries())
        expect(relativeError(found[i]!.waiting, waiting)).toBeLessThan(1e-12);
    }
  });
});

describe('processor sharing', () => {
  it('slows down by 1 / (1 - rho) at one server', () => {
    const queue = solveProcessorSharing({ lambda: 0.8, mu: 1, c: 1, K: Number.POSITIVE_INFINITY });
    if (isSaturated(queue)) throw new Error('saturated');
    expect(queue.slowdown).toBeCloseTo(5, 12);
    expect(queue.waitingTime).toBeUndefined();
  });

  it('does not slow down while servers are free', () => {
    const queue = solveProcessorSharing({ lambda: 0.01, mu: 1, c: 10, K: 10 });
    if (isSaturated(queue)) throw new Error('saturated');
    expect(queue.slowdown).toBeCloseTo(1, 12);
  });
});
