/** Each example as it opens and as a whole, on each size of screen: all words can be read, and no figure is nonsense. */
import type { Page } from '@playwright/test';
import { EXAMPLES } from '../src/features/gallery/examples.ts';
import { illegible } from './legible.ts';
import { expect, idle, openExample, test } from './workbench.ts';

const SIZES = [
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];

/** What no reader takes for a number of this model. */
const NONSENSE = /\b(NaN|Infinity|undefined|null|\[object)\b|\d(\.\d+)?e[-+]?\d+ *%/;

/** An eighth of the examples at one size tells of most faults; colours hide words too, but seldom. */
const FEW = EXAMPLES.filter((_, i) => i % 8 === 0);

interface Look {
  readonly width: number;
  readonly height: number;
  readonly scheme: 'light' | 'dark';
}

async function expectLegible(
  page: Page,
  { width, height, scheme }: Look,
  examples: readonly { readonly title: string }[],
): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.setViewportSize({ width, height });
  const found: string[] = [];
  for (const { title } of examples) {
    await openExample(page, title.replaceAll(/[?.*+()[\]]/g, '\\$&'));
    await expect(page.getByText('Comparing the prediction')).toBeHidden();
    const said = await page.locator('.workbench').innerText();
    const nonsense = said.split('\n').filter((line) => NONSENSE.test(line));
    const opened = await illegible(page);
    await page.getByRole('button', { name: 'Zoom to fit' }).click();
    await idle(page);
    const fitted = (await illegible(page)).map((fault) => `as a whole, ${fault}`);
    found.push(...[...opened, ...fitted, ...nonsense].map((fault) => `${title}: ${fault}`));
  }
  expect(found).toEqual([]);
}

test('some examples at 1024 × 768, light', ({ page }) =>
  expectLegible(page, { width: 1024, height: 768, scheme: 'light' }, FEW));

for (const size of SIZES)
  for (const scheme of ['light', 'dark'] as const)
    test(`every example at ${size.width} × ${size.height}, ${scheme}`, { tag: '@long' }, ({ page }) =>
      expectLegible(page, { ...size, scheme }, EXAMPLES),
    );
