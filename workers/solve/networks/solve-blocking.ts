/**
 * Decides which scenarios the decomposition by blocking (blocking-network.ts) takes, and gives its numbers as measures.
 *
 * Takes open networks, feedback, forks, routing by the shortest queue and batches included; distributions count with two
 * moments, but at stages whose own models are exact. Where a queue without bound grows, the other stages have the numbers of that regime (kind `unstable`).
 * Numbers of rings that may lock hold for the time before they do. Refuses by name: closed classes, delays before stages that block, tasks
 * that may be lost, priorities, and shared resources.
 */

import { refuseKinds } from '../../../core/engines/capabilities.ts';
import { type BlockingObjection, type NoAnswer, noAnswer } from '../../../core/measures/refusals.ts';
import { warning } from '../../../core/measures/verdicts.ts';
import { batchSizes, largestBatch } from '../../../core/rules/bulk.ts';
import { servesByPriority, sharesServers } from '../../../core/rules/discipline.ts';
import { losesWhenFull, promisesPlaces } from '../../../core/rules/when-full.ts';
import { closedClassesOf } from '../../../core/scenario/classes.ts';
import { batchSizeOf, capacityOf, nameOf, serverCountOf } from '../../../core/scenario/defaults.ts';
import { queuesInteract, routingRule } from '../../../core/scenario/graph.ts';
import type { NodeId, ScenarioNode, StageNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer, StageAnswer } from '../contract.ts';
import { behindOthers, exactStages } from '../exactness.ts';
import { feltDoubts } from '../felt-doubts.ts';
import { solveFlows } from '../flow-balance.ts';
import type { FlowNetwork, FlowNode, Flows } from '../flow-network.ts';
import { measuresOfNodes } from '../network-measures.ts';
import { precisionSpans, withPrecision } from '../precision-spans.ts';
import { solveMeans, solveOpen } from '../solve-by-formulas.ts';
import { solveNetwork } from '../solve-network.ts';
import { linkFlows } from '../stages-alone.ts';
import { feltScv } from '../stations/felt-variability.ts';
import { resourceName } from '../verdict-words.ts';
import { errorsOf } from './blocking-errors.ts';
import {
  type BlockingAnswer,
  type BlockingNetwork,
  type BlockingNode,
  type BlockingNodeAnswer,
  type BlockingRounds,
  type BlockingSource,
  isSettled,
  type KnownQueue,
  SINK,
  solveBlockingNetwork,
  type Target,
} from './blocking-network.ts';
import { blockingAssumptions, howFarOff, remarksKept } from './blocking-remarks.ts';
import { type BlockingStage, type BlockingTimes, blockingStage } from './blocking-stage.ts';
import { classAnswers } from './class-answers.ts';
import { answerDelay } from './delay-answer.ts';
import { withUsualModels } from './fitted-station.ts';
import { mixedNetwork, type OpenNetwork } from './open-network.ts';
import { sourceScv } from './variability.ts';

/** Why the decomposition does not apply. */
function objection({ nodes, resources, forkJoins }: FlowNetwork): BlockingObjection | undefined {
  if (!queuesInteract({ nodes: nodes.map(({ node }) => node) })) return { code: 'nothingInteracts' };
  const loses = nodes.some(({ node }) => node.kind === 'stage' && losesWhenFull(node));
  for (const { node, blockers } of nodes) {
    const name = nameOf(node);
    if (node.kind === 'fork' && loses && forkJoins.length > 0) return { code: 'fork', name };
    if (node.kind === 'delay' && blockers.length > 0) return { code: 'delay', name };
    if (node.kind !== 'stage') continue;
    if (servesByPriority(node)) return { code: 'discipline', name };
    if (serverCountOf(node) > MOST_SERVERS) return { code: 'servers', name, most: MOST_SERVERS };
    if (node.resource !== undefined)
      return { code: 'resource', name, resource: resourceName(node.resource, resources) };
  }
  return undefined;
}

/** Most servers of one stage: each is a level that is written out. */
const MOST_SERVERS = 100_000;

/** Stages and sources by their index in the network; nodes without a queue are seen through. */
function blockingNetwork(network: FlowNetwork, { stageIndex, sourceIndex, known }: Indices): Drawn {
  const { nodes } = network;
  let flows: Flows | undefined;
  const load = (stage: number): number => {
    flows ??= solveFlows(network, { regime: 'linear', losses: 'ignored' });
    return flows ? flows.offered[stage]! / nodes[stage]!.serverLimit : 1;
  };
  const place = new Int32Array(nodes.length).fill(-1);
  for (let k = 0; k < stageIndex.length; k++) place[stageIndex[k]!] = k;
  const shortest = new Map<number, readonly number[]>();
  /** Stages of which this node chooses the one with the shortest queue. */
  const shortestAt = (at: number): readonly number[] | undefined => {
    const { node, links } = nodes[at]!;
    if (routingRule(node) !== 'joinShortestQueue' || links.length < 2) return undefined;
    const isSink = (to: number): boolean => nodes[to]!.node.kind === 'sink';
    if (links.some(({ to }) => place[to]! < 0 && !isSink(to))) return undefined;
    const known = shortest.get(at) ?? links.map(({ to }) => (isSink(to) ? SINK : place[to]!));
    shortest.set(at, known);
    return known;
  };
  const branches = new Map<number, readonly number[] | undefined>();
  /** Stages of one fork that each lead to this join at once. */
  const lastAt = (join: number): readonly number[] | undefined => {
    if (!branches.has(join)) {
      const senders = [...nodes.keys()].filter((i) => nodes[i]!.links.some(({ to }) => to === join));
      const forks = nodes.filter(({ links }) => links.some(({ to }) => senders.includes(to)));
      const areBranches =
        forks.length === 1 &&
        forks[0]!.node.kind === 'fork' &&
        forks[0]!.links.length === senders.length &&
        senders.every((i) => place[i]! >= 0 && nodes[i]!.links.length === 1 && nodes[i]!.pass === 1);
      branches.set(join, areBranches ? senders.map((i) => place[i]!) : undefined);
    }
    return branches.get(join);
  };
  const onlyTarget = (own: number, { to, share: part, conversion }: FlowNode['links'][number]): Target => {
    const { node, conversion: usual } = nodes[to]!;
    const share = own * part;
    const asks = node.kind === 'stage' && promisesPlaces(node) ? part : share;
    return {
      stage: place[to]!,
      share,
      asks,
      turn: 1,
      conversion: conversion ?? usual,
    };
  };
  /** Ways that meet again at a node without a queue go on as one: there are exponentially many through layers of them. */
  const targets = (from: number): readonly Target[] => {
    const { pass, node: first, links: all } = nodes[from]!;
    const own = first.kind === 'stage' ? pass : 1;
    if (all.length === 1 && all[0]!.share > 0 && place[all[0]!.to]! >= 0) return [onlyTarget(own, all[0]!)];
    const here = new Map<number, Way>([[from, { share: own, asks: 1, turned: own }]]);
    const found = new Map<string, Way & Omit<Target, keyof Way | 'turn'>>();
    for (const at of seenThrough(from, nodes, place)) {
      const { node, links } = nodes[at]!;
      const { share, asks, turned } = here.get(at)!;
      const shortestOf = shortestAt(at);
      const lastOf = node.kind === 'join' && first.kind === 'stage' ? lastAt(at) : undefined;
      const dealt = routingRule(node) === 'roundRobin' && links.length > 1 ? turned / links.length : turned;
      for (const { to, share: drawn, conversion } of links) {
        const part = shortestOf ? 1 : drawn;
        if (part === 0) continue;
        const [next, through] = [nodes[to]!, place[to]!];
        if (through < 0) {
          if (next.node.kind === 'sink') continue;
          const on = part * next.pass;
          here.set(to, together(here.get(to), { share: share * on, asks: asks * on, turned: dealt * on }));
          continue;
        }
        const reserves = next.node.kind === 'stage' && promisesPlaces(next.node);
        const converted = conversion ?? next.conversion;
        const key = `${through} ${converted} ${shortestOf || lastOf ? at : ''}`;
        const way = { share: share * part, asks: (reserves ? asks : share) * part, turned: dealt * part };
        found.set(key, {
          ...together(found.get(key), way),
          ...{
            stage: through,
            conversion: converted,
            ...(shortestOf && { shortestOf }),
            ...(lastOf && { lastOf }),
          },
        });
      }
    }
    return [...found.values()].map(
      ({ turned, ...target }): Target => ({
        ...target,
        turn: target.share > 0 ? Math.max(turned / target.share, Math.min(1, target.share)) : 1,
      }),
    );
  };
  const sources = sourceIndex.map((i): BlockingSource => {
    const { node, sourceRate } = nodes[i]!;
    if (node.kind !== 'source') return overdriveOf(nodes[i]!, place[i]!);
    const size = batchSizeOf(node);
    return { time: size / sourceRate, scv: sourceScv(nodes, nodes[i]!, load), size, to: targets(i) };
  });
  const stages = stageIndex.map((i): BlockingNode => {
    const { node, serviceRate } = nodes[i]!;
    const stage = node as StageNode;
    const { least, most } = batchSizes(stage.bulk);
    const queue = known.get(i);
    return {
      time: 1 / serviceRate,
      scv: sharesServers(stage) ? 1 : serviceScv(stage),
      servers: serverCountOf(stage),
      least,
      most,
      capacity: capacityOf(stage),
      drops: losesWhenFull(stage),
      reserves: promisesPlaces(stage) && stage.capacity !== undefined,
      ...(queue && { known: queue }),
      to: targets(i),
    };
  });
  return { stages, sources, shortest };
}

/** By index of the node. */
interface Indices {
  readonly stageIndex: readonly number[];
  readonly sourceIndex: readonly number[];
  readonly known: ReadonlyMap<number, KnownQueue>;
}

/** What comes to a node of those that go on from a sender; `turned` is the share, times what of it is dealt out in turn. */
interface Way {
  readonly share: number;
  readonly asks: number;
  readonly turned: number;
}

const together = (one: Way | undefined, other: Way): Way =>
  one === undefined
    ? other
    : {
        share: one.share + other.share,
        asks: one.asks + other.asks,
        turned: one.turned + other.turned,
      };

/** A node, and after it those without a queue that its elements pass before they come to a stage, each behind all that lead to it. */
function seenThrough(from: number, nodes: readonly FlowNode[], place: Int32Array): readonly number[] {
  const order: number[] = [];
  const seen = new Set<number>();
  const visit = (at: number): void => {
    if (seen.has(at)) return;
    seen.add(at);
    for (const { to, share } of nodes[at]!.links)
      if (share > 0 && place[to]! < 0 && nodes[to]!.node.kind !== 'sink') visit(to);
    order.push(at);
  };
  visit(from);
  return order.reverse();
}

interface Drawn extends BlockingNetwork {
  /** By index of the node that chooses the shortest queue: the stages it chooses among, in the order of its links. */
  readonly shortest: ReadonlyMap<number, readonly number[]>;
}

/** With the shares that the shortest queues get. */
function withParts(network: FlowNetwork, { shortest }: Drawn, { parts }: BlockingAnswer): FlowNetwork {
  if (shortest.size === 0) return network;
  const nodes = network.nodes.map((node, i): FlowNode => {
    const shares = parts.get(shortest.get(i) ?? []);
    return shares ? { ...node, links: node.links.map((link, k) => ({ ...link, share: shares[k]! })) } : node;
  });
  return { ...network, nodes };
}

/** Extra arrivals at a stage's entry. */
const overdriveOf = ({ overdriveRate, conversion }: FlowNode, stage: number): BlockingSource => ({
  time: 1 / overdriveRate,
  scv: 1,
  size: 1,
  to: [{ stage, share: 1, asks: 1, turn: 1, conversion }],
});

/** As what waits feels it. */
const serviceScv = (stage: StageNode): number =>
  feltScv(stage.service, { load: 1, room: capacityOf(stage) / largestBatch(stage.bulk) });

/** Means alone, for many points of a study; undefined where the decomposition does not apply. One class. */
export function blockingMeans(network: FlowNetwork): BlockingMeans | undefined {
  if (objection(network)) return undefined;
  const solved = solveLine(network, true);
  if (!isSettled(solved)) return undefined;
  const [saturated] = solved.saturated;
  return {
    network: solved.network,
    flows: flowsOf(solved),
    stages: solved.stages,
    ...(saturated && { unstable: unstableAt(saturated) }),
  };
}

interface BlockingMeans {
  readonly network: FlowNetwork;
  readonly flows: Flows;
  readonly stages: SolvedLine['stages'];
  readonly unstable?: NonNullable<SolveAnswer['unstable']>;
}

const unstableAt = ({ id, load, servers }: Saturated): NonNullable<SolveAnswer['unstable']> => ({
  stage: id,
  offeredLoad: load * servers,
  serverCount: servers,
});

/** `alone`: what the formulas give each stage alone, where that is known already; means are enough. `times`: gives percentiles, where they are asked for. */
export function solveBlocking(
  prepared: OpenNetwork,
  alone?: SolveAnswer,
  times?: BlockingTimes,
): SolveAnswer | NoAnswer {
  const refusal = refuseKinds('blocking', prepared.scenario);
  if (refusal) return refusal;
  if (closedClassesOf(prepared.scenario).length > 0) return noAnswer('blockingClosedClasses', {});
  const network = mixedNetwork(prepared, 'counted');
  const because = objection(network);
  if (because) return noAnswer('blockingDoesNotApply', { because });
  const holds = network.nodes.some(blocks);
  const open = alone ?? (holds ? solveMeans(prepared, 'auto') : solveOpen(prepared, 'auto'));
  if (open.kind === 'noAnswer') return open;
  const timed = prepared.timed && network.nodes.length <= MOST_TIMED ? times : undefined;
  const first = solveLine(network, false, timed);
  if (!isSettled(first)) return noAnswer('blockingDoesNotApply', { because: { code: 'unsettled' } });
  const errors = errorsOf(network, first);
  // What is not further above its capacity than the method may be off may have a steady state, unless it has none without being held up.
  const saturated = first.saturated.find(
    ({ id, load }) => load > 1 + errors.throughput || open.stages[id]?.saturated,
  );
  const near = saturated ? [] : first.saturated;
  const solved =
    near.length > 0
      ? solveLine(network, false, timed, { waits: first.waits, slack: errors.throughput })
      : first;
  const flows = flowsOf(solved);
  const leftOut = [
    ...network.nodes.flatMap(({ node }) =>
      isFlushed(node) ? [warning('timeout-ignored', { name: nameOf(node) }, node.id)] : [],
    ),
    ...remarksKept(open.verdicts, network),
  ];
  const doubts = feltDoubts(network, leftOut, solved.stages);
  const verdicts = [...howFarOff(errors, holds, doubts.size, network), ...leftOut];
  const precision = precisionSpans({
    network: withUsualModels(network),
    losses: 'counted',
    stages: solved.stages,
    solve: (moved) => solveLine(moved, true, undefined, { ...ROUNDS_OF_ENDS, waits: solved.waits }).stages,
  });
  const assumptions = blockingAssumptions(network, verdicts, doubts);
  const isFar = errors.throughput > UNRELIABLE;
  const stages: Record<NodeId, StageAnswer> = {};
  network.nodes.forEach(({ node: { id } }, i) => {
    const stage = solved.stages[i];
    if (!stage) return;
    if (solved.known.has(i)) {
      stages[id] = open.stages[id]!;
      return;
    }
    withPrecision(stage, precision.byStage.get(i));
    stage.assumptions = assumptions.get(id)!;
    if (isFar || doubts.has(id) || near.some((other) => other.id === id)) stage.doubtful = true;
    stages[id] = stage;
  });
  network.nodes.forEach(({ node, serviceRate }, i) => {
    if (node.kind !== 'delay') return;
    const delay = answerDelay({
      offered: flows.offered[i]!,
      mean: 1 / serviceRate,
      mayBeBlocked: false,
      meansOnly: false,
    });
    stages[node.id] = { ...delay, exact: false };
  });
  const { unstable: _, ...rest } = open;
  return {
    ...rest,
    kind: saturated ? 'unstable' : 'answer',
    ...(saturated && { unstable: unstableAt(saturated) }),
    method: 'blocking',
    exact: false,
    stages,
    links: linkFlows(solved.network, flows),
    network: { ...open.network, ...measuresOfNodes(solved.network, flows, solved.stages) },
    verdicts: [
      ...(saturated
        ? [warning('saturated', { name: saturated.name, shares: false, load: saturated.load }, saturated.id)]
        : []),
      ...near.map(({ id, name, load }) =>
        warning('near-capacity', { name, load, off: errors.throughput }, id),
      ),
      ...precision.verdicts,
      ...verdicts,
    ],
  };
}

/** What may be further off is not to be relied on. */
const UNRELIABLE = 0.2;

/** Batches begin before they are full when a timeout ends. */
const isFlushed = (node: ScenarioNode): boolean =>
  node.kind === 'stage' && node.bulk?.timeout !== undefined && largestBatch(node.bulk) > 1;

const blocks = ({ blockers }: FlowNode): boolean => blockers.length > 0;

/**
 * Stages whose own models are exact, since nothing before them is approximate and nothing behind holds them up: their
 * queues, by index. Only where nothing blocks at all; elsewhere such stages are rare, and many designs are solved.
 */
function knownQueues(network: FlowNetwork): ReadonlyMap<number, KnownQueue> {
  const known = new Map<number, KnownQueue>();
  if (network.nodes.some(blocks)) return known;
  const alone = solveNetwork({ network, method: 'auto', meansOnly: true });
  if (!alone) return known;
  const exact = exactStages(network, 'auto', behindOthers(network, alone.flows), alone.fitted);
  network.nodes.forEach(({ node }, i) => {
    const stage = alone.stages[i];
    if (node.kind !== 'stage' || !exact.has(node.id) || largestBatch(node.bulk) > 1) return;
    if (stage?.meanQueueLength === undefined || stage.utilization === undefined) return;
    known.set(i, {
      busy: stage.utilization * serverCountOf(node),
      blocked: stage.lossProbability ?? 0,
      full: stage.fullProbability ?? 0,
      waiting: stage.meanQueueLength,
    });
  });
  return known;
}

/** By index of the node: measures of stages, but of those that saturate, and what sources emit and stages take. */
interface SolvedLine {
  readonly network: FlowNetwork;
  /** See BlockingAnswer. */
  readonly residual: number;
  readonly waits: readonly number[];
  readonly known: ReadonlyMap<number, KnownQueue>;
  readonly stages: readonly (BlockingStage | undefined)[];
  readonly carried: readonly (Carried | undefined)[];
  /** The largest of all stages that lose, see BlockingNodeAnswer. */
  readonly gain: number;
  /** Stages without bound that cannot carry their flows. */
  readonly saturated: readonly Saturated[];
}

interface Saturated {
  readonly id: NodeId;
  readonly name: string;
  /** Offered work, blocking included, over what the servers can do. */
  readonly load: number;
  readonly servers: number;
}

function saturatedAt({ node, serviceRate, serverLimit }: FlowNode, answer: BlockingNodeAnswer): Saturated {
  const load = (answer.offered * answer.holding * serviceRate) / serverLimit;
  return { id: node.id, name: nameOf(node), load, servers: node.kind === 'stage' ? serverCountOf(node) : 1 };
}

/** `meansOnly`: without distributions, and without classes. */
function solveLine(
  network: FlowNetwork,
  meansOnly = false,
  times?: BlockingTimes,
  rounds?: BlockingRounds,
): SolvedLine {
  const stageIndex: number[] = [];
  const sourceIndex: number[] = [];
  for (const [i, { node, sourceRate, overdriveRate }] of network.nodes.entries()) {
    if (node.kind === 'stage') stageIndex.push(i);
    if (sourceRate > 0 || overdriveRate > 0) sourceIndex.push(i);
  }
  const known = knownQueues(network);
  const drawn = blockingNetwork(network, { stageIndex, sourceIndex, known });
  const answer = solveBlockingNetwork(drawn, rounds);
  const { stages: answers, emitted } = answer;
  const stages: (BlockingStage | undefined)[] = network.nodes.map(() => undefined);
  const carried: (Carried | undefined)[] = network.nodes.map(() => undefined);
  stageIndex.forEach((index, k) => {
    const flowNode = network.nodes[index]!;
    const { node, mix } = flowNode;
    carried[index] = answers[k]!;
    const stage = blockingStage(flowNode, answers[k]!, { meansOnly, times });
    if (mix && !meansOnly) stage.byClass = classAnswers(node, mix, stage);
    stages[index] = stage;
  });
  sourceIndex.forEach((index, s) => {
    if (network.nodes[index]!.node.kind !== 'source') return;
    carried[index] = { offered: emitted[s]!, accepted: emitted[s]! };
  });
  const { residual, waits } = answer;
  return {
    network: withParts(network, drawn, answer),
    residual,
    waits,
    known,
    stages,
    carried,
    gain: answers.reduce((most, { gain }) => Math.max(most, gain), 0),
    saturated: answers.flatMap((answer, k) =>
      answer.grows ? [saturatedAt(network.nodes[stageIndex[k]!]!, answer)] : [],
    ),
  };
}

/** A span is told from a tenth of the value on. */
const ROUNDS_OF_ENDS: BlockingRounds = { settled: 1e-4, most: 60 };

type Carried = Pick<BlockingNodeAnswer, 'offered' | 'accepted'>;

function flowsOf({ network: { nodes }, carried }: SolvedLine): Flows {
  const offered = new Float64Array(nodes.length);
  const accepted = new Float64Array(nodes.length);
  const output = new Float64Array(nodes.length);
  nodes.forEach(({ links, pass }, i) => {
    offered[i] = carried[i]?.offered ?? offered[i]!;
    accepted[i] = carried[i]?.accepted ?? offered[i]!;
    output[i] = pass * accepted[i]!;
    for (const { to, share, conversion } of links)
      offered[to]! += output[i]! * share * (conversion ?? nodes[to]!.conversion);
  });
  return { offered, accepted, output };
}

/** Percentiles take up to half a millisecond for a stage. */
const MOST_TIMED = 64;
