/** The design that meets a goal, how it was found, and the designs beside it that fail. */
import type { DesignValue, GoalAnswer, GoalNeighbour } from '../../../workers/contract/exploring.ts';
import { findParameter } from '../../model/parameters.ts';
import { formatQuantity } from '../../model/quantity.ts';
import type { Scenario } from '../../model/scenario.ts';
import { findMeasure } from '../../model/study-measures.ts';
import { Button } from '../../widgets/Button.tsx';
import type { Column } from '../../widgets/DataTable.tsx';
import { ExportedTable } from './ExportedTable.tsx';
import { loadDesign } from './load-point.ts';
import { lookAtDesign, lookingAt } from './look-at.ts';

const METHODS: Readonly<Record<GoalAnswer['method'], string>> = {
  bisection: 'by bisection between values that hold and values that do not',
  exhaustive: 'by looking at all designs in the range',
  search: 'by descent from several starts, which proves nothing',
};

interface GoalAnswerProps {
  /** Of the study. */
  readonly name: string;
  readonly scenario: Scenario;
  readonly answer: GoalAnswer;
}

export function GoalAnswerView({ name, scenario, answer }: GoalAnswerProps) {
  const { found, design, value, goal, method, proven, looks, measures, remark } = answer;
  const at = goal.at ?? [];
  return (
    <section className="explore-answer" aria-label="Answer">
      <p className="explore-answer__main">
        {found ? '✓' : '✕'} {designText(scenario, design)}
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
        {value !== undefined && !design.some(({ path }) => path === goal.of) && (
          <li>
            {wordsOf(scenario, goal.of)} = {quantityText(scenario, goal.of, value)}
          </li>
        )}
        {goal.subjectTo.map((constraint, i) => (
          <li key={`${constraint.measure} ${constraint.is}`}>
            {wordsOf(scenario, constraint.measure)} ={' '}
            {quantityText(scenario, constraint.measure, measures[i])}, wanted {constraint.is}{' '}
            {quantityText(scenario, constraint.measure, constraint.value)}
          </li>
        ))}
        {at.length > 0 && <li>at {designText(scenario, at)}</li>}
        <li>
          Found {METHODS[method]}: {looks.toLocaleString('en')} designs.{' '}
          {proven ? '● proven: no better one in the range.' : '◐ not proven.'}
        </li>
        {remark !== undefined && <li>{remark}</li>}
      </ul>
      {answer.neighbours.length > 0 && (
        <ExportedTable
          caption="Certificate: the designs beside it, one step better"
          showCaption
          columns={neighbourColumns(scenario)}
          rows={answer.neighbours}
          rowKey={({ design: beside }) => designText(scenario, beside)}
          fileName={`${name} goal`}
        />
      )}
    </section>
  );
}

const MANY_DIGITS = 9;

function neighbourColumns(scenario: Scenario): readonly Column<GoalNeighbour>[] {
  const design = (row: GoalNeighbour) => designText(scenario, row.design);
  const why = ({ fails, isOutside }: GoalNeighbour): string => {
    if (isOutside) return 'outside the range';
    if (!fails) return 'holds';
    const { measure, is, value, found } = fails;
    const bound = quantityText(scenario, measure, value);
    const rounded = quantityText(scenario, measure, found);
    // A near miss is told from the bound.
    const text = rounded === bound ? quantityText(scenario, measure, found, MANY_DIGITS) : rounded;
    return `${wordsOf(scenario, measure)} = ${text}, not ${is} ${bound}`;
  };
  return [
    { id: 'design', header: 'Design', rowHeader: true, cell: design, text: design },
    { id: 'fails', header: 'Fails', cell: why, text: why },
  ];
}

export const designText = (scenario: Scenario, design: readonly DesignValue[]): string =>
  design
    .map(
      ({ path, value }) =>
        `${path} = ${typeof value === 'number' ? quantityText(scenario, path, value) : value}`,
    )
    .join(', ');

/** What people call a parameter or a measure. */
export function wordsOf(scenario: Scenario, name: string): string {
  const [parameter, measure] = [findParameter(scenario, name), findMeasure(scenario, name)];
  return measure.ok ? measure.value.words : parameter.ok ? parameter.value.parameter.words : name;
}

/** Of a parameter or a measure. */
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
