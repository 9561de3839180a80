/** Faults of the laws of one node: its own, those of its schedule and those of single classes. */
import { error, type Finding, warning } from './finding.ts';
import type { ArrivalLaw } from '../distributions/law.ts';
import { lawMean, lawScv } from '../distributions/law-moments.ts';
import type { DelayNode, ScenarioNode, SourceNode, StageNode } from './scenario.ts';

export function lawFindings(node: ScenarioNode): readonly Finding[] {
  return lawsOf(node).flatMap(({ law, times }) => {
    const isMisplaced = node.kind !== 'source' && (law.law === 'map' || law.law === 'onOff');
    return isMisplaced ? [misplaced(law, times)] : momentFindings(law, times);
  });
}

/** A law and the name of its times. */
interface PlacedLaw {
  readonly law: ArrivalLaw;
  readonly times: string;
}

function lawsOf(node: ScenarioNode): readonly PlacedLaw[] {
  if (node.kind === 'source') return arrivalLaws(node);
  if (node.kind === 'stage') return [...serviceLaws(node, 'service times'), ...scheduledServices(node)];
  return node.kind === 'delay' ? serviceLaws(node, 'times of stay') : [];
}

function arrivalLaws({ interarrival, schedule }: SourceNode): readonly PlacedLaw[] {
  const times = 'times between arrivals';
  const later = (schedule?.frames ?? []).flatMap((frame) =>
    frame.interarrival ? [{ law: frame.interarrival, times: `${times} from ${frame.from} s on` }] : [],
  );
  return [{ law: interarrival, times }, ...later];
}

function serviceLaws({ service, byClass }: StageNode | DelayNode, times: string): readonly PlacedLaw[] {
  const own = Object.entries(byClass ?? {}).flatMap(([id, entry]) =>
    entry.service ? [{ law: entry.service, times: `${times} of class "${id}"` }] : [],
  );
  return [{ law: service, times }, ...own];
}

const scheduledServices = ({ schedule }: StageNode): readonly PlacedLaw[] =>
  (schedule?.frames ?? []).map(({ from, service }) => ({
    law: service,
    times: `service times from ${from} s on`,
  }));

const misplaced = ({ law }: ArrivalLaw, times: string): Finding =>
  error('law-out-of-place', `${law} is a law of arrivals; it cannot state ${times}.`);

function momentFindings(law: ArrivalLaw, times: string): readonly Finding[] {
  const mean = lawMean(law);
  if (!(mean < Number.POSITIVE_INFINITY)) {
    return [error('law-without-mean', `its ${times} have no finite mean (${law.law}), so there is no rate.`)];
  }
  if (!(mean > 0)) return [error('law-zero', `its ${times} are always 0 (${law.law}).`)];
  if (lawScv(law) < Number.POSITIVE_INFINITY) return [];
  const text = `its ${times} have no finite variance (${law.law}): mean waits may not exist, and simulations settle slowly.`;
  return [warning('law-without-variance', text)];
}
