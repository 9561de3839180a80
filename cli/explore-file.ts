/**
 * The file that points are written to as they come: a header, then one line for each point in order. Whatever ends the
 * process leaves whole lines and at most one that is cut; the next run drops that one and goes on behind the last point.
 */
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { PointRange } from '../core/study/point-ranges.ts';
import { BadInput } from '../lib/bad-input.ts';
import type { StudyTable } from '../workers/explore/contract.ts';
import { headerLine, headerOf, readHeader } from '../workers/explore/point-rows.ts';
import { isNoPlace, readWords, writeWords } from './disk-words.ts';
import { countPoints, firstLine, isWhole, linesOf } from './explore-lines.ts';
import { type Progress, showProgress } from './explore-progress.ts';

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
  const progress = showProgress(range, range.from, () => 'checked');
  const before = await pointsIn(path, header, range.from, progress.reach).finally(progress.end);
  const points = before?.points ?? 0;
  if (points > range.to - range.from)
    throw new BadInput([`${path}: holds more designs than the study has; it was changed`]);
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

interface Found {
  /** A device, such as a pipe, is none, and holds nothing yet. */
  readonly isFile: boolean;
  readonly points: number;
  /** Up to the end of the last whole line. */
  readonly bytes: number;
}

/** What stands in the file that goes on; undefined where there is no file. Refuses one that is of anything else. */
async function pointsIn(
  path: string,
  header: string,
  from: number,
  reach: Progress['reach'],
): Promise<Found | undefined> {
  const found = await stat(path).catch((reason: NodeJS.ErrnoException) => {
    if (reason.code === 'ENOENT') return undefined;
    throw new BadInput([`${path}: cannot be read: ${readWords(reason)}`]);
  });
  if (!found) return undefined;
  if (found.isDirectory()) throw new BadInput([`${path}: cannot be written: it is a folder`]);
  if (!found.isFile()) return { isFile: false, points: 0, bytes: 0 };
  let [points, bytes] = [0, 0];
  for await (const lines of linesOf(path)) {
    const [first, others] = bytes === 0 ? firstLine(lines) : [NOTHING, lines];
    // A header that is cut stands for none.
    if (bytes === 0 && !(isWhole(first) ? first.equals(Buffer.from(header)) : isCut(first, header)))
      throw new BadInput([otherPoints(path, first.toString())]);
    if (!isWhole(lines)) break;
    points += countPoints(others, { path, line: points + 2, point: from + points });
    bytes += lines.length;
    reach(from + points);
  }
  return { isFile: true, points, bytes };
}

const NOTHING = Buffer.alloc(0);

const isCut = (text: Buffer, whole: string): boolean =>
  Buffer.from(whole).subarray(0, text.length).equals(text);

function otherPoints(path: string, first: string): string {
  return readHeader(first)
    ? `${path}: holds designs of another study, or of another shard of it; name another file, or remove it`
    : `${path}: exists and holds no designs; name another file, or remove it`;
}

/** Says what the system refused, and what is safe. */
async function writing<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (reason) {
    const safe = isNoPlace(reason)
      ? ''
      : '. The designs that are in it are safe; the same command goes on behind them.';
    throw new BadInput([`${path}: cannot be written: ${writeWords(reason)}${safe}`]);
  }
}
