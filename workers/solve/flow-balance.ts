/**
 * Mean flows through the network: the traffic equations with filters, unit conversion, overdrive, routing shares,
 * feedback, and the limits of stages that saturate or lose.
 *
 * At a stage lambda = F (sum over senders of share * output + lambda_mo), output = P * accepted. `linear` takes all
 * that is offered as accepted. `limited` lets a stage pass at most c mu b, and a dropping stage with
 * `losses: 'counted'` pass lambda (1 - p_K(lambda)), p_K from M/M/c/K.
 *
 * Method: one pass in flow order. Feedback leaves one unknown per node that a link returns to; the pass is a
 * non-decreasing concave map of these (linear, min and Erlang's carried load are), solved by Newton steps from above.
 * Cost: nodes + links without feedback, times (returning nodes + 1) per Newton step with it.
 * Refuses: undefined when a linear loop returns at least what it takes, so that no finite flow balances.
 * Source: Dor 2010, sections 4.3.3 and 4.3.6, for the stage; Jackson 1957 for the balance.
 */
import { solveFixedPoint } from '../numeric/fixed-point.ts';
import { dropsArrivals, type FlowNetwork, type FlowNode, largestBatch } from './flow-network.ts';
import { solveMmck } from './mmck.ts';

export interface FlowRule {
  readonly regime: 'linear' | 'limited';
  /** Whether dropping stages lose, or pass what they can (models that take arrivals as accepted). */
  readonly losses: 'counted' | 'ignored';
  /** All external input, overdrive included, times this; default 1. */
  readonly scale?: number;
}

/** By node, in the order of the network. 1/s, native units. */
export interface Flows {
  readonly offered: Float64Array;
  /** What is served. */
  readonly accepted: Float64Array;
  /** What leaves towards the next nodes, after the filter. */
  readonly output: Float64Array;
}

export function solveFlows(network: FlowNetwork, rule: FlowRule): Flows | undefined {
  if (network.returns.length === 0) return pass(network, rule, NOTHING_RETURNS).flows;
  const linear = { ...rule, regime: 'linear' } as const;
  const fromLinear = solveReturns(network, linear, new Float64Array(network.returns.length));
  if (rule.regime === 'linear') return fromLinear && pass(network, linear, fromLinear).flows;
  const start = fromLinear ?? network.returns.map(() => farAbove(network, rule));
  const returning = solveReturns(network, rule, Float64Array.from(start));
  return returning && pass(network, rule, returning).flows;
}

const NOTHING_RETURNS = new Float64Array(0);

const solveReturns = (network: FlowNetwork, rule: FlowRule, start: Float64Array) =>
  solveFixedPoint((returning) => pass(network, rule, returning).returned, start);

/** More than can return to any node when every loop is limited by a server. */
function farAbove({ nodes }: FlowNetwork, { scale = 1 }: FlowRule): number {
  const most = nodes.reduce((sum, node) => {
    const limit = Number.isFinite(node.serverLimit) ? node.serverLimit : 0;
    return sum + limit + scale * (node.sourceRate + node.overdriveRate);
  }, 1);
  return 1e6 * most;
}

/** One pass in flow order. `returning[k]` is what comes back to node `returns[k]`, sender's unit; `returned` what does. */
function pass({ nodes, returns }: FlowNetwork, rule: FlowRule, returning: Float64Array) {
  const scale = rule.scale ?? 1;
  const incoming = new Float64Array(nodes.length);
  const returned = new Float64Array(nodes.length);
  const offered = new Float64Array(nodes.length);
  const accepted = new Float64Array(nodes.length);
  const output = new Float64Array(nodes.length);
  for (let k = 0; k < returns.length; k++) incoming[returns[k]!] = returning[k]!;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    offered[i] = scale * node.sourceRate + node.conversion * (incoming[i]! + scale * node.overdriveRate);
    accepted[i] = acceptedRate(node, rule, offered[i]!);
    output[i] = node.pass * accepted[i]!;
    for (const { to, share } of node.links) {
      if (to > i) incoming[to]! += output[i]! * share;
      else returned[to]! += output[i]! * share;
    }
  }
  return { flows: { offered, accepted, output }, returned: Float64Array.from(returns, (i) => returned[i]!) };
}

function acceptedRate(flowNode: FlowNode, rule: FlowRule, offered: number): number {
  const { node, serviceRate, serverLimit } = flowNode;
  if (rule.regime === 'linear' || node.kind !== 'stage') return offered;
  if (rule.losses === 'ignored' || !dropsArrivals(node)) return Math.min(offered, serverLimit);
  const c = node.serverCount ?? 1;
  return solveMmck({ lambda: offered, mu: serviceRate * largestBatch(node.bulk), c, K: node.capacity! })
    .arrivalRate;
}
