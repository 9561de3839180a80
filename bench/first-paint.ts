/** Does keeping the page for when there is no network delay its first paint? Visits with and without the service worker in turn. */
import type { Browser, BrowserContext } from '@playwright/test';
import { type BenchRow, median, milliseconds } from './row.ts';

const ROUNDS = 15;
/** ms of a frame: an earlier paint than the next frame is none. */
const FRAME = 1000 / 60;

/** ms to the first contentful paint: of a fresh browser, and of one that was there before. */
interface Visits {
  readonly first: number;
  readonly again: number;
}

export async function benchFirstPaint(browser: Browser, address: string): Promise<BenchRow[]> {
  const kept: Visits[] = [];
  const plain: Visits[] = [];
  // The first visit of all warms up what the browser itself loads.
  await visits(browser, address, false);
  for (let round = 0; round < ROUNDS; round++) {
    // Who goes first changes, so that what a round leaves behind favours none.
    for (const keep of round % 2 === 0 ? [true, false] : [false, true])
      (keep ? kept : plain).push(await visits(browser, address, keep));
  }
  return (['first', 'again'] as const).map((which) => {
    const [withIt, without] = [kept, plain].map((times) => median(times.map((visit) => visit[which])));
    return {
      what: `first contentful paint, ${which === 'first' ? 'first visit' : 'visits after it'}, with the service worker, median of ${ROUNDS} in turn with as many without`,
      result: `${milliseconds(withIt!)}, ${milliseconds(without!)} without`,
      goal: 'less than a frame later',
      met: withIt! < without! + FRAME,
    };
  });
}

async function visits(browser: Browser, address: string, keep: boolean): Promise<Visits> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  // On a machine's own address the page keeps nothing unless it is told to.
  if (keep) await context.addInitScript(() => localStorage.setItem('stagegraph:offline', 'on'));
  const first = await firstPaint(context, address, keep);
  const again = await firstPaint(context, address, keep);
  await context.close();
  return { first, again };
}

async function firstPaint(context: BrowserContext, address: string, keep: boolean): Promise<number> {
  const page = await context.newPage();
  await page.goto(address);
  const time = await page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        new PerformanceObserver((list) => {
          const [entry] = list.getEntriesByName('first-contentful-paint');
          if (entry) resolve(entry.startTime);
        }).observe({ type: 'paint', buffered: true }),
      ),
  );
  await page.evaluate(() => window.waitForIdle());
  // The next visit finds the version whole.
  if (keep) await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.close();
  return time;
}
