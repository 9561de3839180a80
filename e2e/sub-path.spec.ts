/** The built page from a plain static host, under a path, without any header of its own: it works, and asks nobody else. */
import { hosted } from './static-host.ts';
import { chooseExample, expect, idle, showView, simulate } from './workbench.ts';

const PATH = '/a/b/';

hosted({ path: PATH })(
  'the page opens, solves and simulates, and asks nobody else',
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
