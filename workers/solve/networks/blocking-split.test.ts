/** Stages that starve since who deals out over them stands before another, against chains written out. */
import { describe, expect, it } from 'vitest';
import { drawing, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../contract.ts';
import { meansOverStates } from '../fixtures/states-written-out.ts';
import { openNetwork } from './open-network.ts';
import { solveBlocking } from './solve-blocking.ts';

interface Dealt {
  /** Rate of each who deals out, and always has something to deal out. */
  readonly senders: readonly number[];
  /** Rate, places and share of each stage. */
  readonly branches: readonly (readonly [rate: number, places: number, share: number])[];
}

interface DealtState {
  readonly n: readonly number[];
  /** By sender: the stage that it stands before; -1 for none. Who came first is let in first. */
  readonly line: readonly (readonly [sender: number, branch: number])[];
}

interface Exact {
  readonly busy: readonly number[];
  readonly occupancy: readonly number[];
  readonly full: readonly number[];
}

function exactDeal({ senders, branches }: Dealt): Exact {
  const mean = meansOverStates<DealtState>({ n: branches.map(() => 0), line: [] }, ({ n, line }) => {
    const moves: (readonly [DealtState, number])[] = [];
    senders.forEach((pace, s) => {
      if (line.some(([sender]) => sender === s)) return;
      branches.forEach(([, places, share], b) => {
        moves.push([
          n[b]! < places
            ? { n: n.map((k, i) => (i === b ? k + 1 : k)), line }
            : { n, line: [...line, [s, b]] },
          pace * share,
        ]);
      });
    });
    branches.forEach(([rate], b) => {
      if (n[b] === 0) return;
      const first = line.find(([, branch]) => branch === b);
      moves.push([
        first
          ? { n, line: line.filter((one) => one !== first) }
          : { n: n.map((k, i) => (i === b ? k - 1 : k)), line },
        rate,
      ]);
    });
    return moves;
  });
  return {
    busy: branches.map((_, b) => mean(({ n }) => (n[b]! > 0 ? 1 : 0))),
    occupancy: branches.map((_, b) => mean(({ n }) => n[b]!)),
    full: branches.map(([, places], b) => mean(({ n }) => (n[b] === places ? 1 : 0))),
  };
}

/** Sources that stand still have always something to deal out. */
const drawn = ({ senders, branches }: Dealt) =>
  drawing(
    [
      ...senders.map((rate, s) => source(`in${s}`, rate)),
      ...branches.map(([rate, capacity], b) => stage(`b${b}`, rate, { capacity })),
      sink('out'),
    ],
    [
      ...senders.flatMap((_, s) => branches.map(([, , share], b) => `in${s}>b${b}:${share}`)),
      ...branches.map((_, b) => `b${b}>out`),
    ].join(' '),
  );

const answerOf = (dealt: Dealt): SolveAnswer => solved(drawn(dealt));

function solved(scenario: Scenario): SolveAnswer {
  const answer = solveBlocking(openNetwork(scenario));
  if (answer.kind === 'noAnswer') throw new Error('no answer');
  return answer;
}

const equal = (count: number, places: number): Dealt['branches'] =>
  Array.from({ length: count }, () => [1, places, 1 / count] as const);

const CASES: readonly (readonly [string, Dealt])[] = [
  ['two equal ones, a quick sender', { senders: [20], branches: equal(2, 10) }],
  ['two equal ones with many places', { senders: [20], branches: equal(2, 30) }],
  ['two equal ones, a sender that is hardly quicker', { senders: [2.2], branches: equal(2, 10) }],
  ['three equal ones', { senders: [15], branches: equal(3, 10) }],
  [
    'one that is quicker',
    {
      senders: [10],
      branches: [
        [1.2, 10, 0.5],
        [1, 10, 0.5],
      ],
    },
  ],
  [
    'unequal places and shares',
    {
      senders: [10],
      branches: [
        [0.6, 15, 0.3],
        [1.4, 8, 0.7],
      ],
    },
  ],
  ['two senders', { senders: [5, 5], branches: equal(2, 10) }],
];

describe('stages that one who stands still deals out over', () => {
  it.each(CASES)('carry, hold and are full as a chain written out says: %s', (_, dealt) => {
    const exact = exactDeal(dealt);
    const answer = answerOf(dealt);
    dealt.branches.forEach(([rate, places], b) => {
      const { throughput, meanOccupancy, fullProbability } = answer.stages[`b${b}`]!;
      expect(Math.abs(throughput! / (rate * exact.busy[b]!) - 1)).toBeLessThan(0.01);
      expect(Math.abs(meanOccupancy! - exact.occupancy[b]!) / places).toBeLessThan(0.07);
      expect(Math.abs(fullProbability! - exact.full[b]!)).toBeLessThan(0.08);
    });
  });

  it('get the shares that they are dealt', () => {
    const dealt: Dealt = {
      senders: [10],
      branches: [
        [0.6, 15, 0.3],
        [1.4, 8, 0.7],
      ],
    };
    const answer = answerOf(dealt);
    const [one, other] = [answer.stages.b0!.throughput!, answer.stages.b1!.throughput!];
    expect(one / other).toBeCloseTo(3 / 7, 12);
    expect(answer.network.throughput).toBeCloseTo(one + other, 12);
  });

  it.each([3, 10, 300])(
    'starve exactly as the walk between two equal ones says, %i places each',
    (places) => {
      // While the other is full, the level rises by a geometric number between two of the other: twice as often empty as at each other level.
      const quick: Dealt = { senders: [1e6], branches: equal(2, places) };
      const { throughput, meanOccupancy } = answerOf(quick).stages.b0!;
      expect(throughput).toBeCloseTo(1 - 1 / (places + 2), 5);
      const empty = places + (places * (places - 1)) / 4;
      expect(meanOccupancy! / places).toBeCloseTo(1 - empty / (places + 2) / places, 3);
    },
  );

  it.each([
    // By a simulation written apart, 10 million events of a sender that always has something to deal out.
    [3, 12, 0.85, 0.8062, 0.051],
    [3, 12, 1.2, 0.8801, 0.267],
    [5, 12, 0.85, 0.7877, 0.073],
    [5, 12, 1.2, 0.8368, 0.303],
    [5, 40, 0.95, 0.9256, 0.025],
  ])(
    'starve no more by a sender that seldom stands: %i of %i places, %d times as fast as they are',
    (...seen) => {
      const [count, places, quick, throughput, stands] = seen;
      const pace = quick * count;
      const answer = answerOf({ senders: [pace], branches: equal(count, places) });
      expect(Math.abs(answer.stages.b0!.throughput! / throughput - 1)).toBeLessThan(0.01);
      expect(Math.abs(1 - answer.network.throughput! / pace - stands)).toBeLessThan(0.01);
    },
  );

  it.each([
    // By a simulation written apart, 20 million events: arrivals, sender, branches, their places; how often it stands, and its mean number.
    [4.7, 20, 5, 12, 0.321, 2.89],
    [5, 7.5, 5, 12, 0.28, 4.93],
    [1.88, 8, 2, 12, 0.292, 2.46],
    [2, 3, 2, 12, 0.229, 4.58],
    [3, 12, 3, 12, 0.417, 3.71],
    [2.2, 8, 2, 40, 0.416, 3.9],
  ])('hold up a sender that is as good as saturated: %d/s into %d/s before %i of %i places', (...seen) => {
    const [arrivals, pace, count, places, stands, holds] = seen;
    const { stages } = solved(
      drawing(
        [
          source('in', arrivals),
          stage('head', pace, { capacity: 10 }),
          ...Array.from({ length: count }, (_, b) => stage(`b${b}`, 1, { capacity: places })),
          sink('out'),
        ],
        [
          'in>head',
          ...Array.from({ length: count }, (_, b) => [`head>b${b}:${1 / count}`, `b${b}>out`]).flat(),
        ].join(' '),
      ),
    );
    expect(Math.abs(stages.head!.blockedFraction! - stands)).toBeLessThan(0.035);
    expect(Math.abs(stages.head!.meanOccupancy! - holds) / 10).toBeLessThan(0.05);
  });

  it('starve the more the more there are', () => {
    // By a simulation written apart, 20 million events of a sender of rate 1000.
    for (const [count, seen] of [
      [3, 0.1252],
      [4, 0.1556],
      [8, 0.2179],
    ] as const) {
      const { throughput } = answerOf({ senders: [1000], branches: equal(count, 10) }).stages.b0!;
      expect(Math.abs((1 - throughput!) / seen - 1)).toBeLessThan(0.03);
    }
  });
});
