import { describe, expect, it } from 'vitest';
import { source, stage } from '../../../core/scenario/drawing.test-support.ts';
import { answerOf, HALF_LOADED, LOOP, scenarioOf } from './drawn.test-support.ts';
import { buildLinkData, strokeWidth } from './link-data.ts';
import { linkKey } from './selection.ts';

const view = (scenario = LOOP, answer = answerOf({}), from = 'b', to = 'a') =>
  buildLinkData({ scenario, answer, answerIsStale: false }).get(linkKey({ from, to }));

describe('buildLinkData', () => {
  it('names the share where the sender has a choice, and only there', () => {
    expect(view()?.choice).toBe('25 %');
    expect(view(LOOP, answerOf({}), 'a', 'b')?.choice).toBeUndefined();
  });

  it('shows the rate in the unit of the receiver', () => {
    const flow = { from: 'b', to: 'a', rate: 1, receivedRate: 16e6 };
    expect(view(LOOP, answerOf({}, [flow]))?.rate).toBe('16 Mjob/s');
  });

  it('marks a full receiver that holds its sender up, but not one that drops', () => {
    const answer = answerOf({ b: { ...HALF_LOADED, backPressureProbability: 0.6 } });
    const dropping = scenarioOf(
      [stage('a', 4), stage('b', 4, { capacity: 3, whenFull: 'drop' })],
      [{ from: 'a', to: 'b' }],
    );
    expect(view(LOOP, answer, 'a', 'b')?.blocked).toBe(0.6);
    expect(view(dropping, answer, 'a', 'b')?.blocked).toBeUndefined();
  });

  it('tells where elements change platform', () => {
    const nodes = [source('in', 2), stage('a', 4, { platform: 'cpu' }), stage('b', 4, { platform: 'fpga' })];
    const crossing = scenarioOf(nodes, [
      { from: 'in', to: 'a' },
      { from: 'a', to: 'b' },
    ]);
    expect(view(crossing, undefined, 'a', 'b')?.crossing).toBe('cpu → fpga');
    expect(view(crossing, undefined, 'in', 'a')?.crossing).toBeUndefined();
  });

  it('keeps objects when nothing changes', () => {
    const input = { scenario: LOOP, answer: answerOf({ a: HALF_LOADED }), answerIsStale: false };
    const before = buildLinkData(input);
    const after = buildLinkData({ ...input, answer: structuredClone(input.answer) }, before);
    expect([...after].every(([key, link]) => link === before.get(key))).toBe(true);
  });
});

describe('strokeWidth', () => {
  it('goes with the log of the flow: equal steps for equal factors', () => {
    const [a, b, c] = [1000, 100, 10].map((flow) => strokeWidth(flow, 1000));
    expect(a! - b!).toBeGreaterThan(1);
    expect(a! - b!).toBeCloseTo(b! - c!, 0);
  });

  it('is thinnest for no flow, and finite when all flows are 0', () => {
    expect(strokeWidth(0, 0)).toBe(strokeWidth(1e-9, 1e9));
  });
});
