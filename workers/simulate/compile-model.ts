/** From a scenario to what the engine runs on. The scenario must be free of faults. Rules: SPEC.md. */
import { flowOrder, type Graph, graphOf, reachableFrom } from '../../core/scenario/graph.ts';
import { promisedStage } from '../../core/scenario/promised-stage.ts';
import {
  isSource,
  type NodeId,
  type Scenario,
  type ScenarioNode,
  type StageNode,
} from '../../core/scenario/scenario.ts';
import { compilePorts } from './compile-ports.ts';
import { compileStage, isPlace, type PlaceNode, scheduleOf } from './compile-stage.ts';
import type {
  ClassModel,
  PortModel,
  ResourceModel,
  SimulationModel,
  SourceModel,
} from './simulation-model.ts';

export function compileModel(scenario: Scenario): SimulationModel {
  const graph = graphOf(scenario);
  const places = scenario.nodes.filter(isPlace);
  const joins = scenario.nodes.filter(({ kind }) => kind === 'join');
  const index = new Map<NodeId, number>(places.map(({ id }, i) => [id, i]));
  const classes = classesOf(scenario, index);
  const { ports, sourcePort, overdrivePort } = compilePorts(scenario, graph, places, classes);
  const order = flowOrder(scenario);
  const stages = places.map((node) =>
    compileStage(node, {
      scenario,
      classes,
      rank: order.length - order.indexOf(node.id),
      asksFirst: node.kind === 'stage' && promisedStage(graph, node.id) !== undefined,
      beginsRound: classes.map(({ start }) => start >= 0 && start === index.get(node.id)),
    }),
  );
  const sources = sourcesOf(scenario, classes, sourcePort, overdrivePort);
  const sinks = scenario.nodes.filter(({ kind }) => kind === 'sink').map(({ id }) => id);
  return {
    classes,
    stages,
    joins: joins.map(({ id }, i) => ({ id, port: places.length + i })),
    sinks,
    resources: resourcesOf(scenario, places),
    sources,
    ports,
    hasPaths: sources.length > 1 || sinks.length > 1 || ports.some((port) => branches(port)),
    mayDeadlock: stages.some((stage) => stage.whole) || places.some(({ id }) => onCycle(id, graph)),
  };
}

const branches = ({ targets }: PortModel): boolean => targets.length > 1;

function classesOf({ classes = [] }: Scenario, index: ReadonlyMap<NodeId, number>): ClassModel[] {
  if (classes.length === 0) return [{ id: '', population: 0, start: -1 }];
  return classes.map(({ id, closed }) => ({
    id,
    population: closed?.population ?? 0,
    start: closed ? index.get(closed.start)! : -1,
  }));
}

function sourcesOf(
  scenario: Scenario,
  classes: readonly ClassModel[],
  sourcePort: ReadonlyMap<NodeId, number>,
  overdrivePort: ReadonlyMap<NodeId, number>,
): SourceModel[] {
  const classOf = (id: string | undefined): number =>
    id === undefined ? 0 : classes.findIndex((jobClass) => jobClass.id === id);
  const sources = scenario.nodes.filter(isSource).map(
    (node): SourceModel => ({
      id: node.id,
      purpose: 'interarrival',
      jobClass: classOf(node.class),
      interarrival: node.interarrival,
      schedule: scheduleOf(node.schedule, (frame) => frame.interarrival),
      batchSize: node.batchSize ?? 1,
      port: sourcePort.get(node.id)!,
    }),
  );
  const overdriven = scenario.nodes.filter(isOverdriven);
  return sources.concat(
    overdriven.map((node) => ({
      id: node.id,
      purpose: 'overdrive',
      jobClass: 0,
      interarrival: { distribution: 'exponential', rate: node.overdriveRate! },
      schedule: null,
      batchSize: 1,
      port: overdrivePort.get(node.id)!,
    })),
  );
}

const isOverdriven = (node: ScenarioNode): node is StageNode => node.kind === 'stage' && !!node.overdriveRate;

function resourcesOf({ resources = [] }: Scenario, places: readonly PlaceNode[]): ResourceModel[] {
  return resources.map(({ id, units = 1, arbitration }) => ({
    id,
    units,
    roundRobin: arbitration === 'roundRobin',
    stages: places.flatMap((node, i) => (node.kind === 'stage' && node.resource === id ? [i] : [])),
  }));
}

function onCycle(id: NodeId, graph: Graph): boolean {
  const next = (graph.outgoing.get(id) ?? []).map((link) => link.to);
  return reachableFrom(graph, next).has(id);
}
