/** How a fit that is under way or has failed stands, and the sentences of one that is done. */

import { Button } from '../../ui/widgets/Button.tsx';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import type { FitRun } from './fit-store.ts';
import { cancelFit } from './fitting.ts';

interface RunStateProps {
  readonly run: FitRun<unknown>;
  readonly name: 'distributions' | 'stations' | 'calibration';
  readonly label: string;
  /** 0..1; absent while unknown. */
  readonly fraction?: number | undefined;
  readonly detail?: string | undefined;
  readonly onAgain: () => void;
}

export function RunState({ run, name, label, fraction, detail, onAgain }: RunStateProps) {
  if (run.status === 'running')
    return (
      <div className="fits__waiting">
        <ProgressBar
          label={label}
          {...(fraction !== undefined && { fraction })}
          {...(detail !== undefined && { detail })}
        />
        <Button size="small" onClick={() => cancelFit(name)}>
          Stop
        </Button>
      </div>
    );
  if (run.status !== 'failed') return null;
  return (
    <div className="panel__refusal" role="alert">
      {run.failure?.map((sentence) => (
        <p key={sentence}>✕ {sentence}</p>
      ))}
      <Button size="small" onClick={onAgain}>
        Try again
      </Button>
    </div>
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
