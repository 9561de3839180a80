/**
 * The least or largest value of one parameter for which all constraints hold: probes over the whole range, then
 * bisection between two that differ, down to whole numbers or to so many digits. That is right where the values that hold
 * are neighbours, which every value that was looked at must agree with; the certificate is the next value, which fails.
 * Few whole numbers are all looked at.
 */
import { log10, pow, powerOfTen } from '../../core/numeric/elementary.ts';
import { type Look, nearestOf } from './goal-look.ts';
import type { GoalQuestion } from './goal-question.ts';

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
/** Looking closer around the nearest miss, where no probe holds. */
const CLOSER = 24;
/** Digits of values that are no whole numbers: what a person would type. */
const DIGITS = 6;
/** A simulation knows less, and takes longer. */
const SIMULATED = { probes: 9, closer: 6, digits: 3 };

interface Line {
  readonly isWhole: boolean;
  readonly isLeast: boolean;
  readonly from: number;
  readonly to: number;
  readonly digits: number;
  look(value: number): Look;
}

export function seekOne({ goal, handles, ranges, isSimulated, look }: GoalQuestion): Sought {
  const [{ from, to }] = ranges as [{ from: number; to: number }];
  const { parameter } = handles[0]!;
  const looked: Look[] = [];
  const line: Line = {
    ...{ from, to, isLeast: goal.find === 'least', digits: isSimulated ? SIMULATED.digits : DIGITS },
    isWhole: parameter.kind === 'number' && parameter.domain.integer === true,
    look(value) {
      const found = look([value]);
      if (!looked.includes(found)) looked.push(found);
      return found;
    },
  };
  const isAll = line.isWhole && to - from < FEW;
  for (const value of probes(line, isSimulated ? SIMULATED.probes : PROBES)) line.look(value);
  if (!isAll && !looked.some(({ holds }) => holds))
    lookCloser(line, looked, isSimulated ? SIMULATED.closer : CLOSER);
  const inOrder = sorted(looked);
  if (!line.isLeast) inOrder.reverse();
  const at = inOrder.findIndex(({ holds }) => holds);
  if (at < 0) return missed(looked, isAll);
  const before = inOrder[at - 1];
  const pair = before && closedIn(line, { best: inOrder[at]!, worse: before });
  const best = pair?.best ?? inOrder[at]!;
  const isProven = isAll || isOneInterval(looked);
  const step = line.isWhole ? (line.isLeast ? -1 : 1) : 0;
  return {
    best,
    nearest: best,
    method: isAll ? 'exhaustive' : 'bisection',
    proven: isProven,
    neighbours: [
      pair ? { look: pair.worse, design: pair.worse.design } : { design: [numberOf(best) + step] },
    ],
    ...(!isProven && {
      remark:
        'The constraints hold in several separate ranges; there may be a better one between the values that were looked at.',
    }),
  };
}

function missed(looked: readonly Look[], isAll: boolean): Sought {
  const remark = `Nothing holds at ${looked.length} values over the whole range, nor nearer to the one that misses least.`;
  return {
    best: undefined,
    nearest: nearestOf(looked),
    method: isAll ? 'exhaustive' : 'bisection',
    proven: isAll,
    neighbours: [],
    ...(!isAll && { remark }),
  };
}

/** All of few whole numbers; else some over the range, by equal ratios where it is wide. */
function probes({ from, to, isWhole }: Line, count: number): readonly number[] {
  if (isWhole && to - from < FEW) return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const isWide = from > 0 && to / from > 100;
  const values = Array.from({ length: count }, (_, i) => {
    const share = i / (count - 1);
    const value = share === 1 ? to : isWide ? from * pow(to / from, share) : from + share * (to - from);
    return isWhole ? Math.round(value) : value;
  });
  return [...new Set(values)];
}

/** What holds may lie between two probes: on both sides of the nearest miss, nearer and nearer. */
function lookCloser({ look, isWhole }: Line, looked: readonly Look[], times: number): void {
  for (let i = 0; i < times; i++) {
    const nearest = nearestOf(looked);
    if (!Number.isFinite(nearest.miss)) return;
    const inOrder = sorted(looked);
    const at = inOrder.indexOf(nearest);
    const beside = [inOrder[at - 1], inOrder[at + 1]].filter((each) => each !== undefined);
    const middles = beside.map((each) => middleOf(numberOf(each), numberOf(nearest), isWhole));
    const fresh = middles.filter((value) => looked.every((each) => numberOf(each) !== value));
    if (fresh.length === 0 || fresh.map(look).some(({ holds }) => holds)) return;
  }
}

/** What holds, and what is better and fails. */
interface Closing {
  readonly best: Look;
  readonly worse: Look;
}

/** Until both are neighbours: whole numbers, or numbers of so many digits. */
function closedIn(line: Line, pair: Closing): Closing {
  let { best, worse } = pair;
  const isApart = (): boolean => {
    const gap = Math.abs(numberOf(best) - numberOf(worse));
    return line.isWhole ? gap > 1 : gap > stepAt({ best, worse }, line);
  };
  while (isApart()) {
    const middle = line.look(middleOf(numberOf(best), numberOf(worse), line.isWhole));
    if (middle.holds) best = middle;
    else worse = middle;
  }
  return line.isWhole ? { best, worse } : onGrid(line, { best, worse }, stepAt({ best, worse }, line));
}

const numberOf = ({ design }: Look): number => design[0]!;

/** One in the last digit of the larger. */
const stepAt = ({ best, worse }: Closing, { digits }: Line): number =>
  powerOfTen(Math.floor(log10(Math.max(Math.abs(numberOf(best)), Math.abs(numberOf(worse))))) - digits + 1);

/** The last number of so many digits that holds, and the next one, which fails; the pair as it is where that is not so. */
function onGrid({ look, from, to }: Line, pair: Closing, step: number): Closing {
  const exponent = Math.round(log10(step));
  const towards = Math.sign(numberOf(pair.worse) - numberOf(pair.best));
  const at = (k: number): number => Number(`${k}e${exponent}`);
  const first = numberOf(pair.best) / step;
  const k = towards > 0 ? Math.floor(first) : Math.ceil(first);
  // The pair is at most a step apart: one of these is the last before it.
  for (const each of [k, k + towards, k - towards]) {
    if (at(each) < from || at(each) > to) continue;
    const [best, worse] = [look(at(each)), look(at(each + towards))];
    if (best.holds && !worse.holds) return { best, worse };
  }
  return pair;
}

function middleOf(a: number, b: number, isWhole: boolean): number {
  const middle = a > 0 && b > 0 && Math.max(a / b, b / a) > 4 ? Math.sqrt(a * b) : (a + b) / 2;
  return isWhole ? Math.round(middle) : middle;
}

const sorted = (looked: readonly Look[]): Look[] => [...looked].sort((a, b) => numberOf(a) - numberOf(b));

/** In the order of their values, those that hold are neighbours. */
function isOneInterval(looked: readonly Look[]): boolean {
  const inOrder = sorted(looked);
  return inOrder.filter(({ holds }, i) => holds && !inOrder[i - 1]?.holds).length <= 1;
}
