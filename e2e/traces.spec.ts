/** From a file of spans to where the time went, and to a drawing. */
import { asOtlp, knownService } from '../workers/traces/service.test-support.ts';
import { dropFile, expect, idle, node, openExample, openGallery, showView, test } from './workbench.ts';

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

test('the traces of a shop tell over time where it went, compare a stretch that is dragged over, and what would be', {
  tag: '@long',
}, async ({ page }) => {
  await openExample(page, 'Micro-benchmark, M/M/1 at 0.9');
  await showView(page, 'measured');
  await page.getByRole('button', { name: 'Try the traces of a shop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Traces in checkout-spans.json.gz' });
  await expect(dialog).toContainText(/Waiting at app grew because what it calls took longer/);
  await expect(dialog).toContainText(
    /One more server at db \(2 instead of 1\) would take the 95th percentile of that time/,
  );
  const chart = dialog.getByRole('slider', { name: 'Crosshair' });
  await chart.focus();
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuetext', /Response .*Waiting at app .*Service of db/);
  const box = (await chart.boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.1, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.3, box.y + 20, { steps: 4 });
  await page.mouse.up();
  await expect(dialog).toContainText(/In the window \d+ requests took/);
  await expect(dialog.getByLabel('Window to compare')).toHaveValue(/^5\.\d+-17\.\d+$/);
  await dialog.getByLabel('What if').fill('dbx.servers=2');
  await dialog.getByRole('button', { name: 'Use these' }).click();
  await expect(dialog.getByRole('alert')).toContainText('did you mean db?');
  await expect(chart).toBeVisible();
  await dialog.getByLabel('What if').fill('db.servers=+1, load=1.5x');
  await dialog.getByRole('button', { name: 'Use these' }).click();
  await expect(dialog).toContainText(
    /With 2 servers at db and 1\.5 × the load, 95 % of the requests in the window would take up to \d+(\.\d)? ms instead of/,
  );
  await dialog
    .getByRole('button', { name: 'Reset zoom' })
    .or(dialog.getByRole('button', { name: 'Show all' }))
    .click();
  await expect(dialog.getByLabel('Window to compare')).toHaveValue('');
  await expect(dialog).toContainText(/of that time would take up to/);
  await dialog.getByRole('button', { name: 'Open the changed drawing' }).click();
  await expect(page.getByRole('textbox', { name: 'Name of the scenario' })).toHaveValue(
    'checkout-spans, with 2 servers at db and 1.5 × the load',
  );
  await idle(page);
});
