/** For the tests of the examples: the files themselves, and flows by arithmetic that no engine shares. */

import { readdirSync, readFileSync } from 'node:fs';
import type { ArrivalDistribution } from '../../../core/distributions/index.ts';
import { isDataflow } from '../../../core/rules/firing.ts';
import {
  batchSizeOf,
  consumedOf,
  conversionFactorOf,
  passProbabilityOf,
  producedOf,
} from '../../../core/scenario/defaults.ts';
import { parseScenario } from '../../../core/scenario/read-scenario.ts';
import type { ClassId, Link, NodeId, Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';

const FOLDER = new URL('../../../public/examples/', import.meta.url);

export const exampleFileNames = (): readonly string[] => readdirSync(FOLDER).sort();

export const exampleText = (slug: string): string => readFileSync(new URL(`${slug}.json`, FOLDER), 'utf8');

export const readExampleJson = (slug: string): unknown => JSON.parse(exampleText(slug));

/** Throws the faults when the file is not a scenario. */
export function readExampleFile(slug: string): Scenario {
  const parsed = parseScenario(readExampleJson(slug));
  if (!parsed.ok) throw new Error(`${slug}: ${JSON.stringify(parsed.error, undefined, 1)}`);
  return parsed.value;
}

export const isActor = (node: ScenarioNode): boolean => node.kind === 'stage' && isDataflow(node);

/** Tokens that one firing takes from a link and gives to it, on average over its phases. */
export const takenPerFiring = (link: Link): number => averageOf(consumedOf(link));
export const givenPerFiring = (link: Link): number => averageOf(producedOf(link));
const averageOf = (counts: readonly number[]) =>
  counts.reduce((sum, count) => sum + count, 0) / counts.length;

/**
 * Elements per second into each node, in its native unit, if nothing is lost: the traffic equations, iterated. Of one
 * class when it is named. Of a dataflow stage: firings.
 */
export function flowRates(scenario: Scenario, jobClass?: ClassId): ReadonlyMap<NodeId, number> {
  let rates = new Map<NodeId, number>();
  for (let round = 0; round < 500; round += 1) {
    const next = new Map<NodeId, number>();
    for (const node of scenario.nodes) next.set(node.id, inflow(scenario, node, rates, jobClass));
    rates = next;
  }
  return rates;
}

function inflow(
  scenario: Scenario,
  node: ScenarioNode,
  rates: ReadonlyMap<NodeId, number>,
  jobClass: ClassId | undefined,
): number {
  if (node.kind === 'source') {
    const emits = jobClass === undefined || node.class === jobClass;
    return emits ? batchSizeOf(node) / meanOf(node.interarrival) : 0;
  }
  const senders = scenario.links.filter((link) => link.to === node.id);
  const flows = senders.map((link) => outflow(scenario, link.from, rates) * share(scenario, link));
  if (isActor(node)) return Math.min(...senders.map((link, i) => flows[i]! / takenPerFiring(link)));
  const offered = flows.reduce((sum, flow) => sum + flow, 0);
  return node.kind === 'stage' ? offered * conversionFactorOf(node) : offered;
}

/** Elements per second that leave a node, after its filter. */
function outflow(scenario: Scenario, id: NodeId, rates: ReadonlyMap<NodeId, number>): number {
  const node = scenario.nodes.find((each) => each.id === id)!;
  // One element of all the tasks that come to a join.
  if (node.kind === 'join') return (rates.get(id) ?? 0) / scenario.links.filter(({ to }) => to === id).length;
  return (rates.get(id) ?? 0) * (node.kind === 'stage' ? passProbabilityOf(node) : 1);
}

function share(scenario: Scenario, link: Scenario['links'][number]): number {
  const siblings = scenario.links.filter((each) => each.from === link.from);
  const sender = scenario.nodes.find(({ id }) => id === link.from)!;
  if (isActor(sender)) return givenPerFiring(link);
  if (sender.kind === 'fork') return 1;
  return link.probability ?? 1 / siblings.length;
}

/** Mean of the distributions that the examples use, s. */
export function meanOf(distribution: ArrivalDistribution): number {
  if (distribution.distribution === 'onOff') {
    const { peakRate, idleRate = 0, meanOnTime, meanOffTime } = distribution;
    return (meanOnTime + meanOffTime) / (peakRate * meanOnTime + idleRate * meanOffTime);
  }
  if ('rate' in distribution && distribution.rate !== undefined) return 1 / distribution.rate;
  if ('mean' in distribution && distribution.mean !== undefined) return distribution.mean;
  throw new Error(`No example uses ${distribution.distribution} so far: add its mean here`);
}
