/** What a person waits for who explores in the page: a heat map after a drag, and a hundred thousand points under the pointer. */
import type { Browser, Locator, Page } from '@playwright/test';
import { freshPage } from './fresh-page.ts';
import { longTasksRow, watchLongTasks } from './long-tasks.ts';
import { type BenchRow, median, milliseconds } from './row.ts';

const DRAGS = 9;
/** ms without another picture, after which a drag's last one has come. */
const QUIET = 1500;
/** ms. */
const GOAL = 500;

export async function benchPageExplore(browser: Browser, address: string): Promise<BenchRow[]> {
  const page = await freshPage(browser);
  await page.goto(`${address}#example=mercury-run-2`);
  await page.waitForFunction(() => window.waitForIdle);
  await page.evaluate(() => window.waitForIdle());
  await page.getByRole('tab', { name: 'Explore', exact: true }).click();
  await hasPoints(page, '441');
  await countBoth(page, '100');
  await hasPoints(page, '10,000');
  const rows = [await heatMapRow(page)];
  await countBoth(page, '317');
  await beginMany(page);
  await hasPoints(page, '100,489');
  rows.push(await browseRow(page));
  await page.context().close();
  return rows;
}

const hasPoints = (page: Page, count: string): Promise<void> =>
  page
    .locator('.explore-run__words')
    .filter({ hasText: new RegExp(`^${count} designs`) })
    .waitFor({ timeout: 120_000 });

/** So many points do not begin by themselves. */
async function beginMany(page: Page): Promise<void> {
  const bar = page.locator('.explore-run').filter({ hasText: '0 of 100,489 designs' });
  await bar.getByRole('button', { name: 'Explore' }).click({ timeout: 120_000 });
}

async function countBoth(page: Page, count: string): Promise<void> {
  for (const i of [0, 1]) {
    const field = page
      .locator('.explore fieldset')
      .nth(i)
      .getByRole('textbox', { name: /^Count/ });
    await field.fill(count);
    await field.press('Enter');
  }
}

/** Another end of the first range by each drag, so that no point is kept from before. */
async function heatMapRow(page: Page): Promise<BenchRow> {
  const thumb = page.locator('.explore fieldset').nth(0).locator('.w-slider__thumb').nth(1);
  const times: number[] = [];
  for (let i = 0; i < DRAGS; i++) {
    // What the drag before left to do is not this one's.
    await page.waitForTimeout(700);
    await thumb.scrollIntoViewIfNeeded();
    const { x, y } = await middleOf(thumb);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + (i % 2 === 0 ? -1 : 1) * (17.3 + 5.7 * i), y, { steps: 6 });
    // The page must be watching before the pointer is released.
    await page.evaluate(watchPictures, QUIET);
    await page.mouse.up();
    times.push(await page.evaluate(() => window.lastPicture!));
  }
  const time = median(times);
  return {
    what: `heat map of 100 × 100 points by formulas, from the end of a drag to its last picture, median of ${DRAGS}`,
    result: `${milliseconds(time)} (slowest: ${milliseconds(Math.max(...times))})`,
    goal: `under ${GOAL} ms`,
    pace: GOAL / time,
  };
}

async function middleOf(element: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const { x, y, width, height } = (await element.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

declare global {
  interface Window {
    /** ms. */
    lastPicture?: Promise<number>;
  }
}

/**
 * In the page: `lastPicture` becomes the time from the next release of the pointer to the frame with the last picture of
 * all its points; 0 where that frame came before, since points are made while the pointer moves. The last picture is the
 * one that none follows in `quiet` ms. Has no functions with names, which the page would not know how to keep.
 */
function watchPictures(quiet: number): void {
  const begun = performance.now();
  let [released, painted] = [begun, begun];
  addEventListener(
    'pointerup',
    () => {
      released = performance.now();
    },
    { capture: true, once: true },
  );
  const observer = new MutationObserver(() =>
    requestAnimationFrame(() =>
      setTimeout(() => {
        painted = performance.now();
      }),
    ),
  );
  const panes = document.querySelector('.explore-panes')!;
  observer.observe(panes, { subtree: true, childList: true, attributeFilter: ['href'] });
  window.lastPicture = new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      const words = document.querySelector('.explore-run')?.textContent ?? '';
      const rest = performance.now() - Math.max(released, painted);
      if (rest > 20 * quiet) reject(new Error(`No picture of all points: ${words}`));
      else if (rest > quiet && /^10,000 designs, .*a second/.test(words))
        resolve(Math.max(0, painted - released));
      else return;
      clearInterval(timer);
      observer.disconnect();
    }, 20);
  });
}

/** Tasks that block the page while the table is scrolled through and the pointer moves over the picture. */
async function browseRow(page: Page): Promise<BenchRow> {
  const table = page.getByRole('region', { name: 'Designs' });
  await table.scrollIntoViewIfNeeded();
  await page.waitForTimeout(1000);
  await watchLongTasks(page);
  await table.hover();
  for (let step = 0; step < 80; step++) {
    await page.mouse.wheel(0, 700 * (step < 40 ? 1 : 40));
    await page.waitForTimeout(16);
  }
  const map = page.locator('.explore-panes').first();
  await map.scrollIntoViewIfNeeded();
  const { x, y } = await middleOf(map);
  for (let step = 0; step < 60; step++) {
    await page.mouse.move(x - 90 + 3 * step, y + 20 * Math.sin(step / 6));
    await page.waitForTimeout(16);
  }
  return longTasksRow(page, '100,489 points are scrolled through and pointed at', 100);
}
