/** Fronts, sensitivities, comparisons, growth and mappings against theory and brute force. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
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
