import { describe, expect, it } from 'vitest';
import type { ServiceDistribution } from '../../core/distributions/index.ts';
import { refusalText } from '../../core/measures/refusals.ts';
import { SCENARIO_FORMAT, SCHEMA_VERSION, type StageNode } from '../../core/scenario/scenario.ts';
import { someOf } from '../../tests/examples.ts';
import { solveScenario } from '../solve/solve-scenario.ts';
import type { StageFitRequest } from './contract.ts';
import { binned, drawn } from './drawn.test-support.ts';
import { fitStage } from './fit-stage.ts';

/** Levels of one stage with 2 arrivals per second, by the solver. */
function stage(service: ServiceDistribution, more: Partial<StageNode> = {}) {
  const outcome = solveScenario(
    {
      format: SCENARIO_FORMAT,
      schemaVersion: SCHEMA_VERSION,
      name: 'one',
      nodes: [
        { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 2 } },
        { ...more, id: 's', kind: 'stage', service },
        { id: 'out', kind: 'sink' },
      ],
      links: [
        { from: 'in', to: 's' },
        { from: 's', to: 'out' },
      ],
    },
    'auto',
    false,
  );
  if (outcome.kind === 'noAnswer') throw new Error(refusalText(outcome));
  const { occupancyDistribution, arrivalRate } = outcome.stages.s!;
  return { occupancy: occupancyDistribution!, arrivalRate: arrivalRate! };
}

function best(request: StageFitRequest) {
  const report = fitStage(request);
  if (!report.ok) throw new Error(report.error);
  return { ...report.value.fits[0]!, report: report.value };
}

describe('fitStage', () => {
  it.each([
    ['M/M/1', stage({ distribution: 'exponential', rate: 2.5 }), { serverCount: 1 }, 0.8],
    ['M/D/1', stage({ distribution: 'deterministic', mean: 0.4 }), { serverCount: 1 }, 0.8],
    ['M/G/1', stage({ distribution: 'gamma', mean: 0.35, scv: 4 }), { serverCount: 1 }, 0.7],
    [
      'M/M/1/K',
      stage({ distribution: 'exponential', rate: 1.8 }, { capacity: 12, whenFull: 'drop' }),
      { serverCount: 1, capacity: 12 },
      2 / 1.8,
    ],
    [
      'M/M/3',
      stage({ distribution: 'exponential', rate: 0.85 }, { serverCount: 3 }),
      { serverCount: 3 },
      2 / 2.55,
    ],
  ] as const)('%s is found from its own levels, with its rate', (model, measured, known, load) => {
    const found = best({ ...measured, ...known });
    expect(found.model).toBe(model);
    expect(found.load / load).toBeCloseTo(1, 3);
    expect(found.offeredRate).toBeCloseTo(2, 2);
    expect(found.wasserstein).toBeLessThan(0.01);
  });

  it('says which models the levels do not tell apart', () => {
    const { report } = best({
      ...stage({ distribution: 'gamma', mean: 0.35, scv: 0.9 }),
      serverCount: 1,
      observations: 50,
    });
    expect(report.sentences[0]).toMatch(
      /^M\/.* is best at load 0\.[67]\d*, but the data do not distinguish it from /,
    );
    expect(report.sentences.at(-1)).toBe(
      'The penalty counts the measurement as 50 independent observations.',
    );
  });

  it('takes times in the stage by the distributional law of Little', () => {
    // M/M/1 at load 0.75: times in it are exponential with mean 1 / (mu - lambda).
    const values = drawn({ distribution: 'exponential', mean: 1.5 }, 20_000, 3);
    const edges = Array.from({ length: 400 }, (_, i) => i / 10);
    const found = best({ sojourn: binned(values, edges), arrivalRate: 2 });
    expect(found.model).toBe('M/M/1');
    expect(found.load).toBeCloseTo(0.75, 2);
    expect((found.service as { mean: number }).mean).toBeCloseTo(0.375, 2);
  });

  it('refuses what tells nothing', () => {
    const error = (request: StageFitRequest) => {
      const report = fitStage(request);
      return report.ok ? '' : report.error;
    };
    expect(error({})).toBe('Expected an occupancy distribution, or response times.');
    expect(error({ occupancy: [1] })).toBe(
      'The stage was never seen with an element: there is nothing to fit.',
    );
    expect(error({ occupancy: [0.5, 0.2, 0.3], capacity: 1 })).toBe(
      'An occupancy of 2 was measured, above the capacity 1.',
    );
    expect(error({ sojourn: binned(Float64Array.of(1, 2, 3, 4, 5), [0, 3, 6]) })).toMatch(
      /only with the arrival rate: give it/,
    );
  });

  it.each(someOf([[[0.5, 0.5]], [[0, 1]], [[1e-9, 1]], [[0.1, 0, 0, 0, 0.9]]], 2))(
    'ends on levels that no search can move from: %j',
    (occupancy) => {
      const { report } = best({ occupancy });
      expect(report.fits.every(({ load, scv, bic }) => [load, scv, bic].every(Number.isFinite))).toBe(true);
    },
  );
});
