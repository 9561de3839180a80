/** Follows the Markov chain of the open scenario over time, on demand, and tells how large it is before. */
import { create } from 'zustand';
import type { NoAnswer } from '../../../core/measures/measures.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { ChainSize, TransientAnswer } from '../../../workers/transient/contract.ts';
import { isAbort } from '../../run/worker-bridge.ts';
import { selectScenario, useDocument } from '../../state/document-store.ts';
import { SolverClient } from '../solve/solver-client.ts';

export interface TransientSettings {
  readonly from: 'empty' | 'full';
  /** s; absent: until it has settled. */
  readonly until?: number;
}

export interface TransientRun {
  readonly status: 'idle' | 'running' | 'done' | 'failed';
  /** Model key and settings that the answer or the refusal belongs to. */
  readonly key?: string;
  /** Share that is done; absent while the states are looked for. */
  readonly fraction?: number;
  /** The last answer, kept when a later question has none. */
  readonly answer?: TransientAnswer;
  readonly refusal?: NoAnswer;
}

interface TransientState {
  readonly settings: TransientSettings;
  readonly run: TransientRun;
  readonly size?: { readonly key: string; readonly outcome: ChainSize | NoAnswer };
}

const START: TransientState = { settings: { from: 'empty' }, run: { status: 'idle' } };

export const useTransient = create<TransientState>()(() => START);

/** Distributions between start and end, as many as a picture has columns. */
const DISTRIBUTION_STEPS = 60;

/** A worker of its own: a long walk holds up no other answer. */
let client: SolverClient | undefined;
let abort = new AbortController();

useDocument.subscribe((document, before) => {
  if (document.id === before.id) return;
  abort.abort();
  useTransient.setState(START, true);
});

export const transientKey = (model: string, { from, until }: TransientSettings): string =>
  `${from} ${until ?? ''} ${model}`;

export function setTransient(change: Partial<TransientSettings>): void {
  useTransient.setState(({ settings }) => ({ settings: { ...settings, ...change } }));
}

export async function startTransient(): Promise<void> {
  const scenario = selectScenario(useDocument.getState());
  if (!scenario) return;
  abort.abort();
  abort = new AbortController();
  const { signal } = abort;
  client ??= new SolverClient();
  const { settings, run } = useTransient.getState();
  const key = transientKey(modelKey(scenario), settings);
  const { answer } = run;
  const set = (next: TransientRun): void => {
    if (!signal.aborted) useTransient.setState({ run: next });
  };
  set({ ...kept(run), status: 'running' });
  try {
    const request = { ...settings, distributionSteps: DISTRIBUTION_STEPS };
    const outcome = await client.transient(scenario, request, signal, (fraction) =>
      set({ ...kept(run), status: 'running', fraction }),
    );
    if (outcome.kind === 'noAnswer')
      set({ status: 'failed', key, refusal: outcome, ...(answer && { answer }) });
    else set({ status: 'done', key, answer: outcome });
  } catch (reason) {
    if (isAbort(reason)) return;
    const message = `The solver stopped: ${reason instanceof Error ? reason.message : String(reason)}`;
    const refusal: NoAnswer = { kind: 'noAnswer', reason: 'stuck', message };
    set({ status: 'failed', key, refusal, ...(answer && { answer }) });
  }
}

/** What was there before comes back. */
export function cancelTransient(): void {
  abort.abort();
  useTransient.setState(({ run }) => ({ run: { ...kept(run), status: run.answer ? 'done' : 'idle' } }));
}

const kept = ({ key, answer }: TransientRun): Pick<TransientRun, 'key' | 'answer'> =>
  answer ? { answer, ...(key !== undefined && { key }) } : {};

/** Asks for the size of the chain unless it is known; the page does so when it shows it. */
export async function askChainSize(scenario: Scenario): Promise<void> {
  const key = modelKey(scenario);
  if (useTransient.getState().size?.key === key) return;
  sizing.abort();
  sizing = new AbortController();
  const { signal } = sizing;
  sizer ??= new SolverClient();
  try {
    const outcome = await sizer.chainSize(scenario, signal);
    if (!signal.aborted) useTransient.setState({ size: { key, outcome } });
  } catch {
    // Superseded, or a worker that died: the size is only a hint.
  }
}

let sizer: SolverClient | undefined;
let sizing = new AbortController();
