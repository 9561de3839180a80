/** Replays the measured arrivals of stages of the open scenario, one replay at a time; the last of each stage is kept. */
import { create } from 'zustand';
import { ok } from '../../../core/base/result.ts';
import { modelKey } from '../../../core/scenario/model-key.ts';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import type { TraceFile } from '../../../workers/measure/contract.ts';
import type {
  StageReplayQuestion,
  StageReplayReport,
  StageReplayService,
} from '../../../workers/replay/contract.ts';
import type { ReplayProgress } from '../../../workers/virtual-queue/contract.ts';
import { createClient } from '../../run/create-client.ts';
import { createRun } from '../../run/create-run.ts';
import { onOtherDocument } from '../../state/document-store.ts';
import { askWhenSilent } from '../../ui/widgets/ask-when-silent.ts';

interface ReplayChoice {
  /** The stage is cut out although the measured arrivals could take the place of its source. */
  readonly alone: boolean;
}

const START: ReplayChoice = { alone: false };

export const useReplayChoice = create<ReplayChoice>()(() => START);
onOtherDocument(() => useReplayChoice.setState(START, true));

/** Another model, file or way has another one. */
export const replayKey = (file: string, { scenario, queue, alone = false }: StageReplayQuestion): string =>
  JSON.stringify([file, queue, alone, modelKey(scenario)]);

/** The file crosses as a handle and is read in the worker. */
const replayer = createClient<StageReplayService>(
  () => new Worker(new URL('../../../workers/entry/replay.worker.ts', import.meta.url), { type: 'module' }),
  { stoppable: ['replay'] },
);

interface Question {
  readonly trace: TraceFile;
  readonly question: StageReplayQuestion;
}

/** A report, with the key of what it belongs to. */
interface Replayed {
  readonly key: string;
  /** Key of the model that was replayed. */
  readonly model: string;
  readonly report: StageReplayReport;
}

export type Replays = Readonly<Record<NodeId, Replayed>>;

interface ReplaySoFar {
  readonly stage: NodeId;
  readonly told?: ReplayProgress;
}

interface ReplayFailure {
  readonly stage: NodeId;
  readonly message: string;
}

export const replayRun = createRun<Question, Replays, ReplaySoFar, ReplayFailure>({
  name: 'replay',
  key: ({ trace, question }) => replayKey(trace.name, question),
  ask: async ({ trace, question }, { signal, before, progress }) => {
    const { stage } = question;
    progress({ stage });
    const report = await replayer.replay(signal, trace, question, (told) => progress({ stage, told }));
    const replayed: Replayed = {
      ...{ key: replayKey(trace.name, question), model: modelKey(question.scenario) },
      report,
    };
    return ok({ ...before, [stage]: replayed });
  },
  lost: (message, { question: { stage } }) => ({ stage, message: `The replay stopped: ${message}.` }),
});
askWhenSilent(replayRun, { what: 'The replay' });
