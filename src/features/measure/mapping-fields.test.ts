import { describe, expect, it } from 'vitest';
import type { ColumnPreview } from '../../../workers/measure/queries/contract.ts';
import { emptyMapping, mappingGap, withColumn, withTable, withUnit, withUnitOf } from './mapping-fields.ts';

const preview = (names: readonly string[], ...rows: readonly (readonly string[])[]): ColumnPreview => ({
  ...{ separator: ';', header: true, names, rows, words: {} },
});
const LOG = preview(
  ['worker', 'started at', 'done at', 'bytes'],
  ['parse', '2024-05-03T10:00:00.000100Z', '2024-05-03T10:00:00.000900Z', '512'],
  ['sort', '2024-05-03T10:00:00.000950Z', '', '64'],
);

describe('the columns of a foreign table', () => {
  it('takes two columns of dates for the begin and the end of visits', () => {
    const mapping = emptyMapping(LOG);
    expect(mapping).toMatchObject({
      ...{ table: 'visits', timeUnit: 'date', separator: ';' },
      columns: { arrival: 'started at', departure: 'done at' },
    });
    expect(mappingGap(mapping)).toBeUndefined();
  });

  it('takes one column of dates for the time of events, and asks for the rest', () => {
    const mapping = emptyMapping(preview(['when', 'what'], ['2024-05-03 10:00:00', 'x']));
    expect(mapping).toMatchObject({ table: 'events', columns: { time: 'when' }, timeUnit: 'date' });
    expect(mappingGap(mapping)).toBe('Choose a column for kind of event.');
  });

  it('begins with nothing where numbers could be anything', () => {
    expect(emptyMapping(preview(['a', 'b'], ['1', '2']))).toMatchObject({
      ...{ table: 'events', columns: {}, timeUnit: 'ns' },
    });
  });

  it('reads a chosen column of dates as dates, and leaves the unit of numbers alone', () => {
    const empty = { ...emptyMapping(preview(['a'], ['1'])), timeUnit: 'ms' } as const;
    expect(withUnitOf(withColumn(empty, 'time', 'started at'), LOG).timeUnit).toBe('date');
    expect(withUnitOf(withColumn(empty, 'time', 'bytes'), LOG).timeUnit).toBe('ms');
  });

  it('takes a column of means in the unit of its head, and asks for one that is not told', () => {
    const means = {
      ...preview(['block', 'in MHz', 'out'], ['a', '3', '4']),
      units: { block: '', 'in MHz': 'MHz', out: '' },
    };
    const begun = withTable(emptyMapping(means), 'means');
    expect(mappingGap(begun)).toBe('Choose a column for at least one quantity.');
    const told = withUnitOf(withColumn(begun, 'arrivalRate', 'in MHz'), means, 'arrivalRate');
    expect(told.units).toEqual({ arrivalRate: 'MHz' });
    expect(mappingGap(told)).toBeUndefined();
    const open = withUnitOf(withColumn(told, 'arrivalRate', 'out'), means, 'arrivalRate');
    expect(mappingGap(open)).toBe('Choose the unit of arrival rate.');
    expect(mappingGap(withUnit(open, 'arrivalRate', 'kHz'))).toBeUndefined();
    const share = withUnitOf(withColumn(begun, 'utilization', 'out'), means, 'utilization');
    expect(mappingGap(share)).toBeUndefined();
  });
});
