/** The run under other depths against longest paths found by brute force over an explicit graph, and deadlocks against what is left of it. */
import { describe, expect, it } from 'vitest';
import { examples } from '../../tests/examples.ts';
import { drawsFrom } from '../solve/chain/random-chain.test-support.ts';
import { DepthTrace } from './depth-trace.ts';
import { compileTrace, type FifoEvents } from './event-program.ts';
import { FifoRun, type RunLayout } from './fifo-run.ts';
import { LaneRun } from './lanes/lane-run.ts';
import { openDepthTrace } from './trace-depths-session.ts';
import { exactWords } from './trace-words.ts';

const LETTERS = 'IDFERT';

/** Rows `fifo, time, letter, count, blockedFor`. */
function eventsOf(
  fifos: FifoEvents['fifos'],
  rows: readonly (readonly [string, number, string, number?, number?])[],
): FifoEvents {
  return {
    fifos,
    time: Float64Array.from(rows, (row) => row[1]),
    fifo: Int32Array.from(rows, (row) => fifos.findIndex(({ id }) => id === row[0])),
    kind: Uint8Array.from(rows, (row) => LETTERS.indexOf(row[2])),
    count: Int32Array.from(rows, (row) => row[3] ?? 1),
    blockedFor: Float64Array.from(rows, (row) => row[4] ?? Number.NaN),
  };
}

/** Processes that write and read at random, in an order that works with FIFOs without bounds. */
function randomTrace(seed: number): FifoEvents {
  const draw = drawsFrom(seed);
  const processes = draw.integer(2, 5);
  const fifos = Array.from({ length: draw.integer(2, 6) }, (_, q) => ({
    id: `q${q}`,
    source: `p${draw.integer(0, processes - 1)}`,
    dest: `p${draw.integer(0, processes - 1)}`,
  }));
  const fills = fifos.map(() => 0);
  const rows: [string, number, string][] = [];
  for (let time = 0, n = draw.integer(20, 120); n > 0; n--) {
    time += draw.integer(0, 3);
    const q = draw.integer(0, fifos.length - 1);
    const isWrite = fills[q] === 0 || draw.chance(0.5);
    fills[q]! += isWrite ? 1 : -1;
    rows.push([`q${q}`, time, isWrite ? 'I' : 'D']);
  }
  // What is left is read at the end, so that no place is kept for ever.
  fifos.forEach(({ id }, q) => {
    for (; fills[q]! > 0; fills[q]!--) rows.push([id, 1000 + q, 'D']);
  });
  return eventsOf(fifos, rows);
}

/** Times of all operations by relaxing every arc until nothing moves; infinite of those that never are ready. */
function byBruteForce(
  { program, effects }: RunLayout,
  work: Float64Array,
  depths: readonly number[],
): number[] {
  const { kinds, fifoOf, begins, isFirst, fifos } = program;
  const stepOf: number[] = [];
  for (let o = 0, step = -1; o < kinds.length; o++) stepOf.push(begins[o] ? ++step : step);
  const steps = stepOf.at(-1)! + 1;
  const arcs: { from: number; to: number; weight: number }[] = [];
  const never = new Set<number>();
  const starts: { step: number; time: number }[] = [];
  for (let o = 0; o < kinds.length; o++)
    if (begins[o]) {
      if (isFirst[o]) starts.push({ step: stepOf[o]!, time: work[o]! });
      else arcs.push({ from: stepOf[o - 1]!, to: stepOf[o]!, weight: work[o]! });
    }
  for (const [q, { tokenLatency, roomLatency }] of fifos.entries()) {
    const all = [...kinds.keys()].filter((o) => fifoOf[o] === q);
    const writes = all.filter((o) => kinds[o] === 1);
    const reads = all.filter((o) => kinds[o] === 0);
    reads.forEach((o, k) => {
      if (k < writes.length) arcs.push({ from: stepOf[writes[k]!]!, to: stepOf[o]!, weight: tokenLatency });
      else never.add(stepOf[o]!);
    });
    writes.forEach((o, k) => {
      const need = k - depths[q]!;
      if (need < 0) return;
      if (need < reads.length)
        arcs.push({ from: stepOf[reads[need]!]!, to: stepOf[o]!, weight: roomLatency });
      else never.add(stepOf[o]!);
    });
  }
  expect(effects.length).toBe(kinds.length);
  // What can be done at all: a step whose predecessors all can.
  const done = new Set<number>();
  for (let moved = true; moved; ) {
    moved = false;
    for (let s = 0; s < steps; s++)
      if (!done.has(s) && !never.has(s) && arcs.every(({ from, to }) => to !== s || done.has(from))) {
        done.add(s);
        moved = true;
      }
  }
  const times = Array.from({ length: steps }, (_, s) => (done.has(s) ? 0 : Number.POSITIVE_INFINITY));
  for (const { step, time } of starts) if (done.has(step)) times[step] = Math.max(times[step]!, time);
  for (let moved = true; moved; ) {
    moved = false;
    for (const { from, to, weight } of arcs) {
      if (!done.has(to)) continue;
      const time = times[from]! + weight;
      if (time > times[to]!) {
        times[to] = time;
        moved = true;
      }
    }
  }
  return [...kinds.keys()].map((o) => times[stepOf[o]!]!);
}

const compiled = (seed: number) => {
  const trace = compileTrace(randomTrace(seed), { token: 0, room: 0 }, String);
  if (!trace.ok) throw new Error(trace.error);
  return trace.value;
};

describe('a trace under other depths', () => {
  it('is the longest paths of its event graph, also when one depth after the other changes', () => {
    const traces = Math.max(100, examples(300));
    const seen = { complete: 0, locked: 0 };
    for (let seed = 1; seed <= traces; seed++) {
      const { layout, program } = compiled(seed);
      const draw = drawsFrom(7000 + seed);
      for (const work of [program.mostWork, program.leastWork]) {
        const run = new FifoRun(layout, work);
        const depths = program.fifos.map(() => draw.integer(1, 6));
        for (let move = 0; move < 12; move++) {
          if (move > 0) depths[draw.integer(0, depths.length - 1)] = draw.integer(1, 8);
          run.setDepths(depths);
          expect([...run.times], `seed ${seed}, depths ${depths}`).toEqual(
            byBruteForce(layout, work, depths),
          );
          seen[run.isComplete ? 'complete' : 'locked']++;
        }
      }
    }
    expect(seen.complete).toBeGreaterThan((5 / 3) * traces);
    expect(seen.locked).toBeGreaterThan((5 / 3) * traces);
  });

  it('is the same sixteen at a time', () => {
    for (let seed = 1; seed <= 150; seed++) {
      const { layout, program } = compiled(seed);
      const draw = drawsFrom(9000 + seed);
      const settings = Array.from({ length: 40 }, () => program.fifos.map(() => draw.integer(1, 9)));
      const run = new FifoRun(layout, program.mostWork);
      const ends = settings.map((depths) => {
        run.setDepths(depths);
        return run.end;
      });
      expect([...new LaneRun(layout, program.mostWork).ends(settings)!]).toEqual(ends);
    }
  });

  it('names a circle of waits, or a process that is over, in every deadlock', { tags: ['long'] }, () => {
    const seen = { cycle: 0, ended: 0, none: 0 };
    for (let seed = 1; seed <= 1000; seed++) {
      const trace = compiled(seed);
      const { program, layout } = trace;
      const draw = drawsFrom(5000 + seed);
      const depths = program.fifos.map(() => draw.integer(1, 5));
      const { lock, total } = new DepthTrace(trace, 1).under(depths);
      const truth = byBruteForce(layout, program.mostWork, depths);
      expect(lock === undefined, `seed ${seed}`).toBe(truth.every(Number.isFinite));
      expect(total === undefined).toBe(lock !== undefined);
      seen[lock?.kind ?? 'none']++;
      for (const [i, { process, on, fifo, waitsFor, element }] of (lock?.steps ?? []).entries()) {
        const q = program.fifos.findIndex(({ id }) => id === fifo);
        const at = { writer: program.fifos[q]!.writer, reader: program.fifos[q]!.reader };
        const [mine, other] = waitsFor === 'element' ? ['reader', 'writer'] : ['writer', 'reader'];
        expect(program.processes[at[mine as 'reader']]).toBe(process);
        expect(program.processes[at[other as 'writer']]).toBe(on);
        const operations = [...program.kinds.keys()].filter(
          (o) => program.fifoOf[o] === q && program.kinds[o] === (waitsFor === 'element' ? 0 : 1),
        );
        expect(truth[operations[element - 1]!]).toBe(Number.POSITIVE_INFINITY);
        const next = lock!.steps[i + 1] ?? (lock!.kind === 'cycle' ? lock!.steps[0] : undefined);
        if (next) expect(next.process).toBe(on);
        else expect(truth[program.firstOperation[program.processes.indexOf(on) + 1]! - 1]).not.toBe(Infinity);
      }
    }
    expect(Math.min(seen.cycle, seen.none)).toBeGreaterThan(100);
  });

  it('finds depths of which none can be one less, and depths from which on nothing waits', async () => {
    for (let seed = 1; seed <= 100; seed++) {
      const trace = compiled(seed);
      const { program, layout } = trace;
      const depthTrace = new DepthTrace(trace, 1);
      const endOf = (depths: readonly number[]) =>
        Math.max(...byBruteForce(layout, program.mostWork, depths));
      const fastest = endOf(program.fifos.map(() => 1000));
      expect(endOf(depthTrace.enough)).toBe(fastest);
      const least = (await depthTrace.least())!;
      expect(endOf(least.depths)).toBe(fastest);
      for (const [q, depth] of least.depths.entries())
        if (depth > 1) expect(endOf(least.depths.with(q, depth - 1))).toBeGreaterThan(fastest);
      expect(least.smaller.every(({ total }) => total.most > fastest)).toBe(true);
    }
  });

  it('counts elements that nobody takes, in the most at once and in what is enough', async () => {
    const fifos = [{ id: 'q', source: 'a', dest: 'b', depth: 9 }];
    const moves = [0, 2, 3, 4].map((time) => ['q', time, 'I'] as const);
    const trace = compileTrace(eventsOf(fifos, [...moves, ['q', 1, 'D']]), {}, String);
    if (!trace.ok) throw new Error(trace.error);
    const depthTrace = new DepthTrace(trace.value, 1);
    expect(depthTrace.enough).toEqual([3]);
    expect(depthTrace.under([9]).fifos[0]!.highest).toBe(3);
    expect(depthTrace.under([2]).lock?.kind).toBe('ended');
  });

  it('takes no time that an element or a place merely lay there for a latency', () => {
    // Without latencies a writes at 0, 12, 22, 32 where there is one place, and b reads as it did.
    const fifos = [{ id: 'q', source: 'a', dest: 'b', depth: 2 }];
    const rows: [string, number, string, number?, number?][] = [0, 10, 20, 30].map((time) => [
      'q',
      time,
      'I',
      1,
      0,
    ]);
    const reads = [12, 22, 32, 42].map((time): (typeof rows)[number] => ['q', time, 'D', 1, 0]);
    const trace = compileTrace(eventsOf(fifos, [...rows, ...reads]), {}, String);
    if (!trace.ok) throw new Error(trace.error);
    expect(trace.value.latencies).toEqual({ token: { least: 0, most: 12 }, room: { least: 0, most: 8 } });
    const { total } = new DepthTrace(trace.value, 1).under([1]);
    expect(total!.least).toBe(42);
    expect(total!.most).toBeGreaterThan(42);
    const given = compileTrace(eventsOf(fifos, [...rows, ...reads]), { token: 0, room: 0 }, String);
    expect(given.ok && new DepthTrace(given.value, 1).under([1]).total).toEqual({ least: 42, most: 42 });
  });

  it('takes for a latency what the end of a wait shows, and assumes none where nothing does', () => {
    const fifos = [{ id: 'q', source: 'a', dest: 'b', depth: 4 }];
    const rows: [string, number, string, number?, number?][] = [
      ['q', 5, 'I', 1, 0],
      ['q', 8, 'D', 1, 8],
      ['q', 9, 'I', 1, 0],
      ['q', 15, 'D', 1, 0],
    ];
    const trace = compileTrace(eventsOf(fifos, rows), {}, String);
    expect(trace.ok && trace.value.latencies).toEqual({
      token: { least: 3, most: 3 },
      room: { least: 0, most: 0, isAssumed: true },
    });
  });

  it('takes what goes on after a wait was over for work or waiting, so the traced run lies between its bounds', () => {
    const fifos = [{ id: 'q', source: 'a', dest: 'b', depth: 2 }];
    const rows: [string, number, string, number?, number?][] = [
      ['q', 0, 'I', 1, 0],
      ['q', 5, 'D', 1, 5],
      ['q', 7, 'I', 1, 3],
      ['q', 9, 'D', 1, 0],
    ];
    const trace = compileTrace(eventsOf(fifos, rows), {}, String);
    if (!trace.ok) throw new Error(trace.error);
    expect(trace.value.overlongWaits).toBe(2);
    const { total } = new DepthTrace(trace.value, 1).under([2]);
    expect(total!.most).toBe(9);
    expect(total!.least).toBeLessThan(9);
  });
});

describe('a damaged trace', () => {
  const answerTo = (rows: string) =>
    openDepthTrace(
      new Blob([
        `#qtm 1 queues time=ns\nqueueId,source,dest,capacity\nq,a,b,2\n#qtm 1 events time=ns\nqueueId,time,kind\n${rows}`,
      ]),
      {},
      { fileName: 'run.csv' },
    );

  it.each([
    ['q,0,F\nq,3,E\n', 'no insertions and departures'],
    ['q,0.5,I\nq,1.5,D\n', 'got 0.5; the row is left out'],
    ['q,-1,I\nq,2,D\n', 'got -1; the row is left out'],
    ['q,0,R\nq,1,I\nq,2,I\nq,5,D\nq,6,D\n', 'the I of element 2 at 2 ns has no R before it'],
    ['q,0,I\nq,1,T\nq,2,D\nq,3,I\nq,4,D\n', 'the D of element 2 at 4 ns has no T before it'],
  ])('%j is refused: %s', async (rows, why) => {
    const answer = await answerTo(rows);
    expect('kind' in answer && answer.reason).toContain(why);
  });

  it.each([
    ['q,0,I\nq,4,I\nq,9,D\n', 'At the end elements stay: 1 in q.'],
    ['q,0,I\nq,10,I\nq,5,I\nq,7,D\nq,12,D\nq,13,D\n', '1 events are earlier than one before them'],
  ])('%j is answered, and what is odd told: %s', async (rows, what) => {
    const answer = await answerTo(rows);
    expect('kind' in answer ? answer.reason : answer.opened.notes.join(' ')).toContain(what);
  });

  it('with rows left out never passes for exact', async () => {
    const answer = await answerTo('q,0,I\nq,1,X\nq,2,D\n');
    if ('kind' in answer) throw new Error(answer.reason);
    expect(exactWords(answer.opened, 'x')).toContain('May be wrong: rows of the trace were left out');
  });
});
