/** Dataflow stages: published graphs, and an independent tick-by-tick simulator on random small ones. */

import { describe, expect, it } from 'vitest';
import { refusalText, waitFaults } from '../../../core/measures/refusals.ts';
import { verdictText } from '../../../core/measures/verdicts.ts';
import { drawing, faultsOf, fork, sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import { findFaults } from '../../../core/scenario/faults.ts';
import { readScenarioText } from '../../../core/scenario/read-scenario.ts';
import type { Link, Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import { examples } from '../../../tests/examples.ts';
import { solveScenario } from '../solve-scenario.ts';
import {
  deadlockOf,
  executedAndBound,
  frontsOf,
  isFaulty,
  publishedFound,
  randomPipelines,
  speedByCycles,
} from './checked-dataflow.test-support.ts';
import { PUBLISHED_GRAPHS } from './published-dataflow.test-support.ts';
import {
  frontByTrial,
  type GraphShape,
  randomGraph,
  tickByTick,
  withDepths,
} from './random-dataflow.test-support.ts';
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

describe.each(PUBLISHED_GRAPHS.filter(({ isLong }) => !isLong))('$name', (graph) => {
  const found = publishedFound(graph);

  it('has the period that is known', () => {
    expect(found.period).toBe(graph.period);
  });

  it('has the front that is known, and its last depths are as fast when executed', () => {
    const { front } = graph;
    expect(found.front.length > 5 ? [found.front[0], found.front.at(-1)] : found.front).toEqual(front);
    expect(found.executed).toBe(front.at(-1)![1]);
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
      'Deadlock: "in" waits for free slots on its link to "add" (2 of 2 taken, 1 more needed), "add" waits for "window" (has 0 of 1 needed), "window" waits for "in" (has 3 of 16 needed).',
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

  it('gives results that are as old as the last value of their window', () => {
    const outcome = solveScenario(block(34), 'auto');
    if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
    // The window ends 1 s after its last value came in, and Add makes one result a second of it: 2 s to 17 s.
    expect(outcome.network.meanSojournTime).toBeCloseTo(9.5, 12);
    expect(outcome.verdicts.map(verdictText)[0]).toContain(
      'none takes longer than 17 s from entry to sink, where what was made of several is as old as the youngest of them.',
    );
  });
});

describe('a stage before dataflow', () => {
  const fed = (gap: number, before: Partial<StageNode>, consumed: number) => ({
    ...drawing(
      [
        source('in', 1, { interarrival: { distribution: 'deterministic', mean: gap } }),
        stage('p', undefined, { service: { distribution: 'deterministic', mean: 3 }, ...before }),
        fork('f'),
        actor('b', 1),
        actor('d', 1),
        sink(),
      ],
      [],
    ),
    links: [
      { from: 'in', to: 'p' },
      { from: 'p', to: 'f' },
      { from: 'f', to: 'b', consumed: [consumed] },
      { from: 'f', to: 'd', depth: 2 },
      { from: 'b', to: 'd', produced: [consumed] },
      { from: 'd', to: 'out' },
    ],
  });

  it('whose queue grows because what is behind it is locked, is a deadlock and not an overload', () => {
    const outcome = solveScenario(fed(9, {}, 3), 'selfTimed');
    if (outcome.kind !== 'noAnswer') throw new Error('solved');
    expect(refusalText(outcome)).toContain('Deadlock: "p" waits for free slots on its link to "d"');
  });

  it('that filters everything out and gives its places back is not locked', () => {
    const filter = { passProbability: 0, whenFull: 'blockBefore', serverCount: 3 } as const;
    const outcome = solveScenario(fed(1.5, filter, 1), 'selfTimed');
    if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
    expect(outcome.stages.p?.throughput).toBeCloseTo(2 / 3, 12);
  });
});

describe('the critical cycle', () => {
  const solvedOf = (scenario: Scenario) => {
    const answer = solveScenario(scenario, 'selfTimed');
    if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
    return answer;
  };

  it('names who waits for what, and along which links: tokens forward, room back', () => {
    const answer = solvedOf(
      graph(
        [actor('a', 2), actor('b', 3)],
        [
          { from: 'a', to: 'a', initialTokens: 1 },
          { from: 'a', to: 'b', depth: 1 },
        ],
      ),
    );
    const links = [{ from: 'a', to: 'b' }];
    expect(answer.critical).toEqual([
      { node: 'b', on: 'a', for: 'tokens', links },
      { node: 'a', on: 'b', for: 'room', links },
    ]);
  });

  it('is a way of links between the stages that wait, and slows down with each of them', () => {
    let cycles = 0;
    for (let seed = 0; seed < 150; seed++) {
      const drawn = randomGraph(seed, { stages: 4, phased: 0, held: 0, more: 2, tokens: 2, deep: true });
      if (isFaulty(drawn)) continue;
      const scenario = { ...drawn, nodes: drawn.nodes.map((node) => ({ ...node, serverCount: 1 })) };
      const answer = solveScenario(scenario, 'selfTimed');
      if (answer.kind === 'noAnswer' || !answer.critical) continue;
      cycles++;
      for (const { node, on, links, ...wait } of answer.critical) {
        const ends = wait.for === 'room' ? [node, on] : [on, node];
        if (wait.for === 'server') expect([links, node]).toEqual([[], on]);
        else expect([links[0]?.from, links.at(-1)?.to], `${seed}`).toEqual(ends);
        const slower = scenario.nodes.map((each) => (each.id === node ? actor(each.id, 7) : each));
        const later = solvedOf({ ...scenario, nodes: slower });
        expect(later.stages[node]!.throughput!, `${seed} ${node}`).toBeLessThan(
          answer.stages[node]!.throughput! - 1e-9,
        );
      }
    }
    expect(cycles).toBeGreaterThan(50);
  });
});

describe('computed times', () => {
  it.each([
    ['3 * 1e-9, which is 3.0000000000000004e-9', 3 * 1e-9, 7 * 1e-9, 1e9 / 7],
    ['thirds of a nanosecond', 1e-9 / 3, 1e-9 / 7, 3e9],
    ['a clock of 133 MHz', 1 / 133e6, 10 * (1 / 133e6), 13.3e6],
    ['sums of tenths', (0.1 + 0.2) * 1e-6, 0.7 * 1e-6, 1e6 / 0.7],
  ])('have a common tick: %s', (_, one, two, rate) => {
    const own = (id: string): Link => ({ from: id, to: id, initialTokens: 1 });
    const scenario = graph(
      [actor('a', one), actor('b', two)],
      [own('a'), own('b'), { from: 'a', to: 'b', depth: 4 }],
    );
    const answer = solveScenario(scenario, 'auto');
    if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
    expect(answer.exact).toBe(true);
    expect(answer.stages.b!.throughput! / rate).toBeCloseTo(1, 12);
  });

  it('that are too far apart for one are refused, without an endless number', () => {
    const answer = solveScenario(
      graph(
        [actor('a', 1e300), actor('b', 1e-9)],
        [
          { from: 'a', to: 'a', initialTokens: 1 },
          { from: 'a', to: 'b', depth: 4 },
        ],
      ),
      'auto',
    );
    expect(answer.kind === 'noAnswer' && refusalText(answer)).toMatch(
      /the longest has more than can be counted of them; round the times/,
    );
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

  it('a link to itself that gives other than it takes, and a stage that nothing leads to', () => {
    const own = graph(
      [actor('a', 1)],
      [{ from: 'a', to: 'a', produced: [2], consumed: [3], initialTokens: 3 }],
    );
    expect(findFaults(own).map(({ message }) => message)).toEqual([
      'The rates are inconsistent: the link from "a" to itself is given 2 and taken 3 tokens per firing. Tokens would pile up or run out.',
    ]);
    const unfed = graph([actor('a', 1), actor('b', 1)], [{ from: 'a', to: 'b' }]);
    expect(findFaults(unfed).map(({ message }) => message)).toContain(
      'Nothing leads to "a", which takes tokens of every input; link a source to it, or itself with an initial token.',
    );
  });

  it('two links between the same stages that disagree are told apart, and stages go by their names', () => {
    const twice = graph(
      [actor('a', 1, { name: 'Split' }), actor('b', 1, { name: 'Join' })],
      [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a', produced: [2], consumed: [3], initialTokens: 3 },
      ],
    );
    expect(findFaults(twice).map(({ message }) => message)).toEqual([
      'The rates are inconsistent: for one firing of "Split", the firings of "Join" differ: along Split – Join, by the link of 1 produced and 1 consumed, it is 1, along Split – Join, by the link of 2 produced and 3 consumed, it is 3/2. Tokens would pile up or run out.',
    ]);
    const still = graph(
      [actor('a', 1, { name: 'Split' }), actor('b', 1, { name: 'Join' })],
      [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'a' },
      ],
    );
    expect(findFaults(still).map(({ message }) => message)).toEqual([
      'Nothing on the cycle "Split" → "Join" → "Split" has a token at the start, so none of its stages ever fires; give a link of it initial tokens.',
    ]);
  });

  it('inconsistent rates behind a fork, which gives every link a task of each element', () => {
    const nodes = [source('s'), fork('f'), actor('w', 1), actor('c', 1), sink()];
    const past = (consumed: number): readonly Link[] => [
      ...[
        { from: 's', to: 'f' },
        { from: 'f', to: 'w', consumed: [consumed] },
        { from: 'f', to: 'c' },
      ],
      ...[
        { from: 'w', to: 'c', produced: [16] },
        { from: 'c', to: 'out' },
      ],
    ];
    const found = (consumed: number) => findFaults({ ...drawing(nodes, []), links: past(consumed) });
    expect(found(16)).toEqual([]);
    expect(found(1)).toMatchObject([
      {
        ...{ severity: 'warning', code: 'inconsistent-rates', node: 'c' },
        message:
          'The rates are inconsistent: for one firing of "f", the firings of "c" differ: along f – c it is 1, along f – w – c it is 16. Tokens would pile up or run out.',
      },
    ]);
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

  it('a FIFO that takes longer to fill than the schedule is followed, and firings whose tokens fit no memory', () => {
    const nodes = [actor('a', 1), actor('b', 2)];
    const state = { from: 'a', to: 'a', initialTokens: 1 };
    const outcome = solveScenario(graph(nodes, [state, { from: 'a', to: 'b', depth: 900_000_000 }]), 'auto');
    if (outcome.kind !== 'noAnswer') throw new Error('solved');
    expect(refusalText(outcome)).toContain(
      'a queue of "b" was still filling, 10,001 of 900,000,000 slots taken; give queues that take long to fill less depth',
    );
    const many = graph(nodes, [state, { from: 'a', to: 'b', produced: [1e9], consumed: [999_999_937] }]);
    const read = readScenarioText(JSON.stringify(many));
    expect(read.ok ? [] : read.error.map(({ message }) => message)).toEqual([
      expect.stringContaining('whole numbers from 0 to 10000000'),
      expect.stringContaining('whole numbers from 0 to 10000000'),
    ]);
  });

  it('a schedule that cannot be followed is no overload and no deadlock', () => {
    // Nearly equal rates of primes: an iteration is 10^12 firings.
    const primes = chain(
      [1, 1, 1],
      [
        [1_999_993, 1_999_979],
        [999_983, 999_979],
      ],
    );
    for (const depth of [undefined, 6_000_000]) {
      const drawn = { ...primes, links: primes.links.map((link) => ({ ...link, ...(depth && { depth }) })) };
      const solved = solveScenario(drawn, 'auto');
      expect(solved.kind === 'noAnswer' && refusalText(solved)).toContain(
        'A queue of "1" held 1,999,993 elements after 1 instant, more than are followed',
      );
    }
    expect(sizeDepths(primes)).toMatchObject({ kind: 'noAnswer', code: 'queueTooFull' });
  });

  it('a firing of 200,000 tokens, taken one after the other, is followed', { tags: ['long'] }, () => {
    const solved = solveScenario(chain([1, 1e-6], [[200_000, 1]]), 'selfTimed');
    if (solved.kind !== 'answer') throw new Error(solved.kind);
    // It falls from 200,000 to 0 in 0.2 s, one step each microsecond.
    expect(solved.stages['1']!.meanOccupancy).toBeCloseTo(0.2 * 100_000.5, 6);
  });

  it('other engines refuse dataflow by name', () => {
    const outcome = solveScenario(chain([1, 1], [[1, 1]]), 'chain');
    if (outcome.kind !== 'noAnswer') throw new Error('solved');
    expect(refusalText(outcome)).toContain('dataflow');
  });
});

const LARGE: GraphShape = { stages: 16, phased: 0.2, held: 0, more: 6, tokens: 4, deep: false };
const SMALL: GraphShape = { stages: 3, phased: 0.4, held: 0.3, more: 2, tokens: 3, deep: true };

describe('random small graphs', () => {
  it('throughput and deadlock are those of the definition, by execution and by the slowest cycle', () => {
    const graphs = Math.max(100, examples(300));
    const seen = { runs: 0, locks: 0, cycles: 0 };
    // The last: initial tokens of several iterations.
    for (const seed of [...Array(graphs).keys(), 2184]) {
      const scenario = randomGraph(seed, { ...SMALL, stages: 2 + (seed % 4) });
      if (isFaulty(scenario)) continue;
      const expected = tickByTick(scenario);
      const answer = solveScenario(scenario, 'selfTimed');
      if (answer.kind === 'noAnswer') {
        expect(answer.reason, `${seed}: ${refusalText(answer)}`).toBe('deadlock');
        expect(expected, `${seed}`).toEqual(expected.map(() => 0));
        seen.locks++;
      } else {
        const found = scenario.nodes.map(({ id }) => answer.stages[id]!.throughput!);
        found.forEach((throughput, i) => {
          expect(throughput, `${seed}`).toBeCloseTo(expected[i]!, 12);
        });
        seen.runs++;
      }
      const speed = speedByCycles(scenario);
      if (speed === undefined) continue;
      expect(speed, `${seed}`).toBeCloseTo(expected[0]!, 12);
      seen.cycles++;
    }
    expect(seen.runs).toBeGreaterThan(graphs / 2);
    expect(seen.locks).toBeGreaterThan(graphs / 6);
    expect(seen.cycles).toBeGreaterThan((2 / 3) * graphs);
  });

  it('deadlocks are named where no iteration ends, with a cycle of waits, and none is invented', () => {
    const graphs = Math.max(150, examples(400));
    const seen = { locks: 0, runs: 0 };
    // In the last two a phase that needs no room could overtake one that waits for it.
    for (const seed of [...Array(graphs).keys(), 1247, 2023]) {
      const found = deadlockOf(seed);
      if (found === undefined) continue;
      expect(found.named, `${seed}: ${found.words}`).toBe(found.locks);
      seen[found.locks ? 'locks' : 'runs']++;
    }
    expect(seen.locks).toBeGreaterThan(graphs / 4);
    expect(seen.runs).toBeGreaterThan(graphs / 4);
  });

  it('the front is that of all depths that cost as much', () => {
    let points = 0;
    // Nothing waits for the first phase of a stage with two servers in the last.
    for (const seed of [...Array(examples(60)).keys(), 92, 563, 641, 742]) {
      const compared = frontsOf(seed);
      if (!compared) continue;
      expect(compared.found, `${seed}`).toEqual(compared.tried);
      expect(compared.most, `${seed}`).toBeCloseTo(compared.plenty, 9);
      points += compared.found.length;
    }
    expect(points).toBeGreaterThan(examples(60));
  });

  it('pipelines are never faster than the bound by cycles, and fronts said to be least are those of all depths', () => {
    const seen = { below: 0, same: 0, least: 0, likely: 0 };
    for (let seed = 0; seed < examples(200); seed++) {
      const scenario = randomPipelines(seed);
      if (isFaulty(scenario) || speedByCycles(scenario) === undefined) continue;
      const answer = sizeDepths(scenario, { tell: ({ evaluated }) => evaluated < 200 });
      if (answer.kind === 'noAnswer') continue;
      const last = answer.front.at(-1)?.cost ?? 0;
      if (last > 13 || answer.links.length > 3) continue;
      const tried = frontByTrial(scenario, last, (drawn) => {
        const { executed, bound } = executedAndBound(drawn);
        if (executed === undefined || bound === undefined) return 0;
        expect(executed, `${seed}`).toBeLessThanOrEqual(bound * (1 + 1e-12));
        seen[executed < bound * (1 - 1e-12) ? 'below' : 'same']++;
        return executed;
      });
      const found = answer.front.map(({ cost, throughput }) => [cost, throughput.toPrecision(9)]);
      if (answer.front.every(({ isLeast }) => isLeast))
        expect(found, `${seed}`).toEqual(tried.map(([cost, speed]) => [cost, speed.toPrecision(9)]));
      for (const { isLeast } of answer.front) seen[isLeast ? 'least' : 'likely']++;
      // Where several depths cost the same only the roomiest is executed, which proves nothing of a pipeline. No time is above 4.
      const inBlocks = sizeDepths(scenario, {
        costs: answer.links.map(() => (depth) => Math.ceil(depth / 2)),
      });
      const isPipelined = scenario.nodes.some(
        (node) => node.kind === 'stage' && (node.pipelineLatency ?? 0) > 4,
      );
      if (inBlocks.kind === 'depths' && inBlocks.front.length > 0 && isPipelined)
        expect(inBlocks.isExact, `${seed}`).toBe(false);
    }
    expect(seen.below).toBeGreaterThan(examples(100));
    expect(seen.same).toBeGreaterThan(examples(100));
    expect(seen.least).toBeGreaterThan(examples(30));
  });

  it('the front of blocks of memory is that of all depths, whatever the steps of their cost', () => {
    // Shapes of 1, 2 and 5 words: plateaus of different lengths, and prices that differ by link.
    const blocks = (price: number) => (depth: number) =>
      price * Math.min(depth, 1.5 * Math.ceil(depth / 2), 2.5 * Math.ceil(depth / 5));
    let points = 0;
    for (let seed = 0; seed < examples(120); seed++) {
      const drawn = { phased: 0.3, held: 0.3, more: seed % 2, tokens: 2, deep: false };
      const scenario = randomGraph(seed, { ...drawn, stages: 2 + (seed % 2) });
      if (isFaulty(scenario)) continue;
      const sized = sizeDepths(scenario);
      if (sized.kind === 'noAnswer' || sized.links.length > 3) continue;
      const costs = sized.links.map((_, i) => blocks(1 + (i % 2)));
      const answer = sizeDepths(scenario, { costs });
      if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
      const most = 2 + Math.max(0, ...sized.front.flatMap(({ depths }) => depths));
      if (most > 13) continue;
      const tried = new Map<number, number>();
      const tryAll = (depths: readonly number[]): void => {
        if (depths.length < costs.length) {
          const { from, to } = answer.links[depths.length]!;
          const link = scenario.links.find((each) => each.from === from && each.to === to)!;
          for (let depth = Math.max(1, link.initialTokens ?? 0); depth <= most; depth++)
            tryAll([...depths, depth]);
          return;
        }
        const cost = depths.reduce((sum, depth, i) => sum + costs[i]!(depth), 0);
        const order = answer.links.map(({ from, to }) =>
          scenario.links
            .filter((link) => link.from !== link.to)
            .findIndex((link) => link.from === from && link.to === to),
        );
        const byLink = depths.map((_, at) => depths[order.indexOf(at)]!);
        const [speed = 0] = tickByTick(withDepths(scenario, byLink));
        if (speed > (tried.get(cost) ?? 0)) tried.set(cost, speed);
      };
      tryAll([]);
      let fastest = 1e-9;
      const front = [...tried]
        .sort(([a], [b]) => a - b)
        .flatMap(([cost, speed]) => {
          if (speed <= fastest + 1e-9) return [];
          fastest = speed;
          return [[cost, Number(speed.toPrecision(9))]];
        });
      const found = answer.front.map(({ cost, throughput }) => [cost, Number(throughput.toPrecision(9))]);
      expect(found, `${seed}`).toEqual(front);
      const last = answer.front.at(-1);
      for (const less of last ? smallerNeighbours(scenario, answer, last, costs) : [])
        expect(less.throughput).toBeLessThan(last!.throughput);
      points += found.length;
    }
    expect(points).toBeGreaterThan(examples(60));
  });

  it('the front of 20 channels ends, without coming to the same depths again and again', () => {
    let told = 0;
    const answer = sizeDepths(randomGraph(0, LARGE), { tell: () => ++told < 3000 });
    if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
    expect(answer.links).toHaveLength(20);
    expect(answer.complete).toBe(true);
    expect(answer.front.map(({ cost }) => cost).at(-1)).toBe(139);
    expect(answer.front.at(-1)!.throughput).toBeCloseTo(answer.fastest, 12);
  });

  it('a search that is stopped gives the front so far, and what no depths exceed', () => {
    const answer = sizeDepths(randomGraph(0, LARGE), { tell: ({ front }) => front.length < 3 });
    if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
    expect(answer.complete).toBe(false);
    expect(answer.front).toHaveLength(3);
    // The least of the fastest depths are found first.
    expect(answer.front.map(({ isLeast }) => isLeast)).toEqual([true, true, true]);
    expect(answer.front[1]!.throughput).toBeLessThan(answer.fastest);
    expect(answer.front[2]!.throughput).toBeCloseTo(answer.fastest, 12);
  });
});
