import type { ReactNode } from 'react';
import type { NodeId } from '../../../core/scenario/scenario.ts';
import { countText } from './figure-text.ts';
import { useLiveArrivals, useLivePlace } from './live.ts';

interface LiveCountProps {
  readonly node: NodeId;
  /** Behind the number. */
  readonly words: string;
  /** Shown while nothing is animated. */
  readonly otherwise: ReactNode;
}

/** What a delay or a join holds at this moment. */
export function LiveCount({ node, words, otherwise }: LiveCountProps) {
  const levels = useLivePlace(node);
  return levels ? (
    <span className="g-live-number">{`${countText(levels.occupancy)} ${words}`}</span>
  ) : (
    otherwise
  );
}

/** What has come to a sink so far. */
export function LiveArrivals({ sink, otherwise }: { readonly sink: NodeId; readonly otherwise: ReactNode }) {
  const arrived = useLiveArrivals(sink);
  return arrived === undefined ? (
    otherwise
  ) : (
    <span className="g-live-number">{countText(arrived)} arrived</span>
  );
}
