import { describe, expect, it } from 'vitest';
import { fileNameOf } from './export-chart.ts';
import { titleLines } from './framed-picture.ts';

describe('a file that leaves the page', () => {
  it('has a name without what file systems do not take', () => {
    expect(fileNameOf('a: rate / b? over "c".svg')).toBe('a rate b over c.svg');
  });

  it('keeps the ending of a long name', () => {
    const name = fileNameOf(`${'long '.repeat(60)}.parquet`);
    expect(name).toHaveLength(120);
    expect(name).toMatch(/^long .*\.parquet$/);
  });
});

describe('the title of a picture', () => {
  it('is broken between words, and loses none', () => {
    const title = '1b: mean occupancy over input factor and 1b: service: rate';
    const lines = titleLines(title, 200);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join(' ')).toBe(title);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(24);
    expect(titleLines(title, 2000)).toEqual([title]);
  });
});
