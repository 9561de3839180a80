/** Faults of one stage: its capacity, bulk rule, discipline, preemption, shared resource and promised places against each other. */
import { classesOf } from './classes.ts';
import { conversionFactorOf, disciplineOf, priorityOf, serverCountOf } from './defaults.ts';
import { error, type Finding, warning } from './finding.ts';
import type { Graph } from './graph.ts';
import { promisedStage } from './promised-stage.ts';
import type { BulkRule, Scenario, StageNode } from './scenario.ts';

export function stageFindings(
  stage: StageNode,
  scenario: Pick<Scenario, 'classes'>,
  graph: Graph,
): readonly Finding[] {
  return [
    ...bulkFindings(stage),
    ...capacityFindings(stage, scenario),
    ...priorityFindings(stage, scenario),
    ...preemptionFindings(stage),
    ...promiseFindings(stage, graph),
    ...resourceFindings(stage),
  ];
}

function bulkFindings({ bulk, discipline }: StageNode): readonly Finding[] {
  const findings: Finding[] = [];
  if (bulk?.rule === 'upTo' && bulk.min > bulk.max) {
    findings.push(error('bulk-bounds', `its bulk takes at least ${bulk.min} but at most ${bulk.max}.`));
  }
  if (bulk && discipline === 'PS') {
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
  const size = bulkSize(bulk);
  if (capacity < serverCount * size) {
    const servers = serverCount === 1 ? '1 server' : `${serverCount} servers`;
    findings.push(
      error('capacity-too-small', `capacity ${capacity} is less than ${servers} × bulk ${size}.`),
    );
  }
  const factors = classesOf(scenario).map(({ id }) => conversionFactorOf(stage, id));
  const group = Math.ceil(Math.max(...factors));
  if (stage.admission === 'whole' && group > capacity) {
    const text = `each arrival becomes ${group} elements that enter only together, and capacity ${capacity} never has room for them.`;
    findings.push(error('group-never-fits', text));
  }
  return findings;
}

function bulkSize(bulk: BulkRule | undefined): number {
  if (!bulk) return 1;
  return bulk.rule === 'full' ? bulk.size : bulk.max;
}

function priorityFindings(
  { discipline }: StageNode,
  scenario: Pick<Scenario, 'classes'>,
): readonly Finding[] {
  if (discipline !== 'priority' || new Set(classesOf(scenario).map(priorityOf)).size > 1) return [];
  const text =
    'its discipline is priority, and all classes have the same; it serves first come, first served.';
  return [warning('priority-without-order', text)];
}

function preemptionFindings(stage: StageNode): readonly Finding[] {
  if (stage.preemption !== 'resume') return [];
  if (stage.discipline !== 'priority') {
    const text = `its discipline is ${disciplineOf(stage)}; only priority interrupts services, and its preemption is not used.`;
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
function promiseFindings({ id, discipline, preemption }: StageNode, graph: Graph): readonly Finding[] {
  const promises = promisedStage(graph, id);
  if (!promises) return [];
  if (discipline === 'PS') {
    const text = `it shares its servers, so no service waits to begin; "${promises.id}" behind it cannot block before service.`;
    return [error('promise-processor-sharing', text)];
  }
  if (discipline !== 'priority' || preemption !== 'resume') return [];
  const text = `its services hold a place in "${promises.id}", which is promised before service; they cannot be interrupted.`;
  return [error('preemption-promise', text)];
}

function resourceFindings({ resource, discipline }: StageNode): readonly Finding[] {
  if (resource === undefined || discipline !== 'PS') return [];
  const text = `processor sharing serves all at once; its services cannot take turns for shared resource "${resource}".`;
  return [error('resource-processor-sharing', text)];
}
