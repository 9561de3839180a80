/** The verb `samples`, from files to what is printed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runVerbs } from './run-verbs.test-support.ts';
import { addSamples } from './samples.ts';

const folder = mkdtempSync(join(tmpdir(), 'stagegraph-samples-'));
afterAll(() => rmSync(folder, { recursive: true }));

const samples = (...words: string[]) => runVerbs([addSamples], ['samples', ...words]);

/** In `full` of ten samples the queue `feed` holds two. */
function run(name: string, full: number): string {
  const rows = Array.from({ length: 400 }, (_, k) => {
    const level = k % 10 < full ? 2 : 0;
    return `feed,${1000 * k},${1234 * k + level},${1234 * k}\nbook,${1000 * k + 50},${k},${k}\n`;
  });
  const path = join(folder, name);
  writeFileSync(path, `#qtm 1 counters time=us\nqueueId,timestamp,inCount,outCount\n${rows.join('')}`);
  return path;
}

describe('stagegraph samples', () => {
  const [first, second] = [run('first.csv', 5), run('second.csv', 6)];

  it('prints how often each queue was not empty, with every digit, and how the sampler worked', async () => {
    const { out: stdout } = await samples(first);
    expect(stdout).toMatch(/feed +400 +200 +50 % +0 % +400 +2 +0 +2 +0 +492,364 +2\n/);
    expect(stdout).toContain('The sampler: 400 rounds, one every 1 ms');
    expect(stdout).toContain('A round takes 50 µs');
    // Nothing shows whether feed or book is the dearer.
    expect(stdout).not.toContain('Dearest');
    expect(stdout).toContain(
      'To sample: feed 50 µs (sd 0 s, p99 50 µs). What book costs cannot be told: it is sampled last',
    );
  });

  it('says which queues of two runs differ by more than chance', async () => {
    const { out: stdout } = await samples(first, '--beside', second);
    expect(stdout).toMatch(/feed +50 % +60 % +2 +2 +real/);
    expect(stdout).toMatch(/book +0 % +0 % +0 +0 +chance/);
  });

  it('refuses a file without samples, and a queue that is not there', async () => {
    await expect(samples(first, '--queue', 'pit')).rejects.toThrow(
      'has no samples of "pit"; it has those of feed, book',
    );
    const empty = join(folder, 'events.csv');
    writeFileSync(empty, '#qtm 1 events time=us\nqueueId,time,kind\na,1,I\na,2,D\n');
    await expect(samples(empty)).rejects.toThrow('holds no counter samples');
  });
});
