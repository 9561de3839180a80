import { describe, expect, it } from 'vitest';
import { source, stage } from '../../../core/scenario/drawing.test-support.ts';
import { answerOf, HALF_LOADED, LOOP, scenarioOf } from './drawn.test-support.ts';
import { buildLinkData, strokeWidth } from './link-data.ts';
import { linkKey } from './selection.ts';

const view = (scenario = LOOP, answer = answerOf({}), from = 'b', to = 'a') =>
  buildLinkData({ scenario, answer, answerIsStale: false, faults: [] }).get(linkKey({ from, to }));

describe('buildLinkData', () => {
  it('names the share where the sender has a choice, and only there', () => {
    expect(view()?.choice).toBe('25 %');
    expect(view(LOOP, answerOf({}), 'a', 'b')?.choice).toBeUndefined();
  });

  it('says once how many links are chosen, where that is alike', () => {
    const workers = ['a', 'b', 'c', 'd'];
    const links = workers.map((to) => ({ from: 'deal', to }));
    const choices = (deal: Parameters<typeof stage>[2], some: readonly object[] = links) => {
      const nodes = [stage('deal', 4, deal), ...workers.map((id) => stage(id, 4))];
      const drawn = scenarioOf(nodes, some as typeof links);
      return some.map((_, index) => {
        const { choice, choiceOfAll } = view(drawn, undefined, 'deal', workers[index])!;
        return choiceOfAll ?? choice;
      });
    };
    const none = [undefined, undefined, undefined];
    expect(choices({})).toEqual(['each 25 %', ...none]);
    expect(choices({ routing: { rule: 'roundRobin' } })).toEqual(['round robin', ...none]);
    const uneven = links.map((link, index) => ({ ...link, probability: [0.4, 0.3, 0.2, 0.1][index] }));
    expect(choices({}, uneven)).toEqual(['40 %', '30 %', '20 %', '10 %']);
    expect(choices({}, links.slice(0, 2))).toEqual(['50 %', '50 %']);
  });

  it('shows the rate in the unit of the receiver', () => {
    const flow = { from: 'b', to: 'a', rate: 1, receivedRate: 16e6 };
    expect(view(LOOP, answerOf({}, [flow]))?.rate).toBe('16 M jobs/s');
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

  it('says what is waited for on the critical cycle', () => {
    const links = [{ from: 'a', to: 'b' }];
    const critical = [
      { node: 'b', on: 'a', for: 'tokens', links },
      { node: 'a', on: 'b', for: 'room', links },
    ] as const;
    expect(view(LOOP, { ...answerOf({}), critical }, 'a', 'b')?.critical).toBe(
      'waits for tokens and free slots',
    );
    expect(view(LOOP, { ...answerOf({}), critical })?.critical).toBeUndefined();
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

  it('says how full a FIFO is and how deep, and only the depth where the answer is of another drawing', () => {
    const scenario = scenarioOf([stage('a', 4), stage('b', 4)], [{ from: 'a', to: 'b', depth: 32 }]);
    const answer = answerOf({}, [
      { from: 'a', to: 'b', rate: 1, receivedRate: 1, fill: { mean: 23, most: 31 } },
    ]);
    expect(view(scenario, answer, 'a', 'b')).toMatchObject({ fill: '23 / 32' });
    expect(view(scenario, answer, 'a', 'b')?.label).toContain('FIFO 23 / 32');
    const later = buildLinkData({ scenario, answer, answerIsStale: true, faults: [] });
    expect(later.get(linkKey({ from: 'a', to: 'b' }))?.fill).toBe('– / 32');
    expect(view()?.fill).toBeUndefined();
  });

  it('marks the link that a fault is at, and no other', () => {
    const message = 'Deadlock: "a" waits for room.';
    const faults = [{ severity: 'error', code: 'deadlock', message, link: { from: 'a', to: 'b' } } as const];
    const marked = [...buildLinkData({ scenario: LOOP, answerIsStale: false, faults }).values()].filter(
      ({ fault }) => fault !== undefined,
    );
    expect(marked).toEqual([
      expect.objectContaining({
        from: 'a',
        to: 'b',
        fault: message,
        label: expect.stringContaining(message),
      }),
    ]);
  });

  it('keeps objects when nothing changes', () => {
    const input = { scenario: LOOP, answer: answerOf({ a: HALF_LOADED }), answerIsStale: false, faults: [] };
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
