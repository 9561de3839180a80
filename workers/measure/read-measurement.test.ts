import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type MeasurementFault, withoutStage } from './contract.ts';
import { mm1OccupancyCsv } from './fixtures/mm1-occupancy.ts';
import { readMeasurement } from './read-measurement.ts';
import { reduceText } from './reduce.test-support.ts';
import { measurementOfReduced } from './reduce-measurement.ts';

const STAGES = [
  { id: '1a', name: 'Bloom filter', capacity: 130, unit: 'wmer' },
  { id: '1b', name: 'Hash, lookup', capacity: 600, unit: 'seed' },
  { id: 'Out' },
];

function read(text: string) {
  const result = readMeasurement(text, 'run.csv', STAGES);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function refuse(text: string): readonly MeasurementFault[] {
  const result = readMeasurement(text, 'run.csv', STAGES);
  if (result.ok) throw new Error(`read: ${JSON.stringify(result.value)}`);
  return result.error;
}

const example = (name: string): string =>
  readFileSync(new URL(`../../public/measurements/${name}`, import.meta.url), 'utf8');

const scalars = (...rows: string[]): string =>
  ['#qtm 1 scalars time=ns', 'queueId,frameId,metric,stat,value,unit', ...rows].join('\n');

const hist = (...rows: string[]): string =>
  [
    '#qtm 1 hist time=ns',
    'queueId,frameId,metric,conditioning,binLow,binHigh,weight,weightUnit',
    ...rows,
  ].join('\n');

describe('scalars', () => {
  it('reads every compared metric into its quantity', () => {
    const { measurement, warnings } = read(
      scalars(
        '1a,,throughput,mean,1790000000,items/s',
        '1a,,utilization,mean,0.848,',
        '1a,,queueLength,mean,4.5,wmers',
        '1a,,occupancy,mean,5.3,items',
        '1a,,backpressure,mean,0.296,',
        '1a,,latency,mean,250,',
        '1b,,latency,mean,2.5,us',
      ),
    );
    expect(measurement.stages[0]).toEqual({
      stage: '1a',
      arrivalRate: 1.79e9,
      utilization: 0.848,
      meanQueueLength: 4.5,
      meanOccupancy: 5.3,
      backPressureProbability: 0.296,
      meanSojournTime: expect.closeTo(250e-9, 15),
    });
    expect(measurement.stages[1]!.meanSojournTime).toBeCloseTo(2.5e-6, 15);
    expect(warnings).toEqual([]);
  });

  it('reads the throughput at the head as services completed', () => {
    const text = '#qtm 1 scalars\nqueueId,metric,end,value\n1a,throughput,tail,10\n1a,throughput,head,9\n';
    expect(read(text).measurement.stages).toEqual([{ stage: '1a', arrivalRate: 10, throughput: 9 }]);
  });

  it('leaves what is empty absent, and the stage without any value too', () => {
    const { measurement } = read(scalars('1a,,queueLength,mean,,', '1b,,queueLength,mean,0,'));
    expect(measurement.stages).toEqual([{ stage: '1b', meanQueueLength: 0 }]);
  });

  it('weights frames by their length: (2 * 1 s + 8 * 3 s) / 4 s', () => {
    const frames = '#qtm 1 frames time=ms\nframeId,start,end\n0,0,1000\n1,1000,4000\n';
    const { measurement } = read(frames + scalars('1a,0,occupancy,mean,2,', '1a,1,occupancy,mean,8,'));
    expect(measurement.stages[0]!.meanOccupancy).toBeCloseTo(6.5, 12);
  });

  it('weights frames equally when lengths are not given', () => {
    const { measurement } = read(scalars('1a,0,occupancy,mean,2,', '1a,1,occupancy,mean,8,'));
    expect(measurement.stages[0]!.meanOccupancy).toBeCloseTo(5, 12);
  });

  it('keeps time stamps beyond 2^53 apart', () => {
    const start = '1700000000000000000';
    const frames = `#qtm 1 frames time=ns\nframeId,start,end\n0,${start},1700000000000000001\n1,1700000000000000001,1700000000000000004\n`;
    const { measurement } = read(frames + scalars('1a,0,occupancy,,0,', '1a,1,occupancy,,4,'));
    expect(measurement.stages[0]!.meanOccupancy).toBeCloseTo(3, 12);
  });

  it('counts rows it has no use for', () => {
    const { warnings } = read(
      scalars('1a,,occupancy,mean,2,', '1a,,occupancy,max,9,', '1a,,starvation,mean,0.1,'),
    );
    expect(warnings).toMatchObject([
      { code: 'W22', severity: 'warning', message: expect.stringContaining('2 rows') },
    ]);
  });
});

describe('hist', () => {
  it('sums the time of the frames at each level and normalises', () => {
    const { measurement } = read(
      hist('1a,0,occupancy,,0,0,1,time', '1a,0,occupancy,,2,2,3,time', '1a,1,occupancy,,2,2,4,time'),
    );
    expect(measurement.stages[0]).toEqual({
      stage: '1a',
      occupancyDistribution: [expect.closeTo(1 / 8, 12), 0, expect.closeTo(7 / 8, 12)],
      meanOccupancy: expect.closeTo(14 / 8, 12),
    });
  });

  it('keeps waiting elements apart and prefers a mean that is written', () => {
    const text = `${hist('1a,,queueLength,,0,0,1,', '1a,,queueLength,,1,1,1,')}\n${scalars('1a,,queueLength,mean,0.6,')}`;
    expect(read(text).measurement.stages).toEqual([
      { stage: '1a', meanQueueLength: 0.6, queueLengthDistribution: [0.5, 0.5] },
    ]);
  });

  it('adds up tables with different time units', () => {
    const row = 'queueId,metric,binLow,binHigh,weight\n1a,occupancy';
    const text = `#qtm 1 hist time=s\n${row},0,0,1\n#qtm 1 hist time=ms\n${row},1,1,3000\n#qtm 1 hist time=cycles clockHz=1000\n${row},2,2,4000\n`;
    expect(read(text).measurement.stages[0]!.occupancyDistribution).toEqual([1 / 8, 3 / 8, 4 / 8]);
  });

  it('counts the metrics that are left for later', () => {
    const { warnings } = read(hist('1a,,occupancy,,0,0,1,time', '1a,,service,,0,1000,7,count'));
    expect(warnings).toMatchObject([{ code: 'W22', message: expect.stringContaining('1 rows') }]);
  });

  it('W10 tells of an open last bin that holds much', () => {
    const open = hist('1a,,occupancy,,0,0,90,time', '1a,,occupancy,,5,inf,10,time');
    const { measurement, warnings } = read(open);
    expect(measurement.stages[0]!.occupancyDistribution?.[5]).toBeCloseTo(0.1, 12);
    expect(warnings).toMatchObject([{ code: 'W10', message: expect.stringContaining('10 %') }]);
    expect(read(hist('1a,,occupancy,,0,0,995,time', '1a,,occupancy,,5,inf,5,time')).warnings).toEqual([]);
  });

  it('W06 tells of levels above the capacity in the scenario', () => {
    const { warnings } = read(hist('1a,,occupancy,,131,131,1,time'));
    expect(warnings[0]).toMatchObject({ code: 'W06', line: 3, column: 'binLow', value: '131' });
  });

  it('W07 and E07 compare the weights with the frame', () => {
    const frames = '#qtm 1 frames time=ns\nframeId,start,end\n0,0,1000\n';
    expect(read(frames + hist('1a,0,occupancy,,0,0,995,time')).warnings).toEqual([]);
    expect(read(frames + hist('1a,0,occupancy,,0,0,980,time')).warnings).toMatchObject([{ code: 'W07' }]);
    expect(refuse(frames + hist('1a,0,occupancy,,0,0,1020,time'))).toMatchObject([{ code: 'E07' }]);
  });
});

describe('names', () => {
  it('finds stages by id in any case, then by name', () => {
    const { measurement } = read(
      scalars('1A,,occupancy,,1,', '"hash, LOOKUP",,occupancy,,2,', 'out,,occupancy,,3,'),
    );
    expect(measurement.stages.map((stage) => stage.stage)).toEqual(['1a', '1b', 'Out']);
  });

  it('adds up the queues that feed one stage, and leaves out what is no sum', () => {
    const queues = '#qtm 1 queues\nqueueId,dest\n7,1a\n8,1a\n9,1b\n';
    const rows = [
      ...[
        '7,,throughput,,2500,',
        '8,,throughput,,1500,',
        '7,,occupancy,,3,',
        '8,,occupancy,,4,',
        '9,,occupancy,,1,',
      ],
      ...[
        '7,,latency,,2,',
        '8,,latency,,4,',
        '7,,utilization,,0.5,',
        '8,,utilization,,0.7,',
        '7,,queueLength,,1,',
      ],
    ];
    const read = readMeasurement(`${queues}${scalars(rows.join('\n'))}`, 'f', STAGES);
    expect(read.ok && read.value.measurement.stages).toEqual([
      {
        stage: '1a',
        arrivalRate: 4000,
        // The queue length is told of one of the two queues: not the stage's.
        meanOccupancy: 7,
        meanSojournTime: expect.closeTo(2.75e-9, 15),
      },
      { stage: '1b', meanOccupancy: 1 },
    ]);
    expect(read.ok && read.value.warnings.map(({ code, value }) => [code, value])).toEqual([['W25', '7, 8']]);
  });

  it('takes ids from table queues: dest before name', () => {
    const queues = '#qtm 1 queues\nqueueId,name,dest\n7,Out,1a\n8,bloom filter,\n9,Out,\n';
    const { measurement } = read(
      queues + scalars('7,,occupancy,,1,', '8,,utilization,,0.5,', '9,,occupancy,,3,'),
    );
    expect(measurement.stages).toEqual([
      // Queue 8 feeds 1a too and does not tell its level: that of 7 is a part of the stage's.
      { stage: '1a', utilization: 0.5 },
      { stage: 'Out', meanOccupancy: 3 },
    ]);
  });

  it('takes the word of who says that a queue feeds a stage of another name, or none', async () => {
    const events = '#qtm 1 events time=ns\nqueueId,time,kind\nparse,0,I\nparse,5,D\nparse,10,I\nparse,15,D\n';
    const reduced = await reduceText(events);
    const stages = [{ id: 'parse' }, { id: 'other' }];
    const laid = (dest?: string) => {
      const queues = reduced.queues.map((queue) => ({ ...queue, ...(dest !== undefined && { dest }) }));
      return measurementOfReduced({ ...reduced, queues }, stages).measurement.stages.map(
        ({ stage }) => stage,
      );
    };
    expect(laid()).toEqual(['parse']);
    expect(laid('other')).toEqual(['other']);
    expect(laid(withoutStage)).toEqual([]);
  });

  it('W02 leaves out a queue that no stage of the scenario stands for', () => {
    const queues = '#qtm 1 queues\nqueueId,dest\n7,1a\n8,printer\n';
    const { measurement, warnings } = read(queues + scalars('7,,occupancy,,1,', '8,,occupancy,,2,'));
    expect(measurement.stages).toEqual([{ stage: '1a', meanOccupancy: 1 }]);
    expect(warnings).toMatchObject([
      { code: 'W02', line: 4, message: expect.stringContaining('Bloom filter (1a), Hash, lookup (1b), Out') },
    ]);
  });

  it('W03 tells of a virtual queue without both ends, and leaves the ends themselves out', () => {
    const queues = '#qtm 1 queues\nqueueId,dest,kind,parentId\n1,1a,virtual,\n2,1a,tail,1\n';
    const { measurement, warnings } = read(queues + scalars('1,,occupancy,,1,', '2,,occupancy,,0.4,'));
    expect(measurement.stages).toEqual([{ stage: '1a', meanOccupancy: 1 }]);
    expect(warnings).toMatchObject([{ code: 'W03', line: 3 }]);
    const whole = `${queues}3,1a,head,1\n`;
    expect(read(whole + scalars('1,,occupancy,,1,')).warnings).toEqual([]);
  });
});

describe('a pool beside the queue of a stage', () => {
  it('is not added to its level, in a table of means and in a file with histograms', async () => {
    const queues = '#qtm 1 queues\nqueueId,dest,kind\nfree,1a,pool\nq,1a,regular\n';
    const means = queues + scalars('free,,occupancy,,9.5,', 'q,,occupancy,,0.5,');
    expect(read(means).measurement.stages).toEqual([{ stage: '1a', meanOccupancy: 0.5 }]);
    const reduced = await reduceText(means);
    const { measurement, warnings } = measurementOfReduced(reduced, [{ id: '1a' }]);
    expect(measurement.stages).toMatchObject([{ stage: '1a', meanOccupancy: 0.5 }]);
    expect(warnings).toEqual([]);
  });

  it('where it is alone gives no level, utilization or blocking, and says so', async () => {
    const queues = '#qtm 1 queues\nqueueId,dest,kind\nfree,1a,pool\nq,1b,regular\n';
    const rows = ['throughput,,90', 'utilization,,0.99', 'backpressure,,0.9', 'occupancy,,60'];
    const means = queues + scalars('q,,occupancy,,0.5,', ...rows.map((row) => `free,,${row},`));
    const said = [{ code: 'W02', message: expect.stringContaining('queue free holds free slots') }];
    const whole = read(means);
    expect(whole.measurement.stages).toEqual([{ stage: '1b', meanOccupancy: 0.5 }]);
    expect(whole.warnings).toMatchObject(said);
    const stages = [{ id: '1a' }, { id: '1b' }];
    const { measurement, warnings } = measurementOfReduced(await reduceText(means), stages);
    expect(measurement.stages).toMatchObject([
      { stage: '1a', arrivalRate: 90 },
      { stage: '1b', meanOccupancy: 0.5 },
    ]);
    expect(measurement.stages[0]).not.toHaveProperty('utilization');
    expect(measurement.stages[0]).not.toHaveProperty('backPressureProbability');
    expect(warnings).toMatchObject(said);
  });
});

describe('ends that name stages of their own', () => {
  const queues = '#qtm 1 queues\nqueueId,dest,kind,parentId\nw,1b,virtual,\nt,1a,tail,w\nh,1b,head,w\n';

  it('stand for these, and the virtual queue for both together', () => {
    const { measurement, warnings } = read(queues + scalars('t,,occupancy,,3,', 'h,,occupancy,,0.4,'));
    expect(measurement.stages).toEqual([
      { stage: '1a', meanOccupancy: 3 },
      { stage: '1b', meanOccupancy: 0.4 },
    ]);
    expect(warnings).toEqual([]);
  });
});

describe('refusals', () => {
  const frames = (...rows: string[]) =>
    ['#qtm 1 frames time=ns', 'frameId,start,end', ...rows, ''].join('\n');
  const value = scalars('1a,,occupancy,,1,');
  it.each([
    ['text in a number', scalars('1a,,occupancy,mean,fast,'), 'E01', 'expected a number >= 0, got fast'],
    ['NaN', scalars('1a,,occupancy,mean,NaN,'), 'E01', 'leave the cell empty'],
    ['NA', scalars('1a,,occupancy,mean,NA,'), 'E01', 'leave the cell empty'],
    ['infinity', scalars('1a,,occupancy,mean,inf,'), 'E01', 'leave the cell empty'],
    ['an overflow', scalars('1a,,occupancy,mean,1e999,'), 'E01', 'expected a number'],
    ['hexadecimal', scalars('1a,,occupancy,mean,0x10,'), 'E01', 'expected a number'],
    ['a decimal comma', scalars('1a,,occupancy,mean,"0,5",'), 'E01', 'decimal point'],
    ['a negative value', scalars('1a,,occupancy,mean,-3,'), 'E01', 'expected a number >= 0, got -3'],
    ['a utilization above 1', scalars('1a,,utilization,mean,1.2,'), 'E01', 'from 0 to 1, got 1.2'],
    ['an unknown unit', scalars('1a,,throughput,mean,3,MB/s'), 'E01', 'items/s'],
    ['an unknown metric', scalars('1a,,utilisation,mean,0.5,'), 'E01', 'utilization'],
    ['an unknown statistic', scalars('1a,,occupancy,median,0.5,'), 'E01', 'got median'],
    ['a value given twice', scalars('1a,,occupancy,,1,', '1A,,occupancy,,2,'), 'E01', 'given twice'],
    [
      'an unknown stage',
      scalars('1x,,occupancy,,1,'),
      'E02',
      'unknown queueId "1x"; the stages are Bloom filter (1a), Hash, lookup (1b), Out',
    ],
    ['an unknown queue', `#qtm 1 queues\nqueueId,dest\n7,1a\n${scalars('8,,occupancy,,1,')}`, 'E02', 'has 7'],
    [
      'an unknown parent',
      `#qtm 1 queues\nqueueId,dest,parentId\n7,1a,3\n${scalars('7,,occupancy,,1,')}`,
      'E02',
      '"3"',
    ],
    [
      'a queue twice',
      `#qtm 1 queues\nqueueId,dest\n7,1a\n7,1b\n${scalars('7,,occupancy,,1,')}`,
      'E01',
      'of its own',
    ],
    [
      'an unknown kind',
      `#qtm 1 queues\nqueueId,dest,kind\n7,1a,x\n${scalars('7,,occupancy,,1,')}`,
      'E01',
      'virtual',
    ],
    ['an unknown frame', frames('0,0,10') + scalars('1a,1,occupancy,,1,'), 'E02', 'unknown frameId "1"'],
    ['a frame twice', `${frames('0,0,10', '0,10,20')}${value}`, 'E01', 'of its own'],
    ['a frame that ends first', `${frames('0,10,10')}${value}`, 'E04', 'not after its start'],
    ['frames that overlap', `${frames('0,0,10', '1,9,20')}${value}`, 'E04', 'before the frame above it ends'],
    ['a fraction of a time unit', `${frames('0,0.5,10')}${value}`, 'E01', 'expected an integer'],
    ['a level twice', hist('1a,,occupancy,,3,3,1,', '1a,,occupancy,,3,3,1,'), 'E05', 'twice'],
    ['a wide bin', hist('1a,,occupancy,,3,9,1,'), 'E05', 'holds one level'],
    [
      'a bin above the open one',
      hist('1a,,occupancy,,3,inf,1,', '1a,,occupancy,,4,4,1,'),
      'E05',
      'binHigh inf',
    ],
    ['a level that is no integer', hist('1a,,occupancy,,1.5,1.5,1,'), 'E01', 'expected an integer'],
    ['a negative weight', hist('1a,,occupancy,,1,1,-1,'), 'E01', 'got -1'],
    ['an occupancy by count', hist('1a,,occupancy,,1,1,1,count'), 'E01', 'weighted by time'],
    ['an unknown histogram', hist('1a,,length,,1,1,1,'), 'E01', 'queueLength'],
    [
      'a level above the queue',
      `#qtm 1 queues\nqueueId,dest,capacity\n7,1a,4\n${hist('7,,occupancy,,5,5,1,')}`,
      'E06',
      'capacity 4',
    ],
    ['an empty file', '', 'E20', 'empty'],
    ['a blank file', '\uFEFF \r\n', 'E20', 'empty'],
    ['no value', scalars('1a,,occupancy,,,'), 'E21', 'no value for any stage of the scenario'],
    [
      'only queues of other systems',
      `#qtm 1 queues\nqueueId,dest\n7,x\n${scalars('7,,occupancy,,1,')}`,
      'E21',
      '1a',
    ],
  ])('%s', (_, text, code, message) => {
    const error = refuse(text)[0]!;
    expect(error.code).toBe(code);
    expect(error.severity).toBe('error');
    expect(error.message).toContain(message);
  });

  it('tells file, line, column and value', () => {
    expect(refuse(scalars('1a,,occupancy,mean,2,', '1b,,occupancy,mean,x y,'))).toEqual([
      {
        code: 'E01',
        severity: 'error',
        file: 'run.csv',
        line: 4,
        column: 'value',
        value: 'x y',
        message: 'expected a number >= 0, got x y',
      },
    ]);
  });

  it('shows ten faults and counts the rest', () => {
    const faults = refuse(scalars(...Array.from({ length: 25 }, () => '1a,,occupancy,mean,x,')));
    expect(faults).toHaveLength(11);
    expect(faults[10]).toMatchObject({ code: 'E00', message: 'and 15 more errors' });
  });
});

describe('the examples', () => {
  const stages = ['pci', '1a', '1b', '1bp', '1bd', '2'].map((id) => ({ id }));
  const mercury = (name: string) => {
    const result = readMeasurement(example(name), name, stages);
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    expect(result.value.warnings).toEqual([]);
    return result.value.measurement.stages;
  };

  it('hold the measured columns of Dor 2010, figures 12 and 17, run 1', () => {
    expect(mercury('mercury-run-1.csv')).toEqual([
      { stage: '1a', arrivalRate: 1.79e9, utilization: 0.848, backPressureProbability: 0 },
      {
        stage: '1b',
        arrivalRate: 31.9e6,
        utilization: 0.233,
        meanQueueLength: 0,
        backPressureProbability: 0,
      },
      { stage: '2', arrivalRate: 28e6, utilization: 0.207, meanQueueLength: 1.2, backPressureProbability: 0 },
    ]);
  });

  it('hold the measured columns of Dor 2010, figures 12 and 17, run 2', () => {
    expect(mercury('mercury-run-2.csv')).toEqual([
      { stage: '1a', arrivalRate: 1.44e9, utilization: 0.679, backPressureProbability: 0.296 },
      {
        stage: '1b',
        arrivalRate: 50e6,
        utilization: 0.927,
        meanQueueLength: 580,
        backPressureProbability: 0.604,
      },
      {
        stage: '2',
        arrivalRate: 38.3e6,
        utilization: 0.288,
        meanQueueLength: 1.7,
        backPressureProbability: 0,
      },
    ]);
  });

  it('hold the measured columns of Dor 2010, figure 15', () => {
    expect(mercury('mercury-decoupled-run-1.csv')).toEqual([
      { stage: '1a', arrivalRate: 1.79e9, utilization: 0.848 },
      { stage: '1bp', arrivalRate: 31.9e6, utilization: 0.233, meanQueueLength: 0 },
      { stage: '1bd', meanQueueLength: 0 },
      { stage: '2', arrivalRate: 28e6, utilization: 0.207, meanQueueLength: 1.2 },
    ]);
    expect(mercury('mercury-decoupled-run-2.csv')).toEqual([
      { stage: '1a', arrivalRate: 1.44e9, utilization: 0.679 },
      { stage: '1bp', arrivalRate: 50e6, utilization: 0.927, meanQueueLength: 115 },
      { stage: '1bd', meanQueueLength: 460 },
      { stage: '2', arrivalRate: 38.3e6, utilization: 0.288, meanQueueLength: 1.7 },
    ]);
  });

  it('hold an M/M/1 histogram near its closed form (1 - rho) rho^n, rho = 0.8', () => {
    const result = readMeasurement(example('mm1-occupancy.csv'), 'mm1-occupancy.csv', [{ id: 'server' }]);
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    const { occupancyDistribution = [], meanOccupancy } = result.value.measurement.stages[0]!;
    for (let n = 0; n < 10; n += 1) expect(occupancyDistribution[n]).toBeCloseTo(0.2 * 0.8 ** n, 2);
    expect(meanOccupancy).toBeGreaterThan(3.8);
    expect(meanOccupancy).toBeLessThan(4.2);
    expect(result.value.warnings).toEqual([]);
  });

  it('can be generated again', () => {
    expect(example('mm1-occupancy.csv')).toBe(mm1OccupancyCsv());
  });
});
