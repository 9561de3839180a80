import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Dimension,
  formatFull,
  formatHalfWidth,
  formatQuantity,
  formatSignedPercent,
  inOneUnit,
  parseQuantity,
  type QuantityContext,
} from './quantity.ts';
import { withUnit } from './quantity-format.ts';

function parsed(text: string, dimension: Dimension, context?: QuantityContext): number {
  const result = parseQuantity(text, dimension, context);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}
function refused(text: string, dimension: Dimension, context?: QuantityContext): string {
  const result = parseQuantity(text, dimension, context);
  return result.ok ? `accepted as ${result.value}` : result.error;
}

describe('parseQuantity', () => {
  it.each<[string, Dimension, number, QuantityContext?]>([
    ['2.13 G', 'rate', 2.13e9],
    ['2.13G/s', 'rate', 2.13e9],
    ['895 MB/s', 'rate', 111875000, { unitBytes: 8 }],
    ['895 MiB/s', 'rate', (895 * 1048576) / 8, { unitBytes: 8 }],
    ['1 Gbit/s', 'rate', 1e9 / 64, { unitBytes: 8 }],
    ['60 clk @ 133 MHz', 'time', 60 / 133e6],
    ['60 clk @ 133 MHz', 'rate', 133e6 / 60],
    ['16 /clk @ 133 MHz', 'rate', 16 * 133e6],
    ['16 wmers/clk @ 133 MHz', 'rate', 16 * 133e6],
    ['16 wmers per clock @133MHz', 'time', 1 / (16 * 133e6)],
    ['133 MHz', 'rate', 133e6],
    ['133 MHz', 'frequency', 133e6],
    ['50 Mhz', 'rate', 50e6],
    ['50 MHZ', 'frequency', 50e6],
    ['2 ghz', 'frequency', 2e9],
    ['16/clk @ 50 Khz', 'rate', 16 * 50e3],
    ['7.5 ns', 'frequency', 1 / 7.5e-9],
    ['1/16', 'number', 1 / 16],
    ['1/16', 'probability', 1 / 16],
    ['5 %', 'probability', 0.05],
    ['.877', 'probability', 0.877],
    ['1e-6', 'number', 1e-6],
    ['−3', 'number', -3],
    ['5 us', 'time', 5e-6],
    ['5 µs', 'time', 5e-6],
    ['5 μs', 'time', 5e-6],
    ['5 ms', 'time', 5e-3],
    ['2 min', 'time', 120],
    ['1.5 h', 'time', 5400],
    ['0.25', 'time', 0.25],
    ['31.9 Mseed/s', 'rate', 31.9e6],
    ['31.9 M seeds/s', 'rate', 31.9e6],
    ['31.9\u2009M\u202fseeds\u00a0/\u2009s', 'rate', 31.9e6],
    ['16 kmer/s', 'rate', 16, { unit: 'kmer' }],
    ['64 Orders', 'capacity', 64, { unit: 'order' }],
    ['64 places', 'capacity', 64, { unit: 'order' }],
    ['64 packets', 'capacity', 64],
    ['16 kkmers/s', 'rate', 16e3, { unit: 'kmer' }],
    ['16 Tokens/s', 'rate', 16],
    ['112 M pciElements/s', 'rate', 112e6],
    ['1_000_000', 'count', 1e6],
    ['1,000,000', 'count', 1e6],
    ['1 000 000', 'count', 1e6],
    ['10 k', 'count', 1e4],
    ['10 k', 'rate', 1e4],
    ['130 wmers', 'capacity', 130],
    ['64 Ki', 'capacity', 65536],
    ['64 KiB', 'capacity', 8192, { unitBytes: 8 }],
    ['100 B', 'capacity', 12, { unitBytes: 8 }],
    ['0.5/ms', 'rate', 500],
    ['3 per ms', 'rate', 3000],
    ['3 per 5 us', 'rate', 6e5],
    ['90 /min', 'rate', 1.5],
    ['5 us', 'rate', 2e5],
    ['2e5/s', 'time', 5e-6],
    ['', 'capacity', Number.POSITIVE_INFINITY],
    ['∞', 'capacity', Number.POSITIVE_INFINITY],
    ['inf', 'capacity', Number.POSITIVE_INFINITY],
    ['Unbounded', 'capacity', Number.POSITIVE_INFINITY],
    ['8', 'bytes', 8],
    ['4 KiB', 'bytes', 4096],
    ['64 bit', 'bytes', 8],
    ['5 bit', 'bytes', 0.625],
  ])('reads "%s" as %s', (text, dimension, wanted, context) => {
    const value = parsed(text, dimension, context);
    expect(value === wanted || Math.abs(value - wanted) <= 4e-16 * Math.abs(wanted)).toBe(true);
  });

  it('moves the decimal point without rounding', () => {
    expect(parsed('2.13 G', 'rate')).toBe(2.13e9);
    expect(parsed('111.875 M/s', 'rate')).toBe(111875000);
    expect(parsed('0.3 us', 'time')).toBe(3e-7);
  });

  it('says what was expected, with examples', () => {
    const rate = 'Expected a rate, such as 2.13 G/s, 0.5/ms, 16/clk @ 133 MHz or 5 us';
    expect(refused('abc', 'rate')).toBe(`${rate}; got "abc".`);
    expect(refused('', 'rate')).toBe(`${rate}.`);
    for (const word of ['constructor', '__proto__', '1/toString'])
      expect(refused(`5 ${word}`, 'rate')).toContain(`got "5 ${word}"`);
    expect(refused('NaN', 'rate')).toBe(`${rate}; got "NaN". It must be a finite number.`);
    expect(refused('-3', 'rate')).toBe(`${rate}; got "-3". It must not be negative.`);
    expect(refused('895 MB/s', 'rate')).toBe(
      `${rate}; got "895 MB/s". To type bytes here, first set the bytes of one element.`,
    );
    expect(refused('50 mhz', 'rate')).toBe(`${rate}; got "50 mhz". Write MHz.`);
    expect(refused('16/clk', 'rate')).toBe(
      `${rate}; got "16/clk". The clock is missing: write 16/clk @ 133 MHz.`,
    );
    expect(refused('5 seeds', 'rate')).toBe(`${rate}; got "5 seeds". If this is a rate, add /s.`);
    expect(refused('3/fortnight', 'rate')).toBe(
      `${rate}; got "3/fortnight". "fortnight" is not a unit of time; s, ms, us, ns, min and h are.`,
    );
    expect(refused('0,5', 'probability')).toBe(
      'Expected a probability from 0 to 1, such as 0.877, 1/16 or 5 %; got "0,5". Write the decimal sign as a point: 0.5.',
    );
    expect(refused('1.5', 'count')).toBe(
      'Expected a whole number, such as 3, 1_000 or 10 k; got "1.5". It must be a whole number.',
    );
  });

  it.each<[string, Dimension]>([
    ['0,5', 'rate'],
    ['1,00', 'rate'],
    ['0,500', 'number'],
    ['1,000,00', 'count'],
    ['1.2.3', 'number'],
    ['1e400', 'number'],
    ['Infinity', 'rate'],
    ['1/0', 'number'],
    ['0/0', 'number'],
    ['5 %', 'rate'],
    ['110 %', 'probability'],
    ['0 us', 'rate'],
    ['1/5 us', 'rate'],
    ['5 k', 'time'],
    ['5 m', 'time'],
    ['5 us', 'count'],
    ['0', 'capacity'],
    ['-1', 'capacity'],
    ['2.5', 'capacity'],
    ['5 us @ 133 MHz', 'time'],
    ['60 clk @ 0 MHz', 'time'],
    ['60 clk @ 1 MHz @ 2 MHz', 'time'],
    ['0x10', 'count'],
    ['<script>', 'number'],
    ['1e5000000000000', 'number'],
  ])('refuses "%s" as %s', (text, dimension) => {
    expect(refused(text, dimension)).toMatch(/^Expected a/);
  });

  it('does not take milli for million where the element is known', () => {
    expect(refused('31.9 mseed/s', 'rate', { unit: 'seed' })).toContain('write M for million');
    for (const typed of ['64 packets', '64 k packets', '64 kpackets'])
      expect(refused(typed, 'capacity', { unit: 'order' })).toContain(
        'Here orders are counted, not packets: write orders, or the number alone.',
      );
    expect(refused('5 kmer/s', 'rate', { unit: 'seed' })).toContain('Here seeds are counted, not kmer');
    // Nothing is counted by a variability or a probability.
    for (const dimension of ['number', 'probability'] as const)
      expect(refused('6g', dimension, { unit: 'order' })).not.toContain('orders');
  });

  it('never throws and never gives a number outside its domain', () => {
    const dimensions = fc.constantFrom<Dimension>(
      'rate',
      'time',
      'count',
      'probability',
      'bytes',
      'frequency',
    );
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[0-9.,eE+ kMGTs/@%clHzuB-]{0,14}$/)),
        dimensions,
        (text, dimension) => {
          const result = parseQuantity(text, dimension, { unitBytes: 8 });
          if (result.ok) expect(Number.isFinite(result.value) && result.value >= 0).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('formatQuantity', () => {
  it.each<[number, Dimension, string, Parameters<typeof formatQuantity>[2]?]>([
    [31.9e6, 'rate', '31.9 M seeds/s', { unit: 'seed' }],
    [111875000, 'rate', '112 M pciElements/s', { unit: 'pciElement' }],
    [111875000, 'rate', '895 MB/s', { unitBytes: 8, unit: 'pciElement' }],
    [2.13e9, 'rate', '2.13 G/s'],
    [0.05, 'rate', '0.05 /s'],
    [999.96e3, 'rate', '1 M/s'],
    [0, 'rate', '0 /s'],
    [4.4712, 'count', '4.47 wmers', { unit: 'wmer' }],
    [7461.3, 'count', '7.46 k wmers', { unit: 'wmer' }],
    [64, 'capacity', '64 orders', { unit: 'order' }],
    [1, 'count', '1 query', { unit: 'query' }],
    [3, 'count', '3 queries', { unit: 'query' }],
    [1024, 'capacity', '1024'],
    [Number.POSITIVE_INFINITY, 'capacity', '∞'],
    [12.345e-6, 'time', '12.3 µs'],
    [1.2345e-6, 'time', '1230 ns', { timeUnit: 'ns' }],
    [24.3, 'time', '24.3 s', { timeUnit: 'ms' }],
    [5e-8, 'time', '50 ns', { timeUnit: 'us' }],
    [5e-8, 'time', '0.05 µs', { timeUnit: 'us', leastInUnit: 0 }],
    [0.5, 'time', '0.5 s', { timeUnit: 's' }],
    [3e-9, 'time', '3 ns', { timeUnit: 's' }],
    [999.9996e-6, 'time', '1 ms'],
    [7200, 'time', '7200 s'],
    [2.5e-13, 'time', '0.25 ps'],
    [0, 'time', '0 µs', { timeUnit: 'us' }],
    [0.87692, 'probability', '0.877'],
    [0.99997, 'probability', '0.99997'],
    [1, 'probability', '1'],
    [3.14159e-7, 'probability', '3.14e-7'],
    [133e6, 'frequency', '133 MHz'],
    [4096, 'bytes', '4.1 kB'],
    [123456, 'number', '123000'],
    [123456, 'number', '123460', { digits: 5 }],
    [Number.NaN, 'rate', '–'],
  ])('writes %d %s as %s', (value, dimension, text, format) => {
    expect(formatQuantity(value, dimension, format)).toBe(text);
  });

  it('is read back to within its digits', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e14, noNaN: true }), (value) => {
        for (const unit of ['seed', 'kmer', 'pciElement', 'message', 'M']) {
          const back = parsed(formatQuantity(value, 'rate', { unit }), 'rate', { unit });
          expect(Math.abs(back - value) / value).toBeLessThanOrEqual(0.0051);
        }
      }),
    );
  });
});

describe('formatFull', () => {
  it.each<[number, Dimension, string]>([
    [111875000, 'rate', '111.875 M/s'],
    [1.23e-5, 'time', '12.3 µs'],
    [1 / 3, 'time', '333.3333333333333 ms'],
    [130, 'capacity', '130'],
    [Number.POSITIVE_INFINITY, 'capacity', '∞'],
  ])('writes %d %s as %s', (value, dimension, text) => {
    expect(formatFull(value, dimension)).toBe(text);
  });

  it('is read back to exactly the same number', () => {
    const nonNegative = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true });
    const values: readonly [Dimension, fc.Arbitrary<number>][] = [
      ['rate', nonNegative],
      ['time', nonNegative],
      ['frequency', nonNegative],
      ['bytes', nonNegative],
      ['number', fc.double({ noNaN: true, noDefaultInfinity: true })],
      ['probability', fc.double({ min: 0, max: 1, noNaN: true })],
      ['count', fc.maxSafeNat()],
      [
        'capacity',
        fc
          .maxSafeNat()
          .map((n) => n + 1)
          .filter(Number.isSafeInteger),
      ],
    ];
    for (const [dimension, arbitrary] of values) {
      fc.assert(
        fc.property(arbitrary, (value) => {
          // -0 and 0 are the same number to every reader.
          expect(parsed(formatFull(value, dimension), dimension) + 0).toBe(value + 0);
        }),
        { numRuns: 500 },
      );
    }
  });
});

describe('inOneUnit', () => {
  it.each([
    [[7.44, 22.8], 'ms', ['7.44 s', '22.8 s']],
    [[0.3, 22.8], undefined, ['0.3 s', '22.8 s']],
    [[0.3, 1.5], undefined, ['300 ms', '1500 ms']],
    [[5e-8, 3e-5], 'us', ['0.05 µs', '30 µs']],
    [[5e-8], 'us', ['50 ns']],
    [[0, undefined, 2e-3], 's', ['0 ms', '2 ms']],
    // Too far apart for one.
    [[1e-6, 100], undefined, ['1 µs', '100 s']],
    [[], undefined, []],
  ] as const)('writes the times %j of a column, preferably in %s, as %j', (times, timeUnit, texts) => {
    const format = inOneUnit(timeUnit ? { timeUnit } : {}, times);
    expect(
      times.flatMap((time) => (time === undefined ? [] : [formatQuantity(time, 'time', format)])),
    ).toEqual(texts);
  });
});

describe('withUnit', () => {
  it.each([
    ['20 M', 'rate', 'seed', '20 M seeds/s'],
    ['2e7', 'rate', undefined, '2e7 /s'],
    ['600', 'capacity', 'seed', '600 seeds'],
    ['5', 'time', undefined, '5 s'],
    ['133 MHz', 'rate', 'seed', '133 MHz'],
    ['1 /clk @ 133 MHz', 'rate', 'seed', '1 /clk @ 133 MHz'],
    ['15/16', 'probability', undefined, '15/16'],
  ] as const)('completes %s as a %s of %s: %s, and reads the same', (typed, dimension, unit, text) => {
    expect(withUnit(typed, dimension, unit)).toBe(text);
    expect(parseQuantity(text, dimension, { unit })).toEqual(parseQuantity(typed, dimension, { unit }));
  });
});

describe('formatHalfWidth', () => {
  it.each([
    [10, 0.23, '± 2.3 %'],
    [10, 0, '± 0'],
    [0, 0.5, '± 0.5'],
    [1, 1e-5, '± 0.01 %'],
    [4.1e-6, 1.3e-5, '± over 100 %'],
  ])('writes %s ± %s as %s', (mean, halfWidth, text) => {
    expect(formatHalfWidth({ mean, halfWidth })).toBe(text);
  });
});

describe('formatSignedPercent', () => {
  it.each([
    [0.0321, '+3.2 %'],
    [-0.4, '−40 %'],
    [1.75, '+175 %'],
    [-0.0003, '−0.03 %'],
    [0, '0 %'],
    [9.99, '+999 %'],
    [151.59, '× 153'],
    [undefined, '–'],
  ])('writes %s as %s', (share, text) => {
    expect(formatSignedPercent(share)).toBe(text);
  });
});
