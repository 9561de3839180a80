/** Undo and redo of whole scenarios, which are immutable: a step back is the scenario before. */
import type { Scenario } from '../model/scenario.ts';

export interface Step {
  readonly scenario: Scenario;
  /** What was done to leave this scenario, in words. */
  readonly label: string;
}

export interface History {
  readonly present: Scenario;
  /** Oldest first; the label says what the next step did. */
  readonly past: readonly Step[];
  /** Next redo last; the label says what redoing does. */
  readonly future: readonly Step[];
  /** Edits with the same gesture make one step; absent after undo and when a gesture ends. */
  readonly gesture?: string;
}

const MOST_STEPS = 300;

export const startHistory = (scenario: Scenario): History => ({ present: scenario, past: [], future: [] });

/** An edit that changes nothing (returns the same object) makes no step. */
export function applyEdit(
  history: History,
  label: string,
  edit: (scenario: Scenario) => Scenario,
  gesture?: string,
): History {
  const present = edit(history.present);
  if (present === history.present) return history;
  const continues = gesture !== undefined && gesture === history.gesture;
  const past = continues
    ? history.past
    : [...history.past.slice(1 - MOST_STEPS), { scenario: history.present, label }];
  return { present, past, future: [], gesture };
}

export function endGesture(history: History): History {
  return history.gesture === undefined ? history : { ...history, gesture: undefined };
}

export function undo(history: History): History {
  const step = history.past.at(-1);
  if (!step) return history;
  return {
    present: step.scenario,
    past: history.past.slice(0, -1),
    future: [...history.future, { scenario: history.present, label: step.label }],
  };
}

export function redo(history: History): History {
  const step = history.future.at(-1);
  if (!step) return history;
  return {
    present: step.scenario,
    past: [...history.past, { scenario: history.present, label: step.label }],
    future: history.future.slice(0, -1),
  };
}
