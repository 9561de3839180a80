/** For tests: what a run keeps in memory, measured by its arrays and objects, not by the process. */

import { expect } from 'vitest';
import { refusalText } from '../../core/measures/refusals.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { ReplicationRecord } from './records.ts';
import type { openReplication } from './replicate.ts';
import type { RunningReplication } from './run-in-slices.ts';

interface Kept {
  /** Bytes of typed arrays and of the memories of compiled code. */
  readonly bytes: number;
  /** Places of arrays, maps and sets. */
  readonly places: number;
  readonly objects: number;
}

/** A run at its end, with a tenth as warm-up and 50 frames. */
export interface Finished {
  readonly run: RunningReplication;
  readonly kept: Kept;
  readonly record: ReplicationRecord;
}

export function runUntil(open: typeof openReplication, scenario: Scenario, horizon: number): Finished {
  const bounds = Array.from({ length: 51 }, (_, i) => horizon * (i / 50));
  const frames = { bounds, repeats: false };
  const run = open(scenario, { seed: 1, replications: 2, horizon, warmup: horizon / 10, frames }, 0);
  for (let outcome: unknown = false; outcome !== true; outcome = run.advance(run.eventsPerLook))
    expect(outcome).toBe(false);
  const record = run.record();
  if (record.kind === 'noAnswer') throw new Error(refusalText(record));
  return { run, kept: keptBy(run), record };
}

/** Expects a run over a hundred times the horizon to keep and record nothing more. */
export function expectNoLarger(long: Finished, short: Finished): void {
  expect(long.record.events).toBeGreaterThan(90 * short.record.events);
  expect(long.kept.bytes).toBe(short.kept.bytes);
  expect(long.kept.objects).toBe(short.kept.objects);
  // Lists of what is under way at the end.
  expect(Math.abs(long.kept.places - short.kept.places)).toBeLessThan(20);
  expect(Object.keys(lengthsIn(short.record)).length).toBeGreaterThan(20);
  expect(lengthsIn(long.record)).toEqual(lengthsIn(short.record));
  expect(Math.max(...sketchLengths(long.record))).toBeLessThanOrEqual(4096);
}

/** Everything that can be reached from `root`. */
function keptBy(root: object): Kept {
  const seen = new Set<object>([root]);
  const open: object[] = [root];
  let bytes = 0;
  let places = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (ArrayBuffer.isView(at)) {
      bytes += at.byteLength;
      continue;
    }
    if (at instanceof WebAssembly.Memory) bytes += at.buffer.byteLength;
    const values: readonly unknown[] =
      at instanceof Map ? [...at.keys(), ...at.values()] : at instanceof Set ? [...at] : Object.values(at);
    if (Array.isArray(at) || at instanceof Map || at instanceof Set) places += values.length;
    for (const value of values) {
      if (typeof value !== 'object' || value === null || seen.has(value)) continue;
      seen.add(value);
      open.push(value);
    }
  }
  return { bytes, places, objects: seen.size };
}

/** Cut to the buckets or levels that were seen, which have bounds of their own; in the order of the first arrivals. */
const NOT_ALIKE = /\.(counts|occupancy|waiting|paths\.\d+\.stages)$/;

/** Length of each array of a record by its place in it, where two records that are as large have the same. */
function lengthsIn(record: unknown, place = 'record'): Record<string, number> {
  if (typeof record !== 'object' || record === null || NOT_ALIKE.test(place)) return {};
  if (ArrayBuffer.isView(record)) return { [place]: record.byteLength / bytesPerPlace(record) };
  const own = Array.isArray(record) ? { [place]: record.length } : {};
  return Object.entries(record).reduce(
    (all, [key, value]) => Object.assign(all, lengthsIn(value, `${place}.${key}`)),
    own,
  );
}

const bytesPerPlace = (view: ArrayBufferView): number =>
  'BYTES_PER_ELEMENT' in view ? (view.BYTES_PER_ELEMENT as number) : 1;

/** How many buckets of times each sketch in a record keeps. */
function sketchLengths(record: unknown): number[] {
  if (typeof record !== 'object' || record === null || ArrayBuffer.isView(record)) return [];
  return Object.entries(record).flatMap(([key, value]) =>
    key === 'counts' ? [(value as Uint32Array).length] : sketchLengths(value),
  );
}
