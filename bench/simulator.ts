/**
 * How fast the simulator is: events per second on a model of each rule, beside a loop in C for a tandem of three exponential
 * stages with blocking and histograms; how soon a run begins; how well Mercury BLAST is known after how long; how soon there
 * is something to see, and to stop; and how much memory it takes.
 */
import { fileURLToPath } from 'node:url';
import { refusalText } from '../core/measures/refusals.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import type { SimulationPlan } from '../workers/simulate/contract.ts';
import { Kernel } from '../workers/simulate/kernel.ts';
import type { ReplicationRecord } from '../workers/simulate/records.ts';
import { refuse } from '../workers/simulate/refuse.ts';
import { openReplication, replicate, replicateNow } from '../workers/simulate/replicate.ts';
import { simulateNow } from '../workers/simulate/simulate-scenario.ts';
import { solveExactPart } from '../workers/solve/exact-part/solve-exact-part.ts';
import { type BenchRow, median, milliseconds } from './row.ts';
import { TIMED, type TimedModel, traced } from './simulated-models.ts';
import { example } from './solver.ts';
import { besideC } from './yardstick.ts';

const STARTS = 21;
const INSTANCES = 5;
const LOOKS = 40;

const planOf = (horizon: number, warmup = 0): SimulationPlan => ({
  seed: 1,
  replications: 2,
  horizon,
  warmup,
});

function recordOf(scenario: Scenario, plan: SimulationPlan): ReplicationRecord {
  const record = replicateNow(scenario, plan, 0);
  if (record.kind === 'noAnswer') throw new Error(refusalText(record));
  return record;
}

/** Calendar events (arrivals, ends of service, timers) per second of processor time. */
function speedOf(scenario: Scenario, horizon: number): number {
  const before = process.cpuUsage().user;
  const { events } = recordOf(scenario, planOf(horizon));
  return (events / (process.cpuUsage().user - before)) * 1e6;
}

const speedText = (speed: number): string => `${(speed / 1e6).toFixed(1)} million events/s`;

/** The engine's speed with each model beside that of the loop in C, after a run that compiles. */
function speedRows(models: readonly TimedModel[]): readonly BenchRow[] {
  for (const { scenario, horizon } of models) recordOf(scenario, planOf(horizon / 10));
  const beside = besideC(
    models.map(
      ({ scenario, horizon }) =>
        () =>
          speedOf(scenario, horizon),
    ),
  );
  if (!beside) return models.map(({ what }) => ({ what, result: 'no C compiler here' }));
  return models.map(({ what, atLeast }, i) => {
    const { share, inC } = beside[i]!;
    return {
      what,
      result: `${share.toFixed(share < 0.1 ? 3 : 2)} of C: ${speedText(share * inC)}`,
      goal: `at least ${atLeast}`,
      met: share >= atLeast,
    };
  });
}

/**
 * From the question to the first event: the drawing is checked, compiled and set up anew each time, and the instance of the
 * kernel that a thread opens for its first replication is added. Code is warm. Each replication is closed, as runs
 * close theirs: memories that nobody closes are what the thread would then be busy with.
 */
function startRow(models: readonly TimedModel[]): BenchRow {
  const startOf = (drawn: Scenario): number => {
    const scenario = structuredClone(drawn);
    const started = performance.now();
    const refusal = refuse(scenario);
    if (refusal) throw new Error(refusalText(refusal));
    const replication = openReplication(scenario, planOf(1e9), 0);
    replication.advance(1);
    const time = performance.now() - started;
    replication.record();
    return time;
  };
  const instance = median(
    Array.from({ length: INSTANCES }, () => {
      const started = performance.now();
      new Kernel();
      return performance.now() - started;
    }),
  );
  const starts = models.map(({ what, scenario }) => ({
    what,
    time: instance + median(Array.from({ length: STARTS }, () => startOf(scenario))),
  }));
  const slowest = starts.reduce((a, b) => (a.time >= b.time ? a : b));
  return {
    what: `from the question to the first event of a thread, code warm: the slowest of these ${models.length} models, median of ${STARTS}`,
    result: `${milliseconds(slowest.time)} (${slowest.what}; without the instance of the kernel, which later replications have: ${milliseconds(slowest.time - instance)})`,
    goal: 'under 5 ms',
    pace: 5 / slowest.time,
  };
}

/** Half of the work of a run that ends by itself, the chain of its exact part included, and how well the means are known. */
function mercuryRow(): BenchRow {
  const scenario = example('mercury-run-1');
  const precision = 0.01;
  const precisionMeasures = ['meanOccupancy', 'throughput', 'utilization'] as const;
  const request = { horizon: 1.6e-3, warmup: 0.3e-3, precision, precisionMeasures };
  recordOf(scenario, planOf(1e-5));
  const before = process.cpuUsage().user;
  const run = simulateNow(scenario, request, solveExactPart);
  const seconds = (process.cpuUsage().user - before) / 1e6 / 2;
  if (run.kind === 'noAnswer') throw new Error(refusalText(run));
  const means = Object.entries(run.stages).flatMap(([id, stage]) =>
    precisionMeasures.map((measure) => ({
      what: `${id}: ${measure}`,
      isKnown: stage[measure]!.halfWidth <= precision * stage[measure]!.mean,
      isExact: stage.simulated?.[measure] !== undefined,
    })),
  );
  const wide = means.filter(({ isKnown }) => !isKnown).map(({ what }) => what);
  const exact = means.filter(({ isExact }) => isExact).length;
  const known = `${means.length - wide.length} of ${means.length} means to 1 %${wide.length > 0 ? `, not ${wide.join(', ')}` : ''}`;
  return {
    what: 'mercury-run-1 for 1 % of occupancy, throughput and utilization everywhere (95 % half width): processor time of each of two workers',
    result: `${seconds.toFixed(2)} s; ${known}, ${exact} of them from the ${run.exactPart?.model ?? 'replications'}; ${run.replications} replications`,
    goal: 'all means, under 1 s',
    ...(wide.length === 0 ? { pace: 1 / seconds } : { met: false }),
  };
}

async function firstDataRow(): Promise<BenchRow> {
  const scenario = example('mercury-run-1');
  const started = performance.now();
  let first = Number.POSITIVE_INFINITY;
  const run = replicate(scenario, planOf(1), 0, {
    onProgress: () => {
      first = Math.min(first, performance.now() - started);
    },
    shouldStop: () => first < Number.POSITIVE_INFINITY,
  });
  await run.catch(() => undefined);
  const what = 'from the start of a replication to its first data';
  return { what, result: milliseconds(first), goal: 'under 100 ms', pace: 100 / first };
}

function traceRow(): BenchRow {
  const scenario = traced();
  const times = Array.from({ length: 3 }, () => {
    const started = performance.now();
    recordOf(scenario, planOf(1_000_000));
    return performance.now() - started;
  });
  const what = 'a trace of a million arrivals replayed';
  return { what, result: milliseconds(median(times)), goal: 'under 500 ms', pace: 500 / median(times) };
}

/** How long a worker goes on before it looks whether it is to stop, on what costs least and what costs most an event. */
async function looksRow(): Promise<BenchRow> {
  const gaps: number[] = [];
  for (const scenario of [example('mercury-run-1'), example('search-fan-out')]) {
    let looked = performance.now();
    let looks = 0;
    const shouldStop = (): boolean => {
      gaps.push(performance.now() - looked);
      looked = performance.now();
      return ++looks === LOOKS;
    };
    await replicate(scenario, planOf(1e9), 0, { shouldStop }).catch(() => undefined);
  }
  const worst = Math.max(...gaps);
  return {
    what: 'a replication looks whether to stop, Mercury run 1 and search fan-out, median time between looks',
    result: `${milliseconds(median(gaps))} (worst of ${gaps.length}: ${milliseconds(worst)})`,
    goal: 'under 100 ms at worst',
    met: worst < 100,
  };
}

/** Growth of the memory of the process; tests compare the sizes of all that is kept. */
function memoryRow(models: readonly TimedModel[]): BenchRow {
  const grown = models.map(({ scenario, horizon }) => {
    recordOf(scenario, planOf(horizon / 400));
    const before = process.memoryUsage.rss();
    recordOf(scenario, planOf(horizon / 4));
    return (process.memoryUsage.rss() - before) / 1e6;
  });
  const most = Math.max(...grown);
  return {
    what: `more memory of the process after a hundred times the horizon, most of these ${models.length} models`,
    result: `${most.toFixed(1)} MB`,
    goal: 'under 20 MB',
    met: most < 20,
  };
}

export async function benchSimulator(): Promise<BenchRow[]> {
  return [
    ...speedRows(TIMED),
    startRow(TIMED),
    mercuryRow(),
    await firstDataRow(),
    await looksRow(),
    traceRow(),
    memoryRow(TIMED),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(await benchSimulator());
