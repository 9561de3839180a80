/** What every story does: open the page, wait until it is at rest, read what it shows. */
import { readFileSync } from 'node:fs';
import { test as base, expect, type Locator, type Page } from '@playwright/test';

/** A page that fails its test on any error of its own and on any request to another host. */
export const test = base.extend<{ page: Page }>({
  page: async ({ page, baseURL }, use) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(`console: ${message.text()}`);
    });
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== baseURL) faults.push(`request to ${origin}`);
    });
    await use(page);
    expect(faults).toEqual([]);
  },
});

export { expect };

export const idle = (page: Page): Promise<void> => page.evaluate(() => window.waitForIdle());

export async function openGallery(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Examples' })).toBeVisible();
}

export async function openExample(page: Page, title: string): Promise<void> {
  await openGallery(page);
  await page
    .getByRole('button', { name: new RegExp(`^${title}`) })
    .first()
    .click();
  await expect(page.getByRole('textbox', { name: 'Name of the scenario' })).toBeVisible();
  await idle(page);
}

/** The node of the drawing with this id. */
export const node = (page: Page, id: string): Locator => page.locator(`.react-flow__node[data-id="${id}"]`);

export async function showTab(
  page: Page,
  name: 'Overview' | 'Occupancy' | 'Simulate' | 'Compare',
): Promise<void> {
  await page.getByRole('tab', { name }).click();
}

/** Cells of the stage table's row of one stage, by column. */
export async function rowOf(page: Page, stage: string): Promise<Record<string, string>> {
  const table = page.getByRole('table', { name: 'Stages' });
  const heads = await table.getByRole('columnheader').allInnerTexts();
  const row = table.getByRole('row', { name: new RegExp(stage) });
  const cells = await row.locator('th, td').allInnerTexts();
  return Object.fromEntries(heads.map((head, index) => [head.split('\n')[0]!.trim(), cells[index] ?? '']));
}

/** Drops files on the window, as from a file manager. */
export async function dropFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  const bytes = [...Buffer.from(content)];
  const transfer = await page.evaluateHandle(
    ({ name, bytes }) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], name));
      return data;
    },
    { name, bytes },
  );
  for (const type of ['dragover', 'drop']) {
    await page.locator('.file-drop').dispatchEvent(type, { dataTransfer: transfer });
  }
}

export const publicFile = (path: string): string =>
  readFileSync(new URL(`../public/${path}`, import.meta.url), 'utf8');

/** The link that the share dialog shows. */
export async function shareLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const field = page.getByRole('textbox', { name: /^Link/ });
  await expect(field).not.toHaveValue('');
  const link = await field.inputValue();
  await page.keyboard.press('Escape');
  return link;
}
