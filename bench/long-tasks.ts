/** Tasks that hold a page up: browsers tell of those over 50 ms, and a hand notices those over 100 ms. */
import type { Page } from '@playwright/test';
import { type BenchRow, milliseconds } from './row.ts';

export async function watchLongTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map((entry) => entry.duration)),
    ).observe({ entryTypes: ['longtask'] });
  });
}

/** Those since `watchLongTasks`, of which none should be longer than `limit` ms. */
export async function longTasksRow(page: Page, what: string, limit = 50): Promise<BenchRow> {
  const tasks = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
  return {
    what: `tasks over 50 ms while ${what}`,
    result: `${tasks.length}${tasks.length > 0 ? `, longest ${milliseconds(Math.max(...tasks))}` : ''}`,
    goal: `none over ${limit} ms`,
    pace: limit / Math.max(...tasks, 1),
  };
}
