/** Replays of measured arrivals, by stage: may be lost, never in a file. `replaying` changes them. */
import { create } from 'zustand';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import type { StageReplayReport } from '../../../workers/replay/contract.ts';
import type { ReplayProgress } from '../../../workers/virtual-queue/contract.ts';

export interface ReplayRun {
  readonly status: 'running' | 'done' | 'failed';
  /** What the report belongs to; see `replayKey`. */
  readonly key?: string;
  readonly progress?: ReplayProgress;
  /** The last one, kept while the next is made. */
  readonly report?: StageReplayReport;
  /** Why there is none. */
  readonly failure?: string;
}

export interface ReplayState {
  readonly runs: Readonly<Record<NodeId, ReplayRun>>;
  /** The stage is cut out although the measured arrivals could take the place of its source. */
  readonly alone: boolean;
}

export const NOTHING_REPLAYED: ReplayState = { runs: {}, alone: false };

export const useReplays = create<ReplayState>()(() => NOTHING_REPLAYED);

export const setAlone = (alone: boolean): void => useReplays.setState({ alone });

export const setReplay = (stage: NodeId, run: ReplayRun | undefined): void =>
  useReplays.setState(({ runs: { [stage]: _, ...others } }) => ({
    runs: run ? { ...others, [stage]: run } : others,
  }));
