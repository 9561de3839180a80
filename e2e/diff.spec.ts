/** Two scenarios compared on the page: what changed of the inputs, and of the answers. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { axeOn } from './axe.ts';
import { dropFile, expect, idle, openExample, setField, test } from './workbench.ts';

const example = (slug: string) => JSON.parse(readFileSync(`public/examples/${slug}.json`, 'utf8'));

async function openDialog(page: Page): Promise<Locator> {
  await openExample(page, 'Mercury BLAST, run 2');
  await page.getByRole('button', { name: 'Scenario menu' }).click();
  await page.getByRole('menuitem', { name: /Compare with another file/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare scenarios' });
  await expect(dialog).toContainText('drop its file here');
  return dialog;
}

test('a file is compared with the drawing', async ({ page }) => {
  const dialog = await openDialog(page);
  const before = example('mercury-run-2');
  const stage = before.nodes.find(({ id }: { id: string }) => id === '1b');
  before.nodes = before.nodes.map((node: object) => (node === stage ? { ...stage, capacity: 300 } : node));
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose a file' }).click(),
  ]);
  await chooser.setFiles({ name: 'before.json', mimeType: '', buffer: Buffer.from(JSON.stringify(before)) });
  const inputs = dialog.getByRole('table', { name: 'Changed inputs' });
  await expect(inputs.getByRole('row')).toHaveCount(2);
  await expect(inputs.getByRole('row').last()).toContainText(/1b.*capacity.*300.*600/i);
  await expect(dialog.getByRole('table', { name: 'Changed answers' })).toContainText(/1b.*Number in system/);
  await expect(dialog).toContainText('before.json: two-node decomposition (blocking)');
});

test('a file dropped on the dialog is compared and opens nothing, and the dialog is accessible', {
  tag: '@long',
}, async ({ page }) => {
  const dialog = await openDialog(page);
  await dropFile(page, 'run1.json', JSON.stringify(example('mercury-run-1')), '.diff');
  await expect(dialog).toContainText('run1.json: ');
  await expect(page.getByRole('textbox', { name: 'Name of the scenario', includeHidden: true })).toHaveValue(
    'Mercury BLAST, run 2',
  );
  expect((await axeOn(page).include('[role=dialog]').analyze()).violations).toEqual([]);
  await dropFile(page, 'no.json', '{"format": 7', '.diff');
  await expect(dialog.getByRole('alert')).toContainText('no.json');
});

test('a drawing is compared with how it was opened', { tag: '@long' }, async ({ page }) => {
  await openExample(page, 'Mercury BLAST, run 2');
  await page.locator('.react-flow__node').filter({ hasText: '1b Hash lookup' }).click();
  await setField(page, 'Capacity', '300');
  await idle(page);
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('What do you want to do?').fill('what changed');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Compare scenarios' });
  await dialog.getByRole('combobox', { name: 'Before' }).click();
  await page.getByRole('option', { name: /As opened/ }).click();
  const inputs = dialog.getByRole('table', { name: 'Changed inputs' });
  await expect(inputs.getByRole('row')).toHaveCount(2);
  await expect(inputs).toContainText('600 seeds');
  await expect(inputs).toContainText('300 seeds');
});
