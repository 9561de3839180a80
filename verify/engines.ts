/**
 * Do all JavaScript engines compute the same bytes? One bundle (engine-digests.ts) is run by this Node, by the versions of
 * Node that are supported (from the registry, in a temporary folder), by Chromium and by Firefox. What cannot be run here is
 * reported as not checked.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import type { Digests } from './engine-digests.ts';
import { installNode, NODE_VERSIONS } from './nodes.ts';

/** A browser that has told nothing until then is not checked, ms. */
const PATIENCE = 600_000;

/** Queues of all kinds that are solved within seconds. */
const EXAMPLES = [
  'mercury-run-1',
  'packet-priorities',
  'timetrial-bulk-tandem',
  'timetrial-mm1-08',
  'web-service',
];

const root = join(import.meta.dirname, '..');

type Outcome =
  | { readonly kind: 'digests'; readonly version: string; readonly digests: Digests }
  | { readonly kind: 'notChecked'; readonly why: string };

const notChecked = (why: unknown): Outcome => ({
  kind: 'notChecked',
  why: (why instanceof Error ? why.message : String(why)).split('\n')[0]!,
});

/** A table of who agrees with this Node, and whether one that could be run does not. */
export async function verifyEngines(): Promise<{
  readonly lines: readonly string[];
  readonly failed: boolean;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'stagegraph-engines-'));
  try {
    await writeBundle(folder);
    const here = inNode(process.execPath, folder);
    if (here.kind === 'notChecked') throw new Error(here.why);
    const others: [string, Outcome][] = [];
    for (const version of NODE_VERSIONS) others.push([`Node ${version}`, inNodeOf(version, folder)]);
    for (const [name, program, flags] of BROWSERS)
      others.push([name, await inBrowser(program(), flags(join(folder, name)), folder)]);
    return table(here, others);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The bundle, the examples, and what calls it in Node and in a page. */
async function writeBundle(folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: folder,
      minify: false,
      target: 'es2022',
      lib: { entry: join(root, 'verify/engine-digests.ts'), formats: ['es'], fileName: () => 'digests.js' },
    },
  });
  const read = EXAMPLES.map((name): [string, unknown] => [
    name,
    JSON.parse(readFileSync(join(root, `public/examples/${name}.json`), 'utf8')),
  ]);
  writeFileSync(join(folder, 'examples.json'), JSON.stringify(Object.fromEntries(read)));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder, 'node.js'),
    `import { readFileSync } from 'node:fs';
import { digestsOf } from './digests.js';
const examples = JSON.parse(readFileSync(new URL('examples.json', import.meta.url), 'utf8'));
process.stdout.write(JSON.stringify({ version: 'V8 ' + process.versions.v8, digests: await digestsOf(examples) }));`,
  );
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><script type="module">
const tell = (told) => fetch('told', { method: 'POST', body: JSON.stringify(told) });
try {
  const { digestsOf } = await import('./digests.js');
  const examples = await (await fetch('examples.json')).json();
  await tell({ version: /(?:Firefox|Chrome)\\/[0-9.]+/.exec(navigator.userAgent)?.[0] ?? navigator.userAgent, digests: await digestsOf(examples) });
} catch (error) {
  await tell({ why: String(error) });
}
</script>`,
  );
}

function inNode(program: string, folder: string): Outcome {
  try {
    const told = execFileSync(program, [join(folder, 'node.js')], { encoding: 'utf8', maxBuffer: 2 ** 24 });
    return { kind: 'digests', ...(JSON.parse(told) as { version: string; digests: Digests }) };
  } catch (error) {
    return notChecked(error);
  }
}

function inNodeOf(version: string, folder: string): Outcome {
  try {
    return inNode(installNode(version, folder), folder);
  } catch (error) {
    return notChecked(error);
  }
}

const firstOf = (paths: readonly (string | undefined)[]): string | undefined =>
  paths.find((path) => path !== undefined && existsSync(path));

const BROWSERS: readonly [
  name: string,
  program: () => string | undefined,
  flags: (profile: string) => readonly string[],
][] = [
  [
    'Chromium',
    () => firstOf([process.env.CHROMIUM, chromium.executablePath(), '/usr/bin/chromium']),
    (profile) => [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      `--user-data-dir=${profile}`,
    ],
  ],
  [
    'Firefox',
    () => firstOf([process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox']),
    (profile) => ['--headless', '--no-remote', '--profile', profile],
  ],
];

const TYPES: Readonly<Record<string, string>> = {
  '/': 'text/html',
  '/digests.js': 'text/javascript',
  '/examples.json': 'application/json',
};

/** The browser opens the page, which sends what it has computed to a server of ours. */
async function inBrowser(
  program: string | undefined,
  flags: readonly string[],
  folder: string,
): Promise<Outcome> {
  if (!program) return notChecked('not installed');
  let settle: (outcome: Outcome) => void = () => undefined;
  const outcome = new Promise<Outcome>((resolve) => {
    settle = resolve;
  });
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    if (request.method === 'POST') {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        response.end();
        const told = JSON.parse(Buffer.concat(parts).toString()) as
          | { why: string }
          | { version: string; digests: Digests };
        settle('why' in told ? notChecked(told.why) : { kind: 'digests', ...told });
      });
      return;
    }
    const type = TYPES[url];
    if (!type) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': type });
    response.end(readFileSync(join(folder, url === '/' ? 'index.html' : url)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const profile = flags.at(-1)!.replace('--user-data-dir=', '');
  execFileSync('mkdir', ['-p', profile]);
  const browser = spawn(program, [...flags, `http://127.0.0.1:${port}/`], { stdio: 'ignore' });
  browser.on('error', (error) => settle(notChecked(error)));
  browser.on('exit', () => settle(notChecked('the browser ended before it had answered')));
  const timer = setTimeout(() => settle(notChecked('no answer in ten minutes')), PATIENCE);
  const answer = await outcome;
  clearTimeout(timer);
  if (browser.exitCode === null) {
    const ended = new Promise((resolve) => browser.once('exit', resolve));
    browser.kill();
    await ended;
  }
  server.close();
  return answer;
}

function table(here: Extract<Outcome, { kind: 'digests' }>, others: readonly [string, Outcome][]) {
  const parts = Object.keys(here.digests);
  let failed = false;
  const rows = others.map(([name, outcome]) => {
    if (outcome.kind === 'notChecked') return `| ${name} | – | not checked: ${outcome.why} |`;
    const apart = parts.filter((part) => outcome.digests[part] !== here.digests[part]);
    if (apart.length > 0) failed = true;
    return `| ${name} | ${outcome.version} | ${apart.length === 0 ? 'same' : `DIFFERENT: ${apart.join(', ')}`} |`;
  });
  const lines = [
    `Digests of this Node (${process.version}, ${here.version}):`,
    '',
    '| part | SHA-256 |',
    '|---|---|',
    ...parts.map((part) => `| ${part} | \`${here.digests[part]!.slice(0, 16)}\` |`),
    '',
    '| engine | version | digests |',
    '|---|---|---|',
    ...rows,
  ];
  return { lines, failed };
}
