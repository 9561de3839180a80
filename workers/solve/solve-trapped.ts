/**
 * What an open network does for ever after a cycle without an exit has filled up. Finite stages that make their senders wait
 * come to hold all that they can, and nothing moves there any more; who sends there comes to hold an element that never gets
 * in, so that it stands still as well, and so on up to the sources. What is left of the drawing is a network of its own.
 *
 * A fork stands still with the first of its branches. Told by the drawing alone, of one class. Refused where more than the drawing decides:
 * joins and delays before such a cycle, the choice of the shortest queue where some go on, groups that enter whole or reserve
 * their places, and shared servers.
 */
import { invalidScenario } from '../../core/measures/refusals.ts';
import { type VerdictCode, warning } from '../../core/measures/verdicts.ts';
import { largestBatch } from '../../core/rules/bulk.ts';
import { drawsLink, looksAtState, takesTurns } from '../../core/rules/routing.ts';
import { admitsWhole, blocksSenders, losesWhenFull, promisesPlaces } from '../../core/rules/when-full.ts';
import { cyclicParts, linksAsSuccessors } from '../../core/scenario/cycles.ts';
import {
  conversionFactorOf,
  nameOf,
  overdriveRateOf,
  passProbabilityOf,
  serverCountOf,
} from '../../core/scenario/defaults.ts';
import { removeNodes } from '../../core/scenario/edits.ts';
import type { Fault } from '../../core/scenario/fault.ts';
import {
  type Graph,
  linkShares,
  reachableFrom,
  routingRule,
  takesNoTime,
} from '../../core/scenario/graph.ts';
import {
  isSource,
  isStage,
  type NodeId,
  type Scenario,
  type ScenarioNode,
  type StageNode,
} from '../../core/scenario/scenario.ts';
import { NO_SINK_REACHED } from '../../core/scenario/wiring-faults.ts';
import type { SolveAnswer, SolveOutcome, StageAnswer } from './contract.ts';
import { solveFlows } from './flow-balance.ts';
import { flowNetwork } from './flow-network.ts';
import { lockingRing } from './networks/locking-ring.ts';
import { linkFlows } from './stages-alone.ts';

interface Question {
  readonly scenario: Scenario;
  readonly graph: Graph;
  /** Of the drawing. */
  readonly faults: readonly Fault[];
  /** Asked where no such cycle fills up: what enters leaves by filters or losses, or a queue grows. */
  readonly solve: () => SolveOutcome;
  /** Asked of what goes on where others stand still. */
  readonly solveRest: (rest: Scenario) => SolveOutcome;
}

/** Undefined where every cycle leads to a sink. */
export function answerTrapped({
  scenario,
  graph,
  faults,
  solve,
  solveRest,
}: Question): SolveOutcome | undefined {
  const traps = faults.filter(({ code }) => code === NO_SINK_REACHED);
  if (traps.length === 0) return undefined;
  const trapped = new Set(traps.map(({ node }) => node!));
  const fed = reachableFrom(
    graph,
    scenario.nodes.filter(isSource).map(({ id }) => id),
  );
  const next = linksAsSuccessors(graph, ({ id }) => trapped.has(id) && fed.has(id));
  const cycles = cyclicParts(next).filter((part) => [...part].every((id) => keepsAll(graph.nodes.get(id)!)));
  if (cycles.length === 0) return growing(solve(), graph, trapped);
  return answerStandstill({ scenario, graph, cycles, solveRest }) ?? invalidScenario(traps[0]!);
}

/**
 * Where stages on a ring lock before long: no rounds of the decomposition by blocking settle (`best`), or all of them are full for
 * most of the time. Undefined elsewhere; a ring that locks seldom has numbers of the time before.
 */
export function answerLocked(
  question: Omit<Standstill, 'cycles'>,
  best: SolveOutcome,
): SolveOutcome | undefined {
  const { scenario, graph } = question;
  const isUnsettled = best.kind === 'noAnswer' && best.code === 'blockingDoesNotApply';
  const mayLock = best.kind !== 'noAnswer' && best.verdicts.some(({ code }) => LOCKS.has(code));
  if (!(isUnsettled || mayLock) || (scenario.classes?.length ?? 1) > 1) return undefined;
  const ring = lockingRing(flowNetwork(scenario, graph))?.map(({ id }) => id);
  if (!ring || (mayLock && !ring.every((id) => best.stages[id]!.fullProbability! > MOSTLY))) return undefined;
  return answerStandstill({ ...question, cycles: [new Set(ring)], hasExit: true });
}

const LOCKS: ReadonlySet<VerdictCode> = new Set<VerdictCode>(['can-lock', 'chain-deadlock']);
const MOSTLY = 0.5;

interface Standstill extends Pick<Question, 'scenario' | 'graph' | 'solveRest'> {
  /** Nodes that come to wait for each other for good. */
  readonly cycles: readonly ReadonlySet<NodeId>[];
  /** Whether elements may leave them before. */
  readonly hasExit?: boolean;
}

/** Undefined where the drawing does not tell who stands still with them. */
export function answerStandstill({
  scenario,
  graph,
  cycles,
  hasExit = false,
  solveRest,
}: Standstill): SolveOutcome | undefined {
  const cyclic = new Set(cycles.flatMap((part) => [...part]));
  const [first] = cyclic;
  const still = standingStill(graph, cyclic);
  const nodes = scenario.nodes.filter(({ id }) => still.has(id));
  if (!nodes.every((node) => isSimple(node, graph, still))) return undefined;
  if (nodes.some(servesInBulk) && nodes.some((node) => isStage(node) && promisesPlaces(node)))
    return undefined;
  const names = namesOf(nodes, ({ id }) => cyclic.has(id));
  const swallows = new Set(nodes.filter((node) => isStage(node) && !blocksSenders(node)).map(({ id }) => id));
  const rest = solveWithout(scenario, { still, swallows, solveRest });
  if (rest.kind === 'noAnswer') return rest;
  const { nextBest: _, ...told } = rest;
  const flows = new Map(rest.links.map((flow) => [linkKey(flow), flow]));
  const swallowed = ({ id }: StageNode): number =>
    graph.incoming.get(id)!.reduce((sum, link) => sum + (flows.get(linkKey(link))?.receivedRate ?? 0), 0);
  const offeredTo = (stage: StageNode): number =>
    conversionFactorOf(stage) * (swallowed(stage) + (still.has(stage.id) ? overdriveRateOf(stage) : 0));
  const stages: Record<NodeId, StageAnswer> = { ...rest.stages };
  const full = fullStages(graph, { still, cycles, isEndless: (stage) => offeredTo(stage) > 0 });
  let [gone, lost] = [0, rest.network.lossRate ?? 0];
  for (const stage of scenario.nodes.filter(isStage)) {
    if (stages[stage.id]) continue;
    const offered = offeredTo(stage);
    gone += swallowed(stage);
    if (losesWhenFull(stage)) lost += offered;
    const holds = still.has(stage.id) ? undefined : 0;
    stages[stage.id] = stillStage(stage, { offered, holds: full.has(stage.id) ? stage.capacity : holds });
  }
  const endless = nodes.find((node) => isStage(node) && stages[node.id]!.saturated);
  const { throughput = 0, bottleneck, meanSojournTime } = rest.network;
  const behind = namesOf(nodes, (node) => !cyclic.has(node.id) && !takesNoTime(node));
  return {
    ...told,
    kind: endless ? 'unstable' : rest.kind,
    stages,
    links: scenario.links.map(
      (link) => flows.get(linkKey(link)) ?? { ...endsOf(link), rate: 0, receivedRate: 0 },
    ),
    network: {
      throughput: Math.max(0, throughput - gone),
      lossRate: lost,
      ...(gone === 0 && meanSojournTime !== undefined && { meanSojournTime }),
      ...(bottleneck !== undefined && { bottleneck }),
    },
    verdicts: [
      warning(
        'stands-still',
        { names, behind, hasExit, ...(endless && { growing: nameOf(endless) }) },
        first,
      ),
      ...rest.verdicts,
    ],
    ...(endless && {
      unstable: {
        stage: endless.id,
        offeredLoad: Number.POSITIVE_INFINITY,
        serverCount: serverCountOf(endless as StageNode),
      },
    }),
  };
}

/** Names first what elements enter and never leave, where that grows. */
function growing(outcome: SolveOutcome, { nodes }: Graph, trapped: ReadonlySet<NodeId>): SolveOutcome {
  if (outcome.kind !== 'unstable') return outcome;
  const ids = [...trapped].filter((id) => nodes.get(id)!.kind === 'stage');
  const grows = ids.find((id) => outcome.stages[id]?.saturated || id === outcome.unstable?.stage);
  if (grows === undefined) return outcome;
  const names = ids.map((id) => nameOf(nodes.get(id)!));
  return { ...outcome, verdicts: [warning('no-exit', { names }, grows), ...outcome.verdicts] };
}

const endsOf = ({ from, to }: Ends): Ends => ({ from, to });
const linkKey = ({ from, to }: Ends): string => JSON.stringify([from, to]);

interface Ends {
  readonly from: NodeId;
  readonly to: NodeId;
}

const namesOf = (nodes: readonly ScenarioNode[], which: (node: ScenarioNode) => boolean): readonly string[] =>
  nodes.filter(which).map(nameOf);

/** Nothing leaves it but along its links, and what enters does not become less. */
const keepsAll = (node: ScenarioNode): boolean =>
  node.kind === 'router' ||
  (node.kind === 'stage' &&
    blocksSenders(node) &&
    passProbabilityOf(node) === 1 &&
    conversionFactorOf(node) >= 1);

/** Those nodes, and all that send to one of them which makes its senders wait. */
function standingStill(graph: Graph, cyclic: ReadonlySet<NodeId>): ReadonlySet<NodeId> {
  const still = new Set(cyclic);
  for (const at of still) {
    const node = graph.nodes.get(at)!;
    if (isStage(node) && !blocksSenders(node)) continue;
    for (const { from } of graph.incoming.get(at)!)
      if (links(graph, from).some(({ to }) => to === at)) still.add(from);
  }
  return still;
}

/** That carry something. */
function links(graph: Graph, from: NodeId): readonly Ends[] {
  const all = graph.outgoing.get(from)!;
  const shares = linkShares(routingRule(graph.nodes.get(from)!), all);
  return all.filter((_, k) => shares[k]! > 0);
}

const servesInBulk = (node: ScenarioNode): boolean => isStage(node) && largestBatch(node.bulk) > 1;

/** Whether it surely comes to stand still. A batch keeps its server until the last of it has gone. */
function isSimple(node: ScenarioNode, graph: Graph, still: ReadonlySet<NodeId>): boolean {
  if (node.kind === 'join' || node.kind === 'delay') return false;
  if (node.kind === 'fork')
    return [...reachableFrom(graph, [node.id])].every((id) => graph.nodes.get(id)!.kind !== 'join');
  const rule = routingRule(node);
  const after = graph.outgoing.get(node.id)!;
  if (after.some(({ to }) => graph.nodes.get(to)!.kind === 'join')) return false;
  const chooses = after.length > 1 && !drawsLink(rule) && !takesTurns(rule);
  if (chooses && !(looksAtState(rule) && after.every(({ to }) => still.has(to)))) return false;
  return !isStage(node) || !(admitsWhole(node) || node.resource !== undefined);
}

interface Rest {
  readonly still: ReadonlySet<NodeId>;
  /** Of those the stages that make nobody wait: to their senders they are sinks. */
  readonly swallows: ReadonlySet<NodeId>;
  readonly solveRest: Question['solveRest'];
}

function solveWithout(drawn: Scenario, { still, swallows, solveRest }: Rest): SolveOutcome {
  const {
    groups: _,
    measurement: __,
    queries: ___,
    precisions = [],
    ...scenario
  } = removeNodes(
    drawn,
    [...still].filter((id) => !swallows.has(id)),
  );
  const rest: Scenario = {
    ...scenario,
    nodes: scenario.nodes.map((node) => (swallows.has(node.id) ? { id: node.id, kind: 'sink' } : node)),
    links: scenario.links.filter(({ from }) => !swallows.has(from)),
    precisions: precisions.filter(({ node }) => !swallows.has(node)),
  };
  const kinds = new Set(rest.nodes.map(({ kind }) => kind));
  if (kinds.has('source') && (kinds.has('stage') || kinds.has('delay'))) return solveRest(rest);
  const network = flowNetwork(rest);
  const flows = solveFlows(network, { regime: 'linear', losses: 'ignored' })!;
  const throughput = network.nodes.reduce(
    (sum, { node }, i) => sum + (node.kind === 'sink' ? flows.offered[i]! : 0),
    0,
  );
  const answer: SolveAnswer = {
    ...{ kind: 'answer', method: 'auto', exact: true, stages: {}, verdicts: [] },
    ...{ links: linkFlows(network, flows), network: { throughput } },
  };
  return answer;
}

interface Still {
  readonly still: ReadonlySet<NodeId>;
  readonly cycles: readonly ReadonlySet<NodeId>[];
  /** Whether elements come for ever to a stage that makes nobody wait. */
  readonly isEndless: (stage: StageNode) => boolean;
}

/**
 * Finite stages that are surely full, and stages that lose or grow: those of a cycle on which each has one successor, and those that
 * somebody waits for who can wait for nobody else and never runs out of elements. Others may be left with fewer.
 */
function fullStages(graph: Graph, { still, cycles, isEndless }: Still): ReadonlySet<NodeId> {
  const full = new Set<NodeId>();
  for (const part of cycles)
    if ([...part].every((id) => links(graph, id).length === 1)) for (const id of part) full.add(id);
  for (const id of still) {
    const node = graph.nodes.get(id)!;
    if (isSource(node) || (isStage(node) && !blocksSenders(node) && isEndless(node))) full.add(id);
  }
  for (const id of full) {
    const waitsFor = waitedFor(graph, id, still);
    if (waitsFor.size === 1) full.add([...waitsFor][0]!);
  }
  return full;
}

/** Stages that stand still and make its elements wait, past routers. */
function waitedFor(graph: Graph, from: NodeId, still: ReadonlySet<NodeId>): ReadonlySet<NodeId> {
  const found = new Set<NodeId>();
  const passed = new Set([from]);
  for (const at of passed)
    for (const { to } of links(graph, at)) {
      const node = graph.nodes.get(to)!;
      if (node.kind === 'router') passed.add(to);
      else if (isStage(node) && blocksSenders(node) && still.has(to)) found.add(to);
    }
  return found;
}

/** `offered`: elements that still come, 1/s. `holds`: what is left in it, where that is known. */
function stillStage(
  stage: StageNode,
  { offered, holds }: { readonly offered: number; readonly holds: number | undefined },
): StageAnswer {
  const loses = losesWhenFull(stage);
  const isFull = holds !== undefined && holds === stage.capacity;
  const grows = !loses && offered > 0;
  return {
    ...{
      model: 'stands still',
      exact: true,
      saturated: grows,
      loadPerServer: grows ? Number.POSITIVE_INFINITY : 0,
    },
    ...{
      offeredRate: offered,
      arrivalRate: loses ? 0 : offered,
      throughput: 0,
      outputRate: 0,
      utilization: 0,
    },
    ...(loses && { lossRate: offered, lossProbability: offered > 0 ? 1 : 0 }),
    ...(!grows && holds !== undefined && { meanOccupancy: holds }),
    ...(isFull && {
      fullProbability: 1,
      backPressureProbability: 1,
      ...(stage.capacity! >= serverCountOf(stage) * largestBatch(stage.bulk) && {
        blockedFraction: promisesPlaces(stage) ? 0 : 1,
        starvedFraction: 0,
      }),
    }),
  };
}
