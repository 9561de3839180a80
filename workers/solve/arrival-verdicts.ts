/** What the models assume about the arrivals of a stage, where the drawing says otherwise. */

import { distributionScv, isCorrelated, isPoisson } from '../../core/distributions/index.ts';
import type { Verdict } from '../../core/measures/measures.ts';
import { largestBatch } from '../../core/rules/bulk.ts';
import type { RoutingRule } from '../../core/rules/routing.ts';
import { batchSizeOf, conversionFactorOf, nameOf, passProbabilityOf } from '../../core/scenario/defaults.ts';
import { routingRule } from '../../core/scenario/graph.ts';
import type { ScenarioNode, SourceNode } from '../../core/scenario/scenario.ts';
import { type Judge, note, type StageCase, warning } from './stage-case.ts';
import { digits, offBy, times } from './verdict-words.ts';

/** What moves numbers most first. */
export const ARRIVAL_JUDGES: readonly Judge[] = [
  sourceVerdicts,
  groupVerdict,
  creditVerdict,
  departuresVerdict,
  cycleVerdict,
];

/** Checks that apply to methods for whole networks as well. */
export const ARRIVAL_LAW_JUDGES: readonly Judge[] = [sourceVerdicts, creditVerdict];

function sourceVerdicts(stageCase: StageCase): readonly Verdict[] {
  const { senders } = stageCase;
  return senders.some(({ kind }) => kind === 'source')
    ? senders.flatMap((sender) => sourceVerdict(stageCase, sender))
    : [];
}

function sourceVerdict(
  { stage, knowsArrivals, knowsVariability, measures }: StageCase,
  sender: ScenarioNode,
): readonly Verdict[] {
  if (sender.kind !== 'source' || knowsArrivals || isPoisson(sender.interarrival)) return [];
  if (isCorrelated(sender.interarrival)) {
    const message = `Arrivals from ${nameOf(sender)} come in bursts that remember each other, but ${nameOf(stage)} takes them as Poisson; the real queue can be many times longer.`;
    return [warning('correlated-arrivals', stage, message)];
  }
  if (knowsVariability) return [];
  const scv = distributionScv(sender.interarrival);
  const [kind, queue] = scv > 1 ? ['less', 'longer'] : ['more', 'shorter'];
  const size = offBy(
    (scv + distributionScv(stage.service)) / (1 + distributionScv(stage.service)),
    measures.meanQueueLength,
  );
  const message = `Arrivals from ${nameOf(sender)} are ${kind} regular than Poisson (scv ${digits(scv)}), but ${nameOf(stage)} takes them as Poisson; the real queue is ${queue}${size}.`;
  return [warning('arrivals-not-poisson', stage, message)];
}

/**
 * The k-th of X elements that arrive together waits for k - 1 others: M^[X]/M/1 has (X + 1) / 2 times the mean of
 * M/M/1.
 */
function groupVerdict(stageCase: StageCase): readonly Verdict[] {
  const { stage, knowsVariability } = stageCase;
  const group = groupAtOnce(stageCase);
  if (group <= 1 || knowsVariability) return [];
  const message = `About ${digits(group)} elements enter ${nameOf(stage)} at once, but the model lets them come one by one; the real queue is longer, up to ${times((group + 1) / 2)} the occupancy. Simulation shows it.`;
  return [warning('batch-arrivals-ignored', stage, message)];
}

/** Elements that enter together. */
const groupAtOnce = ({ stage, senders }: StageCase): number =>
  senders.reduce((largest, sender) => Math.max(largest, groupSize(sender)), 1) * conversionFactorOf(stage);

const groupSize = (sender: ScenarioNode): number =>
  sender.kind === 'source'
    ? batchSizeOf(sender as SourceNode)
    : sender.kind === 'stage'
      ? largestBatch(sender.bulk) * passProbabilityOf(sender)
      : 1;

function creditVerdict({ stage, knowsVariability }: StageCase): readonly Verdict[] {
  const conversion = conversionFactorOf(stage);
  if (conversion >= 1 || knowsVariability) return [];
  const message = `${nameOf(stage)} makes one element of every ${digits(1 / conversion)} that arrive, which is more regular than Poisson; the real queue is shorter.`;
  return [note('arrivals-not-poisson', stage, message)];
}

/** A stage behind an exact one needs no word, nor one where groups matter far more. */
function departuresVerdict(stageCase: StageCase): readonly Verdict[] {
  const { stage, behindOthers, onCycle, senders, knowsVariability } = stageCase;
  if (!behindOthers || onCycle || knowsVariability || groupAtOnce(stageCase) > 1) return [];
  const from = senders.filter(({ kind }) => kind === 'stage').map(nameOf);
  if (from.length === 0) return [];
  const message = `What leaves ${from.join(' and ')} is not a Poisson stream, but ${nameOf(stage)} takes it as one.`;
  return [note('departures-not-poisson', stage, message)];
}

function cycleVerdict({ stage, onCycle, behindOthers, knowsVariability }: StageCase): readonly Verdict[] {
  if (!onCycle || !behindOthers) return [];
  const message = knowsVariability
    ? `${nameOf(stage)} lies on a cycle: what returns comes when it has just been busy, but the model takes it as a stream of its own; a short queue may be several times shorter or longer.`
    : `${nameOf(stage)} lies on a cycle: what returns is not a Poisson stream, but the model takes it as one.`;
  return [note('feedback-ignored', stage, message)];
}

/** Nodes that split other than at random. */
export function routingVerdict(node: ScenarioNode, linkCount: number): readonly Verdict[] {
  const rule = routingRule(node);
  const error = ROUTING_ERROR[rule];
  if (linkCount < 2 || error === undefined || node.kind === 'fork') return [];
  const message = error.text.replaceAll('@', nameOf(node));
  return [{ code: ROUTING_APPROXIMATED, severity: error.severity, stage: node.id, message }];
}

export const ROUTING_APPROXIMATED = 'routing-approximated';

interface RoutingError {
  readonly severity: 'note' | 'warning';
  /** `@`: the name of the node. */
  readonly text: string;
}

/** What a random split of the same shares gets wrong. */
const ROUTING_ERROR: Readonly<Record<RoutingRule, RoutingError | undefined>> = {
  probabilistic: undefined,
  roundRobin: {
    severity: 'note',
    text: '@ deals its elements out in turn, which is more regular than the random split of the model; the queues behind it are shorter.',
  },
  joinShortestQueue: {
    severity: 'warning',
    text: '@ sends to the shortest queue, but the model splits evenly and at random; the queues behind it are shorter, and the true shares may differ.',
  },
  broadcast: {
    severity: 'note',
    text: 'The copies that @ sends along its links move together, but the model takes them as independent.',
  },
};
