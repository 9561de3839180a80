/** What a first visit fetches before the gallery stands: scripts and styles as gzip sends them, workers apart. */
import { gzipSync } from 'node:zlib';
import { askedBeforeGallery, watchGallery } from './gallery-stands.ts';
import { expect, openGallery, test } from './workbench.ts';

const MOST = 205_000;
const CARD = 'Order gateway, measured';

// As a first visitor has it.
test.use({ inNewPage: true });

test('the gallery stands after at most 205 kB of scripts and styles', async ({ page }) => {
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (!['script', 'stylesheet'].includes(response.request().resourceType())) return;
    if (/worker/.test(new URL(response.url()).pathname)) return;
    const size = response.body().then((body) => gzipSync(body).length);
    // What is still on its way when the story ends is of nobody's interest; what is summed below still fails there.
    size.catch(() => undefined);
    sizes.set(response.url(), size);
  });
  await watchGallery(page, CARD);
  await openGallery(page);
  await expect(page.getByRole('button', { name: new RegExp(`^${CARD}`) }).first()).toBeVisible();
  const asked = await askedBeforeGallery(page);
  const fetched = await Promise.all(asked.flatMap((url) => sizes.get(url) ?? []));
  const sum = fetched.reduce((sum, size) => sum + size, 0);
  // React alone is a third of it: less would mean that what was fetched is not seen here.
  expect(sum).toBeGreaterThan(100_000);
  expect(sum).toBeLessThan(MOST);
});
