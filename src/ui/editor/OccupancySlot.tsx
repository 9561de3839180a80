import { createContext, type ReactNode, use } from 'react';
import type { NodeId } from '../../../core/scenario/scenario.ts';

/** Draws a stage's occupancy in miniature, about 96 by 26 pixels. */
export type RenderOccupancy = (stage: NodeId) => ReactNode;

/** A context, so that a new picture of occupancy does not repaint the rest of the node. */
export const OccupancyContext = createContext<RenderOccupancy | undefined>(undefined);

interface OccupancySlotProps {
  readonly stage: NodeId;
  /** Shown where nobody draws. */
  readonly otherwise: ReactNode;
}

/** The place in a stage's picture for what somebody else draws. */
export function OccupancySlot({ stage, otherwise }: OccupancySlotProps) {
  const render = use(OccupancyContext);
  return render ? <span className="g-occupancy">{render(stage)}</span> : otherwise;
}
