/** The verbs over HTTP: answers, limits, and clients that lie, stall or go away. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureCommandLine } from '../scripts/setup.mjs';

const root = resolve(import.meta.dirname, '..');
const scenario = JSON.parse(readFileSync(join(root, 'public/examples/order-gateway.json'), 'utf8'));

const servers: ChildProcess[] = [];
let base = '';
let errors = '';

/** Its address. */
async function started(limit: string): Promise<string> {
  const args = ['serve', '--port', '0', '--limit', limit, '--folder', mkdtempSync(join(tmpdir(), 'serve-'))];
  const server = spawn(process.execPath, [join(root, 'cli', 'stagegraph.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  servers.push(server);
  server.stderr!.on('data', (said) => {
    errors += said;
  });
  return new Promise((listening) =>
    server.stdout!.on('data', (text) => listening(/http:\S+/.exec(String(text))![0])),
  );
}

beforeAll(async () => {
  ensureCommandLine();
  base = await started('10 min');
});
afterAll(() => {
  for (const server of servers) server.kill();
});

async function post(path: string, body: unknown, headers: Record<string, string> = {}, at = base) {
  const response = await fetch(`${at}v1/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, document: await response.json() };
}

/** The first line of what the server says to raw bytes. */
const said = (bytes: string): Promise<string> =>
  new Promise((answered) => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1', () => socket.write(bytes));
    socket.once('data', (text) => {
      answered(String(text).split('\r\n')[0]!);
      socket.destroy();
    });
    socket.on('error', () => undefined);
  });

const isAlive = async () => expect((await post('check', { scenario })).document.valid).toBe(true);

describe('stagegraph serve', () => {
  it('answers, and describes what it answers', async () => {
    const { status, document } = await post('solve', { scenario });
    expect(status).toBe(200);
    expect(document.kind).toBe('answer');
    expect(document.trust.word.length).toBeGreaterThan(0);
    const { openapi, paths } = await (await fetch(`${base}openapi.json`)).json();
    expect(openapi).toBe('3.1.0');
    const schema = paths['/v1/size'].post.requestBody.content['application/json'].schema;
    expect(schema.required).toEqual(['stage', 'below']);
    const spans = paths['/v1/trace'].post.requestBody.content['application/json'].schema.properties;
    expect(Object.keys(spans)).toEqual(expect.arrayContaining(['spans', 'spansFile', 'servers']));
    const unknowns = paths['/v1/calibrate'].post.requestBody.content['application/json'].schema.required;
    expect(unknowns).toEqual(['unknowns']);
    for (const tool of ['fit', 'verdict']) expect(paths).toHaveProperty([`/v1/${tool}`]);
    expect(paths['/v1/simulate'].post.responses).toHaveProperty('504');
  });

  it('refuses with a status and words', async () => {
    for (const [path, body, status, words] of [
      ['solve', '{"scenario": ', 400, 'expected JSON'],
      ['solve', '[]', 422, 'expected an object of inputs'],
      ['solve', {}, 422, 'expected either scenario or scenarioFile'],
      ['solve', { scenarioFile: '../../etc/passwd' }, 422, 'there is no file'],
      ['solve', { scenario, method: 'x' }, 422, 'expected auto'],
      ['nothing', {}, 404, 'expected /openapi.json or /v1/'],
    ] as const) {
      const refused = await post(path, body);
      expect(refused.status).toBe(status);
      expect(refused.document.error.message).toContain(words);
    }
    expect((await post('solve', {}, { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await fetch(`${base}v1/solve`)).status).toBe(405);
  });

  it('answers to no other name and to no page', async () => {
    expect((await post('check', { scenario }, { Origin: 'https://example.org' })).status).toBe(403);
    expect(await said('GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n')).toBe('HTTP/1.1 403 Forbidden');
  });

  it('refuses bodies that are too large, announced or not', async () => {
    expect(
      await said(
        'POST /v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 20000001\r\n\r\n',
      ),
    ).toBe('HTTP/1.1 413 Payload Too Large');
    const status = await new Promise((ended) => {
      const headers = { 'Content-Type': 'application/json' };
      const asked = request(`${base}v1/solve`, { method: 'POST', headers }, ({ statusCode }) =>
        ended(statusCode),
      );
      asked.on('error', () => ended('cut'));
      const part = 'x'.repeat(1e6);
      for (let i = 0; i < 22; i++) asked.write(part);
    });
    // The server says it and closes; a client that goes on writing may see only that.
    expect([413, 'cut']).toContain(status);
    await isAlive();
  });

  it('lives through what is no HTTP, and through clients that stall', async () => {
    const asked = request(`${base}v1/solve`, { method: 'POST', headers: { Expect: '200-ok' } }).end();
    const [refused] = await once(asked, 'response');
    expect(refused.statusCode).toBe(417);
    expect(await text(refused)).toContain('expected no header Expect but 100-continue, got \\"200-ok\\"');
    expect(await said('\u0000\u0001 nonsense\r\n\r\n')).toBe('HTTP/1.1 400 Bad Request');
    const stalled = connect(Number(new URL(base).port), '127.0.0.1');
    stalled.write('POST /v1/solve HTTP/1.1\r\nHost: localhost\r\n');
    await isAlive();
    stalled.destroy();
  });

  it('ends the calls of clients that go away: others would wait for them for a day', async () => {
    const patient = await started('23 h');
    const gone = new AbortController();
    const headers = { 'Content-Type': 'application/json' };
    const long = JSON.stringify({ scenario, replications: 100_000, horizon: 100 });
    const calls = Array.from({ length: 2 * availableParallelism() }, () =>
      fetch(`${patient}v1/simulate`, { method: 'POST', headers, body: long, signal: gone.signal }),
    );
    setTimeout(() => gone.abort(), 500);
    for (const { status } of await Promise.allSettled(calls)) expect(status).toBe('rejected');
    const body = JSON.stringify({ scenario });
    const { status } = await fetch(`${patient}v1/solve`, { method: 'POST', headers, body });
    expect(status).toBe(200);
  });

  it('ends a call that takes too long, and says how to ask for less', async () => {
    const brisk = await started('2 s');
    const { status, document } = await post(
      'simulate',
      { scenario, replications: 100_000, horizon: 100 },
      {},
      brisk,
    );
    expect(status).toBe(504);
    expect(document.error.message).toContain('no answer within 2 s; ask for less');
    // On a busy machine the next call may run out of its 2 s too.
    expect([200, 504]).toContain((await post('check', { scenario }, {}, brisk)).status);
    expect(errors).toBe('');
  });
});
