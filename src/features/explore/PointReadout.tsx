/** What the point under the pointer is, beside the picture. */
import { statusOf } from './explore-points.ts';
import { pointWords } from './point-words.ts';
import type { ShownPoints } from './use-points.ts';

interface PointReadoutProps {
  readonly shown: ShownPoints;
  readonly point: number | undefined;
}

export function PointReadout({ shown, point }: PointReadoutProps) {
  if (point === undefined)
    return (
      <p className="explore-readout explore-readout--hint">
        Hover to read a design; click, or press Enter, to load it.
      </p>
    );
  const { title, rows, reason } = pointWords(shown.points, shown.columns, point);
  return (
    <div className="explore-readout">
      <strong>{title}</strong>
      {rows.map(({ name, text }) => (
        <span key={name}>
          {name} <b>{text}</b>
        </span>
      ))}
      {reason !== undefined && statusOf(shown.points, point) === 'answer' && <span>{reason}</span>}
      {reason !== undefined && statusOf(shown.points, point) !== 'answer' && (
        <span className="explore-readout__reason">✕ {reason}</span>
      )}
    </div>
  );
}
