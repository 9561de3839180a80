/** Tables of unknown columns on the command line: what is asked for, and that the answer it prints is accepted. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { BadInput } from '../lib/bad-input.ts';
import { addCheck } from './check.ts';
import { addCompare } from './compare.ts';
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

it('a table of means is compared, and one without units says which mapping would do', async () => {
  const scenario = join(import.meta.dirname, '../public/examples/timetrial-mm1-08.json');
  // M/M/1 of this example: λ = 0.8 μ, so that 4 are there, of whom 3.2 wait.
  const told = join(folder, 'told.csv');
  writeFileSync(told, 'Stage,Utilization (%),Number in system,Number waiting\nServer,80,4,3.2\n');
  const { out } = await runVerbs([addCompare], ['compare', scenario, told]);
  expect(out).toMatch(/3 of 3 measured quantities agree/);
  const wrong = join(folder, 'wrong.csv');
  writeFileSync(wrong, 'Stage,Number in system\nServer,9\n');
  expect((await runVerbs([addCompare], ['compare', scenario, wrong])).out).toMatch(
    /reject the model at Server/,
  );
  const open = join(folder, 'open.csv');
  writeFileSync(open, 'Stage,Throughput\nServer,5\n');
  const refused = await runVerbs([addCompare], ['compare', scenario, open]).catch(
    (reason: unknown) => reason,
  );
  const mapping = /--mapping '(.*)'/.exec((refused as BadInput).message)![1]!;
  expect(JSON.parse(mapping)).toMatchObject({ table: 'means', units: { throughput: '…' } });
  const answered = mapping.replace('…', 'Hz');
  const { out: found } = await runVerbs([addCompare], ['compare', scenario, open, '--mapping', answered]);
  expect(found).toMatch(/throughput/i);
});
