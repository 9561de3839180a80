import type { JoinNode } from '../../../core/scenario/scenario.ts';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { formatMeasure } from '../results/measures.ts';
import { Facts } from './Facts.tsx';
import { IdentityFields } from './IdentityFields.tsx';
import { inflowOf } from './inflow.ts';
import { NodeHeader } from './NodeHeader.tsx';
import type { NodePartProps } from './node-part.ts';
import { RoutingEditor } from './RoutingEditor.tsx';
import { rateText } from './rate-text.ts';

/** Puts the tasks of an element together again. */
export function JoinInspector(props: NodePartProps<JoinNode>) {
  const { scenario, node, answer, stale, faults } = props;
  const measures = answer?.stages[node.id];
  const out = answer?.links.filter((link) => link.from === node.id).reduce((sum, { rate }) => sum + rate, 0);
  const known = (value: number | undefined, dimension: 'elements' | 'time') =>
    value === undefined ? undefined : formatMeasure(value, dimension, { timeUnit: scenario.timeUnit });
  return (
    <>
      <NodeHeader title={node.name ?? node.id} kind="Join" faults={faults} />
      <Disclosure title="Identity" summary={node.id} remember="identity" defaultOpen={false}>
        <IdentityFields {...props} />
      </Disclosure>
      <Disclosure title="Tasks" remember="join-tasks">
        <p className="i-note">
          An element goes on when all tasks of the last fork it came through are here. Tasks that were
          filtered out or lost on the way are not waited for.
        </p>
        <Facts
          stale={stale}
          facts={[
            { label: 'Tasks in', value: rateText(inflowOf(answer, node.id), {}) },
            { label: 'Elements out', value: rateText(out, {}) },
            { label: 'Tasks that wait', value: known(measures?.meanOccupancy, 'elements') },
            { label: 'Mean wait of a task', value: known(measures?.meanSojournTime, 'time') },
          ]}
        />
        {!answer && <p className="i-note">No answer yet.</p>}
      </Disclosure>
      <Disclosure title="Routing" remember="join-routing">
        <RoutingEditor {...props} />
      </Disclosure>
    </>
  );
}
