import { describe, expect, it } from 'vitest';
import type { ServiceDistribution } from '../../core/distributions/index.ts';
import { someOf } from '../../tests/examples.ts';
import type { FittedFamily } from './contract.ts';
import { drawn } from './drawn.test-support.ts';
import { fitDistributions } from './fit-distributions.ts';

describe('recovery', () => {
  const DISTRIBUTIONS: readonly (readonly [
    FittedFamily,
    ServiceDistribution,
    Readonly<Record<string, number>>,
  ])[] = [
    ['exponential', { distribution: 'exponential', mean: 2 }, { mean: 2 }],
    ['gamma', { distribution: 'gamma', mean: 2, scv: 0.4 }, { mean: 2, scv: 0.4 }],
    ['lognormal', { distribution: 'lognormal', mean: 2, scv: 1.5 }, { mean: 2, scv: 1.5 }],
    ['weibull', { distribution: 'weibull', mean: 2, shape: 0.6 }, { mean: 2, shape: 0.6 }],
    ['pareto', { distribution: 'pareto', scale: 1, shape: 2.5 }, { scale: 1, shape: 2.5 }],
    ['uniform', { distribution: 'uniform', min: 1, max: 3 }, { min: 1, max: 3 }],
    [
      'hyperexponential',
      { distribution: 'hyperexponential', probabilities: [0.8, 0.2], rates: [5, 0.5] },
      { 'probabilities[0]': 0.8, 'rates[0]': 5, 'rates[1]': 0.5 },
    ],
  ];

  it.each(someOf(DISTRIBUTIONS, 4))(
    '%s: intervals leave the truth out as often as they say',
    (family, distribution, truth) => {
      const RUNS = 60;
      for (const [name, value] of Object.entries(truth)) {
        let outside = 0;
        for (let seed = 0; seed < RUNS; seed += 1) {
          const { low, high } = intervalOf(family, drawn(distribution, 300, seed), name);
          if (!(low! <= value && value <= high!)) outside += 1;
        }
        // 9 or more of 60 have probability 0.2 % at 5 %.
        expect(outside, `${name} of ${family}`).toBeLessThan(9);
      }
    },
  );
});

function intervalOf(family: FittedFamily, values: Float64Array, name: string) {
  const report = fitDistributions({ kind: 'samples', values }, { families: [family], bootstraps: 0 });
  if (!report.ok) throw new Error(report.error);
  return report.value.fits[0]!.parameters.find((one) => one.name === name)!;
}
