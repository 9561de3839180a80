/** The study that stands there before anything was chosen: load against the speed of the bottleneck, else the first two numbers. */

import { hasDataflow } from '../../../core/scenario/dataflow-faults.ts';
import { isStage, type NodeId, type Scenario } from '../../../core/scenario/scenario.ts';
import type { NumberParameter } from '../../../core/study/parameter.ts';
import { parametersOf } from '../../../core/study/parameters.ts';
import type { ListVariation, RangeVariation, Study } from '../../../core/study/study.ts';
import { measuresOf } from '../../../core/study/study-measures.ts';

const COUNT = 21;

export function defaultStudy(scenario: Scenario, bottleneck: NodeId | undefined): Study {
  const numbers = parametersOf(scenario).filter((parameter) => parameter.kind === 'number');
  const speeds = numbers.filter(({ path }) => /\.service\.(?:rate|mean)$/.test(path));
  // A constant time is on the tick, its rate may be no short decimal.
  const isDataflow = hasDataflow(scenario);
  if (isDataflow) speeds.sort((a, b) => Number(b.path.endsWith('mean')) - Number(a.path.endsWith('mean')));
  const stages = new Set(scenario.nodes.filter(isStage).map(({ id }) => id));
  const speed =
    speeds.find(({ path }) => ownerOf(path) === bottleneck) ??
    speeds.find(({ path }) => stages.has(ownerOf(path))) ??
    speeds[0];
  const load =
    numbers.find(({ path }) => path === 'inputs') ??
    numbers.find(({ path }) => path.endsWith('.closed.population'));
  const chosen = [load, speed].filter((parameter) => parameter !== undefined);
  const varied = chosen.length > 0 ? chosen : numbers.slice(0, 2);
  const stage = speed ? ownerOf(speed.path) : bottleneck;
  return {
    format: 'stagegraph-study',
    schemaVersion: 1,
    name: scenario.name,
    scenario,
    vary: varied.map((parameter) =>
      isDataflow && parameter.domain.integer !== true ? onTheTick(parameter) : rangeAround(parameter),
    ),
    measures: defaultMeasures(scenario, stage),
  };
}

/** Both these and their inverses are short decimals. */
const SHORT = [0.5, 0.625, 0.8, 1, 1.25, 1.6, 2] as const;

/** From half to twice what is drawn, such that constant times with a common tick keep one, which those of an even range of rates do not. */
const onTheTick = ({ path, value }: NumberParameter): ListVariation => ({
  path,
  values: SHORT.map((part) => Number((value * part).toPrecision(12))),
});

/** From half of what is drawn to half as much again. */
export function rangeAround({ path, value, domain }: NumberParameter, count = COUNT): RangeVariation {
  const drawn = Number.isFinite(value) ? value : 100;
  const whole = (size: number): number => (domain.integer ? Math.round(size) : Number(size.toPrecision(6)));
  const from = Math.max(domain.isOpen ? Number.MIN_VALUE : domain.least, whole(drawn * 0.5));
  const to = Math.min(domain.most, whole(drawn === 0 ? 1 : drawn * 1.5));
  return { path, from: Math.min(from, to), to: Math.max(to, domain.integer ? from + 1 : from), count };
}

function defaultMeasures(scenario: Scenario, stage: string | undefined): readonly string[] {
  const names = measuresOf(scenario).map(({ name }) => name);
  const of = (measure: string) =>
    names.find((name) => ownerOf(name) === stage && name.endsWith(`.${measure}`));
  const wanted = [
    of('meanOccupancy'),
    'network.throughput',
    'network.meanSojournTime',
    hasRoom(scenario, stage) ? of('backPressureProbability') : of('utilization'),
    'network.maxLoad',
  ];
  return wanted.filter((name) => name !== undefined && names.includes(name)) as string[];
}

const hasRoom = ({ nodes }: Scenario, stage: string | undefined): boolean =>
  nodes.some((node) => node.kind === 'stage' && node.id === stage && node.capacity !== undefined);

/** The id in front of a path; ids with points in them stand in quotes. */
const ownerOf = (path: string): string => {
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(path);
  return quoted ? (JSON.parse(quoted[0]) as string) : (path.split('.')[0] ?? '');
};
