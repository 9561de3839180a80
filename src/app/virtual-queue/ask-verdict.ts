/** Asks for the verdict on the queue in question, with the file of its events where this visit has it or one is chosen. */
import { judgeQueue } from '../../state/judging.ts';
import { useVirtualQueue } from '../../state/virtual-queue-store.ts';
import { openedFiles } from '../measured/reading.ts';

export function askVerdict(chosen?: File): void {
  const { source } = useVirtualQueue.getState();
  if (!source) return;
  const { name, mapping } = source.measured;
  if (chosen?.name === name) openedFiles.set(name, chosen);
  const file = chosen ?? openedFiles.get(name);
  void judgeQueue(file && { file, name: file.name, ...(mapping && { options: { mapping } }) });
}
