/** Dataflow stages: published graphs, and an independent tick-by-tick simulator on random small ones. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalText, waitFaults } from '../../../core/measures/refusals.ts';
import { drawing, faultsOf, fork, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import { findFaults } from '../../../core/scenario/faults.ts';
import type { Link, Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import { solveScenario } from '../solve-scenario.ts';
import { sizeDepths, smallerNeighbours } from './size-depths.ts';

const actor = (id: string, time: number, more: Partial<Omit<StageNode, 'id' | 'kind'>> = {}) =>
  stage(id, 1, {
    firing: 'everyInput',
    whenFull: 'blockBefore',
    service: { distribution: 'deterministic', mean: time },
    ...more,
  });

const graph = (nodes: readonly StageNode[], links: readonly Link[]): Scenario => ({
  ...drawing(nodes, []),
  links,
});

/** Actors in a line; the first has a token of its own to fire on. */
const chain = (times: readonly number[], rates: readonly (readonly [number, number])[]): Scenario =>
  graph(
    times.map((time, i) => actor(`${i}`, time)),
    [
      { from: '0', to: '0', initialTokens: 1 },
      ...rates.map(([give, take], i) => ({
        from: `${i}`,
        to: `${i + 1}`,
        produced: [give],
        consumed: [take],
      })),
    ],
  );

function frontOf(scenario: Scenario) {
  const answer = sizeDepths(scenario);
  if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
  expect(answer.complete).toBe(true);
  return answer;
}

describe('published graphs', () => {
  it('the running example has 6, 8, 9 and 10 slots for 1/7, 1/6, 1/5 and 1/4 (Stuijk, Geilen & Basten 2006, running example)', () => {
    const answer = frontOf(
      chain(
        [1, 2, 2],
        [
          [2, 3],
          [1, 2],
        ],
      ),
    );
    // The first stage fires three times for each firing of the last.
    const points = answer.front.map(({ cost, throughput }) => [cost, throughput / 3]);
    expect(points.map(([cost]) => cost)).toEqual([6, 8, 9, 10]);
    for (const [i, period] of [7, 6, 5, 4].entries()) expect(points[i]![1]).toBeCloseTo(1 / period, 12);
  });

  it('the sample-rate converter needs 32 slots to run and 34 for its best (the same paper, experiments)', () => {
    const answer = frontOf(
      chain(
        [5, 2, 3, 1, 4, 6],
        [
          [1, 1],
          [2, 3],
          [2, 7],
          [8, 7],
          [5, 1],
        ],
      ),
    );
    expect(answer.front[0]!.cost).toBe(32);
    const best = answer.front.at(-1)!;
    expect(best.cost).toBe(34);
    // 160 firings of the last for 147 of the first, which is never idle with 6 s each.
    expect(best.throughput).toBeCloseTo(147 / 160 / 6, 12);
    for (const { throughput } of smallerNeighbours(
      chain(
        [5, 2, 3, 1, 4, 6],
        [
          [1, 1],
          [2, 3],
          [2, 7],
          [8, 7],
          [5, 1],
        ],
      ),
      answer,
      best,
    ))
      expect(throughput).toBeLessThan(best.throughput);
  });

  it('the H.263 decoder is paced by the inverse quantisation: 594 blocks of 559 (SDF3, h263decoder)', () => {
    const scenario = chain(
      [26018, 559, 486, 10958],
      [
        [594, 1],
        [1, 1],
        [1, 594],
      ],
    );
    const links = scenario.links.map((link, i) =>
      i === 0 ? link : { ...link, depth: [1188, 4, 1188][i - 1]! },
    );
    const answer = solveScenario({ ...scenario, links }, 'auto');
    if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
    expect(answer.stages['0']?.throughput).toBeCloseTo(1 / (594 * 559), 15);
  });
});

describe('a residual block', () => {
  const block = (depth: number): Scenario => ({
    ...drawing(
      [
        source('in', 1, { interarrival: { distribution: 'deterministic', mean: 1 } }),
        fork('split'),
        actor('window', 1, { whenFull: 'block' }),
        actor('add', 1, { whenFull: 'block' }),
        sink(),
      ],
      [],
    ),
    links: [
      { from: 'in', to: 'split' },
      { from: 'split', to: 'window', depth: 17, consumed: [16] },
      { from: 'split', to: 'add', depth },
      { from: 'window', to: 'add', depth: 16, produced: [16] },
      { from: 'add', to: 'out' },
    ],
  });

  it('locks at depth 2 beside a window of 16, and says who waits for what', () => {
    const outcome = solveScenario(block(2), 'auto');
    if (outcome.kind !== 'noAnswer') throw new Error('solved');
    expect(outcome.reason).toBe('deadlock');
    expect(refusalText(outcome)).toBe(
      'Deadlock: "in" waits for room on its link to "add" (2 of 2 taken, 1 more needed), "add" waits for "window" (has 0 of 1 needed), "window" waits for "in" (has 3 of 16 needed).',
    );
    expect(waitFaults(outcome).map(({ node, link }) => [node, link?.from, link?.to])).toEqual([
      ['in', 'split', 'add'],
      ['add', 'window', 'add'],
      ['window', 'split', 'window'],
    ]);
  });

  it('runs at full speed with room for the window', () => {
    const outcome = solveScenario(block(34), 'auto');
    if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
    expect(outcome.network.throughput).toBeCloseTo(1, 12);
    expect(
      outcome.links.find(({ to, from }) => to === 'add' && from === 'split')?.fill?.most,
    ).toBeGreaterThan(16);
  });
});

describe('times by phase', () => {
  const twoTimes = (more: Partial<StageNode> = {}) =>
    graph([actor('a', 2, { firingTimes: [1, 3], ...more })], [{ from: 'a', to: 'a', initialTokens: 1 }]);

  it('take turns: two firings in four seconds', () => {
    const answer = solveScenario(twoTimes(), 'auto');
    if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
    expect(answer.stages.a?.throughput).toBeCloseTo(0.5, 12);
    expect(answer.stages.a?.utilization).toBeCloseTo(1, 12);
  });

  it('are refused by name where they make no sense, and by engines that do not know them', () => {
    const plain = drawing([source('in'), stage('a', 2, { firingTimes: [1, 3] }), sink()], 'in>a a>out');
    expect(faultsOf(plain)).toEqual(['error times-without-phases a']);
    const outcome = solveScenario(twoTimes(), 'chain');
    expect(outcome.kind).toBe('noAnswer');
  });
});

describe('bad graphs are named before they run', () => {
  it('inconsistent rates, with the two ways that disagree', () => {
    const nodes = [actor('a', 1), actor('b', 1), actor('c', 1)];
    const links = [
      { from: 'a', to: 'a', initialTokens: 1 },
      { from: 'a', to: 'b', produced: [2] },
      { from: 'b', to: 'c' },
      { from: 'a', to: 'c', produced: [3] },
    ];
    const [fault] = findFaults(graph(nodes, links));
    expect(fault?.message).toBe(
      'The rates are inconsistent: for one firing of "a", the firings of "c" differ: along a – c it is 3, along a – b – c it is 2. Tokens would pile up or run out.',
    );
  });

  it('depths below one firing, cycles without tokens, fields of other stages', () => {
    const nodes = [actor('a', 1), actor('b', 1, { capacity: 3 })];
    const links = [
      { from: 'a', to: 'b', consumed: [4], produced: [2], depth: 3 },
      { from: 'b', to: 'a', produced: [4], consumed: [2] },
    ];
    expect(faultsOf(graph(nodes, links))).toEqual([
      'error dataflow-field b',
      'error depth-too-small b',
      'error cycle-without-tokens a',
    ]);
  });

  it('other engines refuse dataflow by name', () => {
    const outcome = solveScenario(chain([1, 1], [[1, 1]]), 'chain');
    if (outcome.kind !== 'noAnswer') throw new Error('solved');
    expect(refusalText(outcome)).toContain('dataflow');
  });
});

/** Firings of the first stage per tick, by the definition: tokens leave and places come free at the end of a firing. */
function bruteForce({ nodes, links }: Scenario, depths: readonly number[]): number {
  const times = nodes.map((node) =>
    node.kind === 'stage' && 'mean' in node.service ? node.service.mean! : 0,
  );
  const at = (id: string) => nodes.findIndex((node) => node.id === id);
  const ends = links.map(({ from, to }) => [at(from), at(to)] as const);
  const tokens = links.map(({ initialTokens = 0 }) => initialTokens);
  const room = links.map((_, i) => depths[i]! - tokens[i]!);
  const left = nodes.map(() => 0);
  const phase = nodes.map(() => 0);
  const take = (i: number, k: number) => (links[i]!.consumed ?? [1])[k % (links[i]!.consumed ?? [1]).length]!;
  const give = (i: number, k: number) => (links[i]!.produced ?? [1])[k % (links[i]!.produced ?? [1]).length]!;
  const seen = new Map<string, readonly [number, number]>();
  let fired = 0;
  for (let now = 0; ; now++) {
    for (const [v] of nodes.entries()) {
      if (left[v] === 0 || --left[v]! > 0) continue;
      ends.forEach(([from, to], i) => {
        if (to === v) room[i]! += take(i, phase[v]!);
        if (from === v) tokens[i]! += give(i, phase[v]!);
      });
      phase[v]!++;
    }
    for (let v = 0; v < nodes.length; v++) {
      if (left[v]! > 0) continue;
      const can = ends.every(
        ([from, to], i) =>
          (to !== v || tokens[i]! >= take(i, phase[v]!)) && (from !== v || room[i]! >= give(i, phase[v]!)),
      );
      if (!can) continue;
      ends.forEach(([from, to], i) => {
        if (to === v) tokens[i]! -= take(i, phase[v]!);
        if (from === v) room[i]! -= give(i, phase[v]!);
      });
      left[v] = times[v]!;
      if (v === 0) fired++;
    }
    const key = JSON.stringify([tokens, room, left, phase.map((k) => k % 12)]);
    const before = seen.get(key);
    if (before) return (fired - before[1]) / (now - before[0]);
    seen.set(key, [now, fired]);
  }
}

const small = fc.integer({ min: 1, max: 3 });
const rate = fc.oneof(
  { weight: 3, arbitrary: small.map((tokens) => [tokens]) },
  { weight: 1, arbitrary: fc.tuple(small, fc.integer({ min: 0, max: 2 })) },
);
/** Three stages, a link from each to the next, and perhaps one back; times, rates and depths at random. */
const graphs = fc
  .record({
    times: fc.tuple(small, small, small),
    rates: fc.array(rate, { minLength: 4, maxLength: 4 }),
    tokens: fc.integer({ min: 1, max: 9 }),
    depths: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 3, maxLength: 3 }),
    back: fc.boolean(),
  })
  .map(({ times, rates, tokens, depths, back }) => {
    const nodes = times.map((time, i) => actor(`${i}`, time));
    const [a, b, c, d] = rates;
    const forwards = [
      { from: '0', to: '1', produced: a!, consumed: b! },
      { from: '1', to: '2', produced: c!, consumed: d! },
    ];
    // The way back multiplies by the inverse of both, so that rates are consistent.
    const mean = (list: readonly number[]) => list.reduce((sum, x) => sum + x, 0) / list.length;
    const [more, less] = [4 * mean(a!) * mean(c!), 4 * mean(b!) * mean(d!)];
    const first: Link = back
      ? { from: '2', to: '0', produced: [less], consumed: [more], initialTokens: more * tokens }
      : { from: '0', to: '0', initialTokens: 1 };
    const links = [first, ...forwards];
    return {
      scenario: graph(nodes, links),
      depths: back
        ? [(more + less) * (tokens + depths[0]!), depths[1]!, depths[2]!]
        : [99, depths[1]!, depths[2]!],
    };
  });

const withDepths = (scenario: Scenario, depths: readonly number[]): Scenario => ({
  ...scenario,
  links: scenario.links.map((link, i) => ({ ...link, depth: depths[i]! })),
});

describe('random small graphs', () => {
  it('throughput and deadlock are those of the definition', () => {
    const seen = { runs: 0, locks: 0 };
    fc.assert(
      fc.property(graphs, ({ scenario, depths }) => {
        const sized = withDepths(scenario, depths);
        if (findFaults(sized).length > 0) return;
        const expected = bruteForce(sized, depths);
        const answer = solveScenario(sized, 'selfTimed');
        if (answer.kind === 'noAnswer') {
          expect(answer.reason, refusalText(answer)).toBe('deadlock');
          expect(expected).toBe(0);
          seen.locks++;
          return;
        }
        seen.runs++;
        expect(answer.stages['0']?.throughput).toBeCloseTo(expected, 12);
      }),
      { numRuns: 1000, seed: 3 },
    );
    expect(seen.runs).toBeGreaterThan(100);
    expect(seen.locks).toBeGreaterThan(25);
  });

  it('the front is that of all depths up to 14', () => {
    let counted = 0;
    fc.assert(
      fc.property(graphs, ({ scenario }) => {
        if (scenario.links[0]!.to !== scenario.links[0]!.from) return;
        if (findFaults(scenario).length > 0) return;
        const answer = frontOf(scenario);
        let best = 0;
        const expected: (readonly [number, number])[] = [];
        for (let cost = 2; cost <= 28; cost++) {
          let here = best;
          for (let first = Math.max(1, cost - 14); first <= Math.min(14, cost - 1); first++)
            here = Math.max(here, bruteForce(scenario, [99, first, cost - first]));
          if (here > best + 1e-9) expected.push([cost, here]);
          best = here;
        }
        expect(answer.front.map(({ cost }) => cost)).toEqual(expected.map(([cost]) => cost));
        answer.front.forEach(({ throughput }, i) => {
          expect(throughput).toBeCloseTo(expected[i]![1], 9);
        });
        counted++;
      }),
      { numRuns: 40, seed: 4 },
    );
    expect(counted).toBeGreaterThan(12);
  });
});
