/** How a fit that is under way or has failed stands, and the sentences of one that is done. */

import type { Run } from '../../run/create-run.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { Refused } from '../../ui/widgets/Refused.tsx';

interface RunStateProps {
  readonly run: Pick<Run<never, unknown, unknown, readonly string[]>, 'use' | 'stop'>;
  readonly label: string;
  /** 0..1; absent while unknown. */
  readonly fraction?: number | undefined;
  readonly detail?: string | undefined;
  readonly onAgain: () => void;
}

export function RunState({ run, label, fraction, detail, onAgain }: RunStateProps) {
  const { status, failure } = run.use();
  if (status === 'running')
    return (
      <div className="fits__waiting">
        <ProgressBar
          label={label}
          {...(fraction !== undefined && { fraction })}
          {...(detail !== undefined && { detail })}
        />
        <Button size="small" onClick={run.stop}>
          Stop
        </Button>
      </div>
    );
  if (status !== 'failed' && status !== 'stopped') return null;
  const sentences = status === 'stopped' ? ['Stopped.'] : failure;
  return (
    <Refused says={sentences ?? []}>
      <Button size="small" onClick={onAgain}>
        Try again
      </Button>
    </Refused>
  );
}

export function Sentences({ sentences }: { readonly sentences: readonly string[] }) {
  const [first, ...more] = sentences;
  return (
    <div className="fits__sentences">
      <strong>{first}</strong>
      {more.length > 0 && (
        <ul>
          {more.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
