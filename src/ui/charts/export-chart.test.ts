import { describe, expect, it } from 'vitest';
import { titleLines } from './export-chart.ts';

describe('the title of a picture', () => {
  it('is broken between words, and loses none', () => {
    const title = '1b: number in system over load multiplier and 1b: service rate';
    const lines = titleLines(title, 200);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join(' ')).toBe(title);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(24);
    expect(titleLines(title, 2000)).toEqual([title]);
  });
});
