/**
 * Answers a goal of a study: the design that is sought, and the certificate that the designs beside it fail. Integers and
 * monotone constraints need no optimiser of a library: those for continuous variables do not apply, and one parameter is
 * bisected.
 */

import { log2, powerOfTwo } from '../../core/numeric/elementary.ts';
import { isStage } from '../../core/scenario/scenario.ts';
import type { Goal, Study } from '../../core/study/study.ts';
import { type Confirmed, confirmed } from './confirm-goal.ts';
import type { GoalAnswer, GoalNeighbour, GoalProgress, StudyFaults } from './contract.ts';
import { designMeasure } from './design-measures.ts';
import { scenarioWith } from './evaluate-design.ts';
import { isMet, type Look, nearestOf } from './goal-look.ts';
import { designOf, type GoalQuestion, goalQuestion, type OnLook } from './goal-question.ts';
import { seekIncreasing } from './seek-increasing.ts';
import { type Sought, seekOne } from './seek-one.ts';
import { settingsOf } from './study-plan.ts';

/** ms from one telling of the progress to the next. */
const TELL_EVERY = 100;

/** `onProgress`: told before a design is answered, at most ten times a second. */
export function seekGoal(
  study: Study,
  goal: Goal,
  onProgress?: (progress: GoalProgress) => void,
): GoalAnswer | StudyFaults {
  const question = goalQuestion(study, goal, onProgress && nowAndThen(onProgress));
  if (!('goal' in question)) return { kind: 'faults', faults: question };
  if (question.isParameter) return answered(question, confirmed(question, seekOne(question), seekOne));
  const priceOf = pricesOf(study, question);
  const fault = priceOf && withoutPrice(study, goal, priceOf(question.ranges.map(({ to }) => to)));
  if (fault !== undefined) return { kind: 'faults', faults: [fault] };
  const seek = (asked: GoalQuestion): Sought => seekMany(asked, priceOf);
  return answered(question, confirmed(question, seek(question), seek));
}

function nowAndThen(tell: (progress: GoalProgress) => void): OnLook {
  let told = Number.NEGATIVE_INFINITY;
  return (design, looks) => {
    const now = performance.now();
    if (now - told < TELL_EVERY) return;
    told = now;
    tell({ looks, design });
  };
}

/** What the design costs, or has of places or servers: known without solving it. */
function pricesOf({ scenario, costs }: Study, { goal, handles }: GoalQuestion) {
  const { of } = goal;
  if (of !== 'buffer' && of !== 'servers' && of !== 'cost') return undefined;
  return (design: readonly number[]): number => {
    const changed = scenarioWith(scenario, settingsOf(handles, design));
    const price = typeof changed === 'string' ? undefined : designMeasure(changed, of, costs);
    return price ?? Number.POSITIVE_INFINITY;
  };
}

/** Places without end have no number, and no price. */
function withoutPrice({ scenario }: Study, { of }: Goal, price: number): string | undefined {
  if (Number.isFinite(price)) return undefined;
  const endless = scenario.nodes.filter(isStage).filter(({ capacity }) => capacity === undefined);
  const names = endless.map(({ id }) => id).join(', ');
  return `There is no ${of === 'cost' ? 'cost' : 'number of slots'} while a queue has no bound: give ${names} a capacity.`;
}

function answered(
  question: GoalQuestion,
  { best, nearest, method, proven, neighbours, remark, solved, known, simulations }: Confirmed,
): GoalAnswer {
  const { goal, handles, ranges, isParameter } = question;
  const remarks = [question.remark, best?.reason, remark, whyFails(neighbours)].filter(
    (each) => each !== undefined,
  );
  const shown = best ?? nearest;
  const valuesOf = (design: readonly number[]) => designOf(handles, design);
  const value = isParameter ? shown.design[0] : shown.value;
  const skip = isParameter ? 0 : 1;
  const open = goal.subjectTo.map((_, i) => solved?.open?.[i + skip]);
  const formulas = goal.subjectTo.map((_, i) => solved?.values[i + skip]);
  const hangs = goal.subjectTo.some((constraint, i) => {
    const span = open[i];
    return span !== undefined && isMet(constraint, span[0]) !== isMet(constraint, span[1]);
  });
  return {
    kind: 'goal',
    goal,
    found: best !== undefined,
    design: valuesOf(shown.design),
    ...(value !== undefined && { value }),
    measures: shown.measures,
    known,
    ...(shown.halfWidths.some((each) => each !== undefined) && { halfWidths: shown.halfWidths }),
    ...(simulations > 0 && { solved: formulas, simulations }),
    largest: shown.largest,
    method,
    proven: proven && !hangs,
    ...(open.some((span) => span !== undefined) && { open }),
    ...(hangs && { hangs }),
    neighbours: neighbours.map(({ look, design }): GoalNeighbour => {
      const isOutside = design.some((each, i) => each < ranges[i]!.from || each > ranges[i]!.to);
      return {
        design: valuesOf(design),
        ...(look?.value !== undefined && { value: look.value }),
        ...(look?.fails && { fails: look.fails }),
        ...((!look || isOutside) && { isOutside: true as const }),
      };
    }),
    looks: question.looks(),
    ...(remarks.length > 0 && { remark: remarks.join(' ') }),
  };
}

/** A measure that does not exist there says nothing by itself. */
function whyFails(neighbours: Sought['neighbours']): string | undefined {
  const look = neighbours.find((each) => each.look?.fails && each.look.fails.found === undefined)?.look;
  return look?.reason === undefined ? undefined : `The neighbouring design: ${look.reason}`;
}

/**
 * The best value of a measure over several whole-number parameters under constraints. Where there are few designs, all
 * are looked at; where what is sought is known without an answer (places, servers, cost), in its order, so that the first
 * that holds is the best. Where there are many and more of a parameter never hurts, `seek-increasing.ts` leaves most of
 * them out. Else descent from the drawn, the largest and the middle design, one parameter at a time by steps that halve,
 * and by exchanging one of a parameter for one of another; then nothing is proven but that no single step, and no
 * exchange, is better.
 */

/** So few are all looked at; with a price also where it might be done with fewer, because that proves more. */
const FEW = 1_000;
/** All looked at where nothing better is known, and put into order by their price. */
const MOST_LOOKED = 20_000;
const MOST_ORDERED = 200_000;
/** Designs that are simulated. */
const MOST_SIMULATED = 300;

type Design = readonly number[];
type PriceOf = ((design: Design) => number) | undefined;

/** `priceOf`: what is sought of a design, where it is known without an answer. */
function seekMany(question: GoalQuestion, priceOf: PriceOf): Sought {
  const { goal, ranges } = question;
  const size = ranges.reduce((product, { from, to }) => product * Math.max(0, to - from + 1), 1);
  const { isSimulated } = question;
  const sign = goal.find === 'least' ? 1 : -1;
  const most = isSimulated ? MOST_SIMULATED : MOST_LOOKED;
  let start: Look | undefined;
  if (priceOf && goal.find === 'least' && (size > FEW || isSimulated)) {
    const found = seekIncreasing(question, priceOf, most);
    const neighbours = found ? neighboursOf(question, found.best, priceOf) : [];
    if (found?.isAgreed && neighbours.every(({ look }) => !look.holds))
      return increasing(found.best, neighbours);
    start = found?.best;
  }
  if (priceOf && !isSimulated && size <= MOST_ORDERED)
    return inOrder(question, (design) => sign * priceOf(design), priceOf);
  return size <= most ? exhaustive(question, sign) : descent(question, sign, priceOf, start);
}

const increasing = (best: Look, neighbours: Neighbours): Sought => ({
  ...{ best, nearest: best, neighbours, method: 'bisection', proven: true },
  remark: 'Proven if more never hurts, as in every two designs that were looked at.',
});

type Neighbours = readonly { readonly look: Look; readonly design: Design }[];

function inOrder(question: GoalQuestion, costOf: (design: Design) => number, priceOf: PriceOf): Sought {
  const { ranges, look } = question;
  const designs = [...allDesigns(ranges)].map((design) => ({ design, cost: costOf(design) }));
  designs.sort((a, b) => a.cost - b.cost);
  let nearest: Look | undefined;
  for (const { design } of designs) {
    const found = look(design);
    if (found.holds)
      return {
        ...{ best: found, nearest: found, method: 'exhaustive', proven: true },
        neighbours: neighboursOf(question, found, priceOf),
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

/** `known`: a design that holds already. */
function descent(question: GoalQuestion, sign: number, priceOf: PriceOf, known: Look | undefined): Sought {
  const { ranges, handles, look } = question;
  const drawn = handles.map(({ parameter: { value } }, i) => within(Number(value), ranges[i]!));
  const starts = [
    drawn,
    ranges.map(({ to }) => to),
    ranges.map(({ from, to }) => Math.round((from + to) / 2)),
  ];
  const begun = [...starts.map(look), ...(known ? [known] : [])];
  const ends = begun.map((start) => descended(question, start, sign));
  const best = ends.reduce((most, each) => (isNearer(each, most, sign) ? each : most));
  const remark = 'Too many designs to look at all: a search, which may have missed a better one.';
  return {
    best: best.holds ? best : undefined,
    nearest: best,
    method: 'search',
    proven: false,
    neighbours: best.holds ? neighboursOf(question, best, priceOf) : [],
    remark,
  };
}

/** One parameter after the other, by as much as helps, until nothing does. */
function descended({ ranges, look }: GoalQuestion, start: Look, sign: number): Look {
  let best = start;
  let step = Math.max(
    1,
    ...ranges.map(({ from, to }) => powerOfTwo(Math.floor(log2(Math.max(1, (to - from) / 2))))),
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
function neighboursOf({ goal, ranges, look }: GoalQuestion, best: Look, priceOf?: PriceOf): Neighbours {
  const sign = goal.find === 'least' ? 1 : -1;
  return best.design.flatMap((value, i) =>
    [-1, 1].flatMap((by) => {
      const design = best.design.with(i, value + by);
      if (value + by < ranges[i]!.from || value + by > ranges[i]!.to) return [];
      if (priceOf && !(sign * priceOf(design) < sign * priceOf(best.design))) return [];
      const found = look(design);
      const isBetter = priceOf || found.value === undefined || sign * found.value < sign * best.value!;
      return isBetter ? [{ look: found, design }] : [];
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
