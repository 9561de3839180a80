/** The open scenario and its history. Everything that a file or a link holds is here and nothing else. */
import { create } from 'zustand';
import { assert } from '../../core/base/assert.ts';
import { rememberMeasuredModel } from '../../core/scenario/measured-model.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { Variant } from '../../core/scenario/variants.ts';
import { resetRuns } from '../run/create-run.ts';
import {
  applyEdit,
  endGesture,
  type History,
  nextStep,
  redo,
  switchTo,
  undo,
  type VersionId,
} from './history.ts';
import {
  addVariants,
  followVariants,
  type KeptVariants,
  nameVersion,
  restoreHistory,
} from './history-variants.ts';

export type Edit = (scenario: Scenario) => Scenario;

interface DocumentState {
  /** Under which name the library keeps it; absent while the gallery is shown. */
  readonly id?: string;
  readonly history?: History;
}

export const useDocument = create<DocumentState>()(() => ({}));

/**
 * Called whenever another scenario is opened, or none. The same history under another id is the same scenario, which
 * goes on as a copy and keeps all that is known of it: then `moved` is called instead.
 */
export function onOtherDocument(forget: () => void, moved: () => void = () => undefined): void {
  useDocument.subscribe((document, before) => {
    if (document.id === before.id) return;
    if (document.history === before.history) moved();
    else forget();
  });
}

// Before anything else that follows the document: what is asked of the new one must not be forgotten with the old one.
onOtherDocument(resetRuns);

/** Opens a scenario with a fresh history, but for variants that were kept of it. */
export function openDocument(id: string, scenario: Scenario, kept: KeptVariants = {}): void {
  useDocument.setState({ id, history: restoreHistory(scenario, kept) }, true);
}

export function closeDocument(): void {
  useDocument.setState({}, true);
}

/** Every change of the scenario goes through here. `gesture`: edits with the same key make one undo step. */
export function editDocument(label: string, edit: Edit, gesture?: string): void {
  const remembering: Edit = (before) => rememberMeasuredModel(before, edit(before));
  change((history) => applyEdit(history, label, remembering, gesture));
}

export const endEditGesture = (): void => change(endGesture);
export const undoEdit = (): void => change(undo);
export const redoEdit = (): void => change(redo);
/** One step, that undo takes back. */
export const switchVersion = (id: VersionId): void => change((history) => switchTo(history, id));
/** Makes a variant of a version, or with no name none. */
export const nameVariant = (id: VersionId, name: string | undefined): void =>
  change((history) => nameVersion(history, id, name));
export const takeVariants = (variants: readonly Variant[]): void =>
  change((history) => addVariants(history, variants));
/** Those of another tab, and none but those. */
export const replaceVariants = (variants: readonly Variant[]): void =>
  change((history) => followVariants(history, variants));

function change(step: (history: History) => History): void {
  const { history } = useDocument.getState();
  if (history) useDocument.setState({ history: step(history) });
}

export const selectScenario = (state: DocumentState): Scenario | undefined => state.history?.present;
export const selectUndoLabel = (state: DocumentState): string | undefined =>
  state.history?.past.at(-1)?.label;
export const selectRedoLabel = (state: DocumentState): string | undefined =>
  state.history && nextStep(state.history)?.label;

/** For what is only drawn while a scenario is open. */
export function useScenario(): Scenario {
  const scenario = useDocument(selectScenario);
  assert(scenario, 'a scenario is open');
  return scenario;
}
