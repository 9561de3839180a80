/** From an empty drawing by mouse to a share link that opens elsewhere to the same numbers. */
import { boxOf } from './mouse.ts';
import {
  expect,
  idle,
  inspector,
  node,
  openBlank,
  pageElsewhere,
  rowOf,
  setField,
  shareLink,
  showView,
  test,
} from './workbench.ts';

test('draws a tandem by mouse, sets it, solves, simulates, compares nothing lost, shares it', async ({
  page,
}) => {
  await openBlank(page);

  // A second stage, dropped on the link between the first and the sink.
  const palette = page.getByRole('toolbar', { name: 'Add to the graph' });
  const sink = await boxOf(node(page, 'sink'));
  const stage = await boxOf(page.locator('.react-flow__node-stage').first());
  const between = { x: (stage.x + stage.width + sink.x) / 2, y: sink.y + sink.height / 2 };
  const canvas = page.locator('.react-flow__pane');
  const frame = await boxOf(canvas);
  await palette.getByRole('button', { name: 'Stage' }).dragTo(canvas, {
    targetPosition: { x: between.x - frame.x, y: between.y - frame.y },
  });
  await idle(page);
  await expect(page.locator('.react-flow__node-stage')).toHaveCount(2);
  await expect(page.locator('.react-flow__edge')).toHaveCount(3);

  // The dropped stage is selected: set it in the inspector.
  await expect(inspector(page).getByRole('heading', { name: 'stage1' })).toBeVisible();
  await setField(page, 'Rate', '2 /s');
  await setField(page, 'Capacity', '5');
  await idle(page);
  const set = await rowOf(page, 'stage1');
  // M/M/1 with an input of 0.8 at rate 2, and room for five.
  expect(set.Utilization!.value).toBeCloseTo(0.4, 2);
  await expect(node(page, 'stage1')).toContainText('/ 5');

  // Undo everything, redo everything.
  for (const nodes of [2, 2, 1]) {
    await page.getByRole('button', { name: /^Undo/ }).click();
    await expect(page.locator('.react-flow__node-stage')).toHaveCount(nodes);
  }
  await expect(page.getByRole('button', { name: /^Undo/ })).toBeDisabled();
  for (let step = 0; step < 3; step++) await page.getByRole('button', { name: /^Redo/ }).click();
  await idle(page);
  expect(await rowOf(page, 'stage1')).toEqual(set);

  // Simulate.
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await showView(page, 'simulation');
  await idle(page);
  await expect(page.getByRole('table', { name: /^Simulated, 10 replications/ })).toBeVisible();

  // Share, and open elsewhere.
  await showView(page, 'occupancy');
  const link = await shareLink(page);
  const elsewhere = await pageElsewhere(page);
  await elsewhere.goto(link);
  await expect(elsewhere.locator('.react-flow__node')).toHaveCount(4);
  await idle(elsewhere);
  expect(await rowOf(elsewhere, 'stage1')).toEqual(set);
  await elsewhere.context().close();
});
