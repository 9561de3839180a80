import { Button } from '../../ui/widgets/Button.tsx';
import { Refused } from '../../ui/widgets/Refused.tsx';
import { mayTryAgain } from './may-try-again.ts';

interface FaultLinesProps {
  readonly faults: readonly string[];
  /** The run that ended so, and how its question is asked once more, where no button beside it does that. */
  readonly run?: Parameters<typeof mayTryAgain>[0];
  readonly onAgain?: () => void;
}

/** What is wrong, a line each. */
export function FaultLines({ faults, run, onAgain }: FaultLinesProps) {
  return (
    <Refused says={faults}>
      {run && mayTryAgain(run) && (
        <Button size="small" onClick={onAgain}>
          Try again
        </Button>
      )}
    </Refused>
  );
}
