/** What a station model leaves out of its own stage: service distribution, bulk, discipline, servers, room, blocking. */
import { distributionScv, isPoisson } from '../../core/distributions/index.ts';
import type { Verdict } from '../../core/measures/measures.ts';
import { largestBatch } from '../../core/rules/bulk.ts';
import { sharesServers } from '../../core/rules/discipline.ts';
import { losesWhenFull } from '../../core/rules/when-full.ts';
import { nameOf, serverCountOf } from '../../core/scenario/defaults.ts';
import { lossesOf } from './solve-network.ts';
import { type Judge, note, type StageCase, warning } from './stage-case.ts';
import { variabilityFactor } from './stations/mg1.ts';
import { digits, offBy, percent } from './verdict-words.ts';

/** What moves numbers most first. */
export const STATION_JUDGES: readonly Judge[] = [
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
export const SERVICE_LAW_JUDGES: readonly Judge[] = [serviceVerdict, bulkVerdict];

/** What the stage's own model says of itself (stations/fit-station.ts). */
function grantedVerdicts({ stage, granted }: StageCase): readonly Verdict[] {
  if (!granted) return [];
  return granted.assumptions.map(({ text, doubtful }) =>
    doubtful
      ? warning('taken-for-granted', stage, `Not to be trusted: at ${nameOf(stage)}, ${text}.`)
      : note('taken-for-granted', stage, `At ${nameOf(stage)}, ${text}.`),
  );
}

function serviceVerdict(stageCase: StageCase): readonly Verdict[] {
  const { stage, kind, knowsService, measures } = stageCase;
  if (isPoisson(stage.service)) return [];
  const scv = distributionScv(stage.service);
  if (!Number.isFinite(scv)) {
    const message = `The service time of ${nameOf(stage)} has no finite variance; its queue has no mean, and a simulated one never settles.`;
    return [warning('service-not-exponential', stage, message)];
  }
  const shared = sharesServers(stage);
  const usesDistribution =
    knowsService || shared || kind === 'mg1' || kind === 'md1' || kind === 'deterministicBulk';
  if (usesDistribution) return [];
  const factor = variabilityFactor(scv);
  const [kindWord, queue] = scv > 1 ? ['more', 'longer'] : ['less', 'shorter'];
  const message = `Service at ${nameOf(stage)} is ${kindWord} variable than exponential (scv ${digits(scv)}), which ${measures.model} takes it as; the real queue is ${queue}${offBy(factor, measures.meanQueueLength)}.`;
  return [
    Math.abs(factor - 1) > 0.1
      ? warning('service-not-exponential', stage, message)
      : note('service-not-exponential', stage, message),
  ];
}

function bulkVerdict({ stage, kind, granted }: StageCase): readonly Verdict[] {
  if (granted) return [];
  const b = largestBatch(stage.bulk);
  const inBulk = kind === 'fullBulk' || kind === 'deterministicBulk' || kind === 'upToBulk';
  if (b > 1 && !inBulk) {
    const message = `${nameOf(stage)} serves up to ${b} at once; the model serves one by one, ${b} times as fast, and leaves out the wait for a batch to fill.`;
    return [warning('bulk-ignored', stage, message)];
  }
  if (b === 1 || stage.bulk?.timeout === undefined) return [];
  return [
    note(
      'timeout-ignored',
      stage,
      `The flush timeout of ${nameOf(stage)} is left out; a batch waits until it is full.`,
    ),
  ];
}

/** FCFS, LCFS and random selection have the same means, and sharing has a model of its own. */
function disciplineVerdict({ stage, tellsClassesApart }: StageCase): readonly Verdict[] {
  if (tellsClassesApart) {
    const message = `${nameOf(stage)} serves some classes before others, but the model serves in order of arrival; the mean over all classes moves little, that of each class a lot. Simulation shows it.`;
    return [warning('priority-ignored', stage, message)];
  }
  return [];
}

function serversVerdict({ stage, kind }: StageCase): readonly Verdict[] {
  const c = serverCountOf(stage);
  if (c === 1 || (kind !== 'mm1' && kind !== 'mm1kActual' && kind !== 'mm1k')) return [];
  const message = `The ${c} servers of ${nameOf(stage)} are taken as one that is ${c} times as fast; at light load the real stage holds more.`;
  return [warning('servers-pooled', stage, message)];
}

function lossVerdict({ stage, method }: StageCase): readonly Verdict[] {
  if (!losesWhenFull(stage) || lossesOf(method) !== 'ignored') return [];
  const message = `${nameOf(stage)} loses what finds it full, but ${method} takes all arrivals as accepted.`;
  return [warning('loss-ignored', stage, message)];
}

/** Dor 2010, section 8: the probability of back-pressure tells when an M/M/1 model is beyond its range. */
function rangeVerdict({ stage, kind, measures }: StageCase): readonly Verdict[] {
  const p = measures.backPressureProbability ?? 0;
  if ((kind !== 'mm1' && kind !== 'mmc') || p < OUT_OF_RANGE) return [];
  const message = `The unbounded queue of ${nameOf(stage)} would need more than its ${stage.capacity} places ${percent(p)} of the time; the model is beyond its range, and the real queue is often full.`;
  return [warning('back-pressure-out-of-range', stage, message)];
}

const OUT_OF_RANGE = 0.05;

/** While a finite stage is full its senders hold what they have finished, which no model of one stage alone shows. */
function blockingVerdict({ stage, blockers }: StageCase): readonly Verdict[] {
  return blockers.flatMap(({ stage: blocker, measures }) => {
    const p = measures.saturated ? 1 : (measures.backPressureProbability ?? 0);
    if (p < UNNOTICED) return [];
    const message = `${nameOf(stage)} is held up while ${nameOf(blocker)} is full (${percent(p)} of the time); the model leaves that out, so ${nameOf(stage)} is fuller than shown.`;
    return [
      p > 0.01 ? warning('blocking-ignored', stage, message) : note('blocking-ignored', stage, message),
    ];
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
  const p = measures.backPressureProbability ?? 0;
  const isAsked = method !== 'auto' && method !== 'qna';
  if (!source || granted || isAsked || p < 0.01) return [];
  if (kind !== 'mm1kActual' && kind !== 'mmckActual') return [];
  const message = `Not to be trusted: ${nameOf(stage)} is full ${percent(p)} of the time and holds up ${nameOf(source)}, but the model takes all that ${nameOf(source)} is drawn to send as accepted; the real stage carries less and is emptier.`;
  return [warning('source-held-up', stage, message)];
}

/** Blocking for less than a millionth of the time moves no digit that is shown. */
const UNNOTICED = 1e-6;

function resourceVerdict({ stage, resource }: StageCase): readonly Verdict[] {
  if (resource === undefined) return [];
  const message = `Services at ${nameOf(stage)} also wait for ${resource}, which other stages use; the model leaves that wait out, so ${nameOf(stage)} is fuller than shown. Simulation shows it.`;
  return [warning('resource-ignored', stage, message)];
}
