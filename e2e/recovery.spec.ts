/** Nothing is lost on reload, crash, or in a second tab. */
import type { BrowserContext } from '@playwright/test';
import { expect, idle, openExample, openFile, openGallery, test } from './workbench.ts';

const NAME = 'Name of the scenario';

test('a reload brings back the scenario as it was', { tag: '@long' }, async ({ page }) => {
  await openFile(page, 'mercury-run-1');
  await page.getByRole('textbox', { name: NAME }).fill('My run');
  await page.keyboard.press('Enter');
  await idle(page);
  await page.reload();
  await expect(page.getByRole('textbox', { name: NAME })).toHaveValue('My run');
  await openGallery(page);
  await expect(page.getByRole('button', { name: /^My run/ }).first()).toBeVisible();
});

test('a tab that crashes loses nothing that was saved', { tag: '@long' }, async ({ context, page }) => {
  await openFile(page, 'mercury-run-1');
  await page.getByRole('textbox', { name: NAME }).fill('Before the crash');
  await page.keyboard.press('Enter');
  await idle(page);
  const address = page.url();
  // The crash page refuses navigation by design; what counts is that the renderer is gone.
  await page.goto('chrome://crash').catch(() => undefined);
  const again = await context.newPage();
  await again.goto(address);
  await expect(again.getByRole('textbox', { name: NAME })).toHaveValue('Before the crash');
});

test('a second tab takes over what the first saved', { tag: '@long' }, async ({ context, page }) => {
  await openFile(page, 'mercury-run-1');
  await idle(page);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByRole('textbox', { name: NAME })).toBeVisible();
  await page.getByRole('textbox', { name: NAME }).fill('Named in the first tab');
  await page.keyboard.press('Enter');
  await expect(second.getByRole('textbox', { name: NAME })).toHaveValue('Named in the first tab');
});

/** From now on no tab hears of what another saves until the test lets it. */
const holdNews = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const { addEventListener } = BroadcastChannel.prototype;
    const released = new Promise((resolve) =>
      window.addEventListener('release-the-news', resolve, { once: true }),
    );
    BroadcastChannel.prototype.addEventListener = function (
      type: string,
      listener: EventListenerOrEventListenerObject,
    ) {
      addEventListener.call(this, type, async (event) => {
        await released;
        if (typeof listener === 'function') listener.call(this, event);
        else listener.handleEvent(event);
      });
    };
  });

test('two tabs that change the same scenario both keep their work', { tag: '@long' }, async ({
  context,
  page,
}) => {
  await holdNews(context);
  await openFile(page, 'mercury-run-1');
  await idle(page);
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByRole('textbox', { name: NAME })).toBeVisible();
  await idle(second);
  // Both edit before either has heard of the other.
  await Promise.all([
    page.getByRole('textbox', { name: NAME }).fill('First'),
    second.getByRole('textbox', { name: NAME }).fill('Second'),
  ]);
  for (const tab of [page, second]) await tab.evaluate(() => dispatchEvent(new Event('release-the-news')));
  const names = () =>
    Promise.all([page, second].map((tab) => tab.getByRole('textbox', { name: NAME }).inputValue()));
  const copy = / \(copy from another tab\)$/;
  await expect.poll(async () => (await names()).filter((name) => copy.test(name)).length).toBe(1);
  await Promise.all([idle(page), idle(second)]);
  expect((await names()).map((name) => name.replace(copy, '')).sort()).toEqual(['First', 'Second']);
  await openGallery(page);
  await expect(page.getByRole('button', { name: /^First/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Second/ }).first()).toBeVisible();
});

test('an example is kept once it is changed, and not before', { tag: '@long' }, async ({ page }) => {
  await openExample(page, 'Mercury BLAST, run 1');
  await openGallery(page);
  await expect(page.getByRole('heading', { name: 'Your scenarios' })).toBeHidden();
  await openExample(page, 'Mercury BLAST, run 1');
  await page.reload();
  await expect(page.getByRole('textbox', { name: NAME })).toHaveValue('Mercury BLAST, run 1');
  await page.getByRole('textbox', { name: NAME }).fill('Changed');
  await page.keyboard.press('Enter');
  await idle(page);
  await page.reload();
  await expect(page.getByRole('textbox', { name: NAME })).toHaveValue('Changed');
});
