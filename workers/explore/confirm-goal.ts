/**
 * What decides a goal, simulated where the method only approximates it: the design that was found and those beside it.
 * Each measure of a constraint is simulated at the design that is best by the method; by as much as simulation and method differ there,
 * the method is taken to be off near it as well, and the best design is sought again, until it stays. So a search costs a
 * handful of simulations, and what it ends with was simulated itself.
 * What the inputs leave open is not simulated: no method makes it sure. Neither is what a run sees too seldom to tell.
 * Source: correction of a quick model by a dear one at the last design: R. Haftka 1991, AIAA Journal 29(5), 709-717 ("combining
 * global and local approximations"); J. Bandler et al. 1994, IEEE Trans. Microwave Theory Tech. 42(12), 2536-2544 (space mapping).
 */
import { leastKnown, type Ranked } from '../../core/measures/best-known.ts';
import type { Constraint } from '../../core/study/study.ts';
import { bestDesign, mayBeSimulated } from './best-known-design.ts';
import type { DesignAnswer } from './evaluate-design.ts';
import { isMet, type Look } from './goal-look.ts';
import type { GoalQuestion } from './goal-question.ts';
import type { Sought } from './seek-one.ts';

/** What is known at the end of a search. */
export interface Confirmed extends Sought {
  /** At the design that is shown: what the method says, with its spans. */
  readonly solved: DesignAnswer | undefined;
  /** How the measures of the constraints are known there, the least of all. */
  readonly known: Ranked;
  readonly simulations: number;
}

/** Times that the design is simulated and sought again, at most. */
const MOST_ROUNDS = 5;
/** Neighbours that are simulated, at most. */
const MOST_BESIDE = 6;

export function confirmed(
  question: GoalQuestion,
  sought: Sought,
  seek: (question: GoalQuestion) => Sought,
): Confirmed {
  if (question.isSimulated) return { ...sought, solved: undefined, known: 'simulated', simulations: 0 };
  const designs = new Designs(question);
  let at = sought;
  const first = designs.at(shownOf(at));
  if (!question.maySimulate || !designs.isOpenToSimulation(first))
    return { ...at, solved: first.solved, known: first.known, simulations: designs.simulated };
  const seen: Design[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const design = designs.at(shownOf(at));
    if (seen.some((before) => before === design || (before.look.holds && isNear(question, before, design))))
      break;
    if (!designs.simulate(design)) break;
    seen.push(design);
    const failed = seen.filter(({ look }) => !look.holds).length;
    at = seek(question.scaled(designs.factorsAt(design, NEAR * Math.max(0, failed - 1))));
  }
  const end = bestOf(question, seen, designs.at(shownOf(at)));
  if (!end) return { ...sought, solved: first.solved, known: first.known, simulations: designs.simulated };
  return beside(question, designs, at, end);
}

/** Numbers that are not whole are not told apart more finely than a simulation does. */
const isNear = ({ isParameter, handles: [handle] }: GoalQuestion, one: Design, other: Design): boolean => {
  if (one === other) return true;
  const { parameter } = handle!;
  if (!isParameter || parameter.kind !== 'number' || parameter.domain.integer) return false;
  const [a, b] = [one.design[0]!, other.design[0]!];
  return Math.abs(a - b) <= NEAR * Math.max(Math.abs(a), Math.abs(b));
};

const NEAR = 1e-3;

const shownOf = ({ best, nearest }: Sought): readonly number[] => (best ?? nearest).design;

/** A design that decides. */
interface Design {
  readonly design: readonly number[];
  readonly solved: DesignAnswer;
  /** The best that is known; simulated where that is better. */
  answer: DesignAnswer;
  look: Look;
  known: Ranked;
  isSimulated: boolean;
}

class Designs {
  simulated = 0;
  readonly #question: GoalQuestion;
  readonly #known = new Map<string, Design>();

  constructor(question: GoalQuestion) {
    this.#question = question;
  }

  at(design: readonly number[]): Design {
    const key = design.join(' ');
    const before = this.#known.get(key);
    if (before) return before;
    const solved = this.#question.solve(design);
    const made: Design = {
      ...{ design, solved, answer: solved, isSimulated: false },
      look: this.#question.judge(design, solved),
      known: leastOf(this.#question, solved.known),
    };
    this.#known.set(key, made);
    return made;
  }

  /** Something that a constraint asks for is approximate, and the inputs do not leave it open. */
  isOpenToSimulation({ solved }: Design): boolean {
    return constraintsOf(this.#question).some((i) => mayBeSimulated(solved, i));
  }

  /** Whether a run tells every approximate measure of a constraint. */
  simulate(design: Design): boolean {
    if (design.isSimulated) return true;
    if (!this.isOpenToSimulation(design)) return false;
    const { solved } = design;
    const run = this.#question.simulate(design.design);
    this.simulated += 1;
    const { values, halfWidths, known, untold } = bestDesign(this.#question.sources, solved, run);
    if (constraintsOf(this.#question).some((i) => untold[i])) return false;
    design.answer = { ...solved, values, halfWidths };
    design.look = this.#question.judge(design.design, design.answer);
    design.known = leastOf(this.#question, known);
    design.isSimulated = true;
    return true;
  }

  /**
   * By how much what is known differs from the method, at the end of the interval that is worse, and a share to spare: two runs
   * differ by chance, and a search that always asks for the very edge may fail at it again and again.
   */
  factorsAt({ solved, answer }: Design, spare: number): readonly number[] {
    const { goal } = this.#question;
    const [first = 0] = constraintsOf(this.#question);
    return solved.values.map((value, i) => {
      const mean = answer.values[i];
      if (!value || mean === undefined) return 1;
      const constraint = goal.subjectTo[i - first];
      const half = answer.halfWidths?.[i] ?? 0;
      return (constraint ? worseEnd(constraint, mean, half + spare * Math.abs(mean)) : mean) / value;
    });
  }
}

const worseEnd = ({ is }: Constraint, mean: number, half: number): number =>
  is.startsWith('<') ? mean + half : mean - half;

/** Places of the constraints among an answer's values. */
const constraintsOf = ({ goal, isParameter }: GoalQuestion): readonly number[] =>
  goal.subjectTo.map((_, i) => i + (isParameter ? 0 : 1));

const leastOf = (question: GoalQuestion, ranks: readonly (Ranked | undefined)[] = []): Ranked =>
  leastKnown(constraintsOf(question).map((i) => ranks[i] ?? 'approximate'));

/** The last one where it was simulated and holds, else the best of those that were simulated and hold, else the last that was simulated. */
function bestOf({ goal }: GoalQuestion, seen: readonly Design[], last: Design): Design | undefined {
  if (seen.includes(last) && last.look.holds) return last;
  const sign = goal.find === 'least' ? 1 : -1;
  const holding = seen.filter(({ look }) => look.holds && look.value !== undefined);
  return holding.sort((a, b) => sign * (a.look.value! - b.look.value!))[0] ?? seen.at(-1);
}

/** With the neighbours simulated: one that holds as well is taken in its place, and of one parameter those behind it looked at. */
function beside(question: GoalQuestion, designs: Designs, at: Sought, end: Design): Confirmed {
  let [best, isAgreed] = [end, same(shownOf(at), end.design)];
  let around: Sought['neighbours'] = isAgreed ? at.neighbours : [];
  for (let step = 0; step < MOST_BESIDE; step++) {
    around = around.map((each, i) => (i < MOST_BESIDE && each.look ? simulatedLook(designs, each) : each));
    const better = around.find(({ look, design }) => look?.holds && designs.at(design).isSimulated);
    if (!better?.look) break;
    const next = nextOn(question, best.design, better.design);
    best = designs.at(better.design);
    isAgreed &&= next !== undefined;
    around = next ? [{ design: next, look: question.look(next) }] : [];
  }
  const { look, solved, known } = best;
  const isSure =
    isAgreed && look.holds && around.every((each) => !each.look || failsSurely(question, each.look));
  return {
    ...at,
    best: look.holds ? look : undefined,
    nearest: look,
    neighbours: around,
    proven: at.proven && isSure,
    ...{ solved, known, simulations: designs.simulated },
  };
}

type Neighbour = Sought['neighbours'][number];

function simulatedLook(designs: Designs, neighbour: Neighbour): Neighbour {
  const design = designs.at(neighbour.design);
  return designs.simulate(design) ? { design: design.design, look: design.look } : neighbour;
}

const same = (one: readonly number[], other: readonly number[]): boolean => one.join(' ') === other.join(' ');

/** One step more in the same direction; undefined of several parameters, and outside the range. */
function nextOn(
  { isParameter, ranges: [range] }: GoalQuestion,
  [from = 0]: readonly number[],
  [to = 0]: readonly number[],
): readonly number[] | undefined {
  const next = 2 * to - from;
  return isParameter && range && next >= range.from && next <= range.to ? [next] : undefined;
}

/** Some constraint fails over the whole interval, or the design has no steady state. */
const failsSurely = ({ goal }: GoalQuestion, { measures, halfWidths }: Look): boolean =>
  goal.subjectTo.some((constraint, i) => {
    const found = measures[i];
    return found === undefined || !isMet(constraint, found, -(halfWidths[i] ?? 0));
  });
