/** A line of three stages of which the middle one is too slow, and traces of it. */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { SCENARIO_FORMAT, SCHEMA_VERSION } from '../core/scenario/scenario.ts';
import { expect, idle, linkTo } from './workbench.ts';

const service = (mean: number) => ({ distribution: 'exponential', rate: 1e9 / mean });
const ROOM = { a: 20, b: 10, c: 10 };

export const threeInARow = {
  format: SCENARIO_FORMAT,
  schemaVersion: SCHEMA_VERSION,
  name: 'Three in a row',
  nodes: [
    { id: 'in', kind: 'source', interarrival: service(1000) },
    { id: 'a', kind: 'stage', name: 'Parse', capacity: ROOM.a, service: service(500) },
    { id: 'b', kind: 'stage', name: 'Match', capacity: ROOM.b, service: service(1100) },
    { id: 'c', kind: 'stage', name: 'Write', capacity: ROOM.c, service: service(300) },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'out' },
  ],
  queries: [
    { id: 'q1', metric: 'occupancy', aggregation: 'mean', at: 'b', require: { is: '<', value: 5 } },
    { id: 'q2', metric: 'occupancy', aggregation: 'max', at: 'b', require: { is: '<=', value: ROOM.b } },
    { id: 'q3', metric: 'stalls', aggregation: 'mean', at: 'a', require: { is: '<', value: 0.5 } },
  ],
};

export async function openThreeInARow(page: Page): Promise<void> {
  await page.goto(linkTo(threeInARow));
  await expect(page.getByRole('textbox', { name: 'Name of the scenario' })).toBeVisible();
  await idle(page);
}

const HEAD = '#qtm 1 events time=ns\nqueueId,time,kind\n';

interface Passed {
  readonly queue: 'a' | 'b' | 'c';
  readonly time: number;
  readonly kind: 'I' | 'D';
}

/** Element by element, ns: constant services, and each stage holds its elements until the next has room. */
function* passages(count: number): Generator<Passed> {
  // Departures, only as far back as there is room.
  const left = { a: new Float64Array(ROOM.a), b: new Float64Array(ROOM.b) };
  let [lastA, lastB, lastC] = [0, 0, 0];
  for (let i = 0; i < count; i += 1) {
    const enter = Math.max(i * 1000, left.a[i % ROOM.a]!);
    const served = Math.max(enter, lastA) + 500;
    lastA = Math.max(served, left.b[i % ROOM.b]!);
    lastB = Math.max(lastA, lastB) + 1100;
    left.a[i % ROOM.a] = lastA;
    left.b[i % ROOM.b] = lastB;
    lastC = Math.max(lastB, lastC) + 300;
    yield { queue: 'a', time: enter, kind: 'I' };
    yield { queue: 'a', time: lastA, kind: 'D' };
    yield { queue: 'b', time: lastA, kind: 'I' };
    yield { queue: 'b', time: lastB, kind: 'D' };
    yield { queue: 'c', time: lastB, kind: 'I' };
    yield { queue: 'c', time: lastC, kind: 'D' };
  }
}

/** In order of time; at one instant what leaves makes room for what comes. */
export function lineTrace(count: number): string {
  const rows = [...passages(count)].sort(
    (x, y) => x.time - y.time || Number(y.kind === 'D') - Number(x.kind === 'D'),
  );
  return `${HEAD}${rows.map(({ queue, time, kind }) => `${queue},${time},${kind}`).join('\n')}\n`;
}

/** Begin of the run, ns since 1970 but for the last nine digits. */
const EPOCH = '1700000000';

/** A trace on disk, written piece by piece as loggers do it, each kind of a queue in its own order. Gives the number of rows. */
export function writeLineTrace(path: string, megabytes: number): number {
  const file = openSync(path, 'w');
  let [rows, bytes] = [0, writeSync(file, HEAD)];
  let lines: string[] = [];
  const flush = (): void => {
    bytes += writeSync(file, `${lines.join('\n')}\n`);
    lines = [];
  };
  for (const { queue, time, kind } of passages(Number.MAX_SAFE_INTEGER)) {
    const stamp = Number(EPOCH) + Math.floor(time / 1e9);
    lines.push(`${queue},${stamp}${String(time % 1e9).padStart(9, '0')},${kind}`);
    rows += 1;
    // Whole elements: none is left inside.
    if (rows % 60_000 === 0) flush();
    if (bytes >= megabytes * 1e6) break;
  }
  closeSync(file);
  return rows;
}
