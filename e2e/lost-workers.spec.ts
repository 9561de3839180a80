/** Workers that cannot be loaded: every feature says so, and the page goes on. */
import { expect, openFile, showView, simulate, test } from './workbench.ts';

test('without a single worker every feature says what stopped', async ({ page }) => {
  await page.route(/\.worker-[^/]*\.js/, (route) => route.abort());
  await page.goto('about:blank');
  await openFile(page, 'mercury-run-1');
  const stopped = /The solver stopped: The worker failed/;
  await expect(page.getByText(stopped).first()).toBeVisible();
  const bounds = await showView(page, 'bounds');
  await expect(bounds.getByText(stopped)).toBeVisible();
  const transient = await showView(page, 'transient');
  await page.getByRole('button', { name: 'Compute', exact: true }).click();
  await expect(transient.getByText(stopped).first()).toBeVisible();
  await simulate(page, 4);
  await expect(page.getByText(/The simulation stopped: |The worker failed/).first()).toBeVisible();
  const name = page.getByRole('textbox', { name: 'Name of the scenario' });
  await name.fill('Goes on');
  await name.press('Enter');
  await expect(name).toHaveValue('Goes on');
});
