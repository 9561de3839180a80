import { describe, expect, it } from 'vitest';
import { tableToCsv, tableToTabbedText } from './table.ts';

const csvOf = (cell: string | number | undefined) => tableToCsv([{ label: 'a' }], [[cell]]).split('\r\n')[1];

describe('tableToCsv', () => {
  it('writes units into the heading and ends every line with CRLF', () => {
    const columns = [{ label: 'occupancy', unit: 'seeds' }, { label: 'model' }];
    expect(tableToCsv(columns, [[0, 0.25]])).toBe('occupancy (seeds),model\r\n0,0.25\r\n');
  });

  it('quotes commas, quotes and line breaks as RFC 4180 section 2 says', () => {
    expect(csvOf('a,b')).toBe('"a,b"');
    expect(csvOf('say "x"')).toBe('"say ""x"""');
    expect(tableToCsv([{ label: 'a' }], [['two\nlines']])).toBe('a\r\n"two\nlines"\r\n');
  });

  it('keeps all digits of a number and leaves the cell of a missing one empty', () => {
    expect(csvOf(0.1 + 0.2)).toBe('0.30000000000000004');
    expect(csvOf(undefined)).toBe('');
    expect(csvOf(Number.NaN)).toBe('');
  });

  it.each(['=1+1', '+cmd', '-cmd|x', '@SUM(A1)', ' =1', '\t=1'])('disarms the formula %j', (text) => {
    expect(csvOf(text)).toBe(`'${text}`);
  });

  it('disarms a formula that must be quoted too', () => {
    expect(csvOf('=HYPERLINK("x","y")')).toBe('"\'=HYPERLINK(""x"",""y"")"');
  });

  it.each(['-3.5', '+5', '-1e-7'])('leaves the number %s alone', (text) => {
    expect(csvOf(text)).toBe(text);
  });

  it('leaves negative numbers alone', () => {
    expect(csvOf(-3.5)).toBe('-3.5');
  });

  it('disarms headings, which hold names that users chose', () => {
    expect(tableToCsv([{ label: '=cmd' }], [])).toBe("'=cmd\r\n");
  });
});

describe('tableToTabbedText', () => {
  it('keeps one cell per tab and one row per line', () => {
    const columns = [{ label: 'stage' }, { label: 'load' }];
    expect(tableToTabbedText(columns, [['a\tb\nc', 1]])).toBe('stage\tload\na b c\t1');
  });
});
