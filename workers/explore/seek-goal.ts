/**
 * Answers a goal of a study: the design that is sought, and the certificate that the designs beside it fail. Integers and
 * monotone constraints need no optimiser of a library: those for continuous variables do not apply, and one parameter is
 * bisected.
 */
import { isStage } from '../../core/scenario/scenario.ts';
import type { Goal, Study } from '../../core/study/study.ts';
import { type Confirmed, confirmed } from './confirm-goal.ts';
import type { GoalAnswer, GoalNeighbour, GoalProgress, StudyFaults } from './contract.ts';
import { designMeasure } from './design-measures.ts';
import { scenarioWith } from './evaluate-design.ts';
import { isMet } from './goal-look.ts';
import { designOf, type GoalQuestion, goalQuestion, type OnLook } from './goal-question.ts';
import { seekMany } from './seek-many.ts';
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
