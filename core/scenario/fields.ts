/**
 * The fields of a scenario, one row each: which values, in which dimension, what holds where it is absent, what people
 * call it, and one sentence of help. Made from the rows: the schema (`schema.ts`), the published JSON Schema, the
 * inspector, the parameters of studies and the tables of docs/scenario-format.md. The types of `scenario.ts` ask for
 * them: a new field there does not compile until it has its row here.
 */

import type { ChoiceWords } from '../base/kinds.ts';
import { LIMITS } from '../base/limits.ts';
import {
  COUNT,
  NON_NEGATIVE,
  type NumberDomain,
  POSITIVE,
  PROBABILITY,
  SLOTS,
} from '../base/number-domain.ts';
import type { Dimension } from '../quantities/quantity.ts';
import { ARBITRATION } from '../rules/arbitration.ts';
import type { BulkRule } from '../rules/bulk.ts';
import { DISCIPLINE, PREEMPTION } from '../rules/discipline.ts';
import { FIRING } from '../rules/firing.ts';
import { ROUTING } from '../rules/routing.ts';
import { ADMISSION, WHEN_FULL } from '../rules/when-full.ts';
import { DEFAULTS } from './defaults.ts';
import {
  type ArrivalFrame,
  type Bus,
  type ClassAtStage,
  type ClosedPopulation,
  type DelayNode,
  type ForkNode,
  type InputPrecision,
  type JobClass,
  type JoinNode,
  type Link,
  type Platform,
  type Position,
  type RouterNode,
  type Routing,
  SCENARIO_FORMAT,
  SCHEMA_VERSION,
  type Scenario,
  type Schedule,
  type ServiceFrame,
  type SharedResource,
  type SinkNode,
  type SourceNode,
  type StageGroup,
  type StageNode,
} from './scenario.ts';

export type Choices<T extends string> = Readonly<Record<T, ChoiceWords>>;

export interface NumberValue {
  readonly kind: 'number';
  readonly dimension: Dimension;
  readonly domain: NumberDomain;
}
export interface ChoiceValue<T extends string = string> {
  readonly kind: 'choice';
  readonly choices: Choices<T>;
}
export interface TextValue {
  readonly kind: 'text';
  /** id: of this or of something else in the scenario; `values` says of what. */
  readonly form: 'id' | 'name' | 'notes';
  readonly values?: string;
}
export interface LiteralValue<T extends string | number = string | number> {
  readonly kind: 'literal';
  readonly value: T;
}
/** An object or list with fields of its own; `schema.ts` has its schema. */
export interface PartValue {
  readonly kind: 'part';
  readonly values: string;
}

/** The kinds of value that a field of type T may have. */
type ValueOf<T> = [T] extends [number]
  ? NumberValue | LiteralValue<T>
  : string extends T
    ? TextValue
    : [T] extends [string]
      ? ChoiceValue<T> | LiteralValue<T>
      : PartValue;

export interface FieldRow<Value = NumberValue | ChoiceValue | TextValue | LiteralValue | PartValue> {
  /** For people. */
  readonly label: string;
  /** The label where room is short, without its other name. */
  readonly short?: string;
  /** The letter of the papers. */
  readonly symbol?: string;
  readonly help: string;
  readonly value: Value;
  /** The default, or what holds, in words. Only optional fields have one. */
  readonly absent?: string | number;
}

/** One row for each field of T; `absent` exactly where the field is optional. */
export type RowsOf<T> = {
  readonly [K in keyof T]-?: FieldRow<ValueOf<Exclude<T[K], undefined>>> &
    (undefined extends T[K] ? { readonly absent: string | number } : { readonly absent?: never });
};

const number = (dimension: Dimension, domain: NumberDomain) =>
  ({ kind: 'number', dimension, domain }) as const;
const choice = <T extends string>(choices: Choices<T>): ChoiceValue<T> => ({ kind: 'choice', choices });
const literal = <const T extends string | number>(value: T): LiteralValue<T> => ({ kind: 'literal', value });
const id = (values = '1 to 80 characters') => ({ kind: 'text', form: 'id', values }) as const;
const NAME = { kind: 'text', form: 'name' } as const;
const part = (values: string): PartValue => ({ kind: 'part', values });

export const PLATFORMS: Choices<Platform> = {
  cpu: { label: 'CPU' },
  fpga: { label: 'FPGA' },
  gpu: { label: 'GPU' },
  bus: { label: 'Bus' },
};

const ANY: NumberDomain = { least: -Number.MAX_VALUE, most: Number.MAX_VALUE };
const TIMES = 'a distribution of times, s';
const TYPED = {
  typed: {
    label: 'As typed',
    help: 'How numbers were typed, shown while they stand for the value; nothing is computed from it.',
    value: part('fields with texts'),
    absent: 'none',
  },
} as const;

const NODE = {
  id: {
    label: 'Id',
    help: 'Links and measurement files refer to it, so keep it short and unique.',
    value: id('1 to 80 characters, no control characters'),
  },
  name: {
    label: 'Name',
    help: 'Shown on the graph; the id is shown while this is empty.',
    value: NAME,
    absent: 'the id',
  },
  position: {
    label: 'Position',
    help: 'Place on the drawing: x to the right, y downwards.',
    value: part('`x` and `y`, pixels'),
    absent: 'laid out by itself',
  },
  ...TYPED,
} as const;

const ROUTING_FIELD = {
  label: 'Routing',
  help: 'How elements choose among several links.',
  value: part('see Routing'),
  absent: DEFAULTS.routing,
} as const;

const ITEM = {
  unit: {
    label: 'Item unit',
    help: 'Name of one native element, such as seed or packet; every rate of this node counts in it.',
    value: NAME,
    absent: DEFAULTS.unit,
  },
  unitBytes: {
    label: 'Item size',
    help: 'Bytes of one native element; with it rates may be typed in B/s and capacities in B.',
    value: number('bytes', POSITIVE),
    absent: 'unknown',
  },
} as const;

const PLATFORM = {
  label: 'Platform',
  help: 'What it runs on: tints its edge, and shows where data crosses a bus.',
  value: choice(PLATFORMS),
  absent: 'unassigned',
} as const;

const BY_CLASS = {
  label: 'By class',
  help: 'What is otherwise for single classes, by their ids.',
  value: part('see Classes'),
  absent: 'none',
} as const;

const passProbability = {
  label: 'Pass probability (selectivity)',
  short: 'Pass probability',
  symbol: 'P',
  help: 'Share of served elements that go on; the others are filtered out, which is no loss.',
  value: number('probability', PROBABILITY),
  absent: DEFAULTS.passProbability,
} as const;

const conversionFactor = {
  label: 'Expansion (fan-out) factor',
  short: 'Expansion factor',
  symbol: 'F',
  help: 'Native elements that one arriving element becomes: 16 makes sixteen of one; 0.5 makes one of two.',
  value: number('number', POSITIVE),
  absent: DEFAULTS.conversionFactor,
} as const;

/** Fields of what a scenario lists and nodes refer to. */
const LISTED = {
  id: {
    label: 'Id',
    help: 'Nodes, files and answers refer to it, so keep it short and unique.',
    value: id(),
  },
  name: {
    label: 'Name',
    help: 'Shown in charts and tables; the id is shown while this is empty.',
    value: NAME,
    absent: 'the id',
  },
} as const;

export const FIELDS = {
  scenario: {
    format: { label: 'Format', help: 'Marks the file.', value: literal(SCENARIO_FORMAT) },
    schemaVersion: {
      label: 'Schema version',
      help: 'Version of the format. Older files are brought up to date when they are opened; a newer one is refused.',
      value: literal(SCHEMA_VERSION),
    },
    name: {
      label: 'Name',
      help: 'Title, shown in the gallery and in links that you share.',
      value: NAME,
    },
    notes: {
      label: 'Notes',
      help: 'Markdown: what is modelled and where the numbers come from; travels with the file.',
      value: { kind: 'text', form: 'notes' },
      absent: 'none',
    },
    timeUnit: {
      label: 'Time unit',
      help: 'The unit in which times are shown; the numbers in the file stay in seconds.',
      value: choice({ s: { label: 's' }, ms: { label: 'ms' }, us: { label: 'µs' }, ns: { label: 'ns' } }),
      absent: 'by size',
    },
    nodes: {
      label: 'Nodes',
      help: 'Sources, stages, delays, routers, forks, joins and sinks; ids are unique.',
      value: part('up to 2,000 nodes'),
    },
    links: {
      label: 'Links',
      help: 'FIFO channels between nodes; no pair twice.',
      value: part('up to 10,000 links'),
    },
    classes: {
      label: 'Classes',
      help: 'Kinds of jobs. The first is what a source emits that names none.',
      value: part('up to 64, see Classes'),
      absent: 'one nameless class',
    },
    resources: {
      label: 'Shared resources',
      help: 'What services of several stages need while they last.',
      value: part('see Shared resources'),
      absent: 'none',
    },
    groups: {
      label: 'Groups',
      help: 'Stages that are looked at as one queue.',
      value: part('see Groups'),
      absent: 'none',
    },
    buses: {
      label: 'Buses',
      help: 'What elements cross between platforms; a link that crosses one has a stage of its own.',
      value: part('see Platforms and buses'),
      absent: 'none',
    },
    precisions: {
      label: 'Input uncertainty',
      help: 'How well inputs are known, where that is not said by their digits.',
      value: part('see Precisions'),
      absent: 'none',
    },
    measurement: {
      label: 'Measurement',
      help: 'What was measured on the real system.',
      value: part('see Measurement'),
      absent: 'none',
    },
    queries: {
      label: 'Queries',
      help: 'What is asked of measurements, and what must hold.',
      value: part('see Queries'),
      absent: 'none',
    },
  } satisfies RowsOf<Scenario>,

  position: {
    x: { label: 'x', help: 'To the right.', value: number('number', ANY) },
    y: { label: 'y', help: 'Downwards.', value: number('number', ANY) },
  } satisfies RowsOf<Position>,

  source: {
    ...NODE,
    kind: { label: 'Kind', help: 'Where elements enter.', value: literal('source') },
    ...ITEM,
    interarrival: {
      label: 'Arrival',
      help: 'Times between arrivals, or between batches.',
      value: part(TIMES),
    },
    batchSize: {
      label: 'Batch size',
      help: 'Elements at each arrival; larger batches at the same flow make longer queues.',
      value: number('count', COUNT),
      absent: DEFAULTS.batchSize,
    },
    class: {
      label: 'Emits',
      help: 'Which class of jobs comes from here, an open one.',
      value: id('id of an open class'),
      absent: 'the first class',
    },
    schedule: {
      label: 'Schedule',
      help: 'How the times between arrivals change.',
      value: part('see Schedules'),
      absent: 'none',
    },
    routing: ROUTING_FIELD,
    platform: PLATFORM,
  } satisfies RowsOf<SourceNode>,

  stage: {
    ...NODE,
    kind: { label: 'Kind', help: 'One queue and its servers.', value: literal('stage') },
    ...ITEM,
    conversionFactor,
    overdriveRate: {
      label: 'Extra arrival rate',
      symbol: 'λ_mo',
      help: "Extra Poisson arrivals of the first class at the stage's entry, in the sender's unit, to try a heavier load.",
      value: number('rate', NON_NEGATIVE),
      absent: DEFAULTS.overdriveRate,
    },
    firing: {
      label: 'Takes',
      short: 'Firing',
      help: 'Whether a service takes elements of one queue, or tokens of every incoming link at once as a dataflow actor does.',
      value: choice(FIRING),
      absent: DEFAULTS.firing,
    },
    capacity: {
      label: 'Capacity',
      symbol: 'K',
      help: 'Most elements in the stage, waiting and in service.',
      value: number('capacity', SLOTS),
      absent: DEFAULTS.capacity,
    },
    whenFull: {
      label: 'When full',
      help: 'What happens to an element that finds this stage full: its sender waits, or an element is lost.',
      value: choice(WHEN_FULL),
      absent: DEFAULTS.whenFull,
    },
    admission: {
      label: 'Batch admission',
      help: 'How a group enters when there is not room for all of it.',
      value: choice(ADMISSION),
      absent: DEFAULTS.admission,
    },
    serverCount: {
      label: 'Servers',
      symbol: 'c',
      help: 'Identical servers that share one queue.',
      value: number('count', COUNT),
      absent: DEFAULTS.serverCount,
    },
    discipline: {
      label: 'Discipline',
      help: 'Which waiting element is served next; it changes how waiting times vary, seldom the mean queue.',
      value: choice(DISCIPLINE),
      absent: DEFAULTS.discipline,
    },
    preemption: {
      label: 'Preemption',
      help: 'With discipline priority: whether a more urgent job interrupts a service. Not with bulk or a shared resource, nor in front of a stage that blocks before service.',
      value: choice(PREEMPTION),
      absent: DEFAULTS.preemption,
    },
    service: {
      label: 'Service',
      help: 'Time of one service; of one whole batch where elements are served in bulk.',
      value: part(TIMES),
    },
    firingTimes: {
      label: 'Times by phase',
      help: 'Time of each firing of a dataflow stage, s, one after the other in turn, in place of the service time.',
      value: part('seconds >= 0, not all 0'),
      absent: 'as the service says',
    },
    speeds: {
      label: 'Speed by number in stage',
      symbol: 'α(n)',
      help: 'How fast each server works with 1, 2, … elements in the stage, where 1 is as the service says; the last number holds beyond. Also services under way change their speed.',
      value: part('numbers > 0'),
      absent: 'always 1',
    },
    pipelineLatency: {
      label: 'Pipeline latency',
      symbol: 'L',
      help: 'A pipelined server takes the next element when the service time (its initiation interval) is over, and each element leaves this long after its start. When one cannot leave, all behind it stand still.',
      value: number('time', NON_NEGATIVE),
      absent: 'one element at a time',
    },
    schedule: {
      label: 'Schedule',
      help: 'How the service times change.',
      value: part('see Schedules'),
      absent: 'none',
    },
    byClass: BY_CLASS,
    resource: {
      label: 'Shared resource',
      help: 'A service holds one unit of it while it lasts, and waits for it with its server idle. Not with discipline PS.',
      value: id('id of a shared resource'),
      absent: 'none',
    },
    bulk: {
      label: 'Batch service',
      help: 'Whether a server takes elements one by one or several as one batch with one service time.',
      value: part('see Bulk service'),
      absent: 'one by one',
    },
    passProbability,
    routing: ROUTING_FIELD,
    platform: PLATFORM,
    alternatives: {
      label: 'Alternative platforms',
      help: 'What its service would be there; a stage that is moved takes it and leaves its own behind.',
      value: part('distributions of times by platform'),
      absent: 'none',
    },
    bus: {
      label: 'Bus',
      help: 'The stage stands for a crossing of this bus, whose transfers are its services.',
      value: id('id of a bus'),
      absent: 'none',
    },
  } satisfies RowsOf<StageNode>,

  delay: {
    ...NODE,
    kind: {
      label: 'Kind',
      help: 'A time that every element spends on its own: no queue, no capacity.',
      value: literal('delay'),
    },
    ...ITEM,
    service: { label: 'Delay time', help: 'How long each element is delayed.', value: part(TIMES) },
    byClass: BY_CLASS,
    routing: ROUTING_FIELD,
  } satisfies RowsOf<DelayNode>,

  fork: {
    ...NODE,
    kind: { label: 'Kind', help: 'Splits each element into one task per link.', value: literal('fork') },
  } satisfies RowsOf<ForkNode>,

  join: {
    ...NODE,
    kind: { label: 'Kind', help: 'Puts the tasks of one element together again.', value: literal('join') },
    routing: ROUTING_FIELD,
  } satisfies RowsOf<JoinNode>,

  router: {
    ...NODE,
    kind: { label: 'Kind', help: 'Sends each element on at once.', value: literal('router') },
    routing: ROUTING_FIELD,
    classSwitch: {
      label: 'Class switch',
      help: 'What elements leave it as: for a class that comes, the probability of each class that it becomes, before a link is chosen. The probabilities of a row sum to 1; a class without a row stays what it is. Open classes become open ones, closed classes closed ones.',
      value: part('class ids with class ids with 0 to 1'),
      absent: 'no class changes',
    },
  } satisfies RowsOf<RouterNode>,

  sink: {
    ...NODE,
    kind: { label: 'Kind', help: 'Where elements leave.', value: literal('sink') },
  } satisfies RowsOf<SinkNode>,

  routing: {
    rule: { label: 'Routing', help: 'How each element chooses among the links.', value: choice(ROUTING) },
  } satisfies RowsOf<Routing>,

  arrivalSchedule: schedule() satisfies RowsOf<Schedule<ArrivalFrame>>,
  serviceSchedule: schedule() satisfies RowsOf<Schedule<ServiceFrame>>,

  arrivalFrame: {
    from: {
      label: 'From',
      help: 'When the frame begins, from the start of the run.',
      value: number('time', NON_NEGATIVE),
    },
    interarrival: {
      label: 'Arrivals',
      help: 'The time until the next arrival is drawn anew when the frame begins.',
      value: part(TIMES),
      absent: 'nothing arrives',
    },
  } satisfies RowsOf<ArrivalFrame>,

  serviceFrame: {
    from: {
      label: 'From',
      help: 'When the frame begins, from the start of the run.',
      value: number('time', NON_NEGATIVE),
    },
    service: {
      label: 'Service',
      help: 'Services that begin from then on have it; those under way keep theirs, and a class with a service of its own keeps that.',
      value: part(TIMES),
    },
  } satisfies RowsOf<ServiceFrame>,

  fullBatch: {
    rule: {
      label: 'Batch service',
      help: 'A server waits for exactly `size` elements.',
      value: literal('full'),
    },
    size: {
      label: 'Batch size',
      symbol: 'b',
      help: 'A free server waits until this many elements are there and takes exactly these.',
      value: number('count', COUNT),
    },
    ...anyBatch(),
  } satisfies RowsOf<Extract<BulkRule, { rule: 'full' }>>,

  upToBatch: {
    rule: {
      label: 'Batch service',
      help: 'A server starts with at least `min` elements and takes up to `max`.',
      value: literal('upTo'),
    },
    min: {
      label: 'Smallest batch',
      help: 'A free server starts when this many elements wait.',
      value: number('count', COUNT),
    },
    max: {
      label: 'Largest batch',
      symbol: 'b',
      help: 'The largest batch that one service can take.',
      value: number('count', COUNT),
    },
    ...anyBatch(),
  } satisfies RowsOf<Extract<BulkRule, { rule: 'upTo' }>>,

  classAtStage: {
    service: {
      label: 'Service',
      help: 'Time of a service of this class.',
      value: part(TIMES),
      absent: 'as the node says',
    },
    conversionFactor: { ...conversionFactor, absent: 'as the stage says' },
    passProbability: { ...passProbability, absent: 'as the stage says' },
  } satisfies RowsOf<ClassAtStage>,

  alternatives: {
    cpu: alternative('a processor'),
    fpga: alternative('an FPGA'),
    gpu: alternative('a GPU'),
    bus: alternative('a bus'),
  } satisfies RowsOf<NonNullable<StageNode['alternatives']>>,

  link: {
    from: { label: 'From', help: 'The sender. No pair stands in the list twice.', value: id('id of a node') },
    to: { label: 'To', help: 'The receiver.', value: id('id of a node') },
    probability: {
      label: 'Probability',
      help: "Share of the sender's elements. Either all links of a sender have one, and they sum to 1, or none has.",
      value: number('probability', PROBABILITY),
      absent: 'equal shares',
    },
    byClass: {
      label: 'By class',
      help: 'Share of single classes: a class that is named on one link of a sender takes only the links that name it.',
      value: part('class ids with 0 to 1'),
      absent: 'as `probability`',
    },
    depth: {
      label: 'FIFO depth',
      help: 'Most tokens in the FIFO of this link to a dataflow stage; those that a firing takes leave it when the firing ends. On a link to a join: most tasks that wait there for those of other links; the next stays with its sender.',
      value: number('capacity', SLOTS),
      absent: DEFAULTS.depth,
    },
    initialTokens: {
      label: 'Initial tokens',
      help: 'Tokens in the FIFO at the start; a cycle needs some.',
      value: number('count', { least: 0, most: LIMITS.population, integer: true }),
      absent: DEFAULTS.initialTokens,
    },
    produced: {
      label: 'Tokens produced',
      help: 'Tokens that each firing of the sender, a dataflow stage, gives to this link; several numbers are phases that take turns.',
      value: part('whole numbers, one for each phase'),
      absent: '1',
    },
    consumed: {
      label: 'Tokens consumed',
      help: 'Tokens that each firing of the receiver, a dataflow stage, takes from this link; several numbers are phases that take turns.',
      value: part('whole numbers, one for each phase'),
      absent: '1',
    },
    ...TYPED,
  } satisfies RowsOf<Link>,

  class: {
    ...LISTED,
    priority: {
      label: 'Priority',
      help: 'Where stages serve by priority the smaller number goes first; 0 is the most urgent.',
      value: number('count', { least: 0, most: 1_000, integer: true }),
      absent: DEFAULTS.priority,
    },
    closed: {
      label: 'Population',
      help: 'A fixed number of jobs that never leave; the jobs of an open class come from sources.',
      value: part('`population` and `start`'),
      absent: 'open',
    },
  } satisfies RowsOf<JobClass>,

  closed: {
    population: {
      label: 'Population',
      help: 'How many jobs of this class there are, always: such as users, tokens, or buffers. Where classes switch into each other: how many begin as this one, which may be none.',
      value: number('count', { least: 0, most: LIMITS.population, integer: true }),
    },
    start: {
      label: 'Start at',
      help: 'Where they are at the start, as far as it has room, the others in the stages behind it; a visit to it ends one round and begins the next.',
      value: id('id of a stage or delay'),
    },
  } satisfies RowsOf<ClosedPopulation>,

  resource: {
    ...LISTED,
    units: {
      label: 'Units',
      help: 'How many services can hold it at the same time, over all stages that name it.',
      value: number('count', COUNT),
      absent: DEFAULTS.units,
    },
    arbitration: {
      label: 'Arbitration',
      help: 'Who gets it next when several stages wait for it.',
      value: choice(ARBITRATION),
      absent: DEFAULTS.arbitration,
    },
  } satisfies RowsOf<SharedResource>,

  group: {
    ...LISTED,
    stages: {
      label: 'Stages',
      help: 'At least one, none twice; its occupancy is the sum over them, each counted in its own unit.',
      value: part('ids of stages and delays'),
    },
  } satisfies RowsOf<StageGroup>,

  bus: {
    ...LISTED,
    between: {
      label: 'Connects',
      help: 'The two platforms that it connects, in either direction.',
      value: part('two different platforms'),
    },
    bytesPerSecond: {
      label: 'Bandwidth',
      help: 'Bytes per second. An element without a size counts as one byte.',
      value: number('bytes', POSITIVE),
    },
    bulkSize: {
      label: 'Transfer size',
      help: 'Elements of one transfer, which waits until that many are there.',
      value: number('count', COUNT),
      absent: DEFAULTS.bulkSize,
    },
    latency: {
      label: 'Latency',
      help: 'Time of a transfer besides that of its bytes, such as set-up and arbitration.',
      value: number('time', NON_NEGATIVE),
      absent: DEFAULTS.latency,
    },
    capacity: {
      label: 'Capacity',
      help: "Most elements at the sender's end, those in transfer included; at least one transfer.",
      value: number('capacity', SLOTS),
      absent: DEFAULTS.capacity,
    },
    ...TYPED,
  } satisfies RowsOf<Bus>,

  precision: {
    node: { label: 'Node', help: 'Whose input it is.', value: id('id of a node') },
    field: {
      label: 'Field',
      help: 'Which number of the node, such as `service.rate` or `passProbability`.',
      value: NAME,
    },
    plusMinus: {
      label: 'Relative half width',
      help: 'The input is known to value × (1 ∓ `plusMinus`).',
      value: number('probability', PROBABILITY),
    },
  } satisfies RowsOf<InputPrecision>,
} as const;

function schedule() {
  return {
    frames: {
      label: 'Frames',
      help: 'One after the other, each `from` later than the one before.',
      value: part('1 to 10,000 frames'),
    },
    period: {
      label: 'Period',
      help: 'All frames start over after this time; later than the last `from`.',
      value: number('time', POSITIVE),
      absent: 'the last frame stays',
    },
  } as const;
}

function anyBatch() {
  return {
    timeout: {
      label: 'Flush after',
      help: 'A batch that has waited this long starts with what is there.',
      value: number('time', POSITIVE),
      absent: 'never',
    },
    timePerElement: {
      label: 'Time per element',
      help: 'What each element adds to the mean time of its batch: a batch of n takes the service time plus n times this, varying as the service does.',
      value: number('time', NON_NEGATIVE),
      absent: DEFAULTS.timePerElement,
    },
  } as const;
}

function alternative(where: string) {
  return { label: 'Service', help: `Service on ${where}.`, value: part(TIMES), absent: 'unknown' } as const;
}

/** A label inside a sentence: `pass probability`. */
export const fieldWords = ({ label, short = label }: Pick<FieldRow, 'label' | 'short'>): string =>
  inSentence(short);

/** A label with a small first letter, unless it is or begins with an abbreviation, such as `FCFS` and `FIFO depth`. */
export const inSentence = (label: string): string =>
  label.charAt(1) === label.charAt(1).toUpperCase() ? label : label.charAt(0).toLowerCase() + label.slice(1);
