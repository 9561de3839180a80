/** Faults of one stage: its capacity, bulk rule, discipline, preemption, shared resource and promised places against each other. */

import { distributionMean } from '../distributions/index.ts';
import { batchSizes, largestBatch } from '../rules/bulk.ts';
import {
  DISCIPLINE,
  disciplineOf,
  preempts,
  servesByPriority,
  sharesServers,
  wouldPreempt,
} from '../rules/discipline.ts';
import { isDataflow } from '../rules/firing.ts';
import { isPipelined, timePerElementOf } from '../rules/timing.ts';
import { admitsWhole, losesWaiting, promisesPlaces, WHEN_FULL } from '../rules/when-full.ts';
import { classesOf, serviceOf } from './classes.ts';
import { conversionFactorOf, nameOf, priorityOf, serverCountOf } from './defaults.ts';
import { inSentence } from './fields.ts';
import { error, type Finding, warning } from './finding.ts';
import { idsOf, openAfter } from './fork-regions.ts';
import type { Graph } from './graph.ts';
import { promisedStage } from './promised-stage.ts';
import type { Scenario, StageNode } from './scenario.ts';

export function stageFindings(
  stage: StageNode,
  scenario: Pick<Scenario, 'classes'>,
  graph: Graph,
): readonly Finding[] {
  return [
    ...bulkFindings(stage),
    ...capacityFindings(stage, scenario),
    ...oldestFindings(stage, graph),
    ...priorityFindings(stage, scenario),
    ...preemptionFindings(stage),
    ...promiseFindings(stage, graph),
    ...resourceFindings(stage),
    ...batchTimeFindings(stage, scenario),
    ...pipelineFindings(stage, graph),
    ...phaseFindings(stage),
  ];
}

/** Only a dataflow stage has phases. */
const phaseFindings = (stage: StageNode): readonly Finding[] =>
  stage.firingTimes && !isDataflow(stage)
    ? [error('times-without-phases', 'it has times by phase, but is no dataflow stage.')]
    : [];

function bulkFindings(stage: StageNode): readonly Finding[] {
  const findings: Finding[] = [];
  const { least, most } = batchSizes(stage.bulk);
  if (least > most) {
    findings.push(error('bulk-bounds', `its bulk takes at least ${least} but at most ${most}.`));
  }
  if (stage.bulk && sharesServers(stage)) {
    const text = 'processor sharing serves one by one; it cannot serve in bulk.';
    findings.push(error('bulk-processor-sharing', text));
  }
  return findings;
}

function capacityFindings(stage: StageNode, scenario: Pick<Scenario, 'classes'>): readonly Finding[] {
  const { bulk, capacity } = stage;
  const serverCount = serverCountOf(stage);
  if (capacity === undefined) return [];
  const findings: Finding[] = [];
  const size = largestBatch(bulk);
  if (capacity < serverCount * size) {
    const servers = serverCount === 1 ? '1 server' : `${serverCount} servers`;
    findings.push(
      error('capacity-too-small', `capacity ${capacity} is less than ${servers} × bulk ${size}.`),
    );
  }
  const factors = classesOf(scenario).map(({ id }) => conversionFactorOf(stage, id));
  const group = Math.ceil(Math.max(...factors));
  if (admitsWhole(stage) && group > capacity) {
    const text = `each arrival becomes ${group} elements that enter only together, and capacity ${capacity} never has room for them.`;
    findings.push(error('group-never-fits', text));
  }
  return findings;
}

const OLDEST = `"${inSentence(WHEN_FULL.dropOldest.label)}"`;

/** Who is to give way must wait in the line: not be served already, nor be a task of an element that goes on without it. */
function oldestFindings(stage: StageNode, graph: Graph): readonly Finding[] {
  if (!losesWaiting(stage)) return [];
  const findings: Finding[] = [];
  if (sharesServers(stage)) {
    const text = 'it shares its servers, so nobody waits who could be dropped as the oldest; take drop.';
    findings.push(error('drop-oldest-processor-sharing', text));
  }
  if (preempts(stage)) {
    const text = `its services can be interrupted, and ${OLDEST} takes only those who wait for their service to begin.`;
    findings.push(error('drop-oldest-preemption', text));
  }
  if (admitsWhole(stage)) {
    const text = `it takes groups whole, and ${OLDEST} makes room for one element at a time.`;
    findings.push(error('drop-oldest-whole', text));
  }
  const fork = idsOf(graph, 'fork').find((id) => openAfter(graph, id).has(stage.id));
  if (fork !== undefined) {
    const text = `tasks of fork "${fork}" wait in it, and ${OLDEST} would lose one of them while the others go on; take drop.`;
    findings.push(error('drop-oldest-tasks', text));
  }
  return findings;
}

function priorityFindings(stage: StageNode, scenario: Pick<Scenario, 'classes'>): readonly Finding[] {
  if (!servesByPriority(stage) || new Set(classesOf(scenario).map(priorityOf)).size > 1) return [];
  const text =
    'its discipline is priority, and all classes have the same; it serves first come, first served.';
  return [warning('priority-without-order', text)];
}

function preemptionFindings(stage: StageNode): readonly Finding[] {
  if (!wouldPreempt(stage)) return [];
  if (!servesByPriority(stage)) {
    const text = `its discipline is ${inSentence(DISCIPLINE[disciplineOf(stage)].label)}; only priority interrupts services, and its preemption is not used.`;
    return [warning('preemption-ignored', text)];
  }
  const findings: Finding[] = [];
  if (stage.bulk) {
    findings.push(
      error('preemption-bulk', 'it serves in bulk; a service of several elements cannot be interrupted.'),
    );
  }
  if (stage.resource !== undefined) {
    const text = `its services hold shared resource "${stage.resource}"; they cannot be interrupted.`;
    findings.push(error('preemption-resource', text));
  }
  return findings;
}

/** Whoever is to be promised a place needs a service that begins on its own and is not interrupted. */
function promiseFindings(stage: StageNode, graph: Graph): readonly Finding[] {
  const promises = promisedStage(graph, stage.id);
  if (!promises) return [];
  return [...neverPromised(stage, graph), ...promiseKinds(stage, promises)];
}

/** Batches of which all go to one stage, and ask for more places there than it has, or elements that become as many. */
function neverPromised(stage: StageNode, graph: Graph): readonly Finding[] {
  const [link, another] = graph.outgoing.get(stage.id)!;
  const next = link && !another ? graph.nodes.get(link.to) : undefined;
  if (next?.kind !== 'stage' || !promisesPlaces(next) || next.capacity === undefined) return [];
  const { least } = batchSizes(stage.bulk);
  const asked = least * Math.ceil(conversionFactorOf(next));
  if (asked <= next.capacity || next.byClass) return [];
  const text = `each ${least === 1 ? 'element' : 'batch'} asks for ${asked} slots of "${nameOf(next)}" before its service begins, and capacity ${next.capacity} never has them.`;
  return [error('batch-never-promised', text)];
}

function promiseKinds(stage: StageNode, promises: StageNode): readonly Finding[] {
  if (sharesServers(stage)) {
    const text = `it shares its servers, so no service waits to begin; "${nameOf(promises)}" behind it cannot block before service.`;
    return [error('promise-processor-sharing', text)];
  }
  if (!preempts(stage)) return [];
  const text = `its services hold a place in "${nameOf(promises)}", which is promised before service; they cannot be interrupted.`;
  return [error('preemption-promise', text)];
}

function resourceFindings(stage: StageNode): readonly Finding[] {
  if (stage.resource === undefined || !sharesServers(stage)) return [];
  const text = `processor sharing serves all at once; its services cannot take turns for shared resource "${stage.resource}".`;
  return [error('resource-processor-sharing', text)];
}

/** A batch takes its time longer than the distribution says by a share of the mean, which must be a number. */
function batchTimeFindings(stage: StageNode, scenario: Pick<Scenario, 'classes'>): readonly Finding[] {
  if (timePerElementOf(stage) === 0) return [];
  const services = [
    ...classesOf(scenario).map(({ id }) => serviceOf(stage, id)),
    ...(stage.schedule?.frames ?? []).map(({ service }) => service),
  ];
  if (services.every((service) => distributionMean(service) > 0)) return [];
  const text =
    'its batches take a time per element on top of a service time whose mean is 0; give the service a mean above 0.';
  return [error('batch-time-without-mean', text)];
}

/** A pipeline takes elements one by one, each as soon as the last has gone far enough, and stands still when its first cannot leave. */
function pipelineFindings(stage: StageNode, graph: Graph): readonly Finding[] {
  if (!isPipelined(stage)) return [];
  const findings: Finding[] = [];
  const refuse = (code: string, text: string) => findings.push(error(code, text));
  if (stage.bulk)
    refuse('pipeline-bulk', 'it is a pipeline, which takes elements one by one; it cannot serve in bulk.');
  if (sharesServers(stage))
    refuse('pipeline-processor-sharing', 'it is a pipeline, which processor sharing has no place for.');
  if (preempts(stage))
    refuse('pipeline-preemption', 'it is a pipeline; what has entered it cannot be interrupted.');
  if (stage.speeds)
    refuse('pipeline-speeds', 'it is a pipeline, whose speed does not depend on the number in the stage.');
  if (stage.resource !== undefined) {
    const text = `it is a pipeline, whose services overlap; they cannot take turns for shared resource "${stage.resource}".`;
    refuse('pipeline-resource', text);
  }
  const promises = promisedStage(graph, stage.id);
  if (promises) {
    const text = `it is a pipeline, which takes elements before it knows of room; "${nameOf(promises)}" behind it cannot block before service.`;
    refuse('pipeline-promise', text);
  }
  return findings;
}
