/**
 * The file that points are written to as they come: a header, then one line for each point in order. Whatever ends the
 * process leaves whole lines and at most one that is cut; the next run drops that one and goes on behind the last point.
 */
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { PointRange } from '../src/model/point-ranges.ts';
import type { StudyTable } from '../workers/contract/exploring.ts';
import { headerLine, headerOf, readHeader } from '../workers/explore/point-rows.ts';
import { BadInput } from './outcome.ts';

export interface PointsFile {
  /** The first point that is missing. */
  readonly next: number;
  append(lines: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a file for these points, which may have some of them. Refuses one that is of anything else. */
export async function openPointsFile(
  path: string,
  table: StudyTable,
  range: PointRange,
): Promise<PointsFile> {
  const header = headerLine(headerOf(table, range));
  const before = await wholeLines(path);
  if (before && before.lines > 0 && before.first !== header)
    throw new BadInput([otherPoints(path, before.first)]);
  const points = before && before.lines > 0 ? before.lines - 1 : 0;
  if (points > range.to - range.from)
    throw new BadInput([`${path}: holds more points than the study has; it was changed`]);
  const file = await writing(path, () => open(path, before ? 'r+' : 'w'));
  let end = before?.bytes ?? 0;
  const append = (text: string): Promise<void> =>
    writing(path, async () => {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) {
        const { bytesWritten } = await file.write(bytes, at, bytes.length - at, end + at);
        at += bytesWritten;
      }
      end += bytes.length;
    });
  if (before?.isFile) await writing(path, () => file.truncate(end));
  if (end === 0) await append(header).catch((reason: unknown) => closed(file, reason));
  return { next: range.from + points, append, close: () => file.close() };
}

async function closed(file: FileHandle, reason: unknown): Promise<never> {
  await file.close();
  throw reason;
}

interface WholeLines {
  readonly isFile: boolean;
  readonly first: string;
  readonly lines: number;
  /** Up to the end of the last whole line. */
  readonly bytes: number;
}

/** Undefined where there is no file. A device, such as a pipe, holds nothing yet. */
async function wholeLines(path: string): Promise<WholeLines | undefined> {
  const found = await stat(path).catch((reason: NodeJS.ErrnoException) => {
    if (reason.code === 'ENOENT') return undefined;
    throw new BadInput([`${path}: cannot be read: ${reason.code}`]);
  });
  if (!found) return undefined;
  if (found.isDirectory()) throw new BadInput([`${path}: cannot be written: it is a folder`]);
  if (!found.isFile()) return { isFile: false, first: '', lines: 0, bytes: 0 };
  let [lines, bytes, read] = [0, 0, 0];
  const first: Buffer[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) {
      if (lines === 0) first.push(chunk.subarray(0, at + 1));
      lines += 1;
      bytes = read + at + 1;
    }
    if (lines === 0) first.push(chunk);
    read += chunk.length;
  }
  return { isFile: true, first: Buffer.concat(first).toString(), lines, bytes };
}

const NEWLINE = 10;

function otherPoints(path: string, first: string): string {
  return readHeader(first)
    ? `${path}: holds points of another study, or of another shard of it; name another file, or remove it`
    : `${path}: exists and holds no points; name another file, or remove it`;
}

/** Says what the system refused, and what is safe. */
async function writing<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (reason) {
    const code = (reason as NodeJS.ErrnoException).code ?? String(reason);
    const words = WORDS[code] ?? code;
    throw new BadInput([
      `${path}: cannot be written: ${words}. The points that are in it are safe; the same command goes on behind them.`,
    ]);
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EACCES: 'there is no permission',
  EROFS: 'the disk is read-only',
  ENOENT: 'its folder does not exist',
  EISDIR: 'it is a folder',
};
