/** Bytes to rows: the fast way and the careful way agree, and the pieces in which bytes come do not matter. */
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { decodeText } from '../decode-text.ts';
import { FaultList } from '../measurement-fault.ts';
import { bytesOf, codesOf, eventsCsv, reduceBytes, refusalOf, sourceOf } from '../reduce.test-support.ts';
import { reduceMeasurement } from '../reduce-measurement.ts';
import { JsonElements } from './json-elements.ts';
import { NameTable } from './name-table.ts';
import { parseRow } from './parse-row.ts';
import type { RowLayout } from './row-layout.ts';
import { RowScanner } from './scan-row.ts';
import { splitCells } from './split-cells.ts';
import { TimeBase, TimeScale } from './time-base.ts';

function layoutOf(unitsPerSecond: number, decimals: boolean): RowLayout {
  return {
    table: 'events',
    slots: [0, 1, -1, 2, 3, 4],
    names: new NameTable(),
    scale: new TimeScale(new TimeBase(), unitsPerSecond),
    faults: new FaultList('f'),
    decimals,
    onLeftOut: () => {},
  };
}

const name = fc.constantFrom('q', 'Avg->Print', '7', '"a b"', '"a,b"', '', 'né');
const digits = fc.oneof(
  fc.integer({ min: 0, max: 999 }).map(String),
  fc.bigInt({ min: 10n ** 14n, max: 2n ** 63n }).map(String),
  fc.tuple(fc.nat(99_999), fc.nat(999_999)).map(([whole, part]) => `${whole}.${part}`),
  fc.constantFrom('', '-4', '+4', '1e3', 'x', '"12"', '0012'),
);
const kind = fc.constantFrom('I', 'D', 'F', 'E', '"I"', 'X', '', 'II');
const line = fc
  .tuple(name, digits, fc.constantFrom('', 'note', '"n,n"'), kind, digits, digits)
  .map((cells) => cells.join(','));

describe('scanning a line of bytes', () => {
  it.each([
    ['whole ns', 1e9, false],
    ['decimals of ms', 1e3, true],
  ])('gives what the careful way gives, or leaves it the line: %s', (_, unitsPerSecond, decimals) => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('\n', '\r\n'),
        (lines, feed) => {
          const [fast, careful] = [layoutOf(unitsPerSecond, decimals), layoutOf(unitsPerSecond, decimals)];
          const scanner = new RowScanner(fast, 44);
          const row = new Float64Array(5);
          for (const text of lines) {
            const bytes = bytesOf(`${text}${feed}`);
            const next = scanner.scan(bytes, 0);
            const cells = splitCells(text);
            if (next < 0) {
              // Both number the same names and start from the same time.
              if (cells) parseRow(fast, cells, row, {});
              if (cells) parseRow(careful, cells, row, {});
              continue;
            }
            expect(next).toBe(bytes.length);
            expect(cells && parseRow(careful, cells, row, {})).toBe(true);
            for (const [slot, value] of row.entries()) {
              if (Number.isNaN(value)) expect(scanner.row[slot]).toBeNaN();
              else expect(Math.abs(scanner.row[slot]! - value)).toBeLessThanOrEqual(1e-12 * Math.abs(value));
            }
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('the pieces and the packing of a file', () => {
  const text = eventsCsv(['q,10,I', '"q",20,D', 'né,25,I', 'q,30,I', 'né,35,D', 'q,44,D']);
  const utf16 = (bigEndian: boolean): Uint8Array => {
    const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
    return new Uint8Array(bigEndian ? bytes.swap16() : bytes);
  };

  it('do not matter', async () => {
    const whole = await reduceBytes(bytesOf(text));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 }),
        async (pieces) => {
          for (const bytes of [
            bytesOf(text),
            bytesOf(`\uFEFF${text}`),
            new Uint8Array(gzipSync(text)),
            utf16(false),
            utf16(true),
          ]) {
            const read = await reduceBytes(
              bytes,
              {},
              pieces.length === 1 && pieces[0]! < 3 ? [3] : [3, ...pieces],
            );
            expect(read.queues).toEqual(whole.queues);
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it.each([
    ['CRLF', text.replaceAll('\n', '\r\n')],
    ['CR', text.replaceAll('\n', '\r')],
    ['no line end at the end', text.trimEnd()],
  ])('do not matter: %s', async (_, other) => {
    expect((await reduceBytes(bytesOf(other))).queues).toEqual((await reduceBytes(bytesOf(text))).queues);
  });

  it('a cut archive gives what came before', async () => {
    const rows = Array.from(
      { length: 40_000 },
      (_, row) => `q,${row * 10 + ((row * 7919) % 7)},${row % 2 ? 'D' : 'I'}`,
    );
    const packed = new Uint8Array(gzipSync(eventsCsv(rows)));
    const read = await reduceBytes(packed.slice(0, packed.length >> 1));
    expect(read.truncated).toBe(true);
    expect(codesOf(read).E20).toBe(1);
    expect(read.rows).toBeGreaterThan(1000);
    expect(read.rows).toBeLessThan(40_000);
  });

  it.each([
    ['nothing', '', 'The file is empty'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 'not a text file'],
    ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0]), 'save the table as CSV'],
    ['a letter', 'Dear all,\nhere are the numbers.\n', 'its columns could not be guessed'],
    ['foreign JSON', '{"a": 1}', 'none of the formats'],
    ['only a header', '#qtm 1 events\nqueueId,time,kind\n', 'The file holds no rows'],
  ])('refuses %s', async (_, content, message) => {
    expect((await refusalOf(content)).join()).toContain(message);
  });
});

describe('a gzip archive of several parts', () => {
  const parts = Buffer.concat([
    gzipSync(eventsCsv(['q,10,I', 'q,20,D'])),
    gzipSync('q,25,I\n'),
    gzipSync('q,44,D\n'),
  ]);

  /** As browsers have it: an error where something stands behind the first part. */
  class OfBrowsers {
    constructor() {
      const chunks: Uint8Array[] = [];
      const stream = new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk) => void chunks.push(chunk),
        flush: (controller) => {
          const all = Buffer.concat(chunks);
          if (all.includes('1f8b08', 1, 'hex'))
            throw new TypeError('Junk found after end of compressed data.');
          controller.enqueue(new Uint8Array(gunzipSync(all)));
        },
      });
      Object.assign(this, { readable: stream.readable, writable: stream.writable });
    }
  }

  afterEach(() => void vi.unstubAllGlobals());

  it('is read to its end here', async () => {
    const read = await reduceBytes(new Uint8Array(parts));
    expect([read.rows, read.truncated, codesOf(read)]).toEqual([4, false, {}]);
  });

  it('is not called damaged only where the browser does not read it', async () => {
    vi.stubGlobal('DecompressionStream', OfBrowsers);
    expect((await refusalOf(new Uint8Array(parts))).join()).toContain(
      'or has several parts, which this browser does not read',
    );
    const text = await decodeText(new Uint8Array(parts));
    expect(!text.ok && text.error.message).toContain('several parts');
    const one = new Uint8Array(gzipSync(eventsCsv(['q,10,I', 'q,20,D'])));
    expect((await reduceBytes(one)).rows).toBe(2);
  });

  it('is no reason given here, where all parts are read', async () => {
    const cut = new Uint8Array(parts).slice(0, 12);
    const text = await decodeText(cut);
    expect(!text.ok && text.error.message).toBe('The gzip archive is damaged or cut off');
    expect(await refusalOf(cut)).toEqual(['f: The gzip archive is damaged or cut off [E20]']);
  });
});

describe('a long file', () => {
  const rows = Array.from({ length: 200_000 }, (_, row) => `q,${row * 10},${row % 2 ? 'D' : 'I'}`);
  const bytes = bytesOf(eventsCsv(rows));

  it('tells how far it is, and all of it at the end', async () => {
    const told: number[] = [];
    await reduceMeasurement(sourceOf(bytes, [5000]), {
      fileName: 'f',
      onProgress: (progress) => told.push(progress.bytes),
    });
    expect(told.at(-1)).toBe(bytes.length);
    expect([...told].sort((a, b) => a - b)).toEqual(told);
  });

  it('stops when it is told to', async () => {
    const controller = new AbortController();
    let pulled = 0;
    const endless = {
      ...sourceOf(bytes),
      stream: () =>
        new ReadableStream<Uint8Array>({
          pull(stream) {
            pulled += 1;
            stream.enqueue(bytes.slice(0, 50_000));
          },
        }),
    };
    const reading = reduceMeasurement(endless, { fileName: 'f', signal: controller.signal });
    setTimeout(() => controller.abort(), 60);
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    const afterwards = pulled;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(pulled).toBe(afterwards);
  });
});

describe('JSON element by element', () => {
  it('gives the values of any document, whatever the pieces', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string(),
          fc.json().map((text) => JSON.parse(text) as unknown),
        ),
        fc.integer({ min: 1, max: 9 }),
        (document, size) => {
          const found = new Map<string, unknown>();
          const json = new JsonElements({
            element: (key, index, text) => {
              const list = (found.get(key) ?? []) as unknown[];
              list[index] = JSON.parse(text);
              found.set(key, list);
            },
            value: (key, text) => {
              found.set(key, JSON.parse(text));
            },
          });
          const bytes = bytesOf(JSON.stringify(document, null, size % 2 ? 2 : 0));
          for (let at = 0; at < bytes.length; at += size)
            expect(json.push(bytes.subarray(at, at + size))).toBe(true);
          expect(json.isComplete).toBe(true);
          // An empty list has no element to tell of.
          const expected = Object.entries(document).filter(
            ([, value]) => !(Array.isArray(value) && value.length === 0),
          );
          expect(found).toEqual(new Map(expected));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('goes on behind a broken element, and ends where nothing tells how to', () => {
    const read = (text: string, size = 3) => {
      const found: string[] = [];
      const json = new JsonElements({
        element: (key, index, value) => found.push(`${key}[${index}] ${value}`),
        value: (key, value) => found.push(`${key} ${value}`),
        broken: (key, index, { line, column }) => found.push(`${key}[${index}] broken at ${line}:${column}`),
      });
      const bytes = bytesOf(text);
      for (let at = 0; at < bytes.length && json.push(bytes.subarray(at, at + size)); at += size);
      const { fault } = json;
      return fault ? [...found, `${fault.path} ${fault.line}:${fault.column}`] : found;
    };
    const whole = '{"a": [{"b": [1]}, 2], "c": "x"}';
    expect(read(whole)).toEqual(['a[0] {"b": [1]}', 'a[1] 2', 'c "x"']);
    expect(read('{"a": [{"b": NaN}, 2], "c": 3}')).toEqual(['a[0] broken at 1:14', 'a[1] 2', 'c 3']);
    expect(read('{"a": [{"b": NaN]}, 2], "c": 3}')).toEqual(['a[0] broken at 1:14', 'a[0] 1:17']);
    expect(read('{"a": [{"b": [}, 2], "c": 3}')).toEqual(['a[0] broken at 1:15', 'a[0] 1:15']);
    expect(read('{"a": [{"b": "x\ny"}, 2], "c": 3}')).toEqual(['a[0] broken at 1:16', 'a[0] 2:17']);
    expect(read('{"a": [{"b": 1},0,"time":1600,"k":"D"},{"b": 2}]}')).toEqual([
      ...['a[0] {"b": 1}', 'a[1] 0', 'a[2] "time"', 'a[3] 1:25'],
    ]);
    expect(read('[{"b": 1}}')).toEqual(['[0] {"b": 1}', '[1] 1:10']);
    for (let size = 1; size < 30; size += 1) expect(read(whole, size)).toEqual(read(whole));
  });

  it('refuses an element that is too long in time that grows with its length', () => {
    const json = new JsonElements({ element: () => {}, value: () => {} });
    const piece = bytesOf('x'.repeat(1 << 20));
    expect(json.push(bytesOf('{"a": ["'))).toBe(true);
    let pieces = 0;
    while (json.push(piece)) pieces += 1;
    expect(pieces).toBe(63);
    expect(json.fault).toMatchObject({ path: 'a[0]', expected: 'an element of at most 64 MB' });
  });
});
