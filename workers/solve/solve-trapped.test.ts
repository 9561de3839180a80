/** Cycles without an exit: what stands still for good, and what goes on, against a plain simulation of random drawings. */

import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { verdictText } from '../../core/measures/verdicts.ts';
import { batchSizes, largestBatch } from '../../core/rules/bulk.ts';
import {
  delay,
  drawing,
  fork,
  join,
  router,
  sink,
  source,
  stage,
} from '../../core/scenario/drawing.test-support.ts';
import type { Scenario, ScenarioNode, StageNode } from '../../core/scenario/scenario.ts';
import { examples } from '../../tests/examples.ts';
import { replicateNow } from '../simulate/replicate.ts';
import type { SolveAnswer } from './contract.ts';
import { solveScenario } from './solve-scenario.ts';

function answered(scenario: Scenario): SolveAnswer {
  const outcome = solveScenario(scenario, 'auto');
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

const BEYOND = [source('q', 0.5), stage('x', 1), sink('left')] as const;
const BESIDE = ['q>x', 'x>left'] as const;

describe('a cycle without an exit', () => {
  it('that is finite stands still, and so does all that sends there; the rest has its answer', () => {
    const answer = answered(
      drawing(
        [
          source('s', 0.3),
          stage('a', 1, { capacity: 4 }),
          stage('b', 1, { capacity: 3 }),
          stage('c', 2, { capacity: 2 }),
          sink(),
          ...BEYOND,
        ],
        ['s>a', 'a>b:0.5', 'a>out:0.5', 'b>c', 'c>b', ...BESIDE],
      ),
    );
    expect(answer.kind).toBe('answer');
    expect(answer.verdicts[0]!.code).toBe('stands-still');
    expect(verdictText(answer.verdicts[0]!)).toBe(
      '"b" and "c" are a cycle without an exit: once full, nothing moves there any more, and "s" and "a" wait for good. The numbers are of the time after.',
    );
    const { a, b, c, x } = answer.stages;
    expect([a, b, c].map((s) => [s!.meanOccupancy, s!.throughput, s!.fullProbability])).toEqual([
      [4, 0, 1],
      [3, 0, 1],
      [2, 0, 1],
    ]);
    // M/M/1 at a load of one half.
    expect(x).toMatchObject({ meanOccupancy: 1, throughput: 0.5, exact: true });
    expect(answer.network.throughput).toBe(0.5);
  });

  it('is a ring whose every place is taken, where no job can move; with one job less it goes round', () => {
    const ring = (population: number): Scenario =>
      drawing(
        [
          stage('a', 1, { capacity: 3 }),
          stage('b', 1.2, { capacity: 5 }),
          stage('c', 0.9, { capacity: 6, whenFull: 'blockBefore' }),
        ],
        ['a>b', 'b>c', 'c>a'],
        { classes: [{ id: 'jobs', closed: { population, start: 'a' } }] },
      );
    const beside = answered({
      ...ring(14),
      nodes: [...ring(14).nodes, ...BEYOND],
      links: [...ring(14).links, { from: 'q', to: 'x' }, { from: 'x', to: 'left' }],
      classes: [{ id: 'open' }, ...ring(14).classes!],
    });
    expect(beside.stages.x).toMatchObject({ meanOccupancy: 1, exact: true });
    expect(beside.stages.b).toMatchObject({ meanOccupancy: 5, throughput: 0 });
    const { verdicts, stages, links, network, exact } = answered(ring(14));
    expect(verdictText(verdicts[0]!)).toBe(
      '"a", "b" and "c" lock, each waiting for another: once full, nothing moves there any more. The numbers are of the time after.',
    );
    expect(Object.values(stages).map((s) => [s.meanOccupancy, s.throughput, s.fullProbability])).toEqual([
      [3, 0, 1],
      [5, 0, 1],
      [6, 0, 1],
    ]);
    expect(links.map(({ rate }) => rate)).toEqual([0, 0, 0]);
    expect([network.throughput, exact]).toEqual([0, true]);
    const run = replicateNow(ring(14), { seed: 1, replications: 1, horizon: 1e3, warmup: 0 }, 0);
    expect(run).toMatchObject({ kind: 'noAnswer', code: 'deadlock' });
    expect(answered(ring(13)).stages.a!.throughput).toBeGreaterThan(0.4);
  });

  it('has an unbounded queue before it that grows with all that comes', () => {
    const answer = answered(
      drawing(
        [source('s', 0.3), stage('a', 1), stage('b', 1, { capacity: 3 }), sink(), ...BEYOND],
        ['s>a', 'a>b:0.5', 'a>out:0.5', 'b>b', ...BESIDE],
      ),
    );
    expect(answer).toMatchObject({
      kind: 'unstable',
      unstable: { stage: 'a' },
      network: { throughput: 0.5 },
    });
    expect(answer.stages.a).toMatchObject({ arrivalRate: 0.3, throughput: 0, saturated: true });
    expect(answer.stages.a!.meanOccupancy).toBeUndefined();
    expect(answer.links.map(({ rate }) => rate)).toEqual([0.3, 0, 0, 0, 0.5, 0.5]);
  });

  it('that is unbounded grows, is named first, and leaves the rest its numbers', () => {
    const answer = answered(
      drawing(
        [source('s', 0.3), stage('a', 1), stage('b', 1), stage('c', 2), sink(), ...BEYOND],
        ['s>a', 'a>b:0.5', 'a>out:0.5', 'b>c', 'c>b', ...BESIDE],
      ),
    );
    expect(answer.kind).toBe('unstable');
    expect(answer.verdicts[0]).toMatchObject({ code: 'no-exit', facts: { names: ['b', 'c'] } });
    // b is never idle, c and a are M/M/1; half of what a passes leaves, and all that x does.
    expect(answer.stages.b).toMatchObject({ throughput: 1, saturated: true });
    expect(answer.stages.c!.meanOccupancy).toBeCloseTo(1, 12);
    expect(answer.stages.a!.meanOccupancy).toBeCloseTo(3 / 7, 12);
    expect(answer.network.throughput).toBeCloseTo(0.65, 12);
  });

  it('that a filter empties is no trap', () => {
    const answer = answered(
      drawing(
        [source('s', 0.3), stage('b', 1, { passProbability: 0.5 }), stage('c', 2), sink(), ...BEYOND],
        [...['s>b', 'b>c', 'c>b', 'q>x', 'x>left']],
      ),
    );
    expect(answer.kind).toBe('answer');
    // Each element is served twice at b on the average.
    expect(answer.stages.b!.throughput).toBeCloseTo(0.6, 12);
  });

  const ring = (id: string) => [stage(`${id}1`, 1, { capacity: 3 }), stage(`${id}2`, 1, { capacity: 3 })];
  const around = (id: string) => [`${id}1>${id}2`, `${id}2>${id}1`];
  /** Once one of b and d is full, u waits for it, and what has come to the other goes round for ever. */
  const hanging = [source('s', 0.3), stage('u', 1, { capacity: 4 }), ...ring('b'), ...ring('d'), sink()];
  const hangingLinks = ['s>u', 'u>b1:0.3', 'u>d1:0.3', 'u>out:0.4', ...around('b'), ...around('d')];

  it('is refused by name where the drawing does not tell who stands still, and has nothing else', () => {
    const outcome = solveScenario(drawing(hanging, hangingLinks), 'auto');
    expect(outcome.kind === 'noAnswer' && refusalText(outcome)).toBe(
      'From "b1", "b2", "d1", "d2" no sink can be reached, and the drawing does not tell what becomes of them and of all that depends on them: simulate to see.',
    );
  });

  it('is named with the others that may stop it, where nothing is left beside them', () => {
    const outcome = solveScenario(
      drawing(
        [
          source('s', 1.256),
          stage('a', 2),
          stage('t', 1, { capacity: 1 }),
          stage('u', 1, { capacity: 9 }),
          sink(),
        ],
        ['s>a', 'a>t:0.3', 'a>u:0.3', 'a>out:0.4', 't>t', 'u>u'],
      ),
      'auto',
    );
    if (outcome.kind !== 'noAnswer') throw new Error('it was answered');
    expect(refusalText(outcome)).toContain('From "t", "u" no sink can be reached, and the drawing');
  });

  it('that has an exit and to which more comes back than leaves it fills, and the rest has its answer', () => {
    const answer = answered(
      drawing(
        [
          source('s', 0.5),
          stage('a', 1, { capacity: 10, conversionFactor: 2 }),
          stage('b', 1, { capacity: 5 }),
          sink(),
          source('t', 1),
          stage('c', 2),
          sink('gone'),
        ],
        ['s>a', 'a>b:0.6', 'a>out:0.4', 'b>a', 't>c', 'c>gone'],
      ),
    );
    expect(answer.stages.c).toMatchObject({ exact: true, meanOccupancy: 1 });
    expect(answer.stages.a?.meanOccupancy).toBeUndefined();
    expect(answer.verdicts.map(verdictText).join(' ')).toContain('"a" and "b" can lock');
  });

  it('that may stop what fills another has no numbers, and what does not depend on it has its own', () => {
    const drawn = drawing(
      [
        ...hanging,
        ...BEYOND,
        // Loses what finds it full, so that nobody before it waits.
        ...[source('before', 0.5), stage('calm', 1), stage('door', 1, { capacity: 1, whenFull: 'drop' })],
        // Another such cycle, which nothing connects with the two.
        ...[source('t', 0.2), ...ring('e'), sink('none')],
      ],
      [
        ...[...hangingLinks, ...BESIDE, 'before>calm', 'calm>door', 'door>u'],
        ...['t>e1:0.5', 't>none:0.5', ...around('e')],
      ],
    );
    const answer = answered(drawn);
    expect(answer.verdicts.map(({ code }) => code)).toEqual(['undecided', 'stands-still']);
    expect(verdictText(answer.verdicts[0]!)).toBe(
      '"b1" and "b2", and "d1" and "d2" are cycles without an exit. Which of them is full first decides what becomes of them and of "s", "u", "out" and "door": no numbers are given there. The others do not depend on it.',
    );
    expect(Object.keys(answer.stages).sort()).toEqual(['calm', 'e1', 'e2', 'x']);
    expect(answer.stages.calm).toMatchObject({ meanOccupancy: 1, throughput: 0.5, exact: true });
    expect(answer.stages.e1).toMatchObject({ meanOccupancy: 3, throughput: 0 });
    // What comes to "out" is not known.
    expect(answer.network.throughput).toBeUndefined();
    expect(answer.network.lossRate).toBeUndefined();
    expect(answer.links.map(({ from, to, receivedRate }) => [`${from}>${to}`, receivedRate])).toEqual([
      ['q>x', 0.5],
      ['x>left', 0.5],
      ['before>calm', 0.5],
      ['calm>door', 0.5],
      ['t>e1', 0],
      ['t>none', 0],
      ['e1>e2', 0],
      ['e2>e1', 0],
    ]);
  });

  it('leaves a closed class its numbers where it does not come, and has none where it does', () => {
    const nodes = [...hanging, stage('y', 1), stage('z', 2), ...BEYOND];
    const classes = [{ id: 'open' }, { id: 'jobs', closed: { population: 3, start: 'y' } }] as const;
    const links = [...hangingLinks.filter((link) => link !== 'b1>b2'), ...BESIDE, 'y>z'];
    const away = answered(drawing(nodes, [...links, 'b1>b2', 'z>y'], { classes }));
    // A cycle of two exponential servers with three jobs is an M/M/1/3.
    expect(away.stages.y!.meanOccupancy).toBeCloseTo((2 + 2 * 4 + 3 * 8) / (1 + 2 + 4 + 8), 9);
    const there = answered(drawing(nodes, [...links, 'b1>b2:open=1', 'b1>y:jobs=1', 'z>b1'], { classes }));
    expect(Object.keys(there.stages)).toEqual(['x']);
  });

  it('with a delay in it has no numbers, since its elements wait in a line without end', () => {
    const nodes = [source('s', 0.3), stage('b', 1, { capacity: 3 }), delay('w'), sink()];
    const links = ['s>w:0.5', 's>out:0.5', 'w>b', 'b>w'];
    const outcome = solveScenario(drawing(nodes, links), 'auto');
    expect(outcome.kind === 'noAnswer' && outcome.code).toBe('invalidScenario');
    const { verdicts, stages } = answered(drawing([...nodes, ...BEYOND], [...links, ...BESIDE]));
    expect(verdictText(verdicts[0]!)).toBe(
      '"b" and "w" are a cycle without an exit. More than the drawing decides what becomes of them: no numbers are given there. The others do not depend on it.',
    );
    expect(Object.keys(stages)).toEqual(['x']);
  });

  it('leaves a fork and its join the tasks that are served before, and a delay all that does not go there', () => {
    const answer = answered(
      drawing(
        [
          ...[source('s', 0.3), fork('f'), stage('b', 1, { capacity: 3 }), stage('d', 1, { capacity: 2 })],
          ...[join('j'), source('t', 0.4), delay('w', 2), sink(), ...BEYOND],
        ],
        ['s>f', 'f>b', 'f>d', 'b>b', 'd>j', 'j>out', 't>w', 'w>b:0.25', 'w>out:0.75', ...BESIDE],
      ),
    );
    expect(verdictText(answer.verdicts[0]!)).toBe(
      '"b" is a cycle without an exit: once full, nothing moves there any more, and "s" and "w" wait for good (the queue at w grows without end). The numbers are of the time after.',
    );
    expect(answer).toMatchObject({ kind: 'unstable', unstable: { stage: 'w' } });
    expect(answer.stages.d).toMatchObject({ throughput: 0, meanOccupancy: 0 });
    expect(answer.stages.w).toMatchObject({ offeredRate: 0.4, saturated: true });
    expect(answer.stages.w!.meanOccupancy).toBeUndefined();
    expect(answer.stages.w!.throughput).toBeCloseTo(0.3, 12);
    expect(answer.network.throughput).toBeCloseTo(0.8, 12);
  });

  it('that nothing comes to is idle, and the rest has its answer', () => {
    const drawn = drawing(
      [...BEYOND, stage('b', 1), stage('c', 1, { capacity: 2 })],
      ['q>x', 'x>left:1', 'x>b:0', 'b>c', 'c>b'],
    );
    const { stages, links } = answered(drawn);
    expect(stages.x).toMatchObject({ meanOccupancy: 1, exact: true });
    for (const id of ['b', 'c']) expect(stages[id]).toMatchObject({ meanOccupancy: 0, throughput: 0 });
    expect(links.map(({ rate }) => rate)).toEqual([0.5, 0.5, 0, 0, 0]);
  });

  it('stands still as a ring with an exit does that is full most of the time; a calm ring has numbers of the time before', () => {
    const ring = (rate: number) =>
      drawing(
        [
          ...[source('s', rate), stage('a', 1, { capacity: 20 }), stage('b', 1, { capacity: 20 })],
          ...[sink(), ...BEYOND],
        ],
        ['s>a', 'a>b', 'b>a:0.5', 'b>out:0.5', ...BESIDE],
      );
    const locked = answered(ring(3));
    expect(locked.verdicts[0]).toMatchObject({ code: 'stands-still', facts: { names: ['a', 'b'] } });
    const seen = simulated(ring(3), generator(1));
    for (const id of ['a', 'b']) {
      expect(locked.stages[id]).toMatchObject({ throughput: 0, meanOccupancy: 20 });
      expect(seen.get(id)).toMatchObject({ served: 0, held: 20 });
    }
    expect(locked.stages.x).toMatchObject({ meanOccupancy: 1, exact: true });
    const calm = answered(ring(0.35));
    expect(verdictText(calm.verdicts[0]!)).toMatch(
      /^Deadlock sooner or later: .* The numbers are of the time before\.$/,
    );
    // Each element is served twice at both.
    for (const id of ['a', 'b']) expect(calm.stages[id]!.throughput).toBeCloseTo(0.7, 3);
  });

  const circle = (one: string, other: string, back: number, end: string) => [
    ...[`${one}>${other}`, `${other}>${one}:${back}`, `${other}>${end}:${1 - back}`],
  ];

  it('is not held up by a stage that nothing comes to', () => {
    const finite = [
      stage('a', 0.856, { capacity: 2, conversionFactor: 0.5 }),
      stage('b', 1.718, { capacity: 2 }),
    ];
    const idle = [stage('i', 1, { capacity: 5 }), stage('j', 1, { capacity: 5 })];
    const drawn = drawing(
      [source('s', 0.482), ...finite, ...idle, sink(), ...BEYOND],
      ['s>a', 'a>out:0.5', 'a>b:0.5', 'b>a:0.5', 'b>out:0.5', 'i>j:0.5', 'i>a:0.5', 'j>out', ...BESIDE],
    );
    const { stages } = answered(drawn);
    // What comes to a is halved, and a quarter of what a serves comes again: λ = (0.482 + λ / 4) / 2 where nobody waits.
    expect(stages.a!.throughput).toBeGreaterThan(0.26);
    expect(stages.a!.throughput).toBeLessThan(0.482 / 1.75 + 1e-6);
    expect(stages.i).toMatchObject({ throughput: 0, meanOccupancy: 0 });
  });

  it('gives no numbers of what keeps going round after others have locked', () => {
    const drawn = drawing(
      [
        source('s', 3),
        stage('a', 1, { capacity: 60 }),
        stage('b', 1, { capacity: 60 }),
        stage('t', 3, { capacity: 13, whenFull: 'drop' }),
        sink(),
        ...BEYOND,
      ],
      ['s>a', 'a>b', 'b>a:0.8', 'b>t:0.1', 'b>out:0.1', 't>t', ...BESIDE],
    );
    const { stages } = answered(drawn);
    expect(stages.x).toMatchObject({ throughput: 0.5 });
    // It holds what came before the others locked; it was told to be empty.
    expect(stages.t?.meanOccupancy).toBeUndefined();
  });

  it('gives no numbers of a cycle that a ring before it may keep from filling', { tags: ['long'] }, () => {
    const drawn = drawing(
      [
        source('s', 1),
        stage('h', 2, { capacity: 1, passProbability: 0.9 }),
        stage('t', 1, { capacity: 9 }),
        ...BEYOND,
      ],
      ['s>h', 'h>h:0.5', 'h>t:0.5', 't>t', ...BESIDE],
    );
    const { stages } = answered(drawn);
    expect(Object.keys(stages)).toEqual(['x']);
    const ends = Array.from({ length: 12 }, (_, seed) => simulated(drawn, generator(seed)).get('t')!.held);
    expect(new Set(ends).size).toBeGreaterThan(1);
  });

  it.each([4, 300])(
    'with %i places has no numbers beside another behind the same head: either may lock first',
    (capacity) => {
      const four = ['a', 'b', 'c', 'd'].map((id) => stage(id, 1, { capacity }));
      const drawn = drawing(
        [source('s', 1.2), stage('h', 3), ...four, sink(), ...BEYOND],
        [
          ...['s>h', 'h>a:0.5', 'h>c:0.5'],
          ...circle('a', 'b', 0.6, 'out'),
          ...circle('c', 'd', 0.6, 'out'),
          ...BESIDE,
        ],
      );
      const { verdicts, stages } = answered(drawn);
      expect(verdictText(verdicts[0]!)).toBe(
        '"a" and "b", and "c" and "d" can lock, each waiting for another. Which of them is full first decides what becomes of them and of "h" and "out": no numbers are given there. The others do not depend on it.',
      );
      expect(Object.keys(stages)).toEqual(['x']);
      // The written-down simulation comes to either with its seed.
      if (capacity > 4) return;
      const ends = Array.from({ length: 12 }, (_, seed) => simulated(drawn, generator(seed)).get('a')!.held);
      expect(new Set(ends)).toEqual(new Set([0, 4]));
    },
  );

  it.each([17, 75, ...Array.from({ length: examples(15) }, (_, seed) => seed)])(
    'is told to stand still only where every simulation comes to it: drawing %i of one to four rings',
    (seed) => {
      const drawn = ringsDrawing(generator(seed + 5000));
      const { stages } = answered(drawn);
      expect(stages.x).toMatchObject({ throughput: 0.5 });
      const runs = [1, 2, 3].map((k) => simulated(drawn, generator(seed * 3 + k)));
      for (const [id, { model, meanOccupancy }] of Object.entries(stages)) {
        if (model !== 'stands still') continue;
        for (const run of runs) {
          expect(run.get(id)!.served, id).toBe(0);
          if (meanOccupancy !== undefined) expect(run.get(id)!.held, id).toBe(meanOccupancy);
        }
      }
    },
  );

  it('leaves a calm ring apart its numbers, in either order', () => {
    const calm = [source('s', 0.1), ...['a', 'b'].map((id) => stage(id, 1, { capacity: 300 })), sink()];
    const busy = [source('t', 1.2), ...['c', 'd'].map((id) => stage(id, 1, { capacity: 4 })), sink('gone')];
    const links = ['s>a', ...circle('a', 'b', 0.1, 'out'), 't>c', ...circle('c', 'd', 0.6, 'gone')];
    for (const nodes of [
      [...calm, ...busy],
      [...busy, ...calm],
    ]) {
      const { verdicts, stages } = answered(drawing(nodes, links));
      const codes = new Set(verdicts.slice(0, 2).map(({ code }) => code));
      expect(codes).toEqual(new Set(['stands-still', 'can-lock']));
      expect(stages.c).toMatchObject({ throughput: 0, meanOccupancy: 4 });
      // M/M/1 twice at 1/9, as good as never full.
      for (const id of ['a', 'b']) expect(stages[id]!.meanOccupancy).toBeCloseTo(1 / 8, 3);
    }
  });

  it.each(
    [false, true].flatMap((inGroups) =>
      Array.from({ length: examples(60) }, (_, seed) => [inGroups, seed] as const),
    ),
  )('as a simulation comes to it, in groups and behind forks: %s, drawing %i', (inGroups, seed) => {
    const drawn = inGroups ? inGroupsToo(generator(seed)) : randomDrawing(generator(seed));
    const answer = answered(drawn);
    const seen = simulated(drawn, generator(seed + 1000));
    for (const [id, told] of Object.entries(answer.stages)) {
      const { served, held, rate } = seen.get(id)!;
      if (told.model !== 'stands still') {
        expect(Math.abs(rate - told.throughput!), id).toBeLessThan(0.1 * told.throughput! + 0.02);
        continue;
      }
      expect(served, id).toBe(0);
      if (told.meanOccupancy !== undefined) expect(held, id).toBe(told.meanOccupancy);
      if (told.saturated) expect(held, id).toBeGreaterThan(100);
    }
  });
});

type Random = () => number;

/** Marsaglia's xorshift of 32 bits. */
function generator(seed: number): Random {
  let state = (seed + 1) * 2654435761;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** One or two heads, each before one or two rings of two stages that can lock. */
function ringsDrawing(random: Random): Scenario {
  const capacity = () => 2 + Math.floor(random() * 6);
  const nodes: ScenarioNode[] = [sink(), ...BEYOND];
  const links: string[] = [...BESIDE];
  const heads = 1 + Math.floor(random() * 2);
  for (let h = 0; h < heads; h++) {
    nodes.push(
      source(`s${h}`, 0.3 + 1.5 * random()),
      stage(`h${h}`, 1 + 2 * random(), random() < 0.5 ? {} : { capacity: capacity() }),
    );
    links.push(`s${h}>h${h}`);
    const rings = 1 + Math.floor(random() * 2);
    for (let r = 0; r < rings; r++) {
      const [a, b] = [`a${h}${r}`, `b${h}${r}`];
      nodes.push(
        stage(a, 1 + random(), { capacity: capacity() }),
        stage(b, 1 + random(), { capacity: capacity() }),
      );
      const back = Math.round(random() * 8) / 10;
      links.push(`h${h}>${a}:${1 / rings}`, `${a}>${b}`, `${b}>out:${1 - back}`);
      if (back > 0) links.push(`${b}>${a}:${back}`);
    }
  }
  return drawing(nodes, links);
}

/** Two sources, stages before a ring of two or three, and stages beside it; a router now and then. */
function randomDrawing(random: Random): Scenario {
  const pick = (n: number) => Math.floor(random() * n);
  const finite = (id: string) =>
    stage(id, 1 + random(), { capacity: 1 + pick(4), ...(pick(4) === 0 && { serverCount: 1 }) });
  const any = (id: string): StageNode => {
    const kind = pick(4);
    if (kind === 0) return stage(id, 1 + random());
    if (kind === 1) return stage(id, 1 + random(), { capacity: 1 + pick(4), whenFull: 'drop' });
    return finite(id);
  };
  const ring = ['r0', 'r1', 'r2'].slice(0, 2 + pick(2));
  const before = ['a0', 'a1', 'a2', 'a3'];
  const links = ring.map((id, i) => `${id}>${ring[(i + 1) % ring.length]}`);
  links.push('s>a0', 't>a1');
  before.forEach((id, i) => {
    const targets = [
      ...before.slice(i + 1),
      'out',
      ...(i > 1 || pick(2) === 0 ? [ring[pick(ring.length)]!] : []),
    ];
    const [one, other] = [targets[pick(targets.length)]!, targets[pick(targets.length)]!];
    links.push(...(one === other ? [`${id}>${one}`] : [`${id}>${one}:0.5`, `${id}>${other}:0.5`]));
  });
  // The ring is fed in any case.
  links.push('v>w', `w>${ring[0]}:0.3`, 'w>out:0.7');
  return drawing(
    [
      source('s', 0.3 + random() / 2),
      source('t', 0.3),
      source('v', 0.4),
      ...before.map(any),
      any('w'),
      ...ring.map(finite),
      router('unused'),
      sink(),
    ].filter(({ id }) => id !== 'unused'),
    links,
  );
}

/** Random drawings with a trap where sources emit batches, stages serve in bulk, and a source's elements are split into tasks. */
function inGroupsToo(random: Random): Scenario {
  const pick = (n: number) => Math.floor(random() * n);
  const drawn = randomDrawing(random);
  const nodes = drawn.nodes.map((node) => {
    if (node.kind === 'source') return pick(2) === 0 ? { ...node, batchSize: 1 + pick(3) } : node;
    if (node.kind !== 'stage' || pick(2) === 0 || node.whenFull === 'drop') return node;
    const most = 1 + pick(3);
    const bulk = pick(2) === 0 ? { rule: 'full', size: most } : { rule: 'upTo', min: 1, max: most };
    return { ...node, bulk, ...(node.capacity && { capacity: node.capacity + most - 1 }) } as StageNode;
  });
  const isSplit = pick(2) === 0;
  const links = drawn.links.map((link) => (isSplit && link.from === 't' ? { ...link, to: 'f' } : link));
  if (!isSplit) return { ...drawn, nodes };
  return {
    ...drawn,
    nodes: [...nodes, fork('f')],
    links: [...links, { from: 'f', to: 'a1' }, { from: 'f', to: 'a2' }],
  };
}

interface Seen {
  /** In the last part of the run. */
  readonly served: number;
  readonly rate: number;
  /** At the end. */
  readonly held: number;
}

/** Event by event, with exponential times and one server each: who is served, who waits for a place and where, in the order of asking. */
function simulated({ nodes, links }: Scenario, random: Random): ReadonlyMap<string, Seen> {
  const stages = nodes.filter((node): node is StageNode => node.kind === 'stage');
  const held = new Map(stages.map(({ id }) => [id, 0]));
  const served = new Map(stages.map(({ id }) => [id, 0]));
  /** Elements that have been served (emitted) and cannot move, by where they are. */
  const kept = new Map(nodes.map(({ id }) => [id, 0]));
  interface Element {
    readonly at: string;
    /** Tasks that wait for a place. */
    tasks: number;
  }
  const waiting = new Map<string, Element[]>(stages.map(({ id }) => [id, []]));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const rateOf = (id: string): number => {
    const node = byId.get(id)!;
    const times = node.kind === 'source' ? node.interarrival : (node as StageNode).service;
    return (times as { readonly rate: number }).rate;
  };
  const next = (id: string): readonly string[] => {
    const out = links.filter(({ from }) => from === id);
    let to = out.at(-1)!.to;
    let left = random();
    for (const link of out) {
      const { probability = 1 } = link;
      if (left < probability) {
        to = link.to;
        break;
      }
      left -= probability;
    }
    if (byId.get(to)!.kind !== 'fork') return [to];
    return links.flatMap((link) => (link.from === to ? [link.to] : []));
  };
  const leave = (id: string): void => {
    if (!held.has(id)) return;
    held.set(id, held.get(id)! - 1);
    const element = waiting.get(id)!.shift();
    if (element === undefined) return;
    held.set(id, held.get(id)! + 1);
    if (--element.tasks > 0) return;
    kept.set(element.at, kept.get(element.at)! - 1);
    leave(element.at);
  };
  const move = (id: string): void => {
    const element: Element = { at: id, tasks: 0 };
    for (const to of next(id)) {
      const node = byId.get(to)!;
      if (node.kind !== 'stage') continue;
      if (held.get(to)! < (node.capacity ?? Infinity)) held.set(to, held.get(to)! + 1);
      else if (node.whenFull !== 'drop') {
        element.tasks++;
        waiting.get(to)!.push(element);
      }
    }
    if (element.tasks === 0) leave(id);
    else kept.set(id, kept.get(id)! + 1);
  };
  const leastOf = (id: string): number => batchSizes((byId.get(id) as StageNode).bulk).least;
  const ends = (id: string): number => {
    const node = byId.get(id)!;
    if (node.kind === 'source') return node.batchSize ?? 1;
    return Math.min(held.get(id)!, largestBatch((node as StageNode).bulk));
  };
  let time = 0;
  let start = 0;
  for (let event = 0; event < EVENTS; event++) {
    const ready = nodes.filter(
      ({ id, kind }) =>
        kept.get(id) === 0 && (kind === 'source' || (kind === 'stage' && held.get(id)! >= leastOf(id))),
    );
    const total = ready.reduce((sum, { id }) => sum + rateOf(id), 0);
    if (total === 0) break;
    time -= Math.log(1 - random()) / total;
    let place = random() * total;
    let at = 0;
    for (; place >= rateOf(ready[at]!.id) && at < ready.length - 1; at++) place -= rateOf(ready[at]!.id);
    const { id } = ready[at]!;
    if (event === EVENTS / 4) {
      start = time;
      for (const each of stages) served.set(each.id, 0);
    }
    if (served.has(id)) served.set(id, served.get(id)! + ends(id));
    for (let left = ends(id); left > 0; left--) move(id);
  }
  if (start === 0) for (const { id } of stages) served.set(id, 0);
  return new Map(
    stages.map(({ id }) => {
      const [count, holds] = [served.get(id)!, held.get(id)!];
      return [id, { served: count, held: holds, rate: count / (time - start || 1) }];
    }),
  );
}

const EVENTS = 40_000;
