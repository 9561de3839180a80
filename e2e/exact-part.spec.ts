/** A run for a precision that the replications alone would not reach takes some means from an exact chain. */
import { downloadBy, expect, idle, openExample, rowOf, simulateWith, test } from './workbench.ts';

test('Mercury BLAST, run 1, is known to 1 % by itself; what comes from the chain is marked', {
  tag: '@long',
}, async ({ page }) => {
  await openExample(page, 'Mercury BLAST, run 1[^,]');
  await simulateWith(page, { Precision: '1 %' });
  await idle(page);

  const table = page.getByRole('table', { name: /^Simulated, \d+ replications/ });
  await expect(table).toBeVisible();
  expect(
    Number((await table.locator('caption').textContent())!.match(/(\d+) replications/)![1]),
  ).toBeLessThan(50);
  await expect(page.getByText('Not known to 1 %')).toBeHidden();
  await expect(page.locator('.simulate__trust')).toContainText(
    'exact means from the chain of their part (Markov chain, 75,542 states)',
  );

  // Mean occupancy of the part, as the chain of two stages alone has it.
  const bus = await rowOf(page, 'PCI-X bus', 'Simulated');
  expect(bus['Number in system']!.value).toBeCloseTo(386.8048, 3);
  expect(bus['Number in system']!.text).toMatch(/exact; simulated\s+3\d\d.* ± [\d.]+ %/);
  const bloom = await rowOf(page, '1a Bloom filter', 'Simulated');
  expect(bloom['Number in system']!.text).toContain('exact; simulated');
  const lookup = await rowOf(page, '1b Hash lookup', 'Simulated');
  expect(lookup['Number in system']!.text).not.toContain('exact');
  expect(lookup['Number in system']!.text).toMatch(/± 0\.\d+ %/);

  await expect(
    page.getByText('"1b Hash lookup" could block it when full, but was never full in this run'),
  ).toBeVisible();

  const { text } = await downloadBy(page, async () => {
    const panel = page.getByRole('tabpanel', { name: 'Simulation' });
    await panel.getByRole('button', { name: /CSV/ }).first().click();
  });
  expect(text).toContain('Number in system simulated ± (N_G)');
  expect(text).toMatch(/PCI-X bus.*,386\.80\d+,0,3\d\d\.\d+,\d+/);
});

test('a run that gets there by its replications asks no chain', { tag: '@long' }, async ({ page }) => {
  await openExample(page, 'Mercury BLAST, run 1[^,]');
  await simulateWith(page, { Precision: '50 %' });
  await idle(page);
  await expect(page.getByRole('table', { name: /^Simulated, 10 replications/ })).toBeVisible();
  await expect(page.getByText('exact; simulated').first()).toBeHidden();
});
