/**
 * What `npm test` leaves out of the unit tests: those that take long, and every property test with seeds that no run has drawn before.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

interface UnitReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly duration?: number;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Test files that draw examples. */
function propertyFiles(): readonly string[] {
  const found = spawnSync(
    'git',
    ['grep', '-l', '-e', "from 'fast-check'", '-e', "/examples.ts'", '--', '*.test.ts', '*.test.tsx'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  return found.stdout.split('\n').filter((name) => name !== '');
}

/** Runs them all once for each seed. `lines`: a table with a row for each seed, and below it what failed and why. */
export function verifyProperties(seeds: readonly number[]): { lines: readonly string[]; failed: boolean } {
  const files = propertyFiles();
  const reports = seeds.map((seed) => ({ seed, report: runUnits(files, { PROPERTY_SEED: String(seed) }) }));
  const faults = reports.flatMap(({ seed, report }) =>
    failuresOf(report).map((line) => `- ${seed}: ${line}`),
  );
  return {
    failed: faults.length > 0,
    lines: [
      `${files.length} files of tests, all examples drawn anew for each seed.`,
      '',
      '| seed | passed | failed |',
      '|---:|---:|---:|',
      ...reports.map(
        ({ seed, report }) => `| ${seed} | ${report.numPassedTests} | ${report.numFailedTests} |`,
      ),
      ...(faults.length > 0 ? ['', ...faults] : []),
    ],
  };
}

/** The tests that carry the tag `long`. `lines`: a table with a row for each, and below it what failed and why. */
export function verifyLongTests(): { lines: readonly string[]; failed: boolean } {
  const report = runUnits(['--tags-filter=long'], { TESTS: 'all' });
  const faults = failuresOf(report).map((line) => `- ${line}`);
  const rows = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(
        ({ fullName, status, duration = 0 }) =>
          `| ${fullName.replaceAll('|', '\\|')} | ${name.slice(ROOT.length)} | ${(duration / 1000).toFixed(1)} s | ${status} |`,
      ),
  );
  return {
    failed: faults.length > 0 || rows.length === 0,
    lines: [
      '| test | file | took | |',
      '|---|---|---:|---|',
      ...rows,
      ...(faults.length > 0 ? ['', ...faults] : []),
    ],
  };
}

function runUnits(args: readonly string[], settings: NodeJS.ProcessEnv): UnitReport {
  const folder = mkdtempSync(join(tmpdir(), 'stagegraph-tests-'));
  const output = join(folder, 'report.json');
  try {
    const options = ['run', '--reporter=json', `--outputFile=${output}`];
    spawnSync(join(ROOT, 'node_modules', '.bin', 'vitest'), [...options, ...args], {
      cwd: ROOT,
      stdio: 'ignore',
      env: { ...process.env, ...settings },
    });
    return JSON.parse(readFileSync(output, 'utf8')) as UnitReport;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const failuresOf = ({ testResults }: UnitReport): readonly string[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages = [] }) =>
          `${name.slice(ROOT.length)}, “${fullName}”: ${failureMessages.join(' ').split('\n').slice(0, 3).join(' ')}`,
      ),
  );
