import { describe, expect, it } from 'vitest';
import { fileNameOf } from './saving.ts';

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
