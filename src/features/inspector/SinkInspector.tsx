import type { SinkNode } from '../../../core/scenario/scenario.ts';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { formatMeasure } from '../results/measures.ts';
import { Facts } from './Facts.tsx';
import { IdentityFields } from './IdentityFields.tsx';
import { NodeHeader } from './NodeHeader.tsx';
import type { NodePartProps } from './node-part.ts';
import { rateText } from './rate-text.ts';
import { senderUnit } from './sender-unit.ts';

/** Where elements leave: what arrives here, and how long the way took. */
export function SinkInspector(props: NodePartProps<SinkNode>) {
  const { scenario, node, answer, stale, faults } = props;
  const reading = { unit: senderUnit(scenario, node.id), timeUnit: scenario.timeUnit };
  const inflow = answer?.links
    .filter((link) => link.to === node.id)
    .reduce((sum, { receivedRate }) => sum + receivedRate, 0);
  const { throughput, lossRate, meanSojournTime } = answer?.network ?? {};
  return (
    <>
      <NodeHeader title={node.name ?? node.id} kind="Sink" faults={faults} />
      <Disclosure title="Identity" summary={node.id} remember="identity" defaultOpen={false}>
        <IdentityFields {...props} />
      </Disclosure>
      <Disclosure title="Totals" remember="totals">
        <Facts
          stale={stale}
          facts={[
            { label: 'Into this sink', value: rateText(inflow, reading) },
            { label: 'Into all sinks', value: rateText(throughput, {}) },
            { label: 'Lost on the way', value: rateText(lossRate, {}) },
            {
              label: 'Mean time to a sink',
              value:
                meanSojournTime === undefined ? undefined : formatMeasure(meanSojournTime, 'time', reading),
            },
          ]}
        />
        {!answer && <p className="i-note">No answer yet.</p>}
      </Disclosure>
    </>
  );
}
