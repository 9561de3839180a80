import { describe, expect, it } from 'vitest';
import { sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { LOOP, scenarioOf } from './drawn.test-support.ts';
import { graphCommands } from './graph-commands.ts';
import { graphLayout } from './graph-layout.ts';
import { drawnPositions } from './layered-positions.ts';
import { boxOf, overlap } from './node-size.ts';
import { NOTHING_SELECTED, type Selection } from './selection.ts';

/** Runs one gesture and tells all that came of it. */
function outcome(
  scenario: Scenario,
  selection: Selection,
  gesture: (commands: ReturnType<typeof graphCommands>) => void,
) {
  const out = { scenario, selection, edits: [] as string[], messages: [] as string[] };
  const commands = graphCommands({
    scenario,
    selection,
    onSelect: (next) => {
      out.selection = next;
    },
    onEdit: (label, edit, key) => {
      out.edits.push(key ? `${label} (${key})` : label);
      out.scenario = edit(out.scenario);
    },
    onMessage: (text) => out.messages.push(text),
    viewCentre: () => ({ x: 1000, y: 1000 }),
  });
  gesture(commands);
  return out;
}
const only = (id: string): Selection => ({ nodes: [id], links: [] });
const ends = (scenario: Scenario) => scenario.links.map((link) => `${link.from}>${link.to}`);
const overlaps = (scenario: Scenario) => {
  const boxes = scenario.nodes.map((node) => boxOf(node.kind, node.position!));
  return boxes.some((box, index) => boxes.slice(index + 1).some((other) => overlap(box, other)));
};

describe('add', () => {
  it('puts a node in the middle of the view when nothing is selected, and selects it', () => {
    const { scenario, selection, edits } = outcome(LOOP, NOTHING_SELECTED, ({ add }) => add('stage'));
    const added = scenario.nodes.at(-1)!;
    expect(edits).toEqual(['Add stage']);
    expect(selection).toEqual(only(added.id));
    expect(added.position).toEqual({ x: 880, y: 944 });
    expect(ends(scenario)).toEqual(ends(LOOP));
  });

  it('writes down where the other nodes are drawn, so that they stay', () => {
    const { scenario } = outcome(LOOP, NOTHING_SELECTED, ({ add }) => add('stage'));
    const drawn = drawnPositions(LOOP);
    for (const { id } of LOOP.nodes)
      expect(scenario.nodes.find((node) => node.id === id)?.position).toEqual(drawn.get(id));
  });

  it('links it behind the selected node, to the right and over nothing', () => {
    const { scenario } = outcome(LOOP, only('a'), ({ add }) => add('sink'));
    expect(ends(scenario)).toContain('a>sink1');
    expect(overlaps(scenario)).toBe(false);
    const at = (id: string) => scenario.nodes.find((node) => node.id === id)!.position!.x;
    expect(at('sink1')).toBeGreaterThan(at('a'));
  });

  it('does not link a source, nor anything behind a sink', () => {
    expect(ends(outcome(LOOP, only('a'), ({ add }) => add('source')).scenario)).toEqual(ends(LOOP));
    expect(ends(outcome(LOOP, only('out'), ({ add }) => add('sink')).scenario)).toEqual(ends(LOOP));
    const ending = { ...LOOP, links: [...LOOP.links, { from: 'a', to: 'out' }] };
    expect(ends(outcome(ending, only('out'), ({ add }) => add('stage')).scenario)).toEqual(ends(ending));
  });

  it('goes before the selected sink where one link leads there, and between two that are selected', () => {
    const before = outcome(LOOP, only('out'), ({ add }) => add('stage')).scenario;
    expect(ends(before)).toEqual(['in>a', 'a>b', 'b>stage1', 'stage1>out', 'b>a']);
    const between = outcome(LOOP, { nodes: ['a', 'in'], links: [] }, ({ add }) => add('stage')).scenario;
    expect(ends(between)).toEqual(['in>stage1', 'stage1>a', 'a>b', 'b>out', 'b>a']);
    const loop = outcome(LOOP, { nodes: ['a', 'b'], links: [] }, ({ add }) => add('stage')).scenario;
    expect(ends(loop)).toEqual(ends(LOOP));
  });

  it('goes in series behind the selected node where there is one link', () => {
    const behind = outcome(LOOP, only('a'), ({ add }) => add('stage')).scenario;
    expect(ends(behind)).toEqual(['in>a', 'a>stage1', 'stage1>b', 'b>out', 'b>a']);
  });

  it('goes before all that the selected node sends to where it branches, over nothing, in one step', () => {
    const { scenario, edits, selection } = outcome(LOOP, only('b'), ({ add }) => add('stage'));
    expect(ends(scenario)).toEqual(['in>a', 'a>b', 'b>stage1', 'stage1>out', 'stage1>a']);
    expect([edits, selection]).toEqual([['Insert stage'], only('stage1')]);
    expect(overlaps(scenario)).toBe(false);
    // What stands where the new stage would go is not covered, and what it leads to makes room.
    const crowded = scenarioOf(
      [
        source('in', 2, { position: { x: 0, y: 16 } }),
        stage('a', 4, { position: { x: 240, y: 0 } }),
        stage('up', 4, { position: { x: 560, y: -120 } }),
        stage('down', 4, { position: { x: 560, y: 120 } }),
        stage('other', 4, { position: { x: 520, y: 0 } }),
        sink('out', { position: { x: 880, y: 24 } }),
      ],
      ['in>a', 'a>up', 'a>down', 'up>out', 'down>out'].map((link) => {
        const [from = '', to = ''] = link.split('>');
        return { from, to };
      }),
    );
    const wide = outcome(crowded, only('a'), ({ add }) => add('stage')).scenario;
    const box = (id: string) => boxOf('stage', wide.nodes.find((node) => node.id === id)!.position!);
    expect(wide.nodes.filter(({ id }) => overlap(box('stage1'), box(id))).map(({ id }) => id)).toEqual([
      'stage1',
    ]);
    expect(box('stage1').x).toBeGreaterThan(box('a').x + box('a').width);
    expect(box('up').x).toBeGreaterThan(box('stage1').x + box('stage1').width);
  });

  it('is one way more behind a fork, and what ends a way is one more behind a stage', () => {
    expect(ends(outcome(LOOP, only('b'), ({ add }) => add('sink')).scenario)).toContain('b>sink1');
    const nodes = LOOP.nodes.map((node) => (node.id === 'b' ? { id: 'b', kind: 'fork' as const } : node));
    const fork = outcome({ ...LOOP, nodes }, only('b'), ({ add }) => add('stage')).scenario;
    expect(ends(fork)).toEqual([...ends(LOOP), 'b>stage1']);
  });

  it('goes into the selected link', () => {
    const selection = { nodes: [], links: [{ from: 'a', to: 'b' }] };
    const { scenario } = outcome(LOOP, selection, ({ add }) => add('router'));
    expect(ends(scenario)).toEqual(['in>a', 'a>router1', 'router1>b', 'b>out', 'b>a']);
  });
});

describe('insert', () => {
  it('makes room between neighbours that stand too close', () => {
    const dense = scenarioOf(
      [
        source('in', 2, { position: { x: 0, y: 0 } }),
        stage('a', 4, { position: { x: 200, y: -16 } }),
        sink('out', { position: { x: 480, y: 8 } }),
      ],
      [
        { from: 'in', to: 'a' },
        { from: 'a', to: 'out' },
      ],
    );
    const link = { from: 'in', to: 'a' };
    const { scenario } = outcome(dense, NOTHING_SELECTED, ({ insert }) =>
      insert('stage', link, { x: 190, y: 40 }),
    );
    expect(overlaps(scenario)).toBe(false);
    expect(ends(scenario)).toEqual(['in>stage1', 'stage1>a', 'a>out']);
    expect(scenario.nodes[0]?.position).toEqual({ x: 0, y: 0 });
  });
});

describe('connect', () => {
  it('links and selects the link, or says why not', () => {
    const good = outcome(LOOP, NOTHING_SELECTED, ({ connect }) => connect('a', 'out'));
    expect(good.edits).toEqual(['Link a to out']);
    expect(good.selection).toEqual({ nodes: [], links: [{ from: 'a', to: 'out' }] });
    const bad = outcome(LOOP, NOTHING_SELECTED, ({ connect }) => connect('out', 'a'));
    expect([bad.edits, bad.messages]).toEqual([
      [],
      ['A sink has no way out. Start the link at a source, a stage or a delay.'],
    ]);
  });
});

describe('remove, move and nudge', () => {
  it('removes what is selected and nothing when nothing is', () => {
    const gone = outcome(LOOP, only('b'), ({ remove }) => remove());
    expect(gone.edits).toEqual(['Delete b']);
    expect(gone.selection).toEqual(NOTHING_SELECTED);
    expect(ends(gone.scenario)).toEqual(['in>a']);
    expect(outcome(LOOP, NOTHING_SELECTED, ({ remove }) => remove()).edits).toEqual([]);
  });

  it('nudges from where the nodes are drawn, in one undo step', () => {
    const { scenario, edits } = outcome(LOOP, only('a'), ({ nudge }) => {
      nudge(['a'], { x: 8, y: 0 });
      nudge(['a'], { x: 0, y: -8 });
    });
    const before = drawnPositions(LOOP).get('a')!;
    expect(scenario.nodes[1]?.position).toEqual({ x: before.x + 8, y: before.y - 8 });
    expect(new Set(edits).size).toBe(1);
    expect(edits[0]).toBe('Move a (nudge ["a"])');
  });
});

describe('graphLayout', () => {
  it('goes left to right without covering anything', async () => {
    const laidOut = outcome(LOOP, NOTHING_SELECTED, () => {});
    const positions = await graphLayout(laidOut.scenario);
    const { scenario } = outcome(LOOP, NOTHING_SELECTED, ({ layOut }) => layOut(positions));
    expect(overlaps(scenario)).toBe(false);
    const x = ['in', 'a', 'b', 'out'].map((id) => positions[id]!.x);
    expect(x).toEqual(x.toSorted((one, other) => one - other));
  });
});
