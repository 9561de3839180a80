import type { DelayNode } from '../../../core/scenario/scenario.ts';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { AnswerBlock } from './AnswerBlock.tsx';
import { ByClassEditor } from './ByClassEditor.tsx';
import { ServiceDistributionEditor } from './DistributionEditor.tsx';
import { Facts } from './Facts.tsx';
import { IdentityFields } from './IdentityFields.tsx';
import { NodeHeader } from './NodeHeader.tsx';
import type { NodePartProps } from './node-part.ts';
import { RoutingEditor } from './RoutingEditor.tsx';
import { startingHere } from './starting-here.ts';

/** A time that every element spends on its own. */
export function DelayInspector(props: NodePartProps<DelayNode>) {
  const { scenario, node: delay, answer, stale, faults, change } = props;
  const reading = { unit: delay.unit, unitBytes: delay.unitBytes, timeUnit: scenario.timeUnit };
  return (
    <>
      <NodeHeader
        title={delay.name ?? delay.id}
        kind={delay.unit ? `Delay · counts in ${delay.unit}` : 'Delay'}
        faults={faults}
      />
      <Disclosure title="Identity" summary={delay.id} remember="identity" defaultOpen={false}>
        <IdentityFields {...props} />
      </Disclosure>
      <Disclosure title="Stay" remember="stay">
        <p className="i-note">Elements stay side by side: nobody waits, and there is always room.</p>
        <ServiceDistributionEditor
          distribution={delay.service}
          reading={reading}
          onChange={(service, gesture) => change('Change stay', { service }, gesture)}
        />
        <Facts facts={[{ label: 'Starts with', value: startingHere(scenario, delay.id) }]} />
      </Disclosure>
      <ByClassEditor {...{ scenario, reading, change }} node={delay} />
      <Disclosure title="Routing" remember="delay-routing">
        <RoutingEditor {...props} />
      </Disclosure>
      <Disclosure title="Answer" summary={answer?.stages[delay.id]?.model} remember="answer">
        {answer ? (
          <AnswerBlock {...{ scenario, answer, stale }} stage={delay} />
        ) : (
          <p className="i-note">No answer yet.</p>
        )}
      </Disclosure>
    </>
  );
}
