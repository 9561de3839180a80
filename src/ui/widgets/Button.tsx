import type { ComponentProps, ReactNode } from 'react';

export interface ButtonProps extends ComponentProps<'button'> {
  /** primary: the one thing this place is for. quiet: no frame until pointed at. danger: takes something away. */
  readonly variant?: 'plain' | 'primary' | 'quiet' | 'danger';
  readonly size?: 'small' | 'medium';
  readonly icon?: ReactNode;
}

/** A push button; native, so that Enter, Space and forms behave as everywhere. */
export function Button({
  variant = 'plain',
  size = 'medium',
  icon,
  className,
  children,
  ...rest
}: ButtonProps) {
  const classes = ['w-button', `w-button--${variant}`, `w-button--${size}`, className]
    .filter(Boolean)
    .join(' ');
  return (
    <button type="button" className={classes} {...rest}>
      {icon}
      {children}
    </button>
  );
}
