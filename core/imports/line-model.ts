/**
 * Queueing networks that LINE saves as JSON (`linemodel_save`, `save_model`) as scenarios: LINE, "a unified library for queueing network
 * modelling" of Imperial College London (G. Casale 2020). What each construct becomes, and what is left out: docs/scenario-format.md.
 */
import * as z from 'zod/mini';
import { LIMITS } from '../base/limits.ts';
import { own } from '../base/own.ts';
import type { Result } from '../base/result.ts';
import { finite, integerAtLeast, nonNegative, positive, probability } from '../base/schema-fields.ts';
import {
  type ArrivalDistribution,
  isServiceDistribution,
  type ServiceDistribution,
} from '../distributions/index.ts';
import { exp, expm1 } from '../numeric/elementary.ts';
import { logGammaFromHalf } from '../numeric/log-gamma.ts';
import type { ClassSwitch } from '../scenario/class-switch.ts';
import { idRefusal } from '../scenario/id-refusal.ts';
import { parseJson } from '../scenario/json-position.ts';
import type { JobClass, Link, ScenarioNode, StageNode } from '../scenario/scenario.ts';
import { type Imported, importedAs, NO_TIME, timeUnitRemark } from './imported.ts';
import { independentTimes } from './jmt/times.ts';
import { LeftOut, refuseModel, whatIsRead } from './refusing.ts';
import {
  type FullRule,
  isNeverFull,
  linksByShare,
  MOST_TASKS,
  regionLeftOut,
  roomOf,
  servicesOf,
  withRegion,
} from './stations.ts';

/** Shares that differ by less are the same: LINE writes 15 digits. */
const ROUNDING = 1e-12;

export const isLineModel = (head: string): boolean =>
  /^\s*\{/.test(head) && /"format"\s*:\s*"line-model"/.test(head);

// What is read of the file; everything else of a node is named.

const byName = <Value extends z.ZodMiniType>(value: Value) => z.record(z.string(), value);
const text = z.string({ error: 'a text' });
const numbers = z.array(finite, { error: 'a list of numbers' });
const matrix = z.array(numbers, { error: 'a list of rows of numbers' });
/** Infinity is written as a text. */
const many = z.union([nonNegative, z.literal('Infinity')], { error: 'a number >= 0 or "Infinity"' });

const times = z.looseObject({
  type: text,
  params: z.optional(byName(z.unknown())),
  ph: z.optional(z.looseObject({ alpha: numbers, T: matrix })),
  map: z.optional(z.looseObject({ D0: matrix, D1: matrix })),
  fit: z.optional(
    z.looseObject({
      method: text,
      mean: z.optional(positive),
      scv: z.optional(positive),
      order: z.optional(integerAtLeast(1)),
    }),
  ),
});
type WrittenTimes = z.infer<typeof times>;

const node = z.looseObject({
  name: text,
  type: text,
  scheduling: z.optional(text),
  servers: z.optional(many),
  buffer: z.optional(many),
  classCap: z.optional(byName(many)),
  dropRule: z.optional(byName(text)),
  loadDependence: z.optional(z.looseObject({ type: text, scaling: z.optional(numbers) })),
  service: z.optional(byName(times)),
  classSwitchMatrix: z.optional(byName(byName(probability))),
  tasksPerLink: z.optional(integerAtLeast(1, MOST_TASKS)),
  joinStrategy: z.optional(text),
});
type WrittenNode = z.infer<typeof node>;

const network = z.looseObject({
  type: z.literal('Network', {
    error: 'the type Network (layered networks, workflows and environments are not read)',
  }),
  name: z.optional(text),
  nodes: z.array(node, { error: 'a list of nodes' }).check(z.maxLength(LIMITS.nodes)),
  classes: z
    .array(
      z.looseObject({
        name: text,
        type: text,
        population: z.optional(integerAtLeast(0, LIMITS.population)),
        refNode: z.optional(text),
        priority: z.optional(finite),
      }),
      { error: 'a list of classes' },
    )
    .check(z.minLength(1), z.maxLength(LIMITS.classes)),
  routing: z.looseObject({ type: text, matrix: byName(byName(byName(probability))) }),
  routingStrategies: z.optional(byName(byName(text))),
  finiteCapacityRegions: z.optional(
    z.array(
      z.looseObject({
        name: z.optional(text),
        stations: z.array(z.looseObject({ node: text }), { error: 'a list of stations' }),
        globalMaxJobs: z.optional(many),
        dropRule: z.optional(byName(text)),
      }),
      { error: 'a list of regions' },
    ),
  ),
});
type Network = z.infer<typeof network>;

const file = z.looseObject({ version: z.optional(z.union([text, finite])), model: network });

/** `timeUnit`: seconds of one unit of time of the model, which has none. Errors name the place in the file. */
export function readLineModel(written: string, timeUnit = 1): Result<Imported, string> {
  return whatIsRead(() => {
    const json = parseJson(written);
    if (!json.ok) {
      const { line, column, found } = json.error;
      return refuseModel(`line ${line}, column ${column}: this is no JSON; found ${found}`);
    }
    const read = file.safeParse(json.value);
    if (read.success) return new LineReader(read.data.model, timeUnit).read();
    const { path, message } = read.error.issues[0]!;
    return refuseModel(`${pathText(path)}: expected ${message}`);
  });
}

const pathText = (path: readonly PropertyKey[]): string =>
  path.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i > 0 ? '.' : ''}${String(key)}`)).join('');

/** Where jobs of one class go from a node: by target, and by the class that they have then. */
type Ways = ReadonlyMap<string, ReadonlyMap<string, number>>;

class LineReader {
  readonly #model: Network;
  readonly #unit: number;
  readonly #leftOut = new LeftOut();
  readonly #remarks: string[] = [];
  readonly #told = { remarks: this.#remarks, leftOut: this.#leftOut };
  readonly #kinds: ReadonlyMap<string, string>;
  readonly #classes: readonly string[];
  readonly #nodes: ScenarioNode[] = [];
  readonly #links: Link[] = [];
  /** By node and class that leaves it. */
  readonly #ways = new Map<string, Map<string, Map<string, Map<string, number>>>>();

  constructor(model: Network, unit: number) {
    this.#model = model;
    this.#unit = unit;
    this.#kinds = new Map(model.nodes.map(({ name, type }) => [name, type]));
    this.#classes = model.classes.map(({ name }) => name);
    for (const [what, names] of [
      ['nodes', model.nodes.map(({ name }) => name)],
      ['classes', this.#classes],
    ] as const)
      for (const [i, name] of names.entries()) {
        const refusal = idRefusal(name);
        if (refusal !== undefined) refuseModel(`model.${what}[${i}].name: ${refusal}`);
        if (names.indexOf(name) < i) refuseModel(`model.${what}[${i}]: there are two ${what} "${name}"`);
      }
  }

  read(): Imported {
    const { name = 'LINE model', nodes } = this.#model;
    this.#readRouting();
    const classes = this.#jobClasses();
    for (const each of nodes) this.#addNode(each);
    this.#readRegions();
    for (const key of Object.keys(this.#model)) if (!KNOWN_OF_MODEL.has(key)) this.#leftOut.add(key);
    const remarks = [timeUnitRemark(this.#unit), ...this.#remarks, ...this.#leftOut.sentences];
    return importedAs({ program: 'LINE', name, remarks, nodes: this.#nodes, links: this.#links, classes });
  }

  // Classes

  /** Absent for one open class, which needs no name. Smaller numbers are more urgent in LINE, too. */
  #jobClasses(): readonly JobClass[] | undefined {
    const { classes } = this.#model;
    const least = Math.min(...classes.map(({ priority = 0 }) => priority));
    const read = classes.map(({ name, type, population, refNode, priority = 0 }, i): JobClass => {
      if (type !== 'Open' && type !== 'Closed')
        return refuseModel(`model.classes[${i}].type: expected Open or Closed, got ${type}`);
      const common = { id: name, ...(priority > least && { priority: priority - least }) };
      if (type === 'Open') return common;
      if (population === undefined) return refuseModel(`model.classes[${i}]: expected a population`);
      return { ...common, closed: { population, start: this.#startOf(refNode, i) } };
    });
    const [only, second] = read;
    return !second && !only!.closed ? undefined : read;
  }

  #startOf(refNode: string | undefined, i: number): string {
    const kind = refNode === undefined ? undefined : this.#kinds.get(refNode);
    if (kind === 'Queue' || kind === 'Delay') return refNode!;
    return refuseModel(
      `model.classes[${i}].refNode: expected a queue or a delay, where the jobs are at the start, got "${refNode ?? ''}"`,
    );
  }

  // Routing

  #readRouting(): void {
    const { routing } = this.#model;
    if (routing.type !== 'matrix') refuseModel(`model.routing.type: expected matrix, got ${routing.type}`);
    for (const [key, ways] of Object.entries(routing.matrix)) {
      const pair = this.#classes
        .filter((from) => key.startsWith(`${from},`))
        .map((from) => [from, key.slice(from.length + 1).trim()] as const)
        .find(([, to]) => this.#classes.includes(to));
      if (!pair) refuseModel(`model.routing.matrix: expected "class,class" of the classes, got "${key}"`);
      for (const [from, ends] of Object.entries(ways))
        for (const [to, share] of Object.entries(ends)) {
          for (const end of [from, to])
            if (!this.#kinds.has(end))
              refuseModel(`model.routing.matrix["${key}"]: there is no node "${end}"`);
          if (share > 0) this.#addWay(from, pair, to, share);
        }
    }
  }

  #addWay(from: string, [before, after]: readonly [string, string], to: string, share: number): void {
    const ofNode = this.#ways.get(from) ?? new Map<string, Map<string, Map<string, number>>>();
    const ofClass = ofNode.get(before) ?? new Map<string, Map<string, number>>();
    const ofTarget = ofClass.get(to) ?? new Map<string, number>();
    this.#ways.set(from, ofNode.set(before, ofClass.set(to, ofTarget.set(after, share))));
  }

  /** Behind what a node of LINE is; jobs that change their class on the way do so in a router of their own. */
  #addLinks(from: string, name: string, only?: string): Pick<StageNode, 'routing'> {
    const ways = [...(this.#ways.get(name) ?? [])].filter(
      ([before]) => only === undefined || before === only,
    );
    const changes = ways.some(([before, targets]) =>
      [...targets.values()].some((afters) => [...afters.keys()].some((after) => after !== before)),
    );
    if (changes) {
      const router = `${from} switch`.slice(0, LIMITS.id);
      this.#links.push({ from, to: router });
      this.#nodes.push({ id: router, kind: 'router', classSwitch: switchOf(ways) });
      this.#draw(router, this.#afterSwitch(name, ways));
      return {};
    }
    const targets = ways.map(([before, ends]) => {
      const shares = [...ends].map(([to, afters]): [string, number] => [to, afters.get(before)!]);
      return [before, new Map(shares)] as const;
    });
    const rule = this.#ruleAt(
      name,
      ways.map(([before]) => before),
    );
    if (rule === 'probabilistic') {
      this.#draw(from, new Map(targets));
      return {};
    }
    const all = new Set(targets.flatMap(([, shares]) => [...shares.keys()]));
    for (const to of all) this.#links.push({ from, to });
    return all.size > 1 ? { routing: { rule } } : {};
  }

  /** Where jobs go by the class that they have become; that must not depend on what they were before. */
  #afterSwitch(
    name: string,
    ways: readonly (readonly [string, Ways])[],
  ): ReadonlyMap<string, ReadonlyMap<string, number>> {
    const found = new Map<string, ReadonlyMap<string, number>>();
    for (const after of this.#classes)
      for (const [before, targets] of ways) {
        const joint = [...targets].map(([to, afters]) => [to, afters.get(after) ?? 0] as const);
        const all = joint.reduce((sum, [, share]) => sum + share, 0);
        if (all === 0) continue;
        const shares = new Map(
          joint.filter(([, share]) => share > 0).map(([to, share]) => [to, share / all]),
        );
        const known = found.get(after);
        const isSame =
          !known ||
          (known.size === shares.size &&
            [...shares].every(([to, share]) => Math.abs((known.get(to) ?? 0) - share) < ROUNDING));
        if (!isSame)
          refuseModel(
            `jobs that leave "${name}" as class "${after}" go elsewhere when they came as class "${before}"; a scenario cannot say that`,
          );
        found.set(after, known ?? shares);
      }
    return found;
  }

  #draw(from: string, byClass: ReadonlyMap<string, ReadonlyMap<string, number>>): void {
    const targets = [...new Set([...byClass.values()].flatMap((shares) => [...shares.keys()]))];
    const choosers = [...byClass].map(([id, shares]) => ({ id, share: (to: string) => shares.get(to) ?? 0 }));
    if (targets.length > 0) this.#links.push(...linksByShare(from, targets, choosers, targets.length === 1));
  }

  #ruleAt(name: string, classes: readonly string[]): 'probabilistic' | 'roundRobin' | 'joinShortestQueue' {
    const strategies = this.#model.routingStrategies?.[name] ?? {};
    const rules = new Set(classes.map((id) => strategies[id] ?? 'PROB'));
    const [rule = 'PROB', other] = [...rules];
    if (other !== undefined) {
      this.#leftOut.add(
        `rules of routing that differ by class (${[...rules].join(', ')}; read as shares)`,
        name,
      );
      return 'probabilistic';
    }
    if (rule === 'RROBIN') return 'roundRobin';
    if (rule === 'JSQ') return 'joinShortestQueue';
    if (!DRAWN.has(rule)) this.#leftOut.add(`routing by ${rule} (read as shares)`, name);
    return 'probabilistic';
  }

  // Nodes

  #addNode(each: WrittenNode): void {
    const { name, type } = each;
    for (const key of Object.keys(each)) if (!KNOWN_OF_NODE.has(key)) this.#leftOut.add(key, name);
    switch (type) {
      case 'Source':
        this.#addSources(each);
        return;
      case 'Sink':
        this.#nodes.push({ id: name, kind: 'sink' });
        return;
      case 'Delay':
        this.#nodes.push({ id: name, kind: 'delay', ...this.#services(each), ...this.#addLinks(name, name) });
        return;
      case 'Queue':
        this.#nodes.push(
          each.scheduling === 'INF' || each.servers === 'Infinity'
            ? { id: name, kind: 'delay', ...this.#services(each), ...this.#addLinks(name, name) }
            : { id: name, ...this.#stage(each), ...this.#addLinks(name, name) },
        );
        return;
      case 'Router':
        this.#nodes.push({ id: name, kind: 'router', ...this.#addLinks(name, name) });
        return;
      case 'ClassSwitch':
        this.#nodes.push({
          ...{ id: name, kind: 'router', ...this.#matrixOf(each) },
          ...this.#addLinks(name, name),
        });
        return;
      case 'Fork':
        this.#addFork(each);
        return;
      case 'Join':
        if (each.joinStrategy !== undefined && each.joinStrategy !== 'STD')
          this.#leftOut.add(`joining by ${each.joinStrategy} (read as a join of all tasks)`, name);
        this.#nodes.push({ id: name, kind: 'join', ...this.#addLinks(name, name) });
        return;
      default:
        refuseModel(`node "${name}": a ${type} is no node that a queueing network here can have`);
    }
  }

  #addSources({ name, service = {} }: WrittenNode): void {
    const drawn = this.#classes.flatMap((id) => {
      const read = service[id] && this.#times(`source "${name}"`, service[id]);
      if (read === 'zero')
        return refuseModel(`source "${name}" sends class "${id}" without any time between`);
      return read ? [{ id, interarrival: read }] : [];
    });
    if (drawn.length === 0) this.#leftOut.add('source without arrivals', name);
    for (const { id, interarrival } of drawn) {
      const ownId = drawn.length > 1 ? `${name} ${id}`.slice(0, LIMITS.id) : name;
      this.#nodes.push({
        ...{ id: ownId, kind: 'source', interarrival, ...(this.#classes.length > 1 && { class: id }) },
        ...this.#addLinks(ownId, name, id),
      });
    }
  }

  #services({ name, service = {} }: WrittenNode): Pick<StageNode, 'service' | 'byClass'> {
    const services = this.#classes.flatMap((id): (readonly [string, ServiceDistribution])[] => {
      const read = service[id] && this.#times(`"${name}"`, service[id]);
      if (!read) return [];
      if (read !== 'zero') return [[id, this.#independent(name, read)]];
      this.#remarks.push(
        `"${name}" serves class "${id}" without any time; here in ${NO_TIME} units of time.`,
      );
      return [[id, { distribution: 'deterministic', mean: NO_TIME * this.#unit }]];
    });
    return servicesOf(services) ?? refuseModel(`node "${name}" has no service times`);
  }

  #independent(name: string, distribution: ArrivalDistribution): ServiceDistribution {
    if (isServiceDistribution(distribution)) return distribution;
    this.#leftOut.add('what one service time says about the next', name);
    return independentTimes(distribution) ?? refuseModel(`node "${name}": its phases never come to an end`);
  }

  #stage(each: WrittenNode): Omit<StageNode, 'id'> {
    const { name, servers = 1, scheduling = 'FCFS', loadDependence } = each;
    const serverCount = Number(servers);
    if (!(Number.isSafeInteger(serverCount) && serverCount >= 1))
      refuseModel(`node "${name}": expected a whole number of servers >= 1, got ${servers}`);
    const discipline = own(DISCIPLINES, scheduling);
    if (!discipline) this.#leftOut.add(`scheduling ${scheduling} (read as FCFS)`, name);
    const speeds = loadDependence?.type === 'loadDependent' ? loadDependence.scaling : undefined;
    if (loadDependence && !speeds) this.#leftOut.add(`dependence on the load (${loadDependence.type})`, name);
    if (speeds)
      this.#remarks.push(`"${name}": its speed by the number of jobs holds for ${speeds.length} and more.`);
    return {
      ...{ kind: 'stage', ...this.#bound(each), ...(serverCount > 1 && { serverCount }), ...discipline },
      ...{ ...this.#services(each), ...(speeds && { speeds }) },
    };
  }

  /** Room and what happens when there is none. */
  #bound({
    name,
    buffer,
    classCap = {},
    dropRule = {},
  }: WrittenNode): Pick<StageNode, 'capacity' | 'whenFull'> {
    const caps = this.#classes.flatMap((id) => classCap[id] ?? []).filter((cap) => cap !== 'Infinity');
    if (caps.length > 0 && this.#classes.length > 1) this.#leftOut.add('capacity by class', name);
    const capacity = Math.min(
      Number(buffer ?? 'Infinity'),
      ...(this.#classes.length > 1 ? [] : caps.map(Number)),
    );
    const populations = this.#model.classes.map(({ type, population = 0 }) =>
      type === 'Closed' ? population : undefined,
    );
    if (capacity < 1 || !Number.isFinite(capacity) || isNeverFull(capacity, populations)) return {};
    const rules = this.#classes.map((id) => dropRule[id] ?? 'drop');
    return roomOf(name, capacity, rules, FULL_RULES, this.#told);
  }

  /** A region around one queue that limits all jobs together is the room of that queue. */
  #readRegions(): void {
    for (const region of this.#model.finiteCapacityRegions ?? []) {
      const { name = '', stations, globalMaxJobs: most, dropRule = {} } = region;
      const around = stations.map(({ node: inside }) => inside);
      const at = this.#nodes.findIndex(({ id, kind }) => id === around[0] && kind === 'stage');
      const rules = new Set(this.#classes.map((id) => dropRule[id] ?? 'waitingQueue'));
      const isPlain =
        Object.keys(region).every((key) => KNOWN_OF_REGION.has(key)) &&
        Object.keys(stations[0] ?? {}).every((key) => key === 'node');
      const limit = Number(most ?? 'Infinity');
      if (
        !isPlain ||
        around.length !== 1 ||
        at < 0 ||
        rules.size > 1 ||
        !Number.isSafeInteger(limit) ||
        limit < 1
      ) {
        this.#leftOut.add(regionLeftOut(name, around));
        continue;
      }
      this.#nodes[at] = withRegion(this.#nodes[at] as StageNode, name, limit, rules.has('drop'), this.#told);
    }
  }

  #matrixOf({ classSwitchMatrix = {} }: WrittenNode): { readonly classSwitch?: ClassSwitch } {
    const rows = Object.entries(classSwitchMatrix).flatMap(([from, row]) => {
      const entries = Object.entries(row).filter(([, share]) => share > 0);
      return entries.some(([to]) => to !== from) ? [[from, Object.fromEntries(entries)] as const] : [];
    });
    return rows.length > 0 ? { classSwitch: Object.fromEntries(rows) } : {};
  }

  /** One task along each link; more of them go through a router each. */
  #addFork({ name, tasksPerLink = 1 }: WrittenNode): void {
    this.#nodes.push({ id: name, kind: 'fork' });
    const targets = new Set([...(this.#ways.get(name)?.values() ?? [])].flatMap((ends) => [...ends.keys()]));
    for (const to of targets) {
      this.#links.push({ from: name, to });
      for (let task = 2; task <= tasksPerLink; task++) {
        const router = `${name} ${to} ${task}`.slice(0, LIMITS.id);
        this.#nodes.push({ id: router, kind: 'router' });
        this.#links.push({ from: name, to: router }, { from: router, to });
      }
    }
  }

  // Times

  /** Undefined where the class does not come. */
  #times(owner: string, written: WrittenTimes): ArrivalDistribution | 'zero' | undefined {
    const { type, params = {}, ph, map, fit } = written;
    if (type === 'Disabled') return undefined;
    if (type === 'Immediate') return 'zero';
    const unit = this.#unit;
    const reader = own(READERS, type);
    if (ph && (type === 'Replayer' || !reader)) {
      if (type === 'Replayer')
        this.#remarks.push(
          `${owner}: the times of a file, which the model only names, are read as the phases fitted to them.`,
        );
      return { distribution: 'phaseType', alpha: ph.alpha, T: scaled(ph.T, 1 / unit) };
    }
    if (map) return { distribution: 'map', D0: scaled(map.D0, 1 / unit), D1: scaled(map.D1, 1 / unit) };
    if (Object.keys(params).length > 0 && reader) {
      const read = reader(new Parameters(`${owner}: ${type}`, params), unit);
      if (read !== 'zero' && type === 'Normal')
        this.#remarks.push(
          `${owner}: normal times, which can be below 0, are read as gamma distributed with the same mean and variance.`,
        );
      return read;
    }
    if (fit?.mean !== undefined) return fitted(fit.mean * unit, type, fit);
    return refuseModel(
      `${owner}: times of ${type} are not read; expected one of ${Object.keys(READERS).join(', ')}, PH, MAP`,
    );
  }
}

/** Numbers of a distribution by their names in LINE. */
class Parameters {
  readonly #owner: string;
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(owner: string, values: Readonly<Record<string, unknown>>) {
    this.#owner = owner;
    this.#values = values;
  }

  number(name: string): number {
    const read = finite.safeParse(this.#values[name]);
    return read.success ? read.data : this.#refuse(name, 'a number');
  }

  list(name: string): readonly number[] {
    const value = this.#values[name];
    const read = numbers.safeParse(typeof value === 'number' ? [value] : value);
    return read.success ? read.data : this.#refuse(name, 'a list of numbers');
  }

  #refuse(name: string, expected: string): never {
    return refuseModel(`${this.#owner}: expected ${expected} as ${name}`);
  }
}

type ReadTimes = (of: Parameters, unit: number) => ArrivalDistribution | 'zero';

const scaled = (rows: readonly (readonly number[])[], factor: number): readonly (readonly number[])[] =>
  rows.map((row) => row.map((x) => x * factor));

/** Parameters as LINE names them: Weibull has its scale as alpha and its shape as beta, Gamma its shape as alpha and its scale as beta. */
const READERS: Readonly<Record<string, ReadTimes>> = {
  Exp: (of, unit) => ({ distribution: 'exponential', rate: of.number('lambda') / unit }),
  Det: (of, unit) => {
    const mean = of.number('value') * unit;
    return mean === 0 ? 'zero' : { distribution: 'deterministic', mean };
  },
  Erlang: (of, unit) => {
    const shape = of.number('k');
    return { distribution: 'erlang', mean: (shape / of.number('lambda')) * unit, shape };
  },
  HyperExp: (of, unit) => {
    const rates = of.list('lambda').map((rate) => rate / unit);
    const given = of.list('p');
    const probabilities = given.length === 1 && rates.length === 2 ? [given[0]!, 1 - given[0]!] : given;
    return { distribution: 'hyperexponential', probabilities, rates };
  },
  Gamma: (of, unit) => {
    const shape = of.number('alpha');
    return { distribution: 'gamma', mean: shape * of.number('beta') * unit, scv: 1 / shape };
  },
  Lognormal: (of, unit) => {
    const [mu, variance] = [of.number('mu'), of.number('sigma') ** 2];
    return { distribution: 'lognormal', mean: exp(mu + variance / 2) * unit, scv: expm1(variance) };
  },
  Uniform: (of, unit) => ({
    distribution: 'uniform',
    min: of.number('a') * unit,
    max: of.number('b') * unit,
  }),
  Normal: (of, unit) => {
    const [mean, deviation] = [of.number('mu'), of.number('sigma')];
    return { distribution: 'gamma', mean: mean * unit, scv: (deviation / mean) ** 2 };
  },
  Pareto: (of, unit) => ({
    distribution: 'pareto',
    scale: of.number('scale') * unit,
    shape: of.number('alpha'),
  }),
  Weibull: (of, unit) => {
    const shape = of.number('beta');
    return {
      distribution: 'weibull',
      mean: of.number('alpha') * exp(logGammaFromHalf(1 + 1 / shape)) * unit,
      shape,
    };
  },
  /** Phases one after the other; phi: the probability that each is the last. */
  Coxian: (of, unit) => {
    const rates = of.list('mu').map((rate) => rate / unit);
    const ends = of.list('phi');
    const T = rates.map((rate, from) =>
      rates.map((_, to) => (to === from ? -rate : to === from + 1 ? rate * (1 - (ends[from] ?? 0)) : 0)),
    );
    return { distribution: 'phaseType', alpha: rates.map((_, i) => (i === 0 ? 1 : 0)), T };
  },
  MMPP2: (of, unit) => ({
    ...{
      distribution: 'onOff',
      peakRate: of.number('lambda0') / unit,
      idleRate: of.number('lambda1') / unit,
    },
    ...{ meanOnTime: unit / of.number('sigma0'), meanOffTime: unit / of.number('sigma1') },
  }),
};

/** What LINE is told to fit; it does so by itself when it opens the file. */
function fitted(
  mean: number,
  type: string,
  { scv, order }: { readonly scv?: number | undefined; readonly order?: number | undefined },
): ArrivalDistribution {
  if (type === 'Det') return { distribution: 'deterministic', mean };
  if (type === 'Erlang' && (order ?? scv) !== undefined)
    return { distribution: 'erlang', mean, shape: order ?? Math.max(1, Math.round(1 / scv!)) };
  if (type === 'HyperExp' && scv !== undefined && scv > 1)
    return { distribution: 'hyperexponential', mean, scv };
  return { distribution: 'exponential', mean };
}

function switchOf(ways: readonly (readonly [string, Ways])[]): ClassSwitch {
  return Object.fromEntries(
    ways.map(([before, targets]) => {
      const row: Record<string, number> = {};
      for (const afters of targets.values())
        for (const [after, share] of afters) row[after] = (row[after] ?? 0) + share;
      return [before, row];
    }),
  );
}

const FULL_RULES: Readonly<Record<string, FullRule>> = {
  drop: 'drop',
  blockingAfterService: 'block',
  waitingQueue: 'outside',
};

const DRAWN: ReadonlySet<string> = new Set(['PROB', 'RAND', 'DISABLED']);

/** LINE serves ties of HOL and FCFSPRIO in the order of entry, without interruption. */
const DISCIPLINES: Readonly<Record<string, Pick<StageNode, 'discipline' | 'preemption'>>> = {
  FCFS: {},
  LCFS: { discipline: 'LCFS' },
  SIRO: { discipline: 'RSS' },
  PS: { discipline: 'PS' },
  HOL: { discipline: 'priority' },
  FCFSPRIO: { discipline: 'priority' },
  FCFSPRPRIO: { discipline: 'priority', preemption: 'resume' },
};

const KNOWN_OF_MODEL: ReadonlySet<string> = new Set([
  ...['type', 'name', 'nodes', 'classes', 'routing', 'routingStrategies', 'finiteCapacityRegions'],
]);
const KNOWN_OF_REGION: ReadonlySet<string> = new Set(['name', 'stations', 'globalMaxJobs', 'dropRule']);
const KNOWN_OF_NODE: ReadonlySet<string> = new Set([
  ...['name', 'type', 'scheduling', 'servers', 'buffer', 'classCap', 'dropRule', 'loadDependence', 'service'],
  ...['classSwitchMatrix', 'tasksPerLink', 'forkNode', 'joinStrategy'],
]);
