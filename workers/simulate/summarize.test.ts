import { describe, expect, it } from 'vitest';
import { verdictText } from '../../core/measures/verdicts.ts';
import { line, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario, SourceNode, StageNode } from '../../core/scenario/scenario.ts';
import { estimate } from '../numeric/estimates.ts';
import { answerOf } from './theory.test-support.ts';

const codes = (scenario: Scenario, horizon: number, replications = 6): string[] =>
  answerOf(scenario, { horizon, replications }).verdicts.map(
    ({ code, stage }) => `${code}${stage ? ` ${stage}` : ''}`,
  );

describe('estimate', () => {
  it('is the mean and t s / sqrt n', () => {
    // 2, 4, 9: mean 5, s^2 = 13, t(0.975, 2) = 4.302653.
    expect(estimate([2, 4, 9])!.mean).toBe(5);
    expect(estimate([2, 4, 9])!.halfWidth).toBeCloseTo(4.30265273 * Math.sqrt(13 / 3), 8);
  });

  it('leaves out replications without data, and is absent without any', () => {
    expect(estimate([Number.NaN, 3, 3])).toEqual({ mean: 3, halfWidth: 0 });
    expect(estimate([Number.NaN])).toBeUndefined();
  });
});

describe('summarizeReplications', () => {
  it('leaves out measures without data', () => {
    const never = line(source('in', 1), stage('a', 2, { passProbability: 0 }), stage('b', 1));
    const { stages, network } = answerOf(never, { horizon: 100, replications: 5 });
    expect(stages.b).not.toHaveProperty('meanSojournTime');
    expect(stages.b).not.toHaveProperty('lossProbability');
    expect(stages.b!.occupancyDistribution).toEqual([{ mean: 1, halfWidth: 0 }]);
    expect(stages.a).not.toHaveProperty('fullProbability');
    expect(network).not.toHaveProperty('meanSojournTime');
    expect(network.throughput).toEqual({ mean: 0, halfWidth: 0 });
  });

  it('leaves out a distribution of more than 50 000 levels, but keeps its mean', { tags: ['long'] }, () => {
    const flood = line(source('in', 1, { batchSize: 60_000 }), stage('a', 1));
    const { stages } = answerOf(flood, { horizon: 8, warmup: 4, replications: 3 });
    expect(stages.a).not.toHaveProperty('occupancyDistribution');
    expect(stages.a!.meanOccupancy!.mean).toBeGreaterThan(60_000);
  });

  it('leaves out percentiles beyond which fewer than ten were seen', () => {
    const { stages, network } = answerOf(line(source('in', 0.5), stage('a', 1)), { horizon: 3000 });
    expect(Object.keys(stages.a!.sojournPercentiles!)).toEqual(['p50', 'p90', 'p99']);
    expect(Object.keys(network.latencyPercentiles!)).toEqual(['p50', 'p90', 'p99']);
  });

  it('W3: has half a bucket in the half width of a percentile, so that it holds a time that is always the same', () => {
    const clockwork: StageNode = { ...stage('a', 1), service: { distribution: 'deterministic', mean: 0.7 } };
    const beat: SourceNode = { ...source('in', 1), interarrival: { distribution: 'deterministic', mean: 1 } };
    const { stages } = answerOf(line(beat, clockwork), { horizon: 2000, warmup: 0, replications: 5 });
    const { mean, halfWidth } = stages.a!.sojournPercentiles!.p50!;
    expect(Math.abs(mean - 0.7)).toBeGreaterThan(1e-4);
    expect(Math.abs(mean - 0.7)).toBeLessThan(halfWidth);
    expect(halfWidth).toBeLessThan(0.008 * mean);
    expect(stages.a!.waitingPercentiles!.p50).toEqual({ mean: 0, halfWidth: 0 });
  });

  it('has no percentile of a time that grows with the run, and those of stages before it', () => {
    const scenario = line(source('in', 1.2), stage('a', 3), stage('b', 1));
    const { stages, network } = answerOf(scenario, { horizon: 3000, replications: 6 });
    expect(stages.a!.sojournPercentiles!.p90!.mean).toBeCloseTo(Math.log(10) / 1.8, 1);
    expect(stages.b).not.toHaveProperty('sojournPercentiles');
    expect(stages.b).not.toHaveProperty('waitingPercentiles');
    expect(stages.b!.meanSojournTime!.mean).toBeGreaterThan(100);
    expect(network).not.toHaveProperty('latencyPercentiles');
  });

  it('names the busiest stage as the bottleneck', () => {
    const scenario = line(source('in', 1), stage('a', 3), stage('b', 1.2), stage('c', 2));
    expect(answerOf(scenario, { horizon: 500, replications: 5 }).network.bottleneck).toBe('b');
  });
});

describe('verdicts', () => {
  it('says nothing about a run that is long enough', () => {
    expect(codes(line(source('in', 0.5), stage('a', 1)), 5000)).toEqual([]);
  });

  it('warns of a stage that keeps growing', () => {
    expect(codes(line(source('in', 1.2), stage('a', 1)), 3000)).toEqual(['growing a']);
  });

  it('does not take chance for growth: none of 20 seeds at rho = 0.8', () => {
    const growing = Array.from({ length: 20 }, (_, seed) =>
      answerOf(line(source('in', 0.8), stage('a', 1)), { horizon: 4000, seed }).verdicts.map(
        ({ code }) => code,
      ),
    );
    expect(growing.flat()).toEqual([]);
  });

  it('notes few replications, few services and rare losses', () => {
    const rare = line(source('in', 0.5), stage('a', 1, { capacity: 9, whenFull: 'drop' }));
    expect(codes(rare, 3000)).toEqual(['rare-loss a']);
    expect(codes(line(source('in', 0.5), stage('a', 1)), 50, 2)).toEqual([
      'few-replications',
      'few-services a',
    ]);
  });

  it('bounds a loss that was never seen by three in the number of arrivals', () => {
    const never = line(source('in', 0.1), stage('a', 10, { capacity: 50, whenFull: 'drop' }));
    const [verdict] = answerOf(never, { horizon: 10_000, replications: 6 }).verdicts;
    const offered = Number(/none of ([\d,]+)/.exec(verdictText(verdict!))![1]!.replace(',', ''));
    expect(Number(/below ([\d.e-]+)\.$/.exec(verdictText(verdict!))![1])).toBeCloseTo(3 / offered, 4);
  });
});
