/** The parts of a curve where points have no value, so that a picture can say so. */
import type { LinePoint, LineVoid } from '../../ui/charts/line-series.ts';

export interface CurvePoint extends LinePoint {
  /** Why there is no value. */
  readonly gap?: string;
}

/** Neighbours without a value for the same reason are one part, which reaches half way to the points beside it. */
export function voidsOf(points: readonly CurvePoint[]): readonly LineVoid[] {
  const voids: LineVoid[] = [];
  points.forEach(({ x, gap }, i) => {
    if (gap === undefined) return;
    const [before, after] = [points[i - 1]?.x ?? x, points[i + 1]?.x ?? x];
    const part = { from: (before + x) / 2, to: (x + after) / 2, text: gap };
    const last = voids.at(-1);
    if (last && points[i - 1]?.gap === gap) voids[voids.length - 1] = { ...last, to: part.to };
    else voids.push(part);
  });
  return voids;
}
