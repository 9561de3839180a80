/** The workspace Explore: the study, its points, and how they are looked at. Kept by `exploring`. */
import { create } from 'zustand';
import type { Study } from '../../../core/study/study.ts';
import type { PinnedScenario } from './explore-library.ts';
import type { ExploredPoints } from './explore-points.ts';

/** What is asked of the study. */
export type ExploreTask = 'points' | 'goal' | 'growth' | 'depths' | 'mapping' | 'compare';
export type ExplorePicture = 'curve' | 'heat' | 'scatter' | 'parallel' | 'tornado';

/** How points are looked at; names are columns. What a study does not have is replaced by what it has. */
export interface ExploreView {
  readonly task: ExploreTask;
  /** By what is varied when absent. */
  readonly picture?: ExplorePicture;
  /** The measure that is drawn. */
  readonly measure?: string;
  /** The other one of a scatter plot. */
  readonly against?: string;
  /** The third one of a scatter plot, in shades. */
  readonly third?: string | undefined;
  /** The input along x. */
  readonly x?: string;
  /** The input along y. */
  readonly y?: string;
}

export interface ExploreState {
  /** Absent until Explore was opened. */
  readonly study?: Study;
  /** What is wrong with the study as a whole; the points are those of the last one without faults. */
  readonly faults: readonly string[];
  /** How many points the study has; absent where it has faults. */
  readonly count?: number;
  readonly points?: ExploredPoints;
  /** Counts the changes inside `points`. */
  readonly revision: number;
  /** No further points are begun until it goes on. */
  readonly paused: boolean;
  readonly view: ExploreView;
  /** The text of the goal, as it is typed. */
  readonly goalText: string;
  readonly pins: readonly PinnedScenario[];
}

export const NOTHING_EXPLORED: ExploreState = {
  faults: [],
  revision: 0,
  paused: false,
  view: { task: 'points' },
  goalText: '',
  pins: [],
};

export const useExplore = create<ExploreState>()(() => NOTHING_EXPLORED);

export const setExploreView = (change: Partial<ExploreView>): void =>
  useExplore.setState(({ view }) => ({ view: { ...view, ...change } }));
export const setGoalText = (goalText: string): void => useExplore.setState({ goalText });
