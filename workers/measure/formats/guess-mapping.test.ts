/** What the columns of a foreign table are taken for, and when that is not sure enough to be read. */
import { describe, expect, it } from 'vitest';
import { reduceText } from '../reduce.test-support.ts';
import { guessDoubts, guessMappingOf, mappingDoubts, mappingWords, tableSample } from './guess-mapping.ts';

const doubtsOf = (text: string): readonly string[] => {
  const sample = tableSample(text);
  return guessDoubts(guessMappingOf(text)!, sample);
};

/** A log of process mining: 80 cases through three activities, each with a begin and an end. */
const log = (head: string): string => {
  const rows = Array.from({ length: 240 }, (_, row) => {
    const begin = 1_700_000_000 + row * 10;
    return `${100 + Math.floor(row / 3)},${['register', 'check', 'pay'][row % 3]},${begin},${begin + 5}`;
  });
  return `${head}\n${rows.join('\n')}\n`;
};

describe('the queue of a foreign table', () => {
  it('is never the number of a case', () => {
    expect(guessMappingOf(log('case name,activity,start,end'))!.columns.queueId).toBe('activity');
    expect(guessMappingOf(log('case id,what,start,end'))!.columns.queueId).toBeUndefined();
    expect(guessMappingOf(log('id,what,start,end'))!.columns.queueId).toBe('id');
    expect(doubtsOf(log('id,what,start,end'))).toEqual([
      '"id" has 80 different values in 240 rows: it may number what goes through the queues',
    ]);
  });

  it('is the activity in the columns of XES, whatever stands beside them', () => {
    const rows = Array.from({ length: 60 }, (_, row) => {
      const day = String(1 + Math.floor(row / 3)).padStart(2, '0');
      return `Internet,case-${Math.floor(row / 3)},step ${row % 3} of ${Math.floor(row / 12)},complete,2011-10-${day} 13:4${row % 3}:40+02:00`;
    });
    const text = `case:channel,case:concept:name,concept:name,lifecycle:transition,time:timestamp\n${rows.join('\n')}\n`;
    expect(guessMappingOf(text)).toMatchObject({
      ...{ table: 'steps', timeUnit: 'date' },
      columns: {
        ...{ caseId: 'case:concept:name', queueId: 'concept:name' },
        ...{ time: 'time:timestamp', transition: 'lifecycle:transition' },
      },
    });
    expect(doubtsOf(text)).toEqual([]);
  });

  it('stands in a table with commas whose names hold blanks', () => {
    const sample = tableSample(
      'Result by reviewer A,Result by reviewer B,activity\n,accept,invite\n1,,decide now\n',
    );
    expect(sample.separator).toBe(',');
    expect(sample.names).toHaveLength(3);
  });

  it('is asked for where a step belongs to several cases', () => {
    const rows = Array.from(
      { length: 24 },
      (_, row) => `"['o${row >> 2}','o9']",place ${row % 3},${1e9 + row}`,
    );
    expect(doubtsOf(`order,activity,time s\n${rows.join('\n')}\n`)).toContain(
      '"order" holds lists, so that one step belongs to several cases or to none',
    );
  });

  it('is never a column with nearly as many values as rows', () => {
    const rows = Array.from({ length: 40 }, (_, row) => `n${row},${1e9 + row},${1e9 + row + 4}`);
    const text = `name,start,end\n${rows.join('\n')}\n`;
    expect(guessMappingOf(text)!.columns.queueId).toBeUndefined();
    expect(doubtsOf(text)).toEqual([]);
  });

  it('is asked for where another column may tell queues apart', () => {
    expect(doubtsOf(log('case id,what,start,end'))).toEqual([
      'all rows became one queue, though "what" may tell queues apart',
    ]);
  });
});

describe('a guess that is not sure', () => {
  it.each([
    ['nothing, where names, times and rows agree', log('case,activity,start,end'), []],
    ['names that say nothing', 'a,b,c\n1700000000,x,push\n1700000001,x,pop\n', [/do not say what they hold/]],
    ['columns without names', '0,500\n1,700\n', [/no names/, /unit/]],
    ['no unit of time', 'time,queue,depth\n1,a,4\n2,a,5\n', [/size of the times in "time"/]],
    [
      'a vague name',
      'timestamp,size\n1700000000,4\n1700000001,9\n',
      [/"size" may be another number than a level/],
    ],
    ['visits that end first', 'start_s,end_s\n1,5\n2,1\n', [/^1 of 2 rows would depart before/]],
    [
      'counters that fall',
      'time_ms,in,out\n1,5,4\n2,3,5\n',
      [/"in" does not count up: it falls or is no number/],
    ],
    [
      'words of no event',
      'time_s,event\n1,push\n2,pop\n3,a\n4,b\n5,c\n',
      [/^3 of 5 rows have words in "event"/],
    ],
    ['ragged rows', 'start_s,end_s\n1,5\n2,6,7\n', [/another number of cells/]],
  ])('%s', (_, text, expected) => {
    const doubts = doubtsOf(text);
    expect(doubts).toHaveLength(expected.length);
    for (const [index, words] of expected.entries()) expect(doubts[index]).toMatch(words);
  });

  it('is content with counters that start again where they may', () => {
    const text = 'time_ms,in,out\n1,250,240\n2,4,2\n3,90,80\n';
    const mapping = guessMappingOf(text)!;
    expect(mappingDoubts(mapping, tableSample(text))).toHaveLength(2);
    expect(mappingDoubts({ ...mapping, wrap: 256 }, tableSample(text))).toEqual([]);
    // Less than half of it is a counter that went back.
    expect(mappingDoubts({ ...mapping, wrap: 1024 }, tableSample(text))).toHaveLength(2);
  });

  it.each([
    [
      'readings of a sensor',
      (row: number) => `${1_700_000_000 + row},${(20 + Math.sin(row)).toFixed(2)}`,
      'timestamp,temperature',
      /"temperature" is not used; "timestamp" goes on in equal steps/,
    ],
    [
      'samples in equal steps',
      (row: number) => `${1_700_000_000 + 5 * row},${row * row}`,
      'timestamp,bytes',
      /equal steps, as the times of samples do/,
    ],
    [
      'a queue whose name never comes again',
      (row: number) => `q${row},${row},${row + 3}`,
      'queue,enter_us,exit_us',
      /"queue" has 60 different values in 60 rows, and was not taken for the queue/,
    ],
    [
      'a time before the one that was taken for the arrival',
      (row: number) => `${1_700_000_000 + row},${1_700_000_009 + row},${1_700_000_020 + 2 * row}`,
      'submit,start,end',
      /"submit" holds times too, before those of "start"/,
    ],
    [
      'a first and a last time under any names',
      (row: number) =>
        `no ${row},${['HAM', 'MUC'][row % 2]},2024-03-04 08:${10 + (row % 49)},2024-03-04 09:10`,
      'parcel;hub;scan in;scan out'.replaceAll(';', ','),
      /visits of 2 queues \(HAM, MUC\) .*arrival = "scan in", departure = "scan out"/,
    ],
    [
      'a time of things that come again',
      (row: number) => `tx${row >> 2},${['new', 'paid', 'sent', 'done'][row % 4]},${1_700_000_000 + row}`,
      'transaction,status,changed',
      /steps of 4 queues .*caseId = "transaction", queueId = "status", time = "changed"/,
    ],
    [
      'dates of another form',
      (row: number) => `${row},04/03/2024 08:${10 + (row % 49)}`,
      'patient,admitted',
      /could not be guessed.* The dates in "admitted" are read where they look like 2024-05-03 10:00:00/,
    ],
    [
      'decimal commas',
      (row: number) => `M${row % 3};${row},5;${row + 2},25`,
      'Maschine;von;bis',
      /The numbers in "von" have a decimal comma/,
    ],
    [
      'offsets of a log, which count up beside the time',
      (row: number) => `${1_700_000_000_000 + 1000 * row + (row % 7)},${row % 2},${5000 + 3 * row}`,
      'timestamp,partition,offset',
      /"offset" counts up from row to row, as samples of a counter do/,
    ],
    [
      'equal steps of each queue',
      (row: number) => `${1_700_000_000 + (row >> 1)},${row % 2},${(row * 7) % 5}`,
      'timestamp,partition,bytes',
      /equal steps, as the times of samples do/,
    ],
    [
      'how grave messages are',
      (row: number) => `${1_700_000_000_000 + 17 * row},${20 + 10 * (row % 3)},hello`,
      'time_ms,level,message',
      /"level" has 3 values beside words that are not used/,
    ],
    [
      'two columns that may name queues, the one that tells more proposed',
      (row: number) => `${1_700_000_000 + (row >> 1)},t,${row % 2},${row % 9}`,
      'timestamp,topic,partition,lag',
      /levels of 2 queues \(0, 1\) .*"topic" may name the queues as well as "partition", and is not used/,
    ],
    [
      'counts of an interval that are all alike',
      (row: number) => `${1_700_000_000 + row},5,5`,
      'timestamp,enqueued,dequeued',
      /"enqueued" and "dequeued" stay where they are in all rows/,
    ],
    [
      'cells between upright lines',
      (row: number) =>
        `${row}|${['gpu', 'cpu'][row % 2]}|2024-03-04T08:${10 + (row % 49)}:12|2024-03-04T09:05:38|2024-03-04T09:14:08`,
      'JobID|Partition|Submit|Start|End',
      /arrival = "Start", departure = "End", queueId = "Partition"; times are dates\. But "Submit" holds times too/,
    ],
    [
      'dates of another form in columns that are known',
      (row: number) => `${row},A,03/04/2024 08:${10 + (row % 49)} AM,03/04/2024 09:03 AM`,
      'id,queue,arrived,left',
      /times are dates\. But the dates in "arrived" are read once they are written as 2024-05-03 10:00:00; the dates in "left" are read once [^;]*$/,
    ],
  ])('is shown: %s', async (_, row, head, words) => {
    const text = `${head}\n${Array.from({ length: 60 }, (_row, at) => row(at)).join('\n')}\n`;
    await expect(reduceText(text)).rejects.toThrow(words);
  });

  it('is none of offsets that are written and committed, which count up at each partition', async () => {
    const rows = Array.from({ length: 60 }, (_, row) => {
      const end = 5000 + 4000 * (row % 2) + 3 * row;
      return `${1_700_000_000 + (row >> 1)},${row % 2},${end},${end - (row % 5 > 2 ? 2 : 1)}`;
    });
    const text = `timestamp,partition,log_end_offset,committed_offset\n${rows.join('\n')}\n`;
    expect((await reduceText(text)).mapping).toMatchObject({
      table: 'counters',
      columns: { queueId: 'partition', inCount: 'log_end_offset', outCount: 'committed_offset' },
    });
  });

  it('is none of rows that are numbered, nor of levels beside a number', async () => {
    const stamps = Array.from({ length: 60 }, (_, row) => `${1_700_000_000 + row * row},${row}`);
    expect((await reduceText(`timestamp,offset\n${stamps.join('\n')}\n`)).mapping!.table).toBe('arrivals');
    const levels = Array.from({ length: 60 }, (_, row) => `${1_700_000_000 + row},${row % 4},7`);
    expect((await reduceText(`timestamp,depth,pid\n${levels.join('\n')}\n`)).mapping!.table).toBe('levels');
  });

  it('is none of arrivals with counts, whose gaps differ', async () => {
    const rows = Array.from({ length: 60 }, (_, row) => `${1_700_000_000 + row * row},${row % 7}`);
    expect((await reduceText(`TIMESTAMP,Tokens\n${rows.join('\n')}\n`)).mapping!.table).toBe('arrivals');
  });

  it('takes a column that is called FIFO for the queue, in whatever unit the times are', async () => {
    const lines = ['timestamp_us,fifo,op'];
    for (let row = 0; row < 60; row++)
      lines.push(`${(row * 1.37).toFixed(3)},f${(row >> 1) & 1},${row & 1 ? 'deq' : 'enq'}`);
    const { mapping, queues } = await reduceText(`${lines.join('\n')}\n`);
    expect(mapping).toMatchObject({
      timeUnit: 'us',
      columns: { time: 'timestamp_us', queueId: 'fifo', kind: 'op' },
    });
    expect(queues.map(({ id }) => id)).toEqual(['f0', 'f1']);
  });

  it('is that of one JSON object in each line too', async () => {
    const lines = Array.from({ length: 60 }, (_, row) =>
      JSON.stringify({
        ts: 1_700_000_000_000 + 40 * row,
        requestId: `r${row >> 1}`,
        event: row % 2 === 0 ? 'enqueue' : 'dequeue',
        queue: 'mail',
      }),
    );
    const reduced = await reduceText(`${lines.join('\n')}\n`);
    expect(reduced.mapping).toMatchObject({
      ...{ table: 'events', timeUnit: 'ms' },
      columns: { time: 'ts', kind: 'event', queueId: 'queue' },
    });
    expect(reduced.queues.map(({ id }) => id)).toEqual(['mail']);
    const vague = `${lines.join('\n').replaceAll('"event"', '"e"').replaceAll('"ts"', '"t"')}\n`;
    await expect(reduceText(vague)).rejects.toThrow(
      /They look like events of 1 queue \(mail\) .*But the names of the columns do not say what they hold/,
    );
    const { columns, ...rest } = reduced.mapping!;
    const mapping = { ...rest, columns: { ...columns, time: 't', kind: 'e' } };
    expect((await reduceText(vague, { mapping })).queues).toEqual(reduced.queues);
    await expect(reduceText(vague, { mapping: { ...mapping, columns } })).rejects.toThrow(
      /there is no column "ts"; the file has t, requestId, e, queue/,
    );
  });

  it('is refused with what it would be, and read when somebody says so', async () => {
    const text = '0,500\n1,700\n2,900\n';
    await expect(reduceText(text)).rejects.toThrow(
      /They look like visits of one queue in the first 3 rows: arrival = "1", departure = "2"; times in ns\. But .*no names/,
    );
    const mapping = guessMappingOf(text)!;
    expect((await reduceText(text, { mapping })).queues).toHaveLength(1);
  });

  it('is said in words', () => {
    const text = log('case,activity,start,end');
    expect(mappingWords(guessMappingOf(text)!, tableSample(text))).toBe(
      'steps of 3 queues (register, check, pay) in the first 240 rows: caseId = "case", time = "end", queueId = "activity", start = "start"; times in s',
    );
  });
});
