/** A foreign CSV file that waits for somebody to say which column is what. */
import { create } from 'zustand';
import type { ColumnPreview } from '../../../workers/contract/measured.ts';

interface MappingQuestion {
  readonly file: File;
  readonly columns: ColumnPreview;
}

/** The first is asked; files that were dropped together wait behind it. */
export const useMappingQuestion = create<{ readonly waiting: readonly MappingQuestion[] }>()(() => ({
  waiting: [],
}));

export const askForMapping = (asked: MappingQuestion): void =>
  useMappingQuestion.setState(({ waiting }) => ({ waiting: [...waiting, asked] }));
export const closeMapping = (): void =>
  useMappingQuestion.setState(({ waiting }) => ({ waiting: waiting.slice(1) }));
