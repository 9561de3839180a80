/**
 * Simulation models of JMT (.jsimg, .jsim, .jsimw) as scenarios: the Java Modelling Tools of Politecnico di Milano and Imperial
 * College London. A station of JMT is known by its sections; arrays of parameters are by class. What each construct becomes,
 * and what is left out: docs/scenario-format.md.
 */
import { LIMITS } from '../../base/limits.ts';
import { own } from '../../base/own.ts';
import { counted } from '../../base/plural.ts';
import type { Result } from '../../base/result.ts';
import {
  type ArrivalDistribution,
  distributionMean,
  distributionWithMean,
  isServiceDistribution,
  type ServiceDistribution,
} from '../../distributions/index.ts';
import type { RoutingRule } from '../../rules/routing.ts';
import { drawsLink } from '../../rules/routing.ts';
import type { ClassSwitch } from '../../scenario/class-switch.ts';
import { idRefusal } from '../../scenario/id-refusal.ts';
import type {
  JobClass,
  Link,
  Position,
  RouterNode,
  ScenarioNode,
  StageNode,
} from '../../scenario/scenario.ts';
import { type Imported, importedAs, NO_TIME, timeUnitRemark } from '../imported.ts';
import { childNamed, childrenNamed, differentNames, LeftOut, readingXml, refuseAt } from '../refusing.ts';
import {
  type FullRule,
  isNeverFull,
  linksByShare,
  MOST_TASKS,
  regionLeftOut,
  roomOf,
  servicesOf,
  withRegion,
} from '../stations.ts';
import type { XmlElement } from '../xml.ts';
import { numberIn, numberOf, type Parameter, parameterOf, partNamed } from './parameters.ts';
import { independentTimes, type Times, timesOf } from './times.ts';
import { CLOSER, filteredOutOf, passedOf } from './write-jsim.ts';

export const isJsim = (text: string): boolean =>
  /<archive[\s>]/.test(text.slice(0, 4096)) ||
  /<sim\s[^>]*(?:SIMmodeldefinition|logDelimiter|polling)/.test(text.slice(0, 4096));

/** `timeUnit`: seconds of one unit of time of the model, which has none. Errors name the line and the station. */
export function readJsim(text: string, timeUnit = 1): Result<Imported, string> {
  return readingXml(text, (root) => new JsimReader(root, timeUnit).read());
}

interface UserClass {
  readonly id: string;
  readonly priority: number;
  /** Jobs of a closed class. */
  readonly population?: number;
  readonly reference: string;
  readonly at: XmlElement;
}

interface Section {
  readonly kind: string;
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly at: XmlElement;
}

interface Station {
  readonly name: string;
  readonly at: XmlElement;
  readonly sections: readonly Section[];
}

/** How one class chooses among the connections of a station: by shares, by a rule, or not at all. */
interface Choice {
  readonly rule: RoutingRule;
  /** Where it may go. */
  readonly to: readonly string[];
  /** Equal when absent. */
  readonly shares?: ReadonlyMap<string, number>;
}

interface ClassChoice extends Choice {
  readonly id: string;
}

/** The matrix of a class switch: by class that comes, the probability of each class. */
function switchOf(station: Station): ClassSwitch | undefined {
  const matrix = parameterNamed(station, 'matrix');
  if (!matrix) return undefined;
  return Object.fromEntries(
    [...matrix.byClass].map(([from, row]) => [
      from,
      Object.fromEntries([...row.byClass].map(([to, cell]) => [to, numberIn(cell)])),
    ]),
  );
}

/** What a stage filters out: JMT has a sink of its own for it, to which a share of each class goes. */
interface Filter {
  readonly sink: string;
  /** Where the rest is sent on by a rule. */
  readonly onward?: Station;
  readonly passing: ReadonlyMap<string, number>;
}

/** Digits of shares that are left when they are divided. */
const SHARE_DIGITS = 12;
const rounded = (share: number): number => Number(share.toPrecision(SHARE_DIGITS));

/** What the sections of a station make of it. */
type Role = 'source' | 'sink' | 'stage' | 'delay' | 'router' | 'fork' | 'join';

const PREFIX = 'class "';

class JsimReader {
  readonly #root: XmlElement;
  readonly #sim: XmlElement;
  readonly #unit: number;
  readonly #leftOut = new LeftOut();
  readonly #remarks: string[] = [];
  readonly #told = { remarks: this.#remarks, leftOut: this.#leftOut };
  /** Names of all classes in the order of the file: arrays without names are in it too. */
  readonly #order: readonly string[];
  readonly #classes: readonly UserClass[];
  readonly #stations: ReadonlyMap<string, Station>;
  readonly #targets: ReadonlyMap<string, readonly string[]>;
  readonly #nodes: ScenarioNode[] = [];
  readonly #links: Link[] = [];
  readonly #filters: ReadonlyMap<string, Filter>;
  readonly #places: ReadonlyMap<string, Position>;
  /** Classes that others become somewhere. */
  readonly #becoming: ReadonlySet<string>;

  constructor(root: XmlElement, unit: number) {
    this.#root = root;
    this.#unit = unit;
    this.#sim =
      root.name === 'sim' ? root : (childNamed(root, 'sim') ?? refuseAt(root, 'expected a <sim> in it'));
    this.#order = childrenNamed(this.#sim, 'userClass').map((at) => attribute(at, 'name'));
    this.#stations = this.#readStations();
    this.#becoming = new Set(
      [...this.#stations.values()].flatMap((station) =>
        Object.entries(switchOf(station) ?? {}).flatMap(([from, row]) =>
          Object.keys(row).filter((to) => to !== from && row[to]! > 0),
        ),
      ),
    );
    this.#classes = this.#readClasses();
    this.#targets = this.#readConnections();
    this.#filters = this.#readFilters();
    this.#places = this.#readPlaces();
  }

  read(): Imported {
    const ofFilters = new Set(
      [...this.#filters.values()].flatMap(({ sink, onward }) => [sink, ...(onward ? [onward.name] : [])]),
    );
    for (const station of this.#stations.values())
      if (!ofFilters.has(station.name)) this.#addStation(station);
    this.#readRegions();
    this.#readPreload();
    for (const { name } of this.#sim.children) if (!KNOWN_OF_SIM.has(name)) this.#leftOut.add(`<${name}>`);
    const measures = childrenNamed(this.#sim, 'measure').length;
    if (measures > 0)
      this.#leftOut.add(
        `${counted(measures, 'measure')} and their precision; every measure is computed here`,
      );
    if (childNamed(this.#root, 'results')) this.#leftOut.add('results of a simulation by JMT');
    for (const { name } of this.#root.children)
      if (!['sim', 'jmodel', 'results'].includes(name) && this.#root !== this.#sim)
        this.#leftOut.add(`<${name}>`);
    const name = (this.#sim.attributes.get('name') || 'JMT model').replace(/\.jsim[gw]?$/, '');
    const classes = this.#jobClasses();
    const remarks = [timeUnitRemark(this.#unit), ...this.#remarks, ...this.#leftOut.sentences];
    return importedAs({ program: 'JMT', name, remarks, nodes: this.#nodes, links: this.#links, classes });
  }

  // Classes

  #readClasses(): readonly UserClass[] {
    const different = differentNames('classes');
    const read = childrenNamed(this.#sim, 'userClass').flatMap((at): UserClass[] => {
      const id = different(at, attribute(at, 'name'));
      const refusal = idRefusal(id);
      if (refusal !== undefined) refuseAt(at, refusal);
      if (Number(at.attributes.get('softDeadline') ?? 0) > 0)
        this.#leftOut.add('soft deadline', `${PREFIX}${id}"`);
      const common = {
        ...{ id, at, reference: at.attributes.get('referenceSource') ?? '' },
        priority: Number(at.attributes.get('priority') ?? 0),
      };
      if (attribute(at, 'type') !== 'closed') return [common];
      const population = Number(at.attributes.get('customers') ?? at.attributes.get('population'));
      if (!Number.isSafeInteger(population) || population < 0)
        refuseAt(at, `expected a number of customers of class "${id}"`);
      if (population > 0 || this.#becoming.has(id)) return [{ ...common, population }];
      this.#remarks.push(`Class "${id}" is closed and has no jobs, and none become it. It is left out.`);
      return [];
    });
    if (read.length === 0) refuseAt(this.#sim, 'expected a <userClass> with jobs');
    return read;
  }

  /** Absent for one open class, which needs no name. Larger numbers are more urgent in JMT, smaller ones here. */
  #jobClasses(): readonly JobClass[] | undefined {
    const [only, second] = this.#classes;
    if (!second && only!.population === undefined) return undefined;
    const most = Math.max(...this.#classes.map(({ priority }) => priority));
    return this.#classes.map(({ id, priority, population, reference, at }) => ({
      id,
      ...(priority < most && { priority: most - priority }),
      ...(population !== undefined && { closed: { population, start: this.#startOf(reference, id, at) } }),
    }));
  }

  /** Where jobs of a closed class are at the start: its reference station, or the first stage or delay behind it. */
  #startOf(reference: string, id: string, at: XmlElement): string {
    const seen = new Set([reference]);
    for (const name of seen) {
      const station = this.#stations.get(name);
      const role = station && roleOf(station);
      if (role === 'stage' || role === 'delay') return name;
      for (const target of this.#targets.get(name) ?? []) seen.add(target);
    }
    return refuseAt(
      at,
      `class "${id}" is closed and has no station where its jobs are: "${reference}" is none`,
    );
  }

  /** The element of an array by class: by name, or by position where JMT writes no names (servers that may differ). */
  #ofClass(parameter: Parameter | undefined, jobClass: string): Parameter | undefined {
    if (!parameter || parameter.byClass.size > 0) return parameter?.byClass.get(jobClass);
    return parameter.parts[this.#order.indexOf(jobClass)];
  }

  // Stations

  #readStations(): ReadonlyMap<string, Station> {
    const stations = new Map<string, Station>();
    const different = differentNames('stations');
    for (const at of childrenNamed(this.#sim, 'node')) {
      const name = different(at, attribute(at, 'name'));
      const refusal = idRefusal(name);
      if (refusal !== undefined) refuseAt(at, refusal);
      const sections = childrenNamed(at, 'section').map((section): Section => {
        const parameters = childrenNamed(section, 'parameter').map(parameterOf);
        return {
          kind: attribute(section, 'className'),
          parameters: new Map(parameters.map((each) => [each.name, each])),
          at: section,
        };
      });
      stations.set(name, { name, at, sections });
    }
    return stations;
  }

  #readConnections(): ReadonlyMap<string, readonly string[]> {
    const targets = new Map<string, string[]>();
    for (const at of childrenNamed(this.#sim, 'connection')) {
      const [source, target] = [attribute(at, 'source'), attribute(at, 'target')];
      for (const end of [source, target])
        if (!this.#stations.has(end)) refuseAt(at, `there is no station "${end}"`);
      const ends = targets.get(source) ?? [];
      if (!ends.includes(target)) ends.push(target);
      targets.set(source, ends);
    }
    return targets;
  }

  /** Stages with the sink that a scenario is written with where they filter; a sink of another name counts what leaves. */
  #readFilters(): ReadonlyMap<string, Filter> {
    const senders = new Map<string, number>();
    for (const to of [...this.#targets.values()].flat()) senders.set(to, (senders.get(to) ?? 0) + 1);
    const isOwn = (to: string, role: Role, name: string): boolean =>
      (to === name || (to.startsWith(`${name}-`) && /^\d+$/.test(to.slice(name.length + 1)))) &&
      senders.get(to) === 1 &&
      roleOf(this.#stations.get(to)!) === role;
    return new Map(
      [...this.#targets].flatMap(([name, targets]): [string, Filter][] => {
        const station = this.#stations.get(name)!;
        const sink = targets.find((to) => isOwn(to, 'sink', filteredOutOf(name)));
        if (roleOf(station) !== 'stage' || sink === undefined || targets.length < 2) return [];
        const strategies = parameterNamed(station, 'RoutingStrategy');
        const shares = this.#classes.map(({ id }) => {
          const strategy = this.#ofClass(strategies, id);
          return strategy?.kind === 'EmpiricalStrategy' ? entriesOf(strategy, 'probability') : undefined;
        });
        if (shares.includes(undefined)) return [];
        const passing = this.#classes.map(({ id }, at): [string, number] => [
          id,
          rounded(1 - (shares[at]!.get(sink) ?? 0)),
        ]);
        const rest = targets.filter((to) => to !== sink);
        const onward = rest.length === 1 && isOwn(rest[0]!, 'router', passedOf(name)) ? rest[0] : undefined;
        return [
          [
            name,
            {
              ...{ sink, passing: new Map(passing) },
              ...(onward !== undefined && { onward: this.#stations.get(onward)! }),
            },
          ],
        ];
      }),
    );
  }

  #readPlaces(): ReadonlyMap<string, Position> {
    const drawing = childNamed(this.#root, 'jmodel');
    const places = (drawing ? childrenNamed(drawing, 'station') : []).flatMap((at): [string, Position][] => {
      const position = childNamed(at, 'position');
      const [x, y] = ['x', 'y'].map((axis) => Number(position?.attributes.get(axis) ?? Number.NaN) * CLOSER);
      return Number.isFinite(x) && Number.isFinite(y)
        ? [[at.attributes.get('name') ?? '', { x: x!, y: y! }]]
        : [];
    });
    return new Map(places);
  }

  #addStation(station: Station): void {
    const { name, at } = station;
    const role = roleOf(station) ?? this.#refuseStation(station);
    for (const { name: inside } of at.children)
      if (inside !== 'section' && !IGNORED_OF_NODE.has(inside)) this.#leftOut.add(`<${inside}>`, name);
    for (const section of station.sections) this.#nameUnread(name, section);
    const position = this.#places.get(name);
    const base = { id: name, ...(position && { position }) };
    switch (role) {
      case 'sink':
        this.#nodes.push({ ...base, kind: 'sink' });
        return;
      case 'source':
        this.#addSources(station, position);
        return;
      case 'fork':
        this.#nodes.push({ ...base, kind: 'fork' });
        this.#addTasks(station);
        return;
      case 'join':
        this.#readJoin(station);
        this.#nodes.push({ ...base, kind: 'join', ...this.#addLinks(station, name) });
        return;
      case 'router':
        this.#readRouter(station);
        this.#nodes.push({
          ...{ ...base, kind: 'router', ...this.#classSwitch(station) },
          ...this.#addLinks(station, name),
        });
        return;
      case 'delay': {
        const { service, byClass } = this.#services(station);
        this.#nodes.push({
          ...{ ...base, kind: 'delay', service, ...(byClass && { byClass }) },
          ...this.#addLinks(station, name),
        });
        return;
      }
      case 'stage':
        this.#nodes.push({
          ...base,
          ...this.#filtering(this.#stage(station), this.#filters.get(name)),
          ...this.#addLinks(station, name),
        });
        return;
    }
  }

  #refuseStation({ name, at, sections }: Station): never {
    const kinds = sections.map(({ kind }) => kind);
    const petri = kinds.some((kind) => /^(?:Storage|Enabling|Timing|Firing)$/.test(kind));
    const why = petri
      ? 'it is a place or a transition of a Petri net, which queues cannot say'
      : `its sections ${kinds.join(', ') || 'are missing'} are no station that is read`;
    return refuseAt(at, `station "${name}": ${why}`);
  }

  /** Parameters that are read here, or say nothing beyond what is read; any other is named. */
  #nameUnread(station: string, { kind, parameters }: Section): void {
    for (const [name, parameter] of parameters) {
      if (KNOWN_PARAMETERS.has(name)) continue;
      const isTrivial = own(TRIVIAL, name);
      if (!isTrivial?.(parameter)) this.#leftOut.add(`${name} (${kind})`, station);
    }
  }

  // Sources

  #addSources(station: Station, position: Position | undefined): void {
    const { name } = station;
    const strategies = parameterNamed(station, 'ServiceStrategy');
    const own = this.#classes.filter(
      ({ id, population }) => population === undefined && this.#ofClass(strategies, id) !== undefined,
    );
    const drawn = own.flatMap((jobClass) => {
      const times = timesOf(this.#ofClass(strategies, jobClass.id)!, this.#unit);
      if (times.kind === 'zero')
        refuseAt(station.at, `source "${name}" sends class "${jobClass.id}" without any time between`);
      if (times.kind !== 'drawn' || jobClass.reference !== name) return [];
      if (times.remark) this.#remarks.push(`"${name}": ${times.remark}.`);
      return [{ jobClass, interarrival: times.distribution }];
    });
    if (drawn.length === 0) {
      this.#leftOut.add('source without arrivals', name);
      return;
    }
    const isNamed = drawn.length > 1;
    for (const [at, { jobClass, interarrival }] of drawn.entries()) {
      const id = isNamed ? fittingId(`${name} ${jobClass.id}`) : name;
      this.#nodes.push({
        ...{ id, kind: 'source', interarrival },
        ...(this.#isNamedClass && { class: jobClass.id }),
        ...(position && { position: { x: position.x, y: position.y + at * 120 } }),
        ...this.#addLinks(station, id, [jobClass]),
      });
    }
  }

  get #isNamedClass(): boolean {
    return this.#classes.length > 1 || this.#classes[0]!.population !== undefined;
  }

  // Services

  #services(station: Station): {
    readonly service: ServiceDistribution;
    readonly byClass?: StageNode['byClass'];
  } {
    const strategies = parameterNamed(station, 'ServiceStrategy');
    if (strategies && strategies.parts.length > this.#order.length)
      this.#leftOut.add('types of servers besides the first', station.name);
    const services = this.#classes.flatMap(({ id }): (readonly [string, ServiceDistribution])[] => {
      const strategy = this.#ofClass(strategies, id);
      if (!strategy) return [];
      const service = this.#service(station, id, strategy);
      return service ? [[id, service]] : [];
    });
    return servicesOf(services) ?? refuseAt(station.at, `station "${station.name}" has no service times`);
  }

  #service(station: Station, jobClass: string, strategy: Parameter): ServiceDistribution | undefined {
    const times = loadDependent(strategy) ? this.#atOneJob(strategy) : timesOf(strategy, this.#unit);
    if (times.kind === 'absent') return undefined;
    if (times.kind === 'zero') {
      this.#remarks.push(
        `"${station.name}" serves class "${jobClass}" without any time; here in ${NO_TIME} units of time.`,
      );
      return { distribution: 'deterministic', mean: NO_TIME * this.#unit };
    }
    if (times.remark) this.#remarks.push(`"${station.name}": ${times.remark}.`);
    return this.#independent(station.name, times.distribution);
  }

  #independent(station: string, distribution: ArrivalDistribution): ServiceDistribution {
    if (isServiceDistribution(distribution)) return distribution;
    this.#leftOut.add('what one service time says about the next', station);
    return (
      independentTimes(distribution) ?? { distribution: 'exponential', mean: distributionMean(distribution) }
    );
  }

  #atOneJob(strategy: Parameter): Times {
    const [range] = rangesOf(strategy);
    return range
      ? timesOfRange(range.parameter, this.#unit, range.mean)
      : refuseAt(strategy.at, 'expected a range of loads');
  }

  #stage(station: Station): Omit<StageNode, 'id'> {
    const { name } = station;
    const server = sectionMatching(station, /Server$/)!;
    const serverCount = server.parameters.has('maxJobs') ? numberIn(server.parameters.get('maxJobs')!) : 1;
    if (!(serverCount >= 1))
      refuseAt(server.at, `expected at least one server of "${name}", got ${serverCount}`);
    const speeds = this.#speeds(station);
    return {
      kind: 'stage',
      ...this.#bound(station),
      ...(serverCount > 1 && { serverCount }),
      ...this.#discipline(station, server),
      ...this.#services(station),
      ...(speeds && { speeds }),
    };
  }

  #filtering(stage: Omit<StageNode, 'id'>, filter: Filter | undefined): Omit<StageNode, 'id'> {
    if (!filter) return stage;
    const [[, first = 1] = [], ...others] = filter.passing;
    const different = others.filter(([, pass]) => pass !== first);
    const byClass = { ...stage.byClass };
    for (const [id, passProbability] of different) byClass[id] = { ...byClass[id], passProbability };
    return {
      ...stage,
      ...(first < 1 && { passProbability: first }),
      ...(Object.keys(byClass).length > 0 && { byClass }),
    };
  }

  /** Room and what happens when there is none. A queue outside of the station is as if the station had no bound. */
  #bound(station: Station): Pick<StageNode, 'capacity' | 'whenFull'> {
    const size = parameterNamed(station, 'size');
    const capacity = size ? numberIn(size) : -1;
    const populations = this.#classes.map(({ population }) => population);
    if (capacity < 1 || isNeverFull(capacity, populations)) return {};
    const rules = this.#classes.map(
      ({ id }) => this.#ofClass(parameterNamed(station, 'dropStrategies'), id)?.value ?? 'drop',
    );
    return roomOf(station.name, capacity, rules, FULL_RULES, this.#told);
  }

  #discipline(station: Station, server: Section): Pick<StageNode, 'discipline' | 'preemption'> {
    const { name } = station;
    if (server.kind === 'PSServer') {
      const strategies = [...(server.parameters.get('PSStrategy')?.byClass.values() ?? [])].map(
        ({ kind }) => kind,
      );
      for (const strategy of new Set(strategies))
        if (strategy !== 'EPSStrategy')
          this.#leftOut.add(`${strategy} (read as equal processor sharing)`, name);
      return { discipline: 'PS' };
    }
    if (/Polling/.test(server.kind)) {
      this.#leftOut.add(`${server.kind} (read as FCFS)`, name);
      return {};
    }
    const put =
      server.parameters.get('PreemptiveStrategy') ??
      parameterNamed(station, 'QueuePutStrategy') ??
      parameterNamed(station, 'NetStrategy');
    const kinds = new Set(this.#classes.flatMap(({ id }) => this.#ofClass(put, id)?.kind ?? []));
    const [kind = 'TailStrategy', other] = [...kinds];
    if (other !== undefined)
      this.#remarks.push(`"${name}" has ${[...kinds].join(' and ')} by class; here ${kind} for all.`);
    const isPreemptive = server.kind === 'PreemptiveServer';
    const found = (isPreemptive ? PREEMPTIVE : DISCIPLINES)[kind];
    if (found) return found;
    this.#leftOut.add(`${kind} (read as FCFS)`, name);
    return {};
  }

  /** Speeds of a station whose mean service time depends on the number of jobs; the law of the first class holds for all. */
  #speeds(station: Station): readonly number[] | undefined {
    const strategies = parameterNamed(station, 'ServiceStrategy');
    const first = this.#classes
      .map(({ id }) => this.#ofClass(strategies, id))
      .find((each) => each && loadDependent(each));
    if (!first) return undefined;
    const ranges = rangesOf(first);
    this.#remarks.push(
      `"${station.name}" serves faster or slower with the number of jobs there: here at every moment, in JMT as it was when a service began.`,
    );
    const base = ranges[0]!.mean(1);
    const last = ranges.at(-1)!.from + 1;
    const meanAt = (n: number): number => ranges.findLast(({ from }) => from <= n)!.mean(n);
    const isConstant = ranges.every(({ isConstant: holds }) => holds);
    const most = isConstant ? last : Math.max(last, MOST_SPEEDS);
    if (!isConstant) this.#remarks.push(`"${station.name}": its speed is that of ${most} jobs with more.`);
    const speeds = Array.from({ length: most }, (_, i) => base / meanAt(i + 1));
    return speeds.every((speed) => speed > 0 && Number.isFinite(speed))
      ? speeds
      : refuseAt(
          station.at,
          `station "${station.name}": expected mean service times above 0 with every number of jobs`,
        );
  }

  // Ways

  /** Links of a station by the strategies of its classes; where they differ by rule, each has a router of its own. */
  #addLinks(
    station: Station,
    from: string,
    classes: readonly UserClass[] = this.#classes,
  ): { readonly routing?: { readonly rule: RoutingRule } } {
    const filter = this.#filters.get(station.name);
    if (filter?.onward) return this.#addLinks(filter.onward, from, classes);
    const targets = (this.#targets.get(station.name) ?? []).filter((to) => to !== filter?.sink);
    if (targets.length <= 1) {
      for (const to of targets) this.#links.push({ from, to });
      return {};
    }
    const strategies = parameterNamed(station, 'RoutingStrategy');
    const choices = classes.map((jobClass): ClassChoice => {
      // Jobs of closed classes go to no sink.
      const open = targets.filter((to) => jobClass.population === undefined || !this.#isSink(to));
      return {
        id: jobClass.id,
        ...this.#choice(station, this.#ofClass(strategies, jobClass.id), open, jobClass.id),
      };
    });
    const [first] = choices;
    const isOneRule = choices.every(
      ({ rule, to }) => rule === first!.rule && (drawsLink(rule) || to.length === targets.length),
    );
    if (isOneRule) return this.#ruled(from, targets, choices);
    for (const [at, choice] of choices.entries()) {
      const router = this.#routerBehind(station, `${from} ${choice.id}`, at);
      this.#links.push({ from, to: router.id, byClass: { [choice.id]: 1 } });
      this.#nodes.push({ ...router, ...this.#ruled(router.id, choice.to, [choice]) });
    }
    return {};
  }

  /** A router that JMT does not need, beside its station on the drawing. */
  #routerBehind({ name }: Station, id: string, at: number): RouterNode {
    const place = this.#places.get(name);
    const position = place && { x: place.x + 130, y: place.y + 60 * at };
    return { id: fittingId(id), kind: 'router', ...(position && { position }) };
  }

  #isSink(name: string): boolean {
    return roleOf(this.#stations.get(name)!) === 'sink';
  }

  /** Links of classes that choose by one rule. */
  #ruled(
    from: string,
    targets: readonly string[],
    choices: readonly ClassChoice[],
  ): { readonly routing?: { readonly rule: RoutingRule } } {
    const { rule } = choices[0]!;
    if (drawsLink(rule)) {
      this.#drawn(from, targets, choices);
      return {};
    }
    for (const to of targets) this.#links.push({ from, to });
    return targets.length > 1 ? { routing: { rule } } : {};
  }

  #drawn(from: string, targets: readonly string[], choices: readonly ClassChoice[]): void {
    const [first] = choices;
    const share = ({ to: open, shares }: ClassChoice, to: string): number =>
      shares ? (shares.get(to) ?? 0) : open.includes(to) ? 1 / open.length : 0;
    const isEven = !first!.shares && first!.to.length === targets.length;
    const choosers = choices.map((choice) => ({ id: choice.id, share: (to: string) => share(choice, to) }));
    this.#links.push(...linksByShare(from, targets, choosers, isEven));
  }

  #choice(
    station: Station,
    strategy: Parameter | undefined,
    to: readonly string[],
    jobClass: string,
  ): Choice {
    const { name } = station;
    switch (strategy?.kind) {
      case undefined:
      case 'RandomStrategy':
      case 'DisabledRoutingStrategy':
        return { rule: 'probabilistic', to };
      case 'EmpiricalStrategy':
        return {
          ...{ rule: 'probabilistic', to },
          ...this.#passedShares(entriesOf(strategy, 'probability'), this.#filters.get(name), jobClass),
        };
      case 'RoundRobinStrategy':
        return { rule: 'roundRobin', to };
      case 'ShortestQueueLengthRoutingStrategy':
        return { rule: 'joinShortestQueue', to };
      case 'WeightedRoundRobinStrategy': {
        this.#leftOut.add('the order of a weighted round robin (read as probabilities by weight)', name);
        const weights = entriesOf(strategy, 'weight');
        const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
        return {
          rule: 'probabilistic',
          to,
          shares: new Map([...weights].map(([end, weight]) => [end, weight / all])),
        };
      }
      case 'FastestServiceRoutingStrategy':
        return { rule: 'probabilistic', to, shares: new Map([[this.#fastest(to, jobClass), 1]]) };
      case 'ShortestResponseTimeRoutingStrategy':
      case 'LeastUtilizationRoutingStrategy':
      case 'PowerOfKRoutingStrategy':
        this.#leftOut.add(`${strategy.kind} (read as joining the shortest queue)`, name);
        return { rule: 'joinShortestQueue', to };
      default:
        this.#leftOut.add(`${strategy!.kind} (read as equal shares)`, name);
        return { rule: 'probabilistic', to };
    }
  }

  /** Shares of what a stage lets through; equal where that is nothing. */
  #passedShares(
    shares: ReadonlyMap<string, number>,
    filter: Filter | undefined,
    jobClass: string,
  ): Pick<Choice, 'shares'> {
    if (!filter) return { shares };
    const pass = filter.passing.get(jobClass) ?? 1;
    const rest = [...shares].filter(([to]) => to !== filter.sink);
    return pass > 0 ? { shares: new Map(rest.map(([to, share]) => [to, rounded(share / pass)])) } : {};
  }

  /** The first of those whose mean service time of the class is shortest. */
  #fastest(targets: readonly string[], jobClass: string): string {
    const means = targets.map((to) => {
      const station = this.#stations.get(to)!;
      const strategy = this.#ofClass(parameterNamed(station, 'ServiceStrategy'), jobClass);
      const times = strategy && !loadDependent(strategy) ? timesOf(strategy, this.#unit) : undefined;
      return times?.kind === 'drawn' ? distributionMean(times.distribution) : Number.POSITIVE_INFINITY;
    });
    return targets[means.indexOf(Math.min(...means))]!;
  }

  // Forks, joins, routers

  /** One task goes along each connection; more of them go through a router each, and what is left to chance is left out. */
  #addTasks(station: Station): void {
    const { name } = station;
    const fork = sectionMatching(station, /^Fork$/)!;
    const perLink = fork.parameters.has('jobsPerLink') ? numberIn(fork.parameters.get('jobsPerLink')!) : 1;
    const isSimple = fork.parameters.get('isSimplifiedFork')?.value !== 'false';
    const paths = isSimple ? undefined : this.#branches(station, fork);
    for (const to of this.#targets.get(name) ?? []) {
      const tasks = paths ? (paths.get(to) ?? 1) : perLink;
      if (!(Number.isSafeInteger(tasks) && tasks >= 1 && tasks <= MOST_TASKS))
        refuseAt(fork.at, `fork "${name}": expected 1 to ${MOST_TASKS} tasks to "${to}", got ${tasks}`);
      this.#links.push({ from: name, to });
      for (let task = 2; task <= tasks; task++) {
        const router = this.#routerBehind(station, `${name} ${to} ${task}`, task);
        this.#nodes.push(router);
        this.#links.push({ from: name, to: router.id }, { from: router.id, to });
      }
    }
  }

  /** Tasks by connection, of the first class. */
  #branches({ name }: Station, fork: Section): ReadonlyMap<string, number> {
    const [strategy] = this.#classes.flatMap(
      ({ id }) => this.#ofClass(fork.parameters.get('ForkStrategy'), id) ?? [],
    );
    if (strategy && strategy.kind !== 'ProbabilitiesFork')
      this.#leftOut.add(`${strategy.kind} (read as one task along each connection)`, name);
    const paths = strategy?.kind === 'ProbabilitiesFork' ? (strategy.parts[0]?.parts ?? []) : [];
    return new Map(
      paths.map((path): [string, number] => {
        const out = partNamed(path, 'outUnitProbability');
        const to = out ? (partNamed(out, 'stationName')?.value ?? '') : '';
        if (out && numberOf(out, 'probability') < 1)
          this.#leftOut.add('the chance that a fork sends no task along a connection', name);
        const numbers = path.parts.find(({ name: part }) => part === 'JobsPerLinkDis')?.parts ?? [];
        const likely = numbers.filter((entry) => numberOf(entry, 'probability') > 0);
        if (likely.length > 1)
          this.#leftOut.add('the random number of tasks of a fork (read as the first)', name);
        const [count] = likely;
        return [to, count ? numberOf(count, 'numbers') : 1];
      }),
    );
  }

  #readJoin(station: Station): void {
    for (const strategy of parameterNamed(station, 'JoinStrategy')?.byClass.values() ?? [])
      if (strategy.kind !== 'NormalJoin')
        this.#leftOut.add(`${strategy.kind} (read as a join of all tasks)`, station.name);
  }

  #readRouter(station: Station): void {
    const { name, sections } = station;
    const kinds = sections.map(({ kind }) => kind);
    if (kinds.includes('LogTunnel')) this.#leftOut.add('log of a logger', name);
    if (kinds.includes('Semaphore')) this.#leftOut.add('semaphore (jobs pass at once)', name);
  }

  /** Rows in which jobs become others, of classes that are there. */
  #classSwitch(station: Station): Pick<RouterNode, 'classSwitch'> {
    const known = new Set(this.#classes.map(({ id }) => id));
    const rows = Object.entries(switchOf(station) ?? {}).flatMap(([from, row]) => {
      const entries = Object.entries(row).filter(([to, share]) => share > 0 && known.has(to));
      return known.has(from) && entries.some(([to]) => to !== from)
        ? [[from, Object.fromEntries(entries)] as const]
        : [];
    });
    return rows.length > 0 ? { classSwitch: Object.fromEntries(rows) } : {};
  }

  // Regions and what is there at the start

  /** A region around one station that limits all jobs together is the room of that station. */
  #readRegions(): void {
    for (const region of childrenNamed(this.#sim, 'blockingRegion')) {
      const inside = childrenNamed(region, 'regionNode').map((each) => attribute(each, 'nodeName'));
      const byClass = childrenNamed(region, 'classConstraint').map((each) =>
        each.attributes.get('maxJobsPerClass'),
      );
      const limits = [
        childNamed(region, 'globalConstraint')?.attributes.get('maxJobs'),
        ...(this.#order.length === 1 ? byClass : []),
      ].map((value) => Number(value ?? -1));
      const limit = Math.min(...limits.filter((value) => value > 0));
      const others = [
        ...(this.#order.length === 1 ? [] : byClass),
        ...childrenNamed(region, 'classMemoryConstraint').map((each) =>
          each.attributes.get('maxMemoryPerClass'),
        ),
        ...childrenNamed(region, 'globalMemoryConstraint').map((each) => each.attributes.get('maxMemory')),
        ...childrenNamed(region, 'groupConstraint').map((each) => each.attributes.get('maxJobsPerGroup')),
      ].filter((value) => Number(value ?? -1) > 0);
      const at = this.#nodes.findIndex(({ id, kind }) => id === inside[0] && kind === 'stage');
      const drops = childrenNamed(region, 'dropRules').map(
        (each) => each.attributes.get('dropThisClass') === 'true',
      );
      const isOneRule = drops.every((each) => each === drops[0]);
      if (
        inside.length !== 1 ||
        others.length > 0 ||
        limit === Number.POSITIVE_INFINITY ||
        at < 0 ||
        !isOneRule
      ) {
        this.#leftOut.add(regionLeftOut(attribute(region, 'name'), inside));
        continue;
      }
      const stage = this.#nodes[at] as StageNode;
      const name = attribute(region, 'name');
      this.#nodes[at] = withRegion(stage, name, limit, drops[0] !== false, this.#told);
    }
  }

  #readPreload(): void {
    const preload = childNamed(this.#sim, 'preload');
    const elsewhere = (preload ? childrenNamed(preload, 'stationPopulations') : []).filter((place) =>
      childrenNamed(place, 'classPopulation').some((each) => {
        const jobClass = this.#classes.find(({ id }) => id === each.attributes.get('refClass'));
        return (
          Number(each.attributes.get('population') ?? 0) > 0 &&
          jobClass?.reference !== place.attributes.get('stationName')
        );
      }),
    );
    for (const place of elsewhere)
      this.#leftOut.add('where jobs are at the start', attribute(place, 'stationName'));
  }
}

/** Least length of the list of speeds of a law of the load that never becomes constant. */
const MOST_SPEEDS = 100;

const KNOWN_OF_SIM: ReadonlySet<string> = new Set([
  'userClass',
  'node',
  'measure',
  'connection',
  'blockingRegion',
  'preload',
]);

/** What nodes have that only matters with what is left out by name. */
const IGNORED_OF_NODE: ReadonlySet<string> = new Set([
  'classSoftDeadlines',
  'quantumSize',
  'quantumSwitchoverTime',
]);

const KNOWN_PARAMETERS: ReadonlySet<string> = new Set([
  ...[
    'ServiceStrategy',
    'RoutingStrategy',
    'size',
    'dropStrategies',
    'QueuePutStrategy',
    'NetStrategy',
    'maxJobs',
  ],
  ...[
    'PSStrategy',
    'PreemptiveStrategy',
    'jobsPerLink',
    'isSimplifiedFork',
    'ForkStrategy',
    'JoinStrategy',
    'matrix',
  ],
  ...[
    'SemaphoreStrategy',
    'block',
    'numberOfVisits',
    'FCFSstrategy',
    'serverNames',
    'schedulingPolicy',
    'numClasses',
  ],
  ...[
    'logfileName',
    'logfilePath',
    'logExecTimestamp',
    'logLoggerName',
    'logTimeStamp',
    'logJobID',
    'logJobClass',
  ],
  ...['logTimeSameClass', 'logTimeAnyClass', 'retrialDistributions', 'pollingKValue'],
]);

const everyLeaf = (parameter: Parameter, holds: (value: string) => boolean): boolean =>
  parameter.value !== undefined
    ? holds(parameter.value)
    : parameter.parts.every((part) => everyLeaf(part, holds));

/** Parameters that change nothing with these values. */
const TRIVIAL: Readonly<Record<string, (parameter: Parameter) => boolean>> = {
  maxRunning: (parameter) => everyLeaf(parameter, (value) => Number(value) < 1),
  PSPriorityUsed: (parameter) => everyLeaf(parameter, (value) => value === 'false'),
  serviceWeights: ({ parts }) => parts.every(({ value }) => Number(value) === Number(parts[0]!.value)),
  classParallelism: (parameter) => everyLeaf(parameter, (value) => Number(value) === 1),
  serversPerServerType: ({ parts }) => parts.length <= 1,
  serverCompatibilities: (parameter) => everyLeaf(parameter, (value) => value === 'true'),
  Impatience: (parameter) => everyLeaf(parameter, (value) => value === 'null' || value === ''),
  delayOffTime: ({ parts }) => parts.length === 0,
  setUpTime: ({ parts }) => parts.length === 0,
};

const FULL_RULES: Readonly<Record<string, FullRule>> = {
  drop: 'drop',
  'BAS blocking': 'block',
  'waiting queue': 'outside',
};

const DISCIPLINES: Readonly<Record<string, Pick<StageNode, 'discipline' | 'preemption'>>> = {
  TailStrategy: {},
  HeadStrategy: { discipline: 'LCFS' },
  RandStrategy: { discipline: 'RSS' },
  TailStrategyPriority: { discipline: 'priority' },
};

const PREEMPTIVE: typeof DISCIPLINES = {
  FCFSPRStrategyPriority: { discipline: 'priority', preemption: 'resume' },
};

/** By the sections, of which JMT has one for what comes in, one for the service and one for what goes out. */
function roleOf({ sections }: Station): Role | undefined {
  const kinds = sections.map(({ kind }) => kind);
  const has = (kind: string): boolean => kinds.includes(kind);
  if (has('RandomSource')) return 'source';
  if (has('JobSink')) return 'sink';
  if (has('Storage') || has('Enabling')) return undefined;
  if (has('Join') && !has('Fork')) return 'join';
  if (has('Fork') && !has('Join')) return 'fork';
  if (has('Fork')) return undefined;
  if (has('Delay')) return 'delay';
  if (kinds.some((kind) => /Server$/.test(kind))) return 'stage';
  if (has('Router')) return 'router';
  return undefined;
}

const sectionMatching = ({ sections }: Station, kind: RegExp): Section | undefined =>
  sections.find((section) => kind.test(section.kind));

const parameterNamed = ({ sections }: Station, name: string): Parameter | undefined =>
  sections.flatMap(({ parameters }) => parameters.get(name) ?? [])[0];

const attribute = (at: XmlElement, name: string): string =>
  at.attributes.get(name) || refuseAt(at, `expected ${name} of <${at.name}>`);

const fittingId = (id: string): string => id.slice(0, LIMITS.id);

/** Numbers by station: of the entries of a table of probabilities or weights. */
function entriesOf(strategy: Parameter, number: 'probability' | 'weight'): ReadonlyMap<string, number> {
  const entries = strategy.parts[0]?.parts ?? [];
  return new Map(
    entries.map((entry) => [partNamed(entry, 'stationName')?.value ?? '', numberOf(entry, number)]),
  );
}

const loadDependent = ({ kind }: Parameter): boolean => kind === 'LoadDependentStrategy';

interface Range {
  /** Jobs from which it holds. */
  readonly from: number;
  readonly mean: (jobs: number) => number;
  readonly isConstant: boolean;
  readonly parameter: Parameter;
}

/** Ranges of the number of jobs, each with a mean service time that may depend on that number n. */
const rangesOf = (strategy: Parameter): readonly Range[] =>
  (strategy.parts[0]?.parts ?? [])
    .map((parameter): Range => {
      const law = partNamed(parameter, 'function');
      const text = (law?.value ?? '').replaceAll(' ', '').toLowerCase();
      const read = LAW.exec(text);
      if (!read)
        return refuseAt(
          parameter.at,
          `expected a mean service time such as 0.5, 2*n or 3/n, got "${law?.value ?? ''}"`,
        );
      const { factor = '1', times, over } = read.groups!;
      const base = Number(factor || '1');
      const mean = (n: number): number =>
        times !== undefined ? base * n : over !== undefined ? base / n : base;
      return {
        from: numberOf(parameter, 'from'),
        mean,
        isConstant: times === undefined && over === undefined,
        parameter,
      };
    })
    .sort((a, b) => a.from - b.from);

const LAW = /^(?<factor>\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+)?(?:(?<times>\*?n)|(?<over>\/n))?$/;

/** The distribution of a range at its mean with one job. */
function timesOfRange(range: Parameter, unit: number, mean: (jobs: number) => number): Times {
  const times = timesOf(
    {
      ...range,
      kind: 'LDParameter',
      parts: range.parts.filter(({ name }) => name !== 'from' && name !== 'function'),
    },
    unit,
  );
  if (times.kind !== 'drawn') return times;
  return { ...times, distribution: distributionWithMean(times.distribution, mean(1) * unit) };
}
