/** Parameters of one node: of its distributions, its numbers and its choices. Fields that are absent have their defaults. */
import type { ArrivalDistribution, ServiceDistribution } from '../distributions/index.ts';
import { batchSizes, batchVaries, largestBatch } from '../rules/bulk.ts';
import { isPipelined } from '../rules/timing.ts';
import { FIELDS, type FieldRow, fieldWords, PLATFORMS } from '../scenario/fields.ts';
import { routingRule } from '../scenario/graph.ts';
import { patched } from '../scenario/patch.ts';
import type { ClassAtStage, DelayNode, ScenarioNode, SourceNode, StageNode } from '../scenario/scenario.ts';
import { type Field, RANK } from './parameter.ts';
import { distributionFields } from './parameter-distributions.ts';
import { rowField } from './parameter-handle.ts';

export type NodeField = Field<ScenarioNode>;

export function nodeFields(node: ScenarioNode): readonly NodeField[] {
  switch (node.kind) {
    case 'source':
      return [
        ...distributionsAt(node.interarrival, ['interarrival'], replaceAt('interarrival')),
        rowField(FIELDS.source.batchSize, ['batchSize'], node.batchSize),
        ...scheduleFields(node),
        ...routingFields(node),
      ];
    case 'stage':
      return stageFields(node);
    case 'delay':
      return [
        ...distributionsAt(node.service, ['service'], replaceAt('service')),
        ...byClassFields(node),
        ...routingFields(node),
      ];
    case 'router':
    case 'join':
      return routingFields(node);
    default:
      return [];
  }
}

const AMOUNTS = ['serverCount', 'passProbability', 'conversionFactor', 'overdriveRate'] as const;
const RULES = ['whenFull', 'admission', 'discipline', 'preemption'] as const;

function stageFields(stage: StageNode): readonly NodeField[] {
  const own = (name: 'capacity' | (typeof AMOUNTS)[number] | (typeof RULES)[number]): NodeField =>
    rowField(FIELDS.stage[name], [name], stage[name]);
  return [
    ...distributionsAt(stage.service, ['service'], replaceAt('service')),
    { ...own('capacity'), counts: true },
    ...AMOUNTS.map(own),
    ...(isPipelined(stage)
      ? [rowField<ScenarioNode>(FIELDS.stage.pipelineLatency, ['pipelineLatency'], stage.pipelineLatency)]
      : []),
    ...bulkFields(stage),
    ...RULES.map(own),
    ...alternativeFields(stage),
    ...scheduleFields(stage),
    ...byClassFields(stage),
    ...routingFields(stage),
  ];
}

/** A stage that serves one by one has full batches of size 1. */
function bulkFields({ bulk }: StageNode): readonly NodeField[] {
  const size = (part: 'size' | 'min' | 'max', row: FieldRow, value: number): NodeField => ({
    ...rowField(row, ['bulk', part], value),
    write: (node, given) => withBulk(node as StageNode, part, Number(given)),
  });
  const { min, max } = FIELDS.upToBatch;
  const sizes = batchVaries(bulk)
    ? [size('min', min, batchSizes(bulk).least), size('max', max, largestBatch(bulk))]
    : [size('size', FIELDS.fullBatch.size, largestBatch(bulk))];
  const times = (['timeout', 'timePerElement'] as const).flatMap((part): NodeField[] => {
    const time = bulk?.[part];
    return time === undefined ? [] : [batchTimeField(part, time)];
  });
  return [...sizes, ...times];
}

const batchTimeField = (part: 'timeout' | 'timePerElement', value: number): NodeField => ({
  ...rowField(FIELDS.fullBatch[part], ['bulk', part], value),
  write: (node, given) => {
    const stage = node as StageNode;
    return stage.bulk ? { ...stage, bulk: { ...stage.bulk, [part]: Number(given) } } : stage;
  },
});

function withBulk(stage: StageNode, part: 'size' | 'min' | 'max', value: number): StageNode {
  if (stage.bulk) return { ...stage, bulk: { ...stage.bulk, [part]: value } as typeof stage.bulk };
  return value === 1 ? stage : { ...stage, bulk: { rule: 'full', size: value } };
}

/** What the service would be elsewhere: written before a choice of the platform takes it. */
function alternativeFields({ alternatives = {} }: StageNode): readonly NodeField[] {
  return Object.entries(alternatives).flatMap(([platform, distribution]) =>
    distributionsAt(
      distribution,
      ['alternatives', platform],
      (node, change) => {
        const stage = node as StageNode;
        const before = stage.alternatives?.[platform as keyof typeof stage.alternatives];
        if (!before) return stage;
        return {
          ...stage,
          alternatives: { ...stage.alternatives, [platform]: change(before) as ServiceDistribution },
        };
      },
      ` on ${PLATFORMS[platform as keyof typeof PLATFORMS].label}`,
    ).map((field) => ({ ...field, rank: RANK.waiting })),
  );
}

function byClassFields(node: StageNode | DelayNode): readonly NodeField[] {
  return Object.entries(node.byClass ?? {}).flatMap(([id, entry]: readonly [string, ClassAtStage]) => {
    const change = (now: ScenarioNode, part: (entry: ClassAtStage) => ClassAtStage): ScenarioNode => {
      const { byClass = {} } = now as StageNode;
      return byClass[id] ? { ...(now as StageNode), byClass: { ...byClass, [id]: part(byClass[id]) } } : now;
    };
    const distributions = distributionsAt(
      entry.service,
      ['byClass', id, 'service'],
      (now, distribution) =>
        change(now, (own) =>
          own.service ? { ...own, service: distribution(own.service) as ServiceDistribution } : own,
        ),
      ` of ${id}`,
    );
    const own = (name: 'passProbability' | 'conversionFactor'): readonly NodeField[] => {
      if (entry[name] === undefined) return [];
      const row = FIELDS.classAtStage[name];
      return [
        {
          ...rowField(row, ['byClass', id, name], entry[name]),
          words: `${fieldWords(row)} of ${id}`,
          write: (now, given) => change(now, (before) => ({ ...before, [name]: Number(given) })),
        },
      ];
    };
    return [...distributions, ...own('passProbability'), ...own('conversionFactor')];
  });
}

/** Distributions of frames, and the period after which they start over. */
function scheduleFields(node: StageNode | SourceNode): readonly NodeField[] {
  const { schedule } = node;
  if (!schedule) return [];
  const key = node.kind === 'source' ? 'interarrival' : 'service';
  const frames = schedule.frames.flatMap((frame, i) => {
    const distribution = (frame as Partial<Record<typeof key, ArrivalDistribution>>)[key];
    return distributionsAt(
      distribution,
      ['schedule', String(i), key],
      (now, change) => {
        const later = (now as StageNode).schedule!;
        const changed = later.frames.map((each, j) => {
          const before = (each as Partial<Record<typeof key, ArrivalDistribution>>)[key];
          return i === j && before ? { ...each, [key]: change(before) } : each;
        });
        return { ...now, schedule: { ...later, frames: changed } } as ScenarioNode;
      },
      ` from ${frame.from} s on`,
    );
  });
  if (schedule.period === undefined) return frames;
  const period: NodeField = {
    ...rowField(FIELDS.serviceSchedule.period, ['schedule', 'period'], schedule.period),
    write: (now, given) =>
      ({ ...now, schedule: { ...(now as StageNode).schedule, period: given } }) as ScenarioNode,
  };
  return [...frames, period];
}

const routingFields = (node: Extract<ScenarioNode, { readonly routing?: unknown }>): readonly NodeField[] => [
  {
    ...rowField(FIELDS.routing.rule, ['routing'], routingRule(node)),
    write: (now, rule) => patched(now, { routing: { rule } }),
  },
];

type ChangeDistribution = (
  node: ScenarioNode,
  change: (distribution: ArrivalDistribution) => ArrivalDistribution,
) => ScenarioNode;

const replaceAt =
  (key: 'interarrival' | 'service'): ChangeDistribution =>
  (node, change) =>
    ({
      ...node,
      [key]: change((node as unknown as Record<typeof key, ArrivalDistribution>)[key]),
    }) as ScenarioNode;

function distributionsAt(
  distribution: ArrivalDistribution | undefined,
  tail: readonly string[],
  change: ChangeDistribution,
  where = '',
): readonly NodeField[] {
  if (distribution === undefined) return [];
  const of = fieldWords(tail.at(-1) === 'interarrival' ? FIELDS.source.interarrival : FIELDS.stage.service);
  return distributionFields(distribution).map((field) => ({
    ...field,
    tail: [...tail, ...field.tail],
    words: `${of} ${field.words}${where}`,
    write: (node, value) => change(node, (now) => field.write(now, value)),
  }));
}
