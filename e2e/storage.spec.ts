/** The browser's storage is full, blocked, or cleared while the page is open: it is said at once, with a file to save. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, idle, notice, openFile, openGallery, refusal, test } from './workbench.ts';

const NAME = 'Name of the scenario';

async function rename(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: NAME }).fill(name);
  await page.keyboard.press('Enter');
}

/** What the button in the message saves. */
async function savedByMessage(page: Page): Promise<{ readonly name: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  return JSON.parse(readFileSync(await download.path(), 'utf8'));
}

test('full storage is said, the scenario can be saved as a file, and is kept once there is room', {
  tag: '@long',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...args) {
      if ('isFull' in window) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      return put.apply(this, args);
    };
  });
  await openFile(page, 'mercury-run-1');
  await page.evaluate(() => Object.assign(window, { isFull: true }));
  await rename(page, 'Too much');
  await expect(notice(page, 'Not saved: The quota has been exceeded.')).toBeVisible();
  expect((await savedByMessage(page)).name).toBe('Too much');
  await page.evaluate(() => Reflect.deleteProperty(window, 'isFull'));
  await rename(page, 'Room again');
  await idle(page);
  await page.reload();
  await expect(page.getByRole('textbox', { name: NAME })).toHaveValue('Room again');
});

test('blocked storage is said, and everything but keeping works', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Storage is blocked.', 'SecurityError');
    };
  });
  await openGallery(page);
  await expect(refusal(page, 'This browser refuses its storage: Storage is blocked.')).toBeVisible();
  await page
    .getByRole('button', { name: /^Mercury BLAST, run 1/ })
    .first()
    .click();
  await rename(page, 'Not kept');
  await expect(notice(page, 'Not saved: Storage is blocked.')).toBeVisible();
  expect((await savedByMessage(page)).name).toBe('Not kept');
  await page.goto('/#scenario=12345678');
  await expect(refusal(page, 'The browser does not let its storage be read')).toBeVisible();
});

test('what is open is kept again when the storage is cleared', { tag: '@long' }, async ({ page }) => {
  await openFile(page, 'mercury-run-1');
  await rename(page, 'Still here');
  await idle(page);
  await page.evaluate(
    () =>
      new Promise((cleared, fail) => {
        const asked = indexedDB.deleteDatabase('stagegraph');
        asked.onsuccess = cleared;
        asked.onerror = fail;
      }),
  );
  await expect(notice(page, 'cleared while this scenario was open. It is kept again')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: NAME })).toHaveValue('Still here');
});

test('back and forward go through what was open, with what was changed', { tag: '@long' }, async ({
  page,
}) => {
  await openFile(page, 'mercury-run-1');
  await rename(page, 'First');
  await idle(page);
  await page.goto('/#gallery');
  await expect(page.getByRole('heading', { name: 'Examples' })).toBeVisible();
  await page
    .getByRole('button', { name: /^Laplace/ })
    .first()
    .click();
  await rename(page, 'Second');
  await idle(page);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Examples' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('textbox', { name: NAME })).toHaveValue('First');
  await page.goForward();
  await page.goForward();
  await expect(page.getByRole('textbox', { name: NAME })).toHaveValue('Second');
});
