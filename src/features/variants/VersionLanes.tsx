/** Lines and dots beside the rows: what grew from what. */
import type { VersionRow } from './version-rows.ts';

export const ROW_HEIGHT = 38;
const LANE = 18;
const RADIUS = 5;

export const lanesWidth = (rows: readonly VersionRow[]): number =>
  (1 + Math.max(0, ...rows.map(({ lane }) => lane))) * LANE + 4;

export function VersionLanes({ rows }: { readonly rows: readonly VersionRow[] }) {
  return (
    <svg
      className="variants__lanes"
      width={lanesWidth(rows)}
      height={rows.length * ROW_HEIGHT}
      aria-hidden="true"
    >
      {rows.map(
        ({ id, lane, parent }, row) =>
          parent !== undefined && <path key={id} d={lineOf(rows[parent]!.lane, parent, lane, row)} />,
      )}
      {rows.map(({ id, name, lane, isPresent }, row) => (
        <circle
          key={id}
          cx={xOf(lane)}
          cy={yOf(row)}
          r={name === undefined ? RADIUS - 1.5 : RADIUS}
          data-named={name !== undefined || undefined}
          data-present={isPresent || undefined}
        />
      ))}
    </svg>
  );
}

const xOf = (lane: number): number => LANE / 2 + 2 + lane * LANE;
const yOf = (row: number): number => (row + 0.5) * ROW_HEIGHT;

/** Down the lane of the one before, and round a corner into a lane beside it. */
function lineOf(fromLane: number, fromRow: number, lane: number, row: number): string {
  const [x0, y0, x, y] = [xOf(fromLane), yOf(fromRow), xOf(lane), yOf(row)];
  if (lane === fromLane) return `M${x0} ${y0}V${y}`;
  return `M${x0} ${y0}V${y - LANE / 2}Q${x0} ${y} ${x0 + LANE / 2} ${y}H${x}`;
}
