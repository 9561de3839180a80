/** A page of its own, with nothing kept from others. */
import type { Browser, Page } from '@playwright/test';

export async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  return context.newPage();
}
