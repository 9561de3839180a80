/** Every answer says what it is and when not to trust it. */
import {
  expect,
  field,
  idle,
  inspector,
  node,
  openFile,
  rowOf,
  showView,
  simulate,
  test,
} from './workbench.ts';

const trust = (page: Parameters<typeof node>[0]) =>
  page.getByRole('button', { name: /^Method and confidence/ });

test('run 2 is sensitive to inputs, and the page says by which input', async ({ page }) => {
  await openFile(page, 'mercury-run-2');
  const row = await rowOf(page, '1b Hash lookup');
  expect(row['Queue length']!.text).toMatch(/◌ 231 … 597/);
  await expect(trust(page)).toContainText('◌');
  await expect(node(page, '1b')).toContainText('◌ 232…598');
  await expect(page.getByText('◌ analytic', { exact: true }).first()).toBeVisible();
  await node(page, '1b').click();
  const panel = inspector(page);
  await expect(panel.getByText('sensitive to inputs').first()).toBeVisible();
  await expect(panel).toContainText('It is most sensitive to the pass probability of 1a Bloom filter.');
  const assumptions = panel.getByRole('list', { name: 'What the model assumes' });
  await expect(assumptions.getByRole('img', { name: 'does not hold' }).first()).toBeVisible();
  await expect(assumptions.getByRole('img', { name: 'holds', exact: true }).first()).toBeVisible();
});

test('an M/M/1 at 0.9 is determined: exact everywhere, and the inspector says how far its digits reach', {
  tag: '@long',
}, async ({ page }) => {
  await openFile(page, 'timetrial-mm1-09');
  const row = await rowOf(page, 'Server');
  expect(row['Number in system analytic']!.text).toBe('9');
  expect(row['Number in system measured']!.text).toBe('9.06');
  await expect(trust(page)).toContainText('● isolated analytic queues');
  await node(page, 'server').click();
  const panel = inspector(page);
  await expect(panel.locator('.w-badge').first()).toHaveText(/exact$/);
  await expect(panel.getByRole('row', { name: /^Queue length/ })).toContainText('7.62 … 8.64');
  await expect(panel).toContainText('The intervals turn mostly on the service rate of Server.');
  await expect(page.getByText('◌')).toHaveCount(0);
});

test('with the inspector folded the table of stages needs no scrolling beside its chart', {
  tag: '@long',
}, async ({ page }) => {
  await openFile(page, 'mercury-run-2');
  await page.getByRole('separator', { name: 'Width of the inspector' }).press('Enter');
  for (const slug of ['mercury-run-2', 'weh-market-data']) {
    await openFile(page, slug);
    const box = page.locator('.w-table-box', { has: page.getByRole('table', { name: 'Stages' }) });
    await expect
      .poll(() => box.evaluate((element) => element.scrollWidth - element.clientWidth), slug)
      .toBe(0);
  }
});

test('the next best method and the ladder stand beside the answer', { tag: '@long' }, async ({ page }) => {
  await openFile(page, 'mercury-run-2');
  const table = page.getByRole('table', { name: 'Number in system by method' });
  await expect(table).toContainText('Alternative: isolated analytic queues');
  await expect(table.getByRole('row', { name: /^1a / })).toContainText('✕');
  const ladder = page.getByRole('table', { name: 'Bottleneck order' });
  const rungs = ladder.getByRole('row');
  await expect(rungs.nth(1)).toContainText('1b Hash lookup');
  await expect(rungs.nth(2)).toContainText('× 1.247');
  await page.getByRole('combobox', { name: 'Quantity' }).click();
  await page.getByRole('option', { name: 'Utilization' }).click();
  await expect(page.getByRole('table', { name: 'Utilization by method' })).toContainText('✓');
});

test('a simulation is held against the formulas', { tag: '@long' }, async ({ page }) => {
  await openFile(page, 'timetrial-mm1-08');
  await simulate(page, 3);
  await idle(page);
  await showView(page, 'occupancy');
  const table = page.getByRole('table', { name: 'Number in system by method' });
  await expect(table).toContainText('Simulation');
  await expect(table).toContainText(
    /within the interval|from the simulation|same to three digits|too wide to tell|by chance/,
  );
});

test('the smallest capacity is found, used in one step and taken back', { tag: '@long' }, async ({
  page,
}) => {
  await openFile(page, 'mercury-run-2');
  await node(page, '2').click();
  const panel = inspector(page);
  await expect(field(page, 'Capacity K')).toHaveValue(/^10\b/);
  await field(page, 'Full probability at most').fill('1e-9');
  await field(page, 'Full probability at most').press('Enter');
  await panel.getByRole('button', { name: 'Find K' }).click();
  await panel.getByRole('button', { name: 'Use K = 17' }).click();
  await expect(field(page, 'Capacity K')).toHaveValue(/^17\b/);
  await expect(panel).toContainText('The stage has it already.');
  await page.getByRole('button', { name: 'Undo: Change capacity' }).click();
  await expect(field(page, 'Capacity K')).toHaveValue(/^10\b/);
});

test('the chart lays over each other what is ticked, and says why there is no worst case', {
  tag: '@long',
}, async ({ page }) => {
  await openFile(page, 'timetrial-mm1-09');
  const panel = await showView(page, 'occupancy');
  const shown = panel.getByRole('group', { name: 'Show' });
  await expect(panel.locator('.chart-stage')).toContainText('analytic');
  await expect(shown.getByLabel('Simulated')).toBeDisabled();
  await shown.getByLabel('Analytic').uncheck();
  await expect(panel.locator('.chart-stage')).not.toContainText('analytic');
  await expect(panel.locator('.chart-stage')).toContainText('measured');
  await shown.getByLabel('Worst case').check();
  await expect(shown).toContainText(/^.*No worst case: .*any number/);
});
