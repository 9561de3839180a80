/** The flows that a chain has at each node and on each link, class by class. */
import { classesOf } from '../../../core/scenario/classes.ts';
import { conversionFactorOf, passProbabilityOf } from '../../../core/scenario/defaults.ts';
import { type Graph, graphOf, linkShares, routingRule } from '../../../core/scenario/graph.ts';
import type { Link, NodeId, Scenario, ScenarioNode } from '../../../core/scenario/scenario.ts';
import type { LinkFlow } from '../contract.ts';
import type { ChainAverages } from './chain-averages.ts';
import type { ChainModel } from './chain-model.ts';

/** Flows of one class; rates in 1/s. */
export interface ClassFlows {
  /** What comes to each node, in its native unit, overdrives included. */
  readonly offered: ReadonlyMap<NodeId, number>;
  /** What leaves it. */
  readonly output: ReadonlyMap<NodeId, number>;
}

export function classFlows(
  scenario: Scenario,
  model: ChainModel,
  averages: ChainAverages,
): readonly ClassFlows[] {
  const graph = graphOf(scenario);
  return model.classes.map((_, k) => flowsOfClass({ graph, scenario, model, averages, k }));
}

interface Question {
  readonly graph: Graph;
  readonly scenario: Scenario;
  readonly model: ChainModel;
  readonly averages: ChainAverages;
  readonly k: number;
}

function flowsOfClass({ graph, scenario, model, averages, k }: Question): ClassFlows {
  const { id } = classesOf(scenario)[k]!;
  const served = new Map(model.stages.map((stage, i) => [stage.id, averages.stages[i]!.classes[k]!.served]));
  const emitted = new Map<NodeId, number>();
  model.sources.forEach((source, i) => {
    if (source.jobClass === k) emitted.set(source.id, averages.emitted[i]!);
  });
  const output = new Map<NodeId, number>();
  const inflow = (node: ScenarioNode): number =>
    graph.incoming
      .get(node.id)!
      .reduce((sum, link) => sum + outputOf(link.from) * shareOf(graph, link, id), 0);
  /** Routers, forks and joins pass on what they get; they never stand in a circle. */
  const outputOf = (from: NodeId): number => {
    const known = output.get(from);
    if (known !== undefined) return known;
    const node = graph.nodes.get(from)!;
    const rate = passedOn(node);
    output.set(from, rate);
    return rate;
  };
  const passedOn = (node: ScenarioNode): number => {
    if (node.kind === 'source') return emitted.get(node.id) ?? 0;
    if (node.kind === 'stage') return served.get(node.id)! * passProbabilityOf(node, id);
    if (node.kind === 'delay') return served.get(node.id)!;
    return inflow(node) / (node.kind === 'join' ? graph.incoming.get(node.id)!.length : 1);
  };
  const offered = new Map(
    scenario.nodes.map((node): [NodeId, number] => {
      if (node.kind === 'source') return [node.id, passedOn(node)];
      if (node.kind !== 'stage') return [node.id, inflow(node)];
      return [node.id, conversionFactorOf(node, id) * (inflow(node) + (emitted.get(node.id) ?? 0))];
    }),
  );
  for (const node of scenario.nodes) outputOf(node.id);
  return { offered, output };
}

function shareOf(graph: Graph, link: Link, jobClass: string): number {
  const links = graph.outgoing.get(link.from)!;
  return linkShares(routingRule(graph.nodes.get(link.from)!), links, jobClass)[links.indexOf(link)]!;
}

export function linkFlows(scenario: Scenario, flows: readonly ClassFlows[]): readonly LinkFlow[] {
  const graph = graphOf(scenario);
  return scenario.links.map((link) => {
    const receiver = graph.nodes.get(link.to)!;
    let [rate, receivedRate] = [0, 0];
    classesOf(scenario).forEach(({ id }, k) => {
      const part = flows[k]!.output.get(link.from)! * shareOf(graph, link, id);
      rate += part;
      receivedRate += part * (receiver.kind === 'stage' ? conversionFactorOf(receiver, id) : 1);
    });
    return { from: link.from, to: link.to, rate, receivedRate };
  });
}
