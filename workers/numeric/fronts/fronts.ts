import { kernelModule } from '../kernel-module.ts';
import { KERNEL_BYTES } from './kernel-bytes.ts';

/** Addresses and counts are plain numbers. */
interface KernelExports {
  readonly memory: WebAssembly.Memory;
  addLeft(front: number, width: number, left: number, count: number, columns: number): void;
  foldAway(front: number, width: number, own: number, scratch: number): void;
  leave(front: number, width: number, own: number, left: number): void;
  keepShares(front: number, width: number, own: number, shares: number): void;
}

/** Doubles, as elimination-plan.ts counts them. */
interface Room {
  readonly widest: number;
  readonly stacked: number;
  readonly kept: number;
}

const PAGE = 65_536;
/** Nothing of the kernel's own lies here or behind. */
const BASE = PAGE;
/** A memory of so many bytes is kept for the next small chain; a larger one goes with its chain. */
const KEPT_BYTES = 2 ** 24;

let compiled: WebAssembly.Module | undefined;
let kept: KernelExports | undefined;

/** One with a memory of so many bytes behind `BASE`; the memory may hold anything. */
function kernelFor(bytes: number): KernelExports {
  const isLarge = bytes > KEPT_BYTES;
  const kernel = (isLarge ? undefined : kept) ?? openKernel();
  if (!isLarge) kept = kernel;
  const missing = BASE + bytes - kernel.memory.buffer.byteLength;
  if (missing > 0) kernel.memory.grow(Math.ceil(missing / PAGE));
  return kernel;
}

const compile = (): WebAssembly.Module => {
  compiled ??= kernelModule(KERNEL_BYTES);
  return compiled;
};

const openKernel = (): KernelExports =>
  new WebAssembly.Instance(compile()).exports as unknown as KernelExports;

let allowed: boolean | undefined;

/** Whether fronts can be folded: the policy of a page that others wrote may forbid WebAssembly. */
export function canFold(): boolean {
  try {
    allowed ??= compile() !== undefined;
  } catch {
    allowed = false;
  }
  return allowed;
}

/**
 * Small dense chains, one after the other: each is filled, its first states are folded away, and what that leaves among
 * the others lies on a stack until a later one takes it over.
 */
export class Fronts {
  /** What is kept of the fronts, one after the other: own state k has [i * own + k] times the weight of each state i after it. */
  readonly shares: Float64Array;
  private readonly call: KernelExports;
  private readonly scratch: number;
  private readonly columns: Int32Array;
  private own = 0;
  private width = 0;
  /** Where the stack ends, and the shares so far. */
  private top: number;
  private keptTo: number;

  constructor({ widest, stacked, kept: shares }: Room) {
    const bytes = 8 * (widest ** 2 + 2 * widest + stacked + shares);
    this.call = kernelFor(bytes);
    const { memory } = this.call;
    this.scratch = BASE + 8 * widest ** 2;
    const columns = this.scratch + 8 * widest;
    this.columns = new Int32Array(memory.buffer, columns, widest);
    this.top = columns + 8 * widest;
    this.keptTo = this.top + 8 * stacked;
    this.shares = new Float64Array(memory.buffer, this.keptTo, shares);
  }

  /** A new front of `width` states, all rates 0: [from * width + to], 1/s; diagonals are not looked at. */
  open(own: number, width: number): Float64Array {
    this.own = own;
    this.width = width;
    return new Float64Array(this.call.memory.buffer, BASE, width ** 2).fill(0);
  }

  /** Adds the rates that the last front on the stack left between the states `rim`. `columnOf`: of each in this front, ascending. */
  takeOver(rim: Int32Array, columnOf: Int32Array): void {
    for (let i = 0; i < rim.length; i++) this.columns[i] = columnOf[rim[i]!]!;
    this.top -= 8 * rim.length ** 2;
    this.call.addLeft(BASE, this.width, this.top, rim.length, this.columns.byteOffset);
  }

  /** Folds the front's own states, the first ones, away. */
  fold(): void {
    const { call, width, own } = this;
    call.foldAway(BASE, width, own, this.scratch);
    call.leave(BASE, width, own, this.top);
    this.top += 8 * (width - own) ** 2;
    call.keepShares(BASE, width, own, this.keptTo);
    this.keptTo += 8 * own * width;
  }
}
