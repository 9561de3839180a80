/** What must hold of a measurement, as a build server asks for it. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SCENARIO_FORMAT, SCHEMA_VERSION } from '../core/scenario/scenario.ts';
import { BadInput } from '../lib/bad-input.ts';
import { addCompare } from './compare.ts';

const folder = mkdtempSync(join(tmpdir(), 'assertions-'));
function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const scenario = {
  format: SCENARIO_FORMAT,
  schemaVersion: SCHEMA_VERSION,
  name: 'One stage',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1e5 } },
    { id: 'a', kind: 'stage', service: { distribution: 'exponential', rate: 2e5 } },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'out' },
  ],
  queries: [
    { id: 'q1', metric: 'occupancy', aggregation: 'max', at: 'a', require: { is: '<=', value: 2 } },
    { id: 'q2', metric: 'occupancy', aggregation: 'mean', at: 'a' },
  ],
};
const drawn = file('scenario.json', JSON.stringify(scenario));
const stays = [0, 10, 20, 30].map((start) => `a,${start}000,I\na,${start + 4}000,D`).join('\n');
const trace = file('trace.csv', `#qtm 1 events time=ns\nqueueId,time,kind\n${stays}\n`);
const means = file(
  'means.csv',
  '#qtm 1 scalars time=ns\nqueueId,metric,stat,value,unit\na,occupancy,mean,0.4,items\n',
);

async function compare(
  ...args: readonly string[]
): Promise<{ readonly out: string; readonly exit: unknown }> {
  const out: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out.push(String(text));
    return true;
  });
  const program = new Command().exitOverride();
  addCompare(program);
  try {
    await program.parseAsync(['node', 'stagegraph', 'compare', ...args]);
    return { out: out.join(''), exit: process.exitCode };
  } finally {
    write.mockRestore();
  }
}

describe('stagegraph compare with assertions', () => {
  afterEach(() => {
    process.exitCode = undefined;
  });

  it('checks those of the scenario, and ends well when all hold', async () => {
    const { out, exit } = await compare(drawn, trace);
    expect(out).toContain('ok    max occupancy of a <= 2: 1');
    expect(out).not.toContain('mean occupancy of a:');
    expect(exit).toBeUndefined();
  });

  it('fails with 1 when one does not, also in JSON', async () => {
    const args = [
      drawn,
      trace,
      '--assert',
      'mean latency of a < 3 us',
      '--assert',
      'mean occupancy of a < 1',
    ];
    const { out, exit } = await compare(...args);
    expect(out).toContain('FAIL  mean latency of a < 3 µs: 4 µs');
    expect(out).toContain('ok    mean occupancy of a < 1');
    expect(exit).toBe(1);
    const json = JSON.parse((await compare(...args, '--json')).out);
    expect(json.assertions.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'holds',
      'fails',
      'holds',
    ]);
    expect(json.assertions[1]).toMatchObject({ text: 'mean latency of a < 3 µs', value: 4e-6 });
  });

  it('does not pass what cannot be told', async () => {
    const { out, exit } = await compare(drawn, means, '--assert', 'mean occupancy of a = 0.4');
    expect(out).toContain(
      '?     max occupancy of a <= 2: cannot be told: the measurement only states its mean',
    );
    expect(out).toContain('ok    mean occupancy of a = 0.4: 0.4');
    expect(exit).toBe(2);
  });

  it('refuses a line that it does not understand or that requires nothing', async () => {
    await expect(compare(drawn, trace, '--assert', 'average of a < 3')).rejects.toThrow(BadInput);
    await expect(compare(drawn, trace, '--assert', 'mean occupancy of a')).rejects.toThrow(
      'nothing is required',
    );
  });
});

describe('stagegraph compare of a model whose inputs are known to a percent', () => {
  // M/M/1: N_Q = rho^2 / (1 - rho), here at a load between 0.95 x 0.99 and 0.95 x 1.01.
  const waiting = (load: number): number => load ** 2 / (1 - load);
  const nodes = [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 0.95 } },
    { id: 'a', kind: 'stage', service: { distribution: 'exponential', rate: 1 } },
    { id: 'out', kind: 'sink' },
  ];
  const precisions = [
    { node: 'in', field: 'interarrival.rate', plusMinus: 0.01 },
    { node: 'a', field: 'service.rate', plusMinus: 0 },
  ];
  const unsure = file('unsure.json', JSON.stringify({ ...scenario, queries: [], nodes, precisions }));
  const measured = (value: number): string =>
    file(`waiting-${value}.csv`, `#qtm 1 scalars time=ns\nqueueId,metric,value\na,queueLength,${value}\n`);

  it('is not rejected by what the inputs allow, and is by what they do not', async () => {
    const [least, most] = [waiting(0.95 * 0.99), waiting(0.95 * 1.01)].map((value) => value.toPrecision(3));
    const within = await compare(unsure, measured(22));
    expect(within.out).toContain('○ consistent within input uncertainty');
    expect(within.out).toContain(`the precision of its inputs allows ${least} … ${most}`);
    const beyond = await compare(unsure, measured(30));
    expect(beyond.out).toContain('✕ rejected');
    expect(beyond.out).toContain(`the precision of its inputs allows ${least} … ${most}`);
  });
});

describe('stagegraph compare of a virtual queue whose bus is drawn', () => {
  // Every ms an element; four of them cross the bus in 2 ms, and the server takes 0.5 ms for each.
  const inserted = Array.from({ length: 400 }, (_, k) => k + 1);
  const came = inserted.map((_, k) => inserted[k - (k % 4) + 3]! + 2);
  let free = 0;
  const left = came.map((time) => {
    free = Math.max(free, time) + 0.5;
    return free;
  });
  const latencies = left.map((time, k) => time - inserted[k]!).sort((a, b) => a - b);
  const rows = [inserted, came, came, left].flatMap((times, place) =>
    times.map((time) => ({ time, row: `${place < 2 ? 'tail' : 'head'},${time * 1e6},${'IDID'[place]}` })),
  );
  const events = rows.sort((a, b) => a.time - b.time).map(({ row }) => row);
  const both = file(
    'both-ends.csv',
    `#qtm 1 queues time=ns\nqueueId,source,dest,kind,parentId,bulkSize\nlink,in,a,virtual,,4\ntail,in,bus,tail,link,\nhead,bus,a,head,link,\n#qtm 1 events time=ns\nqueueId,time,kind\n${events.join('\n')}\n`,
  );
  const nodes = [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1000 } },
    {
      ...{ id: 'bus', kind: 'stage', bulk: { rule: 'full', size: 4 } },
      service: { distribution: 'deterministic', mean: 2e-3 },
    },
    { id: 'a', kind: 'stage', service: { distribution: 'deterministic', mean: 5e-4 } },
    { id: 'out', kind: 'sink' },
  ];
  const links = ['in', 'bus', 'a'].map((from, k) => ({ from, to: ['bus', 'a', 'out'][k] }));
  const drawnBus = file('bus.json', JSON.stringify({ ...scenario, queries: [], nodes, links }));

  it('tells its latency from the events of both ends', async () => {
    const p90 = latencies[Math.ceil(0.9 * latencies.length) - 1]!;
    const mean = latencies.reduce((sum, one) => sum + one, 0) / latencies.length;
    const { out } = await compare(
      drawnBus,
      both,
      ...['--assert', 'p90 latency of link <= 5.5 ms', '--assert', 'mean latency of link < 4 ms'],
    );
    expect([p90, mean]).toEqual([5.5, 4.75]);
    expect(out).toMatch(/ok +p90 latency of link <= 5\.5 ms: 5\.5 ms, from the events of both ends/);
    expect(out).toMatch(/FAIL +mean latency of link < 4 ms: 4\.75 ms, from the events of both ends/);
  });
});
