/** The server for assistants, asked by the protocol's own client over standard input and output, and by hostile lines. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureCommandLine } from '../scripts/setup.mjs';

const root = resolve(import.meta.dirname, '..');
const cli = join(root, 'cli', 'stagegraph.mjs');
const mercury = JSON.parse(readFileSync(join(root, 'public/examples/mercury-run-2.json'), 'utf8'));
const gateway = JSON.parse(readFileSync(join(root, 'public/examples/order-gateway.json'), 'utf8'));

const outside = mkdtempSync(join(tmpdir(), 'mcp-'));
const folder = join(outside, 'models');
mkdirSync(folder);
writeFileSync(join(outside, 'secret.json'), JSON.stringify(gateway));
writeFileSync(join(folder, 'gateway.json'), JSON.stringify(gateway));
writeFileSync(join(folder, '..newer.json'), JSON.stringify(gateway));
symlinkSync(join(outside, 'secret.json'), join(folder, 'way-out.json'));

const client = new Client({ name: 'test', version: '1' });
beforeAll(async () => {
  ensureCommandLine();
  const args = [cli, 'mcp', '--folder', folder, '--base', 'https://example.org/', '--limit', '20 s'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' }));
});
afterAll(() => client.close());

interface Told {
  readonly isError: boolean;
  readonly text: string;
}

async function call(name: string, input: Record<string, unknown>): Promise<Told> {
  const { isError = false, content } = await client.callTool({ name, arguments: input });
  const [{ text }] = content as readonly [{ readonly text: string }];
  return { isError: isError === true, text };
}
const answer = async (name: string, input: Record<string, unknown>) => {
  const { isError, text } = await call(name, input);
  expect(isError, text).toBe(false);
  return JSON.parse(text);
};

describe('stagegraph mcp', () => {
  it('lists its tools with schemas, and examples and pages as resources', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'check',
        'solve',
        'simulate',
        'compare',
        'estimate',
        'explore',
        'size',
        'draw',
        'link',
      ]),
    );
    const size = tools.find(({ name }) => name === 'size')!.inputSchema;
    expect(size.required).toEqual(['stage', 'below']);
    expect(size.properties).toHaveProperty('scenarioFile');
    const { resources } = await client.listResources();
    const uris = resources.map(({ uri }) => uri);
    expect(uris).toEqual(
      expect.arrayContaining(['stagegraph://examples/laplace', 'stagegraph://docs/models']),
    );
    const { contents } = await client.readResource({ uri: 'stagegraph://examples/mercury-run-2' });
    expect(JSON.parse((contents[0] as { readonly text: string }).text).name).toBe(mercury.name);
    await expect(client.readResource({ uri: 'stagegraph://docs/../../etc/passwd' })).rejects.toThrow(
      'no resource',
    );
  });

  it('solves with trust, remarks in words and a link', async () => {
    const solved = await answer('solve', { scenario: mercury });
    expect(solved.trust.word).toBe('sensitive to inputs');
    expect(solved.link).toMatch(/^https:\/\/example\.org\/#\d+\./);
    expect(solved.stages['1b'].meanOccupancy).toBeGreaterThan(100);
    expect(solved.stages['1b'].occupancyDistribution).toBeUndefined();
    const full = await answer('solve', { scenario: mercury, full: true });
    expect(full.stages['1b'].occupancyDistribution.length).toBeGreaterThan(100);
  });

  it('answers each of its tools', async () => {
    const scenario = gateway;
    const [stage] = scenario.nodes.filter(({ kind }: { kind: string }) => kind === 'stage');
    expect(await answer('check', { scenario: { ...scenario, links: [] } })).toMatchObject({ valid: false });
    const run = await answer('simulate', { scenario, replications: 2, horizon: 1e-4, seed: 3 });
    expect(run.trust.word).toBe('simulated');
    const compared = await answer('compare', { scenario });
    expect(compared.verdict.length).toBeGreaterThan(0);
    const rows = await answer('explore', { scenario, vary: ['inputs=0.5:0.9:3'] });
    expect(rows.rows).toHaveLength(3);
    const sized = await answer('size', { scenario, stage: stage.id, below: 1e-3 });
    expect(sized.capacity).toBeGreaterThan(0);
    const drawn = await answer('draw', { scenario, format: 'svg' });
    expect(drawn.content).toContain('<svg');
    const { link } = await answer('link', { scenario });
    expect((await answer('solve', { scenario: link })).kind).toBe('answer');
    const samples = readFileSync(join(root, 'public/measurements/template-tc.csv'), 'utf8');
    expect((await answer('estimate', { measurements: samples })).queues.length).toBeGreaterThan(0);
    const virtual = (name: string) =>
      readFileSync(join(root, 'public/measurements/virtual-queues', name), 'utf8');
    const gaps = { measurements: virtual('mm1-software-to-hardware.json'), replications: 39 };
    expect((await answer('verdict', gaps)).answers.length).toBeGreaterThan(0);
    const times = Array.from({ length: 200 }, (_, i) => -Math.log((i + 0.5) / 200) / 100).join('\n');
    const fitted = await answer('fit', { measurements: times, of: 'service', bootstraps: 0 });
    expect(fitted.queues[0].fits.map(({ family }: { family: string }) => family)).toContain('exponential');
    const unknowns = [{ path: `${stage.id}.service.rate` }];
    const found = await answer('calibrate', { scenario, unknowns, starts: 1 });
    expect(found.parameters[0].value).toBeGreaterThan(0);
    // What was found can be asked about, whatever its lists are.
    expect((await answer('solve', { scenario: found.scenario })).kind).toBe('answer');
    const spans = readFileSync(join(root, 'public/measurements/template-opentelemetry.json'), 'utf8');
    const traced = await answer('trace', { spans });
    expect(await answer('check', { scenario: traced.scenario })).toMatchObject({ valid: true });
    expect((await answer('diff', { before: scenario, after: scenario })).inputs).toEqual([]);
    expect(
      (await answer('seek', { scenario, goal: ['largest input with every ρ <= 0.8'] })).answers[0].found,
    ).toBe(true);
  });

  it('tells the depths of FIFOs, a number for each, from a drawing and from a trace', async () => {
    const actor = (id: string, mean: number) => ({
      ...{ id, kind: 'stage', firing: 'everyInput', whenFull: 'blockBefore' },
      service: { distribution: 'deterministic', mean },
    });
    const scenario = {
      ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'Running example' },
      nodes: [actor('a', 1), actor('b', 2), actor('c', 2)],
      links: [
        { from: 'a', to: 'a', initialTokens: 1 },
        { from: 'a', to: 'b', produced: [2], consumed: [3] },
        { from: 'b', to: 'c', produced: [1], consumed: [2] },
      ],
    };
    const sized = await answer('sizeDepths', { scenario });
    expect(sized).toMatchObject({ kind: 'depths', by: 'exact', complete: true });
    expect(sized.front.map(({ cost }: { cost: number }) => cost)).toEqual([6, 8, 9, 10]);
    const fifos = Array.from({ length: 24 }, (_, i) => `q${i}`);
    const rows = fifos.flatMap((q, i) => [`${q},${i},I`, `${q},${i + 1},D`]);
    const measurements = ['#qtm 1 events time=ns', 'queueId,time,kind', ...rows, ''].join('\n');
    const least = await answer('traceDepths', { measurements, least: true });
    expect(least.depths).toEqual(fifos.map(() => 1));
    expect(await call('traceDepths', { measurements, depths: { q99: 2 } })).toMatchObject({
      isError: true,
      text: expect.stringContaining('there is no FIFO "q99" in the trace'),
    });
    expect(await call('traceDepths', { least: true })).toMatchObject({
      isError: true,
      text: expect.stringContaining('expected measurements'),
    });
  });

  it('reads the files of its folder and no others', async () => {
    for (const scenarioFile of ['gateway.json', '..newer.json'])
      expect((await answer('solve', { scenarioFile })).kind).toBe('answer');
    for (const name of [
      '../secret.json',
      join(outside, 'secret.json'),
      'way-out.json',
      'a\0b',
      '.',
      'none.json',
    ])
      expect(await call('solve', { scenarioFile: name })).toMatchObject({
        isError: true,
        text: expect.stringContaining('there is no file'),
      });
  });

  it('refuses in words what it cannot use', async () => {
    for (const [name, input, words] of [
      ['solve', {}, 'expected either scenario or scenarioFile'],
      ['solve', { scenario: mercury, method: 'best' }, 'method: expected auto, mm1'],
      ['solve', { scenario: mercury, methods: 'auto' }, 'methods: expected no field of this name'],
      ['link', { scenario: mercury, wide: 1 }, 'wide: expected no field of this name'],
      ['simulate', { scenario: mercury, threads: 500 }, 'threads: expected no field of this name'],
      ['solve', { scenario: mercury, signal: 5 }, 'signal: expected no field of this name'],
      ['solve', { scenario: mercury, full: 'yes' }, 'full: expected true or false'],
      ['solve', { scenario: { __proto__: null, format: 'x' } }, 'expected "stagegraph-scenario"'],
      ['simulate', { scenario: mercury, replications: 1e9 }, 'expected an integer from 2 to 100000'],
      ['estimate', {}, 'expected measurements'],
      ['verdict', {}, 'expected measurements'],
      ['fit', { measurements: '0.1\n0.2', of: 'x' }, 'of: expected'],
      ['calibrate', { scenario: mercury }, 'unknowns'],
      ['trace', { spans: 7 }, 'spans: expected the text of a file'],
      ['trace', { spansFile: '../secret.json' }, 'there is no file'],
      ['compare', { scenario: mercury, measurements: '\u0000\u0001' }, ''],
      ['draw', { scenario: mercury, format: 'gif' }, 'draw: format: expected svg or html, got "gif"'],
      ['explore', { scenario: mercury, vary: ['nobody.capacity=1:2:2'] }, 'nobody'],
    ] as const)
      expect(await call(name, input)).toMatchObject({ isError: true, text: expect.stringContaining(words) });
    await expect(client.callTool({ name: 'rm', arguments: {} })).rejects.toThrow(
      'expected a tool of check, solve',
    );
  });

  it('ends a call that is cancelled, and goes on with others', async () => {
    const stop = new AbortController();
    const long = client.callTool(
      { name: 'simulate', arguments: { scenario: mercury, replications: 100_000, horizon: 100 } },
      undefined,
      { signal: stop.signal, onprogress: () => stop.abort('enough') },
    );
    await expect(long).rejects.toThrow('enough');
    expect((await answer('solve', { scenario: gateway })).kind).toBe('answer');
  });
});

describe('lines that are no requests', () => {
  it('are refused, and the next request is answered', async () => {
    const server = spawn(process.execPath, [cli, 'mcp'], { stdio: ['pipe', 'pipe', 'inherit'] });
    let out = '';
    server.stdout.on('data', (text) => {
      out += text;
    });
    const initialize = {
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    };
    const huge = {
      method: 'tools/call',
      params: { name: 'solve', arguments: { scenario: 'x'.repeat(21e6) } },
    };
    const lines = [
      ...['{"jsonrpc": "2.0", "id":', '[1,2]', '"text"', '{}', '\u0000', ''],
      JSON.stringify({ ...huge, jsonrpc: '2.0', id: 7 }),
      JSON.stringify(initialize),
      JSON.stringify({
        jsonrpc: '2.0',
        id: 2,
        method: 'tools/call',
        params: { name: 'solve', arguments: 5 },
      }),
      JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'nothing/there' }),
      JSON.stringify({ jsonrpc: '2.0', id: 4, method: 'ping' }),
    ];
    server.stdin.write(`${lines.join('\n')}\n`);
    const replies = () =>
      out
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
    await expect.poll(() => replies().some(({ id }) => id === 4), { timeout: 900_000 }).toBe(true);
    server.stdin.end();
    const status = await new Promise((ended) => server.on('exit', ended));
    expect(status).toBe(0);
    const by = (id: number | null) => replies().filter((reply) => reply.id === id);
    expect(by(null)).toHaveLength(5);
    expect(by(7)[0].error.message).toBe('expected a request of at most 20 MB, got more');
    expect(by(1)[0].result.serverInfo.name).toBe('stagegraph');
    expect(by(2)[0].error).toBeDefined();
    expect(by(3)[0].error.code).toBe(-32601);
    expect(by(4)[0].result).toEqual({});
  });
});
