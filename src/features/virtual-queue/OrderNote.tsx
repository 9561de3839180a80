/** How much of the order of the insertions is known, and the file asked for where more would be with it. */
import type { VirtualQueueJudgement } from '../../../workers/virtual-queue/contract.ts';
import { askVerdict } from './ask-verdict.ts';
import { TraceChooser } from './TraceChooser.tsx';
import { orderNote } from './verdict-words.ts';
import { useVirtualQueue } from './virtual-queue-store.ts';

export function OrderNote({ judgement }: { readonly judgement: VirtualQueueJudgement }) {
  const isRunning = useVirtualQueue(({ run }) => run.status === 'running');
  const name = useVirtualQueue(({ source }) => source?.measured.name);
  const note = orderNote(judgement);
  if (note === undefined) return null;
  return (
    <div className="virtual-queue__order">
      <p className="panel__note">{note}</p>
      {!judgement.truth && (
        <TraceChooser disabled={isRunning} onFile={(file) => void askVerdict(file)}>
          Choose {name} and replay all of it…
        </TraceChooser>
      )}
    </div>
  );
}
