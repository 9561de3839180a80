/** What other pages load to embed a model stays small: models are put beside text, and text is what people came for. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ensureCommandLine } from '../scripts/setup.mjs';

/** Gzipped bytes: of what every model loads, and with the engines that one model needs. */
const MOST = 120_500;
const MOST_WITH_ENGINES = 150_000;
/** A model loads one of each at most (embed/solver.ts). */
const EITHER_OF = [
  ['chain', 'self-timed'],
  ['closed', 'blocking'],
];

it('a model inside another page weighs little', () => {
  ensureCommandLine();
  // As the package ships it; the page has the same beside it.
  const folder = resolve(import.meta.dirname, '..', 'dist-cli', 'embed');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|html)$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(folder, name)) }));
  const sizes = files.map(({ name, text }) => ({ name, size: gzipSync(text, { level: 9 }).length }));
  const sum = (of: typeof sizes): number => of.reduce((total, { size }) => total + size, 0);
  const engines = sizes.filter(({ name }) => name.startsWith('embed/solve-'));
  const always = sizes.filter((file) => !engines.includes(file));
  expect(always.map(({ name }) => name.replace(/-[\w-]{8}\./, '.')).sort()).toEqual([
    'embed-page.js',
    'embed.html',
    'embed.js',
    'embed/model.js',
  ]);
  expect(engines.map(({ name }) => name.replace(/-[\w-]{8}\./, '.')).sort()).toEqual([
    'embed/solve-blocking.js',
    'embed/solve-chain.js',
    'embed/solve-closed.js',
    'embed/solve-self-timed.js',
  ]);
  expect(sum(always)).toBeLessThan(MOST);
  const sizeOf = (engine: string): number =>
    engines.find(({ name }) => name.startsWith(`embed/solve-${engine}-`))!.size;
  const largest = EITHER_OF.map((of) => Math.max(...of.map(sizeOf)));
  expect(largest.reduce((total, size) => total + size, sum(always))).toBeLessThan(MOST_WITH_ENGINES);
  // Code made from text and rules inside elements would be refused by a strict policy.
  const code = files.map(({ name, text }) => (name.endsWith('.js') ? text : '')).join('\n');
  expect(code).not.toMatch(/\beval\(|\.setAttribute\(.style.|innerHTML/);
});
