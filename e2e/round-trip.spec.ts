/** Nothing is lost on the way out and back: as a link, as a file, through undo. Each way is taken by examples of each kind, and by all of them where time does not count. */
import type { Page } from '@playwright/test';
import { BLANK_EXAMPLE, EXAMPLES, type Example } from '../src/features/gallery/examples.ts';
import {
  dropFile,
  expect,
  idle,
  openBlank,
  openGallery,
  pageElsewhere,
  publicFile,
  savedFile,
  shareLink,
  test,
} from './workbench.ts';

const NAME = 'Name of the scenario';

async function open(page: Page, { slug, title }: Example): Promise<void> {
  if (slug === BLANK_EXAMPLE.slug) await openBlank(page);
  else {
    await openGallery(page);
    await page
      .getByRole('region', { name: 'Examples' })
      .getByRole('button', { name: new RegExp(`^${title}`) })
      .first()
      .click();
  }
  await expect(page.getByRole('textbox', { name: NAME })).toBeVisible();
  await idle(page);
}

async function comesBack(example: Example, page: Page, elsewhere: Page): Promise<void> {
  await open(page, example);
  const saved = await savedFile(page);
  const original = JSON.parse(publicFile(example.file));
  expect(JSON.parse(saved)).toEqual(original);

  // An edit of everything there is, taken back, made again, taken back.
  await page.locator('.react-flow__pane').click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+d');
  await expect(page.locator('.react-flow__node')).toHaveCount(2 * original.nodes.length);
  await page.keyboard.press('Delete');
  for (const keys of ['Control+z', 'Control+z', 'Control+Shift+z', 'Control+z'])
    await page.keyboard.press(keys);
  await idle(page);
  expect(await savedFile(page)).toBe(saved);

  const link = await shareLink(page);
  // A page that shows the example before would go from link to link without being opened anew.
  await elsewhere.goto('about:blank');
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('textbox', { name: NAME })).toHaveValue(original.name);
  await idle(elsewhere);
  expect(await savedFile(elsewhere)).toBe(saved);

  const address = elsewhere.url();
  await dropFile(elsewhere, 'back.json', saved);
  await expect(elsewhere).not.toHaveURL(address);
  await idle(elsewhere);
  expect(await savedFile(elsewhere)).toBe(saved);
}

const ALL: readonly Example[] = [BLANK_EXAMPLE, ...EXAMPLES];

for (const example of ALL)
  test(`${example.slug} comes back the same from a link, from a file and by undo`, {
    tag: '@long',
  }, async ({ page }) => {
    const elsewhere = await pageElsewhere(page);
    await comesBack(example, page, elsewhere);
    await elsewhere.context().close();
  });
