import { describe, expect, it } from 'vitest';
import { type Address, addressHash, readAddress } from './address.ts';

describe('address', () => {
  it('opens the gallery when nothing is asked for', () => {
    expect(readAddress('')).toEqual({ kind: 'gallery' });
    expect(readAddress('#')).toEqual({ kind: 'gallery' });
  });

  it('reads back what it writes', () => {
    const addresses: Address[] = [
      { kind: 'gallery' },
      { kind: 'stored', id: '1f2e3d4c' },
      { kind: 'example', slug: 'laplace' },
      { kind: 'link', fragment: '1.q1bKLFayUiopKk1VqgUA' },
    ];
    for (const address of addresses) expect(readAddress(addressHash(address))).toEqual(address);
  });
});
