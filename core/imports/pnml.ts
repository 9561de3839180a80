/**
 * Petri nets in PNML (ISO/IEC 15909-2) as scenarios, as far as they are queues: in a marked graph each place is a FIFO between
 * the transition that fills it and the one that takes from it, so that the net is a dataflow graph. PNML has no times; those
 * that PIPE writes (`rate`, `timed`, `infiniteServer`) are read.
 */
import { LIMITS } from '../base/limits.ts';
import { counted } from '../base/plural.ts';
import type { Result } from '../base/result.ts';
import type { ServiceDistribution } from '../distributions/index.ts';
import { idRefusal } from '../scenario/id-refusal.ts';
import type { Link, ScenarioNode } from '../scenario/scenario.ts';
import { type Imported, importedAs, NO_TIME, timeUnitRemark } from './imported.ts';
import { childNamed, differentNames, LeftOut, readingXml, refuseAt } from './refusing.ts';
import { type Channel, loopsOf, OVERLAPPING, singleLinks } from './sdf3.ts';
import type { XmlElement } from './xml.ts';

export const isPnml = (text: string): boolean => /<pnml[\s>]/.test(text.slice(0, 4096));

/** `timeUnit`: seconds of one unit of time of the net, which has none. Errors name the line and the place or transition. */
export function readPnml(text: string, timeUnit = 1): Result<Imported, string> {
  return readingXml(text, (root) => new PnmlReader(timeUnit).read(root));
}

/** One end of a place: a transition, and how many tokens it gives or takes. */
interface End {
  readonly transition: string;
  readonly tokens: number;
}

interface Place {
  readonly id: string;
  readonly at: XmlElement;
  readonly tokens: number;
  readonly capacity: number | undefined;
  readonly givers: End[];
  readonly takers: End[];
}

class PnmlReader {
  readonly #unit: number;
  readonly #leftOut = new LeftOut();
  readonly #remarks: string[] = [];
  readonly #places = new Map<string, Place>();
  readonly #transitions = new Map<string, XmlElement>();
  readonly #nodes: ScenarioNode[] = [];

  constructor(unit: number) {
    this.#unit = unit;
  }

  read(root: XmlElement): Imported {
    if (root.name !== 'pnml') refuseAt(root, `expected <pnml>, got <${root.name}>`);
    const nets = root.children.filter(({ name }) => name === 'net');
    const [net] = nets;
    if (!net) return refuseAt(root, 'expected a <net> in it');
    if (nets.length > 1) this.#leftOut.add(`nets besides the first: ${nets.length - 1}`);
    const type = net.attributes.get('type') ?? '';
    if (/symmetric|highlevel|pt-hlpng/i.test(type))
      refuseAt(
        net,
        `expected a place/transition net, got ${type}: tokens of colours are no elements of a queue`,
      );
    const parts = partsOf(net);
    const different = differentNames('places or transitions');
    for (const at of parts) {
      if (at.name !== 'place' && at.name !== 'transition') continue;
      const id = different(at, idIn(at));
      if (at.name === 'transition') {
        const refusal = idRefusal(id);
        if (refusal !== undefined) refuseAt(at, refusal);
        this.#transitions.set(id, at);
      } else this.#places.set(id, placeIn(at, id));
      this.#nameUnread(at, id);
    }
    for (const at of parts) if (at.name === 'arc') this.#readArc(at);
    for (const at of parts) if (!KNOWN.has(at.name)) this.#refuseOrName(at);
    if (this.#transitions.size === 0) refuseAt(net, 'expected transitions in it');
    const channels = [...this.#places.values()].flatMap((place) => this.#channels(place));
    const links: Link[] = [];
    for (const [id, at] of this.#transitions) links.push(...this.#addTransition(id, at, channels));
    const between = channels.filter(({ link }) => link.from !== link.to);
    links.push(...singleLinks(this.#remarks, between).map(({ link }) => link));
    const name = labelOf(net) || net.attributes.get('id') || 'Petri net';
    const remarks = [timeUnitRemark(this.#unit), ...this.#remarks, ...this.#leftOut.sentences];
    return importedAs({ program: 'PNML', name, remarks, nodes: this.#nodes, links });
  }

  /** Names the parts of a place or transition that are neither read nor known to change nothing. */
  #nameUnread(at: XmlElement, id: string): void {
    for (const { name } of at.children) if (!KNOWN_INSIDE.has(name)) this.#leftOut.add(`<${name}>`, id);
  }

  #refuseOrName(at: XmlElement): void {
    if (/^reference/.test(at.name)) refuseAt(at, `<${at.name}> is not read; join the pages of the net`);
    this.#leftOut.add(`<${at.name}>`);
  }

  #readArc(at: XmlElement): void {
    // PIPE: <type value="inhibitor"/>.
    const kind = childNamed(at, 'type')?.attributes.get('value') || labelledIn(at, 'type') || 'normal';
    if (kind !== 'normal') refuseAt(at, `an arc of type ${kind} is no way of tokens; queues cannot say it`);
    const [source, target] = ['source', 'target'].map(
      (end) => at.attributes.get(end) ?? refuseAt(at, `expected ${end} of <arc>`),
    ) as [string, string];
    const weight = countOf(at, 'inscription', 1);
    if (weight < 1) refuseAt(at, `expected at least one token along the arc from "${source}" to "${target}"`);
    const isGiven = this.#transitions.has(source);
    const [transition, id] = isGiven ? [source, target] : [target, source];
    const place = this.#places.get(id);
    if (!place || !this.#transitions.has(transition)) {
      refuseAt(at, `expected an arc between a place and a transition, got "${source}" to "${target}"`);
      return;
    }
    const ends = isGiven ? place.givers : place.takers;
    const known = ends.findIndex((end) => end.transition === transition);
    if (known < 0) ends.push({ transition, tokens: weight });
    else ends[known] = { transition, tokens: ends[known]!.tokens + weight };
  }

  /** The FIFO that a place is; several transitions that fill it meet in a router, what nobody takes ends in a sink. */
  #channels(place: Place): readonly Channel[] {
    const { id, at, tokens, capacity, givers, takers } = place;
    const [giver, otherGiver] = givers;
    const [taker, otherTaker] = takers;
    if (otherTaker)
      refuseAt(
        at,
        `place "${id}": "${taker!.transition}" and "${otherTaker.transition}" take from it, and which of them does is a choice of the net; queues cannot say it`,
      );
    if (taker && !giver)
      refuseAt(
        at,
        `place "${id}": nothing fills it, so that "${taker.transition}" fires with the ${counted(tokens, 'token')} of the start and never again`,
      );
    // Programs that mine nets from logs name places at length.
    const node = id.length <= LIMITS.id ? id : `place ${[...this.#places.keys()].indexOf(id) + 1}`;
    const channel = (from: string, to: string, more: Partial<Link>): Channel => ({
      ...{ name: id, element: at, link: { from, to, ...more } },
    });
    const given = (end: End): Partial<Link> => (end.tokens === 1 ? {} : { produced: [end.tokens] });
    if (!taker) {
      if (!giver) this.#leftOut.add('places without arcs', id);
      else this.#nodes.push({ id: node, kind: 'sink', ...named(at, node) });
      return givers.map((end) => channel(end.transition, node, given(end)));
    }
    const taken: Partial<Link> = {
      ...(capacity !== undefined && { depth: capacity }),
      ...(tokens > 0 && { initialTokens: tokens }),
      ...(taker.tokens !== 1 && { consumed: [taker.tokens] }),
    };
    if (!otherGiver) return [channel(giver!.transition, taker.transition, { ...taken, ...given(giver!) })];
    this.#nodes.push({ id: node, kind: 'router', ...named(at, node) });
    return [
      ...givers.map((end) => channel(end.transition, node, given(end))),
      channel(node, taker.transition, taken),
    ];
  }

  /** Its links to itself, which are kept where they say more than how many firings may overlap. */
  #addTransition(id: string, at: XmlElement, channels: readonly Channel[]): readonly Link[] {
    const { hasOwn, isFed, limits, kept } = loopsOf(this.#remarks, channels, id, at);
    if (!hasOwn && !isFed)
      this.#remarks.push(
        `"${id}" waits for no place: a token of its own, on a link to itself, lets one firing follow the other. That token counts in its number in system, and once for each firing in its output rate.`,
      );
    const servers = Math.min(labelledIn(at, 'infiniteServer') === 'true' ? OVERLAPPING : 1, ...limits);
    this.#nodes.push({
      ...{ id, kind: 'stage', firing: 'everyInput', whenFull: 'blockBefore', ...named(at, id) },
      ...(servers > 1 && { serverCount: servers }),
      service: this.#times(id, at),
    });
    return kept.map(({ link }) => link);
  }

  #times(id: string, at: XmlElement): ServiceDistribution {
    const rate = labelledIn(at, 'rate');
    const timed = labelledIn(at, 'timed');
    if (rate === undefined && timed === undefined) {
      this.#leftOut.add('times, which the net does not tell (read as one unit for each firing)', id);
      return { distribution: 'deterministic', mean: this.#unit };
    }
    if (timed === 'false') {
      this.#remarks.push(`"${id}" fires without any time; here in ${NO_TIME} units of time.`);
      return { distribution: 'deterministic', mean: NO_TIME * this.#unit };
    }
    const perUnit = Number(rate);
    if (!(perUnit > 0 && Number.isFinite(perUnit)))
      refuseAt(at, `transition "${id}": expected a rate above 0, got "${rate ?? ''}"`);
    return { distribution: 'exponential', rate: perUnit / this.#unit };
  }
}

const KNOWN: ReadonlySet<string> = new Set([
  ...[
    'place',
    'transition',
    'arc',
    'page',
    'name',
    'graphics',
    'toolspecific',
    'token',
    'labels',
    'declaration',
  ],
]);
const KNOWN_INSIDE: ReadonlySet<string> = new Set([
  ...['name', 'graphics', 'initialMarking', 'capacity', 'rate', 'timed', 'infiniteServer', 'orientation'],
  // Priorities decide between transitions that could fire in each other's place, which a marked graph has not.
  ...['toolspecific', 'priority'],
]);

/** What is in a net and in its pages. */
const partsOf = (at: XmlElement): readonly XmlElement[] =>
  at.children.flatMap((child) => (child.name === 'page' ? [child, ...partsOf(child)] : [child]));

const idIn = (at: XmlElement): string =>
  at.attributes.get('id') || refuseAt(at, `expected an id of <${at.name}>`);

/** PNML has `<text>` in a label, older files and PIPE `<value>`. */
function labelledIn(at: XmlElement, name: string): string | undefined {
  const label = childNamed(at, name);
  return label && (childNamed(label, 'text') ?? childNamed(label, 'value') ?? label).text;
}

const labelOf = (at: XmlElement): string => labelledIn(at, 'name') ?? '';

function named(at: XmlElement, id: string): { readonly name?: string } {
  const label = labelOf(at).slice(0, LIMITS.name);
  return label === '' || label === id ? {} : { name: label };
}

/** A number of tokens; PIPE writes `Default,3`. */
function countOf(at: XmlElement, name: string, absent: number): number {
  const text = labelledIn(at, name);
  if (text === undefined || text === '') return absent;
  const count = Number(/^(?:Default\s*,)?\s*(\d+)$/i.exec(text)?.[1] ?? Number.NaN);
  return Number.isSafeInteger(count)
    ? count
    : refuseAt(at, `expected a whole number in <${name}> of <${at.name}>, got "${text}"`);
}

function placeIn(at: XmlElement, id: string): Place {
  const capacity = countOf(at, 'capacity', 0);
  return {
    ...{ id, at, tokens: countOf(at, 'initialMarking', 0), givers: [], takers: [] },
    capacity: capacity > 0 ? capacity : undefined,
  };
}
