/** Watches, beside the answering, who works for an explorer, and tells the others that it is there. */
import type { Queue } from 'bullmq';
import { counted } from '../core/base/plural.ts';
import type { PointRange } from '../core/study/point-ranges.ts';
import { announce, type Explorer, presentExplorers, type Reached } from './explore-queue-explorers.ts';
import type { QueueServer } from './explore-queue-server.ts';

/** ms. */
const OFTEN = 2000;
/** Looks without anyone there, before that is said. */
const PATIENCE = 3;

export interface Crew {
  threads(): number;
  words(): string;
  /** Whether another explorer of the same study writes any of these designs. */
  isWanted(range: PointRange): boolean;
  /** Settles when nothing more will be told to the others. */
  stop(): Promise<void>;
}

/** The name of a worker says how many threads it has. */
export const workerName = (machine: string, threads: number): string =>
  `${machine}.${process.pid}.${threads}`;

/** `reached` tells how far the explorer is. */
export function watchCrew(server: QueueServer, queue: Queue, me: Explorer, reached: () => Reached): Crew {
  let [workers, threads, lonely] = [0, 0, 0];
  let others: readonly Explorer[] = [];
  const look = async (): Promise<void> => {
    await announce(server, me, reached());
    const all = await presentExplorers(server);
    others = all.filter(({ build, key, id }) => build === me.build && key === me.key && id !== me.id);
    const found = await queue.getWorkers();
    workers = found.length;
    threads = found.reduce((sum, { rawname }) => sum + (Number(rawname?.split('.').at(-1)) || 1), 0);
    lonely = workers === 0 ? lonely + 1 : 0;
    if (lonely === PATIENCE)
      process.stderr.write(
        `explore: no worker of this build is there; start some with stagegraph worker --queue ${server.label}\n`,
      );
  };
  let looking: Promise<void> | undefined;
  const lookOnce = (): void => {
    // While the server is away one look waits for it; more would only pile up.
    looking ??= look()
      .catch(() => undefined)
      .finally(() => {
        looking = undefined;
      });
  };
  lookOnce();
  const timer = setInterval(lookOnce, OFTEN);
  return {
    threads: () => threads,
    words: () => `${counted(workers, 'worker')}, ${counted(threads, 'thread')}`,
    isWanted: (range) => others.some(({ from, to }) => from < range.to && range.from < to),
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}
