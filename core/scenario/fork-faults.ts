/** Faults of forks and joins: joins that wait for nothing, and what would make tasks indistinguishable. */
import type { ClassFlow } from './class-flows.ts';
import { conversionFactorOf } from './classes.ts';
import type { Fault } from './fault.ts';
import { error, faultAt, warning } from './finding.ts';
import { forkRegions, idsOf } from './fork-regions.ts';
import { type Graph, reachableFrom, routingRule } from './graph.ts';
import type { ScenarioNode } from './scenario.ts';

export function forkFaults(graph: Graph, flows: readonly ClassFlow[]): readonly Fault[] {
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
    ];
  });
}

const convertedText =
  'it stands between a fork and its join and has a conversion factor other than 1; the join could not tell the tasks apart.';
const copiedText =
  'it stands between a fork and its join and sends copies along its links; the join could not tell the tasks apart.';
