/**
 * The main screens beside how they looked when they were last judged. Letters may be drawn otherwise on another machine: a
 * hundredth of the pixels may differ; a part that is gone, moved or overlapped is more (a workspace 60 pixels higher is 3 %). Renew with `--update-snapshots`,
 * and look at what was renewed.
 */
import { expect, idle, openExample, openGallery, showView, test } from './workbench.ts';

const LOOK = { maxDiffPixelRatio: 0.015, threshold: 0.3, animations: 'disabled', caret: 'hide' } as const;

test('the gallery', async ({ page }) => {
  await openGallery(page);
  await idle(page);
  await expect(page).toHaveScreenshot('gallery.png', LOOK);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`results and validation, ${scheme}`, { tag: '@long' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await openExample(page, 'Mercury BLAST, run 2');
    await showView(page, 'occupancy');
    await idle(page);
    await expect(page).toHaveScreenshot(`results-${scheme}.png`, LOOK);
    await openExample(page, 'Order gateway, measured');
    await showView(page, 'compare');
    await expect(page.locator('.compare__verdict')).toBeVisible();
    await idle(page);
    await expect(page).toHaveScreenshot(`validate-${scheme}.png`, LOOK);
  });
}

test('a phone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openExample(page, 'Order gateway, measured');
  await expect(page.locator('.compare__verdict')).toBeVisible();
  await idle(page);
  await expect(page).toHaveScreenshot('phone.png', LOOK);
});
