/**
 * What keeps a drawn scenario from having an answer (errors), or makes its answer doubtful (warnings). The scenario is
 * well-formed already; a half-finished drawing has faults all the time, and each names the node it should be shown at.
 */

import {
  type ArrivalDistribution,
  distributionMean,
  distributionScv,
  isServiceDistribution,
  knowledgeOf,
} from '../distributions/index.ts';
import { formatNumber } from '../quantities/quantity.ts';
import { drawsLink, ROUTING } from '../rules/routing.ts';
import { admitsWhole } from '../rules/when-full.ts';
import { type ClassFlow, classFlows } from './class-flows.ts';
import { isSwitch } from './class-switch.ts';
import { classesOf, DEFAULT_CLASS, isClosed, sourceClass } from './classes.ts';
import { closedFaults } from './closed-faults.ts';
import { cycleText, cyclicParts, linksAsSuccessors, shortestCycle } from './cycles.ts';
import { dataflowFaults, hasDataflow, tokenFaults } from './dataflow-faults.ts';
import { deadlockFaults, holdsBack } from './deadlock-faults.ts';
import { batchSizeOf, conversionFactorOf, nameOf, overdriveRateOf } from './defaults.ts';
import type { Fault } from './fault.ts';
import { error, errorAt, type Finding, faultAt, warning } from './finding.ts';
import { forkRegions, idsOf } from './fork-regions.ts';
import { findUnbalanced } from './gain.ts';
import { type Graph, graphOf, reachableFrom, routingRule, takesNoTime } from './graph.ts';
import {
  type ClassId,
  type DelayNode,
  isStage,
  type Link,
  type NodeId,
  type Scenario,
  type ScenarioNode,
  type SourceNode,
  type StageNode,
} from './scenario.ts';
import { stageFindings } from './stage-faults.ts';
import { cyclesWithoutExit, wiringFaults } from './wiring-faults.ts';

/** All faults: the whole drawing first, then node by node, then forks, closed classes and cycles. Empty when there is nothing to say. `graph` where it is known. */
export function findFaults(scenario: Scenario, graph: Graph = graphOf(scenario)): readonly Fault[] {
  const flows = classFlows(scenario, graph);
  if (hasDataflow(scenario))
    return [
      ...wiringFaults(scenario, graph, flows),
      ...scenario.nodes.flatMap((node) => nodeFaults(node, scenario, graph)),
      ...forkFaults(graph, flows),
      ...dataflowFaults(scenario, graph),
    ];
  return [
    ...drawingFaults(scenario, flows),
    ...wiringFaults(scenario, graph, flows),
    ...scenario.nodes.flatMap((node) => nodeFaults(node, scenario, graph)),
    ...forkFaults(graph, flows),
    ...closedFaults(flows),
    ...flowFaults(flows),
    ...deadlockFaults(graph, flows),
    // The rest of the drawing has an answer without them.
    ...tokenFaults(scenario, graph).map((fault) => ({ ...fault, severity: 'warning' as const })),
  ];
}

/** Faults of one node: what its fields are to each other and to the links that leave it. */

function nodeFaults(node: ScenarioNode, scenario: Pick<Scenario, 'classes'>, graph: Graph): readonly Fault[] {
  const findings = [
    ...switchFindings(node, scenario),
    ...probabilityFindings(node, graph),
    ...distributionFindings(node),
    ...(node.kind === 'stage' ? stageFindings(node, scenario, graph) : []),
    ...(node.kind === 'stage' ? overdriveFindings(node, scenario) : []),
    ...(node.kind === 'source' ? sourceFindings(node, scenario, graph) : []),
  ];
  return findings.map((finding) => faultAt(node, finding));
}

/** Faults of what enters the network: by sources, and by the overdrive of stages. */

type Classes = Pick<Scenario, 'classes'>;

function sourceFindings(source: SourceNode, scenario: Classes, graph: Graph): readonly Finding[] {
  return [...emittedClosed(source, scenario), ...batchFindings(source, scenario, graph)];
}

function emittedClosed(source: SourceNode, scenario: Classes): readonly Finding[] {
  const id = sourceClass(scenario, source);
  if (!classesOf(scenario).some((jobClass) => jobClass.id === id && isClosed(jobClass))) return [];
  const text = `class "${id}" is closed, so its jobs cannot come from a source; choose an open class.`;
  return [error('closed-class-emitted', text)];
}

/** An overdrive is a source of the first class. */
function overdriveFindings(stage: StageNode, scenario: Classes): readonly Finding[] {
  const first = classesOf(scenario)[0]!;
  if (!stage.overdriveRate || !isClosed(first)) return [];
  const text = `its overdrive adds jobs of the first class, and "${first.id}" is closed; put an open class first.`;
  return [error('closed-class-emitted', text)];
}

/** A batch that goes as a whole to one stage which takes groups only whole. */
function batchFindings(source: SourceNode, scenario: Classes, graph: Graph): readonly Finding[] {
  const batchSize = batchSizeOf(source);
  const links = graph.outgoing.get(source.id)!;
  const stage = links.length === 1 ? graph.nodes.get(links[0]!.to) : undefined;
  if (batchSize === 1 || stage?.kind !== 'stage' || !admitsWhole(stage) || !stage.capacity) return [];
  const group = Math.ceil(batchSize * conversionFactorOf(stage, sourceClass(scenario, source)));
  if (group <= stage.capacity) return [];
  const text = `its batch arrives at "${nameOf(stage)}" as ${group} elements, which takes groups only whole and has capacity ${stage.capacity}.`;
  return [warning('batch-never-fits', text)];
}

/** Faults of the drawing as a whole: kinds of nodes that are missing, classes and resources that nothing uses. */

function drawingFaults(scenario: Scenario, flows: readonly ClassFlow[]): readonly Fault[] {
  return [...missingKinds(scenario, flows), ...silentClasses(scenario, flows), ...unusedResources(scenario)];
}

/** Jobs of closed classes are there from the start and never leave; where all go round for ever, that is the fault. */
function missingKinds({ nodes, classes = [] }: Scenario, flows: readonly ClassFlow[]): readonly Fault[] {
  const kinds = new Set(nodes.map((node) => node.kind));
  const isFed = kinds.has('source') || nodes.some((node) => isStage(node) && overdriveRateOf(node) > 0);
  const isClosedOnly = classes.some(isClosed) && !isFed;
  const missing: Fault[] = [];
  const report = (code: string, message: string) => missing.push({ severity: 'error', code, message });
  if (!isFed && !isClosedOnly) report('no-source', 'There is no source: nothing ever arrives.');
  if (!kinds.has('stage') && !kinds.has('delay')) {
    report('no-stage', 'There is no stage yet, so there is nothing to solve.');
  }
  if (!kinds.has('sink') && !isClosedOnly && cyclesWithoutExit(flows).length === 0)
    report('no-sink', 'There is no sink: elements cannot leave.');
  return missing;
}

/** In a drawing without any source the missing source is the fault. */
function silentClasses({ classes, nodes }: Scenario, flows: readonly ClassFlow[]): readonly Fault[] {
  if (classes === undefined || (!classes.some(isClosed) && !nodes.some(({ kind }) => kind === 'source')))
    return [];
  return flows
    .filter(({ jobClass: { closed }, starts, reached, switched }) =>
      closed
        ? closed.population === 0 && (switched === undefined || reached.size === 0)
        : starts.length === 0 && reached.size === 0,
    )
    .map(({ jobClass: { id, closed } }) =>
      warningOf(
        'class-unused',
        closed ? `Class "${id}" has no jobs, and none become it.` : `No source emits class "${id}".`,
      ),
    );
}

function unusedResources({ nodes, resources = [] }: Scenario): readonly Fault[] {
  const used = new Set(nodes.filter(isStage).map(({ resource }) => resource));
  return resources
    .filter(({ id }) => !used.has(id))
    .map(({ id }) => warningOf('resource-unused', `No stage uses shared resource "${id}".`));
}

const warningOf = (code: string, message: string): Fault => ({ severity: 'warning', code, message });

/** Faults of what jobs become at a router. */
function switchFindings(node: ScenarioNode, scenario: Classes): readonly Finding[] {
  if (!isSwitch(node)) return [];
  const closed = new Map(classesOf(scenario).map((jobClass) => [jobClass.id, isClosed(jobClass)]));
  return Object.entries(node.classSwitch).flatMap(([from, row]) => {
    const sum = Object.values(row).reduce((total, probability) => total + probability, 0);
    const stranger = Object.keys(row).find((to) => row[to]! > 0 && closed.get(to) !== closed.get(from));
    const [what, other] = closed.get(from) ? ['closed', 'open'] : ['open', 'closed'];
    return [
      ...(isOne(sum)
        ? []
        : [
            error(
              'class-switch-sum',
              `the probabilities of what class "${from}" becomes sum to ${formatNumber(sum, 9)} instead of 1.`,
            ),
          ]),
      ...(stranger === undefined
        ? []
        : [
            error(
              'class-switch-mixed',
              `jobs of class "${from}", which is ${what}, cannot become class "${stranger}", which is ${other}.`,
            ),
          ]),
    ];
  });
}

/** Faults of the probabilities on the links of one sender, for all its elements and for single classes. */

/** Probabilities typed with six digits sum to 1 within this. */
const SUM_TOLERANCE = 1e-6;

function probabilityFindings(node: ScenarioNode, graph: Graph): readonly Finding[] {
  const links = graph.outgoing.get(node.id)!;
  const classes = classesOnLinks(links);
  const isWritten = links.some(({ probability }) => probability !== undefined);
  if (!isWritten && classes.length === 0) return [];
  const rule = routingRule(node);
  if (!drawsLink(rule)) {
    const reason =
      node.kind === 'fork' ? 'it sends a task along every link' : `its routing is ${ROUTING[rule].words}`;
    return [warning('probability-ignored', `${reason}; the probabilities on its links are not used.`)];
  }
  return [...(isWritten ? sharesOfAll(links) : []), ...classes.flatMap((id) => sharesOfClass(links, id))];
}

const classesOnLinks = (links: readonly Link[]): readonly ClassId[] => [
  ...new Set(links.flatMap(({ byClass }) => Object.keys(byClass ?? {}))),
];

function sharesOfAll(links: readonly Link[]): readonly Finding[] {
  const missing = links.find(({ probability }) => probability === undefined);
  if (missing) {
    const text = `some of its links have a probability, the one to "${missing.to}" has none.`;
    return [error('probability-missing', text)];
  }
  const sum = links.reduce((total, { probability }) => total + probability!, 0);
  if (isOne(sum)) return [];
  return [
    error('probability-sum', `the probabilities on its links sum to ${formatNumber(sum, 9)} instead of 1.`),
  ];
}

function sharesOfClass(links: readonly Link[], id: ClassId): readonly Finding[] {
  const sum = links.reduce((total, { byClass }) => total + (byClass?.[id] ?? 0), 0);
  if (isOne(sum)) return [];
  const text = `the probabilities of class "${id}" on its links sum to ${formatNumber(sum, 9)} instead of 1.`;
  return [error('class-probability-sum', text)];
}

const isOne = (sum: number): boolean => Math.abs(sum - 1) <= SUM_TOLERANCE;

/** Faults of forks and joins: joins that wait for nothing, and what would make tasks indistinguishable. */

function forkFaults(graph: Graph, flows: readonly ClassFlow[]): readonly Fault[] {
  const forks = idsOf(graph, 'fork');
  const afterForks = reachableFrom(graph, forks);
  return [
    ...forks
      .map((id) => graph.nodes.get(id)!)
      .filter((fork) => graph.outgoing.get(fork.id)!.length === 1)
      .map(loneTask),
    ...idsOf(graph, 'join')
      .filter((id) => !afterForks.has(id))
      .map((id) => joinWithoutFork(graph.nodes.get(id)!)),
    ...multipliedTasks(graph, flows),
  ];
}

const loneTask = (fork: ScenarioNode): Fault =>
  faultAt(fork, warning('fork-single', 'it has one link, so nothing is split.'));

const joinWithoutFork = (join: ScenarioNode): Fault =>
  faultAt(join, error('join-without-fork', 'no fork leads to it, so there are no tasks to put together.'));

/** A join counts the tasks of its fork: on the way one must not become several, nor several one. */
function multipliedTasks(graph: Graph, flows: readonly ClassFlow[]): readonly Fault[] {
  const { between } = forkRegions(graph);
  return [...between].flatMap((id) => {
    const node = graph.nodes.get(id)!;
    const classes = flows.filter((flow) => flow.graph.nodes.has(id)).map(({ jobClass }) => jobClass.id);
    const converts = node.kind === 'stage' && classes.some((each) => conversionFactorOf(node, each) !== 1);
    const copies = routingRule(node) === 'broadcast' && graph.outgoing.get(id)!.length > 1;
    return [
      ...(converts ? [faultAt(node, error('fork-converted', convertedText))] : []),
      ...(copies ? [faultAt(node, error('fork-copied', copiedText))] : []),
      ...(isSwitch(node) ? [faultAt(node, error('fork-switched', switchedText))] : []),
    ];
  });
}

const convertedText =
  'it stands between a fork and its join and has an expansion factor other than 1; the join could not tell the tasks apart.';
const switchedText =
  'it stands between a fork and its join and switches classes; tasks have the class of their element.';
const copiedText =
  'it stands between a fork and its join and sends copies along its links; the join could not tell the tasks apart.';

/** Faults of cycles: flows that grow without end, loops that take no time. */

function flowFaults(flows: readonly ClassFlow[]): readonly Fault[] {
  const open = flows.filter(({ jobClass }) => !isClosed(jobClass));
  return [
    ...open.flatMap((flow) => flow.cycles.flatMap((part) => unbalancedFault(flow, part))),
    ...timelessFaults(flows),
  ];
}

function unbalancedFault(
  { graph, jobClass, switched }: ClassFlow,
  part: ReadonlySet<NodeId>,
): readonly Fault[] {
  // Where no sink can be reached that is the fault, and it is told already; what becomes of others the solver tells.
  if (!hasExit(graph, part) || [...part].some((id) => switched?.has(id))) return [];
  const found = findUnbalanced(graph, part, jobClass.id);
  if (!found) return [];
  const { node, gain } = found;
  const isGuess = [...part].some((id) => routingRule(graph.nodes.get(id)!) === 'joinShortestQueue');
  const cycle = cycleText(shortestCycle(linksAsSuccessors(graph), node, part), graph);
  const isFull = [...part].every((id) => holdsBack(graph.nodes.get(id)!));
  const end = isFull ? 'its stages fill up' : 'the flow grows without end';
  const message = `The rates${ofClass(jobClass.id)} cannot balance: ${returnsText(nameOf(graph.nodes.get(node)!), gain)} (${cycle}), and ${end}.`;
  return [{ severity: isGuess || isFull ? 'warning' : 'error', code: 'rates-cannot-balance', node, message }];
}

const ofClass = (id: ClassId): string => (id === DEFAULT_CLASS ? '' : ` of class "${id}"`);

function returnsText(name: string, gain: number | undefined): string {
  if (gain === undefined) return `no less comes back to "${name}" than leaves it`;
  const returns = formatNumber(gain);
  return `for each element that leaves "${name}", ${returns} come${returns === '1' ? 's' : ''} back`;
}

function hasExit(graph: Graph, part: ReadonlySet<NodeId>): boolean {
  const reached = reachableFrom(graph, part);
  return [...reached].some((id) => !part.has(id));
}

/** Rings that several classes go around are told once. */
function timelessFaults(flows: readonly ClassFlow[]): readonly Fault[] {
  const faults = flows.flatMap(({ graph, cycles }) => (cycles.length > 0 ? timelessRings(graph) : []));
  return faults.filter(({ message }, i) => faults.findIndex((other) => other.message === message) === i);
}

function timelessRings(graph: Graph): readonly Fault[] {
  const next = linksAsSuccessors(graph, takesNoTime);
  // The link of a router, fork or join to itself is told with it.
  const rings = cyclicParts(next).filter((part) => part.size > 1);
  return rings.map((part) => {
    const [node] = part;
    const cycle = cycleText(shortestCycle(next, node!, part), graph);
    const isOfRouters = [...part].every((id) => graph.nodes.get(id)!.kind === 'router');
    const who = isOfRouters ? 'Routers' : 'Routers, forks and joins';
    const message = `${who} pass elements around without any stage between them (${cycle}); this takes no time and has no order.`;
    return errorAt('zero-time-cycle', node!, message);
  });
}

/** Faults of the distributions of one node: its own, those of its schedule and those of single classes. */
function distributionFindings(node: ScenarioNode): readonly Finding[] {
  return distributionsOf(node).flatMap(({ distribution, times }) => {
    return node.kind !== 'source' && !isServiceDistribution(distribution)
      ? [misplaced(distribution, times)]
      : momentFindings(distribution, times);
  });
}

/** A distribution and the name of its times. */
interface PlacedDistribution {
  readonly distribution: ArrivalDistribution;
  readonly times: string;
}

function distributionsOf(node: ScenarioNode): readonly PlacedDistribution[] {
  if (node.kind === 'source') return arrivalDistributions(node);
  if (node.kind === 'stage')
    return [...serviceDistributions(node, 'service times'), ...scheduledServices(node)];
  return node.kind === 'delay' ? serviceDistributions(node, 'delay times') : [];
}

function arrivalDistributions({ interarrival, schedule }: SourceNode): readonly PlacedDistribution[] {
  const times = 'times between arrivals';
  const later = (schedule?.frames ?? []).flatMap((frame) =>
    frame.interarrival
      ? [{ distribution: frame.interarrival, times: `${times} from ${frame.from} s on` }]
      : [],
  );
  return [{ distribution: interarrival, times }, ...later];
}

function serviceDistributions(
  { service, byClass }: StageNode | DelayNode,
  times: string,
): readonly PlacedDistribution[] {
  const own = Object.entries(byClass ?? {}).flatMap(([id, entry]) =>
    entry.service ? [{ distribution: entry.service, times: `${times} of class "${id}"` }] : [],
  );
  return [{ distribution: service, times }, ...own];
}

const scheduledServices = ({ schedule }: StageNode): readonly PlacedDistribution[] =>
  (schedule?.frames ?? []).map(({ from, service }) => ({
    distribution: service,
    times: `service times from ${from} s on`,
  }));

const misplaced = (distribution: ArrivalDistribution, times: string): Finding =>
  error(
    'distribution-out-of-place',
    `${knowledgeOf(distribution).name} is a distribution of arrivals; it cannot state ${times}.`,
  );

function momentFindings(distribution: ArrivalDistribution, times: string): readonly Finding[] {
  const mean = distributionMean(distribution);
  if (!(mean < Number.POSITIVE_INFINITY)) {
    return [
      error(
        'distribution-without-mean',
        `its ${times} have no finite mean (${knowledgeOf(distribution).name}), so there is no rate.`,
      ),
    ];
  }
  if (!(mean > 0))
    return [error('distribution-zero', `its ${times} are always 0 (${knowledgeOf(distribution).name}).`)];
  if (distributionScv(distribution) < Number.POSITIVE_INFINITY) return [];
  const text = `its ${times} have no finite variance (${knowledgeOf(distribution).name}): mean waits may not exist, and simulations settle slowly.`;
  return [warning('distribution-without-variance', text)];
}
