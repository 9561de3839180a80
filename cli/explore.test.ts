/** `stagegraph explore` and `merge` as built, as a user calls them. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ensureCommandLine } from '../scripts/setup.mjs';
import { BUILT, runBuilt, runProgram } from './run-verbs.test-support.ts';

// Each starts several processes, which may wait for a busy machine.
vi.setConfig({ testTimeout: 0 });

const root = resolve(import.meta.dirname, '..');
const mercury = join(root, 'public', 'examples', 'mercury-run-2.json');
const folder = mkdtempSync(join(tmpdir(), 'explore-'));
const at = (name: string): string => join(folder, name);

beforeAll(ensureCommandLine);
afterAll(() => rmSync(folder, { recursive: true }));

/** What ends a process from inside, and so in the middle however busy the machine is, once the file has grown. */
const killWhenLonger = (path: string, size: number): string =>
  `data:text/javascript,${encodeURIComponent(`
    import { statSync } from 'node:fs';
    const sizeNow = () => statSync(${JSON.stringify(path)}, { throwIfNoEntry: false })?.size ?? 0;
    setInterval(() => sizeNow() > ${size} && process.kill(process.pid, 'SIGKILL'), 1).unref();
  `)}`;

/** What answers designs needs the threads that are built; what only refuses, joins or seeks is called in this process. */
const built = (...words: string[]) => runBuilt(words);
const stagegraph = (...words: string[]) => runProgram(words);

const GRID = [
  '--vary',
  'inputs=0.5:1.1:20',
  '--vary',
  '1b.capacity=100:700:15',
  '--measure',
  '1b.meanOccupancy',
  '--measure',
  'network.throughput',
];

describe('stagegraph explore', () => {
  it('writes the same bytes with one thread and with three, one line for each point', () => {
    const [one, three] = [at('one.ndjson'), at('three.ndjson')];
    expect(built('explore', mercury, ...GRID, '--threads', '1', '--out', one).status).toBe(0);
    expect(built('explore', mercury, ...GRID, '--threads', '3', '--out', three).status).toBe(0);
    const text = readFileSync(one, 'utf8');
    expect(readFileSync(three, 'utf8')).toBe(text);
    const [header, ...rows] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(header).toMatchObject({ points: 300, from: 0, to: 300 });
    expect(rows.map(({ point }) => point)).toEqual(Array.from({ length: 300 }, (_, i) => i));
  });

  it('goes on after being killed, with no point lost and none done twice', { tags: ['long'] }, () => {
    const path = at('killed.ndjson');
    // Simulated points of some hundredths of a second each, so that the kill comes in the middle.
    const args = [
      'explore',
      mercury,
      '--vary',
      '1b.service.rate=60M:90M:12',
      '--simulate',
      '--replications',
      '2',
      '--horizon',
      '2e-4',
      '--measure',
      '1b.meanOccupancy',
      '--threads',
      '2',
    ];
    expect(built(...args, '--out', at('whole.ndjson')).status).toBe(0);
    for (let kills = 0; kills < 2; kills++) {
      const before = existsSync(path) ? statSync(path).size : 0;
      const dying = ['--import', killWhenLonger(path, before), ...[BUILT, ...args, '--out', path]];
      expect(spawnSync(process.execPath, dying).signal).toBe('SIGKILL');
    }
    expect(statSync(path).size).toBeLessThan(statSync(at('whole.ndjson')).size);
    // A line that was cut by the kill.
    truncateSync(path, statSync(path).size - 3);
    expect(built(...args, '--out', path).status).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(readFileSync(at('whole.ndjson'), 'utf8'));
    const finished = statSync(path).mtimeMs;
    expect(built(...args, '--out', path).status).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(readFileSync(at('whole.ndjson'), 'utf8'));
    expect(statSync(path).mtimeMs).toBeGreaterThanOrEqual(finished);
  });

  it('refuses to go on in a file of another study, or of something else', async () => {
    const path = at('other.ndjson');
    expect(built('explore', mercury, '--vary', '1b.capacity=100:200:3', '--out', path).status).toBe(0);
    const other = await stagegraph('explore', mercury, '--vary', '1b.capacity=100:200:4', '--out', path);
    expect(other).toMatchObject({ status: 2 });
    expect(other.errors).toContain('holds designs of another study');
    writeFileSync(path, 'my notes\n');
    const notes = await stagegraph('explore', mercury, '--vary', '1b.capacity=100:200:4', '--out', path);
    expect(notes.errors).toContain('exists and holds no designs');
    expect(readFileSync(path, 'utf8')).toBe('my notes\n');
  });

  it.runIf(existsSync('/dev/full'))('says that the disk is full', () => {
    const full = built('explore', mercury, ...GRID, '--out', '/dev/full');
    expect(full.status).toBe(2);
    expect(full.errors).toContain('/dev/full: cannot be written: the disk is full');
  });

  it('says that a folder is missing', async () => {
    const missing = await stagegraph('explore', mercury, ...GRID, '--out', at('none/points.ndjson'));
    expect(missing).toMatchObject({ status: 2 });
    expect(missing.errors).toContain('its folder does not exist');
  });

  it('writes CSV and Parquet of the same points', async () => {
    const study = [
      'explore',
      mercury,
      '--vary',
      '1b.capacity=0,100,unbounded',
      '--measure',
      '1b.meanOccupancy',
    ];
    expect(built(...study, '--out', at('points.csv')).status).toBe(0);
    expect(built(...study, '--out', at('points.parquet')).status).toBe(0);
    const lines = readFileSync(at('points.csv'), 'utf8').trimEnd().split('\r\n');
    expect(lines[0]).toBe('point,1b.capacity,status,reason,1b.meanOccupancy');
    expect(lines[1]).toBe('0,0,invalid,"1b.capacity: expected an integer >= 1, or Infinity, got 0",');
    expect(lines[3]).toMatch(/^2,unbounded,answer,,/);
    const file = await asyncBufferFromFile(at('points.parquet'));
    const rows = await parquetReadObjects({ file });
    expect(rows.map((row) => row['1b.capacity'])).toEqual([0, 100, Number.POSITIVE_INFINITY]);
    expect(rows.map((row) => row.status)).toEqual(['invalid', 'answer', 'answer']);
    expect(Number(rows[1]!['1b.meanOccupancy'])).toBe(Number(lines[2]!.split(',').at(-1)));
    expect(existsSync(at('points.csv.points.ndjson'))).toBe(false);
  });

  it('merges shards to the bytes of one run, and tells what is missing', { tags: ['long'] }, async () => {
    const sobol = [
      'explore',
      mercury,
      '--vary',
      '1b.service.rate=55M:90M',
      '--vary',
      '1b.capacity=10:600',
      '--sample',
      'sobol:31',
      '--measure',
      '1b.meanOccupancy',
    ];
    expect(built(...sobol, '--out', at('all.ndjson')).status).toBe(0);
    const shards = [1, 2, 3].map((part) => at(`shard-${part}.ndjson`));
    shards.forEach((path, i) => {
      expect(built(...sobol, '--shard', `${i + 1}/3`, '--out', path).status).toBe(0);
    });
    expect(
      (await stagegraph('merge', shards[2]!, shards[0]!, shards[1]!, '--out', at('merged.ndjson'))).status,
    ).toBe(0);
    expect(readFileSync(at('merged.ndjson'), 'utf8')).toBe(readFileSync(at('all.ndjson'), 'utf8'));
    const missing = await stagegraph('merge', shards[0]!, shards[2]!, '--out', at('holes.ndjson'));
    expect(missing).toMatchObject({ status: 2, errors: 'designs 10 to 19 are in none of the files\n' });
  });

  it('answers goals, and says so in its exit status when nothing reaches them', async () => {
    const goal = 'least 1b.capacity with 1b.backPressureProbability <= 1e-3 at 1b.service.rate = 55 M';
    const found = await stagegraph('explore', mercury, '--goal', goal);
    expect(found.status).toBe(0);
    expect(found.out).toContain('  1b Hash lookup: capacity = 77');
    expect(found.out).toContain('neighbour 1b Hash lookup: capacity = 76');
    const none = await stagegraph(
      'explore',
      mercury,
      '--goal',
      'largest inputs with network.maxUtilization < -1',
    );
    expect(none.status).toBe(1);
  });

  it('names what is wrong with what is asked', async () => {
    const wrong = await stagegraph(
      'explore',
      mercury,
      '--vary',
      '1b.capacty=1:2',
      '--vary',
      '1b.capacity=9:2',
    );
    expect(wrong.status).toBe(2);
    expect(wrong.errors).toBe(
      'explore: --vary: There is no parameter 1b.capacty; did you mean 1b.capacity?\nexplore: --vary: 1b.capacity: the range is reversed: 9 to 2.\n',
    );
  });
});
