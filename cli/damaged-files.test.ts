/** Files that `npm run verify hostile` found: every verb that reads them ends, and says what is wrong. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { BadInput } from '../lib/bad-input.ts';
import { addCheck } from './check.ts';
import { addEstimate } from './estimate.ts';
import { addFit } from './fit.ts';
import { runVerbs } from './run-verbs.test-support.ts';
import { addVerdict } from './verdict.ts';

const folder = mkdtempSync(join(tmpdir(), 'stagegraph-damaged-'));
afterAll(() => rmSync(folder, { recursive: true }));

const EVENT = (time: number | string, kind: string): string => JSON.stringify({ queueId: 'q', time, kind });
const CUT = `{"qtm":1,"events":[${EVENT(1000, 'I')},0,"time":1600,"kind":"D"},${EVENT(1800, 'I')}]}`;
const LATE = [
  ...['{"qtm": 1, "table": "events", "time": "ns"}', EVENT(1000, 'I'), EVENT(1800, 'I'), EVENT(2500, 'D')],
  EVENT('9007199254740992', 'D'),
].join('\n');
const HIST = (weight: string): string =>
  `#qtm 1 hist time=ns\nqueueId,metric,conditioning,binLow,binHigh,weight\nq,interInsertion,,5,6,${weight}\nq,interDeparture,nonBlocked,4,5,9\n`;
const LEVELS = 's,0,hist,hist occupancy,Occupancy\nd,0,0,0,600000000\nd,0,0,1,300000000\nlost\n';

/** What each verb prints, or with what it is refused; anything else that is thrown fails the test. */
async function told(file: string, verb: readonly string[]): Promise<string> {
  try {
    const printed = await runVerbs(
      [addCheck, addEstimate, addFit, addVerdict],
      [verb[0]!, file, ...verb.slice(1)],
    );
    return printed.out + printed.errors;
  } catch (reason) {
    if (reason instanceof BadInput) return reason.lines.join('\n');
    throw reason;
  }
}

describe('a damaged file', () => {
  const cases: readonly (readonly [string, string | Uint8Array, readonly string[], RegExp])[] = [
    [
      'JSON with an object cut in a list',
      CUT,
      ['check'],
      /line 1, events\[3\], column \d+: this JSON is broken: expected "," or "\]", got ":"/,
    ],
    ['the same for an estimate', CUT, ['estimate'], /this JSON is broken/],
    ['the same for a fit', CUT, ['fit', '--bootstraps', '0'], /this JSON is broken|no times and no levels/],
    ['the same packed', new Uint8Array(gzipSync(CUT)), ['check'], /this JSON is broken/],
    [
      'a time months behind the others',
      LATE,
      ['verdict', '--replications', '39'],
      /its times between insertions last 800 ns of the 9.01e6 s observed/,
    ],
    [
      'a packed line that is longer than what is read whole',
      new Uint8Array(gzipSync(`#qtm 1 events time=ns\nqueueId,time,kind\n${'0'.repeat(70_000_000)}`)),
      ['check'],
      /line 3: expected 3 cells as in the header, got 1/,
    ],
    ['weights of 1e308', HIST('1e308'), ['check'], /weight: expected a number of at most 1e19, got 1e308/],
    ['levels of a table with a lost line', LEVELS, ['fit', '--bootstraps', '0'], /M\/M\/1/],
    [
      'tasks without one that can be read',
      'EID TID QID A D S W STATE PROC OBS_A OBS_D CMP\n1 1 a\n',
      ['fit'],
      /expected 12 cells, got 3|no queues/,
    ],
    [
      'Parquet of which only the name is left',
      'PAR1\u0000\u0000PAR1',
      ['check'],
      /The Parquet file is damaged or cut off: its end/,
    ],
  ];
  // Unpacked, or fitted.
  const long = ['a packed line that is longer than what is read whole', 'levels of a table with a lost line'];
  for (const [name, content, verb, words] of cases)
    it(name, { tags: long.includes(name) ? ['long'] : [] }, async () => {
      const file = join(folder, `${name.replaceAll(' ', '-')}.txt`);
      writeFileSync(file, content);
      expect(await told(file, verb)).toMatch(words);
    });
});
