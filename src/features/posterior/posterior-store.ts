/** The posterior from a table of tasks: where the tasks come from, and how chains run. */
import { create } from 'zustand';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import type { ReducedMeasurement, TaskTable } from '../../../workers/measure/contract.ts';
import type { DistributionFamily } from '../../../workers/posterior/contract.ts';

export interface TaskSource {
  /** Other for each table that is opened. */
  readonly key: string;
  readonly name: string;
  readonly tasks: TaskTable;
  /** What the file says of its queues. */
  readonly queues: ReducedMeasurement['queues'];
  /** The shipped one, of which the truth is known. */
  readonly isExample: boolean;
}

/** What a person says of a queue; what is left open is as the file says, else as its stage has it. */
export interface QueueChoice {
  /** '': it feeds none. */
  readonly stage?: NodeId | '' | undefined;
  readonly servers?: number | undefined;
  readonly discipline?: 'FCFS' | 'RSS' | undefined;
}

export interface PosteriorSettings {
  /** auto: of each queue the one that explains held-out tasks best. */
  readonly family: DistributionFamily | 'auto';
  readonly chains: number;
  /** agree: rounds of `sweeps` until they do. sweeps: one round. */
  readonly until: 'agree' | 'sweeps';
  readonly sweeps: number;
  readonly seed: number;
  /** Tasks are known to choose among the queues of a state with equal probability, as behind a balancer. */
  readonly evenRoutes: boolean;
  readonly byQueue: Readonly<Record<string, QueueChoice>>;
}

/** How far apart the chains were after so many sweeps. */
export interface Closeness {
  readonly sweeps: number;
  /** The worst R-hat. */
  readonly rHat: number;
}

/** A chain that is under way: its mean service times so far. */
export interface LiveChain {
  readonly sweeps: readonly number[];
  /** By queue, at each of `sweeps`. */
  readonly means: readonly Float64Array[];
}

/** Chains that check the model, before those that answer. */
export interface LiveCheck {
  readonly checked: number;
  readonly of: number;
}

export interface LiveRun {
  readonly queueIds: readonly string[];
  readonly chains: readonly LiveChain[];
  /** Sweeps of a chain in a mean, and how many it is to make at most. */
  readonly sweep: number;
  readonly sweeps: number;
  /** By `performance.now`. */
  readonly started: number;
  readonly history: readonly Closeness[];
}

export interface PosteriorState {
  readonly source?: TaskSource | undefined;
  readonly settings: PosteriorSettings;
}

export const FIRST_SETTINGS: PosteriorSettings = {
  family: 'auto',
  chains: 4,
  until: 'agree',
  sweeps: 1000,
  seed: 1,
  evenRoutes: false,
  byQueue: {},
};
export const NO_POSTERIOR: PosteriorState = { settings: FIRST_SETTINGS };

export const usePosterior = create<PosteriorState>()(() => NO_POSTERIOR);

export function setPosterior(change: Partial<PosteriorSettings>): void {
  usePosterior.setState(({ settings }) => ({ settings: { ...settings, ...change } }));
}

export function setQueueChoice(id: string, change: QueueChoice): void {
  usePosterior.setState(({ settings }) => ({
    settings: { ...settings, byQueue: { ...settings.byQueue, [id]: { ...settings.byQueue[id], ...change } } },
  }));
}
