/** What flows of one class depend on, node by node in flow order. */

import { distributionRate, type ServiceDistribution } from '../../../core/distributions/index.ts';
import { looksAtState } from '../../../core/rules/routing.ts';
import { fullService } from '../../../core/rules/timing.ts';
import { becomes } from '../../../core/scenario/class-switch.ts';
import { classesOf, isClosed, serviceOf, sourceClass } from '../../../core/scenario/classes.ts';
import {
  batchSizeOf,
  conversionFactorOf,
  overdriveRateOf,
  passProbabilityOf,
  serverCountOf,
} from '../../../core/scenario/defaults.ts';
import { type Graph, linkShares, routingRule } from '../../../core/scenario/graph.ts';
import type {
  ClassId,
  JobClass,
  Link,
  NodeId,
  Scenario,
  ScenarioNode,
  StageNode,
} from '../../../core/scenario/scenario.ts';
import type { Gain } from './traffic-equations.ts';

export interface ClassFlow {
  /** Elements per second that a source emits of this class; 0 for other nodes. */
  readonly sourceRate: number;
  /** lambda_mo, 1/s; the overdrive is of the first open class. */
  readonly overdriveRate: number;
  /** F. */
  readonly conversion: number;
  /** P. */
  readonly pass: number;
  /** Service of stages and delays. */
  readonly service?: ServiceDistribution;
  readonly links: readonly { readonly to: number; readonly share: number }[];
}

export type ClassFacts = readonly ClassFlow[];

export interface ClassQuestion {
  readonly scenario: Scenario;
  readonly graph: Graph;
  readonly order: readonly NodeId[];
  readonly indexOf: ReadonlyMap<NodeId, number>;
  readonly jobClass: JobClass;
}

export function classFacts({ scenario, graph, order, indexOf, jobClass: { id } }: ClassQuestion): ClassFacts {
  const isFirstOpen = classesOf(scenario).find((jobClass) => !isClosed(jobClass))?.id === id;
  return order.map((nodeId): ClassFlow => {
    const node = graph.nodes.get(nodeId)!;
    const outgoing = graph.outgoing.get(nodeId)!;
    const shares =
      byWork(node, outgoing, graph, id) ?? wholeShares(node, linkShares(routingRule(node), outgoing, id));
    const links = outgoing.map(({ to }, k) => ({ to: indexOf.get(to)!, share: shares[k]! }));
    if (node.kind === 'stage') return stageFlow(node, id, isFirstOpen, links);
    const plain = { sourceRate: 0, overdriveRate: 0, conversion: 1, pass: 1, links };
    if (node.kind === 'delay') return { ...plain, service: serviceOf(node, id) };
    if (node.kind === 'source') {
      const emits = sourceClass(scenario, node) === id;
      return {
        ...plain,
        sourceRate: emits ? distributionRate(node.interarrival) * batchSizeOf(node) : 0,
      };
    }
    return plain;
  });
}

/**
 * Where the shortest queue of stages is chosen: in proportion to what each can do, which no load exceeds before all are
 * at their limits. Under light load the shares are more alike. Undefined elsewhere.
 */
function byWork(
  node: ScenarioNode,
  outgoing: readonly Link[],
  { nodes }: Graph,
  id: ClassId,
): readonly number[] | undefined {
  if (!looksAtState(routingRule(node))) return undefined;
  const limits = outgoing.map(({ to }) => {
    const stage = nodes.get(to)!;
    if (stage.kind !== 'stage') return Number.NaN;
    const rate = distributionRate(serviceOf(stage, id));
    return (serverCountOf(stage) * rate * fullService(stage, rate)) / conversionFactorOf(stage, id);
  });
  const all = limits.reduce((sum, limit) => sum + limit, 0);
  return Number.isFinite(all) ? limits.map((limit) => limit / all) : undefined;
}

/** Typed shares sum to 1 to six digits only; what is missing would be elements that vanish, or come from nowhere. */
function wholeShares(node: ScenarioNode, shares: readonly number[]): readonly number[] {
  const total = shares.reduce((sum, share) => sum + share, 0);
  const isWhole = routingRule(node) === 'broadcast' || total === 0 || Math.abs(total - 1) < ROUNDING;
  return isWhole ? shares : shares.map((share) => share / total);
}

/** Rounding allowed in shares that are meant to sum to 1. */
const ROUNDING = 1e-14;

const stageFlow = (
  stage: StageNode,
  id: ClassId,
  isFirstOpen: boolean,
  links: ClassFlow['links'],
): ClassFlow => ({
  sourceRate: 0,
  overdriveRate: isFirstOpen ? overdriveRateOf(stage) : 0,
  conversion: conversionFactorOf(stage, id),
  pass: passProbabilityOf(stage, id),
  service: serviceOf(stage, id),
  links,
});

/** By class that comes, the classes that it leaves a node as, by their places, with probabilities that sum to 1. */
export type NodeSwitch = readonly (readonly (readonly [jobClass: number, probability: number])[])[];

/** What these classes become at each node; undefined where all stay what they are. */
export function switchesOf(
  nodes: readonly ScenarioNode[],
  classes: readonly JobClass[],
): readonly (NodeSwitch | undefined)[] {
  const place = new Map(classes.map(({ id }, r) => [id, r]));
  return nodes.map((node) => {
    const rows = classes.map(({ id }) => becomes(node, id));
    if (rows.every((row) => row === undefined)) return undefined;
    return rows.map((row, r) =>
      row === undefined ? [[r, 1]] : [...row].map(([id, share]) => [place.get(id)!, share] as const),
    );
  });
}

/** Rates by class that leave a node, of those that come. */
export const switched = (at: NodeSwitch | undefined, rates: readonly number[]): readonly number[] =>
  at === undefined
    ? rates
    : rates.map((_, s) =>
        rates.reduce(
          (sum, rate, r) => sum + rate * at[r]!.reduce((part, [to, p]) => (to === s ? part + p : part), 0),
          0,
        ),
      );

interface Gains {
  readonly facts: readonly ClassFacts[];
  readonly switches?: readonly (NodeSwitch | undefined)[] | undefined;
  /** By class, the share that each node serves; default all. */
  readonly accepted?: readonly ArrayLike<number>[] | undefined;
}

/** Where the elements of the classes go from each node, in the receiver's unit: node i of class r stands at r times the nodes plus i. */
export function gainsOf({ facts, switches, accepted }: Gains): readonly (readonly Gain[])[] {
  const places = facts[0]!.length;
  return facts.flatMap((of, r) =>
    of.map(({ pass }, i) =>
      (switches?.[i]?.[r] ?? [[r, 1] as const]).flatMap(([s, probability]) =>
        facts[s]![i]!.links.map(
          ({ to, share }): Gain => ({
            to: s * places + to,
            gain: (accepted?.[r]?.[i] ?? 1) * pass * probability * share * facts[s]![to]!.conversion,
          }),
        ),
      ),
    ),
  );
}
