/**
 * The lines of a file of points, read some at a time: whole ones only, since a process that was killed may leave one
 * that is cut, and each the point that comes next, so that no point that is lost, doubled or damaged goes unseen.
 */
import { createReadStream } from 'node:fs';
import { BadInput } from '../lib/bad-input.ts';
import { readWords } from './disk-words.ts';

/** Bytes; whatever has no end of line within so many is no file of points. */
const LONGEST_LINE = 2 ** 26;
const NEWLINE = 10;

/** Whole lines; last, where the file does not end with one, what stands behind them. */
export async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunksOf(path)) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      yield Buffer.concat([...rest, chunk.subarray(0, end)]);
      [rest, length] = [[], 0];
    }
    rest.push(chunk.subarray(end));
    length += chunk.length - end;
    if (length > LONGEST_LINE) throw new BadInput([`${path}: holds no designs: a line does not end`]);
  }
  if (length > 0) yield Buffer.concat(rest);
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) yield chunk as Buffer;
  } catch (reason) {
    throw new BadInput([`${path}: cannot be read: ${readWords(reason)}`]);
  }
}

/** Are these whole lines, and not what stands behind the last? */
export const isWhole = (lines: Buffer): boolean => lines.at(-1) === NEWLINE;

/** The first line with its end, and the others. */
export function firstLine(lines: Buffer): readonly [first: Buffer, others: Buffer] {
  const end = lines.indexOf(NEWLINE) + 1 || lines.length;
  return [lines.subarray(0, end), lines.subarray(end)];
}

interface Place {
  readonly path: string;
  /** Number of the first of these lines in its file, from 1. */
  readonly line: number;
  /** The point that it has to be. */
  readonly point: number;
}

/** How many points whole lines hold. Refuses the first that is not the one that comes next. */
export function countPoints(lines: Buffer, { path, line, point }: Place): number {
  let count = 0;
  for (let at = 0; at < lines.length; count++) {
    const end = lines.indexOf(NEWLINE, at);
    if (pointAt(lines, at) !== point + count || lines[end - 1] !== CLOSING)
      throw new BadInput([
        `${path}: line ${line + count}: expected point ${point + count}, got ${JSON.stringify(lines.toString('utf8', at, Math.min(end, at + 40)))}; the file was changed. Remove it, or all from that line on.`,
      ]);
    at = end + 1;
  }
  return count;
}

const CLOSING = '}'.charCodeAt(0);
const COMMA = ','.charCodeAt(0);
const OPENING = Buffer.from('{"point":');

/** The number of the point that a line begins with; NaN where it does not. */
function pointAt(lines: Buffer, from: number): number {
  const digits = from + OPENING.length;
  if (lines.compare(OPENING, 0, OPENING.length, from, digits) !== 0) return Number.NaN;
  let [at, point] = [digits, 0];
  for (; lines[at]! >= 48 && lines[at]! <= 57; at++) point = 10 * point + lines[at]! - 48;
  return at > digits && lines[at] === COMMA ? point : Number.NaN;
}
