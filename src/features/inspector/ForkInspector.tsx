import type { ForkNode } from '../../../core/scenario/scenario.ts';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { Facts } from './Facts.tsx';
import { IdentityFields } from './IdentityFields.tsx';
import { inflowOf } from './inflow.ts';
import { NodeHeader } from './NodeHeader.tsx';
import { NodeLine } from './NodeLine.tsx';
import type { NodePartProps } from './node-part.ts';
import { rateText } from './rate-text.ts';
import { senderUnit } from './sender-unit.ts';
import { linksFrom } from './share-edits.ts';

/** Splits each element into tasks. */
export function ForkInspector(props: NodePartProps<ForkNode>) {
  const { scenario, node, answer, stale, faults, onSelectNode } = props;
  const links = linksFrom(scenario, node.id);
  const unit = senderUnit(scenario, node.id);
  return (
    <>
      <NodeHeader title={node.name ?? node.id} kind="Fork" faults={faults} />
      <Disclosure title="Identity" summary={node.id} remember="identity" defaultOpen={false}>
        <IdentityFields {...props} />
      </Disclosure>
      <Disclosure title="Tasks" summary={String(links.length)} remember="fork-tasks">
        <p className="i-note">
          Each element becomes one task per link, at once. A join puts the tasks of one element together
          again.
        </p>
        <NodeLine
          words={links.length === 0 ? 'No link leaves here yet.' : 'one task to each of'}
          ids={links.map((link) => link.to)}
          scenario={scenario}
          onSelect={onSelectNode}
        />
        <Facts
          stale={stale}
          facts={[{ label: 'Elements split', value: rateText(inflowOf(answer, node.id), { unit }) }]}
        />
      </Disclosure>
    </>
  );
}
