/** Networks that nothing connects: what the drawing of both has is what each has alone. */

import { describe, expect, it } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import { verdictText } from '../../core/measures/verdicts.ts';
import { drawing, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { examples } from '../../tests/examples.ts';
import { randomScenario } from '../../verify/random-scenario.ts';
import type { SolveAnswer } from './contract.ts';
import { solveScenario } from './solve-scenario.ts';

function answered(scenario: Scenario): SolveAnswer {
  const outcome = solveScenario(scenario, 'auto');
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  return outcome;
}

const BESIDE = [source('q', 0.5), stage('x', 1), sink('left')] as const;
const BESIDE_LINKS = ['q>x', 'x>left'] as const;

describe('parts of a drawing that nothing connects', () => {
  it('have the answers that they have alone, whatever is drawn', () => {
    let compared = 0;
    for (let number = 0; number < examples(40); number++) {
      const alone = randomScenario(number);
      if (alone.nodes.some(({ id }) => ['q', 'x', 'left'].includes(id))) continue;
      const own = solveScenario({ ...alone, classes: alone.classes ?? [] }, 'auto', false, { spans: false });
      if (own.kind === 'noAnswer') continue;
      const { nodes, links } = drawing([...BESIDE], [...BESIDE_LINKS]);
      const both = solveScenario(
        { ...alone, nodes: [...alone.nodes, ...nodes], links: [...alone.links, ...links] },
        'auto',
        false,
        { spans: false },
      );
      if (both.kind === 'noAnswer') throw new Error(`${number}: ${refusalText(both)}`);
      const { x, ...stages } = both.stages;
      // M/M/1 at a load of one half.
      expect(x).toMatchObject({ meanOccupancy: 1, throughput: 0.5, exact: true });
      expect(stages).toEqual(own.stages);
      expect(both.links).toEqual(expect.arrayContaining([...own.links]));
      expect(both.exact).toBe(own.exact);
      if (own.network.throughput !== undefined)
        expect(both.network.throughput).toBeCloseTo(own.network.throughput + 0.5, 9);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(examples(15));
  });

  it('are exact however many states they have together', () => {
    const ring = (name: string, capacity: number) =>
      ['1', '2', '3'].map((k) => stage(`${name}${k}`, 1, { capacity }));
    const answer = answered(
      drawing(
        [...ring('a', 10), ...ring('b', 10), ...BESIDE],
        ['a1>a2', 'a2>a3', 'a3>a1', 'b1>b2', 'b2>b3', 'b3>b1', ...BESIDE_LINKS],
        {
          classes: [
            { id: 'open' },
            { id: 'one', closed: { population: 20, start: 'a1' } },
            { id: 'other', closed: { population: 5, start: 'b1' } },
          ],
        },
      ),
    );
    expect(answer.exact).toBe(true);
    // Alike stages hold alike; five jobs never fill a stage, and two of seven serve: 3 M/M/1 in a circle give 5 / 7.
    for (const id of ['a1', 'a2', 'a3']) expect(answer.stages[id]!.meanOccupancy).toBeCloseTo(20 / 3, 9);
    for (const id of ['b1', 'b2', 'b3']) {
      expect(answer.stages[id]!.meanOccupancy).toBeCloseTo(5 / 3, 9);
      expect(answer.stages[id]!.throughput).toBeCloseTo(5 / 7, 9);
    }
    expect(answer.network.byClass!.other!.throughput).toBeCloseTo(5 / 7, 9);
    expect(answer.network).toMatchObject({ throughput: 0.5, bottleneck: 'x' });
  });

  it('saturate in the order in which their inputs, growing together, fill their servers', () => {
    const answer = answered(
      drawing(
        [source('s', 3), stage('a', 4), stage('b', 20), sink(), ...BESIDE],
        ['s>a', 'a>b', 'b>out', ...BESIDE_LINKS],
      ),
    );
    expect(answer.saturationFactor).toBeCloseTo(4 / 3, 12);
    expect(answer.network.bottleneck).toBe('a');
    const ladder = answer.network.ladder!.map(({ stage: id, factor, inputRate }) => [id, factor, inputRate]);
    expect(ladder).toEqual([
      ['a', expect.closeTo(4 / 3, 12), expect.closeTo((3.5 * 4) / 3, 12)],
      ['x', expect.closeTo(2, 12), expect.closeTo(7, 12)],
      ['b', expect.closeTo(20 / 3, 12), expect.closeTo((3.5 * 20) / 3, 12)],
    ]);
    // M/M/1 each: 1 / (4 - 3) + 1 / (20 - 3), and 1 / (1 - 0.5).
    expect(answer.network.meanSojournTime).toBeCloseTo((3 * (1 + 1 / 17) + 0.5 * 2) / 3.5, 12);
  });

  it('tell of an overload what holds for the whole', () => {
    const { verdicts, kind } = answered(
      drawing([source('s', 3), stage('a', 2), sink(), ...BESIDE], ['s>a', 'a>out', ...BESIDE_LINKS]),
    );
    expect(kind).toBe('unstable');
    expect(verdicts.find(({ code }) => code === 'saturated')).toMatchObject({
      stage: 'a',
      facts: { limit: 2 / 3 },
    });
  });

  it('add up in a virtual queue with stages of both', () => {
    const finite = [source('s', 1), stage('a', 1, { capacity: 2, whenFull: 'drop' }), sink()];
    const other = [source('q', 1), stage('x', 1, { capacity: 1, whenFull: 'drop' }), sink('left')];
    const { groups } = answered(
      drawing([...finite, ...other], ['s>a', 'a>out', ...BESIDE_LINKS], {
        groups: [{ id: 'both', stages: ['a', 'x'] }],
      }),
    );
    // M/M/1/2 and M/M/1/1 at a load of 1: all levels alike.
    expect(groups!.both!.meanOccupancy).toBeCloseTo(1.5, 12);
    for (const [n, p] of [1 / 6, 1 / 3, 1 / 3, 1 / 6].entries())
      expect(groups!.both!.occupancyDistribution![n]).toBeCloseTo(p, 9);
  });

  it('have their numbers beside one that has none, which is named with the reason', () => {
    const crowded = drawing(
      [stage('a', 1, { capacity: 2 }), stage('b', 1, { capacity: 3 }), ...BESIDE],
      ['a>b', 'b>a', ...BESIDE_LINKS],
      { classes: [{ id: 'open' }, { id: 'jobs', closed: { population: 6, start: 'a' } }] },
    );
    const { stages, verdicts, network } = answered(crowded);
    expect(Object.keys(stages)).toEqual(['x']);
    expect(stages.x).toMatchObject({ meanOccupancy: 1, exact: true });
    expect(network.throughput).toBe(0.5);
    expect(verdictText(verdicts[0]!)).toBe(
      'No numbers are given for "a" and "b": class "jobs" is closed: of its 6 jobs 1 find no free slot in the stages that they visit; enlarge a capacity, or use fewer jobs. The others do not depend on them.',
    );
  });

  it('stay where jobs of two closed classes take every place of another', () => {
    const { stages, verdicts } = answered(
      drawing(
        [stage('a', 1, { capacity: 2 }), stage('b', 1, { capacity: 3 }), ...BESIDE],
        ['a>b', 'b>a', ...BESIDE_LINKS],
        {
          classes: [
            { id: 'open' },
            { id: 'one', closed: { population: 3, start: 'a' } },
            { id: 'other', closed: { population: 2, start: 'b' } },
          ],
        },
      ),
    );
    expect(verdicts[0]).toMatchObject({ code: 'stands-still', facts: { names: ['a', 'b'] } });
    expect(stages.a).toMatchObject({ meanOccupancy: 2, throughput: 0 });
    expect(stages.b).toMatchObject({ meanOccupancy: 3, throughput: 0 });
    expect(stages.x).toMatchObject({ meanOccupancy: 1, exact: true });
  });

  it('stay what they are where servers are shared: these are connected', () => {
    const shared = { resource: 'bus' } as const;
    const answer = answered(
      drawing(
        [
          ...[source('s', 0.3), stage('a', 1, { ...shared, capacity: 4 }), sink()],
          ...[source('q', 0.3), stage('x', 1, { ...shared, capacity: 4 }), sink('left')],
        ],
        ['s>a', 'a>out', ...BESIDE_LINKS],
        { resources: [{ id: 'bus' }] },
      ),
    );
    // One server for both: busy for 0.6 of the time where nobody waits at the door.
    expect(answer.stages.a!.meanOccupancy!).toBeGreaterThan(0.6);
  });
});
