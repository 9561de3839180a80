import { describe, expect, it } from 'vitest';
import { collectTrace } from './collect-trace.ts';

const EVENTS = ['#qtm 1 events time=ns', 'queueId,time,kind'];
const blobOf = (...lines: readonly string[]): Blob => new Blob([`${lines.join('\n')}\n`]);
const insertions = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, i) => `server,${from + i * 1000},I`);

async function collected(file: Blob, most?: number) {
  const trace = await collectTrace(file, 'server', { fileName: 't.csv', ...(most && { most }) });
  if (!trace.ok) throw new Error(trace.error);
  return trace.value;
}

describe('what is kept of a trace', () => {
  it('times of one queue, one entry for each element, with the size of its groups', async () => {
    const file = blobOf(
      '#qtm 1 events time=us',
      'queueId,time,kind,count',
      'server,5,I,2',
      'other,6,I,1',
      'server,7,F,',
      'server,9,D,1',
      'server,11,I,2',
    );
    expect(await collected(file)).toEqual({
      arrivals: Float64Array.of(5000, 5000, 11000, 11000),
      departures: Float64Array.of(9000),
      ...{ groupSize: 2, isOutOfTurn: false, isCut: false, outOfOrder: 0 },
    });
  });

  it('the first arrivals of a longer file, and departures as far as these', async () => {
    const file = blobOf(
      ...EVENTS,
      ...insertions(100),
      ...insertions(100, 500).map((row) => row.replace('I', 'D')),
    );
    const { arrivals, departures, isCut } = await collected(file, 40);
    expect([arrivals.length, arrivals.at(-1), departures.length, departures.at(-1), isCut]).toEqual([
      ...[40, 39_000, 39, 38_500],
      true,
    ]);
  });

  it('visits in any order, and whether they left in turn', async () => {
    const head = ['#mapped', 'queue,arrival,departure'];
    const mapping = {
      table: 'visits',
      separator: ',',
      header: true,
      columns: { queueId: 'queue', arrival: 'arrival', departure: 'departure' },
      timeUnit: 'ns',
    } as const;
    const read = async (...rows: readonly string[]) => {
      const file = blobOf(head[1]!, ...rows);
      const trace = await collectTrace(file, 'server', { fileName: 'v.csv', options: { mapping } });
      if (!trace.ok) throw new Error(trace.error);
      return trace.value;
    };
    const inTurn = await read('server,20,30', 'server,10,15');
    expect(inTurn).toMatchObject({ arrivals: Float64Array.of(10, 20), isOutOfTurn: false });
    const overtaken = await read('server,20,30', 'server,10,35');
    expect(overtaken).toMatchObject({ departures: Float64Array.of(30, 35), isOutOfTurn: true });
  });
});

describe('refuses with a sentence', () => {
  const refusal = async (file: Blob): Promise<string> => {
    const trace = await collectTrace(file, 'server', { fileName: 'trace.csv' });
    return trace.ok ? 'it was read' : trace.error;
  };

  it('a queue that the file does not have', async () => {
    expect(await refusal(blobOf(...EVENTS, 'other,1,I'))).toBe(
      'the file has no insertions of queue server: its events are of other. Histograms and means do not say when each element arrived',
    );
  });

  it('histograms only', async () => {
    const file = blobOf('#qtm 1 hist time=ns', 'queueId,metric,low,high,weight', 'server,occupancy,0,1,5');
    expect(await refusal(file)).toMatch(/no insertions|cannot be replayed/);
  });

  it('departures only', async () => {
    const file = blobOf(...EVENTS, 'server,1,D', 'server,2,D');
    expect(await refusal(file)).toContain('has departures and no insertions');
  });

  it('counter samples', async () => {
    const file = blobOf('#qtm 1 counters time=ns', 'queueId,timestamp,inCount,outCount', 'server,1,1,0');
    expect(await refusal(file)).toContain('has counters only');
  });

  it('what is no measurement at all', async () => {
    expect(await refusal(blobOf('', ''))).toMatch(/^trace\.csv cannot be replayed: .*empty/);
  });
});
