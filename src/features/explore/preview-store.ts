/** A design that is looked at: the drawing shows it, with its numbers, while the document stays as it is. */
import { create } from 'zustand';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';

export interface Preview {
  readonly title: string;
  readonly scenario: Scenario;
  readonly answer?: SolveAnswer;
  /** Why it has no answer. */
  readonly refusal?: string;
}

interface PreviewState {
  readonly shown?: Preview;
}

export const usePreview = create<PreviewState>()(() => ({}));
