import { bulkSizeOf, nameOf } from '../../../core/scenario/defaults.ts';
import { FIELDS, PLATFORMS } from '../../../core/scenario/fields.ts';
import {
  addBus,
  type BusPatch,
  patchBus,
  removeBus,
  renameBus,
} from '../../../core/scenario/platform-edits.ts';
import type { Bus, NodeId, Platform, Scenario } from '../../../core/scenario/scenario.ts';
import { type Choice, ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { TypedIn } from '../../ui/widgets/typed-forms.tsx';
import { ItemCard } from './ItemCard.tsx';
import { ItemList } from './ItemList.tsx';
import type { EditScenario } from './inspector-types.ts';
import { NameFields } from './NameFields.tsx';
import { NodeLine } from './NodeLine.tsx';
import { PlainField } from './PlainField.tsx';
import { quantityProps } from './quantity-props.ts';
import { TYPED_LABEL, typedTexts } from './typed-texts.ts';

export interface BusListProps {
  readonly scenario: Scenario;
  readonly onEdit: EditScenario;
  readonly onSelectNode: (id: NodeId) => void;
}

/** What elements cross between platforms. */
export function BusList(props: BusListProps) {
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
