/** A simulation can be stopped and outlives its workers; the page says what happened to it. */
import type { Page } from '@playwright/test';
import {
  expect,
  field,
  idle,
  node,
  openBlank,
  openFile,
  rowOf,
  setField,
  showTab,
  simulate,
  test,
} from './workbench.ts';

const simulated = (page: Page, replications: number | RegExp) =>
  page.getByRole('table', { name: new RegExp(`^Simulated, ${replications} replications`) });

/** Lets a worker fail as it would by a fault of its own. */
async function fail(page: Page, name: string): Promise<void> {
  const worker = page.workers().find((one) => one.url().includes(name));
  if (!worker) throw new Error(`no ${name} in ${page.workers().map((one) => one.url())}`);
  await worker.evaluate(() => {
    setTimeout(() => {
      throw new Error('boom');
    });
  });
}

test('a stopped simulation says how many replications its numbers are from', async ({ page }) => {
  await openFile(page, 'mercury-run-1');
  await simulate(page, 400);
  // From two replications on there are intervals.
  await page.getByRole('progressbar', { name: 'Simulating' }).waitFor();
  await page.getByText(/^([2-9]|\d\d+) of 400 replications/).waitFor();
  await page.getByRole('table', { name: /^Simulated/ }).waitFor();
  await page.locator('.top-bar').getByRole('button', { name: 'Stop' }).click();
  await idle(page);
  const note = page.getByText(/^Stopped after \d+ replications; the intervals are from these\.$/);
  await expect(note).toBeVisible();
  const made = Number(/\d+/.exec(await note.innerText())![0]);
  expect(made).toBeGreaterThanOrEqual(2);
  expect(made).toBeLessThan(400);
  await expect(simulated(page, made)).toBeVisible();

  // It can be started again at once.
  await page.getByRole('textbox', { name: /^Replications/ }).fill('3');
  await page.locator('.top-bar').getByRole('button', { name: 'Simulate' }).click();
  await idle(page);
  await expect(simulated(page, 3)).toBeVisible();
});

test('the same seed gives the same numbers, another seed others', async ({ page }) => {
  await openBlank(page);
  const run = async (seed: string): Promise<number> => {
    await page.getByRole('textbox', { name: /^Seed/ }).fill(seed);
    await page.keyboard.press('Enter');
    await idle(page);
    await expect(page.getByRole('table', { name: new RegExp(`seed ${seed}$`) })).toBeVisible();
    return (await rowOf(page, 'Stage', 'Simulated')).Occupancy!.value;
  };
  await showTab(page, 'Simulate');
  const first = await run('7');
  const other = await run('8');
  expect(other).not.toBe(first);
  expect(await run('7')).toBe(first);
});

test.describe('a worker that fails', () => {
  test('in a run is replaced, and the run gives what it would have given', async ({ page }) => {
    await openFile(page, 'mercury-run-1');
    await simulate(page, 6);
    await page.getByRole('progressbar', { name: 'Simulating' }).waitFor();
    await page.getByText(/^[1-4] of 6 replications/).waitFor();
    await fail(page, 'simulator.worker');
    await idle(page);
    await expect(page.locator('.panel__refusal')).toContainText('boom');
    await expect(page.locator('.panel__refusal')).toContainText('A new worker took over.');
    await expect(simulated(page, 6)).toBeVisible();
    const disturbed = await rowOf(page, '1a Bloom filter', 'Simulated');

    await page.locator('.top-bar').getByRole('button', { name: 'Simulate' }).click();
    await expect(page.locator('.panel__refusal')).toHaveCount(0);
    await idle(page);
    await expect(simulated(page, 6)).toBeVisible();
    expect(await rowOf(page, '1a Bloom filter', 'Simulated')).toEqual(disturbed);
  });

  test('between two answers is replaced with the next edit', async ({ page }) => {
    await openBlank(page);
    await node(page, 'stage').click();
    await fail(page, 'solver.worker');
    await setField(page, 'Rate', '2');
    await idle(page);
    await expect(field(page, 'Rate')).toHaveValue('2 /s');
    await expect(node(page, 'stage')).toContainText('ρ 40 %');
  });
});
