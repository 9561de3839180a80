/**
 * Random valid scenarios that use everything the format can say: for each number the same one on every machine. Nodes
 * stand in layers, links lead forward, some back; what comes out is thrown away while it has faults. Every third one is
 * plain: stages of the commonest kind (`plain-node.ts`).
 */
import type {
  ClassAtStage,
  JobClass,
  Link,
  Routing,
  Scenario,
  ScenarioNode,
  SharedResource,
  SourceNode,
  StageNode,
} from '../core/scenario/scenario.ts';
import { SCENARIO_FORMAT, SCHEMA_VERSION } from '../core/scenario/scenario.ts';
import { type Dice, soundScenario } from './dice.ts';
import { plainNode } from './plain-node.ts';
import { randomArrivalDistribution, randomServiceDistribution } from './random-law.ts';

/** Integer `number` >= 0. */
export const randomScenario = (number: number): Scenario =>
  soundScenario('scenario', number, (dice) => draw(dice, number));

interface Sketch {
  readonly isPlain: boolean;
  readonly dice: Dice;
  readonly nodes: ScenarioNode[];
  readonly links: Link[];
  readonly classes: readonly JobClass[];
  readonly resources: readonly SharedResource[];
}

function draw(dice: Dice, number: number): Scenario {
  const open: JobClass[] = dice.chance(0.4)
    ? Array.from({ length: dice.integer(2, 3) }, (_, i) => ({
        id: `class${i}`,
        priority: dice.integer(0, 2),
      }))
    : [];
  const isPlain = number % 3 === 0;
  const resources: SharedResource[] = dice.chance(isPlain ? 0 : 0.2)
    ? [{ id: 'bus', units: dice.integer(1, 2), arbitration: dice.one(['FCFS', 'roundRobin'] as const) }]
    : [];
  const sketch: Sketch = { isPlain, dice, nodes: [], links: [], classes: open, resources };
  addOpenPart(sketch);
  const closed = dice.chance(isPlain ? 0 : 0.2) ? [addClosedPart(sketch)] : [];
  const stages = sketch.nodes.filter(({ kind }) => kind === 'stage').map(({ id }) => id);
  const classes = closed.length > 0 && open.length === 0 ? [{ id: 'open' }, ...closed] : [...open, ...closed];
  return {
    format: SCENARIO_FORMAT,
    schemaVersion: SCHEMA_VERSION,
    name: `Random ${number}`,
    nodes: isPlain ? sketch.nodes.map(plainNode) : sketch.nodes,
    links: sketch.links,
    ...(classes.length > 0 && { classes }),
    ...(resources.length > 0 && { resources }),
    ...(stages.length > 1 &&
      dice.chance(isPlain ? 0 : 0.4) && { groups: [{ id: 'together', stages: stages.slice(0, 2) }] }),
  };
}

/** Sources, then layers of one to three stages, then a sink. */
function addOpenPart(sketch: Sketch): void {
  const { dice, nodes } = sketch;
  const layers = Array.from({ length: dice.integer(1, 4) }, (_, depth) =>
    Array.from({ length: dice.integer(1, dice.chance(0.6) ? 1 : 3) }, (_, i) => {
      const stage = randomStage(sketch, `stage${depth}-${i}`);
      nodes.push(stage);
      return stage;
    }),
  );
  for (let i = dice.integer(1, 2); i > 0; i--) {
    const source = randomSource(sketch, `source${i}`);
    nodes.unshift(source);
    joinTo(sketch, source, layers[0]!);
  }
  nodes.push({ id: 'sink', kind: 'sink' });
  for (const [depth, layer] of layers.entries()) {
    const next = layers[depth + 1];
    if (next && dice.chance(sketch.isPlain ? 0 : 0.15)) joinByFork(sketch, layer, next, depth);
    else for (const stage of layer) joinTo(sketch, stage, next ?? [{ id: 'sink', kind: 'sink' }], layers[0]!);
  }
}

function joinTo(
  { dice, links }: Sketch,
  from: ScenarioNode,
  to: readonly ScenarioNode[],
  back: readonly ScenarioNode[] = [],
): void {
  const targets = back.length > 0 && dice.chance(0.2) ? [...to, dice.one(back)] : to;
  const distinct = targets.filter((node, i) => targets.findIndex(({ id }) => id === node.id) === i);
  const shares = dice.shares(distinct.length);
  const rule = 'routing' in from ? from.routing?.rule : undefined;
  const written = distinct.length > 1 && (rule === undefined || rule === 'probabilistic');
  for (const [i, node] of distinct.entries())
    links.push({ from: from.id, to: node.id, ...(written && { probability: shares[i]! }) });
}

/** A layer's elements are split, pass one delay or stage each, and are put together before the next layer. */
function joinByFork(
  sketch: Sketch,
  layer: readonly ScenarioNode[],
  next: readonly ScenarioNode[],
  depth: number,
): void {
  const { dice, nodes, links } = sketch;
  const [fork, join] = [`fork${depth}`, `join${depth}`];
  nodes.push({ id: fork, kind: 'fork' }, { id: join, kind: 'join' });
  for (const { id } of layer) links.push({ from: id, to: fork });
  for (let i = dice.integer(2, 3); i > 0; i--) {
    const id = `task${depth}-${i}`;
    const stage = randomStage(sketch, id);
    const { conversionFactor: _, ...plain } = stage;
    nodes.push(dice.chance(0.3) ? { id, kind: 'delay', service: stage.service } : plain);
    links.push({ from: fork, to: id }, { from: id, to: join });
  }
  joinTo(sketch, { id: join, kind: 'join' }, next);
}

/** A ring of a delay and one or two stages with a population of its own. */
function addClosedPart(sketch: Sketch): JobClass {
  const { dice, nodes, links } = sketch;
  nodes.push({
    id: 'think',
    kind: 'delay',
    service: randomServiceDistribution(dice, dice.magnitude(0.5, 5)),
  });
  const ring = ['think', ...Array.from({ length: dice.integer(1, 2) }, (_, i) => `ring${i}`)];
  for (const id of ring.slice(1))
    nodes.push({
      id,
      kind: 'stage',
      service: randomServiceDistribution(dice, dice.magnitude(0.2, 2)),
      serverCount: dice.integer(1, 2),
      discipline: dice.one(['FCFS', 'LCFS', 'RSS', 'PS'] as const),
      ...(dice.chance(0.3) && { capacity: dice.integer(2, 6) }),
    });
  for (const [i, id] of ring.entries()) links.push({ from: id, to: ring[(i + 1) % ring.length]! });
  return { id: 'round', closed: { population: dice.integer(1, 8), start: 'think' } };
}

function randomSource({ dice, classes }: Sketch, id: string): SourceNode {
  const mean = dice.magnitude(0.5, 5);
  return {
    id,
    kind: 'source',
    interarrival: randomArrivalDistribution(dice, mean),
    ...(dice.chance(0.2) && { batchSize: dice.integer(2, 4) }),
    ...(classes.length > 0 && { class: dice.one(classes).id }),
    ...(dice.chance(0.1) && {
      schedule: {
        frames: [
          { from: 10 * mean },
          { from: 20 * mean, interarrival: randomArrivalDistribution(dice, mean) },
        ],
        ...(dice.chance(0.5) && { period: 40 * mean }),
      },
    }),
    ...randomRouting(dice),
  };
}

function randomStage({ dice, classes, resources }: Sketch, id: string): StageNode {
  const mean = dice.magnitude(0.2, 2);
  const servers = dice.chance(0.3) ? dice.integer(2, 4) : 1;
  const bulk = randomBulk(dice);
  const size = bulk === undefined ? 1 : bulk.rule === 'full' ? bulk.size : bulk.max;
  const discipline = bulk ? dice.one(['FCFS', 'LCFS', 'RSS'] as const) : dice.one(DISCIPLINES);
  const urgent = discipline === 'priority' && classes.length > 0;
  return {
    id,
    kind: 'stage',
    service: randomServiceDistribution(dice, mean * servers * size),
    serverCount: servers,
    discipline: discipline === 'priority' && !urgent ? 'FCFS' : discipline,
    ...(urgent && dice.chance(0.4) && { preemption: 'resume' as const }),
    ...(bulk && { bulk }),
    ...(dice.chance(0.5) && { capacity: servers * size + dice.integer(0, 6) }),
    ...(dice.chance(0.5) && { whenFull: dice.one(['block', 'drop', 'blockBefore'] as const) }),
    ...(dice.chance(0.2) && { admission: 'whole' as const }),
    ...(dice.chance(0.3) && { passProbability: dice.between(0.1, 1) }),
    ...(dice.chance(0.2) && { conversionFactor: dice.one([0.5, 1.5, 2, 3]) }),
    ...(dice.chance(0.1) && { overdriveRate: dice.magnitude(0.05, 0.5) }),
    ...(resources.length > 0 && dice.chance(0.6) && { resource: resources[0]!.id }),
    ...(classes.length > 0 && dice.chance(0.5) && { byClass: randomByClass(dice, classes, mean) }),
    ...(dice.chance(0.1) && {
      schedule: {
        frames: [{ from: 20 * mean, service: randomServiceDistribution(dice, mean) }],
        period: 50 * mean,
      },
    }),
    ...randomRouting(dice),
  };
}

const DISCIPLINES = ['FCFS', 'FCFS', 'LCFS', 'RSS', 'PS', 'priority'] as const;

function randomBulk(dice: Dice): StageNode['bulk'] {
  if (dice.chance(0.75)) return undefined;
  const timeout = dice.chance(0.5) ? { timeout: dice.magnitude(0.5, 5) } : {};
  const max = dice.integer(2, 5);
  return dice.chance(0.5)
    ? { rule: 'full', size: max, ...timeout }
    : { rule: 'upTo', min: dice.integer(1, max), max, ...timeout };
}

function randomByClass(dice: Dice, classes: readonly JobClass[], mean: number): Record<string, ClassAtStage> {
  const one: ClassAtStage = {
    service: randomServiceDistribution(dice, mean * dice.between(0.5, 1.5)),
    ...(dice.chance(0.5) && { passProbability: dice.between(0.1, 1) }),
  };
  return { [dice.one(classes).id]: one };
}

function randomRouting(dice: Dice): { readonly routing?: Routing } {
  if (dice.chance(0.6)) return {};
  return { routing: { rule: dice.one(['probabilistic', 'roundRobin', 'joinShortestQueue', 'broadcast']) } };
}
