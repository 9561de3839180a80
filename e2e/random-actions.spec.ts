/**
 * Whatever is done in whatever order: no error of the page, a reload brings back what was there, and memory does not grow.
 * `RANDOM_SEED=2 RANDOM_ACTIONS=500` make it another and a longer walk.
 */
import type { Locator, Page } from '@playwright/test';
import { dice } from './dice.ts';
import { expect, idle, openFile, showView, simulate, test } from './workbench.ts';

const SEED = Number(process.env.RANDOM_SEED ?? 1);
const ACTIONS = Number(process.env.RANDOM_ACTIONS ?? 40);
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

const DROPPED = [
  '{',
  '#qtm 1 events time=ns\nqueueId,time,kind\n1a,5,I\n',
  'not a file of any kind',
  '[]',
] as const;

/** What came before may have taken it away. */
const pressed = (button: Locator): Promise<void> => button.click({ timeout: 2000 }).catch(() => undefined);

async function onDrawing(page: Page, key: string): Promise<void> {
  await page.locator('.react-flow__pane').click({ position: { x: 5, y: 5 }, force: true });
  await page.keyboard.press(key);
}

const shown = async (page: Page) => ({
  name: await page.getByRole('textbox', { name: NAME }).inputValue(),
  nodes: await page
    .locator('.react-flow__node')
    .evaluateAll((all) => all.map((one) => one.dataset.id).sort()),
});

test('random actions end in no error, and a reload brings back what was there', { tag: '@long' }, async ({
  page,
}) => {
  const below = dice(SEED);
  await openFile(page, 'mercury-run-1');
  for (let step = 0; step < ACTIONS; step++) {
    await ACTS[below(ACTS.length)]!(page, below);
    // A dialog that came up is closed, as somebody would.
    if (await page.getByRole('dialog').first().isVisible()) await page.keyboard.press('Escape');
    if (below(15) > 0) continue;
    await idle(page);
    const before = await shown(page);
    await page.reload();
    await idle(page);
    expect(await shown(page)).toEqual(before);
  }
  await idle(page);
  const before = await shown(page);
  await page.reload();
  await idle(page);
  expect(await shown(page)).toEqual(before);
});

test('memory stays where it was after 200 edits and ten runs', { tag: '@long' }, async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  const megabytes = async (): Promise<number> => {
    await idle(page);
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6;
  };
  await openFile(page, 'timetrial-mm1-08');
  await simulate(page, 4);
  await showView(page, 'occupancy');
  const before = await megabytes();
  const name = page.getByRole('textbox', { name: NAME });
  for (let edit = 0; edit < 200; edit++) {
    await name.fill(`Edit ${edit}`);
    await name.press('Enter');
  }
  for (let run = 0; run < 10; run++) {
    await simulate(page, 4);
    await idle(page);
  }
  await showView(page, 'occupancy');
  expect((await megabytes()) - before).toBeLessThan(20);
});
