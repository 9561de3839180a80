/** Virtual queues: the shipped examples with their known truth, a measurement of the user's own, and a long replay stopped. */
import type { Locator, Page } from '@playwright/test';
import {
  dropFile,
  expect,
  idle,
  landsOn,
  measurementKept,
  openBlank,
  publicFile,
  showView,
  test,
} from './workbench.ts';

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Virtual queue' });
const verdict = (page: Page): Locator => panel(page).locator('.verdict');
const row = (page: Page, model: string, part: string): Locator =>
  panel(page).getByRole('row').filter({ hasText: model }).filter({ hasText: part });

async function openQueueExample(page: Page, name: string): Promise<void> {
  await openBlank(page);
  await showView(page, 'virtualQueue');
  await panel(page)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();
  await expect(panel(page)).toContainText(`Example: ${name}`);
}

const setting = (page: Page, label: string): Locator =>
  panel(page).getByRole('textbox', { name: new RegExp(`^${label}`) });

test('a source that sends in bursts: inconsistent, and why', async ({ page }) => {
  await openQueueExample(page, 'Correlated source');
  await expect(verdict(page)).toContainText('✕ Inconsistent – do not trust the prediction');
  await expect(verdict(page)).toContainText('the cause is their order, which the replay shuffles');
  await expect(verdict(page)).toContainText('What would mend it: insertions in their measured order.');
  await expect(verdict(page)).toContainText(/p99 latency of queue = .*, inconsistent; from the trace/);
  await expect(row(page, 'tandem with the bus', 'Head')).toContainText('%');
  const why = panel(page).getByRole('region', { name: 'Why' });
  await expect(why.getByText('Insertions are not independent')).toBeVisible();
  await expect(why.getByText(/Ljung-Box: .* p < 0\.001/)).toBeVisible();
  // A plot for each check that has data: both correlograms, the cross-correlation, the latency and the drift.
  await expect(why.locator('.chart-svg')).toHaveCount(5);
  await expect(panel(page).getByRole('figure', { name: 'Head, at the receiver' })).toBeVisible();
  // The server of this example works independently, which its idle time does not hide.
  await expect(
    why.getByText(/^Nothing speaks against independent services, .* without idle time/),
  ).toBeVisible();
  await expect(
    why.getByRole('figure', { name: 'Autocorrelation of the services, without idle time' }),
  ).toBeVisible();
  // Each level has the band of the model that decides.
  await expect(panel(page).locator('[data-series="tandem"] .chart-band').first()).toBeVisible();
});

test('M/M/1 on one platform: consistent, which is no proof', { tag: '@long' }, async ({ page }) => {
  await openQueueExample(page, 'M/M/1 at ρ 0.8, one platform');
  await expect(verdict(page)).toContainText('○ Consistent – not rejected');
  // Known truth: rho / (1 - rho) = 4 in the mean.
  const cell = row(page, 'ideal queue', 'Whole queue').getByRole('cell').nth(1);
  await expect(cell).toHaveText(/^\d/);
  const mean = await cell.innerText();
  expect(Number.parseFloat(mean)).toBeGreaterThan(3.4);
  expect(Number.parseFloat(mean)).toBeLessThan(4.8);
});

test('behind a bus the tandem is consistent; raw gaps are refused with the reason', { tag: '@long' }, async ({
  page,
}) => {
  await openQueueExample(page, 'M/M/1, software to hardware');
  await expect(verdict(page)).toContainText('○ Consistent');
  await expect(verdict(page)).toContainText('✕ ideal queue');

  await panel(page)
    .getByRole('combobox', { name: /^Service model/ })
    .click();
  await page.getByRole('option', { name: /^all departure gaps/ }).click();
  await expect(verdict(page)).toContainText('No prediction');
  await expect(verdict(page)).toContainText('include the time that nothing was there');

  await panel(page)
    .getByRole('combobox', { name: /^Service model/ })
    .click();
  await page.getByRole('option', { name: /^auto/ }).click();
  await expect(verdict(page)).toContainText('○ Consistent');
  // Another bus: the old verdict is known to be old until it is judged again.
  await setting(page, 'Bulk size').fill('128');
  await page.getByText('Verdict is outdated').getByRole('button', { name: 'Rerun' }).click();
  await expect(verdict(page)).toContainText('✕ Inconsistent');
});

test('ends with two clocks give no truth, and are aligned with one click', { tag: '@long' }, async ({
  page,
}) => {
  await openBlank(page);
  const oneClock = publicFile('measurements/virtual-queues/correlated-hardware-to-software.csv').toString();
  const ahead = (_: string, time: string): string => `head,${Number(time) + 1_000_000},`;
  await dropFile(page, 'two-clocks.csv', oneClock.replace(/^head,(\d+),/gm, ahead));
  await landsOn(page, 'measured');
  await showView(page, 'virtualQueue');
  await panel(page).getByRole('button', { name: 'Test model', exact: true }).click();
  const why = panel(page).getByRole('region', { name: 'Why' });
  await expect(why).toContainText('No element takes less than 1 s over the bus');
  await expect(verdict(page)).not.toContainText('from the trace');
  await why.getByRole('button', { name: 'Align the clocks' }).click();
  await expect(verdict(page)).toContainText('The clock of head was put back by 1 s');
  await expect(verdict(page)).toContainText(/Mean occupancy of queue = .*; from the trace/);
  const clocks = panel(page).getByRole('radiogroup', { name: /^Clocks/ });
  await expect(clocks.getByRole('radio', { name: 'aligned' })).toBeChecked();
});

test('a measurement that is dropped on the page is judged when asked; a long replay can be stopped', {
  tag: '@long',
}, async ({ page }) => {
  await openBlank(page);
  await dropFile(page, 'bus.json', publicFile('measurements/virtual-queues/md1-software-to-hardware.json'));
  await landsOn(page, 'measured');
  await showView(page, 'virtualQueue');
  await expect(panel(page)).toContainText('Measured: bus.json');
  await panel(page).getByRole('button', { name: 'Test model', exact: true }).click();
  await expect(verdict(page)).toContainText('○ Consistent');

  await setting(page, 'Replications').fill('20000');
  await setting(page, 'Replications').press('Enter');
  await expect(panel(page).getByRole('progressbar', { name: 'Replaying' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Stop' }).click();
  await expect(panel(page).getByRole('progressbar')).toHaveCount(0);
  await expect(verdict(page)).toContainText('○ Consistent');
});

test('a bus that was flushed is noticed from what came out of it, said, and taken back with one click', {
  tag: '@long',
}, async ({ page }) => {
  await openBlank(page);
  await dropFile(page, 'own.csv', publicFile('measurements/virtual-queues/laplace-into-print.csv'));
  await expect(page.getByText(/^QTM, [\d,]+ rows/)).toBeVisible();
  await showView(page, 'virtualQueue');
  await expect(panel(page)).toContainText(
    'End of run: a partial bulk is flushed, since 4,200 elements came over the bus, and whole bulks of 8,192 hold none of them.',
  );
  await panel(page).getByRole('button', { name: 'Test model', exact: true }).click();
  await expect(verdict(page)).toContainText('○ Consistent');
  await panel(page).getByRole('button', { name: 'Retain it instead' }).click();
  await expect(verdict(page)).toContainText('✕ Inconsistent');
  await expect(panel(page)).toContainText('End of run: a partial bulk is retained');
  await panel(page).getByRole('button', { name: 'Flush it instead' }).click();
  await expect(verdict(page)).toContainText('○ Consistent');
});

/** A source that sends every 1.3 s or so over a bus of four to a server of 1 s: both ends, element by element. */
function traceOfBothEnds(bulks: number, seed = 1): string {
  const rows: string[] = [];
  const row = (queue: string, time: number, kind: string, count = 1): void => {
    rows.push(`${queue},${Math.round(1e6 * time)},${kind},${count}`);
  };
  let [state, inserted, sent, left] = [seed, 0, 0, 0];
  for (let bulk = 0; bulk < bulks; bulk += 1) {
    for (let i = 0; i < 4; i += 1) {
      state = (state * 48_271) % 2_147_483_647;
      inserted += 0.3 - Math.log(state / 2_147_483_647);
      row('tail', inserted, 'I');
    }
    sent = Math.max(sent, inserted) + 2;
    row('tail', sent, 'D', 4);
    row('head', sent, 'I', 4);
    for (let i = 0; i < 4; i += 1) {
      left = Math.max(left, sent) + 1;
      row('head', left, 'D');
    }
  }
  return [
    '#qtm 1 queues time=us',
    'queueId,source,dest,kind,parentId,bulkSize',
    ...['bus,source,server,virtual,,4', 'tail,source,bus,tail,bus,', 'head,bus,server,head,bus,'],
    '#qtm 1 hist time=us',
    'queueId,frameId,metric,conditioning,binLow,binHigh,weight,weightUnit',
    'tail,,service,,2000000,2000001,1,count',
    '#qtm 1 events time=us',
    'queueId,time,kind,count',
    ...rows.sort((a, b) => Number(a.split(',')[1]) - Number(b.split(',')[1])),
    '',
  ].join('\n');
}

test('a trace of both ends: the truth of the whole is read from the file', { tag: '@long' }, async ({
  page,
}) => {
  await openBlank(page);
  await dropFile(page, 'ends.csv', traceOfBothEnds(1500));
  await landsOn(page, 'measured');
  await showView(page, 'virtualQueue');
  await panel(page).getByRole('button', { name: 'Test model', exact: true }).click();
  await expect(panel(page)).toContainText('of all 6,000 insertions, read again from the file');
  const truth = panel(page).getByRole('columnheader', { name: /^Truth/ });
  await expect(truth).toBeVisible();
  await expect(panel(page).getByRole('figure', { name: 'Whole queue', exact: true })).toContainText('truth');
});

test('after a reload the file is asked for again: another is refused with the reason, the right one tells the truth', {
  tag: '@long',
}, async ({ page }) => {
  await openBlank(page);
  await dropFile(page, 'ends.csv', traceOfBothEnds(1500));
  await expect(page.getByText(/^QTM, [\d,]+ rows/)).toBeVisible();
  await idle(page);
  await measurementKept(page, 'ends.csv');
  await page.reload();
  await showView(page, 'virtualQueue');
  await expect(panel(page)).toContainText('Measured: ends.csv');
  const judge = panel(page).getByRole('button', { name: 'Test model', exact: true });
  await judge.click();
  await expect(panel(page)).toContainText('keeps the order of its last 5,000 insertions only, of 6,000');
  const truth = panel(page).getByRole('columnheader', { name: /^Truth/ });
  await expect(truth).toBeHidden();

  const asked = panel(page).getByRole('button', { name: 'Choose ends.csv and replay all of it…' });
  const choose = async (text: string): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await asked.click();
    await (await chooser).setFiles({ name: 'ends.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  };
  // Another run with as many elements, under the name of the file.
  await choose(traceOfBothEnds(1500, 2));
  await expect(verdict(page)).toContainText(
    'ends.csv has as many insertions of queue tail as the measurement, but at other times: it is not its file',
  );
  await expect(truth).toBeHidden();

  await choose(traceOfBothEnds(1500));
  await expect(panel(page)).toContainText('of all 6,000 insertions, read again from the file');
  await expect(verdict(page)).not.toContainText('it is not its file');
  await expect(truth).toBeVisible();
  await expect(panel(page).getByRole('figure', { name: 'Whole queue', exact: true })).toContainText('truth');
  // It is at hand for the rest of the visit.
  await setting(page, 'Replications').fill('60');
  await judge.click();
  await expect(verdict(page)).toContainText('60 replications');
  await expect(truth).toBeVisible();
});

/** An M/D/1 of one queue: gaps of a fixed sequence that is as good as random, services of 0.8 s. */
function traceOf(count: number): string {
  const rows: { readonly time: number; readonly row: string }[] = [];
  let state = 1;
  let arrival = 0;
  let left = 0;
  for (let i = 0; i < count; i += 1) {
    state = (state * 48_271) % 2_147_483_647;
    arrival += Math.round(-1e6 * Math.log(state / 2_147_483_647));
    left = Math.max(arrival, left) + 8e5;
    rows.push({ time: arrival, row: `stage,${arrival},I` }, { time: left, row: `stage,${left},D` });
  }
  rows.sort((a, b) => a.time - b.time);
  return `#qtm 1 events time=us\nqueueId,time,kind\n${rows.map(({ row }) => row).join('\n')}\n`;
}

test('a stage against its trace: distances with intervals, quantiles, and frame by frame', {
  tag: '@long',
}, async ({ page }) => {
  await openBlank(page);
  await dropFile(page, 'trace.csv', traceOf(20_000));
  await landsOn(page, 'compare');
  // The page takes the services for exponential: twice the waiting of what was measured.
  await expect(page.getByRole('row', { name: /^NG Number in system .* ✕ rejected$/ })).toBeVisible();
  const levels = page.getByRole('region', { name: 'Stage: occupancy' });
  const distance = levels.getByRole('row', { name: /^Wasserstein-1/ }).getByRole('cell');
  // Its interval comes after the distance itself.
  await expect(distance.nth(1)).toContainText('…');
  const value = Number.parseFloat(await distance.nth(0).innerText());
  const [low, high] = (await distance.nth(1).innerText()).split('…').map(Number.parseFloat);
  // Means of 4 and of 0.8 + 0.64 / (2 * 0.2) = 2.4.
  expect(value).toBeGreaterThan(1.2);
  expect(value).toBeLessThan(2);
  expect(low!).toBeLessThan(high!);
  await expect(
    levels.getByRole('figure', { name: 'Stage: Q–Q plot, measured against predicted' }),
  ).toBeVisible();
  await expect(levels.getByRole('figure', { name: /^Stage: each .* of .* frames$/ })).toBeVisible();
});
