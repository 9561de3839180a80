import { describe, expect, it } from 'vitest';
import type { ServiceDistribution } from '../../../core/distributions/index.ts';
import { refusalText } from '../../../core/measures/refusals.ts';
import { drawing, line, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { findRoot } from '../../numeric/find-root.ts';
import { simulateNow } from '../../simulate/simulate-scenario.ts';
import type { SolveAnswer } from '../contract.ts';
import { solveDeterministicBulk } from '../stations/deterministic-bulk.ts';
import { isSaturated } from '../stations/queue.ts';
import { chainSize } from './chain-size.ts';
import { clocks } from './one-clock.ts';
import { type ChainLimits, solveChain } from './solve-chain.ts';

const constant = (mean: number) => ({ distribution: 'deterministic', mean }) as const;

function chainOf(drawn: Scenario, limits?: ChainLimits): SolveAnswer {
  const outcome = solveChain(drawn, { clocks, ...limits });
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

interface Tandem {
  readonly lambda: number;
  readonly transfer: ServiceDistribution;
  readonly mu: number;
  readonly b: number;
  readonly rooms: readonly [number, number];
}

/** Whole groups over a bus, blocked where the server has no room for them; what finds the bus full is lost. */
const tandem = ({ lambda, transfer, mu, b, rooms }: Tandem): Scenario => ({
  ...line(
    source('in', lambda),
    stage('bus', 1, {
      service: transfer,
      bulk: { rule: 'full', size: b },
      capacity: rooms[0],
      whenFull: 'drop',
    }),
    stage('end', mu, { capacity: rooms[1], admission: 'whole' }),
  ),
  groups: [{ id: 'channel', stages: ['bus', 'end'] }],
});

describe('one constant time among exponential ones', () => {
  it('D/M/1: sigma = exp(-(1 - sigma) / rho), N_G = rho / (1 - sigma)', () => {
    const { exact, verdicts, stages } = chainOf(
      line(source('in', 0.5, { interarrival: constant(2) }), stage('a', 1)),
    );
    const sigma = findRoot((x) => x - Math.exp(-2 * (1 - x)), 0, 0.9);
    expect(exact).toBe(true);
    expect(verdicts.map(({ code }) => code)).toEqual(['queue-cut', 'chain-residual']);
    expect(stages.a!.meanOccupancy! / (0.5 / (1 - sigma))).toBeCloseTo(1, 8);
    expect(stages.a!.occupancyDistribution![0]).toBeCloseTo(0.5, 8);
  });

  it('D/M/1/1: who comes is lost where the service before lasts longer than a gap', () => {
    const { stages } = chainOf(
      line(source('in', 1, { interarrival: constant(1) }), stage('a', 1, { capacity: 1, whenFull: 'drop' })),
    );
    // Without memory also where the one before was lost itself.
    const loss = Math.exp(-1);
    expect(stages.a!.lossProbability).toBeCloseTo(loss, 11);
    expect(stages.a!.meanOccupancy).toBeCloseTo(1 - loss, 11);
  });

  it.each([
    [1, 3, 4, 30],
    [3, 2.5, 10, 90],
  ])('M/D^[b]/1: %f/s, %f s, %i at once, in a room that is never full', (lambda, length, b, room) => {
    const drawn = line(
      source('in', lambda),
      stage('bus', 1, {
        service: constant(length),
        bulk: { rule: 'full', size: b },
        capacity: room,
        whenFull: 'drop',
      }),
    );
    const { stages } = chainOf(drawn);
    const queue = solveDeterministicBulk({ lambda, mu: 1 / length, b });
    if (isSaturated(queue)) throw new Error('saturated');
    expect(stages.bus!.lossProbability).toBeLessThan(1e-6);
    expect(stages.bus!.meanOccupancy! / queue.meanOccupancy).toBeCloseTo(1, 4);
  });

  it('the bulk tandem: where the Erlang transfers of 16, 32, 64 and 128 phases lead', {
    tags: ['long'],
  }, () => {
    const question = { lambda: 1, mu: 1.3, b: 4, rooms: [20, 8] } as const;
    const clocked = chainOf(tandem({ ...question, transfer: constant(10 / 3) }));
    expect(clocked.exact).toBe(true);
    const measures = ({ stages, groups, network }: SolveAnswer) => [
      stages.bus!.meanOccupancy!,
      stages.end!.meanOccupancy!,
      stages.bus!.blockedFraction!,
      stages.bus!.lossProbability!,
      groups!.channel!.meanOccupancy!,
      network.throughput!,
    ];
    const known = [16, 32, 64, 128].map((shape) =>
      measures(chainOf(tandem({ ...question, transfer: { distribution: 'erlang', mean: 10 / 3, shape } }))),
    );
    // Errors go with 1 / phases, its square and its cube: three times the line through two answers; the loss is good to 1e-4 so.
    const limit = [1, 2, 3].reduce(
      (rows, power) =>
        rows.slice(1).map((row, i) => row.map((x, k) => x + (x - rows[i]![k]!) / (2 ** power - 1))),
      known,
    )[0]!;
    measures(clocked).forEach((value, k) => {
      expect(value / limit[k]!).toBeCloseTo(1, 4);
    });
    const { stages, network } = clocked;
    expect(network.throughput! + stages.bus!.lossRate!).toBeCloseTo(1, 11);
  });

  it('the bulk tandem of 64 and of 128 at once, within 1 % of a long simulation', {
    tags: ['long'],
    timeout: 0,
  }, () => {
    for (const b of [64, 128]) {
      const drawn = tandem({
        lambda: 8,
        transfer: constant((5.5 * b) / 64),
        mu: 10,
        b,
        rooms: [(3 * b) / 2, (3 * b) / 2],
      });
      const chain = chainOf(drawn);
      const run = simulateNow(drawn, { seed: b, replications: 4, horizon: 5e4 * (b / 64), warmup: 2000 });
      if (run.kind === 'noAnswer') throw new Error(refusalText(run));
      const pairs: readonly (readonly [number, number])[] = [
        [chain.stages.bus!.meanOccupancy!, run.stages.bus!.meanOccupancy!.mean],
        [chain.stages.end!.meanOccupancy!, run.stages.end!.meanOccupancy!.mean],
        [chain.groups!.channel!.meanOccupancy!, run.groups!.channel!.meanOccupancy!.mean],
        [chain.network.throughput!, run.network.throughput!.mean],
      ];
      for (const [exact, simulated] of pairs) expect(Math.abs(simulated / exact - 1)).toBeLessThan(0.01);
    }
  });

  it('classes with constant times of their own at one server', () => {
    const drawn: Scenario = {
      ...drawing(
        [
          source('x', 0.3, { class: 'a' }),
          source('y', 0.2, { class: 'b' }),
          stage('s', 1, {
            service: constant(1),
            byClass: { b: { service: constant(1.7) } },
            capacity: 6,
            whenFull: 'drop',
          }),
          stage('t', 1.1, { capacity: 2 }),
          sink(),
        ],
        ['x>s', 'y>s', 's>t', 't>out'],
      ),
      classes: [{ id: 'a' }, { id: 'b' }],
    };
    const chain = chainOf(drawn);
    expect(chain.exact).toBe(true);
    const run = simulateNow(drawn, { seed: 5, replications: 10, horizon: 1e5, warmup: 100 });
    if (run.kind === 'noAnswer') throw new Error(refusalText(run));
    for (const id of ['s', 't'])
      for (const measure of ['meanOccupancy', 'utilization', 'throughput', 'blockedFraction'] as const) {
        const estimate = run.stages[id]![measure];
        if (!estimate) continue;
        expect(Math.abs(chain.stages[id]![measure]! - estimate.mean), `${measure} of ${id}`).toBeLessThan(
          3 * estimate.halfWidth + 1e-12,
        );
      }
  });

  it('phases asked for stand in for it all the same, and so they do where two times are constant', () => {
    const room = { capacity: 5, whenFull: 'drop' } as const;
    const one = line(source('in', 0.5), stage('a', 1, { service: constant(1), ...room }));
    expect(chainOf(one).exact).toBe(true);
    expect(chainOf(one, { erlangStandIn: 16 }).exact).toBe(false);
    const two = line(
      source('in', 0.5),
      stage('a', 1, { service: constant(1), ...room }),
      stage('b', 1, { service: constant(1), capacity: 3 }),
    );
    expect(chainOf(two).exact).toBe(false);
    const several = line(source('in', 0.5), stage('a', 1, { service: constant(1), ...room, serverCount: 2 }));
    expect(chainOf(several).exact).toBe(false);
  });

  it('where the rest is too fast to be followed while it runs, phases stand in for it', () => {
    const drawn = (length: number): Scenario =>
      line(
        source('in', 1),
        stage('a', 1, { service: constant(length), capacity: 3, whenFull: 'drop' }),
        stage('b', 1e9, { capacity: 3 }),
      );
    expect(chainOf(drawn(1e-6)).exact).toBe(true);
    expect(chainOf(drawn(1)).exact).toBe(false);
  });

  it('where a long queue without a bound is followed to no end, phases stand in for it', () => {
    const drawn = line(source('in', 0.9), stage('a', 1, { service: constant(1) }));
    const { exact, stages } = chainOf(drawn);
    expect(exact).toBe(false);
    // M/E16/1 by Pollaczek and Khinchine.
    expect(stages.a!.meanOccupancy).toBeCloseTo(0.9 + (0.81 * (1 + 1 / 16)) / 2 / 0.1, 8);
    const tandem = line(source('in', 0.9), stage('a', 1, { service: constant(1) }), stage('b', 1));
    expect(chainSize(tandem)).not.toHaveProperty('clock');
  });

  it('counts the states of the chain that it solves', () => {
    const drawn = tandem({ lambda: 8, transfer: constant(4), mu: 10, b: 64, rooms: [128, 256] });
    const size = chainSize(drawn);
    expect(size).toMatchObject({ fits: true });
    const asked = chainSize(drawn, 16);
    if (asked.kind === 'noAnswer' || size.kind === 'noAnswer') throw new Error('no size');
    expect([size.clock, asked.clock]).toEqual(['bus', undefined]);
    expect(asked.states / size.states).toBeGreaterThan(4);
  });

  it('counts the states with phases where the constant time takes too long to follow, as it is refused then', () => {
    const drawn = tandem({ lambda: 8, transfer: constant(4), mu: 10, b: 64, rooms: [600, 1_000] });
    const size = chainSize(drawn);
    expect(size).toMatchObject({ fits: false });
    expect(size).not.toHaveProperty('clock');
    const refused = solveChain(drawn, { clocks });
    if (refused.kind !== 'noAnswer') throw new Error('it was solved');
    expect(refusalText(refused)).toMatch(
      /^The chain with 16 phases of each constant time has more than 1,000,000 states \(about \d+,\d{3},000\)/,
    );
  });
});
