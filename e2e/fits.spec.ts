/** From times to distributions, from levels to models of a station, from measurements to the numbers of a whole scenario. */
import type { Locator, Page } from '@playwright/test';
import { axeOn } from './axe.ts';
import { boxOf } from './mouse.ts';
import {
  dropData,
  expect,
  idle,
  inspector,
  linkTo,
  node,
  openBlank,
  openFile,
  publicFile,
  rowOf,
  savedFile,
  showView,
  test,
} from './workbench.ts';

const fits = (page: Page): Locator => page.getByRole('region', { name: 'Fits', exact: true });
const distributions = (page: Page): Locator => page.getByRole('table', { name: 'Distributions, best first' });
const show = (page: Page, view: 'Distributions' | 'Queue models' | 'Calibration') =>
  fits(page).getByRole('button', { name: view, exact: true }).click();

async function openFits(page: Page): Promise<void> {
  await showView(page, 'fits');
  await idle(page);
}

async function generate(page: Page, example: string): Promise<void> {
  await page.getByRole('button', { name: 'Generate an example' }).click();
  await page.getByRole('menuitem', { name: example }).click();
  await expect(distributions(page)).toBeVisible();
}

const stageOf = async (page: Page) => {
  const scenario = JSON.parse(await savedFile(page));
  return {
    stage: scenario.nodes.find(({ kind }: { kind: string }) => kind === 'stage'),
    source: scenario.nodes.find(({ kind }: { kind: string }) => kind === 'source'),
    precisions: scenario.precisions,
  };
};

test('example times: distributions are ranked and drawn, one goes on the stage, the answer changes, undo', async ({
  page,
}) => {
  await openBlank(page);
  const before = await rowOf(page, 'Stage');
  const { stage: old } = await stageOf(page);
  await openFits(page);
  await generate(page, 'lognormal service times');
  await expect(distributions(page).getByRole('row').nth(1)).toContainText('Lognormal');
  await expect(fits(page).getByText(/^Lognormal is .*best with 2 free numbers/)).toBeVisible();
  await expect(fits(page).getByText(/distributions? do(es)? not apply/)).toBeVisible();

  // The two best are drawn over the histogram; a row chosen is drawn as well.
  const picture = page.getByRole('figure', { name: 'Distributions over the data' });
  await expect(picture.locator('[data-series="Lognormal"] path')).not.toHaveCount(0);
  await distributions(page)
    .getByRole('row', { name: /^Exponential/ })
    .click();
  await expect(picture.locator('[data-series="Exponential"] path')).not.toHaveCount(0);

  await page.getByRole('button', { name: /^Put lognormal on/ }).click();
  await idle(page);
  const { stage, precisions } = await stageOf(page);
  expect(stage.service.distribution).toBe('lognormal');
  expect(precisions).toEqual([{ node: stage.id, field: 'service.mean', plusMinus: expect.any(Number) }]);
  await showView(page, 'occupancy');
  const after = await rowOf(page, 'Stage');
  expect(after['Queue length']!.value).not.toBe(before['Queue length']!.value);

  await page.keyboard.press('Control+z');
  expect((await stageOf(page)).stage.service).toEqual(old.service);
});

test('distributions are drawn in three ways, and any goes on the stage by its row', {
  tag: '@long',
}, async ({ page }) => {
  await openBlank(page);
  await openFits(page);
  await generate(page, 'lognormal service times');
  const picture = page.getByRole('figure', { name: 'Distributions over the data' });
  for (const view of ['CDF', 'Q–Q', 'Density']) {
    await picture.getByRole('button', { name: view }).click();
    await expect(picture.locator('[data-series="Lognormal"] path')).not.toHaveCount(0);
  }
  // From the keyboard.
  await expect(page.getByRole('button', { name: 'Use Gamma' })).toBeEnabled();
  await page.getByRole('button', { name: 'Use Gamma' }).press('Enter');
  expect((await stageOf(page)).stage.service.distribution).toBe('gamma');
});

test('bursts: their correlation is drawn, and a stream that has it goes on the source', {
  tag: '@long',
}, async ({ page }) => {
  await openBlank(page);
  await openFits(page);
  await generate(page, 'arrivals in bursts');
  await expect(fits(page).getByText(/^The times are correlated/)).toBeVisible();
  const picture = page.getByRole('figure', { name: 'Autocorrelation' });
  await expect(picture.locator('[data-series="Markovian arrivals"] path')).not.toHaveCount(0);
  // What the crosshair reads of three curves stands in the picture, however narrow it is.
  await picture.getByRole('slider', { name: 'Crosshair' }).press('ArrowRight');
  const { x, width } = await boxOf(picture);
  for (const name of ['measured', 'Markovian arrivals', 'On–off bursts']) {
    const read = picture.locator('text', { hasText: new RegExp(`${name} -?[\\d.]+`) });
    await expect(read).toBeVisible();
    const text = await boxOf(read);
    expect(text.x).toBeGreaterThanOrEqual(x - 1);
    expect(text.x + text.width).toBeLessThanOrEqual(x + width + 1);
  }
  await fits(page)
    .getByRole('region', { name: 'Markovian arrivals' })
    .getByRole('button', { name: /^Put markovian arrivals on/ })
    .click();
  expect((await stageOf(page)).source.interarrival.distribution).toBe('map');
  await page.keyboard.press('Control+z');
});

test('numbers of one’s own, and numbers that no distribution fits', { tag: '@long' }, async ({ page }) => {
  await openBlank(page);
  await openFits(page);
  const times = page.getByRole('textbox', { name: /^Times/ });
  await times.fill('1\n2\n3');
  await page.getByRole('button', { name: 'Fit 3 times' }).click();
  await expect(page.getByRole('alert')).toContainText('Expected at least 5 values, got 3');
  await page.getByRole('button', { name: 'Numbers of your own' }).click();
  await times.fill(Array.from({ length: 40 }, (_, i) => 10 + Math.sin(i) / 1000).join('\n'));
  await page.getByRole('button', { name: 'Fit 40 times' }).click();
  await expect(fits(page).getByText(/^Deterministic: the values differ by less than 1 %/)).toBeVisible();
  await expect(page.getByText('Fitted to: numbers of your own')).toBeVisible();
});

/** A line with one stage, and a trace of its queue in which services take 4 ms, give or take 1 ms. */
const MODEL = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Line',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 100 } },
    { id: 'parse', kind: 'stage', name: 'Parse', service: { distribution: 'exponential', rate: 150 } },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'parse' },
    { from: 'parse', to: 'out' },
  ],
};

function trace(count: number): string {
  // A generator of its own: the same file each time.
  let state = 1;
  const uniform = (): number => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  const rows: [number, string][] = [];
  let [arrival, free] = [0, 0];
  for (let i = 0; i < count; i += 1) {
    arrival += -10e6 * Math.log(uniform());
    free = Math.max(arrival, free) + 4e6 + 2e6 * (uniform() - 0.5);
    rows.push([arrival, 'I'], [free, 'D']);
  }
  rows.sort(([a], [b]) => a - b);
  const lines = rows.map(([time, kind]) => `parse,${Math.round(time)},${kind}`);
  return ['#qtm 1 events time=ns', 'queueId,time,kind', ...lines, ''].join('\n');
}

test('a trace: from the stage to the distributions of its services, and the model that explains its levels', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(linkTo(MODEL));
  await idle(page);
  await dropData(page, 'trace.csv', trace(3000));
  await expect(page.getByText(/^QTM, 6,000 rows/)).toBeVisible();
  await node(page, 'parse').click();
  await inspector(page).getByRole('button', { name: 'Fit from data' }).click();
  await expect(page.getByRole('combobox', { name: /^Times/ })).toContainText(
    'Service times, from departures',
  );
  await expect(distributions(page)).toBeVisible();
  await expect(page.getByRole('combobox', { name: /^Stage/ })).toContainText('Parse');

  // Gaps between all departures are no service times.
  await page.getByRole('combobox', { name: /^Times/ }).click();
  await page.getByRole('option', { name: /^Times between departures/ }).click();
  await expect(page.getByText(/^Gaps between departures hold the times without work/)).toBeVisible();

  await show(page, 'Queue models');
  const models = page.getByRole('table', { name: 'Models, best first' });
  await expect(models.getByRole('row').nth(1)).toContainText('M/');
  await models.getByRole('row', { name: /^M\/G\/1 / }).click();
  await page.getByRole('button', { name: 'Put M/G/1 on Parse' }).click();
  const { stage } = await stageOf(page);
  expect(stage.service.distribution).toBe('gamma');
  expect(stage.service.mean).toBeGreaterThan(3.6e-3);
  expect(stage.service.mean).toBeLessThan(4.4e-3);
});

test('calibration: one wrong number of a published system is found, taken, and taken back', {
  tag: '@long',
}, async ({ page }) => {
  // The Bloom filter passes 1.78 %: 31.9 of 1790 million a second were measured behind it.
  const mercury = JSON.parse(publicFile('examples/mercury-run-1.json'));
  const filter = mercury.nodes.find(({ id }: { id: string }) => id === '1a');
  filter.passProbability = 0.03;
  await page.goto(linkTo(mercury));
  await idle(page);
  await openFits(page);
  await show(page, 'Calibration');
  await expect(page.getByRole('button', { name: 'Calibrate' })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Search' }).fill('1a pass');
  await page
    .getByRole('list', { name: 'Numbers of the scenario' })
    .getByRole('button', { name: /^pass probability of 1a/ })
    .click();
  await page.getByRole('button', { name: 'Calibrate' }).click();
  const values = page.getByRole('table', { name: 'Values found' });
  await expect(values.getByRole('row').nth(1)).toContainText('pass probability of 1a');
  await expect(page.getByRole('table', { name: /^Measured against the model/ })).toContainText('utilization');
  const passes = async () => {
    const { nodes, precisions } = JSON.parse(await savedFile(page));
    const { passProbability } = nodes.find(({ id }: { id: string }) => id === '1a');
    return { passProbability, precisions };
  };
  await page.getByRole('button', { name: 'Take these values' }).click();
  await expect(page.getByText('The scenario has them.')).toBeVisible();
  const found = await passes();
  expect(Math.abs(found.passProbability / (31.9 / 1790) - 1)).toBeLessThan(0.08);
  expect(found.precisions).toEqual([{ node: '1a', field: 'passProbability', plusMinus: expect.any(Number) }]);
  await page.keyboard.press('Control+z');
  expect(await passes()).toEqual({ passProbability: 0.03 });
  await expect(page.getByRole('button', { name: 'Take these values' })).toBeEnabled();
});

test('a calibration by simulation, where a finite queue holds up the stage before it', {
  tag: '@long',
}, async ({ page }) => {
  const [first, second] = [
    {
      id: 'parse',
      kind: 'stage',
      service: { distribution: 'lognormal', rate: 150, scv: 0.5 },
      capacity: 5,
      whenFull: 'drop',
    },
    {
      id: 'match',
      kind: 'stage',
      service: { distribution: 'gamma', rate: 80, scv: 2 },
      capacity: 3,
      whenFull: 'block',
    },
  ];
  // Simulated with 120 a second at match.
  const stages = [
    { stage: 'parse', throughput: 87.37, utilization: 0.5823, meanOccupancy: 2.163 },
    { stage: 'match', throughput: 87.37, utilization: 0.7272, meanOccupancy: 1.61 },
  ];
  await page.goto(
    linkTo({
      ...MODEL,
      nodes: [MODEL.nodes[0], first, second, MODEL.nodes[2]],
      links: [...MODEL.links.slice(0, 1), { from: 'parse', to: 'match' }, { from: 'match', to: 'out' }],
      measurement: { name: 'monitor', stages },
    }),
  );
  await idle(page);
  await openFits(page);
  await show(page, 'Calibration');
  await page.getByRole('button', { name: /^service rate of match/ }).click();
  await page.getByRole('radio', { name: 'Simulation' }).click();
  await page.getByRole('button', { name: 'Calibrate' }).click();
  await expect(fits(page).getByText(/^The model was simulated: 4 replications/)).toBeVisible();
  await page.getByRole('button', { name: 'Take these values' }).click();
  const { nodes } = JSON.parse(await savedFile(page));
  const { rate } = nodes.find(({ id }: { id: string }) => id === 'match').service;
  expect(Math.abs(rate / 120 - 1)).toBeLessThan(0.03);
});

test('a calibration stops when it is asked to', { tag: '@long' }, async ({ page }) => {
  await openFile(page, 'mercury-run-1');
  await openFits(page);
  await show(page, 'Calibration');
  const numbers = page.getByRole('list', { name: 'Numbers of the scenario' });
  for (const number of [/^service rate of 1a/, /^service rate of 1b/, /^service rate of 2/]) {
    await page.getByRole('textbox', { name: 'Search' }).fill('service rate');
    await numbers.getByRole('button', { name: number }).click();
  }
  // By simulation it takes long, by formulas a moment.
  await page.getByRole('radio', { name: 'Simulation' }).click();
  await page.getByRole('button', { name: 'Calibrate' }).click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('alert')).toContainText('Stopped.');
  await page.locator('.dock').getByRole('radio', { name: 'Analytic' }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Values found' }).getByRole('row')).toHaveCount(4);
});

test('the tab is accessible', { tag: '@long' }, async ({ page }) => {
  const isSound = async () => {
    const { violations } = await axeOn(page).include('.fits').analyze();
    expect(violations).toEqual([]);
  };
  await openBlank(page);
  await openFits(page);
  await isSound();
  await generate(page, 'arrivals in bursts');
  await expect(page.getByRole('figure', { name: 'Autocorrelation' })).toBeVisible();
  await isSound();
  await openFile(page, 'mercury-run-1');
  await openFits(page);
  await show(page, 'Calibration');
  await page.getByRole('button', { name: /^service rate of 1b/ }).click();
  await isSound();
});
