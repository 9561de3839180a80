/** Points of a study and answers to its goals as people read them, on the page and on the terminal. */

import type { Ranked } from '../../core/measures/best-known.ts';
import type { Span } from '../../core/measures/measure-rows.ts';
import { TRUST } from '../../core/measures/trust.ts';
import { type Dimension, formatQuantity } from '../../core/quantities/quantity.ts';
import type { Column } from '../../core/quantities/table.ts';
import { blocksSenders } from '../../core/rules/when-full.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { ParameterValue } from '../../core/study/parameter.ts';
import { findParameter } from '../../core/study/parameters.ts';
import type { Constraint, Goal, GoalRange } from '../../core/study/study.ts';
import { findMeasure } from '../../core/study/study-measures.ts';
import type { DesignValue, GoalAnswer, GoalNeighbour, PointStatus, StudyTable } from './contract.ts';

export interface PointColumn {
  /** Path of a parameter, or name of a measure. */
  readonly name: string;
  readonly words: string;
  readonly kind: 'input' | 'measure';
  /** Among those of its kind. */
  readonly place: number;
  readonly dimension: Dimension;
  readonly unit?: string;
  /** Its numbers stand for these. */
  readonly choices?: readonly string[];
  /** What people call the choices. */
  readonly labels?: readonly string[];
}

export function pointColumns({ inputs, measures }: StudyTable): readonly PointColumn[] {
  return [
    ...inputs.map(({ path, dimension = 'number', ...rest }, place) => ({
      ...{ ...rest, name: path, kind: 'input' as const, place, dimension },
    })),
    ...measures.map((measure, place) => ({ ...measure, kind: 'measure' as const, place })),
  ];
}

/** As people read it. */
export function pointText(
  { dimension, unit, choices, labels = choices }: PointColumn,
  value: number,
  digits = 4,
): string {
  return labels ? (labels[value] ?? '–') : withUnit({ dimension, unit }, value, digits);
}

/** Means of counts are written without the name of what is counted, which a table's head has. */
function withUnit(
  { dimension, unit }: { readonly dimension: Dimension; readonly unit?: string | undefined },
  value: number,
  digits: number,
): string {
  const named = dimension === 'rate' || dimension === 'capacity' ? unit : undefined;
  return formatQuantity(value, dimension, { digits, ...(named !== undefined && { unit: named }) });
}

/** With half of its 95 % confidence interval, where that is known. */
export const estimateText = (column: PointColumn, value: number, half: number | undefined): string =>
  half === undefined
    ? pointText(column, value)
    : `${pointText(column, value)} ± ${pointText(column, half, 2)}`;

/** Why a point has no value, in short. */
export const STATUS_WORDS: Readonly<Record<PointStatus, string>> = {
  answer: 'ok',
  unstable: 'no steady state',
  invalid: 'not valid',
  noAnswer: 'refused by the method',
};

/** What the search proves, where it found something that it calls proven, and where it did not; behind the shape of what is known. */
const PROOFS: Readonly<Record<GoalAnswer['method'], readonly [string, string]>> = {
  bisection: [
    'Optimal by bisection: its neighbour fails, and no evaluated design contradicts it',
    'By bisection, without a proof here',
  ],
  exhaustive: ['Optimal: every design that could be better was evaluated', 'Best of the evaluated designs'],
  search: ['By descent from several starts', 'By descent from several starts, without a proof'],
};

/** What the proof rests on. */
const RESTS: Readonly<Record<Exclude<Ranked, 'simulated'>, string>> = {
  exact: '',
  approximate: ', by numbers that are approximate',
  doubtful: ', by numbers that are unreliable',
};

/** What an approximation finds best need not be: nothing is proven by it. */
export const isCertified = ({ proven, known }: GoalAnswer): boolean =>
  proven && (known === 'exact' || known === 'simulated');

function proofText(answer: GoalAnswer): string {
  const { method, proven, known, simulations = 0 } = answer;
  const [optimal, open] = PROOFS[method];
  if (known !== 'simulated')
    return isCertified(answer)
      ? `${TRUST[known].shape} ${optimal}`
      : `${TRUST[known === 'exact' ? 'approximate' : known].shape} ${open}${RESTS[known]}`;
  if (simulations === 0) return `${TRUST.simulated.shape} ${proven ? optimal : open}`;
  const runs = `${simulations.toLocaleString('en')} ${simulations === 1 ? 'deciding design was' : 'deciding designs were'} simulated`;
  return proven
    ? `${TRUST.simulated.shape} ${optimal}; ${runs}`
    : `${TRUST.simulated.shape} Holds in simulation; ${runs}, and one step better cannot be told from it`;
}

const HANGS = '◌ Not certified: the result is sensitive to inputs; it holds for the inputs as typed';

/** Measures of a drawing that its inputs leave open, though each point of a study tells them as one number. */
export const openTexts = (
  scenario: Scenario,
  measures: readonly { readonly name: string }[],
  open: readonly (Span | undefined)[],
): readonly string[] =>
  measures.flatMap(({ name }, i) =>
    open[i]
      ? [
          `Sensitive to inputs, as drawn: ${wordsOf(scenario, name)} = ${spanText(scenario, name, open[i])}; each design shows it for the inputs as typed.`,
        ]
      : [],
  );

/** In place of a number that the inputs leave open. */
const spanText = (scenario: Scenario, measure: string, [low, high]: Span): string =>
  `◌ ${quantityText(scenario, measure, low)} … ${quantityText(scenario, measure, high)}`;

/** What the design that was found reaches, and what that proves: a sentence each. */
export function goalFacts(scenario: Scenario, answer: GoalAnswer): readonly string[] {
  const { goal, largest, looks, remark, open = [], hangs } = answer;
  const at = goal.at ?? [];
  return [
    ...goal.subjectTo.map(
      ({ measure, is, value }, i) =>
        `${wordsOf(scenario, measure)} = ${open[i] ? spanText(scenario, measure, open[i]) : knownText(scenario, answer, i)}${whichText(scenario, largest[i])}, wanted ${is} ${quantityText(scenario, measure, value)}`,
    ),
    ...(at.length > 0 ? [`at ${designText(scenario, at)}`] : []),
    ...(at.some(({ path }) => isInput(scenario, path)) && mayHoldBack(scenario) ? [HELD_BACK] : []),
    ...(hangs ? [HANGS] : []),
    `${proofText(answer)}. ${looks.toLocaleString('en')} evaluations.`,
    ...(remark === undefined ? [] : [remark]),
  ];
}

/** A measure as it is known best, and what the method says where that is another number. */
function knownText(
  scenario: Scenario,
  { goal, measures, halfWidths, solved }: GoalAnswer,
  i: number,
): string {
  const { measure, value } = goal.subjectTo[i]!;
  const text = foundText(scenario, measure, measures[i], value);
  const half = halfWidths?.[i];
  if (half === undefined || solved?.[i] === undefined) return text;
  const write = (number: number, digits: number): string => quantityText(scenario, measure, number, digits);
  return `${text} ± ${write(half, 2)} (${TRUST.simulated.shape} simulated; ${write(solved[i], 4)} analytic)`;
}

const HELD_BACK =
  'A full stage makes its sources wait, so that less than this load may get in: look at the throughput of the design, or ask for it in the goal';

const isInput = ({ nodes }: Scenario, path: string): boolean =>
  path === 'inputs' || nodes.some(({ id, kind }) => kind === 'source' && path.startsWith(`${id}.`));

const mayHoldBack = ({ nodes }: Scenario): boolean =>
  nodes.some((node) => node.kind === 'stage' && blocksSenders(node));

/** The design, behind what is sought where that is a measure. */
export function soughtText(scenario: Scenario, { design, value, goal }: GoalAnswer): string {
  const isMeasure = value !== undefined && !design.some(({ path }) => path === goal.of);
  const sought = isMeasure
    ? `${wordsOf(scenario, goal.of)} = ${quantityText(scenario, goal.of, value)} with `
    : '';
  return `${sought}${designText(scenario, design)}`;
}

/** The last digits of a float. */
const ROUNDING = 1e-9;
const MANY_DIGITS = 9;
/** One digit less may be a design that fails. */
const SOUGHT_DIGITS = 6;

/** The designs beside the one that was found, and what fails there. */
export function neighbourColumns(
  scenario: Scenario,
  found: readonly DesignValue[],
): readonly Column<GoalNeighbour>[] {
  const design = (row: GoalNeighbour) => designText(scenario, row.design);
  // Where there are many parameters, only what differs.
  const differs = (row: GoalNeighbour) =>
    designText(
      scenario,
      row.design.filter(({ value }, i) => value !== found[i]?.value),
    ) || design(row);
  const why = ({ fails, isOutside }: GoalNeighbour): string => {
    if (isOutside) return 'outside the range';
    if (!fails) return 'holds too';
    const { measure, is, value, found, largest } = fails;
    const bound = quantityText(scenario, measure, value);
    if (found === undefined) return `${wordsOf(scenario, measure)}: none, no steady state or no answer`;
    const beyond = is.startsWith('<') ? value - found : found - value;
    const meets = beyond > ROUNDING * Math.abs(value);
    const text = foundText(scenario, measure, found, value);
    const failure = meets ? `not ${is} ${bound} over its whole interval` : `not ${is} ${bound}`;
    return `${wordsOf(scenario, measure)} = ${text}${whichText(scenario, largest)}, ${failure}`;
  };
  return [
    { id: 'design', header: 'Design', write: differs, value: design },
    { id: 'fails', header: 'Fails', value: why },
  ];
}

/** Which one the largest of many is, such as ` (b: utilization)`. */
const whichText = (scenario: Scenario, name: string | undefined): string =>
  name === undefined ? '' : ` (${wordsOf(scenario, name)})`;

/** A near miss, and what is just within the bound, is told from the bound. */
function foundText(scenario: Scenario, measure: string, found: number | undefined, bound: number): string {
  const rounded = quantityText(scenario, measure, found);
  return rounded === quantityText(scenario, measure, bound)
    ? quantityText(scenario, measure, found, MANY_DIGITS)
    : rounded;
}

/** `1b Hash lookup: capacity = 11 seeds`. */
export const designText = (scenario: Scenario, design: readonly DesignValue[]): string =>
  design
    .map(({ path, value }) => `${wordsOf(scenario, path)} = ${valueText(scenario, path, value)}`)
    .join(', ');

function valueText(scenario: Scenario, path: string, value: ParameterValue): string {
  if (typeof value === 'number') return quantityText(scenario, path, value, SOUGHT_DIGITS);
  const found = findParameter(scenario, path);
  const { parameter } = found.ok ? found.value : {};
  return parameter?.kind === 'choice' ? (parameter.labels[parameter.choices.indexOf(value)] ?? value) : value;
}

/** A goal as people read it; `goalLine` is how it is typed. */
export function goalWords(scenario: Scenario, { find, of, over, subjectTo, at }: Goal): string {
  const range = ({ path, from, to }: GoalRange): string =>
    `${wordsOf(scenario, path)} = ${[from, to].map((end) => valueText(scenario, path, end)).join(' … ')}`;
  const bound = ({ measure, is, value }: Constraint): string =>
    `${wordsOf(scenario, measure)} ${is} ${quantityText(scenario, measure, value, SOUGHT_DIGITS)}`;
  return [
    `${find} ${wordsOf(scenario, of)}`,
    ...(over ? [`over ${over.map(range).join(', ')}`] : []),
    `with ${subjectTo.map(bound).join(' and ')}`,
    ...(at ? [`at ${designText(scenario, at)}`] : []),
  ].join(' ');
}

/** What people call a parameter or a measure. */
export function wordsOf(scenario: Scenario, name: string): string {
  const [parameter, measure] = [findParameter(scenario, name), findMeasure(scenario, name)];
  return measure.ok ? measure.value.words : parameter.ok ? parameter.value.parameter.words : name;
}

/** Text of a value of a parameter or a measure. */
export function quantityText(
  scenario: Scenario,
  name: string,
  value: number | undefined,
  digits = 4,
): string {
  if (value === undefined) return 'none';
  const parameter = findParameter(scenario, name);
  const measure = findMeasure(scenario, name);
  const known = parameter.ok ? parameter.value.parameter : measure.ok ? measure.value : undefined;
  return known && 'dimension' in known ? withUnit(known, value, digits) : String(value);
}
