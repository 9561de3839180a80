/** Programs decide by codes and facts, never by the sentences that are made of them: these change with every wording. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** What sentences that the program made are called. */
const SENTENCE = String.raw`(?:message|model|reason|effect|(?:verdict|refusal|assumption|modelAssumption|effect|choice|input)Text\([^()]*\))`;
const TAKEN_APART = new RegExp(
  String.raw`\b${SENTENCE}\.(?:includes|startsWith|endsWith|match|search|split|slice|substring|replace|replaceAll|indexOf)\(` +
    String.raw`|\.(?:test|exec)\((?:\w+\.)*${SENTENCE}\)` +
    String.raw`|\bwords\.split\(`,
);

/** Places that still do. The list may only become shorter. */
const REMAINING = [
  'cli/fit.ts',
  'src/features/fit/put-station.ts',
  'src/features/fit/unknown-choices.ts',
  'workers/explore/seek-goal.ts',
  'workers/fit/calibrate.ts',
  'workers/fit/fit-stage.ts',
];

/** Messages of others, which have no codes: of Redis, and of JSON.parse. */
const OF_OTHERS = ['cli/explore-queue-server.ts', 'workers/measure/json-tables.ts'];

const isSource = (path: string): boolean => /\.tsx?$/.test(path) && !/\.test(-support)?\.tsx?$/.test(path);

const takesApart = (file: string): boolean =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .some((line) => TAKEN_APART.test(line));

it('no program takes its own sentences apart', () => {
  const found = ['core', 'workers', 'src', 'cli'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .map((path) => `${room}/${path}`)
      .filter((path) => isSource(path) && takesApart(path)),
  );
  expect(found.sort()).toEqual([...REMAINING, ...OF_OTHERS].sort());
});

it.each([
  "if (verdict.message.includes('held up')) return;",
  "const [first] = message.split('; ');",
  'if (/^chain/.test(refusalText(outcome))) return;',
  "verdictText(verdict).replace(/\\.$/, '')",
])('and would be found: %s', (line) => {
  expect(TAKEN_APART.test(line)).toBe(true);
});
