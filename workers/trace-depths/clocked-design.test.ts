/** Waveforms of hardware, cycle by cycle, as a trace: its run under other depths is what the hardware does with those depths. */
import { describe, expect, it } from 'vitest';
import { examples } from '../../tests/examples.ts';
import { drawsFrom } from '../solve/chain/random-chain.test-support.ts';
import { lengthOf, randomDesign, runClocked, vcdOf } from './clocked-design.test-support.ts';
import { openDepthTrace } from './trace-depths-session.ts';

const DESIGNS = Math.max(80, examples(250));
const CYCLE = 10e-9;
const LATENCIES = { tokenLatency: CYCLE, roomLatency: CYCLE };

describe('a VCD file of FIFOs', () => {
  it('says what the design does with other depths, exactly or between bounds, and when it locks', async () => {
    const seen = { exact: 0, bounds: 0, locked: 0, untold: 0 };
    for (let seed = 1; seed <= DESIGNS; seed++) {
      const design = randomDesign(seed);
      const draw = drawsFrom(600 + seed);
      const traced = design.fifos.map(() => draw.integer(1, 6));
      const wave = runClocked(design, traced);
      if (wave.isStuck) continue;
      const file = new Blob([vcdOf(design, traced, wave)]);
      const answer = await openDepthTrace(file, LATENCIES, { fileName: 'run.vcd' });
      if ('kind' in answer) throw new Error(`seed ${seed}: ${answer.reason}`);
      const { opened, trace } = answer;
      const untold = await openDepthTrace(file, {}, { fileName: 'run.vcd' });
      if ('kind' in untold) throw new Error(`seed ${seed}: ${untold.reason}`);
      const { tokenLatency, roomLatency } = untold.opened;
      const isShown = !tokenLatency.isAssumed && !roomLatency.isAssumed;
      const id = (p: number) => `p${p}_U0`;
      expect(opened.fifos.map(({ source, dest, depth }) => [source, dest, depth])).toEqual(
        opened.fifos.map((fifo) => {
          const q = Number(fifo.id.replace(/\D/g, ''));
          return [id(design.fifos[q]!.writer), id(design.fifos[q]!.reader), traced[q]];
        }),
      );
      expect(Math.round(opened.traced / CYCLE)).toBe(lengthOf(wave));
      for (let turn = 0; turn < 4; turn++) {
        const depths = design.fifos.map(() => draw.integer(1, 8));
        const real = runClocked(design, depths);
        const setting = opened.fifos.map((fifo) => depths[Number(fifo.id.replace(/\D/g, ''))]!);
        const { total, lock } = trace.under(setting);
        expect(lock !== undefined, `seed ${seed} at ${depths}`).toBe(real.isStuck);
        if (!total) {
          seen.locked++;
          continue;
        }
        const [least, most] = [Math.round(total.least / CYCLE), Math.round(total.most / CYCLE)];
        const words = `seed ${seed} at ${depths}, traced at ${traced}`;
        expect(lengthOf(real), words).toBeGreaterThanOrEqual(least);
        expect(lengthOf(real), words).toBeLessThanOrEqual(most);
        seen[least === most ? 'exact' : 'bounds']++;
        if (opened.unknownWaits === 0) expect(least, words).toBe(most);
        const wide = untold.trace.under(setting).total!;
        if (!isShown) continue;
        seen.untold++;
        expect(Math.round(wide.least / CYCLE), words).toBeLessThanOrEqual(lengthOf(real));
        expect(Math.round(wide.most / CYCLE), words).toBeGreaterThanOrEqual(lengthOf(real));
      }
    }
    expect(seen.exact).toBeGreaterThan(1.2 * DESIGNS);
    expect(seen.bounds).toBeGreaterThan(DESIGNS / 50);
    expect(seen.locked).toBeGreaterThan(0.08 * DESIGNS);
    expect(seen.untold).toBeGreaterThan(0.4 * DESIGNS);
  });
});
