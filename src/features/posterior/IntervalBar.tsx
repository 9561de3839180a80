/** A mean with its interval on a scale from 0 that all rows of a table share; a ring where the truth is known. */
import type { Interval } from '../../../workers/posterior/contract.ts';

interface IntervalBarProps {
  readonly interval: Interval;
  /** End of the scale. */
  readonly most: number;
  readonly truth?: number;
}

const WIDTH = 120;
const HEIGHT = 14;

export function IntervalBar({ interval: { mean, low, high }, most, truth }: IntervalBarProps) {
  const at = (value: number): number => 4 + (value / most) * (WIDTH - 8);
  return (
    <svg className="posterior-bar" width={WIDTH} height={HEIGHT} aria-hidden="true">
      <line className="posterior-bar__scale" x1={4} x2={WIDTH - 4} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      <line className="posterior-bar__interval" x1={at(low)} x2={at(high)} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      <circle className="posterior-bar__mean" cx={at(mean)} cy={HEIGHT / 2} r={3} />
      {truth !== undefined && (
        <circle className="posterior-bar__truth" cx={at(truth)} cy={HEIGHT / 2} r={4.5} />
      )}
    </svg>
  );
}
