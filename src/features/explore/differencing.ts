/** Follows the open scenario and the pinned baseline, while differences between them are drawn. */

import { err, ok, type Result } from '../../../core/base/result.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { Study } from '../../../core/study/study.ts';
import { measuresOf } from '../../../core/study/study-measures.ts';
import type { ComparisonAnswer } from '../../../workers/explore/contract.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import {
  type DifferenceQuestion,
  differenceRun,
  type StageDifference,
  type StageDifferences,
  useDifferences,
} from './difference-store.ts';
import { comparisonKey } from './explore-asking.ts';
import { useExplore } from './explore-store.ts';
import { ExplorerClient } from './explorer-client.ts';

const DRAWN = ['utilization', 'meanOccupancy'] as const;

const client = new ExplorerClient(0);
let stopFollowing: (() => void) | undefined;
/** What the last question was about. */
let last: readonly unknown[] | undefined;

/** Draws differences from this baseline, or none. */
export function drawDifferences(against: string | undefined): void {
  stopFollowing?.();
  stopFollowing = undefined;
  last = undefined;
  differenceRun.reset();
  useDifferences.setState({ against });
  if (against === undefined) return;
  const stops = [useDocument.subscribe(follow), useExplore.subscribe(follow)];
  stopFollowing = () => {
    for (const stop of stops) stop();
  };
  follow();
}

function follow(): void {
  const { study, pins } = useExplore.getState();
  const before = pins.find(({ name }) => name === useDifferences.getState().against)?.scenario;
  const now = selectScenario(useDocument.getState());
  if (!study || !before || !now) {
    drawDifferences(undefined);
    return;
  }
  // Points come ten times a second and change nothing here.
  const parts = [before, now, study.answer];
  if (parts.every((part, i) => part === last?.[i])) return;
  last = parts;
  const measures = sharedMeasures(before, now).map(({ name }) => name);
  const asked: Study = { ...study, scenario: before, vary: [], measures };
  void differenceRun.follow({ key: comparisonKey(asked, [before], now), study: asked, now });
}

/** What is drawn of the stages that both have. */
function sharedMeasures(before: Scenario, now: Scenario) {
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
