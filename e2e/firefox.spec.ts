/**
 * The main ways through the page in Firefox. Playwright's driver needs a Firefox of its own; an installed one speaks WebDriver
 * BiDi, which Puppeteer knows. README.md has what its driver cannot do.
 */
import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { publicFile } from './workbench.ts';

const FIREFOX = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
  (path) => path !== undefined && existsSync(path),
);

test.skip(FIREFOX === undefined, 'no Firefox is installed here; name one in FIREFOX');

/** Milliseconds; a busy machine must not decide. */
const PATIENCE = 240_000;

let browser: Browser;
let errors: string[] = [];

test.beforeAll(async () => {
  browser = await launch({
    ...{ browser: 'firefox', executablePath: FIREFOX!, headless: true, timeout: PATIENCE },
    // Setting a viewport also sets the orientation of a screen, which Firefox 140 does not know.
    ...{ defaultViewport: null, args: ['--width=1440', '--height=900'] },
  });
});
test.afterAll(() => browser?.close());

async function openPage(address: string): Promise<Page> {
  errors = [];
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on('pageerror', (error) => errors.push(error instanceof Error ? error.message : String(error)));
  await page.goto(address);
  return page;
}

/** Without the driver's waiting for what is enabled: it makes code of texts, which the policy of the page forbids. */
const click = (page: Page, selector: string): Promise<void> =>
  page.locator(selector).setWaitForEnabled(false).click();

const press = (page: Page, label: string): Promise<void> => click(page, `::-p-aria([name="${label}"])`);

const textOf = (page: Page, selector: string): Promise<string> =>
  page.$$eval(selector, ([element]) => element?.textContent ?? '');

/** Until an element says it. */
const says = (page: Page, selector: string, words: string): Promise<void> =>
  expect.poll(() => textOf(page, selector), { timeout: PATIENCE }).toContain(words);

const nodeOf = (id: string): string => `.react-flow__node[data-id="${id}"]`;

test('an example is solved, changed by keyboard, undone and simulated', async ({ baseURL }) => {
  const page = await openPage(baseURL!);
  await click(page, 'button ::-p-text(Mercury BLAST, run 2)');
  await says(page, nodeOf('1a'), '1a Bloom filter');
  // What was measured opens on its evidence.
  await press(page, 'Results');
  await says(page, nodeOf('2'), 'ρ 28.7 %');
  await click(page, nodeOf('1b'));
  const rate = await page.locator('.inspector input[id][aria-describedby]').waitHandle();
  await rate.focus();
  await rate.evaluate((field) => field instanceof HTMLInputElement && field.select());
  await page.keyboard.type('20M');
  await page.keyboard.press('Enter');
  await says(page, nodeOf('1a'), 'BLOCKED');
  await press(page, 'Undo: Change service');
  await expect.poll(() => textOf(page, nodeOf('1a')), { timeout: PATIENCE }).not.toContain('BLOCKED');
  await press(page, 'Run');
  await says(page, '.stage-table', 'Simulated');
  expect(await textOf(page, '.stage-table')).toMatch(/±/);
  expect(errors).toEqual([]);
  await page.close();
});

test('a dropped file lands on its histograms over the prediction', async ({ baseURL }) => {
  const page = await openPage(`${baseURL}/#example=timetrial-mm1-08`);
  await says(page, '.multiples', 'measured');
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'mm1-occupancy.csv'));
    for (const type of ['dragover', 'drop'])
      document
        .querySelector('.file-drop')
        ?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, publicFile('measurements/mm1-occupancy.csv'));
  await says(page, '.compare__head', 'mm1-occupancy');
  await says(page, '.compare__verdict', 'Consistent');
  expect(errors).toEqual([]);
  await page.close();
});
