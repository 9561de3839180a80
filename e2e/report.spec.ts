/** The report: opened by name, read, printed, downloaded with its pictures. */
import { downloadBy, expect, openFile, showView, test } from './workbench.ts';

test('a report shows the graph, the numbers and the verdicts, prints alone and downloads', async ({
  page,
}) => {
  await openFile(page, 'mercury-run-2');
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('What do you want to do?').fill('report');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Report' });
  const report = dialog.getByRole('article', { name: /^Report on Mercury BLAST, run 2/ });
  for (const title of [
    'Summary',
    'Model',
    'Predicted',
    'Compared with the measurement',
    'Method and assumptions',
  ])
    await expect(report.getByRole('heading', { name: title })).toBeVisible();
  await expect(report).toContainText('The bottleneck is 1b Hash lookup');
  await expect(
    report.getByRole('row', {
      name: /^NQ\s+Queue length 1b Hash lookup .* ○ consistent within input uncertainty$/,
    }),
  ).toBeVisible();
  const graph = report.getByRole('img', { name: /^The stages of/ });
  await expect
    .poll(() => graph.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
    .toBeGreaterThan(300);

  const { name, text } = await downloadBy(page, () =>
    dialog.getByRole('button', { name: 'Download as Markdown' }).click(),
  );
  expect(name).toBe('Mercury BLAST, run 2 report.md');
  expect(text).toContain('## Compared with the measurement');
  expect(text).toMatch(
    /\| N\\_Q {2}Queue length \| 1b Hash lookup \| [^|]+ \| [^|]+ \| [^|]+ \| ○ consistent within input uncertainty \|/,
  );
  // The graph, the comparison and the occupancy of the stage in focus.
  const pictures = [...text.matchAll(/base64,([A-Za-z0-9+/=]+)\)/g)].map(([, data]) =>
    Buffer.from(data!, 'base64').toString(),
  );
  expect(pictures).toHaveLength(3);
  for (const picture of pictures) expect(picture).toMatch(/^<svg[^>]*>[\s\S]*<\/svg>$/);

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await dialog.getByRole('button', { name: 'Print…' }).click();
  await expect(page.locator('body[data-printed]')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await expect(report).toBeVisible();
  await expect(page.locator('.top-bar')).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Print…' })).toBeHidden();
});

test('a judged virtual queue is part of the report', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openFile(page, 'mercury-run-2');
  await showView(page, 'virtualQueue');
  await page.getByRole('button', { name: /^Correlated source/ }).click();
  await expect(page.locator('.verdict')).toContainText('✕ Inconsistent');
  await page.getByRole('button', { name: 'Scenario menu' }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  const report = page.getByRole('article', { name: /^Report on/ });
  await expect(report.getByRole('heading', { name: 'Virtual queue' })).toBeVisible();
  await expect(report).toContainText('✕ Inconsistent, do not trust the prediction');
  await expect(report.getByRole('cell', { name: '✕ broken' })).toBeVisible();
  // Paper is white; the page goes back to its own colours.
  await expect(report).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.keyboard.press('Escape');
  await expect(report).toBeHidden();
  await expect(page.locator('body')).not.toHaveCSS('background-color', 'rgb(244, 245, 247)');
});
