/** How often a stage is full behind stages that it holds up, against chains written out. */
import { describe, expect, it } from 'vitest';
import { refusalText } from '../../../core/measures/refusals.ts';
import { drawing, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import { meansOverStates } from '../fixtures/states-written-out.ts';
import { openNetwork } from './open-network.ts';
import { solveBlocking } from './solve-blocking.ts';

interface Path {
  /** Poisson arrivals at each of the first stages, 1/s; they wait while it is full. */
  readonly arrivals: readonly number[];
  /** Rates and places of the first stages, and of the one that they all send to. */
  readonly first: readonly (readonly [rate: number, places: number])[];
  readonly last: readonly [rate: number, places: number];
}

/** Elements in each first stage, and in the last; who waits for it, in the order in which they go on; whose source waits. */
interface PathState {
  readonly n: readonly number[];
  readonly m: number;
  readonly line: readonly number[];
  readonly held: readonly boolean[];
}

interface Exact {
  readonly full: number;
  readonly blocked: readonly number[];
  readonly occupancy: readonly number[];
}

function exactPath({ arrivals, first, last: [rate, places] }: Path): Exact {
  const empty: PathState = { n: first.map(() => 0), m: 0, line: [], held: first.map(() => false) };
  /** An element leaves first stage i; its source that waits comes in. */
  const left = ({ n, held, ...rest }: PathState, i: number): PathState => ({
    ...rest,
    n: n.map((k, at) => (at === i && !held[i] ? k - 1 : k)),
    held: held.map((waits, at) => at !== i && waits),
  });
  const mean = meansOverStates(empty, (state) => {
    const { n, m, line, held } = state;
    const moves: (readonly [PathState, number])[] = [];
    first.forEach(([mu, K], i) => {
      if (!held[i])
        moves.push([
          n[i]! < K
            ? { ...state, n: n.map((k, at) => (at === i ? k + 1 : k)) }
            : { ...state, held: held.map((waits, at) => at === i || waits) },
          arrivals[i]!,
        ]);
      if (n[i] === 0 || line.includes(i)) return;
      moves.push([m < places ? left({ ...state, m: m + 1 }, i) : { ...state, line: [...line, i] }, mu]);
    });
    if (m > 0) {
      const [next, ...others] = line;
      moves.push([
        next === undefined ? { ...state, m: m - 1 } : left({ ...state, line: others }, next),
        rate,
      ]);
    }
    return moves;
  });
  return {
    full: mean(({ m }) => Number(m === places)),
    blocked: first.map((_, i) => mean(({ line }) => Number(line.includes(i)))),
    occupancy: first.map((_, i) => mean(({ n }) => n[i]!)),
  };
}

function answerTo({ arrivals, first, last: [rate, places] }: Path) {
  const answer = solveBlocking(
    openNetwork(
      drawing(
        [
          ...arrivals.map((lambda, i) => source(`in${i}`, lambda)),
          ...first.map(([mu, capacity], i) => stage(`a${i}`, mu, { capacity })),
          stage('b', rate, { capacity: places }),
          sink(),
        ],
        [...first.flatMap((_, i) => [`in${i}>a${i}`, `a${i}>b`]), 'b>out'],
      ),
    ),
  );
  if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
  return answer;
}

const PATHS: readonly (readonly [string, Path])[] = [
  ['a quick stage', { arrivals: [0.8], first: [[4, 20]], last: [1, 20] }],
  ['a very quick stage', { arrivals: [0.7], first: [[10, 30]], last: [1, 10] }],
  ['twice as quick a stage', { arrivals: [0.8], first: [[2, 20]], last: [1, 20] }],
  ['a stage a little quicker', { arrivals: [0.8], first: [[1.2, 20]], last: [1, 20] }],
  ['few places', { arrivals: [0.6], first: [[4, 20]], last: [1, 5] }],
  ['often full', { arrivals: [0.9], first: [[2, 20]], last: [1, 20] }],
  [
    'two that merge',
    {
      arrivals: [0.4, 0.4],
      first: [
        [1.5, 9],
        [1.5, 9],
      ],
      last: [1, 9],
    },
  ],
];

describe('a stage behind stages that it holds up', () => {
  it.each(PATHS)('is full as often as the exact chain says, to a fifth: %s', (_, path) => {
    const exact = exactPath(path);
    const { stages } = answerTo(path);
    const { fullProbability, backPressureProbability, occupancyDistribution } = stages.b!;
    expect(fullProbability! / exact.full).toBeGreaterThan(0.8);
    expect(fullProbability! / exact.full).toBeLessThan(1.2);
    // One number under two names, and the last cell of the distribution.
    expect(backPressureProbability).toBe(fullProbability);
    expect(occupancyDistribution!.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 3);
    expect(occupancyDistribution!.at(-1)! / fullProbability!).toBeCloseTo(1, 6);
    exact.blocked.forEach((share, i) => {
      expect(stages[`a${i}`]!.blockedFraction! / share).toBeGreaterThan(0.8);
      expect(stages[`a${i}`]!.blockedFraction! / share).toBeLessThan(1.2);
      expect(stages[`a${i}`]!.meanOccupancy! / exact.occupancy[i]!).toBeGreaterThan(0.8);
    });
  });

  it('takes the places that a sender may reserve for taken when they are', () => {
    const drawn = drawing(
      [
        source('in', 0.8),
        stage('a', 4, { capacity: 20 }),
        stage('b', 1, { capacity: 8, whenFull: 'blockBefore' }),
        sink(),
      ],
      ['in>a', 'a>b', 'b>out'],
    );
    const answer = solveBlocking(openNetwork(drawn));
    if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
    // Elements at a, at b, and whether a serves: it begins only where b has a place that is not promised.
    const begin = (n: number, m: number, held: boolean) => ({ n, m, held, serves: n > 0 && m < 8 });
    const mean = meansOverStates(begin(0, 0, false), ({ n, m, held, serves }) => {
      const moves: (readonly [ReturnType<typeof begin>, number])[] = [];
      if (!held) moves.push([n < 20 ? begin(n + 1, m, false) : { n, m, held: true, serves }, 0.8]);
      if (serves) moves.push([begin(held ? n : n - 1, m + 1, false), 4]);
      if (m > 0) moves.push([begin(n, m - 1, held), 1]);
      return moves;
    });
    const full = mean(({ m }) => Number(m === 8));
    expect(answer.stages.b!.fullProbability! / full).toBeGreaterThan(0.8);
    expect(answer.stages.b!.fullProbability! / full).toBeLessThan(1.2);
  });

  it('is never full beyond the places of the shortest queue', () => {
    const drawn = drawing(
      [
        source('in', 1.5),
        stage('a', 3, { capacity: 20, routing: { rule: 'joinShortestQueue' } }),
        stage('b', 1, { capacity: 10 }),
        stage('c', 1, { capacity: 90 }),
        sink(),
      ],
      ['in>a', 'a>b', 'a>c', 'b>out', 'c>out'],
    );
    const answer = solveBlocking(openNetwork(drawn));
    if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
    expect(answer.stages.c!.fullProbability).toBe(0);
  });
});
