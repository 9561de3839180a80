import type { ReactNode } from 'react';
import { WarningIcon } from '../../ui/widgets/icons.tsx';
import type { InspectorFault } from './inspector-types.ts';

export interface NodeHeaderProps {
  readonly title: string;
  /** What it is: 'Stage', 'Source', … */
  readonly kind: string;
  readonly badge?: ReactNode;
  readonly faults?: readonly InspectorFault[];
}

/** What is shown below, and what is wrong with it. */
export function NodeHeader({ title, kind, badge, faults = [] }: NodeHeaderProps) {
  return (
    <header className="i-head">
      <div className="i-head__line">
        <h2 className="i-head__title">{title}</h2>
        {badge}
      </div>
      <p className="i-head__kind">{kind}</p>
      {faults.map((fault) => (
        <p key={fault.message} className="i-fault" data-severity={fault.severity ?? 'error'}>
          <WarningIcon size={14} />
          {fault.message}
        </p>
      ))}
    </header>
  );
}
