/** The built site from a plain static host, under a path: pages read, pictures are live, the search finds without a server. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hosted } from './static-host.ts';
import { expect, idle } from './workbench.ts';

const root = join(import.meta.dirname, '..');
const folder = join(tmpdir(), `stagegraph-site-${process.pid}`);
const PATH = '/a/b/';
const story = hosted({ path: PATH, folder });

story.beforeAll(() => {
  const tsx = join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  execFileSync(process.execPath, [tsx, 'scripts/site/build.ts', '--out', folder], { cwd: root });
});
story.afterAll(() => rmSync(folder, { recursive: true, force: true }));

story(
  'a reader finds a method, moves its example, and goes on to the workbench',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(PATH);
    await page.getByRole('searchbox', { name: 'Search the site' }).fill('gamma service scv');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status')).toContainText('sections for “gamma service scv”');
    await page.goto(`${PATH}docs/methods/general-service.html`);
    const model = page.locator('stagegraph-model');
    const latency = model.locator('.facts div').filter({ hasText: 'Mean latency' });
    // M/G/1 at 80 %: 10 ms of service, and 0.8 (1 + scv) / (2 (1 - 0.8)) times that of waiting.
    await expect(latency).toHaveText('Mean latency70 ms');
    const slider = model.getByRole('slider', { name: /squared|scv/i });
    await slider.press('End');
    await expect(latency).toHaveText('Mean latency230 ms');

    await page.getByRole('link', { name: 'Examples' }).click();
    await page.getByRole('link', { name: 'Mercury BLAST, run 1', exact: true }).click();
    await expect(page.getByRole('img', { name: 'Graph of Mercury BLAST, run 1' }).first()).toBeVisible();
    await expect(page.getByRole('row', { name: /^PCI-X/ })).toBeVisible();
    await page.getByRole('link', { name: 'Open in the workbench' }).click();
    await expect(page.getByRole('textbox', { name: 'Name of the scenario' })).toBeVisible();
    await idle(page);
  },
);
