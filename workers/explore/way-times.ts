/**
 * The distribution of the time from entering a network to a sink, out of an analytic answer: each stay has the distribution that its
 * station's formula gives (solve/stations), where that distribution has the mean of the answer; way-distribution.ts adds the stays up.
 *
 * Exact where all stages are (solve/exactness.ts) and keep the order of elements between them (way-order.ts). Else
 * an approximation: stays are taken as independent of each other.
 * Refuses, by name: a stage without a distribution of times, several classes, joins, and a network that nothing comes through.
 */

import { distributionMean } from '../../core/distributions/distribution-moments.ts';
import { classesOf, isClosed } from '../../core/scenario/classes.ts';
import type { DelayNode, Scenario, StageNode } from '../../core/scenario/scenario.ts';
import { chooseStation, solveStation } from '../solve/choose-station.ts';
import type { FormulaMethod, MethodName, SolveAnswer, StageAnswer } from '../solve/contract.ts';
import { type Flows, solveFlows } from '../solve/flow-balance.ts';
import type { FlowNetwork, FlowNode } from '../solve/flow-network.ts';
import { fittedStation } from '../solve/networks/fitted-station.ts';
import { openNetwork } from '../solve/networks/open-network.ts';
import { lossesOf } from '../solve/solve-network.ts';
import { residualTransform } from '../solve/stations/distribution-transform.ts';
import { isSaturated } from '../solve/stations/queue.ts';
import type { TimeDistribution } from '../solve/stations/time-distribution.ts';
import { wayDistribution } from './way-distribution.ts';
import { keepsOrder } from './way-order.ts';

export type WayTimes =
  | { readonly kind: 'times'; readonly distribution: TimeDistribution; readonly exact: boolean }
  | { readonly kind: 'refused'; readonly reason: string };

/** `answer`: a steady state of the scenario, by that method. */
export function wayTimes(scenario: Scenario, method: MethodName, answer: SolveAnswer): WayTimes {
  const { meanSojournTime: mean } = answer.network;
  if (classesOf(scenario).length > 1) return refused('several classes come through, each in its own time');
  if (scenario.nodes.some(({ kind }) => kind === 'join')) return refused('a join waits for the slowest task');
  if (classesOf(scenario).some(isClosed)) return refused('closed classes go round, and come to no sink');
  if (mean === undefined) return refused('no mean time from entry to sink is known');
  const { network } = openNetwork(scenario, false);
  const formula = (FORMULAS as readonly MethodName[]).includes(method) ? (method as FormulaMethod) : 'auto';
  const flows = solveFlows(network, { regime: 'limited', losses: lossesOf(formula) })!;
  const stays = staysOf(network, flows, formula);
  const unknown = stays.find(
    ({ id, distribution }) => !isSame(distribution?.mean, answer.stages[id]?.meanSojournTime),
  );
  const distribution = unknown ? undefined : distributionOf({ network, flows, stays, mean });
  if (distribution === undefined) {
    const { id } = unknown ?? stays.find((stay) => !stay.distribution?.transform) ?? stays[0]!;
    return refused(unknownTimes(scenario, id, answer.stages[id]));
  }
  return { kind: 'times', distribution, exact: answer.exact && keepsOrder(network, flows) };
}

/** Why a stage has no percentiles. */
export function unknownTimes({ nodes }: Scenario, id: string, stage?: Pick<StageAnswer, 'model'>): string {
  const node = nodes.find((each) => each.id === id);
  if (node?.kind === 'stage' && node.discipline !== undefined && node.discipline !== 'FCFS')
    return `${id} does not serve first come, first served`;
  return `of times at ${id} only means are known (${stage?.model ?? 'no model'})`;
}

const FORMULAS = ['auto', 'mm1', 'mm1k', 'mmc', 'mmck'] as const satisfies readonly FormulaMethod[];

const refused = (reason: string): WayTimes => ({ kind: 'refused', reason });

/** Another method's mean says that the formula is not what answered. */
const isSame = (a: number | undefined, b: number | undefined): boolean =>
  a !== undefined && b !== undefined && Math.abs(a - b) <= 1e-6 * b;

interface Stay {
  readonly index: number;
  readonly id: string;
  readonly distribution: TimeDistribution | undefined;
}

/** Of the nodes where elements spend time. */
const staysOf = ({ nodes }: FlowNetwork, { offered }: Flows, method: FormulaMethod): readonly Stay[] =>
  nodes.flatMap((flowNode, index) => {
    const { node } = flowNode;
    if ((node.kind !== 'stage' && node.kind !== 'delay') || offered[index] === 0) return [];
    const distribution =
      node.kind === 'stage'
        ? sojournAt(flowNode, node, method, offered[index]!)
        : delayDistribution(flowNode, node);
    return [{ index, id: node.id, distribution }];
  });

/** As solve-network.ts solves the stage. */
function sojournAt(
  flowNode: FlowNode,
  stage: StageNode,
  method: FormulaMethod,
  offered: number,
): TimeDistribution | undefined {
  const own = method === 'auto' ? fittedStation(flowNode, offered) : undefined;
  const queue = own ? own.queue : solveStation(chooseStation(stage, method), flowNode, offered);
  return isSaturated(queue) ? undefined : queue.sojournTime?.();
}

/** Nobody waits. Its tail is never asked for. */
function delayDistribution({ serviceRate }: FlowNode, { service }: DelayNode): TimeDistribution {
  const stretch = 1 / (serviceRate * distributionMean(service));
  return {
    tail: () => Number.NaN,
    mean: 1 / serviceRate,
    transform: (t, count) => {
      const along = residualTransform(service, t / stretch, count);
      return along && { re: along.distributionRe, im: along.distributionIm };
    },
  };
}

interface Ways {
  readonly network: FlowNetwork;
  readonly flows: Flows;
  readonly stays: readonly Stay[];
  readonly mean: number;
}

/** Of one stage that all pass its own distribution, which is known best. Undefined where some stay cannot be added. */
function distributionOf({ network, flows, stays, mean }: Ways): TimeDistribution | undefined {
  const [only, another] = stays;
  if (only?.distribution && !another && isSame(only.distribution.mean, mean) && isStageAt(network, only))
    return only.distribution;
  if (stays.some(({ distribution }) => !distribution?.transform)) return undefined;
  const transforms = network.nodes.map(
    (_, i) => stays.find(({ index }) => index === i)?.distribution?.transform,
  );
  return wayDistribution({ network, flows, stays: transforms, mean });
}

const isStageAt = ({ nodes }: FlowNetwork, { index }: Stay): boolean => nodes[index]!.node.kind === 'stage';
