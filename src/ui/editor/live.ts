/** What the drawing shows while somebody lets it live: actual numbers of this moment in place of means. */
import { createContext, use, useSyncExternalStore } from 'react';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import type { AnimatedMove, PlaceLevels } from '../../../workers/animate/contract.ts';

export interface LiveLink {
  /** Its receiver has no room for what waits at the other end. */
  readonly blocked: boolean;
  /** 0..1: how much moves along it where elements are not shown one by one. */
  readonly flow: number;
  /** In its FIFO, where it has one. */
  readonly tokens?: number;
}

/** Each answer keeps its object while it is the same; listeners are told of every change of any. */
export interface LivePicture {
  subscribe(listener: () => void): () => void;
  /** Occupancy of a stage, a delay or a join. */
  place(id: NodeId): PlaceLevels | undefined;
  /** Elements that have come to a sink. */
  arrived(id: NodeId): number | undefined;
  link(from: NodeId, to: NodeId): LiveLink | undefined;
  /** Those since the last change; the same list until there are others. */
  moves(): readonly AnimatedMove[];
  /** What happened last, in a single step, happened here. */
  hasStepped(id: NodeId): boolean;
  /** Why it stands still, said at the node where it does. */
  message(id: NodeId): string | undefined;
  /** Time goes on. */
  isPlaying(): boolean;
  playOrPause(): void;
}

/** A context, so that what happens at one node repaints no other. */
export const LiveContext = createContext<LivePicture | undefined>(undefined);

const NOBODY = () => () => undefined;

function useLive<T>(read: (live: LivePicture) => T): T | undefined {
  const live = use(LiveContext);
  return useSyncExternalStore(live?.subscribe ?? NOBODY, () => live && read(live));
}

/** Where there is no context yet. */
export const useIsPlaying = (live: LivePicture | undefined) =>
  useSyncExternalStore(live?.subscribe ?? NOBODY, () => live?.isPlaying() ?? false);

export const useLivePlace = (id: NodeId) => useLive((live) => live.place(id));
export const useLiveArrivals = (id: NodeId) => useLive((live) => live.arrived(id));
export const useLiveLink = (from: NodeId, to: NodeId) => useLive((live) => live.link(from, to));
export const useHasStepped = (id: NodeId) => useLive((live) => live.hasStepped(id)) ?? false;
export const useLiveMessage = (id: NodeId) => useLive((live) => live.message(id));
