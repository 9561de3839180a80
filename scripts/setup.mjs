/** What a fresh machine with git and Node lacks, installed on demand. Plain JavaScript: it runs before any package is there. */
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const say = (text) => process.stderr.write(`stagegraph: ${text}\n`);

/** Runs a command in the project and returns whether it succeeded. Its output goes to standard error. */
export function run(command, args, options = {}) {
  const shell = process.platform === 'win32';
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell, ...options });
  return result.status === 0;
}

/** Ends the program with one line that says what is missing. */
export function stop(text) {
  say(text);
  process.exit(1);
}

/** Whether this user may write into a folder of the checkout, or make it; the superuser may, unless the disk forbids it. */
function writable(folder) {
  const path = join(root, folder);
  try {
    accessSync(existsSync(path) ? path : root, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Ends with one line where `purpose` needs to write into a folder of the checkout and may not. */
export function ensureWritable(folder, purpose) {
  if (writable(folder)) return;
  stop(
    `${purpose} needs to write ${join(root, folder)}, which is read-only here. Copy the checkout, or make it writable.`,
  );
}

/** Installs the packages of package-lock.json unless just those are installed. */
export function ensurePackages() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    stop(`Node 20.19 or newer is needed; this is ${process.versions.node}.`);
  if (packagesAreThere()) return;
  ensureWritable('node_modules', 'Installing packages');
  say('installing packages …');
  if (!run('npm', ['ci', '--no-audit', '--no-fund']) && !run('npm', ['install', '--no-audit', '--no-fund']))
    stop('The packages could not be installed. Is the npm registry reachable?');
}

/** By the list that npm leaves when it is done: whoever installed, an install that broke off counts for none. */
function packagesAreThere() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;
  const there = packagesOf(installed);
  // Packages for other systems are optional and not there.
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, integrity, optional }]) =>
      path === '' ||
      (there[path] ? there[path].version === version && there[path].integrity === integrity : optional),
  );
}

/** Builds `output` when any of `inputs` is newer than its last build. */
function ensureBuilt(output, inputs, buildArgs) {
  const mark = join(root, output, '.built');
  const newest = Math.max(...inputs.map((input) => newestChange(join(root, input))));
  if (existsSync(mark) && statSync(mark).mtimeMs >= newest) return;
  ensureWritable(output, `Building ${output}`);
  say(`building ${output} …`);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  // What is built from within tests is what is shipped, too: not the slower libraries for those who develop a page.
  const env = { ...process.env, NODE_ENV: 'production' };
  if (!run(process.execPath, [vite, 'build', ...buildArgs], { env })) stop('The build failed.');
  writeFileSync(mark, '');
}

export const pageInputs = [
  'core',
  'src',
  'workers',
  'public',
  'embed',
  'index.html',
  'embed.html',
  'vite.config.ts',
  'vite.chunks.ts',
  'vite.embed.config.ts',
  'vite.offline.config.ts',
  'package-lock.json',
];
export const cliInputs = [
  'core',
  'src',
  'workers',
  'lib',
  'cli',
  'embed',
  'vite.cli.config.ts',
  'vite.browser.config.ts',
  'vite.embed.config.ts',
  'package-lock.json',
];

/** Builds the page where it is missing or old. */
export const ensurePage = () => ensureBuilt('dist', pageInputs, []);

/** Builds the command line and the library where they are missing or old. */
export const ensureCommandLine = () =>
  ensureBuilt('dist-cli', cliInputs, ['--config', 'vite.cli.config.ts', '--logLevel', 'error']);

/** Tests stand beside what they test, and no build reads them. */
const TESTS = /\.(test|test-support)\.tsx?$/;

function newestChange(path) {
  if (TESTS.test(path)) return 0;
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  return readdirSync(path).reduce(
    (newest, name) => Math.max(newest, newestChange(join(path, name))),
    info.mtimeMs,
  );
}

/** The first of these programs on the search path. */
function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

const setOrOnPath = (variable, ...names) => {
  const set = process.env[variable];
  if (set && !existsSync(set)) stop(`${variable} is ${set}, and no such file is there.`);
  return set || onPath(...names);
};

/** Debian's package and its program. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const BROWSERS = JSON.parse(readFileSync(join(root, 'cli', 'browsers.json'), 'utf8'));

/** Path of a Chromium of this machine, if there is one. */
export const findChromium = () => setOrOnPath('CHROMIUM', ...BROWSERS);

/** Path of a Chromium for the end-to-end tests; undefined means Playwright's own. */
export function ensureChromium() {
  if (findChromium()) return findChromium();
  say('installing Chromium for the tests …');
  const debian = installFromDebian('chromium', 'fonts-dejavu-core');
  if (findChromium()) return findChromium();
  const playwright = join(root, 'node_modules', 'playwright', 'cli.js');
  if (
    !(debian && run(process.execPath, [playwright, 'install', '--with-deps', 'chromium'])) &&
    !run(process.execPath, [playwright, 'install', 'chromium'])
  )
    stop(
      `No Chromium is on the search path${debian ? '' : ', there is no apt-get to install one'}, and none could be downloaded. Install one, or set CHROMIUM to its path.`,
    );
  return undefined;
}

/**
 * Path of Chromium's headless shell, which shows stories what Chromium shows for two thirds of the work: it has no windows of its own. Undefined
 * where there is none, or where CHROMIUM says what to run.
 */
function ensureHeadlessShell() {
  const found = () => setOrOnPath('HEADLESS_SHELL', ...(process.env.CHROMIUM ? [] : [HEADLESS_SHELL]));
  if (found() || process.env.CHROMIUM) return found();
  installFromDebian(HEADLESS_SHELL);
  return found();
}

/** Finds or installs what stories run in, as the environment that Playwright's configuration reads. */
export function storyBrowsers() {
  const [chromium, shell, firefox] = [ensureChromium(), ensureHeadlessShell(), ensureFirefox()];
  return {
    ...(chromium && { CHROMIUM: chromium }),
    ...(shell && { HEADLESS_SHELL: shell }),
    ...(firefox && { FIREFOX: firefox }),
  };
}

/** Path of a program that some tests need; without one they are skipped, and it is said. */
function ensureOptional({ variable, names, title, skipped }) {
  const found = () => setOrOnPath(variable, ...names);
  if (found()) return found();
  say(`installing ${title} for the tests …`);
  installFromDebian(names[0]);
  if (!found()) say(`No ${names[0]}: ${skipped} are skipped. Install one, or set ${variable} to its path.`);
  return found();
}

const ensureFirefox = () =>
  ensureOptional({
    variable: 'FIREFOX',
    names: ['firefox-esr', 'firefox'],
    title: 'Firefox',
    skipped: 'stories in Firefox',
  });

export const ensureRedis = () =>
  ensureOptional({
    variable: 'REDIS_SERVER',
    names: ['redis-server'],
    title: 'Redis server',
    skipped: 'tests of shared queues',
  });

let areListsNew = false;

/** Whether the system is one that has packages of Debian; not whether they could be installed. */
function installFromDebian(...packages) {
  if (!onPath('apt-get')) return false;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, 'apt-get', '-qq', ...args];
    return run(command, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  };
  if (!areListsNew) apt('update');
  areListsNew = true;
  apt('install', '-y', '--no-install-recommends', ...packages);
  return true;
}
