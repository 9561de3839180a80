/** Drawing by mouse: what is selected, moved, linked, inserted and laid out; one gesture is one undo step. */
import type { Locator, Page } from '@playwright/test';
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario } from '../core/scenario/scenario.ts';
import { boxOf, drag, middleOf, type Point } from './mouse.ts';
import { expect, idle, inspector, linkTo, node, openBlank, openFile, savedFile, test } from './workbench.ts';

const nodes = (page: Page): Locator => page.locator('.react-flow__node');
const links = (page: Page): Locator => page.locator('.react-flow__edge');
const undoButton = (page: Page): Locator => page.getByRole('button', { name: /^Undo/ });

async function middleOfLink(page: Page, from: string, to: string): Promise<Point> {
  const start = await middleOf(node(page, from).locator('.react-flow__handle.source'));
  const end = await middleOf(node(page, to).locator('.react-flow__handle.target'));
  return { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
}

/** Places on the drawing, which do not change when the view moves. */
const placesOf = (page: Page): Promise<Record<string, string>> =>
  nodes(page).evaluateAll((all) =>
    Object.fromEntries(
      all.map((one) => [one.getAttribute('data-id')!, (one as HTMLElement).style.transform]),
    ),
  );

/** A box around everything, with room for the mouse to start on the ground. */
async function selectAllByBox(page: Page): Promise<void> {
  const boxes = await Promise.all((await nodes(page).all()).map(boxOf));
  const room = 24;
  const from = {
    x: Math.min(...boxes.map(({ x }) => x)) - room,
    y: Math.min(...boxes.map(({ y }) => y)) - room,
  };
  const to = {
    x: Math.max(...boxes.map(({ x, width }) => x + width)) + room,
    y: Math.max(...boxes.map(({ y, height }) => y + height)) + room,
  };
  await page.keyboard.down('Shift');
  await drag(page, from, to);
  await page.keyboard.up('Shift');
}

test('a box selects, the selected move together, and one undo puts them back', async ({ page }) => {
  await openBlank(page);
  await selectAllByBox(page);
  await expect(page.locator('.react-flow__node.selected')).toHaveCount(3);
  await expect(inspector(page).getByRole('heading', { name: '3 nodes, 2 links selected' })).toBeVisible();

  const before = await placesOf(page);
  const start = await middleOf(node(page, 'stage'));
  await drag(page, start, { x: start.x + 60, y: start.y + 60 });
  const after = await placesOf(page);
  for (const id of Object.keys(before)) expect(after[id], id).not.toBe(before[id]);
  await expect(page.getByRole('button', { name: 'Undo: Move 3 nodes' })).toBeVisible();
  await undoButton(page).click();
  await expect.poll(() => placesOf(page)).toEqual(before);
  await expect(undoButton(page)).toBeDisabled();
});

test('links are drawn from handle to handle, and refused in words', async ({ page }) => {
  await openBlank(page);
  const pane = page.locator('.react-flow__pane');
  const stage = await boxOf(node(page, 'stage'));
  const frame = await boxOf(pane);
  await page
    .getByRole('toolbar', { name: 'Add to the graph' })
    .getByText('Sink')
    .dragTo(pane, { targetPosition: { x: stage.x - frame.x, y: stage.y + stage.height + 90 - frame.y } });
  await expect(nodes(page)).toHaveCount(4);
  const out = await middleOf(node(page, 'stage').locator('.react-flow__handle.source'));
  await drag(page, out, await middleOf(node(page, 'sink1').locator('.react-flow__handle.target')));
  await expect(links(page)).toHaveCount(3);
  await expect(inspector(page).getByRole('heading', { name: 'Stage → sink1' })).toBeVisible();
  await expect(inspector(page)).toContainText('0.4 /s');

  await drag(page, out, await middleOf(node(page, 'sink')));
  await expect(page.getByRole('alert').filter({ hasText: 'Stage is already linked to Sink.' })).toBeVisible();
  await drag(page, out, await middleOf(node(page, 'source')));
  const refused = page.getByRole('alert').filter({ hasText: 'Nothing can flow into a source.' });
  await expect(refused).toBeInViewport({ ratio: 0.99 });
  await expect(links(page)).toHaveCount(3);

  await undoButton(page).click();
  await expect(links(page)).toHaveCount(2);
});

test('a stage dropped on a link goes into it; a sink dropped there does not', { tag: '@long' }, async ({
  page,
}) => {
  await openBlank(page);
  const palette = page.getByRole('toolbar', { name: 'Add to the graph' });
  const pane = page.locator('.react-flow__pane');
  const frame = await boxOf(pane);
  const link = await middleOfLink(page, 'source', 'stage');
  const targetPosition = { x: link.x - frame.x, y: link.y - frame.y };
  await palette.getByText('Sink').dragTo(pane, { targetPosition });
  await expect(nodes(page)).toHaveCount(4);
  await expect(links(page)).toHaveCount(2);
  await page.keyboard.press('Control+z');
  await expect(nodes(page)).toHaveCount(3);

  await palette.getByText('Router').dragTo(pane, { targetPosition });
  await expect(links(page)).toHaveCount(3);
  const { links: all }: Scenario = JSON.parse(await savedFile(page));
  expect(all.map(({ from, to }) => `${from} ${to}`).sort()).toEqual([
    'router1 stage',
    'source router1',
    'stage sink',
  ]);
  await undoButton(page).click();
  await expect(links(page)).toHaveCount(2);
});

test('a delay goes into a link as a stage does; fork and join are drawn beside it', { tag: '@long' }, async ({
  page,
}) => {
  await openBlank(page);
  const palette = page.getByRole('toolbar', { name: 'Add to the graph' });
  const pane = page.locator('.react-flow__pane');
  const frame = await boxOf(pane);
  const link = await middleOfLink(page, 'stage', 'sink');
  const targetPosition = { x: link.x - frame.x, y: link.y - frame.y };
  await palette.getByText('Delay').dragTo(pane, { targetPosition });
  await expect(links(page)).toHaveCount(3);
  await expect(inspector(page).getByRole('heading', { name: 'delay1' })).toBeVisible();
  await expect(inspector(page)).toContainText('there is no queue');
  await expect(node(page, 'delay1')).toContainText('1 s, exponential');
  await undoButton(page).click();

  await palette
    .getByText('Fork')
    .dragTo(pane, { targetPosition: { x: targetPosition.x, y: frame.height - 90 } });
  await expect(inspector(page).getByRole('heading', { name: 'fork1' })).toBeVisible();
  await expect(inspector(page)).toContainText('one task per link');
  await palette.getByText('Join').click();
  await expect(inspector(page).getByRole('heading', { name: 'join1' })).toBeVisible();
  await expect(links(page)).toHaveCount(3);
});

const GROUPED = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Grouped',
  nodes: [
    {
      id: 'in',
      kind: 'source',
      interarrival: { distribution: 'exponential', rate: 1 },
      position: { x: 0, y: 0 },
    },
    { id: 'a', kind: 'stage', service: { distribution: 'exponential', rate: 2 }, position: { x: 320, y: 0 } },
    { id: 'b', kind: 'stage', service: { distribution: 'exponential', rate: 2 }, position: { x: 720, y: 0 } },
    { id: 'out', kind: 'sink', position: { x: 1120, y: 0 } },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'out' },
  ],
  groups: [{ id: 'g', name: 'Both', stages: ['a', 'b'] }],
};

test("a virtual queue lies behind its stages, follows them, selects them, and is in nobody's way", {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(linkTo(GROUPED));
  await expect(nodes(page)).toHaveCount(4);
  await idle(page);
  const label = page.getByRole('button', { name: /^Both.*virtual queue of 2/ });
  // Two M/M/1 of load 1/2: one element in each.
  await expect(label).toHaveText(/^Both\s+N 2$/);
  const shape = page.locator('.g-hull');
  const start = await middleOf(node(page, 'b'));
  const before = (await shape.getAttribute('d'))!;
  await drag(page, start, { x: start.x, y: start.y + 80 });
  await expect(shape).not.toHaveAttribute('d', before);

  // The link between the two lies over the shape.
  const link = await middleOfLink(page, 'a', 'b');
  await page.mouse.click(link.x, link.y);
  await expect(inspector(page).getByRole('heading', { name: 'a → b' })).toBeVisible();
  await label.click();
  await expect(page.locator('.react-flow__node.selected')).toHaveCount(2);
  await expect(inspector(page).getByRole('heading', { name: '2 nodes selected' })).toBeVisible();
});

const ROWS = 12;

/** So many stages behind one router, all drawn at one place. */
const heap = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Heap',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 1 } },
    { id: 'split', kind: 'router' },
    ...Array.from({ length: ROWS }, (_, i) => ({
      id: `s${i}`,
      kind: 'stage',
      service: { distribution: 'exponential', rate: 1 },
    })),
    { id: 'out', kind: 'sink' },
  ].map((one) => ({ ...one, position: { x: 0, y: 0 } })),
  links: [
    { from: 'in', to: 'split' },
    ...Array.from({ length: ROWS }, (_, i) => [
      { from: 'split', to: `s${i}` },
      { from: `s${i}`, to: 'out' },
    ]).flat(),
  ],
};

test('a heap is laid out left to right, can be read, has a small map, and lies as before after one undo', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto(linkTo(heap));
  await expect(nodes(page)).toHaveCount(ROWS + 3);
  await idle(page);
  const before = await placesOf(page);
  await page.getByRole('button', { name: 'Auto layout' }).click();
  await expect(page.getByRole('button', { name: 'Undo: Lay out' })).toBeVisible();
  await expect(page.getByLabel('Small map of the graph')).toBeVisible();
  await expect.poll(() => smallestText(page)).toBeGreaterThan(10.5);
  const boxes = await Promise.all((await nodes(page).all()).map(boxOf));
  for (const [i, a] of boxes.entries())
    for (const b of boxes.slice(i + 1))
      expect(a.x + a.width < b.x || b.x + b.width < a.x || a.y + a.height < b.y || b.y + b.height < a.y).toBe(
        true,
      );
  expect((await boxOf(node(page, 'in'))).x).toBeLessThan((await boxOf(node(page, 'split'))).x);
  expect((await boxOf(node(page, 's3'))).x).toBeLessThan((await boxOf(node(page, 'out'))).x);
  await undoButton(page).click();
  await expect.poll(() => placesOf(page)).toEqual(before);
});

/** Pixels on the screen of the smallest text of a stage. */
const smallestText = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const zoom = new DOMMatrix(getComputedStyle(document.querySelector('.react-flow__viewport')!).transform)
      .a;
    const texts = [...document.querySelectorAll('.g-node--stage :is(.g-name, .g-number)')];
    return zoom * Math.min(...texts.map((text) => Number.parseFloat(getComputedStyle(text).fontSize)));
  });

/** Each step from where the last one ended: a press while the view glides would cut that glide short. */
async function zoomIn(page: Page, steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await boxOf(page.locator('.react-flow__viewport'));
  }
}

async function allSeen(page: Page): Promise<void> {
  for (const one of await nodes(page).all()) await expect(one).toBeInViewport({ ratio: 0.99 });
}

test('the small map is for large graphs only, and fit brings everything back', { tag: '@long' }, async ({
  page,
}) => {
  await openFile(page, 'mercury-run-1');
  await expect(page.getByLabel('Small map of the graph')).toHaveCount(0);
  const last = node(page, '3');
  await zoomIn(page, 8);
  await expect(last).not.toBeInViewport();
  await page.getByRole('button', { name: 'Zoom to fit' }).click();
  await allSeen(page);
});

const exponential = (rate: number) => ({ distribution: 'exponential', rate });

/** A line of stages, each as far from the one before as the drawing puts them. */
const chainOf = (stages: number) => {
  const ids = ['in', ...Array.from({ length: stages }, (_, at) => `s${at}`), 'out'];
  return {
    format: SCENARIO_FORMAT,
    schemaVersion: SCHEMA_VERSION,
    name: 'Chain',
    nodes: ids.map((id, at) => {
      const position = { x: 368 * at, y: 0 };
      if (id === 'in') return { id, kind: 'source', position, interarrival: exponential(1) };
      return id === 'out'
        ? { id, kind: 'sink', position }
        : { id, kind: 'stage', position, service: exponential(2) };
    }),
    links: ids.slice(1).map((to, at) => ({ from: ids[at], to })),
  };
};

async function openChain(page: Page, stages: number): Promise<void> {
  await page.goto(linkTo(chainOf(stages)));
  await expect(nodes(page)).toHaveCount(stages + 2);
  await idle(page);
}

test('a chain a little too long for gauges opens whole, with its names and utilizations', {
  tag: '@long',
}, async ({ page }) => {
  await openChain(page, 5);
  await allSeen(page);
  await expect(node(page, 's4')).toContainText('ρ 0.5');
  expect(await smallestText(page)).toBeGreaterThan(10.95);
});

test('fit shows all of a chain however long it is, also after a change of the workspace', {
  tag: '@long',
}, async ({ page }) => {
  await openChain(page, 12);
  await expect(node(page, 'out')).not.toBeInViewport({ ratio: 0.99 });
  await page.keyboard.press('f');
  await allSeen(page);
  await page.getByRole('button', { name: 'Show one line of results' }).click();
  await allSeen(page);
});

test('a fault is said on its node in words, and pressing it in the inspector goes there', {
  tag: '@long',
}, async ({ page }) => {
  await openFile(page, 'mercury-run-1');
  const link = await middleOfLink(page, '1b', '2');
  await page.mouse.click(link.x, link.y);
  await expect(inspector(page).getByRole('heading', { name: /1b Hash lookup → 2 Ungapped/ })).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(links(page)).toHaveCount(4);
  const sentence = 'Stage "1b Hash lookup" has no outgoing link.';
  await node(page, '1b').hover();
  await expect(node(page, '1b').getByRole('note')).toHaveText(sentence);
  await expect(page.locator('.solved-by')).toContainText('no solution');
  // A name without a space wraps within the note, and the note is not taller than the drawing has room for.
  await node(page, '1b').click();
  await page.keyboard.press('F2');
  await page.keyboard.type('x'.repeat(116));
  await page.keyboard.press('Enter');
  await node(page, '1b').hover();
  const note = node(page, '1b').getByRole('note');
  await expect(note).toContainText('has no outgoing link');
  expect(await note.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  await expect(note).toBeInViewport({ ratio: 0.99 });
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Escape');
  await expect(note).toHaveText(sentence);

  await zoomIn(page, 8);
  const pane = await middleOf(page.locator('.react-flow__pane'));
  // The middle button moves the view wherever it is pressed.
  for (let times = 0; times < 2; times++) {
    await page.mouse.move(pane.x - 300, pane.y);
    await page.mouse.down({ button: 'middle' });
    await page.mouse.move(pane.x + 350, pane.y, { steps: 5 });
    await page.mouse.up({ button: 'middle' });
  }
  await expect(node(page, '1b')).not.toBeInViewport();
  await inspector(page).getByRole('button', { name: sentence }).click();
  await expect(node(page, '1b')).toBeInViewport({ ratio: 0.9 });
  await expect(node(page, '1b')).toHaveClass(/selected/);
  await expect(inspector(page).getByRole('heading', { name: '1b Hash lookup' })).toBeVisible();
});

test('the menu under the right button does what the keys do, at the node, the link and the ground', {
  tag: '@long',
}, async ({ page }) => {
  await openBlank(page);
  await node(page, 'stage').click({ button: 'right' });
  await expect(node(page, 'stage')).toHaveClass(/selected/);
  await page.getByRole('menuitem', { name: /^Duplicate/ }).click();
  await expect(nodes(page)).toHaveCount(4);
  const copy = page.locator('.react-flow__node.selected');
  await expect(copy).toContainText('Stage 2');
  const covered = await Promise.all([boxOf(node(page, 'stage')), boxOf(copy)]);
  expect(covered[1]!.y).toBeGreaterThan(covered[0]!.y + covered[0]!.height);

  const { x, y } = await middleOfLink(page, 'source', 'stage');
  await page.mouse.click(x, y, { button: 'right' });
  await page.getByRole('menuitem', { name: /^Delete/ }).click();
  await expect(links(page)).toHaveCount(1);

  const ground = await boxOf(page.locator('.react-flow__pane'));
  const place = { x: ground.x + 40, y: ground.y + ground.height - 90 };
  await page.mouse.click(place.x, place.y, { button: 'right' });
  await page.getByRole('menuitem', { name: 'Add a stage here' }).click();
  await expect(nodes(page)).toHaveCount(5);
});

test('a node is renamed in the title of the inspector', { tag: '@long' }, async ({ page }) => {
  await openBlank(page);
  await node(page, 'stage').click();
  await inspector(page).getByRole('button', { name: 'Change the name' }).click();
  await page.keyboard.type('Decode');
  await page.keyboard.press('Enter');
  await expect(inspector(page).getByRole('heading', { name: 'Decode' })).toBeVisible();
  await expect(node(page, 'stage')).toContainText('Decode');
  await inspector(page).getByRole('heading', { name: 'Decode' }).dblclick();
  await page.keyboard.type('Never');
  await page.keyboard.press('Escape');
  await expect(inspector(page).getByRole('heading', { name: 'Decode' })).toBeVisible();
  await undoButton(page).click();
  await expect(node(page, 'stage')).toContainText('Stage');
});
