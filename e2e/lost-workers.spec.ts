/** Workers that cannot be loaded, or die: every feature says so, and the page goes on. */
import { expect, openFile, showTab, simulate, test } from './workbench.ts';

test('without a single worker every feature says what stopped', async ({ page }) => {
  await page.route(/\.worker-[^/]*\.js/, (route) => route.abort());
  await page.goto('about:blank');
  await openFile(page, 'mercury-run-1');
  await expect(page.getByText(/The solver stopped: The worker failed/).first()).toBeVisible();
  await showTab(page, 'Bounds');
  await expect(page.getByRole('tabpanel').getByText(/The solver stopped: The worker failed/)).toBeVisible();
  await showTab(page, 'Transient');
  await page.getByRole('button', { name: 'Compute', exact: true }).click();
  await expect(
    page
      .getByRole('tabpanel')
      .getByText(/The solver stopped: The worker failed/)
      .first(),
  ).toBeVisible();
  await simulate(page, 4);
  await expect(
    page
      .getByRole('tabpanel')
      .getByText(/worker/i)
      .first(),
  ).toBeVisible();
  const name = page.getByRole('textbox', { name: 'Name of the scenario' });
  await name.fill('Goes on');
  await name.press('Enter');
  await expect(name).toHaveValue('Goes on');
});
