/** From a scenario that `refuseChain` has nothing against to the model of its chain. */
import { arrivalPhases } from '../../../core/distributions/index.ts';
import { givesInTurn } from '../../../core/rules/arbitration.ts';
import { classChains } from '../../../core/scenario/class-switch.ts';
import { classesOf, isClosed, sourceClass } from '../../../core/scenario/classes.ts';
import { batchSizeOf, nameOf, priorityOf, unitsOf } from '../../../core/scenario/defaults.ts';
import { graphOf } from '../../../core/scenario/graph.ts';
import {
  isSource,
  isStage,
  type NodeId,
  type Scenario,
  type StageNode,
} from '../../../core/scenario/scenario.ts';
import { startingPlaces } from '../../../core/scenario/starting-places.ts';
import type { ChainClass, ChainJoin, ChainModel, ChainResource, ChainSource } from './chain-model.ts';
import { isStation, type RouteMap, routesFrom } from './routes.ts';
import { stationFacts } from './station-facts.ts';

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
