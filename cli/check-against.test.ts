/** Samples against a trace, from files to the printed report; and options that cannot be meant. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Command } from 'commander';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { checkAgainst } from './check.ts';
import { looksLikeMeasurement, readMeasurementFile } from './measurement-input.ts';
import { addMeasurementOptions, reduceOptionsOf } from './measurement-options.ts';

const folder = mkdtempSync(join(tmpdir(), 'stagegraph-check-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function printed(run: () => Promise<void>): Promise<string> {
  let text = '';
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  await run().finally(() => spy.mockRestore());
  return text;
}

// Time stamps since 1970: both files must count from the same second.
/** What a verb is told by these words. */
const given = (...words: string[]) =>
  reduceOptionsOf(
    addMeasurementOptions(new Command().exitOverride().configureOutput({ writeErr: () => undefined }))
      .parse(words, { from: 'user' })
      .opts(),
  );

const EPOCH = 1_700_000_000_000_000_000n;
const at = (ns: number): string => String(EPOCH + BigInt(ns));
const trace = fileOf(
  'trace.csv.gz',
  gzipSync(`${at(100)},${at(900)}\n${at(200)},${at(400)}\n${at(950)},${at(2000)}\n`),
);
const samples = fileOf(
  'samples.json',
  JSON.stringify(
    [
      { sampledata: [{ queueId: 1, inCount: 2, outCount: 0, timestamp: at(300) }] },
      { sampledata: [{ queueId: 1, inCount: 2, outCount: 2, timestamp: at(500) }] },
      { sampledata: [{ queueId: 1, inCount: 3, outCount: 3, timestamp: at(3000) }] },
    ].map((event) => ({ timestamp: 1, ...event })),
  ).replace(/"(\d+)"/g, '$1'),
);

describe('stagegraph check SAMPLES --against TRACE', () => {
  it('lists where the two differ', async () => {
    const report = await printed(() => checkAgainst(samples, trace, {}));
    expect(report).toContain(
      'queue 1: 1 of 2 samples (50 %) differ from the trace; 1 samples lie outside of it.',
    );
    expect(report).toMatch(/0\.000000500 +0 +1 +800 ns/);
    expect(report).toContain('3 by the counters, 3 in the trace');
  });

  it('gives the same as JSON', async () => {
    const document = JSON.parse(await printed(() => checkAgainst(samples, trace, { json: true })));
    expect(document).toMatchObject({
      queues: ['1'],
      origin: '1700000000',
      samples: 2,
      mismatches: 1,
      share: 0.5,
    });
  });

  it('takes the queue that is asked for, from samples and trace', async () => {
    const both = fileOf(
      'both.csv',
      '#qtm 1 counters time=ns\n#wrap=2^4\nqueueId,timestamp,inCount,outCount\na,200,15,14\nb,210,5,5\na,400,2,1\nb,410,6,5\n',
    );
    const events = fileOf(
      'events.csv',
      '#qtm 1 events time=ns\nqueueId,time,kind\na,100,I\nb,120,I\nb,150,D\na,250,D\na,300,I\nb,350,I\na,500,D\nb,600,D\n',
    );
    const only = await printed(() => checkAgainst(both, events, { queue: ['a'] }));
    expect(only).toContain('queue a: 0 of 2 samples (0 %) differ from the trace.');
    // The counter of 16 goes on: 17 have left, where it stands at 1.
    expect(only).toContain('Departures: 17 by the counters, 1 in the trace');
    await expect(checkAgainst(both, events, { queue: ['c'] })).rejects.toThrow(
      'has no samples of "c"; it has those of a, b',
    );
  });

  it('refuses files that are the wrong way round', async () => {
    await expect(checkAgainst(trace, trace, {})).rejects.toThrow('holds no counter samples');
    await expect(checkAgainst(samples, samples, {})).rejects.toThrow('holds no visits');
  });
});

describe('measurement files of any format', () => {
  it('are told from scenarios and links by what is in them', async () => {
    expect(await looksLikeMeasurement(trace)).toBe(true);
    expect(await looksLikeMeasurement(samples)).toBe(true);
    expect(await looksLikeMeasurement(fileOf('s.json', '{"format": "stagegraph-scenario"}'))).toBe(false);
  });

  it('are read with a mapping and a length of frames', async () => {
    const file = fileOf('own.csv', 'von;bis\n1.5;2.5\n');
    const mapping = fileOf(
      'mapping.json',
      '{"table": "visits", "separator": ";", "timeUnit": "ms", "columns": {"arrival": "von", "departure": "bis"}}',
    );
    const options = given('--mapping', mapping, '--frame', '100 us');
    const { reduced, measurement } = await readMeasurementFile(file, undefined, options);
    expect(reduced!.frames.start).toHaveLength(11);
    expect(measurement.stages[0]!.meanSojournTime).toBeCloseTo(1e-3, 12);
  });

  it('are refused with words when the mapping is none', async () => {
    const mapping = fileOf('wrong.json', '{"table": "tables", "columns": 3}');
    expect(() => given('--mapping', mapping)).toThrow(
      /--mapping.*table: expected one of "events".*columns: expected names/,
    );
    expect(() => given('--mapping', fileOf('no.json', '{'))).toThrow(/--mapping.*Expected JSON/);
  });
});

describe('a trace in a file', () => {
  const rows = Array.from(
    { length: 20_000 },
    (_, i) => `a,${((i * 7919) % 1000) + 1000 * i},${i % 2 ? 'D' : 'I'}`,
  );
  const text = `#qtm 1 events time=ns\nqueueId,time,kind\n${rows.join('\n')}\n`;

  it('that is cut is read up to the cut, which is said', async () => {
    const whole = gzipSync(text);
    const { reduced } = await readMeasurementFile(
      fileOf('cut.csv.gz', whole.subarray(0, whole.length / 2)),
      undefined,
    );
    expect(reduced!.rows).toBeGreaterThan(1000);
    expect(reduced!.rows).toBeLessThan(rows.length);
    expect(reduced!.faults.shown.map(({ code }) => code)).toContain('E20');
  });

  it('loses the rows whose time no clock can tell, and says which', async () => {
    const { reduced } = await readMeasurementFile(
      fileOf('late.csv', text.replace(/a,1\d+,D/, `a,${'9'.repeat(20)},D`)),
      undefined,
    );
    expect(reduced!.rows).toBe(rows.length - 1);
    expect(reduced!.faults.shown).toMatchObject([
      { code: 'E01', column: 'time', value: '9'.repeat(20) },
      { code: 'W27', line: 4 },
    ]);
  });
});
