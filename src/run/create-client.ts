/** A typed client of one worker, made from its contract: each method of the worker, with a signal in front. */
import { proxy, type Remote } from 'comlink';
import { LATE, unlessLate } from './unless-late.ts';
import { type BridgedWorker, WorkerBridge, WorkerDied } from './worker-bridge.ts';

type Methods<Contract> = {
  readonly [Name in keyof Contract]: Contract[Name] extends (...args: infer Args) => infer Answer
    ? (signal: AbortSignal | undefined, ...args: Args) => Promise<Awaited<Answer>>
    : never;
};

/**
 * Methods reject with WorkerDied, with the abort reason of their signal, or with what the worker threw. Functions among
 * the arguments are called here, until the signal is aborted. The worker starts with the first call; `dispose` ends it, and the next call starts another.
 */
export type Client<Contract> = Methods<Contract> & { readonly dispose: () => void };

export interface ClientOptions<Contract> {
  /** Methods that end soon after the worker's `cancel` is called with their name. Aborting any other ends the worker. */
  readonly stoppable?: readonly (keyof Contract)[];
  /** A worker that takes longer is taken for hung and ended, s; undefined: it may take as long as it likes. */
  readonly patience?: (method: keyof Contract, args: readonly unknown[]) => number | undefined;
  readonly awake?: Awake<Contract>;
}

/** A worker that does not look up while it is at a method is taken for hung and ended. */
interface Awake<Contract> {
  /** Answers at once, also while another method is under way. */
  readonly ask: keyof Contract;
  /** How long it may stay silent at a method, by what it told last; undefined: for ever. s. */
  readonly silence: (method: keyof Contract, told: readonly unknown[] | undefined) => number | undefined;
}

/** Until a worker is loaded, s. */
const LOADING = 30;
/** Looks at the clock in a silence: a page that was itself busy has not waited. */
const LOOKS = 4;

type Call = (signal: AbortSignal | undefined, ...args: readonly unknown[]) => Promise<unknown>;

/** `create`: with the address literally in it, `new Worker(new URL('….worker.ts', import.meta.url), …)`, so that the build finds the worker. */
export function createClient<Contract extends object>(
  create: () => BridgedWorker,
  { stoppable = [], patience, awake }: ClientOptions<Contract> = {},
): Client<Contract> {
  const bridge = new WorkerBridge<Contract>({ create });
  const methodOf =
    (name: keyof Contract): Call =>
    (signal, ...args) => {
      let last: readonly unknown[] | undefined;
      const tell =
        (listener: (...told: unknown[]) => void) =>
        (...told: unknown[]): void => {
          last = told;
          if (!signal?.aborted) listener(...told);
        };
      const passed = args.map((arg) =>
        typeof arg === 'function' ? proxy(tell(arg as (...told: unknown[]) => void)) : arg,
      );
      const invoke = (worker: Remote<Contract>) => {
        // comlink answers every name with a method; `Methods` lets only those of the contract be called.
        const method = worker[name as keyof Remote<Contract>] as (...args: unknown[]) => Promise<unknown>;
        return method(...passed);
      };
      const cancel = stoppable.includes(name)
        ? (worker: Remote<Contract>) => (worker as { cancel?: (method: unknown) => unknown }).cancel?.(name)
        : undefined;
      const ask = (until = signal) =>
        bridge.call(invoke, { ...(until && { signal: until }), ...(cancel && { cancel }) });
      if (awake?.silence(name, undefined) !== undefined)
        return whileAwake(signal, ask, {
          isThere: () =>
            bridge.call((worker) =>
              (worker[awake.ask as keyof Remote<Contract>] as () => Promise<unknown>)(),
            ),
          silence: () => awake.silence(name, last),
        });
      const most = patience?.(name, args);
      return most === undefined ? ask() : within(most, signal, ask);
    };
  const methods: Record<string, unknown> = { dispose: () => bridge.dispose() };
  // Whoever awaits a client must not take it for a promise.
  const isMethod = (name: string | symbol): name is string => typeof name === 'string' && name !== 'then';
  return new Proxy(methods, {
    has: (_, name) => isMethod(name),
    get(known, name) {
      if (!isMethod(name)) return undefined;
      known[name] ??= methodOf(name as keyof Contract);
      return known[name];
    },
  }) as Client<Contract>;
}

interface Watched {
  readonly isThere: () => Promise<unknown>;
  readonly silence: () => number | undefined;
}

/** Gives a question up when the worker stays silent. */
async function whileAwake<Answer>(
  signal: AbortSignal | undefined,
  ask: (signal: AbortSignal) => Promise<Answer>,
  { isThere, silence }: Watched,
): Promise<Answer> {
  const hung = new AbortController();
  let isOver = false;
  const watch = async (): Promise<void> => {
    for (let most = LOADING; !isOver; most = silence() ?? Number.POSITIVE_INFINITY) {
      let answered = false;
      // A worker that died is told of by the question itself.
      const asked = isThere().then(
        () => (answered = true),
        () => (isOver = true),
      );
      for (let look = 0; look < LOOKS && !answered && !isOver; look += 1)
        await Promise.race([asked, pause(most / LOOKS)]);
      if (!answered && !isOver) hung.abort(new WorkerDied(`there was no progress for ${most} s`));
      await pause(Math.min(most, silence() ?? most) / LOOKS);
    }
  };
  void watch();
  try {
    return await ask(signal ? AbortSignal.any([signal, hung.signal]) : hung.signal);
  } finally {
    isOver = true;
  }
}

const pause = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

/** Gives a question up after so many seconds. */
async function within<Answer>(
  seconds: number,
  signal: AbortSignal | undefined,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const answer = await unlessLate(seconds, signal, ask);
  if (answer === LATE) throw new WorkerDied(`The worker did not answer in ${seconds} s.`);
  return answer;
}

/** Once more when the worker dies: for questions that have the same answer however often they are asked. */
export async function againWhenLost<Answer>(
  signal: AbortSignal,
  onLoss: (reason: string) => void,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (reason) {
    if (!(reason instanceof WorkerDied) || signal.aborted) throw reason;
    onLoss(reason.message);
    return ask();
  }
}

const MOST_WORKERS = 8;

/** A worker for each core. */
export function workersWanted(): number {
  const cores = globalThis.navigator?.hardwareConcurrency || 1;
  return Math.max(1, Math.min(MOST_WORKERS, cores));
}
