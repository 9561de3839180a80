/** Do the tests of the command line and of the library pass in every Node that is supported? Its binaries are packages of the registry. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const NODE_VERSIONS = ['20', '22', '24'];

const root = join(import.meta.dirname, '..');

/** ms for all tests in one version: some eight minutes where nothing else runs. */
const LONGEST = 45 * 60_000;

/** Installs a version of Node under `folder`, and tells where its program is. Throws where the registry cannot be reached. */
export function installNode(version: string, folder: string): string {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const prefix = join(folder, `node-${version}`);
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error'];
  execFileSync('npm', ['install', `${name}@${version}`, '--prefix', prefix, ...flags], { stdio: 'pipe' });
  return join(prefix, 'node_modules', name, 'bin', 'node');
}

interface TestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

export function verifyNodes(): { readonly lines: readonly string[]; readonly failed: boolean } {
  const folder = mkdtempSync(join(tmpdir(), 'stagegraph-nodes-'));
  try {
    const rows = NODE_VERSIONS.map((version) => rowOf(version, folder));
    return {
      lines: ['| Node | version | passed | failed |', '|---|---|---|---|', ...rows.map(({ line }) => line)],
      failed: rows.some(({ failed }) => failed),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function rowOf(version: string, folder: string): { readonly line: string; readonly failed: boolean } {
  let program: string;
  try {
    program = installNode(version, folder);
  } catch (error) {
    const why = (error instanceof Error ? error.message : String(error)).split('\n')[0];
    return { line: `| ${version} | not checked: ${why} | | |`, failed: false };
  }
  const exact = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
  const results = join(folder, `results-${version}.json`);
  const flags = ['--reporter=json', `--outputFile=${results}`, '--maxWorkers=1'];
  spawnSync(program, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'cli', 'lib', ...flags], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: LONGEST,
    killSignal: 'SIGKILL',
  });
  if (!existsSync(results))
    return {
      line: `| ${version} | ${exact} | no report after ${LONGEST / 60_000} minutes | |`,
      failed: true,
    };
  const report = JSON.parse(readFileSync(results, 'utf8')) as TestReport;
  const broken = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => fullName);
  return {
    line: `| ${version} | ${exact} | ${report.numPassedTests} | ${broken.length === 0 ? 0 : `${broken.length}: ${broken.join('; ')}`} |`,
    failed: broken.length > 0 || report.numPassedTests === 0,
  };
}
