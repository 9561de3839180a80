/**
 * A flow network (workers/solve/flow-network.ts) of which some numbers move from point to point, so that only the nodes
 * that they belong to are made again. Takes rates and means of distributions, capacities, servers, pass probabilities, conversion
 * factors, overdrives and the whole input, in networks of one class without feedback, forks, schedules and shared
 * resources: there no other node's facts depend on them, but for the stage that a moving source alone sends to.
 */
import { distributionRate } from '../../core/distributions/index.ts';
import { largestBatch } from '../../core/rules/bulk.ts';
import { admitsWhole } from '../../core/rules/when-full.ts';
import {
  batchSizeOf,
  conversionFactorOf,
  overdriveRateOf,
  passProbabilityOf,
  serverCountOf,
} from '../../core/scenario/defaults.ts';
import type { Scenario, ScenarioNode, StageNode } from '../../core/scenario/scenario.ts';
import { type ParameterHandle, type ParameterValue, valueFault } from '../../core/study/parameter.ts';
import { pathText } from '../../core/study/parameter-path.ts';
import { type Setting, writeParameters } from '../../core/study/parameters.ts';
import { type FlowNetwork, type FlowNode, flowNetwork } from '../solve/flow-network.ts';

export interface MovingNetwork {
  readonly base: FlowNetwork;
  /** The network at these values; undefined where they may make faults or change more than numbers. Overwritten by the next call. */
  at(values: readonly ParameterValue[]): FlowNetwork | undefined;
}

/** Undefined where the scenario or a parameter is of another kind. */
export function movingNetwork(
  scenario: Scenario,
  handles: readonly ParameterHandle[],
): MovingNetwork | undefined {
  if (!isPlain(scenario)) return undefined;
  const base = flowNetwork(scenario);
  if (base.returns.length > 0 || base.facts) return undefined;
  const moving = handles.map((handle) => movedNodes(base, handle));
  if (!moving.every((indices) => indices !== undefined)) return undefined;
  const movers = moversOf(scenario, base, handles, moving);
  const nodes = [...base.nodes];
  const network = { ...base, nodes };
  return {
    base,
    at(values) {
      if (values.some((value, i) => valueFault(handles[i]!.parameter, value) !== undefined)) return undefined;
      for (const mover of movers) {
        const moved = mover.move(values, nodes);
        if (!moved) return undefined;
        nodes[mover.index] = moved;
      }
      return network;
    },
  };
}

const isPlain = ({ nodes, classes, resources, buses }: Scenario): boolean =>
  classes === undefined &&
  resources === undefined &&
  buses === undefined &&
  nodes.every(
    (node) =>
      node.kind !== 'fork' &&
      node.kind !== 'join' &&
      !('schedule' in node && node.schedule) &&
      !('byClass' in node && node.byClass) &&
      !(node.kind === 'stage' && (admitsWhole(node) || node.preemption !== undefined)),
  );

const SOURCE_FIELDS = [
  ['interarrival', 'rate'],
  ['interarrival', 'mean'],
];
const STAGE_FIELDS = [
  ['service', 'rate'],
  ['service', 'mean'],
  ['capacity'],
  ['serverCount'],
  ['passProbability'],
  ['conversionFactor'],
  ['overdriveRate'],
];

/** Indices of the nodes that a parameter is of; undefined where it moves more than numbers. */
function movedNodes(
  { nodes }: FlowNetwork,
  { parameter: { path } }: ParameterHandle,
): readonly number[] | undefined {
  const places = nodes.flatMap(({ node }, i) => (isMoved(node, path) ? [i] : []));
  return places.length > 0 ? places : undefined;
}

function isMoved(node: ScenarioNode, path: string): boolean {
  if (node.kind !== 'source' && node.kind !== 'stage') return false;
  if (path === 'inputs') return node.kind === 'source' || overdriveRateOf(node) > 0;
  const fields = node.kind === 'source' ? SOURCE_FIELDS : STAGE_FIELDS;
  return fields.some((field) => pathText({ kind: 'node', id: node.id }, field) === path);
}

interface Mover {
  readonly index: number;
  /** Undefined where the values are left to the full solver. `nodes`: those before it are moved already. */
  move(values: readonly ParameterValue[], nodes: readonly FlowNode[]): FlowNode | undefined;
}

/** In flow order, so that a source is moved before the stage whose stream it is. */
function moversOf(
  scenario: Scenario,
  base: FlowNetwork,
  handles: readonly ParameterHandle[],
  moving: readonly (readonly number[])[],
): readonly Mover[] {
  return base.nodes.flatMap((flowNode, index): readonly Mover[] => {
    const own = handles.flatMap((_, i) => (moving[i]!.includes(index) ? [i] : []));
    const source = flowNode.stream ? soleSender(base, index) : undefined;
    const follows = source !== undefined && moving.some((indices) => indices.includes(source));
    if (own.length === 0 && !follows) return [];
    let before: readonly ParameterValue[] | undefined;
    let last: FlowNode | undefined;
    return [
      {
        index,
        move(values, nodes) {
          const isSame = before && !follows && own.every((i) => before![i] === values[i]);
          if (isSame) return last;
          before = [...values];
          const settings = own.map((i) => ({ handle: handles[i]!, value: values[i]! }));
          const distribution = source === undefined ? undefined : nodes[source]!.node;
          last = movedNode(scenario, flowNode, settings, distribution);
          return last;
        },
      },
    ];
  });
}

const soleSender = ({ nodes }: FlowNetwork, to: number): number =>
  nodes.findIndex(({ links }) => links.some((link) => link.to === to));

function movedNode(
  scenario: Scenario,
  before: FlowNode,
  settings: readonly Setting[],
  sender: ScenarioNode | undefined,
): FlowNode | undefined {
  const alone = { ...scenario, nodes: [before.node], links: [] };
  const [node] = settings.length === 0 ? [before.node] : writeParameters(alone, settings).nodes;
  if (node!.kind === 'source')
    return {
      ...before,
      node: node!,
      sourceRate: distributionRate(node!.interarrival) * batchSizeOf(node!),
    };
  if (node!.kind !== 'stage' || !keepsKind(before.node as StageNode, node!)) return undefined;
  const serviceRate = distributionRate(node!.service);
  const [conversion, overdriveRate] = [conversionFactorOf(node!), overdriveRateOf(node!)];
  const moved: FlowNode = {
    ...before,
    node: node!,
    serviceRate,
    serverLimit: serverCountOf(node!) * serviceRate * largestBatch(node!.bulk),
    conversion,
    pass: passProbabilityOf(node!),
    overdriveRate,
  };
  if (!before.stream) return moved;
  const hasOwnStream = conversion === before.conversion && overdriveRate === 0;
  if (!hasOwnStream || sender?.kind !== 'source') return undefined;
  return { ...moved, stream: { distribution: sender.interarrival, batch: before.stream.batch } };
}

/** Bounded as before, room for all servers, and something still passes. */
function keepsKind(before: StageNode, now: StageNode): boolean {
  const { capacity, bulk, passProbability } = now;
  if ((capacity === undefined) !== (before.capacity === undefined)) return false;
  if (capacity !== undefined && capacity < serverCountOf(now) * largestBatch(bulk)) return false;
  return passProbability !== 0 && overdriveRateOf(now) > 0 === overdriveRateOf(before) > 0;
}
