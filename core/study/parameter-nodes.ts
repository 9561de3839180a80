/** Parameters of one node: of its distributions, its numbers and its choices. Fields that are absent have their defaults. */

import { type NumberDomain, POSITIVE } from '../base/number-domain.ts';
import {
  type ArrivalDistribution,
  distributionMean,
  distributionRate,
  distributionWithMean,
  distributionWithRate,
  knowledgeOf,
  parameterOf,
  type ServiceDistribution,
  withParameter,
} from '../distributions/index.ts';
import { type Dimension, formatQuantity } from '../quantities/quantity.ts';
import { batchSizes, batchVaries, largestBatch } from '../rules/bulk.ts';
import { isPipelined } from '../rules/timing.ts';
import { FIELDS, type FieldRow, fieldWords, PLATFORMS } from '../scenario/fields.ts';
import { routingRule } from '../scenario/graph.ts';
import { patched } from '../scenario/patch.ts';
import type { ClassAtStage, DelayNode, ScenarioNode, SourceNode, StageNode } from '../scenario/scenario.ts';
import { type Field, RANK, type Rank } from './parameter.ts';
import { rowField } from './parameter-handle.ts';

export type NodeField = Field<ScenarioNode>;

/** `classTitle`: what a class is called. */
export function nodeFields(node: ScenarioNode, classTitle: (id: string) => string): readonly NodeField[] {
  switch (node.kind) {
    case 'source':
      return [
        ...distributionsAt(node.interarrival, ['interarrival'], replaceAt('interarrival')),
        rowField(FIELDS.source.batchSize, ['batchSize'], node.batchSize),
        ...scheduleFields(node),
        ...routingFields(node),
      ];
    case 'stage':
      return stageFields(node, classTitle);
    case 'delay':
      return [
        ...distributionsAt(node.service, ['service'], replaceAt('service')),
        ...byClassFields(node, classTitle),
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

function stageFields(stage: StageNode, classTitle: (id: string) => string): readonly NodeField[] {
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
    ...byClassFields(stage, classTitle),
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

function byClassFields(
  node: StageNode | DelayNode,
  classTitle: (id: string) => string,
): readonly NodeField[] {
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
      ` of ${classTitle(id)}`,
    );
    const own = (name: 'passProbability' | 'conversionFactor'): readonly NodeField[] => {
      if (entry[name] === undefined) return [];
      const row = FIELDS.classAtStage[name];
      return [
        {
          ...rowField(row, ['byClass', id, name], entry[name]),
          words: `${fieldWords(row)} of ${classTitle(id)}`,
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
      ` from ${formatQuantity(frame.from, 'time')} on`,
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

/** Parameters of a distribution of times. Rate and mean are parameters of every distribution that has a mean; setting one keeps the shape. */

type DistributionField = Field<ArrivalDistribution>;

function distributionFields(distribution: ArrivalDistribution): readonly DistributionField[] {
  return [...placeFields(distribution), ...factorFields(distribution), ...shapeFields(distribution)];
}

function placeFields(distribution: ArrivalDistribution): readonly DistributionField[] {
  const [rate, mean] = [distributionRate(distribution), distributionMean(distribution)];
  if (!(mean > 0 && mean < Number.POSITIVE_INFINITY)) return [];
  return [
    {
      ...numberField({ tail: ['rate'], words: 'rate', dimension: 'rate', value: rate }),
      rank: RANK.place,
      counts: true,
      write: (now, value) => distributionWithRate(now, Number(value)),
    },
    {
      ...numberField({ tail: ['mean'], words: 'mean time', dimension: 'time', value: mean }),
      rank: RANK.place,
      write: (now, value) => distributionWithMean(now, Number(value)),
    },
  ];
}

/** First principles, factor by factor. */
function factorFields(distribution: ArrivalDistribution): readonly DistributionField[] {
  if (!('factors' in distribution) || distribution.factors === undefined) return [];
  const { elementsPerClock, clock, divisor = 1, multiplier = 1 } = distribution.factors;
  const field = (
    name: string,
    words: string,
    value: number,
    dimension: Dimension = 'number',
  ): DistributionField => ({
    ...numberField({ tail: ['factors', name], words, dimension, value }),
    write: (now, given) =>
      'factors' in now && now.factors ? { ...now, factors: { ...now.factors, [name]: Number(given) } } : now,
  });
  return [
    field('elementsPerClock', 'elements per clock', elementsPerClock),
    field('clock', 'clock', clock, 'frequency'),
    field('divisor', 'divisor', divisor),
    field('multiplier', 'multiplier', multiplier),
  ];
}

const shapeFields = (distribution: ArrivalDistribution): readonly DistributionField[] =>
  knowledgeOf(distribution).parameters.map((row) => {
    const { key, words, dimension, domain, whenAbsent = Number.NaN } = row;
    const value = parameterOf(distribution, row) ?? whenAbsent;
    return {
      ...numberField({ tail: [key], words, dimension, domain, value }),
      write: (now, given) => withParameter(now, row, Number(given)),
    };
  });

interface NumberFacts {
  readonly tail: readonly string[];
  readonly words: string;
  readonly dimension: Dimension;
  readonly value: number;
  readonly domain?: NumberDomain;
  readonly rank?: Rank;
}

/** A number of something, but for how it is written. */
const numberField = ({
  tail,
  words,
  dimension,
  value,
  domain = POSITIVE,
  rank = RANK.shape,
}: NumberFacts) => ({
  tail,
  words,
  value,
  rank,
  type: { kind: 'number', dimension, domain } as const,
});
