import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

export interface TooltipProps {
  readonly content: ReactNode;
  /** One element that takes a ref and event handlers. */
  readonly children: ReactElement;
  readonly side?: 'top' | 'bottom' | 'left' | 'right';
  /** Given: shown exactly while true. Absent: shown on hover and focus. */
  readonly open?: boolean;
}

/** One sentence beside the thing it explains, on hover and on focus. */
export function Tooltip({ content, children, side = 'top', open }: TooltipProps) {
  return (
    <Base.Root open={open}>
      <Base.Trigger delay={350} render={children} />
      <Base.Portal>
        <Base.Positioner className="w-floating" side={side} sideOffset={6} collisionPadding={8}>
          <Base.Popup className="w-tooltip" role="tooltip">
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
