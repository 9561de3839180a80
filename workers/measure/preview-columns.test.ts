import { describe, expect, it } from 'vitest';
import { assessMapping, inspectFile } from './preview-columns.ts';

const file = (text: string): File => new File([text], 'f.csv');
const csv = 'when;who;what\n1;q;sent\n2;q;got\n3;q;sent\n';

describe('a file before it is read', () => {
  it('shows the columns of a foreign table with a guess', async () => {
    const { format, reduces, columns } = await inspectFile(
      file('time;queue;event\n1;q;push\n2;q;pop\n3;q;push\n'),
    );
    expect([format, reduces]).toEqual(['mapped-csv', true]);
    expect(columns).toMatchObject({ separator: ';', header: true, names: ['time', 'queue', 'event'] });
    expect(columns?.guess).toMatchObject({ table: 'events', kinds: { push: 'I', pop: 'D' } });
    expect(columns?.words.event).toEqual(['push', 'pop']);
  });

  it('is sure only where names and rows leave no doubt: a unit that nothing tells is one', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => `parse,${100 * i},${100 * i + 40}`).join('\n');
    const isSure = async (head: string) => (await inspectFile(file(`${head}\n${rows}\n`))).columns?.isSure;
    expect(await isSure('queue,arrival_us,departure_us')).toBe(true);
    expect(await isSure('queue,arrival,departure')).toBe(false);
  });

  it('shows them without a guess, and as somebody says', async () => {
    const { columns } = await inspectFile(file(csv));
    expect(columns?.guess).toBeUndefined();
    expect(columns?.rows[0]).toEqual(['1', 'q', 'sent']);
    const unnamed = (await inspectFile(file(csv), { separator: ';', header: false })).columns;
    expect(unnamed?.names).toEqual(['1', '2', '3']);
    expect(unnamed?.rows[0]).toEqual(['when', 'who', 'what']);
  });

  it('says what chosen columns make of it, and what speaks against them', async () => {
    const table = file('when,who,what\n1,a,sent\n2,a,got\n');
    const layout = { separator: ',', header: true, timeUnit: 's' } as const;
    const events = { ...layout, table: 'events', columns: { time: 'when', kind: 'what' } } as const;
    expect(await assessMapping(table, { ...events, kinds: { sent: 'I', got: 'D' } })).toEqual({
      becomes: 'events of one queue in the first 2 rows: time = "when", kind = "what"; times in s',
      doubts: [],
    });
    const visits = { ...layout, table: 'visits', columns: { arrival: 'when', departure: 'what' } } as const;
    expect((await assessMapping(table, visits)).doubts).toEqual(['"what" holds no times']);
  });

  it('knows what needs no mapping and what is no table', async () => {
    expect((await inspectFile(file('#qtm 1 events time=ns\nqueueId,time,kind\nq,1,I\n'))).reduces).toBe(true);
    expect((await inspectFile(file('#qtm 1 scalars\nqueueId,metric,stat,value,unit\n'))).reduces).toBe(false);
    expect((await inspectFile(file('Dear Sir,\nthis is, as you see, no table.\n'))).columns).toBeUndefined();
    expect(await inspectFile(file('\0\0\0\0'))).toEqual({ reduces: false });
  });
});
