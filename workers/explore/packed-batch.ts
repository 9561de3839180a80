/**
 * A batch as bytes, on its way from whoever answered it to whoever writes it: its columns of numbers one behind the other,
 * to the last bit, in a quarter of what its lines take and hardly any time. Only the same build can read it.
 */
import type { PointRange } from '../../core/study/point-ranges.ts';
import { POINT_STATUSES, type PointBatch, type StudyTable } from './contract.ts';

/** Which rows have the same reason. */
type ReasonRows = readonly (readonly [reason: string, rows: readonly number[]])[];

export function packed({ from, to, inputs, values, halfWidths, statuses, reasons }: PointBatch): Uint8Array {
  const rows = new Map<string, number[]>();
  for (let row = 0; row < to - from; row++) {
    const reason = reasons[from + row];
    if (reason === undefined) continue;
    const same = rows.get(reason);
    if (same) same.push(row);
    else rows.set(reason, [row]);
  }
  const columns = [inputs, values, ...(halfWidths ? [halfWidths] : [])].map(
    (numbers) => new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength),
  );
  return joined([...columns, statuses, new TextEncoder().encode(JSON.stringify([...rows]))]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Undefined where the bytes are no such batch. */
export function unpacked(
  { inputs, measures, intervals }: StudyTable,
  { from, to }: PointRange,
  bytes: Uint8Array,
): PointBatch | undefined {
  const count = to - from;
  let at = 0;
  const numbers = (columns: number): Float64Array => {
    const end = at + 8 * columns * count;
    // Copied: where bytes come from they need not be where numbers may be.
    const found = new Float64Array(bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + end));
    at = end;
    return found;
  };
  if (bytes.length < count * (8 * (inputs.length + (intervals ? 2 : 1) * measures.length) + 1))
    return undefined;
  const [given, values] = [numbers(inputs.length), numbers(measures.length)];
  const halfWidths = intervals ? numbers(measures.length) : undefined;
  const statuses = new Uint8Array(bytes.subarray(at, at + count));
  const reasons = reasonsOf(new TextDecoder().decode(bytes.subarray(at + count)), { from, to });
  if (!reasons || statuses.some((status) => status >= POINT_STATUSES.length)) return undefined;
  return { from, to, inputs: given, values, ...(halfWidths && { halfWidths }), statuses, reasons };
}

function reasonsOf(text: string, { from, to }: PointRange): Record<number, string> | undefined {
  const reasons: Record<number, string> = {};
  try {
    for (const [reason, rows] of JSON.parse(text) as ReasonRows)
      for (const row of rows) {
        if (typeof reason !== 'string' || !(row >= 0 && row < to - from)) return undefined;
        reasons[from + row] = reason;
      }
    return reasons;
  } catch {
    return undefined;
  }
}
