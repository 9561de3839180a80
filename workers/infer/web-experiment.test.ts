import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { webExample } from './web-experiment.test-support.ts';

describe('the example of a web service', () => {
  it('is what its generator makes', () => {
    const file = new URL('../../public/measurements/web-requests.csv', import.meta.url);
    expect(readFileSync(file, 'utf8')).toBe(webExample());
  });
});
