/** `npm start` and `npm test` where a machine or a checkout is not as they like it: they work, or one line says what is missing. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cliInputs, ensureCommandLine, pageInputs } from '../scripts/setup.mjs';

const root = resolve(import.meta.dirname, '..');
/** The superuser may write everywhere; the programs run as somebody who may not. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const env = { ...process.env, HOME: tmpdir() };

let checkout = '';
const inCheckout = (...path: readonly string[]): string => join(checkout, ...path);

function ended(args: readonly string[], changed: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: checkout,
    encoding: 'utf8',
    env: { ...env, ...changed },
    ...nobody,
  });
  return { status, out: stdout, lines: stderr.trimEnd().split('\n') };
}

function allowWriting(path: string, allowed: boolean): void {
  chmodSync(path, allowed ? 0o755 : 0o555);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) allowWriting(join(path, entry.name), allowed);
    else if (entry.isFile()) chmodSync(join(path, entry.name), allowed ? 0o644 : 0o444);
  }
}

/** With the checkout open to changes; it is read-only before and after. */
function changing(change: () => void): void {
  allowWriting(checkout, true);
  change();
  allowWriting(checkout, false);
}

beforeAll(() => {
  ensureCommandLine();
  const folder = mkdtempSync(join(tmpdir(), 'stagegraph-'));
  chmodSync(folder, 0o755);
  checkout = join(folder, 'ü b', '日本');
  mkdirSync(checkout, { recursive: true });
  for (const name of new Set([...pageInputs, ...cliInputs, 'package.json', 'scripts']))
    cpSync(join(root, name), inCheckout(name), { recursive: true });
  allowWriting(checkout, false);
});

afterAll(() => {
  allowWriting(checkout, true);
  rmSync(dirname(dirname(checkout)), { recursive: true, force: true });
});

describe('a read-only checkout in a folder with spaces and other letters', () => {
  it('says in one line that packages cannot be installed', () => {
    for (const script of ['scripts/start.mjs', 'scripts/test.mjs', 'cli/stagegraph.mjs'])
      expect(ended([script])).toEqual({
        status: 1,
        out: '',
        lines: [
          `stagegraph: Installing packages needs to write ${inCheckout('node_modules')}, which is read-only here. Copy the checkout, or make it writable.`,
        ],
      });
  });

  it('says in one line that nothing can be built, and that tests leave files', () => {
    changing(() => symlinkSync(join(root, 'node_modules'), inCheckout('node_modules')));
    const needs = (what: string, folder: string) => ({
      status: 1,
      out: '',
      lines: [
        `stagegraph: ${what} needs to write ${inCheckout(folder)}, which is read-only here. Copy the checkout, or make it writable.`,
      ],
    });
    expect(ended(['scripts/start.mjs'])).toEqual(needs('Building dist', 'dist'));
    expect(ended(['cli/stagegraph.mjs'])).toEqual(needs('Building dist-cli', 'dist-cli'));
    expect(ended(['scripts/test.mjs'])).toEqual(needs('Testing', 'test-results'));
  });

  it('serves the page that was built, and answers by the command line', async () => {
    changing(() => {
      mkdirSync(inCheckout('dist'));
      writeFileSync(inCheckout('dist', 'index.html'), '<title>The page</title>');
      writeFileSync(inCheckout('dist', '.built'), '');
      cpSync(join(root, 'dist-cli'), inCheckout('dist-cli'), { recursive: true });
      writeFileSync(inCheckout('dist-cli', '.built'), '');
    });
    const { status, out } = ended(['cli/stagegraph.mjs', 'solve', 'public/examples/mercury-run-2.json']);
    expect({ status, title: out.slice(0, 13) }).toEqual({ status: 0, title: 'Mercury BLAST' });

    const server = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: checkout,
      env: { ...env, PORT: String(await freePort()) },
      stdio: ['ignore', 'pipe', 'inherit'],
      ...nobody,
    });
    try {
      let address: string | undefined;
      for await (const line of createInterface(server.stdout)) {
        address = /^Stagegraph is at (.*)$/.exec(line)?.[1];
        if (address) break;
      }
      expect(await (await fetch(address!)).text()).toContain('<title>The page</title>');
    } finally {
      const gone = once(server, 'exit');
      server.kill();
      await gone;
    }
  });

  it('refuses a port that is none', () => {
    expect(ended(['scripts/start.mjs'], { PORT: 'http' }).lines).toEqual([
      'stagegraph: PORT is a number from 1 to 65535; this is http.',
    ]);
  });
});

describe('a machine without apt', () => {
  const asked = (what: string, changed: Readonly<Record<string, string>> = {}) =>
    ended(
      [
        ...['--input-type=module', '-e'],
        `import { ${what} } from './scripts/setup.mjs'; console.log(${what}() ?? 'none');`,
      ],
      // Neither a program nor a network: what has the packages of the browser is where nobody listens.
      {
        PATH: inCheckout('scripts'),
        PLAYWRIGHT_DOWNLOAD_HOST: 'http://127.0.0.1:9',
        PLAYWRIGHT_BROWSERS_PATH: inCheckout('dist', 'browsers'),
        CHROMIUM: '',
        REDIS_SERVER: '',
        ...changed,
      },
    );

  it('says at the end what tests need, in one line', { tags: ['long'] }, () => {
    const { status, lines } = asked('ensureChromium');
    expect({ status, last: lines.at(-1) }).toEqual({
      status: 1,
      last: 'stagegraph: No Chromium is on the search path, there is no apt-get to install one, and none could be downloaded. Install one, or set CHROMIUM to its path.',
    });
  });

  it('tests without Redis, and says so', () => {
    const { status, out, lines } = asked('ensureRedis');
    expect({ status, out, last: lines.at(-1) }).toEqual({
      status: 0,
      out: 'none\n',
      last: 'stagegraph: No redis-server: tests of shared queues are skipped. Install one, or set REDIS_SERVER to its path.',
    });
  });

  it('takes what it is told, and refuses what is not there', () => {
    expect(asked('ensureChromium', { CHROMIUM: process.execPath })).toMatchObject({
      status: 0,
      out: `${process.execPath}\n`,
    });
    expect(asked('ensureRedis', { REDIS_SERVER: '/nowhere/redis' })).toMatchObject({
      status: 1,
      lines: ['stagegraph: REDIS_SERVER is /nowhere/redis, and no such file is there.'],
    });
  });
});

const freePort = (): Promise<number> =>
  new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => found(port));
    });
  });
