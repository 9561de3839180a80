/** For tests: small networks drawn at random, as the brute-force chain takes them and as scenarios. */
import type { ArrivalDistribution, ServiceDistribution } from '../../../core/distributions/index.ts';
import type { BulkRule } from '../../../core/rules/bulk.ts';
import { drawing, sink, source } from '../../../core/scenario/drawing.test-support.ts';
import type { Scenario, ScenarioNode, SourceNode, StageNode } from '../../../core/scenario/scenario.ts';
import type { ChainNetwork, ChainStage } from '../../simulate/brute-force-chain.test-support.ts';

/** A generator of numbers in [0, 1) that repeats itself for a seed (Park and Miller 1988). */
export function randomNumbers(seed: number): () => number {
  let state = (seed * 7919 + 17) % 2147483647;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

export type Draw = ReturnType<typeof drawsFrom>;

export function drawsFrom(seed: number) {
  const uniform = randomNumbers(seed);
  for (let i = 0; i < 5; i++) uniform();
  return {
    between: (low: number, high: number): number => low + (high - low) * uniform(),
    integer: (low: number, high: number): number => low + Math.floor((high - low + 1) * uniform()),
    oneOf: <T>(values: readonly T[]): T => values[Math.floor(values.length * uniform())]!,
    chance: (p: number): boolean => uniform() < p,
  };
}

/** Speeds by the number in the stage for some stages, and a time per element for some that serve in bulk. */
function withTimings(network: ChainNetwork, seed: number): ChainNetwork {
  const draw = drawsFrom(seed);
  const stages = network.stages.map((stage): ChainStage => {
    const speeds = Array.from({ length: draw.integer(1, 4) }, () => draw.between(0.5, 2));
    return {
      ...stage,
      ...(draw.chance(0.5) && { speeds }),
      ...(stage.max !== undefined && draw.chance(0.7) && { perElement: draw.between(0.05, 0.6) }),
    };
  });
  return { ...network, stages };
}

/** A network of `randomNetwork` in which some services depend on their batch or on the number in the stage. */
export const randomTimedNetwork = (seed: number): ChainNetwork =>
  withTimings(randomNetwork(seed), seed + 5000);

/** One to three stages in a row, some with shortcuts, back links, filters, groups and bulk. */
export function randomNetwork(seed: number): ChainNetwork {
  const draw = drawsFrom(seed);
  const size = draw.integer(1, 3);
  const stages = Array.from({ length: size }, (_, s) => randomStage(draw, s, size));
  // Brute force promises one place per batch, the rules one per element.
  stages.forEach(({ whenFull }, s) => {
    const senders = stages.filter(({ to }) => to.some(([target]) => target === s));
    if (whenFull === 'blockBefore' && senders.some(({ max }) => max !== undefined))
      stages[s] = { ...stages[s]!, whenFull: 'block' };
  });
  return {
    lambda: draw.between(0.5, 2),
    batch: draw.chance(0.3) ? draw.integer(2, 3) : 1,
    entry: 0,
    stages,
  };
}

function randomStage(draw: Draw, s: number, size: number): ChainStage {
  const c = draw.integer(1, 2);
  const isBulk = draw.chance(0.3);
  const max = isBulk ? draw.integer(2, 3) : 1;
  const factor = s > 0 && draw.chance(0.25) ? 2 : 1;
  const K = draw.integer(Math.max(c * max, 3 * factor), c * max + 3 * factor);
  const asks = factor === 1 && s > 0 && draw.chance(0.25);
  return {
    mu: draw.between(0.6, 2),
    c,
    K,
    whenFull: asks ? 'blockBefore' : draw.oneOf(['block', 'block', 'drop']),
    whole: draw.chance(0.2),
    factor,
    ...(isBulk && { min: draw.chance(0.5) ? max : 1, max }),
    pass: isBulk ? 1 : draw.oneOf([1, 1, 0.7]),
    to: targets(draw, s, size, isBulk),
  };
}

function targets(draw: Draw, s: number, size: number, isBulk: boolean): ChainStage['to'] {
  const next = s + 1 < size ? s + 1 : -1;
  if (isBulk || draw.chance(0.4)) return [[next, 1]];
  const other = draw.oneOf([-1, s, Math.max(0, s - 1)]);
  if (other === next) return [[next, 1]];
  return [
    [next, 0.75],
    [other, 0.25],
  ];
}

/** The network as a scenario; stages are called s0, s1, ... */
export function scenarioFrom(network: ChainNetwork): Scenario {
  const links = network.stages.flatMap((stage, s) =>
    stage.to.map(([to, probability]) => `s${s}>${to === -1 ? 'out' : `s${to}`}:${probability}`),
  );
  const entry = source('in', network.lambda, { batchSize: network.batch ?? 1 });
  const stages = network.stages.map(stageFrom);
  return drawing([entry, ...stages, sink()], [`in>s${network.entry}`, ...links]);
}

const stageFrom = (stage: ChainStage, s: number): StageNode => ({
  id: `s${s}`,
  kind: 'stage',
  service: { distribution: 'exponential', rate: stage.mu },
  capacity: stage.K,
  whenFull: stage.whenFull,
  serverCount: stage.c ?? 1,
  passProbability: stage.pass ?? 1,
  conversionFactor: stage.factor ?? 1,
  ...(stage.whole && { admission: 'whole' }),
  ...(stage.speeds && { speeds: stage.speeds }),
  ...(stage.max !== undefined && {
    bulk: {
      rule: 'upTo',
      min: stage.min ?? 1,
      max: stage.max,
      ...(stage.perElement !== undefined && { timePerElement: stage.perElement }),
    },
  }),
});

const RATES = [0.6, 0.8, 1, 1.3] as const;

const times = (draw: Draw, rate: number): ServiceDistribution =>
  draw.oneOf<ServiceDistribution>([
    { distribution: 'exponential', rate },
    { distribution: 'erlang', rate, shape: 3 },
    { distribution: 'hyperexponential', rate, scv: 4 },
    {
      distribution: 'phaseType',
      alpha: [0.7, 0.3],
      T: [
        [-2 * rate, rate],
        [0.5 * rate, -1.5 * rate],
      ],
    },
  ]);

const arrivals = (draw: Draw, rate: number): ArrivalDistribution =>
  draw.oneOf<ArrivalDistribution>([
    times(draw, rate),
    { distribution: 'onOff', peakRate: 3 * rate, meanOnTime: 2, meanOffTime: 4 },
    {
      distribution: 'map',
      D0: [
        [-3 * rate, rate],
        [0.2, -0.2 - 0.5 * rate],
      ],
      D1: [
        [rate, rate],
        [0.1 * rate, 0.4 * rate],
      ],
    },
  ]);

/** Two stages with phases, groups, overdrives, routers and bulk; everything that the chain takes and the brute force does not. */
export function randomScenario(seed: number): Scenario {
  const draw = drawsFrom(seed);
  const stages = ['s0', 's1'].map((id, s): StageNode => {
    const serverCount = draw.integer(1, 2);
    const size = draw.chance(0.3) ? draw.integer(2, 3) : 1;
    const bulk: BulkRule = draw.chance(0.5) ? { rule: 'full', size } : { rule: 'upTo', min: 1, max: size };
    const conversionFactor = draw.chance(0.25) ? 2 : 1;
    return {
      id,
      kind: 'stage',
      service: times(draw, draw.oneOf(RATES) / (s === 0 ? 1 : 0.8)),
      serverCount,
      capacity: Math.max(serverCount * size, 3 * conversionFactor) + draw.integer(0, 3),
      whenFull:
        s === 0
          ? draw.oneOf(['drop', 'block'] as const)
          : draw.oneOf(['block', 'blockBefore', 'drop'] as const),
      admission: draw.oneOf(['partial', 'partial', 'whole'] as const),
      discipline: draw.oneOf(['FCFS', 'LCFS', 'RSS'] as const),
      conversionFactor,
      ...(size > 1 && { bulk }),
      ...(draw.chance(0.3) && { passProbability: 0.6 }),
      ...(draw.chance(0.3) && { overdriveRate: 0.2 }),
    };
  });
  const entry: SourceNode = {
    id: 'in',
    kind: 'source',
    interarrival: arrivals(draw, draw.between(0.4, 1)),
    batchSize: draw.oneOf([1, 1, 3]),
  };
  const router: ScenarioNode = { id: 'split', kind: 'router' };
  const shape = draw.integer(0, 2);
  const links = [
    ['in>s0', 's0>s1', 's1>out'],
    ['in>split', 'split>s0:0.6', 'split>s1:0.4', 's0>s1', 's1>out'],
    ['in>s0', 's0>split', 'split>s1:0.7', 'split>out:0.3', 's1>out'],
  ][shape]!;
  return drawing([entry, ...(shape === 0 ? [] : [router]), ...stages, sink()], links);
}
