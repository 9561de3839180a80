/** What a fresh machine with git and Node lacks, installed on demand. Plain JavaScript: it runs before any package is there. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const say = (text) => process.stderr.write(`stagegraph: ${text}\n`);

/** Runs a command in the project and returns whether it succeeded. Its output goes to standard error. */
export function run(command, args, options = {}) {
  const shell = process.platform === 'win32';
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], shell, ...options });
  return result.status === 0;
}

/** Installs the packages of package-lock.json unless just those are installed. */
export function ensurePackages() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    say(`Node 20.19 or newer is needed; this is ${process.versions.node}.`);
    process.exit(1);
  }
  const mark = join(root, 'node_modules', '.stagegraph-lock');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return;
  say('installing packages …');
  if (!run('npm', ['ci', '--no-audit', '--no-fund']) && !run('npm', ['install', '--no-audit', '--no-fund'])) {
    say('The packages could not be installed. Is the npm registry reachable?');
    process.exit(1);
  }
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(
    mark,
    createHash('sha256')
      .update(readFileSync(join(root, 'package-lock.json')))
      .digest('hex'),
  );
}

/** Builds `output` when any of `inputs` is newer than its last build. */
export function ensureBuilt(output, inputs, buildArgs) {
  const mark = join(root, output, '.built');
  const newest = Math.max(...inputs.map((input) => newestChange(join(root, input))));
  if (existsSync(mark) && statSync(mark).mtimeMs >= newest) return;
  say(`building ${output} …`);
  if (!run(process.execPath, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', ...buildArgs])) {
    say('The build failed.');
    process.exit(1);
  }
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
  'vite.embed.config.ts',
  'package-lock.json',
];

function newestChange(path) {
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  return readdirSync(path).reduce(
    (newest, name) => Math.max(newest, newestChange(join(path, name))),
    info.mtimeMs,
  );
}

const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
];

/** Path of a Chromium for the end-to-end tests; undefined means Playwright's own. */
export function ensureChromium() {
  const found = () => [process.env.CHROMIUM, ...BROWSERS].find((path) => path && existsSync(path));
  if (found()) return found();
  say('installing Chromium for the tests …');
  installFromDebian('chromium', 'fonts-dejavu-core');
  if (found()) return found();
  if (
    !run('npx', ['playwright', 'install', '--with-deps', 'chromium']) &&
    !run('npx', ['playwright', 'install', 'chromium'])
  ) {
    say('No Chromium could be installed. Set CHROMIUM to the path of one.');
    process.exit(1);
  }
  return undefined;
}

/** Path of a Redis server for the tests of distributed runs; without one they are skipped. */
export function ensureRedis() {
  const found = () =>
    [process.env.REDIS_SERVER, '/usr/bin/redis-server'].find((path) => path && existsSync(path));
  if (!found()) {
    say('installing a Redis server for the tests …');
    installFromDebian('redis-server');
  }
  return found();
}

function installFromDebian(...packages) {
  if (!existsSync('/usr/bin/apt-get')) return;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, 'apt-get', '-qq', ...args];
    return run(command, rest, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  };
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...packages);
}
