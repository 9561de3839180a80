import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { withService } from './UseRate.tsx';

const scenario = {
  nodes: [
    {
      id: 'a',
      kind: 'stage',
      service: { distribution: 'exponential', factors: { elementsPerClock: 1, clock: 5 } },
    },
    { id: 'b', kind: 'stage', service: { distribution: 'exponential', rate: 1 }, passProbability: 0.5 },
  ],
  links: [],
  precisions: [
    { node: 'a', field: 'service.factors.clock', plusMinus: 0.2 },
    { node: 'b', field: 'service.rate', plusMinus: 0.3 },
    { node: 'b', field: 'passProbability', plusMinus: 0.1 },
  ],
} as unknown as Scenario;
const estimate = { method: 'busy-time', rate: 200, low: 190, high: 210, periods: 100 } as const;

describe('an estimated rate on a stage', () => {
  it('comes with its interval in place of what was known of the old distribution', () => {
    const service = { distribution: 'exponential', rate: 200 } as const;
    const changed = withService(scenario, { id: 'a', service, estimate });
    expect(changed.nodes[0]).toMatchObject({ service });
    expect(changed.precisions).toEqual([
      { node: 'b', field: 'service.rate', plusMinus: 0.3 },
      { node: 'b', field: 'passProbability', plusMinus: 0.1 },
      { node: 'a', field: 'service.rate', plusMinus: 0.05 },
    ]);
  });

  it('says of a time how well it is known, and nothing where there is no interval', () => {
    const service = { distribution: 'gamma', mean: 1 / 200, scv: 0.5 } as const;
    const { low: _, high: __, ...alone } = estimate;
    const field = (of: Scenario) => of.precisions?.filter(({ node }) => node === 'b').map((one) => one.field);
    expect(field(withService(scenario, { id: 'b', service, estimate }))).toEqual([
      'passProbability',
      'service.mean',
    ]);
    expect(field(withService(scenario, { id: 'b', service, estimate: alone }))).toEqual(['passProbability']);
  });
});
