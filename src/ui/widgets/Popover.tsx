import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';

export interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly title: string;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly align?: 'start' | 'center' | 'end';
  readonly children: ReactNode;
}

/** Settings or a list behind a button: Escape and a press elsewhere close it, focus goes back to the button. */
export function Popover({ trigger, title, open, onOpenChange, align = 'end', children }: PopoverProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="w-floating" align={align} sideOffset={4} collisionPadding={8}>
          <Base.Popup className="w-popover">
            <Base.Title className="w-popover__title">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
