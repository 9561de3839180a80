/** What a first visit fetches before the gallery stands: scripts and styles as gzip sends them, workers apart. */
import { gzipSync } from 'node:zlib';
import { expect, openGallery, test } from './workbench.ts';

const MOST = 205_000;

test('the gallery stands after at most 205 kB of scripts and styles', async ({ page }) => {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (!['script', 'stylesheet'].includes(response.request().resourceType())) return;
    if (/worker/.test(new URL(response.url()).pathname)) return;
    sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await openGallery(page);
  await expect(page.getByRole('button', { name: /^Order gateway, measured/ }).first()).toBeVisible();
  const fetched = await Promise.all(sizes);
  expect(fetched.length).toBeGreaterThan(10);
  expect(fetched.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST);
});
