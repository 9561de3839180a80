/** The simulation that runs by itself where the answer is not exact. */
import {
  expect,
  idle,
  inspector,
  node,
  openFile,
  openScenario,
  publicFile,
  rowOf,
  setField,
  simulate,
  test,
} from './workbench.ts';

// As a new visitor has it.
test.use({ live: true });

const badge = '.solved-by .w-badge';

const slowed = () => {
  const run = JSON.parse(publicFile('examples/mercury-run-2.json'));
  for (const one of run.nodes) if (one.id === '1b') one.service = { distribution: 'exponential', rate: 2e7 };
  return { ...run, name: 'Slowed' };
};

test('a stage that holds others up is shown as it is simulated, with what the formulas give beside it', {
  tag: '@long',
}, async ({ page }) => {
  await openScenario(page, slowed());
  await expect(page.locator(badge)).toContainText('simulated');
  await expect(node(page, '1a')).toContainText(/◍ 12\d \/ 130/);
  await expect(node(page, '1a')).toHaveAttribute('aria-label', /simulated/);
  const row = await rowOf(page, '1a Bloom filter');
  expect(row['Queue length simulated']!.text).toMatch(/^12\d\s+± .* %/);
  expect(row['Queue length analytic']!.text).toMatch(/^12\d$/);
});

test('an edit ends it and starts it anew; undo brings back what was known', async ({ page }) => {
  await openFile(page, 'timetrial-bulk-tandem');
  await expect(node(page, 'server')).toContainText('◍ 26.');
  await node(page, 'server').click();
  await setField(page, 'Rate', '20M');
  await expect(node(page, 'server')).not.toContainText('26.');
  await expect(node(page, 'server')).toContainText('◍');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(node(page, 'server')).toContainText('◍ 26.');
});

test('an exact answer starts none', { tag: '@long' }, async ({ page }) => {
  await openFile(page, 'timetrial-mm1-08');
  await expect(page.locator(badge)).toContainText('exact');
  await expect(page.locator('.react-flow')).not.toContainText('◍');
});

test('one switch turns it off, also for the next visit', { tag: '@long' }, async ({ page }) => {
  await openFile(page, 'timetrial-bulk-tandem');
  await expect(page.locator(badge)).toContainText('simulated');
  await page.getByRole('button', { name: /^Solved by/ }).click();
  const live = page.getByRole('menuitemcheckbox', { name: 'Simulate what is not exact' });
  await expect(live).toBeChecked();
  await live.click();
  await expect(page.locator(badge)).toContainText('approximate');
  await expect(node(page, 'server')).toContainText('28.8');
  await page.reload();
  await idle(page);
  await expect(node(page, 'server')).toContainText('28.8');
  await expect(page.locator(badge)).toContainText('approximate');
});

test('a run that is asked for counts before it, and keeps its record', { tag: '@long' }, async ({ page }) => {
  await openFile(page, 'timetrial-bulk-tandem');
  await expect(page.locator(badge)).toContainText('simulated');
  await simulate(page, 5);
  await idle(page);
  await expect(page.getByRole('table', { name: /^Simulated, 5 replications/ })).toBeVisible();
  await page.locator(badge).hover();
  await expect(page.locator('.w-tooltip')).toContainText('5 replications');
  await expect(inspector(page)).toBeVisible();
});

test('a chain that is too large for an edit takes the approximation’s place in the background', {
  tag: '@long',
}, async ({ page }) => {
  const exponential = (rate: number) => ({ distribution: 'exponential', rate });
  await openScenario(page, {
    ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'Seventy places each' },
    ...{
      nodes: [
        { id: 'in', kind: 'source', interarrival: exponential(0.9) },
        { id: 'a', kind: 'stage', service: exponential(1), capacity: 70 },
        { id: 'b', kind: 'stage', service: exponential(0.95), capacity: 70 },
        { id: 'out', kind: 'sink' },
      ],
      links: [
        { from: 'in', to: 'a' },
        { from: 'a', to: 'b' },
        { from: 'b', to: 'out' },
      ],
    },
  });
  await expect(page.locator(badge)).toContainText('exact');
  await expect(page.getByRole('table', { name: /^Stages/ })).toContainText('● Markov chain');
  await expect(node(page, 'a')).not.toContainText('◍');
});
