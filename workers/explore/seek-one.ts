/**
 * The least or largest value of one parameter for which all constraints hold: probes over the whole range, then
 * bisection between two that differ. That is right where the values that hold are neighbours, which every value that was
 * looked at must agree with; the certificate is the next value, which fails. Few whole numbers are all looked at.
 */
import type { GoalQuestion, Look } from './goal-question.ts';

export interface Sought {
  readonly best: Look | undefined;
  /** Where nothing holds: the nearest miss. */
  readonly nearest: Look;
  readonly method: 'bisection' | 'exhaustive' | 'search';
  readonly proven: boolean;
  readonly neighbours: readonly { readonly look?: Look; readonly design: readonly number[] }[];
  readonly remark?: string;
}

/** Whole numbers are all looked at up to here. */
const FEW = 64;
const PROBES = 33;
/** Of values that are no whole numbers. */
const PRECISION = 1e-12;

export function seekOne({ goal, handles, ranges, look }: GoalQuestion): Sought {
  const [{ from, to }] = ranges as [{ from: number; to: number }];
  const { parameter } = handles[0]!;
  const isWhole = parameter.kind === 'number' && parameter.domain.integer === true;
  const isLeast = goal.find === 'least';
  const values = probes({ from, to, isWhole });
  const looked = values.map((value) => look([value]));
  const inOrder = isLeast ? looked : looked.toReversed();
  const at = inOrder.findIndex(({ holds }) => holds);
  if (at < 0) {
    const isAll = isWhole && to - from < FEW;
    const remark = isAll ? undefined : `Nothing holds at ${looked.length} values over the whole range.`;
    return {
      best: undefined,
      nearest: nearestOf(looked),
      method: isAll ? 'exhaustive' : 'bisection',
      proven: isAll,
      neighbours: [],
      ...(remark !== undefined && { remark }),
    };
  }
  let best = inOrder[at]!;
  let worse = inOrder[at - 1];
  while (worse && isApart(best, worse, isWhole)) {
    const middle = look([middleOf(best.design[0]!, worse.design[0]!, isWhole)]);
    looked.push(middle);
    if (middle.holds) best = middle;
    else worse = middle;
  }
  const agrees = isOneInterval(looked);
  const step = isLeast ? -1 : 1;
  return {
    best,
    nearest: best,
    method: isWhole && to - from < FEW ? 'exhaustive' : 'bisection',
    proven: agrees || (isWhole && to - from < FEW),
    neighbours: [
      worse ? { look: worse, design: worse.design } : { design: [best.design[0]! + (isWhole ? step : 0)] },
    ],
    ...(!agrees && {
      remark: 'The constraints hold in several separate ranges; this is the first that was found.',
    }),
  };
}

interface ProbeRange {
  readonly from: number;
  readonly to: number;
  readonly isWhole: boolean;
}

/** All of few whole numbers; else some over the range, by equal ratios where it is wide. */
function probes({ from, to, isWhole }: ProbeRange): readonly number[] {
  if (isWhole && to - from < FEW) return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const isWide = from > 0 && to / from > 100;
  const values = Array.from({ length: PROBES }, (_, i) => {
    const share = i / (PROBES - 1);
    const value = share === 1 ? to : isWide ? from * (to / from) ** share : from + share * (to - from);
    return isWhole ? Math.round(value) : value;
  });
  return [...new Set(values)];
}

const isApart = ({ design: [a] }: Look, { design: [b] }: Look, isWhole: boolean): boolean =>
  Math.abs(a! - b!) > (isWhole ? 1 : PRECISION * Math.max(Math.abs(a!), Math.abs(b!)));

function middleOf(a: number, b: number, isWhole: boolean): number {
  const middle = a > 0 && b > 0 && Math.max(a / b, b / a) > 4 ? Math.sqrt(a * b) : (a + b) / 2;
  return isWhole ? Math.round(middle) : middle;
}

/** In the order of their values, those that hold are neighbours. */
function isOneInterval(looked: readonly Look[]): boolean {
  const inOrder = [...looked].sort((a, b) => a.design[0]! - b.design[0]!);
  const changes = inOrder.filter(({ holds }, i) => holds && !inOrder[i - 1]?.holds).length;
  return changes <= 1;
}

export const nearestOf = (looked: readonly Look[]): Look =>
  looked.reduce((near, each) => (each.miss < near.miss ? each : near));
