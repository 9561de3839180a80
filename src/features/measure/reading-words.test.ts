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
      'line 473: what [E13], 1,200 of this kind',
      'line 2: what [W12]',
      '“Data” lists them under “File errors and warnings”.',
    ]);
    expect(faultSummary(counts)).toBe('1,200 left out, 1 warning');
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
