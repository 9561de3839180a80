/**
 * What can be looked at in every point of a study, by name: `network.throughput`, `1b.meanOccupancy`,
 * `1b.sojournP99`, `classes.gold.meanSojournTime`, `groups.bus.meanOccupancy`, `resources.bus.utilization`, and of the
 * design itself `buffer`, `servers` and `cost`.
 */
import { err, ok, type Result } from '../base/result.ts';
import {
  type MeasureDimension,
  type MeasureKey,
  type MeasureOwner,
  measureRow,
  measureWords,
  PERCENTILES,
  type Percentile,
  STAGE_MEASURES,
} from '../measures/measure-rows.ts';
import type { Dimension } from '../quantities/quantity.ts';
import { titlesOf } from '../scenario/defaults.ts';
import { nearestName } from '../scenario/near-name.ts';
import type { ClassId, NodeId, Scenario, ScenarioNode } from '../scenario/scenario.ts';
import { type ParameterOwner, pathText, readPath } from './parameter-path.ts';

export type MeasureSource =
  | { readonly of: 'stage'; readonly node: NodeId; readonly measure: StageMeasureName }
  | {
      readonly of: 'stageTimes';
      readonly node: NodeId;
      readonly time: 'sojourn' | 'waiting';
      readonly percentile: Percentile;
    }
  | { readonly of: 'network'; readonly measure: NetworkMeasureName }
  | { readonly of: 'networkTimes'; readonly percentile: Percentile }
  | { readonly of: 'class'; readonly id: ClassId; readonly measure: 'throughput' | 'meanSojournTime' }
  | { readonly of: 'classTimes'; readonly id: ClassId; readonly percentile: Percentile }
  | { readonly of: 'group'; readonly id: string }
  | { readonly of: 'resource'; readonly id: string; readonly measure: ResourceMeasureName }
  | { readonly of: 'design'; readonly measure: (typeof DESIGN_MEASURES)[number] };

export interface StudyMeasure {
  readonly name: string;
  /** For people, such as `Hash lookup: number in system`. */
  readonly words: string;
  /** As earlier versions said it. */
  readonly formerWords?: readonly string[];
  readonly dimension: Dimension;
  readonly unit?: string;
  readonly source: MeasureSource;
}

const NODE_MEASURES = [...STAGE_MEASURES, 'loadPerServer'] as const;
export type StageMeasureName = (typeof NODE_MEASURES)[number];

const NETWORK_MEASURES = [
  'throughput',
  'lossRate',
  'meanSojournTime',
  'maxUtilization',
  'maxLoad',
  'saturationFactor',
] as const satisfies readonly MeasureKey[];
export type NetworkMeasureName = (typeof NETWORK_MEASURES)[number];

const RESOURCE_MEASURES = ['utilization', 'loadPerServer'] as const satisfies readonly StageMeasureName[];
export type ResourceMeasureName = (typeof RESOURCE_MEASURES)[number];

const DESIGN_MEASURES = ['buffer', 'servers', 'cost'] as const satisfies readonly MeasureKey[];

/** What is typed and drawn of each: whole counts of a design have no fractions. */
const DIMENSIONS: Readonly<Record<MeasureDimension, Dimension>> = {
  rate: 'rate',
  time: 'time',
  fraction: 'probability',
  elements: 'count',
  factor: 'number',
  amount: 'count',
};

/** First parts that are no node. */
const TAKEN: ReadonlySet<string> = new Set([
  ...['network', 'classes', 'groups', 'resources'],
  ...['buffer', 'servers', 'cost'],
]);

/** All measures that a scenario may have; a method may still not know some of them. */
export function measuresOf({
  nodes,
  classes = [],
  groups = [],
  resources = [],
}: Scenario): readonly StudyMeasure[] {
  const [title, classTitle] = [titlesOf(nodes), titlesOf(classes)];
  const [groupTitle, resourceTitle] = [titlesOf(groups), titlesOf(resources)];
  return [
    ...networkMeasures(),
    ...nodes.flatMap((node) => nodeMeasures(node, `${title(node.id)}: `)),
    ...classes.flatMap(({ id }) => classMeasures(id, `${classTitle(id)}: `)),
    ...groups.map(({ id }) =>
      named(
        { kind: 'scenario', name: 'groups' },
        [id, 'meanOccupancy'],
        'meanOccupancy',
        { of: 'group', id },
        `${groupTitle(id)}: `,
      ),
    ),
    ...resources.flatMap(({ id }) => resourceMeasures(id, `${resourceTitle(id)}, shared: `)),
    ...DESIGN_MEASURES.map((measure) => ({
      name: measure,
      words: measureWords(measure),
      formerWords: measureRow(measure).formerWords ?? [],
      dimension: measure === 'cost' ? ('number' as const) : DIMENSIONS[measureRow(measure).dimension],
      source: { of: 'design' as const, measure },
    })),
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
  return [
    ...NETWORK_MEASURES.map((measure) => named(owner, [measure], measure, { of: 'network', measure })),
    ...PERCENTILES.map((percentile) => timed(owner, [], { of: 'networkTimes', percentile })),
  ];
}

function classMeasures(id: ClassId, before: string): readonly StudyMeasure[] {
  const owner = { kind: 'scenario', name: 'classes' } as const;
  return [
    ...(['throughput', 'meanSojournTime'] as const).map((measure) =>
      named(owner, [id, measure], measure, { of: 'class', id, measure }, before),
    ),
    ...PERCENTILES.map((percentile) => timed(owner, [id], { of: 'classTimes', id, percentile }, before)),
  ];
}

const resourceMeasures = (id: string, before: string): readonly StudyMeasure[] =>
  RESOURCE_MEASURES.map((measure) =>
    named(
      { kind: 'scenario', name: 'resources' },
      [id, measure],
      measure,
      { of: 'resource', id, measure },
      before,
    ),
  );

function nodeMeasures(node: ScenarioNode, before: string): readonly StudyMeasure[] {
  if (node.kind !== 'stage' && node.kind !== 'delay') return [];
  const { id, unit } = node;
  const owner = { kind: 'node', id } as const;
  const means = NODE_MEASURES.map((measure) => {
    const found = named(owner, [measure], measure, { of: 'stage', node: id, measure }, before);
    const hasUnit = found.dimension === 'rate' || found.dimension === 'count';
    return { ...found, ...(unit !== undefined && hasUnit && { unit }) };
  });
  const times = (['sojourn', 'waiting'] as const).flatMap((time) =>
    PERCENTILES.map((percentile) =>
      timed(owner, [], { of: 'stageTimes', node: id, time, percentile }, before),
    ),
  );
  return [...means, ...times];
}

/** Measures that are percentiles of times. */
export type PercentileSource = Extract<MeasureSource, { readonly percentile: Percentile }>;

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

const percentileField = (time: 'sojourn' | 'waiting', percentile: Percentile) =>
  `${time}${PERCENTILE_ENDS[percentile]}` as const;

const PERCENTILE_ENDS = { p50: 'P50', p90: 'P90', p99: 'P99', p999: 'P999' } as const;

/** `before`: whose it is, for people. */
function timed(
  owner: ParameterOwner,
  fields: readonly string[],
  source: PercentileSource,
  before = '',
): StudyMeasure {
  const key = percentileField(source.of === 'stageTimes' ? source.time : 'sojourn', source.percentile);
  return named(owner, [...fields, key], key, source, before);
}

function named(
  owner: ParameterOwner,
  fields: readonly string[],
  key: MeasureKey,
  source: MeasureSource,
  before = '',
): StudyMeasure {
  const { dimension, formerWords } = measureRow(key);
  return {
    name: pathText(owner, fields, TAKEN),
    words: `${before}${measureWords(key, OWNERS[source.of])}`,
    ...(formerWords && { formerWords: formerWords.map((former) => `${before}${former}`) }),
    dimension: DIMENSIONS[dimension],
    source,
  };
}

const OWNERS: Readonly<Record<MeasureSource['of'], MeasureOwner>> = {
  stage: 'stage',
  stageTimes: 'stage',
  network: 'network',
  networkTimes: 'network',
  class: 'class',
  classTimes: 'class',
  group: 'group',
  resource: 'resource',
  design: 'design',
};
