/** Scenarios and studies that tests of this room share. */

import { readFileSync } from 'node:fs';
import { parseScenario } from '../../core/scenario/read-scenario.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { ParameterValue } from '../../core/study/parameter.ts';
import { setParameter } from '../../core/study/parameters.ts';
import { STUDY_FORMAT, STUDY_VERSION, type Study } from '../../core/study/study.ts';
import { POINT_STATUSES, type PointBatch, type PointRow, type StudyTable } from './contract.ts';
import { pointEvaluator } from './point-evaluator.ts';

export function example(name: string): Scenario {
  const text = readFileSync(new URL(`../../public/examples/${name}.json`, import.meta.url), 'utf8');
  const scenario = parseScenario(JSON.parse(text));
  if (!scenario.ok) throw new Error(scenario.error[0]?.message);
  return scenario.value;
}
export const mercury = example('mercury-run-2');

export const studyOf = (fields: Partial<Study>): Study => ({
  format: STUDY_FORMAT,
  schemaVersion: STUDY_VERSION,
  name: 'test',
  scenario: mercury,
  vary: [],
  measures: ['1b.meanOccupancy', 'network.throughput'],
  ...fields,
});

export function set(scenario: Scenario, values: Readonly<Record<string, number | string>>): Scenario {
  return Object.entries(values).reduce((now, [path, value]) => {
    const next = setParameter(now, path, value);
    if (!next.ok) throw new Error(next.error);
    return next.value;
  }, scenario);
}

/** Three stages that hold each other up: too many states for a chain unasked, few enough when asked. */
export const blockingLine: Scenario = {
  ...example('blank'),
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: 0.9 } },
    ...(['a', 'b', 'c'] as const).map((id, i) => ({
      ...({ id, kind: 'stage', capacity: 25 } as const),
      service: { distribution: 'exponential', rate: [1.1, 1.05, 1][i]! } as const,
    })),
    { id: 'out', kind: 'sink' },
  ],
  links: ['in', 'a', 'b', 'c'].map((from, i) => ({ from, to: ['a', 'b', 'c', 'out'][i]! })),
};

/** Two stages in a line, M/M/c and M/M/c. */
export const tandem = (load: number): Scenario => ({
  ...example('blank'),
  nodes: [
    { id: 'in', kind: 'source', interarrival: { distribution: 'exponential', rate: load } },
    {
      id: 'a',
      kind: 'stage',
      service: { distribution: 'exponential', rate: 1 },
      serverCount: 3,
      platform: 'cpu',
    },
    {
      id: 'b',
      kind: 'stage',
      service: { distribution: 'exponential', rate: 0.6 },
      serverCount: 5,
      platform: 'cpu',
    },
    { id: 'out', kind: 'sink' },
  ],
  links: [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'out' },
  ],
});

export function evaluatorOf(study: Study) {
  const evaluator = pointEvaluator(study);
  if (evaluator.kind === 'faults') throw new Error(evaluator.faults.join('\n'));
  return evaluator;
}

/** The points of a batch one by one. */
export function rowsOf(
  table: Pick<StudyTable, 'inputs' | 'measures'>,
  batch: PointBatch,
): readonly PointRow[] {
  const { from, to, statuses, reasons, halfWidths } = batch;
  return Array.from({ length: to - from }, (_, row): PointRow => {
    const reason = reasons[from + row];
    return {
      point: from + row,
      inputs: table.inputs.map(({ choices }, i): ParameterValue => {
        const value = batch.inputs[row * table.inputs.length + i]!;
        return choices ? (choices[value] ?? 'none of these') : value;
      }),
      status: POINT_STATUSES[statuses[row]!]!,
      ...(reason !== undefined && { reason }),
      values: table.measures.map((_, i) => known(batch.values[row * table.measures.length + i]!)),
      ...(halfWidths && {
        halfWidths: table.measures.map((_, i) => known(halfWidths[row * table.measures.length + i]!)),
      }),
    };
  });
}

const known = (value: number): number | undefined => (Number.isNaN(value) ? undefined : value);
