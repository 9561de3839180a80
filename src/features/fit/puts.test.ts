import { describe, expect, it } from 'vitest';
import { distributionMean } from '../../../core/distributions/index.ts';
import { isStage, type Scenario, type StageNode } from '../../../core/scenario/scenario.ts';
import type { StationFit } from '../../../workers/fit/contract.ts';
import {
  likelyTarget,
  refusalAt,
  stationRefusal,
  stationRequest,
  targetsFor,
  withDistribution,
  withStation,
  withValues,
} from './puts.ts';

const scenario: Scenario = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'line',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 100 } },
    { id: 'a', kind: 'stage', service: { distribution: 'exponential', rate: 200 }, passProbability: 0.5 },
    { id: 'b', kind: 'stage', service: { distribution: 'gamma', mean: 0.01, scv: 2 }, serverCount: 2 },
    { id: 'think', kind: 'delay', service: { distribution: 'exponential', mean: 1 } },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'think' },
    { from: 'think', to: 'out' },
  ],
  precisions: [
    { node: 'a', field: 'service.rate', plusMinus: 0.2 },
    { node: 'a', field: 'passProbability', plusMinus: 0.1 },
  ],
};
const stageAt = (of: Scenario, id: string): StageNode =>
  of.nodes.filter(isStage).find((one) => one.id === id)!;
const [a, b] = [stageAt(scenario, 'a'), stageAt(scenario, 'b')];
const ids = (nodes: readonly { readonly id: string }[]) => nodes.map(({ id }) => id);

describe('where a distribution belongs', () => {
  it('service times to stages, gaps between arrivals to sources, times in a stage to delays', () => {
    expect(ids(targetsFor(scenario, 'service'))).toEqual(['a', 'b', 'think']);
    expect(ids(targetsFor(scenario, 'arrivals'))).toEqual(['in']);
    expect(ids(targetsFor(scenario, 'stay'))).toEqual(['think']);
    expect(targetsFor(scenario, 'departures')).toEqual([]);
    const bursts = { distribution: 'onOff', peakRate: 1, meanOnTime: 1, meanOffTime: 1 } as const;
    expect(ids(targetsFor(scenario, 'any', bursts))).toEqual(['in']);
  });

  it('is the node that was measured, or the source in front of it', () => {
    const likely = (role: 'service' | 'arrivals', stage?: string) =>
      likelyTarget(scenario, { role, ...(stage && { stage }) }, targetsFor(scenario, role));
    expect(likely('service', 'b')).toBe('b');
    expect(likely('service')).toBeUndefined();
    expect(likely('arrivals', 'a')).toBe('in');
    expect(likely('arrivals')).toBe('in');
  });

  it('is no node where the times would be of something else', () => {
    expect(refusalAt(a, { fromDepartures: true })).toBeUndefined();
    expect(refusalAt(b, { fromDepartures: true })).toContain('come from 2 servers');
    expect(refusalAt(b, {})).toBeUndefined();
    expect(refusalAt({ ...a, schedule: { frames: [] } }, {})).toContain('schedule');
  });
});

describe('a fitted distribution in the scenario', () => {
  const mean = { name: 'mean', value: 0.004, low: 0.0038, high: 0.0042 };

  it('takes the place of the old one, and of how well that was known', () => {
    const distribution = { distribution: 'lognormal', mean: 0.004, scv: 1.5 } as const;
    const changed = withDistribution(scenario, a, { distribution, parameters: [mean] });
    expect(stageAt(changed, 'a').service).toEqual(distribution);
    expect(changed.precisions).toEqual([
      { node: 'a', field: 'passProbability', plusMinus: 0.1 },
      { node: 'a', field: 'service.mean', plusMinus: 0.05 },
    ]);
  });

  it('has no precision where its numbers have none', () => {
    const distribution = { distribution: 'empirical', edges: [0, 1], weights: [1] } as const;
    expect(withDistribution(scenario, a, { distribution, parameters: [mean] }).precisions).toHaveLength(1);
    const source = targetsFor(scenario, 'arrivals')[0]!;
    const changed = withDistribution(scenario, source, {
      distribution: { distribution: 'map', D0: [[-1]], D1: [[1]] },
      parameters: [],
    });
    expect(changed.nodes[0]).toMatchObject({ interarrival: { distribution: 'map' } });
    expect(changed.precisions).toEqual(scenario.precisions);
  });
});

describe('a station model in the scenario', () => {
  const fit = {
    ...{
      model: 'M/D/1/K',
      isPoisson: true,
      service: { distribution: 'deterministic', mean: 0.002 },
      serverCount: 1,
      capacity: 8,
    },
  } as unknown as StationFit;
  const measured = { stage: 'b', occupancyDistribution: [0.5, 0.5], throughput: 50 };

  it('brings its service, servers and places', () => {
    expect(stageAt(withStation(scenario, b, fit), 'b')).toMatchObject({
      ...{ service: fit.service, serverCount: 1, capacity: 8 },
    });
    expect(stageAt(withStation(scenario, a, fit), 'a')).not.toHaveProperty('serverCount');
  });

  it('is asked for with what is known, and refused where it says nothing of the stage', () => {
    expect(stationRequest(measured, b)).toEqual({ occupancy: [0.5, 0.5], arrivalRate: 50, serverCount: 2 });
    expect(stationRequest(measured, undefined)).toEqual({ occupancy: [0.5, 0.5], arrivalRate: 50 });
    expect(stationRequest({ stage: 'b' }, b)).toBeUndefined();
    expect(stationRefusal(fit, { arrivalRate: 5 })).toBeUndefined();
    expect(stationRefusal(fit, {})).toContain('arrival rate');
    expect(stationRefusal({ ...fit, model: 'G/M/1', isPoisson: false }, { arrivalRate: 5 })).toContain(
      'source',
    );
  });
});

describe('values of a calibration in the scenario', () => {
  it('come with their intervals, all at once', () => {
    const changed = withValues(scenario, [
      { path: 'a.service.rate', before: 200, value: 250, low: 240, high: 260 },
      { path: 'a.passProbability', before: 0.5, value: 0.4 },
      { path: 'b.service.rate', before: 100, value: 125, low: 120, high: 130 },
    ]);
    expect(stageAt(changed, 'a')).toMatchObject({ service: { rate: 250 }, passProbability: 0.4 });
    expect(distributionMean(stageAt(changed, 'b').service)).toBeCloseTo(1 / 125, 12);
    // Nothing is known of the pass probability any more; the rate of b is written as a mean.
    expect(changed.precisions).toEqual([{ node: 'a', field: 'service.rate', plusMinus: 0.04 }]);
  });
});
