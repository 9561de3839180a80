/** What a person waits for who simulates in the page: the first picture of a run, and its end after Stop. */
import type { Browser, Locator, Page } from '@playwright/test';
import { freshPage } from './fresh-page.ts';
import { type BenchRow, median, milliseconds, percentile95 } from './row.ts';

const ROUNDS = 5;
const STOPS = 20;
/** Milliseconds after opening. */
const REST = 2_000;
/** Milliseconds of a run before it is stopped: from the first round to the last, so that all phases of a slice are met. */
const RUNNING = { least: 150, step: 17 };
/** Goals, ms. */
const GOAL = 100;

export async function benchPageSimulation(browser: Browser, address: string): Promise<BenchRow[]> {
  return [
    // In a page that has rested and not simulated yet: one that long pilots are made for, and a short one.
    await firstPictureRow(browser, address, 'Mercury BLAST, run 1'),
    await firstPictureRow(browser, address, 'Micro-benchmark, M/M/1 at 0.8'),
    ...(await stopRows(browser, address)),
  ];
}

async function openExample(browser: Browser, address: string, example: string): Promise<Page> {
  const page = await freshPage(browser);
  // What is simulated unasked would draw its histogram first.
  await page.addInitScript(() => localStorage.setItem('stagegraph:live', 'off'));
  await page.goto(address);
  await page.getByRole('button', { name: example }).first().click();
  await page.evaluate(() => window.waitForIdle());
  await page.waitForTimeout(REST);
  return page;
}

/** Run, or Stop while a run is under way. */
const runButton = (page: Page): Locator => page.locator('.run-button button').first();

async function firstPictureRow(browser: Browser, address: string, example: string): Promise<BenchRow> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const page = await openExample(browser, address, example);
    times.push(await runButton(page).evaluate(timeFirstPicture));
    await page.context().close();
  }
  const time = median(times);
  return {
    what: `start of a run to first picture, from the click to the frame after which its histogram stands there, ${example}, median`,
    result: `${milliseconds(time)} (fastest: ${milliseconds(Math.min(...times))})`,
    goal: `under ${GOAL} ms`,
    pace: GOAL / time,
  };
}

/**
 * In the page: presses the button and resolves when a simulated histogram was painted: the task after the frame that
 * follows its coming. Nothing was simulated before, so it is of this run.
 */
function timeFirstPicture(button: Node): Promise<number> {
  return new Promise((resolve) => {
    performance.mark('run starts');
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.dock [data-series="simulation"] [d^="M"]')) return;
      observer.disconnect();
      requestAnimationFrame(() =>
        setTimeout(() => resolve(performance.measure('start to first picture', 'run starts').duration)),
      );
    });
    observer.observe(document.body, { subtree: true, childList: true });
    (button as HTMLButtonElement).click();
  });
}

/** Times to stop and to restart runs that would take hours: each replication is a second of the system. */
async function stopRows(browser: Browser, address: string): Promise<BenchRow[]> {
  const page = await openExample(browser, address, 'Mercury BLAST, run 1');
  await page.getByRole('button', { name: 'Simulation settings' }).click();
  const length = page.locator('.simulate__settings').getByRole('textbox', { name: /^Length/ });
  await length.fill('1 s');
  await length.press('Tab');
  await page.keyboard.press('Escape');
  const answers: number[] = [];
  const restarts: number[] = [];
  for (let round = 0; round < STOPS; round++) {
    for (const [times, again] of [
      [answers, false],
      [restarts, true],
    ] as const) {
      await startEndless(page);
      await page.waitForTimeout(RUNNING.least + round * RUNNING.step);
      times.push(await runButton(page).evaluate(timeStop, again));
    }
    await runButton(page).click();
  }
  await page.context().close();
  return [
    stopRow('from the click on Stop to the frame that shows the run stopped', answers),
    stopRow(
      'from the click on Stop, with Run pressed at once, until a worker has planned the next run',
      restarts,
    ),
  ];
}

function stopRow(what: string, times: readonly number[]): BenchRow {
  const most = percentile95(times);
  return {
    what: `${what}, Mercury BLAST, run 1, median of ${times.length}`,
    result: `${milliseconds(median(times))} (95 %: ${milliseconds(most)}, worst: ${milliseconds(Math.max(...times))})`,
    goal: `under ${GOAL} ms in 95 %`,
    pace: GOAL / most,
  };
}

/** Presses Run and waits until replications are under way. */
async function startEndless(page: Page): Promise<void> {
  await runButton(page).click();
  await page.waitForFunction(() =>
    / of \d/.test(document.querySelector('.top-bar .w-progress__detail')?.textContent ?? ''),
  );
}

/**
 * In the page: presses Stop and resolves when the frame that has Run in its place was painted; or presses Run as soon as
 * it is there, and resolves when the frame was painted that tells how many replications the next run has: a worker has
 * planned it.
 */
function timeStop(stop: Node, again: boolean): Promise<number> {
  return new Promise((resolve) => {
    const started = performance.now();
    let isStopped = false;
    const observer = new MutationObserver(() => {
      const run = document.querySelector<HTMLButtonElement>('.run-button button')!;
      const progress = document.querySelector('.top-bar .w-progress__detail')?.textContent ?? '';
      if (isStopped ? !/ of \d/.test(progress) : run.textContent !== 'Run') return;
      if (again && !isStopped) {
        isStopped = true;
        run.click();
        return;
      }
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)));
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    (stop as HTMLButtonElement).click();
  });
}
