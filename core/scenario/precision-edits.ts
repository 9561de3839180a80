/** How well inputs are known: the numbers of a node that a user may give a precision, and the edit that does. */
import type { ArrivalDistribution } from '../distributions/index.ts';
import { FIELDS, fieldWords } from './fields.ts';
import type { InputPrecision, NodeId, Scenario, ScenarioNode } from './scenario.ts';

/** A number of a node that answers hang on: its field, and what people call it. */
export interface PreciseInput {
  readonly field: string;
  readonly words: string;
  readonly value: number;
}

/** Rates and times of its distribution, and what multiplies its flow. Numbers that count (places, servers) are exact. */
export function preciseInputs(node: ScenarioNode): readonly PreciseInput[] {
  if (node.kind === 'source') return distributionInputs('interarrival', node.interarrival, ARRIVALS);
  if (node.kind !== 'stage' && node.kind !== 'delay') return [];
  const found = [...distributionInputs('service', node.service, SERVICE)];
  if (node.kind === 'delay') return found;
  for (const field of ['passProbability', 'conversionFactor', 'overdriveRate'] as const) {
    const value = node[field];
    if (value !== undefined) found.push({ field, words: fieldWords(FIELDS.stage[field]), value });
  }
  return found;
}

const ARRIVALS: Readonly<Record<string, string>> = { rate: 'arrival rate', mean: 'time between arrivals' };
const SERVICE: Readonly<Record<string, string>> = { rate: 'service rate', mean: 'service time' };
const FACTORS: Readonly<Record<string, string>> = {
  elementsPerClock: 'elements per clock R',
  clock: 'clock C',
  divisor: 'divisor M₁',
  multiplier: 'multiplier M₂',
};

function distributionInputs(
  of: string,
  distribution: ArrivalDistribution,
  words: Readonly<Record<string, string>>,
): readonly PreciseInput[] {
  if ('rate' in distribution && distribution.rate !== undefined)
    return [{ field: `${of}.rate`, words: words.rate!, value: distribution.rate }];
  if ('mean' in distribution && distribution.mean !== undefined)
    return [{ field: `${of}.mean`, words: words.mean!, value: distribution.mean }];
  if (!('factors' in distribution) || distribution.factors === undefined) return [];
  return Object.entries(distribution.factors).map(([name, value]: [string, number]) => ({
    field: `${of}.factors.${name}`,
    words: FACTORS[name]!,
    value,
  }));
}

/** Relative half width as the user gave it; undefined where the digits say it. */
export const precisionOf = (
  precisions: readonly InputPrecision[] | undefined,
  node: NodeId,
  field: string,
): number | undefined => precisions?.find((each) => each.node === node && each.field === field)?.plusMinus;

/** `undefined`: as the digits say. */
export function setPrecision(
  scenario: Scenario,
  node: NodeId,
  field: string,
  plusMinus: number | undefined,
): Scenario {
  const before = scenario.precisions ?? [];
  if (precisionOf(before, node, field) === plusMinus) return scenario;
  const others = before.filter((each) => each.node !== node || each.field !== field);
  const after = plusMinus === undefined ? others : [...others, { node, field, plusMinus }];
  const { precisions: _, ...rest } = scenario;
  return after.length > 0 ? { ...rest, precisions: after } : rest;
}
