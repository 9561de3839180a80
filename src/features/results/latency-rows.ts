/** End-to-end times: of all elements, of each class, of each path; and where on the way they are spent. */

import { growingStages, leadsThrough } from '../../../core/measures/growing.ts';
import { PERCENTILES, percentileName } from '../../../core/measures/measure-rows.ts';
import { type Estimate, intervalOf } from '../../../core/measures/measures.ts';
import { flowOrder } from '../../../core/scenario/graph.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { SimulationResult, StageEstimate, TimePercentiles } from '../../../workers/simulate/contract.ts';
import type { PercentileRow } from '../../ui/charts/percentile-layout.ts';
import type { TimeBarRow } from '../../ui/charts/TimeBars.tsx';
import { nodeTitle, titleIn } from './node-title.ts';

export interface TripRow {
  readonly id: string;
  readonly name: string;
  /** Where that is long: what tells it from the others. */
  readonly short?: string;
  readonly kind: 'all' | 'class' | 'rounds' | 'path' | 'other paths';
  /** Share of all elements that reached a sink. */
  readonly share?: Estimate;
  /** 1/s. */
  readonly rate?: Estimate;
  readonly mean?: Estimate;
  readonly percentiles?: TimePercentiles<Estimate>;
  /** Stages, delays and joins on the way; absent where the ways are not told apart. */
  readonly stages?: readonly NodeId[];
  /** Given: the times at the stages are of this class. */
  readonly jobClass?: string;
  /** A queue on the way goes on growing, and with it the time. */
  readonly grows?: boolean;
}

type Known = Pick<SimulationResult, 'network' | 'classes' | 'paths' | 'stages' | 'verdicts'>;

export function tripRows(scenario: Scenario, result: Known): readonly TripRow[] {
  const rows = [...allRow(scenario, result), ...classRows(scenario, result), ...pathRows(scenario, result)];
  const growing = growingStages(result.verdicts);
  return rows.map((row) => (leadsThrough(growing, row.stages) ? { ...row, grows: true } : row));
}

/** Where nobody ever comes to a sink there is nothing to say of all. */
function allRow(scenario: Scenario, { network, stages }: Known): readonly TripRow[] {
  const { meanSojournTime, latencyPercentiles, throughput } = network;
  if (!meanSojournTime) return [];
  return [
    trip({
      id: 'all',
      name: 'All elements',
      kind: 'all',
      rate: throughput,
      mean: meanSojournTime,
      percentiles: latencyPercentiles,
      stages: flowOrder(scenario).filter((id) => isOnOpenWay(scenario, stages[id])),
    }),
  ];
}

/** Whether elements that end at a sink come by: a closed class never does. */
function isOnOpenWay({ classes = [] }: Scenario, stage: StageEstimate | undefined): boolean {
  if (!stage?.classes) return stage !== undefined;
  const open = classes.filter(({ closed }) => !closed);
  return open.some(({ id }) => (stage.classes?.[id]?.offeredRate?.mean ?? 0) > 0);
}

function classRows(scenario: Scenario, { classes = {}, stages }: Known): readonly TripRow[] {
  return Object.entries(classes).map(([id, one]) => {
    const closed = scenario.classes?.find((jobClass) => jobClass.id === id)?.closed !== undefined;
    const name = titleIn(scenario.classes, id);
    // A scenario with a single class keeps its numbers at the stages themselves.
    const visits = (node: NodeId) => (stages[node]?.classes?.[id] ?? stages[node])?.offeredRate?.mean;
    return trip({
      id: `class ${id}`,
      name: closed ? `${name}, rounds` : name,
      kind: closed ? 'rounds' : 'class',
      rate: one.throughput,
      mean: closed ? one.meanRoundTime : one.meanSojournTime,
      percentiles: closed ? one.roundTimePercentiles : one.latencyPercentiles,
      stages: flowOrder(scenario).filter((node) => (visits(node) ?? 0) > 0),
      jobClass: id,
    });
  });
}

function pathRows(scenario: Scenario, { paths = [] }: Known): readonly TripRow[] {
  const sources = new Set(paths.map(({ source }) => source));
  sources.delete(undefined);
  const told = paths.flatMap(({ stages }) => (stages ? [stages] : []));
  const isCommon = (id: NodeId): boolean => told.every((stages) => stages.includes(id));
  return paths.map(({ source, stages, share, meanSojournTime, latencyPercentiles }) => {
    const from = sources.size > 1 && source !== undefined ? [source] : [];
    const different = stages && [...from, ...stages.filter((id) => !isCommon(id))];
    const way = stages && [...from, ...stages].map((id) => nodeTitle(scenario, id));
    return trip({
      id: `path ${JSON.stringify([source, stages])}`,
      name: way ? way.join(' → ') || 'straight to the sink' : 'Other paths',
      short: different?.map((id) => nodeTitle(scenario, id)).join(' … ') || undefined,
      kind: stages ? 'path' : 'other paths',
      share,
      mean: meanSojournTime,
      percentiles: latencyPercentiles,
      stages,
    });
  });
}

type Loose<T> = { readonly [Key in keyof T]: T[Key] | undefined };

/** Leaves out what is not known. */
const trip = (row: Loose<TripRow> & Pick<TripRow, 'id' | 'name' | 'kind'>): TripRow =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as unknown as TripRow;

export function percentileRow({ id, name, short, mean, percentiles, grows }: TripRow): PercentileRow {
  const point = (pointName: string, estimate: Estimate) => ({
    name: pointName,
    value: estimate.mean,
    ...intervalOf(estimate),
  });
  return {
    id,
    name,
    ...(short !== undefined && { label: short }),
    ...(mean && !grows && { mean: point('mean', mean) }),
    ...(grows && { absent: 'grows with the run: no percentile' }),
    points: PERCENTILES.flatMap((key) => {
      const estimate = percentiles?.[key];
      return estimate ? [point(percentileName(key), estimate)] : [];
    }),
  };
}

/** Mean times of one visit. At a join all of it is waiting for the other tasks; at a delay none is. */
export function timeBars(
  scenario: Scenario,
  { stages }: Pick<SimulationResult, 'stages'>,
  row: TripRow,
): readonly TimeBarRow[] {
  return (row.stages ?? []).flatMap((id): TimeBarRow[] => {
    const whole = stages[id];
    const known = row.jobClass === undefined ? whole : (whole?.classes?.[row.jobClass] ?? whole);
    const time = known?.meanSojournTime;
    if (!time) return [];
    const kind = scenario.nodes.find((node) => node.id === id)?.kind;
    const wait = kind === 'join' ? time.mean : kind === 'delay' ? 0 : (known?.meanWaitingTime?.mean ?? 0);
    const waiting = Math.min(wait, time.mean);
    return [
      {
        id,
        name: nodeTitle(scenario, id),
        waiting,
        serving: time.mean - waiting,
        halfWidth: time.halfWidth,
      },
    ];
  });
}
