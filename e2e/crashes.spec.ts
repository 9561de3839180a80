/** Tabs that are killed and reloaded at moments that nobody chose: what was saved is there, and the page goes on. `CRASH_SEED=2` chooses others. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { dice } from './dice.ts';
import { openThreeInARow, writeLineTrace } from './three-in-a-row.ts';
import {
  dropFile,
  expect,
  idle,
  landsOn,
  openFile,
  publicFile,
  showView,
  simulate,
  test,
} from './workbench.ts';

const NAME = 'Name of the scenario';
const EDITS = 50;
/** Longest way of a tab until it is killed, ms. */
const LONGEST = 3000;

const name = (page: Page) => page.getByRole('textbox', { name: NAME });

async function rename(page: Page, edit: number): Promise<void> {
  await name(page).fill(`Edit ${edit}`);
  await page.keyboard.press('Enter');
}

const editShown = async (page: Page): Promise<number> =>
  Number(/\d+$/.exec(await name(page).inputValue())?.[0] ?? -1);

/** The process behind the tab ends at once, as when the system has no memory left; another tab opens its address. */
async function killed(context: BrowserContext, page: Page): Promise<Page> {
  const address = page.url();
  const session = await context.newCDPSession(page);
  const crash = page.waitForEvent('crash');
  // Nobody answers any more.
  session.send('Page.crash').catch(() => undefined);
  await crash;
  const again = await context.newPage();
  await again.goto(address);
  await expect(name(again)).toBeVisible();
  return again;
}

const WORK: readonly ((page: Page) => Promise<unknown>)[] = [
  (page) => simulate(page, 200),
  (page) => dropFile(page, 'levels.csv', publicFile('measurements/mercury-run-1.csv')),
  (page) => showView(page, 'explore'),
  async () => undefined,
];

test('a tab that is killed at any moment, in edits, runs and reads, has lost no edit that was saved', {
  tag: '@long',
}, async ({ context, page }) => {
  const below = dice(Number(process.env.CRASH_SEED ?? 1));
  await openFile(page, 'mercury-run-1');
  const nodes = await page.locator('.react-flow__node').count();
  let tab = page;
  let edit = 0;
  let saved = 0;
  while (edit < EDITS) {
    // Some edits that are saved, some more that may be, and whatever is under way.
    for (const last = edit + below(8); edit < last; ) await rename(tab, ++edit);
    await idle(tab);
    saved = edit;
    WORK[below(WORK.length)]!(tab).catch(() => undefined);
    const until = Date.now() + below(LONGEST);
    while (Date.now() < until && below(3) > 0) await rename(tab, ++edit);
    await tab.waitForTimeout(Math.max(0, until - Date.now()));
    tab = await killed(context, tab);
    await idle(tab);
    const shown = await editShown(tab);
    expect(shown, `killed after edit ${edit}`).toBeGreaterThanOrEqual(saved);
    expect(shown).toBeLessThanOrEqual(edit);
    await expect(tab.locator('.react-flow__node')).toHaveCount(nodes);
  }
});

/** As from a file manager: a file that is the one on disk so many times over. */
async function dropFromDisk(page: Page, path: string, times: number): Promise<void> {
  const input = await page.evaluateHandle(() => {
    const chooser = document.createElement('input');
    chooser.type = 'file';
    return chooser;
  });
  await input.asElement()!.setInputFiles(path);
  const transfer = await input.evaluateHandle((chooser, times) => {
    const file = (chooser as HTMLInputElement).files![0]!;
    const data = new DataTransfer();
    data.items.add(new File(Array<File>(times).fill(file), file.name));
    return data;
  }, times);
  for (const type of ['dragover', 'drop'])
    await page.locator('.file-drop').dispatchEvent(type, { dataTransfer: transfer });
}

test('a page that is reloaded in the middle of reading 1 GB is as before, and reads a file again', {
  tag: '@long',
}, async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'stagegraph-reload-'));
  const path = join(folder, 'large.csv');
  const rows = writeLineTrace(path, 10);
  await openThreeInARow(page);
  await name(page).fill('Before the reload');
  await page.keyboard.press('Enter');
  await idle(page);
  for (let time = 0; time < 2; time += 1) {
    await dropFromDisk(page, path, 100);
    const progress = page.getByRole('progressbar', { name: 'Reading large.csv' });
    await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(2);
    await page.reload();
    await expect(name(page)).toHaveValue('Before the reload');
    await expect(progress).toBeHidden();
  }
  await dropFromDisk(page, path, 1);
  await landsOn(page, 'compare');
  await showView(page, 'measured');
  await expect(page.getByText(`QTM, ${rows.toLocaleString('en')} rows`)).toBeVisible();
  rmSync(folder, { recursive: true });
});
