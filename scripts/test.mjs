/**
 * `npm test`: installs what the tests need, runs every check, and ends with the line `N passed, N failed`. A check is a
 * step without tests of its own (types, lint, dead code, build) or a test of the unit and end-to-end runs.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensurePackages, ensureWritable, root } from './setup.mjs';

ensurePackages();
ensureWritable('test-results', 'Testing');
const results = join(root, 'test-results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const total = { passed: 0, failed: 0 };
/** What failed, named once more at the end: of a long log often only the last lines are kept. */
const names = [];
/** One step after the other is heard, in the order in which they began; what the others say waits until then. */
let heard = Promise.resolve();

async function step(name, [command, ...args], { env = {}, count, failing } = {}) {
  const before = heard;
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...(process.stdout.isTTY && !process.env.NO_COLOR && { FORCE_COLOR: '1' }),
      ...env,
    },
  });
  const waiting = [`\n── ${name}\n`];
  let say = (text) => waiting.push(text);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => say(text));
  const ended = once(child, 'close');
  heard = before.then(async () => {
    say = (text) => process.stdout.write(text);
    for (const text of waiting) say(text);
    await ended;
  });
  const [status] = await ended;
  const { passed, failed } = count?.() ?? { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
  total.passed += passed;
  // A run that fails without a failing test (it could not start) counts as one.
  total.failed += status !== 0 && failed === 0 ? 1 : failed;
  if (status !== 0) names.push(name, ...(failing?.() ?? []).map((test) => `  ${test}`));
  return status === 0;
}

const bin = (name) => join(root, 'node_modules', '.bin', name);
const ensure = (part) => [process.execPath, join(root, 'scripts', 'ensure.mjs'), part];
const report = (file) => JSON.parse(readFileSync(join(results, file), 'utf8'));

/** Browsers and servers that tests need, which a new machine has to install first; the packages and builds are made meanwhile. */
async function findPrograms() {
  const [command, ...args] = ensure('programs');
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const [found, [status]] = await Promise.all([child.stdout.toArray(), once(child, 'close')]);
  if (status !== 0) process.exit(1);
  return JSON.parse(Buffer.concat(found).toString());
}

const builds = async () =>
  (await step('build of the command line', ensure('commands'))) &&
  (await step('build of the page', ensure('page')));

async function types() {
  await step('types of the page, the command line and the tests', [bin('tsc'), '-p', 'tsconfig.json']);
  await step('types of the workers, without a page', [bin('tsc'), '-p', 'tsconfig.workers.json']);
}

async function style() {
  await step('dead code', [bin('knip')]);
  await step('lint', [bin('biome'), 'check', '.']);
}

const units = (env) =>
  step(
    'unit tests and floors',
    [
      ...[bin('vitest'), 'run', '--reporter=default'],
      ...['--reporter=json', `--outputFile.json=${join(results, 'unit.json')}`],
    ],
    { env, count: unitCount, failing: unitFailures },
  );

function unitCount() {
  if (!existsSync(join(results, 'unit.json'))) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numFailedTestSuites } = report('unit.json');
  return { passed: numPassedTests, failed: numFailedTests || numFailedTestSuites };
}

const unitFailures = () =>
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
      });

const stories = (env) =>
  step('end-to-end tests in Chromium', [bin('playwright'), 'test'], {
    env,
    count: () => {
      if (!existsSync(join(results, 'e2e.json'))) return { passed: 0, failed: 1 };
      const { stats } = report('e2e.json');
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
    },
  });

const [built, programs] = [builds(), findPrograms()];
// Each leaves a processor idle now and then.
await Promise.all([types(), style()]);
// One after the other: pages draw while they wait, and beside unit tests both take three times as long.
if (await built) {
  await units(await programs);
  await stories(await programs);
}
await heard;

if (names.length > 0) console.log(`\nFailed:\n${names.join('\n')}`);
const line = `${total.passed} passed, ${total.failed} failed`;
writeFileSync(join(results, 'summary.txt'), `${line}\n`);
console.log(`\n${line}`);
process.exit(total.failed === 0 ? 0 : 1);
