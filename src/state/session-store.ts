/** What this tab shows. It may be lost, and is never part of the scenario. */

import { create } from 'zustand';
import type { MethodName } from '../../core/measures/methods.ts';
import type { Link, NodeId } from '../../core/scenario/scenario.ts';
import type { SimulationRequest } from '../../workers/simulate/contract.ts';

export interface Selection {
  readonly nodes: readonly NodeId[];
  readonly links: readonly Pick<Link, 'from' | 'to'>[];
}

/** The tabs of the answers in their order. */
export const TAB_TITLES = {
  overview: 'Overview',
  occupancy: 'Occupancy',
  time: 'Time',
  latency: 'Latency',
  transient: 'Transient',
  bounds: 'Bounds',
  measured: 'Measured',
  compare: 'Compare',
  virtualQueue: 'Virtual queue',
  estimate: 'Estimate',
  explore: 'Explore',
  simulate: 'Simulate',
} as const;
export type DrawerTab = keyof typeof TAB_TITLES;
export const DRAWER_TABS = Object.keys(TAB_TITLES) as readonly DrawerTab[];

/** What the tab Time draws. */
export type TimeView =
  | 'meanOccupancy'
  | 'throughput'
  | 'offeredRate'
  | 'utilization'
  | 'blockedFraction'
  | 'startUp';
/** Whose elements the tab Occupancy counts: all in the stage, those that wait, or those of a group. */
export type OccupancyView = 'stage' | 'waiting' | `group ${string}`;
export type EstimateView = 'levels' | 'times';
/** What the tab Estimate shows. */
export const ESTIMATE_PARTS = ['rates', 'posterior', 'fits'] as const;
export type EstimatePart = (typeof ESTIMATE_PARTS)[number];
export type Theme = 'system' | 'light' | 'dark';
export type OpenDialog = 'commands' | 'shortcuts' | 'share' | 'report' | 'help' | 'variants' | 'nameVariant';

interface SessionState {
  readonly selection: Selection;
  readonly tab: DrawerTab;
  readonly method: MethodName;
  readonly simulation: SimulationRequest;
  readonly timeView: TimeView;
  readonly occupancyView: OccupancyView;
  readonly estimateView: EstimateView;
  readonly estimatePart: EstimatePart;
  readonly theme: Theme;
  /** Whether what is not exact is simulated by itself. */
  readonly live: boolean;
  readonly dialog?: OpenDialog;
  /** On a narrow page: the inspector is shown although nothing is selected. */
  readonly sheet: boolean;
  /** What the address asked for at the start is open, or refused: the gallery does not flash up before it. */
  readonly ready: boolean;
}

const NOTHING: Selection = { nodes: [], links: [] };
const THEME_KEY = 'stagegraph:theme';
const LIVE_KEY = 'stagegraph:live';

export const useSession = create<SessionState>()(() => ({
  selection: NOTHING,
  tab: 'overview',
  method: 'auto',
  simulation: { seed: 1, replications: 10 },
  timeView: 'meanOccupancy',
  occupancyView: 'stage',
  estimateView: 'levels',
  estimatePart: 'rates',
  theme: storedTheme(),
  live: stored(LIVE_KEY) !== 'off',
  sheet: false,
  ready: false,
}));

export const selectOnly = (id: NodeId): void =>
  useSession.setState({ selection: { nodes: [id], links: [] } });
export const setSelection = (selection: Selection): void => useSession.setState({ selection });
export const clearSelection = (): void => useSession.setState({ selection: NOTHING });
export const showTab = (tab: DrawerTab): void => useSession.setState({ tab });
export const setTimeView = (timeView: TimeView): void => useSession.setState({ timeView });
export const setOccupancyView = (occupancyView: OccupancyView): void =>
  useSession.setState({ occupancyView });
export const setEstimateView = (estimateView: EstimateView): void => useSession.setState({ estimateView });
export const setEstimatePart = (estimatePart: EstimatePart): void => useSession.setState({ estimatePart });
export const setMethod = (method: MethodName): void => useSession.setState({ method });
export const setReady = (): void => useSession.setState({ ready: true });
export const setSheet = (sheet: boolean): void => useSession.setState({ sheet });
export const openDialog = (dialog: OpenDialog): void => useSession.setState({ dialog });
export const closeDialog = (): void => useSession.setState({ dialog: undefined });

export function setSimulation(change: Partial<SimulationRequest>): void {
  useSession.setState((session) => ({ simulation: { ...session.simulation, ...change } }));
}

export function setTheme(theme: Theme): void {
  useSession.setState({ theme });
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  store(THEME_KEY, theme);
}

export function setLive(live: boolean): void {
  useSession.setState({ live });
  store(LIVE_KEY, live ? 'on' : 'off');
}

function storedTheme(): Theme {
  const theme = stored(THEME_KEY);
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that refuses storage still gets its choice for this visit.
  }
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
