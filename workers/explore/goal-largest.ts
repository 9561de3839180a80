/** Which stage, or which of what stages share, a measure is of that is the largest of all: what binds a goal. */
import { isStage, type Scenario } from '../../core/scenario/scenario.ts';
import { type MeasureSource, measuresOf, type StudyMeasure } from '../../core/study/study-measures.ts';

const PARTS = { maxUtilization: 'utilization', maxLoad: 'loadPerServer' } as const;

/** Those that the measure is the largest of; none of any other measure. */
export function partsOf(scenario: Scenario, whole: MeasureSource): readonly StudyMeasure[] {
  if (whole.of !== 'network') return [];
  if (whole.measure !== 'maxUtilization' && whole.measure !== 'maxLoad') return [];
  const part = PARTS[whole.measure];
  const stages = new Set(scenario.nodes.filter(isStage).map(({ id }) => id));
  return measuresOf(scenario).filter(
    ({ source }) =>
      (source.of === 'resource' || (source.of === 'stage' && stages.has(source.node))) &&
      source.measure === part,
  );
}

/** Equal to this share: the first of them is named, whatever rounding says. */
const TIE = 1e-12;

/** The name of the largest; undefined where none has a value. */
export function largestOf(
  parts: readonly StudyMeasure[],
  values: readonly (number | undefined)[],
): string | undefined {
  let most: { readonly name: string; readonly value: number } | undefined;
  for (const [i, { name }] of parts.entries()) {
    const value = values[i];
    if (value !== undefined && (!most || value > most.value * (1 + TIE))) most = { name, value };
  }
  return most?.name;
}
