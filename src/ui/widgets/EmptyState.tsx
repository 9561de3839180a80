import type { ReactNode } from 'react';

export interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  /** What would be here, and how it gets here. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** What a place shows while it has nothing to show. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="w-empty">
      {icon}
      <p className="w-empty__title">{title}</p>
      {children && <div className="w-empty__text">{children}</div>}
      {action}
    </div>
  );
}
