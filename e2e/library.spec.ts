/** The library in pages of others: its page of examples, bundled as people bundle, answers in Chromium as in Node. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import { libraryProgramOfPage, saidByProgram } from '../tests/library-page.ts';
import { hosted } from './static-host.ts';
import { expect } from './workbench.ts';

const root = join(import.meta.dirname, '..');
const folder = join(tmpdir(), `stagegraph library ${process.pid}`);
const installed = join(folder, 'node_modules', 'stagegraph');

/** What docs/library.md says that a policy needs, and nothing else. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";
const page = (script: string): string =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}; img-src data:"><link rel="icon" href="data:,"><title>Library</title><script type="module" src="${script}"></script>`;

/** A program of modules: what the examples print, and numbers to the last digit. */
const MODULES = {
  'main.js': `import './before.js'; import './after.js';`,
  'before.js': `globalThis.lines = []; globalThis.print = console.log; console.log = (...words) => lines.push(words.join(' '));`,
  'examples.js': libraryProgramOfPage.replace('const scenario =', 'const scenario = globalThis.shop ='),
  // Modules side by side do not wait for each other.
  'after.js': `import './examples.js';
    import { explore, render, simulate, solve } from 'stagegraph';
    const own = { seed: 3, replications: 3, horizon: 20, threads: 2 };
    const run = await simulate(shop, own);
    const chain = await solve(shop, { method: 'chain', signal: new AbortController().signal }).catch(String);
    const { rows } = await explore(shop, { vary: ['inputs=0.5:1:5'], measure: ['checkout.meanOccupancy'], simulate: true, seed: 5, horizon: 10 });
    globalThis.told = JSON.stringify({ lines, run: run.stages, chain, rows, drawing: await render(shop) });
    print(told);`,
} as const;

const story = hosted({ path: '/shop/', folder });

const BUNDLERS = {
  'by-esbuild': async (outdir: string) => {
    await esbuild({
      ...{ entryPoints: [join(folder, 'main.js')], outdir, bundle: true, format: 'esm', splitting: true },
      ...{ minify: true, logLevel: 'error' },
    });
    const built = join(installed, 'dist-cli', 'browser');
    for (const name of readdirSync(built).filter((each) => each.endsWith('-worker.js')))
      copyFileSync(join(built, name), join(outdir, name));
    writeFileSync(join(outdir, 'index.html'), page('./main.js'));
  },
  'by-vite': (outDir: string) =>
    vite({
      ...{ root: folder, base: './', configFile: false, logLevel: 'error' },
      worker: { format: 'es' },
      build: { outDir, target: 'es2022', modulePreload: { polyfill: false } },
    }),
} as const;

story.beforeAll(async () => {
  mkdirSync(folder);
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly files: readonly string[];
  };
  expect(files).toContain('dist-cli');
  for (const path of ['package.json', 'dist-cli'])
    cpSync(join(root, path), join(installed, path), { recursive: true });
  for (const [name, text] of Object.entries(MODULES)) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'index.html'), page('./main.js'));
});
story.afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Told = Readonly<Record<string, unknown>>;

/** What the same program tells in Node. */
function inNode(): Told {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'main.js')], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    // Stories ask for colours, and Node warns where whoever runs them wants none.
    env: { ...process.env, FORCE_COLOR: undefined },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout) as Told;
}

story.describe('the library in a page', () => {
  for (const [bundler, bundle] of Object.entries(BUNDLERS))
    story(
      `answers ${bundler} what it answers in Node, to the last digit`,
      { tag: bundler === 'by-esbuild' ? [] : '@long' },
      async ({ page }) => {
        await bundle(join(folder, bundler));
        await page.goto(`/shop/${bundler}/`);
        await page.waitForFunction(() => 'told' in globalThis);
        const told = JSON.parse(
          await page.evaluate(() => (globalThis as unknown as { told: string }).told),
        ) as Told;
        expect(told.lines).toEqual(saidByProgram);
        const node = inNode();
        expect(Object.keys(told)).toEqual(Object.keys(node));
        // The texts are long; which one differs is enough to know.
        const same = Object.keys(node).filter(
          (key) => JSON.stringify(told[key]) === JSON.stringify(node[key]),
        );
        expect(same).toEqual(Object.keys(node));
      },
    );
});
