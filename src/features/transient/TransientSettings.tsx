/** Where the walk starts and how long it is, and the button that sets it off. */
import { ok, type Result } from '../../../core/base/result.ts';
import { formatFull, formatQuantity, parseQuantity } from '../../../core/quantities/quantity.ts';
import { useScenario } from '../../state/document-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { ChoiceField } from '../../ui/widgets/ChoiceField.tsx';
import { PlayIcon, StopIcon } from '../../ui/widgets/icons.tsx';
import { QuantityField } from '../../ui/widgets/QuantityField.tsx';
import { cancelTransient, setTransient, startTransient, useTransient } from './transient-run.ts';

const STARTS = [
  { value: 'empty', label: 'Empty', hint: 'Nothing but the jobs of closed classes' },
  { value: 'full', label: 'Full', hint: 'As many elements as there can be at once: the end of a burst' },
] as const;

export function TransientSettings({ running }: { readonly running: boolean }) {
  const { timeUnit } = useScenario();
  const { from, until } = useTransient(({ settings }) => settings);
  return (
    <form
      className="transient__settings"
      onSubmit={(event) => {
        event.preventDefault();
        if (!running) void startTransient();
      }}
    >
      <ChoiceField
        label="From"
        value={from}
        choices={STARTS}
        onChange={(start) => setTransient({ from: start })}
      />
      <QuantityField
        label="Until"
        help="Last time that is looked at; when left open, the time at which the chain is within 0.001 of its steady state."
        value={until}
        placeholder="settled"
        format={(value) => formatQuantity(value, 'time', { timeUnit })}
        formatFull={(value) => formatFull(value, 'time')}
        parse={parseUntil}
        onChange={(value) => setTransient({ until: value })}
      />
      {running ? (
        // Keys: one button that turned from Stop to Compute under the click would send the form off.
        <Button key="stop" icon={<StopIcon />} onClick={cancelTransient}>
          Stop
        </Button>
      ) : (
        <Button key="start" variant="primary" icon={<PlayIcon />} type="submit">
          Compute
        </Button>
      )}
    </form>
  );
}

function parseUntil(text: string): Result<number | undefined, string> {
  if (text.trim() === '') return ok(undefined);
  const value = parseQuantity(text, 'time');
  return value.ok && value.value === 0 ? { ok: false, error: 'Expected a time > 0.' } : value;
}
