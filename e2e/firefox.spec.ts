/**
 * The main ways through the page in Firefox. Playwright's driver needs a Firefox of its own; an installed one speaks WebDriver
 * BiDi, which Puppeteer knows. README.md has what its driver cannot do.
 */
import { existsSync } from 'node:fs';
import type { Browser, Page } from 'puppeteer-core';
import { expect, publicFile, test } from './workbench.ts';

const FIREFOX = [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
  (path) => path !== undefined && existsSync(path),
);

test.skip(FIREFOX === undefined, 'no Firefox is installed here; name one in FIREFOX');

/** Milliseconds; a busy machine must not decide. */
const PATIENCE = 240_000;

let browser: Browser;
let errors: string[] = [];

test.beforeAll(async () => {
  // Who lists the stories need not read the driver.
  const { launch } = await import('puppeteer-core');
  browser = await launch({
    ...{ browser: 'firefox', executablePath: FIREFOX!, headless: true, timeout: PATIENCE },
    // The window has the size: with a view of its own the driver turns the screen as well, which Firefox 140 does not know.
    ...{ defaultViewport: null, args: ['--width=1440', '--height=900'] },
  });
});
// Nothing of it is wanted any more, and closing waits for what it still writes.
test.afterAll(() => {
  browser?.process()?.kill('SIGKILL');
});

async function openPage(address: string): Promise<Page> {
  errors = [];
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on('pageerror', (error) => errors.push(error instanceof Error ? error.message : String(error)));
  await page.goto(address);
  return page;
}

/** Until `isSo` is true of the page. The driver's own waiting compiles texts, which the page's policy forbids in Firefox 140. */
const until = (page: Page, isSo: (...args: string[]) => unknown, ...args: string[]): Promise<void> =>
  expect.poll(async () => Boolean(await page.evaluate(isSo, ...args)), { timeout: PATIENCE }).toBe(true);

/** In the middle of the first such element with these words or this name, once it is there and lies still. */
async function click(page: Page, selector: string, words = ''): Promise<void> {
  const placeOf = async (where: string, what: string): Promise<readonly [number, number] | undefined> => {
    const found = [...document.querySelectorAll(where)].find(
      (element) => element.getAttribute('aria-label') === what || element.textContent.includes(what),
    );
    if (!found) return undefined;
    found.scrollIntoView({ block: 'nearest' });
    const before = found.getBoundingClientRect();
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
    const { x, y, width, height } = found.getBoundingClientRect();
    return x === before.x && y === before.y ? [x + width / 2, y + height / 2] : undefined;
  };
  await until(page, placeOf, selector, words);
  const [x, y] = (await page.evaluate(placeOf, selector, words))!;
  await page.mouse.click(x, y);
}

const press = (page: Page, label: string): Promise<void> => click(page, 'button, [role=tab]', label);

const textOf = (page: Page, selector: string): Promise<string> =>
  page.evaluate((where) => document.querySelector(where)?.textContent ?? '', selector);

/** Until an element says it. */
const says = (page: Page, selector: string, words: string): Promise<void> =>
  until(page, (where, what) => document.querySelector(where)?.textContent.includes(what), selector, words);

const nodeOf = (id: string): string => `.react-flow__node[data-id="${id}"]`;

test('an example is solved, changed by keyboard, undone and simulated', async ({ baseURL }) => {
  const page = await openPage(baseURL!);
  await press(page, 'Mercury BLAST, run 2');
  await says(page, nodeOf('1a'), '1a Bloom filter');
  // What was measured opens on its evidence.
  await press(page, 'Results');
  await says(page, nodeOf('2'), 'ρ 0.287');
  const rate = '.inspector input[id][aria-describedby]';
  // Below the pointer the drawing may still be fitted into what the results have left of it.
  const isOpen = async (): Promise<boolean> => {
    await click(page, nodeOf('1b'));
    return page.evaluate((where) => document.querySelector(where) !== null, rate);
  };
  await expect.poll(isOpen, { timeout: PATIENCE }).toBe(true);
  await page.evaluate((where) => {
    const field = document.querySelector<HTMLInputElement>(where)!;
    field.focus();
    field.select();
  }, rate);
  await page.keyboard.type('20M');
  await page.keyboard.press('Enter');
  await says(page, nodeOf('1a'), 'BLOCKED');
  await press(page, 'Undo: Change service');
  await until(page, (where) => !document.querySelector(where)?.textContent.includes('BLOCKED'), nodeOf('1a'));
  await press(page, 'Run');
  await says(page, '.stage-table', 'Simulated');
  expect(await textOf(page, '.stage-table')).toMatch(/±/);
  expect(errors).toEqual([]);
  await page.close();
});

test('a dropped file lands on its histograms over the prediction', { tag: '@long' }, async ({ baseURL }) => {
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
