/**
 * Kernels that wait for the next replication of this thread. To open one costs more than a short replication, and memories
 * that are opened one after the other make the whole thread stop to look for those that are gone.
 */
import { Kernel } from './kernel.ts';

/** As many as usually run side by side in one thread. */
export const MOST_KEPT = 2;
/** Larger memories go with their replication, bytes. */
export const LARGEST_KEPT = 8 * 2 ** 20;

const kept: Kernel[] = [];

/** One in which nothing is open. */
export const takeKernel = (): Kernel => kept.pop() ?? new Kernel();

/** Nobody looks at it any more. */
export function giveBack(kernel: Kernel): void {
  if (kept.length === MOST_KEPT || kernel.call.memory.buffer.byteLength > LARGEST_KEPT) return;
  kernel.reset();
  kept.push(kernel);
}
