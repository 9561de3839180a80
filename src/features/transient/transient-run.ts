/** Follows the Markov chain of the open scenario over time, on demand, and tells how large it is before. */
import { create } from 'zustand';
import type { NoAnswer } from '../../../core/measures/refusals.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { ChainSize, TransientAnswer } from '../../../workers/transient/contract.ts';
import { answered, createRun, type RunState } from '../../run/create-run.ts';
import { onOtherDocument, selectScenario, useDocument } from '../../state/document-store.ts';
import { askWhenSilent } from '../../ui/widgets/ask-when-silent.ts';
import { newSolver, solverLost } from '../solve/solver-client.ts';

export interface TransientSettings {
  readonly from: 'empty' | 'full';
  /** s; absent: until it has settled. */
  readonly until?: number;
}

const START: TransientSettings = { from: 'empty' };

export const useTransientSettings = create<TransientSettings>()(() => START);
onOtherDocument(() => useTransientSettings.setState(START, true));

/** Distributions between start and end, as many as a picture has columns. */
const DISTRIBUTION_STEPS = 60;

interface Question {
  readonly scenario: Scenario;
  readonly settings: TransientSettings;
}

/** The progress is the share that is done; there is none while the states are looked for. */
export type TransientRun = RunState<TransientAnswer, number, NoAnswer>;

export const transientKey = ({ scenario, settings: { from, until } }: Question): string =>
  `${from} ${until ?? ''} ${modelKey(scenario)}`;

/** A worker of its own: a long walk holds up no other answer. */
const walker = newSolver();

export const transientRun = createRun<Question, TransientAnswer, number, NoAnswer>({
  name: 'transient',
  key: transientKey,
  ask: async ({ scenario, settings }, { signal, progress }) =>
    answered(
      await walker.transient(
        signal,
        scenario,
        { ...settings, distributionSteps: DISTRIBUTION_STEPS },
        progress,
      ),
    ),
  lost: solverLost,
});
askWhenSilent(transientRun, { what: 'The transient response' });

export async function startTransient(): Promise<void> {
  const scenario = selectScenario(useDocument.getState());
  if (scenario) await transientRun.ask({ scenario, settings: useTransientSettings.getState() });
}

const counter = newSolver();

/** How many states the chain has: only a hint, asked for when the page shows it. */
export const chainSizeRun = createRun<Scenario, ChainSize, never, NoAnswer>({
  name: 'chain size',
  key: modelKey,
  ask: async (scenario, { signal }) => answered(await counter.chainSize(signal, scenario)),
  lost: solverLost,
});
