/** For tests: what the solver says of random graphs beside what is so by the definition. */

import { readSdf3 } from '../../../core/imports/sdf3.ts';
import { refusalText, waitFaults } from '../../../core/measures/refusals.ts';
import { findFaults } from '../../../core/scenario/faults.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import { drawsFrom } from '../chain/random-chain.test-support.ts';
import { compilePlan } from './compile-plan.ts';
import { EventGraph } from './event-graph.ts';
import type { PublishedGraph } from './published-dataflow.test-support.ts';
import {
  frontByTrial,
  type GraphShape,
  locks,
  randomGraph,
  tickByTick,
  withDepths,
} from './random-dataflow.test-support.ts';
import { sizeDepths } from './size-depths.ts';
import { solveSelfTimed } from './solve-self-timed.ts';

export const isFaulty = (scenario: Scenario): boolean =>
  findFaults(scenario).some(({ severity }) => severity === 'error');

/** Firings of the first stage per second by the slowest cycle of firings; undefined where there is no such graph. */
export function speedByCycles(scenario: Scenario): number | undefined {
  const plan = compilePlan(scenario);
  if ('kind' in plan) return undefined;
  const graph = EventGraph.of(plan);
  const speed = graph?.speed((pool) => plan.pools[pool]!.capacity);
  return (
    speed &&
    (speed.iterations === 0 ? 0 : (speed.iterations * graph!.firingsOf(0)) / (speed.ticks * plan.tick))
  );
}

const ASKING: GraphShape = { stages: 3, phased: 0.4, held: 0, more: 3, tokens: 3, deep: true };

/** Whether a graph locks, and whether the solver says so: before it runs, or by a closed cycle of waits. */
export function deadlockOf(seed: number) {
  const scenario = randomGraph(seed, { ...ASKING, stages: 2 + (seed % 7) });
  const errors = findFaults(scenario).filter(({ severity }) => severity === 'error');
  const answer = errors.length === 0 ? solveSelfTimed(scenario) : undefined;
  if (answer?.kind === 'noAnswer' && answer.reason !== 'deadlock') return undefined;
  const waits = answer?.kind === 'noAnswer' ? waitFaults(answer) : [];
  const onNext = ({ node, link }: (typeof waits)[number], i: number): boolean =>
    link !== undefined && (link.from === node ? link.to : link.from) === waits[(i + 1) % waits.length]!.node;
  const isCycle = waits.length > 0 && waits.every(onNext);
  const isNamed = errors.some(({ code }) => code === 'cycle-without-tokens') || isCycle;
  const words =
    answer?.kind === 'noAnswer' ? refusalText(answer) : errors.map(({ message }) => message).join();
  return { locks: locks(scenario), named: isNamed, words };
}

/** The front that is found, and that of all depths of the same cost: cost and firings per second, to nine digits. */
export function frontsOf(seed: number) {
  const scenario = randomGraph(seed, {
    ...{ stages: 2 + (seed % 2), phased: 0.3, held: 0.3, more: seed % 2, tokens: 2, deep: false },
  });
  if (isFaulty(scenario)) return undefined;
  const answer = sizeDepths(scenario);
  if (answer.kind === 'noAnswer') return undefined;
  const round = (cost: number, speed: number) => [cost, Number(speed.toPrecision(9))] as const;
  const found = answer.front.map(({ cost, throughput }) => round(cost, throughput));
  const last = answer.front.at(-1)?.cost ?? answer.links.length * 4;
  if (last > MOST_COST) return undefined;
  const tried = frontByTrial(scenario, last + 2).map(([cost, speed]) => round(cost, speed));
  const plenty = tickByTick(
    withDepths(
      scenario,
      answer.links.map(() => PLENTY),
    ),
  )[0]!;
  return { found, tried, most: answer.front.at(-1)?.throughput ?? 0, plenty };
}

/** Some stages are pipelines, which stand still when one of their results finds no room. */
export function randomPipelines(seed: number): Scenario {
  const shape = { stages: 2 + (seed % 2), phased: 0, held: 1, more: 1, tokens: 2, deep: false };
  const scenario = randomGraph(seed, shape);
  const draw = drawsFrom(1000 + seed);
  const nodes = scenario.nodes.map((node) =>
    node.kind === 'stage' && node.serverCount === undefined && draw.chance(0.6)
      ? { ...node, pipelineLatency: draw.integer(1, 12) }
      : node,
  );
  return { ...scenario, nodes };
}

/** Firings of the first stage per second, executed, and what the slowest cycle says that it is not above. */
export function executedAndBound(scenario: Scenario) {
  const answer = solveSelfTimed(scenario);
  const executed = answer.kind === 'noAnswer' ? undefined : answer.stages[scenario.nodes[0]!.id]!.throughput!;
  const isLocked = answer.kind === 'noAnswer' && answer.reason === 'deadlock';
  return { executed: isLocked ? 0 : executed, bound: speedByCycles(scenario) };
}

const PLENTY = 60;
/** More would take minutes to try. */
const MOST_COST = 26;

export interface Checked {
  /** Time units of an iteration with FIFOs that never fill, by the slowest cycle. */
  readonly period: number;
  /** Slots and time units of an iteration. */
  readonly front: readonly (readonly [number, number])[];
  /** Time units of an iteration at the last point of the front, by execution. */
  readonly executed: number;
  /** Time units of an iteration that the busiest stage of one server works: no schedule is faster. */
  readonly busiest: number;
}

/** A published graph: through the import, the slowest cycle, the search for depths, and the execution of the last it finds. */
export function publishedFound({ text, points = Number.POSITIVE_INFINITY }: PublishedGraph): Checked {
  const read = readSdf3(text);
  if (!read.ok) throw new Error(read.error);
  const { scenario } = read.value;
  const plan = compilePlan(scenario);
  if ('kind' in plan) throw new Error(refusalText(plan));
  const graph = EventGraph.of(plan)!;
  const answer = sizeDepths(scenario, { tell: ({ front }) => front.length < points });
  if (answer.kind === 'noAnswer') throw new Error(refusalText(answer));
  const at = plan.stations.findIndex(({ node }) => scenario.nodes[node]!.id === answer.measured);
  const periodOf = (throughput: number) => Number((graph.firingsOf(at) / throughput).toPrecision(12));
  const last = answer.front.at(-1)!;
  const links = scenario.links.map((link) => {
    const i = answer.links.findIndex(({ from, to }) => from === link.from && to === link.to);
    return i < 0 ? link : { ...link, depth: last.depths[i]! };
  });
  const executed = solveSelfTimed({ ...scenario, links });
  if (executed.kind === 'noAnswer') throw new Error(refusalText(executed));
  return {
    period: periodOf(answer.fastest),
    front: answer.front.map(({ cost, throughput }) => [cost, periodOf(throughput)] as const),
    executed: periodOf(executed.stages[answer.measured]!.throughput!),
    busiest: Math.max(
      ...plan.stations.map((station, i) => {
        if (station.kind !== 'dataflow' || station.servers > 1) return 0;
        const ticks = station.services.reduce((sum, time) => sum + time, 0) / station.services.length;
        return graph.firingsOf(i) * ticks * plan.tick;
      }),
    ),
  };
}
