/** Bytes of a measurement file to text: UTF-8, UTF-16 with a byte order mark, and either of them gzipped. */

import { inflated } from '../../core/base/inflated.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import type { MeasurementFault } from './contract.ts';
import { FaultList } from './measurement-fault.ts';
import { gzipFault } from './stream/gzip-fault.ts';

/** Larger files, and archives that inflate to more, are refused. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** Text has no zero byte; a few thousand bytes tell. */
const BINARY_PROBE_BYTES = 8192;

/**
 * Never throws on bad bytes: what cannot be read comes back as one fault with code E20.
 * Domain: at most 64 MB, before and after inflating.
 */
export async function decodeText(
  bytes: Uint8Array,
  fileName = 'measurement file',
): Promise<Result<string, MeasurementFault>> {
  if (bytes.length > MAX_FILE_BYTES) return refused(fileName, tooLarge('The file'));
  if (!isGzip(bytes)) return decodePlain(bytes, fileName);
  const inflated = await inflate(bytes);
  return inflated.ok ? decodePlain(inflated.value, fileName) : refused(fileName, inflated.error);
}

function decodePlain(bytes: Uint8Array, fileName: string): Result<string, MeasurementFault> {
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8' && bytes.subarray(0, BINARY_PROBE_BYTES).includes(0)) {
    return refused(fileName, 'This is not a text file. Expected a measurement file in CSV or JSON, UTF-8');
  }
  try {
    return ok(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch {
    return refused(fileName, `The text is not valid ${encoding.toUpperCase()}. Save the file as UTF-8`);
  }
}

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Stops as soon as the cap is passed, so that a small archive cannot fill the memory. */
async function inflate(bytes: Uint8Array): Promise<Result<Uint8Array, string>> {
  const reader = inflated(new Blob([new Uint8Array(bytes)]).stream(), 'gzip').getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > MAX_FILE_BYTES) {
        await reader.cancel();
        return err(tooLarge('The archive inflates to a file that'));
      }
      chunks.push(value);
    }
  } catch {
    return err(await gzipFault());
  }
  return ok(joined(chunks, length));
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

export const tooLarge = (what: string): string =>
  `${what} is larger than 64 MB, the most that is read. Aggregate it to scalars and histograms first`;

function refused(fileName: string, message: string): Result<never, MeasurementFault> {
  const faults = new FaultList(fileName);
  faults.add('E20', message);
  return err(faults.allFaults()[0]!);
}
