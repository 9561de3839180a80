/** The animation as the drawing asks for it. */

import type { Scenario } from '../../../core/scenario/scenario.ts';
import type { LivePicture } from '../../ui/editor/live.ts';
import { useAnimation } from './animation-store.ts';

/** Draws onto this scenario; later edits keep it as long as its links stay where they are. */
export function livePictureOf({ links }: Pick<Scenario, 'links'>): LivePicture {
  const key = (from: string, to: string): string => JSON.stringify([from, to]);
  const places = new Map(links.map(({ from, to }, place) => [key(from, to), place]));
  const { getState, subscribe } = useAnimation;
  return {
    subscribe: (listener) => subscribe(listener),
    place: (id) => getState().places[id],
    arrived: (id) => getState().arrived[id],
    link: (from, to) => getState().links[places.get(key(from, to)) ?? -1],
    moves: () => getState().moves,
    hasStepped: (id) => getState().step?.node === id,
    message: (id) => (getState().messageAt === id ? getState().message : undefined),
    isPlaying: () => getState().status === 'playing',
    playOrPause: () => void import('./animating.ts').then((animating) => animating.playOrPause()),
  };
}
