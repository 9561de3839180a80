/**
 * Whatever is done in whatever order: no error of the page, a reload brings back what was there, and memory does not grow.
 * `RANDOM_SEEDS=2,3 RANDOM_SECONDS=180` make other and longer walks; `npm run verify walks` takes ten.
 */
import type { Locator, Page } from '@playwright/test';
import { dice } from './dice.ts';
import { lineTrace } from './three-in-a-row.ts';
import { expect, idle, openFile, publicFile, savedFile, showView, simulate, test } from './workbench.ts';

// What other stories left in the process is no part of its memory.
test.use({ inNewPage: true });

const SEEDS = (process.env.RANDOM_SEEDS ?? '1').split(',').map(Number);
/** A walk has at least so many actions, and lasts at least so long. */
const ACTIONS = 40;
const SECONDS = Number(process.env.RANDOM_SECONDS ?? 0);
/** What cannot be acted on after so long is left, ms; what must come may take as long as a busy machine needs. */
const [IMPATIENCE, PATIENCE] = [2_000, 300_000];
const NAME = 'Name of the scenario';

/** What was done, in words that find it again. */
type Act = (page: Page, below: (n: number) => number) => Promise<string>;

const ACTS: readonly Act[] = [
  async (page, below) => {
    const name = `Name ${below(1000)}`;
    await page.getByRole('textbox', { name: NAME }).fill(name);
    await page.keyboard.press('Enter');
    return `named it ${name}`;
  },
  (page) => onDrawing(page, 'a'),
  (page) => onDrawing(page, 'ControlOrMeta+z'),
  (page) => onDrawing(page, 'ControlOrMeta+Shift+z'),
  (page) => onDrawing(page, 'Delete'),
  async (page, below) => {
    const nodes = page.locator('.react-flow__node');
    const one = nodes.nth(below(await nodes.count()));
    const id = await one.getAttribute('data-id');
    await one.click({ position: { x: 12, y: 8 }, force: true });
    return `selected ${id}`;
  },
  (page, below) => pressedOneOf(page.getByRole('tab'), below),
  (page, below) =>
    pressedOneOf(
      page.locator(
        'button:visible:enabled, [role=menuitem]:visible, [role=option]:visible, [role=radio]:visible, [role=checkbox]:visible, [role=switch]:visible',
      ),
      below,
    ),
  async (page, below) => {
    const fields = page.locator('input[type=text]:visible:enabled, input:not([type]):visible:enabled');
    const text = TYPED[below(TYPED.length)]!;
    const one = fields.nth(below((await fields.count()) || 1));
    const label = await one.evaluate(wordsOf);
    await one.fill(text);
    await page.keyboard.press('Enter');
    return `typed ${JSON.stringify(text.slice(0, 20))} into ${label}`;
  },
  async (page, below) => {
    const key = KEYS[below(KEYS.length)]!;
    await page.keyboard.press(key);
    return `pressed the key ${key}`;
  },
  (page) => pressed(page.getByRole('button', { name: 'Run', exact: true })),
  (page) => pressed(page.getByRole('button', { name: 'Stop', exact: true }).first()),
  async (page, below) => {
    const number = below(DROPPED.length);
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'dropped.json', { type: 'application/json' }));
      const at = document.querySelector('.react-flow') ?? document.body;
      for (const type of ['dragenter', 'dragover', 'drop'])
        at.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }, DROPPED[number]!);
    return `dropped file ${number}`;
  },
];

const TYPED = [
  '0',
  '-1',
  '1e308',
  '5',
  '1/2',
  '3 ms',
  '',
  ' ',
  'NaN',
  'x'.repeat(300),
  '<b>',
  '7 + 1',
  '0.9',
] as const;
const KEYS = [
  'Escape',
  'Enter',
  'Tab',
  '?',
  's',
  'p',
  'f',
  'd',
  'ArrowRight',
  'ArrowDown',
  'ControlOrMeta+k',
  'ControlOrMeta+c',
  'ControlOrMeta+v',
  'ControlOrMeta+a',
] as const;
const DROPPED = [
  '{',
  publicFile('measurements/mercury-run-1.csv'),
  publicFile('measurements/template-events.csv'),
  publicFile('measurements/template-opentelemetry.json'),
  publicFile('examples/web-service.json'),
  lineTrace(300),
  '#qtm 1 events time=ns\nqueueId,time,kind\n1a,5,I\n',
  'not a file of any kind',
  '[]',
];

/** By what somebody would call it. */
function wordsOf(element: Element): string {
  const label = (element as HTMLInputElement).labels?.[0]?.textContent;
  const words = element.getAttribute('aria-label') ?? label ?? element.textContent ?? '';
  return `${element.getAttribute('role') ?? element.localName} "${words.trim().slice(0, 60)}"`;
}

async function pressed(button: Locator): Promise<string> {
  const words = await button.evaluate(wordsOf);
  await button.click();
  return `pressed ${words}`;
}

const pressedOneOf = async (buttons: Locator, below: (n: number) => number): Promise<string> =>
  pressed(buttons.nth(below((await buttons.count()) || 1)));

async function onDrawing(page: Page, key: string): Promise<string> {
  await page.locator('.react-flow__pane').click({ position: { x: 5, y: 5 }, force: true });
  await page.keyboard.press(key);
  return `pressed ${key} on the drawing`;
}

/** What takes the keys away from the page; a message in the corner does not. */
const OVERLAYS =
  '[role=dialog]:not(.w-toast):visible, [role=alertdialog]:visible, [role=menu]:visible, [role=listbox]:visible';
/** A dialog over a menu over a dialog, each with a field that Escape puts back first. */
const MOST_ESCAPES = 10;

/** Nothing is open over a scenario, nothing is computed, and all is saved: as somebody leaves the page before a reload. */
async function settle(page: Page): Promise<void> {
  for (;;) {
    for (let escapes = 0; (await page.locator(OVERLAYS).count()) > 0; escapes += 1) {
      expect(escapes, 'Escape closes what is open').toBeLessThan(MOST_ESCAPES);
      await page.keyboard.press('Escape');
      await page.evaluate(() =>
        Promise.all(document.getAnimations().map((one) => one.finished.catch(() => 0))),
      );
    }
    // What runs for as long as somebody lets it run is stopped, by as many buttons as there are for it.
    const stop = page.getByRole('button', { name: 'Stop', exact: true });
    for (let left = await stop.count(); left > 0; left -= 1)
      await pressed(stop.nth(left - 1)).catch(() => '');
    await idle(page);
    if ((await page.locator(OVERLAYS).count()) > 0) continue;
    if (await page.getByRole('textbox', { name: NAME }).isVisible()) return;
    await openFile(page, 'mercury-run-1');
  }
}

/** The file of the scenario, whatever part of it the page shows. */
const saved = async (page: Page): Promise<unknown> => JSON.parse(await savedFile(page));

for (const seed of SEEDS)
  test(
    `random actions of seed ${seed} end in no error, and a reload brings back what was there`,
    {
      tag: '@long',
    },
    async ({ page }, { annotations }) => {
      const below = dice(seed);
      // A dialog of the system would wait for ever; another page is not this one.
      page.on('filechooser', () => undefined);
      page.on('popup', (other) => void other.close());
      const faults: string[] = [];
      page.on('pageerror', ({ message }) => faults.push(message));
      page.on('crash', () => faults.push('the page crashed'));
      await openFile(page, 'mercury-run-1');
      const until = Date.now() + 1000 * SECONDS;
      const trail: string[] = [];
      let [step, reloads] = [0, 0];
      const told = (what: string): string => `${what} after action ${step}:\n${trail.slice(-15).join('\n')}`;
      const reloadAndCompare = async (): Promise<void> => {
        page.setDefaultTimeout(PATIENCE);
        await settle(page);
        const before = await saved(page);
        await page.reload();
        await idle(page);
        await expect(page.getByRole('textbox', { name: NAME }), told('nothing is open')).toBeVisible();
        await settle(page);
        expect(await saved(page), told('the scenario')).toEqual(before);
        reloads += 1;
        trail.push('reloaded');
      };
      for (; step < ACTIONS || Date.now() < until; step += 1) {
        page.setDefaultTimeout(IMPATIENCE);
        const act = below(ACTS.length);
        // What is behind a dialog, or gone by now, cannot be acted on.
        trail.push(await ACTS[act]!(page, below).catch(() => `could not do ${act}`));
        expect(faults, told('errors')).toEqual([]);
        // A dialog that came up is closed, as somebody would, now and then after something was done in it.
        if (below(3) > 0 && (await page.locator(OVERLAYS).count()) > 0) await page.keyboard.press('Escape');
        if (await page.getByRole('heading', { name: 'Examples' }).isVisible()) {
          page.setDefaultTimeout(PATIENCE);
          await settle(page);
        }
        if (below(15) === 0) await reloadAndCompare();
      }
      await reloadAndCompare();
      annotations.push({ type: 'measured', description: `${step} actions, ${reloads} reloads` });
    },
  );

test(
  'memory stays where it was after 200 edits, 50 runs and 20 sweeps',
  { tag: '@long' },
  async ({ page }, { annotations }) => {
    const session = await page.context().newCDPSession(page);
    const megabytes = async (): Promise<number> => {
      await showView(page, 'occupancy');
      await idle(page);
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6;
    };
    const sweep = async (designs: number): Promise<void> => {
      await showView(page, 'explore');
      const count = page
        .locator('.explore fieldset')
        .first()
        .getByRole('textbox', { name: /^Count/ });
      await count.fill(String(designs));
      await count.press('Enter');
      await idle(page);
      await expect(page.locator('.explore-run__words')).toHaveText(/^[\d,]+ designs/);
    };
    await openFile(page, 'timetrial-mm1-08');
    await simulate(page, 4);
    await idle(page);
    await sweep(9);
    const before = await megabytes();
    const name = page.getByRole('textbox', { name: NAME });
    for (let edit = 0; edit < 200; edit++) {
      await name.fill(`Edit ${edit}`);
      await name.press('Enter');
    }
    const afterEdits = await megabytes();
    for (let run = 0; run < 50; run++) {
      await simulate(page, 4);
      await idle(page);
    }
    const afterRuns = await megabytes();
    for (let designs = 10; designs < 30; designs++) await sweep(designs);
    const after = await megabytes();
    annotations.push({
      type: 'measured',
      description: `${[before, afterEdits, afterRuns, after].map((size) => size.toFixed(1)).join(', ')} MB`,
    });
    expect(after - before).toBeLessThan(20);
  },
);
