import { describe, expect, it } from 'vitest';
import { savedAgo } from './Gallery.tsx';

const NOW = Date.UTC(2024, 5, 15, 12);
const MINUTE = 60_000;

describe('savedAgo', () => {
  it.each([
    [30_000, 'saved just now'],
    [MINUTE, 'saved 1 minute ago'],
    [59 * MINUTE, 'saved 59 minutes ago'],
    [3.9 * 60 * MINUTE, 'saved 3 hours ago'],
    [24 * 60 * MINUTE, 'saved yesterday'],
    [40 * 24 * 60 * MINUTE, 'saved last month'],
    [-5000, 'saved just now'],
  ])('says of %i ms: %s', (elapsed, expected) => {
    expect(savedAgo(NOW - elapsed, NOW)).toBe(expected);
  });
});
