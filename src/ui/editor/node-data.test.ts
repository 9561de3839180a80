import { describe, expect, it } from 'vitest';
import { line, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import { moveNodes, updateNode } from '../../../core/scenario/edits.ts';
import { solveScenario } from '../../../workers/solve/solve-scenario.ts';
import { answerOf, HALF_LOADED, LOOP } from './drawn.test-support.ts';
import { buildNodeData, type NodeDataInput } from './node-data.ts';

const input: NodeDataInput = {
  scenario: LOOP,
  answer: answerOf({ a: HALF_LOADED, b: HALF_LOADED }, [], 'b'),
  answerIsStale: false,
  faults: [],
};
const changed = (next: NodeDataInput) => {
  const before = buildNodeData(input);
  return [...buildNodeData(next, before)].filter(([id, view]) => view !== before.get(id)).map(([id]) => id);
};

describe('buildNodeData', () => {
  it('keeps every object when an equal answer arrives from the solver', () => {
    expect(changed({ ...input, answer: structuredClone(input.answer) })).toEqual([]);
  });

  it('keeps every object when nodes only move', () => {
    expect(changed({ ...input, scenario: moveNodes(LOOP, { a: { x: 8, y: 8 } }) })).toEqual([]);
  });

  it('renews only the stage whose numbers moved', () => {
    const answer = answerOf({ a: { ...HALF_LOADED, utilization: 0.6 }, b: HALF_LOADED }, [], 'b');
    expect(changed({ ...input, answer })).toEqual(['a']);
  });

  it('renews only the stage that was edited', () => {
    expect(changed({ ...input, scenario: updateNode(LOOP, 'b', { capacity: 4 }) })).toEqual(['b']);
  });

  it('renews both when the bottleneck moves, and all when the answer goes stale', () => {
    expect(changed({ ...input, answer: answerOf({ a: HALF_LOADED, b: HALF_LOADED }, [], 'a') })).toEqual([
      'a',
      'b',
    ]);
    expect(changed({ ...input, answerIsStale: true })).toEqual(['in', 'a', 'b', 'out']);
  });

  it('lists nodes in flow order whatever the order of the file', () => {
    const scenario = { ...LOOP, nodes: LOOP.nodes.toReversed() };
    expect([...buildNodeData({ ...input, scenario }).keys()]).toEqual(['in', 'a', 'b', 'out']);
  });

  it('says for a screen reader what the picture says', () => {
    const fault = { severity: 'error', code: 'x', node: 'b', message: 'Something is wrong.' } as const;
    const views = buildNodeData({ ...input, faults: [fault] });
    expect(views.get('a')?.label).toBe('Stage a, utilization 0.5, mean queue 0.5 jobs');
    expect(views.get('b')?.label).toBe(
      'Stage b, utilization 0.5, mean queue 0.5, bottleneck. Error: Something is wrong.',
    );
    expect(views.get('in')?.label).toBe('Source in, 2 /s');
  });

  it('marks every stage that uses the shared resource that is the bottleneck', () => {
    const scenario = {
      ...updateNode(updateNode(LOOP, 'a', { resource: 'bus' }), 'b', { resource: 'bus' }),
      resources: [{ id: 'bus', name: 'Memory bus' }],
    };
    const solved = answerOf({ a: HALF_LOADED, b: HALF_LOADED }, [], 'b');
    const answer = { ...solved, network: { ...solved.network, bottleneckResource: 'bus' } };
    const views = buildNodeData({ ...input, scenario, answer });
    const text = 'bottleneck: Memory bus';
    expect(['a', 'b', 'in'].map((id) => views.get(id)?.bottleneck)).toEqual([text, text, undefined]);
    expect(views.get('a')?.label).toContain(text);
  });

  it('calls no stage the bottleneck where load is lost', () => {
    const losing = { ...HALF_LOADED, lossProbability: 0.2 };
    const views = buildNodeData({ ...input, answer: answerOf({ a: losing, b: HALF_LOADED }, [], 'b') });
    expect(views.get('b')?.bottleneck).toBe('saturates first');
    expect(views.get('b')?.label).toBe('Stage b, utilization 0.5, mean queue 0.5, saturates first');
  });

  it('marks all stages that saturate together', () => {
    const solved = answerOf({ a: HALF_LOADED, b: HALF_LOADED }, [], 'b');
    const rung = (stage: string, factor: number) => ({ stage, factor, inputRate: factor });
    const marked = (ladder: ReturnType<typeof rung>[]) => {
      const answer = { ...solved, network: { ...solved.network, ladder } };
      const views = buildNodeData({ ...input, answer });
      return ['a', 'b', 'in'].map((id) => views.get(id)?.bottleneck !== undefined);
    };
    expect(marked([rung('b', 2), rung('a', 2 + 1e-12)])).toEqual([true, true, false]);
    expect(marked([rung('b', 2), rung('a', 2.001)])).toEqual([false, true, false]);
    const network = { ...solved.network, ladder: [rung('b', 2), rung('a', 2)] };
    const views = buildNodeData({ ...input, answer: { ...solved, network } });
    expect([views.get('b')?.isTied, views.get('a')?.isTied]).toEqual([undefined, true]);
  });

  it('shows an error before a warning', () => {
    const faults = [
      { severity: 'warning', code: 'x', node: 'a', message: 'One.' },
      { severity: 'error', code: 'y', node: 'a', message: 'Two.' },
    ] as const;
    const view = buildNodeData({ ...input, faults }).get('a');
    expect([view?.faultSeverity, view?.faultText]).toEqual(['error', 'One. Two.']);
  });

  it('shows the flow into a sink', () => {
    const flow = { from: 'b', to: 'out', rate: 1.5, receivedRate: 1.5 };
    expect(buildNodeData({ ...input, answer: answerOf({}, [flow]) }).get('out')?.rate).toBe(1.5);
  });

  it('says who blocks a stage and a source, and nothing where nobody is full', () => {
    const scenario = line(source('in', 10), stage('a', 20, { capacity: 4 }), stage('b', 2, { capacity: 3 }));
    const answer = solveScenario(scenario, 'auto');
    if (answer.kind === 'noAnswer') throw new Error(answer.code);
    const views = buildNodeData({ scenario, answer, answerIsStale: false, faults: [] });
    expect(views.get('a')).toMatchObject({
      blockedBy: expect.stringMatching(/^b, full 9\d(\.\d)? % of the time$/),
    });
    expect(views.get('a')!.label).toContain('by b, full');
    // Exponential servers and 7 places behind 10/s: nearly 2/s get in.
    expect(views.get('in')!.blocked).toBeCloseTo(0.8, 3);
    expect(views.get('in')!.blockedBy).toMatch(/^a, full/);
    expect(views.get('b')!.blocked).toBe(undefined);
    const loses = updateNode(scenario, 'b', { whenFull: 'drop' });
    const lost = solveScenario(loses, 'auto');
    if (lost.kind === 'noAnswer') throw new Error(lost.code);
    const shown = buildNodeData({ scenario: loses, answer: lost, answerIsStale: false, faults: [] });
    expect([...shown.values()].filter(({ blocked }) => blocked !== undefined)).toEqual([]);
  });
});
