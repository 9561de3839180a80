/**
 * A scenario as the chain needs it: stages and senders as integers, every default filled in, laws as phases. The
 * scenario is one that `refuseChain` has nothing against. Rules of the protocol: workers/simulate/SPEC.md.
 */
import { graphOf } from '../../../src/model/graph.ts';
import {
  isSource,
  isStage,
  type NodeId,
  type Scenario,
  type StageNode,
} from '../../../src/model/scenario.ts';
import { type ArrivalPhases, arrivalPhases, type ServicePhases, servicePhases } from './phase-laws.ts';
import { type Route, routesFrom, SINK } from './routes.ts';

/** Of a start option: no place is promised. */
export const NO_PROMISE = -1;

/** What may be chosen when a service starts: one target that wants its place reserved (BBS1), or all the others. */
export interface StartOption {
  readonly probability: number;
  /** Stage that promises places, or NO_PROMISE. */
  readonly promise: number;
  /** Of a served element that passes the filter. */
  readonly routes: readonly Route[];
}

export interface ChainStage {
  readonly id: NodeId;
  /** Most elements; of an unbounded stage the level at which it is cut off. */
  readonly capacity: number;
  readonly isCut: boolean;
  readonly serverCount: number;
  readonly batchMin: number;
  readonly batchMax: number;
  readonly pass: number;
  readonly factor: number;
  /** Loses what finds no room; so does an unbounded stage at its cut. */
  readonly drops: boolean;
  /** Promises places before a service upstream starts. */
  readonly reserves: boolean;
  readonly whole: boolean;
  readonly service: ServicePhases;
  readonly routes: readonly Route[];
  readonly options: readonly StartOption[];
}

export interface ChainSource {
  readonly id: NodeId;
  readonly arrivals: ArrivalPhases;
  readonly batchSize: number;
  readonly routes: readonly Route[];
}

export interface ChainModel {
  readonly stages: readonly ChainStage[];
  /** Sources, then overdrives. As senders they are numbered after the stages. */
  readonly sources: readonly ChainSource[];
}

/** `cuts`: by stage, the level at which an unbounded one is cut off. */
export function chainModel(scenario: Scenario, cuts: ReadonlyMap<NodeId, number>): ChainModel {
  const graph = graphOf(scenario);
  const nodes = scenario.nodes.filter(isStage);
  const stageIndex = new Map(nodes.map((node, i) => [node.id, i]));
  const plain = nodes.map((node) => ({
    ...stageFacts(node, cuts),
    routes: routesFrom(graph, stageIndex, node.id),
  }));
  const stages = plain.map((stage) => ({
    ...stage,
    options: startOptions(stage.routes, (target) => target !== SINK && plain[target]!.reserves),
  }));
  const sources = scenario.nodes.filter(isSource).map((node) => ({
    id: node.id,
    arrivals: arrivalPhases(node.interarrival)!,
    batchSize: node.batchSize ?? 1,
    routes: routesFrom(graph, stageIndex, node.id),
  }));
  return { stages, sources: [...sources, ...nodes.flatMap(overdrive)] };
}

function stageFacts(
  node: StageNode,
  cuts: ReadonlyMap<NodeId, number>,
): Omit<ChainStage, 'routes' | 'options'> {
  const bulk = node.bulk ?? { rule: 'full', size: 1 };
  const isCut = node.capacity === undefined;
  return {
    id: node.id,
    capacity: node.capacity ?? cuts.get(node.id)!,
    isCut,
    serverCount: node.serverCount ?? 1,
    batchMin: bulk.rule === 'full' ? bulk.size : Math.max(1, bulk.min),
    batchMax: bulk.rule === 'full' ? bulk.size : bulk.max,
    pass: node.passProbability ?? 1,
    factor: node.conversionFactor ?? 1,
    drops: isCut || node.whenFull === 'drop',
    reserves: !isCut && node.whenFull === 'blockBefore',
    whole: !isCut && node.admission === 'whole',
    service: servicePhases(node.service)!,
  };
}

/** Routes to targets without promises may as well be chosen after service: the choice depends on nothing. */
function startOptions(
  routes: readonly Route[],
  reserves: (target: number) => boolean,
): readonly StartOption[] {
  const asked = routes.filter(({ target }) => reserves(target));
  const others = routes.filter(({ target }) => !reserves(target));
  const free = others.reduce((sum, { probability }) => sum + probability, 0);
  const promised = asked.map(({ target, probability }) => ({
    probability,
    promise: target,
    routes: [{ target, probability: 1 }],
  }));
  if (others.length === 0) return promised;
  const conditional = others.map((route) => ({ ...route, probability: route.probability / free }));
  return [...promised, { probability: free, promise: NO_PROMISE, routes: conditional }];
}

/** A Poisson source of single elements at the stage's entry (S4). */
function overdrive(node: StageNode, target: number): readonly ChainSource[] {
  if (!node.overdriveRate) return [];
  const move = { rate: node.overdriveRate, to: 0, arrives: true };
  return [
    {
      id: node.id,
      arrivals: { first: 0, moves: [[move]] },
      batchSize: 1,
      routes: [{ target, probability: 1 }],
    },
  ];
}
