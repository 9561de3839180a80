/** Closed rings of finite stages: against chains written out, and where product form holds. */
import { describe, expect, it } from 'vitest';
import { drawing, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { SolveAnswer } from '../contract.ts';
import { meansOverStates } from '../fixtures/states-written-out.ts';
import { solveScenario } from '../solve-scenario.ts';
import { RING_ERRORS, type RingStage, solveBlockingRing } from './blocking-ring.ts';
import { type FollowedStage, followJobs } from './jobs-ring.ts';

interface Exact {
  readonly throughput: number;
  readonly occupancy: readonly number[];
  readonly blocked: readonly number[];
}

interface ExactRing {
  /** By stage and class, 1/s. */
  readonly rates: readonly (readonly number[])[];
  readonly capacities: readonly number[];
  readonly populations: readonly number[];
  /** Phases of every service, equally long. */
  readonly phases?: number;
  /** Blocking before service at all stages. */
  readonly promises?: boolean;
}

/** Classes of the jobs in each stage, in their order; phases of those in service; whether its server only keeps one. */
interface RingState {
  readonly q: readonly (readonly number[])[];
  readonly phase: readonly number[];
  readonly kept: readonly boolean[];
}

/** One server each. */
function exactRing({ rates, capacities, populations, phases = 1, promises = false }: ExactRing): Exact {
  const count = rates.length;
  const jobs = populations.flatMap((number, r) => Array.from({ length: number }, () => r));
  const q: number[][] = capacities.map((capacity) => jobs.splice(0, capacity));
  const first: RingState = { q, phase: rates.map(() => 0), kept: rates.map(() => false) };
  const next = (i: number) => (i + 1) % count;
  const mayServe = ({ q, kept }: RingState, i: number) =>
    q[i]!.length > 0 && !kept[i] && !(promises && q[next(i)]!.length >= capacities[next(i)]!);
  const mean = meansOverStates(first, (state) =>
    rates.flatMap((byClass, i): (readonly [RingState, number])[] => {
      if (!mayServe(state, i)) return [];
      const to = { q: state.q.map((line) => [...line]), phase: [...state.phase], kept: [...state.kept] };
      const rate = phases * byClass[to.q[i]![0]!]!;
      to.phase[i]!++;
      if (to.phase[i]! < phases) return [[to, rate]];
      to.phase[i] = 0;
      // A job that leaves lets the one that waits for its slot in, and so on backwards.
      let at = i;
      if (to.q[next(at)]!.length >= capacities[next(at)]!) to.kept[i] = true;
      else {
        to.q[next(at)]!.push(to.q[at]!.shift()!);
        for (;;) {
          to.kept[at] = false;
          const before = (at + count - 1) % count;
          if (!to.kept[before]) break;
          to.q[at]!.push(to.q[before]!.shift()!);
          at = before;
        }
      }
      return [[to, rate]];
    }),
  );
  return {
    throughput: mean((state) => {
      const line = state.q[0]!;
      return mayServe(state, 0) && state.phase[0] === phases - 1 ? phases * rates[0]![line[0]!]! : 0;
    }),
    occupancy: rates.map((_, i) => mean((state) => state.q[i]!.length)),
    blocked: rates.map((_, i) => mean((state) => Number(state.q[i]!.length > 0 && !mayServe(state, i)))),
  };
}

/** Rates, capacities, jobs. */
const RINGS: readonly (readonly [readonly number[], readonly number[], number])[] = [
  [[1, 1.3], [6, 9], 11],
  [[1, 1, 1], [5, 5, 5], 8],
  [[1, 1.5, 2], [8, 6, 4], 6],
  [[2, 1.2, 1], [8, 5, 6], 16],
  [[1.1, 1.2, 1, 1.05], [4, 6, 5, 4], 10],
  [[1.1, 1.2, 1, 1.05], [4, 6, 5, 4], 17],
  [[2, 1, 2.5, 1.4], [9, 6, 9, 6], 15],
  [[2, 1, 2.5, 1.4], [9, 6, 9, 6], 24],
];

const ofSingles = (rates: readonly number[], capacities: readonly number[]): readonly RingStage[] =>
  rates.map((rate, i) => ({ time: 1 / rate, servers: 1, capacity: capacities[i]! }));

const ringOf = ({ rates, capacities, phases = 1, promises = false }: ExactRing): readonly FollowedStage[] =>
  rates.map((byClass, i) => ({
    services: byClass.map((rate) => ({ distribution: 'erlang', mean: 1 / rate, shape: phases })),
    ...{ servers: 1, capacity: capacities[i]!, promises },
  }));

/** Rings of other services, of several classes, with blocking before service. */
const OTHER_RINGS: readonly (readonly [string, ExactRing])[] = [
  ['Erlang services', { rates: [[1.1], [1.2], [1]], capacities: [4, 5, 4], populations: [8], phases: 3 }],
  [
    'blocking before service',
    { rates: [[1.1], [1.2], [1], [1.05]], capacities: [4, 6, 5, 4], populations: [12], promises: true },
  ],
  [
    'two classes',
    {
      rates: [
        [1, 2],
        [1.3, 0.7],
        [1.5, 1.5],
      ],
      ...{ capacities: [4, 3, 3], populations: [4, 3] },
    },
  ],
  [
    'two classes of Erlang services that block before service',
    {
      rates: [
        [1, 2],
        [1.3, 0.7],
        [1.5, 1.5],
      ],
      ...{ capacities: [3, 4, 3], populations: [3, 2], phases: 2, promises: true },
    },
  ],
];

describe('closed rings of finite stages', () => {
  it.each(RINGS)('are near the exact chain: rates %j, capacities %j, %i jobs', (rates, capacities, jobs) => {
    const exact = exactRing({ rates: rates.map((rate) => [rate]), capacities, populations: [jobs] });
    const found = solveBlockingRing(ofSingles(rates, capacities), jobs)!;
    expect(Math.abs(found.throughput[0]! / exact.throughput - 1)).toBeLessThan(0.01);
    found.stages.forEach(({ meanOccupancy, blocked, distribution }, i) => {
      expect(Math.abs(meanOccupancy - exact.occupancy[i]!) / capacities[i]!).toBeLessThan(0.03);
      expect(Math.abs(blocked - exact.blocked[i]!)).toBeLessThan(0.015);
      expect(distribution.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
      expect(distribution.length - 1).toBe(Math.min(jobs, capacities[i]!));
    });
    expect(found.stages.reduce((sum, { meanOccupancy }) => sum + meanOccupancy, 0)).toBeCloseTo(jobs, 6);
  });

  it.each(OTHER_RINGS)('are near the exact chain: %s', (_, ring) => {
    const exact = exactRing(ring);
    const found = followJobs(ringOf(ring), ring.populations)!;
    const throughput = found.throughput.reduce((sum, rate) => sum + rate, 0);
    expect(Math.abs(throughput / exact.throughput - 1)).toBeLessThan(0.01);
    found.stages.forEach(({ meanOccupancy, occupancy, blocked }, i) => {
      expect(Math.abs(meanOccupancy - exact.occupancy[i]!) / ring.capacities[i]!).toBeLessThan(0.03);
      expect(Math.abs(blocked - exact.blocked[i]!)).toBeLessThan(0.015);
      expect(occupancy.reduce((sum, jobs) => sum + jobs, 0)).toBeCloseTo(meanOccupancy, 6);
    });
    // Nobody overtakes: classes go round as often as they are many.
    found.throughput.forEach((rate, r) => {
      const share = ring.populations[r]! / ring.populations.reduce((sum, jobs) => sum + jobs, 0);
      expect(Math.abs(rate / throughput / share - 1)).toBeLessThan(0.02);
    });
  });

  it('are near the product form where nothing can be full', () => {
    const rates = [1, 1.4, 2];
    const exact = exactRing({ rates: rates.map((rate) => [rate]), capacities: [9, 9, 9], populations: [7] });
    const unbounded = rates.map(() => Number.POSITIVE_INFINITY);
    const found = solveBlockingRing(ofSingles(rates, unbounded), 7)!;
    expect(Math.abs(found.throughput[0]! / exact.throughput - 1)).toBeLessThan(0.01);
    found.stages.forEach(({ meanOccupancy, blocked }, i) => {
      expect(Math.abs(meanOccupancy - exact.occupancy[i]!)).toBeLessThan(0.15);
      expect(blocked).toBe(0);
    });
  });

  it('have jams that reach through several stages', () => {
    // 2 x 10^7 services of a loop written in C, twice: occupancies within 0.2. A product of stages gave 28.0, 1.1 and 31.5 at the third to the fifth.
    const rates = [1.13, 0.99, 1.1, 2.07, 1.175, 1.175];
    const servers = [1, 2, 1, 1, 2, 2];
    const stages = ofSingles(rates, [42, 8, 29, 31, 40, 28]).map((stage, i) => ({
      ...stage,
      servers: servers[i]!,
    }));
    const found = solveBlockingRing(stages, 134)!;
    [41.8, 2.8, 19.6, 6.3, 35.8, 27.8].forEach((truth, i) => {
      expect(Math.abs(found.stages[i]!.meanOccupancy - truth)).toBeLessThan(1.5);
    });
  });

  it('may have stages of very different speeds', () => {
    const found = solveBlockingRing(ofSingles([1, 1e6, 1e3], [50, 50, 50]), 100)!;
    // The first is never idle nor blocked, and what it sends on is where it is wanted at once: the third is full for it.
    expect(found.throughput[0]!).toBeCloseTo(1, 12);
    [50, 0, 50].forEach((truth, i) => {
      expect(Math.abs(found.stages[i]!.meanOccupancy - truth)).toBeLessThan(0.01);
    });
  });

  it('give the same numbers again', () => {
    const ring = ofSingles([1.1, 1.2, 1, 1.05], [20, 20, 20, 20]);
    expect(solveBlockingRing(ring, 45)).toEqual(solveBlockingRing(ring, 45));
  });

  it('of very many slots are left to others', () => {
    expect(solveBlockingRing(ofSingles([1, 1.1], [1e6, 1e6]), 1e6)).toBeUndefined();
  });
});

describe('their answer', () => {
  // Five stages of 20 slots and 60 jobs, simulated event by event: 0.971 /s; jobs at each; shares of time blocked.
  const drawn = drawing(
    [1.1, 1.2, 1, 1.05, 1.3].map((rate, i) => stage(`s${i}`, rate, { capacity: 20 })),
    ['s0>s1', 's1>s2', 's2>s3', 's3>s4', 's4>s0'],
    { classes: [{ id: 'k', closed: { population: 60, start: 's0' } }] },
  );
  const SIMULATED = [14.86, 14.58, 16.4, 8.73, 5.44];
  const BLOCKED = [0.112, 0.177, 0.027, 0.008, 0.107];

  it.each(['auto', 'blocking'] as const)(
    'by %s has all measures, conserves flow and states its accuracy',
    (method) => {
      const answer = solveScenario(drawn, method) as SolveAnswer;
      expect(answer.solvedBy).toBe('blocking');
      expect(answer.verdicts[0]).toMatchObject({
        code: 'ring-followed',
        facts: RING_ERRORS,
      });
      const stages = Object.values(answer.stages);
      stages.forEach((found, i) => {
        expect(Math.abs(found.throughput! / 0.971 - 1)).toBeLessThan(0.01);
        expect(Math.abs(found.meanOccupancy! - SIMULATED[i]!)).toBeLessThan(0.05 * 20);
        expect(Math.abs(found.blockedFraction! - BLOCKED[i]!)).toBeLessThan(0.015);
        expect(found.utilization! + found.blockedFraction! + found.starvedFraction!).toBeCloseTo(1, 12);
        expect(found.doubtful).toBeUndefined();
        const mean = found.occupancyDistribution!.reduce((sum, p, n) => sum + n * p, 0);
        expect(mean).toBeCloseTo(found.meanOccupancy!, 9);
      });
      for (const { rate } of answer.links) expect(rate).toBe(stages[0]!.throughput);
    },
  );

  it('of other services and several classes is theirs as well', () => {
    const [first, ...others] = drawn.nodes;
    const service = { distribution: 'erlang', mean: 0.9, shape: 4 } as const;
    const answer = solveScenario(
      {
        ...drawn,
        nodes: [{ ...first!, service, whenFull: 'blockBefore' } as typeof first & object, ...others],
        classes: [
          { id: 'k', closed: { population: 40, start: 's0' } },
          { id: 'l', closed: { population: 20, start: 's2' } },
        ],
      } as typeof drawn,
      'auto',
    ) as SolveAnswer;
    expect(answer).toMatchObject({
      solvedBy: 'blocking',
      stages: { s0: { model: 'G/G/1/K with blocking' } },
    });
    for (const found of Object.values(answer.stages)) {
      expect(found.doubtful).toBeUndefined();
      expect(found.byClass!.k!.throughput! / found.byClass!.l!.throughput!).toBeCloseTo(2, 1);
      expect(found.byClass!.k!.meanOccupancy! + found.byClass!.l!.meanOccupancy!).toBeCloseTo(
        found.meanOccupancy!,
        6,
      );
    }
  });
});
