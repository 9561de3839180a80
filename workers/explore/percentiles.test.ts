import { describe, expect, it } from 'vitest';
import { evaluatorOf, mercury, rowsOf, studyOf, tandem } from './study.test-support.ts';

/** Rows of a study, whole. */
function rows(fields: Parameters<typeof studyOf>[0]) {
  const { table, evaluate } = evaluatorOf(studyOf(fields));
  return rowsOf(table, evaluate({ from: 0, to: table.points }));
}

describe('percentiles as measures of solved points', () => {
  const vary = [{ path: 'inputs', values: [0.5, 1, 2] }];
  const TIMES = ['network.sojournP50', 'network.sojournP99', 'b.sojournP99'];

  it('are given where formulas have the distribution, and nothing is said where they are exact', () => {
    const [half, one, two] = rows({ scenario: tandem(2), vary, measures: TIMES });
    for (const row of [half!, one!]) {
      expect(row).toMatchObject({ status: 'answer' });
      expect(row.reason).toBeUndefined();
      expect(row.values.every((value) => value! > 0)).toBe(true);
    }
    expect(one!.values[1]).toBeGreaterThan(half!.values[1]!);
    expect(two).toMatchObject({
      status: 'unstable',
      reason: expect.stringContaining('what it can serve'),
      values: [undefined, undefined, undefined],
    });
  });

  it('are marked where they are approximate, beside means that are as without them', () => {
    const grid = {
      scenario: mercury,
      vary: [{ path: 'inputs', values: [0.6, 0.9] }],
      answer: { by: 'solve', method: 'mmck' } as const,
    };
    const means = rows({ ...grid, measures: ['network.meanSojournTime', '1b.meanOccupancy'] });
    const timed = rows({
      ...grid,
      measures: ['network.meanSojournTime', '1b.meanOccupancy', 'network.sojournP99'],
    });
    timed.forEach((row, i) => {
      expect(row.reason).toBe('approximate: network.sojournP99');
      expect(row.values[2]).toBeGreaterThan(row.values[0]!);
      row.values.slice(0, 2).forEach((value, j) => {
        expect(value! / means[i]!.values[j]!).toBeCloseTo(1, 12);
      });
    });
  });

  it('are refused by name where there is no distribution, and the other measures are given all the same', () => {
    const shared = tandem(2);
    const nodes = shared.nodes.map((node) =>
      node.id === 'b' ? { ...node, discipline: 'PS' as const } : node,
    );
    const [row] = rows({
      scenario: { ...shared, nodes } as typeof shared,
      vary: [{ path: 'inputs', values: [1] }],
      measures: [...TIMES, 'b.meanOccupancy'],
    });
    expect(row!.status).toBe('answer');
    expect(row!.values.slice(0, 3)).toEqual([undefined, undefined, undefined]);
    expect(row!.values[3]).toBeGreaterThan(0);
    expect(row!.reason).toBe(
      'no network.sojournP50, network.sojournP99, b.sojournP99: b does not serve first come, first served',
    );
  });

  it('of classes are simulated only', () => {
    const scenario = { ...tandem(2), classes: [{ id: 'gold' }, { id: 'lead' }] };
    const fields = { scenario, vary: [{ path: 'inputs', values: [1] }] };
    const measures = ['classes.gold.sojournP90', 'network.sojournP90'];
    const [solved] = rows({ ...fields, measures });
    expect(solved!.values).toEqual([undefined, undefined]);
    expect(solved!.reason).toContain(
      'no classes.gold.sojournP90: analytic methods give mean times of a class only',
    );
    expect(solved!.reason).toContain('no network.sojournP90: several classes come through');
    const answer = { by: 'simulate', replications: 2, horizon: 400 } as const;
    const [simulated] = rows({ ...fields, measures, answer });
    expect(simulated!.values.every((value) => value! > 0)).toBe(true);
  });

  it('are refused by name where a simulation has seen too little', () => {
    const answer = { by: 'simulate', replications: 2, horizon: 20 } as const;
    const measures = ['network.sojournP999', 'a.meanOccupancy'];
    const [row] = rows({ scenario: tandem(2), vary: [{ path: 'inputs', values: [1] }], measures, answer });
    expect(row).toMatchObject({
      status: 'answer',
      reason: 'no network.sojournP999: too few elements were seen to tell',
      values: [undefined, expect.any(Number)],
    });
  });
});
