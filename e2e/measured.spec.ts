/** Measurements: dropped, stopped, looked at frame by frame, asked, kept over a reload, shared. */
import type { Page } from '@playwright/test';
import { SCENARIO_FORMAT, SCHEMA_VERSION } from '../src/model/scenario.ts';
import {
  downloadBy,
  dropFile,
  expect,
  idle,
  linkTo,
  node,
  notice,
  savedFile,
  showTab,
  test,
} from './workbench.ts';

const service = (mean: number) => ({ law: 'exponential', rate: 1e9 / mean });
const ROOM = { a: 20, b: 10, c: 10 };
const scenario = {
  format: SCENARIO_FORMAT,
  schemaVersion: SCHEMA_VERSION,
  name: 'Three in a row',
  nodes: [
    { id: 'in', kind: 'source', interarrival: service(1000) },
    { id: 'a', kind: 'stage', name: 'Parse', capacity: ROOM.a, service: service(500) },
    { id: 'b', kind: 'stage', name: 'Match', capacity: ROOM.b, service: service(1100) },
    { id: 'c', kind: 'stage', name: 'Write', capacity: ROOM.c, service: service(300) },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'out' },
  ],
  queries: [
    { id: 'q1', metric: 'occupancy', aggregation: 'mean', at: 'b', require: { is: '<', value: 5 } },
    { id: 'q2', metric: 'occupancy', aggregation: 'max', at: 'b', require: { is: '<=', value: ROOM.b } },
    { id: 'q3', metric: 'stalls', aggregation: 'mean', at: 'a', require: { is: '<', value: 0.5 } },
  ],
};

/** A trace of that line, where b is too slow: constant services, each stage holds its elements until the next has room. */
function lineTrace(count: number): string {
  const left: Record<'a' | 'b' | 'c', number[]> = { a: [], b: [], c: [] };
  const rows: { time: number; row: string }[] = [];
  const log = (queue: string, time: number, kind: string) =>
    rows.push({ time, row: `${queue},${time},${kind}` });
  for (let i = 0; i < count; i += 1) {
    const enter = Math.max(i * 1000, left.a[i - ROOM.a] ?? 0);
    const served = Math.max(enter, left.a[i - 1] ?? 0) + 500;
    const first = Math.max(served, left.b[i - ROOM.b] ?? 0);
    const second = Math.max(first, left.b[i - 1] ?? 0) + 1100;
    const third = Math.max(second, left.c[i - 1] ?? 0) + 300;
    left.a.push(first);
    left.b.push(second);
    left.c.push(third);
    log('a', enter, 'I');
    log('a', first, 'D');
    log('b', first, 'I');
    log('b', second, 'D');
    log('c', second, 'I');
    log('c', third, 'D');
  }
  // At one instant what leaves makes room for what comes.
  const order = (row: string) => (row.endsWith('D') ? 0 : 1);
  rows.sort((x, y) => x.time - y.time || order(x.row) - order(y.row));
  return `#qtm 1 events time=ns\nqueueId,time,kind\n${rows.map(({ row }) => row).join('\n')}\n`;
}

async function open(page: Page): Promise<void> {
  await page.goto(linkTo(scenario));
  await expect(page.getByRole('textbox', { name: 'Name of the scenario' })).toBeVisible();
  await idle(page);
}

/** Hundreds of megabytes that cost the test none: the same piece over and over. */
async function dropLongFile(page: Page): Promise<void> {
  const transfer = await page.evaluateHandle(() => {
    const piece = `${Array.from({ length: 50_000 }, (_, i) => `a,${i},I`).join('\n')}\n`;
    const head = '#qtm 1 events time=ns\nqueueId,time,kind\n';
    const data = new DataTransfer();
    data.items.add(new File([head, ...Array<string>(400).fill(piece)], 'long.csv'));
    return data;
  });
  for (const type of ['dragover', 'drop'])
    await page.locator('.file-drop').dispatchEvent(type, { dataTransfer: transfer });
}

const queries = (page: Page) => page.getByRole('list', { name: 'Queries' }).getByRole('listitem');

test('a trace: progress, stop, again, time cursor, verdicts, reload', async ({ page }) => {
  await open(page);
  await showTab(page, 'Measured');
  await expect(page.getByText('The raw data never leaves this machine')).toBeVisible();
  const template = await downloadBy(page, () => page.getByRole('link', { name: 'Counter samples' }).click());
  expect(template.text).toMatch(/^#qtm 1 counters/m);

  await dropLongFile(page);
  await expect(page.getByRole('progressbar', { name: 'Reading long.csv' })).toBeVisible();
  await expect(page.getByText(/rows, [\d.]+ [kM]\/s/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop reading' }).click();
  await expect(notice(page, 'long.csv was not read')).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeHidden();
  await expect(page.getByText('The raw data never leaves this machine')).toBeVisible();

  await dropFile(page, 'line.csv', lineTrace(40_000));
  await expect(page.getByText(/^QTM, 240,000 rows, .* 3 queues, \d+ frames/)).toBeVisible();

  // b is full, c is empty; a is full too but not before an empty one.
  await expect(page.getByText(/^b \(Match\) is the bottleneck/)).toBeVisible();
  await expect(queries(page).nth(0)).toContainText('✕ fails');
  await expect(queries(page).nth(1)).toContainText('✓ holds');
  await expect(queries(page).nth(1)).toContainText('10');
  await expect(queries(page).nth(2)).toContainText('? cannot be told');

  // The time cursor moves through all views and sets the levels on the drawing.
  const cursor = page.getByRole('slider', { name: 'Time cursor' });
  await cursor.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(cursor).toHaveAttribute('aria-valuetext', /^frame 1 of/);
  await page.getByRole('button', { name: 'On the graph' }).click();
  await expect(node(page, 'b')).toContainText(/9 wait/);
  await expect(node(page, 'c')).toContainText(/0 wait/);
  await page.getByRole('button', { name: 'On the graph' }).click();
  await expect(node(page, 'b')).not.toContainText(/9 wait/);

  await page.getByRole('button', { name: 'Levels', exact: true }).first().click();
  const heat = page.getByRole('figure', { name: 'Match, level by level' });
  await heat.getByRole('slider', { name: 'time looked at' }).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('figure', { name: /^Match, frame [1-9]\d*/ })).toBeVisible();

  // A query by its line, then the next one by choosing.
  const line = page.getByRole('textbox', { name: 'Query' });
  await line.fill('mean latency from a to c < 2');
  await page.getByRole('button', { name: 'Ask' }).click();
  await expect(queries(page)).toHaveCount(4);
  await expect(queries(page).nth(3)).toContainText('mean latency from a to c < 2 s');
  await expect(queries(page).nth(3)).toContainText('✓ holds');
  await line.fill('average load');
  await expect(
    page.getByText('Expected min, max, mean, histogram or a percentile such as p99, got "average".'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ask' })).toBeDisabled();

  await idle(page);
  await page.reload();
  await showTab(page, 'Measured');
  await expect(page.getByText(/^QTM, 240,000 rows/)).toBeVisible();
  await expect(queries(page).nth(0)).toContainText('✕ fails');
  expect(JSON.parse(await savedFile(page)).queries).toHaveLength(4);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('The raw data never leaves this machine')).toBeVisible();
});

const foreign = `when;who;what\n${Array.from({ length: 200 }, (_, i) => [
  `${10 * i};a;put`,
  `${10 * i + 4};a;got`,
])
  .flat()
  .join('\n')}\n`;

test('a foreign table: mapped once, remembered, saved, shared', async ({ page, browser, baseURL }) => {
  await open(page);
  await dropFile(page, 'foreign.csv', foreign);
  const dialog = page.getByRole('dialog', { name: 'Columns of foreign.csv' });
  await expect(dialog.getByRole('columnheader', { name: 'when' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Read the file' })).toBeDisabled();
  const choose = async (field: string, option: string) => {
    await dialog.getByRole('combobox', { name: new RegExp(`^${field}`) }).click();
    await page.getByRole('option', { name: new RegExp(`^${option}`) }).click();
    await expect(page.getByRole('option')).toHaveCount(0);
  };
  await choose('Time', 'when');
  await choose('Queue', 'who');
  await choose('Kind of event', 'what');
  await choose('put', 'insertion');
  await choose('got', 'departure');
  await choose('Unit of times', 'ms');
  await dialog.getByRole('button', { name: 'Read the file' }).click();
  await expect(page.getByText(/^CSV, 400 rows/)).toBeVisible();

  // The next file with this header is read the same way, without a question.
  await dropFile(page, 'again.csv', foreign);
  await expect(page.getByRole('combobox', { name: /^File/ })).toContainText('again.csv');
  await expect(dialog).toBeHidden();

  // A file of what it was reduced to opens again.
  const saved = await downloadBy(page, () => page.getByRole('button', { name: 'Save reduced' }).click());
  await dropFile(page, saved.name, saved.text);
  await expect(page.getByText(/^CSV, 400 rows/)).toBeVisible();

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('checkbox', { name: /^Frames and histograms of again.csv/ })).toBeChecked();
  const link = page.getByRole('textbox', { name: /^Link/ });
  await expect(link).toHaveValue(/&measured=1\./);
  const address = await link.inputValue();
  const elsewhere = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await elsewhere.goto(address);
  await showTab(elsewhere, 'Measured');
  await expect(elsewhere.getByText(/^CSV, 400 rows/)).toBeVisible();

  // A damaged layer fails alone.
  await elsewhere.goto('/#gallery');
  await elsewhere.goto(address.slice(0, -40));
  await expect(notice(elsewhere, 'measurements were not opened')).toBeVisible();
  await expect(node(elsewhere, 'b')).toBeVisible();
  await elsewhere.context().close();
});

test('samples of counters held against a trace of the same queue', async ({ page }) => {
  await open(page);
  // In for 6 of every 10 us; the samples at 3 and 8 us say 1 and 0, but those of the last two rounds are wrong.
  const stays = Array.from({ length: 10 }, (_, i) => `a,${10 * i}000,I\na,${10 * i + 6}000,D`).join('\n');
  const samples = Array.from({ length: 10 }, (_, i) => {
    const wrong = i >= 8 ? 1 : 0;
    return `a,${10 * i + 3}000,${i + 1 + wrong},${i}\na,${10 * i + 8}000,${i + 1},${i + 1}`;
  }).join('\n');
  await dropFile(page, 'trace.csv', `#qtm 1 events time=ns\nqueueId,time,kind\n${stays}\n`);
  await expect(page.getByText(/^QTM, 20 rows/)).toBeVisible();
  const counters = `#qtm 1 counters time=ns\nqueueId,timestamp,inCount,outCount\n${samples}\n`;
  // A counter that goes back is another fault: the ninth round must not count down.
  await dropFile(
    page,
    'samples.csv',
    counters.replace('a,98000,10,10', 'a,98000,11,11').replace('a,88000,9,9', 'a,88000,10,10'),
  );
  await page.getByRole('button', { name: 'Hold samples.csv against trace.csv' }).click();
  await expect(
    page.getByText(/2 of 19 samples \(10\.53 %\) differ from the trace; 1 lie outside of it/),
  ).toBeVisible();
  const table = page.getByRole('table', { name: 'Samples that differ from the trace' });
  await expect(table.getByRole('row')).toHaveCount(3);
});
