import { describe, expect, it } from 'vitest';
import { againWhenLost, createClient } from './create-client.ts';
import { LocalWorker, localWorkers } from './local-worker.test-support.ts';
import { isAbort, WorkerDied } from './worker-bridge.ts';

interface Contract {
  double(value: number): number;
  count(to: number, onCount: (count: number) => unknown): Promise<number>;
  wait(): Promise<never>;
  cancel(): void;
}

const service = (): Contract => {
  let stop: (reason: Error) => void = () => undefined;
  return {
    double: (value) => 2 * value,
    async count(to, onCount) {
      for (let count = 1; count <= to; count += 1) await onCount(count);
      return to;
    },
    wait: () => new Promise((_, reject) => (stop = reject)),
    cancel: () => stop(new Error('stopped')),
  };
};
const clientOf = (options = {}) => createClient<Contract>(() => new LocalWorker(service()), options);
const crash = (): void => {
  localWorkers.at(-1)!.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
};

describe('a client that is to look up', () => {
  const silences: number[] = [];
  const silence = (method: string, told: readonly unknown[] | undefined): number | undefined => {
    if (method !== 'wait' && method !== 'count') return undefined;
    silences.push(Number(told?.[0] ?? 0));
    return 0.04;
  };
  const lost = { ...service(), double: () => new Promise<never>(() => undefined) };

  it('is ended when it is lost in something, and says so', async () => {
    let isLost = false;
    const asked = { ...service(), double: () => (isLost ? new Promise<never>(() => undefined) : 0) };
    const client = createClient<Contract>(() => new LocalWorker(asked), {
      awake: { ask: 'double', silence },
    });
    const waiting = client.wait(undefined);
    setTimeout(() => {
      isLost = true;
    }, 100);
    await expect(waiting).rejects.toThrow(/^there was no progress for 0.04 s$/);
    expect(
      await createClient<Contract>(() => new LocalWorker(lost), { awake: { ask: 'double', silence } }).count(
        undefined,
        2,
        () => 0,
      ),
    ).toBe(2);
  });

  it('may take as long as it likes while it answers', async () => {
    const slow = { ...service(), wait: () => new Promise<never>((resolve) => setTimeout(resolve, 400)) };
    const client = createClient<Contract>(() => new LocalWorker(slow), { awake: { ask: 'double', silence } });
    silences.length = 0;
    await client.wait(undefined);
    expect(silences.length).toBeGreaterThan(2);
  });
});

describe('a client', () => {
  it('asks the methods of the contract, and starts its worker with the first', async () => {
    const before = localWorkers.length;
    const client = clientOf();
    expect(localWorkers).toHaveLength(before);
    expect(await client.double(undefined, 4)).toBe(8);
    expect(await client.double(undefined, 5)).toBe(10);
    expect(localWorkers.length - before).toBe(1);
  });

  it('is told of progress here, until the question is taken back', async () => {
    const client = clientOf();
    const told: number[] = [];
    await client.count(undefined, 3, (count) => told.push(count));
    await expect.poll(() => told).toEqual([1, 2, 3]);
    const abort = new AbortController();
    const counting = client.count(abort.signal, 3, (count) => {
      told.push(count);
      abort.abort();
    });
    await expect(counting).rejects.toSatisfy(isAbort);
    expect(told).toEqual([1, 2, 3, 1]);
  });

  it('ends the worker of a method that does not look up, and spares one that does', async () => {
    for (const [options, workers] of [
      [{}, 2],
      [{ stoppable: ['wait'] }, 1],
    ] as const) {
      const before = localWorkers.length;
      const client = clientOf(options);
      const abort = new AbortController();
      const waiting = client.wait(abort.signal);
      abort.abort();
      await expect(waiting).rejects.toSatisfy(isAbort);
      expect(await client.double(undefined, 1)).toBe(2);
      expect(localWorkers.length - before).toBe(workers);
    }
  });

  it('takes a worker that does not answer in time for hung', async () => {
    const client = clientOf({ patience: () => 0.01 });
    await expect(client.wait(undefined)).rejects.toThrow(WorkerDied);
    expect(await client.double(undefined, 1)).toBe(2);
  });

  it('asks again when its worker was lost, once, and not when it was taken back', async () => {
    const client = clientOf();
    const { signal } = new AbortController();
    const losses: string[] = [];
    const asked = againWhenLost(
      signal,
      (reason) => losses.push(reason),
      () => (losses.length === 0 ? client.wait(signal) : client.double(signal, 2)),
    );
    await Promise.resolve();
    crash();
    expect(await asked).toBe(4);
    expect(losses).toEqual(['The worker failed: out of memory']);
  });
});
