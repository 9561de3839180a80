import { describe, expect, it } from 'vitest';
import type { StageMeasurement } from '../../../core/measurement/measurement.ts';
import { isStage, type StageNode } from '../../../core/scenario/scenario.ts';
import { flowRates, readExampleFile } from './example-files.test-support.ts';

/** One row of a figure: values of run 1 and run 2; undefined where the paper says N/A. */
type Row = readonly [
  stage: string,
  quantity: keyof StageMeasurement,
  run1: number | undefined,
  run2: number | undefined,
];

/** Dor 2010, columns "Empirical measurement"; "approaching 0" as 0. */
const SHARED: readonly Row[] = [
  ['1a', 'arrivalRate', 1790e6, 1440e6],
  ['2', 'arrivalRate', 28.0e6, 38.3e6],
  ['1a', 'utilization', 0.848, 0.679],
  ['2', 'utilization', 0.207, 0.288],
  ['1a', 'meanQueueLength', undefined, undefined],
  ['2', 'meanQueueLength', 1.2, 1.7],
];
const FIGURES_12_AND_17: readonly Row[] = [
  ...SHARED,
  ['1b', 'arrivalRate', 31.9e6, 50.0e6],
  ['1b', 'utilization', 0.233, 0.927],
  ['1b', 'meanQueueLength', 0, 580],
  ['1a', 'backPressureProbability', 0.0, 0.296],
  ['1b', 'backPressureProbability', 0.0, 0.604],
  ['2', 'backPressureProbability', 0.0, 0.0],
];
const FIGURE_15: readonly Row[] = [
  ...SHARED,
  ['1bp', 'arrivalRate', 31.9e6, 50.0e6],
  ['1bd', 'arrivalRate', undefined, undefined],
  ['1bp', 'utilization', 0.233, 0.927],
  ['1bd', 'utilization', undefined, undefined],
  ['1bp', 'meanQueueLength', 0, 115],
  ['1bd', 'meanQueueLength', 0, 460],
];

/** Capacity, service rate and pass probability of each stage: Dor 2010, figures 11 and 14. */
const INPUTS: Readonly<Record<string, readonly [stage: string, K: number, mu: number, pass: number][]>> = {
  'mercury-run-1': [
    ['1a', 130, 2130e6, 0.0178],
    ['1b', 600, 128e6, 0.877],
    ['2', 10, 133e6, 0.000204],
  ],
  'mercury-run-2': [
    ['1a', 130, 2130e6, 0.0346],
    ['1b', 600, 50.0e6, 0.765],
    ['2', 10, 133e6, 0.00035],
  ],
  'mercury-decoupled-run-1': [
    ['1a', 130, 2130e6, 0.0178],
    ['1bp', 130, 128e6, 0.923],
    ['1bd', 500, 128e6, 0.95],
    ['2', 10, 133e6, 0.000204],
  ],
  'mercury-decoupled-run-2': [
    ['1a', 130, 2130e6, 0.0346],
    ['1bp', 130, 50.0e6, 0.892],
    ['1bd', 500, 50.0e6, 0.857],
    ['2', 10, 133e6, 0.00035],
  ],
};

/** Native flows that the models predict, in millions per second, as printed: Dor 2010, figures 12 and 15. */
const FLOWS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'mercury-run-1': { '1a': 1790, '1b': 31.9, '2': 28.0 },
  'mercury-run-2': { '1a': 1440, '1b': 50.0, '2': 38.3 },
  'mercury-decoupled-run-1': { '1a': 1790, '1bp': 31.9, '1bd': 29.5, '2': 28.0 },
  'mercury-decoupled-run-2': { '1a': 1440, '1bp': 50.0, '1bd': 44.6, '2': 38.3 },
};

describe.each([
  ['mercury-run-', 'figures 12 and 17', FIGURES_12_AND_17],
  ['mercury-decoupled-run-', 'figure 15', FIGURE_15],
])('the measurements in %s1 and 2, Dor 2010, %s', (prefix, _, rows) => {
  it.each([1, 2] as const)('are those that are printed, run %i', (run) => {
    const printed = new Map<string, Record<string, unknown>>();
    for (const [stage, quantity, run1, run2] of rows) {
      const value = run === 1 ? run1 : run2;
      if (value !== undefined) printed.set(stage, { stage, ...printed.get(stage), [quantity]: value });
    }
    const stages = readExampleFile(`${prefix}${run}`).measurement!.stages;
    expect(Object.fromEntries(stages.map((each) => [each.stage, each]))).toEqual(Object.fromEntries(printed));
  });
});

describe.each(Object.keys(INPUTS))('%s', (slug) => {
  const scenario = readExampleFile(slug);
  const stages = new Map(scenario.nodes.filter(isStage).map((node): [string, StageNode] => [node.id, node]));

  it('has the inputs of Dor 2010, figures 11 and 14', () => {
    for (const [id, capacity, rate, passProbability] of INPUTS[slug]!) {
      expect(stages.get(id)).toMatchObject({
        capacity,
        service: { distribution: 'exponential', rate },
        passProbability,
      });
    }
    expect(stages.get('pci')!.service).toEqual({ distribution: 'exponential', rate: 900e6 / 8 });
    expect(stages.get('1a')!.conversionFactor).toBe(16);
  });

  it('carries the flows of Dor 2010, figures 12 and 15, as closely as three printed digits of each input allow', () => {
    const rates = flowRates(scenario);
    for (const [id, printed] of Object.entries(FLOWS[slug]!)) {
      expect(Math.abs(rates.get(id)! / 1e6 / printed - 1), id).toBeLessThan(0.005);
    }
  });
});
