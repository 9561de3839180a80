/** What the chain must know of each stage and delay, and of each class that comes there. */
import { distributionMean, servicePhases } from '../../../core/distributions/index.ts';
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
import { serviceOf } from '../../../core/scenario/classes.ts';
import {
  conversionFactorOf,
  nameOf,
  passProbabilityOf,
  serverCountOf,
} from '../../../core/scenario/defaults.ts';
import { isStage, type NodeId, type Scenario } from '../../../core/scenario/scenario.ts';
import {
  type ChainClass,
  type ChainSource,
  type ChainStage,
  NO_PROMISE,
  NO_RESOURCE,
  type StartOption,
  type Visit,
} from './chain-model.ts';
import { forkedStages } from './fork-branches.ts';
import { joinAt, type Route, type RouteMap, routesFrom, type Station } from './routes.ts';

interface Stations {
  readonly scenario: Scenario;
  readonly map: RouteMap;
  readonly stations: readonly Station[];
  readonly classes: readonly ChainClass[];
  readonly sources: readonly ChainSource[];
  readonly cuts: ReadonlyMap<NodeId, number>;
}

export function stationFacts(question: Stations): readonly ChainStage[] {
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
