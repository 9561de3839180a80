/**
 * Malformed requests against `serve` and `mcp`: bad JSON, wrong types, huge and deep bodies, slow clients, early hang-ups,
 * tricks with paths and heads. Every request must be answered in words or its connection closed, none may be answered as a
 * failed computation, and the server must go on, say nothing on standard error and keep little memory.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Dice } from './dice.ts';
import { mutated } from './mutate.ts';

const CLI = fileURLToPath(new URL('../cli/stagegraph.mjs', import.meta.url));
const TOOLS = ['check', 'solve', 'simulate', 'compare', 'estimate', 'fit', 'calibrate', 'verdict', 'trace'];
const MORE_TOOLS = ['explore', 'seek', 'size', 'diff', 'draw', 'link'];
const AT_ONCE = 8;
/** Requests before the server is asked something sound. */
const ROUND = 100;
const LIMIT = '1 s';
/** ms without a sign of the server: it waits at most 10 s for a head, and computes 1 s. */
const PATIENCE = 20_000;
const MEGABYTES = 1000;
/** A little over what a request may have. */
const TOO_LARGE = 20_500_000;

export interface RequestsReport {
  /** By kind, how many were answered, refused with words, or closed. */
  readonly counts: ReadonlyMap<string, Tally>;
  readonly broken: readonly string[];
}

export interface Tally {
  answered: number;
  refused: number;
  closed: number;
}

type End = keyof Tally;

const bodyOf = (name: string): Record<string, unknown> => ({
  scenario: JSON.parse(
    readFileSync(fileURLToPath(new URL(`../public/examples/${name}.json`, import.meta.url)), 'utf8'),
  ),
});
const SOUND = ['order-gateway', 'mercury-run-2', 'laplace'].map(bodyOf);

const ODD: readonly unknown[] = [
  ...[
    null,
    true,
    0,
    -1,
    1e308,
    5e-324,
    1.5,
    '',
    'x',
    '\u0000',
    '1e400',
    'NaN',
    [],
    {},
    [[]],
    [null],
    { a: 1 },
  ],
  ...[{ toString: 1 }, { constructor: { prototype: 1 } }, 'x'.repeat(5000), Array(2000).fill(0)],
];
const OPTION_NAMES = [
  ...[
    'method',
    'erlang',
    'refine',
    'seed',
    'replications',
    'horizon',
    'warmup',
    'precision',
    'vary',
    'measure',
  ],
  ...[
    'goal',
    'stage',
    'below',
    'format',
    'theme',
    'queue',
    'of',
    'bootstraps',
    'unknowns',
    'mapping',
    'spans',
  ],
  ...['measurements', 'before', 'after', 'full', 'window', 'servers', 'sampled', '__proto__', 'constructor'],
];
const PATHS = [
  ...[
    '../secret.json',
    '..',
    '.',
    '/',
    '/etc/passwd',
    '..\\secret.json',
    'C:\\secret.json',
    'file:///etc/passwd',
  ],
  ...[
    'a\u0000b',
    './././../secret.json',
    '%2e%2e/secret.json',
    '~/x',
    '\\\\host\\x',
    'x/'.repeat(3000),
    '-',
    '',
  ],
];

/** An input of a tool with wrong types in it. */
function wrongInput(dice: Dice): Record<string, unknown> {
  const input: Record<string, unknown> = dice.chance(0.8) ? structuredClone(dice.one(SOUND)) : {};
  for (let faults = dice.integer(1, 3); faults > 0; faults -= 1)
    if (dice.chance(0.5)) spoil(input, dice);
    else define(input, dice.one(OPTION_NAMES), dice.one(ODD));
  return input;
}

/** As JSON.parse does: `__proto__` is a name like others. */
const define = (into: object, key: string, value: unknown): unknown =>
  Object.defineProperty(into, key, { value, enumerable: true, writable: true, configurable: true });

function spoil(whole: Record<string, unknown>, dice: Dice): void {
  let at: Record<string, unknown> = whole;
  for (;;) {
    const keys = Object.keys(at);
    if (keys.length === 0) return;
    const key = dice.one(keys);
    const next = at[key];
    if (typeof next !== 'object' || next === null || dice.chance(0.15)) {
      if (dice.chance(0.2)) delete at[key];
      else at[key] = dice.one(ODD);
      return;
    }
    at = next as Record<string, unknown>;
  }
}

const deep = (levels: number): string => `${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`;
const anyTool = (dice: Dice): string => dice.one([...TOOLS, ...MORE_TOOLS]);

interface Sent {
  /** Written one after the other, `pause` ms apart. */
  readonly parts: readonly (string | Uint8Array)[];
  readonly pause?: number;
  /** The client goes away so many ms after it wrote. */
  readonly leaves?: number;
}

const head = (path: string, length: number, more = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`;
const posted = (path: string, body: string | Uint8Array): Sent => ({
  parts: [head(path, Buffer.byteLength(body)), body],
});
const soundText = (dice: Dice): string => JSON.stringify(dice.one(SOUND));

/** How requests over HTTP are malformed. */
const HTTP_KINDS: Readonly<Record<string, (dice: Dice) => Sent>> = {
  'bad JSON': (dice) => posted(`/v1/${anyTool(dice)}`, mutated(Buffer.from(soundText(dice)), dice)),
  'wrong types': (dice) => posted(`/v1/${anyTool(dice)}`, JSON.stringify(wrongInput(dice))),
  'deep bodies': (dice) => posted(`/v1/${anyTool(dice)}`, `{"scenario":${deep(dice.integer(100, 50_000))}}`),
  'huge bodies': (dice) =>
    dice.chance(0.9)
      ? { parts: [head('/v1/solve', dice.one([TOO_LARGE, 2e9, 1e15]))] }
      : posted('/v1/solve', Buffer.alloc(TOO_LARGE, 0x20)),
  'slow clients': (dice) => {
    const whole = posted('/v1/solve', soundText(dice)).parts.join('');
    const cut = dice.integer(1, whole.length - 1);
    return { parts: [whole.slice(0, cut), whole.slice(cut)], pause: dice.integer(1, 200) };
  },
  'hang-ups': (dice) => {
    const whole = posted(`/v1/${anyTool(dice)}`, soundText(dice)).parts.join('');
    return { parts: [whole.slice(0, dice.integer(0, whole.length))], leaves: dice.integer(0, 50) };
  },
  'paths of files': (dice) =>
    posted('/v1/solve', JSON.stringify({ [dice.one(['scenarioFile', 'scenario'])]: dice.one(PATHS) })),
  'paths of addresses': (dice) => {
    const path = dice.one([
      ...['/v1/../v1/solve', '/v1/%73olve', '//v1/solve', '/v1/__proto__', '/v1/constructor', '/v1/', '*'],
      ...[
        '/v1/solve/',
        '/v1/solve%00',
        `/v1/${'a'.repeat(dice.integer(1, 20_000))}`,
        'http://x/v1/solve',
        '/\u00ff',
      ],
    ]);
    return posted(path, '{}');
  },
  heads: (dice) => {
    const body = '{}';
    const line = dice.one([
      ...[
        'Transfer-Encoding: chunked',
        'Content-Length: 9',
        'Host: evil.example',
        'Origin: null',
        'Expect: 200-ok',
      ],
      ...[
        'Upgrade: websocket',
        'Content-Type: text/plain',
        'X: \u0000',
        ' folded',
        `X: ${'y'.repeat(20_000)}`,
      ],
    ]);
    const method = dice.one(['POST', 'GET', 'PUT', 'CONNECT', 'OPTIONS', 'post', 'NOTHING', 'HEAD']);
    return { parts: [`${method}${head('/v1/solve', body.length, `${line}\r\n`).slice(4)}`, body] };
  },
};

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Everything that the server said until it closed; rejects where it says nothing and stays open. */
function exchange(port: number, { parts, pause = 0, leaves }: Sent): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const said: Buffer[] = [];
    const late = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no sign within ${PATIENCE / 1000} s`));
    }, PATIENCE);
    socket.on('data', (part) => said.push(part));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(late);
      resolve(Buffer.concat(said).toString());
    });
    socket.on('connect', async () => {
      for (const part of parts) {
        if (!socket.writable) return;
        socket.write(part);
        if (pause > 0) await wait(pause);
      }
      if (leaves === undefined) return;
      await wait(leaves);
      socket.destroy();
    });
  });
}

/** What the answer was, or why it is none. */
function judged(text: string): { readonly end: End } | { readonly wrong: string } {
  if (text === '') return { end: 'closed' };
  const [, status = ''] = /^HTTP\/1\.1 (\d{3}) /.exec(text) ?? [];
  const at = text.indexOf('\r\n\r\n');
  const body = text.slice(at + 4);
  // Answers to HEAD, and of the parser of HTTP itself, have no body.
  if (body === '')
    return status >= '400' && status < '500' ? { end: 'refused' } : { wrong: `empty ${status}` };
  try {
    const { error } = JSON.parse(body);
    if (status === '200') return { end: 'answered' };
    if (status === '500' || !error?.code || !error.message) return { wrong: text.slice(0, 400) };
    return { end: 'refused' };
  } catch {
    return { wrong: text.slice(0, 400) };
  }
}

class Requests {
  readonly counts = new Map<string, Tally>();
  readonly broken: string[] = [];

  count(kind: string, end: End): void {
    const tally = this.counts.get(kind) ?? { answered: 0, refused: 0, closed: 0 };
    tally[end] += 1;
    this.counts.set(kind, tally);
  }
}

interface Started {
  readonly server: ChildProcess;
  readonly errors: () => string;
  end(): void;
}

function start(words: readonly string[]): Started {
  const outside = mkdtempSync(join(tmpdir(), 'requests-'));
  writeFileSync(join(outside, 'secret.json'), JSON.stringify(SOUND[0]!.scenario));
  const folder = mkdtempSync(join(outside, 'models-'));
  const server = spawn(process.execPath, [CLI, ...words, '--limit', LIMIT, '--folder', folder]);
  let errors = '';
  server.stderr.on('data', (text) => {
    errors += text;
  });
  server.stdin.on('error', () => undefined);
  const end = (): void => {
    server.kill();
    rmSync(outside, { recursive: true });
  };
  return { server, errors: () => errors, end };
}

/** Resident memory, MB; undefined where the system does not tell. */
function memoryOf({ pid }: ChildProcess): number | undefined {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return undefined;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1] ?? 0) / 1024;
}

function judgeServer({ server, errors }: Started, verb: string, broken: string[]): void {
  if (server.exitCode !== null) broken.push(`${verb} ended with ${server.exitCode}`);
  if (errors() !== '') broken.push(`${verb} said: ${errors().slice(0, 2000)}`);
  const memory = memoryOf(server);
  if (memory !== undefined && memory > MEGABYTES) broken.push(`${verb} holds ${memory.toFixed(0)} MB`);
}

/** Requests `first` … against a server over HTTP. */
export async function maltreatHttp(count: number, first = 0): Promise<RequestsReport> {
  const found = new Requests();
  const started = start(['serve', '--port', '0']);
  try {
    const port = await new Promise<number>((resolve, reject) => {
      started.server.stdout!.on('data', (text) => resolve(Number(/http:\S+:(\d+)/.exec(String(text))?.[1])));
      started.server.on('exit', () => reject(new Error(started.errors())));
    });
    const kinds = Object.keys(HTTP_KINDS);
    for (let done = 0; done < count && found.broken.length < 20; done += ROUND) {
      let next = first + done;
      const last = first + Math.min(count, done + ROUND);
      const ask = async (): Promise<void> => {
        while (next < last) {
          const number = next++;
          const kind = kinds[number % kinds.length]!;
          const sent = HTTP_KINDS[kind]!(new Dice(kind, number));
          try {
            const end = judged(await exchange(port, sent));
            if ('wrong' in end) found.broken.push(`HTTP, ${kind}, ${number}: ${end.wrong}`);
            else found.count(kind, end.end);
          } catch (reason) {
            found.broken.push(`HTTP, ${kind}, ${number}: ${String(reason)}`);
          }
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, ask));
      const { status } = await fetch(`http://127.0.0.1:${port}/v1/check`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(SOUND[0]),
      });
      if (status !== 200) found.broken.push(`HTTP after request ${last}: a sound request got ${status}`);
      judgeServer(started, 'serve', found.broken);
    }
  } finally {
    started.end();
  }
  return found;
}

type Line = string | Uint8Array;

const called = (id: unknown, name: unknown, input: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input } });

/** How lines to the server for assistants are malformed; those with the id must be answered by it. */
const LINE_KINDS: Readonly<Record<string, (dice: Dice, id: number) => Line>> = {
  'bad JSON': (dice, id) =>
    Buffer.from(
      Buffer.from(mutated(Buffer.from(called(id, anyTool(dice), dice.one(SOUND))), dice))
        .toString('latin1')
        .replaceAll('\n', ' '),
      'latin1',
    ),
  'wrong types': (dice, id) => called(id, anyTool(dice), wrongInput(dice)),
  'wrong calls': (dice, id) => called(id, dice.one([...ODD, 'solve']), dice.one(ODD)),
  'wrong methods': (dice, id) =>
    JSON.stringify({
      ...{ jsonrpc: '2.0', id, method: dice.one(['resources/read', 'tools/list', 'rm', 'initialize', '']) },
      params: dice.one(ODD),
    }),
  'wrong ids': (dice) => called(dice.one([null, {}, [], 1.5, true, '']), 'check', dice.one(SOUND)),
  'deep lines': (dice, id) =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"check","arguments":{"scenario":${deep(dice.integer(100, 3000))}}}}`,
  'huge lines': (dice, id) =>
    // Where a line is too long only its end is kept, where clients write the id.
    `{"method":"tools/call","params":{"name":"solve","arguments":{"scenario":"${'x'.repeat(dice.chance(0.05) ? TOO_LARGE : 100_000)}"}},"jsonrpc":"2.0","id":${id}}`,
  'paths of files': (dice, id) => called(id, 'solve', { scenarioFile: dice.one(PATHS) }),
  'paths of resources': (dice, id) =>
    JSON.stringify({
      ...{ jsonrpc: '2.0', id, method: 'resources/read' },
      params: { uri: `stagegraph://examples/${dice.one(PATHS)}` },
    }),
};
/** Kinds whose lines are requests of the protocol with an id: each gets one reply. */
const REPLIED = new Set(['wrong types', 'deep lines', 'huge lines', 'paths of files', 'paths of resources']);

interface Reply {
  readonly id: unknown;
  readonly result?: { readonly isError?: boolean };
  readonly error?: { readonly code: number; readonly message: string };
}

/** Lines `first` … to a server for assistants. */
export async function maltreatMcp(count: number, first = 0): Promise<RequestsReport> {
  const found = new Requests();
  const started = start(['mcp']);
  const kindOf = new Map<number, string>();
  const replied = new Set<number>();
  let rest = '';
  let pong = (): void => undefined;
  const hear = (line: string): void => {
    if (line === '') return;
    let reply: Reply;
    try {
      reply = JSON.parse(line);
    } catch {
      found.broken.push(`MCP: no JSON: ${line.slice(0, 400)}`);
      return;
    }
    const { id, error, result } = reply;
    if (id === 'ping') pong();
    if (error?.message.includes('the computation failed')) found.broken.push(`MCP, ${id}: ${error.message}`);
    const kind = typeof id === 'number' ? kindOf.get(id) : undefined;
    if (kind === undefined) return;
    if (replied.has(id as number)) found.broken.push(`MCP, ${kind}, ${id}: two replies`);
    replied.add(id as number);
    found.count(kind, error || result?.isError ? 'refused' : 'answered');
  };
  started.server.stdout!.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    lines.forEach(hear);
  });
  const write = (line: Line): void => {
    started.server.stdin!.write(line);
    started.server.stdin!.write('\n');
  };
  try {
    const kinds = Object.keys(LINE_KINDS);
    for (let done = 0; done < count && found.broken.length < 20; done += ROUND) {
      const ids: number[] = [];
      for (let i = done; i < Math.min(count, done + ROUND); i += 1) {
        const number = first + i;
        const kind = kinds[number % kinds.length]!;
        // Above those that damaged lines can hold.
        const id = 1_000_000 + number;
        ids.push(id);
        kindOf.set(id, kind);
        write(LINE_KINDS[kind]!(new Dice(kind, number), id));
        if (i % 40 === 39)
          await settled(() =>
            ids.filter((one) => mustReply(kindOf.get(one)!)).every((one) => replied.has(one)),
          );
      }
      const isSettled = await settled(() =>
        ids.every((id) => replied.has(id) || !mustReply(kindOf.get(id)!)),
      );
      if (!isSettled)
        for (const id of ids)
          if (mustReply(kindOf.get(id)!) && !replied.has(id))
            found.broken.push(`MCP, ${kindOf.get(id)}, ${id - 1_000_000}: no reply`);
      const alive = new Promise<boolean>((resolve) => {
        pong = () => resolve(true);
        setTimeout(() => resolve(false), PATIENCE).unref();
      });
      write('{"jsonrpc":"2.0","id":"ping","method":"ping"}');
      if (!(await alive)) found.broken.push(`MCP after line ${first + done + ROUND}: no reply to a ping`);
      for (const id of ids) if (!replied.has(id)) found.count(kindOf.get(id)!, 'closed');
      judgeServer(started, 'mcp', found.broken);
    }
    started.server.stdin!.end();
    const status = await new Promise((ended) => started.server.on('exit', ended));
    if (status !== 0) found.broken.push(`mcp ended with ${status}`);
  } finally {
    started.end();
  }
  return found;
}

const mustReply = (kind: string): boolean => REPLIED.has(kind);

async function settled(isSo: () => boolean): Promise<boolean> {
  for (const until = Date.now() + PATIENCE; !isSo(); await wait(5)) if (Date.now() > until) return false;
  return true;
}

/** Half of them over HTTP, half as lines to `mcp`. */
export async function verifyRequests(count: number) {
  const half = Math.ceil(count / 2);
  // What is not built yet is built here: a server that builds says so, where it must say nothing.
  spawnSync(process.execPath, [CLI, '--version']);
  const [http, mcp] = [await maltreatHttp(half), await maltreatMcp(half)];
  const rows = (way: string, { counts }: RequestsReport): readonly string[] =>
    [...counts].map(
      ([kind, { answered, refused, closed }]) =>
        `| ${way} | ${kind} | ${answered} | ${refused} | ${closed} |`,
    );
  const broken = [...http.broken, ...mcp.broken];
  return {
    failed: broken.length > 0,
    lines: [
      '| way | kind | answered | refused in words | closed or without a reply |',
      '|---|---|---:|---:|---:|',
      ...[...rows('HTTP', http), ...rows('MCP', mcp)],
      '',
      ...(broken.length === 0 ? ['Nothing broke.'] : broken.map((words) => `- ${words}`)),
    ],
  };
}
