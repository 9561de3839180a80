/**
 * Percentile tables of HdrHistogram (`.hgrm`, `outputPercentileDistribution`), also as wrk2 prints them with `--latency`: rows of value, percentile,
 * number up to it and 1/(1 - percentile), in columns or as CSV. What lies between two rows becomes a bin; mean and standard deviation are those
 * below the table, which know every value. The table tells no unit; wrk2's is ms.
 */
import type { Intake } from '../reduce/intake.ts';
import { type CountedBin, gapsOf } from './count-bins.ts';
import { HOW_TO_TELL_UNIT } from './told-unit.ts';

const HEAD = /^\s*"?Value"?[\s,]+"?Percentile"?[\s,]+"?TotalCount"?[\s,]+"?1\/\(1-Percentile\)"?\s*$/;
const ROW = /^\s*(\d+(?:\.\d+)?)[\s,]+([01](?:\.\d+)?)[\s,]+(\d+)[\s,]+(?:\d+(?:\.\d+)?|inf(?:inity)?)\s*$/i;
const MOMENTS = /^\s*#\[Mean\s*=\s*(\d+(?:\.\d+)?),\s*StdDeviation\s*=\s*(\d+(?:\.\d+)?)\]/;
const WRK2 = /Detailed Percentile spectrum/;
const WRK2_NAME = /\(HdrHistogram - ([^(]*?)\s*(?:\(.*)?\)\s*$/;
const MILLISECONDS = 1e-3;

export const holdsPercentileTable = (text: string): boolean =>
  text.split(/\r?\n/).some((line) => HEAD.test(line));

interface Table {
  readonly queue: string;
  /** s. */
  readonly unit: number;
  readonly bins: CountedBin[];
  value: number;
  count: number;
  moments?: { readonly mean: number; readonly deviation: number };
}

export class HdrPercentiles {
  private readonly tables: Table[] = [];
  private table: Table | undefined;
  /** Names in use; tables that wanted each. */
  private readonly named = new Map<string, number>();
  private name = 'latency';
  private isWrk2 = false;
  private line = 0;

  /** `unit`: of the values, s, where it is known from elsewhere. */
  constructor(
    private readonly intake: Intake,
    private readonly unit: number | undefined,
  ) {}

  takeLine(text: string): void {
    this.line += 1;
    if (HEAD.test(text)) {
      this.begin();
      return;
    }
    if (WRK2.test(text)) this.isWrk2 = true;
    this.name = WRK2_NAME.exec(text)?.[1] ?? this.name;
    const { table } = this;
    if (!table) return;
    const [, value, , count] = ROW.exec(text) ?? [];
    if (count !== undefined) {
      this.row(table, value!, Number(count), text);
      return;
    }
    const [, mean, deviation] = MOMENTS.exec(text) ?? [];
    if (mean !== undefined) table.moments = { mean: Number(mean), deviation: Number(deviation) };
    // The remarks below a table end it; what follows is of another.
    else if (text.trim() !== '' && !text.trim().startsWith('#')) this.table = undefined;
  }

  end(): void {
    for (const { queue, unit, bins, moments } of this.tables) {
      const latency = gapsOf(
        bins.map(({ low, high, weight }) => ({ low: low * unit, high: high * unit, weight })),
      );
      if (!latency) continue;
      this.intake.direct.of(queue).latency = {
        ...latency,
        ...(moments && { mean: moments.mean * unit, variance: (moments.deviation * unit) ** 2 }),
      };
    }
  }

  /** Its name, with a number where tables before it have the same one. */
  private freshName(): string {
    let number = this.named.get(this.name) ?? 0;
    let queue: string;
    do {
      number += 1;
      queue = number === 1 ? this.name : `${this.name} ${number}`;
    } while (this.named.has(queue));
    this.named.set(this.name, number);
    if (queue !== this.name) this.named.set(queue, 1);
    return queue;
  }

  private begin(): void {
    this.table = undefined;
    const unit = this.isWrk2 ? MILLISECONDS : this.unit;
    if (unit === undefined) {
      const message = `a percentile table does not tell the unit of its values; it is left out; ${HOW_TO_TELL_UNIT}`;
      this.intake.faults.add('E01', message, { place: { line: this.line } });
      return;
    }
    const queue = this.freshName();
    this.table = { queue, unit, bins: [], value: Number.NaN, count: 0 };
    this.tables.push(this.table);
  }

  private row(table: Table, text: string, count: number, line: string): void {
    const value = Number(text);
    if (count < table.count || value < table.value) {
      const message =
        'expected a value and a count that are not below those of the row above; the row is left out';
      this.intake.faults.add('E05', message, { place: { line: this.line }, value: line });
      return;
    }
    this.intake.rows += 1;
    // The least value is told to the last digit that is printed.
    const digit = Number(`1e-${text.split('.')[1]?.length ?? 0}`);
    const low = Number.isNaN(table.value) ? Math.max(0, value - digit) : table.value;
    if (count > table.count)
      table.bins.push({ low, high: Math.max(value, low + digit / 2), weight: count - table.count });
    table.value = Math.max(value, table.bins.at(-1)?.high ?? value);
    table.count = count;
  }
}
