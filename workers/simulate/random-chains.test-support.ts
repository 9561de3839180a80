/** For tests: small exponential networks drawn at random, each with what is true of it from the chain of all its states. */
import { sink, source, stage } from '../../core/scenario/drawing.test-support.ts';
import type { Scenario, StageNode } from '../../core/scenario/scenario.ts';
import {
  type Draw,
  drawsFrom,
  randomNetwork,
  scenarioFrom,
} from '../solve/chain/random-chain.test-support.ts';
import { solveChain } from './brute-force-chain.test-support.ts';
import { at, type Claim, delivered } from './claims.test-support.ts';
import {
  type ClassedDiscipline,
  type ClassedNetwork,
  type ClassedStage,
  solveClassedChain,
} from './classed-chain.test-support.ts';
import { classed } from './records.test-support.ts';

export interface KnownNetwork {
  readonly scenario: Scenario;
  readonly states: number;
  readonly claims: readonly Claim[];
}

/**
 * One to three stages with blocking, loss, bulk, filters, groups and feedback; undefined where there are too many states, or
 * where everything comes to a stop: then all averages are those of the deadlock.
 */
export function knownNetwork(
  seed: number,
  mostStates: number,
  networkOf = randomNetwork,
): KnownNetwork | undefined {
  const network = networkOf(seed);
  const chain = solveChain(network, mostStates);
  if (!chain || !(chain.throughput > 0)) return undefined;
  const claims = network.stages.flatMap((_, s) => [
    at(`s${s}`, 'meanOccupancy', chain.meanOccupancy[s]!),
    at(`s${s}`, 'utilization', chain.utilization[s]!),
    at(`s${s}`, 'blockedFraction', chain.blockedFraction[s]!),
  ]);
  const all = [...claims, delivered(chain.throughput)];
  return { scenario: scenarioFrom(network), states: chain.states, claims: all };
}

/** One or two stages with two classes, all open or all closed. */
export function knownClassedNetwork(seed: number): KnownNetwork {
  const network = randomClassedNetwork(drawsFrom(seed));
  const chain = solveClassedChain(network);
  const claims = network.stages.flatMap((_, s) => [
    at(`s${s}`, 'throughput', chain.throughput[s]!),
    at(`s${s}`, 'blockedFraction', chain.blockedFraction[s]!),
    at(`s${s}`, 'meanOccupancy', chain.meanOccupancy[s]!),
    ...chain.meanOfClass[s]!.map(
      (value, k): Claim => ({
        what: `mean of class ${k} in s${s}`,
        value,
        of: ({ stages }) => stages[`s${s}`]?.classes?.[`c${k}`]?.meanOccupancy,
      }),
    ),
  ]);
  return { scenario: classedScenario(network), states: chain.states, claims };
}

function randomClassedNetwork(draw: Draw): ClassedNetwork {
  const isClosed = draw.chance(0.4);
  const size = isClosed ? 2 : draw.integer(1, 2);
  return {
    classes: [0, 1].map(() =>
      isClosed ? { population: draw.integer(1, 3) } : { lambda: draw.between(0.2, 0.8) },
    ),
    stages: Array.from({ length: size }, (_, s) => randomClassedStage(draw, s, { isClosed, size })),
  };
}

/** In a ring the first stage has no bound, so that nothing stands still for ever. */
function randomClassedStage(
  draw: Draw,
  s: number,
  { isClosed, size }: { readonly isClosed: boolean; readonly size: number },
): ClassedStage {
  const c = draw.integer(1, 2);
  const next = s + 1 < size ? s + 1 : isClosed ? 0 : -1;
  // Jobs that may skip the second stage come back to the first, or leave.
  const skip = isClosed ? 0 : -1;
  const to = [0, 1].map(() =>
    next > 0 && draw.chance(0.4)
      ? ([
          [next, 0.7],
          [skip, 0.3],
        ] as const)
      : ([[next, 1]] as const),
  );
  return {
    discipline: draw.oneOf<ClassedDiscipline>(['FCFS', 'priority', 'preemptive', 'PS']),
    c,
    K: isClosed && s === 0 ? Number.POSITIVE_INFINITY : draw.integer(c, 4),
    drops: !isClosed && draw.chance(0.5),
    mu: [draw.between(0.5, 2), draw.between(0.5, 2)],
    to,
  };
}

function classedScenario({ classes, stages }: ClassedNetwork): Scenario {
  const nodes = stages.map((of, s) => classedStage(of, s));
  const sources = classes.flatMap((of, k) =>
    'lambda' in of ? [source(`in${k}`, of.lambda, { class: `c${k}` })] : [],
  );
  const nameOf = (target: number): string => (target < 0 ? 'out' : `s${target}`);
  const links = stages.flatMap(({ to }, s) => {
    const targets = [...new Set(to.flatMap((ways) => ways.map(([target]) => target)))];
    const shareOf = (k: number, target: number): number => to[k]!.find((way) => way[0] === target)?.[1] ?? 0;
    return targets.map(
      (target) => `s${s}>${nameOf(target)}:${to.map((_, k) => `c${k}=${shareOf(k, target)}`).join(',')}`,
    );
  });
  return classed(
    classes.map((of, k) => ({
      id: `c${k}`,
      priority: k,
      ...('population' in of && { closed: { population: of.population, start: 's0' } }),
    })),
    [...sources, ...nodes, ...(sources.length > 0 ? [sink()] : [])],
    [...sources.map(({ id }) => `${id}>s0`), ...links],
  );
}

function classedStage({ discipline, c, K, drops, mu }: ClassedStage, s: number): StageNode {
  const exponential = (rate: number) => ({ service: { distribution: 'exponential', rate } }) as const;
  return stage(`s${s}`, mu[0]!, {
    discipline: discipline === 'preemptive' ? 'priority' : discipline,
    ...(discipline === 'preemptive' && { preemption: 'resume' }),
    serverCount: c,
    ...(K < Number.POSITIVE_INFINITY && { capacity: K }),
    whenFull: drops ? 'drop' : 'block',
    byClass: { c1: exponential(mu[1]!) },
  });
}
