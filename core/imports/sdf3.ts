/**
 * Graphs of SDF3 as scenarios: synchronous and cyclo-static dataflow, with execution times and buffer sizes. The format is
 * that of "SDF3: SDF For Free" (Stuijk, Geilen & Basten 2006, ACSD), with the lists such as `1,0,18*32` of cyclo-static graphs.
 */
import { LIMITS } from '../base/limits.ts';
import type { Result } from '../base/result.ts';
import { idRefusal } from '../scenario/id-refusal.ts';
import type { Link, StageNode } from '../scenario/scenario.ts';
import { type Imported, importedAs, timeUnitRemark } from './imported.ts';
import { childNamed, LeftOut, readingXml, refuseAt as refuse } from './refusing.ts';
import type { XmlElement } from './xml.ts';

/** Firings of an actor that may overlap without limit; more than any graph of this format has been seen to use. */
export const OVERLAPPING = 10_000;

export const isSdf3 = (text: string): boolean => /<sdf3[\s>]/.test(text.slice(0, 4096));

/** `timeUnit`: seconds of one unit of the file, which has none. Errors name the actor or channel and its line. */
export function readSdf3(text: string, timeUnit = 1): Result<Imported, string> {
  return readingXml(text, (root) => new Sdf3Reader(timeUnit).read(root));
}

interface Port {
  readonly type: 'in' | 'out';
  readonly rates: readonly number[];
}

/** A link and where it stands in the file. */
export interface Channel {
  readonly name: string;
  readonly element: XmlElement;
  readonly link: Link;
}

class Sdf3Reader {
  readonly #timeUnit: number;
  readonly #leftOut = new LeftOut();
  readonly #remarks: string[] = [];
  /** Actors without a channel to themselves: with inputs that limit their firings, and without. */
  readonly #overlapping: string[] = [];
  readonly #unlimited: string[] = [];
  readonly #ports = new Map<string, ReadonlyMap<string, Port>>();

  constructor(timeUnit: number) {
    this.#timeUnit = timeUnit;
  }

  read(root: XmlElement): Imported {
    if (root.name !== 'sdf3') refuse(root, `expected <sdf3>, got <${root.name}>`);
    const type = root.attributes.get('type') ?? 'sdf';
    if (type !== 'sdf' && type !== 'csdf')
      refuse(root, `expected a graph of type sdf or csdf, got "${type}", whose rates or times are not fixed`);
    const application =
      childNamed(root, 'applicationGraph') ?? refuse(root, 'expected an <applicationGraph> in it');
    const graph =
      childNamed(application, 'sdf') ??
      childNamed(application, 'csdf') ??
      refuse(application, 'expected <sdf> or <csdf> in it');
    const properties = childNamed(application, 'sdfProperties') ?? childNamed(application, 'csdfProperties');
    for (const { name } of root.children) if (name !== 'applicationGraph') this.#leftOut.add(name);
    for (const element of application.children)
      if (element !== graph && element !== properties) this.#leftOut.add(element.name);
    const times = this.#times(properties);
    const depths = this.#depths(properties);
    for (const { name, children } of properties?.children ?? [])
      if (name === 'graphProperties')
        for (const each of children) this.#leftOut.add(`graph property ${each.name}`);
    const actors = graph.children.filter(({ name }) => name === 'actor');
    for (const actor of actors) this.#readPorts(actor);
    const channels = graph.children
      .filter(({ name }) => name === 'channel')
      .map((element) => this.#channel(element, depths));
    const links: Channel[] = [];
    const nodes = actors.map((actor) => {
      const { node, kept } = this.#actor(actor, times, channels);
      links.push(...kept);
      return node;
    });
    links.push(
      ...singleLinks(
        this.#remarks,
        channels.filter(({ link }) => link.from !== link.to),
      ),
    );
    const unbounded = links.filter(({ link }) => link.depth === undefined && link.from !== link.to).length;
    if (unbounded > 0)
      this.#remarks.push(
        `Channels without a buffer size have no bound here: ${unbounded}. Where one end is faster they fill for ever; stagegraph size --depths finds the least depths.`,
      );
    const name = application.attributes.get('name') || graph.attributes.get('name') || 'SDF3 graph';
    const remarks = this.#allRemarks();
    return importedAs({ program: 'SDF3', name, remarks, nodes, links: links.map(({ link }) => link) });
  }

  #allRemarks(): readonly string[] {
    return [
      timeUnitRemark(this.#timeUnit),
      ...(this.#overlapping.length > 0
        ? [
            `Firings of ${this.#overlapping.join(', ')} overlap without limit in the file (no channel to itself); here ${OVERLAPPING} at most.`,
          ]
        : []),
      ...(this.#unlimited.length > 0
        ? [`Nothing limits ${this.#unlimited.join(', ')} in the file; here one firing at a time.`]
        : []),
      ...this.#remarks,
      ...this.#leftOut.sentences,
    ];
  }

  #readPorts(actor: XmlElement): void {
    const name = nameIn(actor);
    const refusal = idRefusal(name);
    if (refusal !== undefined) refuse(actor, refusal);
    if (this.#ports.has(name)) refuse(actor, `there are two actors "${name}"`);
    const ports = actor.children.flatMap((port): (readonly [string, Port])[] => {
      if (port.name !== 'port') {
        this.#leftOut.add(port.name, name);
        return [];
      }
      const type = port.attributes.get('type');
      if (type !== 'in' && type !== 'out') refuse(port, `expected type "in" or "out" of a port of "${name}"`);
      return [[nameIn(port), { type, rates: numbersIn(port, 'rate', isRate) }]];
    });
    this.#ports.set(name, new Map(ports));
  }

  /** Execution times by actor, on the processor that is meant: the last default, as SDF3 has it where there are several, else the first. */
  #times(properties: XmlElement | undefined): ReadonlyMap<string, readonly number[]> {
    const times = new Map<string, readonly number[]>();
    for (const element of properties?.children ?? []) {
      if (element.name !== 'actorProperties') continue;
      const actor = element.attributes.get('actor') ?? refuse(element, 'expected an actor');
      const processors = element.children.filter(({ name }) => name === 'processor');
      const meant = processors.findLast(isDefault) ?? processors[0];
      if (processors.filter(isDefault).length > 1)
        this.#remarks.push(
          `${actor} has several default processors; the times of the last count, as in SDF3: ${meant!.attributes.get('type') ?? '?'}.`,
        );
      for (const other of processors)
        if (other !== meant)
          this.#leftOut.add(
            'processors besides the default',
            `${actor} (${other.attributes.get('type') ?? '?'})`,
          );
      for (const each of [...element.children, ...(meant?.children ?? [])])
        if (each.name !== 'processor' && each.name !== 'executionTime') this.#leftOut.add(each.name, actor);
      const time = meant && childNamed(meant, 'executionTime');
      if (time) times.set(actor, numbersIn(time, 'time', isTime));
    }
    return times;
  }

  /** Buffer sizes by channel. */
  #depths(properties: XmlElement | undefined): ReadonlyMap<string, number> {
    const depths = new Map<string, number>();
    for (const element of properties?.children ?? []) {
      if (element.name !== 'channelProperties') continue;
      const channel = element.attributes.get('channel') ?? refuse(element, 'expected a channel');
      for (const each of element.children) {
        const size = each.name === 'bufferSize' ? each.attributes.get('sz') : undefined;
        if (size === undefined) this.#leftOut.add(each.name, channel);
        else {
          const depth = Number(size);
          if (!(Number.isSafeInteger(depth) && depth >= 1))
            refuse(each, `expected a whole number from 1 up as buffer size of "${channel}", got "${size}"`);
          depths.set(channel, depth);
          for (const [name] of each.attributes)
            if (name !== 'sz') this.#leftOut.add(`bufferSize ${name}`, channel);
        }
      }
    }
    return depths;
  }

  #channel(element: XmlElement, depths: ReadonlyMap<string, number>): Channel {
    const name = nameIn(element);
    const produced = this.#rates(element, 'src', 'out');
    const consumed = this.#rates(element, 'dst', 'in');
    const [tokens = 0] = element.attributes.has('initialTokens')
      ? numbersIn(element, 'initialTokens', isRate)
      : [];
    const depth = depths.get(name);
    const link: Link = {
      ...{ from: element.attributes.get('srcActor')!, to: element.attributes.get('dstActor')! },
      ...(depth !== undefined && { depth }),
      ...(tokens > 0 && { initialTokens: tokens }),
      ...(!isOne(produced) && { produced }),
      ...(!isOne(consumed) && { consumed }),
    };
    return { name, element, link };
  }

  #rates(channel: XmlElement, end: 'src' | 'dst', type: Port['type']): readonly number[] {
    const actor = channel.attributes.get(`${end}Actor`) ?? refuse(channel, `expected ${end}Actor`);
    const ports = this.#ports.get(actor) ?? refuse(channel, `there is no actor "${actor}"`);
    const name = channel.attributes.get(`${end}Port`) ?? refuse(channel, `expected ${end}Port`);
    const port = ports.get(name) ?? refuse(channel, `"${actor}" has no port "${name}"`);
    if (port.type !== type) refuse(channel, `port "${name}" of "${actor}" is no ${type} port`);
    return port.rates;
  }

  /** A channel of an actor to itself with equal rates only says how many of its firings may overlap: its number of servers. */
  #actor(
    actor: XmlElement,
    times: ReadonlyMap<string, readonly number[]>,
    channels: readonly Channel[],
  ): { readonly node: StageNode; readonly kept: readonly Channel[] } {
    const id = nameIn(actor);
    const time = times.get(id) ?? refuse(actor, `"${id}" has no execution time`);
    const { hasOwn, isFed, limits, kept } = loopsOf(this.#remarks, channels, id, actor);
    if (!hasOwn) (isFed ? this.#overlapping : this.#unlimited).push(id);
    const servers = limits.length > 0 ? Math.min(...limits) : hasOwn || !isFed ? 1 : OVERLAPPING;
    const seconds = time.map((each) => each * this.#timeUnit);
    const mean = sum(seconds) / seconds.length;
    const node: StageNode = {
      ...{ id, kind: 'stage', firing: 'everyInput', whenFull: 'blockBefore' },
      ...(servers > 1 && { serverCount: servers }),
      service: { distribution: 'deterministic', mean },
      ...(seconds.length > 1 && mean > 0 && { firingTimes: seconds }),
    };
    return { node, kept };
  }
}

/**
 * What the channels of a stage to itself say: how many of its firings may overlap (`limits`), or more than that, in one that is
 * `kept`. Nothing limits what is not fed and has none: it is given a token, for one firing after the other.
 */
export function loopsOf(
  remarks: string[],
  channels: readonly Channel[],
  id: string,
  element: XmlElement,
): {
  readonly hasOwn: boolean;
  readonly isFed: boolean;
  readonly limits: readonly number[];
  readonly kept: readonly Channel[];
} {
  const own = channels.filter(({ link }) => link.from === id && link.to === id);
  const [hasOwn, isFed] = [own.length > 0, channels.some(({ link }) => link.to === id && link.from !== id)];
  const limits = own.flatMap(({ link }) => overlapOf(link) ?? []);
  const more = own.filter(({ link }) => overlapOf(link) === undefined || !isFed);
  const start: Channel = { name: id, element, link: { from: id, to: id, initialTokens: 1 } };
  const kept = hasOwn || isFed ? singleLinks(remarks, more).slice(0, 1) : [start];
  return { hasOwn, isFed, limits, kept };
}

/** A pair of stages has one link: of channels beside each other with proportional rates only the tightest ever makes anybody wait. Says which are left out. */
export function singleLinks(remarks: string[], channels: readonly Channel[]): readonly Channel[] {
  const kept: Channel[] = [];
  for (const channel of channels) {
    const at = kept.findIndex(({ link }) => link.from === channel.link.from && link.to === channel.link.to);
    if (at < 0) {
      kept.push(channel);
      continue;
    }
    const beside = kept[at]!;
    const isLooser = looserOf(beside.link, channel.link);
    if (isLooser === undefined)
      refuse(
        channel.element,
        `channels "${beside.name}" and "${channel.name}" lead from "${channel.link.from}" to "${channel.link.to}" with rates or buffers that one link cannot have`,
      );
    const [tight, loose] = isLooser ? [channel, beside] : [beside, channel];
    remarks.push(`Channel ${loose.name} never waits longer than ${tight.name} beside it; left out.`);
    kept[at] = tight;
  }
  return kept;
}

const isDefault = ({ attributes }: XmlElement): boolean => attributes.get('default') === 'true';

const nameIn = (element: XmlElement): string =>
  element.attributes.get('name') || refuse(element, `expected a name of <${element.name}>`);

const isOne = (rates: readonly number[]): boolean => rates.length === 1 && rates[0] === 1;

const isRate = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const isTime = (value: number): boolean => Number.isFinite(value) && value >= 0;

/** `2`, `1,0,2` or `2*1,3`: 2*1 is 1 twice. */
function numbersIn(element: XmlElement, name: string, holds: (value: number) => boolean): readonly number[] {
  const text = element.attributes.get(name) ?? refuse(element, `expected ${name} of <${element.name}>`);
  const numbers: number[] = [];
  for (const part of text.split(',')) {
    const [, times = '1', value = ''] = /^\s*(?:(\d+)\s*\*)?\s*([\d.eE+-]+)\s*$/.exec(part) ?? [];
    if (value === '' || !holds(Number(value)))
      refuse(element, `expected a number or a list such as 1,0,2*3 as ${name}, got "${part.trim()}"`);
    if (numbers.length + Number(times) > LIMITS.values)
      refuse(element, `${name} has more than ${LIMITS.values} phases`);
    for (let n = 0; n < Number(times); n++) numbers.push(Number(value));
  }
  return numbers.every((each) => each === numbers[0]) ? numbers.slice(0, 1) : numbers;
}

/** Firings that may overlap where a stage takes back what it gives, the same in each phase. */
function overlapOf({
  produced: [given = 1, ...more] = [],
  consumed = [1],
  initialTokens = 0,
}: Link): number | undefined {
  if (more.length > 0 || consumed.length > 1 || consumed[0] !== given) return undefined;
  const firings = Math.floor(initialTokens / given);
  return firings >= 1 ? firings : undefined;
}

/** Whether the first of two links with proportional rates never makes anybody wait longer than the second; undefined where that depends. */
function looserOf(one: Link, other: Link): boolean | undefined {
  const [a, b] = [ratesOf(one), ratesOf(other)];
  const [ofA, ofB] = [sum(a), sum(b)];
  const isProportional =
    a.length === b.length &&
    (one.produced ?? [1]).length === (other.produced ?? [1]).length &&
    a.every((rate, i) => rate * ofB === b[i]! * ofA);
  if (!isProportional || one.depth !== undefined || other.depth !== undefined) return undefined;
  return (one.initialTokens ?? 0) * ofB >= (other.initialTokens ?? 0) * ofA;
}

const ratesOf = ({ produced = [1], consumed = [1] }: Link): readonly number[] => [...produced, ...consumed];
const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
