import { describe, expect, it } from 'vitest';
import { digestOf } from '../../numeric/compile-kernel.ts';
import { compileKernel, FOLDERS } from './build-kernel.ts';
import { KERNEL_BYTES, KERNEL_DIGEST } from './kernel-bytes.ts';

describe('the kernel; else run `npx tsx workers/trace-depths/lanes/build-kernel.ts`', () => {
  it('was written from the index.as that is here', () =>
    expect(digestOf(FOLDERS, KERNEL_BYTES)).toBe(KERNEL_DIGEST));

  it('is what index.as compiles to', { tags: ['long'] }, async () =>
    expect((await compileKernel()) === KERNEL_BYTES).toBe(true),
  );
});
