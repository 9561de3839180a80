import { describe, expect, it } from 'vitest';
import { drawing, line, sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';

import type { FlowRule } from './flow-balance.ts';
import { flowNetwork } from './flow-network.ts';
import { findSaturation, saturationLadder } from './saturation.ts';

function saturation(drawn: Scenario, losses: FlowRule['losses'] = 'counted') {
  const network = flowNetwork(drawn);
  const found = findSaturation(network, losses);
  return found && { stage: network.nodes[found.bottleneck]!.node.id, factor: found.factor };
}

describe('findSaturation', () => {
  it('finds the stage with the largest load and what is left of it', () => {
    const found = saturation(line(source('s', 2), stage('a', 8), stage('b', 5), stage('c', 9)))!;
    expect(found.stage).toBe('b');
    expect(found.factor).toBeCloseTo(2.5, 12);
  });

  it('takes the first in flow order of equals', () => {
    expect(saturation(line(source('s', 2), stage('a', 4), stage('b', 4)))!.stage).toBe('a');
  });

  it('counts the overdrive as input that grows too', () => {
    expect(saturation(line(source('s', 2), stage('a', 6, { overdriveRate: 1 })))!.factor).toBeCloseTo(2, 12);
  });

  it('is below 1 past saturation', () => {
    expect(saturation(line(source('s', 12), stage('a', 6)))!.factor).toBeCloseTo(0.5, 12);
  });

  it('lets losses upstream spare the bottleneck: M/M/1/1 passes x / (1 + x)', () => {
    // b saturates where 4 x / (1 + x) = 3 with x = lambda / 4, lambda = 2 s: x = 3, s = 6; a itself at s = 2.
    const drawn = line(source('s', 2), stage('a', 4, { capacity: 1, whenFull: 'drop' }), stage('b', 0.8));
    // 4 x / (1 + x) = 0.8 gives x = 0.25, lambda = 1, s = 0.5; without losses s = 0.4.
    expect(saturation(drawn)).toMatchObject({ stage: 'b' });
    expect(saturation(drawn)!.factor).toBeCloseTo(0.5, 8);
    expect(saturation(drawn, 'ignored')!.factor).toBeCloseTo(0.4, 12);
  });

  it('relieves at once what saturates at once, and then what gets more as nothing is lost before it', () => {
    // Each of a and b is offered half of s = 2 and, full, lets pass half: c serves 1.5, which s = 1.5 fills without losses.
    const lossy = { capacity: 1, whenFull: 'drop' } as const;
    const split = drawing(
      [source('s', 2), stage('a', 1, lossy), stage('b', 1, lossy), stage('c', 1.5), sink()],
      ['s>a', 's>b', 'a>c', 'b>c', 'c>out'],
    );
    const ladder = saturationLadder(flowNetwork(split), 'counted');
    expect(ladder.map(({ stage: id }) => id)).toEqual(['a', 'b', 'c']);
    for (const [i, factor] of [1, 1, 0.75].entries()) expect(ladder[i]!.factor).toBeCloseTo(factor, 8);
  });

  it('knows nothing where nothing flows', () => {
    const drawn = drawing([source('s', 1), stage('a', 1, { passProbability: 0 }), sink()], ['s>out']);
    expect(saturation(drawn)).toBeUndefined();
  });
});
