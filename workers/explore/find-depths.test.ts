/** Depths against closed forms, against the exact front, and capacities against all that there are. */
import { describe, expect, it } from 'vitest';
import type { ServiceDistribution } from '../../core/distributions/index.ts';
import { drawing, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import { sizedLinks, withDepths } from '../../core/scenario/fifo-depths.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import { findDepths } from './find-depths.ts';
import { compareLine } from './small-lines.test-support.ts';

const line = (service: (mean: number) => ServiceDistribution, bytes?: number): Scenario => {
  const actor = (id: string, mean: number) =>
    stage(id, 1, {
      ...{ firing: 'everyInput', whenFull: 'blockBefore', service: service(mean) },
      ...(bytes !== undefined && { unitBytes: bytes }),
    });
  return {
    ...drawing([actor('a', 1), actor('b', 1)], []),
    links: [
      { from: 'a', to: 'a', initialTokens: 1 },
      { from: 'a', to: 'b' },
    ],
  };
};
const constant = (mean: number) => ({ distribution: 'deterministic', mean }) as const;
const exponential = (mean: number) => ({ distribution: 'exponential', mean }) as const;

const found = (scenario: Scenario, more: { wanted?: number; unit?: 'slots' | 'bits' } = {}) => {
  const answer = findDepths({ scenario, unit: 'slots', ...more });
  if (answer.kind === 'faults') throw new Error(answer.faults.join());
  return answer;
};

describe('depths of all FIFOs together', () => {
  it('are exact where all times are constant, each with its proof, in slots or bits', () => {
    const { by, front, queues, complete } = found(line(constant), {});
    expect({ by, complete }).toEqual({ by: 'exact', complete: true });
    expect(queues).toEqual(sizedLinks(line(constant)).map(({ from, to }) => ({ from, to })));
    // One place: by turns. Two: always.
    expect(front.map(({ depths, throughput }) => [...depths, throughput])).toEqual([
      [1, 0.5],
      [2, 1],
    ]);
    expect(front[1]!.smaller).toEqual([{ depths: [1], cost: 1, throughput: 0.5 }]);
    expect(found(line(constant, 4), { unit: 'bits' }).front.map(({ cost }) => cost)).toEqual([32, 64]);
  });

  it('are refused where the stages lock at any depths, though one FIFO could be deepened for ever', () => {
    const actor = (id: string, more: object) =>
      stage(id, 1, { firing: 'everyInput', service: constant(3), ...more });
    const scenario = {
      ...drawing([actor('a', {}), actor('b', {}), actor('c', { serverCount: 3 })], []),
      links: [
        { from: 'a', to: 'b', produced: [2], consumed: [1, 0] },
        { from: 'b', to: 'c', initialTokens: 1, produced: [2, 0], consumed: [4] },
        { from: 'c', to: 'b', initialTokens: 2, produced: [4], consumed: [2, 0] },
        { from: 'a', to: 'c' },
        { from: 'a', to: 'a', initialTokens: 1 },
      ],
    };
    const outcome = findDepths({ scenario, unit: 'slots' });
    expect(outcome).toMatchObject({ kind: 'faults', faults: [expect.stringContaining('"b" waits for "c"')] });
  });

  it('are not said to be no help where a link to itself is too short, which keeps its depth', () => {
    const actor = (id: string) =>
      stage(id, 1, { firing: 'everyInput', whenFull: 'blockBefore', service: constant(3) });
    const links = (depth: number) => [
      { from: 'a', to: 'a', initialTokens: 1, depth },
      { from: 'a', to: 'b' },
      { from: 'b', to: 'b', initialTokens: 1 },
    ];
    const drawn = (depth: number) => ({ ...drawing([actor('a'), actor('b')], []), links: links(depth) });
    expect(findDepths({ scenario: drawn(1), unit: 'slots' })).toEqual({
      kind: 'faults',
      faults: [expect.stringMatching(/^Deadlock: "a" waits for free slots on its link to "a"/)],
    });
    expect(found(drawn(2))).toMatchObject({ by: 'exact', front: [{ cost: 1 }, { cost: 2 }] });
  });

  it('are found by simulation where times are random, with their error', { tags: ['long'] }, () => {
    // Two equal exponential servers with K places between, one of them in service: K / (K + 1).
    const { by, front, measured } = found(line(exponential), { wanted: 0.9 });
    expect({ by, measured }).toEqual({ by: 'simulation', measured: ['a'] });
    const { depths, throughput, halfWidth } = front.at(-1)!;
    expect(Math.abs(depths[0]! - 9)).toBeLessThanOrEqual(2);
    for (const point of front) {
      const exact = point.depths[0]! / (point.depths[0]! + 1);
      expect(Math.abs(point.throughput - exact)).toBeLessThan(2 * point.halfWidth!);
    }
    expect(throughput).toBeCloseTo(0.9, 1);
    expect(halfWidth).toBeGreaterThan(0);
    expect(front.map(({ cost }) => cost)).toEqual(front.map(({ cost }) => cost).sort((a, b) => a - b));
  });

  it('of which none falls as far as it can at the expense of the others', { tags: ['long'] }, () => {
    const actor = (id: string, rate: number) =>
      stage(id, 1, { firing: 'everyInput', whenFull: 'blockBefore', service: exponential(1 / rate) });
    const links = [
      { from: 'a', to: 'a', initialTokens: 1 },
      { from: 'a', to: 'b', depth: 5 },
      { from: 'b', to: 'c', depth: 5 },
    ];
    const drawn: Scenario = { ...drawing([actor('a', 3), actor('b', 1), actor('c', 1)], []), links };
    // By the chain of all states: 2 and 4 give 0.7827 a second; with 1 before b, 10 behind it give 0.7448.
    const { depths, cost } = found(drawn, { wanted: 0.7385 }).front.at(-1)!;
    expect(cost, depths.join(' ')).toBeLessThanOrEqual(7);
  });

  it('one behind the other are sought by decomposition and simulated as FIFOs, and their shares are those of the exact chain', {
    tags: ['long'],
  }, () => {
    const actor = (id: string, mean: number) =>
      stage(id, 1, { firing: 'everyInput', whenFull: 'blockBefore', service: exponential(mean) });
    const entry = source('in', 1, { interarrival: exponential(1 / 0.6) });
    const drawn: Scenario = {
      ...drawing([entry, actor('a', 1), actor('b', 1 / 1.2), sink('out')], []),
      links: [
        { from: 'in', to: 'a' },
        { from: 'a', to: 'b', depth: 3 },
        { from: 'b', to: 'out' },
      ],
    };
    const { by, front, queues, measured } = found(drawn);
    expect({ by, measured }).toEqual({ by: 'decomposition', measured: ['b'] });
    expect(queues).toEqual([
      { from: 'in', to: 'a' },
      { from: 'a', to: 'b' },
    ]);
    expect(front.length).toBeGreaterThan(3);
    for (const { depths, share } of front) {
      // The chain knows no tokens: ordinary stages that hold as many.
      const queue = (id: string, rate: number, capacity: number) =>
        stage(id, rate, { capacity, whenFull: 'blockBefore' });
      const nodes = [source('in', 0.6), queue('a', 1, depths[0]!), queue('b', 1.2, depths[1]!), sink('out')];
      const exact = solveScenario(drawing(nodes, ['in>a', 'a>b', 'b>out']), 'chain');
      if (exact.kind === 'noAnswer') throw new Error('The chain has an answer.');
      const truth = exact.stages.b!.throughput! / 0.6;
      expect(Math.abs(share!.mean - truth), depths.join()).toBeLessThan(2 * share!.halfWidth + 1e-4);
    }
    expect(withDepths(drawn, queues, front[0]!.depths).links.map(({ depth }) => depth)).toEqual([
      ...front[0]!.depths,
      undefined,
    ]);
  });

  it('that meet, or of several tokens, are found by simulation alone', () => {
    const actor = (id: string) =>
      stage(id, 1, { firing: 'everyInput', whenFull: 'blockBefore', service: exponential(1) });
    const entry = source('in', 1, { interarrival: exponential(2) });
    const drawn: Scenario = {
      ...drawing([entry, actor('a'), sink('out')], []),
      links: [
        { from: 'in', to: 'a', consumed: [2] },
        { from: 'a', to: 'out' },
      ],
    };
    expect(found(drawn).by).toBe('simulation');
  });

  it('are told on the way, and written into the drawing', () => {
    const drawn = withDepths(line(constant), [{ from: 'a', to: 'b' }], [7]);
    expect(drawn.links.map(({ depth }) => depth)).toEqual([undefined, 7]);
    expect(findDepths({ scenario: drawing([stage('x')], []), unit: 'slots' })).toMatchObject({
      kind: 'faults',
    });
  });
});

describe('capacities of all stages together', () => {
  it('are least where the search asks the exact chain, and near it where it asks the decomposition', () => {
    for (const seed of [2, 3, 5]) {
      const { least, searched, approximate, share } = compareLine(seed);
      expect(searched).toBe(least);
      expect(Math.abs(approximate - least)).toBeLessThanOrEqual(1);
      expect(share).toBeGreaterThan(0.97);
    }
  });

  it('have the share that their intervals say, by the exact chain', { tags: ['long'] }, () => {
    const line = drawing(
      [source('in', 0.6), stage('a', 1, { capacity: 9 }), stage('b', 1.2, { capacity: 9 }), sink('out')],
      ['in>a', 'a>b', 'b>out'],
    );
    const { by, front, queues, measured } = found(line);
    expect({ by, measured }).toEqual({ by: 'decomposition', measured: ['b'] });
    expect(queues).toEqual([{ stage: 'a' }, { stage: 'b' }]);
    for (const { depths, share, predicted, cost } of front) {
      const exact = solveScenario(withDepths(line, queues, depths), 'chain');
      if (exact.kind === 'noAnswer') throw new Error('The chain has an answer.');
      const truth = exact.stages.b!.throughput! / 0.6;
      expect(Math.abs(share!.mean - truth)).toBeLessThan(2 * share!.halfWidth + 1e-4);
      expect(predicted).toBeGreaterThan(0.4);
      expect(cost).toBe(depths[0]! + depths[1]!);
    }
    expect(front.at(-1)!.share!.mean).toBeGreaterThan(0.997);
    // Only those up to the wanted one.
    expect(found(line, { wanted: 0.54 }).front.at(-1)!.share!.mean).toBeLessThan(0.93);
  });

  it('are refused with the reason where stages can lock', () => {
    const ring = drawing(
      [source('in', 0.1), stage('a', 1, { capacity: 3 }), stage('b', 1, { capacity: 3 }), sink('out')],
      ['in>a', 'a>b', 'b>a:0.2', 'b>out:0.8'],
    );
    expect(findDepths({ scenario: ring, unit: 'slots' })).toMatchObject({
      kind: 'faults',
      faults: [expect.stringContaining('Deadlock sooner or later: "a" waits for "b", "b" waits for "a"')],
    });
  });
});
