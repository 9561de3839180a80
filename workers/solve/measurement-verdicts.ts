/** What was measured against an answer: where the two are so far apart that one of them must be wrong. */
import type { StageMeasurement } from '../../core/measurement/measurement.ts';
import { note, type Verdict, warning } from '../../core/measures/verdicts.ts';
import { nameOf } from '../../core/scenario/defaults.ts';
import { isChangedSinceMeasured } from '../../core/scenario/measured-model.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { SolveAnswer, StageAnswer } from './contract.ts';

/**
 * Where the measurement in the scenario contradicts an answer: the mean queue or occupancy more than a factor of two
 * off, or the servers busy by more than a tenth of the time more or less. A measured value inside what the typed digits
 * leave open is no contradiction.
 */
export function measurementVerdicts(scenario: Scenario, { stages }: SolveAnswer): readonly Verdict[] {
  const { measurement, nodes } = scenario;
  const isChanged = isChangedSinceMeasured(scenario, measurement);
  const named = (id: string) => nameOf(nodes.find((node) => node.id === id) ?? { id });
  return (measurement?.stages ?? []).flatMap((measured) => {
    const predicted = stages[measured.stage];
    const found = predicted && (contents(measured, predicted) ?? busyTime(measured, predicted));
    if (!found) return [];
    const facts = { ...found, name: named(measured.stage), model: predicted.model };
    // Another system than was measured may well be so: no reason to doubt its answer.
    return isChanged
      ? [note('measured-otherwise', { ...facts, isChanged }, measured.stage)]
      : [warning('measured-otherwise', facts, measured.stage)];
  });
}

interface Contradiction {
  readonly measure: 'meanQueueLength' | 'meanOccupancy' | 'utilization';
  readonly found: number;
  readonly expected: number;
}

const COUNTS = ['meanQueueLength', 'meanOccupancy'] as const;

/** Fewer elements are rounding beside what the counters of a system resolve. */
const FEW = 0.5;

function contents(measured: StageMeasurement, predicted: StageAnswer): Contradiction | undefined {
  for (const measure of COUNTS) {
    const [found, expected] = [measured[measure], predicted[measure]];
    if (found === undefined || expected === undefined || Math.max(found, expected) < FEW) continue;
    const [low, high] = predicted.spans?.[measure] ?? [expected, expected];
    return found <= 2 * high && 2 * found >= low ? undefined : { measure, found, expected };
  }
  return undefined;
}

function busyTime(
  { utilization: found }: StageMeasurement,
  { utilization: expected, spans }: StageAnswer,
): Contradiction | undefined {
  if (found === undefined || expected === undefined) return undefined;
  const [low, high] = spans?.utilization ?? [expected, expected];
  return found <= high + 0.1 && found >= low - 0.1 ? undefined : { measure: 'utilization', found, expected };
}
