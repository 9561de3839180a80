/** Programs decide by codes and facts, never by the sentences that are made of them: these change with every wording. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** What sentences that the program made are called. */
const SENTENCE = String.raw`(?:message|model|reason|effect|remark|sentence|words|phrase|label|title|hint|what|why|said|(?:verdict|refusal|assumption|modelAssumption|effect|choice|input)Text\([^()]*\))`;
const TAKEN_APART = new RegExp(
  String.raw`\b${SENTENCE}[?!]?\.(?:includes|startsWith|endsWith|match|search|split|slice|substring|replace|replaceAll|indexOf)\((?!1\))` +
    String.raw`|\.(?:test|exec)\((?:\w+\.)*${SENTENCE}\)`,
);

/** Words of others: of Redis, of JSON.parse, and those that people type as goals. */
const OF_OTHERS = ['cli/explore-queue-server.ts', 'core/study/goal-names.ts'];

/** Typesetting, which reads nothing: characters that a format keeps for itself, and lines that are too long. */
const SET = [
  'cli/assertion-text.ts',
  'src/features/report/ReportDialog.tsx',
  'src/ui/charts/export-chart.ts',
  'src/ui/editor/graph-svg.ts',
  'src/ui/editor/node-marks.ts',
];

const isSource = (path: string): boolean => /\.tsx?$/.test(path) && !/\.test(-support)?\.tsx?$/.test(path);

const takesApart = (file: string): boolean =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .some((line) => TAKEN_APART.test(line));

it('no program takes its own sentences apart', () => {
  const found = ['core', 'workers', 'src', 'lib', 'cli'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .map((path) => `${room}/${path}`)
      .filter((path) => isSource(path) && takesApart(path)),
  );
  expect(found.sort()).toEqual([...OF_OTHERS, ...SET].sort());
});

it.each([
  "if (verdict.message.includes('held up')) return;",
  "const [first] = message.split('; ');",
  'if (/^chain/.test(refusalText(outcome))) return;',
  "verdictText(verdict).replace(/\\.$/, '')",
  "if (fit.model.startsWith('G/')) return;",
  "const [owner, ...what] = words.split(': ');",
  "const short = label.replace(/ \\(.*?\\)/, '');",
  'look.reason!.replace(full, stop);',
])('and would be found: %s', (line) => {
  expect(TAKEN_APART.test(line)).toBe(true);
});
