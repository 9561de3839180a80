/** What verbs print as JSON, the functions of the library answer too, with the same defaults. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { BadInput } from '../lib/bad-input.ts';
import { calibrate, fit as fitOf, trace, verdict } from '../lib/index.ts';
import { asOtlp, knownService } from '../workers/traces/service.test-support.ts';
import { addFit } from './fit.ts';
import { runVerbs } from './run-verbs.test-support.ts';
import { addTrace } from './trace.ts';
import { addVerdict } from './verdict.ts';

const folder = mkdtempSync(join(tmpdir(), 'stagegraph-library-'));
afterAll(() => rmSync(folder, { recursive: true }));
const virtual = resolve(import.meta.dirname, '../public/measurements/virtual-queues');
const file = join(virtual, 'mm1-software-to-hardware.json');

/** A file has its path for a name, what the library is given has none. */
const printed = async (...words: string[]): Promise<unknown> =>
  JSON.parse((await runVerbs([addFit, addTrace, addVerdict], words)).out.replaceAll(join(folder, '/'), ''));
const asJson = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer));

describe('functions of the library', () => {
  it('verdict: the reports of the command line, with progress', async () => {
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
    for (const [path, text] of [
      [join(folder, 'measurements'), readFileSync(join(folder, 'measurements'), 'utf8')],
      [file, readFileSync(file)],
    ] as const) {
      const { queues } = await fitOf(text, { bootstraps: 0 });
      expect({ queues: asJson(queues) }).toEqual(await printed('fit', path, '--bootstraps', '0', '--json'));
    }
    await expect(fitOf('0.1\n0.2\n', { queue: 'a', distribution: 'normal' as never })).rejects.toThrow(
      'fit: distribution',
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
