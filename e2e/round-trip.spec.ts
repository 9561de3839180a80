/** Nothing is lost on the way out and back: as a link, as a file, through undo. Every example takes every way. */
import { BLANK_EXAMPLE, EXAMPLES } from '../src/app/gallery/examples.ts';
import { dropFile, expect, idle, openGallery, publicFile, savedFile, shareLink, test } from './workbench.ts';

const NAME = 'Name of the scenario';

for (const { slug, title, file } of [BLANK_EXAMPLE, ...EXAMPLES]) {
  test(`${slug} comes back the same from a link, from a file and by undo`, async ({ page, browser }) => {
    await openGallery(page);
    const button = slug === BLANK_EXAMPLE.slug ? 'Blank' : new RegExp(`^${title}`);
    await page.getByRole('button', { name: button }).first().click();
    const name = page.getByRole('textbox', { name: NAME });
    await expect(name).toBeVisible();
    await idle(page);
    const saved = await savedFile(page);
    const original = JSON.parse(publicFile(file));
    expect(JSON.parse(saved)).toEqual(original);

    // An edit of everything there is, taken back, made again, taken back.
    await page.locator('.react-flow__pane').click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+d');
    await expect(page.locator('.react-flow__node')).toHaveCount(2 * original.nodes.length);
    await page.keyboard.press('Delete');
    for (const keys of ['Control+z', 'Control+z', 'Control+Shift+z', 'Control+z'])
      await page.keyboard.press(keys);
    await idle(page);
    expect(await savedFile(page)).toBe(saved);

    const link = await shareLink(page);
    const context = await browser.newContext();
    const elsewhere = await context.newPage();
    await elsewhere.goto(link);
    await expect(elsewhere.getByRole('textbox', { name: NAME })).toHaveValue(original.name);
    await idle(elsewhere);
    expect(await savedFile(elsewhere)).toBe(saved);

    const address = elsewhere.url();
    await dropFile(elsewhere, 'back.json', saved);
    await expect(elsewhere).not.toHaveURL(address);
    await idle(elsewhere);
    expect(await savedFile(elsewhere)).toBe(saved);
    await context.close();
  });
}
