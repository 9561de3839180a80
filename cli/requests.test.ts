/** A few of the malformed requests that `npm run verify requests` sends to both servers. */
import { beforeAll, expect, it } from 'vitest';
import { ensureCommandLine } from '../scripts/setup.mjs';
import { maltreatHttp, maltreatMcp } from '../verify/requests.ts';

beforeAll(ensureCommandLine);

it.each([
  ['serve', maltreatHttp],
  ['mcp', maltreatMcp],
] as const)('%s refuses in words, and goes on', async (_, maltreat) => {
  const { counts, broken } = await maltreat(200);
  expect(broken).toEqual([]);
  const tallies = [...counts.values()];
  const ends = tallies.reduce((sum, { answered, refused, closed }) => sum + answered + refused + closed, 0);
  // Bad JSON may hold a line end, and is two requests then.
  expect(ends).toBeGreaterThanOrEqual(200);
  expect(tallies.some(({ refused }) => refused > 0)).toBe(true);
});
