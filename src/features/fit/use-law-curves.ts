/** The curves of all laws of a report, computed once beside the page. */
import { useEffect, useMemo, useState } from 'react';
import type { FitData, FittedFamily, LawCurve, LawReport } from '../../../workers/fit/contract.ts';
import { lawFitter } from './fitting.ts';
import { type DataShape, shapeOf } from './data-shape.ts';
import { gridOf } from './law-picture.ts';

export interface LawDrawing {
  readonly shape: DataShape;
  readonly grid: Float64Array;
  readonly curves: ReadonlyMap<FittedFamily, LawCurve>;
}

/** Undefined until they are there. */
export function useLawCurves(data: FitData, report: LawReport): LawDrawing | undefined {
  const { shape, grid } = useMemo(() => {
    const found = shapeOf(data);
    return { shape: found, grid: gridOf(found) };
  }, [data]);
  const [drawn, setDrawn] = useState<{ readonly of: LawReport; readonly curves: LawDrawing['curves'] }>();
  useEffect(() => {
    let wanted = true;
    Promise.all(report.fits.map(({ law }) => lawFitter.curve(law, grid))).then(
      (all) => {
        const curves = report.fits.flatMap(({ family }, i) => (all[i] ? [[family, all[i]] as const] : []));
        if (wanted) setDrawn({ of: report, curves: new Map(curves) });
      },
      // The worker was stopped for other times, whose picture comes next.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [report, grid]);
  return drawn?.of === report ? { shape, grid, curves: drawn.curves } : undefined;
}
