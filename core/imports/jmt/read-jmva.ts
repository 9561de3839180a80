/**
 * Analytic models of JMT (.jmva) as scenarios: classes, stations with service times and visits, and no way between the stations.
 * What the file asks for depends on visits and service times alone (product form; Baskett, Chandy, Muntz and Palacios 1975), so that
 * any way with these visits gives the same: one station after the other where each is visited once, else by way of a router.
 */
import { own } from '../../base/own.ts';
import type { Result } from '../../base/result.ts';
import type { ServiceDistribution } from '../../distributions/index.ts';
import { freshId } from '../../scenario/fresh-id.ts';
import { idRefusal } from '../../scenario/id-refusal.ts';
import type { JobClass, Link, ScenarioNode, SinkNode, StageNode } from '../../scenario/scenario.ts';
import { type Imported, importedAs, timeUnitRemark } from '../imported.ts';
import { childNamed, childrenNamed, differentNames, LeftOut, readingXml, refuseAt } from '../refusing.ts';
import type { XmlElement } from '../xml.ts';

export const isJmva = (text: string): boolean =>
  /<model[\s>]/.test(text.slice(0, 4096)) && /JMTmodel\.xsd|<parameters[\s>]/.test(text.slice(0, 4096));

/** `timeUnit`: seconds of one unit of time of the model, which has none. Errors name the line. */
export function readJmva(text: string, timeUnit = 1): Result<Imported, string> {
  return readingXml(text, (root) => new JmvaReader(root, timeUnit).read());
}

interface MvaClass {
  readonly id: string;
  readonly population?: number;
  /** 1/s of an open class. */
  readonly rate?: number;
  readonly reference?: string;
}

interface MvaStation {
  readonly id: string;
  readonly at: XmlElement;
  readonly visits: ReadonlyMap<string, number>;
  /** Mean service times, s, by class; with 1, 2, ... jobs where they depend on the load. */
  readonly times: ReadonlyMap<string, readonly number[]>;
}

class JmvaReader {
  readonly #root: XmlElement;
  readonly #parameters: XmlElement;
  readonly #unit: number;
  readonly #leftOut = new LeftOut();
  readonly #remarks: string[] = [];
  readonly #classes: readonly MvaClass[];
  readonly #stations: readonly MvaStation[];

  constructor(root: XmlElement, unit: number) {
    if (root.name !== 'model') refuseAt(root, `expected <model>, got <${root.name}>`);
    this.#root = root;
    this.#unit = unit;
    this.#parameters = childNamed(root, 'parameters') ?? refuseAt(root, 'expected <parameters> in it');
    this.#classes = this.#readClasses();
    this.#stations = this.#readStations();
  }

  read(): Imported {
    for (const { name } of this.#root.children) {
      const words = own(LEFT_OF_MODEL, name);
      if (words !== undefined) this.#leftOut.add(words);
      else if (name !== 'parameters' && name !== 'description') this.#leftOut.add(`<${name}>`);
    }
    const classes = this.#jobClasses();
    const stages = this.#stations.map((station) => this.#node(station));
    const { nodes, links } = this.#isOneAfterTheOther() ? this.#line(stages) : this.#hub(stages);
    const remarks = [timeUnitRemark(this.#unit), ...this.#remarks, ...this.#leftOut.sentences];
    const description = childNamed(this.#root, 'description')?.text ?? '';
    const read = { program: 'JMT (JMVA)', name: 'JMVA model', remarks, description };
    return importedAs({ ...read, nodes, links, classes });
  }

  #readClasses(): readonly MvaClass[] {
    const list =
      childNamed(this.#parameters, 'classes') ?? refuseAt(this.#parameters, 'expected <classes> in it');
    const reference = childNamed(this.#parameters, 'ReferenceStation');
    const different = differentNames('classes');
    const classes = list.children.map((at): MvaClass => {
      const id = different(at, nameIn(at));
      if (Number(at.attributes.get('priority') ?? 0) !== 0) this.#leftOut.add('priority', `class "${id}"`);
      if (at.name === 'openclass') return { id, rate: above0(at, 'rate') / this.#unit };
      if (at.name !== 'closedclass') refuseAt(at, `expected <closedclass> or <openclass>, got <${at.name}>`);
      const population = above0(at, 'population');
      if (!Number.isSafeInteger(population))
        refuseAt(at, `expected whole jobs of class "${id}", got ${population}`);
      const refers = (reference ? childrenNamed(reference, 'Class') : []).find(
        (each) => each.attributes.get('name') === id,
      );
      const station = refers?.attributes.get('refStation');
      return { id, population, ...(station !== undefined && { reference: station }) };
    });
    return classes.length > 0 ? classes : refuseAt(list, 'expected a class');
  }

  #readStations(): readonly MvaStation[] {
    const list =
      childNamed(this.#parameters, 'stations') ?? refuseAt(this.#parameters, 'expected <stations> in it');
    const different = differentNames('stations');
    const stations = list.children.map((at): MvaStation => {
      if (!['delaystation', 'listation', 'ldstation'].includes(at.name))
        refuseAt(at, `expected <delaystation>, <listation> or <ldstation>, got <${at.name}>`);
      const times = new Map(
        (childNamed(at, 'servicetimes')?.children ?? []).map((each) => [
          each.attributes.get('customerclass') ?? '',
          this.#timesIn(each),
        ]),
      );
      const visits = new Map(
        (childNamed(at, 'visits')?.children ?? []).map((each) => {
          const jobClass = each.attributes.get('customerclass') ?? '';
          const count = Number(each.text);
          if (!(count >= 0 && Number.isFinite(count)))
            refuseAt(each, `expected visits of at least 0, got "${each.text}"`);
          // A visit that takes no time changes nothing.
          return [jobClass, (times.get(jobClass)?.[0] ?? 0) > 0 ? count : 0] as const;
        }),
      );
      return { id: different(at, nameIn(at)), at, times, visits };
    });
    return stations.length > 0 ? stations : refuseAt(list, 'expected a station');
  }

  #timesIn(at: XmlElement): readonly number[] {
    return at.text.split(';').map((text) => {
      const time = Number(text);
      if (text.trim() === '' || !(time >= 0 && Number.isFinite(time)))
        refuseAt(at, `expected service times of at least 0, got "${text}"`);
      return time * this.#unit;
    });
  }

  /** Absent for one open class, which needs no name. */
  #jobClasses(): readonly JobClass[] | undefined {
    const [only, second] = this.#classes;
    if (!second && only!.population === undefined) return undefined;
    return this.#classes.map(({ id, population, reference }) => {
      if (population === undefined) return { id };
      const visited = this.#stations.filter(({ visits }) => (visits.get(id) ?? 0) > 0);
      const start = visited.find((station) => station.id === reference) ?? visited[0];
      if (!start) return refuseAt(this.#parameters, `class "${id}" visits no station`);
      return { id, closed: { population, start: start.id } };
    });
  }

  #node({ id, at, times }: MvaStation): ScenarioNode {
    const served = this.#classes.flatMap(({ id: jobClass }) => {
      const [mean = 0] = times.get(jobClass) ?? [];
      return mean > 0 ? [[jobClass, mean] as const] : [];
    });
    const [first] = served;
    if (!first) return refuseAt(at, `station "${id}" serves nobody`);
    const exponential = (mean: number): ServiceDistribution => ({ distribution: 'exponential', mean });
    const others = served.filter(([, mean]) => mean !== first[1]);
    const common = {
      ...{ id, service: exponential(first[1]) },
      ...(others.length > 0 && {
        byClass: Object.fromEntries(
          others.map(([jobClass, mean]) => [jobClass, { service: exponential(mean) }]),
        ),
      }),
    };
    if (at.name === 'delaystation') return { ...common, kind: 'delay' };
    const serverCount = at.attributes.has('servers') ? above0(at, 'servers') : 1;
    const speeds = this.#speeds(id, at, times);
    if (others.length > 0)
      this.#remarks.push(
        `"${id}" serves classes at different speed: product form needs processor sharing there.`,
      );
    const stage: StageNode = {
      ...{ ...common, kind: 'stage' },
      ...(serverCount > 1 && !speeds && { serverCount }),
      ...(others.length > 0 && { discipline: 'PS' }),
      ...(speeds && { speeds }),
    };
    return stage;
  }

  /** Speeds by load, which must be those of every class. */
  #speeds(id: string, at: XmlElement, times: MvaStation['times']): readonly number[] | undefined {
    if (at.name !== 'ldstation') return undefined;
    const lists = [...times.values()].filter(([mean = 0]) => mean > 0);
    const speeds = lists.map((list) => list.map((mean) => list[0]! / mean));
    const [first] = speeds;
    const isOne = speeds.every((list) =>
      list.every((speed, n) => Math.abs(speed - first![n]!) <= 1e-9 * speed),
    );
    if (!first || !isOne || first.some((speed) => !Number.isFinite(speed)))
      refuseAt(
        at,
        `station "${id}": expected service times above 0 that depend on the load alike for all classes`,
      );
    return first;
  }

  #isOneAfterTheOther(): boolean {
    return this.#stations.every(({ visits }) => this.#classes.every(({ id }) => visits.get(id) === 1));
  }

  #line(stages: readonly ScenarioNode[]): Pick<Imported['scenario'], 'nodes' | 'links'> {
    const ends = this.#ends();
    const ids = stages.map(({ id }) => id);
    const links: Link[] = ids.slice(1).map((to, i) => ({ from: ids[i]!, to }));
    for (const { id } of ends.sources) links.push({ from: id, to: ids[0]! });
    const closed = this.#classes.filter(({ population }) => population !== undefined);
    const open = this.#classes.filter(({ population }) => population === undefined);
    const isMixed = closed.length > 0 && open.length > 0;
    const of = (classes: readonly MvaClass[]) =>
      isMixed ? { byClass: Object.fromEntries(classes.map(({ id }) => [id, 1])) } : {};
    if (closed.length > 0) links.push({ from: ids.at(-1)!, to: ids[0]!, ...of(closed) });
    for (const { id } of ends.sinks) links.push({ from: ids.at(-1)!, to: id, ...of(open) });
    return { nodes: [...ends.sources, ...stages, ...ends.sinks], links };
  }

  /** Every visit comes from a router, which sends on in proportion to the visits; an open job leaves there. */
  #hub(stages: readonly ScenarioNode[]): Pick<Imported['scenario'], 'nodes' | 'links'> {
    const ends = this.#ends();
    const hub = this.#fresh('visits');
    this.#remarks.push(
      `The file has visits and no ways: here "${hub}" sends jobs to the stations in proportion to them, which gives the same means.`,
    );
    const all = new Map(
      this.#classes.map(({ id, population }) => {
        const visits = this.#stations.reduce((sum, station) => sum + (station.visits.get(id) ?? 0), 0);
        return [id, visits + (population === undefined ? 1 : 0)];
      }),
    );
    const shares = (count: (jobClass: MvaClass) => number): Record<string, number> =>
      Object.fromEntries(
        this.#classes.flatMap((jobClass) =>
          count(jobClass) > 0 ? [[jobClass.id, count(jobClass) / all.get(jobClass.id)!]] : [],
        ),
      );
    const isNamed = this.#jobClasses() !== undefined;
    const way = (to: string, byClass: Record<string, number>): readonly Link[] => {
      const values = Object.values(byClass);
      if (values.length === 0) return [];
      return [{ from: hub, to, ...(isNamed ? { byClass } : { probability: values[0]! }) }];
    };
    const links = [
      ...ends.sources.map(({ id }) => ({ from: id, to: hub })),
      ...this.#stations.flatMap(({ id, visits }) => [
        ...way(
          id,
          shares((jobClass) => visits.get(jobClass.id) ?? 0),
        ),
        { from: id, to: hub },
      ]),
      ...ends.sinks.flatMap(({ id }) =>
        way(
          id,
          shares(({ population }) => (population === undefined ? 1 : 0)),
        ),
      ),
    ];
    const router: ScenarioNode = { id: hub, kind: 'router' };
    return { nodes: [...ends.sources, router, ...stages, ...ends.sinks], links };
  }

  /** A source for each open class, and one sink. */
  #ends(): { readonly sources: readonly ScenarioNode[]; readonly sinks: readonly SinkNode[] } {
    const open = this.#classes.filter(({ rate }) => rate !== undefined);
    const isNamed = this.#classes.length > 1;
    const sources = open.map(
      ({ id, rate }): ScenarioNode => ({
        ...{ id: this.#fresh(isNamed ? `source ${id}` : 'source'), kind: 'source' },
        interarrival: { distribution: 'exponential', rate: rate! },
        ...(isNamed && { class: id }),
      }),
    );
    return { sources, sinks: open.length > 0 ? [{ id: this.#fresh('sink'), kind: 'sink' }] : [] };
  }

  #fresh(id: string): string {
    return freshId(id, new Set(this.#stations.map((station) => station.id)));
  }
}

const LEFT_OF_MODEL: Readonly<Record<string, string>> = {
  algParams: 'algorithm (see stagegraph solve --method)',
  solutions: 'solutions by JMT',
  whatIf: 'what-if analysis (see stagegraph explore)',
  blockingRegion: 'finite capacity region (its limits do not hold)',
};

function nameIn(at: XmlElement): string {
  const name = at.attributes.get('name') ?? '';
  const refusal = idRefusal(name);
  return refusal === undefined ? name : refuseAt(at, refusal);
}

function above0(at: XmlElement, name: string): number {
  const value = Number(at.attributes.get(name));
  return value > 0 && Number.isFinite(value)
    ? value
    : refuseAt(at, `expected ${name} above 0, got "${at.attributes.get(name) ?? ''}"`);
}
