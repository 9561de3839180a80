/** How long a changed model takes by the servers, beside the solver alone: `npm run bench -- Servers`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { Scenario } from '../core/scenario/scenario.ts';
import { soundScenario } from '../lib/scenarios.ts';
import { ensureCommandLine } from '../scripts/setup.mjs';
import { solveScenario } from '../workers/solve/solve-scenario.ts';
import { type BenchRow, median, milliseconds } from './row.ts';
import { example } from './solver.ts';

const CLI = fileURLToPath(new URL('../cli/stagegraph.mjs', import.meta.url));
const WARM = 200;
const ASKED = 300;
const GOAL = 5;

/** Another rate at each call, so that no kept answer is told. */
function changed(scenario: Scenario, call: number): Scenario {
  return {
    ...scenario,
    nodes: scenario.nodes.map((node) =>
      node.kind === 'source'
        ? { ...node, interarrival: { distribution: 'exponential', rate: 8e7 + call } }
        : node,
    ),
  };
}

/** Median of the later calls, ms. */
async function timeOf(ask: (call: number) => unknown): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < WARM + ASKED; call += 1) {
    const started = performance.now();
    await ask(call);
    if (call >= WARM) times.push(performance.now() - started);
  }
  return median(times);
}

/** Resolves with the address that the server prints. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let out = '';
    server.stdout!.on('data', (text) => {
      out += text;
      const [address] = /http:\S+/.exec(out) ?? [];
      if (address) resolve(address);
    });
    server.on('exit', (status) => reject(new Error(`serve ended with ${status}: ${out}`)));
  });
}

function post(address: string, agent: Agent, body: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    const asked = request(`${address}v1/solve`, { method: 'POST', agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve(JSON.parse(Buffer.concat(parts).toString())));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

async function timeByHttp(scenario: Scenario): Promise<number> {
  const server = spawn(process.execPath, [CLI, 'serve', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const address = await addressOf(server);
    return await timeOf((call) =>
      post(address, agent, JSON.stringify({ scenario: changed(scenario, call) })).then(refuseNoAnswer),
    );
  } finally {
    agent.destroy();
    server.kill();
  }
}

async function timeByMcp(scenario: Scenario): Promise<number> {
  const client = new Client({ name: 'bench', version: '1' });
  const args = [CLI, 'mcp'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' }));
  try {
    return await timeOf(async (call) => {
      const { content } = await client.callTool({
        name: 'solve',
        arguments: { scenario: changed(scenario, call) },
      });
      const [{ text }] = content as readonly [{ readonly text: string }];
      refuseNoAnswer(JSON.parse(text));
    });
  } finally {
    await client.close();
  }
}

function refuseNoAnswer(document: unknown): void {
  if ((document as { readonly kind?: string }).kind !== 'answer') throw new Error(JSON.stringify(document));
}

export async function benchServers(): Promise<BenchRow[]> {
  ensureCommandLine();
  const scenario = example('mercury-run-2');
  const alone = await timeOf((call) => solveScenario(soundScenario(changed(scenario, call)), 'auto', true));
  const rows: BenchRow[] = [];
  for (const [verb, time] of [
    ['serve', await timeByHttp(scenario)],
    ['mcp', await timeByMcp(scenario)],
  ] as const)
    rows.push({
      what: `a changed Mercury run 2 solved by ${verb}, one client, median (read and solved alone: ${milliseconds(alone)})`,
      result: `${milliseconds(time)}, ${(time / alone).toFixed(1)} times`,
      goal: `under ${GOAL} ms`,
      pace: GOAL / time,
    });
  return rows;
}

if (import.meta.url === `file://${process.argv[1]}`)
  for (const { what, result } of await benchServers()) process.stdout.write(`${what}: ${result}\n`);
