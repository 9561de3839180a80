/** How every stage differs from a pinned baseline, for the drawing. The workers are asked by what is loaded with the first question. */
import { create } from 'zustand';
import { createRun } from '../../run/create-run.ts';
import type { DifferenceQuestion, StageDifferences } from './stage-differences.ts';

/** Name of the baseline; absent while no differences are drawn. */
export const useDifferences = create<{ readonly against?: string | undefined }>()(() => ({}));

export const differenceRun = createRun<DifferenceQuestion, StageDifferences>({
  name: 'difference',
  key: ({ key }) => key,
  ask: async (question, { signal }) => (await import('./stage-differences.ts')).compare(question, signal),
  lost: (message) => message,
  // Edits that follow each other faster are not compared one by one.
  rest: 60,
});

/** They are of an earlier scenario. */
export const selectAreOld = ({ status }: ReturnType<typeof differenceRun.get>): boolean =>
  status === 'running';
