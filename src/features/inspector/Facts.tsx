import type { ReactNode } from 'react';

export interface Fact {
  readonly label: string;
  /** Undefined: not known, the line is left out. */
  readonly value: ReactNode | undefined;
}

/** Numbers that follow from others: read, not edited. */
export function Facts({ facts, stale }: { readonly facts: readonly Fact[]; readonly stale?: boolean }) {
  const known = facts.filter((fact) => fact.value !== undefined);
  if (known.length === 0) return null;
  return (
    <dl className="i-facts" data-stale={stale || undefined}>
      {known.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
