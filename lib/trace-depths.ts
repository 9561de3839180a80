/** A traced run of FIFOs under other depths, the least depths that keep its time, or its time under many. */

import type { ByteSource, ReduceProgress } from '../workers/measure/contract.ts';
import type {
  FifoFacts,
  FifoUnderDepths,
  LeastDepths,
  OpenedTrace,
  RunUnderDepths,
  TracedFifo,
} from '../workers/trace-depths/contract.ts';
import type { DepthTrace } from '../workers/trace-depths/depth-trace.ts';
import { openDepthTrace } from '../workers/trace-depths/trace-depths-session.ts';
import { boundsText, exactWords, runTimeText } from '../workers/trace-depths/trace-words.ts';
import { BadInput } from './bad-input.ts';

/** One question a call: the run under `depths`, `least` depths, or the total time of all combinations of `vary`. */
export interface TraceDepthsOptions {
  /** By id of the FIFO: its processes (`source` writes, `dest` reads) and its depth in the traced run, where the file does not tell. */
  readonly fifos?: Readonly<Record<string, FifoFacts>>;
  /** s from a write until the element can be read; what the trace tells of it when absent. */
  readonly latency?: number;
  /** s from a read until its slot can be filled; estimated from the trace when absent. */
  readonly roomLatency?: number;
  /** Operations of a process at one instant come one after the other; together, as in a cycle of hardware, when absent. */
  readonly sequential?: boolean;
  /** By id, at least 1; as in the traced run when absent, and as deep as it was ever full where nobody told that. */
  readonly depths?: Readonly<Record<string, number>>;
  /** Seeks the least depths that keep the time of the run with room for everything, or `total`. */
  readonly least?: boolean;
  /** s that the run may take instead; seeks the least depths for it. */
  readonly total?: number;
  /** By id, first and last depth: the total time of every combination, the others as in `depths`. */
  readonly vary?: Readonly<Record<string, readonly [number, number]>>;
}

/** What is known of the traced run; times in s. */
type TraceFacts = Omit<OpenedTrace, 'kind' | 'fifos'> & {
  /** A sentence: whether the times under other depths are those of the design. */
  readonly exact: string;
};

/** A FIFO in the run that was asked for; `traced` is its depth in the traced run. */
export interface TracedRunFifo extends Omit<TracedFifo, 'depth'>, FifoUnderDepths {
  readonly traced?: number;
}

/** The run under given depths: its total time, or the deadlock in which it ends. */
export interface TracedRun extends TraceFacts, Omit<RunUnderDepths, 'fifos'> {
  readonly fifos: readonly TracedRunFifo[];
}

/** Depths in the order of the FIFOs of which none can be one less, with what proves it. */
export interface LeastTraceDepths extends TraceFacts, LeastDepths {
  readonly fifos: readonly TracedFifo[];
}

export interface VariedTraceDepths {
  readonly kind: 'varied';
  /** Ids, in the order of the depths of each setting. */
  readonly fifos: readonly string[];
  /** s with the most own work that the trace leaves open; infinite (null as JSON) in a deadlock. */
  readonly settings: readonly { readonly depths: readonly number[]; readonly total: number }[];
  readonly exact: string;
}

export type TraceDepthsAnswer = TracedRun | LeastTraceDepths | VariedTraceDepths;

/** While the file is read how far that is; then how many FIFOs have their least depth, of all. */
export type TraceDepthsProgress = ReduceProgress | { readonly sized: number; readonly fifos: number };

/** Where a reader of the words changes how one instant is read. */
const OPTION = 'option sequential';

/** Settings of `vary` in one call. */
const MOST_SETTINGS = 100_000;

export async function traceDepths(
  source: ByteSource,
  fileName: string,
  options: TraceDepthsOptions,
  tell?: (progress: TraceDepthsProgress) => void,
): Promise<TraceDepthsAnswer> {
  const { fifos, latency, roomLatency, sequential, depths = {}, vary, total } = options;
  const isLeast = options.least === true || total !== undefined;
  if (isLeast && (options.depths || vary))
    throw new BadInput([`${options.depths ? 'depths' : 'vary'}: expected no least and no total beside it`]);
  const answer = await openDepthTrace(
    source,
    {
      ...(fifos && { fifos }),
      ...(latency !== undefined && { tokenLatency: latency }),
      ...(roomLatency !== undefined && { roomLatency }),
      ...(sequential !== undefined && { sequential }),
    },
    { fileName, ...(tell && { onProgress: tell }) },
  );
  if ('kind' in answer) throw new BadInput([`${fileName}: ${answer.reason}`]);
  const { trace, opened } = answer;
  if (isLeast) return leastOf(trace, opened, total, tell);
  const asked = [...trace.tracedDepths];
  for (const [id, depth] of Object.entries(depths)) asked[placeOf(opened, id)] = depth;
  return vary ? varied(trace, opened, asked, vary) : runOf(trace, opened, asked);
}

function placeOf({ fifos }: OpenedTrace, id: string): number {
  const at = fifos.findIndex((fifo) => fifo.id === id);
  if (at < 0)
    throw new BadInput([
      `there is no FIFO "${id}" in the trace; it has ${fifos.map((fifo) => fifo.id).join(', ')}`,
    ]);
  return at;
}

function runOf(trace: DepthTrace, opened: OpenedTrace, depths: readonly number[]): TracedRun {
  const run = trace.under(depths);
  const fifos = opened.fifos.map(({ depth: traced, ...fifo }, q) => ({
    ...fifo,
    ...(traced !== undefined && { traced }),
    ...run.fifos[q]!,
  }));
  return { ...opened, ...run, fifos, exact: exactWords(opened, OPTION) };
}

async function leastOf(
  trace: DepthTrace,
  opened: OpenedTrace,
  total: number | undefined,
  tell: ((progress: TraceDepthsProgress) => void) | undefined,
): Promise<LeastTraceDepths> {
  const { fifos, fastest } = opened;
  if (total !== undefined && total < fastest.most)
    throw new BadInput([
      `total: expected at least ${boundsText(fastest)}, which the run takes with room for everything; got ${runTimeText(total)}`,
    ]);
  const found = await trace.least(total, async (sized) => {
    tell?.({ sized, fifos: fifos.length });
    return true;
  });
  // Only who says that it should not go on is left without depths.
  return { ...opened, ...found!, fifos, exact: exactWords(opened, OPTION) };
}

function varied(
  trace: DepthTrace,
  opened: OpenedTrace,
  depths: readonly number[],
  vary: NonNullable<TraceDepthsOptions['vary']>,
): VariedTraceDepths {
  let settings: (readonly number[])[] = [depths];
  const places: number[] = [];
  for (const [id, [from, to]] of Object.entries(vary)) {
    const at = placeOf(opened, id);
    if (to < from) throw new BadInput([`vary ${id}: expected the larger depth last; got ${from} and ${to}`]);
    if (settings.length * (to - from + 1) > MOST_SETTINGS)
      throw new BadInput([`vary: expected at most ${MOST_SETTINGS.toLocaleString('en')} combinations`]);
    places.push(at);
    settings = settings.flatMap((each) =>
      Array.from({ length: to - from + 1 }, (_, i) => each.with(at, from + i)),
    );
  }
  const totals = trace.totals(settings);
  return {
    kind: 'varied',
    fifos: Object.keys(vary),
    settings: settings.map((each, i) => ({ depths: places.map((at) => each[at]!), total: totals[i]! })),
    exact: exactWords(opened, OPTION),
  };
}
