import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import { Tooltip } from './Tooltip.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'aria-label'> {
  /** What pressing it does; read aloud and shown on hover. */
  readonly label: string;
  readonly icon: ReactNode;
  /** Shown behind the label, such as 'Ctrl Z'. */
  readonly shortcut?: string;
}

/** A button whose face is a picture; the words are in its tooltip. */
export function IconButton({
  label,
  icon,
  shortcut,
  variant = 'quiet',
  className,
  ...rest
}: IconButtonProps) {
  const content = (
    <>
      {label}
      {shortcut && <kbd className="w-kbd">{shortcut}</kbd>}
    </>
  );
  return (
    <Tooltip content={content} side="bottom">
      <Button
        aria-label={label}
        variant={variant}
        icon={icon}
        className={['w-button--icon', className].filter(Boolean).join(' ')}
        {...rest}
      />
    </Tooltip>
  );
}
