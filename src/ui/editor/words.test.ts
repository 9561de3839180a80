import { describe, expect, it } from 'vitest';
import { stage } from '../../../core/scenario/drawing.test-support.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import { connectTargets } from './ConnectDialog.tsx';
import { LOOP } from './drawn.test-support.ts';
import { levelText, percentText, plainText } from './figure-text.ts';
import { stageChips } from './stage-chips.ts';

const stageWith = (more: Partial<StageNode>) => stage('a', 4, more) as StageNode;
const chips = (more: Partial<StageNode>) => stageChips(stageWith(more)).map((chip) => chip.text);

describe('percentText', () => {
  it.each([
    [0.841, '84.1 %'],
    [0.5, '50 %'],
    [0.9987, '99.87 %'],
    [1, '100 %'],
    [0, '0 %'],
    [2e-5, '< 0.01 %'],
    [0.0123, '1.23 %'],
    [0.99925, '99.925 %'],
    [0.999866, '99.987 %'],
  ])('writes %f as %s', (fraction, text) => expect(percentText(fraction)).toBe(text));

  it('never says 100 % of something below', () => {
    for (const rest of [1e-3, 4e-4, 1e-4]) expect(percentText(1 - rest)).not.toBe('100 %');
  });
});

describe('plainText', () => {
  it('has three significant digits', () =>
    expect([0.017812, 16, 2.5].map(plainText)).toEqual(['0.0178', '16', '2.5']));

  it('writes no rows of zeros', () =>
    expect([1e18, 4.2e7, 1e6].map(plainText)).toEqual(['1e18', '4.2e7', '1000000']));
});

describe('levelText', () => {
  it('shows the mean and the room', () => {
    expect(levelText(stageWith({ capacity: 600 }), { saturated: false, meanOccupancy: 458.2 })).toBe(
      '458 / 600',
    );
    expect(levelText(stageWith({}), { saturated: false, meanOccupancy: 4.4712 })).toBe('4.47 / ∞');
    expect(levelText(stageWith({}), { saturated: true })).toBe('grows');
    expect(levelText(stageWith({ capacity: 600 }), { saturated: false })).toBe('– / 600');
    expect(levelText(stageWith({ capacity: 600 }), { saturated: false, meanQueueLength: 451.2 })).toBe(
      '451 wait',
    );
    const dataflow = stageWith({ firing: 'everyInput' });
    expect(levelText(dataflow, { saturated: false, meanOccupancy: 4.4712 })).toBe('4.47');
    const open = { saturated: false, meanOccupancy: 458.2, leastMean: 204.6, greatestMean: 599.1 };
    expect(levelText(stageWith({ capacity: 600 }), open)).toBe('◌ 205…599');
    const simulated = { saturated: false, meanOccupancy: 0.3381, halfWidth: 0.001 };
    expect(levelText(stageWith({ capacity: 60 }), simulated)).toBe('◍ 0.338 / 60');
    expect(levelText(stageWith({ capacity: 60 }), { ...simulated, halfWidth: 0.05 })).toBe('◍ 0.34 / 60');
    expect(levelText(stageWith({ capacity: 8 }), { saturated: true, meanOccupancy: 7 })).toBe('7 / 8');
  });
});

describe('stageChips', () => {
  it('is silent about a plain stage, defaults written out included', () => {
    expect(chips({})).toEqual([]);
    expect(
      chips({
        passProbability: 1,
        conversionFactor: 1,
        discipline: 'FCFS',
        whenFull: 'block',
        overdriveRate: 0,
      }),
    ).toEqual([]);
  });

  it('names what is special', () => {
    expect(chips({ passProbability: 0.765, conversionFactor: 16, bulk: { rule: 'full', size: 4 } })).toEqual([
      'F 16',
      'P 0.765',
      'b 4',
    ]);
    expect(chips({ discipline: 'PS', whenFull: 'drop', bulk: { rule: 'upTo', min: 1, max: 8 } })).toEqual([
      'b 1–8',
      'PS',
      'drops',
    ]);
  });
});

describe('connectTargets', () => {
  const ids = (from: string, filter?: string) =>
    connectTargets(LOOP, from, filter).map((target) => target.id);

  it('offers what comes after the node first, and never a source', () => {
    expect(ids('a')).toEqual(['b', 'out', 'a']);
    expect(ids('out')).toEqual([]);
  });

  it('finds links that exist, so that they can be selected', () => {
    const linked = connectTargets(LOOP, 'b').filter((target) => target.linked);
    expect(linked.map((target) => target.id)).toEqual(['out', 'a']);
  });

  it('filters by a part of the name', () => expect(ids('a', ' OU ')).toEqual(['out']));
});
