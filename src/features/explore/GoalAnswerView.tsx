/** The design that meets a goal, how it was found, and the designs beside it that fail. */

import { formatQuantity } from '../../../core/quantities/quantity.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { findParameter } from '../../../core/study/parameters.ts';
import { findMeasure } from '../../../core/study/study-measures.ts';
import type { DesignValue, GoalAnswer, GoalNeighbour } from '../../../workers/explore/contract.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { DataTable, type PageColumn } from '../../ui/widgets/DataTable.tsx';
import { loadDesign } from './load-point.ts';
import { lookAtDesign, lookingAt } from './look-at.ts';

/** What the method proves, where it found something that it calls proven, and where it did not. */
const PROOFS: Readonly<Record<GoalAnswer['method'], readonly [string, string]>> = {
  bisection: [
    '● By bisection: what stands beside it fails, and all that was looked at agrees that nothing better holds',
    '◐ By bisection, which proves nothing here',
  ],
  exhaustive: ['● By looking at all designs that could be better', '◐ By looking at designs in the range'],
  search: ['◐ By descent from several starts', '◐ By descent from several starts, which proves nothing'],
};

interface GoalAnswerProps {
  /** Name of the study. */
  readonly name: string;
  readonly scenario: Scenario;
  readonly answer: GoalAnswer;
}

export function GoalAnswerView({ name, scenario, answer }: GoalAnswerProps) {
  const { found, design, value, goal, method, proven, looks, measures, largest, remark } = answer;
  const at = goal.at ?? [];
  const isMeasure = value !== undefined && !design.some(({ path }) => path === goal.of);
  const sought = isMeasure
    ? `${wordsOf(scenario, goal.of)} = ${quantityText(scenario, goal.of, value)}`
    : undefined;
  return (
    <section className="explore-answer" aria-label="Answer">
      <p className="explore-answer__main">
        {found ? '✓' : '✕'} {sought !== undefined && `${sought}: `}
        {designText(scenario, design)}
        {found && (
          <Button
            variant="primary"
            size="small"
            {...lookingAt(() => lookAtDesign(design, 'the design of the goal'))}
            onClick={() => loadDesign(design, 'Apply the goal')}
          >
            Apply
          </Button>
        )}
      </p>
      {!found && (
        <p className="explore-fault">No design in the range meets all constraints; this one misses least.</p>
      )}
      <ul className="explore-answer__facts">
        {goal.subjectTo.map((constraint, i) => (
          <li key={`${constraint.measure} ${constraint.is}`}>
            {wordsOf(scenario, constraint.measure)} ={' '}
            {foundText(scenario, constraint.measure, measures[i], constraint.value)}
            {whichText(scenario, largest[i])}, wanted {constraint.is}{' '}
            {quantityText(scenario, constraint.measure, constraint.value)}
          </li>
        ))}
        {at.length > 0 && <li>at {designText(scenario, at)}</li>}
        <li>
          {PROOFS[method][proven ? 0 : 1]}. {looks.toLocaleString('en')} designs answered.
        </li>
        {remark !== undefined && <li>{remark}</li>}
      </ul>
      {answer.neighbours.length > 0 && (
        <DataTable
          caption="Certificate: the designs beside it, one step better, and what fails there"
          showCaption
          columns={neighbourColumns(scenario, design)}
          rows={answer.neighbours}
          rowKey={({ design: beside }) => designText(scenario, beside)}
          fileName={`${name} goal`}
        />
      )}
    </section>
  );
}

/** The last digits of a float. */
const ROUNDING = 1e-9;
const MANY_DIGITS = 9;
/** One digit less may be a design that fails. */
const SOUGHT_DIGITS = 6;

function neighbourColumns(
  scenario: Scenario,
  found: readonly DesignValue[],
): readonly PageColumn<GoalNeighbour>[] {
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
    { id: 'design', header: 'Design', cell: differs, value: design },
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

export const designText = (scenario: Scenario, design: readonly DesignValue[]): string =>
  design
    .map(
      ({ path, value }) =>
        `${path} = ${typeof value === 'number' ? quantityText(scenario, path, value, SOUGHT_DIGITS) : value}`,
    )
    .join(', ');

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
  if (!known || !('dimension' in known)) return String(value);
  const { dimension, unit } = known;
  return formatQuantity(value, dimension, {
    digits,
    ...(unit !== undefined && dimension === 'rate' && { unit }),
  });
}
