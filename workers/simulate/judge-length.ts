/**
 * Was the run long enough? Replications that all start empty share an error that their spread does not show, so the
 * intervals cannot answer this themselves. Two answers: from what queues of this kind need (relaxation time), and from
 * the data (MSER).
 */

import { type Verdict, warning } from '../../core/measures/verdicts.ts';
import { exp, log10, powerOfTen } from '../../core/numeric/elementary.ts';
import { nameOf } from '../../core/scenario/defaults.ts';
import { isStage, type NodeId, type Scenario, type StageNode } from '../../core/scenario/scenario.ts';
import { estimate } from '../numeric/estimates.ts';
import { studentQuantile } from '../numeric/student-t.ts';
import type { SimulationPlan } from './contract.ts';
import { truncationPoint } from './mser.ts';
import type { ReplicationRecord, StageRecord } from './records.ts';
import { relaxationTimes } from './stage-pace.ts';
import { meanSeries } from './start-up.ts';

/** Relaxation times of warm-up and of observed time that the default plan makes. */
export const WANTED_WARMUP = 5;
export const WANTED_OBSERVED = 20;
/** Fewer observed relaxation times leave so few independent looks that a replication is hardly more than one. */
const LEAST_OBSERVED = 10;
/** Largest share of the mean that may still come from the start: exp(-warm-up) / observed, both in relaxation times. */
const MOST_OF_START = 0.02;

/**
 * Smallest share of the mean that a start is told for. Where all times are constant, replications agree to the last digits,
 * so nothing is within chance: the beat of a schedule that repeats with the intervals of a record would be.
 */
const LEAST_MOVED = 0.0005;

/** Concerns at most one stage for the first reason, the slowest; for the second each stage that is not in `known`. */
export function judgeLength(
  scenario: Scenario,
  plan: SimulationPlan,
  records: readonly ReplicationRecord[],
  known: ReadonlySet<NodeId>,
): readonly Verdict[] {
  const short = shortRun(scenario, plan, records);
  // A run of rounds is never level.
  if (plan.course !== undefined) return short ? [short] : [];
  const late = scenario.nodes
    .filter(isStage)
    .filter(({ id }) => !known.has(id) && id !== short?.stage)
    .map((node) =>
      warmupTooShort(
        node,
        plan,
        records.map((record) => record.stages[node.id]!),
      ),
    );
  return [short, ...late].filter((verdict) => verdict !== undefined);
}

function shortRun(
  scenario: Scenario,
  plan: SimulationPlan,
  records: readonly ReplicationRecord[],
): Verdict | undefined {
  const times = [...relaxationTimes(scenario, plan, records)];
  if (times.length === 0) return undefined;
  const [stage, time] = times.reduce((most, one) => (one[1] > most[1] ? one : most));
  const { warmup } = plan;
  const observed = plan.horizon - warmup;
  const ofStart = (exp(-warmup / time) * time) / observed;
  if (observed >= LEAST_OBSERVED * time && ofStart <= MOST_OF_START) return undefined;
  const wanted = Number.isFinite(time) ? { wanted: enough(time, plan) } : {};
  const name = nameOf(scenario.nodes.find(({ id }) => id === stage)!);
  return warning('short-run', { name, relaxation: time, observed, warmup, ...wanted }, stage);
}

/** The length of a default run without a budget; where the run has it, the fault is a short warm-up. */
function enough(time: number, { horizon }: SimulationPlan) {
  const length = (WANTED_WARMUP + WANTED_OBSERVED) * time;
  return horizon < length ? { length: roundUp(length) } : { warmup: roundUp(WANTED_WARMUP * time) };
}

/** To two digits. */
function roundUp(value: number): number {
  const step = powerOfTen(Math.floor(log10(value)) - 1);
  return Math.ceil(value / step) * step;
}

/**
 * MSER-5 on the mean over the replications. In a steady state its choice is a matter of chance, so it counts only when
 * what it would cut off differs from the rest beyond chance (paired over the replications, t test at 0.1 %), and when
 * leaving it out would move the mean by more than half the half width of its interval, and by enough for three digits to show.
 */
function warmupTooShort(
  node: StageNode,
  plan: SimulationPlan,
  records: readonly StageRecord[],
): Verdict | undefined {
  if (records.length < 2) return undefined;
  const series = records.map((record) => record.occupancySeries);
  const length = series[0]!.length;
  const start = Math.ceil((plan.warmup / plan.horizon) * length);
  const cut = truncationPoint(meanSeries(records));
  if (cut <= start || !startDiffers(series, start, cut)) return undefined;
  const suggested = (cut / length) * plan.horizon;
  const facts = { name: nameOf(node), warmup: plan.warmup, suggested, isLong: 2 * cut > length };
  return warning('warmup-too-short', facts, node.id);
}

function startDiffers(series: readonly Float64Array[], start: number, cut: number): boolean {
  const differences = series.map((one) => mean(one.subarray(cut)) - mean(one.subarray(start, cut)));
  const moved = series.map((one) => mean(one.subarray(cut)) - mean(one.subarray(start)));
  const difference = estimate(differences)!;
  const interval = estimate(series.map((one) => mean(one.subarray(start))))!;
  const df = series.length - 1;
  const wider = studentQuantile(0.9995, df) / studentQuantile(0.975, df);
  if (Math.abs(difference.mean) <= wider * difference.halfWidth) return false;
  return Math.abs(estimate(moved)!.mean) > Math.max(interval.halfWidth / 2, LEAST_MOVED * interval.mean);
}

const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
