/** What the reader of a simulation must know: too little data, a run that has not settled, events seen too seldom. */

import { note, type Verdict, warning } from '../../core/measures/verdicts.ts';
import { losesWhenFull } from '../../core/rules/when-full.ts';
import { isStage, type NodeId, type Scenario, type StageNode } from '../../core/scenario/scenario.ts';
import { studentQuantile } from '../numeric/student-t.ts';
import type { SimulationPlan } from './contract.ts';
import { isWhole } from './course.ts';
import { judgeLength } from './judge-length.ts';
import type { ReplicationRecord, StageRecord } from './records.ts';

/** Fewer replications give intervals that are themselves uncertain by a third and more. */
const ENOUGH_REPLICATIONS = 5;
/** Fewer counted events leave a probability uncertain by more than a tenth (1.96 / sqrt 400). */
const ENOUGH_EVENTS = 400;
/** A second half this much fuller than the first is called growing, when chance does not explain it. */
const GROWTH = 1.25;

export function judgeRun(
  scenario: Scenario,
  plan: SimulationPlan,
  records: readonly ReplicationRecord[],
): readonly Verdict[] {
  const nodes = scenario.nodes.filter(isStage);
  const stageRecords = (id: NodeId) => records.map((record) => record.stages[id]!);
  const few = nodes.map(({ id }) => fewServices(id, stageRecords(id)));
  const losses = nodes.map((node) => rareLoss(node, stageRecords(node.id)));
  const growing = canCompareHalves(plan) ? nodes.map(({ id }) => growth(id, stageRecords(id))) : [];
  const length = [...growing, ...few].filter((verdict) => verdict !== undefined);
  const named = new Set(length.map(({ stage }) => stage!));
  return [
    tooFewReplications(records.length),
    courseNote(plan),
    ...length,
    ...(plan.course === 'transient' ? [] : judgeLength(scenario, plan, records, named)),
    ...losses,
  ].filter((verdict) => verdict !== undefined);
}

/** Halves of a transient differ as they should, and so do halves of a round. */
function canCompareHalves({ course, horizon, warmup }: SimulationPlan): boolean {
  if (course === undefined) return true;
  return course !== 'transient' && isWhole((horizon - warmup) / (2 * course.period));
}

function courseNote({ course, horizon, warmup }: SimulationPlan): Verdict | undefined {
  if (course === 'transient') return note('transient', { horizon });
  if (course === undefined || isWhole((horizon - warmup) / course.period)) return undefined;
  return note('partial-period', { observed: horizon - warmup, period: course.period });
}

const tooFewReplications = (count: number): Verdict | undefined =>
  count >= ENOUGH_REPLICATIONS ? undefined : note('few-replications', { count, least: ENOUGH_REPLICATIONS });

/** Compares the two halves of every replication, paired (t test at 0.1 %). */
function growth(stage: NodeId, records: readonly StageRecord[]): Verdict | undefined {
  const n = records.length;
  if (n < 2) return undefined;
  const differences = records.map((record) => record.occupancyTime - 2 * record.firstHalfOccupancyTime);
  const firstHalves = records.reduce((sum, record) => sum + record.firstHalfOccupancyTime, 0);
  const total = differences.reduce((sum, difference) => sum + difference, 0);
  const mean = total / n;
  const variance = differences.reduce((sum, difference) => sum + (difference - mean) ** 2, 0) / (n - 1);
  if (mean <= studentQuantile(0.999, n - 1) * Math.sqrt(variance / n)) return undefined;
  if (firstHalves + total <= GROWTH * firstHalves) return undefined;
  const ratio = firstHalves > 0 ? { ratio: 1 + total / firstHalves } : {};
  return warning('growing', { name: stage, ...ratio }, stage);
}

function fewServices(stage: NodeId, records: readonly StageRecord[]): Verdict | undefined {
  const served = records.reduce((sum, record) => sum + record.served, 0);
  if (served >= ENOUGH_EVENTS) return undefined;
  return warning('few-services', { name: stage, served }, stage);
}

function rareLoss(node: StageNode, records: readonly StageRecord[]): Verdict | undefined {
  if (!losesWhenFull(node)) return undefined;
  const lost = records.reduce((sum, record) => sum + record.lost, 0);
  const offered = records.reduce((sum, record) => sum + record.offered, 0);
  if (lost >= ENOUGH_EVENTS || offered === 0) return undefined;
  return note('rare-loss', { name: node.id, lost, offered }, node.id);
}
