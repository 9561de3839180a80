import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { beforeAll, describe, expect, it, vi } from 'vitest';

import { TRUST } from '../core/measures/trust.ts';
import { formatQuantity } from '../core/quantities/quantity.ts';
import { tableToCsv } from '../core/quantities/table.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import { STUDY_FORMAT, STUDY_VERSION, type Study } from '../core/study/study.ts';
import { solverFor } from '../embed/solver.ts';
import { solve } from '../lib/solve.ts';
import { ensureCommandLine } from '../scripts/setup.mjs';
import { reportOf } from '../src/features/report/report-content.ts';
import { bestAnswer, withSimulatedLevels } from '../src/features/results/best-answer.ts';
import { resultsTable } from '../src/features/results/results-table.ts';
import { stageCells } from '../src/features/results/solved-tables.ts';
import { answerTrust, stageTrust } from '../src/features/solve/trust-of.ts';
import { levelText } from '../src/ui/editor/figure-text.ts';
import { buildNodeData } from '../src/ui/editor/node-data.ts';
import { tableParquet } from '../src/ui/table-parquet.ts';
import { compareWithMeasurement } from '../workers/compare/compare-model.ts';
import type { DecidedPoint } from '../workers/explore/contract.ts';
import { decidePoints } from '../workers/explore/decide-points.ts';
import { simulateNow } from '../workers/simulate/simulate-scenario.ts';
import type { SolveAnswer } from '../workers/solve/contract.ts';
import { openSpan } from '../workers/solve/determined.ts';
import { addAssert } from './assert.ts';
import { addCompare } from './compare.ts';
import { runBuilt, runProgram, runVerbs } from './run-verbs.test-support.ts';
import { addSolve, answerText } from './solve.ts';

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

const run = (...words: string[]) => runVerbs([addSolve, addCompare, addAssert], words);

/** Its points are answered by processes of the built command line, which may wait for a busy machine. */
vi.setConfig({ testTimeout: 0, hookTimeout: 0 });
beforeAll(ensureCommandLine);
const built = (...words: string[]): string => runBuilt(words).out;
const explore = (...words: string[]): string => built('explore', ...words);

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

  const exploring = { tags: trust === 'notDetermined' ? [] : ['long'] };
  it('explore: the drawing among its points, and a goal that holds nowhere else', exploring, async () => {
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
    const words = ['explore', file, '--goal', `smallest K at ${id} with ${id}.meanOccupancy >= 300`];
    expect((await runProgram(words)).out).toContain('◌ Not certified');
  });
});

const exponential = (rate: number) => ({ distribution: 'exponential', rate }) as const;

/** A line from a Poisson source of one element a second. */
const line = (...stages: readonly Record<string, unknown>[]): Scenario => {
  const nodes = stages.map((stage, i) => ({ id: `s${i}`, kind: 'stage', ...stage }));
  const way = ['in', ...nodes.map(({ id }) => id), 'out'];
  return {
    ...{ format: MERCURY.format, schemaVersion: MERCURY.schemaVersion, name: 'line' },
    nodes: [
      { id: 'in', kind: 'source', interarrival: exponential(1) },
      ...nodes,
      { id: 'out', kind: 'sink' },
    ],
    links: way.slice(1).map((to, i) => ({ from: way[i]!, to })),
  } as Scenario;
};

/** Each becomes four, which the formulas take one by one. */
const BATCHES = line({ service: exponential(2) }, { service: exponential(5), conversionFactor: 4 });

/** Five stages that hold each other up, and most of their places taken: mean values know of no blocking, and services are not exponential. */
const RING: Scenario = {
  ...line(),
  classes: [{ id: 'jobs', closed: { population: 60, start: 's0' } }],
  nodes: [1, 1.1, 1.2, 1.3, 1.4].map((rate, i) => ({
    ...{ id: `s${i}`, kind: 'stage', capacity: 20 },
    service: { distribution: 'erlang', mean: 1 / rate, shape: 2 },
  })),
  links: [
    ...[1, 2, 3, 4].map((i) => ({ from: `s${i}`, to: `s${(i + 1) % 5}` })),
    { from: 's0', to: 's1', probability: 0.9 },
    { from: 's0', to: 's2', probability: 0.1 },
  ],
};

interface Runs {
  readonly horizon: number;
  readonly replications: number;
}

/** As the page has it once its simulation is through: `runs` of so many seconds. */
async function madeKnown(scenario: Scenario, runs: Runs | undefined) {
  const answer = await solve(scenario);
  if (answer.kind === 'noAnswer') throw new Error(answer.code);
  const result = runs && simulateNow(scenario, runs);
  if (result?.kind === 'noAnswer') throw new Error(result.code);
  return { answer, result, best: bestAnswer(scenario, answer, result)! };
}

/** Made once for all that looks at it. */
const made = new Map<string, ReturnType<typeof madeKnown>>();
function known(scenario: Scenario, runs?: Runs): ReturnType<typeof madeKnown> {
  const key = JSON.stringify([scenario, runs]);
  const answer = made.get(key) ?? madeKnown(scenario, runs);
  made.set(key, answer);
  return answer;
}

const LONG = { horizon: 20_000, replications: 6 };
const SHORT = { horizon: 300, replications: 2 };

describe.each([
  ['exact', line({ service: exponential(2) }), 's0', undefined, 'exact'],
  ['simulated', BATCHES, 's1', LONG, 'simulated'],
  ['approximate, whose simulation is too short', BATCHES, 's1', SHORT, 'approximate'],
  ['unreliable', RING, 's1', undefined, 'doubtful'],
  ['unreliable, but simulated', RING, 's1', LONG, 'simulated'],
  ['approximate', SLOWED, '1a', undefined, 'approximate'],
  ['left open by its inputs', MERCURY, '1b', undefined, 'notDetermined'],
] as const)('the same value and badge in all views of an answer: %s', (_, scenario, id, runs, trust) => {
  it('has this badge', async () => {
    const { best } = await known(scenario, runs);
    expect(stageTrust(best, id)).toBe(trust);
  });

  it('node, aloud too', async () => {
    const { best } = await known(scenario, runs);
    const view = buildNodeData({ scenario, answer: best, answerIsStale: false, faults: [] }).get(id)!;
    const stage = best.stages[id]!;
    const span = openSpan(stage, 'meanOccupancy');
    const text = levelText(view.node as Parameters<typeof levelText>[0], view.figures!);
    // What is exact or approximate within its bounds stands without a badge.
    const { shape, word } = TRUST[trust];
    expect(text.startsWith(shape)).toBe(trust !== 'exact' && trust !== 'approximate');
    if (!span) expect(view.figures!.meanOccupancy).toBe(stage.meanOccupancy);
    else expect([view.figures!.leastMean, view.figures!.greatestMean]).toEqual(span);
    expect(view.label.includes(word)).toBe(trust !== 'exact' && trust !== 'approximate');
  });

  it('tables of page, site, embedded model and terminal', async () => {
    const { best } = await known(scenario, runs);
    const { shape } = TRUST[trust];
    const { meanOccupancy } = best.stages[id]!;
    const span = openSpan(best.stages[id], 'meanOccupancy');
    const digits = (value: number) => formatQuantity(value, 'count').split(' ')[0]!;
    const shown = span ? span.map(digits) : [digits(meanOccupancy!)];
    const node = scenario.nodes.find((each) => each.id === id)!;
    const cells = stageCells(scenario, best).rows.find(([name]) =>
      name!.includes(('name' in node && node.name) || id),
    )!;
    const printed = lineOf(answerText(scenario, best), `${id} `, shape)!;
    expect(printed).toBeDefined();
    for (const value of shown) {
      expect(cells.join(' ')).toContain(value);
      expect(printed).toContain(value);
    }
  });

  it('file of all results', async () => {
    const { answer, result, best } = await known(scenario, runs);
    const { columns, rows } = resultsTable(scenario, answer, result);
    const column = (label: string) => columns.findIndex((each) => each.label === label);
    const row = rows.find(
      ([stage, jobClass, key]) => stage === id && jobClass === '' && key === 'meanOccupancy',
    )!;
    const span = openSpan(best.stages[id], 'meanOccupancy');
    expect(row[column('best known')]).toBe(span ? undefined : best.stages[id]!.meanOccupancy);
    expect(row[column('known as')]).toBe(TRUST[trust].word);
    expect([row[column('from')], row[column('to')]]).toEqual([span?.[0], span?.[1]]);
  });

  it('report', async () => {
    const { result, best } = await known(scenario, runs);
    const report = JSON.stringify(reportOf({ scenario, answer: best, result, date: new Date(0) }));
    const { meanOccupancy } = best.stages[id]!;
    const span = openSpan(best.stages[id], 'meanOccupancy');
    for (const value of span ?? [meanOccupancy!])
      expect(report).toContain(formatQuantity(value, 'count').split(' ')[0]!);
  });

  it('file of all results as Parquet', async () => {
    const { answer, result, best } = await known(scenario, runs);
    const { columns, rows } = resultsTable(scenario, answer, result);
    const file = await tableParquet({ columns, rows }).arrayBuffer();
    const read = await parquetReadObjects({ file });
    const row = read.find(
      ({ stage, measure, class: of }) => stage === id && measure === 'meanOccupancy' && !of,
    )!;
    const span = openSpan(best.stages[id], 'meanOccupancy');
    expect(row['best known'] ?? undefined).toBe(span ? undefined : best.stages[id]!.meanOccupancy);
    expect(row['known as']).toBe(TRUST[trust].word);
  });

  it('comparison, on the page too', async () => {
    const { best, result } = await known(scenario, runs);
    const measurement = { name: 'm', stages: [{ stage: id, meanOccupancy: 1 }] };
    const stages = withSimulatedLevels(best.stages, result);
    const { rows } = compareWithMeasurement(scenario, stages, measurement);
    const { simulated, occupancyDistribution } = stages[id]!;
    if (simulated?.meanOccupancy) {
      const mean = occupancyDistribution!.reduce((sum, share, n) => sum + share * n, 0);
      expect(Math.abs(mean / best.stages[id]!.meanOccupancy! - 1)).toBeLessThan(1e-6);
    }
    const row = rows.find(({ stage, quantity }) => stage === id && quantity === 'meanOccupancy')!;
    expect(row.predicted).toBe(best.stages[id]!.meanOccupancy);
  });

  /** Simulated where that is asked, by other runs than those of the page. */
  async function expectInTerminal(...verb: readonly string[]): Promise<void> {
    const { best } = await known(scenario, runs);
    const stage = best.stages[id]!;
    const measured = { name: 'm', stages: [{ stage: id, meanOccupancy: 1 }] };
    const file = join(mkdtempSync(join(tmpdir(), 'ranking-')), 'scenario.json');
    writeFileSync(file, JSON.stringify({ ...scenario, measurement: measured }));
    const refine = trust === 'simulated' ? ['--refine', '300'] : [];
    const [name, ...words] = verb;
    const asked = [name!, file, ...words, ...refine, '--json'];
    // What is simulated needs the threads of the built command line.
    const { rows, assertions } = JSON.parse(refine.length > 0 ? built(...asked) : (await run(...asked)).out);
    const value =
      rows?.find(
        (each: { readonly stage: string; readonly quantity: string }) =>
          each.stage === id && each.quantity === 'meanOccupancy',
      ).predicted ?? assertions[0].value;
    if (trust === 'simulated')
      expect(Math.abs(value - stage.meanOccupancy!)).toBeLessThan(
        0.03 * stage.meanOccupancy! + 2 * stage.simulated!.meanOccupancy!.halfWidth,
      );
    else if (runs === undefined) expect(value).toBe(stage.meanOccupancy);
    else expect(value).toBeGreaterThan(0);
  }

  it('compare in the terminal', { tags: runs === LONG ? ['long'] : [] }, () => expectInTerminal('compare'));

  it('assert in the terminal', { tags: runs === LONG ? ['long'] : [] }, () =>
    expectInTerminal('assert', `mean occupancy of ${id} > 0`),
  );

  it('a model inside another page, which simulates nothing', async () => {
    if (runs !== undefined) return;
    const { best } = await known(scenario);
    const embedded = (await solverFor(scenario))(scenario) as SolveAnswer;
    expect(embedded.stages[id]!.meanOccupancy).toBe(best.stages[id]!.meanOccupancy);
    expect(openSpan(embedded.stages[id], 'meanOccupancy')).toEqual(
      openSpan(best.stages[id], 'meanOccupancy'),
    );
    expect(stageTrust(embedded, id)).toBe(trust);
  });

  it('points that decide, as explored', async () => {
    const { best } = await known(scenario, runs);
    const measure = `${id}.meanOccupancy`;
    const study: Study = {
      ...{ format: STUDY_FORMAT, schemaVersion: STUDY_VERSION, name: 'one point', scenario },
      ...{ vary: [], measures: [measure], answer: { by: 'solve' } },
    };
    const decided = decidePoints(study, [0]);
    if ('kind' in decided) throw new Error(JSON.stringify(decided));
    const [point] = decided as readonly [DecidedPoint];
    const span = openSpan(best.stages[id], 'meanOccupancy');
    if (span) return expect(point.open[0]).toEqual(span);
    // Points that decide are simulated by themselves where they are not exact.
    expect(point.known[0]).toBe(trust === 'exact' ? 'exact' : 'simulated');
    if (trust !== 'exact' && trust !== 'simulated') return;
    const { meanOccupancy, simulated } = best.stages[id]!;
    const apart = (point.halfWidths[0] ?? 0) + (simulated?.meanOccupancy?.halfWidth ?? 0);
    expect(Math.abs(point.values[0]! - meanOccupancy!)).toBeLessThanOrEqual(2 * apart);
  });
});
