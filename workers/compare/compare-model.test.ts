import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Measurement } from '../../core/measurement/measurement.ts';
import { modelFingerprint } from '../../core/scenario/measured-model.ts';
import type { Scenario, StageNode } from '../../core/scenario/scenario.ts';
import { mm1Trace } from '../measure/fixtures/mm1-trace.ts';
import { readMeasurement } from '../measure/read-measurement.ts';
import { readReduced } from '../measure/reduce-measurement.ts';
import { compareWithMeasurement } from './compare-model.ts';
import { comparisonVerdict } from './comparison-verdict.ts';
import type { Comparison, Prediction } from './contract.ts';
import { estimateMeans } from './estimate-means.ts';

const stage = (id: string, more: Partial<StageNode> = {}): StageNode => ({
  id,
  kind: 'stage',
  service: { distribution: 'exponential', rate: 1 },
  ...more,
});

function pipeline(...stages: StageNode[]): Pick<Scenario, 'nodes' | 'links'> {
  const nodes = [...stages, { id: 'end', kind: 'sink' as const }];
  return { nodes, links: nodes.slice(1).map((node, index) => ({ from: nodes[index]!.id, to: node.id })) };
}

const MERCURY = pipeline(
  stage('pci', { unit: 'pciElement' }),
  stage('1a', { unit: 'wmer' }),
  stage('1b', { unit: 'seed' }),
  stage('2', { unit: 'HSP' }),
);

/** Model columns of Dor 2010, figure 17, M/M/1, run 2. */
const MM1_RUN_2: Prediction = {
  pci: { utilization: 0.802 },
  '1a': { arrivalRate: 1.44e9, utilization: 0.679, meanQueueLength: 1.43, backPressureProbability: 0 },
  '1b': { arrivalRate: 50e6, utilization: 1, meanQueueLength: 7470, backPressureProbability: 0.923 },
  '2': { arrivalRate: 38.3e6, utilization: 0.288, meanQueueLength: 0.12, backPressureProbability: 0 },
};

/** Model columns of Dor 2010, figure 12, M/M/1/K, run 1, without back-pressure. */
const MM1K_RUN_1: Prediction = {
  pci: { utilization: 0.995 },
  '1a': { arrivalRate: 1.79e9, utilization: 0.841, meanQueueLength: 4.47 },
  '1b': { arrivalRate: 31.9e6, utilization: 0.25, meanQueueLength: 0.08 },
  '2': { arrivalRate: 28e6, utilization: 0.21, meanQueueLength: 0.06 },
};

function measured(run: 1 | 2): Measurement {
  const name = `mercury-run-${run}.csv`;
  const text = readFileSync(new URL(`../../public/measurements/${name}`, import.meta.url), 'utf8');
  const result = readMeasurement(
    text,
    name,
    MERCURY.nodes.filter((node) => node.kind === 'stage'),
  );
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.measurement;
}

const agreements = ({ rows }: Comparison): string[] =>
  rows.map((row) => `${row.quantity} ${row.stage} ${row.agreement}`);

describe('the tables of Dor 2010', () => {
  it('M/M/1, run 2 (figure 17): the rows of the table in its order', () => {
    expect(agreements(compareWithMeasurement(MERCURY, MM1_RUN_2, measured(2)))).toEqual([
      'arrivalRate 1a close',
      'arrivalRate 1b close',
      'arrivalRate 2 close',
      'utilization pci notMeasured',
      'utilization 1a close',
      'utilization 1b close',
      'utilization 2 close',
      'meanQueueLength 1a notMeasured',
      'meanQueueLength 1b off',
      'meanQueueLength 2 off',
      'backPressureProbability 1a off',
      'backPressureProbability 1b off',
      'backPressureProbability 2 close',
    ]);
  });

  it('M/M/1/K, run 1 (figure 12): back-pressure is not predicted', () => {
    const comparison = compareWithMeasurement(MERCURY, MM1K_RUN_1, measured(1));
    expect(agreements(comparison).filter((row) => !row.endsWith('close'))).toEqual([
      'utilization pci notMeasured',
      'meanQueueLength 1a notMeasured',
      'meanQueueLength 2 off',
      'backPressureProbability 1a notPredicted',
      'backPressureProbability 1b notPredicted',
      'backPressureProbability 2 notPredicted',
    ]);
  });

  it('gives the differences: (458 - 580) / 580 = -21 % at stage 1b (figure 12, run 2)', () => {
    const prediction = { ...MM1_RUN_2, '1b': { meanQueueLength: 458 } };
    const { rows } = compareWithMeasurement(MERCURY, prediction, measured(2));
    const row = rows.find(({ stage: id, quantity }) => id === '1b' && quantity === 'meanQueueLength');
    expect(row).toMatchObject({
      unit: 'seed',
      dimension: 'elements',
      predicted: 458,
      measured: 580,
      difference: -122,
    });
    expect(row?.relativeDifference).toBeCloseTo(-122 / 580, 12);
    expect(comparisonVerdict({ rows: [row!], distributions: [] })).toContain(
      '1b: queue length is predicted 458, measured 580: off by 21 %.',
    );
  });

  it('of an approximation reject the prediction, not the model, until a simulation stands in its place', () => {
    const off = (stage: { readonly exact?: boolean; readonly simulated?: { meanQueueLength: 1 } }) => {
      const prediction = { '1b': { meanQueueLength: 458, ...stage } };
      return comparisonVerdict(compareWithMeasurement(MERCURY, prediction, measured(2)))[1];
    };
    expect(off({ exact: false })).toMatch(
      /^The data reject the prediction at 1b, which is approximate there/,
    );
    expect(off({ exact: true })).toMatch(/^The data reject the model at 1b\./);
    expect(off({ exact: false, simulated: { meanQueueLength: 1 } })).toMatch(/^The data reject the model/);
    expect(off({})).toMatch(/^The data reject the model/);
  });

  it('blames the back-pressure of 1a on feedback from 1b, as section 7.2 does', () => {
    const comparison = compareWithMeasurement(MERCURY, MM1_RUN_2, measured(2));
    const verdict = comparisonVerdict(comparison);
    expect(verdict[0]).toContain('7 of 11 measured quantities agree with their predictions within 10 %');
    expect(verdict[1]).toContain('The data reject the model at 1b, 2, 1a.');
    expect(verdict[1]).toContain(
      '1a, full-queue probability is measured 0.296 and predicted 0; the model ignores feedback from 1b',
    );
    expect(verdict).toContain('1b: queue length is predicted 7470, measured 580: off by 1188 %.');
  });
});

describe('agreement', () => {
  const one = (
    predicted: number,
    value: number,
    quantity: 'utilization' | 'meanQueueLength' | 'arrivalRate',
  ) =>
    compareWithMeasurement(
      pipeline(stage('s')),
      { s: { [quantity]: predicted } },
      { name: 'm', stages: [{ stage: 's', [quantity]: value }] },
    ).rows[0]!.agreement;

  it('is 10 % of the measured value for rates', () => {
    expect(one(109, 100, 'arrivalRate')).toBe('close');
    expect(one(111, 100, 'arrivalRate')).toBe('off');
    expect(one(0, 0, 'arrivalRate')).toBe('close');
    expect(one(0.01, 0, 'arrivalRate')).toBe('off');
  });

  it('is also 0.05 for fractions', () => {
    expect(one(0.04, 0, 'utilization')).toBe('close');
    expect(one(0.16, 0.1, 'utilization')).toBe('off');
    expect(one(0.99, 0.91, 'utilization')).toBe('close');
  });

  it('is also 1 element for short queues', () => {
    expect(one(0.08, 0, 'meanQueueLength')).toBe('close');
    expect(one(0.06, 1.2, 'meanQueueLength')).toBe('off');
    expect(one(1.9, 2.5, 'meanQueueLength')).toBe('off');
  });
});

describe('comparison', () => {
  it('looks through routers for feedback', () => {
    const nodes = [stage('a'), { id: 'r', kind: 'router' as const }, stage('b'), stage('c')];
    const links = ['b', 'c'].map((to) => ({ from: 'r', to })).concat({ from: 'a', to: 'r' });
    const stages = [
      { stage: 'a', backPressureProbability: 0.5 },
      { stage: 'b', backPressureProbability: 0.2 },
      { stage: 'c', backPressureProbability: 0.6 },
    ];
    const prediction = { a: { backPressureProbability: 0.1 }, b: { backPressureProbability: 0.9 } };
    const { rows } = compareWithMeasurement({ nodes, links }, prediction, { name: 'm', stages });
    expect(rows.map((row) => [row.stage, row.feedbackFrom])).toEqual([
      ['a', 'c'],
      ['b', undefined],
      ['c', undefined],
    ]);
  });

  it('keeps a measured stage that the scenario no longer has', () => {
    const measurement = { name: 'm', stages: [{ stage: 'gone', utilization: 0.5 }] };
    const { rows } = compareWithMeasurement(pipeline(stage('s')), { s: {} }, measurement);
    expect(rows).toEqual([
      {
        stage: 'gone',
        quantity: 'utilization',
        dimension: 'fraction',
        measured: 0.5,
        agreement: 'notPredicted',
      },
    ]);
  });

  it('does not contradict what the precision of the inputs allows, of the model or told of a simulation', () => {
    const queue = { meanQueueLength: 368 };
    const spans = { meanQueueLength: [204, 599] } as const;
    const of = (prediction: Prediction, solved?: Prediction) =>
      compareWithMeasurement(MERCURY, prediction, measured(2), solved);
    const rowIn = ({ rows }: Comparison) => rows.find((row) => row.stage === '1b' && row.predicted === 368)!;
    for (const known of [
      of({ '1b': { ...queue, spans } }),
      of({ '1b': queue }, { '1b': { meanQueueLength: 400, spans } }),
    ])
      expect(rowIn(known)).toMatchObject({ measured: 580, agreement: 'open', span: [204, 599] });
    expect(rowIn(of({ '1b': queue }))).toMatchObject({ agreement: 'off' });
    expect(comparisonVerdict(of({ '1b': { ...queue, spans } }))).toContain(
      '1b: queue length is predicted 368, measured 580: consistent, since the precision of its inputs allows 204 … 599.',
    );
    const narrow = of({ '1b': { ...queue, spans: { meanQueueLength: [340, 400] } } });
    expect(rowIn(narrow).agreement).toBe('off');
    expect(comparisonVerdict(narrow).join()).toContain(
      'off by 37 %; the precision of its inputs allows 340 … 400',
    );
  });

  it('says "consistent" and never "right"', () => {
    const measurement = { name: 'm', stages: [{ stage: 's', utilization: 0.5 }] };
    const verdict = comparisonVerdict(
      compareWithMeasurement(pipeline(stage('s')), { s: { utilization: 0.5 } }, measurement),
    );
    expect(verdict[1]).toBe('The model is consistent with these measurements.');
    expect(verdict).toHaveLength(2);
  });

  it('cannot judge what is not predicted or not measured', () => {
    const scenario = pipeline(stage('s', { unit: 'frame' }));
    const measurement = { name: 'm', stages: [{ stage: 's', arrivalRate: 31.9e6 }] };
    expect(comparisonVerdict(compareWithMeasurement(scenario, {}, measurement)).slice(1)).toEqual([
      'Nothing that was measured is predicted by this model, so nothing can contradict it.',
      's: arrival rate is measured 31.9 M frames/s, not predicted.',
    ]);
    expect(comparisonVerdict(compareWithMeasurement(scenario, {}, { name: 'm', stages: [] }))).toEqual([
      'Nothing of this scenario was measured.',
    ]);
  });

  it('takes the means of a simulation', () => {
    const estimates = {
      s: { utilization: { mean: 0.5, halfWidth: 0.01 }, occupancyDistribution: [{ mean: 1, halfWidth: 0 }] },
    };
    expect(estimateMeans(estimates)).toEqual({ s: { utilization: 0.5, occupancyDistribution: [1] } });
  });
});

describe('histograms', () => {
  /** (1 - rho) rho^n, and of the waiting elements 1 - rho^2 and then (1 - rho) rho^(k + 1). */
  const mm1 = (rho: number) => Array.from({ length: 400 }, (_, n) => (1 - rho) * rho ** n);

  it('compares occupancies and, from the same prediction, waiting elements', () => {
    const queueLengthDistribution = [1 - 0.25, ...mm1(0.5).slice(2)];
    const measurement = {
      name: 'm',
      stages: [{ stage: 's', occupancyDistribution: mm1(0.8), queueLengthDistribution }],
    };
    const { distributions } = compareWithMeasurement(
      pipeline(stage('s')),
      { s: { occupancyDistribution: mm1(0.5) } },
      measurement,
    );
    const [occupancy, waiting] = distributions;
    // M/M/1 means are rho / (1 - rho): 1 and 4. The two are stochastically ordered, so the distance is 4 - 1.
    expect(occupancy).toMatchObject({ stage: 's', of: 'occupancy' });
    expect(occupancy!.predictedMean).toBeCloseTo(1, 9);
    expect(occupancy!.measuredMean).toBeCloseTo(4, 9);
    expect(occupancy!.wasserstein).toBeCloseTo(3, 9);
    // F - G = 0.8^(n+1) - 0.5^(n+1) is largest at n = 1: 0.64 - 0.25.
    expect(occupancy!.kolmogorovSmirnov).toBeCloseTo(0.39, 12);
    expect(waiting!.of).toBe('queueLength');
    expect(waiting!.wasserstein).toBeCloseTo(0, 12);
    expect(waiting!.predictedMean).toBeCloseTo(0.5, 9); // rho^2 / (1 - rho)
  });

  it('equal means with another tail are not called consistent without saying so', () => {
    // Mean 1 twice: M/M/1 at a load of 1/2, whose P[N > n] = 2^-(n+1) first falls below 0.001 at n = 9; and 0 or 50.
    const rare = [0.98, ...new Array(49).fill(0), 0.02];
    const compared = compareWithMeasurement(
      pipeline(stage('s')),
      { s: { occupancyDistribution: mm1(0.5), meanOccupancy: 1 } },
      { name: 'm', stages: [{ stage: 's', occupancyDistribution: rare, meanOccupancy: 1 }] },
    );
    // A level that was seen for 2 % of the time is told apart from the rest for five times as much.
    expect(compared.distributions[0]!.tail).toEqual({
      share: 0.1,
      predicted: 3,
      measured: 0,
      isClose: false,
    });
    const verdictOf = (occupancyDistribution: readonly number[]) =>
      comparisonVerdict(
        compareWithMeasurement(
          pipeline(stage('s')),
          { s: { occupancyDistribution: mm1(0.5), meanOccupancy: 1 } },
          { name: 'm', stages: [{ stage: 's', occupancyDistribution, meanOccupancy: 1 }] },
        ),
      ).slice(1);
    const often = rare.map((share, n) => (n === 1 ? 1e-5 : n === 0 ? share - 1e-5 : share));
    expect(verdictOf(often)).toEqual([
      'The model is consistent with the means of these measurements; their distributions differ: s, largest CDF difference 0.48.',
      expect.stringContaining('; 99.9 % quantile 9 predicted, 50 measured.'),
    ]);
    const tailed = Array.from({ length: 51 }, (_, n) => 0.996 * 0.5 ** (n + 1) + (n === 50 ? 0.004 : 0));
    expect(verdictOf(tailed)).toEqual([
      'The model is consistent with the means of these measurements; their tails differ: s, 99.9 % quantile 9 predicted, 50 measured.',
      expect.stringContaining('; 99.9 % quantile 9 predicted, 50 measured.'),
    ]);
  });

  it('tails of as many levels as a file can hold', () => {
    const many = new Array(300_000).fill(1 / 300_000);
    const { distributions } = compareWithMeasurement(
      pipeline(stage('s')),
      { s: { occupancyDistribution: many } },
      { name: 'm', stages: [{ stage: 's', occupancyDistribution: many }] },
    );
    expect(distributions[0]!.tail).toMatchObject({ predicted: expect.any(Number), isClose: true });
    expect(distributions[0]!.tail.measured).toBeGreaterThan(299_000);
  });

  it('does not guess how many wait where servers may stand free', () => {
    const measurement = { name: 'm', stages: [{ stage: 's', queueLengthDistribution: [1] }] };
    const prediction = { s: { occupancyDistribution: [0.5, 0.5] } };
    const bulk = pipeline(stage('s', { bulk: { rule: 'full', size: 4 } }));
    expect(compareWithMeasurement(bulk, prediction, measurement).distributions).toEqual([]);
    const reserved = pipeline(stage('s'), stage('next', { whenFull: 'blockBefore' }));
    expect(compareWithMeasurement(reserved, prediction, measurement).distributions).toEqual([]);
    expect(compareWithMeasurement(pipeline(stage('s')), prediction, measurement).distributions).toHaveLength(
      1,
    );
  });
});

describe('a trace of finite length', () => {
  const queue = pipeline(stage('q', { service: { distribution: 'exponential', rate: 1 / 800e-9 } }));
  /** M/M/1 at a load of 0.8. */
  const right: Prediction = {
    q: {
      ...{ arrivalRate: 1e6, throughput: 1e6, utilization: 0.8, meanOccupancy: 4, meanSojournTime: 4e-6 },
      occupancyDistribution: Array.from({ length: 100 }, (_, n) => 0.2 * 0.8 ** n),
    },
  };
  const agreementsWith = async (prediction: Prediction, count: number, seed: number) => {
    const trace = mm1Trace({ count, arrivalGap: 1000, service: 800, seed });
    const read = await readReduced(new Blob([trace as BlobPart]), { fileName: 'trace.csv' }, [
      { id: 'q', name: 'server' },
    ]);
    if (!read.ok) throw new Error(JSON.stringify(read.error));
    const { rows, distributions } = compareWithMeasurement(queue, prediction, read.value.measurement);
    return [
      ...rows.map(({ agreement }) => agreement),
      ...distributions.map(({ tail }) => (tail.isClose ? 'close' : 'otherTail')),
    ];
  };

  it('seldom rejects the model that made it, and is not rejected for being short', {
    tags: ['long'],
  }, async () => {
    const seeds = Array.from({ length: 40 }, (_, i) => i + 1);
    const all = await Promise.all(seeds.map((seed) => agreementsWith(right, 8000, seed)));
    expect(all.filter((rows) => rows.includes('off')).length).toBeLessThanOrEqual(4);
    expect(all.filter((rows) => rows.includes('otherTail')).length).toBeLessThanOrEqual(2);
    expect(all.filter((rows) => rows.includes('sampled')).length).toBeGreaterThan(10);
  });

  it('tells nothing where its interval is wider than what it measures', () => {
    const measured = { stage: 'q', throughput: 1, meanOccupancy: 6.02, halfWidths: { meanOccupancy: 936 } };
    const prediction: Prediction = { q: { throughput: 1, meanOccupancy: 40 } };
    const comparison = compareWithMeasurement(queue, prediction, { name: 'm', stages: [measured] });
    expect(comparison.rows.map(({ agreement }) => agreement)).toEqual(['close', 'untold']);
    const sentences = comparisonVerdict(comparison);
    expect(sentences[1]).toBe(
      'There is too little data to judge the model by number in system of q; what else was measured does not contradict it.',
    );
    expect(sentences).toContain(
      'q: number in system is predicted 40, measured 6.02 ± 936: so little data cannot tell whether they agree.',
    );
    expect(sentences.join()).not.toContain('consistent');
  });

  it('rejects another model once it is long', async () => {
    const wrong: Prediction = { q: { ...right.q!, meanOccupancy: 6 } };
    expect(await agreementsWith(wrong, 400_000, 7)).toContain('off');
  });
});

describe('a model that was changed after it was measured', () => {
  const drawn = pipeline(stage('s'));
  const measurement = {
    name: 'run',
    model: modelFingerprint(drawn),
    stages: [{ stage: 's', utilization: 0.9 }],
  };
  const changed = pipeline({ ...stage('s'), serverCount: 2 });

  it('is not rejected', () => {
    const comparison = compareWithMeasurement(changed, { s: { utilization: 0.45 } }, measurement);
    expect(comparison.isChanged).toBe(true);
    expect(comparison.rows.map(({ agreement }) => agreement)).toEqual(['differs']);
    const sentences = comparisonVerdict(comparison);
    expect(sentences[0]).toContain('changed after the measurement');
    expect(sentences.join(' ')).not.toContain('reject');
    expect(sentences[2]).toContain('The changed model differs from the measurement at s.');
  });

  it('is, as it was measured', () => {
    const comparison = compareWithMeasurement(drawn, { s: { utilization: 0.45 } }, measurement);
    expect(comparison.rows.map(({ agreement }) => agreement)).toEqual(['off']);
    expect(comparison.isChanged).toBe(undefined);
  });
});
