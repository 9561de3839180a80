import { describe, expect, it } from 'vitest';
import { warning } from '../../../core/measures/verdicts.ts';
import type { SimulationPlan, SimulationResult } from '../../../workers/simulate/contract.ts';
import { replicationsWanted } from '../../../workers/simulate/stopping.ts';
import { runProgress, stoppedText } from './SimulationNotes.tsx';
import type { SimulationRun, SimulationSoFar } from './simulating.ts';

const PLAN: SimulationPlan = { seed: 1, replications: 10, horizon: 1, warmup: 0 };
const running = (replication: number, fraction: number, events: number) => ({
  replication,
  fraction,
  events,
  occupancy: {},
});
const runOf = ({
  answer,
  startedAt = 1000,
  ...soFar
}: Partial<SimulationSoFar> & { answer?: SimulationResult; startedAt?: number }): SimulationRun => ({
  ...{ status: 'running', key: 'k', startedAt, answer, incidents: [] },
  progress: { plan: PLAN, replications: {}, finished: 0, asked: [], ...soFar },
});
/** Mean 2 ± 0.4, that is 20 %, and a throughput known to 1 %. */
const RESULT = {
  replications: 10,
  events: 5000,
  verdicts: [],
  stages: { a: { meanOccupancy: { mean: 2, halfWidth: 0.4 }, throughput: { mean: 5, halfWidth: 0.05 } } },
} as unknown as SimulationResult;

describe('the progress of a run', () => {
  it('counts replications that are done and parts of those that run, and tells the time left from that', () => {
    const run = runOf({ finished: 2, replications: { 1: running(1, 1, 100), 2: running(2, 0.5, 50) } });
    expect(runProgress(run, 3000)).toEqual({
      finished: 2,
      wanted: 10,
      fraction: 0.25,
      eventsPerSecond: 75,
      secondsLeft: 6,
    });
  });

  it('is unknown before the plan, and tells no time left at the very start', () => {
    expect(runProgress(runOf({ plan: undefined }), 2000)).toBeUndefined();
    expect(runProgress(runOf({}), 1000)).toEqual({
      finished: 0,
      wanted: 10,
      fraction: 0,
      eventsPerSecond: 0,
    });
  });

  it('goes on with the wanted precision: four times as many for half the width', () => {
    const run = runOf({ plan: { ...PLAN, precision: 0.1 }, finished: 10, answer: RESULT });
    expect(runProgress(run, 2000)).toMatchObject({
      wanted: 40,
      fraction: 0.25,
      worst: { stage: 'a', measure: 'meanOccupancy', share: 0.2 },
    });
  });

  it('says how much longer a precision would take that the run ends before', () => {
    const run = runOf({ plan: { ...PLAN, precision: 0.01 }, finished: 10, answer: RESULT });
    const { replications } = RESULT;
    const needed = replications * (0.2 / 0.01) ** 2;
    const progress = runProgress(run, 2000)!;
    // One second for the first ten.
    expect(progress).toMatchObject({ fraction: 10 / 400, wanted: 400, secondsLeft: 39 });
    expect(progress.secondsMissing).toBeCloseTo((needed - replications) / replications, 9);
    // Where the simulator ends, too.
    const { stages } = RESULT;
    expect(replicationsWanted({ ...PLAN, precision: 0.01 }, { replications: 400, stages })).toBe(
      progress.wanted,
    );
  });

  it('tells no time where no number of replications gives the precision', () => {
    const facts = {
      precision: 0.01,
      replications: 10,
      missing: [],
      unsettled: [{ name: 'a', load: 1.2 }],
      most: 400,
    };
    const answer = { ...RESULT, verdicts: [warning('precision-missed', facts, 'a')] };
    const run = runOf({ plan: { ...PLAN, precision: 0.01 }, finished: 10, answer });
    const told = runProgress(run, 3000);
    expect(told).toMatchObject({ isEndless: true });
    expect(told).not.toHaveProperty('secondsMissing');
  });

  it('asks only the chosen measures', () => {
    const plan: SimulationPlan = { ...PLAN, precision: 0.1, precisionMeasures: ['throughput'] };
    expect(runProgress(runOf({ plan, finished: 10, answer: RESULT }), 2000)).toMatchObject({
      wanted: 10,
      fraction: 1,
    });
  });
});

describe('the words on a stopped run', () => {
  it('say what its numbers are from, or why it has none', () => {
    const answer = { ...RESULT, plan: { ...PLAN, replications: 200 } };
    expect(stoppedText({ status: 'stopped', answer })).toBe(
      'Stopped after 10 of 200 replications; the intervals are from these.',
    );
    // Ten replications know it to 10 %: 1 % takes a hundred times as many, of which a run makes the most it may.
    const precise = { ...RESULT, plan: { ...PLAN, precision: 0.01 } };
    expect(stoppedText({ status: 'stopped', answer: precise })).toMatch(
      /^Stopped after 10 of about \d+ replications;/,
    );
    expect(stoppedText({ status: 'stopped' })).toMatch(
      /^Stopped: a confidence interval needs at least two replications/,
    );
    expect(stoppedText(runOf({}))).toBeUndefined();
  });
});
