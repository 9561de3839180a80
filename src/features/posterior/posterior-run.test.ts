import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { err, ok } from '../../../core/base/result.ts';
import type { ChainRecord, PosteriorProblem, PosteriorReport } from '../../../workers/posterior/contract.ts';
import { resetRuns } from '../../run/create-run.ts';
import { openDocument } from '../../state/document-store.ts';
import type { RoundOfChains } from './posterior-run.ts';
import { canInferOn, infer, inferOn, posteriorClient, posteriorKey, posteriorRun } from './posterior-run.ts';
import { FIRST_SETTINGS, setPosterior, type TaskSource, usePosterior } from './posterior-store.ts';

const SCENARIO = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Two',
  nodes: [],
  links: [],
} as const;
const source: TaskSource = {
  key: 'a 1',
  name: 'a',
  tasks: {
    task: ['t1', 't1'],
    step: Int32Array.of(0, 1),
    state: ['', ''],
    queue: ['__ARRIVALS__', 'q'],
    arrival: Float64Array.of(0, 1),
    departure: Float64Array.of(1, 2),
    ordinal: Float64Array.of(1, Number.NaN),
  },
  queues: [],
  isExample: false,
};
const problem = { queues: [{ id: 'q' }], chains: 4, sweeps: 1000 } as unknown as PosteriorProblem;
const checked: PosteriorProblem = {
  ...problem,
  check: { tasks: 9, chosen: true, states: [], services: [], orders: [] },
};

/** As the page shows it. */
const run = () => {
  const { status, failure, answer, answerKey, progress } = posteriorRun.get();
  return {
    status,
    failure,
    key: answerKey,
    report: answer?.report,
    history: answer?.history ?? [],
    progress,
  };
};
const currentKey = (): string => posteriorKey(usePosterior.getState(), SCENARIO);
/** Sweeps of each round that was asked for. */
let rounds: number[] = [];
/** R-hat of each look, the last one for all later looks. */
let closeness: number[] = [];

function roundOf({ problem: { sweeps }, records }: RoundOfChains): readonly ChainRecord[] {
  rounds.push(sweeps);
  const before = records.at(-1)?.end.sweeps ?? 0;
  return [0, 1, 2, 3].map((chain) => ({ chain, end: { sweeps: before + sweeps } }) as ChainRecord);
}

function reportOf(records: readonly ChainRecord[]): PosteriorReport {
  const rHat = closeness.length > 1 ? closeness.shift()! : closeness[0]!;
  const kind = rHat <= 1.1 ? 'answer' : 'notConverged';
  return {
    kind,
    sweeps: records.at(-1)!.end.sweeps,
    convergence: [{ what: 'q', rHat }],
  } as unknown as PosteriorReport;
}

beforeEach(() => {
  resetRuns();
  rounds = [];
  closeness = [1.01];
  openDocument('one', SCENARIO);
  usePosterior.setState({ source, settings: FIRST_SETTINGS }, true);
  vi.spyOn(posteriorClient.one, 'compile').mockResolvedValue(ok(problem));
  vi.spyOn(posteriorClient.one, 'check').mockResolvedValue(checked);
  vi.spyOn(posteriorClient, 'round').mockImplementation(async (asked) => roundOf(asked));
  vi.spyOn(posteriorClient.one, 'summarize').mockImplementation(async (_, __, records) => reportOf(records));
});
afterEach(() => vi.restoreAllMocks());

describe('inferring', () => {
  it('looks eight times within the first sweeps, and ends as soon as the chains agree', async () => {
    closeness = [2, 1.4, 1.2, 1.05];
    await infer();
    expect(rounds).toEqual([125, 125, 125, 125]);
    expect(run()).toMatchObject({
      status: 'done',
      key: currentKey(),
      report: { kind: 'answer', sweeps: 500 },
    });
    expect(run().history.map(({ sweeps }) => sweeps)).toEqual([125, 250, 375, 500]);
  });

  it('goes on until they agree, and looks again after as many sweeps', async () => {
    closeness = [3, 3, 3, 3, 2, 2, 2, 1.5, 1.2, 1.05];
    await infer();
    expect(rounds).toHaveLength(24);
    expect(run().history.map(({ sweeps }) => sweeps)).toEqual([
      ...[125, 250, 375, 500, 625, 750, 875, 1000],
      ...[2000, 3000],
    ]);
    expect(run().report).toMatchObject({ kind: 'answer', sweeps: 3000 });
  });

  it('gives up after eight times the sweeps with a report that has no answer, and goes on from there', async () => {
    closeness = [2];
    await infer();
    expect(run().report).toMatchObject({ kind: 'notConverged', sweeps: 8000 });
    expect(canInferOn(run().key!)).toBe(true);
    closeness = [1.05];
    setPosterior({ until: 'sweeps' });
    await inferOn();
    expect(run().report).toMatchObject({ kind: 'answer', sweeps: 9000 });
  });

  it('makes just so many sweeps where that was asked for', async () => {
    closeness = [2];
    setPosterior({ until: 'sweeps', sweeps: 110 });
    await infer();
    expect(rounds).toEqual([50, 50, 10]);
    expect(run().report).toMatchObject({ kind: 'notConverged', sweeps: 110 });
  });

  it('knows a report of other settings, but not one that only took longer', async () => {
    await infer();
    setPosterior({ sweeps: 2000, until: 'sweeps' });
    expect(run().key).toBe(currentKey());
    setPosterior({ family: 'gamma' });
    expect(run().key).not.toBe(currentKey());
    expect(run().report?.kind).toBe('answer');
  });

  it('tells the sampler of even routes, which is another problem', async () => {
    const before = currentKey();
    setPosterior({ evenRoutes: true });
    expect(currentKey()).not.toBe(before);
    await infer();
    const [, request] = vi.mocked(posteriorClient.one.compile).mock.lastCall!;
    expect(request.queues!.map(({ weight }) => weight)).toEqual([1]);
  });

  it('holds the model against the tasks first, and lets them choose the distributions unless one is stated', async () => {
    const told: unknown[] = [];
    vi.mocked(posteriorClient.one.check).mockImplementationOnce(async (...[, , , , onChecked]) => {
      onChecked(1, 10);
      told.push(run().progress);
      return checked;
    });
    await infer();
    expect(told).toEqual([{ checked: 1, of: 10 }]);
    expect(posteriorRun.get().answer!.problem).toBe(checked);
    setPosterior({ family: 'gamma' });
    await infer();
    expect(
      vi.mocked(posteriorClient.one.check).mock.calls.map(([, , seed, choose]) => [seed, choose]),
    ).toEqual([
      [1, true],
      [1, false],
    ]);
    // Chains that go on have been checked.
    await inferOn();
    expect(posteriorClient.one.check).toHaveBeenCalledTimes(2);
    vi.mocked(posteriorClient.one.check).mockResolvedValueOnce({ refused: 'no times were found' });
    await infer();
    expect(run()).toMatchObject({ status: 'failed', failure: ['no times were found'] });
  });

  it('says the faults of the tasks, and shows no answer of before', async () => {
    await infer();
    vi.mocked(posteriorClient.one.compile).mockResolvedValueOnce(err(['queue q: task t2 overtakes task t1']));
    await infer();
    expect(run()).toMatchObject({ status: 'failed', failure: ['queue q: task t2 overtakes task t1'] });
    expect(run().report).toBeUndefined();
    vi.mocked(posteriorClient.round).mockResolvedValueOnce({ refused: 'no times were found' });
    await infer();
    expect(run()).toMatchObject({ status: 'failed', failure: ['no times were found'] });
  });

  it('keeps what whole rounds gave when it is stopped', async () => {
    closeness = [2];
    let asked = 0;
    vi.mocked(posteriorClient.round).mockImplementation((round) => {
      asked += 1;
      if (asked <= 2) return Promise.resolve(roundOf(round));
      return new Promise((_, reject) =>
        round.signal.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError'))),
      );
    });
    const inferring = infer();
    await vi.waitFor(() => expect(asked).toBe(3), { timeout: 900_000 });
    posteriorRun.stop();
    await inferring;
    expect(run()).toMatchObject({ status: 'stopped', report: { kind: 'notConverged', sweeps: 250 } });
    expect(canInferOn(currentKey())).toBe(true);
  });

  it('says that a worker died', async () => {
    vi.mocked(posteriorClient.round).mockRejectedValueOnce(new Error('out of memory'));
    await infer();
    expect(run()).toMatchObject({ status: 'failed', failure: ['The sampler stopped: out of memory'] });
  });

  it('forgets all when another scenario is opened', async () => {
    await infer();
    openDocument('two', { ...SCENARIO, name: 'Other' });
    expect(usePosterior.getState().source).toBeUndefined();
    expect(run().status).toBe('idle');
  });
});
