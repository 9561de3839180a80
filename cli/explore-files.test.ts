/** Files of points as a killed process, an editor or another program left them. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, describe, expect, it } from 'vitest';
import type { StudyTable } from '../workers/explore/contract.ts';
import { headerLine, headerOf } from '../workers/explore/point-rows.ts';
import { exportPoints } from './explore-export.ts';
import { openPointsFile } from './explore-file.ts';
import { addMerge } from './merge.ts';

const folder = mkdtempSync(join(tmpdir(), 'points-'));
afterAll(() => rmSync(folder, { recursive: true }));

const table: StudyTable = { kind: 'table', key: 'k', points: 12, inputs: [], measures: [], intervals: false };
const line = (point: number) => `{"point":${point},"status":"answer"}\n`;
const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => line(from + i)).join('');
const part = (from: number, to: number) => headerLine(headerOf(table, { from, to })) + lines(from, to);
const ALL = part(0, 12);

let files = 0;
function fileOf(text: string): string {
  const path = join(folder, `${files++}.ndjson`);
  writeFileSync(path, text);
  return path;
}

/** Opens a file that holds the text, and writes what is missing. */
async function goneOn(text: string): Promise<string> {
  const path = fileOf(text);
  const file = await openPointsFile(path, table, { from: 0, to: 12 });
  await file.append(lines(file.next, 12));
  await file.close();
  return readFileSync(path, 'utf8');
}

describe('a file of points', () => {
  it('goes on behind its last whole line, wherever it was cut', async () => {
    for (let length = 0; length <= ALL.length; length += 7)
      expect(await goneOn(ALL.slice(0, length))).toBe(ALL);
    expect(await goneOn(`${ALL.slice(0, ALL.length - 80)}${'\0'.repeat(512)}`)).toBe(ALL);
  });

  it.each([
    [
      'a line that is something else',
      ALL.replace(line(3), 'garbage\n'),
      'line 5: expected point 3, got "garbage"',
    ],
    ['a point that is missing', ALL.replace(line(3), ''), 'line 5: expected point 3, got "{\\"point\\":4'],
    ['a point that is there twice', ALL.replace(line(3), line(3) + line(3)), 'line 6: expected point 4, got'],
    [
      'a line that was cut and written on',
      ALL.replace(line(3), '{"point":3,"sta\n'),
      'line 5: expected point 3',
    ],
    ['other ends of lines', ALL.replaceAll('\n', '\r\n'), 'holds designs of another study'],
    ['text without an end of line', 'my notes', 'exists and holds no designs'],
    ['more points', ALL + line(12), 'holds more designs than the study has'],
  ])('is refused, and left as it is, with %s', async (_, text, message) => {
    const path = fileOf(text);
    await expect(openPointsFile(path, table, { from: 0, to: 12 })).rejects.toThrow(message);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('is read through the ends of what is read at once', async () => {
    const many = { ...table, points: 60_000 };
    const text = headerLine(headerOf(many, { from: 0, to: 60_000 })) + lines(0, 50_000);
    const file = await openPointsFile(fileOf(text), many, { from: 0, to: 60_000 });
    await file.close();
    expect(file.next).toBe(50_000);
  });

  it('says where a file cannot be, without a word of points that are safe', async () => {
    const nowhere = join(folder, 'none', 'points.ndjson');
    await expect(openPointsFile(nowhere, table, { from: 0, to: 12 })).rejects.toThrow(
      /points\.ndjson: cannot be written: its folder does not exist$/,
    );
  });
});

describe('a table of points', () => {
  it('that cannot be written leaves nothing behind but the lines', async () => {
    const path = join(folder, 'taken.csv');
    mkdirSync(path);
    const journal = fileOf(ALL);
    await expect(exportPoints(journal, path)).rejects.toThrow(
      `${path}: cannot be written: it is a folder. All designs are in ${journal}`,
    );
    expect(existsSync(`${path}.unfinished`)).toBe(false);
    expect(readFileSync(journal, 'utf8')).toBe(ALL);
  });
});

describe('stagegraph merge', () => {
  const merge = (out: string, ...parts: readonly string[]) => {
    // What an option refuses is thrown here; without this, the process of the tests would end.
    const program = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
    addMerge(program);
    return program.parseAsync(['merge', ...parts.map(fileOf), '--out', join(folder, out)], { from: 'user' });
  };
  const behind = part(6, 12);

  it('joins parts whatever their order', async () => {
    await merge('whole.ndjson', behind, part(0, 6));
    expect(readFileSync(join(folder, 'whole.ndjson'), 'utf8')).toBe(ALL);
  });

  it.each([
    ['cut within its last point', part(0, 6).slice(0, -5), 'is not finished: 5 of its 6 designs are there'],
    ['damaged', part(0, 6).replace(line(2), 'garbage\n'), 'line 4: expected point 2, got "garbage"'],
    ['with a point in place of another', part(0, 6).replace(line(2), line(1)), 'line 4: expected point 2'],
    ['of something else', '{}\n', 'holds no designs'],
  ])('refuses a part that is %s, and leaves nothing behind', async (_, damaged, message) => {
    for (const out of ['refused.ndjson', 'refused.csv']) {
      await expect(merge(out, damaged, behind)).rejects.toThrow(message);
      for (const end of ['', '.joined', '.unfinished'])
        expect(existsSync(join(folder, out + end))).toBe(false);
    }
  });

  it('refuses a name that says no format, and a place that is none', async () => {
    await expect(merge('whole.txt', ALL)).rejects.toThrow(
      'Expected a name that ends in .ndjson, .csv or .parquet',
    );
    await expect(merge('none/whole.ndjson', ALL)).rejects.toThrow('its folder does not exist');
  });
});
