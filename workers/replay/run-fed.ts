/** Runs of a fed stage, each with services of its own, and what they say together. */

import { type NoAnswer, refusalText } from '../../core/measures/refusals.ts';
import type { NodeId, Scenario } from '../../core/scenario/scenario.ts';
import type { SimulationPlan } from '../simulate/contract.ts';
import { Macrotasks } from '../simulate/macrotasks.ts';
import type { ReplicationRecord } from '../simulate/records.ts';
import { replicate } from '../simulate/replicate.ts';
import { meanShares, quantile } from '../virtual-queue/exchangeability.ts';
import type { FedPrediction, ReplayQuantity, RunRange } from './contract.ts';

export interface FedRuns {
  readonly scenario: Scenario;
  readonly stage: NodeId;
  readonly serverCount: number;
  readonly gate?: NodeId | undefined;
  /** Whether arrivals are lost at a full stage. */
  readonly loses: boolean;
  /** s. */
  readonly duration: number;
  /** Borders of the frames, s. */
  readonly bounds: readonly number[];
  readonly runs: number;
  readonly seed: number;
  /** The seed changes from run to run: traces then begin at their beginning each time. Else the number of the replication does. */
  readonly fromStart: boolean;
}

export interface RunWatch {
  readonly onRun: () => void;
  readonly signal?: AbortSignal | undefined;
}

/** One run reduced to what is compared. */
interface FedRun {
  readonly shares: Float64Array;
  readonly meanByFrame: Float64Array;
  readonly quantities: Partial<Record<ReplayQuantity, number>>;
}

export type FedOutcome = Omit<FedPrediction, 'feed' | 'verdict'> & {
  readonly sharesByRun: readonly Float64Array[];
};

const LOW = 0.025;
const HIGH = 0.975;
/** Messages arrive so often, ms. */
const PAUSE_EVERY = 50;

/** A sentence where the scenario cannot be run. Rejects when `signal` is aborted. */
export async function runFed(fed: FedRuns, { onRun, signal }: RunWatch): Promise<FedOutcome | string> {
  const found: FedRun[] = [];
  const macrotasks = new Macrotasks();
  let paused = performance.now();
  try {
    while (found.length < fed.runs) {
      const record = await oneRun(fed, found.length, () => signal?.aborted === true);
      if (record.kind === 'noAnswer') return refusalText(record);
      found.push(readRun(record, fed));
      onRun();
      signal?.throwIfAborted();
      if (performance.now() - paused < PAUSE_EVERY) continue;
      await macrotasks.next();
      paused = performance.now();
    }
    return summarize(found);
  } finally {
    macrotasks.close();
  }
}

function oneRun(
  { scenario, duration, bounds, runs, seed, fromStart }: FedRuns,
  run: number,
  shouldStop: () => boolean,
): Promise<ReplicationRecord | NoAnswer> {
  const plan: SimulationPlan = {
    ...{ seed: fromStart ? (seed + run) >>> 0 : seed, replications: runs, horizon: duration, warmup: 0 },
    frames: { bounds, repeats: false },
  };
  return replicate(scenario, plan, fromStart ? 0 : run, { shouldStop });
}

function readRun(
  { stages, duration }: ReplicationRecord,
  { stage, serverCount, gate, loses }: FedRuns,
): FedRun {
  const record = stages[stage]!;
  const { occupancy, frames } = record;
  return {
    shares: occupancy.map((time) => time / duration),
    meanByFrame: frames!.occupancyTime.map((area, frame) => area / frames!.times[frame]!),
    quantities: {
      meanOccupancy: record.occupancyTime / duration,
      throughput: record.served / duration,
      utilization: record.servingTime / (serverCount * duration),
      ...(record.waitCount > 0 && { meanWaitingTime: record.waitTotal / record.waitCount }),
      ...(record.sojournCount > 0 && { meanSojournTime: record.sojournTotal / record.sojournCount }),
      ...(loses && record.offered > 0 && { lossProbability: record.lost / record.offered }),
      ...(gate !== undefined && { heldFraction: stages[gate]!.blockedTime / duration }),
    },
  };
}

function summarize(found: readonly FedRun[]): FedOutcome {
  const sharesByRun = found.map(({ shares }) => shares);
  const byFrame = Array.from(found[0]!.meanByFrame, (_, frame) =>
    rangeOf(found.map(({ meanByFrame }) => meanByFrame[frame]!)),
  );
  const names = Object.keys(found[0]!.quantities) as ReplayQuantity[];
  return {
    runs: found.length,
    sharesByRun,
    shares: meanShares(sharesByRun),
    quantities: Object.fromEntries(
      names.map((name) => [name, rangeOf(found.flatMap(({ quantities }) => quantities[name] ?? []))]),
    ),
    meanByFrame: Float64Array.from(byFrame, ({ mean }) => mean),
    lowByFrame: Float64Array.from(byFrame, ({ low }) => low),
    highByFrame: Float64Array.from(byFrame, ({ high }) => high),
  };
}

function rangeOf(values: readonly number[]): RunRange {
  const column = Float64Array.from(values);
  const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
  return { mean, low: quantile(column, LOW), high: quantile(column, HIGH) };
}
