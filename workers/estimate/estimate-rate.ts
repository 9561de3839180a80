/** Everything that the samples of one end of a queue say about the rate of the server there. */
import { assertUnreachable } from '../../core/base/assert.ts';
import { estimateBusyTime } from './busy-time.ts';
import { estimateCensored } from './censored.ts';
import { between, exposureAt, hasBlockedTimes, medianOf, sum, usableCounts } from './columns.ts';
import type { RateColumns, RateMethod, RateOutcome, RatePhase, RateReport } from './contract.ts';
import { RATE_METHODS } from './contract.ts';
import { findPhases } from './phases.ts';
import { estimatePublished, publishedBias } from './published.ts';
import { estimateMedian, estimateRobust } from './robust.ts';

/** Below this share of usable periods the robust centres and the published method are far too low. */
const FEW_USABLE = 0.3;
/** Above this share the bias of the censored likelihood is small. */
const MOSTLY_USABLE = 0.9;
/** Periods may begin before the one before them ends by this share of their length: two clocks. */
const OVERLAP_SLACK = 0.01;
/** An interval wider than this share of the rate is worth a word. */
const WIDE = 0.2;

export function estimateBy(method: RateMethod, columns: RateColumns): RateOutcome {
  switch (method) {
    case 'busy-time':
      return estimateBusyTime(columns);
    case 'censored':
      return estimateCensored(columns);
    case 'robust':
      return estimateRobust(columns);
    case 'median':
      return estimateMedian(columns);
    case 'published':
      return estimatePublished(columns).outcome;
    default:
      return assertUnreachable(method);
  }
}

/** Without `wanted` by the busy time where blocked times were measured, and else by the censored likelihood. */
export function estimateRate(columns: RateColumns, wanted?: RateMethod): RateReport {
  const known = hasBlockedTimes(columns);
  const method = wanted ?? (known ? 'busy-time' : 'censored');
  const { outcome: published, convergences } = estimatePublished(columns);
  const all = RATE_METHODS.map((name) => (name === 'published' ? published : estimateBy(name, columns)));
  const chosen = all.find((outcome) => outcome.method === method)!;
  const time = sum(columns.period);
  const phases = phasesOf(columns, method, chosen);
  return {
    periods: columns.count.length,
    period: medianOf(columns.period),
    blockedShare: sum(columns.blocked) / columns.count.length,
    ...(known && { busyShare: sum(columns.period.map((_, i) => exposureAt(columns, i))) / time }),
    throughput: sum(columns.count) / time,
    chosen,
    all,
    phases,
    convergences,
    warnings: warningsOf(columns, { chosen, phases }),
  };
}

/** Each by the chosen method; a stretch in which it gives no rate is left out. */
function phasesOf(columns: RateColumns, method: RateMethod, whole: RateOutcome): readonly RatePhase[] {
  if ('refused' in whole) return [];
  const edges = findPhases(columns);
  const alone = edges.length === 2;
  return edges.slice(1).flatMap((end, phase) => {
    const part = between(columns, edges[phase]!, end);
    const outcome = alone ? whole : estimateBy(method, part);
    if ('refused' in outcome) return [];
    return [{ ...outcome, from: part.time[0]! - part.period[0]!, to: part.time.at(-1)! }];
  });
}

function warningsOf(
  columns: RateColumns,
  { chosen, phases }: Pick<RateReport, 'chosen' | 'phases'>,
): readonly string[] {
  if ('refused' in chosen) return [];
  const warnings: string[] = [];
  const usable = usableCounts(columns).count.length / columns.count.length;
  const onlyUsable = ['robust', 'median', 'published'].includes(chosen.method);
  if (onlyUsable && usable < FEW_USABLE)
    warnings.push(
      `only ${percent(usable)} of the periods are without blocking: they are the ones with slow service, so that the rate is too low; use busy-time or censored`,
    );
  const isBracket = chosen.method === 'censored' && !columns.waiting && usable < MOSTLY_USABLE;
  if (isBracket)
    warnings.push(
      'the censored likelihood is too high where many periods are blocked, and the more so the more services vary; its interval reaches down to the rate of the periods without blocking, which is too low; record blockedFor and use busy-time',
    );
  if (chosen.provisional) warnings.push('the published method did not converge; its rate is provisional');
  if (chosen.method === 'published') warnings.push(...biasOf(columns, chosen.rate));
  if (phases.length > 1)
    warnings.push(
      `the rate changed ${phases.length === 2 ? 'once' : `${phases.length - 1} times`}; one rate for the whole is a mean over its phases`,
    );
  const overlaps = overlapping(columns);
  if (overlaps > 0)
    warnings.push(
      `${overlaps} of the ${columns.time.length} periods begin before the one before them ends: are several runs or threads in one table? Phases mean nothing then`,
    );
  const { low, high, rate } = chosen;
  if (!isBracket && low !== undefined && high !== undefined && high - low > WIDE * rate)
    warnings.push('few items: the interval is wide');
  return warnings;
}

/** Periods that share time with the one before them, which one monitor cannot see. */
const overlapping = ({ time, period }: RateColumns): number =>
  time.reduce(
    (count, end, i) =>
      i > 0 && end - period[i]! < time[i - 1]! - OVERLAP_SLACK * period[i]! ? count + 1 : count,
    0,
  );

/** How far q-bar lies above the mean for exponential service: a 95 % quantile of filtered counts, expected and measured. */
function biasOf(columns: RateColumns, rate: number): readonly string[] {
  const bias = publishedBias(rate * medianOf(columns.period)) - 1;
  if (bias < 0.02) return [];
  return [
    `the published method takes a 95 % quantile of counts: were service exponential, it would be ${percent(bias)} too high with periods of this length`,
  ];
}

const percent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`;
