/** Which points of a study are there: ranges of their numbers, from the first up to and without the last. */

export interface PointRange {
  readonly from: number;
  readonly to: number;
}

/** Joins ranges that touch or overlap; in order. */
export function joinedRanges(ranges: readonly PointRange[]): readonly PointRange[] {
  const sorted = ranges.filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from);
  const joined: PointRange[] = [];
  for (const range of sorted) {
    const last = joined.at(-1);
    if (last && range.from <= last.to)
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else joined.push(range);
  }
  return joined;
}

/** Those of `points` points that none of the ranges has. */
export function missingRanges(points: number, done: readonly PointRange[]): readonly PointRange[] {
  const missing: PointRange[] = [];
  let next = 0;
  for (const { from, to } of joinedRanges(done)) {
    if (from > next) missing.push({ from: next, to: Math.min(from, points) });
    next = Math.max(next, to);
  }
  if (next < points) missing.push({ from: next, to: points });
  return missing.filter(({ from, to }) => to > from);
}

/** Cuts ranges into pieces of at most `size` points. */
export function* piecesOf(ranges: readonly PointRange[], size: number): Generator<PointRange> {
  for (const { from, to } of ranges)
    for (let at = from; at < to; at += size) yield { from: at, to: Math.min(to, at + size) };
}

/** Shard `part` of `parts`, counted from 1: neighbouring points, all shards as long as each other to one point. */
export const shardRange = (points: number, part: number, parts: number): PointRange => ({
  from: Math.floor((points * (part - 1)) / parts),
  to: Math.floor((points * part) / parts),
});

/** Points in any of the ranges, each counted once. */
export const pointsIn = (ranges: readonly PointRange[]): number =>
  joinedRanges(ranges).reduce((sum, { from, to }) => sum + (to - from), 0);
