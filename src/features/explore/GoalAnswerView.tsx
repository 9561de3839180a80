/** The design that meets a goal, how it was found, and the designs beside it that fail. */

import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { GoalAnswer } from '../../../workers/explore/contract.ts';
import {
  designText,
  goalFacts,
  neighbourColumns,
  soughtText,
} from '../../../workers/explore/explore-words.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { DataTable } from '../../ui/widgets/DataTable.tsx';
import { loadDesign } from './load-point.ts';
import { lookAtDesign, lookingAt } from './look-at.ts';

interface GoalAnswerProps {
  /** Name of the study. */
  readonly name: string;
  readonly scenario: Scenario;
  readonly answer: GoalAnswer;
}

export function GoalAnswerView({ name, scenario, answer }: GoalAnswerProps) {
  const { found, design } = answer;
  return (
    <section className="explore-answer" aria-label="Answer">
      <p className="explore-answer__main">
        {found ? '✓' : '✕'} {soughtText(scenario, answer)}
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
        {goalFacts(scenario, answer).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
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
