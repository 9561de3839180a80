/** A model inside pages of others: as a frame from the share dialog, and as an element under a policy that allows next to nothing. */
import { hosted } from './static-host.ts';
import { expect, openFile, test } from './workbench.ts';

/** Scripts of this host and what they fetch: no styles, no evaluation, no WebAssembly. */
const STRICT = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'";

const article = `<!doctype html><html lang="en"><title>Article</title>
<script type="module" src="embed.js"></script>
<h1>About a web service</h1>
<stagegraph-model src="examples/web-service.json" inputs="inputs 0.5..2; app.serverCount 8..16"></stagegraph-model>
<stagegraph-model src="examples/laplace.json" readonly theme="dark"></stagegraph-model>
<stagegraph-model src="examples/interactive-users.json" readonly></stagegraph-model>
<stagegraph-model src="examples/none.json"></stagegraph-model>`;

const strict = hosted({
  path: '/blog/',
  headers: { 'Content-Security-Policy': STRICT },
  pages: { 'article.html': article },
});
strict.describe('under a strict policy', () => {
  strict.use({ expectedFault: /status of 404/ });

  strict('an element solves as its sliders are moved', async ({ page }) => {
    await page.goto('/blog/article.html');
    const models = page.locator('stagegraph-model');
    const service = models.first();
    await expect(models).toHaveCount(4);
    await expect(service.getByRole('heading')).toHaveText('A web service in three tiers');
    const throughput = service.locator('.facts div').filter({ hasText: 'Throughput' });
    await expect(throughput).toHaveText('Throughput11.9 /s');
    await expect(service.getByRole('img', { name: 'Graph of A web service in three tiers' })).toContainText(
      'Database',
    );

    const load = service.getByRole('slider', { name: 'Load multiplier' });
    await load.focus();
    await load.press('Home');
    await expect(throughput).toHaveText('Throughput5.96 /s');
    await load.press('End');
    await expect(service.getByRole('status')).toContainText('no steady state');
    await service.getByText('All numbers').click();
    await expect(service.getByRole('row', { name: /^Database/ })).toBeVisible();
    await service.getByRole('button', { name: 'Reset' }).click();
    await expect(throughput).toHaveText('Throughput11.9 /s');

    // Constant times and closed populations load engines of their own.
    const numbers = models.locator('.facts');
    await expect(numbers.nth(1)).toContainText('Throughput');
    await expect(numbers.nth(2)).toContainText('Throughput');
    await expect(models.nth(1).getByRole('slider')).toHaveCount(0);
    await expect(models.nth(3).getByRole('status')).toHaveText(
      'The scenario could not be loaded: examples/none.json',
    );
  });
});

test('the share dialog gives a frame that shows the same numbers', { tag: '@long' }, async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openFile(page, 'timetrial-mm1-09');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Copy embed code' }).click();
  await expect(page.locator('.w-toast')).toContainText('Embed code copied');
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toContain(`<iframe src="${baseURL}/embed.html#`);

  await page.route('**/frame-host.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>Article</title>${code}` }),
  );
  await page.goto('/frame-host.html');
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('status')).toHaveText('● exact');
  await expect(frame.locator('.facts')).toContainText('Headroomload × 1.111');
  const open = await frame.getByRole('link', { name: 'Open in Stagegraph' }).getAttribute('href');
  await page.goto('about:blank');
  await page.goto(open ?? '');
  await expect(page.getByRole('textbox', { name: 'Name of the scenario' })).toHaveValue(/M\/M\/1/);
});

test('a wide drawing in a narrow frame has readable words and begins with the bottleneck', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 600 });
  await page.goto('/embed.html#src=examples/mercury-run-2.json');
  await expect(page.getByRole('status')).toContainText('sensitive to inputs');
  const drawing = page.locator('stagegraph-model .drawing');
  const smallest = await drawing.locator('svg').evaluate((svg: SVGSVGElement) => {
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    return (
      scale *
      Math.min(
        ...[...svg.querySelectorAll('text')].map((each) => parseFloat(getComputedStyle(each).fontSize)),
      )
    );
  });
  expect(smallest).toBeGreaterThanOrEqual(10.99);
  const bottleneck = drawing.getByText('1b Hash lookup');
  await expect(bottleneck).toBeInViewport({ ratio: 1 });
  // Where it was scrolled to it stays when a slider is moved.
  await drawing.evaluate((each) => {
    each.scrollLeft = 40;
  });
  await page.getByRole('slider').press('ArrowLeft');
  await expect(page.getByRole('button', { name: 'Reset' })).toBeVisible();
  expect(await drawing.evaluate((each) => each.scrollLeft)).toBe(40);
});
