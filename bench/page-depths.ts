/** What a person sees who moves a FIFO depth: of a trace of a hundred thousand events, and of the largest dataflow example. */
import type { Browser, Locator, Page } from '@playwright/test';
import { freshPage } from './fresh-page.ts';
import { type BenchRow, median, milliseconds, percentile95 } from './row.ts';
import { pipelineTrace } from './trace-depths.ts';

const MOVES = 40;
const EVENTS = 100_000;
/** ms. */
const GOAL = 50;

export async function benchPageDepths(browser: Browser, address: string): Promise<BenchRow[]> {
  return [await tracedRow(browser, address), await drawnRow(browser, address)];
}

async function tracedRow(browser: Browser, address: string): Promise<BenchRow> {
  const page = await openExample(browser, `${address}#example=hls-branches`);
  await page.getByRole('tab', { name: 'Explore', exact: true }).click();
  const panel = page.locator('.explore');
  await panel.getByText('FIFO depths', { exact: true }).click();
  await panel.getByText('From a trace', { exact: true }).click();
  await panel.getByLabel('Trace to replay').setInputFiles({
    name: 'pipeline.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(traceText()),
  });
  await panel.locator('.trace-depths__total').waitFor({ timeout: 120_000 });
  // The way past four processes makes all of them wait where it is short.
  await panel.getByRole('textbox', { name: 'past0' }).fill('1');
  await page.waitForTimeout(1500);
  const times = await movedTimes(page, panel.getByRole('slider', { name: 'past0' }), '.trace-depths__total');
  await page.context().close();
  return rowOf(`of a trace of ${EVENTS.toLocaleString('en')} events to the repainted total time`, times);
}

async function drawnRow(browser: Browser, address: string): Promise<BenchRow> {
  const page = await openExample(browser, `${address}#example=h263-decoder`);
  await page.locator('.react-flow__edge').nth(1).click({ force: true });
  const slider = page.locator('.inspector').getByRole('slider').first();
  await slider.waitFor();
  const times = await movedTimes(page, slider, '.react-flow');
  await page.context().close();
  return rowOf('in the H.263 decoder (594 blocks) to its repainted numbers', times);
}

async function openExample(browser: Browser, address: string): Promise<Page> {
  const page = await freshPage(browser);
  await page.goto(address);
  await page.waitForFunction(() => window.waitForIdle);
  await page.evaluate(() => window.waitForIdle());
  return page;
}

async function movedTimes(page: Page, slider: Locator, shown: string): Promise<readonly number[]> {
  await slider.focus();
  const times: number[] = [];
  for (let move = 0; move < MOVES; move++) {
    await page.evaluate(watchNextPicture, shown);
    await page.keyboard.press(move % 2 === 0 ? 'ArrowRight' : 'ArrowLeft');
    times.push(await page.evaluate(() => window.lastPicture!));
    await page.waitForTimeout(120);
  }
  return times;
}

/** In the page: `lastPicture` becomes the time from the next key to the frame with other words in there that are not stale. */
function watchNextPicture(shown: string): void {
  const place = document.querySelector(shown)!;
  const before = place.textContent;
  window.lastPicture = new Promise((resolve, reject) => {
    addEventListener(
      'keydown',
      () => {
        const pressed = performance.now();
        const observer = new MutationObserver(() => {
          if (place.textContent === before || place.querySelector('[data-stale]')) return;
          observer.disconnect();
          clearTimeout(late);
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
        });
        observer.observe(place, { subtree: true, childList: true, characterData: true, attributes: true });
        const late = setTimeout(() => reject(new Error(`${shown} has not changed: ${before}`)), 5000);
      },
      { capture: true, once: true },
    );
  });
}

function rowOf(what: string, times: readonly number[]): BenchRow {
  const time = median(times);
  return {
    what: `a FIFO depth moved by its slider ${what}, median`,
    result: `${milliseconds(time)} (95 %: ${milliseconds(percentile95(times))})`,
    goal: `under ${GOAL} ms`,
    pace: GOAL / time,
  };
}

function traceText(): string {
  const { fifos, time, fifo, kind } = pipelineTrace(EVENTS);
  return [
    ...['#qtm 1 queues time=ns', 'queueId,source,dest'],
    ...fifos.map(({ id, source, dest }) => `${id},${source},${dest}`),
    ...['#qtm 1 events time=ns', 'queueId,time,kind,blockedFor'],
    ...Array.from(fifo, (q, i) => `${fifos[q]!.id},${time[i]},${kind[i] === 0 ? 'I' : 'D'},0`),
    '',
  ].join('\n');
}
