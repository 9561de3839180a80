/** A foreign CSV file that waits for somebody to say which column is what. */
import { create } from 'zustand';
import type { ColumnMapping } from '../../../workers/measure/contract.ts';
import type { ColumnPreview } from '../../../workers/measure/queries/contract.ts';
import { rememberedMapping } from './mapping-memory.ts';

interface MappingQuestion {
  /** Files may have the same name. */
  readonly number: number;
  readonly file: File;
  readonly columns: ColumnPreview;
}

/** The first is asked; files that were dropped together wait behind it. */
export const useMappingQuestion = create<{ readonly waiting: readonly MappingQuestion[] }>()(() => ({
  waiting: [],
}));

let asked = 0;

export function askForMapping(question: Omit<MappingQuestion, 'number'>): void {
  asked += 1;
  const next = { ...question, number: asked };
  useMappingQuestion.setState(({ waiting }) => ({ waiting: [...waiting, next] }));
}

export const closeMapping = (): void =>
  useMappingQuestion.setState(({ waiting }) => ({ waiting: waiting.slice(1) }));

/** Files that wait for no answer any more, since their columns are known by now; they leave the row. */
export function takeAnswered(): readonly { readonly file: File; readonly mapping: ColumnMapping }[] {
  const { waiting } = useMappingQuestion.getState();
  const answered = waiting.flatMap(({ file, columns }) => {
    const mapping = rememberedMapping(columns);
    return mapping ? [{ file, mapping }] : [];
  });
  useMappingQuestion.setState({ waiting: waiting.filter(({ columns }) => !rememberedMapping(columns)) });
  return answered;
}
