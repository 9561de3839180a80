/**
 * Answers of Prometheus to a range query, `{status, data: {resultType: "matrix", result: [{metric, values, histograms}]}}`, and to a
 * query at one time (`vector`: `value`, `histogram`); and the page `/metrics` of a program as text. A queue is a set of labels, named by the
 * first of queue, stage, service, name, job, instance that it has. Series `..._bucket` with `le` and native histograms are
 * latencies, a gauge is the level of its queue, `..._total` counts what entered. A counter that falls was restarted. What is told at one
 * time counts from the start of the program, and says nothing of rates and levels over time. Series of one metric add up; where several
 * metrics could be meant, where a unit says that none is, and where a function took the name away, series are left out and named.
 */
import { powerOfTen } from '../../../core/numeric/elementary.ts';
import { formatPercent } from '../../../core/quantities/quantity.ts';
import { isMeasurable } from '../cell-number.ts';
import { UNNAMED_QUEUE } from '../contract.ts';
import { cellText } from '../json-tables.ts';
import type { Intake } from '../reduce/intake.ts';
import type { JsonTaker } from '../stream/json-elements.ts';
import { EXACT_DIGITS, TimeScale } from '../stream/time-base.ts';
import { type CountedBin, gapsOf } from './count-bins.ts';
import { parsed } from './qtm-json.ts';
import { RowDoor } from './row-door.ts';

const NAMING = ['queue', 'stage', 'service', 'name', 'job', 'instance'];

interface Series {
  readonly name: string;
  readonly queue: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly le: string | undefined;
  /** Time, value, and the value as it stands there. */
  readonly values: readonly (readonly [string, number, string])[];
  /** Samples of native histograms: as they stand there. */
  readonly natives: readonly unknown[];
  /** Told at one time: counts are those since the start. */
  readonly isSinceStart: boolean;
  /** Where it stands. */
  readonly place?: number;
}

type Told = 'latency' | 'rate' | 'level';

/** By its name, as the conventions of Prometheus ask for; or why it tells neither. */
function tellsOf({ name, natives, le, values }: Series): { what: Told; metric: string } | { why: string } {
  if (name === '') return { why: 'what a function of Prometheus gave may be a rate, a time or a level' };
  const metric = name.replace(/_(bucket|sum|count|total|created)$/, '');
  if (NO_ELEMENTS.test(metric) || name.endsWith('_created') || name === 'up')
    return { why: 'its unit or name says that it is neither a time in a queue nor a number of elements' };
  const isLatency = natives.length > 0 || le !== undefined || /_(bucket|sum|count)$/.test(name);
  if (isLatency) return { what: 'latency', metric };
  if (IS_TIME.test(metric)) return { why: 'a time that is no histogram is neither a level nor a count' };
  if (name.endsWith('_total')) return { what: 'rate', metric };
  // Where a rule of Prometheus records a rate, or a mean.
  if (values.some(([, value]) => Number.isFinite(value) && !Number.isInteger(value)))
    return { why: 'values that are not whole are no number of elements' };
  return { what: 'level', metric };
}

const IS_TIME =
  /_(duration|latency|seconds|milliseconds|ms|microseconds|us|nanoseconds|ns|minutes|hours|days)$/;
const NO_ELEMENTS =
  /_(bytes|bits|ratio|percent|celsius|volts|amperes|joules|grams|meters|hertz|info|timestamp|timestamp_seconds)$/;

export class Prometheus implements JsonTaker {
  /** Series by what they tell, of which queue, and by which metric. */
  private readonly told = new Map<string, Map<string, Series[]>>();
  /** Why series were left out, with the names of their metrics. */
  private readonly leftOut = new Map<string, Set<string>>();
  private readonly buckets = new Map<string, Map<number, number>>();
  private readonly sums = new Map<string, { sum?: number; count?: number }>();
  private readonly levels: RowDoor;
  private readonly scale: TimeScale;
  private readonly natives = new Map<string, NativeGrowth>();
  private series = 0;
  /** Series that say something only over time, and are told at one. */
  private atOnce = 0;

  constructor(private readonly intake: Intake) {
    this.scale = new TimeScale(intake.time, 1);
    this.levels = new RowDoor(intake, 'levels', (row) => ({ path: `result[${row}]` }));
  }

  /** `data` is one value of the object at the top. */
  value(key: string, text: string): void {
    if (key !== 'data') return;
    const data = parsed(text) as { resultType?: unknown; result?: unknown } | undefined;
    const isSeries = data?.resultType === 'matrix' || data?.resultType === 'vector';
    if (!isSeries || !Array.isArray(data.result)) {
      this.intake.faults.add(
        'E01',
        'expected the answer of a range query, with resultType matrix or vector',
        {
          place: { path: 'data' },
          value: text,
        },
      );
      return;
    }
    for (const result of data.result) {
      const series = seriesOf(result);
      if (series) this.sort(series);
      else
        this.fault(
          'expected a series with metric, whose labels are texts, and values',
          JSON.stringify(result),
        );
      this.series += 1;
    }
  }

  element(): void {}

  /** One sample of the page of a program. */
  takeSample(name: string, labels: ReadonlyMap<string, string>, text: string, line: number): void {
    this.series = line;
    this.sort({ ...seriesFrom(name, labels, [['0', text]], [], true), place: line });
  }

  end(): void {
    for (const [of, metrics] of this.told) this.takeAll(of, metrics);
    for (const [why, names] of this.leftOut)
      this.intake.faults.add(
        'W32',
        `${[...names].join(', ')}: ${why}; ${names.size === 1 ? 'it is' : 'they are'} left out`,
      );
    for (const [queue, counts] of this.buckets) this.keepLatency(queue, counts);
    for (const [queue, growth] of this.natives) this.keepNative(queue, growth);
    if (this.atOnce > 0)
      this.intake.faults.add(
        'W32',
        `${this.atOnce} counters and gauges are told at one time, which says nothing of rates and levels; ask for a range`,
      );
    for (const [queue, { sum, count }] of this.sums) {
      if (sum === undefined || count === undefined || count === 0) continue;
      const direct = this.intake.direct.of(queue);
      direct.stated = { ...direct.stated, meanSojournTime: sum / count };
    }
  }

  private sort(read: Series): void {
    const series = { ...read, place: read.place ?? this.series };
    const { name, queue, isSinceStart, values, natives } = series;
    const tells = tellsOf(series);
    if ('why' in tells) {
      const names = this.leftOut.get(tells.why) ?? new Set();
      this.leftOut.set(tells.why, names.add(name === '' ? 'series without a name' : name));
      this.intake.rows += values.length + natives.length;
      return;
    }
    if (isSinceStart && tells.what !== 'latency') {
      this.atOnce += 1;
      this.intake.rows += values.length;
      return;
    }
    const of = JSON.stringify([tells.what, queue]);
    const metrics = this.told.get(of) ?? new Map<string, Series[]>();
    this.told.set(of, metrics);
    // A page may have a hundred thousand buckets of one histogram.
    const known = metrics.get(tells.metric);
    if (known) known.push(series);
    else metrics.set(tells.metric, [series]);
  }

  /** Only where one metric is all that there is. */
  private takeAll(of: string, metrics: ReadonlyMap<string, readonly Series[]>): void {
    const [what, queue] = JSON.parse(of) as [Told, string];
    const all = [...metrics.values()].flat();
    if (metrics.size > 1) {
      const names = [...metrics.keys()].slice(0, 6).join(', ');
      this.intake.rows += all.reduce((sum, { values, natives }) => sum + values.length + natives.length, 0);
      this.intake.faults.add(
        'W32',
        `queue ${queue}: ${metrics.size} metrics could be its ${what}: ${names}${metrics.size > 6 ? ', …' : ''}; none is taken, so leave one of them in the file`,
      );
      return;
    }
    // A count beside no sum and no buckets may be a level, such as that of messages in a queue.
    if (what === 'latency' && all.every(({ name }) => name.endsWith('_count'))) {
      this.intake.rows += all.reduce((sum, { values }) => sum + values.length, 0);
      this.intake.faults.add(
        'W32',
        `queue ${queue}: ${all[0]!.name} has neither a sum nor buckets beside it, so that it may be a level or a counter; it is left out`,
      );
      return;
    }
    if (what === 'level') this.takeLevels(queue, all);
    else if (what === 'rate') this.keepRate(queue, all);
    else for (const series of all) this.takeLatency(series);
  }

  private place() {
    return { path: `result[${this.series}]` };
  }

  private takeLatency(series: Series): void {
    const { name, queue, le, isSinceStart } = series;
    this.series = series.place!;
    if (series.natives.length > 0) this.takeNatives(series);
    if (series.values.length === 0) return;
    this.intake.rows += series.values.length;
    const values = series.values.filter((pair) => this.isCounted(pair));
    if (name.endsWith('_bucket') && le !== undefined) {
      const edge = /^\+?inf$/i.test(le) ? Number.POSITIVE_INFINITY : Number(le) * secondsIn(name);
      if (edge !== Number.POSITIVE_INFINITY && !(le.trim() !== '' && isMeasurable(edge))) {
        this.fault(`expected a number >= 0 or +Inf as le, got ${le}`, le);
        return;
      }
      const counts = this.buckets.get(queue) ?? new Map<number, number>();
      this.buckets.set(queue, counts.set(edge, (counts.get(edge) ?? 0) + increase(values, isSinceStart)));
    } else if (name.endsWith('_sum'))
      this.addTo(queue, { sum: increase(values, isSinceStart) * secondsIn(name) });
    else this.addTo(queue, { count: increase(values, isSinceStart) });
  }

  private takeNatives({ name, queue, natives, isSinceStart }: Series): void {
    this.intake.rows += natives.length;
    const samples = natives.flatMap((value) => {
      const native = nativeOf(value, secondsIn(name));
      if (!native)
        this.fault(
          'expected a histogram with count, sum and buckets of times of at least 0; it is left out',
          JSON.stringify(value),
        );
      return native ?? [];
    });
    const growth = this.natives.get(queue) ?? new NativeGrowth();
    growth.add(samples, isSinceStart);
    this.natives.set(queue, growth);
  }

  private keepNative(queue: string, growth: NativeGrowth): void {
    const direct = this.intake.direct.of(queue);
    if (growth.lost > 0)
      this.intake.faults.add(
        'W32',
        `queue ${queue}: the buckets became wider ${growth.lost} times; what was counted then is in the mean alone`,
      );
    if (growth.count > 0) direct.stated = { ...direct.stated, meanSojournTime: growth.sum / growth.count };
    if (growth.bins) direct.latency = growth.bins;
  }

  private isCounted([time, value, text]: Series['values'][number]): boolean {
    if (this.scale.parse(time, true) !== undefined && isMeasurable(value)) return true;
    this.fault(`expected a time and a count >= 0, got ${time} and ${text}; it is left out`, text);
    return false;
  }

  private addTo(queue: string, { sum, count }: { sum?: number; count?: number }): void {
    const before = this.sums.get(queue) ?? {};
    this.sums.set(queue, {
      ...before,
      ...(sum !== undefined && { sum: (before.sum ?? 0) + sum }),
      ...(count !== undefined && { count: (before.count ?? 0) + count }),
    });
  }

  /** Those of one metric and queue add up where they were sampled together. */
  private takeLevels(queue: string, all: readonly Series[]): void {
    const [first, ...others] = all;
    const timesOf = ({ values }: Series): string => values.map(([time]) => time).join();
    const times = timesOf(first!);
    if (others.some((other) => timesOf(other) !== times)) {
      this.intake.rows += all.reduce((sum, { values }) => sum + values.length, 0);
      this.intake.faults.add(
        'W32',
        `queue ${queue}: ${all.length} series of ${first!.name} were sampled at different times, so that they cannot be added up; they are left out`,
      );
      return;
    }
    this.tellAddedUp(queue, 'levels', all);
    this.series = first!.place!;
    this.intake.rows += others.length * first!.values.length;
    for (const [at, [time, , text]] of first!.values.entries()) {
      const level = all.reduce((sum, { values }) => sum + values[at]![1], 0);
      const ns = this.scale.parse(time, true);
      const isLevel = all.every(({ values }) => values[at]![1] >= 0) && level < powerOfTen(EXACT_DIGITS);
      if (ns === undefined || !isLevel) {
        this.intake.rows += 1;
        this.fault(`expected a time and a level >= 0, got ${time} and ${text}`, text);
      } else this.levels.take(queue, [ns, level], this.series);
    }
  }

  /** Partitions of a queue add up; two programs that watch the same queue would count it twice, and nothing in the file tells which it is. */
  private tellAddedUp(queue: string, what: 'levels' | 'rates', all: readonly Series[]): void {
    if (all.length < 2) return;
    const keys = [...new Set(all.flatMap(({ labels }) => [...labels.keys()]))].sort();
    const apart = keys.filter((key) => new Set(all.map(({ labels }) => labels.get(key))).size > 1);
    const shown = all
      .slice(0, 4)
      .map(({ labels }) => apart.map((key) => labels.get(key) ?? 'none').join(' '));
    const series =
      apart.length === 0
        ? ''
        : `, told apart by ${apart.join(', ')} (${shown.join('; ')}${all.length > 4 ? '; …' : ''}),`;
    this.intake.faults.add(
      'W32',
      `queue ${queue}: the ${what} of ${all.length} series of ${all[0]!.name}${series} are added up; where they report the same elements, leave one of them in the file`,
    );
  }

  private keepRate(queue: string, all: readonly Series[]): void {
    let rate: number | undefined;
    for (const series of all) {
      this.series = series.place!;
      this.intake.rows += series.values.length;
      const values = series.values.filter((pair) => this.isCounted(pair));
      const seconds = Number(values.at(-1)?.[0]) - Number(values[0]?.[0]);
      if (seconds > 0) rate = (rate ?? 0) + increase(values, false) / seconds;
    }
    if (rate === undefined) return;
    this.tellAddedUp(queue, 'rates', all);
    const direct = this.intake.direct.of(queue);
    direct.stated = { ...direct.stated, arrivalRate: rate };
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
  const { metric, values, value, histograms, histogram } = (result ?? {}) as Readonly<
    Record<string, unknown>
  >;
  if (typeof metric !== 'object' || metric === null) return undefined;
  const isSinceStart = value !== undefined || histogram !== undefined;
  const [pairs, natives] = isSinceStart
    ? [value === undefined ? [] : [value], histogram === undefined ? [] : [histogram]]
    : [values ?? (histograms === undefined ? undefined : []), histograms ?? []];
  if (!Array.isArray(pairs) || !Array.isArray(natives)) return undefined;
  const entries = Object.entries(metric).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  if (entries.length < Object.keys(metric).length) return undefined;
  const labels = new Map(entries);
  const name = labels.get('__name__') ?? (labels.has('le') ? '_bucket' : '');
  return seriesFrom(
    name,
    labels,
    pairs.filter(isPair),
    natives.filter(isPair).map((pair) => pair[1]),
    isSinceStart,
  );
}

const isPair = (pair: unknown): pair is [unknown, unknown] => Array.isArray(pair) && pair.length === 2;

function seriesFrom(
  name: string,
  labels: ReadonlyMap<string, string>,
  pairs: readonly (readonly [unknown, unknown])[],
  natives: readonly unknown[],
  isSinceStart: boolean,
): Series {
  const label = NAMING.find((each) => labels.has(each));
  return {
    ...{ name, natives, isSinceStart },
    queue: (label && labels.get(label)) ?? UNNAMED_QUEUE,
    labels,
    le: labels.get('le'),
    values: pairs.map(([time, value]) => {
      const text = cellText(value) ?? 'a list or an object';
      return [cellText(time) ?? '', text.trim() === '' ? Number.NaN : Number(text), text] as const;
    }),
  };
}

/** What a counter grew by, restarts taken into account. */
function increase(values: Series['values'], isSinceStart: boolean): number {
  let sum = isSinceStart ? (values[0]?.[1] ?? 0) : 0;
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

/** Its page as text: `name{label="text",…} value [time]`, with comments, of which `# TYPE` stands before each kind. */
const SAMPLE =
  /^([a-zA-Z_:][\w:]*)(?:\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\})?\s+(\S+)(?:\s+-?[\d.]+)?(?:\s+#.*)?$/;
const LABEL = /([a-zA-Z_]\w*)\s*=\s*"((?:[^"\\]|\\.)*)"/g;

export const isPrometheusPage = (text: string): boolean => /^# (?:TYPE|HELP) [a-zA-Z_:]/.test(text);

export class PrometheusPage {
  private readonly answers: Prometheus;
  private line = 0;

  constructor(private readonly intake: Intake) {
    this.answers = new Prometheus(intake);
  }

  takeLine(text: string): void {
    this.line += 1;
    if (text.trim() === '' || text.startsWith('#')) return;
    const [, name, inside = '', value] = SAMPLE.exec(text.trim()) ?? [];
    if (name === undefined || value === undefined || !isSampleValue(value)) {
      this.intake.faults.add('E01', 'expected a sample such as name{label="text"} 12; the line is left out', {
        place: { line: this.line },
        value: text,
      });
      return;
    }
    const labels = [...inside.matchAll(LABEL)].map(([, key, quoted]) => [key!, unescaped(quoted!)] as const);
    this.answers.takeSample(name, new Map(labels), value, this.line);
  }

  end(): void {
    this.answers.end();
  }
}

const unescaped = (quoted: string): string =>
  quoted.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));

const isSampleValue = (text: string): boolean =>
  /^(?:[+-]?inf|nan)$/i.test(text) || !Number.isNaN(Number(text));

/**
 * Native histograms of Prometheus: counts in buckets that the histogram itself brings along. As the HTTP API writes them:
 * `{"count": "40", "sum": "3.5", "buckets": [[rule, "low", "high", "count"], …]}`; the rule says which ends belong to the bucket, which
 * makes no difference here. Counts grow from sample to sample; a count that falls was restarted.
 */

interface Native {
  readonly count: number;
  readonly sum: number;
  /** Count by bounds, in s. */
  readonly buckets: ReadonlyMap<string, CountedBin>;
}

/** What several histograms of one queue grew by. */
class NativeGrowth {
  count = 0;
  sum = 0;
  /** Intervals in which bounds changed, so that counts cannot be told apart. */
  lost = 0;
  private readonly grown = new Map<string, CountedBin>();

  /** In the order of time. Without `isSinceStart` the first one is where counting begins. */
  add(samples: readonly Native[], isSinceStart: boolean): void {
    let before: Native | undefined = isSinceStart ? EMPTY : undefined;
    for (const sample of samples) {
      if (before) this.step(sample.count < before.count ? EMPTY : before, sample);
      before = sample;
    }
  }

  get bins() {
    return gapsOf([...this.grown.values()].sort((a, b) => a.low - b.low || a.high - b.high));
  }

  private step(before: Native, after: Native): void {
    this.count += after.count - before.count;
    this.sum += after.sum - before.sum;
    // Wider buckets take the place of narrow ones when a histogram has too many: then none of the old bounds says what grew.
    const isKept = [...before.buckets].every(
      ([key, { weight }]) => weight <= (after.buckets.get(key)?.weight ?? 0),
    );
    if (!isKept) {
      this.lost += 1;
      return;
    }
    for (const [key, bin] of after.buckets) {
      const weight = bin.weight - (before.buckets.get(key)?.weight ?? 0);
      this.grown.set(key, { ...bin, weight: weight + (this.grown.get(key)?.weight ?? 0) });
    }
  }
}

const EMPTY: Native = { count: 0, sum: 0, buckets: new Map() };

/** Most buckets that Prometheus keeps of one histogram by default are 160; more than this are none of times. */
const MOST_BUCKETS = 10_000;

/** `unit`: seconds of one unit of its values. Undefined for what is no such histogram, or one of values below 0. */
function nativeOf(value: unknown, unit: number): Native | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { count, sum, buckets = [] } = value as { count?: unknown; sum?: unknown; buckets?: unknown };
  const [counted, summed] = [numberIn(count), numberIn(sum)];
  if (!isMeasurable(counted) || !Number.isFinite(summed)) return undefined;
  if (!Array.isArray(buckets) || buckets.length > MOST_BUCKETS) return undefined;
  const bins = new Map<string, CountedBin>();
  for (const bucket of buckets as readonly unknown[]) {
    const [low, high, weight] = (Array.isArray(bucket) ? bucket : []).slice(1).map(numberIn);
    if (low === undefined || high === undefined || weight === undefined) return undefined;
    // Only the bucket around 0 reaches below it.
    if (!(isMeasurable(weight) && high > 0 && low < high && low >= -high)) return undefined;
    bins.set(`${low} ${high}`, { low: Math.max(0, low) * unit, high: high * unit, weight });
  }
  return { count: counted, sum: summed * unit, buckets: bins };
}

function numberIn(value: unknown): number {
  const text = cellText(value) ?? '';
  if (/^\+?inf$/i.test(text)) return Number.POSITIVE_INFINITY;
  return text.trim() === '' ? Number.NaN : Number(text);
}
