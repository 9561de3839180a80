/** From a scenario that `refuseChain` has nothing against to the model of its chain. */
import { arrivalPhases, distributionMean, servicePhases } from '../../../core/distributions/index.ts';
import { givesInTurn } from '../../../core/rules/arbitration.ts';
import { batchSizes, largestBatch } from '../../../core/rules/bulk.ts';
import { DEFAULT_DISCIPLINE, disciplineOf, preempts, sharesServers } from '../../../core/rules/discipline.ts';
import { timePerElementOf } from '../../../core/rules/timing.ts';
import {
  admitsWhole,
  promisesPlaces,
  someoneLeaves,
  type Victim,
  victimOf,
} from '../../../core/rules/when-full.ts';
import { classChains } from '../../../core/scenario/class-switch.ts';
import { classesOf, isClosed, serviceOf, sourceClass } from '../../../core/scenario/classes.ts';
import {
  batchSizeOf,
  conversionFactorOf,
  nameOf,
  passProbabilityOf,
  priorityOf,
  serverCountOf,
  unitsOf,
} from '../../../core/scenario/defaults.ts';
import { graphOf } from '../../../core/scenario/graph.ts';
import {
  isSource,
  isStage,
  type NodeId,
  type Scenario,
  type StageNode,
} from '../../../core/scenario/scenario.ts';
import { startingPlaces } from '../../../core/scenario/starting-places.ts';
import {
  type ChainClass,
  type ChainJoin,
  type ChainModel,
  type ChainResource,
  type ChainSource,
  type ChainStage,
  NO_PROMISE,
  NO_RESOURCE,
  type StartOption,
  type Visit,
} from './chain-model.ts';
import { forkedStages } from './fork-branches.ts';
import { isStation, joinAt, type Route, type RouteMap, routesFrom, type Station } from './routes.ts';

/** `cuts`: by stage or delay, the level at which an unbounded one is cut off. */
export function chainModel(scenario: Scenario, cuts: ReadonlyMap<NodeId, number>): ChainModel {
  const graph = graphOf(scenario);
  const stations = scenario.nodes.filter(isStation);
  const map: RouteMap = {
    graph,
    stations: new Map(stations.map(({ id }, i) => [id, i])),
    joins: scenario.nodes.filter(({ kind }) => kind === 'join').map(({ id }) => id),
    classes: new Map(classesOf(scenario).map(({ id }, k) => [id, k])),
  };
  const chains = classChains(scenario);
  const places = startingPlaces(scenario, graph);
  const classes = classesOf(scenario).map(
    (jobClass, k): ChainClass => ({
      id: jobClass.id,
      name: nameOf(jobClass),
      priority: priorityOf(jobClass),
      isClosed: isClosed(jobClass),
      chain: chains.find((chain) => chain.includes(k))!,
      population: isClosed(jobClass) ? jobClass.closed.population : 0,
      start: isClosed(jobClass) ? map.stations.get(jobClass.closed.start)! : -1,
      places: (places.get(jobClass.id) ?? []).map(({ node, count }) => ({
        stage: map.stations.get(node)!,
        count,
      })),
    }),
  );
  const sources = [
    ...scenario.nodes.filter(isSource).map((node): ChainSource => {
      const jobClass = classes.findIndex(({ id }) => id === sourceClass(scenario, node));
      return {
        id: node.id,
        name: nameOf(node),
        jobClass,
        arrivals: arrivalPhases(node.interarrival)!,
        batchSize: batchSizeOf(node),
        routes: routesFrom(map, node.id, classes[jobClass]!.id),
      };
    }),
    ...stations.flatMap((node, target) =>
      isStage(node) && node.overdriveRate ? [overdrive(node, node.overdriveRate, target)] : [],
    ),
  ];
  const resources = (scenario.resources ?? []).map(
    (resource): ChainResource => ({
      units: unitsOf(resource),
      isRoundRobin: givesInTurn(resource),
      users: stations.flatMap((node, i) => (isStage(node) && node.resource === resource.id ? [i] : [])),
    }),
  );
  const stages = stationFacts({ scenario, map, stations, classes, sources, cuts });
  const joins = map.joins.map(
    (id): ChainJoin => ({
      branches: graph.incoming.get(id)!.length,
      jobClass: 0,
      routes: routesFrom(map, id, classes[0]!.id),
    }),
  );
  return { classes, stages, sources, resources, joins };
}

/** A Poisson source of single elements of the first class at the stage's entry (S4). */
const overdrive = (node: StageNode, rate: number, target: number): ChainSource => ({
  id: node.id,
  name: nameOf(node),
  jobClass: 0,
  arrivals: { first: 0, moves: [[{ rate, to: 0, arrives: true }]] },
  batchSize: 1,
  routes: [{ targets: [target], jobClass: 0, probability: 1 }],
});

/** What the chain must know of each stage and delay, and of each class that comes there. */

interface Stations {
  readonly scenario: Scenario;
  readonly map: RouteMap;
  readonly stations: readonly Station[];
  readonly classes: readonly ChainClass[];
  readonly sources: readonly ChainSource[];
  readonly cuts: ReadonlyMap<NodeId, number>;
}

function stationFacts(question: Stations): readonly ChainStage[] {
  const { scenario, map, stations, classes } = question;
  const coming = stationsByClass(question);
  const inBranch = forkedStages(scenario, map.graph);
  const plain = stations.map((node, i) => plainFacts(node, i, question, coming, inBranch.has(node.id)));
  const reserves = (route: Route): boolean => route.targets.some((to) => to >= 0 && plain[to]!.reserves);
  return stations.map((node, i): ChainStage => {
    const visits = classes.map(({ id }, k): Visit | undefined => {
      if (!coming[k]!.has(i)) return undefined;
      const routes = routesFrom(map, node.id, id);
      return {
        pass: isStage(node) ? passProbabilityOf(node, id) : 1,
        factor: isStage(node) ? conversionFactorOf(node, id) : 1,
        service: servicePhases(serviceOf(node, id))!,
        mean: distributionMean(serviceOf(node, id)),
        routes,
        options: startOptions(routes, reserves),
      };
    });
    const forks = visits.some((visit) => visit?.routes.some(({ targets }) => targets.length > 1));
    return { ...plain[i]!, visits, forks };
  });
}

type PlainFacts = Omit<ChainStage, 'visits' | 'forks'>;

function plainFacts(
  node: Station,
  index: number,
  { scenario, classes, cuts }: Stations,
  coming: readonly ReadonlySet<number>[],
  isInBranch: boolean,
): PlainFacts {
  const here = classes.filter((_, k) => coming[k]!.has(index));
  const mates = new Set(here.flatMap(({ chain }) => chain));
  const most = [...mates].reduce((sum, k) => sum + classes[k]!.population, 0);
  const isClosed = here.length > 0 && here.every((jobClass) => jobClass.isClosed);
  const limit = isStage(node) ? node.capacity : undefined;
  const isCut = limit === undefined && !isClosed;
  const closedPlaces = isCut && most > 0 ? most + 1 : 0;
  // One that comes back to its own stage is still counted there.
  const own = isStage(node) ? largestBatch(node.bulk) : 1;
  const capacity = limit ?? (isClosed ? most + own : cuts.get(node.id)! + closedPlaces);
  const shared = {
    id: node.id,
    name: nameOf(node),
    capacity,
    isCut,
    closedPlaces,
    ...overflow(isCut && !isInBranch ? 'newcomer' : 'nobody'),
  };
  if (!isStage(node)) return { ...shared, ...DELAY, serverCount: capacity };
  const { least, most: largest } = batchSizes(node.bulk);
  const resources = scenario.resources ?? [];
  return {
    ...shared,
    isDelay: false,
    serverCount: serverCountOf(node),
    batchMin: Math.max(1, least),
    batchMax: largest,
    timePerElement: timePerElementOf(node),
    speeds: node.speeds ?? ALWAYS_ONE,
    ...overflow(shared.drops ? shared.victim : victimOf(node)),
    reserves: limit !== undefined && promisesPlaces(node),
    whole: limit !== undefined && admitsWhole(node),
    discipline: disciplineOf(node),
    shares: sharesServers(node),
    preempts: preempts(node),
    resource:
      node.resource === undefined ? NO_RESOURCE : resources.findIndex(({ id }) => id === node.resource),
  };
}

const overflow = (victim: Victim) => ({ victim, drops: someoneLeaves(victim) });

const ALWAYS_ONE = [1];

const DELAY = {
  isDelay: true,
  batchMin: 1,
  batchMax: 1,
  timePerElement: 0,
  speeds: ALWAYS_ONE,
  reserves: false,
  whole: false,
  discipline: DEFAULT_DISCIPLINE,
  shares: false,
  preempts: false,
  resource: NO_RESOURCE,
} as const;

/** By class, the stages that some element comes to as such. */
function stationsByClass({ map, stations, classes, sources }: Stations): readonly ReadonlySet<number>[] {
  const found = classes.map(() => new Set<number>());
  const open: (readonly [jobClass: number, station: number])[] = [];
  const come = (k: number, station: number): void => {
    if (found[k]!.has(station)) return;
    found[k]!.add(station);
    open.push([k, station]);
  };
  const addRoutes = (routes: readonly Route[]): void => {
    for (const { targets, jobClass } of routes) {
      for (const to of targets) {
        if (to >= 0) come(jobClass, to);
        else addRoutes(routesFrom(map, map.joins[joinAt(to).join]!, classes[jobClass]!.id));
      }
    }
  };
  classes.forEach(({ population, start }, k) => {
    if (population > 0) come(k, start);
  });
  for (const source of sources) addRoutes(source.routes);
  for (const [k, station] of open) addRoutes(routesFrom(map, stations[station]!.id, classes[k]!.id));
  return found;
}

/** Routes to targets without promises may as well be chosen after service: the choice depends on nothing. */
function startOptions(routes: readonly Route[], reserves: (route: Route) => boolean): readonly StartOption[] {
  const asked = routes.filter(reserves);
  const others = routes.filter((route) => !reserves(route));
  const free = others.reduce((sum, { probability }) => sum + probability, 0);
  const promised = asked.map(({ targets, jobClass, probability }) => ({
    probability,
    promise: targets[0]!,
    routes: [{ targets, jobClass, probability: 1 }],
  }));
  if (others.length === 0) return promised;
  const conditional = others.map((route) => ({ ...route, probability: route.probability / free }));
  return [...promised, { probability: free, promise: NO_PROMISE, routes: conditional }];
}
