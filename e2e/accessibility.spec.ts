/** Nothing that axe finds against WCAG 2.2 AA, wherever a user can be, in light and in dark, on a desk and on a phone. */
import type { Page } from '@playwright/test';
import { axeOn } from './axe.ts';
import {
  dropFile,
  expect,
  field,
  idle,
  inspector,
  node,
  openBlank,
  openExample,
  openFile,
  openGallery,
  refusal,
  showView,
  simulate,
  test,
} from './workbench.ts';

const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** All rules of it, of every impact; what axe calls best practice is no part of it. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const isContrast = ({ id }: { readonly id: string }): boolean => id === 'color-contrast';

/** Rules that are broken, where, and how. Structure is the same in both themes: dark asks for contrast only. */
async function findings(page: Page, theme: Theme, part?: string): Promise<readonly string[]> {
  const axe = axeOn(page);
  if (part) axe.include(part);
  if (theme === 'dark') axe.withRules(['color-contrast']);
  else axe.withTags(WCAG);
  let { violations, passes, incomplete } = await axe.analyze();
  // Axe gives the rule up at a heading that the edge of a scrolled part cuts: once more with it in the middle.
  for (let tries = 0; tries < 3 && !passes.some(isContrast); tries++) {
    const cut = incomplete.find(isContrast)?.nodes[0]?.target[0];
    if (typeof cut !== 'string') break;
    await page
      .locator(cut)
      .first()
      .evaluate((element) => element.scrollIntoView({ block: 'center' }));
    ({ violations, passes, incomplete } = await axe.analyze());
  }
  // What is inert is not looked at: a check of nothing is no check.
  if (violations.length === 0) expect(passes.some(isContrast), 'contrast was looked at').toBe(true);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  );
}

interface Place {
  /** In words. */
  readonly at: string;
  /** Selector of the part that is new here; the whole page when absent. */
  readonly part?: string;
}

async function expectAccessible(
  page: Page,
  { at, part }: Place,
  themes: readonly Theme[] = THEMES,
): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    await idle(page);
    expect.soft(await findings(page, theme, part), `${at}, ${theme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

test('the gallery', { tag: '@long' }, async ({ page }) => {
  await openFile(page, 'laplace');
  await page.getByRole('button', { name: 'Gallery' }).click();
  await expect(page.getByRole('list', { name: 'Your scenarios' })).toBeVisible();
  await expectAccessible(page, { at: 'gallery' });
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, { at: 'menu of a card', part: '[role=menu]' });
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, { at: 'renaming', part: '[role=dialog]' });
});

async function openAnswers(page: Page): Promise<void> {
  await openExample(page, 'Mercury BLAST, run 2[^,]');
  await simulate(page, 2);
  await idle(page);
  await expect(page.getByRole('table', { name: /^Simulated/ })).toBeVisible();
}

for (const theme of THEMES)
  test(`the workbench with its answers, ${theme}`, {
    tag: theme === 'light' ? [] : '@long',
  }, async ({ page }) => {
    await openAnswers(page);
    await node(page, '1b').click();
    await expect(inspector(page).getByRole('heading', { name: '1b Hash lookup' })).toBeVisible();
    await expectAccessible(page, { at: 'the whole workbench with a stage' }, [theme]);
  });

test('every view of the answers', { tag: '@long' }, async ({ page }) => {
  await openAnswers(page);
  for (const tab of ['compare', 'servers', 'occupancy'] as const) {
    await showView(page, tab);
    await expectAccessible(page, { at: tab, part: '.dock' });
  }
  await page.locator('.dock figure').first().getByRole('button', { name: 'Table and export' }).click();
  await page.getByRole('menuitem', { name: 'Show table' }).click();
  await expect(page.getByRole('menu')).toBeHidden();
  await page.locator('.chart-table').scrollIntoViewIfNeeded();
  await expectAccessible(page, { at: 'the table behind a chart', part: '.dock figure' });
  await page.keyboard.press('Control+a');
  await expect(inspector(page).getByRole('heading', { name: /^\d+ nodes.* selected$/ })).toBeVisible();
  await expectAccessible(page, { at: 'several selected', part: '.inspector' });
});

test('every workspace on a phone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openExample(page, 'Mercury BLAST, run 2[^,]');
  await expectAccessible(page, { at: 'the evidence' });
  for (const tab of ['occupancy', 'measured', 'explore'] as const) {
    await showView(page, tab);
    await expectAccessible(page, { at: `${tab} on a phone` });
  }
});

test('faults, messages and fields', { tag: '@long' }, async ({ page }) => {
  await openBlank(page);
  await page.keyboard.press('a');
  await dropFile(page, 'bad.json', '{');
  await expect(refusal(page, 'bad.json was not opened')).toBeVisible();
  await field(page, 'Capacity').fill('many');
  await expectAccessible(page, { at: 'a fault, a wrong number, and a refused file' });
  await node(page, 'source').click();
  await expectAccessible(page, { at: 'a source', part: '.inspector' });
  await page.keyboard.press('Escape');
  await expect(inspector(page)).toContainText('has no outgoing link');
  await expectAccessible(page, { at: 'the faults of the scenario', part: '.inspector' });
});

test('dialogs and menus', { tag: '@long' }, async ({ page }) => {
  await openExample(page, 'A web service in three tiers');
  await page.locator('.react-flow__node-stage').first().click();
  for (const [keys, name] of [
    ['Control+k', 'Commands'],
    ['?', 'Keyboard and gestures'],
    ['Control+Shift+s', 'Share'],
    ['l', /^Link/],
  ] as const) {
    await page.keyboard.press(keys);
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expectAccessible(page, { at: `dialog ${name}`, part: '[role=dialog]' });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name })).toBeHidden();
  }
  for (const name of ['Scenario menu', 'Theme', /^Solved by/]) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page, { at: `menu ${name}`, part: '[role=menu]' });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
  }
});

test('axe finds what is planted', { tag: '@long' }, async ({ page }) => {
  await openGallery(page);
  await idle(page);
  await page.evaluate(() => {
    const planted = document.createElement('div');
    planted.innerHTML = '<button></button><p>too pale to read</p>';
    const text = planted.querySelector('p')!;
    text.style.color = '#eee';
    text.style.background = '#fff';
    document.querySelector('main')!.append(planted);
  });
  const light = await findings(page, 'light');
  expect(light.filter((one) => one.startsWith('button-name'))).toHaveLength(1);
  expect(light.filter((one) => one.startsWith('color-contrast'))).toHaveLength(1);
  expect(await findings(page, 'dark')).toHaveLength(1);
});
