/** Where what was fitted may be put, and the edits that put it there: distributions, the model of a stage, calibrated values. */

import { assertUnreachable } from '../../../core/base/assert.ts';
import { type ArrivalDistribution, isServiceDistribution } from '../../../core/distributions/index.ts';
import type { StageMeasurement } from '../../../core/measurement/measurement.ts';
import { batchSizeOf, nameOf, serverCountOf } from '../../../core/scenario/defaults.ts';
import { updateNode } from '../../../core/scenario/edits.ts';
import { preciseInputs, setPrecision } from '../../../core/scenario/precision-edits.ts';
import {
  type DelayNode,
  isDelay,
  isSource,
  isStage,
  type NodeId,
  type Scenario,
  type SourceNode,
  type StageNode,
} from '../../../core/scenario/scenario.ts';
import { pathText } from '../../../core/study/parameter-path.ts';
import { findParameter, writeParameters } from '../../../core/study/parameters.ts';
import type {
  CalibratedParameter,
  FittedParameter,
  StageFitRequest,
  StationFit,
} from '../../../workers/fit/contract.ts';
import type { Times, TimesRole } from './fit-store.ts';

export type Target = SourceNode | StageNode | DelayNode;

/** Nodes that have such times. Correlated ones are of sources only. */
export function targetsFor(
  { nodes }: Scenario,
  role: TimesRole,
  distribution?: ArrivalDistribution,
): readonly Target[] {
  const [sources, stages, delays] = [nodes.filter(isSource), nodes.filter(isStage), nodes.filter(isDelay)];
  if (distribution && !isServiceDistribution(distribution))
    return role === 'arrivals' || role === 'any' ? sources : [];
  switch (role) {
    case 'service':
      return [...stages, ...delays];
    case 'arrivals':
      return sources;
    case 'departures':
      return [];
    case 'stay':
      return delays;
    case 'any':
      return [...stages, ...delays, ...sources];
    default:
      return assertUnreachable(role);
  }
}

/** Why no node has such times. */
export function whyNowhere(role: TimesRole): string {
  if (role === 'departures')
    return 'Gaps between departures hold the times without work: they are no service times. What a stage sends on follows from the model.';
  if (role === 'stay')
    return 'The time in a stage is waiting and service together: it follows from the model, which has no delay to put it on.';
  return role === 'arrivals' ? 'The scenario has no source.' : 'The scenario has no stage.';
}

/** The node that was measured, else the only one there is. */
export function likelyTarget(
  { links }: Pick<Scenario, 'links'>,
  { role, stage }: Pick<Times, 'role' | 'stage'>,
  targets: readonly Target[],
): NodeId | undefined {
  const wanted = role === 'arrivals' ? onlySender(links, stage) : stage;
  return (targets.find(({ id }) => id === wanted) ?? (targets.length === 1 ? targets[0] : undefined))?.id;
}

function onlySender(links: Scenario['links'], stage: NodeId | undefined): NodeId | undefined {
  const before = links.filter(({ to }) => to === stage);
  const sender = before.length === 1 ? before[0]!.from : undefined;
  return links.filter(({ from }) => from === sender).length === 1 ? sender : undefined;
}

/** Why the distribution would not be what was measured there; a sentence. */
export function refusalAt(
  target: Target,
  { fromDepartures }: Pick<Times, 'fromDepartures'>,
): string | undefined {
  const name = nameOf(target);
  if (target.kind === 'source') {
    if (target.schedule) return `${name} has a schedule of rates: its distribution changes over time.`;
    return batchSizeOf(target) > 1
      ? `${name} emits batches, and these are gaps between single elements.`
      : undefined;
  }
  if (Object.values(target.byClass ?? {}).some(({ service }) => service))
    return `${name} serves its classes by distributions of their own.`;
  if (target.kind === 'delay') return undefined;
  if (target.schedule) return `${name} has a schedule of rates: its distribution changes over time.`;
  const { bulk } = target;
  const serverCount = serverCountOf(target);
  return fromDepartures && (serverCount > 1 || bulk)
    ? `Gaps between departures of ${name} come from ${bulk ? 'batches' : `${serverCount} servers`}: measure the service times themselves.`
    : undefined;
}

export interface FittedDistribution {
  readonly distribution: ArrivalDistribution;
  readonly parameters: readonly FittedParameter[];
}

/** The node’s new distribution, known as well as the interval of its mean says; what was said of the old distribution's numbers goes. */
export function withDistribution(
  scenario: Scenario,
  { id, kind }: Target,
  { distribution, parameters }: FittedDistribution,
): Scenario {
  const of = kind === 'source' ? 'interarrival' : 'service';
  const changed = updateNode(forgetting(scenario, id, of), id, { [of]: distribution });
  const input = preciseInputs(changed.nodes.find((node) => node.id === id)!).find(({ field }) =>
    field.startsWith(`${of}.`),
  );
  const plusMinus = halfWidth(parameters.find(({ name }) => name === 'mean'));
  return input ? setPrecision(changed, id, input.field, plusMinus) : changed;
}

/** How well the old distribution's numbers were known goes with them. */
export const forgetting = (scenario: Scenario, id: NodeId, of: 'interarrival' | 'service'): Scenario =>
  (scenario.precisions ?? [])
    .filter(({ node, field }) => node === id && field.startsWith(`${of}.`))
    .reduce((before, { field }) => setPrecision(before, id, field, undefined), scenario);

/** Half width of an interval relative to its middle; undefined where there is none. */
export function halfWidth(
  known: Pick<FittedParameter, 'value' | 'low' | 'high'> | undefined,
): number | undefined {
  if (known?.low === undefined || known.high === undefined || !(known.high > known.low)) return undefined;
  return Math.min(1, Number(((known.high - known.low) / 2 / known.value).toPrecision(2)));
}

/** Gives a scenario the values of a calibration; each is known as well as its interval says. */
export function withValues(scenario: Scenario, parameters: readonly CalibratedParameter[]): Scenario {
  const settings = parameters.flatMap(({ path, value }) => {
    const handle = findParameter(scenario, path);
    return handle.ok ? [{ handle: handle.value, value }] : [];
  });
  return parameters.reduce(withPrecision, writeParameters(scenario, settings));
}

/** Adds the input uncertainty of a calibrated parameter that has one. */
function withPrecision(scenario: Scenario, parameter: CalibratedParameter): Scenario {
  for (const node of scenario.nodes) {
    for (const { field } of preciseInputs(node)) {
      if (pathText({ kind: 'node', id: node.id }, field.split('.')) === parameter.path)
        return setPrecision(scenario, node.id, field, halfWidth(parameter));
    }
  }
  return scenario;
}

/**
 * The request for measured levels; undefined where none were measured. Throughput stands for arrivals that entered.
 */
export function stationRequest(
  { occupancyDistribution, arrivalRate, throughput }: StageMeasurement,
  stage: StageNode | undefined,
): StageFitRequest | undefined {
  if (!occupancyDistribution) return undefined;
  const rate = arrivalRate ?? throughput;
  return {
    occupancy: occupancyDistribution,
    ...(rate !== undefined && { arrivalRate: rate }),
    ...(stage && {
      serverCount: serverCountOf(stage),
      ...(stage.capacity !== undefined && { capacity: stage.capacity }),
    }),
  };
}

/** Why a model cannot be put on a stage; a sentence. */
export function stationRefusal(
  { model, isPoisson }: StationFit,
  { arrivalRate }: StageFitRequest,
): string | undefined {
  if (arrivalRate === undefined)
    return 'The arrival rate was not measured: the occupancy tells the load, but no times.';
  return isPoisson
    ? undefined
    : `${model} says that arrivals are not at random: it changes the source, not the stage.`;
}

/** Makes a stage the model that explains its levels best. */
export function withStation(scenario: Scenario, stage: StageNode, fit: StationFit): Scenario {
  const { service, serverCount, capacity } = fit;
  return updateNode(forgetting(scenario, stage.id, 'service'), stage.id, {
    service,
    ...(serverCount !== serverCountOf(stage) && { serverCount }),
    ...(capacity !== undefined && { capacity }),
  });
}
