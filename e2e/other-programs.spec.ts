/** Models of other programs: dropped, solved, and written again. */
import { readFileSync } from 'node:fs';
import { MM1K } from '../core/imports/jmt/jmt.test-support.ts';
import { dropFile, expect, idle, openGallery, test } from './workbench.ts';

test('a model of JMT is dropped, solved, and saved for JMT again', { tag: '@long' }, async ({ page }) => {
  await openGallery(page);
  await dropFile(page, 'own.jsimg', MM1K);
  await expect(page.getByRole('textbox', { name: 'Name of the scenario' })).toHaveValue('own');
  await idle(page);
  await expect(page.locator('.react-flow__node')).toHaveCount(3);
  // M/M/1 with room for 11 at load 0.9.
  await expect(page.locator('.react-flow__node', { hasText: 'q' }).first()).toContainText('4.28');
  await page.getByRole('button', { name: 'Share' }).first().click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save for JMT' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('own.jsimg');
  const text = readFileSync(await file.path(), 'utf8');
  expect(text).toContain('<connection source="in" target="q"/>');
  await expect(page.getByText('own was saved for JMT')).toBeVisible();
});
