/** Faults of one node: its capacity, bulk rule, laws and the probabilities on its links. */
import type { Fault } from './fault.ts';
import { type Graph, routingRule } from './graph.ts';
import type { ArrivalLaw } from './law.ts';
import { lawMean, lawScv } from './law-moments.ts';
import type { BulkRule, ScenarioNode, SourceNode, StageNode } from './scenario.ts';

/** Probabilities typed with six digits sum to 1 within this. */
const SUM_TOLERANCE = 1e-6;

export function nodeFaults(node: ScenarioNode, graph: Graph): readonly Fault[] {
  const findings = [
    ...probabilityFindings(node, graph),
    ...(node.kind === 'stage' ? stageFindings(node) : []),
    ...(node.kind === 'source' ? lawFindings(node.interarrival, 'times between arrivals') : []),
    ...(node.kind === 'source' ? batchFindings(node, graph) : []),
  ];
  const place = `${node.kind[0]!.toUpperCase()}${node.kind.slice(1)} "${node.id}"`;
  return findings.map(({ severity, code, text }) => ({
    severity,
    code,
    node: node.id,
    message: `${place}: ${text}`,
  }));
}

/** A fault before it is told whose it is. */
interface Finding {
  readonly severity: Fault['severity'];
  readonly code: string;
  readonly text: string;
}

const error = (code: string, text: string): Finding => ({ severity: 'error', code, text });
const warning = (code: string, text: string): Finding => ({ severity: 'warning', code, text });

function probabilityFindings(node: ScenarioNode, graph: Graph): readonly Finding[] {
  const links = graph.outgoing.get(node.id)!;
  const written = links.filter(({ probability }) => probability !== undefined);
  if (written.length === 0) return [];
  const rule = routingRule(node);
  if (rule !== 'probabilistic') {
    return [
      warning('probability-ignored', `its rule is ${rule}; the probabilities on its links are not used.`),
    ];
  }
  const missing = links.find(({ probability }) => probability === undefined);
  if (missing) {
    return [
      error(
        'probability-missing',
        `some of its links have a probability, the one to "${missing.to}" has none.`,
      ),
    ];
  }
  const sum = written.reduce((total, { probability }) => total + probability!, 0);
  if (Math.abs(sum - 1) <= SUM_TOLERANCE) return [];
  return [
    error('probability-sum', `the probabilities on its links sum to ${shortNumber(sum)} instead of 1.`),
  ];
}

function stageFindings(stage: StageNode): readonly Finding[] {
  const { bulk, capacity, discipline, serverCount = 1 } = stage;
  const findings: Finding[] = [...lawFindings(stage.service, 'service times')];
  if (bulk?.rule === 'upTo' && bulk.min > bulk.max) {
    findings.push(error('bulk-bounds', `its bulk takes at least ${bulk.min} but at most ${bulk.max}.`));
  }
  if (bulk && discipline === 'PS') {
    findings.push(
      error('bulk-processor-sharing', 'processor sharing serves one by one; it cannot serve in bulk.'),
    );
  }
  const size = bulkSize(bulk);
  if (capacity !== undefined && capacity < serverCount * size) {
    const servers = serverCount === 1 ? '1 server' : `${serverCount} servers`;
    findings.push(
      error('capacity-too-small', `capacity ${capacity} is less than ${servers} × bulk ${size}.`),
    );
  }
  const group = Math.ceil(stage.conversionFactor ?? 1);
  if (stage.admission === 'whole' && capacity !== undefined && group > capacity) {
    findings.push(error('group-never-fits', groupText(group, capacity)));
  }
  return findings;
}

function bulkSize(bulk: BulkRule | undefined): number {
  if (!bulk) return 1;
  return bulk.rule === 'full' ? bulk.size : bulk.max;
}

const groupText = (group: number, capacity: number): string =>
  `each arrival becomes ${group} elements that enter only together, and capacity ${capacity} never has room for them.`;

/** A batch that goes as a whole to one stage which takes groups only whole. */
function batchFindings({ id, batchSize = 1 }: SourceNode, graph: Graph): readonly Finding[] {
  const links = graph.outgoing.get(id)!;
  const stage = links.length === 1 ? graph.nodes.get(links[0]!.to) : undefined;
  if (batchSize === 1 || stage?.kind !== 'stage' || stage.admission !== 'whole' || !stage.capacity) return [];
  const group = Math.ceil(batchSize * (stage.conversionFactor ?? 1));
  if (group <= stage.capacity) return [];
  const text = `its batch arrives at "${stage.id}" as ${group} elements, which takes groups only whole and has capacity ${stage.capacity}.`;
  return [warning('batch-never-fits', text)];
}

function lawFindings(law: ArrivalLaw, place: string): readonly Finding[] {
  const mean = lawMean(law);
  if (place === 'service times' && (law.law === 'map' || law.law === 'onOff')) {
    return [error('law-out-of-place', `${law.law} is a law of arrivals; it cannot state service times.`)];
  }
  if (!(mean < Number.POSITIVE_INFINITY)) {
    return [error('law-without-mean', `its ${place} have no finite mean (${law.law}), so there is no rate.`)];
  }
  if (!(mean > 0)) return [error('law-zero', `its ${place} are always 0 (${law.law}).`)];
  if (lawScv(law) < Number.POSITIVE_INFINITY) return [];
  const text = `its ${place} have no finite variance (${law.law}): mean waits may not exist, and simulations settle slowly.`;
  return [warning('law-without-variance', text)];
}

const shortNumber = (value: number): string => String(Number(value.toPrecision(9)));
