/**
 * Are the stays of an element at the stages on its way independent of each other, where every stage alone is exact?
 * They are where nobody can overtake it between two of them: at most one way leads from any stage to any other, and
 * those with stages before and behind them have one exponential server, first come, first served, or keep everybody
 * equally long. The first and the last on a way may be others (with several servers, a general distribution, a bound).
 *
 * Source: Reich 1957, Ann. Math. Stat. 28, 768-773; Burke 1969, Ann. Math. Stat. 40, 1144-1149; Walrand & Varaiya 1980,
 * Sojourn times and the overtaking condition in Jacksonian networks, Adv. Appl. Prob. 12, 1000-1018.
 */
import { distributionScv, isPoisson } from '../../core/distributions/distribution-moments.ts';
import type { ScenarioNode } from '../../core/scenario/scenario.ts';
import type { Flows } from '../solve/flow-balance.ts';
import type { FlowNetwork } from '../solve/flow-network.ts';

export function keepsOrder({ nodes, returns }: FlowNetwork, { offered }: Flows): boolean {
  if (returns.length > 0) return false;
  const timed = nodes.map(
    ({ node }, i) => (node.kind === 'stage' || node.kind === 'delay') && offered[i]! > 0,
  );
  const isBehind = nodes.map(() => false);
  for (let from = 0; from < nodes.length; from++) {
    if (!timed[from]) continue;
    const ways = waysFrom(nodes, from);
    for (let to = from + 1; to < nodes.length; to++) {
      if (!timed[to] || ways[to] === 0) continue;
      if (ways[to]! > 1) return false;
      isBehind[to] = true;
      if (isBehind[from] && !keepsTurn(nodes[from]!.node)) return false;
    }
  }
  return true;
}

/** How many ways lead to each node, all links being forward. */
function waysFrom(nodes: FlowNetwork['nodes'], from: number): Float64Array {
  const ways = new Float64Array(nodes.length);
  ways[from] = 1;
  for (let i = from; i < nodes.length; i++)
    for (const { to, share } of nodes[i]!.links) if (share > 0) ways[to]! += ways[i]!;
  return ways;
}

function keepsTurn(node: ScenarioNode): boolean {
  if (node.kind === 'delay') return distributionScv(node.service) === 0;
  if (node.kind !== 'stage') return true;
  const { serverCount = 1, capacity, discipline = 'FCFS' } = node;
  return serverCount === 1 && capacity === undefined && discipline === 'FCFS' && isPoisson(node.service);
}
