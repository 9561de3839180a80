/** Routers that switch classes: drawn, solved, and edited in a table of classes. */
import type { Locator, Page } from '@playwright/test';
import type { Scenario } from '../core/scenario/scenario.ts';
import { expect, idle, inspector, node, openScenario, savedFile, test } from './workbench.ts';

const SCENARIO = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'A cache in front of a disk',
  classes: [
    { id: 'ask', closed: { population: 8, start: 'users' } },
    { id: 'hit', closed: { population: 0, start: 'users' } },
    { id: 'miss', closed: { population: 0, start: 'users' } },
    { id: 'guest' },
  ],
  nodes: [
    { id: 'in', kind: 'source', class: 'guest', interarrival: { distribution: 'exponential', rate: 2 } },
    { id: 'users', kind: 'delay', service: { distribution: 'exponential', mean: 1 } },
    { id: 'cpu', kind: 'stage', service: { distribution: 'exponential', mean: 0.05 } },
    { id: 'cache', kind: 'router', classSwitch: { ask: { hit: 0.8, miss: 0.2 } } },
    { id: 'disk', kind: 'stage', service: { distribution: 'exponential', mean: 0.4 } },
    { id: 'done', kind: 'router', classSwitch: { hit: { ask: 1 }, miss: { ask: 1 } } },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'cpu' },
    { from: 'users', to: 'cpu' },
    { from: 'cpu', to: 'cache' },
    { from: 'cache', to: 'done', byClass: { hit: 1 } },
    { from: 'cache', to: 'disk', byClass: { miss: 1 } },
    { from: 'cache', to: 'out', byClass: { guest: 1 } },
    { from: 'disk', to: 'done' },
    { from: 'done', to: 'users' },
  ],
};

const scenarioOf = async (page: Page): Promise<Scenario> => JSON.parse(await savedFile(page));
const matrixOf = async (page: Page) =>
  (await scenarioOf(page)).nodes.flatMap((each) =>
    each.kind === 'router' && each.id === 'cache' ? [each.classSwitch] : [],
  )[0];
const cell = (page: Page, name: string): Locator =>
  inspector(page).getByRole('textbox', { name, exact: true });

test('a class switch is shown on the drawing and edited cell by cell, what stays following', async ({
  page,
}) => {
  await openScenario(page, SCENARIO);
  await idle(page);
  await expect(node(page, 'cache')).toContainText('switches classes');
  await expect(node(page, 'disk')).not.toContainText('switches classes');
  await node(page, 'cache').click();
  await expect(inspector(page)).not.toContainText('Errors');
  await expect(cell(page, 'ask becomes miss')).toHaveValue('0.2');

  await cell(page, 'ask becomes miss').fill('0.1');
  await page.keyboard.press('Enter');
  await idle(page);
  expect(await matrixOf(page)).toEqual({ ask: { ask: 0.1, hit: 0.8, miss: 0.1 } });

  // More than the others leave is refused where it is typed, and nothing changes.
  await cell(page, 'ask becomes miss').fill('0.5');
  await expect(inspector(page).getByRole('alert')).toContainText('0.2');
  expect(await matrixOf(page)).toEqual({ ask: { ask: 0.1, hit: 0.8, miss: 0.1 } });
  await page.keyboard.press('Escape');

  // Open classes do not become closed ones.
  await expect(cell(page, 'guest becomes ask')).toHaveCount(0);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await idle(page);
  expect(await matrixOf(page)).toEqual({ ask: { hit: 0.8, miss: 0.2 } });
});
