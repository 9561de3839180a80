/** What a simulation tells, over time and from end to end; it can be stopped and outlives its workers. */

import { readFile } from 'node:fs/promises';
import type { Locator, Page, Worker } from '@playwright/test';
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario } from '../core/scenario/scenario.ts';
import { drag, middleOf } from './mouse.ts';
import {
  downloadBy,
  expect,
  field,
  idle,
  linkTo,
  node,
  openBlank,
  openFile,
  rowOf,
  setField,
  showView,
  simulate,
  simulateOnlyWhenAsked,
  simulateWith,
  test,
} from './workbench.ts';

const simulated = (page: Page, replications: number | RegExp) =>
  page.getByRole('table', { name: new RegExp(`^Simulated, ${replications} replications`) });

/** A worker of the page, once it was started. */
async function workerOf(page: Page, name: string): Promise<Worker> {
  const find = () => page.workers().find((one) => one.url().includes(name));
  await expect.poll(find, name).toBeDefined();
  return find()!;
}

/** Lets a worker fail as it would by a fault of its own, and waits until the page has ended it. */
async function fail(worker: Worker): Promise<void> {
  const ended = worker.waitForEvent('close');
  await worker.evaluate(() => {
    setTimeout(() => {
      throw new Error('boom');
    });
  });
  await ended;
}

/** Lets it fail at the next replication that it is asked for. */
const failReplicating = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const onMessage = ({ data }: MessageEvent): void => {
      if (data.path?.[0] !== 'replicate') return;
      removeEventListener('message', onMessage);
      setTimeout(() => {
        throw new Error('boom');
      });
    };
    addEventListener('message', onMessage);
  });

const exponential = (rate: number) => ({ distribution: 'exponential', rate }) as const;

/** Orders, whose rate changes every ten seconds, and quotes go through a fork and a join. */
const ORDERS: Scenario = {
  format: SCENARIO_FORMAT,
  schemaVersion: SCHEMA_VERSION,
  name: 'Orders and quotes',
  timeUnit: 'ms',
  classes: [
    { id: 'order', name: 'Orders' },
    { id: 'quote', name: 'Quotes' },
  ],
  groups: [{ id: 'g', name: 'Branches', stages: ['risk', 'price'] }],
  nodes: [
    {
      id: 'orders',
      kind: 'source',
      name: 'Order entry',
      class: 'order',
      interarrival: exponential(4),
      schedule: {
        frames: [
          { from: 0, interarrival: exponential(4) },
          { from: 10, interarrival: exponential(12) },
        ],
        period: 20,
      },
    },
    { id: 'quotes', kind: 'source', name: 'Quote feed', class: 'quote', interarrival: exponential(6) },
    { id: 'decode', kind: 'stage', name: 'Decode', service: exponential(40) },
    { id: 'split', kind: 'fork' },
    { id: 'risk', kind: 'stage', name: 'Risk check', service: exponential(30) },
    { id: 'price', kind: 'stage', name: 'Pricing', service: exponential(25) },
    { id: 'merge', kind: 'join', name: 'Merge' },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'orders', to: 'decode' },
    { from: 'quotes', to: 'decode' },
    { from: 'decode', to: 'split' },
    { from: 'split', to: 'risk' },
    { from: 'split', to: 'price' },
    { from: 'risk', to: 'merge' },
    { from: 'price', to: 'merge' },
    { from: 'merge', to: 'out' },
  ],
};

async function openOrders(page: Page): Promise<void> {
  await page.goto(linkTo(ORDERS));
  await expect(node(page, 'decode')).toBeVisible();
  await idle(page);
}

const setting = (page: Page, label: string): Locator =>
  page.getByRole('textbox', { name: new RegExp(`^${label}`) });

/** What the table behind a chart holds, row by row. */
async function tableBehind(panel: Locator, title: string): Promise<readonly string[][]> {
  const page = panel.page();
  const figure = panel.getByRole('figure', { name: title });
  await figure.getByRole('button', { name: 'Table and export' }).click();
  await page.getByRole('menuitem', { name: 'Show table' }).click();
  await expect(figure.locator('.chart-table')).toBeVisible();
  return figure
    .locator('.chart-table tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? '')),
    );
}

test('a schedule is seen over time, and the way through fork and join from end to end', {
  tag: '@long',
}, async ({ page }) => {
  await openOrders(page);
  await simulateOnlyWhenAsked(page);
  await showView(page, 'time');
  await expect(page.getByText('Not simulated yet')).toBeVisible();
  await simulateWith(page, {
    Replications: '5',
    Length: '220 s',
    'Warm-up': '20 s',
    'Sampling interval': '2 s',
  });
  await idle(page);
  await expect(page.getByText('95 % intervals from 5 independent replications')).toBeVisible();
  await page.getByRole('button', { name: 'Classes at Decode' }).click();
  await expect(simulated(page, 5).getByRole('row', { name: /^Quotes/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Branches Number in system/ })).toBeVisible();

  const time = await showView(page, 'time');
  await time.getByRole('button', { name: 'Offered' }).click();
  const [heads, ...frames] = await tableBehind(time, 'Over time');
  expect(heads!.slice(0, 3)).toEqual([
    'time in the period from (s)',
    'time in the period to (s)',
    'Decode (offered, elements/s)',
  ]);
  expect(frames).toHaveLength(10);
  const offered = frames.map((row) => Number(row[2]));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  // 4 and 12 orders a second, and 6 quotes.
  expect(Math.abs(mean(offered.slice(0, 5)) - 10)).toBeLessThan(0.8);
  expect(Math.abs(mean(offered.slice(5)) - 18)).toBeLessThan(1.2);

  const latency = await showView(page, 'latency');
  const trips = latency.getByRole('table', { name: 'End-to-end latency', exact: true });
  await expect(trips.getByRole('row', { name: /^Orders/ })).toBeVisible();
  await trips
    .getByRole('row', { name: /Risk check/ })
    .first()
    .click();
  await expect(latency.getByRole('figure', { name: /^Where the time is spent: .*Risk check/ })).toBeVisible();
  const stage = latency.getByRole('button', { name: /^Risk check: waiting .*, together / });
  await stage.click();
  await expect(node(page, 'risk')).toHaveClass(/selected/);
  // The keyboard reads what the pointer reads.
  await page.mouse.move(0, 0);
  await expect(latency.getByText(/^Risk check: waiting/)).toBeHidden();
  await stage.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(latency.getByText(/^Risk check: waiting .* ± /)).toBeVisible();
});

test('a drag over time zooms into all rows, a double click goes back', { tag: '@long' }, async ({ page }) => {
  await openOrders(page);
  await simulateWith(page, { Length: '220 s', 'Sampling interval': '2 s' });
  await idle(page);
  const time = await showView(page, 'time');
  await page.getByRole('button', { name: 'Show results at full height' }).click();
  const plot = time.getByRole('slider', { name: 'Crosshair' });
  await expect(plot).toHaveAttribute('aria-valuemax', '20');
  const { x, y } = await middleOf(plot);
  await drag(page, { x, y }, { x: x + 150, y });
  await expect(plot).not.toHaveAttribute('aria-valuemax', '20');
  const narrow = Number(await plot.getAttribute('aria-valuemax'));
  expect(narrow).toBeLessThan(20);
  expect(Number(await plot.getAttribute('aria-valuemin'))).toBeCloseTo(10, 0);
  await expect(time.getByRole('button', { name: 'Reset zoom' })).toBeVisible();
  await plot.dblclick({ position: { x: 20, y: 20 } });
  await expect(plot).toHaveAttribute('aria-valuemax', '20');
  const svg = await downloadBy(page, async () => {
    await time.getByRole('button', { name: 'Table and export' }).click();
    await page.getByRole('menuitem', { name: 'Export as SVG' }).click();
  });
  expect(svg.text).toContain('Decode · number in system (elements)');
  await time.getByRole('button', { name: 'Warm-up' }).click();
  await expect(time.getByText(/^The first .* are not counted\. MSER-5 finds/)).toBeVisible();
});

test('a run goes on until the chosen measure is known to the wanted precision', { tag: '@long' }, async ({
  page,
}) => {
  await openBlank(page);
  await page.getByRole('button', { name: 'Simulation settings' }).click();
  await setting(page, 'Length').fill('40 s');
  await setting(page, 'Precision').fill('0.05');
  await setting(page, 'Precision').press('Tab');
  await page.getByRole('checkbox', { name: /^Throughput/ }).check();
  await page.getByRole('checkbox', { name: /^Number in system/ }).uncheck();
  await page.getByRole('button', { name: 'Run simulation' }).click();
  await showView(page, 'simulation');
  await idle(page);
  await page.getByRole('radio', { name: 'Rates', exact: true }).click();
  const known = page
    .getByRole('table', { name: /^Simulated/ })
    .getByRole('row')
    .last();
  const served = /[\d.]+ \/s\s+± [\d.]+ %\s+[\d.]+ \/s\s+± ([\d.]+) %/;
  // What is known so far stands there while the run goes on.
  await expect.poll(async () => Number(served.exec(await known.innerText())?.[1])).toBeLessThanOrEqual(5);
  const caption = await page.getByText(/^Simulated, \d+ replications/).innerText();
  expect(Number(/\d+/.exec(caption)![0])).toBeGreaterThanOrEqual(10);
  // At least one measure stays chosen.
  await page.getByRole('button', { name: 'Simulation settings' }).click();
  await page.getByRole('checkbox', { name: /^Throughput/ }).click();
  await expect(page.getByRole('checkbox', { name: /^Throughput/ })).toBeChecked();
});

test('a precision that is out of reach is said at once: which measure it is, and how much more it would take', {
  tag: '@long',
}, async ({ page }) => {
  await openFile(page, 'mercury-run-1');
  await simulateWith(page, { Length: '0.5 ms', Precision: '0.001' });
  await page
    .getByText(/± 0\.1 % wanted: Number in system of PCI.*ends there: ± 0\.1 % would take about/)
    .waitFor();
  const verdict = /Not known to 0\.1 % after \d+ replications: number in system of "PCI-X bus"/;
  await page.locator('.panel').getByText(verdict).first().waitFor();
  await page.locator('.top-bar').getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText(/^Stopped after \d+ of (about )?\d+ replications/)).toBeVisible();
});

test('a run that is cancelled answers within a moment, and results say that they are older than an edit', async ({
  page,
}) => {
  await openOrders(page);
  await simulateOnlyWhenAsked(page);
  await simulate(page, 4000);
  await page.getByText(/^\d+ of 4000 replications, .*events\/s/).waitFor();
  // The histogram forms before anything is finished.
  await showView(page, 'occupancy');
  await expect(page.locator('.dock [data-series="simulation"]').first()).toBeVisible();
  await showView(page, 'simulation');
  await page.getByText(/^([2-9]|\d\d+) of 4000 replications/).waitFor();
  await page.locator('.top-bar').getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText(/^Stopped after \d+ of (about )?\d+ replications/)).toBeVisible();

  await expect(page.getByText(/^Simulation stopped after \d+ of 4000/)).toBeVisible();
  await expect(page.getByText('Simulation is outdated')).toHaveCount(0);
  const panel = page.getByRole('tabpanel', { name: 'Simulation' });
  const csv = panel.getByRole('button', { name: 'CSV' }).first();
  expect((await downloadBy(page, () => csv.click())).text).not.toContain('outdated');
  await node(page, 'decode').click();
  await setField(page, 'Rate', '50');
  await idle(page);
  await expect(page.getByText('Simulation is outdated')).toBeVisible();
  expect((await downloadBy(page, () => csv.click())).text).toContain('outdated');
});

test('nothing of an outdated simulation that leaves the page passes for the drawing as it is', {
  tag: '@long',
}, async ({ page }) => {
  await openOrders(page);
  await simulateOnlyWhenAsked(page);
  await simulate(page, 3);
  await idle(page);
  await node(page, 'decode').click();
  await setField(page, 'Rate', '50');
  await expect(page.getByText('Simulation is outdated')).toBeVisible();
  const csv = page.getByRole('tabpanel', { name: 'Simulation' }).getByRole('button', { name: 'CSV' }).first();
  const saved = await downloadBy(page, () => csv.click());
  expect(saved.name).toBe('Orders and quotes simulation (outdated).csv');
  for (const line of saved.text.trim().split('\r\n')) expect(line).toMatch(/,(outdated|yes)$/);
  await showView(page, 'latency');
  const latency = page.getByRole('tabpanel', { name: 'Latency' });
  await expect(latency.getByRole('figure', { name: 'End-to-end latency (outdated)' })).toBeVisible();
  await latency.getByRole('button', { name: 'Table and export' }).first().click();
  const picture = await downloadBy(page, () => page.getByRole('menuitem', { name: 'Export as SVG' }).click());
  expect(picture.text).toMatch(/End-to-end latency \(outdated\)/);
  await page.getByRole('button', { name: 'Scenario menu' }).click();
  const results = await downloadBy(page, () =>
    page.getByRole('menuitem', { name: 'Export the results as CSV' }).click(),
  );
  const [head, ...rows] = results.text.trim().split('\r\n');
  const mean = head!.split(',').indexOf('simulated mean');
  expect(rows.map((row) => row.split(',')[mean])).toEqual(rows.map(() => ''));
});

test('a stopped simulation says how many replications its numbers are from', { tag: '@long' }, async ({
  page,
}) => {
  await openFile(page, 'mercury-run-1');
  await simulate(page, 400);
  // From two replications on there are intervals.
  await page.locator('.top-bar').getByRole('progressbar', { name: 'Simulating' }).waitFor();
  await page.getByText(/^([2-9]|\d\d+) of 400 replications/).waitFor();
  await page.getByRole('table', { name: /^Simulated/ }).waitFor();
  await page.locator('.top-bar').getByRole('button', { name: 'Stop' }).click();
  await idle(page);
  const note = page.getByText(/^Stopped after \d+ of 400 replications; the intervals are from these\.$/);
  await expect(note).toBeVisible();
  const made = Number(/\d+/.exec(await note.innerText())![0]);
  expect(made).toBeGreaterThanOrEqual(2);
  expect(made).toBeLessThan(400);
  await expect(simulated(page, made)).toBeVisible();

  // It can be started again at once.
  await simulate(page, 3);
  await idle(page);
  await expect(simulated(page, 3)).toBeVisible();
});

test('the same seed gives the same numbers, another seed others', { tag: '@long' }, async ({ page }) => {
  await openBlank(page);
  const run = async (seed: string): Promise<number> => {
    await simulateWith(page, { Seed: seed });
    await idle(page);
    await expect(page.getByRole('table', { name: new RegExp(`seed ${seed}$`) })).toBeVisible();
    return (await rowOf(page, 'Stage', 'Simulated'))['Number in system']!.value;
  };
  const first = await run('7');
  const other = await run('8');
  expect(other).not.toBe(first);
  expect(await run('7')).toBe(first);
});

test('the page gives the numbers of Node, to the last digit', { tag: '@long' }, async ({ page }) => {
  const file = new URL('../public/examples/mercury-run-1.json', import.meta.url);
  const scenario = JSON.parse(await readFile(file, 'utf8')) as Scenario;
  // What is most of the core is read by who asks for this story alone.
  const { simulateNow } = await import('../workers/simulate/simulate-scenario.ts');
  const alone = simulateNow(scenario, { replications: 4 });
  if (alone.kind === 'noAnswer') throw new Error(alone.code);
  await openFile(page, 'mercury-run-1');
  await simulate(page, 4);
  await idle(page);
  await expect(simulated(page, 4)).toBeVisible();
  for (const { id, name } of scenario.nodes.filter(({ kind }) => kind === 'stage')) {
    const { 'Number in system': inside } = await rowOf(page, name ?? id, 'Simulated');
    expect(inside!.value, id).toBe(alone.stages[id]!.meanOccupancy!.mean);
  }
});

test.describe('a worker that fails', () => {
  test('in a run is replaced, and the run gives what it would have given', { tag: '@long' }, async ({
    page,
  }) => {
    await openFile(page, 'mercury-run-1');
    await failReplicating(await workerOf(page, 'simulator.worker'));
    await simulate(page, 6);
    await idle(page);
    await expect(page.locator('.w-refused')).toContainText('boom');
    await expect(page.locator('.w-refused')).toContainText('A new worker took over.');
    await expect(simulated(page, 6)).toBeVisible();
    const disturbed = await rowOf(page, '1a Bloom filter', 'Simulated');

    await page.locator('.top-bar').getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.locator('.w-refused')).toHaveCount(0);
    await idle(page);
    await expect(simulated(page, 6)).toBeVisible();
    expect(await rowOf(page, '1a Bloom filter', 'Simulated')).toEqual(disturbed);
  });

  test('between two answers is replaced with the next edit', { tag: '@long' }, async ({ page }) => {
    await openBlank(page);
    await node(page, 'stage').click();
    await fail(await workerOf(page, 'solver.worker'));
    await setField(page, 'Rate', '2');
    await idle(page);
    await expect(field(page, 'Rate')).toHaveValue('2 /s');
    await expect(node(page, 'stage')).toContainText('ρ 0.4');
  });
});
