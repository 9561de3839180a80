/** Changing a number by dragging its label sideways; Alt-click puts the default back. */
import { type ComponentProps, type PointerEvent, useRef } from 'react';
import { newGesture } from './gesture.ts';

export interface ScrubOptions {
  readonly disabled: boolean;
  /** Called when a drag begins; what it returns takes the horizontal distance from there, in pixels. */
  readonly begin: (gesture: string) => (distance: number) => void;
  readonly reset: () => void;
}

/** Pixels before a press counts as a drag. */
const THRESHOLD = 3;

/** Attributes for the label. */
export function useScrub({ disabled, begin, reset }: ScrubOptions): ComponentProps<'label'> {
  const drag = useRef<{ readonly from: number; move?: (distance: number) => void }>(undefined);
  const dragged = useRef(false);
  if (disabled) return {};

  const handleMove = (event: PointerEvent) => {
    if (!drag.current) return;
    const distance = event.clientX - drag.current.from;
    if (!drag.current.move && Math.abs(distance) < THRESHOLD) return;
    drag.current.move ??= begin(newGesture());
    dragged.current = true;
    drag.current.move(distance);
  };
  const end = () => {
    drag.current = undefined;
  };

  return {
    'data-scrub': true,
    title: 'Drag sideways to change. Alt-click for the default.',
    onPointerDown: (event) => {
      if (event.button !== 0 || event.altKey) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { from: event.clientX };
      dragged.current = false;
    },
    onPointerMove: handleMove,
    onPointerUp: end,
    onPointerCancel: end,
    onClick: (event) => {
      // Without this the click at the end of a drag would put the cursor into the field.
      if (event.altKey || dragged.current) event.preventDefault();
      if (event.altKey) reset();
      dragged.current = false;
    },
  } as ComponentProps<'label'>;
}
