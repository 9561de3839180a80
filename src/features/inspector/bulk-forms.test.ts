import { describe, expect, it } from 'vitest';
import { asBulkWay, bulkWay, withTimes } from './BulkEditor.tsx';

describe('asBulkWay', () => {
  it('keeps the batch size and the timeout', () => {
    expect(asBulkWay({ rule: 'full', size: 32, timeout: 1e-6 }, 'upTo')).toEqual({
      rule: 'upTo',
      min: 1,
      max: 32,
      timeout: 1e-6,
    });
    expect(asBulkWay({ rule: 'upTo', min: 2, max: 5 }, 'full')).toEqual({ rule: 'full', size: 5 });
  });

  it('leaves nothing behind when elements are served one by one', () => {
    expect(asBulkWay({ rule: 'full', size: 32 }, 'single')).toBeUndefined();
  });

  it('gives a batch of several from nothing', () => {
    const bulk = asBulkWay(undefined, 'full');
    expect(bulkWay(bulk)).toBe('full');
    expect(bulk).toMatchObject({ size: 8 });
  });
});

describe('withTimes', () => {
  it('removes the field when a batch waits for ever', () => {
    expect(withTimes({ rule: 'full', size: 4, timeout: 2 }, { timeout: undefined })).toEqual({
      rule: 'full',
      size: 4,
    });
    expect(withTimes({ rule: 'full', size: 4 }, { timeout: 2 })).toEqual({
      rule: 'full',
      size: 4,
      timeout: 2,
    });
  });
});
