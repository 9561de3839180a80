/** `stagegraph depths`, as a user calls it. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addDepths } from './depths.ts';
import { runVerbs } from './run-verbs.test-support.ts';

const example = resolve(import.meta.dirname, '..', 'public', 'measurements', 'hls-branches-trace.csv');
const depths = (...args: readonly string[]) => runVerbs([addDepths], ['depths', example, ...args]);

describe('stagegraph depths', () => {
  it('tells the traced run, and that other depths lock it, with the circle', async () => {
    const traced = await depths('--json');
    const answer = JSON.parse(traced.out);
    expect(answer.total).toEqual({ least: answer.traced, most: answer.traced });
    expect(answer.unknownWaits).toBe(0);
    const locked = await depths('--depth', 'filter>blend=8');
    expect(locked.status).toBe(1);
    expect(locked.out).toContain(
      'Deadlock: read waits for room in read>filter, which filter does not read; filter waits for room in filter>blend, which blend does not read; blend waits for element 1 of divide>blend, from divide; divide waits for element',
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

  it('names what is wrong', async () => {
    await expect(depths('--depth', 'nobody=4')).rejects.toThrow(
      /no FIFO "nobody" in the trace; it has read>filter/,
    );
    await expect(depths('--depth', 'read>filter=0')).rejects.toThrow(/expected a FIFO and a depth >= 1/);
    await expect(depths('--traced', 'filter>blend=8')).rejects.toThrow(
      /filter>blend: element \d+ comes at .* where all 8 places of the traced run are taken/,
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
