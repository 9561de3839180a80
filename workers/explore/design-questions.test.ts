/** Fronts, sensitivities, comparisons, growth and mappings against theory and brute force. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { line, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import { compareDesigns } from './compare-designs.ts';
import { exploreMapping } from './explore-mapping.ts';
import { paretoFront, sensitivities } from './explorer-service.ts';
import { growthLadder } from './growth-ladder.ts';
import { evaluatorOf, example, rowsOf, set, studyOf, tandem } from './study.test-support.ts';

describe('a Pareto front', () => {
  it('is what comparing every pair leaves', () => {
    const point = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(point, { maxLength: 40 }), (points) => {
        const senses = ['least', 'largest', 'least'] as const;
        const better = (a: number[], b: number[]) => {
          const d = [b[0]! - a[0]!, a[1]! - b[1]!, b[2]! - a[2]!];
          return d.every((x) => x >= 0) && d.some((x) => x > 0);
        };
        const expected = points.flatMap((p, i) => (points.some((q) => better(q, p)) ? [] : [i]));
        expect(paretoFront(points, senses)).toEqual(expected);
      }),
    );
    expect(
      paretoFront(
        [
          [1, Number.NaN],
          [2, 2],
        ],
        ['least', 'least'],
      ),
    ).toEqual([1]);
  });
});

describe('sensitivities', () => {
  it('are those of the formula: M/M/1 with rho = 1/2', () => {
    const scenario = set(tandem(0.5), { 'a.serverCount': 1, 'b.serverCount': 20 });
    const vary = [
      { path: 'a.service.rate', from: 0.9, to: 1.1 },
      { path: 'b.serverCount', from: 19, to: 21 },
    ];
    const bars = sensitivities(studyOf({ scenario, vary, measures: [] }), 'a.meanOccupancy');
    if ('faults' in bars) throw new Error(bars.faults.join('\n'));
    expect(bars.map(({ path }) => path)).toEqual(['a.service.rate', 'b.serverCount']);
    expect(bars[0]!.low.value).toBeCloseTo(0.5 / 0.4, 9);
    expect(bars[0]!.high.value).toBeCloseTo(0.5 / 0.6, 9);
    // L = lambda / (mu - lambda): d ln L / d ln mu = -mu / (mu - lambda) = -2.
    expect(bars[0]!.elasticity).toBeCloseTo(-2, 4);
  });
});

describe('two designs compared', () => {
  const answer = { by: 'simulate', seed: 5, replications: 8, horizon: 3000 } as const;
  const [first, second] = [tandem(2), set(tandem(2), { 'a.serverCount': 4 })];

  it('differ by what theory says, within the interval, which is narrower than of two runs apart', () => {
    const study = studyOf({ scenario: first, answer, measures: ['a.meanOccupancy'] });
    const comparison = compareDesigns(study, second);
    if (comparison.kind === 'faults') throw new Error(comparison.faults.join('\n'));
    const [found] = comparison.differences;
    const solved = compareDesigns(studyOf({ scenario: first, measures: ['a.meanOccupancy'] }), second);
    if (solved.kind === 'faults') throw new Error(solved.faults.join('\n'));
    const truth = solved.differences[0]!.difference!;
    expect(Math.abs(found!.difference! - truth)).toBeLessThan(3 * found!.halfWidth!);
    const apart = [first, second].map((scenario) => {
      const { table, evaluate } = evaluatorOf(
        studyOf({ scenario, answer, measures: ['a.meanOccupancy'], vary: [] }),
      );
      return rowsOf(table, evaluate({ from: 0, to: 1 }))[0]!.halfWidths![0]!;
    });
    expect(found!.halfWidth!).toBeLessThan(Math.hypot(...apart));
  });

  it('say which of both is exact where they are solved', () => {
    // Constant services at the first of two unbounded stages: what comes to the second is no Poisson process.
    const constant = {
      ...first,
      nodes: first.nodes.map((node) =>
        node.id === 'a' ? { ...node, service: { distribution: 'deterministic', rate: 1 } } : node,
      ),
    } as Scenario;
    const study = studyOf({ scenario: first, measures: ['b.meanOccupancy'] });
    const solved = compareDesigns(study, constant);
    if (solved.kind === 'faults') throw new Error(solved.faults.join('\n'));
    expect(solved.differences[0]!.known).toEqual({ first: 'exact', second: 'approximate' });
  });
});

describe('the ladder of growth', () => {
  it('of a closed network is that of its asymptotic bounds', () => {
    // A round: 8 s of thought, two services of 0.25 s by one of four servers, one of 0.1 s by one server.
    const scenario = example('interactive-users');
    const steps = growthLadder(studyOf({ scenario }), 4);
    if ('faults' in steps) throw new Error(steps.faults.join('\n'));
    const knee = (app: number, database: number): number =>
      (8 + 2 * 0.25 + 0.1) / Math.max(0.5 / app, 0.1 / database) / 60;
    const designs = [
      ['app', 4, 1],
      ['app', 5, 1],
      ['database', 6, 1],
      ['app', 6, 2],
    ] as const;
    for (const [i, [stage, app, database]] of designs.entries())
      expect(steps[i]).toMatchObject({ stage, from: expect.closeTo(knee(app, database), 9) });
    // Far beyond the knee throughput is that of the bottleneck, and hardly grows any more.
    const far = set(scenario, { 'classes.users.closed.population': 1000 });
    const solved = solveScenario(far, 'auto', false);
    if (solved.kind === 'noAnswer') throw new Error(refusalText(solved));
    expect(solved.network.byClass!.users!.throughput).toBeCloseTo(8, 3);
    const two = {
      ...scenario,
      classes: [...scenario.classes!, { id: 'more', closed: { population: 3, start: 'think' } }],
    };
    expect(growthLadder(studyOf({ scenario: two }), 4)).toEqual([]);
  });

  it('relieves what saturates, one server a step', () => {
    const steps = growthLadder(studyOf({ scenario: tandem(1), costs: { server: 7 } }), 3);
    if ('faults' in steps) throw new Error(steps.faults.join('\n'));
    // Both serve 3 a second at first; then a 4 and b 3, then a 4 and b 3.6, then a 4 and b 4.2.
    expect(
      steps.map(({ stage, from, to, cost }) => [stage, Number(from.toFixed(9)), Number(to.toFixed(9)), cost]),
    ).toEqual([
      ['a', 3, 3, 7],
      ['b', 3, 3.6, 14],
      ['b', 3.6, 4, 21],
    ]);
  });
});

describe('the ladder of growth where queues are finite', () => {
  interface Station {
    readonly mu: number;
    readonly c: number;
    readonly K: number;
  }
  interface Tandem {
    readonly lambda: number;
    readonly drops: boolean;
    readonly a: Station;
    readonly b: Station;
  }

  /** What gets through, by relaxation of the chain of (in a or held by the source, of these finished and blocked, in b). */
  function truth({ lambda, drops, a, b }: Tandem): number {
    const most = drops ? a.K : a.K + 1;
    const states: [number, number, number][] = [];
    for (let n = 0; n <= most; n++)
      for (let blocked = 0; blocked <= Math.min(n, a.c); blocked++)
        for (let m = blocked > 0 ? b.K : 0; m <= b.K; m++) states.push([n, blocked, m]);
    const index = new Map(states.map((state, i) => [state.join(), i]));
    const moves = states.flatMap(([n, blocked, m], from) => {
      const busy = Math.min(Math.min(n, a.K), a.c) - blocked;
      const to = (state: number[], rate: number) =>
        rate > 0 ? [{ from, to: index.get(state.join())!, rate }] : [];
      return [
        ...to([n + 1, blocked, m], n < most ? lambda : 0),
        ...to(m < b.K ? [n - 1, 0, m + 1] : [n, blocked + 1, m], busy * a.mu),
        ...to(blocked > 0 ? [n - 1, blocked - 1, m] : [n, 0, m - 1], Math.min(m, b.c) * b.mu),
      ];
    });
    const step = 1 / (lambda + a.c * a.mu + b.c * b.mu);
    let p = states.map(() => 1 / states.length);
    for (let turn = 0; turn < 20_000; turn++) {
      const next = [...p];
      for (const { from, to, rate } of moves) {
        next[from]! -= p[from]! * rate * step;
        next[to]! += p[from]! * rate * step;
      }
      p = next;
    }
    return states.reduce((sum, [, , m], i) => sum + p[i]! * Math.min(m, b.c) * b.mu, 0);
  }

  const drawn = ({ lambda, drops, a, b }: Tandem): Scenario =>
    line(
      source('in', lambda),
      stage('a', a.mu, { capacity: a.K, ...(drops && { whenFull: 'drop' }) }),
      stage('b', b.mu, { capacity: b.K }),
    );
  const withServer = ({ mu, c, K }: Station): Station => ({ mu, c: c + 1, K: Math.max(K, c + 1) });
  const one = (mu: number, K: number): Station => ({ mu, c: 1, K });

  it.each([
    ['both block', { lambda: 0.6, drops: false, a: one(1, 1), b: one(1, 1) }, 0.4514, 'a'],
    // By its servers alone a saturates first, and two there would lower the limit to × 0.571.
    ['the first drops', { lambda: 1.5, drops: true, a: one(1, 3), b: one(0.8, 2) }, 0.6489, 'b'],
  ] as const)('goes by what gets through: %s', (_, tandem, now, first) => {
    const steps = growthLadder(studyOf({ scenario: drawn(tandem) }), 2);
    if ('faults' in steps) throw new Error(steps.faults.join('\n'));
    expect(truth(tandem)).toBeCloseTo(now, 4);
    let design: Tandem = tandem;
    for (const { stage: place, throughput: [before, after] = [] } of steps) {
      const fixes = {
        a: { ...design, a: withServer(design.a) },
        b: { ...design, b: withServer(design.b) },
      };
      expect(before).toBeCloseTo(truth(design), 6);
      expect(after).toBeCloseTo(Math.max(truth(fixes.a), truth(fixes.b)), 6);
      design = fixes[place as 'a' | 'b'];
      expect(after).toBeCloseTo(truth(design), 6);
    }
    expect(steps.map(({ stage: place }) => place)[0]).toBe(first);
  });

  it('goes by the servers alone where all gets through', () => {
    const roomy = drawn({ lambda: 0.1, drops: false, a: one(1, 40), b: one(0.8, 40) });
    const steps = growthLadder(studyOf({ scenario: roomy }), 2);
    expect(steps).toMatchObject([
      { stage: 'b', from: expect.closeTo(8, 9), to: expect.closeTo(10, 9) },
      { stage: 'a', from: expect.closeTo(10, 9), to: expect.closeTo(16, 9) },
    ]);
  });
});

describe('a stage whose places hold its servers only', () => {
  it('gets a place more with a server more, so that the fixes make a sound scenario', () => {
    const base = tandem(1);
    const nodes = base.nodes.map((node) => (node.id === 'b' ? { ...node, capacity: 5 } : node));
    const steps = growthLadder(studyOf({ scenario: { ...base, nodes } as Scenario }), 4);
    if ('faults' in steps) throw new Error(steps.faults.join('\n'));
    const atB = steps.find(({ stage }) => stage === 'b')!;
    expect(atB.fix.map(({ path }) => path)).toEqual(['b.capacity', 'b.serverCount']);
  });
});

describe('mappings', () => {
  it('are all tried where they are few, best first, with the crossings of the bus', () => {
    const base = tandem(1);
    const scenario: Scenario = {
      ...base,
      nodes: base.nodes.map((node) =>
        node.kind === 'stage'
          ? { ...node, unitBytes: 8, alternatives: { fpga: { distribution: 'exponential', rate: 4 } } }
          : node,
      ),
      buses: [{ id: 'pci', between: ['cpu', 'fpga'], bytesPerSecond: 40 }],
    };
    const found = exploreMapping(studyOf({ scenario, measures: ['network.meanSojournTime'] }), 'least');
    if (found.kind === 'faults') throw new Error(found.faults.join('\n'));
    expect(found).toMatchObject({ method: 'exhaustive', mappings: 4, looks: 4 });
    expect(found.best[0]!.platforms).toEqual({ a: 'fpga', b: 'fpga' });
    const times = found.best.map(({ values }) => values[0]!);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    // Two M/M/c stages at rate 4, three and five servers: hardly any queue.
    expect(times[0]).toBeCloseTo(0.5, 2);
  });
});
