/**
 * Forks whose tasks the chain can tell by counting: every branch is one line of stages with one server each that keep
 * their order, so that the n-th task out of each branch belongs to the n-th element.
 */

import { type NoAnswer, noAnswer } from '../../../core/measures/refusals.ts';
import { isFcfs } from '../../../core/rules/discipline.ts';
import { blocksSenders, losesWhenFull, promisesPlaces } from '../../../core/rules/when-full.ts';
import {
  conversionFactorOf,
  nameOf,
  passProbabilityOf,
  serverCountOf,
} from '../../../core/scenario/defaults.ts';
import { type Graph, graphOf } from '../../../core/scenario/graph.ts';
import { isStage, type NodeId, type Scenario, type StageNode } from '../../../core/scenario/scenario.ts';

interface Branch {
  readonly stages: readonly NodeId[];
  /** Node behind the last stage. */
  readonly end: NodeId;
}

/** Stages between forks and joins. */
export function forkedStages(scenario: Scenario, graph: Graph): ReadonlySet<NodeId> {
  const forks = scenario.nodes.filter(({ kind }) => kind === 'fork');
  return new Set(forks.flatMap(({ id }) => branchesOf(graph, id).flatMap(({ stages }) => stages)));
}

/** Each branch as far as it is one line. */
function branchesOf(graph: Graph, fork: NodeId): readonly Branch[] {
  return graph.outgoing.get(fork)!.map(({ to }) => {
    const stages: NodeId[] = [];
    let at = to;
    while (graph.nodes.get(at)!.kind === 'stage' && !stages.includes(at)) {
      stages.push(at);
      const links = graph.outgoing.get(at)!;
      if (links.length !== 1) break;
      at = links[0]!.to;
    }
    return { stages, end: at };
  });
}

/** Why tasks cannot be counted; undefined where they can. */
export function refuseForks(scenario: Scenario): NoAnswer | undefined {
  const graph = graphOf(scenario);
  const fork = scenario.nodes.find(({ kind, id }) => kind === 'fork' && !isCountable(graph, id));
  const several = (scenario.classes?.length ?? 0) > 1;
  const joins = scenario.nodes.filter(({ kind }) => kind === 'join');
  const forks = scenario.nodes.filter(({ kind }) => kind === 'fork');
  if (forks.length === 0 && joins.length === 0) return undefined;
  if (several) return noAnswer('forksWithClasses', {});
  if (fork) return noAnswer('forkBranches', { name: nameOf(fork) });
  const join = joins.find(({ id }) => !isFree(graph, id));
  return join && noAnswer('joinBeforeFinite', { name: nameOf(join) });
}

function isCountable(graph: Graph, fork: NodeId): boolean {
  const branches = branchesOf(graph, fork);
  const end = branches[0]?.end;
  if (end === undefined || graph.nodes.get(end)!.kind !== 'join') return false;
  return (
    branches.length === graph.incoming.get(end)!.length &&
    branches.every((branch) => branch.end === end && branch.stages.every((id) => keepsOrder(graph, id)))
  );
}

function keepsOrder(graph: Graph, id: NodeId): boolean {
  const stage = graph.nodes.get(id) as StageNode;
  return (
    serverCountOf(stage) === 1 &&
    isFcfs(stage) &&
    stage.bulk === undefined &&
    passProbabilityOf(stage) === 1 &&
    conversionFactorOf(stage) === 1 &&
    !stage.overdriveRate &&
    !losesWhenFull(stage) &&
    !promisesPlaces(stage) &&
    graph.incoming.get(id)!.length === 1 &&
    graph.outgoing.get(id)!.length === 1
  );
}

/** Nothing right behind a join can be full: its tasks have left their stages. */
function isFree(graph: Graph, join: NodeId): boolean {
  const passed = new Set([join]);
  for (const from of passed) {
    for (const { to } of graph.outgoing.get(from)!) {
      const node = graph.nodes.get(to)!;
      if (node.kind === 'router') passed.add(to);
      else if (node.kind === 'fork' || node.kind === 'join') return false;
      else if (isStage(node) && blocksSenders(node)) return false;
    }
  }
  return true;
}
