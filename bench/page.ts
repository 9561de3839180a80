/** What a person waits for in the page: first load, an edit, a drag. Needs the built page. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { preview } from 'vite';
import { askedBeforeGallery, watchGallery } from '../e2e/gallery-stands.ts';
import { benchFirstPaint } from './first-paint.ts';
import { freshPage } from './fresh-page.ts';
import { largeScenario } from './large-scenario.ts';
import { longTasksRow, watchLongTasks } from './long-tasks.ts';
import { benchPageDepths } from './page-depths.ts';
import { benchPageExplore } from './page-explore.ts';
import { benchPageSimulation } from './page-simulation.ts';
import { type BenchRow, median, milliseconds, percentile95 } from './row.ts';

const CARD = 'Mercury BLAST, run 1';
const ROUNDS = 5;
const EDITS = 40;

export const benchPage = (): Promise<BenchRow[]> =>
  inPage(async (browser, address) => [
    ...(await benchLoad(browser, address)),
    ...(await benchEdit(browser, address)),
    ...(await benchPageSimulation(browser, address)),
    ...(await benchPageExplore(browser, address)),
    ...(await benchDrag(browser, address)),
  ]);

/** A part of its own: a moved depth is measured apart from what takes the page minutes. */
export const benchDepthsInPage = (): Promise<BenchRow[]> => inPage(benchPageDepths);

/** A part of its own, since it opens the page some sixty times. */
export const benchFirstPaints = (): Promise<BenchRow[]> => inPage(benchFirstPaint);

async function inPage(
  bench: (browser: Browser, address: string) => Promise<BenchRow[]>,
): Promise<BenchRow[]> {
  const server = await preview({ preview: { port: 4196, strictPort: true }, logLevel: 'error' });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  try {
    return await bench(browser, server.resolvedUrls!.local[0]!);
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Scripts and styles that a fresh browser fetches until the gallery stands, and the time until an example can be opened. */
async function benchLoad(browser: Browser, address: string): Promise<BenchRow[]> {
  const times: number[] = [];
  let scripts = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const page = await freshPage(browser);
    await watchGallery(page, CARD);
    await page.goto(address);
    await page
      .getByRole('button', { name: new RegExp(`^${CARD}`) })
      .first()
      .waitFor();
    times.push(await page.evaluate(() => performance.now()));
    const paths = (await askedBeforeGallery(page)).map((url) => new URL(url).pathname);
    scripts = new Set(paths.filter((path) => /\.(js|css)$/.test(path)));
    await page.context().close();
  }
  const sizeOf = (files: readonly string[]): number =>
    files.reduce((sum, path) => sum + gzipSync(readFileSync(`dist${path}`), { level: 9 }).length, 0);
  const isWorker = (path: string): boolean => path.includes('.worker-');
  const bytes = sizeOf([...scripts].filter((path) => !isWorker(path)));
  const worker = sizeOf([...scripts].filter(isWorker));
  const time = median(times);
  return [
    {
      what: `scripts and styles that a fresh browser fetches until the gallery stands, gzipped (${scripts.size} files)`,
      result: `${(bytes / 1000).toFixed(0)} kB, and ${(worker / 1000).toFixed(0)} kB of workers beside the page`,
      goal: 'under 205 kB without workers',
      met: bytes < 205_000,
    },
    {
      what: 'gallery ready after a cold start, median',
      result: milliseconds(time),
      goal: 'under 2 s',
      pace: 2000 / time,
    },
  ];
}

/** From a keystroke in the inspector to the frame that shows its new numbers: on the drawing, in the table of stages, beside what was measured. */
async function benchEdit(browser: Browser, address: string): Promise<BenchRow[]> {
  const page = await freshPage(browser);
  await page.goto(address);
  await page
    .getByRole('button', { name: /^Mercury BLAST, run 1/ })
    .first()
    .click();
  await page.locator('.react-flow__node[data-id="1a"]').click();
  const field = page
    .getByRole('complementary', { name: 'Inspector' })
    .getByRole('textbox', { name: /^Rate/ });
  await field.click();
  await page.evaluate(() => window.waitForIdle());
  const drawn: number[] = [];
  const compared: number[] = [];
  const times: number[] = [];
  const asked: number[] = [];
  const solved: number[] = [];
  const table = '.dock table';
  const edited = (edit: number): string => `${2.2 + edit / 100} G`;
  // An example opens beside what was measured of it, which a worker more compares.
  for (let edit = 0; edit < EDITS; edit++) {
    const where = edit % 2 === 0 ? '.react-flow__node[data-id="1a"]' : table;
    const list = edit % 2 === 0 ? drawn : compared;
    list.push(await field.evaluate(timeEdit, { text: edited(edit), where }));
    await page.evaluate(() => window.waitForIdle());
  }
  await page.getByRole('tab', { name: 'Results' }).click();
  await page.evaluate(() => window.waitForIdle());
  for (let edit = 0; edit < EDITS; edit++) {
    times.push(await field.evaluate(timeEdit, { text: edited(edit), where: table }));
    asked.push(...(await page.evaluate(lastMeasure, 'solve')));
    for (const worker of page.workers()) {
      // One that ends between two edits has nothing to tell.
      solved.push(...(await worker.evaluate(lastMeasure, 'solve in the worker').catch(() => [])));
    }
  }
  await page.context().close();
  const kernel = median(solved);
  const repainted = (what: string, list: readonly number[]): BenchRow => ({
    what: `edit to repainted numbers ${what}, Mercury, median`,
    result: `${milliseconds(median(list))} (95 %: ${milliseconds(percentile95(list))})`,
    goal: 'under 50 ms',
    pace: 50 / median(list),
  });
  return [
    {
      what: 'Mercury solved in the worker, median',
      result: milliseconds(kernel),
      goal: 'under 1 ms',
      pace: 1 / kernel,
    },
    { what: 'asked from the page and answered, median', result: milliseconds(median(asked)) },
    repainted('on the drawing', drawn),
    repainted('in the table of stages', times),
    repainted('beside the measured ones', compared),
  ];
}

/** Since the last look: a second solver that solved once, at the start, is not counted for every edit. */
function lastMeasure(name: string): number[] {
  const durations = performance.getEntriesByName(name).map((entry) => entry.duration);
  performance.clearMeasures(name);
  return durations;
}

/** In the page: types a value and resolves when there are other numbers `where` they are awaited and a frame was painted. */
function timeEdit(
  element: Node,
  { text, where }: { readonly text: string; readonly where: string },
): Promise<number> {
  const input = element as HTMLInputElement;
  const table = document.querySelector(where)!;
  const before = table.textContent;
  return new Promise((resolve) => {
    const start = performance.now();
    const observer = new MutationObserver(() => {
      if (table.textContent === before) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
    });
    observer.observe(table, { subtree: true, childList: true, characterData: true });
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
    setValue.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** A node of a large graph is dragged about; tasks that block the page are counted. */
async function benchDrag(browser: Browser, address: string): Promise<BenchRow[]> {
  const page = await freshPage(browser);
  await page.goto(address);
  await page.getByRole('heading', { name: 'Examples' }).waitFor();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Open file…' }).click(),
  ]);
  await chooser.setFiles({
    name: 'large.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(largeScenario(200))),
  });
  const node = page.locator('.react-flow__node[data-id="s45"]');
  await node.waitFor();
  await page.evaluate(() => window.waitForIdle());
  const box = (await node.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + 6);
  await page.mouse.down();
  await page.mouse.move(box.x + 40, box.y + 30, { steps: 3 });
  await watchLongTasks(page);
  for (let step = 0; step < 60; step++) {
    await page.mouse.move(box.x + 40 + 3 * step, box.y + 30 + 40 * Math.sin(step / 6));
    await page.waitForTimeout(16);
  }
  const row = await longTasksRow(page, 'a node of a 200-stage graph is dragged');
  await page.mouse.up();
  await page.context().close();
  return [row];
}
