/** A queue behind TLS, users and a key prefix, with a real server; and the page that shows its studies. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pointsIn } from '../core/study/point-ranges.ts';
import { ensureCommandLine } from '../scripts/setup.mjs';
import { runVerbs } from './run-verbs.test-support.ts';
import { addWorker } from './worker.ts';

// Each starts several processes, which may wait for a busy machine.
vi.setConfig({ testTimeout: 0, hookTimeout: 0 });
vi.stubGlobal('SOURCES_DIGEST', 'of no build');

const SERVER = [process.env.REDIS_SERVER, '/usr/bin/redis-server'].find((path) => path && existsSync(path));
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const missing = !SERVER ? 'there is no redis-server' : hasOpenssl ? undefined : 'there is no openssl';

const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'explore queue tls '));
const at = (name: string): string => join(folder, name);
const bundle = join(root, 'dist-cli');

const STUDY = [
  join(root, 'public', 'examples', 'mercury-run-2.json'),
  ...['--vary', '1b.service.rate=60M:90M:60', '--measure', '1b.meanOccupancy'],
  ...['--simulate', '--replications', '2', '--horizon', '3e-4'],
];

const started: ChildProcess[] = [];

interface Running {
  readonly child: ChildProcess;
  said(): string;
  readonly ended: Promise<number | null>;
}

function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  started.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text;
    });
  return { child, said: () => said, ended: new Promise((ended) => child.once('exit', ended)) };
}

const PASSWORD = { STAGEGRAPH_QUEUE_USER: 'studies', STAGEGRAPH_QUEUE_PASSWORD: 's3cret' };

const stagegraph = (args: readonly string[], env: NodeJS.ProcessEnv = PASSWORD): Running =>
  start(process.execPath, [join(bundle, 'main.mjs'), ...args], env);

/** Why a worker does not join, in this process: none has to be started for it. */
async function refusal(args: readonly string[], env: Readonly<Record<string, string>> = PASSWORD) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  try {
    await runVerbs([addWorker], ['worker', ...args]);
  } catch (reason) {
    expect(reason).toBeInstanceOf(Error);
    return (reason as Error).message;
  } finally {
    vi.unstubAllEnvs();
  }
  throw new Error('the worker was not refused');
}

async function until({ child, said }: Running, isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`ended early: ${said()}`);
    await pause(10);
  }
}

function openssl(...args: string[]): void {
  const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

function authority(name: string): void {
  const subject = ['-subj', `/CN=${name} of the test`];
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...subject,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.crt`,
  );
}

function certificate(name: string, signer: string, names: string): void {
  openssl(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    `/CN=${name}`,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.csr`,
  );
  writeFileSync(at(`${name}.ext`), `subjectAltName=${names}\n`);
  openssl(
    ...[
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      `${signer}.crt`,
      '-CAkey',
      `${signer}.key`,
      '-CAcreateserial',
    ],
    ...['-days', '2', '-extfile', `${name}.ext`, '-out', `${name}.crt`],
  );
}

beforeAll(() => {
  if (missing) return;
  ensureCommandLine();
  authority('house');
  authority('stranger');
  certificate('server', 'house', 'DNS:localhost,IP:127.0.0.1');
  certificate('elsewhere', 'house', 'DNS:redis.example');
  certificate('client', 'house', 'DNS:worker');
  const local = spawnSync(process.execPath, [
    join(bundle, 'main.mjs'),
    'explore',
    ...STUDY,
    '--out',
    at('local.ndjson'),
  ]);
  expect(local.status).toBe(0);
});
// Some go on beside each other, each with a server of its own: what they started ends with the last of them.
afterAll(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, maxRetries: 5 });
});

const freePort = (): Promise<number> =>
  new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => found(port));
    });
  });

/** The rights that docs/scale.md gives a user, as they stand there. */
const RIGHTS = /^ACL SETUSER studies (.*)$/m.exec(readFileSync(join(root, 'docs', 'scale.md'), 'utf8'))?.[1];

interface Serving {
  readonly port: number;
  readonly redis: Redis;
}

const title = 'a queue by TLS with users';
describe.skipIf(missing)(missing ? `${title} (skipped: ${missing})` : title, () => {
  const clients: Redis[] = [];
  afterAll(() => {
    for (const client of clients.splice(0)) client.disconnect();
  });

  async function serve(
    certificateName = 'server',
    more: readonly string[] = ['--tls-auth-clients', 'no'],
  ): Promise<Serving> {
    const port = await freePort();
    start(SERVER!, [
      ...['--port', '0', '--tls-port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
      ...['--tls-cert-file', at(`${certificateName}.crt`), '--tls-key-file', at(`${certificateName}.key`)],
      ...['--tls-ca-cert-file', at('house.crt'), ...more],
    ]);
    const redis = new Redis(port, {
      ...{ maxRetriesPerRequest: null, retryStrategy: () => 20 },
      tls: {
        ca: readFileSync(at('house.crt')),
        cert: readFileSync(at('client.crt')),
        key: readFileSync(at('client.key')),
        checkServerIdentity: () => undefined,
      },
    });
    redis.on('error', () => undefined);
    clients.push(redis);
    const [prefix, rights] = RIGHTS!.includes('~farm:*') ? ['~farm:*', RIGHTS!] : ['', ''];
    expect(prefix, 'docs/scale.md gives rights for the prefix farm').toBe('~farm:*');
    await redis.call('ACL', 'SETUSER', 'studies', ...rights.replace('>password', '>s3cret').split(' '));
    await redis.call('ACL', 'SETUSER', 'reader', 'on', '>s3cret', '~*', '+@read', '+@connection');
    await redis.call('ACL', 'SETUSER', 'default', 'resetpass');
    return { port, redis };
  }

  const queueAt = (port: number, ...more: string[]): string[] => [
    ...['--queue', `rediss://localhost:${port}`, '--queue-ca', at('house.crt'), '--queue-prefix', 'farm'],
    ...more,
  ];

  it.concurrent('gives the bytes of one machine, touches nothing but its prefix, and shows no password', {
    tags: ['long'],
  }, async () => {
    const { port, redis } = await serve();
    await redis.set('neighbour', 'untouched');
    const worker = stagegraph(['worker', ...queueAt(port), '--threads', '1', '--once']);
    const explorer = stagegraph(['explore', ...STUDY, ...queueAt(port), '--out', at('tls.ndjson')]);
    expect(await explorer.ended, explorer.said()).toBe(0);
    expect(readFileSync(at('tls.ndjson'), 'utf8')).toBe(readFileSync(at('local.ndjson'), 'utf8'));
    expect(await worker.ended).toBe(0);
    expect(worker.said() + explorer.said()).not.toContain('s3cret');
    const keys = await redis.keys('*');
    expect(keys.filter((key) => !key.startsWith('farm:'))).toEqual(['neighbour']);
    expect(keys.filter((key) => /:(study|spent|explorer)/.test(key))).toEqual([]);
  });

  it.concurrent('two explorers write their parts in parallel, and what one alone wanted leaves the server at once', {
    tags: ['long'],
  }, async () => {
    const { port, redis } = await serve();
    const parts = [1, 2].map((part) =>
      stagegraph([
        'explore',
        ...STUDY,
        ...queueAt(port),
        '--shard',
        `${part}/2`,
        '--out',
        at(`tls-${part}.ndjson`),
      ]),
    );
    const size = (): Promise<number> => redis.zcard('farm:explorers');
    await until(parts[0]!, async () => (await size()) === 2);
    // Both know of each other before any batch is answered.
    await pause(3000);
    let most = 0;
    const watching = setInterval(async () => {
      for (const place of await redis.keys('farm:points-*:completed'))
        most = Math.max(most, await redis.zcard(place));
    }, 20);
    stagegraph(['worker', ...queueAt(port), '--threads', '1']);
    expect(await Promise.all(parts.map(({ ended }) => ended))).toEqual([0, 0]);
    clearInterval(watching);
    // A batch has one design here; half of all would be there at the end if the second explorer held them.
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(30);
    const merged = stagegraph([
      'merge',
      at('tls-1.ndjson'),
      at('tls-2.ndjson'),
      '--out',
      at('tls-both.ndjson'),
    ]);
    expect(await merged.ended, merged.said()).toBe(0);
    expect(readFileSync(at('tls-both.ndjson'), 'utf8')).toBe(readFileSync(at('local.ndjson'), 'utf8'));
  });

  it.concurrent('shows on a page of the loopback how far a study is and what it cost', {
    tags: ['long'],
  }, async () => {
    const { port } = await serve();
    const board = stagegraph(['board', ...queueAt(port), '--port', '0', '--price', '0.5']);
    await until(board, () => board.said().includes('Ctrl-C'));
    const url = /^http:\/\/127\.0\.0\.1:\d+\//.exec(board.said())![0];
    const state = async () => (await fetch(`${url}state.json`)).json();
    expect((await state()).studies).toEqual([]);
    const explorer = stagegraph(['explore', ...STUDY, ...queueAt(port), '--out', at('board.ndjson')]);
    const worker = stagegraph(['worker', ...queueAt(port), '--threads', '1']);
    await until(explorer, async () => (await state()).studies[0]?.spent.batches > 1);
    worker.child.kill('SIGSTOP');
    await pause(2500);
    const now = await state();
    const [study] = now.studies;
    expect(study).toMatchObject({ designs: 60, isOver: false, explorers: [{ from: 0, to: 60 }] });
    expect(study.spent.busy).toBeGreaterThan(0);
    expect(study.designTime).toBeCloseTo(study.spent.busy / 1e6 / study.spent.designs, 12);
    expect(now.workers).toMatchObject([{ process: String(worker.child.pid), threads: 1 }]);
    const html = await (await fetch(url)).text();
    expect(html).toMatch(/of 60 designs/);
    expect(html).toContain('expected in all');
    worker.child.kill('SIGCONT');
    expect(await explorer.ended).toBe(0);
    expect((await state()).studies).toMatchObject([{ isOver: true }]);
    const refused = await fetch(url, { method: 'POST' });
    expect(refused.status).toBe(405);
    expect(board.said()).not.toContain('s3cret');
  });

  it.each([
    [
      'a wrong password',
      'rediss',
      'server',
      ['--queue-ca', 'house.crt'],
      { STAGEGRAPH_QUEUE_PASSWORD: 'guess' },
      'refuses the user studies or the password',
    ],
    [
      'no password',
      'rediss',
      'server',
      ['--queue-ca', 'house.crt'],
      { STAGEGRAPH_QUEUE_USER: '', STAGEGRAPH_QUEUE_PASSWORD: '' },
      'asks for a user and a password',
    ],
    [
      'a user without rights',
      'rediss',
      'server',
      ['--queue-ca', 'house.crt'],
      { STAGEGRAPH_QUEUE_USER: 'reader' },
      'the user reader may not do what the queue needs',
    ],
    [
      'an authority that nobody named',
      'rediss',
      'server',
      [],
      {},
      'signed by nobody known here; name the authority',
    ],
    [
      'another authority',
      'rediss',
      'server',
      ['--queue-ca', 'stranger.crt'],
      {},
      'signed by nobody known here',
    ],
    [
      'a certificate for another name',
      'rediss',
      'elsewhere',
      ['--queue-ca', 'house.crt'],
      {},
      'its certificate is for another name than localhost',
    ],
    ['an address without TLS', 'redis', 'server', [], {}, 'if it has TLS, say rediss://'],
  ])('names %s', async (_, scheme, name, options, env, words) => {
    const { port } = await serve(name);
    const given = options.map((option) => (option.endsWith('.crt') ? at(option) : option));
    const refused = await refusal(
      ['--queue', `${scheme}://localhost:${port}`, ...given, '--queue-prefix', 'farm'],
      { ...PASSWORD, ...env },
    );
    expect(refused).toContain(`no Redis server can be used at ${scheme}://localhost:${port}: `);
    expect(refused).toContain(words);
    expect(refused).not.toContain('s3cret');
  });

  it('names a server without TLS that is asked for by TLS', async () => {
    const port = await freePort();
    const plain = start(SERVER!, [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
    ]);
    await until(plain, () => plain.said().includes('Ready to accept'));
    expect(await refusal(queueAt(port))).toContain('it answers without TLS; say redis:// if that is meant');
  });

  it('shows itself by a certificate where the server asks for one', async () => {
    const { port } = await serve('server', ['--tls-auth-clients', 'yes']);
    expect(await refusal(queueAt(port))).toContain('--queue-cert and --queue-key');
    const known = stagegraph([
      'worker',
      ...queueAt(port, '--queue-cert', at('client.crt'), '--queue-key', at('client.key')),
    ]);
    await until(known, () => known.said().includes('joined'));
  });

  it.each([
    [
      ['--queue', 'redis://localhost:1', '--queue-ca', at('house.crt')],
      '--queue-ca: expected an address rediss://',
    ],
    [['--queue', 'rediss://localhost:1', '--queue-ca', at('nothing.crt')], 'there is no such file'],
    [['--queue', 'rediss://localhost:1', '--queue-ca', at('house.ext')], 'there is no such file'],
    [['--queue', 'rediss://localhost:1', '--queue-cert', at('client.crt')], 'expected both, or none'],
    [
      ['--queue', 'rediss://localhost:1', '--queue-cert', at('client.crt'), '--queue-key', at('server.key')],
      'expected a certificate and its own key',
    ],
    [
      ['--queue', 'redis://localhost:1', '--queue-prefix', 'a b:*'],
      "--queue-prefix <name>' argument 'a b:*' is invalid. Expected at most 64",
    ],
  ])('refuses %j', async (args, words) => {
    expect(await refusal(args)).toContain(words);
  });
});

describe('designs of several explorers', () => {
  it('count once', () => {
    expect(pointsIn([])).toBe(0);
    expect(
      pointsIn([
        { from: 5, to: 10 },
        { from: 0, to: 3 },
      ]),
    ).toBe(8);
    expect(
      pointsIn([
        { from: 0, to: 10 },
        { from: 2, to: 4 },
        { from: 8, to: 12 },
      ]),
    ).toBe(12);
  });
});
