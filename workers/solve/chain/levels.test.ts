import { describe, expect, it } from 'vitest';
import { refusalText } from '../../../core/measures/refusals.ts';
import { line, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../contract.ts';

import { solveChain } from './solve-chain.ts';

function chainOf(drawn: Scenario): SolveAnswer {
  const outcome = solveChain(drawn);
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

const message = (drawn: Scenario): string => {
  const outcome = solveChain(drawn);
  return outcome.kind === 'noAnswer' ? refusalText(outcome) : 'answered';
};

const full = (size: number) => ({ bulk: { rule: 'full', size } }) as const;

describe('one unbounded stage: levels without end instead of a cut', () => {
  it.each([0.5, 0.99, 0.9999])('M/M/1 at load %f, and no word of a cut', (rho) => {
    const { stages, verdicts } = chainOf(line(source('in', rho), stage('a', 1)));
    expect(stages.a!.meanOccupancy! / (rho / (1 - rho))).toBeCloseTo(1, 6);
    expect(stages.a!.occupancyDistribution![3]).toBeCloseTo((1 - rho) * rho ** 3, 11);
    expect(verdicts).toEqual([]);
    expect(stages.a!.model).toBe('Markov chain, unbounded levels of 1 state');
  });

  it.each([
    [1, 0.3, 4, 14.4637],
    [3, 0.4, 10, 22.3429],
  ])('M/M^[b]/1 that waits for full batches: lambda %f, mu %f, b %i', (lambda, mu, b, mean) => {
    const { stages } = chainOf(line(source('in', lambda), stage('bus', mu, full(b))));
    expect(stages.bus!.meanOccupancy).toBeCloseTo(mean, 3);
    // The number is uniform on 0 .. b - 1 plus a geometric one: r with lambda (1 - r) = mu r (1 - r^b).
    let r = 0.5;
    for (let i = 0; i < 2000; i++) r = lambda / (lambda + mu * (1 - r ** b));
    expect(stages.bus!.meanOccupancy).toBeCloseTo((b - 1) / 2 + r / (1 - r), 6);
    stages.bus!.occupancyDistribution!.slice(0, b).forEach((p, n) => {
      expect(p).toBeCloseTo((1 - r ** (n + 1)) / b, 9);
    });
  });

  it('the bulk tandem: full batches that enter whole, as with so much room in front that nothing is lost', () => {
    const tandem = (capacity: number | undefined): Scenario =>
      line(
        source('in', 1),
        stage('bus', 0.5, { ...full(4), ...(capacity !== undefined && { capacity, whenFull: 'drop' }) }),
        stage('end', 1.2, { capacity: 6, admission: 'whole' }),
      );
    const exact = chainOf(tandem(undefined)).stages;
    const roomy = chainOf(tandem(600)).stages;
    for (const id of ['bus', 'end'])
      for (const measure of [
        'meanOccupancy',
        'meanQueueLength',
        'utilization',
        'blockedFraction',
        'throughput',
      ] as const)
        expect(exact[id]![measure], `${measure} of ${id}`).toBeCloseTo(roomy[id]![measure]!, 8);
    exact.bus!.occupancyDistribution!.slice(0, 60).forEach((p, n) => {
      expect(p).toBeCloseTo(roomy.bus!.occupancyDistribution![n]!, 10);
    });
  });

  it('batches that arrive, several servers, phases and a finite stage in front', () => {
    const drawn = (capacity: number | undefined): Scenario =>
      line(
        source('in', 0.25, { batchSize: 3 }),
        stage('a', 1, {
          capacity: 4,
          whenFull: 'drop',
          service: { distribution: 'erlang', rate: 1, shape: 2 },
        }),
        stage('b', 0.45, { serverCount: 2, ...(capacity !== undefined && { capacity, whenFull: 'drop' }) }),
      );
    const exact = chainOf(drawn(undefined)).stages;
    const roomy = chainOf(drawn(150)).stages;
    for (const id of ['a', 'b'])
      expect(exact[id]!.meanOccupancy, id).toBeCloseTo(roomy[id]!.meanOccupancy!, 8);
    expect(exact.b!.model).toContain('unbounded levels');
  });

  it('knows where it becomes unstable: two servers without places between them pass 2/3', () => {
    const blocked = (lambda: number) =>
      line(source('in', lambda), stage('a', 1), stage('b', 1, { capacity: 1 }));
    expect(message(blocked(0.6667))).toContain('The queue of "a" grows without end');
    expect(message(blocked(0.6666))).toBe('answered');
  });

  it('a stage that shares its only unit with its sender, whose queue never grows, is as with room for 50', () => {
    const shared = (room: object): Scenario => ({
      ...line(
        source('in', 1),
        stage('a', 3, { capacity: 3, whenFull: 'drop', resource: 'bus' }),
        stage('b', 3, { resource: 'bus', ...room }),
      ),
      resources: [{ id: 'bus', units: 1 }],
    });
    const open = chainOf(shared({})).stages.b!;
    const finite = chainOf(shared({ capacity: 50 })).stages.b!;
    expect(open.meanOccupancy).toBeGreaterThan(0.25);
    expect(open.meanOccupancy).toBeCloseTo(finite.meanOccupancy!, 9);
  });

  it('two unbounded stages are cut, and say so', () => {
    const { verdicts } = chainOf(line(source('in', 0.5), stage('a', 1), stage('b', 1)));
    expect(verdicts.map(({ code }) => code)).toEqual(['queue-cut', 'queue-cut']);
  });
});
