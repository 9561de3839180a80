/** The trace of an M/M/1 queue at 0.8 as a measurement file of any size, made piece by piece so that it need not be kept. */
import { EVENTS_HEAD, mm1Events } from '../workers/measure/fixtures/mm1-trace.ts';

const encoder = new TextEncoder();
const TEMPLATE = encoder.encode('server,00000000000,I\n');
const LAST_DIGIT = TEMPLATE.indexOf(44, 7) - 1;
const KIND = TEMPLATE.length - 2;
const ZERO = 48;
const LETTERS = { I: 73, D: 68 };
/** From here on, in ns, all times have 11 digits for the next 90 s, 144 million rows. */
const START = 1e10;
const ROWS_AT_ONCE = 50_000;

export const traceRows = (megabytes: number): number => Math.ceil((megabytes * 1e6) / TEMPLATE.length);

export function* traceBytes(megabytes: number): Generator<Uint8Array> {
  yield encoder.encode(EVENTS_HEAD);
  let piece = new Uint8Array(ROWS_AT_ONCE * TEMPLATE.length);
  let length = 0;
  for (const { time, kind } of mm1Events({
    count: traceRows(megabytes),
    ...{ arrivalGap: 1250, service: 1000, seed: 1 },
  })) {
    piece.set(TEMPLATE, length);
    writeDigits(piece, length + LAST_DIGIT, START + time);
    piece[length + KIND] = LETTERS[kind];
    length += TEMPLATE.length;
    if (length < piece.length) continue;
    yield piece;
    piece = new Uint8Array(piece.length);
    length = 0;
  }
  yield piece.subarray(0, length);
}

/** Six digits at a time, which fit into 32 bits. */
function writeDigits(bytes: Uint8Array, last: number, value: number): void {
  const high = Math.floor(value / 1e6);
  let rest = (value - high * 1e6) | 0;
  for (let at = last; at > last - 11; at -= 1) {
    if (at === last - 6) rest = high;
    const tenth = (rest / 10) | 0;
    bytes[at] = ZERO + rest - 10 * tenth;
    rest = tenth;
  }
}
