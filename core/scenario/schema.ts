/**
 * Reads a scenario of the current version from JSON: the fields of `fields.ts` with their domains, nothing else
 * accepted. How nodes hang together is checked in `scenario-rules.ts`.
 */

import * as z from 'zod/mini';
import { LIMITS } from '../base/limits.ts';
import { domainText, POSITIVE } from '../base/number-domain.ts';
import {
  fields,
  listOf,
  nameUpTo,
  nodeId,
  numberIn,
  numbersWhere,
  oneOf,
  probability,
  relation,
  textUpTo,
} from '../base/schema-fields.ts';
import { arrivalDistributionSchema, serviceDistributionSchema } from '../distributions/schema.ts';
import { measurementSchema } from '../measurement/measurement-schema.ts';
import { querySchema } from '../measurement/query-schema.ts';
import type { BulkRule } from '../rules/bulk.ts';
import { bulkSizeOf } from './defaults.ts';
import { FIELDS, type FieldRow, PLATFORMS, type RowsOf } from './fields.ts';
import type {
  ArrivalFrame,
  Bus,
  ClassAtStage,
  ClosedPopulation,
  DelayNode,
  ForkNode,
  InputPrecision,
  JobClass,
  JoinNode,
  Link,
  Platform,
  Position,
  RouterNode,
  Routing,
  Scenario,
  Schedule,
  ServiceFrame,
  SharedResource,
  SinkNode,
  SourceNode,
  StageGroup,
  StageNode,
} from './scenario.ts';

/** The rows that an object's schema was made of, so that a published schema can say what its fields mean. */
const rowsOfSchema = new WeakMap<z.core.$ZodType, Readonly<Record<string, FieldRow>>>();
export const rowsOf = (schema: z.core.$ZodType) => rowsOfSchema.get(schema);

type SchemaOf<T> = z.ZodMiniType<T> & z.core.$ZodTypeDiscriminable;
type Schemas<T> = { readonly [K in keyof T]-?: z.ZodMiniType<Exclude<T[K], undefined>> };
/** Fields that hold objects or lists; rows say all about the others. */
type Parts<T> = { [K in keyof T]-?: Exclude<T[K], undefined> extends object ? K : never }[keyof T];

/** An object with these fields. The rows were checked against T, and so were the schemas of its parts. */
function objectOf<T extends object>(rows: RowsOf<T>, parts: Schemas<Pick<T, Parts<T>>>): SchemaOf<T> {
  const schemas: Readonly<Record<string, z.ZodMiniType | undefined>> = parts;
  const named: Readonly<Record<string, FieldRow>> = rows;
  const shape = Object.entries(named).map(([name, row]) => {
    const schema = valueSchema(row) ?? schemas[name]!;
    // An instance of its own, which a published schema describes.
    return [name, row.absent === undefined ? z.core.clone(schema) : z.optional(schema)];
  });
  const schema = fields(Object.fromEntries(shape));
  rowsOfSchema.set(schema, named);
  // The rows satisfy RowsOf<T>: they name each field of T once, with its kind of value, optional where T has it so.
  return schema as unknown as SchemaOf<T>;
}

function valueSchema({ value }: FieldRow): z.ZodMiniType | undefined {
  switch (value.kind) {
    case 'number':
      return numberIn(value.domain);
    case 'choice':
      return oneOf(Object.keys(value.choices));
    case 'literal':
      return z.literal(value.value, { error: JSON.stringify(value.value) });
    case 'text':
      return value.form === 'id'
        ? nodeId
        : value.form === 'name'
          ? nameUpTo(LIMITS.name)
          : textUpTo(LIMITS.notes);
    case 'part':
      return undefined;
  }
}

/** What one class has of its own; an empty record says nothing. */
const byClass = <T>(entry: z.ZodMiniType<T>) => z.record(nodeId, entry, { error: 'an object of classes' });

const position = objectOf<Position>(FIELDS.position, {});
const typed = z.record(nameUpTo(LIMITS.name), nameUpTo(LIMITS.name), { error: 'an object of texts' });
const routing = objectOf<Routing>(FIELDS.routing, {});
const bulk: z.ZodMiniType<BulkRule> = z.discriminatedUnion(
  'rule',
  [
    objectOf<Extract<BulkRule, { rule: 'full' }>>(FIELDS.fullBatch, {}),
    objectOf<Extract<BulkRule, { rule: 'upTo' }>>(FIELDS.upToBatch, {}),
  ],
  { error: 'full or upTo' },
);
const service = serviceDistributionSchema;
const speeds = numbersWhere(domainText(POSITIVE), (value) => value > 0);
const firingTimes = numbersWhere(
  'seconds >= 0, not all 0',
  (value) => value >= 0 && Number.isFinite(value),
).check(
  z.refine((times: readonly number[]) => times.some((time) => time > 0), {
    error: 'seconds >= 0, not all 0',
  }),
);
const tokens = numbersWhere(
  `whole numbers from 0 to ${LIMITS.tokens}`,
  (value) => Number.isInteger(value) && value >= 0 && value <= LIMITS.tokens,
);
const interarrival = arrivalDistributionSchema;

const nodes = z.discriminatedUnion(
  'kind',
  [
    objectOf<SourceNode>(FIELDS.source, {
      ...{ position, typed, interarrival, routing },
      schedule: objectOf<Schedule<ArrivalFrame>>(FIELDS.arrivalSchedule, {
        frames: listOf(objectOf<ArrivalFrame>(FIELDS.arrivalFrame, { interarrival }), LIMITS.frames),
      }),
    }),
    objectOf<StageNode>(FIELDS.stage, {
      ...{ position, typed, service, bulk, routing, speeds, firingTimes },
      schedule: objectOf<Schedule<ServiceFrame>>(FIELDS.serviceSchedule, {
        frames: listOf(objectOf<ServiceFrame>(FIELDS.serviceFrame, { service }), LIMITS.frames),
      }),
      byClass: byClass(objectOf<ClassAtStage>(FIELDS.classAtStage, { service })),
      alternatives: objectOf<NonNullable<StageNode['alternatives']>>(FIELDS.alternatives, {
        ...{ cpu: service, fpga: service, gpu: service, bus: service },
      }),
    }),
    objectOf<DelayNode>(FIELDS.delay, {
      ...{ position, typed, service, routing },
      byClass: byClass(
        objectOf<Pick<ClassAtStage, 'service'>>({ service: FIELDS.classAtStage.service }, { service }),
      ),
    }),
    objectOf<RouterNode>(FIELDS.router, {
      position,
      typed,
      routing,
      classSwitch: byClass(byClass(probability)),
    }),
    objectOf<ForkNode>(FIELDS.fork, { position, typed }),
    objectOf<JoinNode>(FIELDS.join, { position, typed, routing }),
    objectOf<SinkNode>(FIELDS.sink, { position, typed }),
  ],
  { error: 'source, stage, delay, router, fork, join or sink' },
);

const platform = oneOf(Object.keys(PLATFORMS) as Platform[]);
const bus = objectOf<Bus>(FIELDS.bus, {
  typed,
  between: z.tuple([platform, platform], { error: 'two platforms' }).check(
    z.refine(([one, other]: readonly [string, string]) => one !== other, {
      error: 'two different platforms',
    }),
  ),
}).check(
  relation<Bus>('an integer >= bulkSize', ['capacity'], (given) => {
    const least = bulkSizeOf(given);
    return (given.capacity ?? least) >= least;
  }),
);

const closed = objectOf<ClosedPopulation>(FIELDS.closed, {});

export const scenarioSchema = objectOf<Scenario>(FIELDS.scenario, {
  nodes: listOf(nodes, LIMITS.nodes),
  links: listOf(
    objectOf<Link>(FIELDS.link, { typed, byClass: byClass(probability), produced: tokens, consumed: tokens }),
    LIMITS.links,
  ),
  classes: listOf(objectOf<JobClass>(FIELDS.class, { closed }), LIMITS.classes),
  resources: listOf(objectOf<SharedResource>(FIELDS.resource, {}), LIMITS.nodes),
  groups: listOf(objectOf<StageGroup>(FIELDS.group, { stages: listOf(nodeId, LIMITS.nodes) }), LIMITS.nodes),
  buses: listOf(bus, LIMITS.nodes),
  precisions: listOf(objectOf<InputPrecision>(FIELDS.precision, {}), LIMITS.links),
  measurement: measurementSchema,
  queries: listOf(querySchema, LIMITS.nodes),
});
