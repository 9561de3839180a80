/** From measurement files to printed verdicts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { BadInput } from '../lib/bad-input.ts';
import { runVerbs } from './run-verbs.test-support.ts';
import { addVerdict } from './verdict.ts';

const folder = mkdtempSync(join(tmpdir(), 'stagegraph-verdict-'));
afterAll(() => rmSync(folder, { recursive: true }));

const example = (name: string): string =>
  fileURLToPath(new URL(`../public/measurements/virtual-queues/${name}`, import.meta.url));

const verdict = (...words: string[]) => runVerbs([addVerdict], ['verdict', ...words]);

const FEW = ['--replications', '39'];

describe('stagegraph verdict', () => {
  it('trusts the tandem of the software-to-hardware queue, and says so in a table and words', async () => {
    const { out, status } = await verdict(example('mm1-software-to-hardware.json'), ...FEW);
    expect(status).toBe(0);
    expect(out).toMatch(
      /\n\nqueue\. Replayed from insertions every 1\.2\d* ms .* services of 1 ms \(departure gaps .*, 19,634 of them\); 39 replications/,
    );
    expect(out).toMatch(/tandem with the bus +Tail, at the sender +63\.\d \(/);
    expect(out).toContain('tandem with the bus: Consistent with the measured tail and head');
    expect(out).toContain('ideal queue: Unreliable: ');
  });

  it('answers in one line each: occupancy and times through the queue, as replayed and as seen', async () => {
    const { out, status } = await verdict(
      ...[example('correlated-hardware-to-software.csv'), ...FEW],
      ...['--assert', 'p99 latency of queue < 1 h', '--assert', 'mean occupancy of queue < 1'],
    );
    expect(out).toMatch(
      /^Mean occupancy of queue = [\d.]+ \([\d.]+ … [\d.]+\), inconsistent; from the trace [\d.]+\.\nMean latency of queue = /,
    );
    // What was seen decides, although the model is refused.
    expect(out).toMatch(/ok {4}p99 latency of queue < [^:]*: .*, from the events of both ends/);
    expect(out).toMatch(/FAIL {2}mean occupancy of queue < 1: .*, from the events of both ends/);
    expect(status).toBe(1);
  });

  it('takes the replay where there are no events, and says so', { tags: ['long'] }, async () => {
    const told = await verdict(
      ...[example('mm1-software-to-hardware.json'), ...FEW],
      ...['--assert', 'p90 latency of queue > 1 ns', '--assert', 'mean throughput of queue > 1/s'],
      ...['--assert', 'p90 latency of queue < 1 h'],
    );
    // A latency of the channel, which leaves both ends as they are, adds to each time.
    const open = 'if the channel has no latency, which was not measured';
    expect(told.out).toMatch(/ok {4}p90 latency of queue > [^:]*: .*, replayed \(consistent\)/);
    expect(told.out).toMatch(new RegExp(`\\? {5}p90 latency of queue < [^:]*: cannot be told: .* ${open}`));
    expect(told.out).toMatch(new RegExp(`^Mean occupancy of queue = .* ${open}, consistent`));
    const given = await verdict(
      ...[example('mm1-software-to-hardware.json'), ...FEW, '--latency', '0'],
      ...['--assert', 'p90 latency of queue < 1 h'],
    );
    expect(given.out).toMatch(/ok {4}p90 latency of queue < [^:]*: .*, replayed \(consistent\)/);
    expect(given.status).toBe(0);
    expect(told.out).toContain('cannot be told: of virtual queue queue the mean occupancy');
    expect(told.status).toBe(2);
    await expect(
      verdict(example('mm1-software-to-hardware.json'), ...FEW, '--assert', 'mean occupancy of b < 1'),
    ).rejects.toThrow('there is no verdict on "b", but on queue');
  });

  it('ends with status 1 where the source is correlated', { tags: ['long'] }, async () => {
    const { out, status } = await verdict(example('correlated-hardware-to-software.csv'), ...FEW);
    expect(status).toBe(1);
    expect(out).toContain('tandem with the bus: Unreliable: ');
    expect(out).toContain('Insertions are not independent');
  });

  it('ends with status 1 where another bus is claimed than the one that was measured', {
    tags: ['long'],
  }, async () => {
    const { status } = await verdict(example('mm1-software-to-hardware.json'), '--bulk', '100', ...FEW);
    expect(status).toBe(1);
  });

  it('sees from the counts that the printer of Laplace was flushed, unless told that it was not', {
    tags: ['long'],
  }, async () => {
    const file = example('laplace-into-print.csv');
    expect((await verdict(file, '--no-flush', ...FEW)).status).toBe(1);
    const { out, status } = await verdict(file, '--json', ...FEW);
    expect(status).toBe(0);
    const [report] = JSON.parse(out);
    expect(report.replays[1].verdict.outcome).toBe('consistent');
    expect(report.replays[1].parts.tail.meanByFrame).toHaveLength(60);
    expect(report.measured.tail.meanByFrame[58]).toBeGreaterThan(4000);
  });

  it('refuses raw gaps, and takes a rate instead', async () => {
    const file = example('mm1-rho-0.8-one-platform.json');
    const raw = await verdict(file, '--gaps', 'all', ...FEW);
    expect(raw.status).toBe(1);
    expect(raw.out).toContain('all departure gaps include the time that nothing was there');
    const given = await verdict(file, '--service-rate', '1000', ...FEW);
    expect([given.status, given.out.includes('(a given distribution)')]).toEqual([0, true]);
  });

  it('refuses a file without such queues, and numbers that are none', async () => {
    const file = join(folder, 'means.csv');
    writeFileSync(file, '#qtm 1 scalars time=ns\nqueueId,metric,value\nparse,occupancy,2\n');
    await expect(verdict(file)).rejects.toThrow(BadInput);
    await expect(verdict(file)).rejects.toThrow('no virtual queue');
    await expect(verdict(file, '--queue', 'bus')).rejects.toThrow(
      '--queue: there is no queue "bus"; expected one of parse',
    );
    await expect(verdict(file, '--queue', 'parse', '--head', 'bus.head')).rejects.toThrow(BadInput);
    await expect(verdict(file, '--bulk', 'many')).rejects.toThrow('Expected a whole number from 1 on');
  });
});
