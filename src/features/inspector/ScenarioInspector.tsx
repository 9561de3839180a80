import type { ReactNode } from 'react';
import { choicesOf } from '../../../core/base/kinds.ts';
import { ok } from '../../../core/base/result.ts';
import type { TimeUnit } from '../../../core/quantities/quantity-format.ts';
import { addClass } from '../../../core/scenario/class-edits.ts';
import { bulkSizeOf, nameOf } from '../../../core/scenario/defaults.ts';
import { FIELDS, PLATFORMS } from '../../../core/scenario/fields.ts';
import { addGroup } from '../../../core/scenario/group-edits.ts';
import {
  addBus,
  type BusPatch,
  patchBus,
  removeBus,
  renameBus,
} from '../../../core/scenario/platform-edits.ts';
import {
  addResource,
  patchResource,
  type ResourcePatch,
  removeResource,
  renameResource,
} from '../../../core/scenario/resource-edits.ts';
import {
  type Bus,
  isStage,
  type NodeId,
  type Platform,
  type Scenario,
  type SharedResource,
} from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { type Choice, ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { Disclosure } from '../../ui/widgets/Disclosure.tsx';
import { PlusIcon } from '../../ui/widgets/icons.tsx';
import { TextArea } from '../../ui/widgets/TextArea.tsx';
import { TypedIn } from '../../ui/widgets/typed-forms.tsx';
import { ClassCard } from './ClassCard.tsx';
import { FaultList } from './FaultList.tsx';
import { GroupCard } from './GroupCard.tsx';
import { ItemCard } from './ItemCard.tsx';
import type {
  ClassListProps,
  EditScenario,
  GroupListProps,
  InspectorFault,
  Selection,
} from './inspector-types.ts';
import { NameFields } from './NameFields.tsx';
import { NodeHeader } from './NodeHeader.tsx';
import { NodeLine } from './NodeLine.tsx';
import { PlainField } from './PlainField.tsx';
import { quantityProps } from './quantity-props.ts';
import { TYPED_LABEL, typedTexts } from './typed-texts.ts';

export interface ScenarioInspectorProps {
  readonly scenario: Scenario;
  readonly answer?: SolveAnswer;
  readonly stale: boolean;
  readonly faults: readonly InspectorFault[];
  readonly onEdit: EditScenario;
  readonly onSelect: (selection: Selection) => void;
}

/** The scenario as a whole, while nothing is selected. */
export function ScenarioInspector({
  scenario,
  answer,
  stale,
  faults,
  onEdit,
  onSelect,
}: ScenarioInspectorProps) {
  const change = (label: string, patch: Partial<Scenario>, gesture?: string) =>
    onEdit(label, (before) => ({ ...before, ...patch }), gesture);
  const broken = faults.some(({ severity }) => severity !== 'warning');
  const onSelectNode = (id: NodeId) => onSelect({ nodes: [id], links: [] });
  return (
    <>
      <NodeHeader
        title={scenario.name}
        onTitle={(name) => {
          if (name !== '') change('Change name', { name });
        }}
        kind={contents(scenario)}
      />
      {faults.length > 0 && (
        <Disclosure title={broken ? 'Errors' : 'Warnings'} summary={String(faults.length)}>
          <FaultList faults={faults} onSelect={onSelect} />
        </Disclosure>
      )}
      <Disclosure title="Scenario" remember="scenario">
        <ChoiceField
          label={FIELDS.scenario.timeUnit.label}
          help={FIELDS.scenario.timeUnit.help}
          as="segments"
          value={scenario.timeUnit ?? 'auto'}
          choices={[{ value: 'auto', label: 'auto' }, ...choicesOf(FIELDS.scenario.timeUnit.value.choices)]}
          onChange={(unit) => onEdit('Change time unit', (before) => withTimeUnit(before, unit))}
        />
        <TextArea
          label={FIELDS.scenario.notes.label}
          help={FIELDS.scenario.notes.help}
          value={scenario.notes ?? ''}
          format={String}
          parse={ok}
          rows={8}
          placeholder="What is modelled, and where the numbers come from."
          onChange={(notes, gesture) => change('Change notes', { notes }, gesture)}
        />
      </Disclosure>
      <ClassList {...{ scenario, onEdit, onSelectNode }} />
      <ResourceList {...{ scenario, onEdit, onSelectNode }} />
      <BusList {...{ scenario, onEdit, onSelectNode }} />
      <GroupList {...{ scenario, answer, stale, onEdit, onSelect }} />
      <p className="i-note">Select a stage or a link to see and change its numbers.</p>
    </>
  );
}

function withTimeUnit({ timeUnit: _, ...scenario }: Scenario, unit: TimeUnit | 'auto'): Scenario {
  return unit === 'auto' ? scenario : { ...scenario, timeUnit: unit };
}

function contents({ nodes, links }: Scenario): string {
  const stages = nodes.filter((node) => node.kind === 'stage').length;
  return `Scenario: ${count(stages, 'stage')}, ${count(nodes.length, 'node')}, ${count(links.length, 'link')}`;
}

const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;

/** The kinds of jobs. */
function ClassList(props: ClassListProps) {
  const { scenario, onEdit } = props;
  const { classes = [] } = scenario;
  return (
    <ItemList
      title="Classes"
      count={classes.length}
      inShort="kinds of jobs"
      explanation="Kinds of jobs that are served differently, go first, or circulate in a fixed number."
      adding={{
        label: 'Add a class',
        run: () => onEdit('Add a class', (before) => addClass(before).scenario),
      }}
    >
      {/* The place stays when an id is changed, so that the field being typed in keeps its focus. */}
      {classes.map((jobClass) => (
        <ClassCard key={classes.indexOf(jobClass)} jobClass={jobClass} {...props} />
      ))}
    </ItemList>
  );
}

/** Stages that are looked at as one queue. */
function GroupList(props: GroupListProps) {
  const { scenario, onEdit } = props;
  const { groups = [] } = scenario;
  const first = scenario.nodes
    .filter(({ kind }) => kind === 'stage' || kind === 'delay')
    .slice(0, 1)
    .map(({ id }) => id);
  return (
    <ItemList
      title="Virtual queues"
      count={groups.length}
      inShort="stages as one queue"
      explanation="Groups of stages whose elements are counted together, such as the two ends of a bus and the bus."
      adding={{
        label: 'Add a virtual queue',
        disabled: first.length === 0,
        run: () => onEdit('Add a virtual queue', (before) => addGroup(before, first)?.scenario ?? before),
      }}
    >
      {/* The place stays when an id is changed, so that the field being typed in keeps its focus. */}
      {groups.map((group) => (
        <GroupCard key={groups.indexOf(group)} group={group} {...props} />
      ))}
    </ItemList>
  );
}

interface ResourceListProps {
  readonly scenario: Scenario;
  readonly onEdit: EditScenario;
  readonly onSelectNode: (id: NodeId) => void;
}

/** What services of several stages need while they last. */
function ResourceList(props: ResourceListProps) {
  const { resources = [] } = props.scenario;
  return (
    <ItemList
      title="Shared resources"
      count={resources.length}
      inShort="what stages share"
      explanation="Something that several stages need while they serve, such as one bus, memory port or lock."
      adding={{
        label: 'Add a shared resource',
        run: () => props.onEdit('Add a shared resource', (before) => addResource(before).scenario),
      }}
    >
      {/* The place stays when an id is changed, so that the field being typed in keeps its focus. */}
      {resources.map((resource) => (
        <ResourceCard key={resources.indexOf(resource)} resource={resource} {...props} />
      ))}
    </ItemList>
  );
}

interface ResourceCardProps extends ResourceListProps {
  readonly resource: SharedResource;
}

function ResourceCard({ resource, scenario, onEdit, onSelectNode }: ResourceCardProps) {
  const { id } = resource;
  const name = nameOf(resource);
  const users = scenario.nodes
    .filter(isStage)
    .filter((stage) => stage.resource === id)
    .map((stage) => stage.id);
  const change = (label: string, patch: ResourcePatch, gesture?: string) =>
    onEdit(`${label} of ${name}`, (before) => patchResource(before, id, patch), gesture);
  return (
    <ItemCard
      label={`Shared resource ${name}`}
      title={name}
      removal={{
        label: `Remove shared resource ${name}`,
        run: () => onEdit(`Remove shared resource ${name}`, (before) => removeResource(before, id)),
      }}
    >
      <NameFields
        id={id}
        name={resource.name}
        renamed={(next) => renameResource(scenario, id, next)}
        onName={(next, gesture) => change('Change name', { name: next }, gesture)}
        onRename={(after, gesture) => onEdit(`Change id of ${name}`, () => after, gesture)}
      />
      <PlainField rows={FIELDS.resource} name="units" holder={resource} change={change} />
      <PlainField rows={FIELDS.resource} name="arbitration" holder={resource} change={change} />
      <NodeLine
        words={users.length === 0 ? 'No stage needs it yet.' : 'needed by'}
        ids={users}
        scenario={scenario}
        onSelect={onSelectNode}
      />
    </ItemCard>
  );
}

interface BusListProps {
  readonly scenario: Scenario;
  readonly onEdit: EditScenario;
  readonly onSelectNode: (id: NodeId) => void;
}

/** What elements cross between platforms. */
function BusList(props: BusListProps) {
  const { buses = [] } = props.scenario;
  return (
    <ItemList
      title="Interconnects"
      count={buses.length}
      inShort="CPU to FPGA"
      explanation="Where a link's two ends run on platforms that a bus joins, it becomes a virtual queue by itself: the queue before the bus, its transfers, and the queue behind it."
      adding={{
        label: 'Add a bus',
        run: () => props.onEdit('Add a bus', (before) => addBus(before).scenario),
      }}
    >
      {/* The place stays when an id is changed, so that the field being typed in keeps its focus. */}
      {buses.map((bus) => (
        <BusCard key={buses.indexOf(bus)} bus={bus} {...props} />
      ))}
    </ItemList>
  );
}

const PAIRS: readonly (readonly [Platform, Platform])[] = [
  ['cpu', 'fpga'],
  ['cpu', 'gpu'],
  ['fpga', 'gpu'],
];
const pairText = ([one, other]: readonly [Platform, Platform]): string =>
  `${PLATFORMS[one].label} and ${PLATFORMS[other].label}`;
const PAIR_CHOICES: readonly Choice<string>[] = PAIRS.map((pair) => ({
  value: pairText(pair),
  label: pairText(pair),
}));

interface BusCardProps extends BusListProps {
  readonly bus: Bus;
}

function BusCard({ bus, scenario, onEdit, onSelectNode }: BusCardProps) {
  const { id } = bus;
  const name = nameOf(bus);
  const crossings = scenario.nodes.flatMap((node) =>
    node.kind === 'stage' && node.bus === id ? [node.id] : [],
  );
  const change = (label: string, patch: BusPatch, gesture?: string) =>
    onEdit(`${label} of ${name}`, (before) => patchBus(before, id, patch), gesture);
  const field = { rows: FIELDS.bus, holder: bus, change };
  return (
    <ItemCard
      label={`Bus ${name}`}
      title={name}
      removal={{
        label: `Remove bus ${name}`,
        run: () => onEdit(`Remove bus ${name}`, (before) => removeBus(before, id)),
      }}
    >
      <NameFields
        id={id}
        name={bus.name}
        renamed={(next) => renameBus(scenario, id, next)}
        onName={(next, gesture) => change('Change name', { name: next }, gesture)}
        onRename={(after, gesture) => onEdit(`Change id of ${name}`, () => after, gesture)}
      />
      <ChoiceField
        label={FIELDS.bus.between.label}
        help={FIELDS.bus.between.help}
        as="list"
        value={pairText(sorted(bus.between))}
        choices={PAIR_CHOICES}
        onChange={(text) =>
          change('Change ends', { between: PAIRS.find((pair) => pairText(pair) === text)! as Bus['between'] })
        }
      />
      <TypedIn value={typedTexts(bus.typed, (typed, gesture) => change(TYPED_LABEL, { typed }, gesture))}>
        <PlainField
          {...field}
          name="bytesPerSecond"
          {...quantityProps('rate', { unit: 'B', unitBytes: 1 }, { above: 0 })}
        />
        <PlainField {...field} name="bulkSize" />
        <PlainField {...field} name="latency" reading={{ timeUnit: scenario.timeUnit }} />
        <PlainField {...field} name="capacity" limits={{ min: bulkSizeOf(bus) }} />
      </TypedIn>
      <NodeLine
        words={crossings.length === 0 ? 'No link crosses it yet.' : 'crossed at'}
        ids={crossings}
        scenario={scenario}
        onSelect={onSelectNode}
      />
    </ItemCard>
  );
}

const ORDER: readonly Platform[] = ['cpu', 'fpga', 'gpu', 'bus'];

const sorted = ([one, other]: Bus['between']): Bus['between'] =>
  ORDER.indexOf(one) <= ORDER.indexOf(other) ? [one, other] : [other, one];

interface ItemListProps {
  readonly title: string;
  readonly count: number;
  /** A few words beside the title while there is nothing. */
  readonly inShort: string;
  /** What such things are for, in a sentence, while there is nothing. */
  readonly explanation: string;
  readonly adding: { readonly label: string; readonly disabled?: boolean; readonly run: () => void };
  readonly children: ReactNode;
}

/** A part of the inspector that holds a list; folded as long as the list is empty. */
function ItemList({ title, count, inShort, explanation, adding, children }: ItemListProps) {
  return (
    <Disclosure title={title} summary={count === 0 ? inShort : String(count)} defaultOpen={count > 0}>
      {count === 0 && <p className="i-note">{explanation}</p>}
      {children}
      <div className="i-row">
        <Button size="small" icon={<PlusIcon size={14} />} disabled={adding.disabled} onClick={adding.run}>
          {adding.label}
        </Button>
      </div>
    </Disclosure>
  );
}
