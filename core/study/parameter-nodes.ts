/** Parameters of one node: of its distributions, its numbers and its choices. Fields that are absent have their defaults. */
import type { ArrivalDistribution, ServiceDistribution } from '../distributions/distribution.ts';
import type { Dimension } from '../quantities/quantity.ts';
import { admissionOf, batchSizeOf, disciplineOf, preemptionOf, whenFullOf } from '../scenario/defaults.ts';
import { patched } from '../scenario/patch.ts';
import type { ClassAtStage, DelayNode, ScenarioNode, SourceNode, StageNode } from '../scenario/scenario.ts';
import {
  COUNT,
  type Domain,
  type Field,
  NON_NEGATIVE,
  PLACES,
  POSITIVE,
  PROBABILITY,
  RANK,
} from './parameter.ts';
import { distributionFields, numberField } from './parameter-distributions.ts';

export type NodeField = Field<ScenarioNode>;

export function nodeFields(node: ScenarioNode): readonly NodeField[] {
  switch (node.kind) {
    case 'source':
      return [
        ...distributionsAt(node.interarrival, ['interarrival'], 'arrival', replaceAt('interarrival')),
        number('batchSize', 'elements at each arrival', batchSizeOf(node), 'count', COUNT),
        ...scheduleFields(node),
        ...routingFields(node),
      ];
    case 'stage':
      return stageFields(node);
    case 'delay':
      return [
        ...distributionsAt(node.service, ['service'], 'stay', replaceAt('service')),
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

function stageFields(stage: StageNode): readonly NodeField[] {
  const { capacity = Number.POSITIVE_INFINITY, serverCount = 1, passProbability = 1 } = stage;
  const { conversionFactor = 1, overdriveRate = 0 } = stage;
  return [
    ...distributionsAt(stage.service, ['service'], 'service', replaceAt('service')),
    { ...number('capacity', 'capacity', capacity, 'capacity', PLACES), counts: true },
    number('serverCount', 'servers', serverCount, 'count', COUNT),
    number('passProbability', 'pass probability', passProbability, 'probability', PROBABILITY),
    number('conversionFactor', 'conversion factor', conversionFactor, 'number', POSITIVE),
    number('overdriveRate', 'overdrive', overdriveRate, 'rate', NON_NEGATIVE),
    ...bulkFields(stage),
    choice('whenFull', 'when full', whenFullOf(stage), ['block', 'drop', 'blockBefore']),
    choice('admission', 'admission', admissionOf(stage), ['partial', 'whole']),
    choice('discipline', 'discipline', disciplineOf(stage), ['FCFS', 'LCFS', 'RSS', 'PS', 'priority']),
    choice('preemption', 'preemption', preemptionOf(stage), ['none', 'resume']),
    ...alternativeFields(stage),
    ...scheduleFields(stage),
    ...byClassFields(stage),
    ...routingFields(stage),
  ];
}

/** Of a stage that serves one by one, the size of full batches is 1. */
function bulkFields({ bulk }: StageNode): readonly NodeField[] {
  const size = (part: 'size' | 'min' | 'max', words: string, value: number): NodeField => ({
    ...numberField({ tail: ['bulk', part], words, dimension: 'count', value, domain: COUNT }),
    write: (node, given) => withBulk(node as StageNode, part, Number(given)),
  });
  const sizes =
    bulk?.rule === 'upTo'
      ? [size('min', 'fewest in a batch', bulk.min), size('max', 'most in a batch', bulk.max)]
      : [size('size', 'batch', bulk?.size ?? 1)];
  if (bulk?.timeout === undefined) return sizes;
  const timeout: NodeField = {
    ...numberField({ tail: ['bulk', 'timeout'], words: 'timeout', dimension: 'time', value: bulk.timeout }),
    write: (node, given) => {
      const stage = node as StageNode;
      return stage.bulk ? { ...stage, bulk: { ...stage.bulk, timeout: Number(given) } } : stage;
    },
  };
  return [...sizes, timeout];
}

function withBulk(stage: StageNode, part: 'size' | 'min' | 'max', value: number): StageNode {
  if (stage.bulk) return { ...stage, bulk: { ...stage.bulk, [part]: value } as typeof stage.bulk };
  return value === 1 ? stage : { ...stage, bulk: { rule: 'full', size: value } };
}

/** What the service would be elsewhere: written before a choice of the platform takes it. */
function alternativeFields({ alternatives = {} }: StageNode): readonly NodeField[] {
  return Object.entries(alternatives).flatMap(([platform, distribution]) =>
    distributionsAt(distribution, ['alternatives', platform], `service on ${platform}`, (node, change) => {
      const stage = node as StageNode;
      const before = stage.alternatives?.[platform as keyof typeof stage.alternatives];
      if (!before) return stage;
      return {
        ...stage,
        alternatives: { ...stage.alternatives, [platform]: change(before) as ServiceDistribution },
      };
    }).map((field) => ({ ...field, rank: RANK.waiting })),
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
      `service of ${id}`,
      (now, distribution) =>
        change(now, (own) =>
          own.service ? { ...own, service: distribution(own.service) as ServiceDistribution } : own,
        ),
    );
    const own = (name: 'passProbability' | 'conversionFactor', words: string, dimension: Dimension) =>
      entry[name] === undefined
        ? []
        : [
            {
              ...numberField({
                tail: ['byClass', id, name],
                words: `${words} of ${id}`,
                dimension,
                value: entry[name],
                domain: name === 'passProbability' ? PROBABILITY : POSITIVE,
              }),
              write: (now: ScenarioNode, given: number | string) =>
                change(now, (before) => ({ ...before, [name]: Number(given) })),
            },
          ];
    return [
      ...distributions,
      ...own('passProbability', 'pass probability', 'probability'),
      ...own('conversionFactor', 'conversion factor', 'number'),
    ];
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
      `${key} from ${frame.from} s on`,
      (now, change) => {
        const later = (now as StageNode).schedule!;
        const changed = later.frames.map((each, j) => {
          const before = (each as Partial<Record<typeof key, ArrivalDistribution>>)[key];
          return i === j && before ? { ...each, [key]: change(before) } : each;
        });
        return { ...now, schedule: { ...later, frames: changed } } as ScenarioNode;
      },
    );
  });
  if (schedule.period === undefined) return frames;
  const tail = ['schedule', 'period'];
  const period: NodeField = {
    ...numberField({ tail, words: 'period', dimension: 'time', value: schedule.period }),
    write: (now, given) =>
      ({ ...now, schedule: { ...(now as StageNode).schedule, period: given } }) as ScenarioNode,
  };
  return [...frames, period];
}

const routingFields = (node: Extract<ScenarioNode, { readonly routing?: unknown }>): readonly NodeField[] => [
  {
    ...choice('routing', 'routing', node.routing?.rule ?? 'probabilistic', [
      'probabilistic',
      'roundRobin',
      'joinShortestQueue',
      'broadcast',
    ]),
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
  words: string,
  change: ChangeDistribution,
): readonly NodeField[] {
  if (distribution === undefined) return [];
  return distributionFields(distribution).map((field) => ({
    ...field,
    tail: [...tail, ...field.tail],
    words: `${words}: ${field.words}`,
    write: (node, value) => change(node, (now) => field.write(now, value)),
  }));
}

function number(name: string, words: string, value: number, dimension: Dimension, domain: Domain): NodeField {
  return {
    ...numberField({ tail: [name], words, dimension, value, domain }),
    write: (node, given) => patched(node, { [name]: given === Number.POSITIVE_INFINITY ? undefined : given }),
  };
}

const choice = (name: string, words: string, value: string, choices: readonly string[]): NodeField => ({
  tail: [name],
  words,
  value,
  type: { kind: 'choice', choices },
  rank: RANK.choice,
  write: (node, given) => patched(node, { [name]: given }),
});
