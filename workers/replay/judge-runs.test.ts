import { describe, expect, it } from 'vitest';
import { exponential } from '../../core/scenario/drawing.test-support.ts';
import { equalFrames, tracedLevels } from '../measure/trace/traced-levels.ts';
import { feedStage } from './feed-stage.ts';
import { readTrace } from './read-trace.ts';
import { knownQueue, lineOf } from './replay.test-support.ts';
import { judgeRuns, measuredArrivals } from './replay-stage.ts';
import { runFed } from './run-fed.ts';

const of = (...shares: readonly number[]): Float64Array => Float64Array.from(shares);

/** The verdict on one trace of M/M/1 at 0.7, of which the model has a service `slower` by a factor. */
async function verdictOn(seed: number, { slower, count }: { slower: number; count: number }) {
  const { arrivals, departures } = knownQueue(exponential(0.7), exponential(1), { count, seed });
  const trace = readTrace({
    ...{ arrivals: Float64Array.from(arrivals), departures: Float64Array.from(departures) },
    ...{ isOutOfTurn: false, isCut: false, outOfOrder: 0 },
  });
  const distribution = measuredArrivals(trace);
  const fed = feedStage(
    lineOf(exponential(0.7), { service: exponential(1 / slower) }),
    'server',
    distribution,
  );
  if (!fed.ok) throw new Error(fed.error);
  const runs = await runFed(
    {
      ...{ scenario: fed.value.scenario, stage: 'server', serverCount: 1, loses: false, fromStart: true },
      ...{ duration: trace.duration + 2 * distribution.lead, bounds: [0, trace.duration], runs: 19, seed },
    },
    { onRun: () => undefined },
  );
  if (typeof runs === 'string') throw new Error(runs);
  return judgeRuns(tracedLevels(trace, equalFrames(trace.duration, 1)).shares, runs.sharesByRun, count - 1)
    .outcome;
}

const share = async (outcome: string, asked: { slower: number; count: number }, traces: number) => {
  let found = 0;
  for (let seed = 1; seed <= traces; seed += 1)
    if ((await verdictOn(1000 + seed, asked)) === outcome) found += 1;
  return found / traces;
};

describe('the verdict on measured levels', () => {
  it('is seldom against a right model: 40 traces, each its own', async () => {
    // At 5 % seven or more come with probability 0.003; the seeds are fixed.
    expect(await share('inconsistent', { slower: 1, count: 400 }, 40)).toBeLessThan(0.17);
  });

  it('is mostly against one whose services are a quarter too short', async () => {
    expect(await share('inconsistent', { slower: 0.75, count: 3000 }, 12)).toBeGreaterThan(0.8);
  });

  it('goes by size alone where all runs are one', () => {
    const run = of(0.5, 0.3, 0.2);
    const verdict = (measured: Float64Array) => judgeRuns(measured, [run, run, run], 1000);
    expect(verdict(of(0.5, 0.3, 0.2)).outcome).toBe('consistent');
    expect(verdict(of(0.49, 0.31, 0.2)).outcome).toBe('consistent');
    expect(verdict(of(0.4, 0.4, 0.2)).outcome).toBe('inconsistent');
    expect(verdict(of(0.4, 0.4, 0.2)).sentences[0]).toContain('off by 0.1 elements');
    expect(judgeRuns(run, [run], 1000).outcome).toBe('consistent');
  });
});
