import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { distributionMean, distributionScv } from '../../../core/distributions/index.ts';
import type { Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import { applyPosterior } from '../../../workers/posterior/apply-posterior.ts';
import type { PosteriorAnswer, QueuePosterior } from '../../../workers/posterior/contract.ts';
import {
  editDocument,
  openDocument,
  selectScenario,
  undoEdit,
  useDocument,
} from '../../state/document-store.ts';
import { posteriorClient } from './posterior-run.ts';
import type { TaskSource } from './posterior-store.ts';
import { placedQueues, putDistributionsOnStages } from './put-distributions.ts';

const stage = (id: string): StageNode => ({
  id,
  kind: 'stage',
  service: { distribution: 'exponential', rate: 100 },
});
const SCENARIO: Scenario = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Two',
  nodes: [stage('a'), stage('b')],
  links: [],
  precisions: [{ node: 'a', field: 'service.rate', plusMinus: 0.5 }],
};

const interval = (mean: number, half: number) => ({ mean, low: mean - half, high: mean + half });
const queue = (id: string, more: Partial<QueuePosterior> = {}): QueuePosterior => ({
  id,
  servers: 1,
  discipline: 'FCFS',
  family: 'gamma',
  meanService: interval(0.02, 0.003),
  scv: interval(0.5, 0.1),
  serviceTime: interval(0.02, 0.001),
  waitingTime: interval(0.05, 0.001),
  waitsMore: 1,
  moreServers: 'help',
  draws: { mean: Float64Array.of(0.02), scv: Float64Array.of(0.5) },
  ...more,
});
const present = (): Scenario => selectScenario(useDocument.getState())!;

beforeEach(() => {
  openDocument('one', SCENARIO);
  vi.spyOn(posteriorClient.one, 'apply').mockImplementation(async (_, scenario, answer, draw) =>
    applyPosterior(scenario, answer, draw),
  );
});
afterEach(() => vi.restoreAllMocks());

describe('putting distributions on stages', () => {
  it('is one step, with intervals as precisions in place of what was said of the old distribution', async () => {
    const { applied } = await putDistributionsOnStages([
      queue('q', { stage: 'a' }),
      queue('r', { stage: 'b' }),
    ]);
    expect(applied).toEqual(['a', 'b']);
    const distribution = { distribution: 'gamma', mean: 0.02, scv: 0.5 };
    expect(present().nodes).toMatchObject([{ service: distribution }, { service: distribution }]);
    expect(present().precisions).toEqual([
      { node: 'a', field: 'service.mean', plusMinus: 0.15 },
      { node: 'b', field: 'service.mean', plusMinus: 0.15 },
    ]);
    undoEdit();
    expect(present()).toBe(SCENARIO);
  });

  it('keeps an edit that was made while the distributions were on their way', async () => {
    const putting = putDistributionsOnStages([queue('q', { stage: 'a' })]);
    editDocument('Rename', (scenario) => ({ ...scenario, name: 'Other' }));
    await putting;
    expect(present()).toMatchObject({ name: 'Other', nodes: [{ service: { distribution: 'gamma' } }, {}] });
  });

  it('says which queue feeds no stage, and edits nothing for those alone', async () => {
    const { applied, left } = await putDistributionsOnStages([queue('q')]);
    expect(applied).toEqual([]);
    expect(left).toEqual([expect.stringContaining('queue q')]);
    expect(present()).toBe(SCENARIO);
  });

  it('gives a mixture its branches, and no precision that nothing could be said with', async () => {
    const mixture = queue('q', { stage: 'a', family: 'mixture', weights: [0.4, 0.6], means: [0.05, 0.01] });
    await putDistributionsOnStages([mixture]);
    expect(present().nodes[0]).toMatchObject({
      service: { distribution: 'hyperexponential', probabilities: [0.4, 0.6] },
    });
    expect(present().precisions).toBeUndefined();
  });

  it('gives a discrete distribution its values, without those that hardly any service has, or one constant', async () => {
    const discrete = (weights: readonly number[], means: readonly number[]) =>
      queue('q', { stage: 'a', family: 'discrete', weights, means });
    await putDistributionsOnStages([discrete([0.2, 1e-6, 0.8], [0.06, 0.05, 0.01])]);
    const { service } = present().nodes[0] as StageNode;
    expect(service).toMatchObject({ distribution: 'empirical', weights: [0.8, 0, 0.2] });
    expect(distributionMean(service)).toBeCloseTo(0.02, 12);
    await putDistributionsOnStages([discrete([1, 1e-9], [0.021, 0.04])]);
    expect(present().nodes[0]).toMatchObject({ service: { distribution: 'deterministic', mean: 0.02 } });
    expect(present().precisions).toBeUndefined();
  });

  it('gives a Pareto distribution the mean and the variability that were estimated', async () => {
    await putDistributionsOnStages([queue('q', { stage: 'a', family: 'pareto' })]);
    const { service } = present().nodes[0] as StageNode;
    expect(distributionMean(service)).toBeCloseTo(0.02, 12);
    expect(distributionScv(service)).toBeCloseTo(0.5, 10);
    expect(present().precisions).toBeUndefined();
  });
});

describe('queues with their stages', () => {
  it('feed the stages that are chosen now, not those of when the chains ran', () => {
    const answer = { queues: [queue('a', { stage: 'b' }), queue('other')] } as unknown as PosteriorAnswer;
    const source = {
      tasks: { queue: ['a', 'other'] },
      queues: [],
    } as unknown as TaskSource;
    const stages = (chosen = {}) => placedQueues(answer, source, SCENARIO, chosen).map((one) => one.stage);
    expect(stages()).toEqual(['a', undefined]);
    expect(stages({ other: { stage: 'b' }, a: { stage: '' } })).toEqual([undefined, 'b']);
  });
});
