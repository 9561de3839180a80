/**
 * The answer of the decomposition by blocking (blocking-line.ts) to a scenario: which ones it takes, and its numbers as
 * measures.
 *
 * Takes networks without feedback, forks, shared resources and groups of elements, whose stages serve one by one or in
 * bulk and block after service or lose. Service times and gaps of the sources count with their means.
 * Refuses everything else, by name.
 */

import type { NodeId, StageNode } from '../../../src/model/scenario.ts';
import type { NoAnswer, Verdict } from '../../contract/measures.ts';
import type { SolveAnswer, StageAnswer } from '../../contract/solving.ts';
import type { Flows } from '../flow-balance.ts';
import { type FlowNetwork, type FlowNode, largestBatch } from '../flow-network.ts';
import { networkMeasures } from '../network-measures.ts';
import { precisionSpans } from '../precision-spans.ts';
import { solveOpen } from '../solve-by-formulas.ts';
import { solveMmc } from '../stations/mmc.ts';
import { isSaturated, type Queue, type Saturated } from '../stations/queue.ts';
import { nameOf } from '../verdict-words.ts';
import { blockingAssumptions } from './blocking-assumptions.ts';
import { type LineStageAnswer, solveBlockingLine } from './blocking-line.ts';
import { blockingDistribution } from './blocking-queue.ts';
import { blockingLine, objection } from './blocking-scenario.ts';
import { classAnswers } from './class-answers.ts';
import { closedClasses } from './closed-network.ts';
import { mixedNetwork, type OpenNetwork } from './open-network.ts';

/** `alone`: what the formulas give each stage alone, where that is known already; means are enough. */
export function solveBlocking(prepared: OpenNetwork, alone?: SolveAnswer): SolveAnswer | NoAnswer {
  if (closedClasses(prepared.scenario).length > 0)
    return unsupported('The decomposition by blocking takes no closed classes.');
  const network = mixedNetwork(prepared, 'counted');
  const reason = objection(network);
  if (reason) return unsupported(`The decomposition by blocking does not apply: ${reason}.`);
  const open = alone ?? solveOpen(prepared, 'auto', true);
  if (open.kind === 'noAnswer') return open;
  const solved = solveLine(network);
  if ('saturated' in solved) return growsWithoutEnd(solved.saturated);
  const { flows } = solved;
  const verdicts = [...verdictsOn(network), ...open.verdicts.filter(({ code }) => KEPT.has(code))];
  const precision = precisionSpans({
    network,
    losses: 'counted',
    stages: solved.stages,
    solve: (moved) => {
      const ends = solveLine(moved, true);
      return 'saturated' in ends ? undefined : ends.stages;
    },
  });
  const assumptions = blockingAssumptions(network, verdicts);
  const stages: Record<NodeId, StageAnswer> = { ...open.stages };
  for (const id in solved.stages)
    stages[id] = Object.assign(solved.stages[id]!, precision.byStage.get(id), {
      assumptions: assumptions.get(id)!,
    });
  const { unstable: _, ...rest } = open;
  return {
    ...rest,
    kind: 'answer',
    method: 'blocking',
    exact: false,
    stages,
    links: network.nodes.flatMap(({ node, links }, i) =>
      links.map(({ to, share }) => {
        const rate = flows.output[i]! * share;
        return { from: node.id, to: network.nodes[to]!.node.id, rate, receivedRate: rate };
      }),
    ),
    network: { ...open.network, ...networkMeasures(network, flows, stages) },
    verdicts: [...precision.verdicts, ...verdicts],
  };
}

interface SolvedLine {
  readonly flows: Flows;
  readonly stages: Readonly<Record<NodeId, StageAnswer>>;
}

/** Or the stage that cannot carry its flow. `meansOnly`: without distributions, and without classes. */
function solveLine(network: FlowNetwork, meansOnly = false): SolvedLine | { readonly saturated: FlowNode } {
  const stageIndex = network.nodes.flatMap(({ node }, i) => (node.kind === 'stage' ? [i] : []));
  const sourceIndex = network.nodes.flatMap(({ sourceRate }, i) => (sourceRate > 0 ? [i] : []));
  const line = blockingLine(network, stageIndex, sourceIndex);
  const { stages: answers, emitted } = solveBlockingLine(line);
  const saturated = answers.findIndex(({ law }) => law === undefined);
  if (saturated >= 0) return { saturated: network.nodes[stageIndex[saturated]!]! };
  const stages: Record<NodeId, StageAnswer> = {};
  const known: (Carried | undefined)[] = new Array(network.nodes.length);
  stageIndex.forEach((index, k) => {
    const flowNode = network.nodes[index]!;
    const { node, mix } = flowNode;
    const measures = stageAnswer(flowNode, answers[k]!, meansOnly);
    stages[node.id] =
      mix && !meansOnly ? { ...measures, byClass: classAnswers(node, mix, measures) } : measures;
    known[index] = answers[k]!;
  });
  sourceIndex.forEach((index, s) => {
    known[index] = { offered: emitted[s]!, accepted: emitted[s]! };
  });
  return { flows: flowsOf(network, known), stages };
}

type Carried = Pick<LineStageAnswer, 'offered' | 'accepted'>;

/** Verdicts of the formulas that hold here as well. */
const KEPT: ReadonlySet<string> = new Set([
  'schedule-averaged',
  'correlated-arrivals',
  'arrivals-not-poisson',
  'service-not-exponential',
  'timeout-ignored',
  'routing-approximated',
]);

const unsupported = (message: string): NoAnswer => ({ kind: 'noAnswer', reason: 'unsupported', message });

/** `known`: what sources emit and stages take, by index. */
function flowsOf({ nodes }: FlowNetwork, known: readonly (Carried | undefined)[]): Flows {
  const offered = new Float64Array(nodes.length);
  const accepted = new Float64Array(nodes.length);
  const output = new Float64Array(nodes.length);
  nodes.forEach(({ links, pass }, i) => {
    offered[i] = known[i]?.offered ?? offered[i]!;
    accepted[i] = known[i]?.accepted ?? offered[i]!;
    output[i] = pass * accepted[i]!;
    for (const { to, share } of links) offered[to]! += output[i]! * share;
  });
  return { offered, accepted, output };
}

function stageAnswer(
  { node, serviceRate, serverLimit, pass }: FlowNode,
  { offered, accepted, holding, law }: LineStageAnswer,
  meansOnly: boolean,
): StageAnswer {
  const stage = node as StageNode;
  const c = stage.serverCount ?? 1;
  const b = largestBatch(stage.bulk);
  const utilization = accepted / serverLimit;
  const blockedFraction = Math.max(0, (accepted * (holding - 1 / (serviceRate * b))) / c);
  const filling = (b - 1) / 2;
  // Without a limit M/M/c whose services last as long as their servers are held.
  const open = stage.capacity === undefined ? solveMmc({ lambda: accepted, mu: 1 / holding, c }) : undefined;
  const found = open ? (isSaturated(open) ? Number.NaN : open.meanOccupancy) : law!.meanOccupancy;
  const meanOccupancy = Math.min(found + filling, stage.capacity ?? Number.POSITIVE_INFINITY);
  const inService = c * (b * utilization + blockedFraction);
  const meanQueueLength = Math.max(0, meanOccupancy - inService);
  const lossRate = offered - accepted;
  const measures: Draft = {
    model: `M/M/${c === 1 ? '1' : 'c'}${stage.capacity === undefined ? '' : '/K'} with blocking`,
    exact: false,
    saturated: offered >= serverLimit,
    loadPerServer: offered / serverLimit,
    offeredRate: offered,
    arrivalRate: accepted,
    throughput: accepted,
    outputRate: accepted * pass,
    lossRate,
    utilization,
    blockedFraction,
    starvedFraction: Math.max(0, 1 - utilization - blockedFraction),
    meanOccupancy,
    meanQueueLength,
  };
  if (offered > 0) measures.lossProbability = lossRate / offered;
  if (accepted > 0) {
    measures.meanSojournTime = meanOccupancy / accepted;
    measures.meanWaitingTime = meanQueueLength / accepted;
  }
  if (stage.capacity !== undefined && accepted * holding < NEARLY_ALWAYS * c) {
    measures.fullProbability = law!.full;
    measures.backPressureProbability = law!.full;
  }
  if (b > 1 || meansOnly) return measures;
  const distribution = open ? distributionOf(open) : blockingDistribution(law!);
  if (distribution) measures.occupancyDistribution = distribution;
  return measures;
}

type Draft = { -readonly [Name in keyof StageAnswer]: StageAnswer[Name] };

const distributionOf = (queue: Queue | Saturated): readonly number[] | undefined =>
  isSaturated(queue) ? undefined : queue.distribution?.();

/** Servers that are never idle, to so many digits, carry the same flow however often the stage is full. */
const NEARLY_ALWAYS = 1 - 1e-6;

const growsWithoutEnd = ({ node }: FlowNode): NoAnswer => ({
  kind: 'noAnswer',
  reason: 'unstable',
  stage: node.id,
  message: `${nameOf(node)} is held up so often by full stages behind it that it cannot serve what it is offered; its queue grows without end.`,
});

function verdictsOn({ nodes }: FlowNetwork): readonly Verdict[] {
  const message = `Stages that hold each other up are solved two by two, each held as if by chance; in short exponential lines throughput is within ${THROUGHPUT_ERROR} and occupancy within ${OCCUPANCY_ERROR} of the exact chain.`;
  const approximated: Verdict = { code: 'blocking-approximated', severity: 'note', message };
  const bulk = nodes.find(({ node }) => node.kind === 'stage' && largestBatch(node.bulk) > 1);
  if (!bulk) return [approximated];
  const text = `${nameOf(bulk.node)} serves in bulk, which is only counted as a wait for the batch to fill and a faster service; the queues before and behind it may be twice as long (throughput: within 5 %).`;
  return [
    approximated,
    { code: 'bulk-approximated', severity: 'warning', stage: bulk.node.id, message: text },
  ];
}

/** Largest errors of the table in blocking.test.ts. */
const THROUGHPUT_ERROR = '6 %';
const OCCUPANCY_ERROR = '8 %';
