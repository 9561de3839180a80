import { bulkSizeOf, nameOf } from '../../../core/scenario/defaults.ts';
import {
  addBus,
  type BusPatch,
  patchBus,
  removeBus,
  renameBus,
} from '../../../core/scenario/platform-edits.ts';
import type { Bus, NodeId, Platform, Scenario } from '../../../core/scenario/scenario.ts';
import { type Choice, ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { HELP } from './help.ts';
import { ItemCard } from './ItemCard.tsx';
import { ItemList } from './ItemList.tsx';
import type { EditScenario } from './inspector-types.ts';
import { NameFields } from './NameFields.tsx';
import { NodeLine } from './NodeLine.tsx';
import { PLATFORM_NAMES } from './platform-choices.ts';
import { quantityProps } from './quantity-props.ts';

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
      title="Buses between platforms"
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
  `${PLATFORM_NAMES[one]} and ${PLATFORM_NAMES[other]}`;
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
        help={HELP.busName}
        id={id}
        name={bus.name}
        renamed={(next) => renameBus(scenario, id, next)}
        onName={(next, gesture) => change('Change name', { name: next }, gesture)}
        onRename={(after, gesture) => onEdit(`Change id of ${name}`, () => after, gesture)}
      />
      <ChoiceField
        label="Joins"
        help={HELP.busBetween}
        as="list"
        value={pairText(sorted(bus.between))}
        choices={PAIR_CHOICES}
        onChange={(text) =>
          change('Change ends', { between: PAIRS.find((pair) => pairText(pair) === text)! as Bus['between'] })
        }
      />
      <QuantityField
        label="Bandwidth"
        help={HELP.busBandwidth}
        value={bus.bytesPerSecond}
        onChange={(bytesPerSecond, gesture) => change('Change bandwidth', { bytesPerSecond }, gesture)}
        {...quantityProps('rate', { unit: 'B', unitBytes: 1 }, { above: 0 })}
      />
      <QuantityField
        label="Bulk size"
        help={HELP.busBulk}
        value={bus.bulkSize}
        placeholder="1"
        onChange={(bulkSize, gesture) => change('Change bulk size', { bulkSize }, gesture)}
        {...quantityProps('count', {}, { optional: true, min: 1 })}
      />
      <QuantityField
        label="Latency"
        help={HELP.busLatency}
        value={bus.latency}
        placeholder="0"
        onChange={(latency, gesture) => change('Change latency', { latency }, gesture)}
        {...quantityProps('time', { timeUnit: scenario.timeUnit }, { optional: true, min: 0 })}
      />
      <QuantityField
        label="Capacity"
        help={HELP.busCapacity}
        value={bus.capacity}
        placeholder="unbounded"
        onChange={(capacity, gesture) => change('Change capacity', { capacity }, gesture)}
        {...quantityProps('capacity', {}, { optional: true, min: bulkSizeOf(bus) })}
      />
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
