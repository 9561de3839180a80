/** From a file of spans to where the time went, and to a drawing. */
import { asOtlp, knownService } from '../workers/traces/service.test-support.ts';
import { dropFile, expect, idle, node, openGallery, test } from './workbench.ts';

const { spans } = knownService({ requests: 1200, rate: 45, servers: 1 });

test('spans that are dropped tell where the time went, ask what they cannot tell, and are drawn', async ({
  page,
}) => {
  await openGallery(page);
  await dropFile(page, 'shop.json', JSON.stringify(asOtlp(spans)));
  const dialog = page.getByRole('dialog', { name: 'Traces in shop.json' });
  await expect(dialog).toContainText(/1,200 requests of 2 types in .* waiting at db/);
  await expect(dialog.getByRole('row', { name: /^db/ })).toContainText('by departures');
  await expect(dialog).toContainText('at front was waiting cannot be told from this, because any of up to');
  await dialog.getByLabel('Requests that front works on at once').fill('64');
  await dialog.getByLabel('Share of the requests that were traced').fill('2');
  await dialog.getByRole('button', { name: 'Use these' }).click();
  await expect(dialog.getByRole('alert')).toContainText('a number from 0 to 1');
  await dialog.getByLabel('Share of the requests that were traced').fill('1');
  await dialog.getByRole('button', { name: 'Use these' }).click();
  await expect(dialog).toContainText('100 % of the requests were traced, as given');
  await dialog.getByRole('button', { name: 'Open the drawing' }).click();
  await expect(page.getByRole('textbox', { name: 'Name of the scenario' })).toHaveValue('shop');
  await expect(node(page, 'front')).toContainText('64');
  await expect(node(page, 'db')).toBeVisible();
  await idle(page);
});
