/**
 * Logs of HdrHistogram (`.hlog`): one compressed histogram for each interval of time, which are added up by tag. Values are ns, as the
 * library's loggers record them. A histogram is base64 of: cookie, length, zlib of (cookie, length of counts, offset, digits, lowest,
 * highest, ratio, counts as zigzag LEB128, where a negative number stands for so many empty places). Version 1 has counts of 2, 4 or 8 bytes, which
 * its cookie tells; version 0 also a shorter head (digits, lowest, highest, total).
 */
import { Unzlib, unzlibSync } from 'fflate';
import { powerOfTwo } from '../../../core/numeric/elementary.ts';
import type { ByteSource } from '../contract.ts';
import type { Intake } from '../reduce/intake.ts';
import { unpackedBlob } from '../stream/unpacked-blob.ts';
import { gapsOf } from './count-bins.ts';

/** By version: the cookie around what is compressed, that of the counts in it, and the bytes before these. */
const VERSIONS = [
  { compressed: 0x1c849309, counts: 0x1c849308, head: 32 },
  { compressed: 0x1c849302, counts: 0x1c849301, head: 40 },
  { compressed: 0x1c849304, counts: 0x1c849303, head: 40 },
] as const;
/** Larger histograms are none of times. */
const MOST_PLACES = 4_194_304;
const MOST_PACKED = 67_108_864;
/** Deflate makes nothing smaller than by this factor. */
const MOST_RATIO = 1032;
const NS = 1e9;
const NOT_A_HISTOGRAM = 'expected start, length, largest value and a histogram of version 0, 1 or 2';

export const isHdrLog = (text: string): boolean =>
  /^#\[?.*histogram log/im.test(text.slice(0, 2000)) ||
  /^"?StartTimestamp"?,"?Interval_Length"?,/m.test(text) ||
  // The cookie of every version begins with "HIST" in base64; loggers may write intervals alone, without a head.
  /^(?:#[^\n]*\n)*(?:Tag=[^,\n]*,)?[\d.]+,[\d.]+,[\d.]+,HIST/.test(text);

interface Layout {
  readonly subBuckets: number;
  readonly unitBits: number;
}

export class HdrLog {
  private readonly counts = new Map<string, { layout: Layout; counts: Map<number, number> }>();
  private line = 0;

  constructor(
    private readonly intake: Intake,
    private readonly source: ByteSource,
    private readonly head: Uint8Array,
  ) {}

  async read(breathe: () => Promise<void>): Promise<void> {
    const plain = await unpackedBlob(this.source, this.head, { breathe });
    if (!plain.ok) {
      this.intake.faults.add('E20', plain.error);
      return;
    }
    const text = new TextDecoder().decode(await plain.value.slice(0, plain.value.size).arrayBuffer());
    for (const line of text.split(/\r?\n/)) {
      this.line += 1;
      if (line.trim() !== '' && !/^(#|"?StartTimestamp)/.test(line)) this.takeLine(line);
      await breathe();
    }
    this.finish();
  }

  private takeLine(text: string): void {
    const [, tag = 'latency', start, , , packed] =
      /^(?:Tag=([^,]*),)?([\d.]+),([\d.]+),([\d.]+),(\S+)\s*$/.exec(text) ?? [];
    const body = packed === undefined || start === undefined ? undefined : unpacked(packed);
    const refusal = body ? this.add(tag === '' ? 'latency' : tag, body) : NOT_A_HISTOGRAM;
    if (refusal === undefined) this.intake.rows += 1;
    else {
      const message = `${refusal}; the interval is left out`;
      this.intake.faults.add('E01', message, { place: { line: this.line }, value: text });
    }
  }

  /** Undefined where it was added; else why not. */
  private add(tag: string, body: DataView): string | undefined {
    const version = body.byteLength < 4 ? -1 : VERSIONS.findIndex(({ counts }) => counts === cookieOf(body));
    const { head } = VERSIONS[version] ?? { head: Number.POSITIVE_INFINITY };
    if (body.byteLength < head) return NOT_A_HISTOGRAM;
    const isOldest = version === 0;
    const [length, offset] = isOldest ? [body.byteLength - head, 0] : [body.getInt32(4), body.getInt32(8)];
    const digits = body.getInt32(isOldest ? 4 : 12);
    const lowest = Number(body.getBigInt64(isOldest ? 8 : 16));
    const isKnown = digits >= 0 && digits <= 5 && lowest >= 1 && lowest < 1e12;
    if (!isKnown || length < 0 || head + length > body.byteLength) return NOT_A_HISTOGRAM;
    if (offset !== 0)
      return `expected values that are not shifted, got a histogram with a normalizing offset of ${offset}`;
    const layout = layoutOf(digits, lowest);
    const found = this.counts.get(tag) ?? { layout, counts: new Map<number, number>() };
    if (found.layout.subBuckets !== layout.subBuckets || found.layout.unitBits !== layout.unitBits)
      return `expected digits and lowest value of the intervals of "${tag}" before it, got ${digits} digits and a lowest value of ${lowest}`;
    const view = new DataView(body.buffer, body.byteOffset + head, length);
    const counts = version === 2 ? countsIn(view) : wideCountsIn(view, wordOf(body));
    if (!counts) return NOT_A_HISTOGRAM;
    // Places come in their order.
    let last = 0;
    for (const place of counts.keys()) last = place;
    if (bucketOf(last, layout.subBuckets) + layout.unitBits > MOST_BITS) return NOT_A_HISTOGRAM;
    for (const [place, count] of counts) found.counts.set(place, (found.counts.get(place) ?? 0) + count);
    this.counts.set(tag, found);
    return undefined;
  }

  private finish(): void {
    for (const [tag, { layout, counts }] of this.counts) {
      const places = [...counts].sort(([a], [b]) => a - b);
      const latency = gapsOf(places.map(([place, weight]) => ({ ...binOf(place, layout), weight })));
      if (latency) this.intake.direct.of(tag).latency = latency;
    }
  }
}

/** The second last digit says how wide the counts are in other encodings. */
const cookieOf = (view: DataView): number => view.getUint32(0) - (view.getUint32(0) & 0xf0);

/** Bytes of a count. */
const wordOf = (view: DataView): number => (view.getUint32(0) & 0xe0) >> 4;

/**
 * Undefined for what is no base64 of a compressed histogram. A log has one for each second, and a stream of the browser takes some
 * hundred times as long to set up as so little takes to unpack.
 */
function unpacked(text: string): DataView | undefined {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    if (bytes.length < 8) return undefined;
    const cookie = cookieOf(new DataView(bytes.buffer));
    if (!VERSIONS.some(({ compressed }) => compressed === cookie)) return undefined;
    const packed = bytes.subarray(8);
    const most = MOST_RATIO * packed.length;
    const body = most <= MOST_PACKED ? unzlibSync(packed, { out: room(most) }) : unpackedInPieces(packed);
    // The last four bytes, which are not looked at when it is unpacked.
    const isWhole = adler32(body) === new DataView(bytes.buffer).getUint32(bytes.length - 4);
    return isWhole ? new DataView(body.buffer, body.byteOffset, body.length) : undefined;
  } catch {
    return undefined;
  }
}

/** Packed bytes after each of which it is looked at how many they have become. */
const PIECE = 16_384;

/** Piece by piece, since a large one may unpack to gigabytes. */
function unpackedInPieces(packed: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Unzlib((part) => {
    length += part.length;
    parts.push(part);
  });
  for (let at = 0; at < packed.length; at += PIECE) {
    stream.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length);
    if (length > MOST_PACKED) throw new RangeError('larger than a histogram of times');
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

let scratch = new Uint8Array(65_536);

/** Bytes that are used again for each interval: new ones cost more than the unpacking. */
function room(length: number): Uint8Array {
  if (scratch.length < length) scratch = new Uint8Array(length);
  return scratch.subarray(0, length);
}

/** The checksum of zlib (RFC 1950, section 8.2). */
function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return b * 65536 + a;
}

/** Numbers below the largest of a bucket are told apart by twice ten to the digits, rounded up to a power of two. */
function layoutOf(digits: number, lowest: number): Layout {
  let subBuckets = 2;
  while (subBuckets < 2 * Number(`1e${digits}`)) subBuckets *= 2;
  let unitBits = 0;
  while (powerOfTwo(unitBits + 1) <= lowest) unitBits += 1;
  return { subBuckets, unitBits };
}

/** Values of one place: the first bucket has all sub-buckets, each further one the upper half, twice as wide. In s. */
function binOf(place: number, { subBuckets, unitBits }: Layout): { low: number; high: number } {
  const half = subBuckets / 2;
  const bucket = bucketOf(place, subBuckets);
  const sub = bucket === 0 ? place : (place % half) + half;
  const width = powerOfTwo(bucket + unitBits);
  return { low: (sub * width) / NS, high: ((sub + 1) * width) / NS };
}

const bucketOf = (place: number, subBuckets: number): number =>
  Math.max(0, Math.floor((2 * place) / subBuckets) - 1);

/** The histogram counts in whole numbers of 63 bits: no bucket is wider. */
const MOST_BITS = 62;

/** Count by place; undefined when the numbers do not fit. */
function countsIn(view: DataView): Map<number, number> | undefined {
  const counts = new Map<number, number>();
  let place = 0;
  for (let at = 0; at < view.byteLength; ) {
    let [value, shift] = [0n, 0n];
    for (let byte = 0; byte < 9; byte += 1) {
      if (at >= view.byteLength) return undefined;
      const part = view.getUint8(at++);
      // The ninth byte has all its eight bits.
      value |= BigInt(byte < 8 ? part & 127 : part) << shift;
      shift += 7n;
      if (byte < 8 && part < 128) break;
    }
    const count = Number((value >> 1n) ^ -(value & 1n));
    if (count < 0) place -= count;
    else {
      if (count > 0) counts.set(place, count);
      place += 1;
    }
    if (place > MOST_PLACES) return undefined;
  }
  return counts;
}

/** Counts of one width, place by place; undefined for a width that there is not, or a negative count. */
function wideCountsIn(view: DataView, word: number): Map<number, number> | undefined {
  const at = { 2: (byte: number) => view.getInt16(byte), 4: (byte: number) => view.getInt32(byte) }[word];
  const countAt = at ?? ((byte: number) => Number(view.getBigInt64(byte)));
  if (word !== 2 && word !== 4 && word !== 8) return undefined;
  const counts = new Map<number, number>();
  for (let place = 0; (place + 1) * word <= view.byteLength; place += 1) {
    const count = countAt(place * word);
    if (count < 0 || place > MOST_PLACES) return undefined;
    if (count > 0) counts.set(place, count);
  }
  return counts;
}
