/** A trace of 200 MB on disk: dropped, watched, stopped, dropped again, looked at, judged, shared. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openThreeInARow, writeLineTrace } from './three-in-a-row.ts';
import { expect, landsOn, node, notice, pageElsewhere, showView, test } from './workbench.ts';

const MEGABYTES = 200;

let folder = '';
let path = '';
let rows = 0;

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stagegraph-large-'));
  path = join(folder, 'large.csv');
  rows = writeLineTrace(path, MEGABYTES);
});
test.afterAll(() => rmSync(folder, { recursive: true }));

/** As from a file manager: the page gets the file on disk and not its bytes; or a file of it so many times over. */
async function dropFromDisk(page: Page, times = 1): Promise<void> {
  const input = await page.evaluateHandle(() => {
    const chooser = document.createElement('input');
    chooser.type = 'file';
    return chooser;
  });
  await input.asElement()!.setInputFiles(path);
  const transfer = await input.evaluateHandle((chooser, times) => {
    const file = (chooser as HTMLInputElement).files![0]!;
    const data = new DataTransfer();
    data.items.add(times === 1 ? file : new File(Array<File>(times).fill(file), file.name));
    return data;
  }, times);
  for (const type of ['dragover', 'drop'])
    await page.locator('.file-drop').dispatchEvent(type, { dataTransfer: transfer });
}

const progress = (page: Page) => page.getByRole('progressbar', { name: 'Reading large.csv' });
const read = async (page: Page): Promise<number> =>
  Number((await progress(page).getAttribute('aria-valuenow')) ?? Number.NaN);

test('a trace of 200 MB from the drop to the link', { tag: '@long' }, async ({ page }) => {
  expect(statSync(path).size).toBeGreaterThanOrEqual(MEGABYTES * 1e6);
  await openThreeInARow(page);

  // Progress grows while the page stays as it was, and reading stops when told to: long before the end of 20 GB.
  await dropFromDisk(page, 100);
  await expect(progress(page)).toBeVisible();
  const first = await read(page);
  await expect.poll(() => read(page)).toBeGreaterThan(first);
  await expect(page.getByText(/rows, [\d.]+ [kM]\/s/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop reading' }).click();
  await expect(notice(page, 'large.csv was not read')).toBeVisible();
  await expect(progress(page)).toBeHidden();
  await expect(page.getByText('The raw data never leaves this machine')).toBeVisible();

  await dropFromDisk(page);
  const facts = new RegExp(`^QTM, ${rows.toLocaleString('en')} rows, 2\\d\\d.* MB, 3 queues, \\d+ frames`);
  await landsOn(page, 'compare');
  await showView(page, 'measured');
  await expect(page.getByText(facts)).toBeVisible();

  // The time cursor sets the levels on the drawing: Match is full, Write takes each element as it comes.
  const cursor = page.getByRole('slider', { name: 'Time cursor' });
  await cursor.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'On the drawing' }).click();
  await expect(node(page, 'b')).toContainText(/9 wait/);
  await expect(node(page, 'c')).toContainText(/0 wait/);

  // The verdicts: where it is slow, what is required, and whether the model is to be believed.
  await expect(page.getByText(/^b \(Match\) is the bottleneck/)).toBeVisible();
  const queries = page.getByRole('list', { name: 'Queries' }).getByRole('listitem');
  await expect(queries.nth(0)).toContainText('✕ fails');
  await expect(queries.nth(1)).toContainText('✓ holds');
  await showView(page, 'compare');
  // One in 1.1 µs passes; the model knows constant services by their two moments, and blocks a little more and holds less.
  await expect(
    page.getByRole('row', { name: /Throughput Write 904 k\/s 909 k\/s .* ○ consistent$/ }),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: /Number in system Parse .* 20 .* ✕ rejected$/ })).toBeVisible();

  // The link has the reduced measurement, or says that a file must go with it.
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const link = page.getByRole('textbox', { name: /^Link/ });
  await expect(link).toHaveValue(/&measured=1\./);
  const address = await link.inputValue();
  expect(address.length).toBeLessThan(20_000);
  const elsewhere = await pageElsewhere(page);
  await elsewhere.goto(address);
  await showView(elsewhere, 'measured');
  await expect(elsewhere.getByText(facts)).toBeVisible();
  await elsewhere.context().close();
});
