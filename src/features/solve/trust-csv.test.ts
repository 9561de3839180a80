import { describe, expect, it } from 'vitest';
import { note, warning } from '../../../core/measures/verdicts.ts';
import { type Column, tableOf, tableToCsv } from '../../../core/quantities/table.ts';
import type { StageNode } from '../../../core/scenario/scenario.ts';
import type { SolveAnswer } from '../../../workers/solve/contract.ts';
import { type ServedNode, trustColumns } from '../results/solved-tables.ts';

const stage: StageNode = { id: 'a', kind: 'stage', service: { distribution: 'exponential', rate: 1 } };
const name: Column<ServedNode> = { id: 'stage', header: 'Stage', value: ({ id }) => id };
const linesOf = (of: SolveAnswer | undefined): readonly string[] => {
  const { columns, rows } = tableOf([name, ...trustColumns(of)], [stage]);
  return tableToCsv(columns, rows).trim().split(/\r?\n/);
};
const answer: SolveAnswer = {
  kind: 'answer',
  method: 'mm1k',
  solvedBy: 'mm1k',
  exact: false,
  stages: {
    a: {
      model: 'M/M/1/K',
      exact: false,
      loadPerServer: 0.9,
      saturated: false,
      spans: { meanQueueLength: [2, 9] },
    },
  },
  links: [],
  network: {},
  verdicts: [
    warning('not-determined', { name: 'a', low: 2, high: 9, fills: false }, 'a'),
    note('timeout-ignored', { name: 'b' }, 'b'),
  ],
};

describe('the table of stages as a file', () => {
  it('carries method, exactness, interval and verdicts', () => {
    const [head, row] = linesOf(answer);
    expect(head).toBe('Stage,method,model,exactness,queue from,queue to,verdicts');
    expect(row).toBe(
      'a,isolated M/M/1/K queues,M/M/1/K,sensitive to inputs,2,9,The queue of a is sensitive to input rounding: it lies between 2 and 9.',
    );
  });

  it('has empty cells where there is no answer', () => {
    const [, row] = linesOf(undefined);
    expect(row).toBe('a,,,,,,');
  });
});
