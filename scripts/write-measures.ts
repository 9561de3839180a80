/** Writes docs/measures.md, the reference of all measures, from their rows: `npm run schema`. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  MEASURE_KEYS,
  type MeasureDimension,
  type MeasureKey,
  measureLabel,
  measureRow,
} from '../core/measures/measure-rows.ts';

const UNITS: Readonly<Record<MeasureDimension, string>> = {
  rate: '1/s, in elements of the stage’s unit',
  time: 's',
  fraction: '0 to 1',
  elements: 'elements of the stage’s unit',
  factor: 'a ratio',
  amount: 'whatever the study counts',
};

const HEAD = `# Measures

What answers, simulations, studies and goals tell, made from the rows of \`core/measures/measure-rows.ts\` by
\`npm run schema\`. A key stands in JSON documents, in the names of studies (\`1b.meanOccupancy\`,
\`network.throughput\`) and in files; symbol and words stand in tables. Goals also take the names of the last column, with
or without *mean* before them.

| Key | Symbol | Words | Unit | Of | What it is | Goals also say |
|---|---|---|---|---|---|---|
`;

const cell = (text: string): string => text.replaceAll('|', '\\|');

function line(key: MeasureKey): string {
  const { symbol, dimension, of, help, aliases = [], formerWords = [] } = measureRow(key);
  const words = [...new Set([measureLabel(key), measureLabel(key, 'network')])].join('; end to end: ');
  const others = [...new Set([...aliases, ...formerWords])].join(', ');
  const cells = [`\`${key}\``, symbol, words, UNITS[dimension], of.join(', '), help, others];
  return `| ${cells.map(cell).join(' | ')} |\n`;
}

export const measuresPage = (): string => `${HEAD}${MEASURE_KEYS.map(line).join('')}`;

export const MEASURES_FILE = fileURLToPath(new URL('../docs/measures.md', import.meta.url));

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(MEASURES_FILE, measuresPage());
