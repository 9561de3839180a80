/** Reports for build servers, and the files by which they run assertions, against the descriptions that their owners publish. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { parse } from 'yaml';
import { addAssert } from '../cli/assert.ts';
import { runVerbs } from '../cli/run-verbs.test-support.ts';
import { SCENARIO_FORMAT, SCHEMA_VERSION } from '../core/scenario/scenario.ts';

const root = resolve(import.meta.dirname, '..');
const schemaText = (name: string): string => readFileSync(join(root, 'tests/schemas', name), 'utf8');

/** Formats of addresses and times are told in words there; this library needs a further one to check them. */
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
for (const name of ['sarif-2.1.0.json', 'github-workflow.json', 'github-action.json'])
  ajv.addSchema(JSON.parse(schemaText(name)), name);

/** What a document does against a schema of `tests/schemas`; empty where it follows it. */
function faultsOf(schema: string, document: unknown): readonly string[] {
  const judge = ajv.getSchema(schema)!;
  judge(document);
  return (judge.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

async function faultsOfJunit(xml: string): Promise<readonly string[]> {
  const schema = { fileName: 'junit-10.xsd', contents: schemaText('junit-10.xsd') };
  const { errors } = await validateXML({ xml: { fileName: 'report.xml', contents: xml }, schema });
  return errors.map(({ message }) => message);
}

/** M/M/1 at 80 %: 4 elements, 50 ms in the mean. The names have signs that each of the formats marks otherwise. */
const shop = {
  format: SCENARIO_FORMAT,
  schemaVersion: SCHEMA_VERSION,
  name: 'Shop & "more" <\u{e9}>',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 80 } },
    { id: 'a', name: 'check & "out"', kind: 'stage', service: { distribution: 'exponential', rate: 100 } },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'out' },
  ],
};

/** The two reports of one run of the verb. */
async function reports(...assertions: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'ci formats '));
  const at = (name: string): string => join(folder, name);
  writeFileSync(at('a shop, <new>.json'), JSON.stringify(shop));
  const files = ['--junit', at('report.xml'), '--sarif', at('report.sarif')];
  await runVerbs([addAssert], ['assert', at('a shop, <new>.json'), ...assertions, ...files]);
  return {
    junit: readFileSync(at('report.xml'), 'utf8'),
    sarif: JSON.parse(readFileSync(at('report.sarif'), 'utf8')),
  };
}

const OUTCOMES = {
  'that all hold': ['mean occupancy of a < 5', 'mean latency of a < 1 s'],
  'of which one fails': ['mean occupancy of a < 3', 'mean latency of a < 1 s'],
  'of which one cannot be told': ['mean occupancy of a < 5', 'max latency of a < 1 s'],
  'of all outcomes': ['mean occupancy of a < 3', 'max latency of a < 1 s', 'p99 of a < 1 s'],
};

describe('reports of assertions', () => {
  it.each(Object.entries(OUTCOMES))('%s follow JUnit and SARIF', async (_, assertions) => {
    const { junit, sarif } = await reports(...assertions);
    expect(await faultsOfJunit(junit)).toEqual([]);
    expect(faultsOf('sarif-2.1.0.json', sarif)).toEqual([]);
  });

  it('would not follow them with a mistake', async () => {
    const { junit, sarif } = await reports(...OUTCOMES['of all outcomes']);
    expect((await faultsOfJunit(junit.replaceAll(/ errors="1"/g, ''))).join()).toContain('errors');
    expect((await faultsOfJunit(junit.replace('<failure', '<fault'))).join()).not.toBe('');
    const [run] = sarif.runs;
    const [result, ...rest] = run.results;
    const wrong = (changed: object) =>
      faultsOf('sarif-2.1.0.json', { ...sarif, runs: [{ ...run, ...changed }] }).join();
    expect(wrong({ tool: {} })).toContain('driver');
    expect(wrong({ results: [{ ...result, level: 'bad' }, ...rest] })).toContain('level');
    expect(wrong({ results: [{ ...result, message: 'bad' }, ...rest] })).toContain('message');
  });
});

describe('files for GitHub', () => {
  // biome-ignore lint/suspicious/noExplicitAny: documents of other people's formats, judged by their schemas.
  const read = (path: string): any => parse(readFileSync(join(root, path), 'utf8'));

  it.each([
    ['action.yml', 'github-action.json'],
    ['.github/workflows/assert.yml', 'github-workflow.json'],
    ['.github/workflows/pages.yml', 'github-workflow.json'],
  ])('%s follows its schema', (path, schema) => expect(faultsOf(schema, read(path))).toEqual([]));

  it('would not follow them with a mistake', () => {
    const action = read('action.yml');
    expect(faultsOf('github-action.json', { ...action, runs: { using: 'composed', steps: [] } })).not.toEqual(
      [],
    );
    const workflow = read('.github/workflows/assert.yml');
    const { assert } = workflow.jobs;
    const changed = (job: object) => faultsOf('github-workflow.json', { ...workflow, jobs: { assert: job } });
    expect(changed({ ...assert, 'run-on': 'ubuntu-latest' })).not.toEqual([]);
    expect(changed({ ...assert, steps: [{ run: 'true', with: 3 }] })).not.toEqual([]);
  });
});
