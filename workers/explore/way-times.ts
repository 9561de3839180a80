/**
 * The distribution of the time from entering a network to a sink, out of an analytic answer: each stay has the distribution that its
 * station's formula gives (solve/stations), where that distribution has the mean of the answer; way-distribution.ts adds the stays up.
 *
 * Exact where all stages are (solve/exactness.ts) and keep the order of elements between them (way-order.ts). Else
 * an approximation: stays are taken as independent of each other.
 * Refuses, by name: a stage without a distribution of times, several classes, joins, and a network that nothing comes through.
 */

import { distributionMean, distributionScv, isPoisson } from '../../core/distributions/index.ts';
import { isAutomatic, type MethodName } from '../../core/measures/methods.ts';
import { isFcfs } from '../../core/rules/discipline.ts';
import { classesOf, isClosed } from '../../core/scenario/classes.ts';
import { serverCountOf, titlesOf } from '../../core/scenario/defaults.ts';
import type { DelayNode, Scenario, ScenarioNode, StageNode } from '../../core/scenario/scenario.ts';
import { EULER_SHIFT, invertLaplace } from '../numeric/laplace-inversion.ts';
import { chooseStation, solveStation } from '../solve/choose-station.ts';
import type { FormulaMethod, SolveAnswer, StageAnswer } from '../solve/contract.ts';
import { solveFlows } from '../solve/flow-balance.ts';
import type { FlowNetwork, FlowNode, Flows } from '../solve/flow-network.ts';
import { fittedStation } from '../solve/networks/fitted-station.ts';
import { openNetwork } from '../solve/networks/open-network.ts';
import { lossesOf } from '../solve/solve-network.ts';
import { residualTransform } from '../solve/stations/distribution-transform.ts';
import { isSaturated } from '../solve/stations/queue.ts';
import type { TimeDistribution } from '../solve/stations/time-distribution.ts';
import type { ComplexSeries, TimeTransform } from '../solve/stations/time-transform.ts';

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
  const title = titlesOf(nodes)(id);
  if (node?.kind === 'stage' && node.discipline !== undefined && !isFcfs(node))
    return `${title} does not serve first come, first served`;
  return `of times at ${title} only means are known (${stage?.model ?? 'no model'})`;
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

/** Times at the nodes where elements spend time. */
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
  const own = isAutomatic(method) ? fittedStation(flowNode, offered) : undefined;
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

/** A single stage that all elements pass gives its own distribution. Undefined where some times cannot be added. */
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

/**
 * Are the stays of an element at the stages on its way independent of each other, where every stage alone is exact?
 * They are where nobody can overtake it between two of them: at most one way leads from any stage to any other, and
 * those with stages before and behind them have one exponential server, first come, first served, or keep everybody
 * equally long. The first and the last on a way may be others (with several servers, a general distribution, a bound).
 *
 * Source: Reich 1957, Ann. Math. Stat. 28, 768-773; Burke 1969, Ann. Math. Stat. 40, 1144-1149; Walrand & Varaiya 1980,
 * Sojourn times and the overtaking condition in Jacksonian networks, Adv. Appl. Prob. 12, 1000-1018.
 */

function keepsOrder({ nodes, returns }: FlowNetwork, { offered }: Flows): boolean {
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
  const isPlain = serverCountOf(node) === 1 && isFcfs(node);
  return isPlain && node.capacity === undefined && isPoisson(node.service);
}

/**
 * The distribution of the time from entering a network to a sink, as if the stays at its nodes did not depend on each other: the
 * transform of an age at a node's entry is the mean, weighted by flow, of those at its senders' exits (1 where elements
 * come from outside), and each stay multiplies it. The distribution of the sum is found by inversion.
 *
 * Inputs: network, flows and the transform of each stay, by index; `mean`, s, of the whole way.
 * Outputs: tails to 1e-8; where a stay has jumps or corners to 2e-5, or NaN where the inversion does not settle.
 * Cost: nodes times 63 points of an inversion, some 30 of these for four percentiles; with feedback the passes that it
 * takes until nothing changes.
 * Source: Abate & Whitt 1995 (laplace-inversion.ts).
 */

interface WayQuestion {
  readonly network: FlowNetwork;
  readonly flows: Flows;
  /** By index; absent where an element takes no time, or never comes. */
  readonly stays: readonly (TimeTransform | undefined)[];
  readonly mean: number;
}

function wayDistribution(question: WayQuestion): TimeDistribution {
  const shares = sharesOf(question);
  const transform: TimeTransform = (t, count) => wayTransform(question, shares, t, count);
  const tail = (t: number): number => {
    if (t === 0) return 1;
    const found = invertLaplace({
      transform: (at, count) => tailParts(transform(at, count), at, count),
      t,
      tolerance: 1e-8,
      acceptable: 2e-5,
      most: 2048,
    });
    return found ?? Number.NaN;
  };
  return { tail, mean: question.mean, transform };
}

/** Real parts of (1 - L(s)) / s; NaN where a stay has no transform after all. */
function tailParts(along: ComplexSeries | undefined, t: number, count: number): Float64Array {
  const a = EULER_SHIFT / (2 * t);
  return Float64Array.from({ length: count }, (_, k) => {
    const b = (Math.PI * k) / t;
    return along ? ((1 - along.re[k]!) * a - along.im[k]! * b) / (a * a + b * b) : Number.NaN;
  });
}

interface Shares {
  /** By receiver: which node sends which share of what comes. */
  readonly senders: readonly (readonly { readonly from: number; readonly share: number }[])[];
  /** Share that comes from outside. */
  readonly outside: readonly number[];
}

function sharesOf({ network: { nodes }, flows: { offered, output } }: WayQuestion): Shares {
  const senders = nodes.map((): { from: number; share: number }[] => []);
  nodes.forEach(({ links }, from) => {
    for (const { to, share } of links) {
      const flow = output[from]! * share * nodes[to]!.conversion;
      if (flow > 0) senders[to]!.push({ from, share: flow / offered[to]! });
    }
  });
  const outside = senders.map((list) =>
    list.length === 0 ? 1 : 1 - list.reduce((sum, { share }) => sum + share, 0),
  );
  return { senders, outside };
}

function wayTransform(
  { network, flows: { offered }, stays }: WayQuestion,
  { senders, outside }: Shares,
  t: number,
  count: number,
): ComplexSeries | undefined {
  const stayed = stays.map((stay) => stay?.(t, count));
  if (stays.some((stay, i) => stay && !stayed[i])) return undefined;
  const re = network.nodes.map(() => new Float64Array(count));
  const im = network.nodes.map(() => new Float64Array(count));
  const again = network.returns.length > 0;
  for (let pass = 0, change = Number.POSITIVE_INFINITY; pass < MOST_PASSES && change > SETTLED; pass++) {
    change = 0;
    for (let i = 0; i < network.nodes.length; i++)
      for (let k = 0; k < count; k++) {
        let [x, y] = [outside[i]!, 0];
        for (const { from, share } of senders[i]!) {
          x += share * re[from]![k]!;
          y += share * im[from]![k]!;
        }
        const own = stayed[i];
        const exitRe = own ? x * own.re[k]! - y * own.im[k]! : x;
        const exitIm = own ? x * own.im[k]! + y * own.re[k]! : y;
        if (again) change = Math.max(change, Math.abs(exitRe - re[i]![k]!), Math.abs(exitIm - im[i]![k]!));
        re[i]![k] = exitRe;
        im[i]![k] = exitIm;
      }
  }
  return atSinks({ network, offered, re, im, count });
}

/** Feedback returns less than it takes, so that passes close in. */
const MOST_PASSES = 10_000;
const SETTLED = 1e-15;

interface Exits {
  readonly network: FlowNetwork;
  readonly offered: Float64Array;
  readonly re: readonly Float64Array[];
  readonly im: readonly Float64Array[];
  readonly count: number;
}

/** The mean over all sinks, weighted by what comes. */
function atSinks({ network: { nodes }, offered, re, im, count }: Exits): ComplexSeries {
  const sinks = nodes.flatMap(({ node }, i) => (node.kind === 'sink' ? [i] : []));
  const total = sinks.reduce((sum, i) => sum + offered[i]!, 0);
  const mean = (of: readonly Float64Array[]) =>
    Float64Array.from({ length: count }, (_, k) =>
      sinks.reduce((sum, i) => sum + (offered[i]! / total) * of[i]![k]!, 0),
    );
  return { re: mean(re), im: mean(im) };
}
