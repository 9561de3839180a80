/**
 * Whatever is done in whatever order: no error of the page, a reload brings back what was there, and memory does not grow.
 * `RANDOM_SEEDS=2,3 RANDOM_SECONDS=180` make other and longer walks; `npm run verify walks` takes ten.
 */
import type { Locator, Page } from '@playwright/test';
import { dice } from './dice.ts';
import { lineTrace } from './three-in-a-row.ts';
import { expect, idle, openFile, publicFile, showView, simulate, test } from './workbench.ts';

const SEEDS = (process.env.RANDOM_SEEDS ?? '1').split(',').map(Number);
/** A walk has at least so many actions, and lasts at least so long. */
const ACTIONS = 40;
const SECONDS = Number(process.env.RANDOM_SECONDS ?? 0);
const NAME = 'Name of the scenario';

const ACTS: readonly ((page: Page, below: (n: number) => number) => Promise<unknown>)[] = [
  async (page, below) => {
    await page.getByRole('textbox', { name: NAME }).fill(`Name ${below(1000)}`);
    await page.keyboard.press('Enter');
  },
  (page) => onDrawing(page, 'a'),
  (page) => onDrawing(page, 'ControlOrMeta+z'),
  (page) => onDrawing(page, 'ControlOrMeta+Shift+z'),
  (page) => onDrawing(page, 'Delete'),
  async (page, below) => {
    const nodes = page.locator('.react-flow__node');
    await nodes.nth(below(await nodes.count())).click({ position: { x: 12, y: 8 }, force: true });
  },
  async (page, below) => {
    const tabs = page.getByRole('tab');
    await pressed(tabs.nth(below((await tabs.count()) || 1)));
  },
  async (page, below) => {
    const whatever = page.locator(
      'button:visible:enabled, [role=menuitem]:visible, [role=option]:visible, [role=radio]:visible, [role=checkbox]:visible, [role=switch]:visible',
    );
    await pressed(whatever.nth(below((await whatever.count()) || 1)));
  },
  async (page, below) => {
    const fields = page.locator('input[type=text]:visible:enabled, input:not([type]):visible:enabled');
    const text = TYPED[below(TYPED.length)]!;
    const one = fields.nth(below((await fields.count()) || 1));
    await one.fill(text, { timeout: 2000 }).catch(() => undefined);
    await page.keyboard.press('Enter');
  },
  (page, below) => page.keyboard.press(KEYS[below(KEYS.length)]!),
  (page) => pressed(page.getByRole('button', { name: 'Run simulation' })),
  (page) => pressed(page.getByRole('button', { name: 'Stop', exact: true }).first()),
  (page, below) =>
    page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'dropped.json', { type: 'application/json' }));
      const at = document.querySelector('.react-flow') ?? document.body;
      for (const type of ['dragenter', 'dragover', 'drop'])
        at.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }, DROPPED[below(DROPPED.length)]!),
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

/** What came before may have taken it away. */
const pressed = (button: Locator): Promise<void> => button.click({ timeout: 2000 }).catch(() => undefined);

async function onDrawing(page: Page, key: string): Promise<void> {
  await page.locator('.react-flow__pane').click({ position: { x: 5, y: 5 }, force: true });
  await page.keyboard.press(key);
}

const shown = async (page: Page) => ({
  name: await page.getByRole('textbox', { name: NAME, includeHidden: true }).inputValue(),
  nodes: await page
    .locator('.react-flow__node')
    .evaluateAll((all) => all.map((one) => one.dataset.id).sort()),
});

for (const seed of SEEDS)
  test(
    `random actions of seed ${seed} end in no error, and a reload brings back what was there`,
    {
      tag: '@long',
    },
    async ({ page }, { annotations }) => {
      const below = dice(seed);
      page.on('filechooser', () => undefined);
      let isCrashed = false;
      page.on('crash', () => {
        isCrashed = true;
      });
      page.setDefaultTimeout(3000);
      page.setDefaultNavigationTimeout(120_000);
      await openFile(page, 'mercury-run-1');
      const until = Date.now() + 1000 * SECONDS;
      let [step, reloads] = [0, 0];
      const toScenario = async (): Promise<void> => {
        if (await page.getByRole('heading', { name: 'Examples' }).isVisible())
          await openFile(page, 'mercury-run-1');
      };
      const reloadAndCompare = async (): Promise<void> => {
        await page.keyboard.press('Escape');
        await toScenario();
        await idle(page);
        const before = await shown(page);
        await page.reload();
        await idle(page);
        expect(await shown(page), `after action ${step}`).toEqual(before);
        reloads += 1;
      };
      for (; step < ACTIONS || Date.now() < until; step += 1) {
        // What is behind a dialog, or gone by now, cannot be acted on; an error of the page is heard of all the same.
        await ACTS[below(ACTS.length)]!(page, below).catch(() => undefined);
        expect(isCrashed).toBe(false);
        // A dialog that came up is closed, as somebody would, now and then after something was done in it.
        if (below(3) > 0 && (await page.getByRole('dialog').first().isVisible()))
          await page.keyboard.press('Escape');
        await toScenario();
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
