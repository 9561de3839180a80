/** Each view of each workspace, for a model of each kind: it says something, and each button in it does something. */
import type { Locator, Page } from '@playwright/test';
import { expect, idle, openFile, test } from './workbench.ts';

/** Dataflow, a saturated line, bursts, loops, a closed network. */
const KINDS = ['residual-block', 'mercury-run-2', 'weh-market-data', 'web-service', 'interactive-users'];

const WORKSPACES = ['Results', 'Validate', 'Explore'] as const;

/** Fewer letters are no sentence, and no table. */
const LEAST_WORDS = 20;

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Workspace' });

const LEAST_PRESSED = 40;

/** After which a button is taken for dead. */
const PATIENCE = 20_000;
/** How long a dialog may lie over a tab before Escape is pressed once more, ms. */
const SOON = 5_000;

/** What is chosen already does nothing when it is chosen again. */
const CHOOSABLE =
  ':is(button, [role=radio], [role=checkbox], [role=switch]):not(:disabled, [aria-disabled=true], [data-disabled], [role=tab], [aria-checked=true][role=radio], [aria-pressed=true])';

/** All that a reader could see change: words, pictures, what is open, chosen or marked; not what the mouse alone brings. */
const seen = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const copy = document.body.cloneNode(true) as HTMLElement;
    for (const tip of copy.querySelectorAll(
      '[data-base-ui-portal]:has([role=tooltip]), [role=tooltip], [data-base-ui-focus-guard]',
    ))
      tip.remove();
    const byMouse =
      /^(aria-describedby|tabindex|id|style|data-(popup-open|focused|hovering|focus.*|trigger.*|base-ui.*))$/;
    for (const each of copy.querySelectorAll('*'))
      for (const { name } of [...each.attributes]) if (byMouse.test(name)) each.removeAttribute(name);
    return copy.innerHTML;
  });

async function press(page: Page, button: Locator): Promise<boolean> {
  const before = await seen(page);
  let isAsked = false;
  const ask = (): void => {
    isAsked = true;
  };
  page.on('download', ask);
  page.on('filechooser', ask);
  await button.click();
  const isChanged = await expect
    .poll(async () => isAsked || (await seen(page)) !== before, { timeout: PATIENCE })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
  page.off('download', ask);
  page.off('filechooser', ask);
  return isChanged;
}

/** Each by its words, in the order of the page; what takes the data away comes last. */
async function buttonsOf(page: Page): Promise<readonly string[]> {
  const names = await panel(page)
    .locator(CHOOSABLE)
    .evaluateAll((all) =>
      all.map((each) =>
        each.closest('.dock__heights') ? '' : (each.getAttribute('aria-label') ?? each.textContent ?? ''),
      ),
    );
  return names;
}

/** Words of the views of a workspace, as their tabs or choices say them. */
async function viewsOf(page: Page): Promise<readonly string[]> {
  const tabs = panel(page).getByRole('tab');
  return (await tabs.count()) > 0 ? tabs.allInnerTexts() : [''];
}

for (const slug of KINDS)
  test(`every view and button of ${slug}`, { tag: '@long' }, async ({ page }) => {
    expect(await pressAll(page, slug)).toBeGreaterThan(LEAST_PRESSED);
  });

/** Presses them all, and tells how many there were. */
async function pressAll(page: Page, slug: string): Promise<number> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openFile(page, slug);
  const found: string[] = [];
  let pressed = 0;
  for (const workspace of WORKSPACES) {
    await page.getByRole('tab', { name: workspace, exact: true }).click();
    await idle(page);
    const views = await viewsOf(page);
    for (const [index, view] of views.entries()) {
      const where = `${workspace}, ${view}`;
      const show = async (): Promise<void> => {
        // What a press opens may come after a file is read, and lies over the workspace.
        await expect(async () => {
          await page.keyboard.press('Escape');
          await page.getByRole('tab', { name: workspace, exact: true }).click({ timeout: SOON });
          await panel(page).waitFor({ timeout: SOON });
          if (view !== '') await panel(page).getByRole('tab').nth(index).click({ timeout: SOON });
        }).toPass();
        await idle(page);
      };
      await show();
      const words = await panel(page).innerText();
      if (words.trim().length < LEAST_WORDS) found.push(`${where} says nothing`);
      const names = [...new Set(await buttonsOf(page))].filter((name) => name !== '');
      for (const name of names.toSorted((a, b) => Number(a === 'Remove') - Number(b === 'Remove'))) {
        const [at] = (await buttonsOf(page)).flatMap((each, place) => (each === name ? [place] : []));
        // Another button may have taken it away.
        if (at === undefined) continue;
        const button = panel(page).locator(CHOOSABLE).nth(at);
        if (!(await button.isVisible())) continue;
        pressed++;
        // What explains is shown to who points at it.
        if (name === '?') {
          await button.hover();
          await expect(page.getByRole('tooltip')).toBeVisible();
        } else if (!(await press(page, button))) found.push(`${where}: "${name}" does nothing`);
        await show();
        if (name === 'Remove') await page.keyboard.press('Control+z');
      }
    }
  }
  expect(found).toEqual([]);
  return pressed;
}
