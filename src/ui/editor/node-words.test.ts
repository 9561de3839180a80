import { describe, expect, it } from 'vitest';
import { sink, source, stage } from '../../../core/scenario/drawing.test-support.ts';
import type { DelayNode, Scenario, SourceNode, StageNode } from '../../../core/scenario/scenario.ts';
import { answerOf, HALF_LOADED, scenarioOf } from './drawn.test-support.ts';
import { stayText } from './figure-text.ts';
import { buildNodeData } from './node-data.ts';
import { nodeWords } from './node-words.ts';
import { chipsThatFit } from './StageNodeView.tsx';
import { classChips, sourceChips, stageChips } from './stage-chips.ts';

const delay = {
  id: 'think',
  kind: 'delay',
  unit: 'req',
  service: { distribution: 'exponential', mean: 0.5 },
} as const satisfies DelayNode;
const scenario: Scenario = {
  ...scenarioOf(
    [
      source('in', 2, { class: 'u' }),
      delay,
      { id: 'split', kind: 'fork' },
      stage('a', 4, { resource: 'bus' }),
      stage('b', 4, { resource: 'gone' }),
      { id: 'meet', kind: 'join' },
      sink('out'),
    ],
    [],
  ),
  classes: [
    { id: 'u', name: 'Urgent' },
    { id: 'c', name: 'users', closed: { population: 8, start: 'think' } },
    { id: 'd', closed: { population: 2, start: 'think' } },
  ],
  resources: [{ id: 'bus', name: 'PCIe' }],
};
const wordsOf = (id: string, of = scenario) => nodeWords(of, of.nodes.find((node) => node.id === id)!);

describe('nodeWords', () => {
  it('names the class of a source, the resource of a stage, and what starts at a delay', () => {
    expect(wordsOf('in')).toEqual({ jobClass: 'Urgent' });
    expect(wordsOf('a')).toEqual({ resource: 'PCIe' });
    expect(wordsOf('think')).toEqual({ starts: '8 users, 2 d' });
    expect(wordsOf('split')).toEqual({});
  });

  it('shows a name that nothing has as it is written, and no class where there is none', () => {
    expect(wordsOf('b')).toEqual({ resource: 'gone' });
    const { classes: _, ...plain } = scenario;
    expect(wordsOf('in', plain)).toEqual({});
  });
});

describe('pictures of delays and joins', () => {
  const answer = answerOf({
    think: { ...HALF_LOADED, meanOccupancy: 3 },
    meet: { ...HALF_LOADED, meanOccupancy: 1.5 },
  });
  const views = buildNodeData({ scenario, answer, answerIsStale: false, faults: [] });

  it('say how many elements they hold', () => {
    expect([...views.values()].map(({ held }) => held)).toEqual([
      undefined,
      3,
      undefined,
      undefined,
      undefined,
      1.5,
      undefined,
    ]);
    expect(views.get('think')?.label).toBe('Delay think, mean number 3 reqs, 8 users, 2 d start here');
    expect(views.get('meet')?.label).toBe('Join meet, 1.5 tasks wait');
    expect(views.get('a')?.label).toBe('Stage a, needs PCIe');
    expect(views.get('in')?.label).toBe('Source in, 2 /s, class Urgent');
  });

  it('take the simulated mean where nothing was solved', () => {
    const simulated = { think: [0.5, 0, 0.5] };
    const views = buildNodeData({ scenario, answerIsStale: false, faults: [], simulated });
    expect(views.get('think')?.held).toBe(1);
  });

  it('say how long elements stay', () => {
    expect(stayText(delay.service)).toBe('500 ms, exponential');
    expect(stayText({ distribution: 'uniform', min: 0, max: 1 })).toBe('uniform');
  });
});

describe('chips', () => {
  const texts = (chips: readonly { text: string }[]) => chips.map(({ text }) => text);

  it('say what depends on classes and on time', () => {
    const service = { distribution: 'exponential', rate: 1 } as const;
    const busy = stage('a', 4, {
      discipline: 'priority',
      preemption: 'resume',
      byClass: { u: { service }, c: { passProbability: 0.5 } },
      schedule: { frames: [{ from: 1, service }] },
    }) as StageNode;
    expect(texts(stageChips(busy))).toEqual(['preempts', '1 frame']);
    expect(texts(classChips(busy))).toEqual(['2 classes']);
    expect(classChips(busy)[0]?.meaning).toBe('u, c have numbers of their own here.');
    const bursts = source('in', 2, {
      batchSize: 4,
      schedule: { frames: [{ from: 1 }, { from: 2 }], period: 3 },
    });
    expect(texts(sourceChips(bursts as SourceNode))).toEqual(['⁘ 4', '2 frames']);
  });

  it('make room: what does not fit is counted, and said where the count is pointed at', () => {
    const chips = ['P 0.765', 'b 16', 'preempts', 'reserves'].map((text) => ({ text, meaning: `${text}!` }));
    expect(texts(chipsThatFit(chips.slice(0, 2)))).toEqual(['P 0.765', 'b 16']);
    const fitted = chipsThatFit(chips);
    expect(texts(fitted)).toEqual(['P 0.765', '+3']);
    expect(fitted.at(-1)?.meaning).toContain('preempts: preempts!');
    expect(texts(chipsThatFit([{ text: 'x'.repeat(40), meaning: '' }]))).toEqual(['x'.repeat(40)]);
  });
});
