import { expose } from 'comlink';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isAbort, WorkerBridge, WorkerDied } from './worker-bridge.ts';

interface Echo {
  echo(text: string): string;
  slowEcho(text: string, ms: number): Promise<string>;
  never(): Promise<string>;
  politeNever(): Promise<string>;
  cancel(): void;
}

/** A worker in this thread: comlink's other end sits on a message channel. */
class FakeWorker extends EventTarget {
  terminated = false;
  readonly channel = new MessageChannel();

  constructor() {
    super();
    let stop: () => void = () => undefined;
    const service: Echo = {
      echo: (text) => text,
      slowEcho: (text, ms) => new Promise((resolve) => setTimeout(resolve, ms, text)),
      never: () => new Promise(() => undefined),
      politeNever: () => new Promise((_, reject) => (stop = () => reject(new Error('stopped')))),
      cancel: () => stop(),
    };
    expose(service, this.channel.port2);
    this.channel.port2.start();
    this.channel.port1.addEventListener('message', (event) => {
      this.dispatchEvent(Object.assign(new Event('message'), { data: event.data }));
    });
    this.channel.port1.start();
  }

  postMessage(message: unknown, transfer: Transferable[]): void {
    if (!this.terminated) this.channel.port1.postMessage(message, transfer as never);
  }

  terminate(): void {
    this.terminated = true;
    this.channel.port1.close();
  }
}

const PATIENCE = 20;

/** Time stands still until it is moved on; messages go on coming. */
const holdTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

const workers: FakeWorker[] = [];
const deaths: string[] = [];
function bridge(): WorkerBridge<Echo> {
  return new WorkerBridge<Echo>({
    create: () => {
      workers.push(new FakeWorker());
      return workers.at(-1) as unknown as Worker;
    },
    onDeath: (reason) => deaths.push(reason),
    patience: PATIENCE,
  });
}

afterEach(() => {
  vi.useRealTimers();
  for (const worker of workers.splice(0)) worker.terminate();
  deaths.length = 0;
});

describe('WorkerBridge', () => {
  it('starts its worker with the first call and keeps it', async () => {
    const echo = bridge();
    expect(workers).toHaveLength(0);
    expect(await echo.call((worker) => worker.echo('one'))).toBe('one');
    expect(await echo.call((worker) => worker.echo('two'))).toBe('two');
    expect(workers).toHaveLength(1);
  });

  it('rejects every pending call when the worker dies, says so once, and starts a new one', async () => {
    const echo = bridge();
    const pending = [echo.call((worker) => worker.never()), echo.call((worker) => worker.never())];
    workers[0]!.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' }));
    for (const call of pending) await expect(call).rejects.toThrow(WorkerDied);
    expect(deaths).toEqual(['The worker failed: out of memory']);
    expect(workers[0]!.terminated).toBe(true);
    expect(await echo.call((worker) => worker.echo('again'))).toBe('again');
    expect(workers).toHaveLength(2);
  });

  it('ends a worker whose call is cancelled and that cannot be asked to stop', async () => {
    const echo = bridge();
    const abort = new AbortController();
    const call = echo.call((worker) => worker.never(), { signal: abort.signal });
    abort.abort();
    expect(isAbort(await call.catch((reason: unknown) => reason))).toBe(true);
    expect(workers[0]!.terminated).toBe(true);
    expect(deaths).toEqual([]);
  });

  it('keeps a worker that stops when asked', async () => {
    holdTime();
    const echo = bridge();
    const abort = new AbortController();
    const call = echo.call((worker) => worker.politeNever(), {
      signal: abort.signal,
      cancel: (worker) => worker.cancel(),
    });
    await echo.call((worker) => worker.echo('the call has arrived'));
    abort.abort();
    expect(isAbort(await call.catch((reason: unknown) => reason))).toBe(true);
    await echo.call((worker) => worker.echo('the call has stopped'));
    vi.advanceTimersByTime(2 * PATIENCE);
    expect(workers[0]!.terminated).toBe(false);
  });

  it('ends a worker that does not stop when asked', async () => {
    holdTime();
    const echo = bridge();
    const abort = new AbortController();
    const call = echo.call((worker) => worker.never(), {
      signal: abort.signal,
      cancel: (worker) => worker.cancel(),
    });
    await echo.call((worker) => worker.echo('the call has arrived'));
    abort.abort();
    await call.catch(() => undefined);
    expect(workers[0]!.terminated).toBe(false);
    vi.advanceTimersByTime(2 * PATIENCE);
    expect(workers[0]!.terminated).toBe(true);
  });

  it('answers what is asked after a cancelled call that does not stop, by a new worker', async () => {
    const echo = bridge();
    const abort = new AbortController();
    const call = echo.call((worker) => worker.never(), {
      signal: abort.signal,
      cancel: (worker) => worker.cancel(),
    });
    await echo.call((worker) => worker.echo('the call has arrived'));
    abort.abort();
    const next = echo.call((worker) => worker.slowEcho('after it', 3 * PATIENCE));
    expect(isAbort(await call.catch((reason: unknown) => reason))).toBe(true);
    expect(await next).toBe('after it');
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
  });

  it('does not start for a call that was cancelled before', async () => {
    const echo = bridge();
    await expect(echo.call((worker) => worker.echo(''), { signal: AbortSignal.abort() })).rejects.toThrow();
    expect(workers).toHaveLength(0);
  });
});
