/**
 * Every number and choice of a scenario that can be varied, by a stable readable name: `1a.service.rate`,
 * `disk>1a.probability`, `classes.gold.closed.population`, `resources.bus.units`, `buses.pci.bytesPerSecond`, and
 * `inputs`, which is all external input times a factor. Setting one gives a new scenario, that may have faults.
 */
import { POSITIVE, PROBABILITY } from '../base/number-domain.ts';
import { err, ok, type Result } from '../base/result.ts';
import { faster } from '../distributions/index.ts';
import { isClosed } from '../scenario/classes.ts';
import { titlesOf } from '../scenario/defaults.ts';
import { FIELDS, PLATFORMS } from '../scenario/fields.ts';
import { graphOf, linkShares, routingRule } from '../scenario/graph.ts';
import { nearestName } from '../scenario/near-name.ts';
import { moveToPlatform, patchBus } from '../scenario/platform-edits.ts';
import type {
  Bus,
  JobClass,
  Link,
  NodeId,
  Platform,
  Scenario,
  ScenarioNode,
  SharedResource,
} from '../scenario/scenario.ts';
import {
  type Field,
  type Parameter,
  type ParameterHandle,
  type ParameterValue,
  RANK,
  valueFault,
} from './parameter.ts';
import { choiceType, handle, rowField, type Unit } from './parameter-handle.ts';
import { nodeFields } from './parameter-nodes.ts';
import { pathText, readPath } from './parameter-path.ts';

/** Parameters of what a scenario lists beside nodes and links: classes, shared resources, buses. */
const listedHandles = (scenario: Scenario): readonly ParameterHandle[] => [
  ...listHandles(scenario, 'classes', classFields),
  ...listHandles(scenario, 'resources', resourceFields),
  ...busHandles(scenario),
];

/** Parameters of the entries of one list: classes or resources. */
function listHandles<Entry extends { readonly id: string }>(
  scenario: Scenario,
  list: 'classes' | 'resources',
  fieldsOf: (entry: Entry) => readonly Field<Entry>[],
): readonly ParameterHandle[] {
  const entries = (scenario[list] ?? []) as unknown as readonly Entry[];
  const title = titlesOf(entries);
  return entries.flatMap((entry) =>
    fieldsOf(entry).map((field) =>
      handle(
        { ...field, tail: [entry.id, ...field.tail] },
        {
          owner: { kind: 'scenario', name: list },
          name: title(entry.id),
          change: (now, change) => ({
            ...now,
            [list]: (now[list] as unknown as readonly Entry[]).map((each) =>
              each.id === entry.id ? change(each) : each,
            ),
          }),
        },
      ),
    ),
  );
}

function classFields(jobClass: JobClass): readonly Field<JobClass>[] {
  if (!isClosed(jobClass)) return [];
  const { population } = jobClass.closed;
  return [
    {
      ...rowField<JobClass>(FIELDS.closed.population, ['closed', 'population'], population),
      write: (now, given) =>
        now.closed ? { ...now, closed: { ...now.closed, population: Number(given) } } : now,
    },
  ];
}

const resourceFields = ({ units, arbitration }: SharedResource): readonly Field<SharedResource>[] => [
  rowField(FIELDS.resource.units, ['units'], units),
  rowField(FIELDS.resource.arbitration, ['arbitration'], arbitration),
];

/** The stages of its crossings follow a bus. */
function busHandles({ buses = [] }: Scenario): readonly ParameterHandle[] {
  const title = titlesOf(buses);
  return buses.flatMap((bus) =>
    busFields(bus).map((field) => ({
      ...handle(field, {
        owner: { kind: 'scenario', name: 'buses' },
        name: title(bus.id),
        change: (now, change) => {
          const current = now.buses?.find(({ id }) => id === bus.id);
          return current ? patchBus(now, bus.id, change(current)) : now;
        },
      }),
      rank: RANK.waiting,
    })),
  );
}

const busFields = (bus: Bus): readonly Field<Bus>[] =>
  (['bytesPerSecond', 'bulkSize', 'latency', 'capacity'] as const).map((name) =>
    rowField(FIELDS.bus[name], [bus.id, name], bus[name]),
  );

/** In the order of the file: the whole input, nodes, links, classes, resources, buses. */
export const parametersOf = (scenario: Scenario): readonly Parameter[] =>
  handlesOf(scenario).map(({ parameter }) => parameter);

/** The parameter that a path names, or why it names none. */
export function findParameter(scenario: Scenario, text: string): Result<ParameterHandle, string> {
  const path = readPath(text);
  if (!path.ok) return path;
  const own = scenario.nodes.filter(({ id }) => path.value.startsWith(pathText({ kind: 'node', id })));
  const found = handlesOf(scenario, own).find(({ parameter }) => parameter.path === path.value);
  if (found) return ok(found);
  const near = nearestName(
    path.value,
    handlesOf(scenario).map(({ parameter }) => parameter.path),
  );
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  return err(`There is no parameter ${path.value}${hint === '' ? '.' : hint}`);
}

export function getParameter(scenario: Scenario, path: string): Result<ParameterValue, string> {
  const found = findParameter(scenario, path);
  return found.ok ? ok(found.value.parameter.value) : found;
}

/** The distribution keeps its form: rate or mean, and its shape. */
export function setParameter(
  scenario: Scenario,
  path: string,
  value: ParameterValue,
): Result<Scenario, string> {
  const found = findParameter(scenario, path);
  if (!found.ok) return found;
  const expected = valueFault(found.value.parameter, value);
  if (expected !== undefined) return err(`${path}: expected ${expected}, got ${value}.`);
  return ok(writeParameters(scenario, [{ handle: found.value, value }]));
}

export interface Setting {
  readonly handle: ParameterHandle;
  /** A value of the parameter. */
  readonly value: ParameterValue;
}

/** Sets several at once; their order does not matter. Choices come first, so that a number is of the distribution that they leave. */
export function writeParameters(scenario: Scenario, settings: readonly Setting[]): Scenario {
  const [first, ...more] = settings;
  if (first && more.length === 0 && !first.handle.share) return first.handle.write(scenario, first.value);
  const shares = new Map<string, Map<string, number>>();
  const plain = settings.filter(({ handle: { share }, value }) => {
    if (share) shares.set(share.from, (shares.get(share.from) ?? new Map()).set(share.to, Number(value)));
    return !share;
  });
  const written = [...plain]
    .sort((a, b) => a.handle.rank - b.handle.rank)
    .reduce((now, { handle, value }) => handle.write(now, value), scenario);
  return [...shares].reduce((now, [from, given]) => withShares(now, from, given), written);
}

/** Parameters of all nodes, or of those at which one is looked for. */
function handlesOf(scenario: Scenario, nodes = scenario.nodes): readonly ParameterHandle[] {
  const [title, classTitle] = [titlesOf(scenario.nodes), titlesOf(scenario.classes)];
  return [
    ...inputHandle(scenario),
    ...nodes.flatMap((node) => nodeHandles(node, title(node.id), classTitle)),
    ...shareHandles(scenario, title),
    ...listedHandles(scenario),
  ];
}

function nodeHandles(
  node: ScenarioNode,
  name: string,
  classTitle: (id: string) => string,
): readonly ParameterHandle[] {
  const handles = nodeFields(node, classTitle).map((field) =>
    handle(field, {
      owner: { kind: 'node', id: node.id },
      name,
      unit: unitOf(node),
      change: (now, change) => ({
        ...now,
        nodes: now.nodes.map((each) => (each.id === node.id ? change(each) : each)),
      }),
    }),
  );
  return [...handles, ...platformHandle(node, name)];
}

const unitOf = (node: ScenarioNode): Unit => {
  if (node.kind !== 'source' && node.kind !== 'stage' && node.kind !== 'delay') return {};
  const { unit, unitBytes } = node;
  return { ...(unit !== undefined && { unit }), ...(unitBytes !== undefined && { unitBytes }) };
};

/** A stage that is said to run on nothing in particular. */
const NOWHERE = 'none';
const PLATFORM_KINDS = Object.keys(PLATFORMS) as readonly Platform[];

/** Moving a stage takes its service on the other platform, and makes the crossings of buses. */
function platformHandle(node: ScenarioNode, name: string): readonly ParameterHandle[] {
  if (node.kind !== 'stage' && node.kind !== 'source') return [];
  if (node.kind === 'stage' && node.bus !== undefined) return [];
  return [
    {
      parameter: {
        ...choiceType({ ...PLATFORMS, [NOWHERE]: { label: 'unassigned' } }),
        path: pathText({ kind: 'node', id: node.id }, ['platform']),
        words: `${name}: platform`,
        value: node.platform ?? NOWHERE,
      },
      rank: RANK.choice,
      write: (now, platform) =>
        moveToPlatform(
          now,
          node.id,
          PLATFORM_KINDS.find((name) => name === platform),
        ),
    },
  ];
}

/** The whole input as one parameter. */

/** All that comes from outside, as a multiple of what is drawn. */
function inputHandle(scenario: Scenario): readonly ParameterHandle[] {
  if (!scenario.nodes.some(({ kind }) => kind === 'source')) return [];
  return [
    {
      parameter: {
        kind: 'number',
        path: 'inputs',
        words: 'load multiplier',
        value: 1,
        dimension: 'number',
        domain: POSITIVE,
      },
      rank: RANK.all,
      write: (now, factor) => ({
        ...now,
        nodes: now.nodes.map((node) => withInput(node, Number(factor))),
      }),
    },
  ];
}

function withInput(node: ScenarioNode, factor: number): ScenarioNode {
  if (node.kind === 'stage')
    return node.overdriveRate ? { ...node, overdriveRate: node.overdriveRate * factor } : node;
  if (node.kind !== 'source') return node;
  const { interarrival, schedule } = node;
  const frames = schedule?.frames.map((frame) =>
    frame.interarrival ? { ...frame, interarrival: faster(frame.interarrival, factor) } : frame,
  );
  return {
    ...node,
    interarrival: faster(interarrival, factor),
    ...(schedule && frames && { schedule: { ...schedule, frames } }),
  };
}

/** Probabilities of links as parameters: what one link gets, the other links of the sender have less, each in proportion. */

/** Routing probabilities of senders that choose among several links. */
function shareHandles(scenario: Scenario, title: (id: NodeId) => string): readonly ParameterHandle[] {
  const graph = graphOf(scenario);
  return scenario.nodes.flatMap((node): readonly ParameterHandle[] => {
    const links = graph.outgoing.get(node.id)!;
    if (links.length < 2 || routingRule(node) !== 'probabilistic') return [];
    const shares = linkShares('probabilistic', links);
    return links.map(({ from, to }, i) => ({
      parameter: {
        kind: 'number',
        path: pathText({ kind: 'link', from, to }, ['probability']),
        words: `${title(from)} to ${title(to)}: probability`,
        phrase: `probability of ${title(from)} to ${title(to)}`,
        value: shares[i]!,
        dimension: 'probability',
        domain: PROBABILITY,
      },
      rank: RANK.shape,
      share: { from, to },
      write: (now, value) => withShares(now, from, new Map([[to, Number(value)]])),
    }));
  });
}

/**
 * Gives links of a sender these shares; the rest goes to its other links, in proportion to what they had, equally where
 * they had nothing. Where every link is given, or they take more than 1, they stay as given: a fault of the drawing.
 */
function withShares(scenario: Scenario, from: NodeId, given: ReadonlyMap<NodeId, number>): Scenario {
  const links = scenario.links.filter((link) => link.from === from);
  const shares = linkShares('probabilistic', links);
  const others = links.flatMap(({ to }, i) => (given.has(to) ? [] : [shares[i]!]));
  const rest = Math.max(0, 1 - [...given.values()].reduce((sum, share) => sum + share, 0));
  const before = others.reduce((sum, share) => sum + share, 0);
  const shareOf = (link: Link, share: number): number =>
    given.get(link.to) ?? (before > 0 ? (rest * share) / before : rest / others.length);
  const place = new Map(links.map((link, i) => [link, i]));
  return {
    ...scenario,
    links: scenario.links.map((link) =>
      link.from === from ? { ...link, probability: shareOf(link, shares[place.get(link)!]!) } : link,
    ),
  };
}
