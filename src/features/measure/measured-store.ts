/** Measurements of the open scenario, reduced to frames and histograms, and how they are looked at. Kept by `measured-keeping`. */
import { create } from 'zustand';
import { isStage, type Scenario } from '../../../core/scenario/scenario.ts';
import type { MeasuredStage, ReducedMeasurement } from '../../../workers/measure/contract.ts';
import type { SampledAgainstTraced } from '../../../workers/measure/queries/contract.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';

/** What the tab draws. */
export type MeasuredView = 'time' | 'levels' | 'bursts' | 'counters' | 'peaks';
/** What the view over time shows, frame by frame. */
export type MeasuredMetric =
  | 'meanOccupancy'
  | 'maxOccupancy'
  | 'throughput'
  | 'arrivals'
  | 'utilization'
  | 'latency'
  | 'stalls';

export interface MeasuredState {
  /** Newest first. */
  readonly kept: readonly ReducedMeasurement[];
  /** Place in `kept` of the one that is looked at. */
  readonly shown: number;
  readonly sampled?: SampledAgainstTraced | undefined;
  readonly view: MeasuredView;
  readonly metric: MeasuredMetric;
  /** Ids of the queues that are drawn; the first few when empty. */
  readonly queues: readonly string[];
  /** The time cursor: the frame that is looked at. */
  readonly frame: number;
  /** The drawing shows the fill levels of that frame. */
  readonly onGraph: boolean;
}

export const NOTHING_MEASURED: MeasuredState = {
  kept: [],
  shown: 0,
  view: 'time',
  metric: 'meanOccupancy',
  queues: [],
  frame: 0,
  onGraph: false,
};

export const useMeasured = create<MeasuredState>()(() => NOTHING_MEASURED);

export const selectShown = ({ kept, shown }: MeasuredState): ReducedMeasurement | undefined => kept[shown];

/** What a measurement file is read with. */
export const measuredStages = (scenario: Scenario): readonly MeasuredStage[] =>
  scenario.nodes.filter(isStage).map(({ id, name, capacity, unit }) => ({ id, name, capacity, unit }));

/** The stages of the open scenario; none while there is none. */
export function knownStages(): readonly MeasuredStage[] {
  const scenario = selectScenario(useDocument.getState());
  return scenario ? measuredStages(scenario) : [];
}

export const setMeasuredView = (view: MeasuredView): void => useMeasured.setState({ view });
export const setMeasuredMetric = (metric: MeasuredMetric): void => useMeasured.setState({ metric });
export const setMeasuredQueues = (queues: readonly string[]): void => useMeasured.setState({ queues });
export const setOnGraph = (onGraph: boolean): void => useMeasured.setState({ onGraph });

/** Moves the time cursor, within the frames that there are. */
export function setMeasuredFrame(frame: number): void {
  const last = (selectShown(useMeasured.getState())?.frames.start.length ?? 1) - 1;
  useMeasured.setState({ frame: Math.max(0, Math.min(last, Math.round(frame))) });
}

/** Looks at another file. */
export function showMeasured(shown: number): void {
  useMeasured.setState({ shown, frame: 0, queues: [] });
}
