/** Asks for the verdict on the queue in question, with the file of its events where this visit has it or one is chosen. */

import { fileOf, rememberFile } from '../measure/opened-files.ts';
import { judgeQueue, verdictRun } from './virtual-queue-run.ts';
import { useVirtualQueue } from './virtual-queue-store.ts';

export async function askVerdict(chosen?: File): Promise<void> {
  const { source } = useVirtualQueue.getState();
  if (!source) return;
  const { mapping } = source.measured;
  const file = chosen ?? fileOf(source.measured);
  await judgeQueue(file && { file, name: file.name, ...(mapping && { options: { mapping } }) });
  if (chosen && hasTruth()) rememberFile(source.measured, chosen);
}

/** A file that is another one tells none. */
function hasTruth(): boolean {
  const { status, answer: report } = verdictRun.get();
  return status === 'done' && report?.kind === 'judged' && report.truth !== undefined;
}
