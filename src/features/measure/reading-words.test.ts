import { describe, expect, it } from 'vitest';
import type {
  MeasurementFault,
  ReadMeasurement,
  ReducedQueue,
  TaskTable,
} from '../../../workers/measure/contract.ts';
import { faultSummary } from './FaultTable.tsx';
import { faultText, laidWords } from './reading-words.ts';

const fault = (code: string, line: number, message = 'what'): MeasurementFault => ({
  ...{ code, line, message, file: 'f.csv', severity: code.startsWith('E') ? 'error' : 'warning' },
});
const read = (stages: number, ...warnings: readonly MeasurementFault[]): ReadMeasurement => ({
  measurement: { name: 'f.csv', stages: Array.from({ length: stages }, (_, i) => ({ stage: `s${i}` })) },
  warnings,
});

describe('what is said of a file that was read', () => {
  it('is one line where all is well', () => {
    expect(laidWords(read(2))).toEqual({ title: 'Measurements of 2 stages' });
  });

  it('counts the rows that were left out, and shows one fault of each kind with its count', () => {
    const counts = [
      { code: 'E13', severity: 'error', count: 1200 },
      { code: 'W12', severity: 'warning', count: 1 },
    ] as const;
    const { title, description } = laidWords(
      read(1, fault('E13', 473), fault('E13', 595), fault('W12', 2), fault('E00', 9)),
      { queues: [], faults: { shown: [], kept: [], counts } },
    );
    expect(title).toBe('Measurements of one stage; 1,200 rows were left out');
    expect(description?.split('\n')).toEqual([
      'line 473: what [E13], 1,200 with this code',
      'line 2: what [W12]',
      '“Data” lists them under “File errors and warnings”.',
    ]);
    expect(faultSummary(counts)).toBe('1,200 left out, 1 warning');
  });

  it('tells cells of a table of means from rows, and each while they are few', () => {
    const mapping = { table: 'means', columns: {}, separator: ',', header: true, timeUnit: 's' } as const;
    const laid = (cells: number, rows: number) =>
      laidWords(
        read(
          3,
          ...Array.from({ length: Math.min(cells, 10) }, (_, k) => fault('E01', k, `cell ${k}`)),
          ...Array.from({ length: rows }, (_, k) => fault('E19', 20 + k, 'row')),
        ),
        {
          ...{ queues: [], mapping },
          faults: {
            ...{ shown: [], kept: [] },
            counts: [
              { code: 'E01', severity: 'error', count: cells },
              { code: 'E19', severity: 'error', count: rows },
            ],
          },
        },
      );
    const few = laid(3, 1);
    expect(few.title).toBe('Measurements of 3 stages; 3 cells and one row were left out');
    expect(few.description?.split('\n')).toEqual([
      'line 0: cell 0 [E01]',
      'line 1: cell 1 [E01]',
      'line 2: cell 2 [E01]',
      'line 20: row [E19]',
      '“Data” lists them under “File errors and warnings”.',
    ]);
    const many = laid(30, 1);
    expect(many.title).toBe('Measurements of 3 stages; 30 cells and one row were left out');
    expect(many.description?.split('\n').slice(0, 2)).toEqual([
      'line 0: cell 0 [E01], 30 with this code',
      'line 20: row [E19]',
    ]);
    expect(laid(1, 0).title).toBe('Measurements of 3 stages; one cell was left out');
  });

  it('leads to the view that takes what no model predicts', () => {
    const faults = { shown: [], kept: [], counts: [] };
    const rates = [{ end: 'head' }] as unknown as NonNullable<ReducedQueue['rates']>;
    const told = laidWords(read(0, fault('E21', 1)), { queues: [{ id: 'a', rates }], faults });
    expect(told).toEqual({
      title: 'Samples of service rates',
      description: 'It contains samples of service rates. Service rates estimates the underlying rates.',
    });
    const tasks = {} as TaskTable;
    expect(laidWords(read(0, fault('W02', 1)), { queues: [], tasks, faults }).title).toBe('Steps of tasks');
    // Beside values of stages they are no more than that.
    expect(laidWords(read(1), { queues: [], tasks, faults }).title).toBe('Measurements of one stage');
  });

  it('says so where nothing feeds a stage', () => {
    const title = 'No queue of the file feeds a stage of the scenario';
    const faults = { shown: [], kept: [], counts: [] };
    expect(laidWords(read(0, fault('E21', 1)), { queues: [{ id: 'a' } as ReducedQueue], faults })).toEqual({
      title,
      description: 'Choose in “Queues” the stage that each of its queues feeds.',
    });
    // Without queues there is nothing to choose for.
    expect(laidWords(read(0, fault('E21', 1)), { queues: [], faults })).toEqual({
      title,
      description: 'line 1: what [E21]',
    });
  });

  it('stays short when a file names a million queues', () => {
    const long = `its queues are ${Array.from({ length: 1e5 }, (_, i) => `q${i}`).join(', ')}; the stages are parse`;
    const text = faultText(fault('E21', 1, long));
    expect(text.length).toBeLessThan(400);
    expect(text).toMatch(/^line 1: its queues are q0, .* … .*the stages are parse \[E21\]$/);
  });
});
