/**
 * What an open network does for ever after a cycle without an exit has filled up. Finite stages that make their senders wait
 * come to hold all that they can, and nothing moves there any more; who sends there comes to hold an element that never gets
 * in, so that it stands still as well, and so on up to the sources; a delay holds up nobody and comes to hold ever more of them. What
 * is left of the drawing is a network of its own.
 *
 * A fork stands still with the first of its branches, and with the join that they lead to. Of several classes those that never
 * get out come to take all places of a cycle. More than the drawing decides where one of several cycles may stop what fills another,
 * where a delay is on a cycle, where the shortest queue is chosen and some go on, where classes may keep others from service, where
 * closed classes come, where some tasks are never joined, where groups enter whole or reserve their places, and where servers are
 * shared: no numbers are given there then, and what does not depend on it has its answer. Refused where nothing is left.
 */
import { invalidScenario } from '../../core/measures/refusals.ts';
import { type VerdictCode, warning } from '../../core/measures/verdicts.ts';
import { batchSizes, largestBatch } from '../../core/rules/bulk.ts';
import { servesByPriority } from '../../core/rules/discipline.ts';
import { drawsLink, looksAtState, takesTurns } from '../../core/rules/routing.ts';
import { admitsWhole, blocksSenders, losesWhenFull, promisesPlaces } from '../../core/rules/when-full.ts';
import { classFlows, startsOf } from '../../core/scenario/class-flows.ts';
import { becomes } from '../../core/scenario/class-switch.ts';
import { classesOf, closedClassesOf, isClosed } from '../../core/scenario/classes.ts';
import { cyclicParts, linksAsSuccessors } from '../../core/scenario/cycles.ts';
import {
  conversionFactorOf,
  nameOf,
  overdriveRateOf,
  passProbabilityOf,
  serverCountOf,
} from '../../core/scenario/defaults.ts';
import { keepNodes, removeNodes } from '../../core/scenario/edits.ts';
import type { Fault } from '../../core/scenario/fault.ts';
import {
  type Graph,
  graphOf,
  linkShares,
  reachableFrom,
  routingRule,
  takesNoTime,
} from '../../core/scenario/graph.ts';
import {
  type DelayNode,
  isDelay,
  isSource,
  isStage,
  type Link,
  type NodeId,
  type Scenario,
  type ScenarioNode,
  type SinkNode,
  type StageNode,
} from '../../core/scenario/scenario.ts';
import {
  type AtNode,
  cyclesWithoutExit,
  NO_SINK_REACHED,
  UNREACHED,
} from '../../core/scenario/wiring-faults.ts';
import type { SolveAnswer, SolveOutcome, StageAnswer } from './contract.ts';
import { solveFlows } from './flow-balance.ts';
import { flowNetwork } from './flow-network.ts';
import { lockingRings } from './networks/closed-locks.ts';
import { answerDelay } from './networks/delay-answer.ts';
import { joinsOf } from './networks/fork-join.ts';
import { linkFlows } from './stages-alone.ts';

interface Question {
  readonly scenario: Scenario;
  readonly graph: Graph;
  /** What is wrong with the drawing. */
  readonly faults: readonly Fault[];
  /** Asked where no such cycle fills up: what enters leaves by filters or losses, or a queue grows. */
  readonly solve: () => SolveOutcome;
  /** Asked of what goes on where others stand still. */
  readonly solveRest: (rest: Scenario) => SolveOutcome;
  /** Whether something else of the drawing has an answer, so that there may be none here. */
  readonly isPart?: boolean;
}

/** Undefined where every cycle leads to a sink. */
export function answerTrapped({
  scenario,
  graph,
  faults,
  isPart = false,
  solve,
  solveRest,
}: Question): SolveOutcome | undefined {
  const traps = faults.filter(({ code }) => code === NO_SINK_REACHED);
  if (traps.length === 0 && !faults.some(({ code }) => code === UNREACHED)) return undefined;
  const carried = carriedGraph(scenario, waysOf(scenario, graph));
  const reached = reachedIn(scenario, carried);
  // What nothing comes to sends nothing, and does not keep others from what they have without it.
  const sendsNothing = (node: ScenarioNode) =>
    (isStage(node) || isDelay(node)) && !reached.has(node.id) && graph.outgoing.get(node.id)!.length > 0;
  const isCutOff = cyclicParts(linksAsSuccessors(graph, ({ id }) => !reached.has(id))).length > 0;
  if (isCutOff || scenario.nodes.some(sendsNothing)) {
    const { rest, asked } = solveWithout(scenario, {
      ...{ graph: carried, solveRest },
      ...{ still: new Set(), swallows: new Set() },
    });
    if (rest.kind === 'noAnswer') return rest;
    const { nextBest: _, ...answer } = rest;
    return withRest(scenario, answer, asked);
  }
  if (traps.length === 0) return undefined;
  const parts = cyclesWithoutExit(classFlows(scenario, graph));
  // Who waits at a delay stands in a line without end before the stage behind it.
  const waitsAtDelay = (part: readonly AtNode[]): boolean => {
    const nodes = part.map(({ at }) => graph.nodes.get(at)!);
    return nodes.some(isDelay) && nodes.every((node) => !isStage(node) || blocksSenders(node));
  };
  const refusal = invalidScenario(allTold(traps, graph));
  const ofParts = parts.map((part) => new Set(part.map(({ at }) => at)));
  if (parts.some(waitsAtDelay))
    return answerUndecided({ scenario, graph, cycles: joinedSets(ofParts), isPart, solveRest }) ?? refusal;
  const cycles = joinedSets(
    parts
      .filter((part) => part.every((pair) => keepsAll(pair, graph)))
      .flatMap((part) => {
        const within = new Set(part.map(({ at }) => at));
        return cyclicParts(linksAsSuccessors(carried, ({ id }) => within.has(id)));
      }),
  );
  if (cycles.length === 0) {
    const outcome = solve();
    if (outcome.kind !== 'noAnswer' || outcome.code !== 'loopWithoutLimit')
      return growing(outcome, graph, new Set(traps.map(({ node }) => node!)));
    return answerUndecided({ scenario, graph, cycles: joinedSets(ofParts), isPart, solveRest }) ?? outcome;
  }
  return (
    answerStandstill({ scenario, graph, cycles, solveRest }) ??
    answerUndecided({ scenario, graph, cycles, isPart, solveRest }) ??
    refusal
  );
}

/** All stages that no sink can be reached from, where nothing is left that does not depend on them. */
function allTold([first, ...others]: readonly Fault[], { nodes }: Graph): Fault {
  if (others.length === 0) return first!;
  const names = [first!, ...others].map(({ node }) => nameOf(nodes.get(node!)!));
  const message = `From ${names.map((name) => `"${name}"`).join(', ')} no sink can be reached, and the drawing does not tell what becomes of them and of all that depends on them: simulate to see.`;
  return { ...first!, message };
}

/** Where something comes, by the links of a drawing that carry it. */
const reachedIn = (scenario: Scenario, carried: Graph): ReadonlySet<NodeId> =>
  reachableFrom(
    carried,
    startsOfAll(scenario).map(({ at }) => at),
  );

/** Where jobs come from outside, or are at the start. */
const startsOfAll = (scenario: Scenario): readonly AtNode[] =>
  classesOf(scenario).flatMap((jobClass) =>
    jobClass.closed?.population === 0
      ? []
      : startsOf(scenario, jobClass).map((at) => ({ at, jobClass: jobClass.id })),
  );

/** Nothing comes to what was not asked for. */
function withRest(scenario: Scenario, rest: SolveAnswer, asked: ReadonlySet<NodeId>): SolveAnswer {
  return {
    ...rest,
    stages: withIdle(scenario, rest.stages, asked),
    links: withAllLinks(scenario, rest.links, { asked }),
  };
}

/** Nothing comes to those that were not asked for. */
function withIdle(
  { nodes }: Pick<Scenario, 'nodes'>,
  known: SolveAnswer['stages'],
  asked: ReadonlySet<NodeId>,
): SolveAnswer['stages'] {
  const stages: Record<NodeId, StageAnswer> = { ...known };
  for (const node of nodes.filter(({ id }) => !asked.has(id)))
    if (isDelay(node)) stages[node.id] ??= IDLE_DELAY;
    else if (isStage(node)) stages[node.id] ??= stillStage(node, { offered: 0, holds: 0 });
  return stages;
}

const IDLE_DELAY: StageAnswer = {
  ...answerDelay({ offered: 0, mean: 0, mayBeBlocked: false }),
  exact: true,
};

/** One way that jobs go, by the class that they come with. */
interface Way {
  readonly from: AtNode;
  readonly to: AtNode;
  readonly link: Link;
}

/** Those that a job can come to. */
function waysOf(scenario: Scenario, graph: Graph): readonly Way[] {
  return classFlows(scenario, graph).flatMap(({ jobClass: { id: jobClass }, reached }) =>
    [...reached].flatMap((at) => {
      const node = graph.nodes.get(at)!;
      const links = graph.outgoing.get(at)!;
      return [...(becomes(node, jobClass) ?? new Map([[jobClass, 1]])).keys()].flatMap((leaving) => {
        const shares = linkShares(routingRule(node), links, leaving);
        return links.flatMap((link, k): readonly Way[] =>
          shares[k]! > 0 ? [{ from: { at, jobClass }, to: { at: link.to, jobClass: leaving }, link }] : [],
        );
      });
    }),
  );
}

/** The nodes, and the links that something comes by. */
function carriedGraph({ nodes, links }: Scenario, ways: readonly Way[]): Graph {
  const carrying = new Set(ways.map(({ link }) => link));
  return graphOf({ nodes, links: links.filter((link) => carrying.has(link)) });
}

/** Those that have a node in common as one. */
const joinedSets = (sets: readonly ReadonlySet<NodeId>[]): readonly ReadonlySet<NodeId>[] =>
  joinedBy(sets, (set) => set).map((of) => new Set(of.flatMap((set) => [...set])));

/**
 * Where stages on a ring lock before long: no rounds of the decomposition by blocking settle (`best`), or all of them are full for
 * most of the time. Undefined elsewhere; a ring that locks seldom has numbers of the time before.
 */
export function answerLocked(
  question: Omit<Standstill, 'cycles'>,
  best: SolveOutcome,
): SolveOutcome | undefined {
  const { scenario, graph } = question;
  const isUnsettled =
    best.kind === 'noAnswer' &&
    best.code === 'blockingDoesNotApply' &&
    best.facts.because.code === 'unsettled';
  const mayLock = best.kind !== 'noAnswer' && best.verdicts.some(({ code }) => LOCKS.has(code));
  if (!(isUnsettled || mayLock)) return undefined;
  const isFull = (id: NodeId) => best.kind !== 'noAnswer' && best.stages[id]!.fullProbability! > MOSTLY;
  const isFullRing = (ring: ReadonlySet<NodeId>): boolean => [...ring].every(isFull);
  const rings = lockingRings(scenario, graph).map((ring) => new Set(ring.map(({ id }) => id)));
  if (!isUnsettled && !rings.some(isFullRing)) return undefined;
  const carried = carriedGraph(scenario, waysOf(scenario, graph));
  const affected = (nodes: ReadonlySet<NodeId>) => affectedBy(scenario, carried, nodes);
  // A ring that is seldom full may be the first to lock all the same: those that are connected stand together.
  const apart = joinedBy(rings, affected);
  const locksAlone = (part: readonly ReadonlySet<NodeId>[]): boolean => {
    const still = affected(
      new Set(
        apart
          .filter((other) => other !== part)
          .flat()
          .flatMap((ring) => [...ring]),
      ),
    );
    const swallows = sentTo(carried, still);
    const { rest } = solveWithout(scenario, {
      graph: carried,
      still,
      swallows,
      solveRest: question.solveRest,
    });
    return rest.kind === 'noAnswer' || rest.verdicts.some(({ code }) => STANDS.has(code));
  };
  const cycles = apart
    .filter((part) => (isUnsettled ? apart.length === 1 || locksAlone(part) : part.some(isFullRing)))
    .flat();
  if (cycles.length === 0) return undefined;
  const standstill: Standstill = { ...question, cycles, hasExit: true };
  // Rounds that do not settle may come from a ring that locks at once, or only after ages.
  const isSure =
    (scenario.classes?.length ?? 1) <= 1 && (!isUnsettled || areOverloaded(scenario, graph, cycles));
  const told = isSure ? answerStandstill(standstill) : undefined;
  const known = told ?? answerUndecided(standstill);
  if (known || !isUnsettled) return known;
  const ring = namesOf(scenario.nodes, ({ id }) => cycles.some((cycle) => cycle.has(id)));
  return { ...best, facts: { because: { code: 'unsettled', ring } } };
}

/**
 * Whether their stages are all offered more than they can do, when others pass as much as they can: with one that is not, an overload
 * may stay before the ring, where senders wait.
 */
function areOverloaded(scenario: Scenario, graph: Graph, rings: readonly ReadonlySet<NodeId>[]): boolean {
  const network = flowNetwork(scenario, graph);
  const flows = solveFlows(network, { regime: 'limited', losses: 'memoryless' });
  const isOverloaded = (id: NodeId): boolean => {
    const i = network.indexOf.get(id)!;
    return !flows || flows.offered[i]! >= (1 - ROUNDING) * network.nodes[i]!.serverLimit;
  };
  return rings.every((ring) => [...ring].every(isOverloaded));
}

/** Those that something else sends to as well. */
const sentTo = ({ incoming }: Graph, nodes: ReadonlySet<NodeId>): ReadonlySet<NodeId> =>
  new Set([...nodes].filter((id) => incoming.get(id)!.some(({ from }) => !nodes.has(from))));

/** The answer where closed jobs take every place that they come to: nobody can ever move there. Undefined elsewhere. */
export function answerFilled({
  scenario,
  graph,
  solveRest,
}: Pick<Question, 'scenario' | 'graph' | 'solveRest'>): SolveOutcome | undefined {
  const closed = classFlows(scenario, graph).filter(({ jobClass }) => isClosed(jobClass));
  for (const classes of joinedBy(closed, ({ reached }) => reached)) {
    const reached = new Set(classes.flatMap((flow) => [...flow.reached]));
    const visited = scenario.nodes.filter(({ id }) => reached.has(id));
    const stages = visited.filter(isStage);
    if (!visited.every((node) => isStage(node) || node.kind === 'router')) continue;
    const population = classes.reduce((sum, { jobClass }) => sum + jobClass.closed!.population, 0);
    if (stages.reduce((sum, stage) => sum + placesOf(stage), 0) !== population) continue;
    if (affectedBy(scenario, graph, reached).size > reached.size) continue;
    const { rest, asked } = solveWithout(scenario, { graph, still: reached, swallows: new Set(), solveRest });
    if (rest.kind === 'noAnswer') return rest;
    const { nextBest: _, ...told } = rest;
    const filled = stages.map((stage) => [
      stage.id,
      stillStage(stage, { offered: 0, holds: stage.capacity }),
    ]);
    const facts = { names: stages.map(nameOf), behind: [], hasExit: true };
    return {
      ...told,
      stages: { ...rest.stages, ...Object.fromEntries(filled) },
      links: withAllLinks(scenario, rest.links, { asked }),
      verdicts: [warning('stands-still', facts, stages[0]!.id), ...rest.verdicts],
    };
  }
  return undefined;
}

const placesOf = (stage: StageNode): number =>
  blocksSenders(stage) ? (stage.capacity ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;

const LOCKS: ReadonlySet<VerdictCode> = new Set<VerdictCode>(['can-lock', 'chain-deadlock']);
const MOSTLY = 0.5;
const ROUNDING = 1e-9;
const STANDS: ReadonlySet<VerdictCode> = new Set<VerdictCode>(['stands-still', 'undecided']);

interface Standstill extends Pick<Question, 'scenario' | 'graph' | 'isPart' | 'solveRest'> {
  /** Nodes that come to wait for each other for good. */
  readonly cycles: readonly ReadonlySet<NodeId>[];
  /** Whether elements may leave them before. */
  readonly hasExit?: boolean;
}

/** Undefined where the drawing does not tell who stands still with them. */
export function answerStandstill({
  scenario,
  graph: drawn,
  cycles,
  hasExit = false,
  solveRest,
}: Standstill): SolveOutcome | undefined {
  const ways = waysOf(scenario, drawn);
  const graph = carriedGraph(scenario, ways);
  const cyclic = new Set(cycles.flatMap((part) => [...part]));
  const [first] = cyclic;
  const still = standingStill(graph, cyclic);
  if (!isTold(scenario, { ways, graph, drawn, still, cycles })) return undefined;
  const nodes = scenario.nodes.filter(({ id }) => still.has(id));
  const names = namesOf(nodes, (node) => cyclic.has(node.id) && !takesNoTime(node));
  const swallows = new Set(nodes.filter((node) => isStage(node) && !blocksSenders(node)).map(({ id }) => id));
  if (lockingRings(scenario, drawn).some((ring) => ring.every(({ id }) => still.has(id) && !cyclic.has(id))))
    return undefined;
  const { rest, asked } = solveWithout(scenario, { graph, still, swallows, solveRest });
  if (rest.kind === 'noAnswer') return rest;
  // What goes round elsewhere for ever has what came there before the others stood still, and how much that was nothing tells.
  const keeps = ({ at }: AtNode) => !still.has(at) && !asked.has(at);
  if (cyclesWithoutExit(classFlows(scenario, drawn)).some((part) => part.every(keeps))) return undefined;
  const { nextBest: _, ...told } = rest;
  const flows = new Map(rest.links.map((flow) => [linkKey(flow), flow]));
  const received = (link: Ends): number => flows.get(linkKey(link))?.receivedRate ?? 0;
  const swallowed = ({ id }: StageNode): number =>
    graph.incoming.get(id)!.reduce((sum, link) => sum + received(link), 0);
  // A stage that holds up its senders holds up its overdrive as well.
  const added = (stage: StageNode): number =>
    still.has(stage.id) && !blocksSenders(stage) ? overdriveRateOf(stage) : 0;
  const offeredTo = (stage: StageNode): number =>
    conversionFactorOf(stage) * (swallowed(stage) + added(stage));
  const stages: Record<NodeId, StageAnswer> = { ...rest.stages };
  const full = fullStages(graph, { still, cycles, isEndless: (stage) => offeredTo(stage) > 0 });
  let [gone, lost] = [0, rest.network.lossRate ?? 0];
  const isAsked = ({ id }: ScenarioNode) => asked.has(id) && !swallows.has(id);
  for (const stage of scenario.nodes.filter(isStage)) {
    if (isAsked(stage)) continue;
    const offered = offeredTo(stage);
    gone += swallowed(stage);
    if (losesWhenFull(stage)) lost += offered;
    const isEmptied = !still.has(stage.id) && batchSizes(stage.bulk).least === 1;
    const holds = isEmptied ? 0 : undefined;
    stages[stage.id] = stillStage(stage, { offered, holds: full.has(stage.id) ? stage.capacity : holds });
  }
  for (const { id } of scenario.nodes.filter(isDelay)) {
    const held = graph.outgoing.get(id)!.filter(({ to }) => holdsUp(graph.nodes.get(to)!, still));
    const kept = held.reduce((sum, link) => sum + received({ from: id, to: keptOn(link) }), 0);
    gone += kept;
    const answer = asked.has(id) ? stages[id] : IDLE_DELAY;
    if (answer) stages[id] = kept > 0 ? growingDelay(answer, kept) : answer;
  }
  const waits = (node: ScenarioNode) =>
    still.has(node.id) || (isDelay(node) && stages[node.id]?.saturated === true);
  const endless = scenario.nodes.find((node) => waits(node) && stages[node.id]?.saturated);
  const { throughput, bottleneck, meanSojournTime } = rest.network;
  const losesUnknown =
    rest.network.lossRate === undefined && rest.verdicts.some(({ code }) => code === 'undecided');
  const behind = namesOf(scenario.nodes, (node) => waits(node) && !cyclic.has(node.id) && !takesNoTime(node));
  return {
    ...told,
    kind: endless ? 'unstable' : rest.kind,
    stages,
    links: withAllLinks(scenario, rest.links, { asked, swallows }),
    network: {
      ...(throughput !== undefined && { throughput: Math.max(0, throughput - gone) }),
      ...(!losesUnknown && { lossRate: lost }),
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
        serverCount: isStage(endless) ? serverCountOf(endless) : 1,
      },
    }),
  };
}

/**
 * The answer of what cannot depend on how some cycles come to stand still. Cycles that nothing connects are looked at one by one:
 * the others are in the rest of the drawing. Undefined where neither a stage nor a delay is left.
 */
function answerUndecided({
  scenario,
  graph: drawn,
  cycles,
  hasExit = false,
  isPart = false,
  solveRest,
}: Standstill): SolveOutcome | undefined {
  const graph = carriedGraph(scenario, waysOf(scenario, drawn));
  const apart = joinedBy(cycles, (cycle) => affectedBy(scenario, graph, cycle));
  if (apart.length > 1)
    for (const part of apart) {
      const told = answerStandstill({ scenario, graph: drawn, cycles: part, hasExit, solveRest });
      if (told) return told;
    }
  const [part] = apart;
  const cyclic = new Set(part!.flatMap((cycle) => [...cycle]));
  const affected = affectedBy(scenario, graph, cyclic);
  const isAffected = ({ id }: { readonly id: NodeId }) => affected.has(id);
  const told = scenario.nodes.filter((node) => !isAffected(node));
  if (!isPart && !told.some((node) => isStage(node) || isDelay(node))) return undefined;
  const swallows = sentTo(graph, affected);
  const { rest, asked } = solveWithout(scenario, { graph, still: affected, swallows, solveRest });
  if (rest.kind === 'noAnswer') return rest;
  const { nextBest: _, saturationFactor: __, network, ...others } = rest;
  const unknown = scenario.nodes.filter(isAffected);
  const gone = rest.links.reduce((sum, { to, rate }) => sum + (affected.has(to) ? rate : 0), 0);
  const { throughput, lossRate } = network;
  const names = part!.map((cycle) =>
    namesOf(scenario.nodes, (node) => cycle.has(node.id) && !takesNoTime(node)),
  );
  const dependent = namesOf(unknown, (node) => !cyclic.has(node.id) && !takesNoTime(node));
  const [first] = cyclic;
  return {
    ...others,
    stages: withIdle({ nodes: told }, rest.stages, asked),
    links: withAllLinks(scenario, rest.links, { asked, swallows }).filter(({ from }) => !affected.has(from)),
    network: {
      ...(throughput !== undefined &&
        !unknown.some(({ kind }) => kind === 'sink') && { throughput: Math.max(0, throughput - gone) }),
      ...(lossRate !== undefined &&
        !unknown.some((node) => isStage(node) && losesWhenFull(node)) && { lossRate }),
    },
    verdicts: [warning('undecided', { cycles: names, dependent, hasExit }, first), ...rest.verdicts],
  };
}

/** Sets whose `reach` have a node in common stand together. */
function joinedBy<T>(sets: readonly T[], reach: (set: T) => ReadonlySet<NodeId>): readonly (readonly T[])[] {
  let joined: readonly { readonly of: readonly T[]; readonly nodes: ReadonlySet<NodeId> }[] = [];
  for (const set of sets) {
    const nodes = reach(set);
    const common = joined.filter((other) => [...other.nodes].some((id) => nodes.has(id)));
    joined = [
      ...joined.filter((other) => !common.includes(other)),
      {
        of: [...common.flatMap(({ of }) => of), set],
        nodes: new Set([...common.flatMap((other) => [...other.nodes]), ...nodes]),
      },
    ];
  }
  return joined.map(({ of }) => of);
}

/**
 * All that may depend on what becomes of those nodes: what they send to, who waits for a place in one of them, what shares its servers,
 * where the jobs of a closed class that comes there go, and what is chosen by the state of one of them.
 */
function affectedBy(scenario: Scenario, graph: Graph, cyclic: ReadonlySet<NodeId>): ReadonlySet<NodeId> {
  const closed = classFlows(scenario, graph).filter(({ jobClass }) => isClosed(jobClass));
  const affected = new Set(cyclic);
  for (const at of affected) {
    const node = graph.nodes.get(at)!;
    const before = graph.incoming.get(at)!;
    for (const { to } of graph.outgoing.get(at)!) affected.add(to);
    for (const { from, depth } of before) {
      const sender = graph.nodes.get(from)!;
      if (takesNoTime(node) || (isStage(node) && blocksSenders(node)) || depth !== undefined)
        affected.add(from);
      else if (looksAtState(routingRule(sender))) affected.add(from);
    }
    if (isStage(node) && node.resource !== undefined)
      for (const other of scenario.nodes)
        if (isStage(other) && other.resource === node.resource) affected.add(other.id);
    for (const { reached } of closed) if (reached.has(at)) for (const id of reached) affected.add(id);
  }
  return affected;
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

/** Where elements of a delay are that never get a place behind it. */
const keptOn = ({ from, to }: Ends): NodeId => `${from} → ${to}`;

const endsOf = ({ from, to }: Ends): Ends => ({ from, to });
const linkKey = ({ from, to }: Ends): string => JSON.stringify([from, to]);

interface Asked {
  /** Nodes of the network whose flows are known. */
  readonly asked: ReadonlySet<NodeId>;
  /** Stages that were taken for sinks, whose factor the flows leave out. */
  readonly swallows?: ReadonlySet<NodeId>;
}

/** Nothing comes by links that were not asked for; of others that are missing nothing is known. */
function withAllLinks(
  { nodes, links }: Scenario,
  known: SolveAnswer['links'],
  { asked, swallows = new Set() }: Asked,
): SolveAnswer['links'] {
  const flows = new Map(known.map((flow) => [linkKey(flow), flow]));
  const factors = new Map(
    nodes
      .filter(isStage)
      .flatMap((stage) => (swallows.has(stage.id) ? [[stage.id, conversionFactorOf(stage)] as const] : [])),
  );
  return links.flatMap((link) => {
    const flow = flows.get(linkKey(link));
    if (flow) return [{ ...flow, receivedRate: flow.receivedRate * (factors.get(link.to) ?? 1) }];
    const isUnknown = asked.has(link.from) && asked.has(link.to);
    return isUnknown ? [] : [{ ...endsOf(link), rate: 0, receivedRate: 0 }];
  });
}

interface Ends {
  readonly from: NodeId;
  readonly to: NodeId;
}

const namesOf = (nodes: readonly ScenarioNode[], which: (node: ScenarioNode) => boolean): readonly string[] =>
  nodes.filter(which).map(nameOf);

/** Nothing of the class leaves it but along its links, and what enters does not become less. */
function keepsAll({ at, jobClass }: AtNode, { nodes }: Graph): boolean {
  const node = nodes.get(at)!;
  if (takesNoTime(node)) return true;
  return (
    isStage(node) &&
    blocksSenders(node) &&
    passProbabilityOf(node, jobClass) === 1 &&
    conversionFactorOf(node, jobClass) >= 1
  );
}

/** Those nodes, and all that send to one of them which makes its senders wait. A delay makes others wait for nothing. */
function standingStill(graph: Graph, cyclic: ReadonlySet<NodeId>): ReadonlySet<NodeId> {
  const still = new Set(cyclic);
  for (const at of still) {
    const node = graph.nodes.get(at)!;
    if (isStage(node) && !blocksSenders(node)) continue;
    for (const { from } of graph.incoming.get(at)!) if (!isDelay(graph.nodes.get(from)!)) still.add(from);
  }
  return still;
}

/** A stage that will never have a place again. */
const holdsUp = (node: ScenarioNode, still: ReadonlySet<NodeId>): boolean =>
  isStage(node) && still.has(node.id) && blocksSenders(node);

interface Told {
  readonly ways: readonly Way[];
  /** With the links that something comes by. */
  readonly graph: Graph;
  readonly drawn: Graph;
  readonly still: ReadonlySet<NodeId>;
  readonly cycles: readonly ReadonlySet<NodeId>[];
}

/** Whether all of them surely come to stand still, and what is left is what the drawing has without them. */
function isTold(scenario: Scenario, told: Told): boolean {
  const { graph, drawn, still } = told;
  const nodes = scenario.nodes.filter(({ id }) => still.has(id));
  const flows = classFlows(scenario, drawn);
  const isAlone = flows.length === 1;
  return (
    nodes.every((node) => isSimple(node, { graph, still, isAlone })) &&
    scenario.nodes.filter(isDelay).every((node) => keepsSimply(node, graph, still)) &&
    !(nodes.some(servesInBulk) && nodes.some((node) => isStage(node) && promisesPlaces(node))) &&
    flows.every(
      ({ jobClass, reached }) => !(isClosed(jobClass) && [...reached].some((id) => still.has(id))),
    ) &&
    areFilled(scenario, told) &&
    (isAlone || areStuck(scenario, told)) &&
    areJoined(graph, still)
  );
}

const servesInBulk = (node: ScenarioNode): boolean => isStage(node) && largestBatch(node.bulk) > 1;

interface Among {
  readonly graph: Graph;
  readonly still: ReadonlySet<NodeId>;
  /** Whether there is one class. */
  readonly isAlone: boolean;
}

/** Whether it surely comes to stand still. A batch keeps its server until the last of it has gone. */
function isSimple(node: ScenarioNode, { graph, still, isAlone }: Among): boolean {
  if (node.kind === 'fork' || node.kind === 'join') return true;
  const rule = routingRule(node);
  const after = graph.outgoing.get(node.id)!;
  const chooses = after.length > 1 && !drawsLink(rule) && !takesTurns(rule);
  if (chooses && !(looksAtState(rule) && after.every(({ to }) => still.has(to)))) return false;
  if (!isStage(node)) return true;
  const isFair = isAlone || !(servesByPriority(node) || hasOwnConversion(node));
  return isFair && !admitsWhole(node) && node.resource === undefined;
}

const hasOwnConversion = ({ byClass = {} }: StageNode): boolean =>
  Object.values(byClass).some(({ conversionFactor }) => conversionFactor !== undefined);

/** A delay whose elements choose their ways by themselves, and are kept before stages alone. */
function keepsSimply({ id, ...delay }: DelayNode, graph: Graph, still: ReadonlySet<NodeId>): boolean {
  const after = graph.outgoing.get(id)!;
  if (!after.some(({ to }) => still.has(to))) return true;
  const rule = routingRule({ id, ...delay });
  return (
    (after.length === 1 || drawsLink(rule) || takesTurns(rule)) &&
    after.every(({ to }) => !still.has(to) || isStage(graph.nodes.get(to)!))
  );
}

/** What comes for ever from sources, where what goes on stops for good in no other way than `passes` tells. */
function endless(scenario: Scenario, ways: readonly Way[], passes: (way: Way) => boolean): readonly AtNode[] {
  const closed = new Set(closedClassesOf(scenario).map(({ id }) => id));
  const found = startsOfAll(scenario).filter(({ jobClass }) => !closed.has(jobClass));
  const isFound = (pair: AtNode) => found.some((other) => isSame(pair, other));
  for (const pair of found)
    for (const way of ways) if (isSame(way.from, pair) && passes(way) && !isFound(way.to)) found.push(way.to);
  return found;
}

const isSame = (one: AtNode, other: AtNode): boolean =>
  one.at === other.at && one.jobClass === other.jobClass;

/**
 * Each cycle is filled by some source on a way where all that may come to wait waits for this cycle alone. Otherwise
 * the first one to be full may stop what would fill another, in which elements then go round for ever.
 */
function areFilled(scenario: Scenario, { ways, graph, drawn, still, cycles }: Told): boolean {
  if (cycles.length === 1) return true;
  const waitsFor = (from: NodeId): ReadonlySet<NodeId> => {
    const seen = new Set([from]);
    for (const at of seen) if (still.has(at)) for (const to of nextPlaces(graph, at, still)) seen.add(to);
    return seen;
  };
  const kept = cyclesWithoutExit(classFlows(scenario, drawn)).flat();
  return cycles.every((cycle) => {
    const others = cycles.filter((other) => other !== cycle);
    const isFree = (id: NodeId) => ![...waitsFor(id)].some((at) => others.some((other) => other.has(at)));
    const comes = endless(scenario, ways, ({ from, to }) => isFree(from.at) && isFree(to.at));
    return comes.some(
      (pair) => isFree(pair.at) && cycle.has(pair.at) && kept.some((other) => isSame(pair, other)),
    );
  });
}

/** What is behind it and never has a place again. */
const nextPlaces = (graph: Graph, from: NodeId, still: ReadonlySet<NodeId>): readonly NodeId[] =>
  graph.outgoing
    .get(from)!
    .flatMap(({ to }) => (still.has(to) && !isSwallowing(graph.nodes.get(to)!) ? [to] : []));

/**
 * Several classes: all that stands still is stuck with one that never gets a place, for such ones come until it is, or else
 * nothing comes there any more.
 */
function areStuck(scenario: Scenario, { ways, graph, still, cycles }: Told): boolean {
  // Who waits for one place alone goes on sending there until that is stuck.
  const comes = endless(scenario, ways, ({ from, to }) => {
    const places = still.has(from.at) ? nextPlaces(graph, from.at, still) : [];
    return places.length === 0 || (places.length === 1 && places[0] === to.at);
  });
  const stuck = new Set(cycles.flatMap((part) => [...part]));
  const waiting = ways.filter(
    ({ from, to }) =>
      still.has(from.at) &&
      comes.some((pair) => isSame(pair, from)) &&
      !isSwallowing(graph.nodes.get(to.at)!),
  );
  for (let before = -1; before < stuck.size; ) {
    before = stuck.size;
    for (const { from, to } of waiting) if (stuck.has(to.at)) stuck.add(from.at);
  }
  const goes = endless(scenario, ways, ({ from }) => !still.has(from.at));
  return [...still].every((id) => stuck.has(id) || !goes.some(({ at }) => at === id));
}

const isSwallowing = (node: ScenarioNode): boolean => isStage(node) && !blocksSenders(node);

/**
 * A fork with something between it and its joins that stands still does so itself, and its other tasks end where they wait for no
 * place. Stages before a join that stands still are all held up in the end.
 */
function areJoined(graph: Graph, still: ReadonlySet<NodeId>): boolean {
  return [...graph.nodes.values()]
    .filter(({ kind }) => kind === 'fork')
    .every(({ id: fork }) => {
      const { joins, ways } = joinsOf(graph, fork);
      const between = ways.slice(1).map(({ id }) => graph.nodes.get(id)!);
      const keeps = between.some(
        (node) => isDelay(node) && graph.outgoing.get(node.id)!.some(({ to }) => still.has(to)),
      );
      if (joins.length === 0) return true;
      if (!(keeps || [...ways.map(({ id }) => id), ...joins].some((id) => still.has(id)))) return true;
      if (keeps || !still.has(fork)) return false;
      if (between.some((node) => still.has(node.id) && isSwallowing(node))) return false;
      return joins.every((join) =>
        still.has(join)
          ? between.every(({ id }) => still.has(id))
          : graph.incoming.get(join)!.every(({ depth }) => depth === undefined),
      );
    });
}

interface Rest {
  readonly graph: Graph;
  readonly still: ReadonlySet<NodeId>;
  /** Stages among those that make nobody wait: to their senders they are sinks. */
  readonly swallows: ReadonlySet<NodeId>;
  readonly solveRest: Question['solveRest'];
}

/** `asked`: the nodes that the rest has, those that swallow included. */
function solveWithout(
  drawn: Scenario,
  { graph, still, swallows, solveRest }: Rest,
): { readonly rest: SolveOutcome; readonly asked: ReadonlySet<NodeId> } {
  const kept = drawn.links.filter(
    ({ from, to }) => isDelay(graph.nodes.get(from)!) && holdsUp(graph.nodes.get(to)!, still),
  );
  const led: Scenario = {
    ...drawn,
    nodes: [...drawn.nodes, ...kept.map((link): SinkNode => ({ id: keptOn(link), kind: 'sink' }))],
    links: drawn.links.map((link) => (kept.includes(link) ? { ...link, to: keptOn(link) } : link)),
  };
  const {
    groups: _,
    measurement: __,
    queries: ___,
    precisions = [],
    ...scenario
  } = removeNodes(
    led,
    [...still].filter((id) => !swallows.has(id)),
  );
  const left: Scenario = {
    ...scenario,
    nodes: scenario.nodes.map((node) => (swallows.has(node.id) ? { id: node.id, kind: 'sink' } : node)),
    links: scenario.links.filter(({ from }) => !swallows.has(from)),
    precisions: precisions.filter(({ node }) => !swallows.has(node)),
  };
  return moving(left, solveRest);
}

/** The answer to a drawing in which there may be nothing to solve: nothing comes to any stage or delay. */
export function answerMoving(scenario: Scenario, solve: Question['solveRest']): SolveOutcome {
  const { nodes } = scenario;
  if (startsOfAll(scenario).length > 0 && nodes.some((node) => isStage(node) || isDelay(node)))
    return solve(scenario);
  const { rest, asked } = moving(scenario, solve);
  return rest.kind === 'noAnswer' ? rest : withRest(scenario, rest, asked);
}

function moving(scenario: Scenario, solveRest: Question['solveRest']): ReturnType<typeof solveWithout> {
  const reached = reachedIn(scenario, carriedGraph(scenario, waysOf(scenario, graphOf(scenario))));
  const rest = keepNodes(scenario, reached);
  const kinds = new Set(rest.nodes.map(({ kind }) => kind));
  const asked = new Set(rest.nodes.map(({ id }) => id));
  if (reached.size > 0 && (kinds.has('stage') || kinds.has('delay'))) return { rest: solveRest(rest), asked };
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
  return { rest: answer, asked };
}

interface Still {
  readonly still: ReadonlySet<NodeId>;
  readonly cycles: readonly ReadonlySet<NodeId>[];
  /** Whether elements come for ever to a stage that makes nobody wait. */
  readonly isEndless: (stage: StageNode) => boolean;
}

/**
 * Finite stages that are surely full, and stages that lose or grow: those of a cycle on which each waits for one other, and those that
 * somebody waits for who can wait for nobody else and never runs out of elements. Others may be left with fewer.
 */
function fullStages(graph: Graph, { still, cycles, isEndless }: Still): ReadonlySet<NodeId> {
  const full = new Set<NodeId>();
  for (const part of cycles)
    if ([...part].every((id) => waitedFor(graph, id, still).size <= 1)) for (const id of part) full.add(id);
  for (const id of still) {
    const node = graph.nodes.get(id)!;
    const isFed = isStage(node) && (overdriveRateOf(node) > 0 || (!blocksSenders(node) && isEndless(node)));
    if (isSource(node) || isFed) full.add(id);
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
    for (const { to } of graph.outgoing.get(at)!) {
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

/** A delay of whose elements `kept`, 1/s, never get a place; the others go on as ever. */
const growingDelay = (
  { meanOccupancy: _, occupancyDistribution: __, ...delay }: StageAnswer,
  kept: number,
): StageAnswer => ({
  ...delay,
  saturated: true,
  loadPerServer: Number.POSITIVE_INFINITY,
  throughput: Math.max(0, (delay.throughput ?? 0) - kept),
  outputRate: Math.max(0, (delay.outputRate ?? 0) - kept),
});
