/** From a file of tasks to printed answers and a changed scenario. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readScenarioText } from '../core/scenario/read-scenario.ts';
import { isStage } from '../core/scenario/scenario.ts';
import {
  observeTasks,
  poissonEntries,
  simulateTasks,
} from '../workers/posterior/task-network.test-support.ts';
import { addEstimate } from './estimate.ts';
import { runVerbs } from './run-verbs.test-support.ts';

const folder = mkdtempSync(join(tmpdir(), 'stagegraph-posterior-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

const posterior = (...words: string[]) => runVerbs([addEstimate], ['estimate', '--posterior', ...words]);

const tiers = [
  { state: 'PARSE', queues: [{ id: 'parse', service: { distribution: 'exponential', mean: 0.7 } as const }] },
  { state: 'STORE', queues: [{ id: 'store', service: { distribution: 'exponential', mean: 0.5 } as const }] },
];
const known = simulateTasks(tiers, poissonEntries(100, 1, 3), 3);
const table = observeTasks(known, 0.5, 3);
const ns = (seconds: number): string => (Number.isNaN(seconds) ? '' : String(Math.round(seconds * 1e9)));
const HEAD = ['#qtm 1 tasks time=ns', 'task,step,state,queue,arrival,departure,ordinal'];
const rows = table.task.map((task, i) =>
  [
    ...[task, table.step[i], table.state[i], table.queue[i], ns(table.arrival[i]!), ns(table.departure[i]!)],
    Number.isNaN(table.ordinal[i]!) ? '' : table.ordinal[i],
  ].join(','),
);
const tasks = fileOf('tasks.csv', [...HEAD, ...rows]);
/** The first of them, for what is asked of each task again and again. */
const first = new Set([...new Set(table.task)].slice(0, 30));
const few = fileOf('few.csv', [...HEAD, ...rows.filter((_, i) => first.has(table.task[i]!))]);
const scenarioOf = (stages: readonly string[]): string =>
  JSON.stringify({
    ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'two' },
    nodes: [
      { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1 } },
      ...stages.map((id) => ({ id, kind: 'stage', service: { distribution: 'exponential', rate: 1 } })),
      { id: 'out', kind: 'sink' },
    ],
    links: ['in', ...stages].map((from, i) => ({ from, to: [...stages, 'out'][i] })),
  });

describe('stagegraph estimate --posterior', () => {
  it('gives services, waits and shares, and writes the scenario', { tags: ['long'] }, async () => {
    const scenario = fileOf('scenario.json', [scenarioOf(['parse', 'store'])]);
    const applied = join(folder, 'applied.json');
    const { out, status } = await posterior(
      ...[tasks, '--sweeps', '200', '--json', '--scenario', scenario, '--apply', applied],
    );
    const report = JSON.parse(out);
    expect(status).toBe(0);
    expect(report).toMatchObject({ kind: 'answer', tasks: 100 });
    expect(report.queues.map(({ stage }: { stage: string }) => stage)).toEqual(['parse', 'store']);
    const truth = known.visits.reduce((sum, [visit]) => sum + visit!.departure - visit!.start, 0) / 100;
    expect(Math.abs(report.queues[0].serviceTime.mean / truth - 1)).toBeLessThan(0.15);
    const read = readScenarioText(readFileSync(applied, 'utf8'));
    const stage = read.ok ? read.value.nodes.find(isStage) : undefined;
    expect(stage?.service).toEqual({ distribution: 'exponential', mean: report.queues[0].meanService.mean });
  });

  it('prints sentences, tables and whether the chains agree', { tags: ['long'] }, async () => {
    const { out } = await posterior(tasks, '--sweeps', '200', '--windows', '3');
    expect(out).toMatch(/^\d+ of 100 tasks were observed; [\d.]+ % of the time of all was waiting\.\n/);
    expect(out).toMatch(/\nQueue +service +95 % +Waiting +95 % +more\) +(More )?servers\nparse 1 server +/);
    expect(out).toMatch(/\nPARSE service +[\d.]+ % +[\d.]+ % … /);
    expect(out).toMatch(/\n4 chains of [24]00 sweeps over 300 events; the worst of 4:\n/);
  });

  it('ends without an answer when the chains do not agree', { tags: ['long'] }, async () => {
    const sparse = observeTasks(known, 0.1, 8).task;
    const kept = rows.filter((row) => sparse.includes(row.split(',')[0]!));
    const { out, errors, status } = await posterior(
      ...[fileOf('sparse.csv', [...HEAD, ...kept]), '--sweeps', '50', '--rounds', '1', '--json'],
    );
    expect(status).toBe(1);
    expect(errors).toContain('there is no answer yet');
    expect(JSON.parse(out)).toMatchObject({ kind: 'notConverged' });
    expect(JSON.parse(out)).not.toHaveProperty('queues');
  });

  it('refuses what it cannot obey', async () => {
    await expect(posterior(tasks, '--queue', 'parse')).rejects.toThrow(
      "option '--queue <id>' cannot be used with option '--posterior'",
    );
    await expect(posterior(tasks, '--method', 'auto')).rejects.toThrow(
      "option '--method <name>' cannot be used with option '--posterior'",
    );
    await expect(posterior(tasks, '--components', '3')).rejects.toThrow(
      '--components: expected --distribution mixture beside it',
    );
    const rates = (...words: string[]) => runVerbs([addEstimate], ['estimate', tasks, ...words]);
    await expect(rates('--sweeps', '50')).rejects.toThrow('--sweeps: expected --posterior beside it');
    await expect(rates('--even-routes', '--servers', '2')).rejects.toThrow(
      '--servers, --even-routes: expected --posterior beside them',
    );
  });

  it('refuses a queue that the scenario does not know', async () => {
    const scenario = fileOf('other.json', [scenarioOf(['parse'])]);
    await expect(posterior(tasks, '--scenario', scenario)).rejects.toThrow(
      'queue store is unknown to the scenario; expected one of parse',
    );
  });

  it('refuses a file without tasks', async () => {
    const file = fileOf('events.csv', ['#qtm 1 events time=ns', 'queueId,time,kind', 'a,1,I', 'a,2,D']);
    await expect(posterior(file)).rejects.toThrow('nothing to infer from; expected rows of a table tasks');
  });

  it('says what would be, and puts what was asked for into the scenario', async () => {
    const scenario = fileOf('relieved.json', [scenarioOf(['parse', 'store'])]);
    const applied = join(folder, 'relieved-applied.json');
    const asked = [few, '--sweeps', '50', '--distribution', 'exponential', '--scenario', scenario];
    const { out, status } = await posterior(
      ...[...asked, '--apply', applied, '--json', '--what-if', 'parse.servers=+1', 'load=0.5x'],
    );
    expect(status).toBe(0);
    const { whatIf } = JSON.parse(out);
    const [asItIs, relieved] = whatIf.rows;
    expect(relieved.words).toBe('2 servers at parse');
    expect(relieved.these.p95.middle).toBeLessThan(asItIs.these.p95.middle);
    expect(relieved.these.p95.low).toBeLessThan(relieved.these.p95.high);
    const read = readScenarioText(readFileSync(applied, 'utf8'));
    if (!read.ok) throw new Error('the written scenario is not readable');
    expect(read.value.nodes.filter(isStage)[0]).toMatchObject({ id: 'parse', serverCount: 2 });
    expect(read.value.nodes[0]).toMatchObject({ interarrival: { rate: 0.5 } });
  });

  it('proposes questions, prints a table, and refuses those that name nothing', {
    tags: ['long'],
  }, async () => {
    const asked = [few, '--sweeps', '50', '--distribution', 'exponential'];
    const { out } = await posterior(...asked, '--what-if');
    expect(out).toContain('With 2 servers at parse, 95 % of these tasks would have taken up to');
    expect(out).toContain('half the load');
    expect(out).toContain('Overloaded');
    await expect(posterior(...asked, '--what-if', 'pars.servers=2')).rejects.toThrow('did you mean parse?');
  });
});
