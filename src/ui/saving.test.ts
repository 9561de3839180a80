import { describe, expect, it } from 'vitest';
import { fileNameOf } from './saving.ts';

describe('a file that leaves the page', () => {
  it('has a name without what file systems do not take', () => {
    expect(fileNameOf('a: rate / b? over "c".svg')).toBe('a rate b over c.svg');
  });

  it('keeps the ending of a long name', () => {
    const name = fileNameOf(`${'long '.repeat(60)}.parquet`);
    expect(name.length).toBeLessThanOrEqual(200);
    expect(name.length).toBeGreaterThan(190);
    expect(name).toMatch(/^long .*\.parquet$/);
  });

  it.each([
    ['CON.csv', '_CON.csv'],
    ['lpt1 results.csv', 'lpt1 results.csv'],
    ['...', 'stagegraph'],
    ['.csv', 'stagegraph.csv'],
    ['../../etc/passwd.csv', 'etc passwd.csv'],
    ['end. .svg', 'end.svg'],
    ['turned\u202egnp.svg', 'turned gnp.svg'],
    ['half \ud83e of a sign.svg', 'half of a sign.svg'],
    ['nul\u0000byte\r\n.csv', 'nul byte.csv'],
  ])('%j is clean on every system', (name, clean) => {
    expect(fileNameOf(name)).toBe(clean);
  });

  it('counts bytes, and cuts no character in two', () => {
    const name = fileNameOf(`${'🦄'.repeat(99)}.csv`);
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(200);
    expect(name).toMatch(/^(🦄){49}\.csv$/u);
  });
});
