import { distributionMean, distributionRate } from '../../../core/distributions/index.ts';
import { isClosed, sourceClass } from '../../../core/scenario/classes.ts';
import { batchSizeOf, nameOf } from '../../../core/scenario/defaults.ts';
import { FIELDS } from '../../../core/scenario/fields.ts';
import type { ArrivalFrame, Scenario, SourceNode } from '../../../core/scenario/scenario.ts';
import { blockedAt, sentRate } from '../../ui/editor/node-data.ts';
import { type Choice, ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { DistributionEditor } from './DistributionEditor.tsx';
import { Facts } from './Facts.tsx';
import { HELP } from './help.ts';
import { IdentityFields } from './IdentityFields.tsx';
import type { ChangeNode } from './inspector-types.ts';
import { NodeHeader } from './NodeHeader.tsx';
import type { NodePartProps } from './node-part.ts';
import { PlainField } from './PlainField.tsx';
import { hasPrecision, PrecisionFields } from './PrecisionFields.tsx';
import { Properties } from './Properties.tsx';
import type { Reading } from './quantity-props.ts';
import { RoutingEditor } from './RoutingEditor.tsx';
import { rateText } from './rate-text.ts';
import { ScheduleEditor } from './ScheduleEditor.tsx';
import { firstFrameAt } from './schedule-edits.ts';
import { linksFrom } from './share-edits.ts';

/** Where elements enter: how many, how irregularly. */
export function SourceInspector(props: NodePartProps<SourceNode>) {
  const { scenario, node: source, answer, stale, faults, change } = props;
  const reading = { unit: source.unit, unitBytes: source.unitBytes, timeUnit: scenario.timeUnit };
  const batchSize = batchSizeOf(source);
  // With batches the rate counts batches: a rate typed in bytes is of whole batches then.
  const arrivalReading = {
    ...reading,
    unit: batchSize > 1 ? 'batch' : source.unit,
    unitBytes: bytesOf(source, batchSize),
  };
  return (
    <>
      <NodeHeader title={nameOf(source)} onTitle={props.onTitle} kind="Source" faults={faults} />
      <Disclosure title="Arrivals" remember="source-arrivals">
        <ClassField scenario={scenario} source={source} change={change} />
        <DistributionEditor
          of="arrivals"
          distribution={source.interarrival}
          reading={arrivalReading}
          onChange={(interarrival, gesture) => change('Change arrivals', { interarrival }, gesture)}
        />
        <PlainField rows={FIELDS.source} name="batchSize" holder={source} change={change} />
        <Facts
          facts={[
            { label: 'Offers', value: rateText(distributionRate(source.interarrival) * batchSize, reading) },
          ]}
        />
        <Facts
          stale={stale}
          facts={[
            { label: 'Flows out', value: rateText(answer && sentRate(source, answer), reading) },
            {
              label: 'Blocked by',
              value: blockedAt(source, { scenario, answer, answerIsStale: stale }).blockedBy,
            },
          ]}
        />
      </Disclosure>
      <Properties
        properties={[
          {
            title: 'Schedule',
            isUsed: source.schedule !== undefined,
            fields: <ArrivalSchedule source={source} reading={arrivalReading} change={change} />,
          },
          {
            title: 'Input uncertainty',
            isUsed: hasPrecision(scenario, source),
            fields: <PrecisionFields scenario={scenario} node={source} onEdit={props.onEdit} />,
          },
          {
            title: 'Routing',
            isUsed: source.routing !== undefined || linksFrom(scenario, source.id).length > 1,
            fields: (
              <Disclosure title="Routing">
                <RoutingEditor {...props} />
              </Disclosure>
            ),
          },
        ]}
      />
      <Disclosure title="Identity" summary={source.id} remember="identity" defaultOpen={false}>
        <IdentityFields {...props} />
      </Disclosure>
      {!answer && <p className="i-note">No answer yet.</p>}
    </>
  );
}

const bytesOf = ({ unitBytes }: SourceNode, batchSize: number): number | undefined =>
  unitBytes === undefined ? undefined : unitBytes * batchSize;

interface ClassFieldProps {
  readonly scenario: Scenario;
  readonly source: SourceNode;
  readonly change: ChangeNode;
}

/** Which class a source emits; nothing where the scenario names no classes. */
function ClassField({ scenario, source, change }: ClassFieldProps) {
  const { classes = [] } = scenario;
  if (classes.length === 0) return null;
  const emitted = sourceClass(scenario, source);
  return (
    <ChoiceField
      label={FIELDS.source.class.label}
      help={FIELDS.source.class.help}
      as="list"
      value={emitted}
      placeholder={emitted}
      choices={classes
        .filter((jobClass) => !isClosed(jobClass) || jobClass.id === emitted)
        .map((jobClass) => ({ value: jobClass.id, label: nameOf(jobClass) }))}
      onChange={(chosen) => change('Change class', { class: chosen })}
    />
  );
}

interface ArrivalScheduleProps {
  readonly source: SourceNode;
  readonly reading: Reading;
  readonly change: ChangeNode;
}

/** How the arrivals of a source change. */
function ArrivalSchedule({ source, reading, change }: ArrivalScheduleProps) {
  const { schedule, interarrival } = source;
  return (
    <ScheduleEditor
      explanation="Arrivals that change at given moments. The distribution above holds before the first frame."
      schedule={schedule}
      next={(from) => ({ from, interarrival: schedule?.frames.at(-1)?.interarrival ?? interarrival })}
      firstFrom={firstFrameAt(distributionMean(interarrival))}
      reading={reading}
      onChange={(next, gesture) => change('Change schedule', { schedule: next }, gesture)}
    >
      {(frame, onChange) => (
        <FrameFields frame={frame} source={source} reading={reading} onChange={onChange} />
      )}
    </ScheduleEditor>
  );
}

const WHETHER: readonly Choice<'distribution' | 'nothing'>[] = [
  {
    value: 'distribution',
    label: 'By a distribution',
    hint: 'batches arrive, with times between them by a distribution',
  },
  { value: 'nothing', label: 'Nothing', hint: 'nothing arrives until the next frame' },
];

interface FrameFieldsProps {
  readonly frame: ArrivalFrame;
  readonly source: SourceNode;
  readonly reading: Reading;
  readonly onChange: (frame: ArrivalFrame, gesture?: string) => void;
}

function FrameFields({ frame, source, reading, onChange }: FrameFieldsProps) {
  const { from, interarrival } = frame;
  return (
    <>
      <ChoiceField
        label="Arrives"
        help={HELP.frameArrivals}
        value={interarrival ? 'distribution' : 'nothing'}
        choices={WHETHER}
        onChange={(chosen) =>
          onChange(chosen === 'distribution' ? { from, interarrival: source.interarrival } : { from })
        }
      />
      {interarrival && (
        <DistributionEditor
          of="arrivals"
          distribution={interarrival}
          reading={reading}
          onChange={(distribution, gesture) => onChange({ from, interarrival: distribution }, gesture)}
        />
      )}
    </>
  );
}
