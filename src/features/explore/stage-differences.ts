/** How every stage differs from a baseline in what is drawn of it, asked of the workers. */
import { err, ok, type Result } from '../../../core/base/result.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { Study } from '../../../core/study/study.ts';
import { measuresOf } from '../../../core/study/study-measures.ts';
import type { ComparisonAnswer, PairedDifference } from '../../../workers/explore/contract.ts';
import { ExplorerClient } from './explorer-client.ts';

export interface StageDifference {
  readonly utilization?: PairedDifference;
  readonly meanOccupancy?: PairedDifference;
}

export type StageDifferences = Readonly<Record<NodeId, StageDifference>>;

export interface DifferenceQuestion {
  readonly key: string;
  /** The study of the baseline, of what is drawn. */
  readonly study: Study;
  readonly now: Scenario;
}

const DRAWN = ['utilization', 'meanOccupancy'] as const;

const client = new ExplorerClient(0);

/** What is drawn of the stages that both have. */
export function sharedMeasures(before: Scenario, now: Scenario) {
  const known = new Set(measuresOf(before).map(({ name }) => name));
  return measuresOf(now).flatMap(({ name, source }) => {
    const drawn = source.of === 'stage' && DRAWN.find((each) => each === source.measure);
    return drawn && known.has(name) ? [{ name, node: source.node, drawn }] : [];
  });
}

export async function compare(
  { study, now }: DifferenceQuestion,
  signal: AbortSignal,
): Promise<Result<StageDifferences, string>> {
  const answer = await client.asked.compare(signal, study, now);
  if (answer.kind === 'faults') return err(answer.faults[0] ?? 'The scenarios cannot be compared.');
  return ok(byStage(answer, study.scenario, now));
}

function byStage({ differences }: ComparisonAnswer, before: Scenario, now: Scenario) {
  const stages: Record<NodeId, StageDifference> = {};
  for (const { name, node, drawn } of sharedMeasures(before, now)) {
    const difference = differences.find(({ measure }) => measure === name);
    if (difference) stages[node] = { ...stages[node], [drawn]: difference };
  }
  return stages;
}
