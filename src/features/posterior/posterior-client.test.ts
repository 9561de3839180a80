import { describe, expect, it } from 'vitest';
import { assert } from '../../../core/base/assert.ts';
import type { ChainProgress, ChainRecord, PosteriorProblem } from '../../../workers/posterior/contract.ts';
import { posteriorService } from '../../../workers/posterior/posterior-service.ts';
import { runChain } from '../../../workers/posterior/run-chain.ts';
import {
  observeTasks,
  poissonEntries,
  simulateTasks,
} from '../../../workers/posterior/task-network.test-support.ts';
import { LocalWorker, localWorkers } from '../../run/local-worker.test-support.ts';
import { isAbort } from '../../run/worker-bridge.ts';
import { PosteriorClient } from './posterior-run.ts';

const clientOf = (size: number): PosteriorClient =>
  new PosteriorClient(size, () => new LocalWorker(posteriorService()));

const known = simulateTasks(
  [{ state: 'A', queues: [{ id: 'a', service: { distribution: 'exponential', mean: 0.6 } }] }],
  poissonEntries(60, 1, 1),
  1,
);
const request = { tasks: observeTasks(known, 0.5, 1), sweeps: 60 };
const { signal } = new AbortController();

async function compiled(client: PosteriorClient): Promise<PosteriorProblem> {
  const problem = await client.one.compile(signal, request);
  assert(problem.ok, 'the tasks are fine');
  return problem.value;
}

interface Asked {
  readonly problem: PosteriorProblem;
  readonly records?: readonly ChainRecord[];
  readonly onProgress?: (progress: ChainProgress) => void;
}

async function roundBy(
  client: PosteriorClient,
  { problem, records = [], onProgress = () => undefined }: Asked,
): Promise<readonly ChainRecord[]> {
  const made = await client.round({ problem, seed: 1, records, signal, onProgress });
  assert(!('refused' in made), 'there is a start');
  return made;
}

/** Times aside, which no run repeats. */
const drawn = ({ seconds: _, ...record }: ChainRecord): unknown => record;

describe('PosteriorClient', () => {
  it('gives the same draws however many workers share the chains, and those of a chain that runs alone', async () => {
    const [one, three] = [clientOf(1), clientOf(3)];
    const problem = await compiled(one);
    const alone = await roundBy(one, { problem });
    expect(alone.map(({ chain }) => chain)).toEqual([0, 1, 2, 3]);
    expect((await roundBy(three, { problem })).map(drawn)).toEqual(alone.map(drawn));
    const chain = runChain(problem, 2, 1);
    assert(!('refused' in chain), 'there is a start');
    expect(drawn(alone[2]!)).toEqual(drawn(chain));
  });

  it('goes on from where each chain stood', async () => {
    const client = clientOf(2);
    const problem = await compiled(client);
    const records = await roundBy(client, { problem });
    const later = await roundBy(client, { problem, records });
    expect(later.map(({ end }) => end.sweeps)).toEqual([120, 120, 120, 120]);
    const second = runChain(problem, 3, 1, { from: records[3]!.end });
    assert(!('refused' in second), 'it goes on');
    expect(drawn(later[3]!)).toEqual(drawn(second));
    expect((await client.one.summarize(signal, problem, [...records, ...later])).sweeps).toBe(120);
  });

  it('says what is wrong with the tasks', async () => {
    const few = { ...request, tasks: observeTasks(known, 0, 1) };
    const refused = await clientOf(1).one.compile(signal, few);
    expect(refused.ok ? [] : refused.error).toContain(
      'only 1 task was observed in every step; expected at least 5',
    );
  });

  it('stops when asked, and is ready for the next round', async () => {
    const client = clientOf(2);
    const problem = await compiled(client);
    const abort = new AbortController();
    const heard = new Set<number>();
    const long = client.round({
      problem: { ...problem, sweeps: 1_000_000 },
      seed: 1,
      records: [],
      signal: abort.signal,
      onProgress: ({ chain }) => {
        heard.add(chain);
        abort.abort();
      },
    });
    await expect(long).rejects.toSatisfy(isAbort);
    expect(heard.size).toBe(1);
    expect(await roundBy(client, { problem })).toHaveLength(4);
  });

  it('makes a round again when its worker dies, once', async () => {
    const client = clientOf(1);
    const problem = await compiled(client);
    const whole = await roundBy(client, { problem });
    const again = roundBy(client, { problem });
    localWorkers.at(-1)!.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
    expect((await again).map(drawn)).toEqual(whole.map(drawn));
  });
});
