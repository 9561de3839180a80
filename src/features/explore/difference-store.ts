/** How every stage differs from a pinned baseline, for the drawing. Kept up to date by `differencing`. */
import { create } from 'zustand';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import type { PairedDifference } from '../../../workers/explore/contract.ts';

export interface StageDifference {
  readonly utilization?: PairedDifference;
  readonly meanOccupancy?: PairedDifference;
}

interface DifferenceState {
  /** Name of the baseline; absent while no differences are drawn. */
  readonly against?: string;
  readonly stages: Readonly<Record<NodeId, StageDifference>>;
  /** They are of an earlier scenario. */
  readonly stale: boolean;
  /** Why there are none. */
  readonly fault?: string;
}

export const NO_DIFFERENCES: DifferenceState = { stages: {}, stale: false };

export const useDifferences = create<DifferenceState>()(() => NO_DIFFERENCES);
