/**
 * What a station model leaves out of its own stage (service distribution, bulk, discipline, servers, room, blocking), and what it
 * assumes of the arrivals, where the drawing says otherwise.
 */

import { hasMeanWait, shapeWithoutVariance } from '../../core/distributions/heavy-tail.ts';
import { distributionScv, isCorrelated, isPoisson } from '../../core/distributions/index.ts';
import { followsVariability, isAutomatic } from '../../core/measures/methods.ts';
import { note, type Side, type Verdict, warning } from '../../core/measures/verdicts.ts';
import { largestBatch } from '../../core/rules/bulk.ts';
import { sharesServers } from '../../core/rules/discipline.ts';
import { drawsLink, looksAtState } from '../../core/rules/routing.ts';
import { losesWhenFull } from '../../core/rules/when-full.ts';
import {
  batchSizeOf,
  conversionFactorOf,
  nameOf,
  passProbabilityOf,
  serverCountOf,
} from '../../core/scenario/defaults.ts';
import { routingRule } from '../../core/scenario/graph.ts';
import type { ScenarioNode, SourceNode } from '../../core/scenario/scenario.ts';
import { lossesOf } from './solve-network.ts';
import { type Check, isOftenFull, type StageCase } from './stage-case.ts';
import { variabilityFactor } from './stations/mg1.ts';

/** What moves numbers most first. */
export const STATION_CHECKS: readonly Check[] = [
  grantedVerdicts,
  serviceVerdict,
  bulkVerdict,
  disciplineVerdict,
  serversVerdict,
  lossVerdict,
  rangeVerdict,
  blockingVerdict,
  heldSourceVerdict,
  resourceVerdict,
];

/** Checks that apply to methods for whole networks as well. */
export const SERVICE_DISTRIBUTION_CHECKS: readonly Check[] = [serviceVerdict, bulkVerdict];

/** What the stage's own model says of itself (stations/fit-station.ts). */
function grantedVerdicts({ stage, granted }: StageCase): readonly Verdict[] {
  if (!granted) return [];
  return granted.assumptions.map((assumed) =>
    (assumed.doubtful ? warning : note)('taken-for-granted', { name: nameOf(stage), assumed }, stage.id),
  );
}

function serviceVerdict(stageCase: StageCase): readonly Verdict[] {
  const { stage, knowsService, measures } = stageCase;
  if (isPoisson(stage.service)) return [];
  const scv = distributionScv(stage.service);
  const { model, meanQueueLength } = measures;
  const factor = variabilityFactor(scv);
  const off = isOftenFull(stageCase) ? {} : { side: sideOf(factor), factor, meanQueueLength };
  const shared = sharesServers(stage);
  const facts = { name: nameOf(stage), scv, model, ...off };
  const shape = shapeWithoutVariance(stage.service);
  // Servers that are shared forget all of a service time but its mean.
  if (shape !== undefined && !shared)
    return [warning('service-not-exponential', { ...facts, ...queueOf(stageCase, shape) }, stage.id)];
  if (knowsService) return [];
  return [(Math.abs(factor - 1) > 0.1 ? warning : note)('service-not-exponential', facts, stage.id)];
}

const ALIKE = 0.2;
const sideOf = (factor: number): Side => (factor > 1 ? 'longer' : 'shorter');

/** What there is of a queue before services without variance, however the model puts it. */
function queueOf({ stage, measures }: StageCase, shape: number) {
  if (stage.capacity !== undefined) return { queue: 'bounded' as const };
  const servers = serverCountOf(stage);
  const load = (measures.utilization ?? 0) * servers;
  return { queue: hasMeanWait(shape, load, servers) ? ('hasMean' as const) : ('noMean' as const) };
}

function bulkVerdict({ stage, kind, granted }: StageCase): readonly Verdict[] {
  if (granted) return [];
  const b = largestBatch(stage.bulk);
  const inBulk = kind === 'fullBulk' || kind === 'deterministicBulk' || kind === 'upToBulk';
  if (b > 1 && !inBulk) return [warning('bulk-ignored', { name: nameOf(stage), size: b }, stage.id)];
  if (b === 1 || stage.bulk?.timeout === undefined) return [];
  return [note('timeout-ignored', { name: nameOf(stage) }, stage.id)];
}

/** FCFS, LCFS and random selection have the same means, and sharing has a model of its own. */
function disciplineVerdict({ stage, tellsClassesApart }: StageCase): readonly Verdict[] {
  return tellsClassesApart ? [warning('priority-ignored', { name: nameOf(stage) }, stage.id)] : [];
}

function serversVerdict({ stage, kind }: StageCase): readonly Verdict[] {
  const c = serverCountOf(stage);
  if (c === 1 || (kind !== 'mm1' && kind !== 'mm1kActual' && kind !== 'mm1k')) return [];
  return [warning('servers-pooled', { name: nameOf(stage), servers: c }, stage.id)];
}

function lossVerdict({ stage, method }: StageCase): readonly Verdict[] {
  if (!losesWhenFull(stage) || lossesOf(method) !== 'ignored') return [];
  return [warning('loss-ignored', { name: nameOf(stage), method }, stage.id)];
}

/** Dor 2010, section 8: the probability of back-pressure tells when an M/M/1 model is beyond its range. */
function rangeVerdict({ stage, kind, measures }: StageCase): readonly Verdict[] {
  const share = measures.backPressureProbability ?? 0;
  const { capacity } = stage;
  if ((kind !== 'mm1' && kind !== 'mmc') || share < OUT_OF_RANGE || capacity === undefined) return [];
  return [warning('back-pressure-out-of-range', { name: nameOf(stage), capacity, share }, stage.id)];
}

const OUT_OF_RANGE = 0.05;

/** While a finite stage is full its senders hold what they have finished, which no model of one stage alone shows. */
function blockingVerdict({ stage, blockers }: StageCase): readonly Verdict[] {
  return blockers.flatMap(({ stage: blocker, measures }) => {
    const share = measures.saturated ? 1 : (measures.backPressureProbability ?? 0);
    if (share < UNNOTICED) return [];
    const facts = { name: nameOf(stage), blocker: nameOf(blocker), share };
    return [(share > 0.01 ? warning : note)('blocking-ignored', facts, stage.id)];
  });
}

/** Dor's M/M/1/K knows the rate that is accepted; a source that is held up has stated more than that. */
function heldSourceVerdict({
  stage,
  kind,
  method,
  granted,
  senders,
  measures,
}: StageCase): readonly Verdict[] {
  const source = senders.find((sender) => sender.kind === 'source');
  const share = measures.backPressureProbability ?? 0;
  const isAsked = !isAutomatic(method) && !followsVariability(method);
  if (!source || granted || isAsked || share < 0.01) return [];
  if (kind !== 'mm1kActual' && kind !== 'mmckActual') return [];
  return [warning('source-held-up', { name: nameOf(stage), source: nameOf(source), share }, stage.id)];
}

/** Blocking for less than a millionth of the time moves no digit that is shown. */
const UNNOTICED = 1e-6;

function resourceVerdict({ stage, resource }: StageCase): readonly Verdict[] {
  if (resource === undefined) return [];
  return [warning('resource-ignored', { name: nameOf(stage), resource }, stage.id)];
}

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
  const { stage, knowsArrivals, knowsVariability } = stageCase;
  if (sender.kind !== 'source' || knowsArrivals || isPoisson(sender.interarrival)) return [];
  const facts = { name: nameOf(stage), source: nameOf(sender) };
  if (isCorrelated(sender.interarrival)) return [warning('correlated-arrivals', facts, stage.id)];
  if (knowsVariability) return [];
  const scv = distributionScv(sender.interarrival);
  // Two moments alone do not tell it of gaps that vary about as much as exponential ones.
  const off = isOftenFull(stageCase) || Math.abs(scv - 1) < ALIKE ? {} : { side: sideOf(scv) };
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
  // Groups may fit the batches that are served.
  const isLonger = largestBatch(stage.bulk) === 1 && !isOftenFull(stageCase);
  return [
    warning(
      'batch-arrivals-ignored',
      {
        name: nameOf(stage),
        size,
        ...(isLonger && { side: 'longer', factor: (size + 1) / 2 }),
      },
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
  const facts = { name: nameOf(stage), every: 1 / conversion, side: 'shorter' } as const;
  return [note('arrivals-not-poisson', facts, stage.id)];
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

const ROUTING_APPROXIMATED = 'routing-approximated';
