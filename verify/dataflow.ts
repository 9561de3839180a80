/**
 * Dataflow graphs drawn at random, against programs that share nothing with the solver: tick by tick, by firing an iteration
 * in any order, and by trying all depths; and published graphs.
 */
import { refusalText } from '../core/measures/refusals.ts';
import {
  deadlockOf,
  frontsOf,
  isFaulty,
  publishedFound,
  speedByCycles,
} from '../workers/solve/self-timed/checked-dataflow.test-support.ts';
import { PUBLISHED_GRAPHS } from '../workers/solve/self-timed/published-dataflow.test-support.ts';
import { randomGraph, tickByTick } from '../workers/solve/self-timed/random-dataflow.test-support.ts';
import { solveSelfTimed } from '../workers/solve/self-timed/solve-self-timed.ts';

/** What was looked at, and in how many of them the solver was wrong. */
interface Tally {
  count: number;
  wrong: number;
  /** Seeds of the first that were. */
  readonly seeds: number[];
}

const KINDS = {
  locking: 'graphs that lock: a deadlock is named, with its cycle of waits',
  running: 'graphs that do not: none is invented',
  executed: 'throughput of every stage by execution, or a deadlock',
  cycles: 'throughput by the slowest cycle',
  fronts: 'fronts: least depths and throughput, and what no depths exceed',
} as const;
type Kind = keyof typeof KINDS;
type Tallies = Readonly<Record<Kind, Tally>>;

const kinds = Object.keys(KINDS) as readonly Kind[];
const none = (): Tally => ({ count: 0, wrong: 0, seeds: [] });
/** The slowest: of so many graphs all depths of the same cost are tried. */
const LEAST = { locking: 1000, running: 1000, executed: 500, cycles: 500, fronts: 500 } as const;

export function dataflowTallies(seeds: readonly number[]): Tallies {
  const tallies: Tallies = {
    locking: none(),
    running: none(),
    executed: none(),
    cycles: none(),
    fronts: none(),
  };
  const add = (kind: Kind, seed: number, isRight: boolean): void => {
    const tally = tallies[kind];
    tally.count++;
    if (isRight) return;
    tally.wrong++;
    if (tally.seeds.length < 5) tally.seeds.push(seed);
  };
  for (const seed of seeds) {
    const found = deadlockOf(seed);
    if (found) add(found.locks ? 'locking' : 'running', seed, found.locks === found.named);
    compareSpeeds(seed, add);
    if (seed % 3 !== 0) continue;
    const compared = frontsOf(seed / 3);
    if (!compared) continue;
    const isFront = JSON.stringify(compared.found) === JSON.stringify(compared.tried);
    add('fronts', seed / 3, isFront && areClose(compared.most, compared.plenty));
  }
  return tallies;
}

function compareSpeeds(seed: number, add: (kind: Kind, seed: number, isRight: boolean) => void): void {
  const shape = { stages: 2 + (seed % 4), phased: 0.4, held: 0.3, more: 2, tokens: 3, deep: true };
  const scenario = randomGraph(seed, shape);
  if (isFaulty(scenario)) return;
  const expected = tickByTick(scenario);
  const answer = solveSelfTimed(scenario);
  const isRight =
    answer.kind === 'noAnswer'
      ? answer.reason === 'deadlock' && expected.every((speed) => speed === 0)
      : scenario.nodes.every(({ id }, i) => areClose(answer.stages[id]!.throughput!, expected[i]!));
  if (answer.kind === 'noAnswer' && answer.reason !== 'deadlock')
    process.stderr.write(`${seed}: ${refusalText(answer)}\n`);
  add('executed', seed, isRight);
  const speed = speedByCycles(scenario);
  if (speed !== undefined) add('cycles', seed, areClose(speed, expected[0]!));
}

const areClose = (one: number, other: number): boolean => Math.abs(one - other) <= 1e-9;

const BUSY = 'the firings of its busiest stage alone take as long, and execution reaches it';

export function dataflowTable(parts: readonly Tallies[]): { lines: readonly string[]; failed: boolean } {
  let failed = false;
  const rows = kinds.map((kind) => {
    const count = parts.reduce((sum, part) => sum + part[kind].count, 0);
    const wrong = parts.reduce((sum, part) => sum + part[kind].wrong, 0);
    if (wrong > 0 || count < LEAST[kind]) failed = true;
    const seeds = parts.flatMap((part) => part[kind].seeds);
    return `| ${KINDS[kind]} | ${count} | ${wrong}${seeds.length > 0 ? ` (seeds ${seeds.join(', ')})` : ''} |`;
  });
  const published = PUBLISHED_GRAPHS.map((graph) => {
    const found = publishedFound(graph);
    const [first, last] = [found.front[0]!, found.front.at(-1)!];
    const wanted = [graph.front[0]!, graph.front.at(-1)!];
    const isRight =
      found.period === graph.period &&
      found.executed === last[1] &&
      JSON.stringify([first, last]) === JSON.stringify(wanted);
    if (!isRight) failed = true;
    const source =
      graph.source ?? `none found; ${found.busiest === found.period ? BUSY : 'execution and slowest cycle'}`;
    return `| ${graph.name} | ${found.period} | ${source} | ${first[0]} to ${last[0]} slots, ${first[1]} to ${last[1]} | ${found.front.length} | ${isRight ? 'yes' : '**no**'} |`;
  });
  return {
    failed,
    lines: [
      ...['| what | graphs | wrong |', '|---|---|---|', ...rows, ''],
      '| published graph | time units an iteration | who published it | front, least to most | points | equal |',
      ...['|---|---|---|---|---|---|', ...published],
    ],
  };
}
