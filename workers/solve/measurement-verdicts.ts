/**
 * Where the measurement in the scenario contradicts an answer: the mean queue or occupancy more than a factor of two
 * off, or the servers busy by more than a tenth of the time more or less. A measured value inside what the typed digits
 * leave open is no contradiction.
 */
import type { StageMeasurement } from '../../core/measurement/measurement.ts';
import type { Verdict } from '../../core/measures/measures.ts';
import type { Scenario } from '../../core/scenario/scenario.ts';
import type { SolveAnswer, StageAnswer } from './contract.ts';
import { digits, nameOf, percent, times } from './verdict-words.ts';

export function measurementVerdicts(
  { measurement, nodes }: Scenario,
  { stages }: SolveAnswer,
): readonly Verdict[] {
  const named = (id: string) => nameOf(nodes.find((node) => node.id === id) ?? { id });
  return (measurement?.stages ?? []).flatMap((measured) => {
    const predicted = stages[measured.stage];
    const message =
      predicted &&
      (contents(measured, predicted, named(measured.stage)) ??
        busyTime(measured, predicted, named(measured.stage)));
    return message === undefined
      ? []
      : [{ code: 'measured-otherwise', severity: 'warning', stage: measured.stage, message }];
  });
}

const COUNTS = [
  { key: 'meanQueueLength', words: 'queue' },
  { key: 'meanOccupancy', words: 'occupancy' },
] as const;

/** Fewer elements are rounding beside what the counters of a system resolve. */
const FEW = 0.5;

function contents(measured: StageMeasurement, predicted: StageAnswer, name: string): string | undefined {
  for (const { key, words } of COUNTS) {
    const [found, expected] = [measured[key], predicted[key]];
    if (found === undefined || expected === undefined || Math.max(found, expected) < FEW) continue;
    const [low, high] = predicted.spans?.[key] ?? [expected, expected];
    if (found <= 2 * high && 2 * found >= low) return undefined;
    const ratio = expected > 0 ? `${times(found / expected)} ` : 'not ';
    return `The measured ${words} of ${name} is ${digits(found)}, ${ratio}the ${digits(expected)} of ${predicted.model}: there the model is out of its range.`;
  }
  return undefined;
}

function busyTime(
  { utilization: found }: StageMeasurement,
  { utilization: expected, spans, model }: StageAnswer,
  name: string,
): string | undefined {
  if (found === undefined || expected === undefined) return undefined;
  const [low, high] = spans?.utilization ?? [expected, expected];
  if (found <= high + 0.1 && found >= low - 0.1) return undefined;
  return `The servers of ${name} were measured busy ${percent(found)} of the time, but ${model} says ${percent(expected)}: rates or service times differ from those drawn.`;
}
