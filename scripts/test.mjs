/**
 * `npm test`: installs what the tests need, runs every check, and ends with the line `N passed, N failed`. A check is a
 * step without tests of its own (types, lint, dead code, build) or a test of the unit and end-to-end runs.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import {
  cliInputs,
  ensureBuilt,
  ensurePackages,
  ensureRedis,
  ensureWritable,
  pageInputs,
  root,
  storyBrowsers,
} from './setup.mjs';

ensurePackages();
ensureWritable('test-results', 'Testing');
const browsers = storyBrowsers();
const redis = ensureRedis();
const results = join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const bin = (name) => join(root, 'node_modules', '.bin', name);
const total = { passed: 0, failed: 0 };
/** What failed, named once more at the end: of a long log often only the last lines are kept. */
const names = [];

function step(name, command, args, count, failing) {
  console.log(`\n── ${name}`);
  const env = {
    ...process.env,
    ...browsers,
    ...(redis ? { REDIS_SERVER: redis } : {}),
  };
  const { status } = spawnSync(bin(command), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  });
  const { passed, failed } = count?.() ?? { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
  total.passed += passed;
  // A run that fails without a failing test (it could not start) counts as one.
  total.failed += status !== 0 && failed === 0 ? 1 : failed;
  if (status !== 0) names.push(name, ...(failing?.() ?? []).map((test) => `  ${test}`));
}

const report = (file) => JSON.parse(readFileSync(join(results, file), 'utf8'));

step('types of the page, the command line and the tests', 'tsc', ['-p', 'tsconfig.json']);
step('types of the workers, without a page', 'tsc', ['-p', 'tsconfig.workers.json']);
step('lint', 'biome', ['check', '.']);
step('dead code', 'knip', []);
console.log('\n── build');
ensureBuilt('dist', pageInputs, []);
ensureBuilt('dist-cli', cliInputs, ['--config', 'vite.cli.config.ts']);
total.passed += 1;
step(
  'unit tests and floors',
  'vitest',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${join(results, 'unit.json')}`],
  () => {
    if (!existsSync(join(results, 'unit.json'))) return { passed: 0, failed: 1 };
    const { numPassedTests, numFailedTests, numFailedTestSuites } = report('unit.json');
    return { passed: numPassedTests, failed: numFailedTests || numFailedTestSuites };
  },
  () =>
    !existsSync(join(results, 'unit.json'))
      ? []
      : report('unit.json').testResults.flatMap(({ name, status, message, assertionResults }) => {
          const file = relative(root, name);
          // Pending are those that a process took along when it ended.
          const failed = assertionResults.filter((test) => ['failed', 'pending'].includes(test.status));
          const first = ({ status: end, failureMessages: [why = 'no reason given'] }) =>
            end === 'pending' ? 'did not end' : why.split('\n')[0];
          if (status === 'failed' && failed.length === 0) return [`${file}: ${message.split('\n')[0]}`];
          return failed.map((test) => `${file}: ${test.fullName}: ${first(test)}`);
        }),
);
step('end-to-end tests in Chromium', 'playwright', ['test'], () => {
  if (!existsSync(join(results, 'e2e.json'))) return { passed: 0, failed: 1 };
  const { stats } = report('e2e.json');
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
});

if (names.length > 0) console.log(`\nFailed:\n${names.join('\n')}`);
const line = `${total.passed} passed, ${total.failed} failed`;
writeFileSync(join(results, 'summary.txt'), `${line}\n`);
console.log(`\n${line}`);
process.exit(total.failed === 0 ? 0 : 1);
