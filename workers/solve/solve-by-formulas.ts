/**
 * The answer of the formulas to a scenario: flows, every stage alone, what saturates first, and what the reader must know
 * before believing it. Plain data in and out.
 *
 * Refuses: a loop that returns all it takes, as `unstable`. A stage that receives more than it can serve is an answer
 * (kind `unstable`), with the measures that still exist.
 */
import type { NodeId } from '../../src/model/scenario.ts';
import type { NoAnswer, Verdict } from '../contract/measures.ts';
import type { Assumption, LinkFlow, SolveAnswer, StageAnswer, StagewiseMethod } from '../contract/solving.ts';
import { assumptionsOf } from './assumptions.ts';
import { behindOthers, exactStages } from './exactness.ts';
import type { Flows } from './flow-balance.ts';
import { dropsArrivals, type FlowNetwork, type FlowNode } from './flow-network.ts';
import { networkMeasures } from './network-measures.ts';
import { loadsOf } from './networks/loads.ts';
import { mixedNetwork, type OpenNetwork } from './networks/open-network.ts';
import { type Precision, precisionSpans } from './precision-spans.ts';
import { findSaturation, saturationLadder } from './saturation.ts';
import { lossesOf, type NetworkSolution, type StageMeasurements, solveNetwork } from './solve-network.ts';
import { stageCases } from './stage-case.ts';
import { judgeTrust } from './trust.ts';
import { factor, nameOf, resourceName } from './verdict-words.ts';

/**
 * The scenario has no faults. Closed classes are as if they had no jobs. `meansOnly`: without distributions,
 * without assumptions, and without what the typed digits leave open, which cost more than all the rest.
 */
export function solveOpen(
  open: OpenNetwork,
  method: StagewiseMethod,
  meansOnly = false,
): SolveAnswer | NoAnswer {
  const losses = lossesOf(method);
  const network = mixedNetwork(open, losses);
  const solution = solveNetwork({ network, method, meansOnly, timed: open.timed });
  if (!solution) return loopWithoutLimit;
  const unstable = firstSaturated(network, solution);
  const spoiled = behindOthers(network);
  const exact = exactStages(network, method, spoiled, solution.fitted);
  const precision = meansOnly
    ? NOT_ASKED
    : precisionSpans({
        network,
        losses,
        stages: solution.stages,
        solve: (moved) => solveNetwork({ network: moved, method, meansOnly: true })?.stages,
      });
  const question = { network, method, solution, spoiled };
  const cases = stageCases(question);
  const trust = judgeTrust(question, cases);
  const assumptions = meansOnly
    ? NONE_ASKED
    : assumptionsOf(cases, [...open.verdicts, ...trust], (id) => !exact.has(id));
  const stages = answers({ solution, exact, precision, assumptions, doubtful: doubtfulStages(trust) });
  const ladder = saturationLadder(network, losses);
  const [first] = ladder;
  return {
    kind: unstable ? 'unstable' : 'answer',
    method,
    exact: open.verdicts.length === 0 && Object.values(stages).every((stage) => stage.exact),
    stages,
    links: linkFlows(network, solution.flows),
    network: {
      ...networkMeasures(network, solution.flows, stages),
      ...(first && { bottleneck: first.stage, ladder }),
      ...(first?.resource !== undefined && { bottleneckResource: first.resource }),
    },
    ...(first && { saturationFactor: first.factor }),
    verdicts: [
      ...saturationVerdict({ network, method, solution, unstable }),
      ...open.verdicts,
      ...precision.verdicts,
      ...trust,
    ],
    ...(unstable && { unstable: unstableStage(unstable, solution) }),
  };
}

/** Those with a warning on what their models leave out. */
const doubtfulStages = (trust: readonly Verdict[]): ReadonlySet<NodeId> =>
  new Set(trust.flatMap(({ severity, stage }) => (severity === 'warning' && stage ? [stage] : [])));

const NOT_ASKED: Precision = { byStage: new Map(), verdicts: [] };
const NONE_ASKED: ReadonlyMap<NodeId, readonly Assumption[]> = new Map();

const loopWithoutLimit: NoAnswer = {
  kind: 'noAnswer',
  reason: 'unstable',
  message: 'A loop returns at least as much as it takes; no finite flow balances.',
};

interface Known {
  readonly solution: NetworkSolution;
  readonly exact: ReadonlySet<NodeId>;
  readonly precision: Precision;
  readonly assumptions: ReadonlyMap<NodeId, readonly Assumption[]>;
  readonly doubtful: ReadonlySet<NodeId>;
}

function answers({ solution, exact, precision, assumptions, doubtful }: Known): Record<NodeId, StageAnswer> {
  const found: Record<NodeId, StageAnswer> = {};
  for (const [id, measures] of Object.entries(solution.stages)) {
    const assumed = assumptions.get(id);
    const isExact = exact.has(id) && !hasNoSteadyState(measures);
    // What the solution made for this answer alone is filled in, not copied.
    found[id] = Object.assign(measures, { exact: isExact }, precision.byStage.get(id));
    if (assumed) Object.assign(measures, { assumptions: assumed });
    if (doubtful.has(id)) Object.assign(measures, { doubtful: true });
  }
  return found;
}

function linkFlows({ nodes }: FlowNetwork, { output }: Flows): readonly LinkFlow[] {
  const flows: LinkFlow[] = [];
  nodes.forEach(({ node, links }, i) => {
    for (const { to, share } of links) {
      const rate = output[i]! * share;
      const receiver = nodes[to]!;
      flows.push({ from: node.id, to: receiver.node.id, rate, receivedRate: rate * receiver.conversion });
    }
  });
  return flows;
}

/** A stage that loses what it cannot take has a steady state at any load; its occupancy is there to tell. */
const hasNoSteadyState = ({ saturated, meanOccupancy }: StageMeasurements): boolean =>
  saturated && meanOccupancy === undefined;

/** What has no steady state: a stage, or a resource seen as the stage that uses it most. */
interface Unstable {
  readonly flowNode: FlowNode;
  readonly resource?: string;
  readonly load: number;
}

/** Stages in flow order, then resources. */
function firstSaturated(network: FlowNetwork, { stages, flows }: NetworkSolution): Unstable | undefined {
  const found = loadsOf(network, flows).find(({ index, resource, load }) =>
    resource === undefined ? hasNoSteadyState(stages[network.nodes[index]!.node.id]!) : load >= 1,
  );
  return found && { flowNode: network.nodes[found.index]!, ...found };
}

function unstableStage(
  { flowNode: { node, serverLimit, serviceRate } }: Unstable,
  { stages }: NetworkSolution,
) {
  const serverCount = node.kind === 'stage' ? (node.serverCount ?? 1) : 1;
  const offeredLoad = (stages[node.id]!.loadPerServer * serverLimit) / serviceRate;
  return { stage: node.id, offeredLoad, serverCount };
}

interface SaturationQuestion {
  readonly network: FlowNetwork;
  readonly method: StagewiseMethod;
  readonly solution: NetworkSolution;
  readonly unstable: Unstable | undefined;
}

function saturationVerdict({ network, method, unstable }: SaturationQuestion): readonly Verdict[] {
  if (!unstable) return [];
  const { flowNode, resource, load } = unstable;
  const stage = flowNode.node.id;
  const losses = lossesOf(method);
  const cannotRefuse = ({ node }: FlowNode) =>
    losses === 'ignored' || (node.kind === 'stage' && !dropsArrivals(node));
  const limit = findSaturation(network, losses, cannotRefuse);
  const times = factor(load);
  const offered =
    resource === undefined
      ? `${nameOf(flowNode.node)} is offered ${times} times what its servers can do`
      : `The stages that share ${resourceName(resource, network.resources)} ask for ${times} times what it can do`;
  const above = limit ? ` above ${factor(limit.factor)} of today's input` : '';
  return [
    {
      code: 'saturated',
      severity: 'warning',
      stage,
      message: `${offered}; the model has no steady state${above}.`,
    },
  ];
}
