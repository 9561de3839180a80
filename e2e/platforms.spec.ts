/** Stages move between platforms; links that cross a bus become virtual queues by themselves. */
import type { Scenario } from '../core/scenario/scenario.ts';
import {
  addProperty,
  expect,
  field,
  idle,
  inspector,
  node,
  openFile,
  savedFile,
  setField,
  test,
} from './workbench.ts';

test('a stage moves to the FPGA with its service, the crossing moves along, and undo brings both back', {
  tag: '@long',
}, async ({ page }) => {
  await openFile(page, 'tick-to-trade');
  await expect(node(page, 'parse to book')).toBeVisible();
  await node(page, 'book').click();
  await inspector(page)
    .getByRole('group', { name: 'On FPGA' })
    .getByRole('button', { name: 'Move it there' })
    .click();
  await expect(node(page, 'parse to book')).toHaveCount(0);
  await expect(node(page, 'book to decide')).toBeVisible();
  const moved: Scenario = JSON.parse(await savedFile(page));
  expect(moved.nodes.find(({ id }) => id === 'book')).toMatchObject({
    platform: 'fpga',
    service: { distribution: 'deterministic', mean: 2.5e-7 },
    alternatives: { cpu: { distribution: 'exponential', mean: 1.4e-6 } },
  });
  expect(moved.groups?.map(({ stages }) => stages)).toEqual([['book to decide', 'decide']]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(node(page, 'parse to book')).toBeVisible();
  await expect(node(page, 'book to decide')).toHaveCount(0);
});

test('a faster bus makes its crossing faster, and a precision is kept with the scenario', {
  tag: '@long',
}, async ({ page }) => {
  await openFile(page, 'tick-to-trade');
  const bus = inspector(page).getByRole('group', { name: 'Bus PCIe' });
  await bus.getByRole('textbox', { name: 'Bandwidth' }).fill('8 GB/s');
  await bus.getByRole('textbox', { name: 'Bandwidth' }).press('Enter');
  await idle(page);
  await node(page, 'decide').click();
  await addProperty(page, 'Input uncertainty');
  await setField(page, '± service time', '5 %');
  await expect(field(page, '± service time')).toHaveValue('5 %');
  const scenario: Scenario = JSON.parse(await savedFile(page));
  expect(scenario.nodes.find(({ id }) => id === 'parse to book')).toMatchObject({
    service: { distribution: 'deterministic', mean: 6.25e-7 },
  });
  expect(scenario.precisions).toEqual([{ node: 'decide', field: 'service.mean', plusMinus: 0.05 }]);
});
