/** Questions to one trace at a time, which stays open between them. */
import { formatQuantity } from '../../core/quantities/quantity.ts';
import type { ByteSource } from '../measure/contract.ts';
import type { CollectOptions } from '../measure/trace/collect-trace.ts';
import { Macrotasks } from '../simulate/macrotasks.ts';
import type {
  OpenedTrace,
  RunUnderDepths,
  TraceDepthsQuestion,
  TraceDepthsService,
  TraceRefusal,
} from './contract.ts';
import { DepthTrace } from './depth-trace.ts';
import { type CompiledTrace, compileTrace, type LatencyBounds } from './event-program.ts';
import { type FifoTrace, readFifoTrace } from './read-fifo-trace.ts';

const refused = (reason: string): TraceRefusal => ({ kind: 'refused', reason });

/** A trace that questions can be put to, or why not. Rejects with the reason of `signal`. */
export async function openDepthTrace(
  source: ByteSource,
  question: TraceDepthsQuestion,
  options: CollectOptions,
): Promise<{ readonly trace: DepthTrace; readonly opened: OpenedTrace } | TraceRefusal> {
  const { fifos = {}, tokenLatency, roomLatency, sequential = false } = question;
  const read = await readFifoTrace(source, fifos, options);
  if (!read.ok) return refused(read.error);
  const { events, tick } = read.value;
  const ticks = (seconds: number): number => Math.round(seconds / tick);
  const compiled = compileTrace(
    events,
    {
      ...(tokenLatency !== undefined && { token: ticks(tokenLatency) }),
      ...(roomLatency !== undefined && { room: ticks(roomLatency) }),
    },
    (time) => formatQuantity(time * tick, 'time', { digits: 9 }),
    sequential,
  );
  if (!compiled.ok) return refused([compiled.error, ...read.value.faults.slice(0, 1)].join('. '));
  const trace = new DepthTrace(compiled.value, tick);
  const notes = notesOf(compiled.value, read.value, question);
  return { trace, opened: trace.opened(notes, read.value.isPartial) };
}

/** What the trace tells, and what it does not. */
function notesOf(
  { program, layout, latencies, sameInstant, loose, unknownWaits, overlongWaits, disordered }: CompiledTrace,
  { tick, faults, truncated }: FifoTrace,
  { tokenLatency, roomLatency, sequential }: TraceDepthsQuestion,
): readonly string[] {
  const time = (ticks: number): string => formatQuantity(ticks * tick, 'time', { digits: 4 });
  const unsized = program.fifos.filter(({ depth }) => depth === undefined).map(({ id }) => id);
  const left = program.fifos.flatMap(({ id }, q) => {
    const count = layout.puts[q]! - layout.frees[q]!;
    return count > 0 ? [`${count.toLocaleString('en')} in ${id}`] : [];
  });
  return [
    ...(loose.length > 0
      ? [
          `Nobody told whose these ends are, so each is a process of its own, which waits for nothing else: ${loose.slice(0, 6).join(', ')}${loose.length > 6 ? ` and ${loose.length - 6} more` : ''}. Table queues tells them by source and dest.`,
        ]
      : []),
    ...(unsized.length > 0
      ? [
          `The depth in the traced run is not told for ${unsized.slice(0, 6).join(', ')}${unsized.length > 6 ? ` and ${unsized.length - 6} more` : ''}: time that their writers waited for room counts as their own work. Table queues tells it as capacity.`,
        ]
      : []),
    ...(tokenLatency === undefined
      ? [latencyWords('From a write to the read of the same element', latencies.token, time)]
      : []),
    ...(roomLatency === undefined
      ? [latencyWords('From a read to the next write into its slot', latencies.room, time)]
      : []),
    ...(unknownWaits > 0
      ? [
          `${unknownWaits.toLocaleString('en')} steps came just when what they needed was there, and the trace does not tell how long they had waited (rows F and E, or blockedFor, would). The total time has bounds: with all of that time as waiting, and as work. The waits at each FIFO are those of these two runs; one between them may wait elsewhere.`,
        ]
      : []),
    ...(overlongWaits > 0
      ? [
          `${overlongWaits.toLocaleString('en')} waits are told to have gone on after what they waited for was there. What went on may be work, which is one end of the bounds.`,
        ]
      : []),
    ...(disordered > 0
      ? [
          `${disordered.toLocaleString('en')} events are earlier than one before them of the same kind and FIFO. All are taken in order of time.`,
        ]
      : []),
    ...(left.length > 0
      ? [
          `At the end elements stay: ${left.slice(0, 6).join(', ')}${left.length > 6 ? ` and ${left.length - 6} more` : ''}. If departures are missing in the trace, those that follow are taken for earlier elements.`,
        ]
      : []),
    ...(sameInstant.sequential && !sequential
      ? [
          'Operations of a process at one instant are taken one after the other: together they would wait for each other.',
        ]
      : []),
    ...(truncated ? ['The file ends in the middle: what came before is used.'] : []),
    ...faults,
  ];
}

function latencyWords(
  what: string,
  { least, most, isAssumed }: LatencyBounds,
  time: (ticks: number) => string,
): string {
  if (isAssumed) return `${what} no time is assumed: nothing in the trace shows how long that takes.`;
  return least === most
    ? `${what} ${time(most)}, as the trace shows.`
    : `${what} ${time(least)} to ${time(most)}: none was sooner, and no wait that the trace tells shows it. The total time has bounds unless the latency is given.`;
}

export function traceDepthsService(): TraceDepthsService {
  const running = { open: new Set<AbortController>(), least: new Set<AbortController>() };
  let open: { readonly trace: DepthTrace; readonly opened: OpenedTrace } | undefined;
  const under = (depths: readonly number[]): RunUnderDepths | TraceRefusal =>
    open ? open.trace.under(depths) : refused('no trace is open');
  return {
    async open({ file, name, options }, question, onProgress) {
      const controller = new AbortController();
      running.open.add(controller);
      open = undefined;
      try {
        const answer = await openDepthTrace(file, question, {
          ...{ fileName: name, onProgress, signal: controller.signal },
          ...(options && { options }),
        });
        if ('kind' in answer) return answer;
        open = answer;
        return answer.opened;
      } finally {
        running.open.delete(controller);
      }
    },
    under,
    curve(depths, fifo) {
      const at = open?.opened.fifos.findIndex(({ id }) => id === fifo) ?? -1;
      if (!open || at < 0) return refused(`there is no FIFO "${fifo}" in the trace`);
      return open.trace.curve(depths, at);
    },
    async least(target, onProgress) {
      if (!open) return refused('no trace is open');
      const controller = new AbortController();
      running.least.add(controller);
      const tasks = new Macrotasks();
      try {
        const found = await open.trace.least(target, async (done) => {
          onProgress(done);
          await tasks.next();
          return !controller.signal.aborted;
        });
        controller.signal.throwIfAborted();
        return found ?? refused('stopped');
      } finally {
        tasks.close();
        running.least.delete(controller);
      }
    },
    cancel(method) {
      // The other two are done before a message can come.
      if (method === 'open' || method === 'least')
        for (const controller of running[method]) controller.abort();
    },
  };
}
