/** Writes docs/library-api.txt, `npm run api`: what the library exports, from its declarations. --print only prints it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const types = join(root, 'dist-cli', 'types', 'lib');

/** Declarations alone, without their comments. */
const declared = (file) =>
  readFileSync(join(types, file), 'utf8')
    .replace(/\/\*\*[\s\S]*?\*\/\n?/g, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== '')
    .join('\n');

/** The public face first, then the files whose types it names. */
const files = [
  'index.d.ts',
  ...readdirSync(types)
    .filter((file) => file !== 'index.d.ts')
    .sort(),
  // Its types come from there.
  '../src/features/diff/scenario-diff.d.ts',
];
const text = [
  'What stagegraph exports: names and signatures. `npm run api` writes this file; a test compares it with the code.',
  ...files.map((file) => `\n── ${file.replace('.d.ts', '').replace(/^.*\//, '')}\n${declared(file)}`),
  '',
].join('\n');

if (process.argv.includes('--print')) process.stdout.write(text);
else writeFileSync(join(root, 'docs', 'library-api.txt'), text);
