/** The flows that a chain has at each node and on each link, class by class. */
import { isSwitch, switchShare } from '../../../core/scenario/class-switch.ts';
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
  const question = { graph, scenario, model, averages, output: model.classes.map(() => new Map()) };
  return model.classes.map((_, k) => flowsOfClass(question, k));
}

interface Question {
  readonly graph: Graph;
  readonly scenario: Scenario;
  readonly model: ChainModel;
  readonly averages: ChainAverages;
  /** What is known of what leaves each node, by class. */
  readonly output: readonly Map<NodeId, number>[];
}

function flowsOfClass(question: Question, k: number): ClassFlows {
  const { scenario, output } = question;
  const { id } = classesOf(scenario)[k]!;
  const offered = new Map(
    scenario.nodes.map((node): [NodeId, number] => {
      if (node.kind === 'source') return [node.id, emitted(question, node.id, k)];
      const coming = inflow(question, node, k);
      if (node.kind !== 'stage') return [node.id, coming];
      return [node.id, conversionFactorOf(node, id) * (coming + emitted(question, node.id, k))];
    }),
  );
  for (const node of scenario.nodes) outputOf(question, node.id, k);
  return { offered, output: output[k]! };
}

/** By a source, or by the overdrive of a stage. */
const emitted = ({ model, averages }: Question, id: NodeId, k: number): number =>
  model.sources.reduce(
    (sum, source, i) => (source.id === id && source.jobClass === k ? sum + averages.emitted[i]! : sum),
    0,
  );

function inflow(question: Question, node: ScenarioNode, k: number): number {
  const { graph, scenario } = question;
  const { id } = classesOf(scenario)[k]!;
  return graph.incoming
    .get(node.id)!
    .reduce((sum, link) => sum + outputOf(question, link.from, k) * shareOf(graph, link, id), 0);
}

/** Routers, forks and joins pass on what they get; they never stand in a circle. */
function outputOf(question: Question, from: NodeId, k: number): number {
  const known = question.output[k]!.get(from);
  if (known !== undefined) return known;
  const rate = passedOn(question, question.graph.nodes.get(from)!, k);
  question.output[k]!.set(from, rate);
  return rate;
}

function passedOn(question: Question, node: ScenarioNode, k: number): number {
  const { graph, scenario, model, averages } = question;
  const classes = classesOf(scenario);
  const { id } = classes[k]!;
  if (node.kind === 'source') return emitted(question, node.id, k);
  if (node.kind === 'stage' || node.kind === 'delay') {
    const place = model.stages.findIndex((stage) => stage.id === node.id);
    const { served } = averages.stages[place]!.classes[k]!;
    return node.kind === 'stage' ? served * passProbabilityOf(node, id) : served;
  }
  if (isSwitch(node))
    return classes.reduce((sum, { id: comes }, other) => {
      const share = switchShare(node, comes, id);
      return share === 0 ? sum : sum + share * inflow(question, node, other);
    }, 0);
  return inflow(question, node, k) / (node.kind === 'join' ? graph.incoming.get(node.id)!.length : 1);
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
