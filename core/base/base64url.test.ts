import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase64Url, encodeBase64Url } from './base64url.ts';

describe('base64url', () => {
  it('matches the examples of RFC 4648, section 10', () => {
    const text = (value: string) => encodeBase64Url(new TextEncoder().encode(value));
    expect(['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map(text)).toEqual([
      '',
      'Zg',
      'Zm8',
      'Zm9v',
      'Zm9vYg',
      'Zm9vYmE',
      'Zm9vYmFy',
    ]);
    expect(encodeBase64Url(new Uint8Array([0xfb, 0xff, 0xfe]))).toBe('-__-');
  });

  it('returns what was encoded', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect([...decodeBase64Url(encodeBase64Url(bytes))!]).toEqual([...bytes]);
      }),
    );
    const large = new Uint8Array(200_000).map((_, i) => i * i);
    expect(decodeBase64Url(encodeBase64Url(large))).toEqual(large);
  });

  it('knows what is not base64url', () => {
    for (const text of ['a', 'abcde', 'ab+c', 'ab/c', 'ab==', 'ab c', 'äb'])
      expect(decodeBase64Url(text)).toBeUndefined();
  });
});
