/** The points as they are now: the same object while it fills, so its revision is read with it. */

import { useMemo } from 'react';
import { type PointColumn, pointColumns } from '../../../workers/explore/explore-words.ts';
import type { ExploredPoints } from './explore-points.ts';
import { useExplore } from './explore-store.ts';

export interface ShownPoints {
  readonly points: ExploredPoints;
  readonly columns: readonly PointColumn[];
  readonly inputs: readonly PointColumn[];
  readonly measures: readonly PointColumn[];
  /** Changes with what is in the points. */
  readonly revision: number;
}

export function useShownPoints(): ShownPoints | undefined {
  const points = useExplore((state) => state.points);
  const revision = useExplore((state) => state.revision);
  const table = points?.table;
  const columns = useMemo(() => (table ? pointColumns(table) : []), [table]);
  return useMemo(() => {
    if (!points) return undefined;
    return {
      ...{ points, columns, revision },
      inputs: columns.filter(({ kind }) => kind === 'input'),
      measures: columns.filter(({ kind }) => kind === 'measure'),
    };
  }, [points, columns, revision]);
}
