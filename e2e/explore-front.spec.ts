/** Designs that decide a sweep, known better than the method knows them. */
import { deflateRawSync } from 'node:zlib';
import { expect, linkTo, test } from './workbench.ts';

test.use({ live: true });

test('the designs on a front are simulated by themselves where the method approximates them', {
  tag: '@long',
}, async ({ page }) => {
  const rates = { a: 1.1, b: 1.05, c: 1 };
  const line = {
    ...{ format: 'stagegraph-scenario', schemaVersion: 3, name: 'Held up' },
    nodes: [
      { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 0.9 } },
      ...Object.entries(rates).map(([id, rate]) => ({
        ...{ id, kind: 'stage', capacity: 40 },
        service: { distribution: 'exponential', rate },
      })),
      { id: 'out', kind: 'sink' },
    ],
    links: ['in', 'a', 'b', 'c'].map((from, i) => ({ from, to: ['a', 'b', 'c', 'out'][i] })),
  };
  const study = {
    ...{ format: 'stagegraph-study', schemaVersion: 1, name: line.name },
    vary: [{ path: 'b.capacity', from: 4, to: 12, count: 5 }],
    measures: ['a.meanOccupancy', 'network.throughput'],
  };
  await page.goto(`${linkTo(line)}&study=1.${deflateRawSync(JSON.stringify(study)).toString('base64url')}`);
  const panel = page.locator('.explore');
  await expect(page.locator('.explore-run__words')).toHaveText(/^5 designs/);
  for (const [label, option] of [
    [/^Chart/, 'Scatter and front'],
    [/^Measure/, 'a: number in system'],
    [/^Against/, 'b: capacity'],
  ] as const) {
    await panel.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }
  const front = panel.getByRole('region', { name: 'Best known front' });
  const rows = front.getByRole('table', { name: 'The best known front' }).getByRole('row');
  await expect(rows).toHaveCount(6);
  for (const place of [1, 2, 3, 4, 5]) await expect(rows.nth(place)).toContainText(/◍ [\d.]+ ± [\d.]+/);
  await expect(rows.nth(1)).toContainText('yes');
});
