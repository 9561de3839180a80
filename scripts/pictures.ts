/** `npm run pictures`: the README's pictures, taken from the built page. */
import { chromium, type Page } from '@playwright/test';
import { preview } from 'vite';
import { findChromium } from './setup.mjs';

const server = await preview({ preview: { port: 4195, strictPort: true }, logLevel: 'error' });
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
});

async function picture(name: string, dark: boolean, story: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
  });
  const page = await context.newPage();
  await page.goto(server.resolvedUrls!.local[0]!);
  await page
    .getByRole('button', { name: /^Mercury BLAST, run 1/ })
    .first()
    .waitFor();
  await story(page);
  await page.mouse.move(700, 60);
  await page.evaluate(() => window.waitForIdle());
  await page.screenshot({ path: `docs/pictures/${name}.png` });
  await context.close();
}

const open = async (page: Page, title: string): Promise<void> => {
  await page
    .getByRole('button', { name: new RegExp(`^${title}`) })
    .first()
    .click();
  await page.getByRole('tab', { name: 'Validate' }).waitFor();
  await page.evaluate(() => window.waitForIdle());
};

const simulate = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('tab', { name: 'Results' }).click();
  await page.getByRole('tab', { name: 'Simulation', exact: true }).click();
  await page.getByRole('table', { name: /^Simulated, 10 replications/ }).waitFor();
  await page.evaluate(() => window.waitForIdle());
  await page.getByRole('tab', { name: 'Occupancy', exact: true }).click();
};

await picture('workbench', false, async (page) => {
  await open(page, 'Mercury BLAST, run 2');
  await page.locator('.react-flow__node[data-id="1b"]').click();
  await page.locator('.compare__verdict').waitFor();
});
await picture('simulate', false, async (page) => {
  await open(page, 'Mercury BLAST, run 1');
  await page.locator('.react-flow__node[data-id="1a"]').click();
  await simulate(page);
});
await picture('compare', true, async (page) => {
  await open(page, 'Order gateway');
  await page.locator('.compare__verdict').waitFor();
  for (let step = 0; step < 4; step++) {
    await page.getByRole('separator', { name: 'Height of the workspace' }).press('ArrowUp');
  }
  await page.keyboard.press('f');
});

await picture('explore', false, async (page) => {
  await open(page, 'Micro-benchmark, M/M/1 at 0.9');
  await page.getByRole('separator', { name: 'Height of the workspace' }).focus();
  // Further up the results would take the place of the drawing.
  for (let step = 0; step < 8; step++) await page.keyboard.press('ArrowUp');
  await page.getByRole('tab', { name: 'Explore' }).click();
  await page
    .getByRole('tabpanel', { name: 'Explore' })
    .locator('.explore-run__words')
    .filter({ hasText: /^441 designs/ })
    .waitFor();
});

await browser.close();
await server.close();
