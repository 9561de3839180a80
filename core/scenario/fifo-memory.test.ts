import { describe, expect, it } from 'vitest';
import { MEMORY_TABLES, memoryOf, memoryText, readMemory } from './fifo-memory.ts';

describe('memories of FIFOs', () => {
  const { amd } = MEMORY_TABLES;

  it('are the cheapest shape: shift registers, then LUTRAM, then block RAM', () => {
    expect(memoryOf(amd, 3, 32)).toMatchObject({ shape: { name: 'SRL32' }, blocks: 3, cost: 3 });
    // 32 bits: shift registers take 32 LUTs, dual-port RAM of 6 bits a piece 24; at 64 words, 2 a bit against 4 for 3 bits.
    expect(memoryOf(amd, 32, 32)).toMatchObject({ shape: { name: 'RAM32M' }, blocks: 6, cost: 24 });
    expect(memoryOf(amd, 32, 64)).toMatchObject({ shape: { name: 'RAM64M' }, blocks: 11, cost: 44 });
    expect(memoryOf(amd, 1, 64)).toMatchObject({ cost: 2 });
    expect(memoryOf(amd, 36, 512)).toMatchObject({ shape: { name: 'BRAM18K', width: 36 }, blocks: 1 });
    expect(memoryOf(amd, 36, 600)).toMatchObject({ shape: { width: 18 }, blocks: 2 });
    expect(memoryOf(amd, 1, 16_384)).toMatchObject({ shape: { width: 1 }, blocks: 1 });
  });

  it('never cost less for more depth', () => {
    for (const table of Object.values(MEMORY_TABLES))
      for (const bits of [1, 7, 32, 72]) {
        let before = 0;
        for (let depth = 1; depth < 3000; depth++) {
          const { cost } = memoryOf(table, bits, depth);
          expect(cost).toBeGreaterThanOrEqual(before);
          before = cost;
        }
      }
  });

  it('are read as they are written, and errors name the line', () => {
    expect(readMemory(memoryText(amd))).toEqual({ ok: true, value: amd });
    expect(readMemory('# prices\nURAM 72x4096 900\n')).toMatchObject({ ok: true });
    expect(readMemory('BRAM18K 36 512')).toMatchObject({
      ok: false,
      error: expect.stringContaining('line 1'),
    });
    expect(readMemory('')).toMatchObject({ ok: false, error: expect.stringContaining('empty') });
    expect(readMemory('BRAM18K 0x512 3').ok).toBe(false);
  });
});
