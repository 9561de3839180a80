import { Progress } from '@base-ui/react/progress';

export interface ProgressBarProps {
  readonly label: string;
  /** 0..1; absent while unknown. */
  readonly fraction?: number;
  /** Rate and time left, such as '2.1 M events/s, 12 s left'. */
  readonly detail?: string;
}

/** How far a long task is. */
export function ProgressBar({ label, fraction, detail }: ProgressBarProps) {
  const percent = fraction === undefined ? null : Math.round(Math.min(Math.max(fraction, 0), 1) * 100);
  return (
    <Progress.Root className="w-progress" value={percent}>
      <Progress.Label className="w-progress__label">{label}</Progress.Label>
      <span className="w-progress__detail">{detail ?? (percent === null ? '' : `${percent} %`)}</span>
      <Progress.Track className="w-progress__track">
        <Progress.Indicator className="w-progress__indicator" />
      </Progress.Track>
    </Progress.Root>
  );
}
