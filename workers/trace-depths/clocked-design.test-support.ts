/** For tests: processes and FIFOs of hardware, cycle by cycle, and the waveforms that a simulator would dump of them. */
import { drawsFrom } from '../solve/chain/random-chain.test-support.ts';

export interface Step {
  /** Cycles of own work before it. */
  readonly work: number;
  readonly reads: readonly number[];
  readonly writes: readonly number[];
}

export interface Design {
  readonly processes: readonly (readonly Step[])[];
  readonly fifos: readonly { readonly writer: number; readonly reader: number }[];
}

export interface Wave {
  /** By cycle: what each FIFO was asked, and whether it was done. */
  readonly cycles: readonly (readonly {
    readonly write: boolean;
    readonly full: boolean;
    readonly read: boolean;
    readonly empty: boolean;
  }[])[];
  readonly isStuck: boolean;
}

/** Each FIFO is a register: what is written in a cycle can be read in the next, and so with its places. */
export function runClocked({ processes, fifos }: Design, depths: readonly number[]): Wave {
  const fills = fifos.map(() => 0);
  const at = processes.map(() => 0);
  const left = processes.map(([first]) => first?.work ?? 0);
  const cycles: Wave['cycles'][number][] = [];
  for (let still = 0; at.some((step, p) => step < processes[p]!.length); ) {
    const asked = fifos.map((_, q) => ({
      ...{ write: false, read: false, full: fills[q] === depths[q], empty: fills[q] === 0 },
    }));
    const moves: number[] = [];
    for (const [p, steps] of processes.entries()) {
      const step = steps[at[p]!];
      if (!step) continue;
      if (left[p]! > 0) {
        left[p]!--;
        moves.push(-1);
        continue;
      }
      const isReady =
        step.reads.every((q) => fills[q]! > 0) && step.writes.every((q) => fills[q]! < depths[q]!);
      // With one operation its enable stays up while it waits; several are held back together.
      if (isReady || step.reads.length + step.writes.length === 1) {
        for (const q of step.reads) asked[q]!.read = true;
        for (const q of step.writes) asked[q]!.write = true;
      }
      if (isReady) moves.push(p);
    }
    cycles.push(asked);
    for (const p of moves) {
      if (p < 0) continue;
      const { reads, writes } = processes[p]![at[p]!]!;
      for (const q of reads) fills[q]!--;
      for (const q of writes) fills[q]!++;
      at[p]!++;
      left[p] = processes[p]![at[p]!]?.work ?? 0;
    }
    still = moves.length > 0 ? 0 : still + 1;
    if (still > 1) return { cycles, isStuck: true };
  }
  return { cycles, isStuck: false };
}

/** Cycles from the first operation to the last. */
export function lengthOf({ cycles }: Wave): number {
  const isActive = (cycle: Wave['cycles'][number]): boolean =>
    cycle.some(({ write, full, read, empty }) => (write && !full) || (read && !empty));
  return cycles.findLastIndex(isActive) - cycles.findIndex(isActive);
}

/** 10 ns a cycle; the edge that ends a cycle takes what stands before it. */
export function vcdOf({ fifos, processes }: Design, depths: readonly number[], { cycles }: Wave): string {
  const code = (q: number, port: number): string => `${String.fromCharCode(65 + q)}${port}`;
  const signals = [0, 1, 2, 3] as const;
  const lines = [
    '$date generated $end',
    '$timescale\n\t1 ns\n$end',
    '$scope module tb $end',
    '$scope module dut $end',
    '$var wire 1 ! ap_clk $end',
    ...processes.flatMap((_, p) => [
      `$scope module p${p}_U0 $end`,
      ...fifos.flatMap(({ writer, reader }, q) => [
        ...(writer === p ? [`$var wire 1 ${code(q, 0)} q${q}_write $end`] : []),
        ...(reader === p ? [`$var wire 1 ${code(q, 2)} q${q}_read $end`] : []),
      ]),
      '$upscope $end',
    ]),
    ...fifos.flatMap((_, q) => [
      `$scope module q${q}_U $end`,
      '$var wire 1 ! clk $end',
      `$var wire 1 ${code(q, 0)} if_write $end`,
      `$var wire 1 ${code(q, 1)} if_full_n $end`,
      `$var wire 1 ${code(q, 2)} if_read $end`,
      `$var wire 1 ${code(q, 3)} if_empty_n $end`,
      `$var parameter 32 ${code(q, 4)} DEPTH $end`,
      '$upscope $end',
    ]),
    '$upscope $end',
    '$upscope $end',
    '$enddefinitions $end',
    '#0',
    '$dumpvars',
    '0!',
    ...fifos.map((_, q) => `b${depths[q]!.toString(2)} ${code(q, 4)}`),
    '$end',
  ];
  const last = fifos.map(() => signals.map(() => -1));
  for (const [n, cycle] of cycles.entries()) {
    if (n > 0) lines.push(`#${10 * n}`, '1!');
    for (const [q, { write, full, read, empty }] of cycle.entries())
      for (const port of signals) {
        const value = Number([write, !full, read, !empty][port]);
        if (value === last[q]![port]) continue;
        last[q]![port] = value;
        lines.push(`${value}${code(q, port)}`);
      }
    lines.push(`#${10 * n + 5}`, '0!');
  }
  return `${[...lines, `#${10 * cycles.length}`, '1!'].join('\n')}\n`;
}

/** Processes that pass what they read on, at most one write or read at a time or, in one of four, all of a round together. */
export function randomDesign(seed: number): Design {
  const draw = drawsFrom(seed);
  const count = draw.integer(2, 5);
  const fifos = Array.from({ length: count - 1 }, (_, p) => ({ writer: draw.integer(0, p), reader: p + 1 }));
  for (let n = draw.integer(0, 2); n > 0; n--) {
    const [writer, reader] = [draw.integer(0, count - 2), count - 1];
    fifos.push({ writer, reader });
  }
  const rounds = draw.integer(4, 25);
  const burst = draw.integer(1, 4);
  const processes = Array.from({ length: count }, (_, p): readonly Step[] => {
    const ins = fifos.flatMap(({ reader }, q) => (reader === p ? [q] : []));
    const outs = fifos.flatMap(({ writer }, q) => (writer === p ? [q] : []));
    const isTogether = draw.chance(0.25);
    const isBursty = draw.chance(0.3);
    const steps: Step[] = [];
    const one = (reads: readonly number[], writes: readonly number[]) =>
      steps.push({ work: draw.integer(0, 3), reads, writes });
    for (let round = 0; round < rounds; round += isBursty ? burst : 1) {
      const times = isBursty ? Math.min(burst, rounds - round) : 1;
      if (isTogether) for (let n = 0; n < times; n++) one(ins, outs);
      else {
        for (const q of ins) for (let n = 0; n < times; n++) one([q], []);
        for (const q of outs) for (let n = 0; n < times; n++) one([], [q]);
      }
    }
    return steps.filter(({ reads, writes }) => reads.length + writes.length > 0);
  });
  return { processes, fifos };
}
