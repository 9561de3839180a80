/** A few of the malformed requests that `npm run verify requests` sends to both servers. */

import { beforeAll, expect, it } from 'vitest';
import { ensureCommandLine } from '../scripts/setup.mjs';
import { examples } from '../tests/examples.ts';
import { maltreatHttp, maltreatMcp } from '../verify/requests.ts';

const REQUESTS = examples(200);

beforeAll(ensureCommandLine);

it.each([
  ['serve', maltreatHttp],
  ['mcp', maltreatMcp],
] as const)('%s refuses in words, and goes on', async (_, maltreat) => {
  const { counts, broken } = await maltreat(REQUESTS);
  expect(broken).toEqual([]);
  const tallies = [...counts.values()];
  const ends = tallies.reduce((sum, { answered, refused, closed }) => sum + answered + refused + closed, 0);
  // Bad JSON may hold a line end, and is two requests then.
  expect(ends).toBeGreaterThanOrEqual(REQUESTS);
  expect(tallies.some(({ refused }) => refused > 0)).toBe(true);
});
