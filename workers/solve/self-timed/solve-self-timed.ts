/**
 * Exact answers where every time is constant: the scenario runs by itself until a state comes again, and what happens in
 * one period is what happens for ever. Refuses, by name, what is random (`unsupported`), what locks (`deadlock`), queues that
 * grow (`unstable`) and schedules whose period is too long.
 */
import { refuseKinds } from '../../../core/engines/capabilities.ts';
import { type NoAnswer, noAnswer } from '../../../core/measures/refusals.ts';
import { note, type Verdict } from '../../../core/measures/verdicts.ts';
import { hasDataflow } from '../../../core/scenario/dataflow-faults.ts';
import { conversionFactorOf } from '../../../core/scenario/defaults.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { CriticalWait, LinkFill, LinkFlow, SolveAnswer, StageAnswer } from '../contract.ts';
import { mixedFlows } from '../networks/class-mix.ts';
import { findSaturation } from '../saturation.ts';
import { compilePlan } from './compile-plan.ts';
import { findDeadlock, waitOf } from './deadlock.ts';
import { SelfTimedMachine, type StationState } from './machine.ts';
import {
  type CriticalStep,
  type PeriodicRun,
  type PoolSums,
  runUntilPeriodic,
  type StationSums,
} from './run-until-periodic.ts';

/** Instants at which something happens, before the state has come again. */
export const MOST_INSTANTS = 5_000_000;

export function solveSelfTimed(scenario: Scenario, mostInstants = MOST_INSTANTS): SolveAnswer | NoAnswer {
  const unknown = refuseKinds('selfTimed', scenario);
  if (unknown) return unknown;
  const plan = compilePlan(scenario);
  if ('kind' in plan) return plan;
  const machine = new SelfTimedMachine(plan);
  const run = runUntilPeriodic(machine, mostInstants);
  const idOf = (node: number): NodeId => scenario.nodes[node]!.id;
  const period = run.kind === 'periodic' || run.kind === 'growing' ? run.period : undefined;
  const waits = run.kind === 'tooLong' ? undefined : findDeadlock(machine, period);
  // A queue may grow because what it waits for is locked.
  if (waits)
    return noAnswer(
      'waitsForGood',
      { waits: waits.map((wait) => waitOf(scenario, wait)) },
      idOf(waits[0]!.node),
    );
  switch (run.kind) {
    case 'growing':
      return noAnswer('queueGrows', { name: plan.names[run.node]! }, idOf(run.node));
    case 'tooLong':
      return notRepeated(machine, run.instants);
    case 'still':
      return noAnswer('nothingMoves', {});
    case 'periodic':
      return answerOf({ scenario, machine, run });
  }
}

/** That no state came again in so many instants, and the queue that may be why. */
export function notRepeated(machine: SelfTimedMachine, instants: number): NoAnswer {
  const { plan, crowded } = machine;
  if (crowded)
    return noAnswer('queueTooFull', { name: plan.names[crowded.plan.node]!, held: crowded.count, instants });
  return noAnswer('periodTooLong', { instants, ...stillFilling(machine, instants) });
}

/** The deepest queue with more places than there were instants, which may be why the schedule does not repeat yet. */
function stillFilling({ plan, pools }: SelfTimedMachine, instants: number) {
  const deep = pools.filter(
    ({ plan: { capacity }, count }) =>
      Number.isFinite(capacity) && capacity > instants && 2 * count < capacity && count > 1,
  );
  const [deepest] = deep.toSorted((a, b) => b.plan.capacity - a.plan.capacity);
  if (!deepest) return {};
  const { capacity, node } = deepest.plan;
  return { filling: { name: plan.names[node]!, capacity, held: deepest.count } };
}

interface Solved {
  readonly scenario: Scenario;
  readonly machine: SelfTimedMachine;
  readonly run: PeriodicRun;
}

function answerOf(solved: Solved): SolveAnswer {
  const { scenario, machine, run } = solved;
  const { tick } = machine.plan;
  const stages: Record<NodeId, StageAnswer> = {};
  machine.stations.forEach((station, i) => {
    stages[scenario.nodes[station.plan.node]!.id] = stageAnswer(solved, station, i);
  });
  const saturation = hasDataflow(scenario) ? undefined : findSaturation(mixedFlows(scenario), 'counted');
  const { period, latency } = run;
  const seconds = period.time * tick;
  const lost = period.pools.reduce((sum, pool) => sum + pool.lost, 0);
  return {
    kind: 'answer',
    method: 'selfTimed',
    exact: true,
    stages,
    links: linkFlows(solved),
    network: {
      throughput: period.sunk / seconds,
      ...(lost > 0 && { lossRate: lost / seconds }),
      ...(latency && latency.count > 0 && { meanSojournTime: (latency.sum / latency.count) * tick }),
      ...(saturation && { bottleneck: scenario.nodes[saturation.bottleneck]!.id }),
    },
    ...(run.critical.length > 0 && { critical: criticalOf(solved) }),
    ...(saturation && { saturationFactor: saturation.factor }),
    verdicts: [periodNote(solved), ...cycleNote(solved)],
  };
}

function stageAnswer(solved: Solved, { plan }: StationState, i: number): StageAnswer {
  const { scenario, machine, run } = solved;
  const { time } = run.period;
  const sums = run.period.stations[i]!;
  const utilization = sums.servingTime / (plan.servers * time);
  const common = {
    ...{ model: 'self-timed execution', exact: true, saturated: false },
    ...(Number.isFinite(plan.servers) && serversOf(sums, plan.servers * time)),
  };
  const seconds = time * machine.plan.tick;
  if (plan.kind === 'dataflow')
    return {
      ...common,
      loadPerServer: utilization,
      throughput: sums.firings / seconds,
      outputRate: sums.passed / seconds,
      meanOccupancy: plan.inputs.reduce((sum, { pool }) => sum + meanOf(run.period.pools[pool]!, time), 0),
      meanQueueLength: sums.waitingTime / time,
    };
  const pool = run.period.pools[plan.pool]!;
  const node = scenario.nodes[plan.node]!;
  const capacity = node.kind === 'stage' ? node.capacity : undefined;
  const full = capacity === undefined ? undefined : (pool.times[capacity] ?? 0) / time;
  return {
    ...common,
    loadPerServer: pool.entered > 0 ? (utilization * pool.offered) / pool.entered : 0,
    ...flowsOf(sums, pool, seconds),
    ...contentsOf(sums, pool, time, machine.plan.tick),
    ...(full !== undefined && { fullProbability: full, backPressureProbability: full }),
  };
}

const meanOf = ({ times }: PoolSums, period: number): number =>
  times.reduce((sum, time, n) => sum + n * time, 0) / period;

const flowsOf = (sums: StationSums, pool: PoolSums, seconds: number) => ({
  offeredRate: pool.offered / seconds,
  arrivalRate: pool.entered / seconds,
  throughput: sums.served / seconds,
  outputRate: sums.passed / seconds,
  lossRate: pool.lost / seconds,
  ...(pool.offered > 0 && { lossProbability: pool.lost / pool.offered }),
});

const serversOf = ({ servingTime, heldTime }: StationSums, all: number) => ({
  utilization: servingTime / all,
  blockedFraction: heldTime / all,
  starvedFraction: Math.max(0, all - servingTime - heldTime) / all,
});

function contentsOf({ waitingTime, served }: StationSums, { times }: PoolSums, period: number, tick: number) {
  const inside = times.reduce((sum, time, n) => sum + n * time, 0);
  return {
    meanOccupancy: inside / period,
    meanQueueLength: waitingTime / period,
    // Little's law, over a period in which as many leave as enter.
    ...(served > 0 && {
      meanSojournTime: (inside / served) * tick,
      meanWaitingTime: (waitingTime / served) * tick,
    }),
    occupancyDistribution: times.map((time) => time / period),
  };
}

function linkFlows({ scenario, machine, run }: Solved): readonly LinkFlow[] {
  const seconds = run.period.time * machine.plan.tick;
  return scenario.links.map(({ from, to }, i) => {
    const receiver = scenario.nodes.find(({ id }) => id === to)!;
    const rate = run.period.links[i]! / seconds;
    const factor = receiver.kind === 'stage' ? conversionFactorOf(receiver) : 1;
    const fifo = machine.plan.pools.findIndex(({ link }) => link === i);
    const fill = fifo < 0 ? undefined : fillOf(run, fifo);
    return { from, to, rate, receivedRate: rate * factor, ...(fill && { fill }) };
  });
}

/** Fill of a FIFO that belongs to one link. */
function fillOf({ period, peaks }: PeriodicRun, fifo: number): LinkFill {
  const pool = period.pools[fifo]!;
  return {
    mean: meanOf(pool, period.time),
    most: peaks[fifo]!,
    distribution: pool.times.map((time) => time / period.time),
  };
}

function periodNote({ machine: { plan }, run: { period, transient, latency } }: Solved): Verdict {
  return note('schedule-repeats', {
    period: period.time * plan.tick,
    after: transient * plan.tick,
    count: period.sunk,
    ...(latency &&
      latency.count > 0 && {
        longest: latency.longest * plan.tick,
        ofSeveral: plan.stations.some(takesSeveral),
      }),
  });
}

const takesSeveral = (station: StationState['plan']): boolean =>
  station.kind === 'dataflow' &&
  (station.inputs.length > 1 || station.inputs.some(({ take }) => Math.max(...take) > 1));

const criticalOf = ({ scenario, machine: { plan }, run }: Solved) =>
  criticalWaits(scenario, run.critical, new Set([...plan.stations, ...plan.sources].map(({ node }) => node)));

function cycleNote({ machine: { plan }, run: { critical } }: Solved): readonly Verdict[] {
  if (critical.length === 0) return [];
  const names = [...new Set(critical.map(({ node }) => plan.names[node]!))];
  const waits = critical.map(({ node, on, giver }) => ({
    ...{ name: plan.names[node]!, on: plan.names[on]! },
    for: giver >= 0 ? ('tokens' as const) : node === on ? ('server' as const) : ('room' as const),
  }));
  return [note('critical-cycle', { names, waits })];
}

/** The critical cycle as it is drawn: who waits for what, and along which links. */

function criticalWaits(
  { nodes, links }: Scenario,
  steps: readonly CriticalStep[],
  stations: ReadonlySet<number>,
): readonly CriticalWait[] {
  const places = new Map(nodes.map(({ id }, i) => [id, i]));
  const next = links.map(({ from, to }) => [places.get(from)!, places.get(to)!] as const);

  /** Links of a shortest way, through what keeps no element: routers, forks, joins. */
  const way = (from: number, to: number): readonly number[] => {
    const open: { readonly at: number; readonly along: readonly number[] }[] = [{ at: from, along: [] }];
    const seen = new Set<number>();
    for (let head = open.shift(); head; head = open.shift())
      for (const [link, [sender, receiver]] of next.entries()) {
        if (sender !== head.at) continue;
        const along = [...head.along, link];
        if (receiver === to) return along;
        if (stations.has(receiver) || seen.has(receiver)) continue;
        seen.add(receiver);
        open.push({ at: receiver, along });
      }
    return [];
  };
  const drawn = (along: readonly number[]) =>
    along.map((link) => ({ from: links[link]!.from, to: links[link]!.to }));

  return steps.map(({ node, on, giver }): CriticalWait => {
    const ends = { node: nodes[node]!.id, on: nodes[on]!.id };
    if (giver >= 0) {
      // Where somebody else gave the elements, it had waited for room itself.
      const waited = giver === on ? [] : way(giver, on);
      return { ...ends, for: 'tokens', links: drawn([...waited, ...way(giver, node)]) };
    }
    if (node === on) return { ...ends, for: 'server', links: [] };
    return { ...ends, for: 'room', links: drawn(way(node, on)) };
  });
}
