/** The simulation is played on the drawing: it goes on, stands still, steps, and ends with an edit. */
import type { Page } from '@playwright/test';
import { axeOn } from './axe.ts';
import { expect, idle, linkTo, node, openFile, setField, simulate, test } from './workbench.ts';

const exponential = (mean: number) => ({ distribution: 'exponential', mean });
const forked = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Fork and join',
  classes: [{ id: 'web' }, { id: 'batch' }],
  nodes: [
    { id: 'users', kind: 'source', interarrival: exponential(1), class: 'web' },
    { id: 'jobs', kind: 'source', interarrival: exponential(2), class: 'batch' },
    { id: 'split', kind: 'fork' },
    { id: 'cpu', kind: 'stage', service: exponential(0.4) },
    { id: 'disk', kind: 'stage', service: exponential(0.4), capacity: 4, whenFull: 'drop' },
    { id: 'together', kind: 'join' },
    { id: 'net', kind: 'delay', service: exponential(2) },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'users', to: 'split' },
    { from: 'jobs', to: 'split' },
    { from: 'split', to: 'cpu' },
    { from: 'split', to: 'disk' },
    { from: 'cpu', to: 'together' },
    { from: 'disk', to: 'together' },
    { from: 'together', to: 'net' },
    { from: 'net', to: 'out' },
  ],
};

/** `a` waits for itself once it is full of elements that come back. */
const deadlocked = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Deadlock',
  nodes: [
    { id: 'in', kind: 'source', interarrival: exponential(0.1) },
    { id: 'a', kind: 'stage', service: exponential(0.1), capacity: 2 },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'a', probability: 0.99 },
    { from: 'a', to: 'out', probability: 0.01 },
  ],
};

const bar = (page: Page) => page.getByRole('region', { name: 'Animation' });
const clock = (page: Page) => bar(page).locator('.animation__clock b');
const dots = (page: Page) => page.locator('.g-dots .g-dot');
const words = (page: Page) => bar(page).getByRole('status');
const button = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });

async function openScenario(page: Page, scenario: { readonly name: string }): Promise<void> {
  await page.goto(linkTo(scenario));
  await expect(page.getByRole('textbox', { name: 'Name of the scenario' })).toHaveValue(scenario.name);
  await idle(page);
}

/** Pauses, and waits until the frame that was under way is shown: then time stands still. */
async function pause(page: Page): Promise<string> {
  await page.keyboard.press('Space');
  await expect(button(page, 'Play')).toBeVisible();
  let stopped = '';
  await expect(async () => {
    stopped = await clock(page).innerText();
    for (let frames = 0; frames < 5; frames++) await idle(page);
    expect(await clock(page).innerText()).toBe(stopped);
  }).toPass();
  return stopped;
}

/** Everything that an event can change, letter by letter. */
async function picture(page: Page): Promise<string> {
  const levels = await page.locator('.react-flow__node').allInnerTexts();
  return [await clock(page).innerText(), await words(page).innerText(), ...levels].join('\n');
}

test('elements move, queues fill, and the space bar stops time', async ({ page }) => {
  await openFile(page, 'mercury-run-1');
  await expect(node(page, '1a')).not.toContainText('served');
  await page.getByRole('button', { name: 'Animate' }).click();
  await expect(bar(page)).toContainText('animation, t =');
  await expect(dots(page).first()).toBeAttached();
  await expect(node(page, '1a')).toContainText(/\d+ wait/);

  await page.locator('.react-flow__pane').click({ position: { x: 20, y: 20 } });
  const stopped = await pause(page);
  await expect(dots(page)).toHaveCount(0);
  await expect(clock(page)).toHaveText(stopped);

  await page.keyboard.press('Space');
  await expect(clock(page)).not.toHaveText(stopped);
  await page.keyboard.press('p');
  await expect(bar(page)).toBeHidden();
  await expect(node(page, '1a')).not.toContainText('served');
});

test('the space bar is heard while it opens', { tag: '@long' }, async ({ page }) => {
  let open = () => {};
  const isPressed = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(/\/animator\.worker-/, async (route) => {
    await isPressed;
    await route.continue();
  });
  await openFile(page, 'mercury-run-1');
  await page.keyboard.press('p');
  await expect(button(page, 'Pause')).toBeVisible();
  await expect(bar(page)).toHaveAttribute('data-status', 'opening');
  await page.keyboard.press('Space');
  await expect(button(page, 'Play')).toBeVisible();
  open();
  await expect(bar(page)).toHaveAttribute('data-status', 'paused');
  await expect(clock(page)).toHaveText('t = 0 s');
  await page.keyboard.press('Space');
  await expect(clock(page)).not.toHaveText('t = 0 s');
});

test('one event at a time, with its words and its dot', { tag: '@long' }, async ({ page }) => {
  await openScenario(page, forked);
  await page.keyboard.press('p');
  await expect(node(page, 'out')).toContainText(/[1-9]\d* arrived/);
  await pause(page);
  await expect(dots(page)).toHaveCount(0);
  const said: string[] = [];
  for (let i = 0; i < 12; i++) {
    const before = await picture(page);
    await page.keyboard.press('.');
    await expect.poll(() => picture(page)).not.toBe(before);
    await expect(page.locator('.g-node[data-step]')).toHaveCount(1);
    await expect(words(page)).toHaveText(/^(users|jobs|cpu|disk|net): (arrival|end of (service|a delay))/);
    said.push(await words(page).innerText());
  }
  expect(said.join('\n')).toMatch(/^(users|jobs): arrival, element goes to cpu, element goes to disk$/m);
  expect(said.join('\n')).toMatch(/^(cpu|disk): end of service, element goes to together/m);
  await expect(bar(page).getByRole('listitem')).toHaveText(['web', 'batch']);
  await expect(node(page, 'together')).toContainText(/\d tasks wait/);
  await expect(node(page, 'net')).toContainText(/\d now/);
});

test('the same seed gives the same course, another seed another', { tag: '@long' }, async ({ page }) => {
  await openScenario(page, deadlocked);
  await page.keyboard.press('p');
  const end = async (): Promise<string> => {
    await expect(words(page)).toContainText('Deadlock');
    return words(page).innerText();
  };
  const first = await end();
  // Watched for from before: it plays for some seconds only.
  const again = async (act: Promise<void>): Promise<string> => {
    await Promise.all([button(page, 'Pause').waitFor(), act]);
    return end();
  };
  expect(await again(button(page, 'Restart').click())).toBe(first);
  await bar(page).getByRole('textbox', { name: 'seed' }).fill('77');
  expect(await again(page.keyboard.press('Enter'))).not.toBe(first);
});

test('an edit of the model ends it with a word, moving a node does not', { tag: '@long' }, async ({
  page,
}) => {
  await openFile(page, 'mercury-run-1');
  await node(page, '1b').click();
  await page.keyboard.press('p');
  await expect(node(page, '1b')).toContainText('served');
  await node(page, '1b').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: /^Undo: / })).toBeEnabled();
  await expect(node(page, '1b')).toContainText('served');

  await setField(page, 'Rate', '90 M');
  await expect(words(page)).toContainText('The drawing changed.');
  await expect(node(page, '1b')).not.toContainText('served');
  await words(page).getByRole('button', { name: 'Restart' }).click();
  await expect(node(page, '1b')).toContainText('served');
});

test('a deadlock is said at the stage and in the bar', { tag: '@long' }, async ({ page }) => {
  await openScenario(page, deadlocked);
  await page.keyboard.press('p');
  await expect(words(page)).toContainText(/^Deadlock at .* "a" waits for "a"/);
  await expect(node(page, 'a').getByRole('note').filter({ hasText: 'Deadlock' })).toBeVisible();
  await expect(node(page, 'a')).toContainText('blocked');
  await expect(button(page, 'Next event')).toBeDisabled();
});

test('too many moves to be seen are a flow', { tag: '@long' }, async ({ page }) => {
  await openFile(page, 'mercury-run-1');
  await page.keyboard.press('p');
  await expect(dots(page).first()).toBeAttached();
  await expect(page.locator('.g-flow')).toHaveCount(0);
  const slider = bar(page).getByRole('slider', { name: 'Speed' });
  for (let i = 0; i < 8; i++) await slider.press('PageUp');
  await expect(page.locator('.g-flow').first()).toBeAttached();
  await expect(dots(page)).toHaveCount(0);
});

test('with reduced motion nothing flies, and the numbers go on', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openScenario(page, forked);
  await page.keyboard.press('p');
  await expect(node(page, 'out')).toContainText(/[1-9]\d* arrived/);
  expect(await dots(page).count()).toBe(0);
});

test('the animated drawing is accessible', { tag: '@long' }, async ({ page }) => {
  await openScenario(page, forked);
  await page.keyboard.press('p');
  await expect(node(page, 'out')).toContainText(/[1-9]\d* arrived/);
  await pause(page);
  const { violations } = await axeOn(page).include('.drawing').analyze();
  expect(violations).toEqual([]);
});

test('after a simulation delays and joins show what it saw, where the model has no number', {
  tag: '@long',
}, async ({ page }) => {
  await openScenario(page, forked);
  await expect(node(page, 'together')).not.toContainText('tasks wait');
  await simulate(page, 2);
  await idle(page);
  await expect(node(page, 'together')).toContainText(/[\d.]+ tasks wait/);
  await expect(node(page, 'net')).toContainText(/N [\d.]+/);
});
