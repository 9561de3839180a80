/** What a hand does with a mouse. */
import type { Locator, Page } from '@playwright/test';
import { idle } from './workbench.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where it comes to rest: while the view glides or the dock fills, a place is out of date as soon as it is read. */
export async function boxOf(target: Locator) {
  await idle(target.page());
  await (await target.elementHandle())!.waitForElementState('stable');
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not drawn`);
  return box;
}

export async function middleOf(target: Locator): Promise<Point> {
  const { x, y, width, height } = await boxOf(target);
  return { x: x + width / 2, y: y + height / 2 };
}

/** In steps, as a hand does. */
export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await idle(page);
}
