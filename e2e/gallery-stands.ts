/** What a page has asked for when its gallery stands; what it fetches ahead from then on does not count. */
import type { Page } from '@playwright/test';

const MARK = 'gallery stands';

/** Before the page is opened. `card`: how the name of an example begins. */
export async function watchGallery(page: Page, card: string): Promise<void> {
  await page.addInitScript(
    ([name, mark]) => {
      const observer = new MutationObserver(() => {
        const cards = [...document.querySelectorAll('button')];
        if (!cards.some((button) => (button.ariaLabel ?? button.textContent ?? '').startsWith(name!))) return;
        observer.disconnect();
        performance.mark(mark!);
      });
      observer.observe(document, { subtree: true, childList: true });
    },
    [card, MARK],
  );
}

/** Addresses, once the gallery stands. */
export const askedBeforeGallery = (page: Page): Promise<string[]> =>
  page.evaluate((mark) => {
    const stands = performance.getEntriesByName(mark)[0]!.startTime;
    const entries = performance.getEntriesByType('resource');
    return entries.filter(({ startTime }) => startTime <= stands).map(({ name }) => name);
  }, MARK);
