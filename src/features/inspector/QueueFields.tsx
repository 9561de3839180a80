import { largestBatch } from '../../../core/rules/bulk.ts';
import { servesByPriority } from '../../../core/rules/discipline.ts';
import { isDataflow } from '../../../core/rules/firing.ts';
import { serverCountOf } from '../../../core/scenario/defaults.ts';
import { FIELDS } from '../../../core/scenario/fields.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import type { ChangeNode } from './inspector-types.ts';
import { PlainField } from './PlainField.tsx';

interface StageFieldsProps {
  readonly stage: StageNode;
  readonly change: ChangeNode;
}

/** Whether a service takes tokens of every link, and what such a stage does when its outputs are full. */
export function DataflowFields({ stage, change }: StageFieldsProps) {
  const field = { rows: FIELDS.stage, holder: stage, change };
  return (
    <>
      <PlainField {...field} name="firing" as="list" />
      {isDataflow(stage) && (
        <>
          <PlainField {...field} name="whenFull" as="list" />
          <p className="i-note">
            Each link to this stage is a FIFO. Select a link for its depth, its initial tokens, and the tokens
            of each firing.
          </p>
        </>
      )}
    </>
  );
}

interface QueueFieldsProps extends StageFieldsProps {
  /** The scenario tells kinds of jobs apart. */
  readonly hasClasses: boolean;
}

/** What happens when the queue is full, and the order of service. */
export function QueueFields({ stage, hasClasses, change }: QueueFieldsProps) {
  const bounded = stage.capacity !== undefined;
  const field = { rows: FIELDS.stage, holder: stage, change };
  return (
    <>
      {bounded && !isDataflow(stage) && (
        <>
          <PlainField {...field} name="whenFull" as="list" />
          <PlainField {...field} name="admission" />
        </>
      )}
      <PlainField
        {...field}
        name="discipline"
        change={(label, { discipline }, gesture) => {
          const unused = !servesByPriority({ discipline }) && { preemption: undefined };
          change(label, { discipline, ...unused }, gesture);
        }}
      />
      {servesByPriority(stage) && (
        <>
          <PlainField {...field} name="preemption" />
          {!hasClasses && (
            <p className="i-note">
              All jobs are alike: add classes with priorities while nothing is selected.
            </p>
          )}
        </>
      )}
    </>
  );
}

/** Room for what is in service and as much again, at least 16. */
export function suggestedCapacity(stage: StageNode): number {
  const { bulk } = stage;
  const batch = largestBatch(bulk);
  return Math.max(16, 2 * serverCountOf(stage) * batch);
}
