/** Pictures beside each other as one drawing with its key, so that they leave the page together. */
import { Fragment, type ReactNode } from 'react';
import type { KeyLayout } from '../../ui/charts/key-layout.ts';
import { PictureKey } from '../../ui/charts/PictureKey.tsx';

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
  /** What their shades and marks mean. */
  readonly keys: KeyLayout;
}

const GAP = 8;
const NAME = 18;
const KEY_GAP = 4;

export function SmallMultiples({ title, panes, across, paneWidth, paneHeight, keys }: SmallMultiplesProps) {
  const width = across * (paneWidth + GAP) - GAP;
  // A single one has no name.
  const name = panes.length > 1 ? NAME : 0;
  const drawn = Math.ceil(panes.length / across) * (name + paneHeight + GAP) - GAP;
  const height = drawn + KEY_GAP + keys.height;
  return (
    <svg
      className="chart-svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-label={title}
    >
      {panes.map(({ id, words, picture }, i) => {
        const [x, y] = [(i % across) * (paneWidth + GAP), Math.floor(i / across) * (name + paneHeight + GAP)];
        return (
          <Fragment key={id}>
            {name > 0 && (
              <text className="chart-name" x={x} y={y + name - 5}>
                {words}
              </text>
            )}
            <g transform={`translate(${x} ${y + name})`}>{picture}</g>
          </Fragment>
        );
      })}
      <PictureKey layout={keys} y={drawn + KEY_GAP} />
    </svg>
  );
}
