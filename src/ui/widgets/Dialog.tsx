import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { Button } from './Button.tsx';
import { CloseIcon } from './icons.tsx';

export interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  /** One sentence under the title. */
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, the main one last. */
  readonly footer?: ReactNode;
  readonly size?: 'small' | 'medium' | 'large';
  /** What has the keyboard when it opens; the first control when absent. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
}

/** A window over the page. Focus stays inside, Escape and the backdrop close it, focus goes back where it was. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'medium',
  initialFocus,
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className="w-backdrop" />
        <Base.Popup className={`w-dialog w-dialog--${size}`} initialFocus={initialFocus}>
          <header className="w-dialog__head">
            <Base.Title className="w-dialog__title">{title}</Base.Title>
            {/* No tooltip: it would come up with the first focus, and take the first Escape for itself. */}
            <Button
              aria-label="Close"
              variant="quiet"
              className="w-button--icon"
              icon={<CloseIcon />}
              onClick={() => onOpenChange(false)}
            />
          </header>
          {description && (
            <Base.Description className="w-dialog__description">{description}</Base.Description>
          )}
          <div className="w-dialog__body">{children}</div>
          {footer && <footer className="w-dialog__foot">{footer}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
