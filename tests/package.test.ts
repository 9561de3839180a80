/** The package as others get it: packed, put into an empty folder, and used from there by its documentation. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ensureCommandLine, run } from '../scripts/setup.mjs';
import { someOf } from './examples.ts';
import { libraryProgram, saidByProgram, shop } from './library-page.ts';

const root = resolve(import.meta.dirname, '..');

let folder = '';
let tarball = '';
const installed = (...path: readonly string[]): string => join(folder, 'node_modules', 'stagegraph', ...path);

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly errors: string;
}

function started(command: string, args: readonly string[], cwd = folder, env = {}): Ended {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    timeout: 900_000,
    env: { ...process.env, ...env },
  });
  return { status, out: stdout, errors: stderr };
}

beforeAll(() => {
  ensureCommandLine();
  expect(
    run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.lib.json']),
  ).toBe(true);
  folder = mkdtempSync(join(tmpdir(), 'stagegraph package ü '));
  // The build is there; the script that would make it is not run again.
  const packed = started('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], root);
  expect(packed.status, packed.errors).toBe(0);
  const [{ filename }] = JSON.parse(packed.out) as readonly [{ readonly filename: string }];
  tarball = filename;
  mkdirSync(installed(), { recursive: true });
  // It has no dependencies, so unpacking it is installing it.
  expect(started('tar', ['-xzf', filename, '-C', installed(), '--strip-components=1']).status).toBe(0);
  writeFileSync(join(folder, 'scenario.json'), JSON.stringify(shop()));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package', () => {
  it('needs no other package', () => {
    const { dependencies, private: hidden } = JSON.parse(readFileSync(installed('package.json'), 'utf8'));
    expect({ dependencies, hidden }).toEqual({});
  });

  it('runs the command line', () => {
    const { status, out } = started(process.execPath, [
      installed('cli', 'stagegraph.mjs'),
      'solve',
      'scenario.json',
      '--json',
    ]);
    expect(status).toBe(0);
    expect(JSON.parse(out).stages.checkout.meanOccupancy).toBeCloseTo(4, 12);
  });

  it('answers the examples of its page as the page says', { tags: ['long'] }, () => {
    writeFileSync(join(folder, 'examples.mjs'), libraryProgram);
    const { status, out, errors } = started(process.execPath, ['examples.mjs']);
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    expect(saidByProgram.length).toBeGreaterThan(8);
    expect(out.trimEnd().split('\n')).toEqual(saidByProgram);
  });

  it('leaves no thread behind when a caller throws or hands over what no thread can have', () => {
    const program = `import { simulate, solve, transient } from 'stagegraph';
      import { readFile } from 'node:fs/promises';
      const scenario = JSON.parse(await readFile('scenario.json', 'utf8'));
      const onProgress = () => { throw new Error('seen enough'); };
      const { signal } = new AbortController();
      const say = ({ name, message }) => console.log(name, message);
      await simulate(scenario, { replications: 4, horizon: 20_000, onProgress }).catch(say);
      await transient(scenario, { onProgress, signal }).catch(say);
      await solve({ ...scenario, draw: () => 1 }, { signal }).catch(say);`;
    writeFileSync(join(folder, 'careless.mjs'), program);
    const { status, out, errors } = started(process.execPath, ['careless.mjs']);
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    expect(out.trimEnd().split('\n')).toEqual([
      'Error seen enough',
      'Error seen enough',
      'BadInput solve: expected plain data, as JSON has it: () => 1 could not be cloned.',
    ]);
  });

  it('is what the action for GitHub runs where it is named', { tags: ['long'] }, () => {
    const { runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
    const act = (assertions: string) =>
      started('bash', ['-eo', 'pipefail', '-c', runs.steps[0].run], folder, {
        PACKAGE: `./${tarball}`,
        SCENARIO: 'scenario.json',
        MEASUREMENTS: '',
        ASSERTIONS: assertions,
        METHOD: 'auto',
        JUNIT: 'report.xml',
        SARIF: '',
      });
    const failed = act('mean latency of checkout < 1 s\n\nmean occupancy of checkout < 3\n');
    expect(failed.status, failed.errors).toBe(1);
    expect(readFileSync(join(folder, 'report.xml'), 'utf8')).toContain('tests="2" failures="1"');
    expect(failed.out).toMatch(/^::error file=scenario\.json.*mean occupancy of checkout < 3/m);
  });

  it('has types that a program compiles with', () => {
    const program = `import { solve, simulate, type Scenario } from 'stagegraph';
      declare const scenario: Scenario;
      const answer = await solve(scenario, { method: 'mmc' });
      if (answer.kind === 'answer') { const mean: number | undefined = answer.stages.a?.meanOccupancy; void mean; }
      // @ts-expect-error: there is no such method
      await solve(scenario, { method: 'mm2' });
      const run = await simulate(scenario, { seed: 1, onPartial: ({ replications }) => void replications.toFixed() });
      if (run.kind === 'answer') { const half: number | undefined = run.stages.a?.meanOccupancy?.halfWidth; void half; }
      export {};`;
    writeFileSync(join(folder, 'program.mts'), program);
    const kinds = [
      ['nodenext', 'es2023'],
      ['bundler', 'es2023,dom'],
    ] as const;
    for (const [kind, lib] of someOf(kinds, 1)) {
      const { status, out } = started(process.execPath, [
        join(root, 'node_modules/typescript/bin/tsc'),
        ...['--noEmit', '--strict', '--target', 'es2022', '--lib', lib],
        ...[
          '--module',
          kind === 'bundler' ? 'esnext' : 'nodenext',
          '--moduleResolution',
          kind,
          '--types',
          'node',
        ],
        ...['--typeRoots', join(root, 'node_modules/@types'), 'program.mts'],
      ]);
      expect({ kind, status, out }).toEqual({ kind, status: 0, out: '' });
    }
  });

  it('has the element for pages, whole', () => {
    const { exports } = JSON.parse(readFileSync(installed('package.json'), 'utf8'));
    const element = readFileSync(installed(exports['./embed'].default), 'utf8');
    const [, model = ''] = /from"\.\/(.*?)"/.exec(element) ?? [];
    const code = readFileSync(installed('dist-cli', 'embed', model), 'utf8');
    const engines = [...code.matchAll(/import\(`\.\/(solve-[^`]+)`\)/g)].map(([, name]) => name!);
    expect(engines).toHaveLength(4);
    for (const name of engines)
      expect(readFileSync(installed('dist-cli', 'embed', 'embed', name), 'utf8')).toContain('import');
    expect(readFileSync(installed(exports['./embed'].types), 'utf8')).toContain('StagegraphModel');
  });

  it('exports what its report says; `npm run api` renews the report after a change that is meant', () => {
    const report = join(root, 'docs', 'library-api.txt');
    const now = started(process.execPath, [join(root, 'scripts/write-api.mjs'), '--print'], root);
    expect(now.status, now.errors).toBe(0);
    expect(now.out).toBe(readFileSync(report, 'utf8'));
  });
});
