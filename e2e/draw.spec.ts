/** From an empty drawing by mouse to a share link that opens elsewhere to the same numbers. */
import { expect, idle, node, openGallery, rowOf, shareLink, test } from './workbench.ts';

test('draws a tandem by mouse, sets it, solves, simulates, compares nothing lost, shares it', async ({
  page,
  browser,
}) => {
  await openGallery(page);
  await page.getByRole('button', { name: 'Blank' }).click();
  await idle(page);
  await expect(page.locator('.react-flow__node')).toHaveCount(3);

  // A second stage, dropped on the link between the first and the sink.
  const palette = page.getByRole('toolbar', { name: 'Add to the graph' });
  const sink = await node(page, 'sink').boundingBox();
  const stage = await page.locator('.react-flow__node-stage').first().boundingBox();
  const between = { x: (stage!.x + stage!.width + sink!.x) / 2, y: sink!.y + sink!.height / 2 };
  const canvas = page.locator('.react-flow__pane');
  const frame = await canvas.boundingBox();
  await palette.getByRole('button', { name: 'Stage' }).dragTo(canvas, {
    targetPosition: { x: between.x - frame!.x, y: between.y - frame!.y },
  });
  await idle(page);
  await expect(page.locator('.react-flow__node-stage')).toHaveCount(2);
  await expect(page.locator('.react-flow__edge')).toHaveCount(3);

  // The dropped stage is selected: set it in the inspector.
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await inspector.getByRole('textbox', { name: /^Rate/ }).fill('2 /s');
  await page.keyboard.press('Enter');
  await inspector.getByRole('textbox', { name: /^Capacity/ }).fill('5');
  await page.keyboard.press('Enter');
  await idle(page);

  // Undo everything, redo everything.
  const before = await page.locator('.drawer').innerText();
  for (let step = 0; step < 3; step++) await page.keyboard.press('Control+z');
  await idle(page);
  await expect(page.locator('.react-flow__node-stage')).toHaveCount(1);
  for (let step = 0; step < 3; step++) await page.keyboard.press('Control+Shift+z');
  await idle(page);
  expect(await page.locator('.drawer').innerText()).toBe(before);

  // Simulate.
  await page.getByRole('button', { name: 'Simulate', exact: true }).click();
  await expect(page.getByRole('table', { name: /^Simulated/ })).toBeVisible();
  await idle(page);
  await expect(page.getByText(/10 replications/).first()).toBeVisible();

  // Share, and open elsewhere.
  await page.getByRole('tab', { name: 'Overview' }).click();
  const here = await rowOf(page, 'Stage');
  const link = await shareLink(page);
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.locator('.react-flow__node')).toHaveCount(4);
  await idle(elsewhere);
  expect(await rowOf(elsewhere, 'Stage')).toEqual(here);
  await elsewhere.context().close();
});
