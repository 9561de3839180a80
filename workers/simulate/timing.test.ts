/** Services that depend on the size of their batch, on the number in the stage, or that overlap in a pipeline (B4, LD, PI). */

import { describe, expect, it } from 'vitest';
import type { ServiceDistribution } from '../../core/distributions/index.ts';
import { exp } from '../../core/numeric/elementary.ts';
import { drawing, line, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { someOf } from '../../tests/examples.ts';
import { at, level } from './claims.test-support.ts';
import { solveMarkov, stationary } from './markov-chain.test-support.ts';
import { replicateNow } from './replicate.ts';
import { expectTheory } from './theory.test-support.ts';

const run = { horizon: 6000, warmup: 200 };

describe('the time of a batch of n is a + c n', () => {
  const bulk = { rule: 'upTo', min: 1, max: 3, timePerElement: 0.3 } as const;
  const of = (service: ServiceDistribution, more: object = {}): Scenario =>
    line(source('in', 1.2), stage('a', 1, { service, bulk, capacity: 8, whenFull: 'drop', ...more }));

  it('with exponential times is a Markov chain whose rate is 1 / (a + c n)', () => {
    interface State {
      readonly waiting: number;
      readonly batches: readonly number[];
    }
    const servers = 2;
    const a = 0.4;
    const chain = solveMarkov<State>({ waiting: 0, batches: [] }, ({ waiting, batches }) => {
      const started = (state: State): State => {
        if (state.batches.length === servers || state.waiting === 0) return state;
        const size = Math.min(3, state.waiting);
        return started({ waiting: state.waiting - size, batches: [...state.batches, size].sort() });
      };
      const inStage = waiting + batches.reduce((sum, n) => sum + n, 0);
      return [
        ...(inStage < 8 ? [{ rate: 1.2, to: started({ waiting: waiting + 1, batches }) }] : []),
        ...batches.map((n, i) => ({
          rate: 1 / (a + 0.3 * n),
          to: started({ waiting, batches: batches.toSpliced(i, 1) }),
        })),
      ];
    });
    const occupancy = chain.average((s) => s.waiting + s.batches.reduce((sum, n) => sum + n, 0));
    expectTheory(of({ distribution: 'exponential', mean: a }, { serverCount: servers }), run, [
      at('a', 'meanOccupancy', occupancy),
      at(
        'a',
        'utilization',
        chain.average((s) => s.batches.length / servers),
      ),
    ]);
  });

  it('with constant times takes exactly a + c n', () => {
    const full = { rule: 'full', size: 4, timePerElement: 0.25 } as const;
    const arrivals = { distribution: 'deterministic', mean: 1 } as const;
    const service = { distribution: 'deterministic', mean: 2 } as const;
    const scenario = line(
      source('in', 1, { interarrival: arrivals }),
      stage('a', 1, { service, bulk: full }),
    );
    const record = replicateNow(scenario, { seed: 1, replications: 1, horizon: 4000, warmup: 0 }, 0);
    if (record.kind === 'noAnswer') throw new Error(record.code);
    // Elements wait 3, 2, 1 and 0 s for their batch and are served in 3 s.
    const { sojournTotal, served } = record.stages.a!;
    expect(sojournTotal / served).toBeCloseTo(4.5, 12);
  });
});

describe('a server that takes all who wait', () => {
  it('in constant times a + c n is the chain of its batches', () => {
    const [lambda, a, c, most] = [0.9, 1.5, 0.6, 60];
    const time = (n: number) => a + c * n;
    // The next batch is what came meanwhile, or the first who comes after.
    const rates = Array.from({ length: most }, (_, i) => {
      const mean = lambda * time(i + 1);
      const row = new Map<number, number>();
      let p = exp(-mean);
      for (let k = 0; k <= most; k++) {
        const next = Math.max(k, 1) - 1;
        if (next !== i && next < most) row.set(next, (row.get(next) ?? 0) + p);
        p *= mean / (k + 1);
      }
      return row;
    });
    const pi = stationary(rates);
    const sum = (of: (n: number) => number) => pi.reduce((all, p, i) => all + p * of(i + 1), 0);
    const cycle = sum((n) => time(n) + exp(-lambda * time(n)) / lambda);
    const scenario = line(
      source('in', lambda),
      stage('a', 1, {
        service: { distribution: 'deterministic', mean: a },
        bulk: { rule: 'upTo', min: 1, max: 1000, timePerElement: c },
      }),
    );
    expectTheory(scenario, { horizon: 10_000, warmup: 500 }, [
      at('a', 'meanOccupancy', sum((n) => n * time(n) + (lambda * time(n) ** 2) / 2) / cycle),
      at('a', 'utilization', sum(time) / cycle),
    ]);
  });
});

describe('the speed of servers by the number in the stage', () => {
  it('1, 2, 3 on one server is three servers', { tags: ['long'] }, () => {
    const scenario = line(source('in', 2.5), stage('a', 1, { speeds: [1, 2, 3] }));
    const three = solveMarkov<number>(0, (n) => [
      ...(n < 200 ? [{ rate: 2.5, to: n + 1 }] : []),
      ...(n > 0 ? [{ rate: Math.min(n, 3), to: n - 1 }] : []),
    ]);
    expectTheory(scenario, { horizon: 20_000, warmup: 1000 }, [
      at(
        'a',
        'meanOccupancy',
        three.average((n) => n),
      ),
      level('a', 0, three.average((n) => Number(n === 0))), // biome-ignore format: one claim a line
    ]);
  });

  it.each(
    someOf(
      [
        ['constant', { distribution: 'deterministic', mean: 0.5 }],
        ['very variable', { distribution: 'hyperexponential', mean: 0.5, scv: 6 }],
      ] as const,
      1,
    ),
  )('of shared servers leaves the numbers insensitive to %s times', (_, service) => {
    const speeds = [1, 0.6, 1.5, 2];
    const more = { service, discipline: 'PS', speeds, capacity: 7, whenFull: 'drop' } as const;
    const chain = solveMarkov<number>(0, (n) => [
      ...(n < 7 ? [{ rate: 2, to: n + 1 }] : []),
      ...(n > 0 ? [{ rate: 2 * speeds[Math.min(n, 4) - 1]!, to: n - 1 }] : []),
    ]);
    expectTheory(line(source('in', 2), stage('a', 1, more)), run, [
      at(
        'a',
        'meanOccupancy',
        chain.average((n) => n),
      ),
      level('a', 7, chain.average((n) => Number(n === 7))), // biome-ignore format: one claim a line
    ]);
  });

  it('counts those that are held, and changes services under way', () => {
    const fast = [1, 2.5, 0.5];
    const next = [2, 1, 3];
    const speed = (of: readonly number[], n: number) => of[Math.min(n, 3) - 1]!;
    interface State {
      readonly n: number;
      readonly held: number;
      readonly behind: number;
    }
    // Two servers, four places; three places behind it.
    const chain = solveMarkov<State>({ n: 0, held: 0, behind: 0 }, ({ n, held, behind }) => {
      const serving = Math.min(n, 2) - held;
      const jumps = [];
      if (n < 4) jumps.push({ rate: 1.5, to: { n: n + 1, held, behind } });
      if (serving > 0) {
        const to = behind < 3 ? { n: n - 1, held, behind: behind + 1 } : { n, held: held + 1, behind };
        jumps.push({ rate: serving * speed(fast, n), to });
      }
      if (behind > 0) {
        const to = held > 0 ? { n: n - 1, held: held - 1, behind } : { n, held, behind: behind - 1 };
        jumps.push({ rate: 0.9 * speed(next, behind), to });
      }
      return jumps;
    });
    const scenario = line(
      source('in', 1.5),
      stage('a', 1, { serverCount: 2, speeds: fast, capacity: 4, whenFull: 'drop' }),
      stage('b', 0.9, { speeds: next, capacity: 3 }),
    );
    expectTheory(scenario, run, [
      at(
        'a',
        'meanOccupancy',
        chain.average(({ n }) => n),
      ),
      at(
        'b',
        'meanOccupancy',
        chain.average(({ behind }) => behind),
      ),
      at(
        'a',
        'blockedFraction',
        chain.average(({ held }) => held / 2),
      ),
    ]);
  });

  it('keeps what is left of an interrupted service as work', () => {
    const speeds = [1, 3, 0.7];
    const chain = solveMarkov<readonly [number, number]>([0, 0], ([gold, iron]) => {
      const n = gold + iron;
      const speed = n === 0 ? 0 : speeds[Math.min(n, 3) - 1]!;
      return [
        ...(n < 6 ? [{ rate: 0.5, to: [gold + 1, iron] as const }] : []),
        ...(n < 6 ? [{ rate: 0.7, to: [gold, iron + 1] as const }] : []),
        ...(gold > 0 ? [{ rate: 1.4 * speed, to: [gold - 1, iron] as const }] : []),
        ...(gold === 0 && iron > 0 ? [{ rate: 1.4 * speed, to: [gold, iron - 1] as const }] : []),
      ];
    });
    const scenario: Scenario = {
      ...drawing(
        [
          source('g', 0.5, { class: 'gold' }),
          source('i', 0.7, { class: 'iron' }),
          stage('a', 1.4, {
            ...{ discipline: 'priority', preemption: 'resume', speeds, capacity: 6, whenFull: 'drop' },
          }),
          sink(),
        ],
        ['g>a', 'i>a', 'a>out'],
      ),
      classes: [
        { id: 'gold', priority: 0 },
        { id: 'iron', priority: 1 },
      ],
    };
    expectTheory(scenario, run, [
      at(
        'a',
        'meanOccupancy',
        chain.average(([gold, iron]) => gold + iron),
      ),
      at(
        'a',
        'utilization',
        chain.average(([gold, iron]) => Number(gold + iron > 0)),
      ),
    ]);
  });
});

describe('a pipeline', () => {
  const CONSTANT = (mean: number) => ({ distribution: 'deterministic', mean }) as const;

  it('in front of enough room is a queue for its intervals, and then a delay', () => {
    const scenario = line(
      source('in', 0.8),
      stage('a', 1, { service: CONSTANT(1), pipelineLatency: 7.5 }),
      stage('b', 1, { service: CONSTANT(1) }),
    );
    // M/D/1 with rho 0.8, by Pollaczek and Khinchine, and 7.5 s for each; nobody ever waits behind it.
    const waiting = 0.64 / (2 * 0.2);
    expectTheory(scenario, { horizon: 20_000, warmup: 1000 }, [
      at('a', 'meanOccupancy', waiting + 0.8 * 7.5),
      at('a', 'meanQueueLength', waiting),
      at('a', 'meanSojournTime', waiting / 0.8 + 7.5),
      at('a', 'utilization', 0.8),
      at('b', 'meanOccupancy', 0.8),
    ]);
  });

  it.each([
    [1, 4, 2],
    [3, 5, 4],
    [2, 2, 3],
    [3, 1, 5],
  ])(
    'of interval %d, latency %d before a service of %d s stands still as a clocked model does',
    (interval, latency, slow) => {
      const gaps = [1, 5, 1, 1, 9, 2, 1, 1, 1, 4, 12, 1, 1, 3, 1, 1, 1, 1, 7, 2, 1, 8];
      const room = 2;
      const horizon = 3000;
      const scenario = line(
        source('in', 1, { interarrival: { distribution: 'trace', values: gaps } }),
        stage('a', 1, { service: CONSTANT(interval), pipelineLatency: latency }),
        stage('b', 1, { service: CONSTANT(slow), capacity: room }),
      );
      const record = replicateNow(scenario, { seed: 3, replications: 1, horizon, warmup: 0 }, 0);
      if (record.kind === 'noAnswer') throw new Error(record.code);
      const known = clocked({ gaps, interval, latency, slow, room, horizon });
      expect(record.stages.a!.occupancyTime / horizon).toBeCloseTo(known.first / horizon, 9);
      expect(record.stages.b!.occupancyTime / horizon).toBeCloseTo(known.second / horizon, 9);
      expect(record.stages.a!.blockedTime).toBeCloseTo(known.still, 6);
      expect(known.still).toBeGreaterThan(0);
    },
  );

  it('that locks with the stage it waits for is named', () => {
    const scenario = drawing(
      [
        source('in', 1),
        stage('a', 1, { service: CONSTANT(1), pipelineLatency: 3, capacity: 3 }),
        stage('b', 1, { capacity: 2, routing: { rule: 'probabilistic' } }),
        sink(),
      ],
      ['in>a', 'a>b', 'b>a:0.9', 'b>out:0.1'],
    );
    const outcome = replicateNow(scenario, { seed: 1, replications: 1, horizon: 1e5, warmup: 0 }, 0);
    expect(outcome).toMatchObject({ kind: 'noAnswer', code: 'deadlock' });
  });
});

interface Clocked {
  readonly gaps: readonly number[];
  readonly interval: number;
  readonly latency: number;
  readonly slow: number;
  readonly room: number;
  readonly horizon: number;
}

/** Second by second, as hardware does it: integrals of both levels, and how long the pipeline stood still. */
function clocked({ gaps, interval, latency, slow, room, horizon }: Clocked) {
  let waiting = 0;
  let untilNext = gaps[0]!;
  let gap = 0;
  /** Seconds that each on its way still needs, and the first interval. */
  let onTheWay: number[] = [];
  let busy = 0;
  let behind = 0;
  let left = 0;
  let isStill = false;
  const sums = { first: 0, second: 0, still: 0 };
  for (let second = 0; second < horizon; second++) {
    // Before this second begins, all that can happen does: behind first.
    if (behind > 0 && left === 0) {
      behind--;
      left = behind > 0 ? slow : 0;
    }
    const leave = () => {
      onTheWay.shift();
      if (behind++ === 0) left = slow;
    };
    isStill = onTheWay[0] === 0 && behind === room;
    if (onTheWay[0] === 0 && !isStill) leave();
    if (untilNext === 0) {
      waiting++;
      gap = (gap + 1) % gaps.length;
      untilNext = gaps[gap]!;
    }
    if (!isStill && busy === 0 && waiting > 0) {
      waiting--;
      busy = interval;
      onTheWay.push(Math.max(interval, latency));
    }
    sums.first += waiting + onTheWay.length;
    sums.second += behind;
    if (isStill) sums.still++;
    untilNext--;
    if (left > 0) left--;
    if (isStill) continue;
    onTheWay = onTheWay.map((seconds) => seconds - 1);
    if (busy > 0) busy--;
  }
  return sums;
}
