import { expect, it, vi } from 'vitest';
import { compileKernel } from './build-kernel.ts';
import { KERNEL_BYTES } from './kernel-bytes.ts';

vi.setConfig({ testTimeout: 0 });

it('is what index.as compiles to; else run `npx tsx workers/trace-depths/lanes/build-kernel.ts`', async () => {
  expect((await compileKernel()) === KERNEL_BYTES).toBe(true);
});
