/** The library in pages of others: its page of examples, bundled as people bundle, answers in Chromium as in Node. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { libraryProgramOfPage, saidByProgram, shop } from '../tests/library-page.ts';
import { hosted } from './static-host.ts';
import { expect } from './workbench.ts';

const root = join(import.meta.dirname, '..');
const folder = join(tmpdir(), `stagegraph library ${process.pid}`);
const installed = join(folder, 'node_modules', 'stagegraph');

/** What docs/library.md says that a policy needs, and nothing else. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";
const pageOf = (script: string): string =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="${POLICY}; img-src data:"><link rel="icon" href="data:,"><title>Library</title><script type="module" src="${script}"></script>`;

/** Numbers to the last digit. */
const OWN = `import { explore, render, simulate, solve } from 'stagegraph';
    const own = { seed: 3, replications: 3, horizon: 20, threads: 2 };
    const run = await simulate(shop, own);
    const chain = await solve(shop, { method: 'chain', signal: new AbortController().signal }).catch(String);
    const { rows } = await explore(shop, { vary: ['inputs=0.5:1:5'], measure: ['checkout.meanOccupancy'], simulate: true, seed: 5, horizon: 10 });
    globalThis.told = JSON.stringify({ lines, run: run.stages, chain, rows, drawing: await render(shop) });
    print(told);`;

/** Programs of modules: what the examples print and numbers, or numbers alone. */
const MODULES = {
  'main.js': `import './before.js'; import './after.js';`,
  'numbers.js': `import './before.js'; import './own.js';`,
  'before.js': `globalThis.lines = []; globalThis.print = console.log; console.log = (...words) => lines.push(words.join(' '));`,
  'examples.js': libraryProgramOfPage.replace('const scenario =', 'const scenario = globalThis.shop ='),
  // Modules side by side do not wait for each other.
  'after.js': `import './examples.js'; ${OWN}`,
  'shop.js': `globalThis.shop = ${JSON.stringify(shop())};`,
  'own.js': `import './shop.js'; ${OWN}`,
} as const;

const story = hosted({ path: '/shop/', folder });

/** Who lists the stories need not read the bundlers. */
const BUNDLERS = {
  'by-esbuild': async (outdir: string, program: string) => {
    const { build } = await import('esbuild');
    await build({
      ...{ entryPoints: [join(folder, program)], outdir, bundle: true, format: 'esm', splitting: true },
      ...{ minify: true, logLevel: 'error' },
    });
    const built = join(installed, 'dist-cli', 'browser');
    for (const name of readdirSync(built).filter((each) => each.endsWith('-worker.js')))
      copyFileSync(join(built, name), join(outdir, name));
    writeFileSync(join(outdir, 'index.html'), pageOf(`./${program}`));
  },
  'by-vite': async (outDir: string) => {
    const { build } = await import('vite');
    await build({
      ...{ root: folder, base: './', configFile: false, logLevel: 'error' },
      worker: { format: 'es' },
      build: { outDir, target: 'es2022', modulePreload: { polyfill: false } },
    });
  },
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
  writeFileSync(join(folder, 'index.html'), pageOf('./main.js'));
});
story.afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Told = Readonly<Record<string, unknown>>;

/** What the same program tells in Node. */
function inNode(program: string): Told {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, program)], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    // Stories ask for colours, and Node warns where whoever runs them wants none.
    env: { ...process.env, FORCE_COLOR: undefined },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return JSON.parse(stdout) as Told;
}

story.describe('the library in a page', () => {
  async function expectAsInNode(page: Page, at: string, program: string): Promise<Told> {
    await page.goto(`/shop/${at}/`);
    await page.waitForFunction(() => 'told' in globalThis);
    const told = JSON.parse(
      await page.evaluate(() => (globalThis as unknown as { told: string }).told),
    ) as Told;
    const node = inNode(program);
    expect(Object.keys(told)).toEqual(Object.keys(node));
    // The texts are long; which one differs is enough to know.
    const same = Object.keys(node).filter((key) => JSON.stringify(told[key]) === JSON.stringify(node[key]));
    expect(same).toEqual(Object.keys(node));
    return told;
  }

  story('has the numbers that it has in Node, to the last digit', async ({ page }) => {
    await BUNDLERS['by-esbuild'](join(folder, 'numbers'), 'numbers.js');
    await expectAsInNode(page, 'numbers', 'numbers.js');
  });

  for (const [bundler, bundle] of Object.entries(BUNDLERS))
    story(
      `answers ${bundler} the examples of its page, and what it answers in Node`,
      { tag: '@long' },
      async ({ page }) => {
        await bundle(join(folder, bundler), 'main.js');
        const told = await expectAsInNode(page, bundler, 'main.js');
        expect(told.lines).toEqual(saidByProgram);
      },
    );
});
