/** Pictures beside each other as one drawing, so that they leave the page together. */
import { Fragment, type ReactNode } from 'react';

interface Pane {
  readonly id: number;
  /** What it is a picture of. */
  readonly words: string;
  readonly picture: ReactNode;
}

interface SmallMultiplesProps {
  readonly title: string;
  readonly panes: readonly Pane[];
  /** Panes in a row. */
  readonly across: number;
  readonly paneWidth: number;
  readonly paneHeight: number;
}

const GAP = 8;
const NAME = 18;

export function SmallMultiples({ title, panes, across, paneWidth, paneHeight }: SmallMultiplesProps) {
  const width = across * (paneWidth + GAP) - GAP;
  const height = Math.ceil(panes.length / across) * (NAME + paneHeight + GAP) - GAP;
  return (
    <svg
      className="chart-svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-label={title}
    >
      {panes.map(({ id, words, picture }, i) => {
        const [x, y] = [(i % across) * (paneWidth + GAP), Math.floor(i / across) * (NAME + paneHeight + GAP)];
        return (
          <Fragment key={id}>
            <text className="chart-name" x={x} y={y + NAME - 5}>
              {words}
            </text>
            <g transform={`translate(${x} ${y + NAME})`}>{picture}</g>
          </Fragment>
        );
      })}
    </svg>
  );
}
