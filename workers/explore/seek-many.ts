/**
 * The best value of a measure over several whole-number parameters under constraints. Where there are few designs, all
 * are looked at; where what is sought is known without an answer (places, servers, cost), in its order, so that the first
 * that holds is the best. Where there are too many: descent from the drawn, the largest and the middle design, one
 * parameter at a time by steps that halve, and by exchanging one of a parameter for one of another; then nothing is
 * proven but that no single step, and no exchange, is better.
 */
import type { GoalQuestion, Look } from './goal-question.ts';
import { nearestOf, type Sought } from './seek-one.ts';

/** Designs that are all put into order by what is known of them, or all looked at. */
const MOST_ORDERED = 200_000;
const MOST_LOOKED = 20_000;

type Design = readonly number[];

/** `priceOf`: what is sought of a design, where it is known without an answer. */
export function seekMany(question: GoalQuestion, priceOf: ((design: Design) => number) | undefined): Sought {
  const { goal, ranges } = question;
  const size = ranges.reduce((product, { from, to }) => product * Math.max(0, to - from + 1), 1);
  const sign = goal.find === 'least' ? 1 : -1;
  if (priceOf && size <= MOST_ORDERED) return inOrder(question, (design) => sign * priceOf(design));
  if (size <= MOST_LOOKED) return exhaustive(question, sign);
  return descent(question, sign);
}

function inOrder({ ranges, look, ...rest }: GoalQuestion, costOf: (design: Design) => number): Sought {
  const designs = [...allDesigns(ranges)].map((design) => ({ design, cost: costOf(design) }));
  designs.sort((a, b) => a.cost - b.cost);
  let nearest: Look | undefined;
  for (const { design } of designs) {
    const found = look(design);
    if (found.holds)
      return {
        best: found,
        nearest: found,
        method: 'exhaustive',
        proven: true,
        neighbours: neighboursOf({ ranges, look, ...rest }, found),
      };
    nearest = nearest && nearest.miss <= found.miss ? nearest : found;
  }
  return { best: undefined, nearest: nearest!, method: 'exhaustive', proven: true, neighbours: [] };
}

function exhaustive(question: GoalQuestion, sign: number): Sought {
  const looked = [...allDesigns(question.ranges)].map((design) => question.look(design));
  const best = looked.reduce<Look | undefined>(
    (most, each) => (isBetter(each, most, sign) ? each : most),
    undefined,
  );
  const neighbours = best ? neighboursOf(question, best) : [];
  return { best, nearest: best ?? nearestOf(looked), method: 'exhaustive', proven: true, neighbours };
}

function descent(question: GoalQuestion, sign: number): Sought {
  const { ranges, handles, look } = question;
  const drawn = handles.map(({ parameter: { value } }, i) => within(Number(value), ranges[i]!));
  const starts = [
    drawn,
    ranges.map(({ to }) => to),
    ranges.map(({ from, to }) => Math.round((from + to) / 2)),
  ];
  const ends = starts.map((start) => descended(question, look(start), sign));
  const best = ends.reduce((most, each) => (isNearer(each, most, sign) ? each : most));
  const remark = 'Too many designs to look at all: a search, which may have missed a better one.';
  return {
    best: best.holds ? best : undefined,
    nearest: best,
    method: 'search',
    proven: false,
    neighbours: best.holds ? neighboursOf(question, best) : [],
    remark,
  };
}

/** One parameter after the other, by as much as helps, until nothing does. */
function descended({ ranges, look }: GoalQuestion, start: Look, sign: number): Look {
  let best = start;
  let step = Math.max(
    1,
    ...ranges.map(({ from, to }) => 2 ** Math.floor(Math.log2(Math.max(1, (to - from) / 2)))),
  );
  for (;;) {
    const before = best;
    for (const design of moves(best.design, ranges, step)) {
      const found = look(design);
      if (isNearer(found, best, sign)) best = found;
    }
    if (best !== before) continue;
    if (step === 1) return best;
    step /= 2;
  }
}

function* moves(design: Design, ranges: GoalQuestion['ranges'], step: number): Generator<Design> {
  for (let i = 0; i < design.length; i++) {
    for (const by of [-step, step]) {
      const value = within(design[i]! + by, ranges[i]!);
      if (value !== design[i]) yield design.with(i, value);
      if (step > 1) continue;
      for (let j = 0; j < design.length; j++) {
        const other = design[j]! - by;
        if (j !== i && value !== design[i] && other >= ranges[j]!.from && other <= ranges[j]!.to)
          yield design.with(i, value).with(j, other);
      }
    }
  }
}

const within = (value: number, { from, to }: { readonly from: number; readonly to: number }): number =>
  Math.min(to, Math.max(from, value));

/** Those that hold before those that do not, the better and the nearer first. */
function isNearer(a: Look, b: Look, sign: number): boolean {
  if (a.holds !== b.holds) return a.holds;
  return a.holds ? isBetter(a, b, sign) : a.miss < b.miss;
}

const isBetter = (a: Look, b: Look | undefined, sign: number): boolean =>
  a.holds && a.value !== undefined && (b?.value === undefined || sign * a.value < sign * b.value);

/** One step in each parameter: the designs that would be better, and what fails there. */
function neighboursOf({ goal, ranges, look }: GoalQuestion, best: Look): Sought['neighbours'] {
  const sign = goal.find === 'least' ? 1 : -1;
  return best.design.flatMap((value, i) =>
    [-1, 1].flatMap((by) => {
      const design = best.design.with(i, value + by);
      if (value + by < ranges[i]!.from || value + by > ranges[i]!.to) return [];
      const found = look(design);
      const isCheaper = found.value === undefined || sign * found.value < sign * best.value!;
      return isCheaper ? [{ look: found, design }] : [];
    }),
  );
}

function* allDesigns(ranges: GoalQuestion['ranges']): Generator<Design> {
  if (ranges.some(({ from, to }) => to < from)) return;
  let design: Design | undefined = ranges.map(({ from }) => from);
  while (design) {
    yield design;
    design = nextDesign(design, ranges);
  }
}

function nextDesign(design: Design, ranges: GoalQuestion['ranges']): Design | undefined {
  const next = [...design];
  for (let i = next.length - 1; i >= 0; i--) {
    if (next[i]! < ranges[i]!.to) {
      next[i]! += 1;
      return next;
    }
    next[i] = ranges[i]!.from;
  }
  return undefined;
}
