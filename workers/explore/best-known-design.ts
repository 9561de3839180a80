/** A design as it is known best: what the method knows exactly stays, what it approximates comes from a run that knows it better. */
import { bestKnown, type Ranked } from '../../core/measures/best-known.ts';
import type { StageMeasure } from '../../core/measures/measure-rows.ts';
import type { MeasureSource } from '../../core/study/study-measures.ts';
import type { DesignAnswer } from './evaluate-design.ts';
import { likeAtStage } from './open-measures.ts';

/** In the order of the sources. */
export interface BestDesign {
  readonly values: readonly (number | undefined)[];
  /** Half of the 95 % intervals of what is simulated. */
  readonly halfWidths: readonly (number | undefined)[];
  readonly known: readonly (Ranked | undefined)[];
  /** Approximate, and the run saw too little of it. */
  readonly untold: readonly boolean[];
}

/** A mean that is not known to this share was seen too seldom. */
const SELDOM = 0.2;

/** What no queue moves is read like a flow. */
const FLOW: StageMeasure = 'throughput';

/** What is approximate, and not left open by the inputs, so that a run may know it better. */
export const mayBeSimulated = ({ status, known = [], open = [] }: DesignAnswer, i: number): boolean =>
  status === 'answer' && known[i] !== 'exact' && open[i] === undefined;

export function bestDesign(
  sources: readonly MeasureSource[],
  solved: DesignAnswer,
  run: DesignAnswer,
): BestDesign {
  const values = [...solved.values];
  const halfWidths = sources.map((): number | undefined => undefined);
  const known = sources.map((_, i): Ranked | undefined => solved.known?.[i]);
  const untold = sources.map(() => false);
  for (const [i, source] of sources.entries()) {
    if (!mayBeSimulated(solved, i)) continue;
    const [mean, halfWidth] = [run.values[i], run.halfWidths?.[i]];
    untold[i] = !(mean && halfWidth !== undefined && halfWidth <= SELDOM * Math.abs(mean));
    if (untold[i] || mean === undefined || halfWidth === undefined) continue;
    const value = values[i];
    const best = bestKnown(
      likeAtStage(source) ?? FLOW,
      value === undefined ? undefined : { value, trust: solved.known?.[i] ?? 'approximate' },
      { mean, halfWidth, settled: run.isUnsettled !== true },
    );
    if (best?.halfWidth === undefined) continue;
    [values[i], halfWidths[i], known[i]] = [mean, halfWidth, best.trust];
  }
  return { values, halfWidths, known, untold };
}
