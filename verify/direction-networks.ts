/** Random small open networks of which remarks say which way the real queue is off, kind by kind. */
import type { ArrivalDistribution, ServiceDistribution } from '../core/distributions/index.ts';
import {
  type Link,
  SCENARIO_FORMAT,
  SCHEMA_VERSION,
  type Scenario,
  type ScenarioNode,
  type SourceNode,
  type StageNode,
} from '../core/scenario/scenario.ts';
import { type Dice, soundScenario } from './dice.ts';
import { switchingPoisson } from './random-law.ts';

/** What a network of Poisson arrivals and exponential stages in line has besides. */
const KINDS = [
  'arrivals',
  'services',
  'batches',
  'credits',
  'servers',
  'limits',
  'fork',
  'timeout',
  'mixture',
] as const;

type Kind = (typeof KINDS)[number];
/** What is only beside others. */
type Feature = Kind | 'bursts' | 'blocking' | 'resource' | 'schedule' | 'turns' | 'shortest queue';

/** Chances of a feature that is not the kind of the network, and of one of a mixture. */
const BESIDES = [0.03, 0.2] as const;

/** Integer `number` >= 0; the kinds take turns. */
export function directionNetwork(number: number): Scenario {
  const kind = KINDS[number % KINDS.length]!;
  return soundScenario('direction network', number, (dice) => draw(dice, kind, number));
}

/** `share`: of its usual chance. */
type Has = (feature: Feature, share?: number) => boolean;
type Unserved = Omit<StageNode, 'service'>;

function draw(dice: Dice, kind: Kind, number: number): Scenario {
  const has: Has = (feature, share = 1) =>
    kind === feature || dice.chance(share * BESIDES[kind === 'mixture' ? 1 : 0]);
  const source = sourceOf(dice, has);
  const isForked = has('fork');
  const rule = has('turns') ? 'roundRobin' : has('shortest queue') ? 'joinShortestQueue' : undefined;
  const wide = isForked || rule !== undefined ? dice.integer(2, 3) : 1;
  const before = rule !== undefined && dice.chance(0.5) ? 0 : dice.integer(isForked ? 0 : 1, 2);
  const blocks = has('blocking');
  const front = Array.from({ length: before }, (_, i) => stageOf(dice, has, `a${i}`, blocks && i > 0));
  const parallel = wide > 1 ? Array.from({ length: wide }, (_, i) => stageOf(dice, has, `b${i}`, false)) : [];
  const last = wide === 1 || dice.chance(0.3) ? [stageOf(dice, has, 'c', blocks)] : [];
  const sharesOf = rule || isForked ? parallel.map(() => 1 / wide) : dice.shares(wide);
  const [links, nodes]: [Link[], ScenarioNode[]] = [[], []];
  const way = [source.id, ...front.map(({ id }) => id)];
  if (isForked) way.push('fork');
  for (const [i, id] of way.slice(1).entries()) links.push({ from: way[i]!, to: id });
  const dealer = way.at(-1)!;
  const end = last[0]?.id ?? 'sink';
  for (const [i, { id }] of parallel.entries()) {
    links.push({ from: dealer, to: id, ...(!rule && !isForked && { probability: sharesOf[i]! }) });
    links.push({ from: id, to: isForked ? 'join' : end });
  }
  if (isForked) {
    nodes.push({ id: 'fork', kind: 'fork' }, { id: 'join', kind: 'join' });
    links.push({ from: 'join', to: end });
  }
  if (wide === 1) links.push({ from: dealer, to: end });
  if (end !== 'sink') links.push({ from: end, to: 'sink' });
  const shared = has('resource') && front.length + last.length > 1;
  const all = [...front, ...parallel, ...last];
  const part = (stage: Unserved) =>
    parallel.includes(stage) && !isForked ? sharesOf[parallel.indexOf(stage)]! : 1;
  let flow = 1;
  for (const stage of all) {
    const here = flow * part(stage) * (stage.conversionFactor ?? 1);
    if (!parallel.includes(stage)) flow *= stage.conversionFactor ?? 1;
    const most = stage.bulk ? (stage.bulk.rule === 'full' ? stage.bulk.size : stage.bulk.max) : 1;
    const hasLimit = stage.capacity !== undefined;
    const load = dice.between(0.2, hasLimit ? 1.2 : 0.93) / (shared ? 2 : 1);
    const mean = (load * (stage.serverCount ?? 1) * most) / here;
    nodes.push({
      ...stage,
      ...(shared && !parallel.includes(stage) && { resource: 'bus' }),
      service: serviceOf(dice, mean, has('services', 2)),
      ...(stage.id === dealer && rule && { routing: { rule } }),
    });
  }
  return {
    format: SCENARIO_FORMAT,
    schemaVersion: SCHEMA_VERSION,
    name: `Direction ${number}, ${kind}`,
    nodes: [
      { ...source, ...(source.id === dealer && rule && { routing: { rule } }) },
      ...nodes,
      { id: 'sink', kind: 'sink' },
    ],
    links,
    ...(shared && { resources: [{ id: 'bus', units: 1 }] }),
  };
}

/** One element a second. */
function sourceOf(dice: Dice, has: Has): SourceNode {
  const size = has('batches') ? dice.integer(2, 12) : 1;
  const interarrival = arrivalsOf(dice, size, has);
  const changes = has('schedule');
  const quick = dice.between(0.3, 0.8) * size;
  const period = dice.magnitude(20, 2000) * size;
  return {
    ...{ id: 'in', kind: 'source', interarrival },
    ...(size > 1 && { batchSize: size }),
    ...(changes && {
      interarrival: { distribution: 'exponential', mean: quick },
      schedule: {
        frames: [
          {
            from: period * dice.between(0.2, 0.5),
            interarrival: { distribution: 'exponential', mean: dice.between(1.2, 4) * size },
          },
        ],
        period,
      },
    }),
  };
}

function arrivalsOf(dice: Dice, mean: number, has: Has): ArrivalDistribution {
  if (has('bursts', 0.5)) {
    const [change, fast] = [dice.magnitude(0.02, 0.5) / mean, dice.between(1.2, 1.9)];
    return switchingPoisson(change, [fast / mean, (2 - fast) / mean]);
  }
  return has('arrivals', 2) ? generalOf(dice, mean) : { distribution: 'exponential', mean };
}

const serviceOf = (dice: Dice, mean: number, general: boolean): ServiceDistribution =>
  general ? generalOf(dice, mean) : { distribution: 'exponential', mean };

const generalOf = (dice: Dice, mean: number): ServiceDistribution =>
  dice.one<ServiceDistribution>([
    { distribution: 'deterministic', mean },
    { distribution: 'erlang', mean, shape: dice.integer(2, 6) },
    { distribution: 'hyperexponential', mean, scv: dice.between(1.2, 6) },
    { distribution: 'gamma', mean, scv: dice.between(0.2, 4) },
    { distribution: 'lognormal', mean, scv: dice.between(0.1, 3) },
    { distribution: 'uniform', min: 0.3 * mean, max: 1.7 * mean },
  ]);

function stageOf(dice: Dice, has: Has, id: string, blocks: boolean): Unserved {
  const servers = has('servers', 4) ? dice.integer(2, 6) : 1;
  const timed = has('timeout', 0.5);
  const bulk = timed || has('batches', 0.3) ? bulkOf(dice, timed) : undefined;
  const most = bulk ? (bulk.rule === 'full' ? bulk.size : bulk.max) : 1;
  const room = blocks || has('limits', 3) ? servers * most + Math.round(dice.magnitude(1, 60)) : undefined;
  return {
    id,
    kind: 'stage',
    ...(servers > 1 && { serverCount: servers }),
    ...(bulk && { bulk }),
    ...(room !== undefined && {
      capacity: room,
      whenFull: blocks
        ? dice.one(['block', 'blockBefore'] as const)
        : dice.one(['drop', 'drop', 'block', 'blockBefore'] as const),
    }),
    ...(has('credits', 0.5) && { conversionFactor: dice.one([0.1, 0.25, 0.5]) }),
  };
}

function bulkOf(dice: Dice, timed: boolean): StageNode['bulk'] {
  const max = dice.integer(2, 10);
  const timeout = timed ? { timeout: dice.magnitude(0.3, 30) } : {};
  return dice.chance(0.5)
    ? { rule: 'full', size: max, ...timeout }
    : { rule: 'upTo', min: dice.integer(timed ? 2 : 1, max), max, ...timeout };
}
