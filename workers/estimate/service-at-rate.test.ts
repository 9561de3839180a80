import { describe, expect, it } from 'vitest';
import type { StageNode } from '../../core/scenario/scenario.ts';
import { serviceAtRate } from './service-at-rate.ts';

const stage: StageNode = { id: 's', kind: 'stage', service: { distribution: 'exponential', rate: 3 } };
const estimate = { method: 'busy-time', rate: 12, periods: 100 } as const;

describe('the service of a stage at the estimated rate', () => {
  it('is that of one server, and of one full batch', () => {
    expect(serviceAtRate(stage, estimate)).toEqual({
      ok: true,
      value: { distribution: 'exponential', rate: 12 },
    });
    expect(serviceAtRate({ ...stage, serverCount: 3 }, estimate)).toMatchObject({ value: { rate: 4 } });
    const full = { ...stage, bulk: { rule: 'full', size: 4 } } as const;
    expect(serviceAtRate(full, estimate)).toMatchObject({ value: { rate: 3 } });
  });

  it('keeps the shape, and states a time where the model does', () => {
    const gamma = { distribution: 'gamma', mean: 2, scv: 0.3 } as const;
    expect(serviceAtRate({ ...stage, service: gamma }, estimate)).toEqual({
      ok: true,
      value: { distribution: 'gamma', mean: 1 / 12, scv: 0.3 },
    });
  });

  it('refuses what one rate does not tell', () => {
    const errors = [
      serviceAtRate(stage, { ...estimate, rate: 0 }),
      serviceAtRate({ ...stage, bulk: { rule: 'upTo', min: 1, max: 4 } }, estimate),
      serviceAtRate({ ...stage, byClass: { a: { service: stage.service } } }, estimate),
    ].map((result) => !result.ok && result.error);
    expect(errors).toEqual([
      'no item passed',
      'stage s takes batches of any size, so that items do not tell the rate of batches',
      'stage s serves its classes at different rates, which one rate of the queue does not tell apart',
    ]);
  });
});
