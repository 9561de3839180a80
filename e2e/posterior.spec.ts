/** From a trace of some tasks to what all of them met, its picture, and the model that takes the distributions. */
import type { Locator, Page } from '@playwright/test';
import { axeOn } from './axe.ts';
import { expect, idle, linkTo, notice, openBlank, savedFile, showView, test } from './workbench.ts';

/** Two stages in a line, by other distributions than those of the trace. */
const MODEL = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Line',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 100 } },
    { id: 'parse', kind: 'stage', name: 'Parse', service: { distribution: 'exponential', rate: 1000 } },
    { id: 'store', kind: 'stage', name: 'Store', service: { distribution: 'exponential', rate: 1000 } },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'parse' },
    { from: 'parse', to: 'store' },
    { from: 'store', to: 'out' },
  ],
};

/** Mean services of the trace, s. */
const SERVICE = [0.008, 0.004];

/** Tasks through both queues, first come, first served; every second one is seen, and how many had entered. */
function trace(count = 400): string {
  let state = 12345;
  const exponential = (mean: number): number => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return -mean * Math.log((state + 0.5) / 2 ** 31);
  };
  const ns = (seconds: number): number => Math.round(seconds * 1e9);
  const free = [0, 0];
  let entry = 0;
  const rows = Array.from({ length: count }, (_, i) => {
    entry += exponential(0.01);
    const times = [entry];
    for (const [q, mean] of SERVICE.entries()) {
      free[q] = Math.max(times[q]!, free[q]!) + exponential(mean);
      times.push(free[q]!);
    }
    const [come, parsed, stored] = times.map(ns);
    return [
      `t${i},0,INITIAL,__ARRIVALS__,0,${come},${i + 1}`,
      `t${i},1,PARSE,parse,${come},${parsed},`,
      `t${i},2,STORE,store,${parsed},${stored},`,
    ];
  });
  return tasks(rows.filter((_, i) => i % 2 === 0).flat());
}

const tasks = (rows: readonly string[]): string =>
  ['#qtm 1 tasks time=ns', 'task,step,state,queue,arrival,departure,ordinal', ...rows, ''].join('\n');

const view = (page: Page): Locator => page.getByRole('region', { name: 'Posterior', exact: true });
const setting = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name: new RegExp(`^${name}`) });
const shares = (page: Page): Locator => page.getByRole('figure', { name: 'Where the time of tasks went' });
const chains = (page: Page): Locator => page.getByRole('figure', { name: 'Chains from starts apart' });
const runs = (page: Page): Locator => page.getByRole('button', { name: 'Run the chains' });

async function openView(page: Page): Promise<void> {
  await showView(page, 'posterior');
  await expect(view(page)).toBeVisible();
}

async function openModel(page: Page): Promise<void> {
  await page.goto(linkTo(MODEL));
  await idle(page);
  await openView(page);
}

/** Dropped on the view, as from a file manager. */
async function drop(page: Page, text: string): Promise<void> {
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'tasks.csv'));
    return data;
  }, text);
  for (const type of ['dragover', 'drop']) await view(page).dispatchEvent(type, { dataTransfer: transfer });
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: new RegExp(`^${field}`) }).click();
  await page.getByRole('option', { name: new RegExp(`^${option}`) }).click();
}

/** Chains of so many sweeps in a round; waits for their end, however long they take. */
async function run(page: Page, sweeps: number): Promise<void> {
  await setting(page, 'Sweeps').fill(String(sweeps));
  await runs(page).click();
  await expect(runs(page)).toBeVisible({ timeout: 0 });
}

const stagesOf = async (page: Page) => {
  const { nodes, precisions } = JSON.parse(await savedFile(page));
  const stages: { id: string; service: { distribution: string; mean?: number; rate?: number } }[] =
    nodes.filter(({ kind }: { kind: string }) => kind === 'stage');
  return { stages, precisions };
};

test('the web experiment: chains close in, the picture holds the truth, the drawing takes the distributions', {
  tag: '@long',
}, async ({ page }) => {
  await openBlank(page);
  await openView(page);
  await page.getByRole('button', { name: 'Try it with the web experiment' }).click();
  await expect(view(page).getByText('763 tasks of web-requests.csv, 11 queues')).toBeVisible();
  // Chains are seen while they run, and no answer yet: with so many sweeps to a round none ends meanwhile.
  await setting(page, 'Sweeps').fill('100000');
  await runs(page).click();
  await expect(chains(page).locator('[data-series="chain 1"] path').first()).toBeVisible();
  await expect(shares(page)).toBeHidden();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(runs(page)).toBeVisible();
  await run(page, 250);

  await expect(shares(page).locator('[data-series="true"]')).toBeVisible();
  await expect(
    view(page).getByText(/^Services are taken to be .* those that were seen fit it best/),
  ).toBeVisible();
  await expect(shares(page).locator('[data-bottleneck="RAILS"]')).toHaveCount(12);
  await expect(view(page).getByText('DB: more servers will not help')).toBeVisible();
  await expect(
    view(page).getByText(/^The slowest 1 % of the tasks spent most of their time waiting in RAILS/),
  ).toBeVisible();
  // The table behind the picture has the truth of each stretch beside what was inferred.
  await shares(page).getByRole('button', { name: 'Table and export' }).click();
  await page.getByRole('menuitem', { name: 'Show table' }).click();
  await expect(shares(page).getByRole('row')).toHaveCount(13);
  await expect(shares(page).getByRole('columnheader', { name: 'RAILS waiting, true' })).toBeVisible();

  // The drawing has none of these queues yet.
  const put = page.getByRole('button', { name: 'Put the distributions on the stages' });
  await expect(put).toBeDisabled();
  await page.getByRole('button', { name: 'Add them to the drawing' }).click();
  await expect(page.locator('.react-flow__node')).toHaveCount(3 + 13);
  await put.click();
  await expect(notice(page, '11 stages serve as estimated')).toBeVisible();
  const spread = page.getByRole('table', { name: /^Predictions/ });
  // The model is solved at many draws of the distributions, one after the other.
  await expect(spread.getByRole('row', { name: /^DB .* ± / })).toBeVisible();
  const { stages, precisions } = await stagesOf(page);
  const database = stages.find(({ id }) => id === 'DB')!;
  // Its true mean service is 18 ms.
  expect(database.service.mean).toBeGreaterThan(0.0155);
  expect(database.service.mean).toBeLessThan(0.0205);
  expect(precisions).toHaveLength(11);
});

test('a dropped trace gives its posterior; one click puts the distributions on the stages, one step takes them back', async ({
  page,
}) => {
  await openModel(page);
  await drop(page, trace(200));
  await expect(view(page).getByText('100 tasks of tasks.csv, 2 queues')).toBeVisible();
  await choose(page, 'Service distribution', 'Exponential');
  await run(page, 300);
  await expect(
    view(page).getByText(
      /^\d+ held-out tasks are as the model has them, and so are the services of visits that were seen\.$/,
    ),
  ).toBeVisible();
  await expect(view(page).getByText('parse: more servers will help')).toBeVisible();
  await expect(view(page).getByText('store: more servers will not help')).toBeVisible();
  const agreement = page.getByRole('table', { name: /^Agreement of 4 chains/ });
  await expect(agreement.getByRole('row', { name: /^mean service of parse (0\.9|1)/ })).toBeVisible();

  await page.getByRole('button', { name: 'Put the distributions on the stages' }).click();
  await expect(
    page.getByRole('table', { name: /^Predictions/ }).getByRole('row', { name: /^Parse/ }),
  ).toContainText('±');
  await idle(page);
  const { stages, precisions } = await stagesOf(page);
  for (const [q, { service }] of stages.entries()) {
    expect(service.distribution).toBe('exponential');
    expect(service.mean! / SERVICE[q]!).toBeGreaterThan(0.8);
    expect(service.mean! / SERVICE[q]!).toBeLessThan(1.25);
  }
  expect(precisions).toMatchObject([
    { node: 'parse', field: 'service.mean' },
    { node: 'store', field: 'service.mean' },
  ]);
  // Solved again, 100 a second at about 8 ms: the intervals leave the queue open.
  await showView(page, 'occupancy');
  const parse = page.getByRole('table', { name: /^Stages/ }).getByRole('row', { name: /^Parse/ });
  await expect(parse.getByRole('cell', { name: /^◌ [12]\.\d+ … \d/ }).first()).toBeVisible();
  await page.getByRole('button', { name: /^\d+ warnings?$/ }).click();
  await expect(page.getByRole('dialog', { name: 'Warnings' })).toContainText(
    /mostly due to the service time of Parse \(± \d+ % as stated\)/,
  );
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  expect((await stagesOf(page)).stages.map(({ service }) => service.rate)).toEqual([1000, 1000]);
});

test('what would help is asked of the chains, and goes into the drawing as one step', {
  tag: '@long',
}, async ({ page }) => {
  await openModel(page);
  await drop(page, trace());
  await choose(page, 'Service distribution', 'Exponential');
  await run(page, 200);
  const ask = page.getByRole('region', { name: 'What if' });
  await ask.getByRole('button', { name: 'What would help?' }).click();
  const answers = ask.getByRole('table', { name: /^What if:/ });
  await expect(answers.getByRole('row')).toHaveCount(5);
  await expect(
    ask.getByText(/^With 2 servers at parse, 95 % of these tasks would have taken up to/),
  ).toBeVisible();
  // One question more; a factor that is none is refused at its field.
  await choose(page, 'Change', 'Load ×');
  await setting(page, 'Factor').fill('-1');
  await expect(ask.getByText('Expected a factor > 0')).toBeVisible();
  await setting(page, 'Factor').fill('2');
  await ask.getByRole('button', { name: 'Ask', exact: true }).click();
  // Both queues get more than they can serve.
  await expect(answers.getByRole('row', { name: /^twice the load/ })).toContainText('no steady state');

  await ask.getByRole('button', { name: 'Put 2 servers at parse into the drawing' }).click();
  await expect(notice(page, 'The drawing has 2 servers at parse')).toBeVisible();
  await idle(page);
  const { nodes } = JSON.parse(await savedFile(page));
  expect(nodes[1]).toMatchObject({ id: 'parse', serverCount: 2, service: { distribution: 'exponential' } });
  await page.keyboard.press('Control+z');
  expect((await stagesOf(page)).stages[0]).toMatchObject({ service: { rate: 1000 } });
});

test('chains that do not agree give no answer, and go on from where they stand', { tag: '@long' }, async ({
  page,
}) => {
  await openBlank(page);
  await openView(page);
  await page.getByRole('button', { name: 'Try it with the web experiment' }).click();
  await choose(page, 'Run', 'Sweeps');
  await run(page, 50);
  await expect(page.getByRole('alert')).toContainText('The 4 chains do not agree after 50 sweeps');
  await expect(chains(page)).toBeVisible();
  await expect(shares(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Put the distributions on the stages' })).toBeHidden();
  await page.getByRole('button', { name: 'Continue for 50 sweeps' }).click();
  await expect(
    view(page)
      .getByText(/after 100 sweeps|chains of 100 sweeps/)
      .first(),
  ).toBeVisible();

  // Other settings make it an answer of before; stopping a run leaves it there.
  await setting(page, 'Seed').fill('2');
  await expect(page.getByText('Posterior is outdated')).toBeVisible();
  await setting(page, 'Sweeps').fill('100000');
  await runs(page).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(runs(page)).toBeVisible();
});

test('what no posterior can be made of is said in one message', { tag: '@long' }, async ({ page }) => {
  await openModel(page);
  await drop(page, '#qtm 1 queues time=ns\nqueueId\nq\n');
  await expect(page.getByRole('alert')).toContainText(/tasks/);

  await drop(page, tasks(['t1,0,,__ARRIVALS__,0,100,1', 't1,1,A,parse,100,900,']));
  await runs(page).click();
  await expect(page.getByRole('alert')).toContainText('only 1 task was observed in every step');

  // The second task overtakes the first.
  const overtaking = Array.from({ length: 10 }, (_, i) => {
    const [come, gone] = i === 1 ? [2e6, 3e6] : [1e6 + 10e6 * i, 9e6 + 10e6 * i];
    return [`t${i},0,,__ARRIVALS__,0,${come},${i + 1}`, `t${i},1,A,parse,${come},${gone},`];
  });
  await drop(page, tasks(overtaking.flat()));
  await expect(view(page).getByText('10 tasks of tasks.csv')).toBeVisible();
  await runs(page).click();
  await expect(page.getByRole('alert')).toContainText(
    'queue parse: task t1 overtakes task t0; with one server, first come first served, that cannot be. Try random selection (RSS) or more servers',
  );
  // As advised.
  await page.getByRole('button', { name: /^Queues/ }).click();
  await setting(page, 'Servers of parse').fill('2');
  await runs(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'overtakes' })).toBeHidden();
});

test('the view is readable aloud, by keys, and on a narrow page', { tag: '@long' }, async ({ page }) => {
  await openModel(page);
  await drop(page, trace());
  await run(page, 300);
  const cursor = shares(page).getByRole('slider', { name: 'Stretch of time looked at' });
  await cursor.press('Home');
  await expect(cursor).toHaveAttribute('aria-valuenow', '0');
  await cursor.press('ArrowRight');
  await expect(cursor).toHaveAttribute('aria-valuetext', /PARSE waiting .* %.*Bottleneck: PARSE/);
  await page.getByRole('button', { name: /^Queues/ }).click();
  for (const colorScheme of ['light', 'dark'] as const) {
    // Colours that are on their way from one theme to the other are those of neither.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await axeOn(page).include('.posterior').analyze();
    expect(found.violations).toEqual([]);
  }
  await page.setViewportSize({ width: 420, height: 900 });
  await expect
    .poll(() => view(page).evaluate((element) => element.scrollWidth - element.clientWidth))
    .toBeLessThanOrEqual(0);
});
