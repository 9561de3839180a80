/** What there is at a queue: studies with their explorers, workers, and what was spent. Reads only, whatever the build. */
import { Queue } from 'bullmq';
import { type PointRange, pointsIn } from '../core/study/point-ranges.ts';
import { type Explorer, presentExplorers, readReached } from './explore-queue-explorers.ts';
import { queueOf, readSpent, type Spent } from './explore-queue-jobs.ts';
import type { QueueServer } from './explore-queue-server.ts';

export interface BoardExplorer extends PointRange {
  /** Machine and process. */
  readonly name: string;
  /** All designs of its range before this one are written. */
  readonly next: number;
  /** Designs in a second since it began; 0 where none is written yet. */
  readonly speed: number;
}

export interface BoardStudy {
  readonly name: string;
  readonly key: string;
  readonly build: string;
  readonly explorers: readonly BoardExplorer[];
  /** Designs that its explorers are here for, and those of them that no file lacks any more. */
  readonly designs: number;
  readonly written: number;
  readonly spent: Spent;
  /** s of one core for a design, as it was so far; undefined before the first batch is back. */
  readonly designTime?: number;
  /** s until the slowest explorer has its designs; undefined where one has none yet. */
  readonly left?: number;
  /** No explorer has it any more. */
  readonly isOver: boolean;
}

export interface BoardWorkers {
  readonly build: string;
  readonly machine: string;
  readonly process: string;
  readonly threads: number;
}

export interface BoardQueue {
  readonly build: string;
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
}

export interface BoardState {
  readonly server: string;
  /** ISO 8601. */
  readonly at: string;
  readonly studies: readonly BoardStudy[];
  readonly queues: readonly BoardQueue[];
  readonly workers: readonly BoardWorkers[];
}

export interface Board {
  look(): Promise<BoardState>;
  close(): Promise<void>;
}

/** Studies that are over are shown as long as the board is open, so many of them. */
const MOST_OVER = 20;

export function studyBoard(server: QueueServer): Board {
  const queues = new Map<string, Queue>();
  const seen = new Map<string, BoardStudy>();
  const queueFor = (build: string): Queue => {
    const known = queues.get(build);
    if (known) return known;
    const queue = new Queue(queueOf(build), { connection: server.redis, prefix: server.prefix });
    queue.on('error', () => undefined);
    queues.set(build, queue);
    return queue;
  };
  const look = async (): Promise<BoardState> => {
    const explorers = await presentExplorers(server);
    const studies = new Map<string, Explorer[]>();
    for (const explorer of explorers) {
      const place = `${explorer.build} ${explorer.key}`;
      studies.set(place, [...(studies.get(place) ?? []), explorer]);
    }
    for (const [place, known] of seen)
      if (!studies.has(place)) seen.set(place, { ...known, isOver: true, explorers: [] });
    for (const [place, its] of studies) {
      seen.delete(place);
      seen.set(place, await studyOf(server, its));
    }
    const over = [...seen].filter(([, { isOver }]) => isOver);
    for (const [place] of over.slice(0, Math.max(0, over.length - MOST_OVER))) seen.delete(place);
    for (const { build } of explorers) queueFor(build);
    const [counts, workers] = [await Promise.all([...queues].map(countsOf)), await workersOf(server)];
    return {
      ...{ server: server.label, at: new Date().toISOString() },
      studies: [...seen.values()].sort((a, b) => Number(a.isOver) - Number(b.isOver)),
      ...{ queues: counts, workers },
    };
  };
  return {
    look,
    close: async () => {
      for (const queue of queues.values()) await queue.close();
      server.redis.disconnect();
    },
  };
}

async function studyOf(server: QueueServer, its: readonly Explorer[]): Promise<BoardStudy> {
  const [{ key, build }] = its as [Explorer];
  const spent = await readSpent(server, key, build);
  const reached = await Promise.all(its.map((explorer) => readReached(server, explorer)));
  const explorers = its.map(({ from, to, id }, i): BoardExplorer => {
    const { name = id, next = from, seconds = 0 } = reached[i] ?? {};
    return { from, to, name, next, speed: seconds > 0 ? Math.max(0, next - from) / seconds : 0 };
  });
  const missing = explorers.map(({ next, to }) => ({ from: next, to }));
  const designs = pointsIn(explorers);
  const times = explorers.map(({ next, to, speed }) =>
    next >= to ? 0 : speed > 0 ? (to - next) / speed : Number.NaN,
  );
  const left = Math.max(...times);
  return {
    ...{ name: reached.find((each) => each)?.study ?? key, key, build, explorers },
    ...{ designs, written: designs - pointsIn(missing), spent, isOver: false },
    ...(spent.designs > 0 && { designTime: spent.busy / 1e6 / spent.designs }),
    ...(Number.isFinite(left) && { left }),
  };
}

async function countsOf([build, queue]: readonly [string, Queue]): Promise<BoardQueue> {
  const { waiting = 0, active = 0, failed = 0 } = await queue.getJobCounts('waiting', 'active', 'failed');
  return { build, waiting, active, failed };
}

/** Workers of every build; each names its build in its connection. */
async function workersOf({ redis, prefix }: QueueServer): Promise<readonly BoardWorkers[]> {
  const clients = String(await redis.client('LIST')).split('\n');
  return clients.flatMap((line) => {
    const [, queue = '', worker = ''] = /\bname=([^ :]*:[^ :]*):w:(\S+)/.exec(line) ?? [];
    const [owner, encoded = ''] = queue.split(':');
    const build = /^points-(.*)$/.exec(Buffer.from(encoded, 'base64').toString())?.[1];
    const [, machine = '', process = '', threads = ''] = /^(.*)\.(\d+)\.(\d+)$/.exec(worker) ?? [];
    return owner === prefix && build && machine
      ? [{ build, machine, process, threads: Number(threads) }]
      : [];
  });
}
