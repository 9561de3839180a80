import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { delay, line, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { JobClass, Scenario } from '../../core/scenario/scenario.ts';
import { solveChain } from '../solve/chain/solve-chain.ts';
import { FollowedReplication } from './followed-replication.ts';
import { solveMarkov } from './markov-chain.test-support.ts';
import {
  classed,
  expectRecords,
  meanIn,
  type RecordClaim,
  recordOf,
  servedRate,
} from './records.test-support.ts';
import { replicateNow } from './replicate.ts';

const closed = (id: string, population: number, start: string): JobClass => ({
  id,
  closed: { population, start },
});

const round = (jobClass: number, value: number): RecordClaim => ({
  what: `round of class ${jobClass}`,
  value,
  of: ({ classes }) => classes![jobClass]!.rounds.total / classes![jobClass]!.rounds.count,
});

/** Mean value analysis of single servers with these demands, and time Z elsewhere (Reiser & Lavenberg 1980). */
function meanValues(demands: readonly number[], Z: number, population: number) {
  let queue = demands.map(() => 0);
  let throughput = 0;
  for (let n = 1; n <= population; n++) {
    const times = demands.map((demand, i) => demand * (1 + queue[i]!));
    throughput = n / (Z + times.reduce((sum, time) => sum + time, 0));
    queue = times.map((time) => throughput * time);
  }
  return { throughput, queue };
}

describe('closed classes', () => {
  const ring = (population: number): Scenario =>
    classed([closed('x', population, 'a')], [stage('a', 1), stage('b', 0.7)], ['a>b', 'b>a']);

  it('CL1, CL2: two stations and a population are what mean value analysis says; a round takes N/X', () => {
    const { throughput, queue } = meanValues([1, 1 / 0.7], 0, 5);
    expectRecords(ring(5), 3000, [
      meanIn('a', queue[0]!),
      meanIn('b', queue[1]!),
      servedRate('a', throughput),
      round(0, 5 / throughput),
    ]);
  });

  it('three stations and a delay of 15 s hold what JMT, src/test/resources/jmt/jmva/testSingleClosedLI_1.txt, has for 10 jobs', () => {
    const scenario = classed(
      [closed('x', 10, 'think')],
      [delay('think', 15), stage('a', 1 / 2.1), stage('b', 1 / 0.605), stage('c', 1 / 1.35)],
      ['think>a', 'a>b', 'b>c', 'c>think'],
    );
    expectRecords(scenario, 10_000, [
      servedRate('a', 0.400205),
      meanIn('a', 2.65617),
      meanIn('b', 0.311573),
      meanIn('c', 1.029188),
      meanIn('think', 6.003069),
    ]);
  });

  it('DL1, CL1: machine repairman: machines break after a time and one man repairs', () => {
    const scenario = classed(
      [closed('m', 6, 'works')],
      [delay('works', 4), stage('man', 1)],
      ['works>man', 'man>works'],
    );
    const { throughput, queue } = meanValues([1], 4, 6);
    expectRecords(scenario, 3000, [
      meanIn('man', queue[0]!),
      meanIn('works', 6 - queue[0]!),
      round(0, 6 / throughput),
    ]);
  });

  it('CL1: all are there at time 0, served in the order of the classes, and never get fewer', () => {
    // Three x (1 s each) before two y (1 s each), all back after 1 s more.
    const constant = { distribution: 'deterministic', mean: 1 } as const;
    const scenario = classed(
      [closed('x', 3, 'a'), closed('y', 2, 'a')],
      [stage('a', 1, { service: constant }), delay('d', 1, { service: constant })],
      ['a>d', 'd>a'],
    );
    const { stages, classes } = recordOf(scenario, 4.5);
    expect(stages.a!.classes!.map(({ served }) => served)).toEqual([3, 1]);
    // Back at 2, 3 and 4: rounds of 2, 3 and 4 s since time 0.
    expect(classes![0]!.rounds).toMatchObject({ count: 3, total: 9 });
    expect(stages.a!.occupancyTime + stages.d!.occupancyTime).toBeCloseTo(5 * 4.5, 9);
  });

  it('E6: a closed population that nothing moves any more is named', () => {
    const scenario = classed(
      [closed('x', 3, 'a')],
      [
        stage('a', 1, { bulk: { rule: 'full', size: 2 } }),
        stage('b', 1, { bulk: { rule: 'full', size: 3 } }),
      ],
      ['a>b', 'b>a'],
    );
    const plan = { seed: 1, replications: 2, horizon: 1e4, warmup: 0 };
    const outcome = replicateNow(scenario, plan, 0);
    expect(outcome).toMatchObject({ kind: 'noAnswer', reason: 'stuck', stage: 'a' });
    expect(outcome.kind === 'noAnswer' && refusalText(outcome)).toMatch(
      /^Stuck at .* s: nothing happens any more, and elements wait for ever: 1 in "a", 2 in "b"\.$/,
    );
  });

  it('D1: a population that fills its ring locks it', () => {
    const scenario = classed(
      [closed('x', 4, 'a')],
      [stage('a', 1, { capacity: 4 }), stage('b', 1, { capacity: 2 }), stage('c', 1, { capacity: 1 })],
      ['a>b', 'b>c', 'c>a:0.5', 'c>b:0.5'],
    );
    const plan = { seed: 1, replications: 2, horizon: 1e5, warmup: 0 };
    expect(replicateNow(scenario, plan, 0)).toMatchObject({ kind: 'noAnswer', reason: 'deadlock' });
  });
});

describe('a followed replication', () => {
  it('V1: tells of every move, from node to node', () => {
    const constant = { distribution: 'deterministic', mean: 1 } as const;
    const scenario = line(
      source('in', 1, { interarrival: { distribution: 'trace', values: [1, 100] }, batchSize: 2 }),
      stage('a', 1, { service: constant }),
      delay('d', 1, { service: constant }),
    );
    const followed = new FollowedReplication(scenario, 1);
    followed.advance(2.5, 1000);
    const levels = followed.placeIds.map((_, place) => followed.levels(place));
    expect(levels.map(({ occupancy, waiting, busy }) => [occupancy, waiting, busy])).toEqual([
      [1, 0, 1],
      [1, 0, 1],
    ]);
    followed.advance(10, 1000);
    const told = followed
      .takeMoves()
      .map(({ time, from, to, jobClass }) => `${time} ${from} ${to} ${jobClass}`);
    expect(told).toEqual(['1 in a 0', '1 in a 0', '2 a d 0', '3 d out 0', '3 a d 0', '4 d out 0']);
  });

  it('CL1: jobs for which the start has no room begin in the next stages', () => {
    // Seven jobs in a ring of 4 and 5 places, blocking after service: n at the first, and who is held.
    interface State {
      readonly n: number;
      readonly held: 0 | 1 | 2;
    }
    const chain = solveMarkov<State>({ n: 4, held: 0 }, ({ n, held }) => {
      const jumps: { readonly rate: number; readonly to: State }[] = [];
      if (held !== 1)
        jumps.push({ rate: 1, to: 7 - n === 5 ? { n, held: 1 } : { n: held === 2 ? n : n - 1, held: 0 } });
      if (held !== 2)
        jumps.push({ rate: 0.8, to: n === 4 ? { n, held: 2 } : { n: held === 1 ? n : n + 1, held: 0 } });
      return jumps;
    });
    const scenario = classed(
      [closed('x', 7, 'a')],
      [stage('a', 1, { capacity: 4 }), stage('b', 0.8, { capacity: 5 })],
      ['a>b', 'b>a'],
    );
    const record = replicateNow(scenario, { seed: 1, replications: 1, horizon: 1e-9, warmup: 0 }, 0);
    expect(record).toMatchObject({ kind: 'noAnswer', code: 'nothingCompleted' });
    expectRecords(scenario, 20_000, [
      meanIn(
        'a',
        chain.average(({ n }) => n),
      ),
      meanIn('b', 7 - chain.average(({ n }) => n)),
      servedRate(
        'a',
        chain.average(({ held }) => Number(held !== 1)),
      ),
    ]);
    const exact = solveChain(scenario);
    if (exact.kind === 'noAnswer') throw new Error(refusalText(exact));
    expect(exact.stages.a!.meanOccupancy).toBeCloseTo(
      chain.average(({ n }) => n),
      9,
    );
  });
});
