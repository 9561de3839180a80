import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import { LOOP, scenarioOf } from './drawn.test-support.ts';
import { drawnPositions, layeredPositions } from './layered-positions.ts';
import { boxOf, GRID, overlap } from './node-size.ts';

const boxesOf = (scenario: ReturnType<typeof scenarioOf>, positions = drawnPositions(scenario)) =>
  scenario.nodes.map((node) => boxOf(node.kind, positions.get(node.id)!));

describe('layeredPositions', () => {
  it('puts each node right of its senders; a link back does not count', () => {
    const x = ['in', 'a', 'b', 'out'].map((id) => layeredPositions(LOOP).get(id)!.x);
    expect(x.every((value, index) => index === 0 || value > x[index - 1]!)).toBe(true);
  });

  it('puts a node after the longest of its ways', () => {
    const scenario = scenarioOf(
      [source('in', 2), stage('a', 4), stage('b', 4), sink('out')],
      [
        { from: 'in', to: 'b' },
        { from: 'in', to: 'a' },
        { from: 'a', to: 'b' },
        { from: 'b', to: 'out' },
      ],
    );
    const positions = layeredPositions(scenario);
    expect(positions.get('b')!.x).toBeGreaterThan(positions.get('a')!.x);
  });

  it('covers no node by another and stays on the grid, for any graph', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const link = fc.record({ from: fc.constantFrom(...names), to: fc.constantFrom(...names) });
    fc.assert(
      fc.property(fc.uniqueArray(link, { maxLength: 12, selector: ({ from, to }) => from + to }), (links) => {
        const scenario = scenarioOf(
          names.map((id) => stage(id, 4)),
          links,
        );
        const boxes = boxesOf(scenario);
        for (const [index, box] of boxes.entries()) {
          expect([box.x % GRID, box.y % GRID].every((rest) => Math.abs(rest) === 0)).toBe(true);
          expect(boxes.slice(index + 1).some((other) => overlap(box, other))).toBe(false);
        }
      }),
    );
  });
});

describe('drawnPositions', () => {
  it('keeps written places and puts the rest below them', () => {
    const placed = { position: { x: 400, y: -80 } };
    const scenario = scenarioOf(
      [source('in', 2, placed), stage('a', 4), stage('b', 4)],
      [{ from: 'a', to: 'b' }],
    );
    const [first, a, b] = boxesOf(scenario);
    expect([first!.x, first!.y]).toEqual([400, -80]);
    for (const box of [a!, b!]) expect(box.y).toBeGreaterThan(first!.y + first!.height);
    expect(a!.x).toBe(400);
  });

  it('draws nothing for nothing', () => {
    expect(drawnPositions(scenarioOf([], [])).size).toBe(0);
  });
});
