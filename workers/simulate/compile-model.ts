/** From a scenario to what the engine runs on. The scenario must be free of faults. Rules: SPEC.md. */
import { cumulativeShares } from '../../core/distributions/draws.ts';
import type { ServiceDistribution } from '../../core/distributions/index.ts';
import { gcdOf } from '../../core/numeric/gcd.ts';
import { givesInTurn } from '../../core/rules/arbitration.ts';
import { batchSizes } from '../../core/rules/bulk.ts';
import { disciplineOf, preempts, servesByPriority } from '../../core/rules/discipline.ts';
import { isDataflow } from '../../core/rules/firing.ts';
import { DEFAULT_ROUTING, drawsLink } from '../../core/rules/routing.ts';
import { timePerElementOf } from '../../core/rules/timing.ts';
import { admitsWhole, losesWhenFull, promisesPlaces, victimOf } from '../../core/rules/when-full.ts';
import { becomes, isSwitch } from '../../core/scenario/class-switch.ts';
import {
  batchSizeOf,
  consumedOf,
  conversionFactorOf,
  depthOf,
  initialTokensOf,
  passProbabilityOf,
  priorityOf,
  producedOf,
  serverCountOf,
  unitsOf,
} from '../../core/scenario/defaults.ts';
import {
  flowOrder,
  type Graph,
  graphOf,
  linkShares,
  reachableFrom,
  routingRule,
} from '../../core/scenario/graph.ts';
import { hasFifo, limitsTasks } from '../../core/scenario/link-fifos.ts';
import { promisedBehind, promisedStage } from '../../core/scenario/promised-stage.ts';
import {
  type DelayNode,
  isDelay,
  isSource,
  isStage,
  type Link,
  type NodeId,
  type Scenario,
  type ScenarioNode,
  type Schedule,
  type StageNode,
} from '../../core/scenario/scenario.ts';
import { startingPlaces } from '../../core/scenario/starting-places.ts';
import { wayLatencyOf } from '../../core/scenario/way-latency.ts';
import {
  type ByClass,
  CHOICE,
  type ClassModel,
  type DataflowModel,
  type FeedModel,
  FIFO_TARGETS,
  type FifoModel,
  type PortModel,
  type ResourceModel,
  type ScheduleModel,
  type SimulationModel,
  type SourceModel,
  type StageModel,
  sinkTarget,
  UNBOUNDED,
} from './simulation-model.ts';

export function compileModel(scenario: Scenario): SimulationModel {
  const graph = graphOf(scenario);
  const places = scenario.nodes.filter(isPlace);
  const joins = scenario.nodes.filter(({ kind }) => kind === 'join');
  const index = new Map<NodeId, number>([...places, ...joins].map(({ id }, i) => [id, i]));
  const classes = classesOf(scenario, graph, index);
  const fifos = fifosOf(scenario, graph, index);
  const { ports, sourcePort, overdrivePort, targetOf } = compilePorts(
    scenario,
    graph,
    places,
    classes,
    fifos,
  );
  const order = flowOrder(scenario);
  const stages = places.map((node) =>
    compileStage(node, {
      scenario,
      classes,
      rank: 2 * (order.length - order.indexOf(node.id)),
      asksFirst: node.kind === 'stage' && promisedStage(graph, node.id) !== undefined,
      beginsRound: classes.map(({ start }) => start >= 0 && start === index.get(node.id)),
      dataflow:
        node.kind === 'stage' && isDataflow(node) ? dataflowOf(node, scenario, graph, fifos, targetOf) : null,
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
    fifos,
    feeds: fifos.length > 0 ? feedsOf(graph, [...places, ...joins], sources, targetOf) : [],
    hasPaths:
      sources.length > 1 || sinks.length > 1 || fifos.length > 0 || ports.some((port) => branches(port)),
    mayDeadlock:
      fifos.length > 0 || stages.some((stage) => stage.whole) || places.some(({ id }) => onCycle(id, graph)),
  };
}

/** The kernel counts in 32 bits. No stage ever holds so many (E7), so that more are as good as no bound. */
const bounded = (count: number): number => Math.min(count, UNBOUNDED);

const branches = ({ targets }: PortModel): boolean => targets.length > 1;

function classesOf(scenario: Scenario, graph: Graph, index: ReadonlyMap<NodeId, number>): ClassModel[] {
  const { classes = [] } = scenario;
  if (classes.length === 0) return [{ id: '', population: 0, start: -1, places: [] }];
  const places = startingPlaces(scenario, graph);
  return classes.map(({ id, closed }) => ({
    id,
    population: closed?.population ?? 0,
    start: closed ? index.get(closed.start)! : -1,
    places: (places.get(id) ?? []).map(({ node, count }) => ({ stage: index.get(node)!, count })),
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
      batchSize: bounded(batchSizeOf(node)),
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
  return resources.map((resource) => ({
    id: resource.id,
    units: bounded(unitsOf(resource)),
    roundRobin: givesInTurn(resource),
    stages: places.flatMap((node, i) => (node.kind === 'stage' && node.resource === resource.id ? [i] : [])),
  }));
}

function onCycle(id: NodeId, graph: Graph): boolean {
  const next = (graph.outgoing.get(id) ?? []).map((link) => link.to);
  return reachableFrom(graph, next).has(id);
}

/** In the order of the file. */
function fifosOf(scenario: Scenario, graph: Graph, index: ReadonlyMap<NodeId, number>): FifoModel[] {
  return scenario.links.flatMap((link, i) => {
    if (!hasFifo(link, graph)) return [];
    const node = graph.nodes.get(link.to)!;
    return {
      link: i,
      taker: index.get(node.id)!,
      capacity: bounded(depthOf(link)),
      reserves: node.kind === 'stage' && promisesPlaces(node),
      initial: initialTokensOf(link),
      take: consumedOf(link),
    };
  });
}

type TargetOf = (link: Link) => number;

function dataflowOf(
  { id, firingTimes: times = [] }: StageNode,
  { links }: Scenario,
  graph: Graph,
  fifos: readonly FifoModel[],
  targetOf: TargetOf,
): DataflowModel {
  const inputs = fifos.flatMap(({ link }, i) => (links[link]!.to === id ? [i] : []));
  const outputs = graph.outgoing.get(id)!.map((link) => ({
    target: targetOf(link),
    promised: promisedBehind(graph, link) !== undefined,
    give: producedOf(link),
  }));
  const lengths = [
    ...inputs.map((i) => fifos[i]!.take.length),
    ...outputs.map(({ give }) => give.length),
    ...(times.length > 0 ? [times.length] : []),
  ];
  const phases = lengths.reduce((all, each) => (all * each) / gcd(all, each), 1);
  return { inputs, outputs, phases, times };
}

const gcd = (a: number, b: number): number => Number(gcdOf(BigInt(a), BigInt(b)));

/** Whose elements come where next; what happens to tasks in front of a join without FIFOs is left out. */
function feedsOf(
  graph: Graph,
  places: readonly ScenarioNode[],
  sources: readonly SourceModel[],
  targetOf: TargetOf,
): FeedModel[] {
  const reached = (id: NodeId, seen: Set<NodeId>): number[] =>
    graph.outgoing.get(id)!.flatMap((link) => {
      const { kind } = graph.nodes.get(link.to)!;
      if (kind === 'stage' || kind === 'delay' || limitsTasks(graph, link.to)) return [targetOf(link)];
      if (kind === 'sink' || seen.has(link.to)) return [];
      seen.add(link.to);
      return reached(link.to, seen);
    });
  return [
    ...places.flatMap(({ id, kind }, place) =>
      kind === 'join' && !limitsTasks(graph, id)
        ? []
        : reached(id, new Set()).map((to): FeedModel => ({ from: { place }, to })),
    ),
    ...sources.flatMap(({ id, purpose }, source) => {
      const own = places.findIndex((place) => place.id === id);
      const targets = purpose === 'overdrive' ? [own] : reached(id, new Set());
      return targets.map((to): FeedModel => ({ from: { source }, to }));
    }),
  ];
}

/** Where the elements of each node go: links as numbers, shares by class, and every route that needs no choice resolved. */

interface Ports {
  readonly ports: readonly PortModel[];
  readonly sourcePort: ReadonlyMap<NodeId, number>;
  readonly overdrivePort: ReadonlyMap<NodeId, number>;
  readonly targetOf: TargetOf;
}

function compilePorts(
  scenario: Scenario,
  graph: Graph,
  places: readonly PlaceNode[],
  classes: readonly ClassModel[],
  fifos: readonly FifoModel[],
): Ports {
  const { nodes } = scenario;
  const joins = nodes.filter(({ kind }) => kind === 'join');
  const passages = nodes.filter(({ kind }) => kind === 'router' || kind === 'fork');
  const sources = nodes.filter(isSource);
  const sinks = nodes.filter(({ kind }) => kind === 'sink');
  const targets: readonly ScenarioNode[] = [...places, ...joins, ...passages];
  const index = new Map<NodeId, number>([
    ...targets.map(({ id }, i): [NodeId, number] => [id, i]),
    ...sinks.map(({ id }, i): [NodeId, number] => [id, sinkTarget(i)]),
  ]);
  const fifoOf = new Map(fifos.map(({ link }, i) => [scenario.links[link]!, FIFO_TARGETS + i]));
  const targetOf = (link: Link): number => fifoOf.get(link) ?? index.get(link.to)!;
  const senders = [...targets, ...sources];
  const routes = senders.map((node) => routesOf(node, graph, targetOf, classes));
  const firstPassage = places.length + joins.length;
  const ports = routes.map((from, i) =>
    portOf(i, from, resolve(from, routes, { stages: places.length, firstPassage })),
  );
  const overdrivePort = new Map<NodeId, number>();
  for (const [target, node] of places.entries()) {
    if (!isStage(node) || !node.overdriveRate) continue;
    overdrivePort.set(node.id, ports.length);
    ports.push(portOf(ports.length, onlyTo(node.id, target, classes), target));
  }
  return {
    ports,
    sourcePort: new Map(sources.map(({ id }, i) => [id, targets.length + i])),
    overdrivePort,
    targetOf,
  };
}

type Routes = Omit<PortModel, 'index' | 'sole'>;

function routesOf(
  node: ScenarioNode,
  graph: Graph,
  targetOf: TargetOf,
  classes: readonly ClassModel[],
): Routes {
  const links = graph.outgoing.get(node.id) ?? [];
  const rule = routingRule(node);
  const isNamed = ({ id }: ClassModel): boolean => links.some(({ byClass }) => byClass && id in byClass);
  const common = cumulativeShares(linkShares(rule, links));
  const ownShares = classes.map((jobClass) => drawsLink(rule) && isNamed(jobClass));
  return {
    node: node.id,
    kind: kindOf(node),
    rule,
    targets: links.map(targetOf),
    cumulative: classes.map(({ id }, c) =>
      ownShares[c] ? cumulativeShares(linkShares(rule, links, id)) : common,
    ),
    ownShares,
    becomes: switchesAt(node, classes),
  };
}

function switchesAt(node: ScenarioNode, classes: readonly ClassModel[]): PortModel['becomes'] {
  if (!isSwitch(node) || !classes.some(({ id }) => becomes(node, id))) return [];
  return classes.map(({ id }) => {
    const next = becomes(node, id);
    if (next === undefined) return null;
    return {
      classes: [...next.keys()].map((to) => classes.findIndex((jobClass) => jobClass.id === to)),
      cumulative: cumulativeShares([...next.values()]),
    };
  });
}

function kindOf({ kind }: ScenarioNode): PortModel['kind'] {
  return kind === 'delay' || kind === 'sink' ? 'stage' : kind;
}

const onlyTo = (node: NodeId, target: number, classes: readonly ClassModel[]): Routes => ({
  node,
  kind: 'source',
  rule: DEFAULT_ROUTING,
  targets: [target],
  cumulative: classes.map(() => Float64Array.of(1)),
  ownShares: classes.map(() => false),
  becomes: [],
});

// Written field by field, not spread: engines then know all ports as of one shape.
function portOf(index: number, routes: Routes, sole: number): PortModel {
  const { node, kind, rule, targets, cumulative, ownShares, becomes } = routes;
  return { index, node, kind, rule, targets, cumulative, ownShares, becomes, sole };
}

/** Follows single links through routers; CHOICE as soon as there are several, a switch of classes, a fork or join, or a circle of routers. */
function resolve(
  port: Routes,
  ports: readonly Routes[],
  { stages, firstPassage }: { readonly stages: number; readonly firstPassage: number },
): number {
  let at = port;
  for (let hop = 0; hop <= ports.length; hop++) {
    if (at.targets.length !== 1 || at.kind === 'fork' || at.becomes.length > 0) return CHOICE;
    const target = at.targets[0]!;
    if (target < stages || target >= FIFO_TARGETS) return target;
    if (target < firstPassage) return CHOICE;
    at = ports[target]!;
  }
  return CHOICE;
}

/** One stage or delay as the engine takes it: defaults filled in, what classes have of their own beside the stage's. */

/** Where elements spend time. */
type PlaceNode = StageNode | DelayNode;
const isPlace = (node: ScenarioNode): node is PlaceNode => isStage(node) || isDelay(node);

interface StageContext {
  readonly scenario: Scenario;
  readonly classes: readonly ClassModel[];
  readonly rank: number;
  readonly asksFirst: boolean;
  readonly beginsRound: ByClass<boolean>;
  readonly dataflow: DataflowModel | null;
}

// Models are written field by field, not spread: engines then know all stages as of one shape.

function compileStage(place: PlaceNode, context: StageContext): StageModel {
  const node: StageNode = place.kind === 'stage' ? place : { ...place, kind: 'stage', discipline: 'PS' };
  const { classes, scenario } = context;
  const own = classes.map(({ id }) => node.byClass?.[id] ?? {});
  const { least, most } = batchSizes(node.bulk);
  const { levels, levelCount } = levelsOf(node, scenario, classes);
  return {
    id: node.id,
    isDelay: place.kind === 'delay',
    capacity: bounded(node.capacity ?? UNBOUNDED),
    serverCount: place.kind === 'delay' ? UNBOUNDED : bounded(serverCountOf(node)),
    discipline: disciplineOf(node),
    preempts: preempts(node) && levelCount > 1,
    levels,
    levelCount,
    service: node.service,
    schedule: scheduleOf(node.schedule, (frame): ServiceDistribution => frame.service),
    ownServices: own.map(({ service }) => service ?? null),
    batchMin: bounded(least),
    batchMax: bounded(most),
    timePerElement: timePerElementOf(node),
    speeds: node.speeds ?? [],
    pipelineLatency: wayLatencyOf(node),
    timeout: node.bulk?.timeout ?? Number.POSITIVE_INFINITY,
    passProbability: own.map(({ passProbability }) => passProbability ?? passProbabilityOf(node)),
    ownFilters: own.map(({ passProbability }) => passProbability !== undefined),
    factor: own.map(({ conversionFactor }) => conversionFactor ?? conversionFactorOf(node)),
    drops: losesWhenFull(node),
    victim: victimOf(node),
    reserves: promisesPlaces(node),
    whole: admitsWhole(node) && node.capacity !== undefined,
    asksFirst: context.asksFirst,
    resource: (scenario.resources ?? []).findIndex(({ id }) => id === node.resource),
    beginsRound: context.beginsRound,
    rank: context.rank,
    dataflow: context.dataflow,
  };
}

/** One line for each priority among the classes, where the discipline looks at it (P1); else one for all. */
function levelsOf(node: StageNode, scenario: Scenario, classes: readonly ClassModel[]) {
  const priorities = classes.map((_, i) => priorityOf(scenario.classes?.[i] ?? {}));
  if (!servesByPriority(node)) return { levels: classes.map(() => 0), levelCount: 1 };
  const distinct = [...new Set(priorities)].sort((a, b) => a - b);
  return {
    levels: priorities.map((priority) => distinct.indexOf(priority)),
    levelCount: distinct.length,
  };
}

function scheduleOf<Frame extends { readonly from: number }, Distribution>(
  schedule: Schedule<Frame> | undefined,
  distributionOf: (frame: Frame) => Distribution | undefined,
): ScheduleModel<Distribution> | null {
  if (!schedule) return null;
  return {
    from: Float64Array.from(schedule.frames, ({ from }) => from),
    distributions: schedule.frames.map(distributionOf),
    period: schedule.period ?? Number.POSITIVE_INFINITY,
  };
}
