/** `stagegraph explore --queue` and `worker` as built, with a real server, and what may die of them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ensureCommandLine } from '../scripts/setup.mjs';
import { readAddress } from './explore-queue-server.ts';

// Each starts several processes, which may wait for a busy machine.
vi.setConfig({ testTimeout: 0, hookTimeout: 0 });

const SERVER = [process.env.REDIS_SERVER, '/usr/bin/redis-server'].find((path) => path && existsSync(path));
const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'explore-queue-'));
const at = (name: string): string => join(folder, name);
const bundle = join(root, 'dist-cli');

/** Simulated points of two seconds in all, so that whatever happens comes in the middle. */
const STUDY = [
  join(root, 'public', 'examples', 'mercury-run-2.json'),
  ...['--vary', '1b.service.rate=60M:90M:60', '--measure', '1b.meanOccupancy'],
  ...['--simulate', '--replications', '2', '--horizon', '3e-4'],
];

/** A worker that is silent for longer has lost its batch, ms. */
const SILENT = 10_000;

const started: ChildProcess[] = [];

interface Running {
  readonly child: ChildProcess;
  errors(): string;
  readonly ended: Promise<number | null>;
}

function start(command: string, args: readonly string[]): Running {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  started.push(child);
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  return { child, errors: () => errors, ended: new Promise((ended) => child.once('exit', ended)) };
}

const stagegraph = (...args: string[]): Running =>
  start(process.execPath, [join(bundle, 'main.mjs'), ...args]);

/** Waits for what a process does; fails with its words when it ends before. */
async function until({ child, errors }: Running, isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`ended early: ${errors()}`);
    await pause(10);
  }
}

async function kill({ child, ended }: Running): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

beforeAll(() => {
  ensureCommandLine();
  const local = spawnSync(process.execPath, [
    join(bundle, 'main.mjs'),
    ...['explore', ...STUDY, '--out', at('local.ndjson')],
  ]);
  expect(local.status).toBe(0);
});
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5 }));

const expectWhole = (path: string): void =>
  expect(readFileSync(path, 'utf8')).toBe(readFileSync(at('local.ndjson'), 'utf8'));

const hasPoints = (path: string): boolean => existsSync(path) && statSync(path).size > 1000;

const what = 'stagegraph explore --queue';
describe.skipIf(!SERVER)(SERVER ? what : `${what} (skipped: there is no redis-server)`, () => {
  let [port, url, server] = [0, '', undefined as unknown as Running];
  const data = mkdtempSync(join(folder, 'redis-'));
  const serve = (): Running =>
    start(SERVER!, [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', data, '--save', ''],
      ...['--appendonly', 'yes', '--logfile', 'redis.log'],
    ]);
  const explore = (out: string): Running => stagegraph('explore', ...STUDY, '--queue', url, '--out', at(out));
  const work = (...more: string[]): Running =>
    stagegraph('worker', '--queue', url, '--threads', '1', ...more);
  const asked = async <T>(ask: (redis: Redis) => Promise<T>): Promise<T> => {
    const redis = new Redis(port, { maxRetriesPerRequest: null, retryStrategy: () => 20 });
    redis.on('error', () => undefined);
    try {
      return await ask(redis);
    } finally {
      redis.disconnect();
    }
  };
  /** Nothing of any study is left. */
  const expectClear = async (): Promise<void> => {
    const keys = await asked((redis) => redis.keys('stagegraph:*'));
    // How far a killed explorer was goes by itself after a while.
    const kept = /:(id|meta|events|stalled-check|marker)$|:explorer:/;
    expect(keys.filter((key) => !kept.test(key))).toEqual([]);
  };

  const begin = async (): Promise<void> => {
    port = await freePort();
    url = `redis://127.0.0.1:${port}`;
    server = serve();
    await asked((redis) => redis.flushall());
  };

  it('gives the bytes of one machine by three workers, one of which is killed with a batch in its hands', async () => {
    await begin();
    const workers = [work('--once'), work('--once'), work('--once')];
    const explorer = explore('three.ndjson');
    await until(explorer, () => hasPoints(at('three.ndjson')));
    const victim = await stoppedAtWork(workers, explorer);
    await kill(victim);
    expect(await explorer.ended).toBe(0);
    expectWhole(at('three.ndjson'));
    const others = workers.filter((worker) => worker !== victim);
    expect(await Promise.all(others.map(({ ended }) => ended))).toEqual([0, 0]);
    await expectClear();
  });

  /** One of the workers, stopped while it has a batch. */
  async function stoppedAtWork(workers: readonly Running[], { child }: Running): Promise<Running> {
    for (;;) {
      if (child.exitCode !== null) throw new Error('the study was over before a worker was stopped');
      for (const worker of workers) {
        worker.child.kill('SIGSTOP');
        if (await hasBatch(worker.child.pid!)) return worker;
        worker.child.kill('SIGCONT');
      }
    }
  }

  const hasBatch = (pid: number): Promise<boolean> =>
    asked(async (redis) => {
      const [meta] = await redis.keys('stagegraph:points-*:meta');
      const queue = new Queue(meta!.split(':')[1]!, { connection: redis, prefix: 'stagegraph' });
      const active = await queue.getActive();
      return active.some((job) => job?.processedBy?.split('.').at(-2) === String(pid));
    });

  describe.each([
    ['with what it had', false],
    ['empty', true],
  ])('when the server is killed and comes back %s', (_, isEmpty) => {
    it('goes on', { tags: ['long'] }, () => goesOn(isEmpty));
  });

  async function goesOn(isEmpty: boolean): Promise<void> {
    await begin();
    const out = `server-${isEmpty}.ndjson`;
    const explorer = explore(out);
    const workers = [work('--once'), work('--once')];
    await until(explorer, () => hasPoints(at(out)));
    // Nothing more is done before the server is gone, however fast the workers are.
    for (const { child } of workers) child.kill('SIGSTOP');
    await kill(server);
    await until(explorer, () => /the connection to .* is lost/.test(explorer.errors()));
    if (isEmpty) rmSync(join(data, 'appendonlydir'), { recursive: true });
    // The workers come back first, and see a server at which nobody explores.
    if (isEmpty) explorer.child.kill('SIGSTOP');
    server = serve();
    for (const { child } of workers) child.kill('SIGCONT');
    if (isEmpty) await pause(4000);
    explorer.child.kill('SIGCONT');
    expect(await explorer.ended).toBe(0);
    expectWhole(at(out));
    expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0]);
    await expectClear();
  }

  it('goes on when the server stalls for longer than it lets a worker be silent', {
    tags: ['long'],
  }, async () => {
    await begin();
    const explorer = explore('stalled.ndjson');
    const workers = [work('--once'), work('--once')];
    await until(explorer, () => hasPoints(at('stalled.ndjson')));
    server.child.kill('SIGSTOP');
    await pause(SILENT + 10_000);
    expect(statSync(at('stalled.ndjson')).size).toBeLessThan(statSync(at('local.ndjson')).size);
    server.child.kill('SIGCONT');
    expect(await explorer.ended).toBe(0);
    expectWhole(at('stalled.ndjson'));
    expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0]);
    await expectClear();
  });

  it('goes on when the explorer is killed, behind the points that it has', { tags: ['long'] }, async () => {
    await begin();
    work();
    work();
    for (let kills = 0; kills < 2; kills++) {
      const before = existsSync(at('killed.ndjson')) ? statSync(at('killed.ndjson')).size : 0;
      const explorer = explore('killed.ndjson');
      await until(
        explorer,
        () => existsSync(at('killed.ndjson')) && statSync(at('killed.ndjson')).size > before + 1000,
      );
      await kill(explorer);
      // The second time what is left may be done before the signal comes.
      if (kills === 0)
        expect(statSync(at('killed.ndjson')).size).toBeLessThan(statSync(at('local.ndjson')).size);
    }
    // The second time there is nothing left to ask for.
    for (let again = 0; again < 2; again++) {
      expect(await explore('killed.ndjson').ended).toBe(0);
      expectWhole(at('killed.ndjson'));
    }
    // The ones that were killed are missed only after a while; this one says that they are gone.
    await asked((redis) => redis.del('stagegraph:explorers'));
    expect(await explore('again.ndjson').ended).toBe(0);
    expectWhole(at('again.ndjson'));
    await expectClear();
  });

  it('answers two explorers of the same study', { tags: ['long'] }, async () => {
    await begin();
    work();
    const explorers = [explore('first.ndjson'), explore('second.ndjson')];
    work();
    expect(await Promise.all(explorers.map(({ ended }) => ended))).toEqual([0, 0]);
    expectWhole(at('first.ndjson'));
    expectWhole(at('second.ndjson'));
    await expectClear();
  });

  it('joins parts of a study that were explored by a queue, and cuts batches at their ends', {
    tags: ['long'],
  }, async () => {
    await begin();
    work();
    for (const part of [1, 2]) {
      const explorer = stagegraph(
        ...['explore', ...STUDY, '--queue', url, '--shard', `${part}/2`, '--out', at(`part-${part}.ndjson`)],
      );
      expect(await explorer.ended).toBe(0);
    }
    const parts = [1, 2].map((part) => at(`part-${part}.ndjson`));
    expect(await stagegraph('merge', ...parts, '--out', at('joined.ndjson')).ended).toBe(0);
    expectWhole(at('joined.ndjson'));
  });

  it.each([0, 800])('lets a worker go that waits for %i ms', { tags: ['long'] }, async (delay) => {
    await begin();
    const waiting = work();
    await until(waiting, () => waiting.errors().includes('joined'));
    await pause(delay);
    waiting.child.kill('SIGTERM');
    expect(await waiting.ended).toBe(0);
    expect(waiting.errors()).toMatch(/^worker: joined [^\n]*\n$/);
  });

  it('lets a worker go that is told to in the middle of its work', { tags: ['long'] }, async () => {
    await begin();
    const busy = work();
    const explorer = explore('left.ndjson');
    await until(explorer, () => hasPoints(at('left.ndjson')));
    busy.child.kill('SIGINT');
    expect(await busy.ended).toBe(0);
    expect(busy.errors()).toMatch(/^worker: joined [^\n]*\n$/);
    work('--once');
    expect(await explorer.ended).toBe(0);
    expectWhole(at('left.ndjson'));
    await expectClear();
  });

  it('refuses a worker of another build, and says so to one that waits', { tags: ['long'] }, async () => {
    await begin();
    const same = work();
    await until(same, () => same.errors().includes('joined'));
    // As it was bundled: the sources may have changed since then.
    const digest = /, build [\d.]+-(\w+)-v8/.exec(same.errors())![1]!;
    await kill(same);
    const older = at('older');
    mkdirSync(older);
    for (const name of readdirSync(bundle).filter((each) => /\.m?js$/.test(each))) {
      const text = readFileSync(join(bundle, name), 'utf8');
      writeFileSync(join(older, name), text.replaceAll(digest, '0123456789ab'));
    }
    const olderWorker = () =>
      start(process.execPath, [join(older, 'main.mjs'), 'worker', '--queue', url, '--threads', '1']);
    const early = olderWorker();
    await until(early, () => early.errors().includes('joined'));
    const explorer = explore('builds.ndjson');
    // While the explorer is there, which nobody helps.
    await until(explorer, () => early.errors().includes('which this build cannot help'));
    const late = olderWorker();
    expect(await late.ended).toBe(2);
    expect(late.errors()).toContain(digest);
    expect(late.errors()).toContain('Designs of two builds may differ');
    await until(explorer, () => explorer.errors().includes('no worker of this build is there'));
    expect(hasPoints(at('builds.ndjson'))).toBe(false);
    work('--once');
    expect(await explorer.ended).toBe(0);
    expectWhole(at('builds.ndjson'));
  });

  it('waits for a server that takes nothing for now, and says why', { tags: ['long'] }, async () => {
    await begin();
    // So little memory that every writing is refused.
    await asked((redis) => redis.config('SET', 'maxmemory', '1'));
    const explorer = explore('refused.ndjson');
    await until(explorer, () =>
      explorer.errors().includes('takes nothing for now, waiting until it does: OOM'),
    );
    expect(hasPoints(at('refused.ndjson'))).toBe(false);
    await asked((redis) => redis.config('SET', 'maxmemory', '0'));
    work('--once');
    expect(await explorer.ended).toBe(0);
    expectWhole(at('refused.ndjson'));
    await expectClear();
  });

  it('takes nothing that others put into the queue for an answer, a batch or its study', {
    tags: ['long'],
  }, async () => {
    await begin();
    const worker = work();
    await until(worker, () => worker.errors().includes('joined'));
    const build = /, build (\S+)/.exec(worker.errors())![1]!;
    const { key } = JSON.parse(readFileSync(at('local.ndjson'), 'utf8').split('\n', 1)[0]!);
    worker.child.kill('SIGSTOP');
    await asked(async (redis) => {
      await redis.set(`stagegraph:study:${build}:${key}`, '{"study":{"scenario":{}},"size":10}');
      const queue = new Queue(`points-${build}`, { connection: redis, prefix: 'stagegraph' });
      const batch = (from: number) => ({
        data: { key, from, to: from + 10 },
        jobId: `${key}-${from}-${from + 10}`,
      });
      for (const { data, jobId } of [batch(0), batch(30)]) await queue.add('points', data, { jobId });
      await completedBy(queue, ['', 'bm8gbnVtYmVycw==']);
      for (const data of [
        null,
        7,
        {},
        { key, from: -1, to: 1e15 },
        { key, from: '0', to: [] },
        { key: '..', from: 0, to: 1 },
      ])
        await queue.add('points', data);
      // As if it had been handed over with other points.
      await queue.add('points', { key, from: 0, to: 3 }, { jobId: batch(50).jobId });
    });
    worker.child.kill('SIGCONT');
    expect(await explore('hostile.ndjson').ended).toBe(0);
    expectWhole(at('hostile.ndjson'));
    expect(worker.child.exitCode).toBe(null);
  });

  /** Takes as many jobs as there are answers, in order, and is nobody that a study knows. */
  async function completedBy(queue: Queue, answers: readonly string[]): Promise<void> {
    const stranger = new Worker(queue.name, undefined, {
      connection: { port, maxRetriesPerRequest: null },
      prefix: 'stagegraph',
    });
    for (const answer of answers) {
      const job = (await stranger.getNextJob(answer))!;
      await job.moveToCompleted(answer, job.token!, false);
    }
    await stranger.close();
  }

  it('lets a worker go while the server is away', { tags: ['long'] }, async () => {
    await begin();
    const worker = work();
    await until(worker, () => worker.errors().includes('joined'));
    await kill(server);
    await until(worker, () => /the connection to .* is lost/.test(worker.errors()));
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
  });

  it('says what is wrong with a server, and never shows a password', async () => {
    await begin();
    const wrong = stagegraph('worker', '--queue', `redis://someone:s3cret@127.0.0.1:${port}`);
    expect(await wrong.ended).toBe(2);
    expect(wrong.errors()).toMatch(
      /^--queue: no Redis server can be used at redis:\/\/127\.0\.0\.1:\d+: it refuses the user someone or the password \(WRONGPASS\)/,
    );
    expect(wrong.errors()).not.toContain('s3cret');
  });
});

describe('stagegraph explore --queue without a server', () => {
  it('says that none is there', async () => {
    const port = await freePort();
    const url = `redis://:s3cret@127.0.0.1:${port}/2`;
    const nobody = stagegraph('explore', ...STUDY, '--queue', url, '--out', at('nobody.ndjson'));
    expect(await nobody.ended).toBe(2);
    expect(nobody.errors()).toContain(`no Redis server can be used at redis://127.0.0.1:${port}/2: `);
    expect(nobody.errors()).toContain('ECONNREFUSED');
    expect(nobody.errors()).not.toContain('s3cret');
  });

  it('refuses what is no address', async () => {
    const refused = stagegraph('worker', '--queue', 'http://me:s3cret@host');
    expect(await refused.ended).toBe(2);
    expect(refused.errors()).toMatch(ADDRESS);
    expect(refused.errors()).not.toContain('s3cret');
  });

  it.each(['redis://me:s3cret%zz@host:1', 'redis//me:s3cret@host:1', 'redis://me:s3cret@host/zero'])(
    'refuses %s as an address',
    (url) => {
      expect(() => readAddress(url)).toThrow(ADDRESS);
      expect(() => readAddress(url)).not.toThrow('s3cret');
    },
  );
});

const ADDRESS = /^--queue: expected redis:\/\/host:port .*, got …@host/;

function freePort(): Promise<number> {
  return new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => found(port));
    });
  });
}
