/**
 * Several open classes seen as one: each node gets the facts of the mixture that comes to it. Mean rates stay exact,
 * class by class, with what becomes of them where routers switch classes; a station sees the distribution of service of an element drawn at random from its
 * arrivals. `accepted`: by class, the share of its arrivals that each node serves, where some lose or saturate; all when absent.
 */
import {
  distributionMean,
  distributionRate,
  distributionScv,
  isPoisson,
  type ServiceDistribution,
} from '../../../core/distributions/index.ts';
import { fullService } from '../../../core/rules/timing.ts';
import { priorityOf, serverCountOf } from '../../../core/scenario/defaults.ts';
import type { Graph } from '../../../core/scenario/graph.ts';
import type { Scenario, StageNode } from '../../../core/scenario/scenario.ts';
import { type ClassShare, type FlowNetwork, type FlowNode, flowNetwork } from '../flow-network.ts';
import { type ClassFacts, gainsOf, switched } from './class-facts.ts';
import { solveTraffic } from './traffic-equations.ts';

/** The flow of a scenario with several classes seen as one. `graph` where it is known. */
export function mixedFlows(scenario: Scenario, graph?: Graph): FlowNetwork {
  const network = flowNetwork(scenario, graph);
  return network.facts ? mixNetwork(network) : network;
}

/** Where the rates of some class cannot balance the network is endless. */
export function mixNetwork(network: FlowNetwork, accepted?: readonly Float64Array[]): FlowNetwork {
  const offered = ratesByClass(network, accepted);
  if (!offered) return { ...network, isEndless: true };
  const nodes = network.nodes.map((flowNode, i) => {
    const rates = offered.map((of) => of[i]!);
    const taken = rates.map((rate, r) => rate * (accepted?.[r]?.[i] ?? 1));
    return mixedNode({ flowNode, index: i, rates, taken, classes: network });
  });
  return { ...network, nodes };
}

/** What comes to each node, by class; undefined where rates cannot balance. */
function ratesByClass(
  { facts = [], switches }: FlowNetwork,
  accepted: readonly Float64Array[] | undefined,
): readonly Float64Array[] | undefined {
  if (!switches) {
    const alone = facts.map((of, r) =>
      solveTraffic({
        links: gainsOf({ facts: [of], accepted: accepted && [accepted[r]!] }),
        external: externalOf(of),
      }),
    );
    return alone.every((rates) => rates !== undefined) ? alone : undefined;
  }
  const places = facts[0]!.length;
  const external = Float64Array.from(facts.flatMap((of) => [...externalOf(of)]));
  const all = solveTraffic({ links: gainsOf({ facts, switches, accepted }), external });
  return all && facts.map((_, r) => all.subarray(r * places, (r + 1) * places));
}

const externalOf = (facts: ClassFacts): Float64Array =>
  Float64Array.from(
    facts,
    ({ sourceRate, overdriveRate, conversion }) => sourceRate + conversion * overdriveRate,
  );

interface MixedNode {
  readonly flowNode: FlowNode;
  readonly index: number;
  /** Offered, by class. */
  readonly rates: readonly number[];
  /** What it serves, by class. */
  readonly taken: readonly number[];
  readonly classes: FlowNetwork;
}

function mixedNode({ flowNode, index, rates, taken, classes }: MixedNode): FlowNode {
  const flows = classes.facts!.map((of) => of[index]!);
  const total = sum(rates);
  const sourceRate = sum(flows.map((flow) => flow.sourceRate));
  const overdriveRate = sum(flows.map((flow) => flow.overdriveRate));
  if (total === 0) return { ...flowNode, sourceRate, overdriveRate, mix: [] };
  const out = switched(
    classes.switches?.[index],
    taken.map((rate, r) => rate * flows[r]!.pass),
  );
  const output = sum(out);
  const links = flowNode.links.map((link, k) => mixedLink({ link, k, out, flows, facts: classes.facts! }));
  const mix = classes.classes.flatMap((jobClass, r): readonly ClassShare[] => {
    if (rates[r] === 0) return [];
    const { service } = flows[r]!;
    return [
      {
        id: jobClass.id,
        priority: priorityOf(jobClass),
        share: rates[r]! / total,
        outputShare: output === 0 ? 0 : out[r]! / output,
        ...(service && { service }),
      },
    ];
  });
  return {
    ...flowNode,
    ...serviceOfMix(flowNode, mix),
    sourceRate,
    overdriveRate,
    conversion: total / sum(rates.map((rate, r) => rate / flows[r]!.conversion)),
    pass: output / (sum(taken) || 1),
    links,
    mix,
  };
}

interface MixedLink {
  readonly link: FlowNode['links'][number];
  /** Its place among those of its sender. */
  readonly k: number;
  /** Output of the sender, by class. */
  readonly out: readonly number[];
  readonly flows: ClassFacts;
  readonly facts: readonly ClassFacts[];
}

/** Its share of all that is sent, and what one of its elements becomes on the average. */
function mixedLink({ link, k, out, flows, facts }: MixedLink): FlowNode['links'][number] {
  const sent = out.map((rate, r) => rate * flows[r]!.links[k]!.share);
  const rate = sum(sent);
  if (rate === 0) return sum(out) === 0 ? link : { to: link.to, share: 0 };
  const received = sum(sent.map((part, r) => part * facts[r]![link.to]!.conversion));
  return { to: link.to, share: rate / sum(out), conversion: received / rate };
}

/** The drawn node with the distribution of the mixture in place of its own, where classes have their own. */
function serviceOfMix({ node, serviceRate, serverLimit }: FlowNode, mix: readonly ClassShare[]) {
  const hasService = node.kind === 'stage' || node.kind === 'delay';
  if (!hasService || mix.length === 0) return { node, serviceRate, serverLimit };
  const service = mixedDistribution(mix);
  const rate = distributionRate(service);
  if (node.kind === 'delay') return { node: { ...node, service }, serviceRate: rate, serverLimit };
  const limit = serverCountOf(node) * rate * fullService(node, rate);
  return { node: { ...node, service } satisfies StageNode, serviceRate: rate, serverLimit: limit };
}

/** Exponential branches where all are exponential; else a distribution of the same mean and variance. */
function mixedDistribution(mix: readonly Pick<ClassShare, 'share' | 'service'>[]): ServiceDistribution {
  const distributions = mix.map(({ service }) => service!);
  if (distributions.every((distribution) => distribution === distributions[0])) return distributions[0]!;
  if (distributions.every(isPoisson)) {
    const rates = distributions.map(distributionRate);
    if (rates.every((rate) => rate === rates[0])) return { distribution: 'exponential', rate: rates[0]! };
    return { distribution: 'hyperexponential', probabilities: mix.map(({ share }) => share), rates };
  }
  const mean = sum(mix.map(({ share }, r) => share * distributionMean(distributions[r]!)));
  const square = sum(
    mix.map(
      ({ share }, r) =>
        share * distributionMean(distributions[r]!) ** 2 * (1 + distributionScv(distributions[r]!)),
    ),
  );
  const scv = square / mean ** 2 - 1;
  return scv < 1e-12 ? { distribution: 'deterministic', mean } : { distribution: 'gamma', mean, scv };
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
