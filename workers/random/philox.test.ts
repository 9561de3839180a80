import { describe, expect, it } from 'vitest';
import { philox4x32 } from './philox.ts';

describe('philox4x32', () => {
  it('gives the known answers of Random123 (kat_vectors, philox 4x32 10)', () => {
    const ones = 0xffffffff;
    expect(philox4x32([0, 0, 0, 0], [0, 0])).toEqual([0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8]);
    expect(philox4x32([ones, ones, ones, ones], [ones, ones])).toEqual([
      0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd,
    ]);
    // Digits of pi.
    expect(philox4x32([0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344], [0xa4093822, 0x299f31d0])).toEqual([
      0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1,
    ]);
  });
});
