/** Histograms of times, rate samples and tasks: what they give, and every fault they may have. */
import { describe, expect, it } from 'vitest';
import { describeFault } from './measurement-fault.ts';
import { codesOf, queueOf, reduceText } from './reduce.test-support.ts';

const hist = (...rows: string[]): string =>
  `#qtm 1 hist time=us\nqueueId,frameId,metric,conditioning,binLow,binHigh,weight,weightUnit\n${rows.join('\n')}\n`;
const faultsOf = async (text: string): Promise<string[]> =>
  (await reduceText(text)).faults.shown.map(describeFault);

describe('histograms of times', () => {
  it('are kept for all frames together where bins of their own would cut each other into too many', {
    tags: ['long'],
  }, async () => {
    const frameCount = 100;
    const frames = Array.from({ length: frameCount }, (_, i) => `${i},${i * 1000},${(i + 1) * 1000},1,0`);
    // Each bin is cut by those of the other frames; `perFrame` of them in each.
    const cut = (perFrame: number) =>
      Array.from({ length: frameCount * perFrame }, (_, i) => {
        const low = Math.floor(i / frameCount) * frameCount + (i % frameCount);
        return `q,${i % frameCount},latency,,${low},${low + frameCount},1,count`;
      });
    const textOf = (rows: readonly string[]) =>
      `#qtm 1 frames time=us\nframeId,start,end,complete,lost\n${frames.join('\n')}\n${hist(...rows)}`;
    const few = await reduceText(textOf(cut(10)));
    expect(few.faults.shown.map(describeFault)).toEqual([]);
    const { low, byFrame } = queueOf(few, 'q').latency!;
    expect(byFrame!.length).toBe(low.length * frameCount);
    const many = await reduceText(textOf(cut(500)));
    expect(codesOf(many)).toEqual({ W22: 1 });
    expect(many.faults.shown[0]!.message).toMatch(
      /^latency of queue q: 50\d{3} bins, as the edges of all frames cut them, are too many to be kept for each of 100 frames; it is kept for all together\. Give all frames the same bins, or fewer$/,
    );
    const latency = queueOf(many, 'q').latency!;
    expect(latency.byFrame).toBeUndefined();
    expect(latency.total).toBe(500 * frameCount);
    expect(latency.weight.reduce((sum, weight) => sum + weight, 0)).toBe(500 * frameCount);
  });

  it('are read by metric and condition, in s', async () => {
    const read = await reduceText(
      hist(
        'q,,interInsertion,,0,10,30,count',
        'q,,interInsertion,all,10,30,10,',
        'q,,interDeparture,nonBlocked,0,2,5,',
        'q,,service,,4,6,1,',
        'q,,bulk,,8,8,3,',
      ),
    );
    const queue = queueOf(read, 'q');
    const all = queue.interInsertion!.all!;
    expect([...all.low, ...all.high].map((time) => Math.round(time * 1e6))).toEqual([0, 10, 10, 30]);
    // Uniform in each bin: mean (30 * 5 + 10 * 20) / 40 us; E[x^2] by sum of weight * (m^2 + w^2 / 12).
    expect(all.mean).toBeCloseTo(8.75e-6, 15);
    const square = (30 * (25 + 100 / 12) + 10 * (400 + 400 / 12)) / 40;
    expect(all.variance / 1e-12).toBeCloseTo(square - 8.75 ** 2, 9);
    expect(queue.interDeparture!.nonBlocked!.total).toBe(5);
    expect(queue.service!.mean).toBeCloseTo(5e-6, 15);
    expect(queue.bulk!.low[0]).toBe(8);
    expect(read.faults.counts).toEqual([]);
  });

  it('are added up over frames, and kept by frame', async () => {
    const frames = '#qtm 1 frames time=us\nframeId,start,end\na,0,100\nb,100,200\n';
    const read = await reduceText(
      frames + hist('q,a,latency,,0,10,3,', 'q,b,latency,,0,10,4,', 'q,b,latency,,10,inf,1,'),
    );
    const { latency } = queueOf(read, 'q');
    expect([...latency!.weight]).toEqual([7, 1]);
    expect([...latency!.byFrame!]).toEqual([3, 0, 4, 1]);
    expect(codesOf(read)).toEqual({ W10: 1 });
  });

  it('may have bins of their own in each frame: they are cut at all edges, and counts stay whole', async () => {
    const frames = '#qtm 1 frames time=us\nframeId,start,end\na,0,100\nb,100,200\n';
    const read = await reduceText(
      frames +
        hist(
          ...['q,a,latency,,0,100,50,', 'q,a,latency,,100,200,48,'],
          ...['q,b,latency,,0,50,30,', 'q,b,latency,,50,150,70,', 'q,b,latency,,300,inf,1,'],
        ),
    );
    const { latency } = queueOf(read, 'q');
    expect([...latency!.low].map((time) => Math.round(time * 1e6))).toEqual([0, 50, 100, 150, 300]);
    // 50, 48 and 70 in two halves each.
    expect([...latency!.byFrame!]).toEqual([25, 25, 24, 24, 0, 30, 35, 35, 0, 1]);
    expect([...latency!.weight]).toEqual([55, 60, 59, 24, 1]);
    // The moments are those of the bins as they were given.
    expect(latency!.mean * 1e6).toBeCloseTo((50 * 50 + 48 * 150 + 30 * 25 + 70 * 100 + 300) / 199, 9);
    expect(codesOf(read)).toEqual({});
    const clash = await reduceText(
      `${frames}${hist('q,a,latency,,0,100,1,', 'q,b,latency,,0,50,1,', 'q,a,latency,,50,150,1,')}`,
    );
    expect(codesOf(clash)).toEqual({ E05: 1 });
  });

  it.each([
    ['a bin that ends before it begins', ['q,,service,,5,5,1,'], 'E05'],
    ['bins that overlap', ['q,,service,,0,5,1,', 'q,,service,,4,6,1,'], 'E05'],
    ['a bin given twice', ['q,,service,,0,5,1,', 'q,,service,,0,5,1,'], 'E05'],
    ['an open bin that is not the last', ['q,,service,,0,inf,1,', 'q,,service,,4,6,99,'], 'E05'],
    ['a weight that is a time', ['q,,service,,0,5,1,time'], 'E01'],
    ['an unknown condition', ['q,,service,nonBlocked,0,5,1,'], 'E01'],
    ['departures without a condition', ['q,,interDeparture,,0,5,1,'], 'W08'],
    ['a heavy open bin', ['q,,latency,,0,5,1,', 'q,,latency,,5,inf,1,'], 'W10'],
  ])('with %s are reported', async (_, rows, code) => {
    expect(codesOf(await reduceText(hist('p,,service,,0,1,1,', ...rows)))).toEqual({ [code]: 1 });
  });

  it('that count other insertions than the throughput are reported', async () => {
    const before =
      '#qtm 1 frames time=us\nframeId,start,end\na,0,1000000\n#qtm 1 scalars time=us\nqueueId,frameId,metric,value\nq,a,throughput,100\n';
    expect(codesOf(await reduceText(before + hist('q,a,interInsertion,,0,5,99,')))).toEqual({});
    expect(codesOf(await reduceText(before + hist('q,a,interInsertion,,0,5,80,')))).toEqual({ W09: 1 });
  });

  it('of a queue that table queues does not have are left out', async () => {
    const queues =
      '#qtm 1 queues\nqueueId,dest,kind,parentId,discipline\nq,a,virtual,,FCFS\nt,,tail,q,\nx,,head,y,LIFO\n';
    const read = await reduceText(queues + hist('q,,service,,0,5,1,', 'z,,service,,0,5,1,'));
    expect(codesOf(read)).toEqual({ E02: 2, W01: 1, W03: 1 });
  });
});

describe('rate samples', () => {
  const tc = (...rows: string[]): string =>
    `#qtm 1 tc time=us\nqueueId,end,time,period,count,blocked,blockedFor,finished\n${rows.join('\n')}\n`;

  it('are kept by queue and end, in s', async () => {
    const read = await reduceText(tc('q,head,100,50,7,0,,', 'q,head,150,50,5,1,20,', 'q,tail,100,50,7,,,'));
    expect(queueOf(read, 'q').rates!.map(({ end }) => end)).toEqual(['head', 'tail']);
    const [head] = queueOf(read, 'q').rates!;
    expect([...head!.count]).toEqual([7, 5]);
    expect([...head!.blocked]).toEqual([0, 1]);
    expect(head!.blockedFor[0]).toBeNaN();
    expect(head!.blockedFor[1]).toBeCloseTo(20e-6, 15);
  });

  it('may come before their queues; those of unknown ones are left out', async () => {
    const rows = tc('q,head,100,50,7,0,,', 'z,head,100,50,7,0,,', 'z,head,150,50,7,0,,');
    const read = await reduceText(`${rows}#qtm 1 queues\nqueueId\nq\n`);
    expect(codesOf(read)).toEqual({ E02: 2 });
    expect(read.queues.map(({ id, rates = [] }) => [id, rates.length])).toEqual([['q', 1]]);
  });

  it.each([
    ['a period of 0', 'q,head,1,0,7,0,,', 'E15'],
    ['a longer wait than the period', 'q,head,1,50,7,1,51,', 'E15'],
    ['a negative count', 'q,head,1,50,-7,0,,', 'E01'],
    ['an unknown end', 'q,middle,1,50,7,0,,', 'E01'],
    ['another period than usual', 'q,head,1,52,7,0,,', 'W15'],
  ])('with %s are reported', async (_, row, code) => {
    const good = ['q,head,100,50,7,0,,', 'q,head,150,50,7,0,,'];
    expect(codesOf(await reduceText(tc(...good, row)))).toEqual({ [code]: 1 });
  });
});

describe('tasks', () => {
  const tasks = (...rows: string[]): string =>
    `#qtm 1 tasks time=us\ntask,step,state,queue,arrival,departure,ordinal\n${rows.join('\n')}\n`;
  const entry = (task: string, time: number, ordinal = ''): string =>
    `${task},0,INITIAL,__ARRIVALS__,0,${time},${ordinal}`;

  it('may be observed in part', async () => {
    const read = await reduceText(tasks(entry('k17', 5, '17'), 'k17,1,TIER1,WEB2,5,9,', 'k18,1,TIER1,,,,'));
    expect(read.faults.counts).toEqual([]);
    expect(read.tasks).toMatchObject({ task: ['k17', 'k17', 'k18'], queue: ['__ARRIVALS__', 'WEB2', ''] });
    expect(read.tasks!.ordinal[0]).toBe(17);
    expect(queueOf(read, 'WEB2').latency!.mean).toBeCloseTo(4e-6, 15);
  });

  it.each([
    ['a departure before the arrival', ['a,1,S,W,9,5,'], 'E16'],
    ['a jump between two steps', ['a,1,S,W,5,9,', 'a,2,S,V,12,15,'], 'E16'],
    ['a step given twice', ['a,1,S,W,5,9,', 'a,1,S,W,5,9,'], 'E18'],
    ['an ordinal that goes back', [entry('b', 7, '3'), entry('c', 8, '2')], 'E18'],
    ['a step whose predecessor was not observed', ['a,1,S,W,5,,', 'a,2,S,V,12,15,'], 'W18'],
    ['a task that overtakes', [entry('b', 6), 'a,1,S,W,5,20,', 'b,1,S,W,6,10,'], 'W17'],
    ['no name', [',1,S,W,5,9,'], 'E01'],
  ])('with %s are reported', async (_, rows, code) => {
    expect(codesOf(await reduceText(tasks(entry('a', 5), ...rows)))).toEqual({ [code]: 1 });
  });

  it('that overtake in a queue of one server, first come first served, are an error', async () => {
    const queues = '#qtm 1 queues\nqueueId,servers,discipline\nW,1,FCFS\n';
    const text = tasks(entry('a', 5), entry('b', 6), 'a,1,S,W,5,20,', 'b,1,S,W,6,10,');
    expect(await faultsOf(queues + text)).toEqual([
      expect.stringContaining('queue W: task b overtakes task a'),
    ]);
    expect(codesOf(await reduceText(queues + text))).toEqual({ E17: 1 });
  });
});
