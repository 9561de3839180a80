/** What to know before believing the answer, and what is wrong with the drawing, behind a count in the header. */

import { groupBy } from '../../core/base/group-by.ts';
import type { Verdict } from '../../core/measures/verdicts.ts';
import { FaultList } from '../features/inspector/FaultList.tsx';
import { useAnswer, useFaultsAndWaits } from '../features/results/answers.ts';
import { Verdicts } from '../features/solve/Verdicts.tsx';
import { setSelection } from '../state/session-store.ts';
import { Button } from '../ui/widgets/Button.tsx';
import { WarningIcon } from '../ui/widgets/icons.tsx';
import { Popover } from '../ui/widgets/Popover.tsx';

/** Warnings of one cause that are shown; the others are folded. */
const OPEN = 2;

export function WarningsButton() {
  const { answer, stale } = useAnswer();
  const faults = useFaultsAndWaits();
  const warnings = stale ? [] : (answer?.verdicts.filter(({ severity }) => severity === 'warning') ?? []);
  const count = warnings.length + faults.length;
  if (count === 0) return null;
  return (
    <Popover
      title="Warnings"
      trigger={
        <Button
          variant="quiet"
          className="warnings-button"
          aria-label={`${count} ${count === 1 ? 'warning' : 'warnings'}`}
          icon={<WarningIcon />}
        >
          {count}
        </Button>
      }
    >
      <div className="warnings">
        {faults.length > 0 && <FaultList faults={faults} onSelect={setSelection} />}
        {[...groupBy(warnings, ({ code }) => code).values()].map((same) => (
          <Cause key={same[0]!.code} verdicts={same} />
        ))}
      </div>
    </Popover>
  );
}

/** Warnings of one cause: the first are shown, the others are folded behind them. */
function Cause({ verdicts }: { readonly verdicts: readonly Verdict[] }) {
  const others = verdicts.slice(OPEN);
  return (
    <>
      <Verdicts verdicts={verdicts.slice(0, OPEN)} label="Warnings" />
      {others.length > 0 && (
        <details className="warnings__more">
          <summary>{others.length} more of this kind</summary>
          <Verdicts verdicts={others} label="More warnings" />
        </details>
      )}
    </>
  );
}
