/**
 * Networks with closed populations, mixed with open classes or not: which algorithm, and its answer as measures.
 *
 * productForm, mva and convolution are exact and refuse where there is no product form; linearizer and schweitzer take
 * every network and say what stands against them. Without a choice: the exact algorithm up to `MOST_WORK` steps
 * (convolution where there are distributions to give, mean values otherwise), linearizer up to 60 classes times
 * stations squared of the same, then schweitzer.
 */

import { isPoisson } from '../../../core/distributions/index.ts';
import { refuseKinds } from '../../../core/engines/capabilities.ts';
import type { NetworkClassMeasures } from '../../../core/measures/measures.ts';
import { followsBlocking, isAutomatic } from '../../../core/measures/methods.ts';
import { type NoAnswer, noAnswer, type ProductFormObjection } from '../../../core/measures/refusals.ts';
import { pow } from '../../../core/numeric/elementary.ts';
import { servesByPriority, sharesServers } from '../../../core/rules/discipline.ts';
import { blocksSenders, promisesPlaces } from '../../../core/rules/when-full.ts';
import { closedClassesOf, serviceOf } from '../../../core/scenario/classes.ts';
import { capacityOf, nameOf, serverCountOf } from '../../../core/scenario/defaults.ts';
import type { ClassId, NodeId, Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import type { ClosedMethod, LinkFlow, SolveAnswer, StageAnswer } from '../contract.ts';
import { solveFlows } from '../flow-balance.ts';
import { networkMeasures } from '../network-measures.ts';
import { solveMeans, solveOpen } from '../solve-by-formulas.ts';
import { cutTail } from '../stations/queue.ts';
import { linearizer, schweitzer } from './approximate-mva.ts';
import { type RingAnswer, solveBlockingRing } from './blocking-ring.ts';
import { byChains, byClasses, isPlain } from './class-chains.ts';
import { sum } from './class-mix.ts';
import { type ClosedModel, type ClosedSolution, stateCount } from './closed-model.ts';
import { type ClosedNetwork, closedNetwork } from './closed-network.ts';
import type { Chosen, ClosedQuestion } from './closed-question.ts';
import { closedRemarks, ringRemarks } from './closed-remarks.ts';
import { openAt, stationAnswer } from './closed-station.ts';
import { convolution } from './convolution.ts';
import { agrees, exactMva } from './exact-mva.ts';
import { type FollowedStage, followJobs } from './jobs-ring.ts';
import { mixedNetwork, type OpenNetwork, openNetwork } from './open-network.ts';
import { spansLeftOut, withScenarioSpans } from './scenario-spans.ts';
import { unsteadyNodes } from './steady-frames.ts';

/** Steps of an exact algorithm that take about a second. */
const MOST_WORK = 1e8;
/** Numbers that mean value analysis keeps. */
const MOST_KEPT = 2e7;

/** What may be asked for by name; `auto` is the best that applies. */
type AskedMethod = ClosedMethod | 'productForm' | 'auto';

type Algorithm = (model: ClosedModel) => Chosen | undefined;

interface MethodTraits {
  /** Tried one after the other, where there is a product form. */
  readonly exact: readonly Algorithm[];
  /** Absent: no answer where the others have none. */
  readonly approximate?: Algorithm;
  /** Whether it knows speeds by the number in the stage. */
  readonly takesSpeeds: boolean;
  /** Keeps numbers of each server for every vector of populations. */
  readonly keepsServers: boolean;
  readonly fails: 'outOfNumbers' | 'mvaLosesDigits';
}

const EXACT = { takesSpeeds: true, keepsServers: false, fails: 'outOfNumbers' } as const;
const APPROXIMATE = { ...EXACT, takesSpeeds: false, exact: [] } as const;

const METHODS: Readonly<Record<AskedMethod, MethodTraits>> = {
  auto: { ...EXACT, exact: [byConvolution, byMva], approximate: bySize },
  productForm: { ...EXACT, exact: [byConvolution, byMva] },
  convolution: { ...EXACT, exact: [byConvolution] },
  mva: { exact: [byMva], takesSpeeds: false, keepsServers: true, fails: 'mvaLosesDigits' },
  linearizer: { ...APPROXIMATE, approximate: byLinearizer },
  schweitzer: { ...APPROXIMATE, approximate: bySchweitzer },
};

/** `method` absent: the best that applies. With what the precision of the inputs leaves open, where that is not much work. */
export function solveClosed(prepared: OpenNetwork, method: AskedMethod = 'auto'): SolveAnswer | NoAnswer {
  const answer = solvePopulations(prepared, method);
  if (answer.kind === 'noAnswer') return answer;
  const { scenario, network } = prepared;
  if (followsBlocking(answer.method) || againWork(prepared) > MOST_WORK_AGAIN) return spansLeftOut(answer);
  const solve = (moved: Scenario) => {
    const there = solvePopulations(openNetwork(moved, false), answer.method as ClosedMethod, true);
    return there.kind === 'noAnswer' ? undefined : there.stages;
  };
  return withScenarioSpans({ scenario, network, answer, solve });
}

/** Population vectors times stations: some milliseconds of an exact algorithm, and far more than others need. */
const MOST_WORK_AGAIN = 2e4;

const againWork = ({ scenario, network }: OpenNetwork): number =>
  network.nodes.length * stateCount(closedClassesOf(scenario).map(({ closed }) => closed.population));

/** `meansOnly`: as little as possible of the open classes. */
export function solvePopulations(
  prepared: OpenNetwork,
  method: AskedMethod = 'auto',
  meansOnly = false,
): SolveAnswer | NoAnswer {
  const { scenario } = prepared;
  const network = mixedNetwork(prepared, 'counted');
  const flows = solveFlows(network, { regime: 'limited', losses: 'counted' });
  const open = meansOnly ? solveMeans(prepared, 'auto') : solveOpen(prepared, 'auto');
  if (open.kind === 'noAnswer' || !flows) return open as NoAnswer;
  const drawn = closedNetwork(scenario, network, flows);
  if ('kind' in drawn) return drawn;
  const changing = changesAt(drawn, unsteadyNodes(network, prepared.verdicts));
  const closed = { ...drawn, against: [...drawn.against, ...changing] };
  const full = closed.openLoad.findIndex((load) => load >= 1);
  if (full >= 0) {
    const stage = closed.nodes[full]!;
    return noAnswer('crowdedOut', { name: nameOf(stage) }, stage.id);
  }
  const { exact, approximate, takesSpeeds } = METHODS[method];
  const isExact = exact.length > 0 && (!approximate || closed.against.length === 0);
  if (isExact && closed.against.length > 0) return noProductForm(closed);
  const ring = isAutomatic(method) ? ringAnswer({ closed, network, flows, open }) : undefined;
  if (ring) return ring;
  const loadDependent = refuseLoadDependence(scenario, closed, isExact && takesSpeeds);
  if (loadDependent) return loadDependent;
  const plain = isPlain(closed.chains);
  const model = plain ? closed.model : byChains(closed.model, closed.chains);
  const ofChains = firstAnswer(model, [...(isExact ? exact : []), ...(approximate ? [approximate] : [])]);
  if (!ofChains) return noSolution(model, METHODS[method]);
  const found = plain
    ? ofChains
    : { ...ofChains, solution: byClasses(closed.model, closed.chains, ofChains.solution) };
  const chosen = found.exact ? found : { ...found, solution: withinPlaces(closed, found.solution) };
  const verdicts = closedRemarks(closed, chosen.exact);
  const answer = closedAnswer({ closed, network, flows, open, ...chosen, verdicts });
  // Closed jobs carry to every stage what changes at one.
  const doubted =
    changing.length > 0 ? closed.nodes.map(({ id }) => id) : closed.against.map(({ stage }) => stage);
  return doubted.length === 0 ? answer : { ...answer, stages: withDoubts(answer.stages, new Set(doubted)) };
}

/**
 * Approximate mean values know no capacities: jobs beyond a stage's slots are put where they wait for it, at the stations that send to
 * it, round by round; where these are full as well, wherever their class finds room. Throughputs stay as they are.
 */
function withinPlaces({ nodes, links, model }: ClosedNetwork, solution: ClosedSolution): ClosedSolution {
  const occupancy = solution.occupancy.map((jobs) => [...jobs]);
  const excess = (k: number): number => {
    const node = nodes[k]!;
    return sum(occupancy[k]!) - (node.kind === 'stage' ? capacityOf(node) : Number.POSITIVE_INFINITY);
  };
  const all = [...nodes.keys()];
  const senders = nodes.map(({ id }) => sendersOf(id, nodes, links));
  for (let round = 0; round <= nodes.length; round++)
    for (const k of all) {
      const over = excess(k);
      if (!(over > 0)) continue;
      const before = round < nodes.length ? senders[k]! : all;
      const share = over / sum(occupancy[k]!);
      occupancy[k]!.forEach((jobs, r) => {
        const open = before.filter((i) => excess(i) < 0 && model.stations[i]!.visits[r]! > 0);
        const rooms = open.map((i) => Math.min(-excess(i), over));
        const moved = Math.min(share * jobs, sum(rooms));
        if (moved === 0) return;
        occupancy[k]![r] = jobs - moved;
        open.forEach((i, j) => {
          occupancy[i]![r]! += (moved * rooms[j]!) / sum(rooms);
        });
      });
    }
  return { ...solution, occupancy };
}

/** The answer of a closed ring of finite stages, whose chain is followed. Undefined elsewhere. */
function ringAnswer(
  question: Pick<ClosedQuestion, 'closed' | 'network' | 'flows' | 'open'>,
): SolveAnswer | undefined {
  const { closed } = question;
  const order = ringOrder(closed);
  if (!order) return undefined;
  const { populations } = closed.model;
  const nodes = order.map((k) => closed.nodes[k] as StageNode);
  const ring = nodes.map(
    (node): FollowedStage => ({
      services: closed.classes.map(({ id }) => serviceOf(node, id)),
      servers: serverCountOf(node),
      capacity: capacityOf(node),
      promises: promisesPlaces(node),
    }),
  );
  if (sum(ring.map(({ capacity }) => capacity)) <= sum(populations)) return undefined;
  const statesTell =
    populations.length === 1 &&
    ring.every(({ services, promises }) => !promises && services.every(isPoisson));
  const solved = statesTell
    ? solveBlockingRing(
        ring.map((stage, i) => ({ ...stage, time: closed.model.stations[order[i]!]!.times[0]! })),
        populations[0]!,
      )
    : followJobs(ring, populations);
  if (!solved) return undefined;
  const occupancy = closed.nodes.map((_, k) => solved.stages[order.indexOf(k)]!.occupancy);
  const solution = { throughput: solved.throughput, occupancy };
  const verdicts = ringRemarks();
  const answer = closedAnswer({ ...question, solution, method: 'linearizer', exact: false, verdicts });
  const stages = { ...answer.stages };
  nodes.forEach((node, i) => {
    stages[node.id] = ringStage(stages[node.id]!, { node, ...ring[i]!, ...solved.stages[i]! });
  });
  return { ...answer, method: 'blocking', stages };
}

/** Stations in the order in which all jobs visit them, again and again; undefined of other networks, and where more stands against a product form than finite queues and how long services last. */
function ringOrder({
  nodes,
  model,
  openLoad,
  links,
  chains,
  against,
}: ClosedNetwork): readonly number[] | undefined {
  if (nodes.length < 2 || !isPlain(chains) || !against.some(({ because }) => because.code === 'finite'))
    return undefined;
  const fits = nodes.every(
    (node, k) =>
      node.kind === 'stage' &&
      !sharesServers(node) &&
      !servesByPriority(node) &&
      node.resource === undefined &&
      (node.capacity === undefined || blocksSenders(node)) &&
      openLoad[k] === 0 &&
      !model.stations[k]!.rates,
  );
  if (!fits || against.some(({ because }) => !FOLLOWED.has(because.code))) return undefined;
  const order = [0];
  for (let k = 0; ; ) {
    const taken = links.filter(({ from, perRound }) => from === nodes[k]!.id && sum(perRound) > 0);
    if (!taken[0]?.perRound.every((jobs) => jobs > 0)) return undefined;
    k = nodes.findIndex(({ id }) => id === taken[0]?.to);
    if (taken.length !== 1 || k < 0) return undefined;
    if (k === 0) return order.length === nodes.length ? order : undefined;
    if (order.includes(k)) return undefined;
    order.push(k);
  }
}

const FOLLOWED: ReadonlySet<ProductFormObjection['code']> = new Set<ProductFormObjection['code']>([
  'finite',
  'notExponential',
  'differentRates',
]);

type RingSolved = FollowedStage & RingAnswer['stages'][number] & { readonly node: StageNode };

/** With what blocking leaves of the servers' time. */
function ringStage(
  stage: StageAnswer,
  { node, services, servers, meanOccupancy, blocked, distribution }: RingSolved,
): StageAnswer {
  const { utilization = 0, throughput = 0, byClass } = stage;
  const name = services.every(isPoisson) ? 'M/M' : 'G/G';
  const blockedFraction = Math.min(blocked, 1 - utilization);
  const meanQueueLength = Math.max(0, meanOccupancy - servers * (utilization + blockedFraction));
  // Who waits is of a class as often as who is there.
  const waits = (share: number, rate: number) => ({
    meanQueueLength: share * meanQueueLength,
    meanWaitingTime: (share * meanQueueLength) / rate,
  });
  const full = node.capacity === undefined ? undefined : (distribution[node.capacity] ?? 0);
  return {
    ...stage,
    ...waits(1, throughput),
    ...{ model: `${name}/${servers === 1 ? '1' : 'c'}/K with blocking`, blockedFraction },
    starvedFraction: Math.max(0, 1 - utilization - blockedFraction),
    ...(full !== undefined && { fullProbability: full, backPressureProbability: full }),
    occupancyDistribution: cutTail(distribution),
    ...(byClass && {
      byClass: Object.fromEntries(
        Object.entries(byClass).map(([id, own]) => [
          id,
          { ...own, ...waits((own.meanOccupancy ?? 0) / meanOccupancy, own.throughput ?? 0) },
        ]),
      ),
    }),
  };
}

/** Indices of the stations from which jobs come to this one, past routers. */
function sendersOf(
  id: NodeId,
  nodes: ClosedNetwork['nodes'],
  links: ClosedNetwork['links'],
): readonly number[] {
  const seen = new Set([id]);
  const found = new Set<number>();
  for (const to of seen)
    for (const link of links) {
      if (link.to !== to || sum(link.perRound) === 0) continue;
      const station = nodes.findIndex((node) => node.id === link.from);
      if (station < 0) seen.add(link.from);
      else found.add(station);
    }
  return [...found];
}

/** Only convolution knows speeds by the number in the stage, and only where nobody but closed jobs comes and all is exact. */
function refuseLoadDependence(
  scenario: Scenario,
  { nodes, model, openLoad }: ClosedNetwork,
  takesSpeeds: boolean,
): NoAnswer | undefined {
  const exactly = nodes.filter((_, k) => model.stations[k]!.rates && openLoad[k] === 0);
  const drawn = scenario.nodes.filter((node) => node.kind === 'stage' && node.speeds);
  return takesSpeeds && drawn.length === exactly.length ? undefined : refuseKinds('formulas', scenario);
}

/** Product forms are of rates that stay the same. */
const changesAt = (
  { nodes }: ClosedNetwork,
  unsteady: ReadonlyMap<NodeId, unknown>,
): ClosedNetwork['against'] =>
  nodes
    .filter(({ id }) => unsteady.has(id))
    .map((node) => ({
      stage: node.id,
      because: { code: 'changesOverTime', name: nameOf(node) },
    }));

const withDoubts = (stages: SolveAnswer['stages'], doubted: ReadonlySet<NodeId>): SolveAnswer['stages'] =>
  Object.fromEntries(
    Object.entries(stages).map(([id, stage]) => [id, doubted.has(id) ? { ...stage, doubtful: true } : stage]),
  );

function firstAnswer(model: ClosedModel, algorithms: readonly Algorithm[]): Chosen | undefined {
  for (const algorithm of algorithms) {
    const found = algorithm(model);
    if (found) return found;
  }
  return undefined;
}

const isLoadDependent = ({ stations }: ClosedModel): boolean => stations.some(({ rates }) => rates);

function byConvolution(model: ClosedModel): Chosen | undefined {
  if (work(model) > MOST_WORK) return undefined;
  const solution = convolution(model);
  return solution && { method: 'convolution', solution, exact: true };
}

/** Where there are several servers, only if convolution confirms it. */
function byMva(model: ClosedModel): Chosen | undefined {
  if (isLoadDependent(model) || isTooLarge(model, METHODS.mva)) return undefined;
  const solution = exactMva(model);
  const reference = model.stations.some(({ servers }) => finite(servers) > 1) ? convolution(model) : solution;
  return reference && agrees(solution, reference) ? { method: 'mva', solution, exact: true } : undefined;
}

function bySize(model: ClosedModel): Chosen | undefined {
  if (isLoadDependent(model)) return undefined;
  return roundWork(model) > MOST_WORK / 1e3 ? bySchweitzer(model) : byLinearizer(model);
}

function byLinearizer(model: ClosedModel): Chosen {
  return { method: 'linearizer', solution: linearizer(model), exact: false };
}

function bySchweitzer(model: ClosedModel): Chosen {
  return { method: 'schweitzer', solution: schweitzer(model), exact: false };
}

function isTooLarge(model: ClosedModel, { keepsServers }: MethodTraits): boolean {
  const { populations, stations } = model;
  const kept = stateCount(populations) * stations.reduce((sum, { servers }) => sum + finite(servers), 0);
  return work(model) > MOST_WORK || (keepsServers && kept > MOST_KEPT);
}

/** Steps: population vectors, by classes, by stations (and their servers, or as many speeds as they have). */
function work({ populations, stations }: ClosedModel): number {
  const passes = stations.map(({ servers, rates }) => rates?.length ?? finite(servers));
  const all = passes.reduce((sum, count) => sum + count * (count > 1 ? stations.length : 1), 0);
  return stateCount(populations) * populations.length * all;
}

const finite = (servers: number): number => (Number.isFinite(servers) ? servers : 1);

/** Operations in one round of the linearizer. */
const roundWork = ({ populations, stations }: ClosedModel): number =>
  pow(populations.length, 3) * stations.length;

function noProductForm({ against }: ClosedNetwork): NoAnswer {
  const { stage, because } = against[0]!;
  return noAnswer('noProductForm', { because }, stage);
}

function noSolution(model: ClosedModel, method: MethodTraits): NoAnswer {
  return isTooLarge(model, method)
    ? noAnswer('tooManyVectors', { vectors: stateCount(model.populations) })
    : noAnswer(method.fails, {});
}

/** From the solution of the closed classes, and the open ones beside them, to the measures of an answer. */

function closedAnswer(question: ClosedQuestion): SolveAnswer {
  const { closed, network, flows, open, method, verdicts } = question;
  // Open streams that are only taken as Poisson are felt wherever the closed jobs go.
  const exact = question.exact && closed.nodes.every((node, k) => sendsOnAsAssumed(question, node, k));
  const stages: Record<NodeId, StageAnswer> = {};
  // What nobody visits is as the open classes have it.
  for (const [id, stage] of Object.entries(open.stages)) stages[id] = stage;
  // How long open elements stay beside closed jobs.
  const openStays: Record<NodeId, Pick<StageAnswer, 'lossRate' | 'meanSojournTime'>> = { ...open.stages };
  closed.nodes.forEach((node, k) => {
    stages[node.id] = stationAnswer({ ...question, exact }, k);
    const { rate, jobs } = openAt(question, k);
    openStays[node.id] = rate > 0 ? { lossRate: 0, meanSojournTime: jobs / rate } : { lossRate: 0 };
  });
  const { bottleneck: _, bottleneckResource: __, ...openNetwork } = open.network;
  const bottleneck = fullest(closed, stages);
  return {
    ...open,
    kind: open.kind,
    method,
    exact: exact && Object.values(stages).every((stage) => stage.exact),
    stages,
    links: linkFlows(question),
    network: {
      ...openNetwork,
      ...networkMeasures(network, flows, openStays),
      ...(bottleneck !== undefined && { bottleneck }),
      byClass: { ...open.network.byClass, ...roundMeasures(question) },
    },
    verdicts: [
      ...verdicts,
      ...open.verdicts.filter(({ stage }) => !closed.nodes.some(({ id }) => id === stage)),
    ],
  };
}

const sendsOnAsAssumed = (
  question: ClosedQuestion,
  { id, kind }: ClosedNetwork['nodes'][number],
  k: number,
) => kind === 'delay' || openAt(question, k).rate === 0 || question.open.stages[id]!.exact;

/** Closed jobs, which no stage makes more or fewer of, beside what the open classes bring. */
function linkFlows({ closed, open, solution }: ClosedQuestion): readonly LinkFlow[] {
  const openFlows = new Map<NodeId, LinkFlow[]>();
  for (const flow of open.links) openFlows.set(flow.from, [...(openFlows.get(flow.from) ?? []), flow]);
  return closed.links.map(({ from, to, perRound }) => {
    const jobs = perRound.reduce((sum, count, r) => sum + count * solution.throughput[r]!, 0);
    const beside = openFlows.get(from)?.find((flow) => flow.to === to);
    return {
      from,
      to,
      rate: (beside?.rate ?? 0) + jobs,
      receivedRate: (beside?.receivedRate ?? 0) + jobs,
    };
  });
}

/** The station with the highest utilization. */
function fullest(
  { nodes }: ClosedNetwork,
  stages: Readonly<Record<NodeId, StageAnswer>>,
): NodeId | undefined {
  let best: { readonly id: NodeId; readonly load: number } | undefined;
  for (const { id } of nodes) {
    const load = stages[id]!.utilization ?? 0;
    if (load > (best?.load ?? 0)) best = { id, load };
  }
  return best?.id;
}

const visitsTo = ({ nodes, model }: ClosedNetwork, id: NodeId, r: number): number =>
  model.stations[nodes.findIndex((node) => node.id === id)]?.visits[r] ?? 0;

function roundMeasures({ closed, solution }: ClosedQuestion): Record<ClassId, NetworkClassMeasures<number>> {
  return Object.fromEntries(
    closed.classes.map(({ id, closed: { population, start } }, r) => {
      const isAlone = closed.chains.some((chain) => chain.length === 1 && chain[0] === r);
      const X = solution.throughput[r]! * (isAlone ? 1 : visitsTo(closed, start, r));
      // How long a round takes that has been of several classes is not told by flows.
      return [id, { throughput: X, ...(X > 0 && isAlone && { meanSojournTime: population / X }) }];
    }),
  );
}
