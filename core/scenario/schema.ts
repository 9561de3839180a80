/**
 * Reads a scenario of the current version from JSON: every field of `scenario.ts` with its domain, nothing else
 * accepted. How nodes hang together is checked in `scenario-rules.ts`.
 */
import * as z from 'zod/mini';
import {
  fields,
  finite,
  integerAtLeast,
  LIMITS,
  listOf,
  nameUpTo,
  nodeId,
  nonNegative,
  oneOf,
  positive,
  probability,
  relation,
  textUpTo,
} from '../base/schema-fields.ts';
import {
  arrivalDistributionSchema,
  serviceDistributionSchema,
} from '../distributions/distribution-schema.ts';
import { measurementSchema } from '../measurement/measurement-schema.ts';
import { querySchema } from '../measurement/query-schema.ts';
import { SCENARIO_FORMAT, SCHEMA_VERSION, type Scenario } from './scenario.ts';

const nodeBase = {
  id: nodeId,
  name: z.optional(nameUpTo(LIMITS.name)),
  position: z.optional(fields({ x: finite, y: finite })),
};

const routing = z.optional(
  fields({ rule: oneOf(['probabilistic', 'roundRobin', 'joinShortestQueue', 'broadcast']) }),
);

const bulk = z.discriminatedUnion(
  'rule',
  [
    fields({ rule: z.literal('full'), size: integerAtLeast(1), timeout: z.optional(positive) }),
    fields({
      rule: z.literal('upTo'),
      min: integerAtLeast(1),
      max: integerAtLeast(1),
      timeout: z.optional(positive),
    }),
  ],
  { error: 'full or upTo' },
);

/** What one class has of its own; an empty record says nothing. */
const byClass = <Entry extends z.core.SomeType>(entry: Entry) =>
  z.optional(z.record(nodeId, entry, { error: 'an object of classes' }));

const schedule = <Frame extends z.ZodMiniType>(frame: Frame) =>
  z.optional(fields({ frames: listOf(frame, LIMITS.frames), period: z.optional(positive) }));

const PLATFORMS = ['cpu', 'fpga', 'gpu', 'bus'] as const;
const platform = z.optional(oneOf(PLATFORMS));

const source = fields({
  ...nodeBase,
  kind: z.literal('source'),
  unit: z.optional(nameUpTo(LIMITS.name)),
  unitBytes: z.optional(positive),
  interarrival: arrivalDistributionSchema,
  batchSize: z.optional(integerAtLeast(1)),
  class: z.optional(nodeId),
  schedule: schedule(fields({ from: nonNegative, interarrival: z.optional(arrivalDistributionSchema) })),
  routing,
  platform,
});

const stage = fields({
  ...nodeBase,
  kind: z.literal('stage'),
  unit: z.optional(nameUpTo(LIMITS.name)),
  unitBytes: z.optional(positive),
  conversionFactor: z.optional(positive),
  overdriveRate: z.optional(nonNegative),
  capacity: z.optional(integerAtLeast(1)),
  whenFull: z.optional(oneOf(['block', 'drop', 'blockBefore'])),
  admission: z.optional(oneOf(['partial', 'whole'])),
  serverCount: z.optional(integerAtLeast(1)),
  discipline: z.optional(oneOf(['FCFS', 'LCFS', 'RSS', 'PS', 'priority'])),
  preemption: z.optional(oneOf(['none', 'resume'])),
  service: serviceDistributionSchema,
  schedule: schedule(fields({ from: nonNegative, service: serviceDistributionSchema })),
  byClass: byClass(
    fields({
      service: z.optional(serviceDistributionSchema),
      conversionFactor: z.optional(positive),
      passProbability: z.optional(probability),
    }),
  ),
  resource: z.optional(nodeId),
  bulk: z.optional(bulk),
  passProbability: z.optional(probability),
  routing,
  platform,
  alternatives: z.optional(
    fields({
      cpu: z.optional(serviceDistributionSchema),
      fpga: z.optional(serviceDistributionSchema),
      gpu: z.optional(serviceDistributionSchema),
      bus: z.optional(serviceDistributionSchema),
    }),
  ),
  bus: z.optional(nodeId),
});

const delay = fields({
  ...nodeBase,
  kind: z.literal('delay'),
  unit: z.optional(nameUpTo(LIMITS.name)),
  unitBytes: z.optional(positive),
  service: serviceDistributionSchema,
  byClass: byClass(fields({ service: z.optional(serviceDistributionSchema) })),
  routing,
});

const fork = fields({ ...nodeBase, kind: z.literal('fork') });
const join = fields({ ...nodeBase, kind: z.literal('join'), routing });
const router = fields({ ...nodeBase, kind: z.literal('router'), routing });
const sink = fields({ ...nodeBase, kind: z.literal('sink') });

const link = fields({
  from: nodeId,
  to: nodeId,
  probability: z.optional(probability),
  byClass: byClass(probability),
});

const jobClass = fields({
  id: nodeId,
  name: z.optional(nameUpTo(LIMITS.name)),
  priority: z.optional(integerAtLeast(0, 1_000)),
  closed: z.optional(fields({ population: integerAtLeast(1, LIMITS.population), start: nodeId })),
});

const resource = fields({
  id: nodeId,
  name: z.optional(nameUpTo(LIMITS.name)),
  units: z.optional(integerAtLeast(1)),
  arbitration: z.optional(oneOf(['FCFS', 'roundRobin'])),
});

const group = fields({
  id: nodeId,
  name: z.optional(nameUpTo(LIMITS.name)),
  stages: listOf(nodeId, LIMITS.nodes),
});

const bus = fields({
  id: nodeId,
  name: z.optional(nameUpTo(LIMITS.name)),
  between: z.tuple([oneOf(PLATFORMS), oneOf(PLATFORMS)], { error: 'two platforms' }).check(
    z.refine(([one, other]: readonly [string, string]) => one !== other, {
      error: 'two different platforms',
    }),
  ),
  bytesPerSecond: positive,
  bulkSize: z.optional(integerAtLeast(1)),
  latency: z.optional(nonNegative),
  capacity: z.optional(integerAtLeast(1)),
}).check(
  relation<{ bulkSize?: number | undefined; capacity?: number | undefined }>(
    'an integer >= bulkSize',
    ['capacity'],
    ({ bulkSize = 1, capacity = bulkSize }) => capacity >= bulkSize,
  ),
);

const precision = fields({ node: nodeId, field: nameUpTo(LIMITS.name), plusMinus: probability });

export const scenarioSchema = fields({
  format: z.literal(SCENARIO_FORMAT, { error: `"${SCENARIO_FORMAT}"` }),
  schemaVersion: z.literal(SCHEMA_VERSION, { error: String(SCHEMA_VERSION) }),
  name: nameUpTo(LIMITS.name),
  notes: z.optional(textUpTo(LIMITS.notes)),
  timeUnit: z.optional(oneOf(['s', 'ms', 'us', 'ns'])),
  nodes: listOf(
    z.discriminatedUnion('kind', [source, stage, delay, router, fork, join, sink], {
      error: 'source, stage, delay, router, fork, join or sink',
    }),
    LIMITS.nodes,
  ),
  links: listOf(link, LIMITS.links),
  classes: z.optional(listOf(jobClass, LIMITS.classes)),
  resources: z.optional(listOf(resource, LIMITS.nodes)),
  groups: z.optional(listOf(group, LIMITS.nodes)),
  buses: z.optional(listOf(bus, LIMITS.nodes)),
  precisions: z.optional(listOf(precision, LIMITS.links)),
  measurement: z.optional(measurementSchema),
  queries: z.optional(listOf(querySchema, LIMITS.nodes)),
});

/** What the schema lets through. */
type Read = ReadonlyDeep<z.output<typeof scenarioSchema>>;

// Compiles only while schema and types say the same, field by field. Assigning both ways compares types and which
// fields may be absent; doing it once more with all fields required notices an optional field that one side lacks.
const agree: [Same<Read, Scenario>, Same<Required_<Read>, Required_<Scenario>>] = [true, true];
void agree;

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type ReadonlyDeep<T> = T extends object ? { readonly [Key in keyof T]: ReadonlyDeep<T[Key]> } : T;
type Required_<T> = T extends object ? { [Key in keyof T]-?: Required_<Exclude<T[Key], undefined>> } : T;
