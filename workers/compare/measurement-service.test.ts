/** From a dropped file to a comparison: everything that the page asks of the worker. */
import { describe, expect, it } from 'vitest';
import type { ReducedMeasurement, ReduceProgress } from '../measure/contract.ts';
import { faultTable } from '../measure/fault-table.ts';
import { mm1Trace } from '../measure/fixtures/mm1-trace.ts';
import { describeFault } from '../measure/measurement-fault.ts';
import { readMeasurementBytes } from '../measure/read-measurement.ts';
import { bytesOf, eventsCsv, reduceText } from '../measure/reduce.test-support.ts';
import { measurementService } from './measurement-service.ts';

const STAGES = [{ id: 'server' }, { id: 'disk', name: 'The disk' }];
const blobOf = (text: string | Uint8Array): Blob => new Blob([text as BlobPart]);
const service = measurementService();

describe('a file that is read', () => {
  it('as a trace gives what a comparison needs', async () => {
    const read = await readMeasurementBytes(
      mm1Trace({ count: 20_000, arrivalGap: 2000, service: 1000, seed: 3 }),
      'f',
      STAGES,
    );
    const stage = read.ok ? read.value.measurement.stages[0]! : undefined;
    expect(stage?.stage).toBe('server');
    expect(stage!.arrivalRate! / 5e5).toBeCloseTo(1, 1);
    expect(stage!.occupancyDistribution!.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
    // Little's law, from three numbers that come from different sums.
    expect(stage!.meanOccupancy! / (stage!.arrivalRate! * stage!.meanSojournTime!)).toBeCloseTo(1, 2);
  });

  it('lets stated numbers go first, and finds stages by the names of the queues', async () => {
    const text = `#qtm 1 queues\nqueueId,dest,servers\n4,the DISK,2\n#qtm 1 scalars\nqueueId,metric,value\n4,utilization,0.9\n${eventsCsv(['4,10,I', '4,20,I', '4,30,D', '4,50,D'])}`;
    const read = await readMeasurementBytes(bytesOf(text), 'f', STAGES);
    expect(read.ok && read.value.measurement.stages).toEqual([
      expect.objectContaining({
        stage: 'disk',
        utilization: 0.9,
        meanOccupancy: (10 + 20 + 20) / 40,
        meanSojournTime: expect.closeTo(25e-9, 15),
      }),
    ]);
    const computed = await readMeasurementBytes(
      bytesOf(text.replace('4,utilization,0.9', '4,utilization,')),
      'f',
      STAGES,
    );
    expect(computed.ok && computed.value.measurement.stages[0]!.utilization).toBeCloseTo(
      (10 * 0.5 + 10 + 20 * 0.5) / 40,
      12,
    );
  });

  it('says which queues belong to no stage, and refuses a file without any', async () => {
    const mixed = await readMeasurementBytes(
      bytesOf(eventsCsv(['server,1,I', 'server,9,D', 'x,1,I', 'x,2,D'])),
      'f',
      STAGES,
    );
    expect(mixed.ok && mixed.value.warnings.map((fault) => fault.code)).toEqual(['W02']);
    const foreign = await readMeasurementBytes(bytesOf(eventsCsv(['x,1,I', 'x,2,D'])), 'f', STAGES);
    expect(foreign.ok ? '' : describeFault(foreign.error[0]!)).toContain('its queues are x');
    const twice = await readMeasurementBytes(
      bytesOf(eventsCsv(['disk,1,I', 'disk,9,D', 'The disk,1,I', 'The disk,2,D'])),
      'f',
      STAGES,
    );
    expect(twice.ok && twice.value.warnings.map((fault) => fault.code)).toEqual(['W25']);
    // One element each, inside for 8 and for 1 of 8 ns observed by the first and 1 ns by the second.
    const [added] = twice.ok ? twice.value.measurement.stages : [];
    expect(added?.meanOccupancy).toBeCloseTo(2, 9);
    expect(added?.occupancyDistribution).toBeUndefined();
  });

  it('takes rates from histograms of gaps where nothing else tells them', async () => {
    const head = '#qtm 1 hist time=us\nqueueId,metric,conditioning,binLow,binHigh,weight\n';
    const rows =
      'server,interInsertion,all,0,4,10\nserver,interDeparture,all,0,inf,10\nserver,latency,,2,4,1\n';
    const read = await readMeasurementBytes(bytesOf(head + rows), 'f', STAGES);
    expect(read.ok && read.value.measurement.stages).toEqual([
      { stage: 'server', arrivalRate: expect.closeTo(5e5, 3), meanSojournTime: expect.closeTo(3e-6, 12) },
    ]);
  });

  it('with one queue means the only stage of a scenario', async () => {
    const read = await readMeasurementBytes(bytesOf('start_s,end_s\n1,5\n3,9\n'), 'f', [{ id: 'only' }]);
    expect(read.ok && read.value.measurement.stages[0]!.stage).toBe('only');
  });

  it('of another name belongs to no stage until somebody says so', async () => {
    const source = new Blob([eventsCsv(['fifo,1,I', 'fifo,9,D'])]);
    const stages = [{ id: 'only', name: 'The only one' }];
    const reduce = (queueMap?: Record<string, string>) =>
      service.reduce(source, 'f', { stages, ...(queueMap && { queueMap }) }, () => undefined);
    const untold = await reduce();
    expect(untold.ok && untold.value.measurement.stages).toEqual([]);
    expect(untold.ok && untold.value.warnings.map(({ code }) => code)).toEqual(['E21', 'W02']);
    const told = await reduce({ fifo: 'The only one' });
    expect(told.ok && told.value.measurement.stages).toMatchObject([{ stage: 'only', meanOccupancy: 1 }]);
    const wrong = await reduce({ fofi: 'the lonely one' });
    expect(wrong.ok ? [] : wrong.error.map(describeFault)).toEqual([
      expect.stringContaining('the queue map names queue "fofi"; the queues of the file are fifo'),
      expect.stringContaining(
        'the queue map names stage "the lonely one"; the stages are The only one (only)',
      ),
    ]);
  });
});

describe('a file that is reduced', () => {
  const bytes = mm1Trace({ count: 30_000, arrivalGap: 2000, service: 1000, seed: 5 });

  it('gives the reduction and the measurement, and tells of its progress', async () => {
    const told: ReduceProgress[] = [];
    const answer = await service.reduce(blobOf(bytes), 'f', { stages: STAGES }, (progress) =>
      told.push(progress),
    );
    expect(answer.ok && answer.value.reduced.rows).toBe(30_000);
    expect(answer.ok && answer.value.measurement.stages).toHaveLength(1);
    expect(told.at(-1)).toMatchObject({ bytes: bytes.length, totalBytes: bytes.length, rows: 30_000 });
  });

  it('survives being cloned, as into a database', async () => {
    const reduced = await reduceText(eventsCsv(['q,1,I', 'q,9,D']));
    expect(structuredClone(reduced)).toEqual(reduced satisfies ReducedMeasurement);
  });

  it('is given up when cancelled', async () => {
    const reading = service.reduce(blobOf(bytes), 'f', {}, () => undefined);
    service.cancel();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('can be asked how its columns may be meant', async () => {
    expect(await service.guess(blobOf('start,end\n1,5\n'))).toMatchObject({ table: 'visits' });
  });
});

describe('the table of faults', () => {
  it('has a row for each that is kept, and how many more there are', async () => {
    const bad = Array.from({ length: 1200 }, () => 'q,=x,I');
    const { faults } = await reduceText(eventsCsv(['q,1,I', ...bad, 'q,9,D']));
    const rows = faultTable(faults).trimEnd().split('\r\n');
    expect(rows[0]).toBe('code,severity,file,line,path,column,value,message');
    // The header, a thousand of them, how many more there are, and what they do to the levels.
    expect(rows).toHaveLength(1003);
    expect(rows[1]).toContain('E01,error,f,4,,time,');
    expect(rows[1]).toContain("'=x");
    expect(rows.filter((row) => row.includes('and 200 more'))).toHaveLength(1);
  });
});
