/**
 * Scenarios as analytic models of JMT (.jmva): mean service times and visits, which follow from the links. What such a model
 * has no place for is named; a fork, whose tasks no product form has, is refused.
 */
import { err, ok, type Result } from '../../base/result.ts';
import { distributionMean, distributionRate, isPoisson } from '../../distributions/index.ts';
import { solveSmall } from '../../numeric/small-linear.ts';
import { isFcfs, sharesServers } from '../../rules/discipline.ts';
import { isDataflow } from '../../rules/firing.ts';
import { drawsLink } from '../../rules/routing.ts';
import { isSwitch } from '../../scenario/class-switch.ts';
import { classesOf, DEFAULT_CLASS, isClosed, serviceOf, sourceClass } from '../../scenario/classes.ts';
import {
  batchSizeOf,
  conversionFactorOf,
  overdriveRateOf,
  passProbabilityOf,
  priorityOf,
  serverCountOf,
} from '../../scenario/defaults.ts';
import { type Graph, graphOf, linkShares, routingRule } from '../../scenario/graph.ts';
import {
  type DelayNode,
  isSource,
  type JobClass,
  type NodeId,
  type Scenario,
  type StageNode,
} from '../../scenario/scenario.ts';
import type { Exported } from '../exported.ts';
import { LeftOut } from '../refusing.ts';
import { element, escaped } from './xml-text.ts';

/** Larger systems of equations take long here. */
const MOST_NODES = 400;

/** `timeUnit`: seconds of one unit of time of the model. */
export function writeJmva(scenario: Scenario, timeUnit = 1): Result<Exported, string> {
  const fork = scenario.nodes.find(({ kind }) => kind === 'fork' || kind === 'join');
  if (fork)
    return err(`"${fork.id}" is a ${fork.kind}, which an analytic model of JMT cannot have; take jsimg`);
  const router = scenario.nodes.find(isSwitch);
  if (router)
    return err(`"${router.id}" switches classes, which an analytic model of JMT cannot have; take jsimg`);
  if (scenario.nodes.length > MOST_NODES)
    return err(
      `it has ${scenario.nodes.length} nodes; an analytic model is written of at most ${MOST_NODES}`,
    );
  const graph = graphOf(scenario);
  const classes = classesOf(scenario);
  const flows = classes.map((jobClass) => visitsOf(scenario, graph, jobClass));
  const lost = flows.indexOf(undefined);
  if (lost >= 0) return err(`the flow of class "${classes[lost]!.id}" does not balance`);
  const leftOut = new LeftOut();
  nameLost(scenario, leftOut);
  const name = ({ id }: JobClass): string => (id === DEFAULT_CLASS ? 'Class1' : id);
  const stations = scenario.nodes.filter(
    (node): node is StageNode | DelayNode => node.kind === 'stage' || node.kind === 'delay',
  );
  const classElements = classes.map((jobClass, at) =>
    isClosed(jobClass)
      ? element('closedclass', { name: name(jobClass), population: jobClass.closed.population })
      : element('openclass', { name: name(jobClass), rate: flows[at]!.rate * timeUnit }),
  );
  const stationElements = stations.map((node) => {
    const speeds = node.kind === 'stage' ? node.speeds : undefined;
    const kind = node.kind === 'delay' ? 'delaystation' : speeds ? 'ldstation' : 'listation';
    const times = classes.map((jobClass) => {
      const mean = distributionMean(serviceOf(node, jobClass.id)) / timeUnit;
      const attributes = { customerclass: name(jobClass) };
      return speeds
        ? element('servicetimes', attributes, [speeds.map((speed) => mean / speed).join(';')])
        : element('servicetime', attributes, [String(mean)]);
    });
    const visits = classes.map((jobClass, at) =>
      element('visit', { customerclass: name(jobClass) }, [String(flows[at]!.visits.get(node.id) ?? 0)]),
    );
    const servers = node.kind === 'stage' && !speeds ? [['servers', serverCountOf(node)] as const] : [];
    return element(kind, { name: node.id, ...Object.fromEntries(servers) }, [
      element('servicetimes', {}, times),
      element('visits', {}, visits),
    ]);
  });
  const references = classes.map((jobClass) =>
    element('Class', {
      name: name(jobClass),
      refStation: isClosed(jobClass) ? jobClass.closed.start : (stations[0]?.id ?? ''),
    }),
  );
  const model = element(
    'model',
    {
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:noNamespaceSchemaLocation': 'JMTmodel.xsd',
    },
    [
      element('description', {}, [escaped(scenario.name)]),
      element('parameters', {}, [
        element('classes', { number: classes.length }, classElements),
        element('stations', { number: stations.length }, stationElements),
        element('ReferenceStation', { number: classes.length }, references),
      ]),
      element('algParams', {}, [
        element('algType', { maxSamples: 10_000, name: 'MVA', tolerance: '1.0E-7' }),
        element('compareAlgs', { value: 'false' }),
      ]),
    ],
  );
  const text = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n${model}\n`;
  return ok({ text, remarks: [`One unit of time is ${timeUnit} s.`, ...leftOut.sentences] });
}

interface Flow {
  /** Elements per second of all sources of the class; 1 of a closed class. */
  readonly rate: number;
  /** Visits of one job, by stage and delay; of a closed class for each visit to its start. */
  readonly visits: ReadonlyMap<NodeId, number>;
}

/** What passes each node for each element that enters: x = e + x R, R what a node sends on. Undefined where that has no solution. */
function visitsOf(scenario: Scenario, graph: Graph, jobClass: JobClass): Flow | undefined {
  const ids = scenario.nodes.map(({ id }) => id);
  const place = new Map(ids.map((id, at) => [id, at]));
  const equations = ids.map((_, row) => ids.map((__, column) => (row === column ? 1 : 0)));
  const enter = ids.map(() => 0);
  for (const node of scenario.nodes) {
    if (isSource(node) && !isClosed(jobClass) && sourceClass(scenario, node) === jobClass.id)
      enter[place.get(node.id)!] = distributionRate(node.interarrival) * batchSizeOf(node);
    const links = graph.outgoing.get(node.id)!;
    const rule = routingRule(node);
    const shares = linkShares(rule, links, jobClass.id);
    for (const [at, { to }] of links.entries()) {
      const target = graph.nodes.get(to)!;
      const grows = target.kind === 'stage' ? conversionFactorOf(target, jobClass.id) : 1;
      const passes = node.kind === 'stage' ? passProbabilityOf(node, jobClass.id) : 1;
      equations[place.get(to)!]![place.get(node.id)!]! -= shares[at]! * passes * grows;
    }
  }
  if (isClosed(jobClass)) {
    // One visit to the start for each round.
    const start = place.get(jobClass.closed.start)!;
    equations[start] = ids.map((_, column) => (column === start ? 1 : 0));
    enter[start] = 1;
  }
  const rate = isClosed(jobClass) ? 1 : enter.reduce((sum, x) => sum + x, 0);
  const flow = rate > 0 ? solveSmall(equations, enter) : undefined;
  if (!flow?.every((x) => Number.isFinite(x) && x >= -1e-9)) return undefined;
  return { rate, visits: new Map(ids.map((id, at) => [id, tidyVisits(flow[at]! / rate)])) };
}

/** Rounding leaves tiny visits where there are none. */
const tidyVisits = (visits: number): number => (visits < 1e-12 ? 0 : Number(visits.toPrecision(15)));

function nameLost(scenario: Scenario, leftOut: LeftOut): void {
  leftOut.add('ways from station to station (visits stand for them)');
  for (const node of scenario.nodes) {
    if (node.kind === 'source' && (!isPoisson(node.interarrival) || batchSizeOf(node) > 1 || node.schedule))
      leftOut.add('arrivals other than Poisson', node.id);
    if (!drawsLink(routingRule(node)) && node.kind !== 'source')
      leftOut.add('choice among links (equal shares)', node.id);
    if (node.kind !== 'stage') continue;
    const services = classesOf(scenario).map(({ id }) => serviceOf(node, id));
    const leave = (isThere: boolean, what: string): void => {
      if (isThere) leftOut.add(what, node.id);
    };
    leave(node.capacity !== undefined, 'capacity');
    leave(
      !sharesServers(node) && services.some((service) => !isPoisson(service)),
      'shape of the service times (their mean)',
    );
    leave(!isFcfs(node) && !sharesServers(node), 'discipline');
    leave(node.bulk !== undefined, 'service in bulk');
    leave(overdriveRateOf(node) > 0, 'extra arrivals');
    leave(isDataflow(node), 'firing on every input');
    leave(node.resource !== undefined, 'shared resource');
    leave(node.schedule !== undefined, 'schedule (as at the start)');
    leave(node.pipelineLatency !== undefined, 'latency of a pipeline');
  }
  if (new Set(classesOf(scenario).map(priorityOf)).size > 1) leftOut.add('priorities');
  if (scenario.measurement) leftOut.add('measurement');
  if (scenario.groups?.length) leftOut.add('groups of stages');
  if (scenario.queries?.length) leftOut.add('queries');
}
