/** Scenarios that are valid and as hard as they can be: extreme numbers, large populations, hundreds of nodes, layers of routers. */
import type { ServiceDistribution } from '../core/distributions/index.ts';
import { findFaults } from '../core/scenario/faults.ts';
import { readScenarioText } from '../core/scenario/read-scenario.ts';
import {
  type Link,
  SCENARIO_FORMAT,
  SCHEMA_VERSION,
  type Scenario,
  type ScenarioNode,
  type StageNode,
} from '../core/scenario/scenario.ts';
import type { Dice } from './dice.ts';
import { randomServiceDistribution } from './random-law.ts';
import { randomScenario } from './random-scenario.ts';

const MOST_TRIES = 200;

/** A valid scenario: an example, a random one or a large structure, with some of its numbers and rules at extremes. */
export function extremeScenario(examples: readonly Scenario[], dice: Dice): Scenario {
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const drawn: unknown = structuredClone(drawBase(examples, dice));
    for (let changes = dice.integer(0, 6); changes > 0; changes -= 1) change(drawn, dice);
    const read = readScenarioText(JSON.stringify(drawn));
    if (read.ok && !findFaults(read.value).some(({ severity }) => severity === 'error')) return read.value;
  }
  throw new Error(`No valid scenario in ${MOST_TRIES} tries.`);
}

function drawBase(examples: readonly Scenario[], dice: Dice): Scenario {
  if (dice.chance(0.3)) return dice.one(examples);
  if (dice.chance(0.3)) return randomScenario(dice.integer(0, 1e6));
  return dice.one([line, layers, routers, classes, closedRing, forks, feedback])(dice);
}

const EXTREMES: readonly number[] = [
  ...[1e-300, 1e-100, 1e-12, 1e-9, 1e-6, 1e-3, 0.5, 0.999999, 1 - 1e-12, 1, 1.000001, 2, 3, 7, 20, 64, 100],
  ...[
    130,
    512,
    1000,
    4096,
    1e4,
    65_536,
    1e5,
    1e6,
    1e7,
    1e9,
    2 ** 31,
    2 ** 32,
    1e12,
    1e15,
    2 ** 53 - 1,
    1e100,
    1e300,
  ],
];

/** One number, wherever it stands, or one rule of a node is another. */
function change(document: unknown, dice: Dice): void {
  const places = numbersIn(document);
  if (places.length > 0 && dice.chance(0.7)) {
    const { holder, key } = dice.one(places);
    const value = holder[key]!;
    holder[key] = dice.chance(0.3) ? value * dice.one(EXTREMES) : dice.one(EXTREMES);
    return;
  }
  const { nodes } = document as { nodes: (Record<string, unknown> & ScenarioNode)[] };
  const stages = nodes.filter(({ kind }) => kind === 'stage');
  if (stages.length === 0) return;
  const rule = dice.one(RULES)(dice);
  // A rule of one stage, or of all.
  for (const stage of dice.chance(0.3) ? stages : [dice.one(stages)]) Object.assign(stage, rule);
}

const size = (dice: Dice): number => dice.one([1, 2, 3, 8, 64, 100, 512, 1000, 1e4, 1e6, 1e9]);
const share = (dice: Dice): number => dice.one([0, 1e-12, 1e-6, 0.1, 0.5, 0.9, 0.999999, 1 - 1e-12, 1]);

const RULES: readonly ((dice: Dice) => Partial<StageNode>)[] = [
  (dice) => ({ capacity: size(dice) }),
  (dice) => ({ serverCount: size(dice) }),
  (dice) => ({ serverCount: size(dice), capacity: 1e9 }),
  (dice) => ({ whenFull: dice.one(['block', 'drop', 'blockBefore', 'dropOldest']) }),
  (dice) => ({ discipline: dice.one(['FCFS', 'LCFS', 'RSS', 'PS', 'priority']) }),
  (dice) => ({ bulk: { rule: 'full', size: size(dice) } }),
  (dice) => ({ bulk: { rule: 'upTo', min: 1, max: size(dice), timeout: dice.magnitude(1e-9, 1e9) } }),
  (dice) => ({ conversionFactor: dice.one([1e-6, 1e-3, 0.3, 1.5, 100, 1e6, 1e9]) }),
  (dice) => ({ passProbability: share(dice) }),
  (dice) => ({ overdriveRate: dice.magnitude(1e-9, 1e9) }),
  (dice) => ({ service: extremeDistribution(dice) }),
  (dice) => ({
    routing: { rule: dice.one(['probabilistic', 'roundRobin', 'joinShortestQueue', 'broadcast']) },
  }),
  (dice) => ({ speeds: Array.from({ length: dice.one([1, 10, 1000]) }, (_, i) => i + 1) }),
  (dice) => ({ pipelineLatency: dice.magnitude(1e-9, 1e9) }),
  (dice) => ({
    schedule: { frames: [{ from: 0, service: extremeDistribution(dice) }] },
  }),
  // Lists of values in each frame of each stage would be gigabytes, which no reader takes.
  (dice) => ({
    schedule: {
      frames: Array.from({ length: 100 }, (_, i) => ({
        from: i * 1e-3,
        service: randomServiceDistribution(dice, dice.magnitude(1e-9, 1e9)),
      })),
    },
  }),
];

function extremeDistribution(dice: Dice): ServiceDistribution {
  const mean = dice.magnitude(1e-9, 1e9);
  const scv = dice.one([1e-12, 1e-6, 1e-3, 1.000001, 10, 1e3, 1e6, 1e12]);
  const rows = dice.one([10, 100, 1000, 10_000]);
  return dice.one<() => ServiceDistribution>([
    () => ({ distribution: 'erlang', mean, shape: dice.one([1, 10, 100, 1000, 1e6]) }),
    () => ({ distribution: 'gamma', mean, scv }),
    () => ({ distribution: 'lognormal', mean, scv }),
    () => ({ distribution: 'hyperexponential', mean, scv: 1 + scv }),
    () => ({ distribution: 'weibull', mean, shape: dice.one([0.05, 0.2, 1, 10, 100]) }),
    () => ({ distribution: 'pareto', shape: dice.one([1.000001, 1.5, 2, 2.1, 100]), scale: mean }),
    () => ({
      distribution: 'empirical',
      edges: Array.from({ length: rows + 1 }, (_, i) => (i * mean) / rows),
      weights: Array.from({ length: rows }, (_, i) => (i % 7) + 1),
    }),
    () => ({
      distribution: 'trace',
      values: Array.from({ length: rows }, (_, i) => mean * ((i * 7919) % 1009)),
    }),
    () => {
      const phases = dice.one([2, 10, 60]);
      const rate = phases / mean;
      return {
        distribution: 'phaseType',
        alpha: Array.from({ length: phases }, () => 1 / phases),
        T: Array.from({ length: phases }, (_, i) =>
          Array.from({ length: phases }, (_, j) => (i === j ? -rate : j === i + 1 ? rate : 0)),
        ),
      };
    },
    () => randomServiceDistribution(dice, mean),
  ])();
}

const scenario = (name: string, nodes: readonly ScenarioNode[], links: readonly Link[]): Scenario => ({
  ...{ format: SCENARIO_FORMAT, schemaVersion: SCHEMA_VERSION, name, nodes, links },
});

const source = (rate: number): ScenarioNode => ({
  ...{ id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate } },
});
const SINK: ScenarioNode = { id: 'out', kind: 'sink' };
const count = (dice: Dice): number => dice.one([2, 5, 10, 30, 100, 300]);

function station(id: string, dice: Dice, more: Partial<StageNode> = {}): StageNode {
  return {
    ...{ id, kind: 'stage', service: randomServiceDistribution(dice, dice.magnitude(0.2, 1.2)) },
    ...(dice.chance(0.6) && { capacity: dice.integer(1, 300) }),
    ...more,
  };
}

function line(dice: Dice): Scenario {
  const stages = Array.from({ length: count(dice) }, (_, i) => station(`s${i}`, dice));
  const nodes = [source(1), ...stages, SINK];
  return scenario(
    'Line',
    nodes,
    nodes.slice(1).map(({ id }, i) => ({ from: nodes[i]!.id, to: id })),
  );
}

/** Each node of a layer leads to each of the next. */
function layers(dice: Dice): Scenario {
  const width = dice.one([2, 4, 12]);
  const depth = dice.one([2, 5, 12]);
  const rule = dice.one(['probabilistic', 'roundRobin', 'joinShortestQueue', 'broadcast'] as const);
  const rows = Array.from({ length: depth }, (_, layer) =>
    Array.from({ length: width }, (_, i) => station(`s${layer}-${i}`, dice, { routing: { rule } })),
  );
  return joined('Layers', [[source(width * 0.8)], ...rows, [SINK]]);
}

/** Stages that choose the shortest queue behind layers of routers. */
function routers(dice: Dice): Scenario {
  const rules = ['probabilistic', 'roundRobin', 'joinShortestQueue', 'broadcast'] as const;
  const rows = Array.from({ length: dice.one([1, 4, 12, 30]) }, (_, layer) =>
    Array.from({ length: dice.one([2, 3]) }, (_, i): ScenarioNode => {
      return { id: `r${layer}-${i}`, kind: 'router', routing: { rule: dice.one(rules) } };
    }),
  );
  const first: ScenarioNode = { id: 'first', kind: 'router', routing: { rule: 'joinShortestQueue' } };
  const last = Array.from({ length: dice.integer(1, 4) }, (_, i) => station(`s${i}`, dice));
  return joined('Routers', [[source(1)], [first], ...rows, last, [SINK]]);
}

const joined = (name: string, rows: readonly (readonly ScenarioNode[])[]): Scenario =>
  scenario(
    name,
    rows.flat(),
    rows
      .slice(1)
      .flatMap((to, i) => rows[i]!.flatMap((from) => to.map(({ id }) => ({ from: from.id, to: id })))),
  );

function classes(dice: Dice): Scenario {
  const ids = Array.from({ length: dice.one([2, 10, 100]) }, (_, i) => `c${i}`);
  const sources = ids.map((id): ScenarioNode => {
    return {
      id: `in-${id}`,
      kind: 'source',
      class: id,
      interarrival: { distribution: 'exponential', rate: 1 / ids.length },
    };
  });
  const stages = Array.from({ length: dice.one([1, 3, 20]) }, (_, i) =>
    station(`s${i}`, dice, { discipline: dice.one(['FCFS', 'priority', 'PS']) }),
  );
  return {
    ...joined('Classes', [sources, ...stages.map((stage) => [stage]), [SINK]]),
    classes: ids.map((id, i) => ({ id, priority: i })),
  };
}

function closedRing(dice: Dice): Scenario {
  const ids = Array.from({ length: dice.one([1, 2, 5, 20]) }, (_, i) => `c${i}`);
  const stages = Array.from({ length: dice.one([1, 3, 20, 100]) }, (_, i) =>
    station(`s${i}`, dice, {
      serverCount: dice.one([1, 1, 2, 100]),
      capacity: dice.chance(0.2) ? 100 : undefined!,
    }),
  );
  const think: ScenarioNode = {
    id: 'think',
    kind: 'delay',
    service: { distribution: 'exponential', mean: dice.magnitude(1e-3, 1e6) },
  };
  const ring = [think, ...stages];
  return {
    ...scenario(
      'Ring',
      ring,
      ring.map(({ id }, i) => ({ from: id, to: ring[(i + 1) % ring.length]!.id })),
    ),
    classes: ids.map((id) => ({
      id,
      closed: { population: dice.one([1, 10, 100, 1000, 1e4, 1e5, 1e6]), start: 'think' },
    })),
  };
}

/** Forks inside forks. */
function forks(dice: Dice): Scenario {
  const depth = dice.one([1, 2, 4]);
  const width = dice.one([2, 3, 10]);
  const nodes: ScenarioNode[] = [source(0.5), SINK];
  const links: Link[] = [];
  const put = (from: string, to: string, level: number, name: string): void => {
    if (level === 0 || nodes.length > 300) {
      nodes.push(station(name, dice));
      links.push({ from, to: name }, { from: name, to });
      return;
    }
    nodes.push({ id: `fork-${name}`, kind: 'fork' }, { id: `join-${name}`, kind: 'join' });
    links.push({ from, to: `fork-${name}` }, { from: `join-${name}`, to });
    for (let i = 0; i < width; i++) put(`fork-${name}`, `join-${name}`, level - 1, `${name}${i}`);
  };
  put('in', 'out', depth, 'x');
  return scenario('Forks', nodes, links);
}

function feedback(dice: Dice): Scenario {
  const back = dice.one([0.5, 0.99, 0.999999, 1 - 1e-9, 1 - 1e-15]);
  const stages = Array.from({ length: dice.one([1, 3, 30]) }, (_, i) => station(`s${i}`, dice));
  const last = stages.at(-1)!;
  const nodes = [source(dice.one([1, (1 - back) / 2])), ...stages, SINK];
  return scenario('Feedback', nodes, [
    ...nodes.slice(1, -1).map(({ id }, i) => ({ from: nodes[i]!.id, to: id })),
    { from: last.id, to: 'out', probability: 1 - back },
    { from: last.id, to: stages[0]!.id, probability: back },
  ]);
}

interface Place {
  readonly holder: Record<string, number>;
  readonly key: string;
}

function numbersIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]): Place[] => {
    if (key === 'schemaVersion' || key === 'position' || key === 'measurement') return [];
    return typeof part === 'number' ? [{ holder: value as Record<string, number>, key }] : numbersIn(part);
  });
}
