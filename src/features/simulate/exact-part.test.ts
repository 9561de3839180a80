/** What the tables say of a mean that an exact chain tells. */
import { describe, expect, it } from 'vitest';
import type { SimulationResult } from '../../../workers/simulate/contract.ts';
import { columnsOf, estimateRows } from '../results/estimate-rows.ts';
import { exactText } from '../results/estimate-text.ts';
import { resultsTable } from '../results/results-table.ts';
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
    const occupancy = columnsOf('levels', rows).find(({ id }) => id === 'meanOccupancy')!;
    const served = columnsOf('levels', rows).find(({ id }) => id === 'throughput')!;
    const [first, ofClass] = rows;
    expect(occupancy.read(first!)).toBe(exact);
    expect(occupancy.readSimulated!(first!)).toBe(before);
    expect(served.readSimulated!(first!)).toBeUndefined();
    expect(occupancy.readSimulated!(ofClass!)).toBeUndefined();
    expect(exactText(exact, before)).toBe(`1.25 exact, simulated ${before.mean} ± ${before.halfWidth}`);
  });

  it('has a column of its own in the file of results, where what is called simulated is', () => {
    const { columns, rows } = resultsTable(SCENARIO, undefined, result);
    const find = (stage: string) => rows.find((row) => row[0] === stage && row[2] === 'meanOccupancy')!;
    expect(columns.at(-1)!.label).toBe('exact chain of a part');
    expect(find('first').slice(-3)).toEqual([before.mean, before.halfWidth, 1.25]);
    expect(find('a').at(-1)).toBeUndefined();
  });
});
