/**
 * The tour of the README by the words that it and the page use, at three sizes of screen: who follows it finds each thing it
 * names, and sees what it says. On a phone: what the README promises of a shared scenario, which is to be read and changed.
 */
import type { Locator, Page } from '@playwright/test';
import { drag, middleOf } from './mouse.ts';
import { dropFile, expect, field, idle, inspector, openGallery, setField, test } from './workbench.ts';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 1024, height: 768 },
] as const;

// As a visitor has it: what is not exact is simulated by itself.
test.use({ live: true });

const card = (page: Page, title: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${title}`) }).first();

/** A node by what is written on it. */
const drawn = (page: Page, name: string): Locator =>
  page.locator('.react-flow__node').filter({ has: page.getByText(name, { exact: true }) });

const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true });

for (const size of SIZES)
  test(`the tour at ${size.width} × ${size.height}`, { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize(size);
    await openGallery(page);

    // 1. An example that lands on its data.
    await card(page, 'Order gateway, measured').click();
    await expect(tab(page, 'Validate')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByText('Rejected by the data.')).toBeVisible();
    await drawn(page, 'Match').click();
    await inspector(page).getByRole('combobox', { name: 'Distribution' }).click();
    await page.getByRole('option', { name: /^Hyperexponential more/ }).click();
    await setField(page, 'SCV', '6');
    await idle(page);
    await expect(page.getByText('Consistent with the data.')).toBeVisible();

    // 2. The drawing, and whose numbers it shows.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Gallery' }).click();
    await card(page, 'Mercury BLAST, run 2').click();
    await idle(page);
    const lookup = drawn(page, '1b Hash lookup');
    await expect(lookup).toContainText('bottleneck');
    for (const source of ['Analytic', 'Simulated', 'Measured', 'Best available'])
      await page.getByRole('radio', { name: source, exact: true }).first().click();

    // 3. A change, taken back; the tree of variants; a stage more, renamed and taken out.
    await lookup.click();
    for (const typed of ['60 M', '133 MHz', '1 /clk @ 133 MHz']) {
      await setField(page, 'Rate', typed);
      await expect(field(page, 'Rate')).toHaveValue(typed);
    }
    // Each entry is one step back, from the field itself, also where only the writing was another.
    await page.keyboard.press('Control+z');
    await expect(field(page, 'Rate')).toHaveValue('133 MHz');
    await page.keyboard.press('Control+z');
    await expect(field(page, 'Rate')).toHaveValue(/^60 M/);
    await page.keyboard.press('Control+z');
    await expect(field(page, 'Rate')).toHaveValue(/^50 M/);
    // So is what the slider beside it did, which keeps the keys after the mouse let go of it.
    const slider = inspector(page).getByRole('slider').first();
    const from = await middleOf(slider);
    await drag(page, from, { x: from.x + 40, y: from.y });
    await expect(field(page, 'Rate')).not.toHaveValue(/^50 M/);
    await page.keyboard.press('Control+z');
    await expect(field(page, 'Rate')).toHaveValue(/^50 M/);
    await field(page, 'Rate').focus();
    await page.keyboard.press('Escape');
    await expect(drawn(page, '1b Hash lookup')).toBeFocused();
    await expect(field(page, 'Rate')).toHaveValue(/^50 M/);
    await page.keyboard.press('v');
    const variants = page.getByRole('dialog', { name: 'Variants' });
    await variants.press('Escape');
    await expect(variants).toBeHidden();
    const before = await page.locator('.react-flow__node').count();
    await lookup.focus();
    await page.keyboard.press('a');
    await expect(page.locator('.react-flow__node')).toHaveCount(before + 1);
    await page.keyboard.press('F2');
    await page.keyboard.type('Filter');
    await page.keyboard.press('Enter');
    await expect(drawn(page, 'Filter')).toBeVisible();
    await drawn(page, 'Filter').focus();
    await page.keyboard.press('Delete');
    await expect(page.locator('.react-flow__node')).toHaveCount(before);

    // 4. Results, and a run.
    await page.keyboard.press('Escape');
    await tab(page, 'Results').click();
    await expect(page.getByRole('table', { name: /^Stages/ })).toContainText('PCI-X');
    for (const view of ['Time series', 'Latency', 'Servers', 'Transient', 'Bounds', 'Occupancy'])
      await tab(page, view).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await idle(page);
    await page.keyboard.press('p');
    await expect(page.getByRole('button', { name: 'Next event' })).toBeVisible();
    // The bar stops the animation, though Run was pressed last.
    await page.keyboard.press(' ');
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible();
    await page.keyboard.press('p');

    // 5. How sure it is.
    await expect(page.getByText('Method and confidence')).toBeVisible();

    // 6. A file, dropped anywhere.
    await dropFile(
      page,
      'measured.csv',
      '#qtm 1 scalars time=ns\nqueueId,metric,stat,value,unit\n1b,throughput,mean,50.0e6,items/s\n1b,utilization,mean,0.927,\n1b,queueLength,mean,580,items\n',
    );
    await expect(tab(page, 'Validate')).toHaveAttribute('aria-selected', 'true');
    for (const step of ['Data', 'Queues', 'Fit and calibrate', 'Service rates', 'Bayesian inference'])
      await page.getByRole('tab', { name: new RegExp(`^${step}`) }).click();

    // 7. The design space.
    await tab(page, 'Explore').click();
    for (const task of ['Optimise', 'Bottlenecks', 'Mapping', 'Baselines', 'Sweep'])
      await expect(page.getByRole('radio', { name: task, exact: true })).toBeVisible();

    // 8. A link.
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await expect(page.getByRole('textbox', { name: /link/i })).toHaveValue(/^http/);
  });

test('a phone shows a shared scenario, plays it and changes a number', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openGallery(page);
  await card(page, 'Mercury BLAST, run 1').click();
  await idle(page);
  await drawn(page, '1b Hash lookup').click();
  await setField(page, 'Rate', '60 M');
  await idle(page);
  await page.getByRole('button', { name: 'Close the inspector' }).click();
  await expect(page.getByText('Throughput').first()).toBeVisible();
  // What does not fit is on the map, and a stage can be added.
  await expect(page.getByRole('img', { name: 'Small map of the graph' })).toBeVisible();
  const kinds = page.getByRole('toolbar', { name: 'Add to the graph' });
  await expect(kinds.getByRole('button', { name: 'Stage' })).toBeInViewport({ ratio: 0.99 });
  await page
    .getByRole('button', { name: /^Animate|^Play|^Watch/ })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Next event' })).toBeVisible();
});
