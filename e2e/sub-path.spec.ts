/** The built page from static hosts: under a path, without any header, and under a policy that allows less than the page's own. */
import { hosted } from './static-host.ts';
import { chooseExample, expect, idle, showView, simulate } from './workbench.ts';

const PATH = '/a/b/';

hosted({ path: PATH })(
  'the page opens, solves and simulates, and asks nobody else',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(PATH);
    await chooseExample(page, 'Mercury BLAST, run 1');
    await showView(page, 'occupancy');
    await expect(page.getByRole('table', { name: 'Stages' })).toContainText('PCI-X');
    await simulate(page, 4);
    await idle(page);
    await expect(page.getByRole('table').first()).toContainText('±');
    await showView(page, 'measured');
    await idle(page);
    const strange = asked.filter((url) => url.startsWith('http') && !url.startsWith(`${baseURL}${PATH}`));
    expect(strange).toEqual([]);
    const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
    expect(policy).toContain("default-src 'none'");
  },
);

const forbidding = hosted({ path: PATH, headers: { 'Content-Security-Policy': "script-src 'self'" } });
forbidding.describe('a host that forbids WebAssembly', () => {
  forbidding(
    'the page solves, and a run says at its button what the host must allow',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto(PATH);
      await chooseExample(page, 'Mercury BLAST, run 1');
      await expect(page.locator('.solved-by')).not.toContainText('no solution');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      const settings = page.getByRole('dialog', { name: 'Simulation' });
      await expect(settings.getByRole('alert')).toContainText("'wasm-unsafe-eval' in script-src");
      await page.keyboard.press('Escape');
      await expect(settings).toHaveCount(0);
    },
  );
});
