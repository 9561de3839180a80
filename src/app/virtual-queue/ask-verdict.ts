/** Asks for the verdict on the queue in question, with the file of its events where this visit has it or one is chosen. */
import { judgeQueue } from '../../state/judging.ts';
import { useVirtualQueue } from '../../state/virtual-queue-store.ts';
import { openedFiles } from '../measured/reading.ts';

export async function askVerdict(chosen?: File): Promise<void> {
  const { source } = useVirtualQueue.getState();
  if (!source) return;
  const { name, mapping } = source.measured;
  const file = chosen ?? openedFiles.get(name);
  await judgeQueue(file && { file, name: file.name, ...(mapping && { options: { mapping } }) });
  if (chosen && hasTruth()) openedFiles.set(name, chosen);
}

/** A file that is another one tells none. */
function hasTruth(): boolean {
  const { status, report } = useVirtualQueue.getState().run;
  return status === 'done' && report?.kind === 'judged' && report.truth !== undefined;
}
