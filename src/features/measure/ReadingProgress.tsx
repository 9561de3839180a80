/** How far a file is that is being read, and the way to stop it. */
import { formatQuantity } from '../../../core/quantities/quantity.ts';
import { Button } from '../../ui/widgets/Button.tsx';
import { StopIcon } from '../../ui/widgets/icons.tsx';
import { ProgressBar } from '../../ui/widgets/ProgressBar.tsx';
import { type Reading, useMeasured } from './measured-store.ts';

export function ReadingProgress() {
  const reading = useMeasured((measured) => measured.reading);
  if (!reading) return null;
  const { name, bytes, totalBytes, stop } = reading;
  return (
    <div className="measured__reading">
      <ProgressBar
        label={`Reading ${name}`}
        {...(totalBytes > 0 && { fraction: bytes / totalBytes })}
        detail={detailOf(reading)}
      />
      <Button size="small" icon={<StopIcon size={14} />} onClick={stop}>
        Stop reading
      </Button>
      <p className="panel__note">It stays on this machine.</p>
    </div>
  );
}

/** Rate and time left, once they are known. */
function detailOf({ bytes, totalBytes, rows, rowsPerSecond }: Reading): string {
  if (rows === 0 || rowsPerSecond === 0) return '';
  const rate = `${formatQuantity(rows, 'count')} rows, ${formatQuantity(rowsPerSecond, 'rate')}`;
  const left = bytes > 0 ? ((rows / rowsPerSecond) * (totalBytes - bytes)) / bytes : 0;
  return left > 1 ? `${rate}, ${Math.round(left)} s left` : rate;
}
