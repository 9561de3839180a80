/** A solve that takes seconds, overtaken by an edit: the edit's answer comes, and nothing old is shown as if it were new. */
import type { Page } from '@playwright/test';
import { expect, idle, node, openScenario, rowOf, setField, test } from './workbench.ts';

const exponential = (rate: number) => ({ distribution: 'exponential', rate });

/** Three stages in a row: with 500 places in the first a chain of nearly a million states, with 40 of 72,241, with one of 3,484. */
const row = (first: number) => ({
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'Row',
  nodes: [
    { id: 'in', kind: 'source', interarrival: exponential(0.9) },
    { id: 'a', kind: 'stage', name: 'First', service: exponential(1), capacity: first, whenFull: 'drop' },
    { id: 'b', kind: 'stage', name: 'Second', service: exponential(1.1), capacity: 40 },
    { id: 'c', kind: 'stage', name: 'Third', service: exponential(1), capacity: 40 },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'out' },
  ],
});

const overview = (page: Page) => page.locator('.stage-table');
const LARGE = 'Markov chain, 72,241 states';
const SMALL = 'Markov chain, 3,484 states';

async function solveByChain(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Solved by/ }).click();
  await page.getByRole('menuitemradio', { name: /^Exact Markov chain/ }).click();
}

interface Shown {
  readonly model: string;
  /** The page says that it is of an older scenario or method. */
  readonly old: boolean;
  /** ms since the page opened. */
  readonly at: number;
}

declare global {
  interface Window {
    shownModels: Shown[];
    /** When a field was typed into last, ms since the page opened. */
    typedAt: number;
  }
}

/** Notes from now on which model the table names for the first stage, and whether the table is marked as old. */
async function noteModels(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.shownModels = [];
    const note = () => {
      const model = document.querySelector('.panel .stage-cell small')?.textContent ?? '';
      const old = document.querySelector('.panel')?.hasAttribute('data-stale') ?? false;
      const last = window.shownModels.at(-1);
      if (last?.model === model && last.old === old) return;
      window.shownModels.push({ model, old, at: performance.now() });
    };
    addEventListener('input', () => (window.typedAt = performance.now()), { capture: true });
    const all = { subtree: true, childList: true, characterData: true, attributes: true };
    new MutationObserver(note).observe(document.body, all);
    note();
  });
}

/** What was shown as the present answer, in order, one after the other. */
const present = (page: Page): Promise<Shown[]> =>
  page.evaluate(() => window.shownModels.filter(({ old }) => !old));
const modelsAfter = (shown: readonly Shown[], since: number): string[] => [
  ...new Set(shown.filter(({ at }) => at > since).map(({ model }) => model)),
];

test('an edit overtakes a chain of nearly a million states', { tag: '@long' }, async ({ page }) => {
  await openScenario(page, row(500));
  await node(page, 'a').click();
  await noteModels(page);
  await solveByChain(page);

  // The answer of the formulas stays in sight, and is called old.
  await expect(overview(page)).toHaveAttribute('data-stale');
  await expect(overview(page).getByText('Markov chain')).toBeHidden();
  await setField(page, 'Capacity', '1');
  const editedAt = await page.evaluate(() => window.typedAt);
  await expect(overview(page).getByText(SMALL).first()).toBeVisible();
  await idle(page);
  await expect(overview(page)).not.toHaveAttribute('data-stale');

  // Nothing came in between, and the numbers are those of the edited scenario opened anew.
  const shown = await present(page);
  expect(modelsAfter(shown, editedAt)).toEqual([expect.stringContaining(SMALL)]);
  const rows = await Promise.all(['First', 'Second', 'Third'].map((stage) => rowOf(page, stage)));
  const waited = shown.find(({ model }) => model.includes(SMALL))!.at - editedAt;

  // One that nothing overtakes is solved, though smaller, in more time than the edit had to wait for.
  await setField(page, 'Capacity', '40');
  await expect(overview(page).getByText(LARGE).first()).toBeVisible();
  await idle(page);
  const took = await page.evaluate(() => performance.getEntriesByName('solve').at(-1)!.duration);
  expect(waited).toBeLessThan(took);

  await openScenario(page, row(1));
  await solveByChain(page);
  await expect(overview(page).getByText(SMALL).first()).toBeVisible();
  await idle(page);
  expect(await Promise.all(['First', 'Second', 'Third'].map((stage) => rowOf(page, stage)))).toEqual(rows);
});

test('of several edits in a row the last one is answered', { tag: '@long' }, async ({ page }) => {
  await openScenario(page, row(500));
  await node(page, 'a').click();
  await solveByChain(page);
  await expect(overview(page)).toHaveAttribute('data-stale');
  await noteModels(page);
  for (const capacity of ['499', '498', '497', '1']) await setField(page, 'Capacity', capacity);
  await expect(overview(page).getByText(SMALL).first()).toBeVisible();
  await idle(page);
  expect(modelsAfter(await present(page), 0)).toEqual([expect.stringContaining(SMALL)]);
  expect((await rowOf(page, 'First'))['Number in system']!.value).toBeLessThan(1);
});
