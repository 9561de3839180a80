/** What is assumed of the end of the run, which no file says, what speaks for it, and the other way. */
import type { ReducedMeasurement } from '../../../workers/measure/contract.ts';
import type { VirtualQueueQuestion } from '../../../workers/virtual-queue/contract.ts';
import { seenFlush } from '../../../workers/virtual-queue/seen-flush.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { askVerdict } from './ask-verdict.ts';
import { flushWords } from './verdict-words.ts';
import { setChannel } from './virtual-queue-run.ts';

interface FlushNoteProps {
  readonly measured: ReducedMeasurement;
  readonly question: VirtualQueueQuestion;
}

export function FlushNote({ measured, question: { queue, channel } }: FlushNoteProps) {
  const isFlushed = channel?.flush === true;
  const words = flushWords(isFlushed, seenFlush(measured, queue, channel?.bulkSize));
  return (
    <p className={words.isDoubtful ? 'panel__stale' : 'panel__note'}>
      {words.text}{' '}
      <Button
        size="small"
        onClick={() => {
          setChannel({ flush: isFlushed ? undefined : true });
          void askVerdict();
        }}
      >
        {words.other}
      </Button>
    </p>
  );
}
