/** What the models assume about the arrivals of a stage, where the drawing says otherwise. */

import { distributionScv, isCorrelated, isPoisson } from '../../core/distributions/index.ts';
import { note, type Verdict, warning } from '../../core/measures/verdicts.ts';
import { largestBatch } from '../../core/rules/bulk.ts';
import { drawsLink, looksAtState } from '../../core/rules/routing.ts';
import { batchSizeOf, conversionFactorOf, nameOf, passProbabilityOf } from '../../core/scenario/defaults.ts';
import { routingRule } from '../../core/scenario/graph.ts';
import type { ScenarioNode, SourceNode } from '../../core/scenario/scenario.ts';
import { type Check, isOftenFull, type StageCase } from './stage-case.ts';

/** What moves numbers most first. */
export const ARRIVAL_CHECKS: readonly Check[] = [
  sourceVerdicts,
  groupVerdict,
  creditVerdict,
  departuresVerdict,
  cycleVerdict,
];

/** Checks that apply to methods for whole networks as well. */
export const ARRIVAL_DISTRIBUTION_CHECKS: readonly Check[] = [sourceVerdicts, creditVerdict];

function sourceVerdicts(stageCase: StageCase): readonly Verdict[] {
  const { senders } = stageCase;
  return senders.some(({ kind }) => kind === 'source')
    ? senders.flatMap((sender) => sourceVerdict(stageCase, sender))
    : [];
}

function sourceVerdict(stageCase: StageCase, sender: ScenarioNode): readonly Verdict[] {
  const { stage, knowsArrivals, knowsVariability, measures } = stageCase;
  if (sender.kind !== 'source' || knowsArrivals || isPoisson(sender.interarrival)) return [];
  const facts = { name: nameOf(stage), source: nameOf(sender) };
  if (isCorrelated(sender.interarrival)) return [warning('correlated-arrivals', facts, stage.id)];
  if (knowsVariability) return [];
  const scv = distributionScv(sender.interarrival);
  const service = distributionScv(stage.service);
  const factor = (scv + service) / (1 + service);
  const { meanQueueLength } = measures;
  const off = isOftenFull(stageCase) ? {} : { factor, meanQueueLength };
  return [warning('arrivals-not-poisson', { ...facts, scv, ...off }, stage.id)];
}

/**
 * The k-th of X elements that arrive together waits for k - 1 others: M^[X]/M/1 has (X + 1) / 2 times the mean of
 * M/M/1.
 */
function groupVerdict(stageCase: StageCase): readonly Verdict[] {
  const { stage, knowsVariability } = stageCase;
  const size = groupAtOnce(stageCase);
  if (size <= 1 || knowsVariability) return [];
  return [
    warning(
      'batch-arrivals-ignored',
      { name: nameOf(stage), size, isOftenFull: isOftenFull(stageCase) },
      stage.id,
    ),
  ];
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
  return [note('arrivals-not-poisson', { name: nameOf(stage), every: 1 / conversion }, stage.id)];
}

/** A stage behind an exact one needs no word, nor one where groups matter far more. */
function departuresVerdict(stageCase: StageCase): readonly Verdict[] {
  const { stage, behindOthers, onCycle, senders, knowsVariability } = stageCase;
  if (!behindOthers || onCycle || knowsVariability || groupAtOnce(stageCase) > 1) return [];
  const from = senders.filter(({ kind }) => kind === 'stage').map(nameOf);
  if (from.length === 0) return [];
  return [note('departures-not-poisson', { name: nameOf(stage), from }, stage.id)];
}

function cycleVerdict({ stage, onCycle, behindOthers, knowsVariability }: StageCase): readonly Verdict[] {
  if (!onCycle || !behindOthers) return [];
  return [note('feedback-ignored', { name: nameOf(stage), knowsVariability }, stage.id)];
}

/** Nodes that split other than at random. */
export function routingVerdict(node: ScenarioNode, linkCount: number): readonly Verdict[] {
  const rule = routingRule(node);
  if (linkCount < 2 || drawsLink(rule) || node.kind === 'fork') return [];
  const facts = { name: nameOf(node), rule };
  return [
    looksAtState(rule)
      ? warning(ROUTING_APPROXIMATED, facts, node.id)
      : note(ROUTING_APPROXIMATED, facts, node.id),
  ];
}

export const ROUTING_APPROXIMATED = 'routing-approximated';
