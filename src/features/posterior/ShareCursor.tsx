/** The stretch of time that is looked at: pressed, or moved by arrows. */
import type { KeyboardEvent, PointerEvent } from 'react';
import type { ShareColumn } from './share-areas.ts';
import { SHARE_HEIGHT, type ShareLayout } from './share-layout.ts';

export interface ShareCursorProps {
  readonly columns: readonly ShareColumn[];
  readonly layout: ShareLayout;
  /** Number of the window that is looked at. */
  readonly chosen: number;
  readonly onChoose: (column: number) => void;
  /** What is read off it, as a sentence. */
  readonly reading: string;
}

export function ShareCursor({ columns, layout, chosen, onChoose, reading }: ShareCursorProps) {
  const last = columns.length - 1;
  const { from, to } = columns[chosen]!.window;
  const choose = (next: number): void => onChoose(Math.min(last, Math.max(0, next)));
  const columnAt = (event: PointerEvent<SVGRectElement>): number => {
    const bounds = event.currentTarget.getBoundingClientRect();
    return Math.floor(((event.clientX - bounds.left) / bounds.width) * columns.length);
  };
  const handleKey = (event: KeyboardEvent): void => {
    const moves: Record<string, number> = {
      ArrowRight: chosen + 1,
      ArrowUp: chosen + 1,
      ArrowLeft: chosen - 1,
      ArrowDown: chosen - 1,
      Home: 0,
      End: last,
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  };
  return (
    <g data-export="skip">
      <rect
        className="posterior-shares__chosen"
        x={layout.xOf(from)}
        width={layout.xOf(to) - layout.xOf(from)}
        height={layout.axisTop}
      />
      <rect
        className="chart-pointer"
        width={layout.plotWidth}
        height={SHARE_HEIGHT}
        role="slider"
        tabIndex={0}
        aria-label="Stretch of time looked at"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={chosen}
        aria-valuetext={reading}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          choose(columnAt(event));
        }}
        onPointerMove={(event) => event.buttons === 1 && choose(columnAt(event))}
        onKeyDown={handleKey}
      />
    </g>
  );
}
