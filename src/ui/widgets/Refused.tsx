import type { ReactNode } from 'react';

export interface RefusedProps {
  /** One sentence, or a line for each. */
  readonly says: ReactNode | readonly string[];
  /** Only a warning: something went on without it. */
  readonly mark?: '⚠';
  /** `status` waits until a screen reader has ended its sentence: for what changes with each edit. */
  readonly role?: 'status';
  /** What to do about it. */
  readonly children?: ReactNode;
}

/** Why something was not done, where it was asked for. */
export function Refused({ says, mark, role, children }: RefusedProps) {
  const lines = Array.isArray(says) ? (says as readonly string[]) : undefined;
  return (
    <div className="w-refused" role={role ?? 'alert'}>
      {lines ? (
        lines.map((line) => (
          <div key={line}>
            {mark ?? '✕'} {line}
          </div>
        ))
      ) : (
        <>
          {mark ?? '✕'} {says}
        </>
      )}
      {children !== undefined && <> {children}</>}
    </div>
  );
}
