/** The examples of docs/library.md as one program, for whoever runs them: Node, or a page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'library.md'), 'utf8');
const examples = [...page.matchAll(/```js\n(.*?)```/gs)].map((found) => found[1]!);

/** How the scenario of the page is written in code. */
const [, scenarioCode = ''] = examples;

/** The scenario that the page shows, as a value. */
export const shop = (): unknown => new Function(`${scenarioCode}; return scenario;`)();

/** The second example shows how the scenario of the first is written. */
export const libraryProgram = [examples[0], ...examples.slice(2)].join('\n');

/** The program for a place without files: with the scenario in the code. */
export const libraryProgramOfPage = libraryProgram
  .replace(/^import \{ readFile \}.*$/m, '')
  .replace(/^const scenario = await read\(.*$/m, scenarioCode);

/** What the program prints, by the comments of the page. */
export const saidByProgram = [...libraryProgram.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(
  (found) => found[1]!,
);
