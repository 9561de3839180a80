/** Follows the open scenario and the pinned baseline, while differences between them are drawn. */

import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { Study } from '../../../core/study/study.ts';
import { measuresOf } from '../../../core/study/study-measures.ts';
import type { ComparisonAnswer } from '../../../workers/explore/contract.ts';
import { isAbort } from '../../run/worker-bridge.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import { NO_DIFFERENCES, type StageDifference, useDifferences } from './difference-store.ts';
import { comparisonKey } from './explore-asking.ts';
import { useExplore } from './explore-store.ts';
import { ExplorerClient } from './explorer-client.ts';

/** Edits that follow each other faster are not compared one by one, ms. */
const REST = 60;
const DRAWN = ['utilization', 'meanOccupancy'] as const;

const client = new ExplorerClient(0);
let stopFollowing: (() => void) | undefined;
/** What the last question was about, and its key. */
let last: readonly unknown[] | undefined;
let key: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let abort = new AbortController();

/** Draws differences from this baseline, or none. */
export function drawDifferences(against: string | undefined): void {
  stopFollowing?.();
  stopFollowing = undefined;
  last = undefined;
  key = undefined;
  clearTimeout(timer);
  abort.abort();
  useDifferences.setState({ ...NO_DIFFERENCES, against }, true);
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
  const wanted = comparisonKey(asked, [before], now);
  if (wanted === key) return;
  key = wanted;
  useDifferences.setState({ stale: true });
  clearTimeout(timer);
  timer = setTimeout(() => void compare(asked, now), REST);
}

/** What is drawn of the stages that both have. */
function sharedMeasures(before: Scenario, now: Scenario) {
  const known = new Set(measuresOf(before).map(({ name }) => name));
  return measuresOf(now).flatMap(({ name, source }) => {
    const drawn = source.of === 'stage' && DRAWN.find((each) => each === source.measure);
    return drawn && known.has(name) ? [{ name, node: source.node, drawn }] : [];
  });
}

async function compare(study: Study, now: Scenario): Promise<void> {
  abort.abort();
  abort = new AbortController();
  const { signal } = abort;
  try {
    const answer = await client.compare(study, now, signal);
    if (signal.aborted) return;
    if (answer.kind === 'faults') {
      useDifferences.setState({ stages: {}, stale: false, fault: answer.faults[0] });
      return;
    }
    useDifferences.setState({ stages: byStage(answer, study.scenario, now), stale: false, fault: undefined });
  } catch (reason) {
    if (!isAbort(reason)) useDifferences.setState({ stages: {}, stale: false, fault: String(reason) });
  }
}

function byStage({ differences }: ComparisonAnswer, before: Scenario, now: Scenario) {
  const stages: Record<NodeId, StageDifference> = {};
  for (const { name, node, drawn } of sharedMeasures(before, now)) {
    const difference = differences.find(({ measure }) => measure === name);
    if (difference) stages[node] = { ...stages[node], [drawn]: difference };
  }
  return stages;
}
