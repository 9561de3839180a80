/** Runs of one trace under other FIFO depths. The trace stays open in the worker, so that a moved depth is answered at once. */
import { create } from 'zustand';
import { err, ok } from '../../../core/base/result.ts';
import type { ReduceProgress, TraceFile } from '../../../workers/measure/contract.ts';
import type {
  DepthCurve,
  LeastDepths,
  OpenedTrace,
  RunUnderDepths,
  TraceDepthsQuestion,
  TraceDepthsService,
  TracedFifo,
} from '../../../workers/trace-depths/contract.ts';
import { createClient } from '../../run/create-client.ts';
import { createRun } from '../../run/create-run.ts';
import { onOtherDocument } from '../../state/document-store.ts';
import { askWhenSilent } from '../../ui/widgets/ask-when-silent.ts';

const client = createClient<TraceDepthsService>(
  () =>
    new Worker(new URL('../../../workers/entry/trace-depths.worker.ts', import.meta.url), { type: 'module' }),
  { stoppable: ['open', 'under', 'curve', 'least'] },
);

interface Opening {
  readonly trace: TraceFile;
  readonly question: TraceDepthsQuestion;
  /** As traced when absent. */
  readonly depths?: readonly number[];
}

const lost = (message: string): string =>
  `The run under other depths stopped: ${message}. Open the trace again.`;

export const openRun = createRun<Opening, OpenedTrace & { readonly file: string }, ReduceProgress>({
  name: 'trace depths: reading',
  key: ({ trace, question }) => JSON.stringify([trace.name, question]),
  startsEmpty: true,
  ask: async ({ trace, question, depths }, { signal, progress }) => {
    for (const run of [underRun, curveRun, leastRun]) run.reset();
    const answer = await client.open(signal, trace, question, progress);
    if (answer.kind === 'refused') return err(answer.reason);
    chooseDepths(depths ?? answer.fifos.map(tracedDepth));
    return ok({ ...answer, file: trace.name });
  },
  lost,
});
askWhenSilent(openRun, { what: 'The reading of the trace' });

/** A question waits until the one before is answered: it takes some milliseconds. */
const PATIENCE = 5000;

const depthsKey = (depths: readonly number[]): string => depths.join();

export const underRun = createRun<readonly number[], RunUnderDepths>({
  name: 'trace depths',
  key: depthsKey,
  giveWay: PATIENCE,
  ask: async (depths, { signal }) => {
    const answer = await client.under(signal, depths);
    return answer.kind === 'refused' ? err(answer.reason) : ok(answer);
  },
  lost,
});
askWhenSilent(underRun, { what: 'The run under other depths' });

interface CurveQuestion {
  readonly depths: readonly number[];
  readonly fifo: string;
}

export const curveRun = createRun<CurveQuestion, DepthCurve>({
  name: 'trace depths: curve',
  key: ({ depths, fifo }) => JSON.stringify([fifo, depths]),
  rest: 150,
  giveWay: PATIENCE,
  ask: async ({ depths, fifo }, { signal }) => {
    const answer = await client.curve(signal, depths, fifo);
    return 'kind' in answer ? err(answer.reason) : ok(answer);
  },
  lost,
});
askWhenSilent(curveRun, { what: 'The curve of depths' });

export const leastRun = createRun<{ readonly target: number | undefined }, LeastDepths, number>({
  name: 'trace depths: least',
  key: ({ target }) => String(target),
  ask: async ({ target }, { signal, progress }) => {
    const answer = await client.least(signal, target, progress);
    return answer.kind === 'refused' ? err(answer.reason) : ok(answer);
  },
  lost,
});
askWhenSilent(leastRun, { what: 'The search for the least depths' });

/** As in the traced run; where nobody told, room for everything. */
export const tracedDepth = ({ depth, enough }: TracedFifo): number => depth ?? enough;

/** The depths that are looked at, in the order of the FIFOs of the open trace. */
export const useChosenDepths = create<readonly number[]>()(() => []);
onOtherDocument(() => useChosenDepths.setState([], true));

interface Reading {
  /** The one that was opened last. */
  readonly file?: File;
  /** Operations of a process at one instant come one after the other. */
  readonly sequential: boolean;
}

export const useReading = create<Reading>()(() => ({ sequential: false }));
onOtherDocument(() => useReading.setState({ sequential: false }, true));

export function openTrace(file: File): void {
  useReading.setState({ file });
  readTrace({ depths: undefined });
}

/** The depths that are looked at stay. */
export function readSequential(sequential: boolean): void {
  useReading.setState({ sequential });
  const isOpen = openRun.get().status === 'done';
  readTrace({ depths: isOpen ? useChosenDepths.getState() : undefined });
}

function readTrace({ depths }: { readonly depths: readonly number[] | undefined }): void {
  const { file, sequential } = useReading.getState();
  if (!file) return;
  void openRun.ask({
    ...{ trace: { file, name: file.name }, question: sequential ? { sequential } : {} },
    ...(depths && { depths }),
  });
}

export function chooseDepths(depths: readonly number[]): void {
  useChosenDepths.setState(depths, true);
  void underRun.follow(depths);
}
