/** `stagegraph depths`, as a user calls it. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { measurementTemplate } from '../workers/measure/measurement-template.ts';
import { addDepths } from './depths.ts';
import { runVerbs } from './run-verbs.test-support.ts';

const example = resolve(import.meta.dirname, '..', 'public', 'measurements', 'hls-branches-trace.csv');
const depths = (...args: readonly string[]) => runVerbs([addDepths], ['depths', example, ...args]);

/** P, B and C are loops of reads and writes, one after the other, with q1 from P to B and q2 from B to C: their trace, and its time in ns. */
function loops(q1: number, q2: number): { readonly text: string; readonly total: number } {
  const [in1, out1, in2, out2]: number[][] = [[], [], [], []];
  const rows: { readonly time: number; readonly text: string }[] = [];
  const doneAt = (at: readonly number[], n: number): number => at[n] ?? 0;
  let [p, b, c] = [0, 0, 0];
  const step = (at: number[], comes: number, ready: number, event: string): number => {
    const time = Math.max(comes, ready);
    at.push(time);
    const [id, kind] = event.split(' ');
    rows.push({ time, text: `${time},${id},${kind},${time - comes}` });
    return time;
  };
  for (let n = 0; n < 400; n++) {
    p = step(in1!, p + (Math.floor(n / 12) % 2 === 0 ? 5 : 24), doneAt(out1!, n - q1), 'q1 I');
    b = step(out1!, b, p, 'q1 D');
    b = step(in2!, b + (Math.floor(n / 40) % 2 === 0 ? 10 : 18), doneAt(out2!, n - q2), 'q2 I');
    c = step(out2!, c, b, 'q2 D') + (Math.floor(n / 25) % 3 === 0 ? 22 : 8);
  }
  rows.sort((one, other) => one.time - other.time);
  const queues = ['#qtm 1 queues', 'queueId,capacity,source,dest', `q1,${q1},P,B`, `q2,${q2},B,C`];
  const events = [
    '#qtm 1 events time=ns',
    'time,queueId,kind,blockedFor',
    ...rows.map(({ text }) => text),
    '',
  ];
  return { text: [...queues, ...events].join('\n'), total: out2!.at(-1)! - in1![0]! };
}

describe('stagegraph depths', () => {
  it('tells the traced run, and that other depths lock it, with the circle', async () => {
    const traced = await depths('--json');
    const answer = JSON.parse(traced.out);
    expect(answer.total).toEqual({ least: answer.traced, most: answer.traced });
    expect(answer.unknownWaits).toBe(0);
    const locked = await depths('--depth', 'filter>blend=8');
    expect(locked.status).toBe(1);
    expect(locked.out).toContain(
      'Deadlock: read waits for free slots in read>filter, which filter does not read; filter waits for free slots in filter>blend, which blend does not read; blend waits for element 1 of divide>blend, from divide; divide waits for element',
    );
  });

  it('finds the least depths, each proved by its neighbour, as pragmas and CSV', async () => {
    const found = JSON.parse((await depths('--least', '--json')).out);
    expect(found.total.most).toBe(found.fastest.most);
    expect(
      found.smaller.every(({ total }: { total: { most: number } }) => !(total.most <= found.target)),
    ).toBe(true);
    const pragmas = (await depths('--least', '--format', 'pragma')).out.trim().split('\n');
    expect(pragmas).toEqual(
      found.fifos.map(
        ({ id }: { id: string }, q: number) =>
          `#pragma HLS stream variable=${id.replace('>', '_')} depth=${found.depths[q]}`,
      ),
    );
    const csv = (await depths('--least', '--format', 'csv')).out.trim().split('\n');
    expect(csv[1]).toBe(`read,filter,${found.depths[0]}`);
  });

  it('gives the total time of every combination', async () => {
    const { out } = await depths('--vary', 'filter>blend=10:20', '--vary', 'read>filter=1:4');
    const rows = out.trim().split('\n').slice(1);
    expect(rows).toHaveLength(44);
    expect(rows[0]).toBe('10,1,deadlock');
    expect(Number(rows.at(-1)!.split(',')[2])).toBeGreaterThan(0);
  });

  it.each(['filter>blend=1:2:3', 'filter>blend=20:10'])('refuses --vary %s', async (varied) => {
    await expect(depths('--vary', varied)).rejects.toThrow('the least first, such as q=1:64');
  });

  it('is exact for loops with --sequential, and says without it what it takes to happen together', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'depths-')), 'loops.csv');
    const traced = loops(4, 2);
    writeFileSync(file, traced.text);
    const at = async (q1: number, q2: number, ...more: readonly string[]) =>
      JSON.parse(
        (
          await runVerbs(
            [addDepths],
            ['depths', file, '--depth', `q1=${q1}`, '--depth', `q2=${q2}`, '--json', ...more],
          )
        ).out,
      );
    const apart: number[] = [];
    for (const [q1, q2] of [
      [1, 1],
      [2, 4],
      [4, 2],
      [8, 8],
      [64, 64],
    ] as const) {
      const sequential = await at(q1, q2, '--sequential');
      expect(Math.round(sequential.total.most * 1e9)).toBe(loops(q1, q2).total);
      expect(sequential.exact).toContain('at one instant happens one after the other');
      const together = await at(q1, q2);
      apart.push(Math.round((together.total.most - sequential.total.most) * 1e9));
      expect(together.exact).toMatch(
        /and if what a process does at one instant happens together.* With option sequential they come one after the other/,
      );
    }
    expect(apart.some((difference) => difference !== 0)).toBe(true);
    const alone = ['#qtm 1 queues', 'queueId,capacity,source,dest', 'q,2,A,B', '#qtm 1 events time=ns'];
    writeFileSync(file, [...alone, 'time,queueId,kind,blockedFor', '5,q,I,0', '6,q,D,1', ''].join('\n'));
    expect((await runVerbs([addDepths], ['depths', file])).out).not.toContain('one instant');
  });

  it('reads a trace in the template, filled in where its comments say', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'depths-')), 'template.csv');
    const template = measurementTemplate([{ id: 'q' }])
      .replace(/^# (#qtm 1 queues|#qtm 1 events|queueId,time,kind)/gm, '$1')
      .replace(/^# (queueId,capacity.*)$/m, '$1\nq,1,load,compute');
    writeFileSync(file, `${template}q,0,I,0\nq,10,D,0\nq,10,I,5\nq,20,D,0\n`);
    const { total, fifos, notes } = JSON.parse(
      (await runVerbs([addDepths], ['depths', file, '--depth', 'q=2', '--json'])).out,
    );
    expect(fifos).toMatchObject([{ id: 'q', source: 'load', dest: 'compute', depth: 2, traced: 1 }]);
    expect(total.most).toBeCloseTo(20e-9, 15);
    expect(notes.join(' ')).not.toMatch(/Nobody told|not told/);
  });

  it('names what is wrong', async () => {
    await expect(depths('--depth', 'nobody=4')).rejects.toThrow(
      /no FIFO "nobody" in the trace; it has read>filter/,
    );
    await expect(depths('--depth', 'read>filter=0')).rejects.toThrow(
      /--depth.*Expected a whole number from 1 to 2,147,483,647/,
    );
    await expect(depths('--traced', 'filter>blend=8')).rejects.toThrow(
      /filter>blend: element \d+ comes at .* where all 8 slots of the traced run are taken/,
    );
    const file = join(mkdtempSync(join(tmpdir(), 'depths-')), 'trace.csv');
    const of = (...rows: readonly string[]) => {
      writeFileSync(file, ['#qtm 1 events time=ns', 'queueId,time,kind', ...rows, ''].join('\n'));
      return runVerbs([addDepths], ['depths', file]);
    };
    await expect(of('q,5,D', 'q,6,I')).rejects.toThrow(/q: element 1 leaves at 0 s, before it comes at 1 ns/);
    await expect(of('q,5,I', 'q,6,D', 'q,7,D')).rejects.toThrow(/element 2 leaves at 2 ns and never comes/);
    expect((await of('q,5,I', 'q,6,D')).out).toContain('Nobody told whose these ends are');
  });
});
