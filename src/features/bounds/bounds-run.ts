/** What holds for the open scenario whatever happens: quick to find, so it follows the drawing while it is shown. */
import { create } from 'zustand';
import type { NoAnswer } from '../../../core/measures/measures.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { WorstCaseAnswer } from '../../../workers/bounds/contract.ts';
import { isAbort } from '../../run/worker-bridge.ts';
import { useDocument } from '../../state/document-store.ts';
import { SolverClient } from '../solve/solver-client.ts';

interface WorstCaseState {
  /** Model key that the outcome belongs to. */
  readonly key?: string;
  readonly outcome?: WorstCaseAnswer | NoAnswer;
}

export const useWorstCase = create<WorstCaseState>()(() => ({}));

let client: SolverClient | undefined;
let abort = new AbortController();

useDocument.subscribe((document, before) => {
  if (document.id !== before.id) useWorstCase.setState({}, true);
});

/** Asks unless the answer is there; a newer question takes the place of an older one. */
export async function askWorstCase(scenario: Scenario): Promise<void> {
  const key = modelKey(scenario);
  if (useWorstCase.getState().key === key) return;
  abort.abort();
  abort = new AbortController();
  const { signal } = abort;
  client ??= new SolverClient();
  try {
    const outcome = await client.worstCase(scenario, signal);
    if (!signal.aborted) useWorstCase.setState({ key, outcome });
  } catch (reason) {
    if (isAbort(reason) || signal.aborted) return;
    const message = `The solver stopped: ${reason instanceof Error ? reason.message : String(reason)}`;
    useWorstCase.setState({ key, outcome: { kind: 'noAnswer', reason: 'stuck', message } });
  }
}
