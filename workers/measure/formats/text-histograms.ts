/**
 * Histograms that tools print: those of bpftrace (`@usecs[read]:` and lines `[2K, 4K)  17 |@@@ |`) and of BCC (`usecs : count
 * distribution` and lines `2 -> 3 : 17 |*** |`), and tables of levels (`occupancy,count`, of one or several queues). Times become latencies of a queue that is named by
 * the key of its map, else by the map; sampled lengths of a queue (`runqlen`) its levels. What is printed once in a while is added up.
 */

import { UNNAMED_QUEUE } from '../contract.ts';
import { isFilling, withPoints } from '../csv-sections.ts';
import type { Intake } from '../reduce/intake.ts';
import { levelBins } from '../reduce/level-bins.ts';
import { splitCells } from '../stream/split-cells.ts';
import { type CountedBin, gapsOf } from './count-bins.ts';
import { HOW_TO_TELL_UNIT, unitInName } from './told-unit.ts';

const SUFFIXES: Readonly<Record<string, number>> = {
  ...{ '': 1, K: 1024, M: 1_048_576, G: 1_073_741_824, T: 1_099_511_627_776 },
};

/** In a name such as `runqlen`, `queue_depth` or `qlen`. */
const LENGTH = /(?:len|length|depth|level|occupancy)$/i;

const MAP = /^@(\w*)(?:\[(.*)\])?:\s*$/;
const BPF_BIN = /^[[(](-?\d+)([KMGT]?)(?:\]|,\s*(\d+)([KMGT]?)[)\]]|,\s*\.\.\.\))\s+(\d+)\s*\|/;
const BCC_HEAD = /^\s*(\w+)\s*:\s*count\s+distribution\s*$/;
const BCC_BIN = /^\s*(\d+)(?:\s*->\s*(\d+))?\s*:\s*(\d+)\s*\|/;
const BCC_KEY = /^\w[\w ]*=\s*'?([^']*?)'?\s*$/;

export const holdsTextHistogram = (text: string): boolean =>
  text.split(/\r?\n/).some((line) => BPF_BIN.test(line) || BCC_HEAD.test(line));

/** What is printed of one map under one key. */
interface Printed {
  /** Sampled numbers of elements, and no times. */
  readonly areLevels: boolean;
  /** Each time that it was printed; numbers as they stand there. */
  readonly prints: CountedBin[][];
  readonly seconds: number;
  /** BCC begins anew after each. bpftrace goes on counting unless it is told to clear. */
  readonly goesOn: boolean;
  readonly line: number;
}

export class PrintedHistograms {
  private readonly printed = new Map<string, Printed>();
  private queue = 'latency';
  private bins: CountedBin[] | undefined;
  /** The histogram at hand has no head yet; one whose head is refused is left out as a whole. */
  private isHeadless = true;
  private line = 0;

  /** `unit`: that of times where no name tells it, s. */
  constructor(
    private readonly intake: Intake,
    private readonly unit: number | undefined,
  ) {}

  takeLine(text: string): void {
    this.line += 1;
    const [, map, key] = MAP.exec(text) ?? [];
    if (map !== undefined) {
      this.beginMap(map, key, this.line);
      return;
    }
    const [, unit] = BCC_HEAD.exec(text) ?? [];
    if (unit !== undefined)
      this.begin(LENGTH.test(unit) && this.queue === 'latency' ? unit : this.queue, unit, false);
    const [, bccKey] = BCC_KEY.exec(text) ?? [];
    if (bccKey !== undefined && bccKey !== '') {
      this.queue = bccKey;
      // Its head comes next.
      this.bins = undefined;
      this.isHeadless = true;
    }
    const [, low, lowUnit, high, highUnit, weight] = BPF_BIN.exec(text) ?? [];
    if (weight !== undefined) {
      const from = size(low!, lowUnit!);
      const only = /^\[-?\d+[KMGT]?\]/.test(text);
      this.add(
        from,
        high !== undefined ? size(high, highUnit!) : only ? from + 1 : Number.POSITIVE_INFINITY,
        weight,
      );
    }
    const [, first, last = first, count] = BCC_BIN.exec(text) ?? [];
    if (count !== undefined) this.add(Number(first), Number(last) + 1, count);
  }

  end(): void {
    for (const [queue, printed] of this.printed) {
      const bins = this.together(queue, printed);
      const facts = this.intake.direct.of(queue);
      if (printed.areLevels) {
        const total = bins.reduce((sum, { weight }) => sum + weight, 0);
        if (!(total > 0)) continue;
        const shares = new Array<number>(bins.at(-1)!.high).fill(0);
        for (const { low, weight } of bins) shares[low] = weight / total;
        facts.occupancy = levelBins(shares);
        facts.isShares = true;
        facts.samples = total;
        continue;
      }
      const { seconds } = printed;
      const latency = gapsOf(
        bins.map(({ low, high, weight }) => ({ low: low * seconds, high: high * seconds, weight })),
      );
      if (latency) facts.latency = latency;
    }
  }

  /** All that was counted: the sum of what was printed, or the last where each goes on from the one before. */
  private together(queue: string, { prints, goesOn, line }: Printed): readonly CountedBin[] {
    const last = prints.at(-1)!;
    if (prints.length === 1) return last;
    if (goesOn && prints.every((bins, i) => i === 0 || holdsAll(bins, prints[i - 1]!))) {
      const message = `"${queue}" is printed ${prints.length} times with counts that only grow: taken as counted from the start, of which the last is all`;
      this.intake.faults.add('W37', message, { place: { line } });
      return last;
    }
    const all = new Map<number, CountedBin>();
    for (const { low, high, weight } of prints.flat())
      all.set(low, {
        low,
        high: Math.min(high, all.get(low)?.high ?? high),
        weight: weight + (all.get(low)?.weight ?? 0),
      });
    return [...all.values()].sort((a, b) => a.low - b.low);
  }

  /** A map of bpftrace under one of its keys, as it is printed now. */
  beginMap(map: string, key: string | undefined, line: number): void {
    this.line = line;
    this.begin(key !== undefined && key !== '' ? key : map === '' ? 'latency' : map, map, true);
  }

  /** `name` tells the unit. */
  private begin(queue: string, name: string, goesOn: boolean): void {
    this.queue = queue;
    this.bins = undefined;
    this.isHeadless = false;
    const unit = unitInName(name);
    const areLevels = unit === undefined && LENGTH.test(name);
    const seconds = areLevels ? 1 : (unit ?? this.unit);
    if (seconds === undefined) {
      const message = `the name "${name}" does not tell the unit of these times, as usecs or read_ns do; the histogram is left out; ${HOW_TO_TELL_UNIT}`;
      this.intake.faults.add('E01', message, { place: { line: this.line }, value: name });
      return;
    }
    const known = this.printed.get(queue) ?? { areLevels, prints: [], seconds, goesOn, line: this.line };
    if (known.seconds !== seconds || known.areLevels !== areLevels) {
      const message = `"${queue}" was printed in another unit before; the histogram is left out`;
      this.intake.faults.add('E01', message, { place: { line: this.line }, value: name });
      return;
    }
    this.printed.set(queue, known);
    this.bins = [];
    known.prints.push(this.bins);
  }

  add(low: number, high: number, weight: string): void {
    const { bins, queue } = this;
    if (!bins) {
      const message =
        'expected the head of a histogram above this bin, such as "usecs : count"; it is left out';
      if (this.isHeadless)
        this.intake.faults.add('E05', message, { place: { line: this.line }, value: weight });
      return;
    }
    const before = bins.at(-1);
    const { areLevels } = this.printed.get(queue)!;
    const isLevel = high - low === 1 && low <= MOST_LEVEL;
    if (low < 0 || high <= low || (before && low < before.high) || (areLevels && !isLevel)) {
      const message =
        areLevels && !isLevel
          ? `expected a bin for each level up to ${MOST_LEVEL}, got ${low} to ${high}; it is left out`
          : `expected a bin above the last one, from ${low} on; it is left out`;
      this.intake.faults.add('E05', message, { place: { line: this.line }, value: String(low) });
      return;
    }
    bins.push({ low, high, weight: Number(weight) });
    this.intake.rows += 1;
  }
}

/** Each bin of the one is in the other, with at least as many. */
const holdsAll = (bins: readonly CountedBin[], others: readonly CountedBin[]): boolean =>
  others.every(({ low, weight }) => (bins.find((bin) => bin.low === low)?.weight ?? 0) >= weight);

const size = (digits: string, suffix: string): number => Number(digits) * SUFFIXES[suffix]!;

/** What the columns of a table of levels are called; that of queues may be left out. */
const LEVEL_COLUMNS = {
  level: /^(?:occupancy|levels?|depth|n|fill[ _]level|queue[ _]length|number in system)$/i,
  weight:
    /^(?:counts?|samples|frequency|freq|time|duration|weight|share|fraction|percent|percentage|probability|prob|pmf)(?: ?[([](?:%|s|ms|us|µs|ns|cycles)[)\]])?$/i,
  queue: /^(?:queue|stage|fifo|node|buffer|channel)(?:[ _]?(?:id|name))?$/i,
} as const;
const MOST_LEVEL = 100_000;

interface LevelColumns {
  readonly separator: string;
  readonly level: number;
  readonly weight: number;
  /** -1: all rows are of one queue. */
  readonly queue: number;
  readonly count: number;
  readonly areSamples: boolean;
}

/** The columns of a table of levels by its head; undefined where it is none. */
function levelColumns(head: string): LevelColumns | undefined {
  const separator = [';', '\t', ','].find((each) => head.includes(each)) ?? ',';
  const names = splitCells(head.replace(/[\s,;]+$/, ''), separator)?.map((name) => name.trim()) ?? [];
  const at = (which: keyof typeof LEVEL_COLUMNS) =>
    names.findIndex((name) => LEVEL_COLUMNS[which].test(name));
  const [level, weight, queue] = [at('level'), at('weight'), at('queue')];
  const count = names.length;
  const isAll = level >= 0 && weight >= 0 && count === (queue < 0 ? 2 : 3);
  if (!isAll) return undefined;
  return { separator, level, weight, queue, count, areSamples: SAMPLES.test(names[weight]!) };
}

export const isLevelTable = (text: string): boolean =>
  levelColumns(text.split(/\r?\n/, 1)[0] ?? '') !== undefined;

/** Heads of weights that are numbers of samples, where they are whole. */
const SAMPLES = /^(?:counts?|samples|frequency|freq)$/i;

/** One row for each level of a queue, with how often or how long it was seen. */
export class LevelTable {
  private readonly queues = new Map<string, number[]>();
  private columns: LevelColumns | undefined;
  private line = 0;

  constructor(private readonly intake: Intake) {}

  takeLine(text: string): void {
    this.line += 1;
    this.columns ??= levelColumns(text);
    const { columns } = this;
    if (this.line === 1 || !columns || isFilling(text) || text.startsWith('#')) return;
    const { separator, count } = columns;
    const split = splitCells(text, separator)?.map((cell) => cell.trim()) ?? [];
    const cells = separator === ',' ? split : withPoints(split);
    const isWhole = cells.length >= count && cells.slice(count).every((cell) => cell === '');
    const cellAt = (at: number): string | undefined => (isWhole ? cells[at] : '');
    const [level = '', weight = ''] = [cellAt(columns.level), cellAt(columns.weight)];
    const queue = columns.queue < 0 ? UNNAMED_QUEUE : (cellAt(columns.queue) ?? '');
    const weights = this.queues.get(queue) ?? [];
    const [at, value] = [Number(level), Number(weight)];
    const isRight =
      queue !== '' &&
      /^\d{1,6}$/.test(level) &&
      at <= MOST_LEVEL &&
      weight !== '' &&
      value >= 0 &&
      Number.isFinite(value);
    if (!isRight || weights[at] !== undefined) {
      const named = columns.queue < 0 ? '' : 'the name of a queue, ';
      const message = `expected ${named}an occupancy (a whole number up to ${MOST_LEVEL}, each once) and a weight >= 0, got "${text}"; the row is left out`;
      this.intake.faults.add('E01', message, { place: { line: this.line }, value: text });
      return;
    }
    weights[at] = value;
    this.queues.set(queue, weights);
    this.intake.rows += 1;
  }

  end(): void {
    for (const [name, seen] of this.queues) {
      const weights = Array.from(seen, (weight) => weight ?? 0);
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      if (!(total > 0)) continue;
      const queue = this.intake.direct.of(name);
      queue.occupancy = levelBins(weights.map((weight) => weight / total));
      queue.isShares = true;
      if (this.columns?.areSamples && weights.every(Number.isSafeInteger)) queue.samples = total;
    }
  }
}
