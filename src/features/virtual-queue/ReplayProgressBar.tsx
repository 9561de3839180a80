/** How far a replay is: reading the file of the trace, then the runs. */
import type { ReplayProgress } from '../../../workers/virtual-queue/contract.ts';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';

interface ReplayProgressBarProps {
  readonly label: string;
  readonly progress: ReplayProgress | undefined;
}

export const ReplayProgressBar = ({ label, progress }: ReplayProgressBarProps) => (
  <ProgressBar label={label} {...(progress && stateOf(progress))} />
);

function stateOf(progress: ReplayProgress) {
  if (progress.phase === 'running')
    return { fraction: progress.done / progress.runs, detail: `${progress.done} of ${progress.runs} runs` };
  const { bytes, totalBytes, rows } = progress;
  return {
    ...(totalBytes > 0 && { fraction: bytes / totalBytes }),
    detail: `reading, ${rows.toLocaleString('en')} rows`,
  };
}
