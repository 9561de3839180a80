import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { drawing, line, router, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario, ScenarioNode } from '../../core/scenario/scenario.ts';
import { someOf } from '../../tests/examples.ts';
import { Replication } from '../../tests/twin/replicate.ts';
import { classed, recordOf } from '../simulate/records.test-support.ts';
import { refuse } from '../simulate/refuse.ts';
import { Animation, animatorService } from './animator-service.ts';
import { type AnimatedMove, type AnimationFrame, LEVEL_COLUMNS } from './contract.ts';

const EXAMPLES = new URL('../../public/examples/', import.meta.url);
const example = (file: string): Scenario => JSON.parse(readFileSync(new URL(file, EXAMPLES), 'utf8'));

const fork: ScenarioNode = { id: 'f', kind: 'fork' };
const join: ScenarioNode = { id: 'j', kind: 'join' };
const delay: ScenarioNode = { id: 'd', kind: 'delay', service: { distribution: 'exponential', mean: 2 } };
const forked = drawing(
  [source('in', 1), fork, stage('a', 2), stage('b', 1.5, { capacity: 4 }), join, delay, sink()],
  ['in>f', 'f>a', 'f>b', 'a>j', 'b>j', 'j>d', 'd>out'],
);
const twoClasses = classed(
  [{ id: 'x' }, { id: 'y' }],
  [
    source('of-x', 1, { class: 'x' }),
    source('of-y', 1, { class: 'y' }),
    router('r', 'probabilistic'),
    stage('a', 2, { capacity: 3, whenFull: 'drop', serverCount: 2 }),
    stage('b', 1, { capacity: 2, passProbability: 0.5 }),
    sink(),
  ],
  ['of-x>r', 'of-y>r', 'r>a:0.5', 'r>b:0.5', 'a>out', 'b>out'],
);
const SCENARIOS: readonly (readonly [string, Scenario, number])[] = [
  ['Mercury BLAST', example('mercury-run-1.json'), 2e-5],
  ['forks', forked, 300],
  ['two classes', twoClasses, 300],
];

const columns = (frame: AnimationFrame, places: readonly string[], id: string) => {
  const at = places.indexOf(id) * LEVEL_COLUMNS.length;
  return Object.fromEntries(LEVEL_COLUMNS.map((column, i) => [column, frame.levels[at + i]!]));
};

/** All frames up to the horizon, `count` of them. */
function play(animation: Animation, horizon: number, count: number): AnimationFrame[] {
  return Array.from({ length: count }, (_, i) =>
    animation.advance((horizon * (i + 1)) / count, Number.MAX_SAFE_INTEGER),
  );
}

describe.each(SCENARIOS)('an animation of %s', (_, scenario, horizon) => {
  it('shows the levels of a plain run at the same times', () => {
    const animation = new Animation(scenario, 7);
    const plan = { seed: 7, replications: 1, horizon: Number.POSITIVE_INFINITY, warmup: 0 };
    const { engine } = new Replication(scenario, plan, 0);
    const { state } = engine;
    for (const frame of play(animation, horizon, 40)) {
      engine.advance(frame.time, Number.MAX_SAFE_INTEGER);
      const plain = [...state.stages, ...state.joins].flatMap(
        ({ occupancy, waiting, busy, held, collector: { served, lost } }) => [
          ...[occupancy, waiting, busy, held],
          ...[served, lost],
        ],
      );
      expect([...frame.levels]).toEqual(plain);
    }
  });

  it('counts what the record of the replication counts', () => {
    const animation = new Animation(scenario, 3);
    const last = play(animation, horizon, 25).at(-1)!;
    const record = recordOf(scenario, horizon, { seed: 3 });
    for (const id of animation.placeIds) {
      const into = scenario.links.reduce(
        (sum, { to }, link) => sum + (to === id ? last.linkMoves[link]! : 0),
        0,
      );
      const { entered, served, lost } = record.stages[id]!;
      expect(into, `into ${id}`).toBe(entered);
      const shown = columns(last, animation.placeIds, id);
      expect(shown, id).toMatchObject({ lost, served: id === 'j' ? 0 : served });
    }
    expect([...last.arrived]).toEqual(Object.values(record.sinks));
  });

  it('keeps each move where there are few, and steps through the same events', () => {
    const byTime: AnimatedMove[] = play(new Animation(scenario, 5), horizon / 20, 200).flatMap((frame) => {
      expect(frame.moves).toHaveLength(frame.moveCount);
      return frame.moves;
    });
    const stepped: AnimatedMove[] = [];
    const animation = new Animation(scenario, 5);
    for (let frame = animation.step(); frame.time <= horizon / 20; frame = animation.step())
      stepped.push(...frame.moves);
    // Moves of two events at one instant may be told as one.
    expect(unfolded(byTime)).toEqual(unfolded(stepped));
    expect(byTime.length).toBeGreaterThan(10);
  });
});

/** One entry for each element. */
const unfolded = (moves: readonly AnimatedMove[]) =>
  moves.flatMap(({ count, ...move }) => Array.from({ length: count }, () => move));

describe('animation', () => {
  it('goes through routers and forks, and on from a join', () => {
    const animation = new Animation(forked, 1);
    const ways = new Set(
      play(animation, 100, 100).flatMap(({ moves }) => moves.map(({ links }) => links.join())),
    );
    // in-f-a, in-f-b, a-j, b-j, j-d, d-out: places in the list of links.
    expect([...ways].sort()).toEqual(['0,1', '0,2', '3', '4', '5', '6']);
  });

  it('says in words what one event did', () => {
    const once = source('in', 1, {
      interarrival: { distribution: 'trace', values: [1, 1000] },
      batchSize: 3,
      name: 'Camera',
    });
    const fixed = (mean: number) => ({ service: { distribution: 'deterministic', mean } }) as const;
    const animation = new Animation(
      line(once, stage('a', 1, fixed(1)), stage('b', 1, { ...fixed(5), capacity: 1 })),
      1,
    );
    const words = Array.from({ length: 5 }, () => animation.step().step!.words);
    expect(words).toEqual([
      'Camera: arrival, 3 elements go to a',
      'a: end of service, element goes to b',
      'a: end of service, blocked: no free slot at b',
      'b: end of service, element goes to out, element of a goes to b',
      'a: end of service, blocked: no free slot at b',
    ]);
  });

  it('says what is lost and what is filtered out', () => {
    const burst = source('in', 1, {
      interarrival: { distribution: 'trace', values: [1, 1000] },
      batchSize: 4,
    });
    const service = { distribution: 'deterministic', mean: 1 } as const;
    const lossy = stage('a', 1, { service, capacity: 2, whenFull: 'drop', passProbability: 1e-9 });
    const animation = new Animation(line(burst, lossy), 1);
    expect(animation.step().step!.words).toBe(
      'in: arrival, 2 elements go to a, 2 elements lost at a, which is full',
    );
    expect(animation.step().step).toEqual({ node: 'a', words: 'a: end of service, element is filtered out' });
  });

  it.each(
    someOf(
      readdirSync(EXAMPLES).filter((file) => !refuse(example(file))),
      6,
    ),
  )('has words for every event of %s', (file) => {
    const scenario = example(file);
    const names = new Map(scenario.nodes.map(({ id, name }) => [id, name ?? id]));
    const animation = new Animation(scenario, 2);
    for (let i = 0; i < 1000; i++) {
      const { node, words } = animation.step().step!;
      expect(words.startsWith(`${names.get(node!)}: `), words).toBe(true);
      expect(words).not.toContain('undefined');
      // Something comes of every arrival and of every service, if only an element less.
      expect(words, words).toContain(', ');
    }
  });

  it('begins with the jobs of closed classes where they start', () => {
    const round = classed(
      [{ id: 'jobs', closed: { population: 4, start: 'a' } }],
      [stage('a', 1), stage('b', 1)],
      ['a>b', 'b>a'],
    );
    const animation = new Animation(round, 1);
    const start = animation.advance(0, 0);
    expect(columns(start, animation.placeIds, 'a')).toMatchObject({ occupancy: 4, waiting: 3, busy: 1 });
    for (const frame of play(animation, 100, 50))
      expect(frame.levels[0]! + frame.levels[LEVEL_COLUMNS.length]!).toBe(4);
  });

  it('marks the link on which an element is held up, also a source behind a router', () => {
    const scenario = drawing(
      [source('in', 1), router('r', 'roundRobin'), stage('a', 1e-9, { capacity: 1 }), sink()],
      ['in>r', 'r>a', 'a>out'],
    );
    const animation = new Animation(scenario, 1);
    expect(animation.advance(100, 1000).blockedLinks).toEqual([1]);
  });

  it('stops at the budget of events and goes on from there', () => {
    const [cut, whole] = [new Animation(forked, 1), new Animation(forked, 1)];
    const first = cut.advance(100, 10);
    expect(first).toMatchObject({ reached: false });
    expect(first.time).toBeLessThan(100);
    let frame = first;
    while (!frame.reached) frame = cut.advance(100, 10);
    expect(frame.levels).toEqual(whole.advance(100, 1e9).levels);
    expect(frame.time).toBe(100);
  });

  it('counts all moves and keeps the first 240', () => {
    const frame = new Animation(line(source('in', 1000), stage('a', 2000)), 1).advance(10, 1e9);
    expect(frame.moves).toHaveLength(240);
    expect(frame.moveCount).toBeGreaterThan(15_000);
  });

  it('stops at a deadlock with its sentence, for good', () => {
    const scenario = drawing(
      [source('in', 1), stage('a', 1, { capacity: 2 }), sink()],
      ['in>a', 'a>a:0.5', 'a>out:0.5'],
    );
    const animation = new Animation(scenario, 1);
    const end = animation.advance(1e5, 1e9);
    expect(end.halted).toMatchObject({ reason: 'deadlock', stage: 'a' });
    expect(end.time).toBeLessThan(1e5);
    for (const later of [animation.advance(2e5, 100), animation.step()])
      expect(later).toMatchObject({ time: end.time, halted: end.halted, moveCount: 0 });
  });

  it('gives up before an unstable queue fills the memory', () => {
    const growing = line(source('in', 100, { batchSize: 1000 }), stage('a', 1));
    const animation = new Animation(growing, 1, 200_000);
    let frame = animation.advance(1, 1e9);
    expect(frame.halted).toBeUndefined();
    frame = animation.advance(5, 1e9);
    expect(frame.halted).toMatchObject({ reason: 'unstable', stage: 'a' });
  });
});

describe('the animator', () => {
  it('tells how much moves per second', () => {
    const opened = animatorService().open(line(source('in', 8), stage('a', 10)), 1);
    if (opened.kind === 'noAnswer') throw new Error(refusalText(opened));
    expect(opened).toMatchObject({ places: ['a'], sinks: ['out'] });
    // 2000 arrivals: the relative error of their rate is 1/sqrt(2000).
    expect(Math.abs(opened.busiestLinkRate / 8 - 1)).toBeLessThan(0.1);
    expect(Math.abs(opened.moveRate / 16 - 1)).toBeLessThan(0.1);
  });

  it('starts anew when opened, and refuses what cannot be simulated', () => {
    const animator = animatorService();
    const run = () => {
      animator.open(forked, 9);
      return animator.advance(50, 1e9);
    };
    expect(run()).toEqual(run());
    const faulty = drawing([stage('a', 1), sink()], []);
    expect(animator.open(faulty, 1)).toMatchObject({ kind: 'noAnswer', reason: 'invalid' });
    expect(() => animator.step()).toThrow('No animation is open.');
  });
});

describe('dataflow stages', () => {
  const block = example('residual-block.json');
  const random = {
    ...block,
    nodes: block.nodes.map((node) =>
      node.id === 'add' && node.kind === 'stage'
        ? { ...node, service: { distribution: 'exponential', mean: 9e-9 } as const }
        : node,
    ),
  };

  it('have the tokens of each FIFO on its link, and moves along it', () => {
    const animation = new Animation(random, 1);
    const places = animation.placeIds;
    let moved = 0;
    for (const frame of play(animation, 2e-6, 50)) {
      const into = (id: string) =>
        random.links.reduce((sum, { to }, i) => (to === id ? sum + frame.linkTokens[i]! : sum), 0);
      for (const id of ['window', 'add']) expect(into(id)).toBe(columns(frame, places, id).occupancy);
      random.links.forEach(({ to }, i) => {
        if (to !== 'window' && to !== 'add') expect(frame.linkTokens[i]).toBe(-1);
      });
      moved = frame.linkMoves[random.links.findIndex(({ to }) => to === 'window')]!;
    }
    expect(moved).toBeGreaterThan(150);
  });

  it('fire for as long as the phase takes', () => {
    const scenario = {
      ...drawing([stage('a', 2, { firing: 'everyInput', firingTimes: [1, 3] }), sink()], []),
      links: [
        { from: 'a', to: 'a', initialTokens: 1 },
        { from: 'a', to: 'out' },
      ],
    };
    const animation = new Animation(scenario, 1);
    expect(Array.from({ length: 4 }, () => animation.step().time)).toEqual([1, 4, 5, 8]);
  });

  it('stand still with the cycle of waits, and the links that are full', () => {
    const shallow = {
      ...random,
      links: random.links.map((link) =>
        link.from === 'split' && link.to === 'add' ? { ...link, depth: 2 } : link,
      ),
    };
    const animation = new Animation(shallow, 1);
    const frame = play(animation, 1e-5, 3).at(-1)!;
    expect(frame.halted?.code).toBe('waitsForGood');
    expect(frame.blockedLinks).toContain(shallow.links.findIndex(({ depth }) => depth === 2));
  });
});
