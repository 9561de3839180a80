/**
 * Writes `public/measurements/template-vcd.vcd` and `public/measurements/hls-branches-trace.csv`: the FIFOs of the example *A slow branch in hardware*, simulated cycle by cycle with a clock of
 * 200 MHz. Divide takes sixteen pixels before it gives the first, so the FIFO beside it must hold them: `npx tsx scripts/write-fifo-trace.ts`.
 */
import { writeFileSync } from 'node:fs';
import {
  type Design,
  runClocked,
  type Step,
  vcdOf,
} from '../workers/trace-depths/clocked-design.test-support.ts';

const NAMES = ['read', 'filter', 'divide', 'blend'];
const FIFOS = [
  { id: 'read>filter', writer: 0, reader: 1, depth: 4 },
  { id: 'read>divide', writer: 0, reader: 2, depth: 20 },
  { id: 'filter>blend', writer: 1, reader: 3, depth: 24 },
  { id: 'divide>blend', writer: 2, reader: 3, depth: 20 },
];
const PIXELS = 192;
const BLOCK = 16;
const NS = 5;

const each = (steps: readonly Step[]): readonly Step[] => Array.from({ length: PIXELS }, () => steps).flat();
const design: Design = {
  fifos: FIFOS,
  processes: [
    each([
      { work: 1, reads: [], writes: [0] },
      { work: 0, reads: [], writes: [1] },
    ]),
    each([
      { work: 0, reads: [0], writes: [] },
      { work: 1, reads: [], writes: [2] },
    ]),
    Array.from({ length: PIXELS / BLOCK }, () => [
      ...Array.from({ length: BLOCK }, (): Step => ({ work: 0, reads: [1], writes: [] })),
      ...Array.from({ length: BLOCK }, (_, n): Step => ({ work: n === 0 ? 6 : 0, reads: [], writes: [3] })),
    ]).flat(),
    each([
      { work: 0, reads: [2], writes: [] },
      { work: 0, reads: [3], writes: [] },
    ]),
  ],
};

const depths = FIFOS.map(({ depth }) => depth);
const { cycles } = runClocked(design, depths);
const rows: string[] = [];
/** The cycle in which each end began to wait; -1 while it does not. */
const since = FIFOS.map(() => ({ write: -1, read: -1 }));
for (const [n, cycle] of cycles.entries())
  for (const [q, { write, full, read, empty }] of cycle.entries())
    for (const [end, asks, holds, kind] of [
      ['write', write, full, 'I'],
      ['read', read, empty, 'D'],
    ] as const) {
      if (!asks) continue;
      const begun = since[q]![end] < 0 ? n : since[q]![end];
      since[q]![end] = holds ? begun : -1;
      if (!holds) rows.push(`${FIFOS[q]!.id},${NS * (n + 1)},${kind},${NS * (n - begun)}`);
    }

const lines = [
  '#qtm 1 queues time=ns',
  '#source=generated: the FIFOs of the example A slow branch in hardware, cycle by cycle at 200 MHz',
  'queueId,source,dest,capacity',
  ...FIFOS.map(({ id, writer, reader, depth }) => [id, NAMES[writer], NAMES[reader], depth].join()),
  '#qtm 1 events time=ns',
  'queueId,time,kind,blockedFor',
  ...rows,
];
writeFileSync(
  new URL('../public/measurements/hls-branches-trace.csv', import.meta.url),
  `${lines.join('\n')}\n`,
);

/** The template of VCD files: six elements, written as fast as there is room and read slowly. */
const small: Design = {
  fifos: [{ writer: 0, reader: 1 }],
  processes: [
    Array.from({ length: 6 }, (): Step => ({ work: 0, reads: [], writes: [0] })),
    Array.from({ length: 6 }, (): Step => ({ work: 2, reads: [0], writes: [] })),
  ],
};
writeFileSync(
  new URL('../public/measurements/template-vcd.vcd', import.meta.url),
  vcdOf(small, [2], runClocked(small, [2])),
);
