/** The numbers of the inspector: typed as engineers write them, slid, scrubbed, and kept as they were given. */
import type { Page } from '@playwright/test';
import type { Scenario } from '../core/scenario/scenario.ts';
import { drag, middleOf } from './mouse.ts';
import {
  addProperty,
  dropFile,
  expect,
  field,
  idle,
  inspector,
  node,
  openBlank,
  openFile,
  openScenario,
  pageElsewhere,
  savedFile,
  setField,
  shareLink,
  test,
} from './workbench.ts';

const undoButton = (page: Page) => page.getByRole('button', { name: /^Undo/ });

const stageOf = async (page: Page, id: string) => {
  const scenario: Scenario = JSON.parse(await savedFile(page));
  const found = scenario.nodes.find((one) => one.id === id);
  if (found?.kind !== 'stage') throw new Error(`no stage ${id}`);
  return found;
};

test('fields read numbers as engineers write them', { tag: '@long' }, async ({ page }) => {
  await openFile(page, 'mercury-run-1');
  await node(page, '1a').click();
  await setField(page, 'Rate', '2.13 G');
  await setField(page, 'Pass probability', '1/16');
  await setField(page, 'Expansion', '1/16');
  await node(page, '1b').click();
  await node(page, '1a').click();
  await expect(field(page, 'Expansion')).toHaveValue('1/16');
  expect(await stageOf(page, '1a')).toMatchObject({
    service: { distribution: 'exponential', rate: 2.13e9 },
    passProbability: 0.0625,
    conversionFactor: 0.0625,
  });
  await inspector(page).getByRole('radio', { name: 'Time' }).click();
  await setField(page, 'Mean time', '60 clk @ 133 MHz');
  const { service } = await stageOf(page, '1a');
  expect((service as { mean: number }).mean).toBeCloseTo(60 / 133e6, 15);

  await node(page, 'disk').click();
  await setField(page, 'Rate', '900 MB/s');
  await setField(page, 'Rate', '895 MB/s');
  const { nodes: all }: Scenario = JSON.parse(await savedFile(page));
  expect(all.find((one) => one.id === 'disk')).toMatchObject({
    unitBytes: 8,
    interarrival: { distribution: 'exponential', rate: 895e6 / 8 },
  });
});

test('a slider solves as it moves, and its drag is one undo step', async ({ page }) => {
  await openBlank(page);
  await node(page, 'stage').click();
  const slider = inspector(page).getByRole('slider', { name: /^Rate/ });
  const thumb = await middleOf(inspector(page).locator('.w-slider__thumb').first());
  await drag(page, thumb, { x: thumb.x + 60, y: thumb.y });
  const rate = ((await stageOf(page, 'stage')).service as { rate: number }).rate;
  expect(rate).toBeGreaterThan(1.5);
  // Three digits, as a person would type.
  expect(rate).toBe(Number(rate.toPrecision(3)));
  await expect(node(page, 'stage')).toContainText(`ρ ${Number((0.8 / rate).toPrecision(3))}`);
  await undoButton(page).click();
  expect((await stageOf(page, 'stage')).service).toEqual({ distribution: 'exponential', rate: 1 });
  await expect(undoButton(page)).toBeDisabled();

  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await idle(page);
  expect(((await stageOf(page, 'stage')).service as { rate: number }).rate).toBeGreaterThan(1);
  await undoButton(page).click();
  await expect(undoButton(page)).toBeDisabled();
});

test('dragging a label scrubs its number as one undo step; Alt-click puts the default back', {
  tag: '@long',
}, async ({ page }) => {
  await openBlank(page);
  await node(page, 'stage').click();
  const label = inspector(page).locator('label', { hasText: 'Pass probability' });
  await setField(page, 'Pass probability', '0.5');
  await label.scrollIntoViewIfNeeded();
  const start = await middleOf(label);
  await drag(page, start, { x: start.x - 60, y: start.y });
  const scrubbed = (await stageOf(page, 'stage')).passProbability!;
  expect(scrubbed).toBeGreaterThan(0.3);
  expect(scrubbed).toBeLessThan(0.5);
  await undoButton(page).click();
  expect((await stageOf(page, 'stage')).passProbability).toBe(0.5);
  await label.click({ modifiers: ['Alt'] });
  expect(await stageOf(page, 'stage')).not.toHaveProperty('passProbability');
});

test('each factor of first principles is kept through a file', { tag: '@long' }, async ({ page }) => {
  await openFile(page, 'mercury-run-1');
  await node(page, '1b').click();
  await inspector(page).getByRole('radio', { name: 'Per clock' }).click();
  await setField(page, 'Per clock', '16');
  await setField(page, 'Clock', '133 MHz');
  await setField(page, 'Divisor', '1.04');
  await setField(page, 'Multiplier', '15/16');
  // Dor 2010, section 4.3.5: the rate is R / M1 * C * M2.
  await expect(inspector(page).locator('.i-derived')).toContainText('1.92 G seeds/s');
  const file = await savedFile(page);
  const factors = { elementsPerClock: 16, clock: 133e6, divisor: 1.04, multiplier: 0.9375 };
  expect((await stageOf(page, '1b')).service).toEqual({ distribution: 'exponential', factors });

  await page.getByRole('button', { name: 'Gallery' }).click();
  await expect(page.getByRole('heading', { name: 'Examples' })).toBeVisible();
  await dropFile(page, 'factors.json', file);
  await expect(node(page, '1b')).toBeVisible();
  await idle(page);
  await node(page, '1b').click();
  for (const [label, text] of [
    ['Per clock', '16'],
    ['Clock', '133 MHz'],
    ['Divisor', '1.04'],
    // As it was typed.
    ['Multiplier', '15/16'],
  ] as const)
    await expect(field(page, label)).toHaveValue(text);
  expect(await savedFile(page)).toBe(file);
});

/** What is typed into two nodes, and how both then show it. */
async function typeRates(page: Page) {
  await openBlank(page);
  await node(page, 'source').click();
  await setField(page, 'Rate', '133 MHz');
  await node(page, 'stage').click();
  await setField(page, 'Rate', '0.2 GHz');
  await setField(page, 'Rate', '1 /clk @ 133 MHz');
  await setField(page, 'Pass probability', '15/16');
  const shown = async (of: Page) => {
    await expect(field(of, 'Rate')).toHaveValue('1 /clk @ 133 MHz');
    await expect(field(of, 'Pass probability')).toHaveValue('15/16');
    await node(of, 'source').click();
    // An equal number elsewhere, but as it was typed here.
    await expect(field(of, 'Rate')).toHaveValue('133 MHz');
    await node(of, 'stage').click();
  };
  await shown(page);
  return shown;
}

test('what was typed stands as typed, over undo and for who opens the file', { tag: '@long' }, async ({
  page,
}) => {
  const shown = await typeRates(page);
  // One entry, one step: the number with the way it is written.
  await undoButton(page).click();
  await expect(inspector(page).getByRole('textbox', { name: /^Pass probability/ })).toHaveValue('');
  await undoButton(page).click();
  await expect(field(page, 'Rate')).toHaveValue('0.2 GHz');
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Control+Shift+z');
  await shown(page);

  const address = page.url();
  await dropFile(page, 'typed.json', await savedFile(page));
  await expect(page).not.toHaveURL(address);
  await node(page, 'stage').click();
  await shown(page);

  // Another number, written in digits: the text no longer stands for it.
  await setField(page, 'Rate', '60e6');
  await expect(field(page, 'Rate')).toHaveValue('60 M/s');
});

test('what was typed stands as typed after a reload and for who opens the link', { tag: '@long' }, async ({
  page,
}) => {
  const shown = await typeRates(page);
  await page.reload();
  await node(page, 'stage').click();
  await shown(page);

  const elsewhere = await pageElsewhere(page);
  await elsewhere.goto(await shareLink(page));
  await node(elsewhere, 'stage').click();
  await shown(elsewhere);
  await elsewhere.context().close();
});

test('a schedule is written frame by frame, nothing included, and taken away again', {
  tag: '@long',
}, async ({ page }) => {
  await openBlank(page);
  await node(page, 'source').click();
  await addProperty(page, 'Schedule');
  const add = inspector(page).getByRole('button', { name: 'Add a frame' });
  await add.click();
  const first = inspector(page).getByRole('group', { name: 'Frame 1', exact: true });
  await first.getByRole('textbox', { name: /^From/ }).fill('30 s');
  await page.keyboard.press('Enter');
  await first.getByRole('radio', { name: 'Nothing' }).click();
  await add.click();
  const second = inspector(page).getByRole('group', { name: 'Frame 2', exact: true });
  await second.getByRole('textbox', { name: /^From/ }).fill('20 s');
  await expect(inspector(page)).toContainText('Expected more than 30 s, got 20 s.');
  await second.getByRole('textbox', { name: /^From/ }).fill('1 min');
  await second.getByRole('textbox', { name: /^Rate/ }).fill('0.2 /s');
  await setField(page, 'Period', '90 s');
  await expect(node(page, 'source')).toContainText('2 frames');
  const scheduleOf = async () => {
    const { nodes: all }: Scenario = JSON.parse(await savedFile(page));
    const source = all.find((one) => one.id === 'source');
    return source?.kind === 'source' ? source.schedule : undefined;
  };
  expect(await scheduleOf()).toEqual({
    frames: [{ from: 30 }, { from: 60, interarrival: { distribution: 'exponential', rate: 0.2 } }],
    period: 90,
  });
  await inspector(page).getByRole('button', { name: 'Remove frame 2' }).click();
  await inspector(page).getByRole('button', { name: 'Remove frame 1' }).click();
  expect(await scheduleOf()).toBeUndefined();
});

const FORKING_ROAD = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Two ways',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1 } },
    { id: 'choose', kind: 'router' },
    { id: 'left', kind: 'sink' },
    { id: 'right', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'choose' },
    { from: 'choose', to: 'left' },
    { from: 'choose', to: 'right' },
  ],
  classes: [{ id: 'urgent' }],
};

test('a class takes a link with a share of its own until that is cleared', { tag: '@long' }, async ({
  page,
}) => {
  await openScenario(page, FORKING_ROAD);
  await node(page, 'choose').click();
  // L leads to a link that exists.
  await page.keyboard.press('l');
  await expect(page.getByRole('combobox', { name: 'Part of a name' })).toBeFocused();
  await page.keyboard.type('left');
  await page.keyboard.press('Enter');
  await expect(inspector(page).getByRole('heading', { name: 'choose → left' })).toBeVisible();
  await setField(page, 'urgent', '0.125');
  await expect(page.locator('.react-flow__edge').filter({ hasText: 'by class' })).toHaveCount(2);
  const shares = async () => {
    const { links }: Scenario = JSON.parse(await savedFile(page));
    return links.filter(({ from }) => from === 'choose').map(({ byClass }) => byClass?.urgent);
  };
  expect(await shares()).toEqual([0.125, 0.875]);
  await setField(page, 'urgent', '');
  expect(await shares()).toEqual([undefined, undefined]);
});

test('a number of servers that no simulation could hold is refused where it is typed', {
  tag: '@long',
}, async ({ page }) => {
  await openBlank(page);
  await page.locator('.react-flow__node-stage').click();
  await setField(page, 'Servers', '1e9');
  await expect(inspector(page).getByText('Expected at most 4 M, got 1 G.')).toBeVisible();
  await field(page, 'Servers').press('Escape');
  await setField(page, 'Servers', '40');
  await expect(field(page, 'Servers')).toHaveValue('40');
});
