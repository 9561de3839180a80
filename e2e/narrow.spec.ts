/** A tablet held upright, and a small window: everything is there, and nothing has to be scrolled sideways. */
import type { Page } from '@playwright/test';
import { boxOf } from './mouse.ts';
import { expect, idle, inspector, node, openExample, openGallery, showView, test } from './workbench.ts';

/** Pixels by which the page is wider than the window. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test.describe('on a telephone, and under a zoom of 200 %', () => {
  for (const [width, height] of [
    [390, 844],
    [720, 450],
  ] as const) {
    test(`the wheel goes from the table of results to the charts at ${width} by ${height}`, {
      tag: '@long',
    }, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await openExample(page, 'Order gateway');
      await page.getByRole('tab', { name: 'Results', exact: true }).click();
      const charts = page.getByRole('tablist', { name: 'Chart' });
      await expect(charts).not.toBeInViewport();
      const { x, y } = await boxOf(page.getByRole('table', { name: 'Stages' }));
      await page.mouse.move(x + 100, Math.min(y + 40, height - 20));
      const isSeen = async () => {
        await page.mouse.wheel(0, 150);
        const { y } = await boxOf(charts);
        return y > 0 && y < height - 40;
      };
      await expect.poll(isSeen).toBe(true);
    });
  }
});

test('the inspector never lies over the stage that it shows', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await openExample(page, 'Order gateway');
  await node(page, 'publish').click();
  const sheet = await boxOf(inspector(page));
  const shown = await boxOf(page.locator('.react-flow__node.selected'));
  expect(shown.x + shown.width).toBeLessThan(sheet.x);
});

test('a workspace takes the height of a low window, and gives it back', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await openExample(page, 'Order gateway');
  const study = page.getByRole('tabpanel', { name: 'Explore' });
  await page.getByRole('tab', { name: 'Explore', exact: true }).click();
  await expect.poll(async () => (await boxOf(study)).y).toBeLessThan(450 / 3);
  await page.getByRole('button', { name: 'Show results under the drawing' }).click();
  await expect(page.locator('.react-flow__node').first()).toBeInViewport();
});

test.describe('on a tablet, by touch', () => {
  test.use({ viewport: { width: 768, height: 1024 }, hasTouch: true });

  test('a stage is added, changed, deleted by a finger that is held, and brought back', async ({ page }) => {
    await openExample(page, 'Order gateway');
    const nodes = page.locator('.react-flow__node');
    await expect(nodes).toHaveCount(5);
    await page.getByRole('toolbar', { name: 'Add to the graph' }).getByText('Stage').tap();
    await expect(nodes).toHaveCount(6);
    await page.getByRole('button', { name: 'Close the inspector' }).tap();
    await expect(inspector(page)).toBeHidden();

    await node(page, 'match').tap();
    const capacity = inspector(page).getByRole('textbox', { name: /^Capacity/ });
    await capacity.tap();
    await capacity.fill('32');
    await capacity.press('Enter');
    await expect(node(page, 'match')).toContainText('/ 32');
    await page.getByRole('button', { name: 'Close the inspector' }).tap();
    await expect(inspector(page)).toBeHidden();

    const { x, y } = await boxOf(node(page, 'match'));
    const touches = await page.context().newCDPSession(page);
    const touchPoints = [{ x: x + 40, y: y + 12 }];
    await touches.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    const choice = page.getByRole('menuitem', { name: /^Delete/ });
    await expect(choice).toBeVisible();
    await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    // It stays when the finger is lifted.
    await choice.tap();
    await expect(node(page, 'match')).toHaveCount(0);
    await page.getByRole('button', { name: /^Undo: Delete/ }).tap();
    await expect(node(page, 'match')).toBeVisible();
  });
});

for (const width of [1024, 390]) {
  test.describe(`${width} pixels wide, by touch`, { tag: '@long' }, () => {
    test.use({ viewport: { width, height: 768 }, hasTouch: true });

    test('what lies in the middle of the fields answers a finger', async ({ page }) => {
      await openExample(page, 'Order gateway');
      await node(page, 'match').tap();
      const distribution = inspector(page).getByRole('combobox', { name: /^Distribution/ });
      await distribution.scrollIntoViewIfNeeded();
      const { x, y, height } = await boxOf(distribution);
      const panel = await boxOf(inspector(page));
      await page.mouse.click(Math.max(x + 4, panel.x + panel.width / 2), y + height / 2);
      await expect(page.getByRole('option', { name: /^Erlang/ })).toBeVisible();
    });
  });
}

for (const width of [900, 600]) {
  test.describe(`${width} pixels wide`, { tag: '@long' }, () => {
    test.use({ viewport: { width, height: 900 } });

    test('the gallery fits', async ({ page }) => {
      await openGallery(page);
      await expect.poll(() => overflow(page)).toBe(0);
      for (const name of ['Blank', 'Open file…'])
        await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 0.99 });
      const card = page.getByRole('button', { name: /^Mercury BLAST, run 1[^,]/ });
      await card.scrollIntoViewIfNeeded();
      await expect(card).toBeInViewport({ ratio: 0.9 });
    });

    test('graph, inspector and answers can be reached', async ({ page }) => {
      await openExample(page, 'Mercury BLAST, run 1[^,]');
      await expect.poll(() => overflow(page)).toBe(0);
      const graph = page.getByRole('application', { name: /^Graph of/ });
      const frame = await boxOf(graph);
      expect(frame.width).toBeGreaterThan(width / 2);
      expect(frame.height).toBeGreaterThan(120);
      // Where not all of it can be read at once, the view begins at the bottleneck.
      const seen = width > 600 ? ['disk', '1b', '3'] : ['pci'];
      for (const id of seen) await expect(node(page, id)).toBeInViewport({ ratio: 0.9 });
      for (const name of ['Gallery', 'Run', 'Share', 'Help'])
        await expect(page.locator('.top-bar').getByRole('button', { name })).toBeInViewport({ ratio: 0.99 });

      await node(page, '1b').click();
      await expect(inspector(page).getByRole('heading', { name: '1b Hash lookup' })).toBeInViewport();
      const capacity = inspector(page).getByRole('textbox', { name: /^Capacity/ });
      await capacity.scrollIntoViewIfNeeded();
      await expect(capacity).toBeInViewport({ ratio: 0.99 });
      await expect.poll(() => overflow(page)).toBe(0);
      await page.getByRole('button', { name: 'Close the inspector' }).click();
      await expect(inspector(page)).not.toBeInViewport();
      await page.getByRole('button', { name: 'Inspector', exact: true }).click();
      await expect(inspector(page).getByRole('heading', { name: 'Mercury BLAST, run 1' })).toBeInViewport();
      await page.getByRole('button', { name: 'Close the inspector' }).click();

      for (const tab of ['servers', 'simulation', 'compare', 'occupancy'] as const) {
        await expect(await showView(page, tab)).toBeInViewport();
        await idle(page);
        await expect.poll(() => overflow(page), tab).toBe(0);
      }
    });
  });
}
