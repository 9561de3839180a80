/** A drawing from traces: a stage for each service, delays for the network, a class for each type of request. */
import type { ServiceDistribution } from '../../core/distributions/index.ts';
import { freshId } from '../../core/scenario/fresh-id.ts';
import {
  type ClassAtStage,
  type JobClass,
  type Link,
  SCENARIO_FORMAT,
  SCHEMA_VERSION,
  type Scenario,
  type ScenarioNode,
} from '../../core/scenario/scenario.ts';
import type { WhatIfCase } from '../../core/study/what-if.ts';
import { awaited, ownStretches, type Request, type Visit } from './call-tree.ts';
import { type Changed, changedBy } from './changed-service.ts';

/** Classes of a scenario that is drawn from data; further types of requests are one. */
export const MOST_DRAWN_CLASSES = 6;
/** A network that takes less than this share of the response is not drawn. */
const WORTH_DRAWING = 0.001;

export interface DrawnService {
  readonly service: string;
  /** Servers of each instance. */
  readonly servers: number;
  readonly instances: number;
}

interface Step {
  /** A service, or the network before one. */
  readonly at: string;
  readonly isNetwork: boolean;
  /** Own work or time in the network, ns. */
  time: number;
}

/** Requests during `seconds`, as a scenario under any changes. */
export function drawTraces(
  requests: readonly Request[],
  services: readonly DrawnService[],
  seconds: number,
): (named: Pick<Scenario, 'name' | 'notes'>, changes: WhatIfCase) => Scenario {
  const classOf = classNames(requests);
  const classes = [...new Set(requests.map(({ type }) => classOf.get(type)!))];
  const drawing = new Drawing(classes);
  const total = requests.reduce((sum, { root }) => sum + root.end - root.start, 0);
  const steps = requests.map(({ root }) => stepsOf(root));
  const network = networkTimes(steps);
  const isDrawn = ({ at, isNetwork }: Step): boolean =>
    !isNetwork || network.get(at)! > WORTH_DRAWING * total;
  for (const [i, { type }] of requests.entries()) drawing.add(classOf.get(type)!, steps[i]!.filter(isDrawn));
  return (named, changes) => ({
    ...{ format: SCENARIO_FORMAT, schemaVersion: SCHEMA_VERSION, ...named },
    ...drawing.parts(services, seconds, changedBy(changes)),
    ...(classes.length > 1 && { classes: classes.map((id): JobClass => ({ id })) }),
  });
}

/** The most frequent types have a class of their own. */
function classNames(requests: readonly Request[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { type } of requests) counts.set(type, (counts.get(type) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a).map(([type]) => type);
  const kept = sorted.length > MOST_DRAWN_CLASSES ? MOST_DRAWN_CLASSES - 1 : MOST_DRAWN_CLASSES;
  return new Map(sorted.map((type, i) => [type, i < kept ? type.slice(0, 80) : 'other requests']));
}

function networkTimes(requests: readonly (readonly Step[])[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const steps of requests)
    for (const { at, isNetwork, time } of steps) if (isNetwork) times.set(at, (times.get(at) ?? 0) + time);
  return times;
}

/** What a request meets, one after the other; calls in parallel in the order of their starts. Waiting is left out. */
function stepsOf(root: Visit): Step[] {
  const steps: Step[] = [];
  // No recursion: a trace may be deeper than the stack of calls here.
  const open: (Step | Visit)[] = [root];
  for (let part = open.pop(); part; part = open.pop()) {
    if ('calls' in part) {
      for (const inside of partsOf(part).reverse()) open.push(inside);
      continue;
    }
    const last = steps.at(-1);
    if (last?.at === part.at) last.time += part.time;
    else steps.push(part);
  }
  return steps;
}

/** A visit's own steps, with the visits that it calls between them. */
function partsOf(visit: Visit): (Step | Visit)[] {
  const parts: (Step | Visit)[] = [];
  const stretches = ownStretches(visit);
  let at = 0;
  let waiting = visit.wait;
  const own = (until: number): void => {
    let time = 0;
    for (; at < stretches.length && stretches[at]![0] < until; at += 1)
      time += stretches[at]![1] - stretches[at]![0];
    const waited = Math.min(waiting, time);
    waiting -= waited;
    parts.push({ at: visit.service, isNetwork: false, time: time - waited });
  };
  for (const call of [...awaited(visit), ...visit.calls.filter(({ isAsync }) => isAsync)]) {
    if (!call.isAsync) own(call.start);
    const longest = call.visits.reduce((most, { start, end }) => Math.max(most, end - start), 0);
    if (call.isSeen && !call.isAsync)
      parts.push({
        ...{ at: `${visit.service} – ${call.visits[0]!.service}`, isNetwork: true },
        time: Math.max(0, call.end - call.start - longest),
      });
    for (const callee of call.visits) parts.push(callee);
  }
  own(Number.POSITIVE_INFINITY);
  return parts;
}

/** Times of the steps of one class at one place. */
interface Times {
  steps: number;
  sum: number;
  squares: number;
}

const IN = 'requests';
const OUT = 'done';

class Drawing {
  private readonly counts = new Map<string, Map<string, Map<string, number>>>();
  private readonly times = new Map<string, Map<string, Times>>();
  private readonly networks = new Set<string>();
  private readonly arrivals = new Map<string, number>();

  constructor(private readonly classes: readonly string[]) {}

  add(type: string, steps: readonly Step[]): void {
    this.arrivals.set(type, (this.arrivals.get(type) ?? 0) + 1);
    let from = this.sourceOf(type);
    for (const { at, isNetwork, time } of steps) {
      if (isNetwork) this.networks.add(at);
      this.count(from, at, type);
      const times = entry(
        entry(this.times, at, () => new Map<string, Times>()),
        type,
        () => ({ steps: 0, sum: 0, squares: 0 }),
      );
      times.steps += 1;
      times.sum += time / 1e9;
      times.squares += (time / 1e9) ** 2;
      from = at;
    }
    this.count(from, OUT, type);
  }

  parts(
    services: readonly DrawnService[],
    seconds: number,
    { load, servers, times: factors }: Changed,
  ): Pick<Scenario, 'nodes' | 'links'> {
    const ids = this.idsOf();
    const sources = this.classes.map(
      (type): ScenarioNode => ({
        ...{ id: ids.get(this.sourceOf(type))!, kind: 'source', name: type.slice(0, 200), unit: 'request' },
        interarrival: { distribution: 'exponential', rate: (load * this.arrivals.get(type)!) / seconds },
        ...(this.classes.length > 1 && { class: type }),
      }),
    );
    const places = [...this.times].map(([at, times]): ScenarioNode => {
      const factor = factors.get(at) ?? 1;
      const service = serviceOf([...times.values()], factor);
      const common = { id: ids.get(at)!, name: at, unit: 'request', service };
      const byClass = this.byClass(times, factor);
      if (this.networks.has(at)) return { ...common, kind: 'delay', ...byClass };
      const drawn = services.find((one) => one.service === at);
      const each = servers.get(at) ?? drawn?.servers ?? 1;
      return { ...common, kind: 'stage', serverCount: each * (drawn?.instances ?? 1), ...byClass };
    });
    return { nodes: [...sources, ...places, { id: ids.get(OUT)!, kind: 'sink' }], links: this.links(ids) };
  }

  private sourceOf = (type: string): string => `${IN} ${type}`;

  private count(from: string, to: string, type: string): void {
    const types = entry(
      entry(this.counts, from, () => new Map<string, Map<string, number>>()),
      to,
      () => new Map<string, number>(),
    );
    types.set(type, (types.get(type) ?? 0) + 1);
  }

  private byClass(
    times: ReadonlyMap<string, Times>,
    factor: number,
  ): { byClass?: Record<string, ClassAtStage> } {
    if (this.classes.length < 2 || times.size < 2) return {};
    return {
      byClass: Object.fromEntries(
        [...times].map(([type, one]) => [type, { service: serviceOf([one], factor) }]),
      ),
    };
  }

  private links(ids: ReadonlyMap<string, string>): Link[] {
    return [...this.counts].flatMap(([from, targets]) => {
      const all = sumOf([...targets.values()].flatMap((types) => [...types.values()]));
      return [...targets].map(([to, types]): Link => {
        const link = { from: ids.get(from)!, to: ids.get(to)! };
        if (targets.size === 1) return link;
        const probability = sumOf([...types.values()]) / all;
        if (this.classes.length < 2) return { ...link, probability };
        const byClass = Object.fromEntries(
          this.classes.flatMap((type) => {
            const leaving = sumOf([...targets.values()].map((of) => of.get(type) ?? 0));
            return leaving === 0 ? [] : [[type, (types.get(type) ?? 0) / leaving]];
          }),
        );
        return { ...link, probability, byClass };
      });
    });
  }

  /** At most 80 characters, and different. */
  private idsOf(): ReadonlyMap<string, string> {
    const ids = new Map<string, string>();
    const taken = new Set<string>();
    for (const name of [...this.classes.map(this.sourceOf), ...this.times.keys(), OUT]) {
      const id = freshId(name.slice(0, 80), taken);
      taken.add(id);
      ids.set(name, id);
    }
    return ids;
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** By mean, `factor` times as long, and squared coefficient of variation. Nothing takes no time at all. */
const SHORTEST = 1e-9;

function serviceOf(times: readonly Times[], factor: number): ServiceDistribution {
  const steps = sumOf(times.map((one) => one.steps));
  const seen = Math.max(SHORTEST, sumOf(times.map((one) => one.sum)) / steps);
  const scv = sumOf(times.map((one) => one.squares)) / steps / seen ** 2 - 1;
  const mean = factor * seen;
  if (steps < 3 || (scv > 0.8 && scv < 1.25)) return { distribution: 'exponential', mean };
  if (!(scv > 1e-4)) return { distribution: 'deterministic', mean };
  return { distribution: 'lognormal', mean, scv };
}
