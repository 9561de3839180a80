/** What the tables say of a mean that an exact chain tells. */
import { describe, expect, it } from 'vitest';
import { formatMeasured } from '../../../core/measures/measure-rows.ts';
import { cellText } from '../../../core/quantities/table.ts';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import { resultsTable } from '../results/results-table.ts';
import { estimateColumns, estimateRows } from '../results/simulated-tables.ts';
import { SCENARIO, simulated } from './simulated.test-support.ts';

const plain = simulated();
const before = plain.stages.first!.meanOccupancy!;
const exact = { mean: 1.25, halfWidth: 0 };
const result: SimulationResult = {
  ...plain,
  stages: {
    ...plain.stages,
    first: { ...plain.stages.first!, meanOccupancy: exact, simulated: { meanOccupancy: before } },
  },
};

describe('a mean from an exact chain', () => {
  it('stands in its column with the simulated one beside it, only where there is one', () => {
    const rows = estimateRows(SCENARIO, result);
    const columns = estimateColumns(['meanOccupancy', 'throughput'], rows, SCENARIO);
    const occupancy = columns.find(({ id }) => id === 'meanOccupancy')!;
    const throughput = columns.find(({ id }) => id === 'throughput')!;
    const [first, ofClass] = rows;
    expect([occupancy.value(first!), ...occupancy.beside!.map(({ value }) => value(first!))]).toEqual([
      ...[1.25, 0, before.mean, before.halfWidth],
    ]);
    expect(cellText(occupancy, first!)).toEqual({
      text: '1.25',
      notes: ['exact; simulated', formatMeasured(before, 'elements')],
      title: `1.25 exact, simulated ${before.mean} ± ${before.halfWidth} (95 %)`,
    });
    expect(cellText(throughput, first!).notes).toHaveLength(1);
    expect(cellText(occupancy, ofClass!).notes).toHaveLength(1);
  });

  it('has a column of its own in the file of results, where what is called simulated is', () => {
    const { columns, rows } = resultsTable(SCENARIO, undefined, result);
    const find = (stage: string) => rows.find((row) => row[0] === stage && row[2] === 'meanOccupancy')!;
    const at = (label: string) => columns.findIndex((column) => column.label === label);
    expect(at('exact chain of a part')).toBe(columns.length - 1);
    const [mean, halfWidth] = ['simulated mean', 'simulated half width (95 %)'].map(at);
    expect([mean, halfWidth, columns.length - 1].map((column) => find('first')[column!])).toEqual([
      ...[before.mean, before.halfWidth, 1.25],
    ]);
    expect(find('a').at(-1)).toBeUndefined();
  });
});
