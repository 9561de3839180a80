/** Where to go when the chain is too large or there is none. */
import { showTab } from '../../state/session-store.ts';
import { Button } from '../../ui/widgets/Button.tsx';

export function TransientInstead() {
  return (
    <Button size="small" onClick={() => showTab('time')}>
      Simulated over time
    </Button>
  );
}
