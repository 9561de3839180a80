/** Reports of Vitis HLS: modules, their loops, their cycles; and those of one module as text (`<module>_csynth.rpt`). */
import { refuseModel as refuse } from './refusing.ts';

/** A module or a loop of a report, with those inside it. Cycles are undefined where the report has none or a range. */
export interface Part {
  readonly kind: 'module' | 'loop';
  readonly name: string;
  readonly latency?: number;
  /** Cycles from one run of a module, or iteration of a loop, to the next. */
  readonly interval?: number;
  readonly iterationLatency?: number;
  readonly trips?: number;
  readonly parts: readonly Part[];
}

export interface Timing {
  readonly modules: ReadonlyMap<string, Part>;
  /** Module of an instance, where told. */
  readonly moduleOf: ReadonlyMap<string, string>;
  readonly cycle?: number;
}

/** Cells of a row between upright lines. */
export const cellsOf = (line: string): readonly string[] => line.trim().split('|').slice(1, -1);

/** A whole number of cycles; `?`, `-`, `undef` and ranges such as `2 ~ ?` are unknown. */
export const cyclesOf = <Key extends string>(
  key: Key,
  text: string | undefined,
): { readonly [K in Key]?: number } =>
  text !== undefined && /^\d+$/.test(text.trim()) ? ({ [key]: Number(text) } as { [K in Key]: number }) : {};

/**
 * The report of one module as text. It tells the loops of the module itself, but of the modules inside only their names and cycles, and
 * not in which loop they run: with loops beside them, their runs are unknown.
 */
export function moduleReportOf(text: string): Timing {
  const lines = text.split(/\r?\n/);
  const name = /^== (?:Vitis|Vivado) HLS Report for '([^']+)'/m.exec(text)?.[1];
  const latencyAt = lines.findIndex((line) => /^\+ Latency\b/.test(line));
  if (name === undefined || latencyAt < 0) return refuse('expected the latencies of one module in it');
  const summary = rowsAfter(lines, latencyAt, /\* Summary:/)[0];
  if (!summary) return refuse(`line ${latencyAt + 1}: expected a table of latencies and intervals`);
  const loops = loopsOf(rowsAfter(lines, latencyAt, /\* Loop:/));
  const moduleOf = new Map<string, string>();
  const instances = rowsAfter(lines, latencyAt, /\* Instance:/).map((cells): Part => {
    const [instance = '', module = ''] = cells.map((cell) => cell.trim());
    moduleOf.set(instance, module);
    return { ...{ kind: 'module', name: module, parts: [] }, ...runCycles(cells.slice(2)) };
  });
  const inside: readonly Part[] =
    loops.length === 0
      ? instances
      : instances.map((part) => ({ kind: 'loop', name: part.name, parts: [part] }));
  const clock = rowsAfter(
    lines,
    lines.findIndex((line) => /^\+ Timing\b/.test(line)),
    /\* Summary:/,
  )[0];
  const cycle = Number.parseFloat(clock?.[1] ?? '') * 1e-9;
  return {
    modules: new Map([
      [name, { ...{ kind: 'module', name, parts: [...loops, ...inside] }, ...runCycles(summary) }],
    ]),
    moduleOf,
    ...(cycle > 0 && { cycle: Number(cycle.toPrecision(CLOCK_DIGITS)) }),
  };
}

/** Reports give clock periods in ns with two decimals. */
const CLOCK_DIGITS = 9;

/** Cells from the latencies on: least and most, perhaps both as times, least and most interval, type. */
const runCycles = (cells: readonly string[]): Pick<Part, 'latency' | 'interval'> => ({
  ...cyclesOf('latency', cells[1]),
  ...cyclesOf('interval', cells.at(-2)),
});

/** Rows of the table below a heading that comes after a line; none where it says N/A. */
function rowsAfter(lines: readonly string[], from: number, heading: RegExp): readonly (readonly string[])[] {
  const at = lines.findIndex((line, i) => i > from && heading.test(line));
  const rows: (readonly string[])[] = [];
  let rules = 0;
  for (const line of at < 0 ? [] : lines.slice(at + 1)) {
    const isRule = /^\s*\+-/.test(line);
    if (isRule) rules += 1;
    else if (!/^\s*\|/.test(line)) break;
    else if (rules === ROWS_BEGIN) rows.push(cellsOf(line));
    if (rules > ROWS_BEGIN) break;
  }
  return rows;
}

/** A rule above the heads, a rule below them, rows, a rule. */
const ROWS_BEGIN = 2;

/** `- outer`, `+ inner`, `++ innermost`; columns are least and most latency, iteration latency, interval reached and asked, trips. */
function loopsOf(rows: readonly (readonly string[])[]): readonly Part[] {
  interface Loop extends Part {
    readonly parts: Loop[];
    readonly level: number;
  }
  const outer: Loop[] = [];
  const open: Loop[] = [];
  for (const cells of rows) {
    const [, mark = '', name] = /^\s*(-|\++)\s*(\S.*?)\s*$/.exec(cells[0] ?? '') ?? [];
    if (name === undefined) continue;
    const level = mark === '-' ? 0 : mark.length;
    const loop: Loop = {
      ...{ kind: 'loop', name, parts: [], level },
      ...cyclesOf('latency', cells[2]),
      ...cyclesOf('iterationLatency', cells[3]),
      ...cyclesOf('interval', cells[4]),
      ...cyclesOf('trips', cells[6]),
    };
    while (open.length > 0 && open.at(-1)!.level >= level) open.pop();
    (open.at(-1)?.parts ?? outer).push(loop);
    open.push(loop);
  }
  return outer;
}
