import { distributionRate } from '../../../core/distributions/distribution-moments.ts';
import type { SourceNode } from '../../../core/scenario/scenario.ts';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { ArrivalSchedule } from './ArrivalSchedule.tsx';
import { ClassField } from './ClassField.tsx';
import { DistributionEditor } from './DistributionEditor.tsx';
import { Facts } from './Facts.tsx';
import { HELP } from './help.ts';
import { IdentityFields } from './IdentityFields.tsx';
import { NodeHeader } from './NodeHeader.tsx';
import type { NodePartProps } from './node-part.ts';
import { PrecisionFields } from './PrecisionFields.tsx';
import { quantityProps } from './quantity-props.ts';
import { RoutingEditor } from './RoutingEditor.tsx';
import { rateText } from './rate-text.ts';

/** Where elements enter: how many, how irregularly. */
export function SourceInspector(props: NodePartProps<SourceNode>) {
  const { scenario, node: source, answer, stale, faults, change } = props;
  const reading = { unit: source.unit, unitBytes: source.unitBytes, timeUnit: scenario.timeUnit };
  const batchSize = source.batchSize ?? 1;
  // With batches the rate counts batches: a rate typed in bytes is of whole batches then.
  const arrivalReading = {
    ...reading,
    unit: batchSize > 1 ? 'batch' : source.unit,
    unitBytes: bytesOf(source, batchSize),
  };
  return (
    <>
      <NodeHeader title={source.name ?? source.id} kind="Source" faults={faults} />
      <Disclosure title="Identity" summary={source.id} remember="identity" defaultOpen={false}>
        <IdentityFields {...props} />
      </Disclosure>
      <Disclosure title="Arrivals" remember="source-arrivals">
        <ClassField scenario={scenario} source={source} change={change} />
        <DistributionEditor
          of="arrivals"
          distribution={source.interarrival}
          reading={arrivalReading}
          onChange={(interarrival, gesture) => change('Change arrivals', { interarrival }, gesture)}
        />
        <QuantityField
          label="Batch size"
          help={HELP.batchSize}
          value={source.batchSize}
          placeholder="1"
          onChange={(next, gesture) => change('Change batch size', { batchSize: next }, gesture)}
          {...quantityProps('count', reading, { optional: true, min: 1 })}
        />
        <Facts
          facts={[
            { label: 'Offers', value: rateText(distributionRate(source.interarrival) * batchSize, reading) },
          ]}
        />
        <Facts stale={stale} facts={[{ label: 'Flows out', value: rateText(outflow(props), reading) }]} />
      </Disclosure>
      <PrecisionFields scenario={scenario} node={source} onEdit={props.onEdit} />
      <ArrivalSchedule source={source} reading={arrivalReading} change={change} />
      <Disclosure title="Routing" remember="source-routing">
        <RoutingEditor {...props} />
      </Disclosure>
      {!answer && <p className="i-note">No answer yet.</p>}
    </>
  );
}

const bytesOf = ({ unitBytes }: SourceNode, batchSize: number): number | undefined =>
  unitBytes === undefined ? undefined : unitBytes * batchSize;

/** What the answer says leaves it: less than it offers where it is blocked. */
function outflow({ node, answer }: NodePartProps<SourceNode>): number | undefined {
  if (!answer) return undefined;
  const flows = answer.links.filter((link) => link.from === node.id);
  if (node.routing?.rule === 'broadcast') return flows[0]?.rate;
  return flows.length === 0 ? undefined : flows.reduce((sum, flow) => sum + flow.rate, 0);
}
