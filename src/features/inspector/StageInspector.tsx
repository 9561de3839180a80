import type { StageNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { NOT_DETERMINED } from '../../../workers/solve/determined.ts';
import { Badge } from '../../ui/widgets/Badge.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { FitFromData } from '../fit/FitFromData.tsx';
import { formatMeasure } from '../results/measures.ts';
import { stageTrust } from '../solve/trust-of.ts';
import { AlternativesEditor } from './AlternativesEditor.tsx';
import { AnswerBlock } from './AnswerBlock.tsx';
import { ArrivalFields } from './ArrivalFields.tsx';
import { BulkEditor } from './BulkEditor.tsx';
import { ByClassEditor } from './ByClassEditor.tsx';
import { ServiceDistributionEditor } from './DistributionEditor.tsx';
import { Facts } from './Facts.tsx';
import { HELP } from './help.ts';
import { IdentityFields } from './IdentityFields.tsx';
import { NodeHeader } from './NodeHeader.tsx';
import type { NodePartProps } from './node-part.ts';
import { PrecisionFields } from './PrecisionFields.tsx';
import { QueueFields } from './QueueFields.tsx';
import { quantityProps } from './quantity-props.ts';
import { ResourceField } from './ResourceField.tsx';
import { RoutingEditor } from './RoutingEditor.tsx';
import { ServersField } from './ServersField.tsx';
import { ServiceSchedule } from './ServiceSchedule.tsx';
import { startingHere } from './starting-here.ts';

/** One queue and its servers: every field, and what follows from them. */
export function StageInspector(props: NodePartProps<StageNode>) {
  const { scenario, node: stage, answer, stale, faults, change } = props;
  const reading = { unit: stage.unit, unitBytes: stage.unitBytes, timeUnit: scenario.timeUnit };
  // One service takes a whole batch, so the rate counts batches.
  const serviceReading = stage.bulk ? { ...reading, unit: 'batch', unitBytes: undefined } : reading;
  return (
    <>
      <NodeHeader
        title={stage.name ?? stage.id}
        kind={stage.unit ? `Stage · counts in ${stage.unit}` : 'Stage'}
        badge={answer && <TrustBadge stage={stage} answer={answer} />}
        faults={faults}
      />
      <Disclosure title="Identity" summary={stage.id} remember="identity" defaultOpen={false}>
        <IdentityFields {...props} />
      </Disclosure>
      <Disclosure title="Arrivals" summary={arrivalSummary(stage, answer)} remember="arrivals">
        <ArrivalFields {...props} reading={reading} />
      </Disclosure>
      <Disclosure title="Service" remember="service">
        <ServiceDistributionEditor
          distribution={stage.service}
          reading={serviceReading}
          onChange={(service, gesture) => change('Change service', { service }, gesture)}
        />
        <FitFromData stage={stage.id} />
        <ServersField serverCount={stage.serverCount} change={change} />
        <ResourceField {...{ scenario, stage, change }} onEdit={props.onEdit} />
        <BulkEditor
          bulk={stage.bulk}
          reading={reading}
          onChange={(bulk, gesture) => change('Change bulk service', { bulk }, gesture)}
        />
      </Disclosure>
      <AlternativesEditor {...{ stage, change }} reading={serviceReading} onEdit={props.onEdit} />
      <ServiceSchedule stage={stage} reading={serviceReading} change={change} />
      <ByClassEditor scenario={scenario} node={stage} reading={serviceReading} change={change} />
      <Disclosure title="Queue" remember="queue">
        <QueueFields {...{ stage, reading, change }} hasClasses={(scenario.classes ?? []).length > 0} />
        <Facts facts={[{ label: 'Starts with', value: startingHere(scenario, stage.id) }]} />
      </Disclosure>
      <Disclosure title="Filter and routing" remember="routing">
        <QuantityField
          label="Passes P"
          help={HELP.passProbability}
          value={stage.passProbability}
          placeholder="1"
          slider={{ min: 0, max: 1 }}
          onChange={(passProbability, gesture) => change('Change filter', { passProbability }, gesture)}
          {...quantityProps('probability', reading, { optional: true })}
        />
        <RoutingEditor {...props} />
      </Disclosure>
      <PrecisionFields scenario={scenario} node={stage} onEdit={props.onEdit} />
      <Disclosure title="Answer" summary={answer?.stages[stage.id]?.model} remember="answer">
        {answer ? (
          <AnswerBlock scenario={scenario} stage={stage} answer={answer} stale={stale} />
        ) : (
          <p className="i-note">No answer yet.</p>
        )}
      </Disclosure>
    </>
  );
}

function TrustBadge({ stage, answer }: { readonly stage: StageNode; readonly answer: SolveAnswer }) {
  const trust = stageTrust(answer, stage.id);
  if (!trust) return null;
  const { model } = answer.stages[stage.id]!;
  const bends = answer.verdicts.find(
    ({ stage: at, code, severity }) =>
      at === stage.id && (trust === 'notDetermined' ? code === NOT_DETERMINED : severity === 'warning'),
  );
  return <Badge trust={trust} detail={bends ? `${model}: ${bends.message}` : `${model}.`} />;
}

function arrivalSummary(stage: StageNode, answer: SolveAnswer | undefined): string | undefined {
  const rate = answer?.stages[stage.id]?.arrivalRate;
  return rate === undefined ? undefined : formatMeasure(rate, 'rate', { unit: stage.unit });
}
