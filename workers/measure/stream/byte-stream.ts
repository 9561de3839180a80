/** The bytes of a source as UTF-8 text with line feeds: unpacked, decoded, without byte order mark. */
import { inflated } from '../../../core/base/inflated.ts';
import type { ByteSource } from '../contract.ts';
import { gzipFault } from './gzip-fault.ts';

export interface SourceStream {
  /** Throws {@link CutOff} when the source ends in the middle of an archive. */
  readonly chunks: AsyncGenerator<Uint8Array>;
  /** Bytes of the source read so far. */
  readonly bytesRead: () => number;
}

/** The archive is damaged or ends too early. What came before it is good. */
export class CutOff extends Error {}

/** How much is handed on at once, so that a cancelled reduction ends soon. */
const MOST_CHUNK_BYTES = 1 << 20;
const CR = 13;
const LF = 10;

/** As UTF-8. `head` begins the source. */
export function textStream(source: ByteSource, head: Uint8Array): SourceStream {
  const { chunks, bytesRead } = unpackedStream(source, head);
  return { chunks: utf8(chunks), bytesRead };
}

/** The bytes as they are. */
export function unpackedStream(source: ByteSource, head: Uint8Array): SourceStream & { packed: boolean } {
  let read = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      read += chunk.length;
      controller.enqueue(chunk as Uint8Array<ArrayBuffer>);
    },
  });
  const packed = isGzip(head);
  const counted = source.stream().pipeThrough(counting);
  const bytes = packed ? inflated(counted, 'gzip') : counted;
  return { chunks: piecesOf(bytes, packed), bytesRead: () => read, packed };
}

export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

async function* piecesOf(stream: ReadableStream<Uint8Array>, packed: boolean): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(async (reason: unknown) => {
        throw packed ? new CutOff(await gzipFault()) : reason;
      });
      if (done) return;
      for (let start = 0; start < value.length; start += MOST_CHUNK_BYTES)
        yield value.subarray(start, start + MOST_CHUNK_BYTES);
    }
  } finally {
    // A source that is not read to its end would stay open.
    await reader.cancel().catch(() => undefined);
  }
}

async function* utf8(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  let first = true;
  let decoder: TextDecoder | undefined;
  let onlyReturns = false;
  const encoder = new TextEncoder();
  for await (const chunk of chunks) {
    let bytes = chunk;
    if (first) {
      first = false;
      const encoding = encodingOf(bytes);
      if (encoding !== 'utf-8') decoder = new TextDecoder(encoding);
      else if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
      onlyReturns = !decoder && bytes.includes(CR) && !bytes.includes(LF);
    }
    if (decoder) yield encoder.encode(decoder.decode(bytes, { stream: true }));
    else yield onlyReturns ? bytes.map((byte) => (byte === CR ? LF : byte)) : bytes;
  }
}

export function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}
