/** FIFO depths: the front of cost against throughput, its proof, a point in the editor; dataflow with random times. */
import type { Page } from '@playwright/test';
import { middleOf } from './mouse.ts';
import {
  addProperty,
  expect,
  idle,
  inspector,
  node,
  openBlank,
  openFile,
  openScenario,
  publicFile,
  savedFile,
  setField,
  showView,
  test,
} from './workbench.ts';

// As a new visitor has it.
test.use({ live: true });

const panel = (page: Page) => page.locator('.explore');

const depthsIn = async (page: Page): Promise<readonly (number | undefined)[]> =>
  JSON.parse(await savedFile(page)).links.map(({ depth }: { depth?: number }) => depth);

async function openDepths(page: Page): Promise<void> {
  await showView(page, 'explore');
  await panel(page).getByText('FIFO depths', { exact: true }).click();
}

test('the least depths of all FIFOs are found with their proof, applied as one step, and copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openFile(page, 'hls-branches');
  await openDepths(page);
  await panel(page).getByRole('button', { name: 'Find depths' }).click();
  await expect(panel(page).getByText(/^Exact, from/)).toBeVisible();
  const front = panel(page).getByRole('table', { name: 'Depths that no cheaper ones beat' });
  const rows = front.getByRole('row');
  expect(await rows.count()).toBeGreaterThan(2);
  await expect(panel(page).getByRole('table', { name: /each depth one step less/ })).toContainText('%');
  const before = await depthsIn(page);
  await rows.nth(1).getByRole('button', { name: 'Apply' }).click();
  await idle(page);
  const after = await depthsIn(page);
  expect(after).not.toEqual(before);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await idle(page);
  expect(await depthsIn(page)).toEqual(before);
  await panel(page).getByRole('button', { name: 'Copy as HLS pragmas' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('#pragma HLS stream variable=');
});

test('a trace is run under other depths: time, deadlock, least depths, and depths applied as one step', {
  tag: '@long',
}, async ({ page }) => {
  await openFile(page, 'hls-branches');
  await openDepths(page);
  await panel(page).getByText('From a trace', { exact: true }).click();
  await panel(page).getByLabel('Trace to replay').setInputFiles('public/measurements/hls-branches-trace.csv');
  await expect(panel(page).getByText(/^3\.065 µs in all/)).toBeVisible();
  await expect(panel(page).getByText(/^Bounds that hold if the processes only use blocking/)).toBeVisible();
  const depth = panel(page).getByRole('textbox', { name: 'filter>blend' });
  await depth.fill('8');
  await expect(
    panel(page).getByText(/Deadlock: .*filter waits for free slots in filter>blend/),
  ).toBeVisible();
  await panel(page).getByRole('button', { name: 'Find least depths' }).click();
  await expect(panel(page).getByRole('table', { name: /each depth with one slot less/ })).toContainText('µs');
  await panel(page).getByRole('button', { name: 'Show these depths' }).click();
  await expect(panel(page).getByText(/^3\.065 µs in all/)).toBeVisible();
  const before = await depthsIn(page);
  await panel(page).getByRole('button', { name: 'Apply to the drawing' }).click();
  await idle(page);
  expect(await depthsIn(page)).not.toEqual(before);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await idle(page);
  expect(await depthsIn(page)).toEqual(before);
});

test('a traced run says how one instant is read, and the tick reads it the other way at the same depths', {
  tag: '@long',
}, async ({ page }) => {
  await openFile(page, 'hls-branches');
  await openDepths(page);
  await panel(page).getByText('From a trace', { exact: true }).click();
  const rows = [
    '0,q1,I,0',
    '1,q1,D,0',
    '2,q1,I,0',
    '6,q2,I,0',
    '6,q1,D,0',
    '7,q2,D,0',
    '9,q2,I,0',
    '9,q2,D,1',
  ];
  const queues = ['#qtm 1 queues', 'queueId,capacity,source,dest', 'q1,2,P,B', 'q2,1,B,C'];
  await panel(page)
    .getByLabel('Trace to replay')
    .setInputFiles({
      ...{ name: 'loops.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(
        [...queues, '#qtm 1 events time=ns', 'time,queueId,kind,blockedFor', ...rows, ''].join('\n'),
      ),
    });
  const words = panel(page).getByText(/if the processes only use blocking/);
  await expect(words).toContainText('what a process does at one instant happens together');
  await expect(words).toContainText('With the tick above they come one after the other');
  const depth = panel(page).getByRole('textbox', { name: 'q1' });
  await depth.fill('5');
  await depth.press('Enter');
  const tick = panel(page).getByRole('checkbox', { name: /^Operations of a process at one instant/ });
  await tick.check();
  await expect(words).toContainText('happens one after the other, as in a program');
  await expect(depth).toHaveValue('5');
  await panel(page).getByText('From the drawing', { exact: true }).click();
  await panel(page).getByText('From a trace', { exact: true }).click();
  await expect(tick).toBeChecked();
});

test('dataflow with random times is simulated by itself, and its depths are found by simulation', {
  tag: '@long',
}, async ({ page }) => {
  const block = JSON.parse(publicFile('examples/residual-block.json'));
  for (const one of block.nodes)
    if (one.id === 'add') one.service = { distribution: 'exponential', mean: 5e-9 };
  await openScenario(page, { ...block, name: 'Random residual block' });
  await expect(page.locator('.solved-by .w-badge')).toContainText('simulated');
  await expect(page.locator('.react-flow')).toContainText(/\d \/ \d+/);
  await node(page, 'add').click();
  await expect(inspector(page)).toContainText('◍');
  await showView(page, 'occupancy');
  await expect(page.getByText('This method gives no distribution')).toHaveCount(0);
  await openDepths(page);
  await panel(page).getByRole('button', { name: 'Find depths' }).click();
  await expect(panel(page).getByText(/^Found by simulation/)).toBeVisible();
  await expect(panel(page).getByRole('table', { name: 'Depths that no cheaper ones beat' })).toContainText(
    '±',
  );
});

test('a front that takes long is stopped, and says what holds of the rest of it', { tag: '@long' }, async ({
  page,
}) => {
  const rates = [
    [5, 7],
    [7, 5],
    [9, 11],
    [11, 8],
    [8, 9],
  ] as const;
  const nodes = Array.from({ length: 12 }, (_, i) => ({
    ...{ id: `a${i}`, kind: 'stage', firing: 'everyInput', whenFull: 'blockBefore' },
    service: { distribution: 'deterministic', mean: (1 + ((3 * i) % 5)) * 1e-6 },
  }));
  const links = nodes.slice(1).map(({ id }, i) => {
    const [produced, consumed] = rates[i % rates.length]!;
    return { from: `a${i}`, to: id, produced: [produced], consumed: [consumed] };
  });
  await openScenario(page, {
    ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'Twelve stages' },
    ...{ nodes, links: [...links, { from: 'a0', to: 'a0', initialTokens: 1 }] },
  } as { readonly name: string });
  await openDepths(page);
  await panel(page).getByRole('button', { name: 'Find depths' }).click();
  const rest = /All depths that cost less than \d+ were looked at\. No depths are faster than [\d.]+ k\/s\./;
  await expect(panel(page).getByText(/^The front so far, from/)).toContainText(rest);
  await panel(page)
    .getByRole('button', { name: /^(Stop|Cancel)/ })
    .first()
    .click();
  const stopped = panel(page).getByText(/^Stopped\. Exact, from/);
  await expect(stopped).toContainText('The front is incomplete: there may be designs between these.');
  await expect(stopped).toContainText(/All depths that cost less than \d+ were looked at\./);
});

test('a stage is made one of dataflow, and its link a FIFO with a depth', { tag: '@long' }, async ({
  page,
}) => {
  await openBlank(page);
  await node(page, 'stage').click();
  await addProperty(page, 'Dataflow (tokens, FIFOs)');
  await inspector(page)
    .getByRole('combobox', { name: /^Takes/ })
    .click();
  await page.getByRole('option', { name: 'Every input (dataflow)' }).click();
  await expect(inspector(page).getByRole('combobox', { name: /^When full/ })).toBeVisible();
  await expect(inspector(page).getByRole('textbox', { name: /^Capacity/ })).toHaveCount(0);
  await inspector(page).getByRole('button', { name: 'Add property' }).click();
  await expect(page.getByRole('menuitem', { name: 'Pipeline and speeds' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Batch service' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  const start = await middleOf(node(page, 'source').locator('.react-flow__handle.source'));
  const end = await middleOf(node(page, 'stage').locator('.react-flow__handle.target'));
  await page.mouse.click((start.x + end.x) / 2, (start.y + end.y) / 2);
  await setField(page, 'FIFO depth', '4');
  expect(await depthsIn(page)).toEqual([4, undefined]);
});

test('a small drawing begins at its critical cycle and tells how full its FIFOs are', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openFile(page, 'cd-to-dat');
  await idle(page);
  await expect(node(page, 'cd')).toBeInViewport({ ratio: 0.99 });
  await expect(page.locator('.g-link-fill').first()).toBeVisible();
  await expect(page.locator('.g-link-fill').first()).toHaveText('0.882 / 4');
  await expect(page.locator('.g-link-rate').first()).toBeHidden();
});
