/**
 * The answer of Prometheus to a range query: `{status, data: {resultType: "matrix", result: [{metric, values}]}}`. A queue
 * is a set of labels, named by the first of queue, stage, service, name, job, instance that it has. Series `..._bucket` with `le`
 * are latencies, a gauge is the level of its queue, `..._total` counts what entered. A counter that falls was restarted.
 */

import { powerOfTen } from '../../../core/numeric/elementary.ts';
import { formatPercent } from '../../../core/quantities/quantity.ts';
import { isMeasurable } from '../cell-number.ts';
import { cellText } from '../json-tables.ts';
import type { Intake } from '../reduce/intake.ts';
import { UNNAMED_QUEUE } from '../reduce/queue-facts.ts';
import type { JsonTaker } from '../stream/json-elements.ts';
import { EXACT_DIGITS, TimeScale } from '../stream/time-base.ts';
import { gapsOf } from './count-bins.ts';
import { parsed } from './qtm-json.ts';
import { RowDoor } from './row-door.ts';

const NAMING = ['queue', 'stage', 'service', 'name', 'job', 'instance'];

interface Series {
  readonly name: string;
  readonly queue: string;
  readonly le: string | undefined;
  /** Time, value, and the value as it stands there. */
  readonly values: readonly (readonly [string, number, string])[];
}

export class Prometheus implements JsonTaker {
  private readonly buckets = new Map<string, Map<number, number>>();
  private readonly sums = new Map<string, { sum?: number; count?: number }>();
  private readonly levels: RowDoor;
  private readonly scale: TimeScale;
  private series = 0;

  constructor(private readonly intake: Intake) {
    this.scale = new TimeScale(intake.time, 1);
    this.levels = new RowDoor(intake, 'levels', (row) => ({ path: `result[${row}]` }));
  }

  /** `data` is one value of the object at the top. */
  value(key: string, text: string): void {
    if (key !== 'data') return;
    const data = parsed(text) as { resultType?: unknown; result?: unknown } | undefined;
    if (data?.resultType !== 'matrix' || !Array.isArray(data.result)) {
      this.intake.faults.add('E01', 'expected the answer of a range query, with resultType matrix', {
        place: { path: 'data' },
        value: text,
      });
      return;
    }
    for (const result of data.result) {
      const series = seriesOf(result);
      if (series) this.take(series);
      else
        this.fault(
          'expected a series with metric, whose labels are texts, and values',
          JSON.stringify(result),
        );
      this.series += 1;
    }
  }

  element(): void {}

  end(): void {
    for (const [queue, counts] of this.buckets) this.keepLatency(queue, counts);
    for (const [queue, { sum, count }] of this.sums) {
      if (sum === undefined || count === undefined || count === 0) continue;
      const direct = this.intake.direct.of(queue);
      direct.stated = { ...direct.stated, meanSojournTime: sum / count };
    }
  }

  private place() {
    return { path: `result[${this.series}]` };
  }

  private take(series: Series): void {
    const { name, queue, le } = series;
    this.intake.rows += series.values.length;
    const isCount = /_(bucket|sum|count|total)$/.test(name);
    const values = isCount ? series.values.filter((pair) => this.isCounted(pair)) : series.values;
    if (name.endsWith('_bucket') && le !== undefined) {
      const edge = /^\+?inf$/i.test(le) ? Number.POSITIVE_INFINITY : Number(le) * secondsIn(name);
      if (edge !== Number.POSITIVE_INFINITY && !(le.trim() !== '' && isMeasurable(edge))) {
        this.fault(`expected a number >= 0 or +Inf as le, got ${le}`, le);
        return;
      }
      const counts = this.buckets.get(queue) ?? new Map<number, number>();
      this.buckets.set(queue, counts.set(edge, (counts.get(edge) ?? 0) + increase(values)));
    } else if (name.endsWith('_sum')) this.addTo(queue, { sum: increase(values) * secondsIn(name) });
    else if (name.endsWith('_count')) this.addTo(queue, { count: increase(values) });
    else if (name.endsWith('_total')) this.keepRate(queue, values);
    else this.takeLevels(series);
  }

  private isCounted([time, value, text]: Series['values'][number]): boolean {
    if (this.scale.parse(time, true) !== undefined && isMeasurable(value)) return true;
    this.fault(`expected a time and a count >= 0, got ${time} and ${text}; it is left out`, text);
    return false;
  }

  private addTo(queue: string, part: { sum?: number; count?: number }): void {
    this.sums.set(queue, { ...this.sums.get(queue), ...part });
  }

  private takeLevels({ queue, values }: Series): void {
    for (const [time, level, text] of values) {
      const ns = this.scale.parse(time, true);
      if (ns === undefined || !(level < powerOfTen(EXACT_DIGITS) && level >= 0)) {
        this.fault(`expected a time and a level >= 0, got ${time} and ${text}`, text);
      } else {
        this.intake.rows -= 1;
        this.levels.take(queue, [ns, level], this.series);
      }
    }
  }

  private keepRate(queue: string, values: Series['values']): void {
    const seconds = Number(values.at(-1)?.[0]) - Number(values[0]?.[0]);
    if (!(seconds > 0)) return;
    const direct = this.intake.direct.of(queue);
    direct.stated = { ...direct.stated, arrivalRate: increase(values) / seconds };
  }

  /** Buckets are cumulative: each holds all values up to its edge. */
  private keepLatency(queue: string, counts: ReadonlyMap<number, number>): void {
    const edges = [...counts].sort(([a], [b]) => a - b);
    const bins = edges.map(([high, count], index) => {
      const [low, below] = edges[index - 1] ?? [0, 0];
      return { low, high, weight: count - below };
    });
    if (bins.some(({ weight }) => weight < 0)) {
      this.intake.faults.add(
        'E05',
        `queue ${queue}: a bucket holds fewer values than a smaller one; the histogram is left out`,
      );
      return;
    }
    const latency = gapsOf(bins);
    if (!latency) return;
    this.intake.direct.of(queue).latency = latency;
    const open =
      latency.high.at(-1) === Number.POSITIVE_INFINITY ? latency.weight.at(-1)! / latency.total : 0;
    if (open > 0.01)
      this.intake.faults.add('W10', `queue ${queue}: ${formatPercent(open)} are above the last bucket`);
  }

  private fault(message: string, value: string): void {
    this.intake.faults.add('E01', message, { place: this.place(), value });
  }
}

function seriesOf(result: unknown): Series | undefined {
  const { metric, values } = (result ?? {}) as { metric?: unknown; values?: unknown };
  if (typeof metric !== 'object' || metric === null || !Array.isArray(values)) return undefined;
  const entries = Object.entries(metric).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  if (entries.length < Object.keys(metric).length) return undefined;
  const labels = new Map(entries);
  const label = NAMING.find((name) => labels.has(name));
  const pairs = values.filter((pair): pair is [unknown, unknown] => Array.isArray(pair) && pair.length === 2);
  return {
    name: labels.get('__name__') ?? (labels.has('le') ? '_bucket' : ''),
    queue: (label && labels.get(label)) ?? UNNAMED_QUEUE,
    le: labels.get('le'),
    values: pairs.map(([time, value]) => {
      const text = cellText(value) ?? 'a list or an object';
      return [cellText(time) ?? '', text.trim() === '' ? Number.NaN : Number(text), text] as const;
    }),
  };
}

/** What a counter grew by, restarts taken into account. */
function increase(values: Series['values']): number {
  let sum = 0;
  values.forEach(([, value], index) => {
    if (index === 0) return;
    const before = values[index - 1]![1];
    sum += value >= before ? value - before : value;
  });
  return sum;
}

/** From the name, as the naming conventions of Prometheus ask for; seconds are the rule. */
const secondsIn = (name: string): number =>
  /_(milliseconds|ms)(_|$)/.test(name)
    ? 1e-3
    : /_(microseconds|us)(_|$)/.test(name)
      ? 1e-6
      : /_(nanoseconds|ns)(_|$)/.test(name)
        ? 1e-9
        : 1;
