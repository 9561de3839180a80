/**
 * What FIFOs cost in the memories of an FPGA: a table of shapes, each a block of so many bits by so many words at a price. A FIFO takes the
 * cheapest shape for its size; its cost is a step function of its depth that never falls.
 *
 * AMD 7 series: UG473 (18 Kb block RAM, simple dual port: 16K×1 to 512×36) and UG474 (a LUT of a SLICEM is a shift register of 32
 * bits, or half of a dual-port RAM of 64 bits; with one port to write and one to read, 4 LUTs are 3 × 64 or 6 × 32 bits: RAM64M, RAM32M). Prices are LUTs; a block RAM stands for the LUTs that a device has for each, 208 in the
 * XC7A35T (DS180: 20,800 LUTs, 100 blocks of 18 Kb). Intel: Embedded Memory User Guide of Stratix 10 (M20K: 512×40 to 2K×10; MLAB:
 * 32×20, made of 10 ALMs), prices in ALMs; an M20K stands for 80.
 */
import { err, ok, type Result } from '../base/result.ts';

export interface MemoryShape {
  readonly name: string;
  /** Bits of a word, and words. */
  readonly width: number;
  readonly depth: number;
  /** Price of one block, in any unit that is the same for all shapes. */
  readonly price: number;
}

const shapes = (name: string, price: number, sizes: readonly (readonly [number, number])[]): MemoryShape[] =>
  sizes.map(([width, depth]) => ({ name, width, depth, price }));

export const MEMORY_TABLES: Readonly<Record<'amd' | 'intel', readonly MemoryShape[]>> = {
  amd: [
    ...shapes('SRL32', 1, [[1, 32]]),
    ...shapes('LUTRAM', 2, [[1, 64]]),
    ...shapes('RAM64M', 4, [[3, 64]]),
    ...shapes('RAM32M', 4, [[6, 32]]),
    ...shapes('BRAM18K', 208, [
      [1, 16384],
      [2, 8192],
      [4, 4096],
      [9, 2048],
      [18, 1024],
      [36, 512],
    ]),
  ],
  intel: [
    ...shapes('MLAB', 10, [[20, 32]]),
    ...shapes('M20K', 80, [
      [10, 2048],
      [20, 1024],
      [40, 512],
    ]),
  ],
};

/** The cheapest shape for a FIFO with words of so many bits, and how many blocks of it. */
export function memoryOf(
  table: readonly MemoryShape[],
  bits: number,
  depth: number,
): { readonly shape: MemoryShape; readonly blocks: number; readonly cost: number } {
  const [first, ...others] = table.map((shape) => {
    const blocks = Math.ceil(bits / shape.width) * Math.ceil(depth / shape.depth);
    return { shape, blocks, cost: blocks * shape.price };
  });
  return others.reduce((best, each) => (each.cost < best.cost ? each : best), first!);
}

/** A line for each shape, such as `BRAM18K 36x512 208`. */
export const memoryText = (table: readonly MemoryShape[]): string =>
  table.map(({ name, width, depth, price }) => `${name} ${width}x${depth} ${price}`).join('\n');

const LINE = /^(\S+)\s+(\d+)\s*[x×]\s*(\d+)\s+(\d+(?:\.\d+)?)$/;

export function readMemory(text: string): Result<readonly MemoryShape[], string> {
  const lines = text
    .split('\n')
    .map((line, i) => ({ line: line.trim(), at: i + 1 }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'));
  if (lines.length === 0)
    return err('the table of memories is empty; expected lines such as "BRAM18K 36x512 208"');
  const table: MemoryShape[] = [];
  for (const { line, at } of lines) {
    const [, name = '', width = '', depth = '', price = ''] = LINE.exec(line) ?? [];
    const shape = { name, width: Number(width), depth: Number(depth), price: Number(price) };
    if (name === '' || shape.width < 1 || shape.depth < 1 || !(shape.price > 0))
      return err(
        `line ${at} of the table of memories is "${line}"; expected name, bits x words and a price above 0, such as "BRAM18K 36x512 208"`,
      );
    table.push(shape);
  }
  return ok(table);
}
