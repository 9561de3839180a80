/**
 * Points of a solved study that decide something, such as those on a front, as they are known best: solved in full, and
 * simulated where a measure is approximate. Which of them no other beats is asked again of these numbers.
 */
import { takesBestKnown } from '../../core/study/point-answers.ts';
import type { Study } from '../../core/study/study.ts';
import { bestDesign, mayBeSimulated } from './best-known-design.ts';
import type { DecidedPoint, StudyFaults } from './contract.ts';
import { evaluateDesign } from './evaluate-design.ts';
import { planStudy, settingsOf } from './study-plan.ts';

/** Replications of the simulation of each point. */
const REPLICATIONS = 10;

/** The decided points in the order of `points`; `tell`: those that are decided so far. */
export function decidePoints(
  study: Study,
  points: readonly number[],
  tell: (decided: readonly DecidedPoint[]) => void = () => undefined,
): readonly DecidedPoint[] | StudyFaults {
  const plan = planStudy(study);
  if (plan.kind === 'faults') return plan;
  const { scenario, costs } = study;
  const sources = plan.measures.map(({ source }) => source);
  const decided: DecidedPoint[] = [];
  for (const point of points) {
    const settings = settingsOf(plan.handles, plan.valuesAt(point));
    const solved = evaluateDesign(
      { scenario, answer: { by: 'solve' }, costs, sources, spans: true },
      settings,
    );
    const isDue = takesBestKnown(study) && sources.some((_, i) => mayBeSimulated(solved, i));
    const run = isDue
      ? evaluateDesign(
          { scenario, answer: { by: 'simulate', replications: REPLICATIONS }, costs, sources },
          settings,
        )
      : undefined;
    const { values, halfWidths, known } = bestDesign(
      sources,
      solved,
      run ?? { status: 'noAnswer', values: [] },
    );
    const { open = [] } = solved;
    decided.push({ ...{ point, values, halfWidths, known, solved: solved.values, open } });
    tell([...decided]);
  }
  return decided;
}
