import type { RouterNode } from '../../../core/scenario/scenario.ts';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { Facts } from './Facts.tsx';
import { IdentityFields } from './IdentityFields.tsx';
import { NodeHeader } from './NodeHeader.tsx';
import type { NodePartProps } from './node-part.ts';
import { RoutingEditor } from './RoutingEditor.tsx';
import { rateText } from './rate-text.ts';
import { senderUnit } from './sender-unit.ts';

/** Sends each element on at once. */
export function RouterInspector(props: NodePartProps<RouterNode>) {
  const { scenario, node, answer, stale, faults } = props;
  const inflow = answer?.links.filter((link) => link.to === node.id).reduce((sum, { rate }) => sum + rate, 0);
  return (
    <>
      <NodeHeader title={node.name ?? node.id} kind="Router" faults={faults} />
      <Disclosure title="Identity" summary={node.id} remember="identity" defaultOpen={false}>
        <IdentityFields {...props} />
      </Disclosure>
      <Disclosure title="Routing" remember="router-routing">
        <Facts
          stale={stale}
          facts={[
            { label: 'Flows through', value: rateText(inflow, { unit: senderUnit(scenario, node.id) }) },
          ]}
        />
        <RoutingEditor {...props} />
      </Disclosure>
    </>
  );
}
