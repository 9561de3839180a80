/** A traced run under other FIFO depths: many settings at a time beside one run after the other, and one moved depth. */
import { drawsFrom } from '../workers/solve/chain/random-chain.test-support.ts';
import { DepthTrace } from '../workers/trace-depths/depth-trace.ts';
import { type CompiledTrace, compileTrace, type FifoEvents } from '../workers/trace-depths/event-program.ts';
import { FifoRun } from '../workers/trace-depths/fifo-run.ts';
import { LaneRun } from '../workers/trace-depths/lanes/lane-run.ts';
import { type BenchRow, median, milliseconds } from './row.ts';

const SETTINGS = 1000;
const DEEPEST = 40;
/** Settings that are also run one by one. */
const COMPARED = 10;
const MOVES = 40;

/** A pipeline of twenty processes with work of their own at each element, and a way past every fourth. */
export function pipelineTrace(events: number): FifoEvents {
  const draw = drawsFrom(11);
  const stages = 20;
  const fifos = Array.from({ length: stages - 1 }, (_, p) => ({
    id: `q${p}`,
    source: `p${p}`,
    dest: `p${p + 1}`,
  }));
  for (let p = 0; p + 4 < stages; p += 4) fifos.push({ id: `past${p}`, source: `p${p}`, dest: `p${p + 4}` });
  const elements = Math.floor(events / (2 * fifos.length));
  const rows: { time: number; fifo: number; kind: number }[] = [];
  const clock = new Float64Array(stages);
  const came = fifos.map(() => new Float64Array(elements));
  // Rooms without bounds: what is written at once is read as soon as its reader is there.
  for (let n = 0; n < elements; n++)
    for (let p = 0; p < stages; p++) {
      let now = clock[p]!;
      for (const [q, { dest }] of fifos.entries())
        if (dest === `p${p}`) {
          now = Math.max(now, came[q]![n]!);
          rows.push({ time: now, fifo: q, kind: 1 });
        }
      for (const [q, { source }] of fifos.entries())
        if (source === `p${p}`) {
          now += draw.integer(1, 10);
          came[q]![n] = now;
          rows.push({ time: now, fifo: q, kind: 0 });
        }
      clock[p] = now + 1;
    }
  rows.sort((a, b) => a.time - b.time || a.kind - b.kind);
  return {
    fifos,
    time: Float64Array.from(rows, ({ time }) => time),
    fifo: Int32Array.from(rows, ({ fifo }) => fifo),
    kind: Uint8Array.from(rows, ({ kind }) => kind),
    count: new Int32Array(rows.length).fill(1),
    // It is told that nobody waited, which leaves nothing open; all gaps are work.
    blockedFor: new Float64Array(rows.length).fill(0),
  };
}

function pipeline(events: number): CompiledTrace {
  const compiled = compileTrace(pipelineTrace(events), { token: 0, room: 0 }, String);
  if (!compiled.ok) throw new Error(compiled.error);
  return compiled.value;
}

export async function benchTraceDepths(): Promise<BenchRow[]> {
  const { layout, program } = pipeline(1_000_000);
  const draw = drawsFrom(5);
  const settings = Array.from({ length: SETTINGS }, () => program.fifos.map(() => draw.integer(1, DEEPEST)));
  const lanes = new LaneRun(layout, program.mostWork);
  lanes.ends(settings.slice(0, 16));
  const before = process.cpuUsage();
  const ends = lanes.ends(settings)!;
  const { user, system } = process.cpuUsage(before);
  const together = (user + system) / 1e6;
  const single = new FifoRun(layout, program.mostWork);
  single.recompute(settings[0]!);
  const start = process.cpuUsage();
  for (let i = 0; i < COMPARED; i++) {
    single.recompute(settings[i]!);
    if (single.end !== ends[i]) throw new Error(`setting ${i} ends at ${single.end}, not at ${ends[i]}`);
  }
  const used = process.cpuUsage(start);
  const alone = (used.user + used.system) / 1e6 / COMPARED;
  return [
    {
      what: `a trace of ${(program.kinds.length / 1e6).toFixed(1)} million events under ${SETTINGS} other depth settings, one core (one after the other takes ${((alone * SETTINGS) / together).toFixed(0)} times as long)`,
      result: `${together.toFixed(2)} s`,
      goal: 'under 5 s',
      pace: 5 / together,
    },
    movedDepth(pipeline(100_000)),
  ];
}

/** All that the page shows of a moved depth: time, fills, waits; without the drawing of it. */
function movedDepth(compiled: CompiledTrace): BenchRow {
  const trace = new DepthTrace(compiled, 1);
  const draw = drawsFrom(8);
  let depths: readonly number[] = trace.enough;
  trace.under(depths);
  const times = Array.from({ length: MOVES }, () => {
    depths = depths.with(draw.integer(0, depths.length - 1), draw.integer(1, DEEPEST));
    const start = performance.now();
    trace.under(depths);
    return performance.now() - start;
  });
  const time = median(times);
  return {
    what: `one depth moved in a trace of ${compiled.program.kinds.length.toLocaleString('en')} events: time, fills and waits, median`,
    result: milliseconds(time),
    goal: 'under 50 ms',
    pace: 50 / time,
  };
}
