/** From evidence to a scenario, number by number: what is not accepted keeps the default of its field. */
import { groupBy } from '../../core/base/group-by.ts';
import { freshId } from '../../core/scenario/fresh-id.ts';
import { idRefusal } from '../../core/scenario/id-refusal.ts';
import {
  type Link,
  type NodeId,
  SCENARIO_FORMAT,
  SCHEMA_VERSION,
  type Scenario,
  type ScenarioNode,
} from '../../core/scenario/scenario.ts';
import type {
  FlowEvidence,
  PartKind,
  PlaceEvidence,
  ProposedPart,
  Told,
  ToldTimes,
  WayEvidence,
} from './contract.ts';
import { exponential, toldShare } from './told-times.ts';

/** Nothing takes no time at all. */
const SHORTEST = 1e-9;
const SINK = 'done';

/** Node ids by the names of places. */
export type NodeIds = ReadonlyMap<string, NodeId>;

export interface Drawn {
  readonly scenario: Scenario;
  readonly parts: readonly ProposedPart[];
  readonly ids: NodeIds;
}

export function propose(
  flow: FlowEvidence,
  { name, without }: { readonly name: string; readonly without: ReadonlySet<string> },
): Drawn {
  const parts: ProposedPart[] = [];
  /** The number, if it is accepted. */
  const take = <T extends Told>(kind: PartKind, of: string, told: T | undefined): T | undefined => {
    if (!told) return undefined;
    const id = `${kind} of ${of}`;
    const isAccepted = !without.has(id);
    const { value, low, high, from } = told;
    parts.push({
      ...{ id, kind, value, from, isAccepted },
      ...(low !== undefined && { low }),
      ...(high !== undefined && { high }),
      ...('distribution' in told && { distribution: (told as Told as ToldTimes).distribution }),
    });
    return isAccepted ? told : undefined;
  };
  const ids = nodeIds(flow);
  const sources = flow.entries.map((entry): ScenarioNode => {
    const accepted = take('arrivals', entry.name, entry.interarrival);
    const batch = take('batch', entry.name, entry.batch);
    const base = {
      ...{ id: ids.get(entry.name)!, ...named(entry.name, ids) },
      ...(entry.elementClass !== undefined && { class: entry.elementClass }),
      kind: 'source',
    } as const;
    // Without its batches a source sends as many one by one.
    if (entry.batch && !batch)
      return { ...base, interarrival: exponential(entry.interarrival.value / entry.batch.value) };
    return {
      ...{ ...base, interarrival: accepted?.distribution ?? exponential(entry.interarrival.value) },
      ...(batch && { batchSize: batch.value }),
    };
  });
  const classes = flow.entries.flatMap(({ elementClass }) => elementClass ?? []);
  const places = flow.places.map((place) => nodeOf(place, ids, take));
  const links = linksOf(flow.ways, ids, take);
  const sinkId = ids.get(SINK_KEY)!;
  const scenario: Scenario = {
    ...{ format: SCENARIO_FORMAT, schemaVersion: SCHEMA_VERSION, name },
    ...(classes.length > 1 && { classes: classes.map((id) => ({ id })) }),
    nodes: [...sources, ...places, { id: sinkId, kind: 'sink' }],
    links,
  };
  return { scenario, parts, ids };
}

type Take = <T extends Told>(kind: PartKind, of: string, told: T | undefined) => T | undefined;

/** No place has this name. */
const SINK_KEY = '\u0000sink';

function nodeIds({ entries, places }: FlowEvidence): NodeIds {
  const ids = new Map<string, NodeId>();
  const taken = new Set<string>();
  const add = (key: string, wanted: string): void => {
    const sound = idRefusal(wanted.slice(0, 80)) === undefined ? wanted.slice(0, 80) : 'stage1';
    const id = freshId(sound, taken);
    taken.add(id);
    ids.set(key, id);
  };
  for (const { name } of [...entries, ...places]) add(name, name);
  add(SINK_KEY, SINK);
  return ids;
}

const named = (name: string, ids: NodeIds): { name?: string } =>
  ids.get(name) === name ? {} : { name: name.slice(0, 200) };

function nodeOf(place: PlaceEvidence, ids: NodeIds, take: Take): ScenarioNode {
  const { name, kind } = place;
  const base = { id: ids.get(name)!, ...named(name, ids) };
  if (kind === 'instant') return { ...base, kind: 'router' };
  const service = take('service', name, place.service);
  const drawn = {
    service: service?.distribution ?? exponential(Math.max(SHORTEST, place.service?.value ?? SHORTEST)),
  };
  const told = [...(place.serviceByClass ?? [])].flatMap(([name, times]) => {
    const own = take('service', `${place.name} for ${name}`, times);
    return own ? [[name, { service: own.distribution }] as const] : [];
  });
  const byClass = told.length > 0 && { byClass: Object.fromEntries(told) };
  if (kind === 'delay') return { ...base, kind: 'delay', ...drawn, ...byClass };
  const servers = take('servers', name, place.servers);
  const capacity = take('capacity', name, place.capacity);
  const factor = take('factor', name, place.factor);
  const pass = take('pass', name, place.pass);
  return {
    ...{ ...base, kind: 'stage', ...drawn, ...byClass },
    ...(factor && { conversionFactor: factor.value }),
    ...(capacity && { capacity: capacity.value }),
    ...(servers && servers.value > 1 && { serverCount: servers.value }),
    ...(pass && { passProbability: pass.value }),
  };
}

/** Shares are accepted link by link only together: those of one node sum to one. */
function linksOf(ways: readonly WayEvidence[], ids: NodeIds, take: Take): Link[] {
  return [...groupBy(ways, (way) => way.from)].flatMap(([from, out]) => {
    const all = out.reduce((sum, { count }) => sum + count, 0);
    const shares = out.map((way) => {
      if (out.length === 1) return undefined;
      const counts = `${way.count.toLocaleString('en')} of ${all.toLocaleString('en')} went there`;
      return take('share', `${from} → ${way.to ?? SINK}`, { ...toldShare(way.count, all), from: counts });
    });
    const areAll = shares.every((share) => share !== undefined);
    const byClass = sharesByClass(out, (way, name, told) =>
      take('share', `${from} → ${way.to ?? SINK} for ${name}`, told),
    );
    return out.map(
      (way, i): Link => ({
        ...{ from: ids.get(from)!, to: ids.get(way.to ?? SINK_KEY)! },
        ...(areAll && { probability: shares[i]!.value }),
        ...(byClass && { byClass: Object.fromEntries(byClass.map(([name, own]) => [name, own[i]!])) }),
      }),
    );
  });
}

/** Shares of the ways of a node in their order, by class; undefined where classes do not differ, or one of their shares is not accepted. */
function sharesByClass(
  out: readonly WayEvidence[],
  take: (way: WayEvidence, name: string, told: Told) => Told | undefined,
): readonly (readonly [string, readonly number[]])[] | undefined {
  if (out.length === 1 || !out[0]!.countByClass) return undefined;
  const names = [...new Set(out.flatMap(({ countByClass }) => [...countByClass!.keys()]))];
  const all = names.map((name) => {
    const counts = out.map(({ countByClass }) => countByClass!.get(name) ?? 0);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const told = out.map((way, i) => {
      const from = `${counts[i]!.toLocaleString('en')} of ${total.toLocaleString('en')} went there`;
      return take(way, name, { ...toldShare(counts[i]!, total), from });
    });
    return [name, told] as const;
  });
  const accepted = all.flatMap(([name, told]) => {
    const values = told.flatMap((share) => share?.value ?? []);
    return values.length === told.length ? [[name, values] as const] : [];
  });
  return accepted.length === all.length ? accepted : undefined;
}
