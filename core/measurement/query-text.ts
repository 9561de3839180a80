/** A query as one line of text, and back: `p99 latency from 1a to 2 in each frame <= 5 ms`. */
import { err, ok, type Result } from '../base/result.ts';
import { formatFull, parseQuantity } from '../quantities/quantity.ts';
import type { Query, QueryAggregation, QueryMetric, Requirement } from './query.ts';

/** What the line says; the id is not part of it. */
export type QuerySaid = Omit<Query, 'id'>;

const METRIC_WORDS: Readonly<Record<QueryMetric, string>> = {
  throughput: 'throughput',
  occupancy: 'occupancy',
  interEventTime: 'inter-event time',
  latency: 'latency',
  utilization: 'utilization',
  stalls: 'stalls',
};
export const QUERY_METRICS = Object.keys(METRIC_WORDS) as readonly QueryMetric[];
const AGGREGATIONS: readonly QueryAggregation[] = ['min', 'max', 'mean', 'histogram'];
const RELATIONS: readonly Requirement['is'][] = ['<=', '>=', '<', '>', '='];

/** In which dimension the answers of a metric are. */
export function queryDimension(metric: QueryMetric): 'rate' | 'number' | 'time' | 'probability' {
  if (metric === 'throughput') return 'rate';
  if (metric === 'occupancy') return 'number';
  return metric === 'latency' || metric === 'interEventTime' ? 'time' : 'probability';
}

/** Whether it may be asked from one stage to another. */
export const hasWay = (metric: QueryMetric): boolean => metric === 'latency' || metric === 'throughput';

export const metricWords = (metric: QueryMetric): string => METRIC_WORDS[metric];

export function queryText(query: QuerySaid): string {
  const { metric, aggregation, percentile, at, to, frame, require } = query;
  const how = aggregation === 'percentile' ? `p${percentile ?? ''}` : aggregation;
  const where = to === undefined ? `of ${placeText(at)}` : `from ${placeText(at)} to ${placeText(to)}`;
  const when = frame === 'each' ? ' in each frame' : typeof frame === 'number' ? ` in frame ${frame}` : '';
  const what = require ? ` ${require.is} ${formatFull(require.value, queryDimension(metric))}` : '';
  return `${how} ${METRIC_WORDS[metric]} ${where}${when}${what}`;
}

/** Names with spaces, signs or nothing in them stand in quotes. */
const placeText = (id: string): string => (/^[^\s"<>=≤≥]+$/.test(id) ? id : JSON.stringify(id));

/** Says what was expected and what stands there instead. */
export function parseQuery(text: string): Result<QuerySaid, string> {
  const sides = splitAtRelation(text.replaceAll('≤', '<=').replaceAll('≥', '>='));
  const words = sides.left.match(/"(?:[^"\\]|\\.)*"|[^\s"]+|"/g) ?? [];
  const reader = new WordReader(words);
  const how = readAggregation(reader);
  if (!how.ok) return how;
  const metric = readMetric(reader, how.value.aggregation);
  if (!metric.ok) return metric;
  const where = readPlace(reader, metric.value);
  if (!where.ok) return where;
  const frame = readFrame(reader);
  if (!frame.ok) return frame;
  const required = readRequirement(sides, metric.value, how.value.aggregation);
  if (!required.ok) return required;
  return ok({ metric: metric.value, ...how.value, ...where.value, ...frame.value, ...required.value });
}

/** Words before a place. */
const PLACES: readonly string[] = ['of', 'at', 'from'];

class WordReader {
  private at = 0;
  constructor(private readonly words: readonly string[]) {}

  take(): string | undefined {
    return this.words[this.at++];
  }

  isAt(word: string): boolean {
    return this.words[this.at]?.toLowerCase() === word;
  }

  /** Takes the next word where it is this one. */
  skip(word: string): boolean {
    const is = this.isAt(word);
    if (is) this.at += 1;
    return is;
  }

  /** What stands there, for a message. */
  expected(what: string): Result<never, string> {
    const found = this.words[this.at];
    return err(`Expected ${what}, got ${found === undefined ? 'the end of the line' : `"${found}"`}.`);
  }
}

/** At the first sign outside of quotes. */
function splitAtRelation(text: string) {
  const quoted = [...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(({ index, 0: all }) => [
    index,
    index + all.length,
  ]);
  for (const { index, 0: is } of text.matchAll(/<=|>=|[<>=]/g)) {
    if (quoted.some(([from, to]) => index >= from! && index < to!)) continue;
    return { left: text.slice(0, index), is: is as Requirement['is'], right: text.slice(index + is.length) };
  }
  return { left: text };
}

function readAggregation(reader: WordReader): Result<Pick<Query, 'aggregation' | 'percentile'>, string> {
  const simple = AGGREGATIONS.find((word) => reader.skip(word));
  if (simple) return ok({ aggregation: simple });
  const refusal = reader.expected('min, max, mean, histogram or a percentile such as p99');
  const percentile = Number(/^p(\d+(?:\.\d+)?)$/i.exec(reader.take() ?? '')?.[1] ?? Number.NaN);
  return percentile > 0 && percentile < 100 ? ok({ aggregation: 'percentile', percentile }) : refusal;
}

/** `p99 of checkout` is that of its latency, as people say it. */
function readMetric(reader: WordReader, aggregation: QueryAggregation): Result<QueryMetric, string> {
  if (aggregation === 'percentile' && PLACES.some((word) => reader.isAt(word))) return ok('latency');
  if (reader.skip('inter-event') || reader.skip('intereventtime')) {
    reader.skip('time');
    return ok('interEventTime');
  }
  if (reader.skip('number') && reader.skip('in') && reader.skip('system')) return ok('occupancy');
  const metric = QUERY_METRICS.find((name) => reader.skip(METRIC_WORDS[name]));
  return metric ? ok(metric) : reader.expected(`one of ${Object.values(METRIC_WORDS).join(', ')}`);
}

function readPlace(reader: WordReader, metric: QueryMetric): Result<Pick<Query, 'at' | 'to'>, string> {
  const isWay = reader.skip('from');
  if (!isWay && !reader.skip('of') && !reader.skip('at'))
    return reader.expected('"of" and a stage, or "from" one stage "to" another');
  const at = readName(reader);
  if (!at.ok || !isWay) return at.ok ? ok({ at: at.value }) : at;
  if (!hasWay(metric))
    return err(`Expected "of" and one stage: only latency and throughput go from one stage to another.`);
  if (!reader.skip('to')) return reader.expected('"to" and the last stage');
  const to = readName(reader);
  return to.ok ? ok({ at: at.value, to: to.value }) : to;
}

function readName(reader: WordReader): Result<string, string> {
  const refusal = reader.expected('the id of a stage or queue');
  const word = reader.take();
  if (word === undefined) return refusal;
  if (!word.startsWith('"')) return ok(word);
  try {
    return ok(JSON.parse(word) as string);
  } catch {
    return err('Expected a closing quote behind the name.');
  }
}

function readFrame(reader: WordReader): Result<Pick<Query, 'frame'>, string> {
  const choice = 'in each frame, in all frames or in frame 3';
  let frame: Query['frame'];
  if (reader.skip('in')) {
    if (reader.skip('each') && reader.skip('frame')) frame = 'each';
    else if (reader.skip('all') && reader.skip('frames')) frame = 'all';
    else if (reader.skip('frame')) {
      const refusal = reader.expected('the number of a frame, 0, 1, ...');
      const number = reader.take() ?? '';
      if (!/^\d{1,9}$/.test(number)) return refusal;
      frame = Number(number);
    } else return reader.expected(choice);
  }
  const end = reader.expected(`${choice}, or one of ${RELATIONS.join(' ')} and a value`);
  if (reader.take() !== undefined) return end;
  return ok(frame === undefined || frame === 'all' ? {} : { frame });
}

function readRequirement(
  { is, right }: { readonly is?: Requirement['is']; readonly right?: string },
  metric: QueryMetric,
  aggregation: QueryAggregation,
): Result<Pick<Query, 'require'>, string> {
  if (is === undefined || right === undefined) return ok({});
  if (aggregation === 'histogram')
    return err(`A histogram is no number: nothing can be required of it. Ask for a mean or a percentile.`);
  const value = parseQuantity(right, queryDimension(metric));
  return value.ok ? ok({ require: { is, value: value.value } }) : err(`Behind ${is}: ${value.error}`);
}
