/** Tables of unknown columns on the command line: what is asked for, and that the answer it prints is accepted. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { BadInput } from '../lib/bad-input.ts';
import { addCheck } from './check.ts';
import { runVerbs } from './run-verbs.test-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'stagegraph-foreign-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('an unsure guess is shown with its first rows and the mapping that accepts it', async () => {
  const file = join(folder, "it's.csv");
  const rows = Array.from({ length: 300 }, (_, row) => `c${row},a${row % 2},${row},${row + 4}`);
  writeFileSync(file, `case,activity,start,end\n${rows.join('\n')}\n`);
  const refused = await runVerbs([addCheck], ['check', file]).catch((reason: unknown) => reason);
  expect(refused).toBeInstanceOf(BadInput);
  const { message } = refused as BadInput;
  expect(message).toMatch(/visits of 2 queues \(a0, a1\) in the first 300 rows/);
  expect(message).toMatch(/\n {2}c0 +a0 +0 +4\n/);
  const mapping = /--mapping '(.*)'/.exec(message)![1]!;
  const { out } = await runVerbs([addCheck], ['check', file, '--mapping', mapping]);
  expect(out).toMatch(/300 rows of 2 queues \(mapped-csv\); taken for visits: .*queueId = "activity"/);
});
