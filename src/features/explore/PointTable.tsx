/** All points as rows: only those in sight are in the page, so that a hundred thousand scroll without a stall. */

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react';
import { type PointColumn, STATUS_WORDS } from '../../../workers/explore/explore-words.ts';
import { statusOf } from './explore-points.ts';
import { designOf, loadPoint } from './load-point.ts';
import { lookAtDesign, lookingAt } from './look-at.ts';
import { cellOf } from './point-columns.ts';
import { pointWords } from './point-words.ts';
import type { ShownPoints } from './use-points.ts';

const ROW = 24;
const HEIGHT = 320;
/** Rows beside those in sight. A far jump makes all anew within one frame, so they are few. */
const OVERSCAN = 4;

interface Sorting {
  /** Absent: by the number of the point. */
  readonly column?: string;
  readonly down: boolean;
}

export function PointTable({ shown }: { readonly shown: ShownPoints }) {
  const box = useRef<HTMLDivElement>(null);
  const [sorting, setSorting] = useState<Sorting>({ down: false });
  const order = useMemo(() => orderOf(shown, sorting), [shown, sorting]);
  const rows = useVirtualizer({
    count: order.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: OVERSCAN,
  });
  const intervals = shown.points.halfWidths !== undefined;
  const widths = shown.columns.map((column) => widthOf(column, intervals));
  const template = `72px ${widths.map((width) => `minmax(${width}px, 1fr)`).join(' ')} minmax(90px, 1fr)`;
  const sortBy = (column?: string): void =>
    setSorting({
      ...(column !== undefined && { column }),
      down: sorting.column === column && !sorting.down,
    });
  return (
    <section
      ref={box}
      className="explore-table"
      style={{ maxHeight: HEIGHT }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard
      tabIndex={0}
      aria-label="Designs"
    >
      <table
        aria-label="Designs"
        aria-rowcount={order.length + 1}
        style={{ minWidth: widths.reduce((sum, width) => sum + width, 180) }}
      >
        <thead>
          <tr aria-rowindex={1} className="explore-table__head" style={{ gridTemplateColumns: template }}>
            <Head
              title="design"
              active={sorting.column === undefined}
              down={sorting.down}
              onSort={() => sortBy()}
            />
            {shown.columns.map(({ name, words }) => (
              <Head
                key={name}
                title={words}
                active={sorting.column === name}
                down={sorting.down}
                onSort={() => sortBy(name)}
              />
            ))}
            <th scope="col">status</th>
          </tr>
        </thead>
        <tbody style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => (
            <Row
              key={index}
              shown={shown}
              point={order[index]!}
              index={index}
              template={template}
              start={start}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Pixels for its numbers with their units, and what is added of an interval. */
function widthOf({ kind, dimension, unit = '' }: PointColumn, intervals: boolean): number {
  const longUnit = dimension === 'rate' || dimension === 'capacity' ? Math.max(0, unit.length - 3) * 7 : 0;
  return (dimension === 'rate' ? 132 : 110) + longUnit + (kind === 'measure' && intervals ? 66 : 0);
}

interface HeadProps {
  readonly title: string;
  readonly active: boolean;
  readonly down: boolean;
  readonly onSort: () => void;
}

function Head({ title, active, down, onSort }: HeadProps) {
  return (
    <th scope="col" aria-sort={active ? (down ? 'descending' : 'ascending') : 'none'}>
      <button type="button" title={title} onClick={onSort}>
        {title}
        {active && (down ? ' ↓' : ' ↑')}
      </button>
    </th>
  );
}

interface RowProps {
  readonly shown: ShownPoints;
  readonly point: number;
  readonly index: number;
  readonly template: string;
  /** px. */
  readonly start: number;
}

/** Those that stay in sight are not made again while others come. */
const Row = memo(function Row({ shown, point, index, template, start }: RowProps) {
  const { rows, reason } = pointWords(shown.points, shown.columns, point);
  const status = statusOf(shown.points, point);
  const load = (): void => loadPoint(shown.points, point);
  const look = (): void => {
    const design = designOf(shown.points, point);
    if (design) lookAtDesign(design, `design ${point + 1}`);
  };
  return (
    <tr
      aria-rowindex={index + 2}
      tabIndex={0}
      className="explore-table__row"
      style={{ gridTemplateColumns: template, transform: `translateY(${start}px)` }}
      title="Into the editor"
      {...lookingAt(look)}
      onClick={load}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && load()}
    >
      <Cell text={String(point + 1)} />
      {shown.columns.map(({ name }, i) => (
        <Cell key={name} text={rows[i]?.text ?? ''} />
      ))}
      <Cell text={reason ?? (status ? STATUS_WORDS[status] : '')} isText />
    </tr>
  );
});

function Cell({ text, isText }: { readonly text: string; readonly isText?: boolean }) {
  return (
    <td className={isText ? 'explore-table__text' : undefined} title={isText ? text : undefined}>
      {text}
    </td>
  );
}

/** Points that are made; those without a value come last. */
function orderOf({ points, columns }: ShownPoints, { column, down }: Sorting): Uint32Array {
  const made: number[] = [];
  for (let point = 0; point < points.table.points; point++)
    if (statusOf(points, point) !== undefined) made.push(point);
  const order = Uint32Array.from(made);
  const by: PointColumn | undefined = columns.find(({ name }) => name === column);
  if (!by) return down ? order.reverse() : order;
  const sign = down ? -1 : 1;
  const keys = new Float64Array(points.table.points);
  for (const point of order) {
    const value = cellOf(points, by, point);
    keys[point] = Number.isNaN(value) ? Number.POSITIVE_INFINITY : sign * value;
  }
  return order.sort((a, b) => (keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : a - b));
}
