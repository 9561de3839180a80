/** How every stage differs from a pinned baseline, for the drawing. `differencing` asks, and is loaded with the first question. */
import { create } from 'zustand';
import type { NodeId, Scenario } from '../../../core/scenario/scenario.ts';
import type { Study } from '../../../core/study/study.ts';
import type { PairedDifference } from '../../../workers/explore/contract.ts';
import { createRun } from '../../run/create-run.ts';

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

/** Name of the baseline; absent while no differences are drawn. */
export const useDifferences = create<{ readonly against?: string | undefined }>()(() => ({}));

export const differenceRun = createRun<DifferenceQuestion, StageDifferences>({
  name: 'difference',
  key: ({ key }) => key,
  ask: async (question, { signal }) => (await import('./differencing.ts')).compare(question, signal),
  lost: (message) => message,
  // Edits that follow each other faster are not compared one by one.
  rest: 60,
});

/** They are of an earlier scenario. */
export const selectAreOld = ({ status }: ReturnType<typeof differenceRun.get>): boolean =>
  status === 'running';
