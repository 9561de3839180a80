/** The main job: both runs of Mercury BLAST, solved, simulated, held against what was published, shared. */
import {
  dropFile,
  expect,
  idle,
  node,
  openExample,
  publicFile,
  rowOf,
  shareLink,
  showTab,
  test,
} from './workbench.ts';

const RUNS = [
  {
    title: 'Mercury BLAST, run 1',
    file: 'mercury-run-1.csv',
    bottleneck: 'pci',
    arrivals1b: '31.9 M',
    rho1b: '0.249',
    verdict: /Not contradicted|Contradicted/,
  },
  {
    title: 'Mercury BLAST, run 2',
    file: 'mercury-run-2.csv',
    bottleneck: '1b',
    arrivals1b: '50.0 M',
    rho1b: '0.999',
    verdict: /Contradicted/,
  },
] as const;

for (const run of RUNS) {
  test(`${run.title}: drawn, solved, simulated, compared, shared`, async ({ page, browser }) => {
    await openExample(page, `${run.title}[^,]`);
    for (const id of ['pci', '1a', '1b', '2']) await expect(node(page, id)).toBeVisible();
    await expect(node(page, run.bottleneck)).toContainText(/bottleneck/i);
    const row = await rowOf(page, 'Hash lookup');
    expect(row.Arrivals).toContain(run.arrivals1b);
    expect(row.Utilization).toContain(run.rho1b);

    await page.getByRole('button', { name: 'Simulate', exact: true }).click();
    await expect(page.getByRole('table', { name: /^Simulated/ })).toBeVisible();
    await idle(page);

    await dropFile(page, run.file, publicFile(`measurements/${run.file}`));
    await expect(page.getByRole('table', { name: 'Predicted and measured' })).toBeVisible();
    await expect(page.getByText(run.verdict).first()).toBeVisible();
    const measured = page
      .getByRole('table', { name: 'Predicted and measured' })
      .getByRole('row', { name: /N_Q.*2/ })
      .last();
    await expect(measured).toContainText(run.file.includes('run-1') ? '1.20' : '1.70');

    const link = await shareLink(page);
    expect(link.length).toBeLessThan(2000);
    const table = await page.getByRole('table', { name: 'Predicted and measured' }).innerText();
    const elsewhere = await (await browser.newContext()).newPage();
    await elsewhere.goto(link);
    await expect(node(elsewhere, '1b')).toBeVisible();
    await idle(elsewhere);
    await showTab(elsewhere, 'Compare');
    await expect(elsewhere.getByRole('table', { name: 'Predicted and measured' })).toBeVisible();
    expect(await elsewhere.getByRole('table', { name: 'Predicted and measured' }).innerText()).toBe(table);
    await elsewhere.context().close();
  });
}

test('run 2 is said to be not determined by three digits of input', async ({ page }) => {
  await openExample(page, 'Mercury BLAST, run 2[^,]');
  const row = await rowOf(page, 'Hash lookup');
  expect(row['Mean queue']).toContain('◌');
  await expect(page.getByRole('list', { name: 'What the answer assumes' })).toContainText(/not determined/);
});

test('sixteen wmers that arrive at once make a longer queue than the formula says', async ({ page }) => {
  await openExample(page, 'Mercury BLAST, run 1[^,]');
  const formula = Number.parseFloat((await rowOf(page, 'Bloom filter'))['Mean queue']!);
  expect(formula).toBeCloseTo(4.47, 1);
  await page.getByRole('button', { name: 'Simulate', exact: true }).click();
  const table = page.getByRole('table', { name: /^Simulated/ });
  await expect(table).toBeVisible();
  await idle(page);
  const heads = await table.getByRole('columnheader').allInnerTexts();
  const column = heads.findIndex((head) => head.startsWith('Mean queue'));
  const cells = await table
    .getByRole('row', { name: /Bloom filter/ })
    .locator('th, td')
    .allInnerTexts();
  expect(Number.parseFloat(cells[column]!)).toBeGreaterThan(3 * formula);
});

test('exports the graph, a chart and the tables', async ({ page }) => {
  await openExample(page, 'Mercury BLAST, run 1[^,]');
  for (const [item, ending] of [
    ['Export the graph as SVG', /\.svg$/],
    ['Export the graph as PNG', /\.png$/],
    ['Export the results as CSV', /\.csv$/],
    ['Save as a file', /\.json$/],
  ] as const) {
    await page.getByRole('button', { name: 'Scenario menu' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: new RegExp(item) }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(ending);
  }
  const [chart] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('.drawer figure').first().getByRole('button', { name: /SVG/ }).click(),
  ]);
  expect(chart.suggestedFilename()).toMatch(/\.svg$/);
});
