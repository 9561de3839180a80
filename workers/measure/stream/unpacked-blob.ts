/** A gzip archive unpacked as a whole, for what is not read from its begin to its end. */
import { err, ok, type Result } from '../../../core/base/result.ts';
import type { ByteSource } from '../contract.ts';
import { CutOff, unpackedStream } from './byte-stream.ts';

/** It is held in memory. */
const MOST_BYTES = 256 * 1024 * 1024;

/** `head` begins the source; one that is not packed is given back as it is. Refused with a sentence. */
export async function unpackedBlob(
  source: ByteSource,
  head: Uint8Array,
  { breathe, most = MOST_BYTES }: { readonly breathe: () => Promise<void>; readonly most?: number },
): Promise<Result<ByteSource, string>> {
  const { chunks, packed } = unpackedStream(source, head);
  if (!packed) return ok(source);
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > most) return err(tooLarge(most));
      parts.push(chunk);
      await breathe();
    }
  } catch (reason) {
    if (reason instanceof CutOff) return err(reason.message);
    throw reason;
  }
  return ok(new Blob(parts as BlobPart[]));
}

const tooLarge = (most: number): string =>
  `The archive holds more than ${most / 1024 ** 2} MB, the most that is unpacked of a Parquet file. Unpack it first: then it may have any size`;
