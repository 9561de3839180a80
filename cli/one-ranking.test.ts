import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { TRUST } from '../core/measures/trust.ts';
import { formatQuantity } from '../core/quantities/quantity.ts';
import { tableToCsv } from '../core/quantities/table.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { solve } from '../lib/solve.ts';
import { cliInputs, ensureBuilt } from '../scripts/setup.mjs';
import { reportOf } from '../src/features/report/report-content.ts';
import { resultsTable } from '../src/features/results/results-table.ts';
import { answerTrust, stageTrust } from '../src/features/solve/trust-of.ts';
import { buildNodeData } from '../src/ui/editor/node-data.ts';
import type { SolveAnswer } from '../workers/solve/contract.ts';
import { addCompare } from './compare.ts';
import { runVerbs } from './run-verbs.test-support.ts';
import { addSolve } from './solve.ts';

const MERCURY = JSON.parse(
  readFileSync(new URL('../public/examples/mercury-run-2.json', import.meta.url), 'utf8'),
) as Scenario;

const SLOWED: Scenario = {
  ...MERCURY,
  nodes: MERCURY.nodes.map((node) =>
    node.id === '1b'
      ? ({ ...node, service: { distribution: 'exponential', rate: 20e6 } } as typeof node)
      : node,
  ),
};

const run = (...words: string[]) => runVerbs([addSolve, addCompare], words);

/** Its points are answered by processes of the built command line, which may wait for a busy machine. */
vi.setConfig({ testTimeout: 0, hookTimeout: 0 });
const root = resolve(import.meta.dirname, '..');
beforeAll(() =>
  ensureBuilt('dist-cli', cliInputs, ['--config', 'vite.cli.config.ts', '--logLevel', 'error']),
);
const explore = (...words: string[]): string =>
  spawnSync(process.execPath, [join(root, 'cli', 'stagegraph.mjs'), 'explore', ...words], {
    encoding: 'utf8',
  }).stdout;

async function asked(scenario: Scenario) {
  const file = join(mkdtempSync(join(tmpdir(), 'ranking-')), 'scenario.json');
  writeFileSync(file, JSON.stringify(scenario));
  const answer = await solve(scenario);
  if (answer.kind === 'noAnswer') throw new Error(answer.code);
  return { file, answer };
}

const lineOf = (text: string, ...words: readonly string[]): string | undefined =>
  text.split('\n').find((line) => words.every((word) => line.includes(word)));

/** A stage whose number the drawing bears, and how well it is known. */
describe.each([
  ['held up: Mercury run 2 with 1b at 20 M/s', SLOWED, '1a', 'approximate'],
  ['left open by its inputs: Mercury run 2', MERCURY, '1b', 'notDetermined'],
] as const)('one number and one badge in every view, %s', (_, scenario, id, trust) => {
  const unit = id === '1a' ? 'wmer' : 'seed';
  const written = (value: number) => formatQuantity(value, 'count', { unit });

  it('solve, and the badges of drawing and answer', async () => {
    const { file, answer } = await asked(scenario);
    expect(stageTrust(answer, id)).toBe(trust);
    expect(answerTrust(answer)).toBe(trust);
    const json = JSON.parse((await run('solve', file, '--json')).out) as SolveAnswer;
    expect(json.stages[id]).toMatchObject({ meanOccupancy: answer.stages[id]!.meanOccupancy });
    const { out } = await run('solve', file);
    expect(lineOf(out, id, TRUST[trust].shape)).toBeDefined();
    expect(out.split('\n')[0]).toContain(TRUST[trust].word);
  });

  it('the drawing, aloud too, and the table of all results', async () => {
    const { answer } = await asked(scenario);
    const { meanOccupancy, meanQueueLength, utilization } = answer.stages[id]!;
    const view = buildNodeData({ scenario, answer, answerIsStale: false, faults: [] }).get(id)!;
    expect(view.figures).toMatchObject({ meanOccupancy, meanQueueLength, utilization });
    const span = answer.stages[id]!.spans?.meanOccupancy;
    if (trust === 'notDetermined')
      expect([view.figures!.leastMean, view.figures!.greatestMean]).toEqual(span);
    const range = span?.map((end) => written(end).split(' ')[0]).join(' to ');
    expect(view.label).toContain(
      trust === 'notDetermined'
        ? `mean number ${range} seeds, sensitive to inputs`
        : `mean queue ${written(meanQueueLength!)}`,
    );
    const { columns, rows } = resultsTable(scenario, answer, undefined);
    const csv = tableToCsv(columns, rows);
    expect(lineOf(csv, `${id},,meanOccupancy`)).toContain(String(meanOccupancy));
  });

  it('the report', async () => {
    const { answer } = await asked(scenario);
    const report = JSON.stringify(reportOf({ scenario, answer, date: new Date(0) }));
    const { meanOccupancy, spans } = answer.stages[id]!;
    const [low, high] = spans?.meanOccupancy ?? [];
    if (trust === 'notDetermined')
      for (const end of [low, high]) expect(report).toContain(written(end!).split(' ')[0]!);
    else expect(report).toContain(written(meanOccupancy!).split(' ')[0]!);
  });

  it('compare', async () => {
    const { file, answer } = await asked(scenario);
    const { rows } = JSON.parse((await run('compare', file, '--json')).out) as {
      rows: readonly { stage: string; quantity: string; predicted?: number }[];
    };
    const row = rows.find(({ stage, quantity }) => stage === id && quantity === 'meanQueueLength');
    expect(row!.predicted).toBe(answer.stages[id]!.meanQueueLength);
  });

  it('explore: the drawing among its points, and a goal that holds nowhere else', async () => {
    const { file, answer } = await asked(scenario);
    const { meanOccupancy, spans } = answer.stages[id]!;
    const { capacity } = scenario.nodes.find((node) => node.id === id) as { readonly capacity: number };
    const vary = ['--vary', `${id}.capacity=${capacity}`, '--measure', `${id}.meanOccupancy`];
    const { rows } = JSON.parse(explore(file, ...vary, '--json'));
    expect(rows[0][`${id}.meanOccupancy`]).toBeCloseTo(meanOccupancy!, 6);
    const out = explore(file, ...vary);
    const open = lineOf(out, TRUST.notDetermined.shape, 'as drawn');
    if (trust !== 'notDetermined') return expect(open).toBeUndefined();
    for (const end of spans!.meanOccupancy!) expect(open).toContain(written(end).split(' ')[0]!);
    const goal = explore(file, '--goal', `smallest K at ${id} with ${id}.meanOccupancy >= 300`);
    expect(goal).toContain('◌ Not certified');
  });
});
