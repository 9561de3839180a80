/**
 * How fast the simulator is: events per second on a tandem of three exponential stages with blocking and histograms,
 * beside a loop in C for this one model, and on a network; how well Mercury BLAST is known after how long; how soon there
 * is something to see, and to stop; and how much memory it takes.
 */
import { fileURLToPath } from 'node:url';
import { type NoAnswer, refusalText } from '../core/measures/refusals.ts';
import type { Scenario } from '../core/scenario/scenario.ts';
import type { SimulationPlan } from '../workers/simulate/contract.ts';
import type { ReplicationRecord } from '../workers/simulate/records.ts';
import { replicate, replicateNow } from '../workers/simulate/replicate.ts';
import { simulateNow } from '../workers/simulate/simulate-scenario.ts';
import { solveExactPart } from '../workers/solve/exact-part/solve-exact-part.ts';
import { type BenchRow, median, milliseconds } from './row.ts';
import { network, tandem, traced } from './simulated-models.ts';
import { example } from './solver.ts';
import { besideC } from './yardstick.ts';

const ROUNDS = 5;
const LOOKS = 40;

type Run = (scenario: Scenario, plan: SimulationPlan, replication: number) => ReplicationRecord | NoAnswer;

const planOf = (horizon: number, warmup = 0): SimulationPlan => ({
  seed: 1,
  replications: 2,
  horizon,
  warmup,
});

function recordOf(run: Run, scenario: Scenario, plan: SimulationPlan, replication = 0): ReplicationRecord {
  const record = run(scenario, plan, replication);
  if (record.kind === 'noAnswer') throw new Error(refusalText(record));
  return record;
}

/** Events per second of processor time. */
function speedOf(run: Run, scenario: Scenario, horizon: number): number {
  const before = process.cpuUsage().user;
  const { events } = recordOf(run, scenario, planOf(horizon));
  return (events / (process.cpuUsage().user - before)) * 1e6;
}

/** Median of some rounds after one that compiles. */
function usualSpeed(run: Run, scenario: Scenario, horizon: number): number {
  recordOf(run, scenario, planOf(horizon / 10));
  return median(Array.from({ length: ROUNDS }, () => speedOf(run, scenario, horizon)));
}

const speedText = (speed: number): string => `${(speed / 1e6).toFixed(1)} million events/s`;

/** The fast engine's speed beside that of the loop in C. */
function shareRow(what: string, scenario: Scenario, horizon: number, atLeast: number): BenchRow {
  const beside = besideC(() => speedOf(replicateNow, scenario, horizon));
  if (!beside) return { what, result: 'no C compiler here' };
  return {
    what,
    result: `${beside.share.toFixed(2)} of ${speedText(beside.inC)}`,
    goal: `at least ${atLeast}`,
    met: beside.share >= atLeast,
  };
}

function speedRows(): BenchRow[] {
  const fast = usualSpeed(replicateNow, tandem(), 2e6);
  const networkFast = usualSpeed(replicateNow, network(), 5e5);
  return [
    { what: 'fast engine, tandem of three stages with blocking', result: speedText(fast) },
    shareRow('as a share of a loop in C (cc -O2), in turn', tandem(), 2e6, 0.8),
    {
      what: 'general engine, the same tandem',
      result: speedText(usualSpeed(replicateNow, tandem(), 1e5)),
    },
    {
      what: 'fast engine, network of 20 stages with feedback, two classes, several servers',
      result: speedText(networkFast),
      goal: 'at least 15 million events/s',
      pace: networkFast / 15e6,
    },
    shareRow('the same, beside the loop in C for the tandem, in turn', network(), 5e5, 0.21),
    { what: 'general engine, the same network', result: speedText(usualSpeed(replicateNow, network(), 1e4)) },
  ];
}

/** Half of the work of a run that ends by itself, the chain of its exact part included, and how well the means are known. */
function mercuryRow(): BenchRow {
  const scenario = example('mercury-run-1');
  const precision = 0.01;
  const precisionMeasures = ['meanOccupancy', 'throughput', 'utilization'] as const;
  const request = { horizon: 1.6e-3, warmup: 0.3e-3, precision, precisionMeasures };
  recordOf(replicateNow, scenario, planOf(1e-5));
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
    recordOf(replicateNow, scenario, planOf(1_000_000));
    return performance.now() - started;
  });
  const what = 'a trace of a million arrivals replayed';
  return { what, result: milliseconds(median(times)), goal: 'under 500 ms', pace: 500 / median(times) };
}

/** How long a worker goes on before it looks whether it is to stop, in either engine. */
async function looksRow(): Promise<BenchRow> {
  const gaps: number[] = [];
  for (const run of [replicate, replicate]) {
    let looked = performance.now();
    let looks = 0;
    const shouldStop = (): boolean => {
      gaps.push(performance.now() - looked);
      looked = performance.now();
      return ++looks === LOOKS;
    };
    await run(example('mercury-run-1'), planOf(1), 0, { shouldStop }).catch(() => undefined);
  }
  const worst = Math.max(...gaps);
  return {
    what: 'a replication looks whether to stop, both engines, median time between looks',
    result: `${milliseconds(median(gaps))} (worst of ${gaps.length}: ${milliseconds(worst)})`,
    goal: 'under 100 ms at worst',
    met: worst < 100,
  };
}

/** Of the process; the sizes of all that is kept are compared in the tests. */
function memoryRow(): BenchRow {
  const grown = (run: Run, horizon: number): number => {
    recordOf(run, tandem(), planOf(horizon));
    const before = process.memoryUsage.rss();
    recordOf(run, tandem(), planOf(100 * horizon));
    return (process.memoryUsage.rss() - before) / 1e6;
  };
  const fast = grown(replicateNow, 1e5);
  const general = grown(replicateNow, 1e4);
  return {
    what: 'more memory of the process after a hundred times the horizon, fast engine and general engine',
    result: `${fast.toFixed(1)} MB and ${general.toFixed(1)} MB`,
    goal: 'under 20 MB',
    met: Math.max(fast, general) < 20,
  };
}

export async function benchSimulator(): Promise<BenchRow[]> {
  return [...speedRows(), mercuryRow(), await firstDataRow(), await looksRow(), traceRow(), memoryRow()];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(await benchSimulator());
