/** From an event log without a scenario to a drawing, number by number. */
import { eventLog, knownVisits } from '../workers/draw/known-flow.test-support.ts';
import { dropFile, expect, idle, node, openGallery, test } from './workbench.ts';

test('a log that is dropped on the gallery proposes a scenario, each number beside where it came from', async ({
  page,
}) => {
  await openGallery(page);
  await dropFile(page, 'orders.csv', eventLog(knownVisits(1500, 2), { starts: true }));
  const dialog = page.getByRole('dialog', { name: 'A scenario from orders.csv' });
  await expect(dialog.getByRole('row', { name: /^service of prepare/ })).toContainText(
    '1,500 times from start to completion',
  );
  await expect(dialog).toContainText(
    'Drawn from the first half of the data alone and compared with the second',
  );
  // On a narrow page where each number came from stands below its name, and nothing is cut.
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 390, height: 800 });
  const from = dialog
    .getByRole('row', { name: /^service of prepare/ })
    .getByText('1,500 times from start to completion')
    .first();
  await expect(from).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(size);
  const servers = dialog.getByRole('checkbox', { name: 'servers of prepare' });
  await servers.click();
  await expect(servers).not.toBeChecked();
  await expect(dialog.getByRole('row', { name: /^servers of prepare/ })).toContainText('not accepted');
  await servers.click();
  await expect(servers).toBeChecked();
  await dialog.getByRole('button', { name: 'Open the drawing' }).click();
  await expect(page.getByRole('textbox', { name: 'Name of the scenario' })).toHaveValue('orders');
  await expect(node(page, 'prepare')).toBeVisible();
  await expect(node(page, 'check')).toBeVisible();
  await idle(page);
});

test('a file that tells no flow says so, and what to do', { tag: '@long' }, async ({ page }) => {
  await openGallery(page);
  await dropFile(page, 'levels.csv', 'occupancy,count\n0,5\n1,3\n');
  const dialog = page.getByRole('dialog', { name: 'A scenario from levels.csv' });
  await expect(dialog.getByRole('alert')).toContainText('Nothing in it tells a flow');
  await expect(dialog).toContainText('open that first, then drop the file on it');
});

test('columns that are not sure are asked for at the gallery, and known for the next file alike', {
  tag: '@long',
}, async ({ page }) => {
  const rows = Array.from({ length: 300 }).flatMap((_, n) => [
    `${10 * n},q1,insert`,
    `${10 * n + 3},q1,remove`,
    `${10 * n + 3},q2,insert`,
    `${10 * n + 7},q2,remove`,
  ]);
  const text = ['time,queue,event', ...rows, ''].join('\n');
  await openGallery(page);
  await dropFile(page, 'monday.csv', text);
  const dialog = page.getByRole('dialog', { name: 'A scenario from monday.csv' });
  await expect(dialog.getByRole('alert')).toContainText('Choose what each column holds');
  await dialog.getByRole('button', { name: 'Choose columns…' }).click();
  const columns = page.getByRole('dialog', { name: 'Columns of monday.csv' });
  await columns.getByRole('combobox', { name: 'Unit of times' }).click();
  await page.getByRole('option', { name: 'ns', exact: true }).click();
  await columns.getByRole('button', { name: 'Read the file' }).click();
  await expect(dialog.getByRole('row', { name: /^service of q1/ })).toContainText('ns');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dropFile(page, 'tuesday.csv', text);
  await expect(
    page
      .getByRole('dialog', { name: 'A scenario from tuesday.csv' })
      .getByRole('row', { name: /^service of q1/ }),
  ).toContainText('ns');
});
