/** Whether a measurement fulfils what a query requires: it holds, it fails (where, and by what value), or cannot be told (why). */

import type { Query, Requirement } from '../../../core/measurement/query.ts';
import { queryDimension } from '../../../core/measurement/query-text.ts';
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { ReducedMeasurement } from '../contract.ts';
import type { CheckedQuery, QueryAnswer } from './contract.ts';
import { evaluateQuery } from './evaluate-query.ts';
import type { MeasuredPlaces } from './measured-places.ts';

/** Equal to rounding. */
const EQUAL = 1e-9;

export function checkQuery(reduced: ReducedMeasurement, places: MeasuredPlaces, query: Query): CheckedQuery {
  const answer = evaluateQuery(reduced, places, query);
  return { query, answer, ...judge(query, answer) };
}

type Judgement = Pick<CheckedQuery, 'outcome' | 'frame' | 'sentence'>;

function judge(query: Query, answer: QueryAnswer): Judgement {
  const text = (value: number): string => formatQuantity(value, queryDimension(query.metric), { digits: 4 });
  switch (answer.kind) {
    case 'unknown':
      return { outcome: 'unknown', sentence: answer.why };
    case 'histogram':
      return { outcome: 'asked', sentence: histogramWords(answer.histograms.length) };
    case 'value':
      return judgeValue(query.require, answer, text);
    case 'frames':
      return judgeFrames(query.require, answer, text);
  }
}

const histogramWords = (count: number): string =>
  count === 1 ? 'a histogram' : `histograms of ${count} frames`;
const BOUND_WORDS = { atMost: 'at most ', atLeast: 'at least ' } as const;

function judgeValue(
  required: Requirement | undefined,
  { value, bound }: Extract<QueryAnswer, { kind: 'value' }>,
  text: (value: number) => string,
): Judgement {
  const sentence = `${bound ? BOUND_WORDS[bound] : ''}${text(value)}`;
  if (!required) return { outcome: 'asked', sentence };
  const outcome = outcomeOf(required, value, bound);
  const why = outcome === 'unknown' ? `it is ${sentence}, which does not decide it` : sentence;
  return { outcome, sentence: why };
}

function judgeFrames(
  required: Requirement | undefined,
  { values, bound }: Extract<QueryAnswer, { kind: 'frames' }>,
  text: (value: number) => string,
): Judgement {
  const known = [...values.keys()].filter((frame) => !Number.isNaN(values[frame]!));
  const ordered = known.sort((a, b) => values[a]! - values[b]!);
  const [lowest, highest] = [values[ordered[0]!]!, values[ordered.at(-1)!]!];
  const range = `${bound ? BOUND_WORDS[bound] : ''}${text(lowest)} to ${text(highest)} in ${known.length} frames`;
  if (!required) return { outcome: 'asked', sentence: range };
  const outcomes = known.map((frame) => ({ frame, outcome: outcomeOf(required, values[frame]!, bound) }));
  const failed = outcomes.filter(({ outcome }) => outcome === 'fails').map(({ frame }) => frame);
  if (failed.length > 0) {
    const worst = worstOf(failed, values, required);
    const count = `${failed.length} of ${known.length} frames`;
    return {
      outcome: 'fails',
      frame: worst,
      sentence: `${text(values[worst]!)} in frame ${worst}; it fails in ${count}`,
    };
  }
  if (outcomes.some(({ outcome }) => outcome === 'unknown'))
    return { outcome: 'unknown', sentence: `it is ${range}, which does not decide it` };
  return { outcome: 'holds', sentence: range };
}

/** A bound decides only what it is on the right side of. */
function outcomeOf({ is, value: limit }: Requirement, value: number, bound?: 'atMost' | 'atLeast') {
  const fulfilled = holds(is, value, limit);
  if (bound === undefined) return fulfilled ? 'holds' : 'fails';
  const wantsLess = is === '<' || is === '<=';
  const wantsMore = is === '>' || is === '>=';
  if (fulfilled && (bound === 'atMost' ? wantsLess : wantsMore)) return 'holds';
  if (!fulfilled && (bound === 'atMost' ? wantsMore : wantsLess)) return 'fails';
  return 'unknown';
}

function holds(is: Requirement['is'], value: number, limit: number): boolean {
  switch (is) {
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
    case '=':
      return Math.abs(value - limit) <= EQUAL * Math.max(Math.abs(value), Math.abs(limit));
  }
}

/** The one farthest from the limit. */
function worstOf(frames: readonly number[], values: Float64Array, { value: limit }: Requirement): number {
  return frames.reduce((worst, frame) =>
    Math.abs(values[frame]! - limit) > Math.abs(values[worst]! - limit) ? frame : worst,
  );
}
