/** What verbs print as JSON, the functions of the library answer too, with the same defaults. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Scenario } from '../core/scenario/scenario.ts';
import { BadInput } from '../lib/bad-input.ts';
import { calibrate, fit as fitOf, sizeDepths, trace, traceDepths, verdict } from '../lib/index.ts';
import type { LeastTraceDepths } from '../lib/trace-depths.ts';
import type { DepthsFound } from '../workers/explore/contract.ts';
import { asOtlp, knownService } from '../workers/traces/service.test-support.ts';
import { addDepths } from './depths.ts';
import { addFit } from './fit.ts';
import { runVerbs } from './run-verbs.test-support.ts';
import { addSize } from './size.ts';
import { addTrace } from './trace.ts';
import { addVerdict } from './verdict.ts';

const folder = mkdtempSync(join(tmpdir(), 'stagegraph-library-'));
afterAll(() => rmSync(folder, { recursive: true }));
const virtual = resolve(import.meta.dirname, '../public/measurements/virtual-queues');
const file = join(virtual, 'mm1-software-to-hardware.json');

/** The running example of Stuijk, Geilen & Basten (2006). */
const runningExample = {
  ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'Running example' },
  nodes: [actor('a', 1), actor('b', 2), actor('c', 2)],
  links: [
    { from: 'a', to: 'a', initialTokens: 1 },
    { from: 'a', to: 'b', produced: [2], consumed: [3] },
    { from: 'b', to: 'c', produced: [1], consumed: [2] },
  ],
} satisfies Scenario;

function actor(id: string, mean: number) {
  return {
    ...({ id, kind: 'stage', firing: 'everyInput', whenFull: 'blockBefore' } as const),
    service: { distribution: 'deterministic', mean } as const,
  };
}

/** A file has its path for a name, what the library is given has none. */
const printed = async (...words: string[]): Promise<unknown> =>
  JSON.parse(
    (await runVerbs([addDepths, addFit, addSize, addTrace, addVerdict], words)).out.replaceAll(
      join(folder, '/'),
      '',
    ),
  );
const asJson = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer));

describe('functions of the library', () => {
  it('verdict: the reports of the command line, with progress', { tags: ['long'] }, async () => {
    const told: unknown[] = [];
    const options = { replications: 39, onProgress: (progress: unknown) => void told.push(progress) };
    const reports = await verdict(readFileSync(file), options);
    expect(asJson(reports)).toEqual(await printed('verdict', file, '--replications', '39', '--json'));
    expect(reports[0]).toMatchObject({ kind: 'judged', queue: 'queue' });
    expect(told.length).toBeGreaterThan(0);
    await expect(verdict(readFileSync(file), { replications: 3 })).rejects.toThrow('replications');
    await expect(verdict('queue,\n1,2\n')).rejects.toBeInstanceOf(BadInput);
  });

  it('trace: services and the scenario of the command line', async () => {
    const spans = JSON.stringify(asOtlp(knownService({ requests: 800, rate: 45, servers: 1 }).spans));
    writeFileSync(join(folder, 'spans'), spans);
    const { warnings, ...answer } = await trace(spans, { servers: { db: 1 } });
    expect(warnings).toEqual([]);
    expect(asJson(answer)).toEqual(
      await printed('trace', join(folder, 'spans'), '--servers', 'db=1', '--json'),
    );
    await expect(trace(spans, { sampled: 2 })).rejects.toThrow('trace: sampled');
    await expect(trace('{}')).rejects.toBeInstanceOf(BadInput);
  });

  it('fit: the ranking of the command line, of a list and of queues', async () => {
    writeFileSync(join(folder, 'measurements'), '0.1\n0.3\n0.2\n0.9\n0.4\n0.05\n0.7\n0.15\n0.25\n0.6\n');
    const visits = Array.from({ length: 40 }, (_, i) => `q,${3 * i},${3 * i + 1 + (i % 7) / 4}`);
    writeFileSync(join(folder, 'visits'), ['queue,arrival_us,departure_us', ...visits, ''].join('\n'));
    for (const path of [join(folder, 'measurements'), join(folder, 'visits')]) {
      const text = readFileSync(path, 'utf8');
      const { queues } = await fitOf(text, { bootstraps: 0 });
      expect({ queues: asJson(queues) }).toEqual(await printed('fit', path, '--bootstraps', '0', '--json'));
    }
    await expect(fitOf('0.1\n0.2\n', { queue: 'a', distribution: 'normal' as never })).rejects.toThrow(
      'fit: distribution',
    );
  });

  it('sizeDepths: the front of the command line with the proof of its last, for a wanted throughput too', async () => {
    const scenario = runningExample;
    writeFileSync(join(folder, 'graph.json'), JSON.stringify(scenario));
    const told: DepthsFound[] = [];
    const all = await sizeDepths(scenario, { onProgress: (progress) => void told.push(progress) });
    expect(asJson(all)).toEqual(await printed('size', join(folder, 'graph.json'), '--depths', '--json'));
    if (all.kind === 'noAnswer') throw new Error(all.code);
    // The published front, by periods of c (7, 6, 5 and 4), which fires once for three times of a.
    expect(all.front.map(({ cost, throughput }) => [cost, Math.round((3 * 1e9) / throughput) / 1e9])).toEqual(
      [
        [6, 7],
        [8, 6],
        [9, 5],
        [10, 4],
      ],
    );
    expect(all).toMatchObject({ by: 'exact', complete: true, measured: ['a'], fastest: 0.75 });
    const proof = all.front.at(-1)!.smaller!.map(({ depths, throughput }) => [...depths, throughput]);
    expect(proof).toEqual([
      [6, 3, expect.closeTo(0.6, 9)],
      [7, 2, expect.closeTo(0.5, 9)],
    ]);
    const wanted = await sizeDepths(scenario, { throughput: 0.5 });
    expect(wanted).toMatchObject({ front: [{}, { depths: [6, 2], smaller: [{}] }] });
  });

  it('sizeDepths: random times by simulation', { tags: ['long'] }, async () => {
    const nodes = runningExample.nodes.map((node) => ({
      ...node,
      service: { distribution: 'exponential', rate: 1 },
    }));
    const byRuns = await sizeDepths({ ...runningExample, nodes } as never);
    expect(byRuns).toMatchObject({ by: 'simulation', measured: ['a'] });
    expect(byRuns).not.toHaveProperty('fastest');
  });

  it('sizeDepths: costs by a table of memories, and what is wrong by name', async () => {
    const scenario = runningExample;
    const sized = { ...scenario, nodes: scenario.nodes.map((node) => ({ ...node, unitBytes: 1 })) };
    const found = await sizeDepths(sized as never, { cost: 'memory', memory: 'REG 8x1 1\nRAM 8x4 2.5\n' });
    expect(found).toMatchObject({
      front: [{ depths: [4, 2], cost: 4.5 }, {}, { depths: [8, 4], cost: 7.5 }],
    });
    for (const [options, words] of [
      [{ cost: 'bits' }, 'cost bits: expected the size of an element (unitBytes) of "b"'],
      [{ memory: 'amd' }, 'memory: expected cost memory beside it'],
      [{ cost: 'gold' }, 'sizeDepths: cost: expected slots, bits or memory'],
      [{ throughput: 0 }, 'sizeDepths: throughput: expected'],
    ] as const)
      await expect(sizeDepths(scenario, options as never)).rejects.toMatchObject({
        lines: [expect.stringContaining(words)],
      });
    await expect(sizeDepths(sized as never, { cost: 'memory', memory: 'lead' })).rejects.toThrow(
      'memory: expected amd, intel or a table: line 1',
    );
  });

  it('traceDepths: a run, least depths and combinations as the command line, and what is wrong by name', async () => {
    const path = resolve(import.meta.dirname, '../public/measurements/hls-branches-trace.csv');
    const text = readFileSync(path, 'utf8');
    const told: unknown[] = [];
    const depths = { 'filter>blend': 8 };
    expect(asJson(await traceDepths(text, { depths }))).toEqual(
      await printed('depths', path, '--depth', 'filter>blend=8', '--json'),
    );
    expect(await traceDepths(text, { depths })).toMatchObject({ kind: 'run', lock: { kind: 'cycle' } });
    const onProgress = (progress: unknown) => void told.push(progress);
    const least = await traceDepths(text, { least: true, onProgress });
    expect(asJson(least)).toEqual(await printed('depths', path, '--least', '--json'));
    expect(told).toContainEqual({ sized: 1, fifos: (least as LeastTraceDepths).fifos.length });
    const varied = await traceDepths(text, { vary: { 'filter>blend': [10, 20], 'read>filter': [1, 4] } });
    if (varied.kind !== 'varied') throw new Error(varied.kind);
    expect(varied.settings).toHaveLength(44);
    expect(varied.settings[0]).toEqual({ depths: [10, 1], total: Number.POSITIVE_INFINITY });
    expect(asJson(varied)).toEqual(
      await printed('depths', path, '--vary', 'filter>blend=10:20', '--vary', 'read>filter=1:4', '--json'),
    );
    for (const [options, words] of [
      [{ depths: { nobody: 4 } }, 'there is no FIFO "nobody" in the trace; it has read>filter'],
      [{ depths: { 'read>filter': 0 } }, 'expected an integer from 1 to 2147483647'],
      [{ least: true, depths }, 'depths: expected no least and no total beside it'],
      [{ total: 1e-9 }, 'total: expected at least'],
      [{ vary: { 'read>filter': [4, 2] } }, 'vary read>filter: expected the larger depth last; got 4 and 2'],
      [{ vary: { 'read>filter': [1, 2 ** 30] } }, 'vary: expected at most 100,000 combinations'],
      [{ fifos: { 'filter>blend': { depth: 8 } } }, 'where all 8 slots of the traced run are taken'],
      [{ wide: 1 }, 'wide: expected no field of this name'],
    ] as const)
      await expect(traceDepths(text, options as never)).rejects.toMatchObject({
        lines: [expect.stringContaining(words)],
      });
    await expect(traceDepths(text, { least: true, signal: AbortSignal.abort('enough') })).rejects.toBe(
      'enough',
    );
  });

  it('calibrate: refuses what is unknown without a path, and what nothing was measured of', async () => {
    const scenario = JSON.parse(
      readFileSync(resolve(import.meta.dirname, '../public/examples/mercury-run-2.json'), 'utf8'),
    );
    const { measurement: _, ...bare } = scenario;
    await expect(
      calibrate(bare, undefined, { unknowns: [{ path: '1b.service.rate' }] }),
    ).rejects.toMatchObject({
      lines: ['No measurements: give a measurement file, or a scenario that holds them.'],
    });
    await expect(calibrate(scenario, undefined, { unknowns: [{ path: 7 as never }] })).rejects.toThrow(
      'calibrate: unknowns',
    );
  });
});
