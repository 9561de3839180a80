/** The tab Explore: what is varied, the pictures of the points, goals, baselines, and what is kept. */
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { parquetReadObjects } from 'hyparquet';
import type { Variation } from '../core/study/study.ts';
import { axeOn } from './axe.ts';
import { boxOf } from './mouse.ts';
import {
  copiedStudyLink,
  downloadBy,
  dropFile,
  expect,
  idle,
  leaveToGallery,
  linkTo,
  node,
  notice,
  pageElsewhere,
  refusal,
  savedFile,
  setField,
  showView,
  test,
} from './workbench.ts';

const MODEL = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Two stages',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 800 } },
    {
      id: 'a',
      kind: 'stage',
      service: { distribution: 'exponential', rate: 1000 },
      capacity: 20,
      whenFull: 'drop',
    },
    { id: 'b', kind: 'stage', service: { distribution: 'exponential', rate: 2000 } },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'out' },
  ],
};

const panel = (page: Page) => page.locator('.explore');
const words = (page: Page) => page.locator('.explore-run__words');
const heat = (page: Page) => panel(page).getByRole('slider', { name: /point looked at$/ });
const stageOf = async (page: Page, id: string) =>
  JSON.parse(await savedFile(page)).nodes.find((node: { id: string }) => node.id === id);

async function openTab(page: Page): Promise<void> {
  await page.goto(linkTo(MODEL));
  await idle(page);
  await showView(page, 'explore');
  await expect(words(page)).toHaveText(/^441 designs/);
}

const CAPACITIES: Variation = { path: 'a.capacity', from: 2, to: 11, count: 10 };

/** A study of few points by its link: the default study has hundreds. */
async function openStudy(page: Page, vary: readonly Variation[], model: typeof MODEL = MODEL): Promise<void> {
  const study = {
    format: 'stagegraph-study',
    schemaVersion: 1,
    name: model.name,
    vary,
    measures: ['a.meanOccupancy', 'network.throughput', 'network.meanSojournTime'],
  };
  await page.goto(`${linkTo(model)}&study=1.${deflateRawSync(JSON.stringify(study)).toString('base64url')}`);
  await expect(words(page)).toHaveText(/^\d+ designs, /);
}

async function vary(page: Page, path: string, from: string, to: string, count: string): Promise<void> {
  const finder = page.getByRole('combobox', { name: 'Vary another field' });
  const rows = panel(page).locator('fieldset');
  const others = await rows.count();
  await finder.fill(path);
  await finder.press('Enter');
  await expect(rows).toHaveCount(others + 1);
  const row = rows.last();
  for (const [label, text] of [
    [/^To/, to],
    [/^From/, from],
    [/^Count/, count],
  ] as const) {
    await row.getByRole('textbox', { name: label }).fill(text);
    await row.getByRole('textbox', { name: label }).press('Enter');
  }
}

/** The rows of the file behind the button Parquet of the tab. */
async function parquetBy(page: Page): Promise<Record<string, unknown>[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel(page).getByRole('button', { name: 'Parquet' }).last().click(),
  ]);
  const bytes = readFileSync(await download.path());
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  return parquetReadObjects({ file });
}

test('vary two fields, see the heat map, put a point into the editor; all is there after a reload', async ({
  page,
}) => {
  // The study that the page makes by itself has hundreds of designs.
  await openStudy(page, [CAPACITIES]);
  await vary(page, 'a.service.rate', '500', '1500', '5');
  await expect(words(page)).toHaveText(/^50 designs/);
  await expect(panel(page).locator('.explore-panes image')).toHaveCount(1);

  // The lower left cell: capacity 2 and 500/s.
  const box = await boxOf(heat(page));
  await heat(page).hover({ position: { x: 5, y: box.height - 5 } });
  const readout = panel(page).locator('.explore-readout');
  await expect(readout).toContainText('a: capacity 2');
  await expect(readout).toContainText('a: service rate 500 /s');
  await heat(page).click({ position: { x: 5, y: box.height - 5 } });
  await expect.poll(() => stageOf(page, 'a')).toMatchObject({ capacity: 2, service: { rate: 500 } });
  // The study stays that of before, with all its points.
  await expect(words(page)).toHaveText(/^50 designs/);

  // By keyboard: one to the right and one up.
  await heat(page).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => {
      const { capacity, service } = await stageOf(page, 'a');
      return [capacity, service.rate];
    })
    .not.toEqual([2, 500]);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await stageOf(page, 'a')).capacity).toBe(2);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await stageOf(page, 'a')).capacity).toBe(20);

  await page.getByRole('radio', { name: 'Baselines', exact: true }).click();
  await page.getByRole('button', { name: 'Pin this scenario' }).click();
  await expect(panel(page).getByRole('cell', { name: '=', exact: true }).first()).toBeVisible();
  const [pinned] = await parquetBy(page);
  expect(pinned!.Now).toBe(pinned!['Baseline 1']);
  await idle(page);
  await page.waitForFunction(async () => {
    const databases = await indexedDB.databases();
    return databases.some(({ name }) => name === 'stagegraph-explore');
  });
  // Points and study are written within half a second of their last change.
  await expect
    .poll(() => storedCounts(page, 50))
    .toEqual({ whole: true, pins: 1, varied: ['a.capacity', 'a.service.rate'] });

  await page.reload();
  await showView(page, 'explore');
  await expect(words(page)).toHaveText('50 designs, from an earlier run');
  await expect(heat(page)).toBeVisible();
  await page.getByRole('radio', { name: 'Baselines', exact: true }).click();
  await expect(panel(page).getByText('Baseline 1', { exact: true }).first()).toBeVisible();
});

/** What the browser keeps of the newest study, and whether there are as many points of one as it has. */
const storedCounts = (page: Page, count: number) =>
  page.evaluate(async (count) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('stagegraph-explore');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const all = (store: string) =>
      new Promise<unknown[]>((resolve) => {
        const request = database.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result);
      });
    const studies = (await all('studies')) as { study: { vary: { path: string }[] }; pins: unknown[] }[];
    const batches = (await all('batches')) as { key: string; batch: { from: number; to: number } }[];
    database.close();
    const points = new Map<string, number>();
    for (const { key, batch } of batches) points.set(key, (points.get(key) ?? 0) + batch.to - batch.from);
    const newest = studies.at(-1);
    return {
      whole: [...points.values()].includes(count),
      pins: newest?.pins.length,
      varied: newest?.study.vary.map(({ path }) => path),
    };
  }, count);

test('a goal in words is answered with its certificate and applied', async ({ page }) => {
  await openStudy(page, [CAPACITIES]);
  await page.getByRole('radio', { name: 'Optimise', exact: true }).click();
  const goal = page.getByRole('combobox', { name: 'Goal' });
  await goal.fill('least a.capacity with a.loss');
  await page.getByRole('option', { name: /a\.lossProbability/ }).click();
  await goal.pressSequentially('<= 1e-3');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  // M/M/1/K at 0.8: p = (1 - r) r^K / (1 - r^(K + 1)) <= 1e-3 from K = 24 on.
  const answer = page.getByRole('region', { name: 'Answer', exact: true });
  await expect(answer).toContainText('a: capacity = 24');
  await expect(answer.getByRole('row', { name: /a: capacity = 23/ })).toContainText('not <= 0.001');
  const [beside] = await parquetBy(page);
  expect(beside!.Design).toBe('a: capacity = 23');
  await answer.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(async () => (await stageOf(page, 'a')).capacity).toBe(24);

  await goal.fill('least a.capacity with a.nothing < 1');
  await expect(page.getByText(/There is no measure a\.nothing/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Find', exact: true })).toBeDisabled();
});

test('points that have no answer are results too, and a wrong range says what was expected', {
  tag: '@long',
}, async ({ page }) => {
  await openStudy(page, [{ path: 'b.service.rate', from: 500, to: 1500, count: 3 }]);
  await expect(words(page)).toHaveText(/^3 designs/);
  const table = panel(page).getByRole('table', { name: 'Designs' });
  await expect(table.getByRole('row').nth(1)).toContainText('b is offered');
  const to = panel(page).getByRole('textbox', { name: /^To/ });
  await to.fill('100');
  await expect(panel(page).getByText(/The range is reversed/)).toBeVisible();
  await expect(words(page)).toHaveText(/^3 designs/);
  await panel(page)
    .getByRole('button', { name: /^Do not vary/ })
    .click();
  await expect(panel(page).locator('fieldset')).toHaveCount(0);
});

test('samples, scatter with its front, parallel coordinates, sensitivities; files of points', {
  tag: '@long',
}, async ({ page }) => {
  await openStudy(page, [
    { path: 'inputs', from: 0.5, to: 1.5 },
    { path: 'a.service.rate', from: 500, to: 1500 },
  ]);
  await page.getByRole('combobox', { name: /^Designs/ }).click();
  await page.getByRole('option', { name: /^Sobol/ }).click();
  await expect(words(page)).toHaveText(/^1,000 designs/);
  await expect(panel(page).getByText(/designs on the front/)).toBeVisible();
  for (const [name, title] of [
    ['Parallel coordinates', 'All inputs and measures'],
    ['Sensitivities', /^What moves/],
  ] as const) {
    await page.getByRole('combobox', { name: /^Chart/ }).click();
    await page.getByRole('option', { name }).click();
    await expect(panel(page).getByRole('figure', { name: title })).toBeVisible();
  }
  // The last button is that of the points: above are those of their spread.
  const csv = await downloadBy(page, () => panel(page).getByRole('button', { name: 'CSV' }).last().click());
  expect(csv.text.split('\r\n')).toHaveLength(1002);
  const rows = await parquetBy(page);
  expect(rows).toHaveLength(1000);
  const heads = csv.text.split('\r\n')[0]!.split(',');
  const second = csv.text.split('\r\n')[2]!.split(',');
  expect(rows[1]![heads[1]!]).toBe(Number(second[1]));
});

/** M/M/1/20 offered 800/s: the mean number, from its distribution. */
function meanAt(rate: number): number {
  const weights = Array.from({ length: 21 }, (_, n) => (800 / rate) ** n);
  const sum = weights.reduce((total, weight) => total + weight);
  return weights.reduce((mean, weight, n) => mean + (n * weight) / sum, 0);
}

test('Monte Carlo tells what spread of occupancy an input of ± 5 % brings', { tag: '@long' }, async ({
  page,
}) => {
  await openStudy(page, [{ path: 'a.service.rate', from: 500, to: 1500, count: 3 }]);
  for (const [label, option] of [
    [/^Values/, /^Uniform/],
    [/^Designs/, /^Monte Carlo/],
  ] as const) {
    await panel(page).getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option }).click();
  }
  await expect(words(page)).toHaveText(/^1,000 designs/);
  await expect(panel(page).getByRole('figure', { name: /^Spread of a: number in system/ })).toBeVisible();
  await expect(panel(page).getByText(/^In 90 % of 1,000 designs between/)).toBeVisible();
  const csv = await downloadBy(page, () => panel(page).getByRole('button', { name: 'CSV' }).first().click());
  const [heads, ...rows] = csv.text.split('\r\n').map((line) => line.split(','));
  const row = rows.find(([name]) => name === 'a: number in system')!;
  const of = (head: string): number => Number(row[heads!.indexOf(head)]);
  // Rates are uniform on 950 .. 1050, and the mean falls as they grow. Of 1,000 points a quantile is known to some 2/s.
  for (const [head, rate] of [
    ['5 %', 1045],
    ['median', 1000],
    ['95 %', 955],
  ] as const) {
    expect(of(head)).toBeGreaterThan(meanAt(rate + 6));
    expect(of(head)).toBeLessThan(meanAt(rate - 6));
  }
});

test('points without a steady state are results: the picture, the table and the head say so', {
  tag: '@long',
}, async ({ page }) => {
  await openStudy(page, [{ path: 'b.service.rate', from: 500, to: 1500, count: 5 }]);
  await expect(words(page)).toHaveText(/^5 designs/);
  // a lets 798/s through, more than 500 and 750.
  await expect(
    panel(page).getByText(/^✕ 2 without a steady state; the first: b is offered 1\.59/),
  ).toBeVisible();
  const curve = panel(page).getByRole('figure', { name: /over b: service rate$/ });
  await expect(curve.locator('.chart-void-text').first()).toHaveText('no steady state');
  await expect(panel(page).getByRole('cell', { name: /^b is offered/ })).toHaveCount(2);
});

test('a study with its points is a file that opens by dropping it, and a link', { tag: '@long' }, async ({
  page,
}) => {
  await openStudy(page, [CAPACITIES]);
  await expect(words(page)).toHaveText(/^10 designs/);
  const study = await downloadBy(page, () => panel(page).getByRole('button', { name: 'Study file' }).click());
  await leaveToGallery(page);
  await dropFile(page, 'study.json', study.text);
  await expect(words(page)).toHaveText(/^10 designs/);
  await expect(panel(page).locator('legend')).toHaveText(['a: capacity']);

  const link = await copiedStudyLink(page);
  expect(link.length).toBeLessThanOrEqual(8000);

  // Another browser has the points at once.
  const elsewhere = await pageElsewhere(page);
  await elsewhere.goto(link);
  await expect(words(elsewhere)).toHaveText('10 designs, from an earlier run');
  await expect(panel(elsewhere).locator('legend')).toHaveText(['a: capacity']);
  await expectSameRows(elsewhere, page);
  await elsewhere.context().close();
});

test('results that were damaged on the way of a link are made again', { tag: '@long' }, async ({ page }) => {
  await openStudy(page, [CAPACITIES]);
  await expect(words(page)).toHaveText(/^10 designs/);
  const link = await copiedStudyLink(page);
  const behind = await pageElsewhere(page);
  await behind.goto(link.slice(0, -5));
  await expect(refusal(behind, 'The link’s results were not opened')).toBeVisible();
  await expect(words(behind)).toHaveText(/^10 designs, (?!from an earlier run)/);
  await expectSameRows(behind, page);
  await behind.context().close();
});

/** Head and ten points each. */
async function expectSameRows(one: Page, other: Page): Promise<void> {
  const rows = (page: Page) => panel(page).getByRole('table', { name: 'Designs' }).getByRole('row');
  for (const page of [one, other]) await expect(rows(page)).toHaveCount(11);
  expect(await rows(one).allInnerTexts()).toEqual(await rows(other).allInnerTexts());
}

test('a link that the browser does not copy stands at its button, to be copied by hand', {
  tag: '@long',
}, async ({ page }) => {
  await openTab(page);
  await page.evaluate(() => {
    Object.defineProperty(navigator.clipboard, 'writeText', {
      value: () => Promise.reject(new DOMException('denied', 'NotAllowedError')),
    });
  });
  await page.getByRole('button', { name: 'Copy link to the study' }).click();
  const told = page.locator('.explore-exports').getByRole('alert');
  await expect(told).toContainText('The browser did not allow copying.');
  await expect(told.getByLabel('Link to the study')).toHaveValue(/&study=/);
});

test('a link to a study of many points leaves them out, and says so', { tag: '@long' }, async ({ page }) => {
  await openTab(page);
  // The study that the page makes by itself is a picture already.
  await expect(heat(page)).toBeVisible();
  const link = await copiedStudyLink(page);
  await expect(notice(page, /are computed again when it is opened/)).toBeVisible();
  expect(link).not.toContain('&results=');
  const elsewhere = await pageElsewhere(page);
  await elsewhere.goto(link);
  await expect(words(elsewhere)).toHaveText(/^441 designs, (?!from an earlier run)/);
  await elsewhere.context().close();
});

test('mappings are ranked and applied; the ladder names what saturates next', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/#example=tick-to-trade');
  await idle(page);
  await showView(page, 'explore');
  await page.getByRole('radio', { name: 'Mapping', exact: true }).click();
  await expect(panel(page).getByText(/16 of 16 mappings tried/)).toBeVisible();
  const mappings = await parquetBy(page);
  expect(mappings.map(({ Status }) => Status)).toContain('ok');
  const best = panel(page).getByRole('table').getByRole('row').nth(1);
  await best.getByRole('button', { name: /^Apply/ }).click();
  await page.getByRole('radio', { name: 'Bottlenecks', exact: true }).click();
  const ladder = panel(page).getByRole('table', { name: /^What saturates/ });
  await expect(ladder.getByRole('row').nth(1)).toContainText('servers = ');
  const [step] = await parquetBy(page);
  expect(step!.Fix).toContain('servers = ');
  expect(step!.Gain).toBeCloseTo(Number(step!['Then carries']) / Number(step!['At input']) - 1, 12);
  const { nodes } = JSON.parse(await savedFile(page)) as { nodes: { id: string; platform?: string }[] };
  expect(nodes.find(({ id }) => id === 'book')?.platform).toBe('fpga');
});

test('what is pointed at is shown on the graph and nowhere else, until the pointer leaves', {
  tag: '@long',
}, async ({ page }) => {
  await openStudy(page, [CAPACITIES, { path: 'a.service.rate', from: 500, to: 1500, count: 5 }]);
  await expect(words(page)).toHaveText(/^50 designs/);
  const note = page.locator('.drawing__note');
  const stage = node(page, 'a');
  await expect(stage).toContainText('/ 20');
  const before = await savedFile(page);
  const box = await boxOf(heat(page));
  await heat(page).hover({ position: { x: 5, y: box.height - 5 } });
  // M/M/1/2 offered 1.6 times what it serves: N = (r + 2 r^2) / (1 + r + r^2) = 1.30.
  await expect(note).toHaveText(/^Preview of design \d+: not in the editor\./);
  await expect(stage).toContainText('1.3 / 2');
  expect(await savedFile(page)).toBe(before);
  await page.mouse.move(5, 5);
  await expect(note).toHaveCount(0);
  await expect(stage).toContainText('/ 20');

  const rows = panel(page).getByRole('table', { name: 'Designs' }).getByRole('row');
  await rows.nth(3).hover();
  await expect(note).toHaveText(/^Preview of design 3/);
  await page.mouse.move(5, 5);
  await expect(note).toHaveCount(0);

  await page.getByRole('combobox', { name: /^Chart/ }).click();
  await page.getByRole('option', { name: 'Curve' }).click();
  await panel(page).getByRole('slider', { name: 'Crosshair' }).hover();
  await expect(note).toHaveText(/^Preview of design \d+/);
  await panel(page).getByRole('slider', { name: 'Crosshair' }).click();
  await expect(note).toHaveCount(0);
  // What is in the editor is no preview: at the same point again, from another place of the curve.
  await page.mouse.move(5, 5);
  await panel(page).getByRole('slider', { name: 'Crosshair' }).hover();
  await expect(panel(page).getByRole('slider', { name: 'Crosshair' })).toHaveAttribute('aria-valuetext', /:/);
  await expect(note).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Undo: Load design/ })).toBeVisible();
});

/** So many that a slow machine still has some before it when Cancel is pressed. */
const DESIGNS = 150;

test('points that take long are paused, go on, are cancelled, and go on behind a reload', {
  tag: '@long',
}, async ({ page }) => {
  test.slow();
  await openStudy(page, [CAPACITIES, { path: 'a.service.rate', from: 500, to: 1500, count: DESIGNS / 10 }]);
  await page.getByRole('radio', { name: 'simulated', exact: true }).click();
  await expect(words(page)).toHaveText(`0 of ${DESIGNS} designs`);
  await panel(page).getByRole('button', { name: 'Explore', exact: true }).click();
  await expect.poll(() => storedPoints(page)).toBeGreaterThan(0);
  await panel(page).getByRole('button', { name: 'Pause' }).click();
  const bar = panel(page).getByRole('progressbar');
  await expect(bar).toBeVisible();
  // What was begun comes in; then nothing more.
  let paused = -1;
  await expect
    .poll(
      async () => {
        const [before, now] = [paused, await storedPoints(page)];
        paused = now;
        return now - before;
      },
      { intervals: [1500] },
    )
    .toBe(0);
  expect(paused).toBeLessThan(DESIGNS);
  await panel(page).getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => storedPoints(page)).toBeGreaterThan(paused);
  await panel(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(words(page)).toHaveText(new RegExp(`^\\d+ of ${DESIGNS} designs$`));
  const made = Number((await words(page).textContent())!.split(' ')[0]);
  await expect.poll(() => storedPoints(page)).toBeGreaterThanOrEqual(made);

  await page.reload();
  await showView(page, 'explore');
  // What the last ones in flight added is there too.
  const kept = await storedPoints(page);
  expect(kept).toBeGreaterThanOrEqual(made);
  await expect(words(page)).toHaveText(`${kept} of ${DESIGNS} designs`);
  await panel(page).getByRole('button', { name: 'Resume' }).click();
  await expect(words(page)).toHaveText(new RegExp(`^${DESIGNS} designs`));
  // Every point once.
  await expect.poll(() => storedPoints(page)).toBe(DESIGNS);
});

/** Points in the browser's storage, over all batches of simulated studies. */
const storedPoints = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('stagegraph-explore');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const batches = await new Promise<{ batch: { from: number; to: number; halfWidths?: unknown } }[]>(
      (resolve) => {
        const request = database.transaction('batches').objectStore('batches').getAll();
        request.onsuccess = () => resolve(request.result);
      },
    );
    database.close();
    return batches
      .filter(({ batch }) => batch.halfWidths)
      .reduce((sum, { batch }) => sum + batch.to - batch.from, 0);
  });

test('a pinned baseline is compared in pairs of replications under one seed, in the table and on the graph', {
  tag: '@long',
}, async ({ page }) => {
  await openStudy(page, [CAPACITIES]);
  await page.getByRole('radio', { name: 'simulated', exact: true }).click();
  await page.getByRole('radio', { name: 'Baselines', exact: true }).click();
  await page.getByRole('button', { name: 'Pin this scenario' }).click();
  await node(page, 'a').click();
  await setField(page, 'Capacity', '10');
  await page.getByRole('button', { name: 'Simulate pairs' }).click();
  await expect(panel(page).getByText(/^Differences of 5 pairs of replications/)).toBeVisible();
  const occupancy = panel(page).getByRole('row', { name: /^a: number in system/ });
  await expect(occupancy).toHaveText(/−\S+ ± \S+/);
  // M/M/1/K at 0.8: N(10) - N(20) = 2.966 - 3.805; with the same random numbers the interval is narrow.
  const [, difference, half] = /−(\S+) ± (\S+)/.exec((await occupancy.textContent())!)!;
  expect(Math.abs(Number(difference) - 0.839)).toBeLessThan(4 * Number(half) + 0.05);
  expect(Number(half)).toBeLessThan(0.3);
  await page.getByRole('combobox', { name: /^Differences on the graph/ }).click();
  await page.getByRole('option', { name: 'now − Baseline 1' }).click();
  await expect(node(page, 'a').locator('.g-difference')).toContainText(/ΔN −0\.\d+ ± 0\.\d+/);
});

test('a front of three measures, in shades, with prices for each platform', { tag: '@long' }, async ({
  page,
}) => {
  const nodes = MODEL.nodes.map((each) =>
    each.id === 'a' ? { ...each, platform: 'cpu' } : each.id === 'b' ? { ...each, platform: 'fpga' } : each,
  );
  await openStudy(page, [CAPACITIES, { path: 'b.serverCount', from: 1, to: 4, count: 4 }], {
    ...MODEL,
    nodes,
  });
  await expect(words(page)).toHaveText(/^40 designs/);
  const prices = panel(page).getByRole('button', { name: /^Costs/ });
  if ((await prices.getAttribute('aria-expanded')) !== 'true') await prices.click();
  for (const [place, label, value] of [
    ['On CPU', 'Per slot', '1'],
    ['On FPGA', 'Per server', '20'],
  ] as const) {
    const field = panel(page).getByRole('group', { name: place }).getByRole('textbox', { name: label });
    await field.fill(value);
    await field.press('Enter');
  }
  const table = panel(page).getByRole('table', { name: 'Designs' });
  await expect(table.getByRole('columnheader', { name: 'cost' })).toBeVisible();
  await expect(words(page)).toHaveText(/^40 designs/);
  const choose = async (label: RegExp, option: string): Promise<void> => {
    await panel(page).getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
    await expect(page.getByRole('listbox')).toHaveCount(0);
  };
  await choose(/^Chart/, 'Scatter and front');
  await choose(/^Measure/, 'end-to-end latency');
  await choose(/^Against/, 'cost');
  const csv = await downloadBy(page, () => panel(page).getByRole('button', { name: 'CSV' }).first().click());
  const [head, ...lines] = csv.text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  const column = (name: string) => lines.map((line) => Number(line[head!.indexOf(name)]));
  const [rooms, servers, cost] = ['a: capacity', 'b: servers', 'cost'].map(column);
  expect(cost).toEqual(rooms!.map((room, i) => room + 20 * servers![i]!));
  const points = cost!.map((each, i) => [
    each,
    column('end-to-end latency (s)')[i]!,
    -column('throughput (/s)')[i]!,
  ]);
  /** Points on the front of the first measures, by comparing each point with each. */
  const front = (measures: number): number =>
    points.filter(
      (point) =>
        !points.some((other) => {
          const gaps = other.slice(0, measures).map((value, i) => value - point[i]!);
          return gaps.every((gap) => gap <= 0) && gaps.some((gap) => gap < 0);
        }),
    ).length;
  await expect(panel(page).getByText(`${front(2)} designs on the front`)).toBeVisible();
  await choose(/^In shades/, 'throughput');
  await expect(panel(page).getByText(`${front(3)} designs on the front`)).toBeVisible();
  expect(front(3)).toBeGreaterThan(front(2));

  await page.getByRole('radio', { name: 'Optimise', exact: true }).click();
  const goal = page.getByRole('combobox', { name: 'Goal' });
  await goal.fill('least cost over a.capacity = 2:40, b.serverCount = 1:3 with a.lossProbability <= 1e-3');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Answer', exact: true })).toContainText('cost = 44');
});

test('small multiples leave the page together', { tag: '@long' }, async ({ page }) => {
  await openStudy(page, [
    { path: 'a.capacity', from: 2, to: 11, count: 4 },
    { path: 'inputs', from: 0.5, to: 1.2, count: 5 },
    { path: 'b.serverCount', from: 1, to: 3, count: 3 },
  ]);
  await expect(words(page)).toHaveText(/^60 designs/);
  await expect(heat(page)).toHaveCount(3);
  const figure = panel(page).getByRole('figure').first();
  await figure.getByRole('button', { name: 'Table and export' }).click();
  const svg = await downloadBy(page, () => page.getByRole('menuitem', { name: 'Export as SVG' }).click());
  expect(svg.text.match(/<image/g)).toHaveLength(3);
  for (const servers of [1, 2, 3]) expect(svg.text).toContain(`b: servers ${servers}`);
  // Alone it says what it is, of what, and what its shades mean.
  for (const said of ['>a: number in system over a: capacity', '>a: number in system<'])
    expect(svg.text).toContain(said);
  await figure.getByRole('button', { name: 'Table and export' }).click();
  const [parquet] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as Parquet' }).click(),
  ]);
  const bytes = readFileSync(await parquet.path());
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  expect(await parquetReadObjects({ file })).toHaveLength(60);
});

test('the tab is readable aloud, and on a narrow page', { tag: '@long' }, async ({ page }) => {
  await openStudy(page, [CAPACITIES, { path: 'a.service.rate', from: 500, to: 1500, count: 5 }]);
  for (const colorScheme of ['light', 'dark'] as const) {
    // Colours that are on their way from one theme to the other are those of neither.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await axeOn(page).include('.explore').analyze();
    expect(found.violations).toEqual([]);
  }
  await page.setViewportSize({ width: 420, height: 900 });
  await expect
    .poll(() => panel(page).evaluate((element) => element.scrollWidth - element.clientWidth))
    .toBeLessThanOrEqual(0);
});

test('pinned baselines go with the study’s file and link', { tag: '@long' }, async ({ page }) => {
  await openStudy(page, [CAPACITIES]);
  await page.getByRole('radio', { name: 'Baselines', exact: true }).click();
  await page.getByRole('button', { name: 'Pin this scenario' }).click();
  await expect(page.getByRole('button', { name: 'Unpin Baseline 1' })).toBeVisible();
  await node(page, 'a').click();
  await setField(page, 'Capacity', '5');
  await page.getByRole('radio', { name: 'Sweep', exact: true }).click();
  await expect(words(page)).toHaveText(/^10 designs/);
  const file = await downloadBy(page, () => panel(page).getByRole('button', { name: 'Study file' }).click());
  const saved = JSON.parse(file.text);
  expect(saved.baselines.map(({ name }: { name: string }) => name)).toEqual(['Baseline 1']);
  const link = await copiedStudyLink(page);

  // Another browser holds the open scenario, of 5 places, against the pinned one, of 20.
  for (const open of [
    (other: Page) => other.goto(link),
    async (other: Page) => {
      await other.goto('/#gallery');
      await dropFile(other, 'study.json', file.text);
    },
  ]) {
    const other = await pageElsewhere(page);
    await open(other);
    await expect(words(other)).toHaveText(/^10 designs/);
    await other.getByRole('radio', { name: 'Baselines', exact: true }).click();
    await expect(other.getByRole('columnheader', { name: 'Now − Baseline 1' })).toBeVisible();
    expect((await stageOf(other, 'a')).capacity).toBe(5);
    await other.context().close();
  }
});

test('a point that is looked at does not paint the others anew', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => {
    const counted = window as unknown as { painted: number };
    counted.painted = 0;
    const { toDataURL } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toDataURL = function (...type) {
      counted.painted += 1;
      return toDataURL.apply(this, type);
    };
  });
  const painted = () => page.evaluate(() => (window as unknown as { painted: number }).painted);
  await openStudy(page, [CAPACITIES, { path: 'a.service.rate', from: 900, to: 1500, count: 5 }]);
  await expect(words(page)).toHaveText(/^50 designs/);
  for (const picture of ['Heat map', 'Scatter and front']) {
    await page.getByRole('combobox', { name: /^Chart/ }).click();
    await page.getByRole('option', { name: picture }).click();
    const figure = panel(page).getByRole('figure').first();
    await expect(figure.locator('image').first()).toBeVisible();
    const readout = figure.locator('.explore-readout strong');
    await figure.getByRole('slider').first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(readout).toBeVisible();
    const [before, first] = [await painted(), await readout.innerText()];
    expect(before).toBeGreaterThan(0);
    await page.keyboard.press('ArrowRight');
    await expect(readout).not.toHaveText(first);
    expect(await painted()).toBe(before);
  }
});
