/** From a monitor's samples to a rate, its picture, and the model that takes it. */
import type { Locator, Page } from '@playwright/test';
import { axeOn } from './axe.ts';
import { dropFile, expect, idle, landsOn, linkTo, savedFile, showView, test } from './workbench.ts';

/** Exponential service at 1000 a second behind a source of 800. */
const MODEL = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Line',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 800 } },
    { id: 'a', kind: 'stage', name: 'Parse', service: { distribution: 'exponential', rate: 1000 } },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'out' },
  ],
};

/** Periods of 10 ms: `counts` items in each, and for how many ms of it the reader waited. */
function samples(counts: readonly number[], blockedMs: (i: number) => number | ''): string {
  const rows = counts.map((count, i) => {
    const blocked = blockedMs(i);
    const wait = blocked === '' ? '' : blocked * 1e6;
    return `q,head,${(i + 1) * 1e7},10000000,${count},${blocked === 0 ? 0 : 1},${wait},0`;
  });
  return [
    ...['#qtm 1 queues time=ns', 'queueId,dest,capacity', 'q,Parse,64', '#qtm 1 tc time=ns'],
    ...['queueId,end,time,period,count,blocked,blockedFor,finished', ...rows, ''],
  ].join('\n');
}

/** 16 items in 8 ms of every second period, 20 in all of the others: 2000 a second while it is not blocked. */
const COUNTS = Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? 20 : 16));
const FILE = samples(COUNTS, (i) => (i % 2 === 0 ? 0 : 2));

const rates = (page: Page): Locator => page.getByRole('region', { name: 'Rates', exact: true });
const picture = (page: Page): Locator => page.getByRole('figure', { name: 'Samples and estimate' });
const methodRow = (page: Page, method: string): Locator =>
  page
    .getByRole('table', { name: 'Estimates by method' })
    .getByRole('row', { name: new RegExp(`^${method}`) });

async function openTab(page: Page): Promise<void> {
  await page.goto(linkTo(MODEL));
  await idle(page);
  await showView(page, 'rates');
}

/** Dropped on the tab, as from a file manager. */
async function dropOnTab(page: Page, text: string): Promise<void> {
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'samples.csv'));
    return data;
  }, text);
  for (const type of ['dragover', 'drop']) await rates(page).dispatchEvent(type, { dataTransfer: transfer });
}

const stageOf = async (page: Page) => {
  const scenario = JSON.parse(await savedFile(page));
  const { service } = scenario.nodes.find(({ id }: { id: string }) => id === 'a');
  return { service, precisions: scenario.precisions };
};

test('a file dropped gives its rate, its picture, and a model that takes it; one step takes it back', async ({
  page,
}) => {
  await openTab(page);
  await dropOnTab(page, FILE);
  await expect(rates(page).getByText('2 k items/s')).toBeVisible();
  await expect(methodRow(page, 'Busy time')).toContainText('+100 %');
  await expect(picture(page).locator('[data-series="blocked"] path')).not.toHaveCount(0);

  // The table behind the picture: 200 of the 400 samples were blocked.
  await picture(page).getByRole('button', { name: 'Table and export' }).click();
  await page.getByRole('menuitem', { name: 'Show table' }).click();
  await expect(picture(page).getByRole('row').nth(2)).toContainText('yes');

  await page.getByRole('button', { name: 'Use 2 k/s' }).click();
  await idle(page);
  // Solved again: 800 / 2000.
  await showView(page, 'occupancy');
  const parse = page.getByRole('table', { name: /^Stages/ }).getByRole('row', { name: /^Parse/ });
  await expect(parse.getByRole('cell', { name: '0.4', exact: true })).toBeVisible();
  const { service } = await stageOf(page);
  expect(service.distribution).toBe('exponential');
  expect(service.rate).toBeCloseTo(2000, 6);
  await page.keyboard.press('Control+z');
  expect((await stageOf(page)).service.rate).toBe(1000);
});

test('samples with known rates: two phases, by any method, one of which goes on the stage', {
  tag: '@long',
}, async ({ page }) => {
  await openTab(page);
  await page.getByRole('button', { name: 'Make samples' }).click();
  await expect(page.getByRole('table', { name: '2 phases' })).toBeVisible();
  await expect(picture(page).locator('[data-series="true rate"] path')).toHaveCount(2);
  await expect(rates(page).getByText('The rate changed once; one rate for the whole')).toBeVisible();

  // A row of the table is a choice of the method.
  await methodRow(page, 'Beard & Chamberlain').click();
  await expect(page.getByRole('combobox', { name: /^Method/ })).toContainText('Beard & Chamberlain');
  await expect(rates(page).getByText(/takes a 95 % quantile of counts/)).toBeVisible();
  await methodRow(page, 'Busy time').click();

  await page.getByRole('combobox', { name: /^Stage/ }).click();
  await page.getByRole('option', { name: 'Parse' }).click();
  await page.getByRole('table', { name: '2 phases' }).getByRole('button', { name: 'Use' }).first().click();
  await expect.poll(async () => (await stageOf(page)).service.rate).toBeGreaterThan(380_000);
  const { service, precisions } = await stageOf(page);
  expect(service.rate).toBeLessThan(420_000);
  // The interval stays with the number.
  expect(precisions).toEqual([{ node: 'a', field: 'service.rate', plusMinus: expect.any(Number) }]);
  expect(precisions[0].plusMinus).toBeLessThan(0.05);
});

test('the help with the period says the published share and the exact one', { tag: '@long' }, async ({
  page,
}) => {
  await openTab(page);
  await page.getByRole('radio', { name: 'One phase' }).click();
  await page.getByRole('textbox', { name: /^Utilization/ }).fill('1');
  await page.getByRole('button', { name: 'Make samples' }).click();
  await page.getByRole('button', { name: 'How long should a period be?' }).click();
  await page
    .getByRole('textbox', { name: /^Utilization/ })
    .last()
    .fill('0.9');
  await page
    .getByRole('textbox', { name: /^Period T/ })
    .last()
    .fill('25 us');
  // 10 items, give or take the estimate's error: 0.9^10 or 0.9^11 by the formula, 64.7 % exactly.
  await expect(
    page.getByText(/At ρ = 0.9 you will see an unblocked read in 64\.\d % of the periods of 25 µs \(3[14]/),
  ).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Periods without blocking, M/M/1' })).toBeVisible();
});

test('files that give no rate say why, and what was there stays', { tag: '@long' }, async ({ page }) => {
  await openTab(page);
  await dropOnTab(page, FILE);
  // A rate is shown while the file is read, too; it can be used when it is the answer.
  await expect(page.getByRole('button', { name: 'Use 2 k/s' })).toBeVisible();
  await expect(rates(page).getByText('2 k items/s')).toBeVisible();
  await dropOnTab(page, '#qtm 1 queues time=ns\nqueueId\nq\n');
  await expect(page.getByRole('alert')).toContainText('nothing to estimate a rate from');
  await expect(rates(page).getByText('2 k items/s')).toBeVisible();

  await dropOnTab(
    page,
    samples(COUNTS.slice(0, 3), () => 0),
  );
  await expect(page.getByRole('alert')).toContainText('3 periods are too few; expected at least 6');
  await dropOnTab(
    page,
    samples(COUNTS, () => ''),
  );
  await expect(page.getByRole('alert')).toContainText('All 400 periods were blocked');

  // Too few for the published method to converge: it says that its rate is provisional.
  await dropOnTab(
    page,
    samples(COUNTS.slice(0, 24), () => 0),
  );
  await expect(methodRow(page, 'Beard & Chamberlain')).toContainText('provisional');
});

test('a measurement dropped on the page is there too: its samples at once, a trace by one click', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(linkTo(MODEL));
  await idle(page);
  await dropFile(page, 'samples.csv', FILE);
  await landsOn(page, 'measured');
  await showView(page, 'rates');
  await expect(rates(page).getByText('2 k items/s')).toBeVisible();

  // Three come every 5 ms, and go 1, 2 and 3 ms later.
  const trace = Array.from({ length: 400 }, (_, i) => {
    const at = (ms: number, kind: string): string => `q,${5e6 * i + 1e6 * ms},${kind}`;
    return [at(0, 'I'), at(0, 'I'), at(0, 'I'), at(1, 'D'), at(2, 'D'), at(3, 'D')].join('\n');
  });
  await dropFile(page, 'trace.csv', ['#qtm 1 events time=ns', 'queueId,time,kind', ...trace, ''].join('\n'));
  await landsOn(page, 'queues');
  await showView(page, 'rates');
  await page.getByRole('button', { name: 'Estimate from trace.csv' }).click();
  await expect(rates(page).getByText('Samples of trace.csv')).toBeVisible();
  await expect(rates(page).getByText('1 k items/s')).toBeVisible();
  await page
    .getByRole('textbox', { name: /^Period T/ })
    .first()
    .fill('10 ms');
  await expect(rates(page).getByText(/199 periods of 10 ms/)).toBeVisible();
});

test('the tab is readable aloud, and on a narrow page', { tag: '@long' }, async ({ page }) => {
  await openTab(page);
  await dropOnTab(page, FILE);
  await expect(picture(page)).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    // Colours that are on their way from one theme to the other are those of neither.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await axeOn(page).include('.rates').analyze();
    expect(found.violations).toEqual([]);
  }
  await page.setViewportSize({ width: 420, height: 900 });
  await expect
    .poll(() => rates(page).evaluate((element) => element.scrollWidth - element.clientWidth))
    .toBeLessThanOrEqual(0);
});
