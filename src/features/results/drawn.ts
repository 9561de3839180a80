/** What the drawing shows: the open scenario, or the design that is looked at elsewhere in its place. */
import { useDeferredValue, useMemo } from 'react';
import { levelMean } from '../../../core/numeric/levels.ts';
import type { Fault } from '../../../core/scenario/fault.ts';
import { findFaults } from '../../../core/scenario/faults.ts';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer, StageAnswer } from '../../../workers/solve/contract.ts';
import { useScenario } from '../../state/document-store.ts';
import { type DrawnSource, useSession } from '../../state/session-store.ts';
import type { NodeDifference } from '../../ui/editor/node-data.ts';
import { differenceRun, selectAreOld, useDifferences } from '../explore/difference-store.ts';
import { differenceMarks } from '../explore/difference-words.ts';
import { previewRun, selectPreview } from '../explore/previewing.ts';
import { occupancyOf } from '../simulate/simulating.ts';
import {
  type ShownAnswer,
  useAnswer,
  useBestSimulation,
  useFaultsAndWaits,
  useSimulation,
  useSolved,
} from './answers.ts';
import { bestAnswer } from './best-answer.ts';

export interface Drawn {
  readonly scenario: Scenario;
  readonly answer?: SolveAnswer;
  readonly answerIsStale: boolean;
  readonly faults: readonly Fault[];
  readonly simulated?: Readonly<Record<NodeId, readonly number[]>>;
  readonly differences?: Readonly<Record<NodeId, NodeDifference>>;
}

export interface ShownDrawing {
  readonly drawn: Drawn;
  /** P[n] per stage from what was simulated so far of this drawing. */
  readonly occupancy?: Readonly<Record<NodeId, readonly number[]>>;
}

/** `isLive`: the drawing moves, and nothing takes its place. */
export function useDrawn(isLive: boolean): ShownDrawing {
  const now = useNow();
  const preview = previewRun.use((run) => (isLive ? undefined : selectPreview(run)));
  const { against } = useDifferences();
  const stages = differenceRun.use(({ failure, answer }) => (failure === undefined ? answer : undefined));
  const stale = differenceRun.use(selectAreOld);
  const differences = useMemo(
    () =>
      against === undefined || !stages || stale || isLive ? undefined : differenceMarks(stages, against),
    [against, stages, stale, isLive],
  );
  return useMemo(() => {
    if (!preview) return { ...now, drawn: { ...now.drawn, ...(differences && { differences }) } };
    const { scenario, answer } = preview;
    const drawn = { scenario, answerIsStale: false, faults: findFaults(scenario) };
    return { drawn: { ...drawn, ...(answer && { answer }) } };
  }, [now, preview, differences]);
}

const SHOWS_SIMULATION: Readonly<Record<DrawnSource, boolean>> = {
  best: true,
  analytic: false,
  simulated: true,
  measured: false,
};

interface ShownSource {
  readonly source: DrawnSource;
  /** Which sources have numbers to show. */
  readonly has: Readonly<Record<DrawnSource, boolean>>;
}

/** Whose numbers the drawing shows: those of the chosen source, else the best that is known. */
export function useDrawnSource(): ShownSource {
  const measured = useScenario().measurement?.stages.length ?? 0;
  const chosen = useSession(({ drawnSource }) => drawnSource);
  const analytic = useSolved().answer !== undefined;
  const simulated = useBestSimulation() !== undefined;
  const has = { best: true, analytic, simulated, measured: measured > 0 };
  return { has, source: has[chosen] ? chosen : 'best' };
}

function useAnswerOf(source: DrawnSource): ShownAnswer {
  const scenario = useScenario();
  const best = useAnswer();
  const analytic = useSolved();
  const result = useBestSimulation();
  const other = useMemo(() => {
    if (source === 'simulated') return bestAnswer(scenario, undefined, result);
    return source === 'measured' ? measuredAnswer(scenario) : undefined;
  }, [source, scenario, result]);
  if (source === 'best') return best;
  if (source === 'analytic') return analytic;
  return { ...(other && { answer: other }), stale: false };
}

function useNow(): ShownDrawing {
  const scenario = useScenario();
  const { source } = useDrawnSource();
  const { answer, stale } = useAnswerOf(source);
  const { occupancy: asked, stale: askedIsOlder } = useSimulation();
  const best = useBestSimulation();
  const forming = useMemo(() => (best && occupancyOf(best)) ?? asked, [best, asked]);
  const simulationIsStale = askedIsOlder && best === undefined;
  // The small pictures on the graph may come a moment after the chart that is looked at.
  const occupancy = useDeferredValue(forming);
  const faults = useFaultsAndWaits();
  return useMemo(() => {
    const shown = SHOWS_SIMULATION[source] && !simulationIsStale ? occupancy : undefined;
    const drawn = {
      ...{ scenario, answerIsStale: stale, faults },
      ...(answer && { answer }),
      ...(shown && { simulated: shown }),
    };
    return { drawn, ...(shown && { occupancy: shown }) };
  }, [scenario, answer, stale, faults, occupancy, simulationIsStale, source]);
}

/** Stages that were not measured have no numbers. Undefined where nothing was measured. */
function measuredAnswer({ measurement }: Scenario): SolveAnswer | undefined {
  if (!measurement || measurement.stages.length === 0) return undefined;
  const stages: Record<NodeId, StageAnswer> = {};
  for (const one of measurement.stages) {
    const {
      stage,
      meanOccupancy = levelMean(one.occupancyDistribution ?? []),
      meanQueueLength = levelMean(one.queueLengthDistribution ?? []),
      halfWidths: _,
      ...numbers
    } = one;
    stages[stage] = {
      ...numbers,
      ...(meanOccupancy !== undefined && { meanOccupancy }),
      ...(meanQueueLength !== undefined && { meanQueueLength }),
      ...{ model: 'measured', exact: false, saturated: false, loadPerServer: one.utilization ?? 0 },
    };
  }
  return {
    ...{ kind: 'answer', method: 'auto', exact: false },
    ...{ stages, links: [], network: {}, verdicts: [] },
  };
}
