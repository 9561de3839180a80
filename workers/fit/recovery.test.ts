import { describe, expect, it } from 'vitest';
import type { ServiceLaw } from '../../core/distributions/law.ts';
import type { FittedFamily } from './contract.ts';
import { drawn } from './drawn.test-support.ts';
import { fitLaws } from './fit-laws.ts';

describe('recovery', () => {
  const LAWS: readonly (readonly [FittedFamily, ServiceLaw, Readonly<Record<string, number>>])[] = [
    ['exponential', { law: 'exponential', mean: 2 }, { mean: 2 }],
    ['gamma', { law: 'gamma', mean: 2, scv: 0.4 }, { mean: 2, scv: 0.4 }],
    ['lognormal', { law: 'lognormal', mean: 2, scv: 1.5 }, { mean: 2, scv: 1.5 }],
    ['weibull', { law: 'weibull', mean: 2, shape: 0.6 }, { mean: 2, shape: 0.6 }],
    ['pareto', { law: 'pareto', scale: 1, shape: 2.5 }, { scale: 1, shape: 2.5 }],
    ['uniform', { law: 'uniform', min: 1, max: 3 }, { min: 1, max: 3 }],
    [
      'hyperexponential',
      { law: 'hyperexponential', probabilities: [0.8, 0.2], rates: [5, 0.5] },
      { 'probabilities[0]': 0.8, 'rates[0]': 5, 'rates[1]': 0.5 },
    ],
  ];

  it.each(LAWS)('%s: intervals leave the truth out as often as they say', (family, law, truth) => {
    const RUNS = 60;
    for (const [name, value] of Object.entries(truth)) {
      let outside = 0;
      for (let seed = 0; seed < RUNS; seed += 1) {
        const { low, high } = intervalOf(family, drawn(law, 300, seed), name);
        if (!(low! <= value && value <= high!)) outside += 1;
      }
      // 9 or more of 60 have probability 0.2 % at 5 %.
      expect(outside, `${name} of ${family}`).toBeLessThan(9);
    }
  });
});

function intervalOf(family: FittedFamily, values: Float64Array, name: string) {
  const report = fitLaws({ kind: 'samples', values }, { families: [family], bootstraps: 0 });
  if (!report.ok) throw new Error(report.error);
  return report.value.fits[0]!.parameters.find((one) => one.name === name)!;
}
