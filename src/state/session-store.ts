/** What this tab shows. It may be lost, and is never part of the scenario. */

import { create } from 'zustand';
import type { MethodName } from '../../core/measures/methods.ts';
import type { Link, NodeId } from '../../core/scenario/scenario.ts';
import type { SimulationRequest } from '../../workers/simulate/contract.ts';

export interface Selection {
  readonly nodes: readonly NodeId[];
  readonly links: readonly Pick<Link, 'from' | 'to'>[];
}

/** The workspaces, each for one thing a person does, in their order. */
export const WORKSPACE_TITLES = { results: 'Results', validate: 'Validate', explore: 'Explore' } as const;
export type Workspace = keyof typeof WORKSPACE_TITLES;
export const WORKSPACES = Object.keys(WORKSPACE_TITLES) as readonly Workspace[];

/** What the workspaces can show, in their order. */
export const VIEWS = {
  occupancy: { workspace: 'results', title: 'Occupancy' },
  time: { workspace: 'results', title: 'Time series' },
  latency: { workspace: 'results', title: 'Latency' },
  servers: { workspace: 'results', title: 'Servers' },
  transient: { workspace: 'results', title: 'Transient' },
  bounds: { workspace: 'results', title: 'Bounds' },
  simulation: { workspace: 'results', title: 'Simulation' },
  measured: { workspace: 'validate', title: 'Data' },
  queues: { workspace: 'validate', title: 'Queues' },
  compare: { workspace: 'validate', title: 'Prediction and data' },
  fits: { workspace: 'validate', title: 'Fit and calibrate' },
  virtualQueue: { workspace: 'validate', title: 'Virtual queue' },
  rates: { workspace: 'validate', title: 'Service rates' },
  posterior: { workspace: 'validate', title: 'Bayesian inference' },
  explore: { workspace: 'explore', title: 'Explore' },
} as const satisfies Readonly<Record<string, { readonly workspace: Workspace; readonly title: string }>>;
export type View = keyof typeof VIEWS;

export const viewsOf = (workspace: Workspace): readonly View[] =>
  (Object.keys(VIEWS) as View[]).filter((view) => VIEWS[view].workspace === workspace);

/** Whose numbers the drawing shows: the best that is known of each, or one source alone. */
export const DRAWN_SOURCES = ['best', 'analytic', 'simulated', 'measured'] as const;
export type DrawnSource = (typeof DRAWN_SOURCES)[number];

/** What the occupancy chart can lay over each other. */
export const OCCUPANCY_SOURCES = ['analytic', 'simulated', 'measured', 'worstCase'] as const;
export type OccupancySource = (typeof OCCUPANCY_SOURCES)[number];

/** How much of the page the workspace takes: a line, a part that can be sized, or the place of the drawing too. */
export const DOCK_HEIGHTS = ['peek', 'half', 'full'] as const;
export type DockHeight = (typeof DOCK_HEIGHTS)[number];

/** What the time series draw. */
export type TimeView =
  | 'meanOccupancy'
  | 'throughput'
  | 'offeredRate'
  | 'utilization'
  | 'blockedFraction'
  | 'startUp';
/** Whose elements the occupancy counts: all in the stage, those that wait, or those of a group. */
export type OccupancyView = 'stage' | 'waiting' | `group ${string}`;
/** Which measures the table of a simulation has. */
export type EstimateView = 'levels' | 'rates' | 'response' | 'waiting';
export type Theme = 'system' | 'light' | 'dark';
export type OpenDialog =
  | 'commands'
  | 'shortcuts'
  | 'share'
  | 'report'
  | 'help'
  | 'diff'
  | 'variants'
  | 'nameVariant'
  | 'traces'
  | 'draw';

/** What was not done, and why. */
export interface Refusal {
  readonly title: string;
  /** A line for each error. */
  readonly description: string;
}

interface SessionState {
  readonly selection: Selection;
  readonly view: View;
  /** What each workspace showed last. */
  readonly lastViews: Readonly<Record<Workspace, View>>;
  readonly dock: DockHeight;
  readonly drawnSource: DrawnSource;
  readonly method: MethodName;
  readonly simulation: SimulationRequest;
  readonly timeView: TimeView;
  readonly occupancyView: OccupancyView;
  /** What the occupancy chart draws, where there is some of it. */
  readonly occupancySources: readonly OccupancySource[];
  readonly estimateView: EstimateView;
  readonly theme: Theme;
  /** Whether what is not exact is simulated by itself. */
  readonly live: boolean;
  /** Whether letters alone call commands. */
  readonly singleKeys: boolean;
  readonly dialog?: OpenDialog;
  /** One thing to try with the open example. */
  readonly tryThis?: string | undefined;
  /** What could not be opened, until it is read and closed or something else is opened. */
  readonly refusals: readonly Refusal[];
  /** Why the drawing did not do what was asked of it. */
  readonly drawingNote?: string | undefined;
  /** On a narrow page: the inspector is shown although nothing is selected. */
  readonly sheet: boolean;
  /** What the address asked for at the start is open, or refused: the gallery does not flash up before it. */
  readonly ready: boolean;
}

const NOTHING: Selection = { nodes: [], links: [] };
const THEME_KEY = 'stagegraph:theme';
const LIVE_KEY = 'stagegraph:live';
const SINGLE_KEYS = 'stagegraph:single-keys';

export const useSession = create<SessionState>()(() => ({
  selection: NOTHING,
  view: 'occupancy',
  lastViews: { results: 'occupancy', validate: 'compare', explore: 'explore' },
  dock: 'half',
  drawnSource: 'best',
  method: 'auto',
  simulation: { seed: 1, replications: 10 },
  timeView: 'meanOccupancy',
  occupancyView: 'stage',
  occupancySources: ['analytic', 'simulated', 'measured'],
  estimateView: 'levels',
  theme: storedTheme(),
  live: stored(LIVE_KEY) !== 'off',
  singleKeys: stored(SINGLE_KEYS) !== 'off',
  refusals: [],
  sheet: false,
  ready: false,
}));

export const selectOnly = (id: NodeId): void =>
  useSession.setState({ selection: { nodes: [id], links: [] } });
export const setSelection = (selection: Selection): void => useSession.setState({ selection });
export const clearSelection = (): void => useSession.setState({ selection: NOTHING });
/** Opens a view in its workspace; a dock that shows a line only opens for it. */
export function showView(view: View): void {
  useSession.setState(({ lastViews, dock }) => ({
    view,
    lastViews: { ...lastViews, [VIEWS[view].workspace]: view },
    dock: dock === 'peek' ? 'half' : dock,
  }));
}
/** A window of less height has room for the drawing or for a workspace, pixels. */
const LOW_WINDOW = 560;

export function showWorkspace(workspace: Workspace): void {
  showView(useSession.getState().lastViews[workspace]);
  if (globalThis.innerHeight <= LOW_WINDOW) setDock('full');
}
export const setDrawnSource = (drawnSource: DrawnSource): void => useSession.setState({ drawnSource });
export const setDock = (dock: DockHeight): void => useSession.setState({ dock });
export const setTimeView = (timeView: TimeView): void => useSession.setState({ timeView });
export const suggest = (tryThis: string | undefined): void => useSession.setState({ tryThis });
export const toggleOccupancySource = (source: OccupancySource): void =>
  useSession.setState(({ occupancySources: shown }) => ({
    occupancySources: shown.includes(source) ? shown.filter((one) => one !== source) : [...shown, source],
  }));
export const setOccupancyView = (occupancyView: OccupancyView): void =>
  useSession.setState({ occupancyView });
export const setEstimateView = (estimateView: EstimateView): void => useSession.setState({ estimateView });
export const setMethod = (method: MethodName): void => useSession.setState({ method });
export const tellRefusal = (refusal: Refusal): void =>
  useSession.setState(({ refusals }) => ({ refusals: [...refusals, refusal] }));
export const clearRefusals = (): void => useSession.setState({ refusals: [] });
export const noteOnDrawing = (drawingNote: string | undefined): void => useSession.setState({ drawingNote });
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

export function setSingleKeys(singleKeys: boolean): void {
  useSession.setState({ singleKeys });
  store(SINGLE_KEYS, singleKeys ? 'on' : 'off');
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
