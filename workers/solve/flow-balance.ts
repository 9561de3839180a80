/**
 * Mean flows through the network: the traffic equations with filters, unit conversion, overdrive, routing shares,
 * feedback, and the limits of stages that saturate or lose.
 *
 * At a stage lambda = F (sum over senders of share * output + lambda_mo), output = P * accepted. `linear` takes all
 * that is offered as accepted. `limited` lets a stage pass at most c mu b, and a dropping stage with
 * `losses: 'counted'` pass lambda (1 - p_K(lambda)), p_K of the model that fits it (networks/fitted-station.ts, else
 * M/M/c/K); with `memoryless` always of M/M/c/K.
 *
 * Method: one pass in flow order. With feedback what is accepted is a non-decreasing concave function of what is offered
 * (linear, min and Erlang's carried load are): Newton steps from above, each the traffic equations along its tangents.
 * Cost: nodes + links without feedback, some few sparse eliminations with it.
 * Refuses: undefined when a loop without a limit returns at least what it takes, so that no finite flow balances.
 * Source: Dor 2010, sections 4.3.3 and 4.3.6, for the stage; Jackson 1957 for the balance.
 */

import { largestBatch } from '../../core/rules/bulk.ts';
import { losesWhenFull } from '../../core/rules/when-full.ts';
import { serverCountOf } from '../../core/scenario/defaults.ts';
import type { FlowNetwork, FlowNode, Flows } from './flow-network.ts';
import { servedShares } from './networks/class-answers.ts';
import { fittedStation } from './networks/fitted-station.ts';
import { filtersTell, joinFlows } from './networks/join-flows.ts';
import { type Gain, solveTraffic } from './networks/traffic-equations.ts';
import { solveMmck } from './stations/mmck.ts';
import { isSaturated } from './stations/queue.ts';

export interface FlowRule {
  readonly regime: 'linear' | 'limited';
  /** Whether dropping stages lose, all as if services were exponential, or pass what they can (models that take arrivals as accepted). */
  readonly losses: 'counted' | 'memoryless' | 'ignored';
  /** All external input, overdrive included, times this; default 1. */
  readonly scale?: number;
}

export function solveFlows(network: FlowNetwork, rule: FlowRule): Flows | undefined {
  if (network.isEndless || (network.needsLimits && rule.regime === 'linear')) return undefined;
  const flows = balanced(network, rule);
  return flows && !filtersTell(network) ? withJoins(network, rule, flows) : flows;
}

/** What leaves the joins and the flows that follow from it are found in turn, until neither changes. */
function withJoins(network: FlowNetwork, rule: FlowRule, first: Flows): Flows | undefined {
  let flows = first;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const nodes = [...network.nodes];
    for (const [join, { pass }] of joinFlows(network, flows)) nodes[join] = { ...nodes[join]!, pass };
    const next = balanced({ ...network, nodes }, rule);
    if (!next || isSettled(flows.output, next.output)) return next;
    flows = next;
  }
  return flows;
}

/** Without feedback as many as there are forks in a row. */
const MOST_ROUNDS = 100;

function balanced(network: FlowNetwork, rule: FlowRule): Flows | undefined {
  if (network.returns.length === 0) return passForward(network, rule);
  const links = network.nodes.map(({ links: next, pass }) =>
    next.map(({ to, share }) => ({ to, gain: pass * share * network.nodes[to]!.conversion })),
  );
  const external = externalRates(network, rule);
  const linear = solveTraffic({ links, external });
  const offered =
    rule.regime === 'linear' ? linear : solveLimited({ network, rule, links, external }, linear);
  return offered && flowsOf(network, rule, offered);
}

/** All external input, in the native units of the nodes that it enters. */
function externalRates({ nodes }: FlowNetwork, { scale = 1 }: FlowRule): Float64Array {
  const external = new Float64Array(nodes.length);
  for (let i = 0; i < nodes.length; i++) {
    const { sourceRate, conversion, overdriveRate } = nodes[i]!;
    external[i] = scale * (sourceRate + conversion * overdriveRate);
  }
  return external;
}

function passForward(network: FlowNetwork, rule: FlowRule): Flows {
  const { nodes } = network;
  const offered = externalRates(network, rule);
  const accepted = new Float64Array(nodes.length);
  const output = new Float64Array(nodes.length);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    accepted[i] = acceptedRate(node, rule, offered[i]!);
    output[i] = node.pass * accepted[i]!;
    for (const { to, share } of node.links) offered[to]! += output[i]! * share * nodes[to]!.conversion;
  }
  return { offered, accepted, output };
}

function flowsOf({ nodes }: FlowNetwork, rule: FlowRule, offered: Float64Array): Flows {
  const accepted = offered.map((rate, i) => acceptedRate(nodes[i]!, rule, rate));
  return { offered, accepted, output: accepted.map((rate, i) => nodes[i]!.pass * rate) };
}

interface LimitedFlows {
  readonly network: FlowNetwork;
  readonly rule: FlowRule;
  readonly links: readonly (readonly Gain[])[];
  readonly external: Float64Array;
}

/** `linear`: flows without limits, which no limited flow exceeds; absent where they are without end. */
function solveLimited(
  { network: { nodes }, rule, links, external }: LimitedFlows,
  linear: Float64Array | undefined,
): Float64Array | undefined {
  let offered = linear ?? new Float64Array(nodes.length).fill(farAbove(nodes, external));
  for (let step = 0; step < MOST_STEPS; step++) {
    const tangents = nodes.map((node, i) => tangentAt(node, rule, offered[i]!));
    const fixed = external.slice();
    const steep = links.map((row, i) =>
      row.map(({ to, gain }) => {
        fixed[to]! += gain * tangents[i]!.intercept;
        return { to, gain: gain * tangents[i]!.slope };
      }),
    );
    const next = solveTraffic({ links: steep, external: fixed });
    if (!next || isSettled(offered, next)) return next;
    offered = next;
  }
  return offered;
}

/** Concave maps that are nearly piecewise linear end after a few steps; the bound only stops rounding noise. */
const MOST_STEPS = 60;

const isSettled = (before: Float64Array, now: Float64Array): boolean =>
  now.every((rate, i) => Math.abs(rate - before[i]!) <= 64 * Number.EPSILON * rate);

/** More than any node can be offered when every loop is limited by a server. */
function farAbove(nodes: readonly FlowNode[], external: Float64Array): number {
  const most = nodes.reduce(
    (sum, { serverLimit }, i) => sum + external[i]! + (Number.isFinite(serverLimit) ? serverLimit : 0),
    1,
  );
  return 1e6 * most;
}

/** What is accepted near this rate: intercept + slope * offered. */
function tangentAt(node: FlowNode, rule: FlowRule, offered: number) {
  const here = acceptedRate(node, rule, offered);
  if (here === offered) return { slope: 1, intercept: 0 };
  if (here === node.serverLimit) return { slope: 0, intercept: here };
  const width = DIFFERENCE * offered;
  const slope = Math.max(0, (acceptedRate(node, rule, offered + width) - here) / width);
  return { slope, intercept: Math.max(0, here - slope * offered) };
}

/** Relative width of the differences: rounding spoils half of the digits, which later steps restore. */
const DIFFERENCE = 2 ** -20;

function acceptedRate(flowNode: FlowNode, rule: FlowRule, offered: number): number {
  const { node, serviceRate, serverLimit } = flowNode;
  if (rule.regime === 'linear' || node.kind !== 'stage') return offered;
  if (rule.losses === 'ignored' || !losesWhenFull(node)) {
    const served = servedShares(flowNode, offered);
    if (!served) return Math.min(offered, serverLimit);
    return served.reduce((sum, part, r) => sum + part * offered * flowNode.mix![r]!.share, 0);
  }
  const fitted = rule.losses === 'counted' ? fittedStation(flowNode, offered) : undefined;
  if (fitted)
    return isSaturated(fitted.queue) ? serverLimit : Math.min(serverLimit, fitted.queue.arrivalRate);
  const c = serverCountOf(node);
  const { arrivalRate } = solveMmck({
    lambda: offered,
    mu: serviceRate * largestBatch(node.bulk),
    c,
    K: node.capacity!,
  });
  return Math.min(serverLimit, arrivalRate);
}
