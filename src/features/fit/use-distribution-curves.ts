/** The curves of all distributions of a report, computed once beside the page. */
import { useEffect, useMemo, useState } from 'react';
import type {
  DistributionCurve,
  DistributionReport,
  FitData,
  FittedFamily,
} from '../../../workers/fit/contract.ts';
import { type DataShape, shapeOf } from './data-shape.ts';
import { gridOf } from './distribution-picture.ts';
import { distributionFitter } from './fitting.ts';

export interface DistributionDrawing {
  readonly shape: DataShape;
  readonly grid: Float64Array;
  readonly curves: ReadonlyMap<FittedFamily, DistributionCurve>;
}

/** Undefined until they are there. */
export function useDistributionCurves(
  data: FitData,
  report: DistributionReport,
): DistributionDrawing | undefined {
  const { shape, grid } = useMemo(() => {
    const found = shapeOf(data);
    return { shape: found, grid: gridOf(found) };
  }, [data]);
  const [drawn, setDrawn] = useState<{
    readonly of: DistributionReport;
    readonly curves: DistributionDrawing['curves'];
  }>();
  useEffect(() => {
    let wanted = true;
    Promise.all(report.fits.map(({ distribution }) => distributionFitter.curve(distribution, grid))).then(
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
