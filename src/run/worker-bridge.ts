/**
 * The one place that owns a worker: starts it when first needed, rejects every pending call when it dies, and starts a
 * new one for the next call. comlink alone would leave those calls waiting for ever.
 */
import { type Endpoint, type Remote, wrap } from 'comlink';

/** The worker ended without an answer: it crashed, could not be loaded, or was stopped for not answering. */
export class WorkerDied extends Error {
  override readonly name = 'WorkerDied';
}

/** What a bridge needs of a worker; a `Worker` of the page is one. */
export interface BridgedWorker extends Endpoint {
  terminate(): void;
}

export interface BridgeOptions {
  readonly create: () => BridgedWorker;
  /** Told once for each death that nobody asked for. */
  readonly onDeath?: (reason: string) => void;
  /** How long a cancelled call may take to stop before the worker is ended, ms. */
  readonly patience?: number;
}

export interface CallOptions<Service> {
  readonly signal?: AbortSignal;
  /** Asks the worker to stop by itself; without it a cancelled call ends the worker. */
  readonly cancel?: (service: Remote<Service>) => unknown;
}

const DEFAULT_PATIENCE = 250;

export class WorkerBridge<Service> {
  private readonly options: BridgeOptions;
  private live: { readonly worker: BridgedWorker; readonly service: Remote<Service> } | undefined;
  private readonly pending = new Set<(reason: Error) => void>();
  /** Cancelled calls that are given time to stop; none but those that were asked before may end with their worker. */
  private readonly stopping = new Set<Promise<void>>();

  constructor(options: BridgeOptions) {
    this.options = options;
  }

  /** Runs `invoke` against the worker. Rejects with WorkerDied, with the abort reason, or with what the call threw. */
  async call<Answer extends Promise<unknown>>(
    invoke: (service: Remote<Service>) => Answer,
    options: CallOptions<Service> = {},
  ): Promise<Awaited<Answer>> {
    const { signal, cancel } = options;
    signal?.throwIfAborted();
    while (this.stopping.size > 0) {
      await Promise.all(this.stopping);
      signal?.throwIfAborted();
    }
    const { service, worker } = this.start();
    return new Promise<Awaited<Answer>>((resolve, reject) => {
      const fail = (reason: Error): void => {
        this.pending.delete(fail);
        reject(reason);
      };
      this.pending.add(fail);
      let settle: () => void = () => undefined;
      const settled = new Promise<void>((resolve) => {
        settle = resolve;
      });
      const onAbort = (): void => {
        fail(abortError(signal));
        if (!cancel) {
          this.stop(worker, 'cancelled');
          return;
        }
        void Promise.resolve(cancel(service)).catch(() => undefined);
        this.giveTime(worker, settled);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      const finish = (): void => {
        settle();
        this.pending.delete(fail);
        signal?.removeEventListener('abort', onAbort);
      };
      invoke(service).then(
        (value) => {
          finish();
          resolve(value as Awaited<Answer>);
        },
        (reason: unknown) => {
          finish();
          reject(reason);
        },
      );
    });
  }

  /** Ends the worker; calls still pending are rejected. The next call starts a new one. */
  dispose(): void {
    if (this.live) this.stop(this.live.worker, 'disposed');
  }

  private start(): { readonly worker: BridgedWorker; readonly service: Remote<Service> } {
    if (this.live) return this.live;
    const worker = this.options.create();
    const died = (what: string) => (event: Event) => {
      const detail = 'message' in event && typeof event.message === 'string' ? `: ${event.message}` : '';
      this.die(worker, `${what}${detail}`);
    };
    worker.addEventListener('error', died('The worker failed'));
    worker.addEventListener('messageerror', died('The worker sent what cannot be read'));
    this.live = { worker, service: wrap<Service>(worker) };
    return this.live;
  }

  /** Ends a worker that is still at a cancelled call when patience runs out. */
  private giveTime(worker: BridgedWorker, settled: Promise<void>): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.stop(worker, 'cancelled');
        resolve();
      }, this.options.patience ?? DEFAULT_PATIENCE);
    });
    const over = Promise.race([settled, patience]).then(() => {
      clearTimeout(timer);
      this.stopping.delete(over);
    });
    this.stopping.add(over);
  }

  private die(worker: BridgedWorker, reason: string): void {
    if (this.live?.worker !== worker) return;
    this.stop(worker, reason);
    this.options.onDeath?.(reason);
  }

  private stop(worker: BridgedWorker, reason: string): void {
    worker.terminate();
    if (this.live?.worker !== worker) return;
    this.live = undefined;
    for (const fail of [...this.pending]) fail(new WorkerDied(reason));
  }
}

function abortError(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new DOMException('Cancelled', 'AbortError');
}

/** Was this rejection asked for by aborting? */
export const isAbort = (reason: unknown): boolean =>
  reason instanceof DOMException && reason.name === 'AbortError';
