/** Queries of virtual queues, which no monitor saw inside: answered by the events of both ends, else by the replays where these are to be believed. */
import type { Query } from '../../core/measurement/query.ts';
import { queryDimension } from '../../core/measurement/query-text.ts';
import { formatInterval, formatQuantity } from '../../core/quantities/quantity.ts';
import type { ReducedMeasurement, TraceFile } from '../measure/contract.ts';
import type { CheckedQuery, MeasuredGraph } from '../measure/queries/contract.ts';
import { checkedAnswer } from '../measure/queries/study-measurement.ts';
import { type ModelReplay, type PredictedNumber, unseenQueue, type VirtualQueueReport } from './contract.ts';
import { addedBus } from './drawn-bus.ts';
import { type JudgeOptions, judgeVirtualQueue } from './judge-virtual-queue.ts';
import { conditionText } from './verdict-words.ts';

export const unknownAnswer = (query: Query, why: string): CheckedQuery =>
  checkedAnswer(query, { kind: 'unknown', why });

/** Those that the measurement does not tell, with the verdict on their queue, which is made once for all of them. */
export async function judgedQueries(
  measurement: ReducedMeasurement,
  drawing: MeasuredGraph,
  checked: readonly CheckedQuery[],
  trace: TraceFile | undefined,
  options: JudgeOptions = {},
): Promise<readonly CheckedQuery[]> {
  const reports = new Map<string, VirtualQueueReport>();
  const queueOf = (one: CheckedQuery): string | undefined => unseenQueue(measurement, one);
  for (const one of checked) {
    const queue = queueOf(one);
    if (queue === undefined || reports.has(queue)) continue;
    const percentiles = checked.flatMap((other) =>
      queueOf(other) === queue && other.query.percentile !== undefined ? [other.query.percentile] : [],
    );
    const channel = addedBus(drawing, measurement, queue);
    const question = {
      ...{ queue, ...(channel && { channel }), ...(trace && { trace }) },
      ...(percentiles.length > 0 && { percentiles: [...new Set(percentiles)].sort((a, b) => a - b) }),
    };
    reports.set(queue, await judgeVirtualQueue(measurement, question, options));
  }
  return checked.map((one) => {
    const queue = queueOf(one);
    return queue === undefined ? one : checkedJudgement(one.query, reports.get(queue)!);
  });
}

/** By what the file shows of both ends, else by the replays, where these are to be believed. */
export function checkedJudgement(query: Query, report: VirtualQueueReport): CheckedQuery {
  if (report.kind === 'refused') return unknownAnswer(query, report.reason);
  const { aggregation, metric, percentile, to, frame } = query;
  const { truth, trueLatency, replays, isAligned = false } = report;
  const deciding = replays.at(-1)!;
  const { latency, parts } = deciding;
  const isMean = aggregation === 'mean';
  const isAsked = to === undefined && (frame === undefined || frame === 'all');
  const ofPercentile = <Of extends { percentage: number }>(all: readonly Of[]): Of | undefined =>
    aggregation === 'percentile' ? all.find(({ percentage }) => percentage === percentile) : undefined;
  if (isAsked && metric === 'latency') {
    const seen = isMean ? trueLatency?.mean : ofPercentile(trueLatency?.percentiles ?? [])?.value;
    const predicted = isMean ? latency : ofPercentile(latency.percentiles);
    if (predicted) return checkedReplay(query, { seen, isAligned, predicted, deciding });
  }
  if (isAsked && metric === 'occupancy' && isMean)
    return checkedReplay(query, { seen: truth?.whole?.mean, isAligned, predicted: parts.whole!, deciding });
  return unknownAnswer(
    query,
    `of virtual queue ${report.queue} the mean occupancy, and mean and percentiles of the latency, are told for the whole run`,
  );
}

function checkedReplay(
  query: Query,
  {
    seen,
    isAligned,
    predicted,
    deciding: { verdict, openBetween },
  }: {
    readonly seen: number | undefined;
    readonly isAligned: boolean;
    readonly predicted: PredictedNumber;
    readonly deciding: ModelReplay;
  },
): CheckedQuery {
  const more = openBetween ? (query.metric === 'latency' ? openBetween.time : openBetween.elements) : 0;
  const condition = conditionText(openBetween);
  if (seen !== undefined) {
    const isOpen = isAligned && more !== 0;
    const [above, told] = isOpen ? [more, condition] : [0, ''];
    const text = formatQuantity(seen, queryDimension(query.metric), { digits: 4 });
    const checked = checkedSpan(query, {
      ...{ value: seen, span: [seen + Math.min(0, above), seen + Math.max(0, above)] },
      ...(isOpen && { why: `it is ${text}${told}` }),
    });
    const decided = checked.outcome === 'unknown' ? '' : told;
    return { ...checked, sentence: `${checked.sentence}${decided}, from the events of both ends` };
  }
  const { mean, low, high } = predicted;
  const span = [low + Math.min(0, more), high + Math.max(0, more)] as const;
  const told = `${spanText(query, [low, high])}${condition}`;
  const checked = checkedSpan(query, {
    ...{ value: mean, span },
    ...(openBetween && { why: `it is ${told}` }),
  });
  const after = { asked: ` (${told})`, unknown: '', holds: condition, fails: condition }[checked.outcome];
  const words = `${checked.sentence}${after}, replayed (${verdict.outcome})`;
  const isBelieved = verdict.outcome === 'consistent' || verdict.outcome === 'negligible';
  return isBelieved
    ? { ...checked, sentence: words }
    : { ...unknownAnswer(query, words), answer: checked.answer };
}

/** A number, and between what it lies where that is open. */
export interface Known {
  readonly value: number;
  readonly span?: readonly [low: number, high: number];
  /** Said where that does not decide. */
  readonly why?: string;
}

export function checkedSpan(query: Query, { value, span = [value, value], why }: Known): CheckedQuery {
  const [middle, low, high] = [value, ...span].map((number) =>
    checkedAnswer(query, { kind: 'value', value: number }),
  );
  if (low!.outcome === high!.outcome && low!.outcome === middle!.outcome) return middle!;
  const open = why ?? `it is ${spanText(query, span)}, which does not decide it`;
  return { ...unknownAnswer(query, open), answer: middle!.answer };
}

const spanText = ({ metric }: Query, span: readonly [low: number, high: number]): string =>
  formatInterval(span, (number) => formatQuantity(number, queryDimension(metric), { digits: 4 }));
