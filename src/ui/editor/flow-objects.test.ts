import { describe, expect, it } from 'vitest';
import { LOOP } from './drawn.test-support.ts';
import { flowEdges, withDropTarget } from './flow-edges.ts';
import { flowNodes } from './flow-nodes.ts';
import { drawnPositions } from './layered-positions.ts';
import { buildLinkData } from './link-data.ts';
import { buildNodeData } from './node-data.ts';
import { changeLinks, changeNodes } from './selection.ts';

const data = buildNodeData({ scenario: LOOP, answerIsStale: false, faults: [] });
const input = { data, positions: drawnPositions(LOOP), selected: ['a'] };

describe('flowNodes', () => {
  it('gives the same list when nothing changes', () => {
    const before = flowNodes(input, []);
    expect(flowNodes({ ...input, positions: new Map(input.positions) }, before)).toBe(before);
  });

  it('renews only what was selected, left or moved', () => {
    const before = flowNodes(input, []);
    const after = flowNodes({ ...input, selected: ['b'] }, before);
    expect(after.map((node, index) => node === before[index])).toEqual([true, false, false, true]);
    const moved = new Map(input.positions).set('out', { x: 0, y: 800 });
    expect(
      flowNodes({ ...input, positions: moved }, before).map((node, index) => node === before[index]),
    ).toEqual([true, true, true, false]);
  });

  it('leaves a node where the hand holds it while answers come in', () => {
    const held = flowNodes(input, []).map((node) =>
      node.id === 'a' ? { ...node, dragging: true, position: { x: 1, y: 2 } } : node,
    );
    expect(flowNodes({ ...input, selected: [] }, held)[1]).toMatchObject({
      id: 'a',
      position: { x: 1, y: 2 },
    });
  });
});

describe('flowEdges', () => {
  const links = buildLinkData({ scenario: LOOP, answerIsStale: false, faults: [] });

  it('renews only the edge whose selection changes', () => {
    const before = flowEdges(links, [], []);
    const after = flowEdges(links, [{ from: 'b', to: 'a' }], before);
    expect(after.map((edge, index) => edge === before[index])).toEqual([true, true, true, false]);
  });

  it('marks the link under a dragged palette node', () => {
    const edges = flowEdges(links, [], []);
    expect(withDropTarget(edges, undefined)).toBe(edges);
    const marked = withDropTarget(edges, { from: 'in', to: 'a' }).filter((edge) => edge.className);
    expect(marked.map((edge) => edge.id)).toEqual(['["in","a"]']);
  });
});

describe('selection', () => {
  it('adds and takes away in the order of choosing', () => {
    const changes = [
      { id: 'a', selected: false },
      { id: 'c', selected: true },
    ];
    expect(changeNodes(['a', 'b'], changes)).toEqual(['b', 'c']);
  });

  it('finds links by their key, without their probability', () => {
    const chosen = changeLinks([], [{ id: '["b","out"]', selected: true }], LOOP.links);
    expect(chosen).toEqual([{ from: 'b', to: 'out' }]);
  });
});
