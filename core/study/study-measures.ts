/**
 * What can be looked at in every point of a study, by name: `network.throughput`, `1b.meanOccupancy`,
 * `1b.sojournP99`, `classes.gold.meanSojournTime`, `groups.bus.meanOccupancy`, `resources.bus.utilization`, and of the
 * design itself `buffer`, `servers` and `cost`.
 */
import { err, ok, type Result } from '../base/result.ts';
import type { Dimension } from '../quantities/quantity.ts';
import { nearestName } from '../scenario/near-name.ts';
import type { ClassId, NodeId, Scenario, ScenarioNode, SharedResource } from '../scenario/scenario.ts';
import { type ParameterOwner, pathText, readPath } from './parameter-path.ts';

export const PERCENTILE_NAMES = ['p50', 'p90', 'p99', 'p999'] as const;
export type PercentileName = (typeof PERCENTILE_NAMES)[number];

export type MeasureSource =
  | { readonly of: 'stage'; readonly node: NodeId; readonly measure: StageMeasureName }
  | {
      readonly of: 'stageTimes';
      readonly node: NodeId;
      readonly time: 'sojourn' | 'waiting';
      readonly percentile: PercentileName;
    }
  | { readonly of: 'network'; readonly measure: NetworkMeasureName }
  | { readonly of: 'networkTimes'; readonly percentile: PercentileName }
  | { readonly of: 'class'; readonly id: ClassId; readonly measure: 'throughput' | 'meanSojournTime' }
  | { readonly of: 'classTimes'; readonly id: ClassId; readonly percentile: PercentileName }
  | { readonly of: 'group'; readonly id: string }
  | { readonly of: 'resource'; readonly id: string; readonly measure: ResourceMeasureName }
  | { readonly of: 'design'; readonly measure: 'buffer' | 'servers' | 'cost' };

export interface StudyMeasure {
  readonly name: string;
  /** For people, such as `1b: mean occupancy`. */
  readonly words: string;
  readonly dimension: Dimension;
  readonly unit?: string;
  readonly source: MeasureSource;
}

const STAGE_MEASURES = {
  offeredRate: ['arrivals offered', 'rate'],
  arrivalRate: ['arrivals', 'rate'],
  throughput: ['throughput', 'rate'],
  outputRate: ['output', 'rate'],
  lossRate: ['losses', 'rate'],
  lossProbability: ['loss probability', 'probability'],
  utilization: ['utilization', 'probability'],
  blockedFraction: ['blocked', 'probability'],
  starvedFraction: ['starved', 'probability'],
  meanOccupancy: ['mean occupancy', 'count'],
  meanQueueLength: ['mean queue length', 'count'],
  fullProbability: ['full probability', 'probability'],
  backPressureProbability: ['back-pressure probability', 'probability'],
  meanSojournTime: ['mean sojourn time', 'time'],
  meanWaitingTime: ['mean waiting time', 'time'],
  loadPerServer: ['load per server', 'number'],
} as const satisfies Record<string, readonly [string, Dimension]>;
export type StageMeasureName = keyof typeof STAGE_MEASURES;

const NETWORK_MEASURES = {
  throughput: ['throughput', 'rate'],
  lossRate: ['losses', 'rate'],
  meanSojournTime: ['mean sojourn time', 'time'],
  maxUtilization: ['largest utilization', 'probability'],
  maxLoad: ['largest load per server', 'number'],
  saturationFactor: ['input at saturation, times', 'number'],
} as const satisfies Record<string, readonly [string, Dimension]>;
export type NetworkMeasureName = keyof typeof NETWORK_MEASURES;

/** Of what stages share, as of a stage. */
const RESOURCE_MEASURES = ['utilization', 'loadPerServer'] as const satisfies readonly StageMeasureName[];
export type ResourceMeasureName = (typeof RESOURCE_MEASURES)[number];

/** First parts that are no node. */
const TAKEN: ReadonlySet<string> = new Set([
  ...['network', 'classes', 'groups', 'resources'],
  ...['buffer', 'servers', 'cost'],
]);

/** All measures that a scenario may have; a method may still not know some of them. */
export function measuresOf(scenario: Scenario): readonly StudyMeasure[] {
  return [
    ...networkMeasures(),
    ...scenario.nodes.flatMap(nodeMeasures),
    ...(scenario.classes ?? []).flatMap(({ id }) => classMeasures(id)),
    ...(scenario.groups ?? []).map(({ id }) =>
      named({ kind: 'scenario', name: 'groups' }, [id, 'meanOccupancy'], `${id}: mean occupancy`, 'count', {
        of: 'group',
        id,
      }),
    ),
    ...(scenario.resources ?? []).flatMap(resourceMeasures),
    design('buffer', 'places of all queues', 'count'),
    design('servers', 'servers', 'count'),
    design('cost', 'cost', 'number'),
  ];
}

/** The measure of that name, or why there is none. */
export function findMeasure(scenario: Scenario, text: string): Result<StudyMeasure, string> {
  const path = readPath(text, TAKEN);
  if (!path.ok)
    return err(
      `Expected a measure, such as network.throughput or 1b.meanOccupancy; got ${JSON.stringify(text)}.`,
    );
  const measures = measuresOf(scenario);
  const found = measures.find(({ name }) => name === path.value);
  if (found) return ok(found);
  const near = nearestName(
    path.value,
    measures.map(({ name }) => name),
  );
  return err(`There is no measure ${path.value}${near === undefined ? '.' : `; did you mean ${near}?`}`);
}

function networkMeasures(): readonly StudyMeasure[] {
  const owner = { kind: 'scenario', name: 'network' } as const;
  const means = entriesOf(NETWORK_MEASURES).map(([measure, [words, dimension]]) =>
    named(owner, [measure], words, dimension, { of: 'network', measure }),
  );
  const times = PERCENTILE_NAMES.map((percentile) =>
    named(owner, [percentileField('sojourn', percentile)], percentileWords('sojourn', percentile), 'time', {
      of: 'networkTimes',
      percentile,
    }),
  );
  return [...means, ...times];
}

function classMeasures(id: ClassId): readonly StudyMeasure[] {
  const owner = { kind: 'scenario', name: 'classes' } as const;
  const times = PERCENTILE_NAMES.map((percentile) =>
    named(
      owner,
      [id, percentileField('sojourn', percentile)],
      `${id}: ${percentileWords('sojourn', percentile)}`,
      'time',
      { of: 'classTimes', id, percentile },
    ),
  );
  return [
    named(owner, [id, 'throughput'], `${id}: throughput`, 'rate', { of: 'class', id, measure: 'throughput' }),
    named(owner, [id, 'meanSojournTime'], `${id}: mean sojourn time`, 'time', {
      of: 'class',
      id,
      measure: 'meanSojournTime',
    }),
    ...times,
  ];
}

const resourceMeasures = ({ id, name = id }: SharedResource): readonly StudyMeasure[] =>
  RESOURCE_MEASURES.map((measure) => {
    const [words, dimension] = STAGE_MEASURES[measure];
    const shown = `${name}, shared: ${words.replace('per server', 'per unit')}`;
    const source = { of: 'resource', id, measure } as const;
    return named({ kind: 'scenario', name: 'resources' }, [id, measure], shown, dimension, source);
  });

function nodeMeasures(node: ScenarioNode): readonly StudyMeasure[] {
  if (node.kind !== 'stage' && node.kind !== 'delay') return [];
  const { id, unit } = node;
  const owner = { kind: 'node', id } as const;
  const means = entriesOf(STAGE_MEASURES).map(([measure, [words, dimension]]) => ({
    ...named(owner, [measure], `${id}: ${words}`, dimension, { of: 'stage', node: id, measure }),
    ...(unit !== undefined && (dimension === 'rate' || dimension === 'count') && { unit }),
  }));
  const times = (['sojourn', 'waiting'] as const).flatMap((time) =>
    PERCENTILE_NAMES.map((percentile) =>
      named(
        owner,
        [percentileField(time, percentile)],
        `${id}: ${percentileWords(time, percentile)}`,
        'time',
        {
          of: 'stageTimes',
          node: id,
          time,
          percentile,
        },
      ),
    ),
  );
  return [...means, ...times];
}

/** Measures that are percentiles of times. */
export type PercentileSource = Extract<MeasureSource, { readonly percentile: PercentileName }>;

/** As `findMeasure` reads it, such as `1b.sojournP99`. */
export function percentileMeasureName(source: PercentileSource): string {
  const field = percentileField(source.of === 'stageTimes' ? source.time : 'sojourn', source.percentile);
  switch (source.of) {
    case 'stageTimes':
      return pathText({ kind: 'node', id: source.node }, [field], TAKEN);
    case 'classTimes':
      return pathText({ kind: 'scenario', name: 'classes' }, [source.id, field], TAKEN);
    case 'networkTimes':
      return pathText({ kind: 'scenario', name: 'network' }, [field], TAKEN);
  }
}

const percentileField = (time: string, percentile: PercentileName): string =>
  `${time}${percentile.toUpperCase()}`;

const percentileWords = (time: string, percentile: PercentileName): string =>
  `${time} time, ${percentile === 'p999' ? '99.9' : percentile.slice(1)} %`;

const design = (
  measure: 'buffer' | 'servers' | 'cost',
  words: string,
  dimension: Dimension,
): StudyMeasure => ({
  name: measure,
  words,
  dimension,
  source: { of: 'design', measure },
});

function named(
  owner: ParameterOwner,
  fields: readonly string[],
  words: string,
  dimension: Dimension,
  source: MeasureSource,
): StudyMeasure {
  return { name: pathText(owner, fields, TAKEN), words, dimension, source };
}

const entriesOf = <Key extends string, Value>(record: Readonly<Record<Key, Value>>) =>
  Object.entries(record) as [Key, Value][];
