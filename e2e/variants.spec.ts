/** Undo that loses nothing: the tree of versions, named variants, and where they are kept. */
import type { Page } from '@playwright/test';
import { axeOn } from './axe.ts';
import {
  copiedStudyLink,
  downloadBy,
  dropFile,
  expect,
  idle,
  leaveToGallery,
  linkTo,
  node,
  savedFile,
  setField,
  showView,
  test,
} from './workbench.ts';

const MODEL = {
  format: 'stagegraph-scenario',
  schemaVersion: 3,
  name: 'One stage',
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 800 } },
    {
      id: 'a',
      kind: 'stage',
      service: { distribution: 'exponential', rate: 1000 },
      capacity: 20,
      whenFull: 'drop',
    },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'out' },
  ],
};

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Variants' });
const versions = (page: Page) => dialog(page).locator('.variants__version');
const capacity = async (page: Page): Promise<number> =>
  JSON.parse(await savedFile(page)).nodes.find(({ id }: { id: string }) => id === 'a').capacity;

async function open(page: Page): Promise<void> {
  await page.goto(linkTo(MODEL));
  await idle(page);
  await node(page, 'a').click();
}

async function nameNow(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Variants', exact: true }).click();
  await dialog(page)
    .getByRole('textbox', { name: /^Name of the current version/ })
    .fill(name);
  await page.keyboard.press('Enter');
  await expect(versions(page).filter({ hasText: name })).toHaveCount(1);
  await page.keyboard.press('Escape');
}

/** Two branches from one start, both named: 40 places, and 60. */
async function branches(page: Page): Promise<void> {
  await open(page);
  await setField(page, 'Capacity', '40');
  await nameNow(page, 'forty');
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(() => capacity(page)).toBe(20);
  await setField(page, 'Capacity', '60');
  await nameNow(page, 'sixty');
}

test('an edit after undo keeps both branches; each is one click away, and undo takes the click back', async ({
  page,
}) => {
  await branches(page);
  await page.getByRole('button', { name: 'Variants', exact: true }).click();
  await expect(versions(page)).toHaveText([/^As opened/, /^forty/, /^sixty.*now in the editor/]);
  // A name is taken once.
  const name = dialog(page).getByRole('textbox', { name: /^Name of the current version/ });
  await name.fill('forty');
  await expect(dialog(page).getByRole('alert')).toHaveText('Another variant has this name already.');
  await expect(dialog(page).getByRole('button', { name: 'Rename' })).toBeDisabled();
  await versions(page).filter({ hasText: 'forty' }).click();
  await expect.poll(() => capacity(page)).toBe(40);
  await page.getByRole('button', { name: 'Undo: Switch to forty' }).click();
  await expect.poll(() => capacity(page)).toBe(60);
  await page.getByRole('button', { name: 'Redo: Switch to forty' }).click();
  await expect.poll(() => capacity(page)).toBe(40);
});

test('variants are there after a reload, and one is switched to by keyboard', { tag: '@long' }, async ({
  page,
}) => {
  await branches(page);
  await idle(page);
  await page.reload();
  await idle(page);
  await page.locator('.react-flow__pane').click({ position: { x: 20, y: 20 } });
  await page.keyboard.press('v');
  await expect(versions(page)).toHaveText([/^forty/, /^sixty.*now in the editor/]);
  await expect(versions(page).last()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(versions(page).first()).toBeFocused();
  const found = await axeOn(page).include('[role="dialog"]').analyze();
  expect(found.violations).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
  await expect.poll(() => capacity(page)).toBe(40);
});

test('commands name and show variants; a variant is compared with what is in the editor, on the graph too', {
  tag: '@long',
}, async ({ page }) => {
  await branches(page);
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('What do you want to do?').fill('Name this variant');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('textbox')).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Compare with forty' }).click();
  const explore = page.locator('.explore');
  await expect(explore.getByRole('button', { name: 'Unpin forty' })).toBeVisible();
  await expect(explore.getByRole('columnheader', { name: 'Now − forty' })).toBeVisible();
  await page.getByRole('combobox', { name: /^Differences on the graph/ }).click();
  await page.getByRole('option', { name: 'now − forty' }).click();
  // M/M/1/K at 0.8: N(60) - N(40) = 0.00434, and nearly no more throughput.
  await expect(node(page, 'a').locator('.g-difference')).toContainText('ΔN +0.004');
  await setField(page, 'Capacity', '10');
  await expect(node(page, 'a').locator('.g-difference')).toContainText('ΔN −1.0');
  await page.getByRole('button', { name: 'Draw no differences' }).click();
  await expect(node(page, 'a').locator('.g-difference')).toHaveCount(0);
});

test('a study takes its notes and the variants along, in its file and in its link', { tag: '@long' }, async ({
  page,
}) => {
  await branches(page);
  await showView(page, 'explore');
  const explore = page.locator('.explore');
  await expect(explore.locator('.explore-run__words')).toHaveText(/^441 designs/);
  const notes = explore.getByRole('textbox', { name: 'Notes' });
  const heading = explore.getByRole('button', { name: /^Notes/ });
  if ((await heading.getAttribute('aria-expanded')) !== 'true') await heading.click();
  await notes.fill('Is *forty* enough?');
  await notes.blur();
  const file = await downloadBy(page, () => explore.getByRole('button', { name: 'Study file' }).click());
  const { notes: written, variants, results } = JSON.parse(file.text);
  expect(results.points).toHaveLength(441);
  expect(written).toBe('Is *forty* enough?');
  expect(variants.map(({ name }: { name: string }) => name)).toEqual(['forty', 'sixty']);
  const link = await copiedStudyLink(page);

  for (const reopen of [
    async () => {
      await leaveToGallery(page);
      await forgetPoints(page);
      await dropFile(page, 'study.json', file.text);
      // They came with the study.
      await expect(explore.locator('.explore-run__words')).toHaveText('441 designs, from an earlier run');
    },
    async () => {
      await page.goto('about:blank');
      await page.goto(link);
    },
  ]) {
    await reopen();
    await expect(explore.getByRole('textbox', { name: 'Notes' })).toHaveValue('Is *forty* enough?');
    await page.getByRole('button', { name: 'Variants', exact: true }).click();
    await expect(versions(page)).toHaveText([/^forty/, /^sixty.*now in the editor/]);
    await page.keyboard.press('Escape');
  }
});

/** As in a browser that never saw the study. */
const forgetPoints = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('stagegraph-explore');
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const transaction = request.result.transaction(['batches', 'used'], 'readwrite');
          for (const store of ['batches', 'used']) transaction.objectStore(store).clear();
          transaction.oncomplete = () => {
            request.result.close();
            resolve();
          };
        };
      }),
  );

test('a name that one tab takes away does not come back from another', { tag: '@long' }, async ({ page }) => {
  await branches(page);
  await idle(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await idle(other);
  await other.getByRole('button', { name: 'Variants', exact: true }).click();
  await expect(versions(other).filter({ hasText: 'forty' })).toHaveCount(1);
  await dialog(other).getByRole('button', { name: 'Take the name forty away' }).click();
  await other.keyboard.press('Escape');
  await idle(other);

  await page.getByRole('button', { name: 'Variants', exact: true }).click();
  await expect(dialog(page).getByRole('button', { name: 'Take the name sixty away' })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Take the name forty away' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await node(page, 'a').click();
  await setField(page, 'Capacity', '70');
  await idle(page);
  await page.reload();
  await idle(page);
  await page.getByRole('button', { name: 'Variants', exact: true }).click();
  await expect(versions(page).filter({ hasText: 'sixty' })).toHaveCount(1);
  await expect(versions(page).filter({ hasText: 'forty' })).toHaveCount(0);
});
