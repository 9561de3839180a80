/** What the reader of a simulation must know: too little data, a run that has not settled, events seen too seldom. */

import type { Verdict } from '../../core/measures/measures.ts';
import { formatQuantity } from '../../core/quantities/quantity.ts';
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
  if (course === 'transient') {
    const message = `The run is one transient, as its schedules want, from the empty start to ${timeText(horizon)}: what is given for the whole run depends on its length; the frames say what happens when.`;
    return { code: 'transient', severity: 'note', message };
  }
  if (course === undefined || isWhole((horizon - warmup) / course.period)) return undefined;
  const message = `The run observes ${timeText(horizon - warmup)}, which is no whole number of periods of ${timeText(course.period)}: what is given for the whole run counts some parts of a period more often than others.`;
  return { code: 'partial-period', severity: 'note', message };
}

const timeText = (seconds: number): string => formatQuantity(seconds, 'time');

function tooFewReplications(count: number): Verdict | undefined {
  if (count >= ENOUGH_REPLICATIONS) return undefined;
  const message = `Only ${count} replication${count === 1 ? '' : 's'}: the intervals themselves are uncertain; make at least ${ENOUGH_REPLICATIONS}.`;
  return { code: 'few-replications', severity: 'note', message };
}

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
  const ratio = firstHalves > 0 ? `${(1 + total / firstHalves).toFixed(1)} times` : 'much';
  const message = `Stage "${stage}" holds ${ratio} as much in the second half of the run as in the first: it may have no steady state, or the run is too short; its numbers depend on the length of the run.`;
  return { code: 'growing', severity: 'warning', stage, message };
}

function fewServices(stage: NodeId, records: readonly StageRecord[]): Verdict | undefined {
  const served = records.reduce((sum, record) => sum + record.served, 0);
  if (served >= ENOUGH_EVENTS) return undefined;
  const message = `Stage "${stage}" served only ${served} elements in all replications: its numbers are rough; make the run longer.`;
  return { code: 'few-services', severity: 'warning', stage, message };
}

function rareLoss(node: StageNode, records: readonly StageRecord[]): Verdict | undefined {
  if (!losesWhenFull(node)) return undefined;
  const lost = records.reduce((sum, record) => sum + record.lost, 0);
  const offered = records.reduce((sum, record) => sum + record.offered, 0);
  if (lost >= ENOUGH_EVENTS || offered === 0) return undefined;
  const message =
    lost === 0
      ? `Stage "${node.id}" lost none of ${offered} arrivals: were they independent, its loss probability would be below ${(3 / offered).toPrecision(1)}.`
      : `Stage "${node.id}" lost only ${lost} of ${offered} arrivals: its loss probability is rough.`;
  return { code: 'rare-loss', severity: 'note', stage: node.id, message };
}
