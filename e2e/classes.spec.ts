/** Kinds of jobs, forks and joins, closed populations, shared resources and virtual queues, drawn from nothing. */
import type { Locator, Page } from '@playwright/test';
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario } from '../core/scenario/scenario.ts';
import { drag, middleOf } from './mouse.ts';
import {
  addProperty,
  expect,
  idle,
  inspector,
  node,
  openBlank,
  openScenario,
  savedFile,
  test,
} from './workbench.ts';

const palette = (page: Page, kind: string): Locator =>
  page.getByRole('toolbar', { name: 'Add to the graph' }).getByRole('button', { name: kind, exact: true });
const undo = (page: Page): Locator => page.getByRole('button', { name: /^Undo/ });
const part = (page: Page, name: string): Locator => inspector(page).getByRole('group', { name, exact: true });
const scenarioOf = async (page: Page): Promise<Scenario> => JSON.parse(await savedFile(page));

/** Opens a folded part of the inspector. */
async function unfold(page: Page, title: string): Promise<void> {
  const heading = inspector(page).getByRole('button', { name: new RegExp(`^${title}`) });
  if ((await heading.getAttribute('aria-expanded')) !== 'true') await heading.click();
}

/** Chooses in a list of the inspector. */
async function choose(page: Page, within: Locator, label: string, option: string): Promise<void> {
  await within.getByRole('combobox', { name: new RegExp(`^${label}`) }).click();
  await page.getByRole('option', { name: new RegExp(`^${option}`) }).click();
  await idle(page);
}

/** Writes into a field of one card, whose own name may change with it. */
async function enter(card: Locator, label: string, text: string): Promise<void> {
  await card.getByRole('textbox', { name: new RegExp(`^${label}`) }).fill(text);
  await card.page().keyboard.press('Enter');
}

/** A press on the ground: Escape would take back what stands in a field. */
const selectNothing = (page: Page): Promise<void> =>
  page.locator('.react-flow__pane').click({ position: { x: 6, y: 6 } });

async function link(page: Page, from: string, to: string): Promise<void> {
  const start = await middleOf(node(page, from).locator('.react-flow__handle.source'));
  await drag(page, start, await middleOf(node(page, to).locator('.react-flow__handle.target')));
}

/** The palette adds behind the selected node, and links to it. */
async function addBehind(page: Page, sender: string, kind: string): Promise<void> {
  await node(page, sender).click();
  await palette(page, kind).click();
  await idle(page);
}

async function drawForkAndJoin(page: Page): Promise<void> {
  await openBlank(page);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await palette(page, 'Source').click();
  await addBehind(page, 'source1', 'Fork');
  await addBehind(page, 'fork1', 'Stage');
  await addBehind(page, 'fork1', 'Stage');
  await addBehind(page, 'stage1', 'Join');
  await page.keyboard.press('f');
  await idle(page);
  await link(page, 'stage2', 'join1');
  await addBehind(page, 'join1', 'Sink');
  await page.keyboard.press('Shift+L');
  await expect(page.getByRole('button', { name: 'Undo: Lay out' })).toBeVisible();
}

async function addClasses(page: Page): Promise<void> {
  await selectNothing(page);
  await unfold(page, 'Classes');
  await inspector(page).getByRole('button', { name: 'Add a class' }).click();
  await enter(part(page, 'Class class1'), 'Name', 'Orders');
  await enter(part(page, 'Class Orders'), 'Priority', '1');
  await inspector(page).getByRole('button', { name: 'Add a class' }).click();
  const users = part(page, 'Class class2');
  await users.getByRole('radio', { name: 'Circulate' }).click();
  await enter(users, 'Population', '5');
  await choose(page, users, 'Start at', 'delay1');
  await enter(users, 'Name', 'Users');
}

/** The first stage gets a new shared resource and serves by priority. */
async function shareByPriority(page: Page): Promise<void> {
  await node(page, 'stage1').click();
  await addProperty(page, 'Shared resource');
  await choose(page, inspector(page), 'Shared resource', 'A new shared resource');
  await addProperty(page, 'Queue discipline, full queue');
  await choose(page, inspector(page), 'Discipline', 'Priority');
}

// Positions are read off the drawing, which glides to a new fit otherwise.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('draws fork and join with a closed class beside it, and keeps it all', { tag: '@long' }, async ({
  page,
}) => {
  await drawForkAndJoin(page);
  const before = await scenarioOf(page);
  expect(before.links.map(({ from, to }) => `${from} ${to}`).sort()).toEqual([
    'fork1 stage1',
    'fork1 stage2',
    'join1 sink1',
    'source1 fork1',
    'stage1 join1',
    'stage2 join1',
  ]);
  await expect(inspector(page)).not.toContainText('Errors');

  // A closed class goes round between a delay and a stage of its own: beside a chosen sink the delay would go before it.
  await selectNothing(page);
  await palette(page, 'Delay').click();
  await addBehind(page, 'delay1', 'Stage');
  await page.keyboard.press('Shift+L');
  await expect(page.getByRole('button', { name: 'Undo: Lay out' })).toBeVisible();
  await link(page, 'stage3', 'delay1');
  await addClasses(page);
  await expect(inspector(page)).not.toContainText('Errors');

  // What holds a shared resource cannot be interrupted.
  await shareByPriority(page);
  await inspector(page).getByRole('radio', { name: 'Preemptive resume' }).click();
  await expect(inspector(page)).toContainText('cannot be interrupted');
  await inspector(page).getByRole('radio', { name: 'None' }).click();

  const drawn = await scenarioOf(page);
  await idle(page);
  await page.reload();
  await expect(node(page, 'join1')).toBeVisible();
  await idle(page);
  expect(await scenarioOf(page)).toEqual(drawn);
});

const exponential = (rate: number) => ({ distribution: 'exponential', rate }) as const;

/** A fork and its join, and users who go round between a delay and a stage of their own, without names or classes yet. */
const FORKED = {
  ...{ format: SCENARIO_FORMAT, schemaVersion: SCHEMA_VERSION, name: 'Fork and join' },
  nodes: [
    { id: 'source1', kind: 'source', interarrival: exponential(0.5) },
    { id: 'fork1', kind: 'fork' },
    { id: 'stage1', kind: 'stage', service: exponential(1) },
    { id: 'stage2', kind: 'stage', service: exponential(1) },
    { id: 'join1', kind: 'join' },
    { id: 'sink1', kind: 'sink' },
    { id: 'delay1', kind: 'delay', service: exponential(1) },
    { id: 'stage3', kind: 'stage', service: exponential(1) },
  ],
  links: [
    { from: 'source1', to: 'fork1' },
    { from: 'fork1', to: 'stage1' },
    { from: 'fork1', to: 'stage2' },
    { from: 'stage1', to: 'join1' },
    { from: 'join1', to: 'sink1' },
    { from: 'delay1', to: 'stage3' },
    { from: 'stage3', to: 'delay1' },
  ],
};

test('joins what is forked, names classes, closes one, shares a bus, groups stages', async ({ page }) => {
  await openScenario(page, FORKED);
  await link(page, 'stage2', 'join1');
  await addClasses(page);
  await expect(node(page, 'source1')).toContainText('Orders');
  await expect(node(page, 'delay1')).toContainText('5 Users');
  await expect(inspector(page)).not.toContainText('Errors');

  // One bus for two stages, made at the first and chosen at the second; the first serves by priority.
  await shareByPriority(page);
  await node(page, 'stage2').click();
  await addProperty(page, 'Shared resource');
  await choose(page, inspector(page), 'Shared resource', 'resource1');
  await addProperty(page, 'By class');
  await part(page, 'For class Orders').getByRole('radio', { name: 'Its own' }).click();
  await enter(part(page, 'For class Orders'), 'Rate', '3 /s');
  await expect(node(page, 'stage2')).toContainText('1 class');
  await selectNothing(page);
  await enter(part(page, 'Shared resource resource1'), 'Name', 'Bus');
  await expect(node(page, 'stage1')).toContainText('Bus');

  // Both stages as one queue; its name selects them.
  await node(page, 'stage1').click();
  await node(page, 'stage2').click({ modifiers: ['Shift'] });
  await inspector(page).getByRole('button', { name: 'Group as a virtual queue' }).click();
  await selectNothing(page);
  await enter(part(page, 'Virtual queue group1'), 'Name', 'Tasks');
  await page.getByRole('button', { name: /^Tasks.*virtual queue of 2/ }).click();
  await expect(page.locator('.react-flow__node.selected')).toHaveCount(2);
  await selectNothing(page);

  const drawn = await scenarioOf(page);
  expect(drawn).toMatchObject({
    classes: [
      { id: 'class1', name: 'Orders', priority: 1 },
      { id: 'class2', name: 'Users', closed: { population: 5, start: 'delay1' } },
    ],
    resources: [{ id: 'resource1', name: 'Bus' }],
    groups: [{ id: 'group1', name: 'Tasks', stages: ['stage1', 'stage2'] }],
  });
  const stages = drawn.nodes.filter(({ id }) => id === 'stage1' || id === 'stage2');
  expect(stages).toMatchObject([
    { id: 'stage1', resource: 'resource1', discipline: 'priority' },
    { id: 'stage2', resource: 'resource1', byClass: { class1: { service: { rate: 3 } } } },
  ]);
});

test('removing a class, a resource or a group takes along what names it, and one undo brings it back', {
  tag: '@long',
}, async ({ page }) => {
  await openBlank(page);
  await node(page, 'stage').click();
  await addProperty(page, 'Shared resource');
  await choose(page, inspector(page), 'Shared resource', 'A new shared resource');
  // Q groups what is selected.
  await page.keyboard.press('q');
  await selectNothing(page);
  await unfold(page, 'Classes');
  await inspector(page).getByRole('button', { name: 'Add a class' }).click();
  await node(page, 'stage').click();
  await addProperty(page, 'By class');
  await enter(part(page, 'For class class1'), 'Pass probability', '0.5');
  await selectNothing(page);
  const whole = await scenarioOf(page);

  for (const [name, key] of [
    ['class class1', 'classes'],
    ['shared resource resource1', 'resources'],
    ['virtual queue group1', 'groups'],
  ] as const) {
    await inspector(page)
      .getByRole('button', { name: `Remove ${name}` })
      .click();
    expect(await scenarioOf(page)).not.toHaveProperty(key);
    await undo(page).click();
    expect(await scenarioOf(page)).toEqual(whole);
  }
});

test('each edit of a class is one undo step, and undoing all gives the blank scenario', {
  tag: '@long',
}, async ({ page }) => {
  await openBlank(page);
  const blank = await scenarioOf(page);
  await selectNothing(page);
  await unfold(page, 'Classes');
  await inspector(page).getByRole('button', { name: 'Add a class' }).click();
  await enter(part(page, 'Class class1'), 'Id', 'orders');
  const card = part(page, 'Class orders');
  await enter(card, 'Priority', '7');
  await card.getByRole('radio', { name: 'Circulate' }).click();
  await expect(node(page, 'stage')).toContainText('8 orders');
  expect((await scenarioOf(page)).classes).toEqual([
    { id: 'orders', priority: 7, closed: { population: 8, start: 'stage' } },
  ]);
  for (let steps = 0; steps < 4; steps++) await undo(page).click();
  await expect(undo(page)).toBeDisabled();
  expect(await scenarioOf(page)).toEqual(blank);
});
