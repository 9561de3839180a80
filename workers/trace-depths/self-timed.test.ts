/**
 * A run of a dataflow graph by the self-timed machine is traced with some depths and rebuilt with others: every insertion and departure is
 * when the machine has it with those depths, and both lock, or neither does.
 */

import { describe, expect, it } from 'vitest';
import { findFaults } from '../../core/scenario/faults.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import { examples } from '../../tests/examples.ts';
import { drawsFrom } from '../solve/chain/random-chain.test-support.ts';
import { compilePlan } from '../solve/self-timed/compile-plan.ts';
import { EventGraph } from '../solve/self-timed/event-graph.ts';
import { SelfTimedMachine } from '../solve/self-timed/machine.ts';
import type { DataflowStation, Plan } from '../solve/self-timed/plan.ts';
import { type GraphShape, randomGraph } from '../solve/self-timed/random-dataflow.test-support.ts';
import { type CompiledTrace, compileTrace, type FifoEvents, type NamedFifo } from './event-program.ts';
import { FifoRun } from './fifo-run.ts';

interface Pool {
  /** When each element came, those at the start at 0. */
  readonly came: number[];
  readonly left: number[];
}

interface MachineRun {
  readonly pools: readonly Pool[];
  /** Ends of firings by station. */
  readonly ends: readonly number[][];
  readonly isStill: boolean;
}

const stationsOf = (plan: Plan): readonly DataflowStation[] =>
  plan.stations.map((station) => {
    if (station.kind !== 'dataflow') throw new Error('expected dataflow stages only');
    return station;
  });

/** Until every station has fired so often, or nothing moves any more. Times are one tick late, after what is there at the start. */
function runMachine(plan: Plan, firings: readonly number[]): MachineRun {
  const machine = new SelfTimedMachine(plan);
  const stations = stationsOf(plan);
  const ends: number[][] = stations.map(() => []);
  const pools = plan.pools.map(({ initial }): Pool => ({ came: Array(initial).fill(0), left: [] }));
  const isEnough = () => ends.every(({ length }, i) => length >= firings[i]!);
  let isStill = false;
  while (!isEnough()) {
    isStill = !machine.step();
    if (isStill) break;
    for (const [i, { firings: fired }] of machine.stations.entries()) {
      expect(fired - ends[i]!.length).toBeLessThanOrEqual(1);
      while (ends[i]!.length < fired) {
        for (const { pool, take } of stations[i]!.inputs)
          for (let n = take[ends[i]!.length % take.length]!; n > 0; n--)
            pools[pool]!.left.push(machine.now + 1);
        ends[i]!.push(machine.now + 1);
      }
    }
    for (const [i, { entered }] of machine.pools.entries())
      while (pools[i]!.came.length < entered) pools[i]!.came.push(machine.now + 1);
  }
  return { pools, ends, isStill };
}

/** Which station gives to a pool, and how much by firing. */
function givers(
  plan: Plan,
): ReadonlyMap<number, { readonly station: number; readonly give: readonly number[] }> {
  const found = new Map<number, { readonly station: number; readonly give: readonly number[] }>();
  for (const [station, { outputs }] of stationsOf(plan).entries())
    for (const { way, give } of outputs) {
      let to = way;
      while (to.kind === 'link') to = to.to;
      if (to.kind === 'pool') found.set(to.pool, { station, give });
    }
  return found;
}

/** What a monitor at each FIFO would write: places are reserved and elements taken when a firing starts. */
function traceOf(plan: Plan, run: MachineRun, firings: readonly number[], tellsWaits: boolean): FifoEvents {
  const rows: { time: number; rank: number; fifo: number; letter: string; waited: number }[] = [];
  const add = (time: number, rank: number, fifo: number, letter: string, waited = Number.NaN) =>
    rows.push({ time, rank, fifo, letter, waited: tellsWaits ? waited : Number.NaN });
  const stations = stationsOf(plan);
  const from = givers(plan);
  /** When each firing has given all: then the next may start. */
  const gone = run.ends.map((ends) => [...ends]);
  for (const [pool, { station, give }] of from)
    for (let f = 0, k = plan.pools[pool]!.initial; f < firings[station]!; f++) {
      k += give[f % give.length]!;
      if (give[f % give.length]! > 0)
        gone[station]![f] = Math.max(gone[station]![f]!, run.pools[pool]!.came[k - 1]!);
    }
  for (const [i, { services, inputs }] of stations.entries())
    for (let f = 0; f < firings[i]!; f++) {
      const end = run.ends[i]![f]!;
      const start = end - services[f % services.length]!;
      const waited = start - (f > 0 ? gone[i]![f - 1]! : 1);
      for (const { pool, take } of inputs)
        for (let n = take[f % take.length]!; n > 0; n--) {
          add(start, 2, pool, 'T', waited);
          add(end, 0, pool, 'D');
        }
      for (const [pool, { station, give }] of from)
        if (station === i && plan.pools[pool]!.promises)
          for (let n = give[f % give.length]!; n > 0; n--) add(start, 3, pool, 'R', waited);
    }
  const fifos = plan.pools.map(
    ({ node, capacity }, pool): NamedFifo => ({
      id: `q${pool}`,
      source: plan.names[plan.stations[from.get(pool)!.station]!.node]!,
      dest: plan.names[node]!,
      ...(Number.isFinite(capacity) && { depth: capacity }),
    }),
  );
  for (const [pool, { came }] of run.pools.entries()) {
    const { station, give } = from.get(pool)!;
    const { initial, promises } = plan.pools[pool]!;
    let given = initial;
    for (let k = 0; k < initial; k++) {
      // What is there at the start is there before all else.
      if (promises) add(0, -1, pool, 'R');
      add(0, 1, pool, 'I');
    }
    for (let f = 0; f < firings[station]!; f++)
      for (let n = give[f % give.length]!; n > 0; n--, given++)
        add(
          came[given]!,
          promises ? 0 : 1,
          pool,
          'I',
          promises ? Number.NaN : came[given]! - run.ends[station]![f]!,
        );
  }
  rows.sort((a, b) => a.time - b.time || a.rank - b.rank);
  return {
    fifos,
    time: Float64Array.from(rows, ({ time }) => time),
    fifo: Int32Array.from(rows, ({ fifo }) => fifo),
    kind: Uint8Array.from(rows, ({ letter }) => 'IDFERT'.indexOf(letter)),
    count: new Int32Array(rows.length).fill(1),
    blockedFor: Float64Array.from(rows, ({ waited }) => waited),
  };
}

/** One firing at a time; no firing that holds results gives more than one token, which would go one by one. */
function isTold({ nodes, links }: Scenario): boolean {
  return nodes.every((node) => {
    if (node.kind !== 'stage' || (node.serverCount ?? 1) > 1) return false;
    const held = links.filter(({ from, to }) => {
      const receiver = nodes.find(({ id }) => id === to)!;
      return from === node.id && receiver.kind === 'stage' && receiver.whenFull !== 'blockBefore';
    });
    const most = held.reduce((sum, { produced = [1] }) => sum + Math.max(...produced), 0);
    return most <= 1;
  });
}

const withDepths = (plan: Plan, depths: readonly number[]): Plan => ({
  ...plan,
  pools: plan.pools.map((pool, i) => ({ ...pool, capacity: depths[i]! })),
});

const ITERATIONS = 5;

const SHAPES: readonly (readonly [string, GraphShape, number])[] = [
  [
    'stages that ask for room first',
    { stages: 4, phased: 0.4, held: 0, more: 2, tokens: 4, deep: true },
    400,
  ],
  [
    'stages that hold their results',
    { stages: 4, phased: 0.2, held: 0.8, more: 1, tokens: 4, deep: true },
    2500,
  ],
];

describe('a trace of the self-timed machine', () => {
  it.each(SHAPES)('is its run under other depths, %s', (_, shape, seeds) => {
    const seen = { complete: 0, locked: 0 };
    for (let seed = 1; seed <= examples(seeds); seed++) {
      const scenario = randomGraph(seed, { ...shape, stages: 2 + (seed % shape.stages) });
      if (!isTold(scenario) || findFaults(scenario).some(({ severity }) => severity === 'error')) continue;
      const plan = compilePlan(scenario);
      if ('kind' in plan || plan.pools.some(({ link }) => link === undefined)) continue;
      const graph = EventGraph.of(plan);
      if (!graph?.isExact) continue;
      const firings = plan.stations.map((_, i) => ITERATIONS * graph.firingsOf(i));
      const traced = runMachine(plan, firings);
      if (traced.isStill) continue;
      const [told, untold] = [true, false].map((tellsWaits) => {
        const trace = compileTrace(traceOf(plan, traced, firings, tellsWaits), { token: 0, room: 0 }, String);
        if (!trace.ok) throw new Error(`seed ${seed}: ${trace.error}`);
        return trace.value;
      }) as [CompiledTrace, CompiledTrace];
      const { layout } = told;
      // A trace counts from its first event.
      const start = plan.pools.some(({ initial }) => initial > 0) ? 0 : 1;
      expect(told.unknownWaits).toBe(0);
      const exact = new FifoRun(layout, told.program.mostWork);
      const earliest = new FifoRun(untold.layout, untold.program.leastWork);
      const latest = new FifoRun(untold.layout, untold.program.mostWork);
      const draw = drawsFrom(3000 + seed);
      const least = plan.pools.map(({ initial }, pool) => {
        const { give } = givers(plan).get(pool)!;
        const { take } = stationsOf(plan)
          .flatMap(({ inputs }) => inputs)
          .find((each) => each.pool === pool)!;
        return Math.max(1, initial, ...give, ...take);
      });
      for (let setting = 0; setting < 3; setting++) {
        const depths = least.map((depth) => depth + draw.integer(0, 5));
        const real = runMachine(withDepths(plan, depths), firings);
        for (const run of [exact, earliest, latest]) run.setDepths(depths);
        expect(exact.isComplete, `seed ${seed} at ${depths}`).toBe(!real.isStill);
        seen[exact.isComplete ? 'complete' : 'locked']++;
        for (const [q, { came, left }] of real.pools.entries()) {
          const base = layout.firstElement[q]!;
          const sides = [
            ['comes', ({ putAt }: FifoRun) => putAt, came, layout.puts[q]!],
            ['leaves', ({ freeAt }: FifoRun) => freeAt, left, layout.frees[q]!],
          ] as const;
          for (const [name, of, truths, count] of sides)
            for (let k = 0; k < count; k++) {
              const truth = (truths[k] ?? Number.POSITIVE_INFINITY) - start;
              const [time, early, late] = [exact, earliest, latest].map((run) => of(run)[base + k]!);
              if (time !== truth || early! > truth || late! < truth)
                expect.fail(
                  `seed ${seed} at ${depths}: element ${k} of q${q} ${name} at ${time}, between ${early} and ${late}, not ${truth}`,
                );
            }
        }
      }
    }
    expect(seen.complete).toBeGreaterThan(examples(300));
    expect(seen.locked).toBeGreaterThanOrEqual(examples(20));
  });
});
