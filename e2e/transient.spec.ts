/** The chain followed over time, its refusal where it is too large, and worst-case bounds. */
import type { Page } from '@playwright/test';
import { expect, openScenario, savedFile, showView, test } from './workbench.ts';

const exponential = (rate: number) => ({ distribution: 'exponential', rate });
const constant = (mean: number) => ({ distribution: 'deterministic', mean });

const line = (source: object, first: object, second: object) => ({
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Line',
  nodes: [
    { id: 'in', kind: 'source', ...source },
    { id: 'a', kind: 'stage', name: 'First', ...first },
    { id: 'b', kind: 'stage', name: 'Second', ...second },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'out' },
  ],
});
const tandem = (capacity: number) => {
  const stage = { service: exponential(1), capacity, whenFull: 'drop' };
  return line({ interarrival: exponential(1) }, stage, stage);
};

async function openTab(
  page: Page,
  scenario: { readonly name: string },
  view: 'transient' | 'bounds',
): Promise<void> {
  await openScenario(page, scenario);
  await showView(page, view);
}

/** A row of the table behind a chart, once it is that of this time. */
async function lastRow(page: Page, title: string, time: string): Promise<number[]> {
  const chart = page.getByRole('figure', { name: title });
  await chart.getByRole('button', { name: 'Table and export' }).click();
  await page.getByRole('menuitem', { name: 'Show table' }).click();
  const row = chart.getByRole('table').locator('tbody tr').last().locator('td, th');
  await expect(row.first()).toHaveText(time);
  const cells = await row.allInnerTexts();
  return cells.map((text) => Number(text.replaceAll(',', '')));
}

test('a tandem of loss stages from empty: at t = 1 the first holds (1 - exp(-2)) / 2', async ({ page }) => {
  await openTab(page, tandem(1), 'transient');
  await expect(page.getByText('Markov chain: 4 states')).toBeVisible();
  await page.getByRole('textbox', { name: /^Until/ }).fill('1 s');
  await page.keyboard.press('Enter');
  const [time, first] = await lastRow(page, 'Transient response', '1');
  expect(time).toBe(1);
  expect(first).toBeCloseTo((1 - Math.exp(-2)) / 2, 4);

  // The full start has a drain, and the answer from empty says that it is older.
  await page.getByRole('radio', { name: 'Full' }).click();
  const outdated = page.getByText('Transient response is outdated');
  await outdated.getByRole('button', { name: 'Rerun' }).click();
  const table = page.getByRole('table', { name: 'Fill and drain times' });
  await expect(table.getByRole('row', { name: /All empty, sources off/ })).toBeVisible();
  await expect(outdated).toBeHidden();

  // The picture of levels is read with the keys.
  const cursor = page.getByRole('slider', { name: 'Time looked at' });
  await cursor.focus();
  await page.keyboard.press('End');
  await expect(cursor).toHaveAttribute('aria-valuetext', '1 s');
});

test('a chain too large is refused with its size, and a long walk can be stopped', { tag: '@long' }, async ({
  page,
}) => {
  await openTab(page, tandem(700), 'transient');
  await expect(page.getByText('Markov chain: about 490,000 states, more than the 200,000')).toBeVisible();
  await page.getByRole('button', { name: 'Compute' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'The chain has more than 200,000 states (about 490,000)',
  );
  await page.getByRole('button', { name: 'Simulated over time' }).click();
  await expect(page.getByRole('tab', { name: 'Time series' })).toHaveAttribute('aria-selected', 'true');

  // Beyond what an estimate can be off by there is nothing to try.
  await openTab(page, tandem(1000), 'transient');
  await expect(page.getByText('Too many states to be followed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Compute' })).toBeDisabled();

  await openTab(page, tandem(200), 'transient');
  await page.getByRole('button', { name: 'Compute' }).click();
  await expect(page.getByRole('progressbar', { name: 'Computing the transient response' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Not computed yet')).toBeVisible();
});

test('without a Markov chain nothing can be computed, and the way out is shown', { tag: '@long' }, async ({
  page,
}) => {
  const service = { distribution: 'pareto', scale: 0.1, shape: 2.5 };
  await openTab(page, line({ interarrival: exponential(1) }, { service }, { service }), 'transient');
  await expect(page.getByText('No Markov chain: ')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Compute' })).toBeDisabled();
  await page.getByRole('button', { name: 'Simulated over time' }).click();
  await expect(page.getByRole('tab', { name: 'Time series' })).toHaveAttribute('aria-selected', 'true');
});

test('bounds of a constant line equal the formula, and one of them becomes a capacity', async ({ page }) => {
  const [burst, rate, latency] = [8, 8, 0.1];
  const drawn = line(
    { interarrival: constant(1), batchSize: burst },
    { service: constant(latency), capacity: 20 },
    { service: constant(0.12), capacity: 4 },
  );
  await openTab(page, drawn, 'bounds');
  const first = page.getByRole('table', { name: 'Worst-case bounds' }).getByRole('row', { name: /^First/ });
  await expect(first.locator('td').nth(0)).toHaveText(String(Math.floor(burst + rate * latency)));
  const stay = Number(await first.locator('td').nth(1).locator('[title]').getAttribute('title'));
  expect(stay).toBeCloseTo(latency + (burst - 1) * latency, 10);
  await page.getByRole('button', { name: 'Use 9' }).click();
  await expect(page.getByRole('button', { name: 'Use 9' })).toBeHidden();
  const capacityOf = async (): Promise<number> =>
    JSON.parse(await savedFile(page)).nodes.find(({ id }: { id: string }) => id === 'b').capacity;
  expect(await capacityOf()).toBe(9);
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('button', { name: 'Use 9' })).toBeVisible();
  expect(await capacityOf()).toBe(4);
});

test('arrivals without a bound have no worst case, and a sentence says why', { tag: '@long' }, async ({
  page,
}) => {
  await openTab(page, tandem(3), 'bounds');
  await expect(
    page.getByText(/^Arrivals from "in" are exponential: any number may arrive at once/),
  ).toBeVisible();
});
