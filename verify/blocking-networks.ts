/** Random open networks of finite stages, kind by kind, with places and loads as people draw them. */
import type { ArrivalDistribution, ServiceDistribution } from '../core/distributions/index.ts';
import {
  type Link,
  type NodeId,
  SCENARIO_FORMAT,
  SCHEMA_VERSION,
  type Scenario,
  type ScenarioNode,
  type SourceNode,
  type StageNode,
} from '../core/scenario/scenario.ts';
import { type Dice, soundScenario } from './dice.ts';

/** What a network has that a line of exponential single servers which block after service has not. */
export const BLOCKING_KINDS = [
  'line',
  'general services',
  'general arrivals',
  'split and merge',
  'filters and conversions',
  'batch arrivals',
  'bulk service',
  'several servers',
  'block before service',
  'losses',
  'overload',
  'feedback',
  'fork and join',
  'shortest queue',
  'everything',
  'saturated split',
  'split near capacity',
  'strong feedback',
  'few places',
  'unequal shortest queues',
  'shared shortest queues',
] as const;

export type BlockingKind = (typeof BLOCKING_KINDS)[number];

export interface BlockingNetwork {
  readonly kind: BlockingKind;
  readonly scenario: Scenario;
  /** The stage whose throughput counts; absent where it is that of the network. */
  readonly counted?: NodeId;
}

/** Kinds that chance seldom draws, and where most is lost: in rows of their own, with all numbers from the first on to the next kind. */
export const APART = [
  { kind: 'saturated split', first: 17_000, count: 60 },
  { kind: 'split near capacity', first: 18_000, count: 40 },
  { kind: 'strong feedback', first: 50_000, count: 40 },
  { kind: 'few places', first: 60_000, count: 60 },
  { kind: 'unequal shortest queues', first: 70_000, count: 60 },
  { kind: 'shared shortest queues', first: 80_000, count: 40 },
] as const satisfies readonly {
  readonly kind: BlockingKind;
  readonly first: number;
  readonly count: number;
}[];

/** Numbers of all networks of those kinds that the table is of. */
export const NUMBERS_APART: readonly number[] = APART.flatMap(({ first, count }) =>
  Array.from({ length: count }, (_, i) => first + i),
);

export const isApart = (kind: BlockingKind): boolean => APART.some((each) => each.kind === kind);
const IN_TURN = BLOCKING_KINDS.filter((kind) => !isApart(kind));

type ApartKind = (typeof APART)[number]['kind'];

const DRAW_APART: Readonly<Record<ApartKind, (dice: Dice, number: number) => Scenario>> = {
  'saturated split': drawSplit,
  'split near capacity': drawNearSplit,
  'strong feedback': drawReturns,
  'few places': (dice, number) => draw(dice, 'few places', number),
  'unequal shortest queues': (dice) => drawChoices(dice, false),
  'shared shortest queues': (dice) => drawChoices(dice, true),
};

/** The stage whose throughput counts, where that of the network does not tell what is lost or chosen. */
const COUNTED: Partial<Readonly<Record<ApartKind, NodeId>>> = {
  'strong feedback': 'round0',
  'unequal shortest queues': 'branch0',
  'shared shortest queues': 'branch0',
};

/** Integer `number` >= 0; the kinds take turns. */
export function blockingNetwork(number: number): BlockingNetwork {
  const apart = APART.findLast(({ first }) => number >= first);
  if (apart) {
    const { kind } = apart;
    const scenario = soundScenario(kind, number, (dice) => DRAW_APART[kind](dice, number));
    const counted = COUNTED[kind];
    return { kind, scenario, ...(counted !== undefined && { counted }) };
  }
  const kind = IN_TURN[number % IN_TURN.length]!;
  return { kind, scenario: soundScenario('blocking network', number, (dice) => draw(dice, kind, number)) };
}

/** Stages whose service rates are still to be chosen: `mean` is drawn for one element per second. */
type Layers = readonly (readonly Omit<StageNode, 'service'>[])[];

function draw(dice: Dice, kind: BlockingKind, number: number): Scenario {
  const mixed = kind === 'everything' ? 1 : kind === 'few places' ? FEWER : 0;
  const has = (feature: BlockingKind, share = 0.3) =>
    kind === feature || (mixed > 0 && dice.chance(mixed * share));
  const layers = layersOf(dice, has, kind === 'few places' ? fewPlaces : usualPlaces);
  const sources = sourcesOf(dice, has);
  const links: Link[] = [];
  const forked = kind === 'fork and join';
  const nodes: ScenarioNode[] = [...sources];
  const entry = layers[0]!;
  for (const { id } of sources) link(links, id, entry, dice);
  layers.forEach((layer, depth) => {
    const next = layers[depth + 1] ?? [{ id: 'sink' }];
    if (forked && layer.length > 1) {
      for (const { id } of layer) links.push({ from: id, to: `join${depth}` });
      nodes.push({ id: `fork${depth}`, kind: 'fork' }, { id: `join${depth}`, kind: 'join' });
      for (const { id } of layer) links.push({ from: `fork${depth}`, to: id });
      links.push({ from: `join${depth}`, to: next[0]!.id });
      return;
    }
    if (forked && next.length > 1) {
      for (const { id } of layer) links.push({ from: id, to: `fork${depth + 1}` });
      return;
    }
    for (const { id } of layer) link(links, id, next, dice);
  });
  if (kind === 'feedback') addFeedback(dice, layers, links);
  const flows = flowsOf(layers, sources, links);
  const load = kind === 'overload' ? dice.magnitude(1.3, 20) : dice.between(0.6, 1.3);
  const all = layers.flat();
  const tightest = dice.integer(0, all.length - 1);
  all.forEach((stage, i) => {
    const headroom = (i === tightest ? 1 : dice.magnitude(1, 2.5)) / load;
    const most = stage.bulk ? (stage.bulk.rule === 'full' ? stage.bulk.size : stage.bulk.max) : 1;
    const mean = ((stage.serverCount ?? 1) * most) / (flows.get(stage.id)! * headroom);
    nodes.push({ ...stage, service: serviceOf(dice, mean, has('general services', 0.5)) });
  });
  nodes.push({ id: 'sink', kind: 'sink' });
  return {
    format: SCENARIO_FORMAT,
    schemaVersion: SCHEMA_VERSION,
    name: `Blocking ${number}, ${kind}`,
    nodes,
    links,
  };
}

/** One or two stages that are offered about what two to four behind them can take, or much more, with equal loads or nearly. */
function drawSplit(dice: Dice): Scenario {
  const count = dice.integer(2, 4);
  const isEqual = dice.chance(0.6);
  const general = dice.chance(0.3);
  const servers = dice.chance(0.2) ? dice.integer(2, 4) : 1;
  const places = () => Math.round(dice.magnitude(10, 300));
  const alike = places();
  const shares = isEqual ? Array.from({ length: count }, () => 1 / count) : dice.shares(count);
  const inTurn = isEqual && dice.chance(0.2);
  const line: StageNode[] = [
    ...(dice.chance(0.5)
      ? [
          {
            id: 'first',
            kind: 'stage',
            capacity: places(),
            service: serviceOf(dice, 1 / dice.magnitude(1.2, 5), general),
          } as const,
        ]
      : []),
    {
      id: 'split',
      kind: 'stage',
      capacity: places(),
      service: serviceOf(dice, 1 / dice.magnitude(1.3, 8), general),
      ...(inTurn && { routing: { rule: 'roundRobin' } as const }),
    },
  ];
  const branches = shares.map((share, i): StageNode => {
    const pace = isEqual ? share : share * dice.magnitude(0.8, 1.6);
    return {
      id: `branch${i}`,
      kind: 'stage',
      capacity: Math.max(2 * servers, dice.chance(0.5) ? alike : places()),
      ...(servers > 1 && { serverCount: servers }),
      service: serviceOf(dice, servers / pace, general),
    };
  });
  const last: StageNode[] = dice.chance(0.5)
    ? [
        {
          id: 'last',
          kind: 'stage',
          capacity: places(),
          service: serviceOf(dice, 1 / dice.magnitude(0.9, 2), general),
        },
      ]
    : [];
  const way = ['in', ...line.map(({ id }) => id)];
  return {
    format: SCENARIO_FORMAT,
    schemaVersion: SCHEMA_VERSION,
    name: 'Saturated split',
    nodes: [
      {
        id: 'in',
        kind: 'source',
        interarrival: { distribution: 'exponential', mean: 1 / dice.magnitude(0.85, 4) },
      },
      ...line,
      ...branches,
      ...last,
      { id: 'sink', kind: 'sink' },
    ],
    links: [
      ...line.map(({ id }, i) => ({ from: way[i]!, to: id })),
      ...branches.map(({ id }, i) => ({
        from: 'split',
        to: id,
        ...(!inTurn && { probability: shares[i]! }),
      })),
      ...[...branches, ...last].map(({ id }) => ({
        from: id,
        to: id !== 'last' && last.length > 0 ? 'last' : 'sink',
      })),
    ],
  };
}

/** A stage that is quicker than the two to five that it deals out over, and is offered about what the tightest of them can take. */
function drawNearSplit(dice: Dice): Scenario {
  const count = dice.integer(2, 5);
  const isEqual = dice.chance(0.5);
  const general = dice.chance(0.3);
  const places = () => Math.round(dice.magnitude(5, 100));
  const alike = places();
  const shares = isEqual ? Array.from({ length: count }, () => 1 / count) : dice.shares(count);
  const paces = shares.map((share) => (isEqual ? share : share * dice.magnitude(1, 1.4)));
  const capacity = Math.min(...shares.map((share, i) => paces[i]! / share));
  return {
    format: SCENARIO_FORMAT,
    schemaVersion: SCHEMA_VERSION,
    name: 'Split near capacity',
    nodes: [
      {
        id: 'in',
        kind: 'source',
        interarrival: { distribution: 'exponential', mean: 1 / (capacity * dice.between(0.85, 1.05)) },
      },
      {
        id: 'split',
        kind: 'stage',
        capacity: places(),
        service: serviceOf(dice, 1 / (capacity * dice.magnitude(1.3, 8)), general),
      },
      ...shares.map(
        (_, i): StageNode => ({
          id: `branch${i}`,
          kind: 'stage',
          capacity: isEqual ? alike : places(),
          service: serviceOf(dice, 1 / paces[i]!, general),
        }),
      ),
      { id: 'sink', kind: 'sink' },
    ],
    links: [
      { from: 'in', to: 'split' },
      ...shares.flatMap((probability, i) => [
        { from: 'split', to: `branch${i}`, probability },
        { from: `branch${i}`, to: 'sink' },
      ]),
    ],
  };
}

/**
 * A cycle of one to four stages whose first loses, and to which two to fifty visits of an element lead; of a quarter of them
 * nothing gets out but by loss. Before it a stage that sends a part of what it does elsewhere.
 */
function drawReturns(dice: Dice): Scenario {
  const general = dice.chance(0.3);
  const places = () => Math.round(dice.magnitude(10, 300));
  const visits = dice.magnitude(2, 50);
  const isTrap = dice.chance(0.25);
  const enters = dice.between(0.2, 0.9);
  const load = dice.between(0.6, 1.3);
  const count = dice.integer(1, 4);
  const tightest = dice.integer(0, count - 1);
  const cycle = Array.from({ length: count }, (_, i): StageNode => {
    const headroom = (i === tightest ? 1 : dice.magnitude(1, 2.5)) / load;
    return {
      id: `round${i}`,
      kind: 'stage',
      capacity: places(),
      ...(i === 0 && { whenFull: 'drop' }),
      service: serviceOf(dice, 1 / (enters * visits * headroom), general),
    };
  });
  const last = `round${count - 1}`;
  const entry: StageNode = {
    id: 'entry',
    kind: 'stage',
    capacity: places(),
    service: serviceOf(dice, 1 / dice.magnitude(1.1, 3), general),
  };
  return {
    format: SCENARIO_FORMAT,
    schemaVersion: SCHEMA_VERSION,
    name: 'Strong feedback',
    nodes: [
      { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', mean: 1 } },
      entry,
      ...cycle,
      { id: 'sink', kind: 'sink' },
    ],
    links: [
      { from: 'in', to: 'entry' },
      { from: 'entry', to: 'round0', probability: enters },
      { from: 'entry', to: 'sink', probability: 1 - enters },
      ...cycle.slice(1).map(({ id }, i) => ({ from: `round${i}`, to: id })),
      { from: last, to: 'round0', probability: isTrap ? 1 : 1 - 1 / visits },
      ...(isTrap ? [] : [{ from: last, to: 'sink', probability: 1 / visits }]),
    ],
  };
}

/** One to four stages of different speeds, of which the shortest is chosen, some beside a sink, or with an overdrive; `isShared`: two stages choose. */
function drawChoices(dice: Dice, isShared: boolean): Scenario {
  const general = dice.chance(0.3);
  const places = () => Math.round(dice.magnitude(10, 100));
  const beside = dice.integer(0, 4);
  let speed = 0;
  const branches = Array.from({ length: dice.integer(beside === 0 ? 1 : 2, 4) }, (_, i): StageNode => {
    const servers = dice.chance(0.2) ? dice.integer(2, 4) : 1;
    const pace = 1 / dice.magnitude(0.5, 5);
    const others = beside === 1 && i === 0 ? pace * dice.between(0.1, 0.7) : 0;
    speed += pace - others;
    return {
      id: `branch${i}`,
      kind: 'stage',
      capacity: Math.max(2 * servers, places()),
      ...(servers > 1 && { serverCount: servers }),
      ...(others > 0 && { overdriveRate: others }),
      service: serviceOf(dice, servers / pace, general),
    };
  });
  const rate = speed * (beside === 0 ? dice.magnitude(0.5, 3) : dice.between(0.3, 1.2));
  const chooser = (id: string, share: number): StageNode => ({
    id,
    kind: 'stage',
    capacity: places(),
    routing: { rule: 'joinShortestQueue' },
    service: serviceOf(dice, 1 / (share * rate * dice.magnitude(1.1, 4)), general),
  });
  // A second one chooses among all but the first branch.
  const choosers = isShared ? [chooser('split', 0.6), chooser('other', 0.4)] : [chooser('split', 1)];
  return {
    format: SCENARIO_FORMAT,
    schemaVersion: SCHEMA_VERSION,
    name: 'Unequal shortest queues',
    nodes: [
      { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', mean: 1 / rate } },
      ...choosers,
      ...branches,
      { id: 'sink', kind: 'sink' },
    ],
    links: [
      ...choosers.map(({ id }, i) => ({
        from: 'in',
        to: id,
        ...(choosers.length > 1 && { probability: i === 0 ? 0.6 : 0.4 }),
      })),
      ...choosers.flatMap(({ id }, i) => branches.slice(i).map((branch) => ({ from: id, to: branch.id }))),
      ...(beside === 0 ? [{ from: 'split', to: 'sink' }] : []),
      ...branches.map(({ id }) => ({ from: id, to: 'sink' })),
    ],
  };
}

type Has = (feature: BlockingKind, share?: number) => boolean;

/** How often those with few places have what networks of everything have, against these. */
const FEWER = 0.5;

/** `least`: what servers of full batches take. */
type Places = (dice: Dice, least: number) => number;
const usualPlaces: Places = (dice, least) => Math.max(2 * least, Math.round(dice.magnitude(10, 300)));
const fewPlaces: Places = (dice, least) =>
  least > 1 && dice.chance(0.5) ? dice.integer(least, 2 * least) : Math.max(least, dice.integer(1, 9));

function layersOf(dice: Dice, has: Has, places: Places): Layers {
  const wide = has('split and merge') || has('shortest queue', 0) || has('fork and join', 0);
  const depth = dice.integer(wide ? 3 : 2, 5);
  const widest = wide ? dice.integer(1, depth - 2) : -1;
  const shortest = has('shortest queue', 0);
  return Array.from({ length: depth }, (_, i) =>
    Array.from({ length: i === widest ? dice.integer(2, 3) : 1 }, (_unused, k) => {
      const servers = has('several servers') ? dice.integer(2, 6) : 1;
      const bulk = has('bulk service') && dice.chance(0.6) ? bulkOf(dice) : undefined;
      const most = bulk ? (bulk.rule === 'full' ? bulk.size : bulk.max) : 1;
      const whenFull = has('block before service') && dice.chance(0.7) ? 'blockBefore' : undefined;
      const loses = has('losses') && dice.chance(0.5);
      const stage: Omit<StageNode, 'service'> = {
        id: `s${i}${k === 0 ? '' : `-${k}`}`,
        kind: 'stage',
        capacity: places(dice, servers * most),
        ...(servers > 1 && { serverCount: servers }),
        ...(bulk && { bulk }),
        ...(loses ? { whenFull: 'drop' } : whenFull && { whenFull }),
        ...(has('filters and conversions') &&
          i > 0 &&
          dice.chance(0.4) && { conversionFactor: dice.one([0.25, 0.5, 1.5, 2, 4, 16]) }),
        ...(has('filters and conversions') &&
          dice.chance(0.5) && { passProbability: dice.between(0.05, 0.95) }),
        ...(shortest && i === widest - 1 && { routing: { rule: 'joinShortestQueue' } }),
      };
      return stage;
    }),
  );
}

function bulkOf(dice: Dice): StageNode['bulk'] {
  const max = dice.integer(2, 16);
  return dice.chance(0.5) ? { rule: 'full', size: max } : { rule: 'upTo', min: dice.integer(1, max), max };
}

function sourcesOf(dice: Dice, has: Has): readonly SourceNode[] {
  const count = has('split and merge') && dice.chance(0.5) ? 2 : 1;
  return Array.from({ length: count }, (_, i) => {
    const size = has('batch arrivals') ? dice.integer(2, 32) : 1;
    const mean = size * dice.magnitude(0.5, 2);
    return {
      id: `in${i}`,
      kind: 'source',
      interarrival: has('general arrivals') ? arrivalsOf(dice, mean) : { distribution: 'exponential', mean },
      ...(size > 1 && { batchSize: size }),
    };
  });
}

function link(links: Link[], from: string, to: readonly { readonly id: string }[], dice: Dice): void {
  const shares = dice.shares(to.length);
  to.forEach(({ id }, i) => {
    links.push({ from, to: id, ...(to.length > 1 && { probability: shares[i]! }) });
  });
}

/** A tenth to a half goes back to the first stage, which has room for all. */
function addFeedback(dice: Dice, layers: Layers, links: Link[]): void {
  const [first] = layers[0]!;
  const from = layers[dice.integer(1, layers.length - 1)]![0]!.id;
  const { capacity: _, ...unbounded } = first!;
  (layers[0] as Omit<StageNode, 'service'>[])[0] = {
    ...unbounded,
    capacity: first!.capacity!,
    whenFull: 'drop',
  };
  const back = dice.between(0.1, 0.5);
  const i = links.findIndex((one) => one.from === from);
  links[i] = { ...links[i]!, probability: 1 - back };
  links.push({ from, to: first!.id, probability: back });
}

/** Mean flow at each stage, its own unit, when nothing is held back. */
function flowsOf(
  layers: Layers,
  sources: readonly SourceNode[],
  links: readonly Link[],
): Map<string, number> {
  const stages = new Map(layers.flat().map((stage) => [stage.id, stage]));
  let output = new Map<string, number>();
  for (const { id, interarrival, batchSize = 1 } of sources) output.set(id, batchSize / meanOf(interarrival));
  const emitted = new Map(output);
  let flows = new Map<string, number>();
  for (let round = 0; round < 200; round++) {
    flows = new Map();
    const out = new Map(emitted);
    const seen = new Map<string, number>();
    const push = (from: string, rate: number): void => {
      const next = links.filter((one) => one.from === from);
      for (const { to, probability } of next) {
        const share = from.startsWith('fork') ? 1 : (probability ?? 1 / next.length);
        const tasks = to.startsWith('join') ? 1 / links.filter((one) => one.to === to).length : 1;
        const part = rate * share * tasks;
        const stage = stages.get(to);
        if (stage) flows.set(to, (flows.get(to) ?? 0) + part * (stage.conversionFactor ?? 1));
        else if (to !== 'sink') push(to, part);
        seen.set(to, part);
      }
    };
    for (const [from, rate] of output) push(from, rate);
    for (const [id, stage] of stages) out.set(id, (flows.get(id) ?? 0) * (stage.passProbability ?? 1));
    output = out;
  }
  return flows;
}

const meanOf = (interarrival: ArrivalDistribution): number =>
  'mean' in interarrival && interarrival.mean !== undefined ? interarrival.mean : Number.NaN;

function serviceOf(dice: Dice, mean: number, general: boolean): ServiceDistribution {
  if (!general) return { distribution: 'exponential', mean };
  return dice.one<(mean: number) => ServiceDistribution>([
    (m) => ({ distribution: 'exponential', mean: m }),
    (m) => ({ distribution: 'deterministic', mean: m }),
    (m) => ({ distribution: 'erlang', mean: m, shape: dice.integer(2, 6) }),
    (m) => ({ distribution: 'hyperexponential', mean: m, scv: dice.between(1.1, 5) }),
    (m) => ({ distribution: 'lognormal', mean: m, scv: dice.between(0.1, 3) }),
    (m) => ({ distribution: 'gamma', mean: m, scv: dice.between(0.2, 3) }),
  ])(mean);
}

function arrivalsOf(dice: Dice, mean: number): ArrivalDistribution {
  return dice.one<(mean: number) => ArrivalDistribution>([
    (m) => ({ distribution: 'deterministic', mean: m }),
    (m) => ({ distribution: 'erlang', mean: m, shape: dice.integer(2, 6) }),
    (m) => ({ distribution: 'hyperexponential', mean: m, scv: dice.between(1.1, 5) }),
    (m) => ({ distribution: 'gamma', mean: m, scv: dice.between(0.2, 3) }),
  ])(mean);
}
