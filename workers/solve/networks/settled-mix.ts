/**
 * A network of several classes whose mixture is that of the flows which get through. Losses and limits do not look at
 * classes, but what they hold back decides which mixture comes to the stages behind; the shares that are accepted and
 * the mixture are found in turn, until neither changes.
 */
import { type FlowRule, solveFlows } from '../flow-balance.ts';
import type { FlowNetwork } from '../flow-network.ts';
import { mixNetwork } from './class-mix.ts';

export function settledMix(network: FlowNetwork, losses: FlowRule['losses']): FlowNetwork {
  if (!network.facts) return network;
  let mixed = network;
  let before: Float64Array | undefined;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const flows = solveFlows(mixed, { regime: 'limited', losses });
    if (!flows) return mixed;
    const accepted = flows.accepted.map((rate, i) => (flows.offered[i]! > 0 ? rate / flows.offered[i]! : 1));
    if (accepted.every((share, i) => Math.abs(share - (before?.[i] ?? 1)) < 1e-12)) return mixed;
    mixed = mixNetwork(network, accepted);
    before = accepted;
  }
  return mixed;
}

/** Rounds without feedback: as many as there are limits in a row; the bound ends what swings. */
const MOST_ROUNDS = 100;
