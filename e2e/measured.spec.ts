/** Measurements: dropped, stopped, looked at frame by frame, asked, kept over a reload, shared. */
import { deflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { lineTrace, openThreeInARow, threeInARow } from './three-in-a-row.ts';
import {
  chooseExample,
  copiedStudyLink,
  downloadBy,
  dropData,
  dropFile,
  expect,
  idle,
  landsOn,
  leaveToGallery,
  linkTo,
  measurementKept,
  node,
  notice,
  openGallery,
  openScenario,
  pageElsewhere,
  publicFile,
  refusal,
  savedFile,
  showView,
  test,
} from './workbench.ts';

/** Gigabytes that cost the test none, and no machine reads in a moment: the same piece over and over. */
async function dropLongFile(page: Page): Promise<void> {
  const transfer = await page.evaluateHandle(() => {
    const piece = new Blob([`${Array.from({ length: 500_000 }, (_, i) => `a,${i},I`).join('\n')}\n`]);
    const head = '#qtm 1 events time=ns\nqueueId,time,kind\n';
    const data = new DataTransfer();
    data.items.add(new File([head, ...Array<Blob>(2_000).fill(piece)], 'long.csv'));
    return data;
  });
  for (const type of ['dragover', 'drop'])
    await page.locator('.file-drop').dispatchEvent(type, { dataTransfer: transfer });
}

const queries = (page: Page) => page.getByRole('list', { name: 'Queries' }).getByRole('listitem');

test('a trace: progress, stop, again, time cursor, verdicts, reload', async ({ page }) => {
  await openThreeInARow(page);
  await showView(page, 'measured');
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

  await dropData(page, 'line.csv', lineTrace(10_000));
  await expect(page.getByText(/^QTM, 60,000 rows, .* 3 queues, \d+ frames/)).toBeVisible();

  // b is full, c is empty; a is full too but not before an empty one.
  await expect(page.getByText(/^b \(Match\) is the bottleneck/)).toBeVisible();
  await expect(queries(page).nth(0)).toContainText('✕ fails');
  await expect(queries(page).nth(1)).toContainText('✓ holds');
  await expect(queries(page).nth(1)).toContainText('10');
  await expect(queries(page).nth(2)).toContainText('? unknown');

  // The time cursor moves through all views and sets the levels on the drawing.
  const cursor = page.getByRole('slider', { name: 'Time cursor' });
  await cursor.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(cursor).toHaveAttribute('aria-valuetext', /^frame 1 of/);
  await page.getByRole('button', { name: 'On the drawing' }).click();
  await expect(node(page, 'b')).toContainText(/9 wait/);
  await expect(node(page, 'c')).toContainText(/0 wait/);
  await page.getByRole('button', { name: 'On the drawing' }).click();
  await expect(node(page, 'b')).not.toContainText(/9 wait/);

  await page.getByRole('button', { name: 'Occupancy', exact: true }).first().click();
  const heat = page.getByRole('figure', { name: 'Match: occupancy over time' });
  await heat.getByRole('slider', { name: 'time looked at' }).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('figure', { name: /^Match, frame [1-9]\d*/ })).toBeVisible();

  const line = page.getByRole('textbox', { name: 'Query' });
  await line.fill('mean latency from a to c < 2');
  await page.getByRole('button', { name: 'Add query' }).click();
  await expect(queries(page)).toHaveCount(4);
  await expect(queries(page).nth(3)).toContainText('mean latency from a to c < 2 s');
  await expect(queries(page).nth(3)).toContainText('✓ holds');

  await idle(page);
  await measurementKept(page, 'line.csv');
  await page.reload();
  await showView(page, 'measured');
  await expect(page.getByText(/^QTM, 60,000 rows/)).toBeVisible();
  await expect(queries(page).nth(0)).toContainText('✕ fails');
  expect(JSON.parse(await savedFile(page)).queries).toHaveLength(4);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('The raw data never leaves this machine')).toBeVisible();
});

test('a query is made by choosing, and one that cannot be read says what was expected', {
  tag: '@long',
}, async ({ page }) => {
  await openThreeInARow(page);
  await dropData(page, 'line.csv', lineTrace(400));
  const line = page.getByRole('textbox', { name: 'Query' });
  const builder = page.getByRole('form', { name: 'New query' });
  for (const [field, option] of [
    ['Metric', 'throughput'],
    ['Up to', 'b'],
  ] as const) {
    await builder.getByRole('combobox', { name: new RegExp(`^${field}`) }).click();
    await page.getByRole('option', { name: new RegExp(`^${option}\\b`) }).click();
  }
  await expect(line).toHaveValue('mean throughput from a to b');
  await line.fill('average load');
  await expect(
    page.getByText('Expected min, max, mean, histogram or a percentile such as p99, got "average".'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add query' })).toBeDisabled();
});

const foreign = `when;who;what\n${Array.from({ length: 200 }, (_, i) => [
  `${10 * i};a;put`,
  `${10 * i + 4};a;got`,
])
  .flat()
  .join('\n')}\n`;

async function dropForeign(page: Page): Promise<void> {
  await openThreeInARow(page);
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
  await landsOn(page, 'compare');
  await showView(page, 'measured');
  await expect(page.getByText(/^CSV, 400 rows/)).toBeVisible();
}

test('a foreign table: mapped once, remembered', async ({ page }) => {
  await dropForeign(page);

  // The next file with this header is read the same way, without a question.
  await dropData(page, 'again.csv', foreign);
  await expect(page.getByRole('combobox', { name: /^File/ })).toContainText('again.csv');
  await expect(page.getByRole('dialog', { name: /^Columns of/ })).toBeHidden();
});

test('a file of what a measurement was reduced to opens again', { tag: '@long' }, async ({ page }) => {
  await dropForeign(page);
  const saved = await downloadBy(page, () => page.getByRole('button', { name: 'Export summary' }).click());
  const remove = page.getByRole('button', { name: 'Remove', exact: true });
  await remove.click();
  await expect(page.getByText('The raw data never leaves this machine')).toBeVisible();
  await dropFile(page, saved.name, saved.text);
  await expect(page.getByText(/^CSV, 400 rows/)).toBeVisible();
});

test('a measurement goes along with the link of its scenario', { tag: '@long' }, async ({ page }) => {
  await dropForeign(page);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('checkbox', { name: /^Frames and histograms of foreign.csv/ })).toBeChecked();
  const link = page.getByRole('textbox', { name: /^Link/ });
  await expect(link).toHaveValue(/&measured=1\./);
  const address = await link.inputValue();
  const elsewhere = await pageElsewhere(page);
  await elsewhere.goto(address);
  await showView(elsewhere, 'measured');
  await expect(elsewhere.getByText(/^CSV, 400 rows/)).toBeVisible();

  // A damaged layer fails alone.
  await leaveToGallery(elsewhere);
  await elsewhere.goto(address.slice(0, -40));
  await expect(refusal(elsewhere, 'measurements were not opened')).toBeVisible();
  await expect(node(elsewhere, 'b')).toBeVisible();
  await elsewhere.context().close();
});

test('a study takes the measurements along, as a file and in its link', { tag: '@long' }, async ({
  page,
}) => {
  // The study that the page makes by itself has hundreds of designs.
  const small = {
    format: 'stagegraph-study',
    schemaVersion: 1,
    name: threeInARow.name,
    vary: [{ path: 'b.capacity', from: 5, to: 10, count: 6 }],
    measures: ['network.throughput'],
  };
  await page.goto(
    `${linkTo(threeInARow)}&study=1.${deflateRawSync(JSON.stringify(small)).toString('base64url')}`,
  );
  await idle(page);
  await dropData(page, 'line.csv', lineTrace(2000));
  await expect(page.getByText(/^QTM, 12,000 rows/)).toBeVisible();
  await showView(page, 'explore');
  const file = await downloadBy(page, () => page.getByRole('button', { name: 'Study file' }).click());
  expect(JSON.parse(file.text).measurements).toHaveLength(1);
  const address = await copiedStudyLink(page);
  expect(address).toMatch(/&study=1\..*&measured=1\./);

  const elsewhere = await pageElsewhere(page);
  await openGallery(elsewhere);
  await dropFile(elsewhere, 'line study.json', file.text);
  // A study that is opened shows itself.
  const studyShown = () =>
    expect(elsewhere.getByRole('tab', { name: 'Explore', exact: true })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  await studyShown();
  await showView(elsewhere, 'measured');
  await expect(elsewhere.getByText(/^QTM, 12,000 rows/)).toBeVisible();

  await leaveToGallery(elsewhere);
  await elsewhere.goto(address);
  await studyShown();
  await showView(elsewhere, 'measured');
  await expect(elsewhere.getByText(/^QTM, 12,000 rows/)).toBeVisible();

  // Without measurements a study opens as before; a damaged one leaves the study as it is.
  const { measurements, ...older } = JSON.parse(file.text);
  await dropFile(elsewhere, 'older study.json', JSON.stringify(older));
  await studyShown();
  await showView(elsewhere, 'measured');
  await expect(elsewhere.getByText('The raw data never leaves this machine')).toBeVisible();
  measurements[0].reduced.queues[0].occupancy.low = { f64: '1 2' };
  await dropFile(elsewhere, 'damaged study.json', JSON.stringify({ ...older, measurements }));
  await expect(refusal(elsewhere, 'The study’s measurements were not opened')).toBeVisible();
  await expect(node(elsewhere, 'b')).toBeVisible();
  await elsewhere.context().close();
});

const FRAMES = Array.from({ length: 20 }, (_, f) => `${f},${f * 1000},${(f + 1) * 1000}`).join('\n');
/** The queue of b is empty but in frames 10 to 14, where it holds 4 and 8. */
const LEVELS = Array.from({ length: 20 }, (_, f) =>
  f >= 10 && f < 15 ? `b,${f},occupancy,4,4,500\nb,${f},occupancy,8,8,500` : `b,${f},occupancy,0,0,1000`,
).join('\n');

test('a table of histograms is looked at frame by frame like a trace', { tag: '@long' }, async ({ page }) => {
  await openThreeInARow(page);
  const table = `#qtm 1 frames time=us\nframeId,start,end\n${FRAMES}\n#qtm 1 hist time=us\nqueueId,frameId,metric,binLow,binHigh,weight\n${LEVELS}\n`;
  await dropFile(page, 'levels.csv', table);
  await expect(notice(page, 'Measurements of one stage')).toBeVisible();
  await showView(page, 'measured');
  await expect(page.getByText(/^QTM, .*1 queue, 20 frames over 20 ms/)).toBeVisible();
  const cursor = page.getByRole('slider', { name: 'Time cursor' });
  await cursor.focus();
  await page.keyboard.press('End');
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowLeft');
  await expect(cursor).toHaveAttribute('aria-valuetext', /^frame 11 of/);
  await page.getByRole('button', { name: 'On the drawing' }).click();
  await expect(node(page, 'b')).toContainText(/5 wait/);
  await page.getByRole('button', { name: 'Occupancy', exact: true }).first().click();
  await expect(page.getByRole('figure', { name: 'Match: occupancy over time' })).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Match, frame 11' })).toBeVisible();
  const line = page.getByRole('textbox', { name: 'Query' });
  await line.fill('max occupancy of b in frame 11 <= 8');
  await page.getByRole('button', { name: 'Add query' }).click();
  await expect(queries(page).nth(3)).toContainText('✓ holds');
});

test('a file that is dropped while its scenario is still being opened waits for it', {
  tag: '@long',
}, async ({ page }) => {
  // The link is unpacked when the test says so.
  await page.addInitScript(() => {
    const { prototype } = ReadableStreamDefaultReader;
    const { read } = prototype;
    const released = new Promise<void>((resolve) =>
      addEventListener('release-the-link', () => resolve(), { once: true }),
    );
    prototype.read = async function () {
      await released;
      return read.call(this);
    };
  });
  await page.goto(linkTo(JSON.parse(publicFile('examples/blank.json'))));
  const stage = JSON.parse(publicFile('examples/blank.json')).nodes.find(
    ({ kind }: { kind: string }) => kind === 'stage',
  );
  await dropFile(
    page,
    'early.csv',
    `#qtm 1 events time=ns\nqueueId,time,kind\n${stage.id},1,I\n${stage.id},9,D\n`,
  );
  await expect(page.getByRole('textbox', { name: 'Name of the scenario' })).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('release-the-link')));
  await landsOn(page, 'compare');
  await showView(page, 'measured');
  await expect(page.getByText(/^QTM, 2 rows/)).toBeVisible();
  await expect(refusal(page, 'was not opened')).toBeHidden();
});

test('queues of other names are mapped to stages by hand, as undoable steps', { tag: '@long' }, async ({
  page,
}) => {
  await openThreeInARow(page);
  const stays = (id: string, stay: number): string[] =>
    Array.from({ length: 50 }, (_, i) => `${id},${1000 * i},I\n${id},${1000 * i + stay},D`);
  await dropFile(
    page,
    'foreign names.csv',
    `#qtm 1 events time=ns\nqueueId,time,kind\n${[...stays('in7', 400), ...stays('out9', 700)].join('\n')}\n`,
  );
  await landsOn(page, 'queues');
  const panel = page.getByRole('tabpanel', { name: 'Queues' });
  await expect(panel).toContainText('0 of 2 queues feed a stage');
  const choose = async (queue: string, stage: string): Promise<void> => {
    await panel.getByRole('combobox', { name: `Stage that ${queue} feeds` }).click();
    await page.getByRole('option', { name: stage }).click();
    // The list of the next queue has the same options.
    await expect(page.getByRole('listbox')).toBeHidden();
  };
  await choose('in7', 'Parse');
  await expect(panel).toContainText('1 of 2 queues feed a stage');
  await expect(panel).toContainText('Not compared: out9');
  await choose('out9', 'No stage');
  await expect(panel).not.toContainText('Not compared');
  await choose('out9', 'Write');
  await expect(panel).toContainText('2 of 2 queues feed a stage');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(panel).toContainText('1 of 2 queues feed a stage');
  await expect(panel.getByRole('combobox', { name: 'Stage that out9 feeds' })).toHaveText('No stage');
  await panel.getByRole('button', { name: 'Compare with the prediction' }).click();
  await expect(page.getByRole('table', { name: /^Predicted and measured/ })).toContainText('0.4');

  // One queue and one stage may mean each other, but only the user knows.
  await leaveToGallery(page);
  await chooseExample(page, 'Micro-benchmark, M/M/1 at 0.9');
  await dropFile(
    page,
    'one.csv',
    `#qtm 1 events time=ns\nqueueId,time,kind\n${stays('fifo', 400).join('\n')}\n`,
  );
  await landsOn(page, 'queues');
  await expect(panel).toContainText('The only queue of the file is called fifo.');
  await panel.getByRole('button', { name: /^Yes, compare it with/ }).click();
  await landsOn(page, 'compare');
  await expect(page.locator('.compare__head')).toContainText('one.csv');
});

test('a plain table has the name of its file, and is asked whether it counts who is served', {
  tag: '@long',
}, async ({ page }) => {
  await openGallery(page);
  await chooseExample(page, 'Micro-benchmark, M/M/1 at 0.9');
  await dropFile(page, 'plain.csv', 'occupancy,count\n0,100\n1,90\n2,80\n3,60\n4,30\n5,10\n');
  await landsOn(page, 'compare');
  const asked = page.getByRole('radiogroup', { name: /^plain\.csv counts/ });
  await expect(asked.getByRole('radio', { name: 'Queue and service' })).toBeChecked();
  const card = page.getByRole('figure').filter({ hasText: 'Server' }).first();
  await expect(card).toContainText('Number in system: 9 predicted, 1.62 measured');
  await asked.getByRole('radio', { name: 'Queue only' }).click();
  await expect(card).toContainText('Queue length: 8.1 predicted, 1.62 measured');
  const queues = await showView(page, 'queues');
  await expect(queues.getByRole('row').last()).toContainText(/plain\.csv.*without a name/);

  // Those of several queues are compared together: each is called by its file.
  await leaveToGallery(page);
  await chooseExample(page, 'Mercury BLAST, run 1');
  const chosen = page.waitForEvent('filechooser');
  await page.keyboard.press('Control+o');
  const table = (name: string, text: string) => ({
    ...{ name, mimeType: 'text/csv', buffer: Buffer.from(`occupancy,count\n${text}`) },
  });
  await (await chosen).setFiles([
    table('1a.csv', '0,60\n1,30\n2,10\n'),
    table('1b.csv', '0,10\n1,20\n2,70\nx,1\n'),
  ]);
  await expect(page.locator('.compare__head')).toContainText('1a.csv, 1b.csv');
  await expect(page.getByRole('figure').filter({ hasText: '1a Bloom filter' }).first()).toContainText(
    '0.5 measured',
  );
  await expect(page.getByRole('figure').filter({ hasText: '1b Hash lookup' }).first()).toContainText(
    '1.6 measured',
  );
  await expect(notice(page, 'Measurements of 2 stages')).toContainText(
    /one row was left out.*1b\.csv, line 5/s,
  );
});

test('a table of means is compared as it is dropped, and asked for a unit that its head does not tell', {
  tag: '@long',
}, async ({ page }) => {
  await openGallery(page);
  await chooseExample(page, 'Micro-benchmark, M/M/1 at 0.9');
  await dropFile(
    page,
    'sheet.csv',
    'Stage,Utilization (%),Number in system,Number waiting\nServer,90,9,8.1\n',
  );
  await landsOn(page, 'compare');
  await expect(page.locator('.compare__head')).toContainText('sheet.csv');
  await expect(page.locator('.compare__verdict')).toContainText('3 of 3 measured quantities agree');

  await dropFile(page, 'tool.csv', 'Block,Throughput\nServer,0.9\n');
  const dialog = page.getByRole('dialog', { name: 'Columns of tool.csv' });
  await expect(dialog).toContainText('neither the name nor the cells of "Throughput" tell its unit');
  await expect(dialog.getByRole('button', { name: 'Read the file' })).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Unit of throughput' }).click();
  await page.getByRole('option', { name: 'MHz' }).click();
  await dialog.getByRole('button', { name: 'Read the file' }).click();
  await landsOn(page, 'compare');
  await expect(page.locator('.compare__verdict')).toContainText('1 of 1 measured quantities agree');
});

test('rows that are left out are counted, and listed by kind', { tag: '@long' }, async ({ page }) => {
  await openThreeInARow(page);
  const rows = Array.from({ length: 40 }, (_, i) => `a,${i === 7 || i === 9 ? 'NaN' : i},I`);
  await dropFile(
    page,
    'faulty.csv',
    `#qtm 1 events time=ns\nqueueId,time,kind\n${rows.join('\n')}\na,3\nb,1,D\n`,
  );
  const told = notice(page, 'Measurements of');
  await expect(told).toContainText('4 rows were left out');
  await expect(told).toContainText('got NaN');
  await showView(page, 'measured');
  await page.getByRole('button', { name: /^File errors and warnings/ }).click();
  const faults = page.getByRole('table', { name: /^Errors/ });
  await expect(faults.getByRole('row').filter({ hasText: 'E11' })).toContainText('queue b');
  await expect(faults.getByRole('row').filter({ hasText: 'E01' })).toHaveCount(3);
});

test('samples of counters held against a trace of the same queue', { tag: '@long' }, async ({ page }) => {
  await openThreeInARow(page);
  // In for 6 of every 10 us; the samples at 3 and 8 us say 1 and 0, but those of the last two rounds are wrong.
  const stays = Array.from({ length: 10 }, (_, i) => `a,${10 * i}000,I\na,${10 * i + 6}000,D`).join('\n');
  const samples = Array.from({ length: 10 }, (_, i) => {
    const wrong = i >= 8 ? 1 : 0;
    return `a,${10 * i + 3}000,${i + 1 + wrong},${i}\na,${10 * i + 8}000,${i + 1},${i + 1}`;
  }).join('\n');
  await dropData(page, 'trace.csv', `#qtm 1 events time=ns\nqueueId,time,kind\n${stays}\n`);
  await expect(page.getByText(/^QTM, 20 rows/)).toBeVisible();
  const counters = `#qtm 1 counters time=ns\nqueueId,timestamp,inCount,outCount\n${samples}\n`;
  // A counter that goes back is another fault: the ninth round must not count down.
  await dropData(
    page,
    'samples.csv',
    counters.replace('a,98000,10,10', 'a,98000,11,11').replace('a,88000,9,9', 'a,88000,10,10'),
  );
  await page.getByRole('button', { name: 'Hold samples.csv against trace.csv' }).click();
  await expect(
    page.getByText(/2 of 19 samples \(10\.5 %\) differ from the trace; 1 lie outside of it/),
  ).toBeVisible();
  const table = page.getByRole('table', { name: 'Samples that differ from the trace' });
  await expect(table.getByRole('row')).toHaveCount(3);
});

test('what is asked of a virtual queue is told from its ends', { tag: '@long' }, async ({ page }) => {
  // Every ms an element; four of them cross the bus in 2 ms, and the server takes 0.5 ms for each.
  const inserted = Array.from({ length: 400 }, (_, k) => k + 1);
  const crossed = inserted.map((_, k) => inserted[k - (k % 4) + 3]! + 2);
  const left = crossed.map((time, k) => time + 0.5 * ((k % 4) + 1));
  const latencies = left.map((time, k) => time - inserted[k]!);
  const mean = latencies.reduce((sum, one) => sum + one, 0) / latencies.length;
  const occupancy = (mean * latencies.length) / (left.at(-1)! - inserted[0]!);
  const rows = [inserted, crossed, crossed, left].flatMap((times, place) =>
    times.map((time) => ({ time, row: `${place < 2 ? 'tail' : 'head'},${time * 1e6},${'IDID'[place]}` })),
  );
  const events = rows.sort((a, b) => a.time - b.time).map(({ row }) => row);
  const queues = 'link,in,a,virtual,,4\ntail,in,bus,tail,link,\nhead,bus,a,head,link,';
  const scenario = {
    ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'Crossing' },
    nodes: [
      { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1000 } },
      {
        ...{ id: 'bus', kind: 'stage', bulk: { rule: 'full', size: 4 } },
        service: { distribution: 'deterministic', mean: 2e-3 },
      },
      { id: 'a', kind: 'stage', service: { distribution: 'deterministic', mean: 5e-4 } },
      { id: 'out', kind: 'sink' },
    ],
    links: ['in', 'bus', 'a'].map((from, k) => ({ from, to: ['bus', 'a', 'out'][k] })),
  };
  await openScenario(page, scenario);
  await dropData(
    page,
    'ends.csv',
    `#qtm 1 queues time=ns\nqueueId,source,dest,kind,parentId,bulkSize\n${queues}\n#qtm 1 events time=ns\nqueueId,time,kind\n${events.join('\n')}\n`,
  );
  await showView(page, 'measured');
  const line = page.getByRole('textbox', { name: 'Query' });
  for (const query of [
    'mean latency of link < 4 ms',
    'mean occupancy of link',
    'p90 latency of link <= 5.5 ms',
  ]) {
    await line.fill(query);
    await page.getByRole('button', { name: 'Add query' }).click();
  }
  expect(mean).toBe(4.75);
  await expect(queries(page).nth(0)).toContainText('fails');
  await expect(queries(page).nth(0)).toContainText('4.75 ms, from the events of both ends');
  await expect(queries(page).nth(1)).toContainText(
    `${occupancy.toPrecision(4)}, from the events of both ends`,
  );
  await expect(queries(page).nth(2)).toContainText('holds');
});
