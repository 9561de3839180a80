/** Measured arrivals replayed through the drawn stage: the verdict, the picture, stopping, a file that is gone, and the way to the fits. */
import type { Locator, Page } from '@playwright/test';
import {
  downloadBy,
  dropFile,
  expect,
  inspector,
  landsOn,
  measurementKept,
  openBlank,
  setField,
  showView,
  test,
} from './workbench.ts';

const panel = (page: Page): Locator => page.getByRole('region', { name: /trace-driven simulation/ });
const button = (page: Page): Locator => panel(page).getByRole('button', { name: 'Replay measured arrivals' });
const verdict = (page: Page): Locator => panel(page).getByRole('status');

/** Arrivals that alternate between gaps of 1 and 9 µs; services of 4 µs at the constant server: D_i = max(A_i, D_{i-1}) + 4 µs. */
function alternating(count: number): string {
  const events: [time: number, kind: string][] = [];
  let [now, free] = [0, 0];
  for (let i = 0; i < count; i += 1) {
    now += i % 2 === 0 ? 9000 : 1000;
    free = Math.max(free, now) + 4000;
    events.push([now, 'I'], [free, 'D']);
  }
  events.sort((a, b) => a[0] - b[0] || (a[1] === 'I' ? -1 : 1));
  const rows = events.map(([time, kind]) => `stage1,${time},${kind}`);
  return `#qtm 1 events time=ns\nqueueId,time,kind\n${rows.join('\n')}\n`;
}

const stageNode = (page: Page): Locator => page.locator('.react-flow__node').nth(1);

/** A source of 200,000 per second with the distribution that is drawn at first, and a server of the given rate. */
async function openTraced(page: Page, { rate, count }: { rate: string; count: number }): Promise<void> {
  await openBlank(page);
  await page.locator('.react-flow__node').first().click();
  await setField(page, 'Rate', '200 k');
  await stageNode(page).click();
  await expect(inspector(page).getByRole('heading', { name: 'Stage', exact: true })).toBeVisible();
  await setField(page, 'Rate', rate);
  const id = await stageNode(page).getAttribute('data-id');
  await dropFile(page, 'trace.csv', alternating(count).replaceAll('stage1', id!));
  await landsOn(page, 'compare');
}

test('a stage with the wrong service: the replay says so, and shows it', async ({ page }) => {
  await openTraced(page, { rate: '500 k', count: 3000 });
  await expect(panel(page)).toContainText('fed with exactly the measured arrivals');
  await button(page).click();
  await expect(verdict(page)).toContainText('✕');
  await expect(verdict(page)).toContainText('With the measured arrivals stage');
  await expect(verdict(page)).toContainText('so the service is wrong, and so are the model’s arrivals');
  await expect(verdict(page)).toContainText('3,000 arrivals of queue');

  // Known truth: inside are 4 µs and 7 µs in turn, of 10 µs for the two: a mean of 1.1.
  const row = panel(page).getByRole('row').filter({ hasText: 'Number in system' });
  const measured = await row.getByRole('cell').first().locator('[title]').getAttribute('title');
  expect(Number(measured)).toBeCloseTo(1.1, 2);
  await expect(panel(page).getByRole('figure', { name: /number in system over time/ })).toBeVisible();
  await expect(panel(page).getByRole('figure', { name: /occupancy$/ })).toBeVisible();
  await expect(panel(page).getByRole('figure', { name: /Q–Q plot/ })).toBeVisible();
  const { text } = await downloadBy(page, () =>
    panel(page).getByRole('button', { name: 'CSV' }).first().click(),
  );
  expect(text).toContain('Number in system');

  // Another model: what is shown is of an earlier one.
  await stageNode(page).click();
  await setField(page, 'Rate', '400 k');
  await expect(page.getByText('Trace-driven simulation is outdated')).toBeVisible();
});

test('a long replay is stopped', { tag: '@long' }, async ({ page }) => {
  // Many seconds of work, so that it is stopped in the middle.
  await openTraced(page, { rate: '250 k', count: 400_000 });
  await button(page).click();
  await expect(panel(page).getByRole('progressbar')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Stop' }).click();
  await expect(panel(page).getByRole('progressbar')).toBeHidden();
  await expect(verdict(page)).toBeHidden();
  await expect(button(page)).toBeEnabled();
});

test('after a reload the file is asked for again; one without insertions is refused with the reason', {
  tag: '@long',
}, async ({ page }) => {
  await openTraced(page, { rate: '250 k', count: 500 });
  await page.evaluate(() => window.waitForIdle());
  await measurementKept(page, 'trace.csv');
  await page.reload();
  await showView(page, 'compare');
  await expect(panel(page)).toContainText('trace.csv is stored without its rows');
  const id = await stageNode(page).getAttribute('data-id');
  const choose = (name: string, text: string) =>
    panel(page)
      .getByLabel('Trace to replay')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('other.csv', `#qtm 1 events time=ns\nqueueId,time,kind\n${id},1,D\n${id},2,D\n`);
  await expect(panel(page).getByRole('alert')).toContainText('has departures and no insertions');
  await choose('trace.csv', alternating(500).replaceAll('stage1', id!));
  await expect(verdict(page)).toContainText('With the measured arrivals stage');

  // Once given it is at hand, here and where else its rows are needed.
  await expect(panel(page)).not.toContainText('is stored without its rows');
  await stageNode(page).click();
  await setField(page, 'Rate', '300 k');
  await expect(page.getByText('Trace-driven simulation is outdated')).toBeVisible();
  await button(page).click();
  await expect(page.getByText('Trace-driven simulation is outdated')).toBeHidden();
  await expect(verdict(page)).toContainText('With the measured arrivals stage');
  await showView(page, 'rates');
  await expect(page.getByRole('button', { name: 'Estimate from trace.csv' })).toBeVisible();
});

test('without a trace it says what is missing; models of the station are one click away', {
  tag: '@long',
}, async ({ page }) => {
  await openBlank(page);
  const id = await stageNode(page).getAttribute('data-id');
  const levels = [60, 30, 10].map((weight, n) => `${id},occupancy,${n},${n},${weight},time`).join('\n');
  await dropFile(
    page,
    'levels.csv',
    `#qtm 1 hist time=ns\nqueueId,metric,binLow,binHigh,weight,weightUnit\n${levels}\n`,
  );
  await showView(page, 'compare');
  await expect(panel(page)).toContainText('has no trace of insertions of this stage');
  await expect(button(page)).toBeHidden();
  await page.getByRole('button', { name: 'Queue models, ranked' }).click();
  await landsOn(page, 'fits');
  await expect(page.getByRole('region', { name: 'Fits' })).toContainText('M/M/1');
});
