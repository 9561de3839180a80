/** What the animation shows at this moment: one replication of the simulation, played on the drawing. Never saved. */
import { create } from 'zustand';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import type { AnimatedMove, AnimatedStep, PlaceLevels } from '../../../workers/animate/contract.ts';

export interface LinkState {
  /** Its receiver has no room for what waits at the other end. */
  readonly blocked: boolean;
  /** How much moves along it where moves are too many to be seen one by one: 0 nothing, 1 as much as anywhere, by the log. */
  readonly flow: number;
  /** In its FIFO, where it has one. */
  readonly tokens?: number;
}

/** stale: the drawing has changed since. halted: the replication cannot go on. */
export type AnimationStatus = 'off' | 'opening' | 'playing' | 'paused' | 'halted' | 'stale' | 'failed';

export interface AnimationState {
  readonly status: AnimationStatus;
  /** Paused before it was open: it then stands at time 0. */
  readonly opensPaused: boolean;
  /** Simulated, s. */
  readonly time: number;
  /** Simulated seconds in one second, and between which it can be set. */
  readonly speed: number;
  readonly range: { readonly min: number; readonly max: number };
  /** The speed asked for is not reached. */
  readonly late: boolean;
  /** What stages, delays and joins hold. */
  readonly places: Readonly<Record<NodeId, PlaceLevels>>;
  /** Elements that have come to each sink. */
  readonly arrived: Readonly<Record<NodeId, number>>;
  /** In the order of the scenario's links. */
  readonly links: readonly LinkState[];
  /** One by one; none where they are too many, and then the links tell. */
  readonly moves: readonly AnimatedMove[];
  /** What the last single step did. */
  readonly step?: AnimatedStep | undefined;
  /** Why it stands still, and where. */
  readonly message?: string | undefined;
  readonly messageAt?: NodeId | undefined;
}

export const NO_MOVES: readonly AnimatedMove[] = [];

export const EMPTY_PICTURE = {
  opensPaused: false,
  time: 0,
  late: false,
  places: {},
  arrived: {},
  links: [],
  moves: NO_MOVES,
  step: undefined,
  message: undefined,
  messageAt: undefined,
} as const;

export const useAnimation = create<AnimationState>()(() => ({
  status: 'off',
  speed: 1,
  range: { min: 0.01, max: 100 },
  ...EMPTY_PICTURE,
}));

/** The bar is shown. */
export const selectIsAnimating = ({ status }: AnimationState): boolean => status !== 'off';

/** It moves, or is about to. */
export const selectPlays = ({ status, opensPaused }: AnimationState): boolean =>
  status === 'playing' || (status === 'opening' && !opensPaused);

/** What the nodes hold is shown in place of the model's means. */
export const selectIsLive = ({ status }: AnimationState): boolean =>
  status === 'playing' || status === 'paused' || status === 'halted';
