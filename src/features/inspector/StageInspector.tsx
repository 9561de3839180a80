import { err, ok, type Result } from '../../../core/base/result.ts';
import { distributionMean } from '../../../core/distributions/index.ts';
import { rowsOf } from '../../../core/distributions/table-text.ts';
import {
  formatMeasure,
  measureLabel,
  NEGLIGIBLE_SHARE,
  type StageMeasure,
} from '../../../core/measures/measure-rows.ts';
import { verdictText } from '../../../core/measures/verdicts.ts';
import { largestBatch } from '../../../core/rules/bulk.ts';
import { servesByPriority } from '../../../core/rules/discipline.ts';
import { isDataflow } from '../../../core/rules/firing.ts';
import { isPipelined } from '../../../core/rules/timing.ts';
import { canHave } from '../../../core/scenario/dataflow-faults.ts';
import { nameOf, serverCountOf } from '../../../core/scenario/defaults.ts';
import { updateNode } from '../../../core/scenario/edits.ts';
import { FIELDS, PLATFORMS } from '../../../core/scenario/fields.ts';
import { addResource } from '../../../core/scenario/resource-edits.ts';
import type { Alternatives, Platform, Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import { MOST_SERVERS } from '../../../workers/simulate/contract.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { NOT_DETERMINED } from '../../../workers/solve/determined.ts';
import { blockedAt } from '../../ui/editor/node-data.ts';
import { Badge } from '../../ui/widgets/Badge.tsx';
import { Button } from '../../ui/widgets/Button.tsx';
import { type Choice, ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { TextField } from '../../ui/widgets/TextField.tsx';
import { moveStage } from '../explore/mapping-moves.ts';
import { FitFromData } from '../fit/FitFromData.tsx';
import { solvedCell } from '../results/solved-tables.ts';
import { stageTrust } from '../solve/trust-of.ts';
import { AnswerBlock } from './AnswerBlock.tsx';
import { BulkEditor } from './BulkEditor.tsx';
import { ByClassEditor } from './ByClassEditor.tsx';
import { CapacityField } from './CapacityField.tsx';
import { ServiceDistributionEditor } from './DistributionEditor.tsx';
import { Facts } from './Facts.tsx';
import { IdentityFields } from './IdentityFields.tsx';
import { ItemCard } from './ItemCard.tsx';
import type { ChangeNode, EditScenario } from './inspector-types.ts';
import { NodeHeader } from './NodeHeader.tsx';
import type { NodePartProps } from './node-part.ts';
import { fieldLabel, PlainField } from './PlainField.tsx';
import { hasPrecision, PrecisionFields } from './PrecisionFields.tsx';
import { Properties, type Property } from './Properties.tsx';
import type { Reading } from './quantity-props.ts';
import { RoutingEditor } from './RoutingEditor.tsx';
import { rateText } from './rate-text.ts';
import { ScheduleEditor } from './ScheduleEditor.tsx';
import { firstFrameAt } from './schedule-edits.ts';
import { senderUnit } from './sender-unit.ts';
import { linksFrom } from './share-edits.ts';
import { startingHere } from './starting-here.ts';

/** One queue and its servers: every field, and what follows from them. */
export function StageInspector(props: NodePartProps<StageNode>) {
  const { scenario, node: stage, answer, stale, faults, change } = props;
  const model = answer?.stages[stage.id]?.model;
  const reading = { unit: stage.unit, unitBytes: stage.unitBytes, timeUnit: scenario.timeUnit };
  // One service takes a whole batch, so the rate counts batches.
  const serviceReading = stage.bulk ? { ...reading, unit: 'batch', unitBytes: undefined } : reading;
  // What is there is shown, so that it can be taken away.
  const isShown = (field: 'capacity' | 'passProbability'): boolean =>
    canHave(stage, field) || stage[field] !== undefined;
  return (
    <>
      <NodeHeader
        title={nameOf(stage)}
        onTitle={props.onTitle}
        kind={stage.unit ? `Stage · unit: ${stage.unit}` : 'Stage'}
        badge={answer && <TrustBadge stage={stage} answer={answer} />}
        faults={faults}
      />
      <KeyResults {...props} />
      <Disclosure title="Essentials" remember="essentials">
        <ServiceDistributionEditor
          distribution={stage.service}
          reading={serviceReading}
          onChange={(service, gesture) => change('Change service', { service }, gesture)}
        />
        <FitFromData stage={stage.id} />
        <PlainField
          rows={FIELDS.stage}
          name="serverCount"
          limits={{ max: MOST_SERVERS }}
          holder={stage}
          change={change}
        />
        {isShown('capacity') && (
          <CapacityField
            capacity={stage.capacity}
            suggestion={suggestedCapacity(stage)}
            reading={reading}
            change={change}
          />
        )}
        {isShown('passProbability') && (
          <PlainField
            rows={FIELDS.stage}
            name="passProbability"
            holder={stage}
            change={change}
            slider={{ min: 0, max: 1 }}
          />
        )}
      </Disclosure>
      <Properties properties={stageProperties(props, { reading, serviceReading })} />
      <Disclosure title="Identity" summary={stage.id} remember="identity" defaultOpen={false}>
        <IdentityFields {...props} />
      </Disclosure>
      <Disclosure
        title="All results"
        summary={model && <span title="Queue model of this stage">{model}</span>}
        remember="answer"
      >
        {answer ? (
          <AnswerBlock scenario={scenario} stage={stage} answer={answer} stale={stale} />
        ) : (
          <p className="i-note">No answer yet.</p>
        )}
      </Disclosure>
    </>
  );
}

interface Readings {
  readonly reading: Reading;
  /** One service takes a whole batch. */
  readonly serviceReading: Reading;
}

interface StageProperty extends Property {
  /** Offered where the stage can have this field. */
  readonly field?: keyof StageNode;
}

/** All that a stage may have beyond the essentials. */
function stageProperties(
  props: NodePartProps<StageNode>,
  { reading, serviceReading }: Readings,
): readonly Property[] {
  const { scenario, node: stage, change, onEdit } = props;
  const { classes = [] } = scenario;
  const starts = startingHere(scenario, stage.id);
  const elsewhere = Object.keys(stage.alternatives ?? {}).length;
  const all: readonly (StageProperty | false)[] = [
    {
      title: 'Expansion and extra arrivals',
      field: 'conversionFactor',
      isUsed: stage.conversionFactor !== undefined || stage.overdriveRate !== undefined,
      fields: (
        <Disclosure title="Arrivals" summary={arrivalSummary(stage, props.answer)}>
          <ArrivalFields {...props} reading={reading} />
        </Disclosure>
      ),
    },
    {
      title: 'Batch service',
      field: 'bulk',
      isUsed: stage.bulk !== undefined,
      fields: (
        <Disclosure title="Batch service">
          <BulkEditor
            bulk={stage.bulk}
            reading={reading}
            onChange={(bulk, gesture) => change('Change bulk service', { bulk }, gesture)}
          />
        </Disclosure>
      ),
    },
    {
      title: 'Dataflow (tokens, FIFOs)',
      isUsed: stage.firing !== undefined,
      fields: (
        <Disclosure title="Dataflow">
          <DataflowFields {...{ stage, change }} />
        </Disclosure>
      ),
    },
    {
      title: 'Queue discipline, full queue',
      field: 'discipline',
      isUsed:
        starts !== undefined ||
        QUEUE_FIELDS.some(
          (field) => stage[field] !== undefined && !(field === 'whenFull' && isDataflow(stage)),
        ),
      fields: (
        <Disclosure title="Queue">
          <QueueFields {...{ stage, change }} hasClasses={classes.length > 0} />
          <Facts facts={[{ label: 'Starts with', value: starts }]} />
        </Disclosure>
      ),
    },
    {
      title: 'Shared resource',
      field: 'resource',
      isUsed: stage.resource !== undefined,
      fields: (
        <Disclosure title="Shared resource">
          <ResourceField {...{ scenario, stage, change, onEdit }} />
        </Disclosure>
      ),
    },
    {
      title: 'Pipeline and speeds',
      isUsed: isPipelined(stage) || stage.speeds !== undefined || stage.firingTimes !== undefined,
      fields: <OverlapFields {...{ stage, reading, change }} />,
    },
    {
      title: 'Schedule',
      field: 'schedule',
      isUsed: stage.schedule !== undefined,
      fields: <ServiceSchedule stage={stage} reading={serviceReading} change={change} />,
    },
    classes.length > 0 && {
      title: 'By class',
      field: 'byClass',
      isUsed: stage.byClass !== undefined,
      fields: <ByClassEditor scenario={scenario} node={stage} reading={serviceReading} change={change} />,
    },
    {
      title: 'Input uncertainty',
      isUsed: hasPrecision(scenario, stage),
      fields: <PrecisionFields scenario={scenario} node={stage} onEdit={onEdit} />,
    },
    stage.bus === undefined && {
      title: FIELDS.stage.alternatives.label,
      isUsed: elsewhere > 0,
      fields: <AlternativesEditor {...{ stage, change, onEdit }} reading={serviceReading} />,
    },
    {
      title: 'Routing',
      field: 'routing',
      isUsed:
        stage.routing !== undefined ||
        (canHave(stage, 'routing') && linksFrom(scenario, stage.id).length > 1),
      fields: (
        <Disclosure title="Routing">
          <RoutingEditor {...props} />
        </Disclosure>
      ),
    },
  ];
  return all
    .filter((property) => property !== false)
    .filter(({ isUsed, field }) => isUsed || field === undefined || canHave(stage, field));
}

const QUEUE_FIELDS = [
  'discipline',
  'preemption',
  'whenFull',
  'admission',
] as const satisfies readonly (keyof StageNode)[];

/** The few numbers that say how the stage is doing. */
const KEY_RESULTS: readonly StageMeasure[] = [
  'utilization',
  'meanOccupancy',
  'blockedFraction',
  'backPressureProbability',
  'meanSojournTime',
  'outputRate',
  'lossRate',
];

/** None is the rule. */
const MOST_UNTOLD: Readonly<Partial<Record<StageMeasure, number>>> = {
  lossRate: 0,
  backPressureProbability: NEGLIGIBLE_SHARE,
};

function KeyResults({ scenario, node: stage, answer, stale }: NodePartProps<StageNode>) {
  const measures = answer?.stages[stage.id];
  const format = { unit: stage.unit, timeUnit: scenario.timeUnit };
  const isTold = (key: StageMeasure) =>
    measures?.[key] !== undefined && measures[key] > (MOST_UNTOLD[key] ?? -1);
  const facts = KEY_RESULTS.filter(isTold).map((key) => {
    const { text, notes: [precision = ''] = [] } = solvedCell(measures, key, format);
    return { label: measureLabel(key), value: `${text} ${precision}` };
  });
  const { blockedBy } = blockedAt(stage, { scenario, answer, answerIsStale: stale });
  return facts.length === 0 ? null : (
    <div className="i-key-results">
      <Facts stale={stale} facts={[...facts, { label: 'Blocked by', value: blockedBy }]} />
    </div>
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
  return <Badge trust={trust} detail={bends ? `${model}: ${verdictText(bends)}` : `${model}.`} />;
}

function arrivalSummary(stage: StageNode, answer: SolveAnswer | undefined): string | undefined {
  const rate = answer?.stages[stage.id]?.arrivalRate;
  return rate === undefined ? undefined : formatMeasure(rate, 'rate', { unit: stage.unit });
}

interface ServiceScheduleProps {
  readonly stage: StageNode;
  readonly reading: Reading;
  readonly change: ChangeNode;
}

/** How the service times of a stage change. */
function ServiceSchedule({ stage, reading, change }: ServiceScheduleProps) {
  const { schedule, service } = stage;
  return (
    <ScheduleEditor
      explanation="Service times that change at given moments. The distribution above holds before the first frame."
      schedule={schedule}
      next={(from) => ({ from, service: schedule?.frames.at(-1)?.service ?? service })}
      firstFrom={firstFrameAt(distributionMean(service))}
      reading={reading}
      onChange={(next, gesture) => change('Change schedule', { schedule: next }, gesture)}
    >
      {(frame, onChange) => (
        <ServiceDistributionEditor
          distribution={frame.service}
          reading={reading}
          onChange={(distribution, gesture) => onChange({ ...frame, service: distribution }, gesture)}
        />
      )}
    </ScheduleEditor>
  );
}

interface OverlapFieldsProps {
  readonly stage: StageNode;
  readonly reading: Reading;
  readonly change: ChangeNode;
}

/** What few stages have: services that overlap, or go as fast as the number in the stage says. */
function OverlapFields({ stage, reading, change }: OverlapFieldsProps) {
  const used = [
    ...(isPipelined(stage) ? ['pipelined'] : []),
    ...(stage.speeds ? [`${stage.speeds.length} speeds`] : []),
    ...(stage.firingTimes ? [`${stage.firingTimes.length} phases`] : []),
  ];
  return (
    <Disclosure title="Pipeline and speeds" summary={used.join(', ')}>
      <PlainField
        rows={FIELDS.stage}
        name="pipelineLatency"
        holder={stage}
        change={change}
        reading={reading}
        logScrub
      />
      <NumbersField stage={stage} name={isDataflow(stage) ? 'firingTimes' : 'speeds'} change={change} />
    </Disclosure>
  );
}

/** Lists that a person would type; longer ones come from files. */
const NUMBER_LISTS = {
  speeds: { expected: 'numbers > 0', holds: (value: number) => value > 0 },
  firingTimes: { expected: 'seconds >= 0', holds: (value: number) => value >= 0 },
} as const;

interface NumbersFieldProps {
  readonly stage: StageNode;
  readonly name: keyof typeof NUMBER_LISTS;
  readonly change: ChangeNode;
}

function NumbersField({ stage, name, change }: NumbersFieldProps) {
  const row = FIELDS.stage[name];
  const read = (text: string): Result<readonly number[] | undefined, string> => {
    if (text.trim() === '') return ok(undefined);
    const rows = rowsOf(text);
    if (!rows.ok) return rows;
    const { expected, holds } = NUMBER_LISTS[name];
    const numbers = rows.value.flat();
    const wrong = numbers.find((value) => !holds(value));
    return wrong === undefined ? ok(numbers) : err(`Expected ${expected}, got ${wrong}.`);
  };
  return (
    <TextField
      label={fieldLabel(row)}
      help={row.help}
      value={stage[name]?.join(', ') ?? ''}
      placeholder={row.absent}
      whenFinished
      parse={(text) => {
        const numbers = read(text);
        return numbers.ok ? ok(text) : numbers;
      }}
      onChange={(text, gesture) => {
        const numbers = read(text);
        if (numbers.ok) change(`Change ${row.label.toLowerCase()}`, { [name]: numbers.value }, gesture);
      }}
    />
  );
}

interface ResourceFieldProps {
  readonly scenario: Scenario;
  readonly stage: StageNode;
  readonly change: ChangeNode;
  readonly onEdit: EditScenario;
}

/** No resource has an id of these: the values stand for choices that are no resource. */
const NONE = '\u0000none';
const NEW = '\u0000new';

/** Which shared resource a service of the stage needs; a new one can be made on the way. */
function ResourceField({ scenario, stage, change, onEdit }: ResourceFieldProps) {
  const { resources = [] } = scenario;
  const addNew = () =>
    onEdit('Share a new resource', (before) => {
      const added = addResource(before);
      return updateNode(added.scenario, stage.id, { resource: added.id });
    });
  return (
    <ChoiceField
      label={FIELDS.stage.resource.label}
      help={FIELDS.stage.resource.help}
      as="list"
      value={stage.resource ?? NONE}
      placeholder={stage.resource ?? ''}
      choices={[
        { value: NONE, label: 'none' },
        ...resources.map((resource) => ({ value: resource.id, label: nameOf(resource) })),
        { value: NEW, label: 'A new shared resource', hint: 'such as a bus that other stages need too' },
      ]}
      onChange={(chosen) =>
        chosen === NEW
          ? addNew()
          : change('Change resource', { resource: chosen === NONE ? undefined : chosen })
      }
    />
  );
}

interface ArrivalFieldsProps extends NodePartProps<StageNode> {
  readonly reading: Reading;
}

/** What reaches the stage, and what becomes of it at the entry. */
function ArrivalFields({ scenario, node: stage, answer, stale, change, reading }: ArrivalFieldsProps) {
  const measures = answer?.stages[stage.id];
  const sender = senderUnit(scenario, stage.id);
  const lost = measures?.lossRate === undefined || measures.lossRate === 0 ? undefined : measures.lossRate;
  return (
    <>
      <Facts
        stale={stale}
        facts={[
          { label: 'Offered', value: rateText(measures?.offeredRate, reading) },
          { label: 'Accepted', value: rateText(measures?.arrivalRate, reading) },
          { label: 'Lost', value: rateText(lost, reading) },
        ]}
      />
      <PlainField
        rows={FIELDS.stage}
        name="conversionFactor"
        holder={stage}
        change={change}
        unitHint={sender && stage.unit ? `${stage.unit} / ${sender}` : undefined}
      />
      <PlainField
        rows={FIELDS.stage}
        name="overdriveRate"
        holder={stage}
        change={change}
        reading={{ unit: sender }}
        logScrub
      />
    </>
  );
}

/** Keys of a record that has one for each platform. */
const PLATFORM_KINDS = Object.keys(PLATFORMS) as readonly Platform[];

interface AlternativesEditorProps {
  readonly stage: StageNode;
  readonly reading: Reading;
  readonly change: ChangeNode;
  readonly onEdit: EditScenario;
}

const KNOWN: readonly Choice<'unknown' | 'known'>[] = [
  { value: 'unknown', label: 'Unknown', hint: 'the service stays as it is when the stage moves there' },
  { value: 'known', label: 'Its own', hint: 'the distribution of its service there' },
];

/** What the stage's service would be elsewhere, and a button that moves it there. */
function AlternativesEditor({ stage, reading, change, onEdit }: AlternativesEditorProps) {
  const { alternatives = {} } = stage;
  const known = Object.keys(alternatives).length;
  const set = (platform: Platform, service: Alternatives[Platform], gesture?: string) =>
    change(
      `Change service on ${PLATFORMS[platform].label}`,
      { alternatives: without({ ...alternatives, [platform]: service }) },
      gesture,
    );
  return (
    <Disclosure
      title={FIELDS.stage.alternatives.label}
      summary={known === 0 ? 'none known' : `${known} known`}
    >
      {PLATFORM_KINDS.filter((platform) => platform !== 'bus' && platform !== stage.platform).map(
        (platform) => (
          <ItemCard
            key={platform}
            label={`On ${PLATFORMS[platform].label}`}
            title={PLATFORMS[platform].label}
          >
            <ChoiceField
              label="Service"
              help={FIELDS.stage.alternatives.help}
              value={alternatives[platform] ? 'known' : 'unknown'}
              choices={KNOWN}
              onChange={(choice) => set(platform, choice === 'known' ? stage.service : undefined)}
            />
            {alternatives[platform] && (
              <ServiceDistributionEditor
                distribution={alternatives[platform]}
                field={`alternatives.${platform}`}
                reading={reading}
                onChange={(service, gesture) => set(platform, service, gesture)}
              />
            )}
            <div className="i-row">
              <Button
                size="small"
                onClick={() =>
                  onEdit(`Move ${nameOf(stage)} to ${PLATFORMS[platform].label}`, (before) =>
                    moveStage(before, stage.id, platform),
                  )
                }
              >
                Move it there
              </Button>
            </div>
          </ItemCard>
        ),
      )}
    </Disclosure>
  );
}

/** Platforms without a service are not mentioned. */
function without(alternatives: Alternatives): Alternatives | undefined {
  const left = Object.entries(alternatives).filter(([, service]) => service !== undefined);
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}

interface StageFieldsProps {
  readonly stage: StageNode;
  readonly change: ChangeNode;
}

/** Whether a service takes tokens of every link, and what such a stage does when its outputs are full. */
function DataflowFields({ stage, change }: StageFieldsProps) {
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
function QueueFields({ stage, hasClasses, change }: QueueFieldsProps) {
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
function suggestedCapacity(stage: StageNode): number {
  const { bulk } = stage;
  const batch = largestBatch(bulk);
  return Math.max(16, 2 * serverCountOf(stage) * batch);
}
