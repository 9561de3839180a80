/** Where the names of curves go: beside their own curve, off the other curves, off each other, inside the plot. */

export type Point = readonly [x: number, y: number];

export interface LabelledCurve {
  /** Points of the curve, or of the top of its area, from left to right, in pixels. */
  readonly points: readonly Point[];
  /** Under each point, how far down the curve's area reaches, which text avoids; the point itself for a line. */
  readonly bottoms: readonly number[];
  /** Size of the label. */
  readonly width: number;
  readonly height: number;
}

export interface PlacedLabel {
  /** Left top corner. */
  readonly x: number;
  readonly y: number;
  /** The point of the curve that it names. */
  readonly anchor: Point;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels between a curve and its name, and the least between a name and any curve. */
const [GAP, EDGE] = [6, 2];
const MOST_ANCHORS = 48;
const SIDES = [
  [0, -1],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
  [1, -4],
  [-1, -4],
] as const;

/** One place per curve, in their order; undefined for a curve with no point inside the plot. */
export function placeLabels(
  curves: readonly LabelledCurve[],
  plot: { readonly width: number; readonly height: number },
): readonly (PlacedLabel | undefined)[] {
  const taken: Box[] = [];
  return curves.map((curve) => {
    let best: { cost: number; label: PlacedLabel; box: Box } | undefined;
    for (const anchor of anchorsOf(curve, plot)) {
      for (const side of SIDES) {
        const box = boxBeside(anchor, side, curve);
        if (!inside(box, plot)) continue;
        const most = best?.cost ?? Number.POSITIVE_INFINITY;
        const cost = costOf(box, { anchor, curve, curves, taken, most });
        if (!best || cost < best.cost) best = { cost, label: { x: box.x, y: box.y, anchor }, box };
      }
    }
    if (best) taken.push(best.box);
    return best?.label;
  });
}

function anchorsOf(curve: LabelledCurve, plot: { width: number; height: number }): readonly Point[] {
  const seen = curve.points.filter(([x, y]) => x >= 0 && x <= plot.width && y >= 0 && y <= plot.height);
  const every = Math.max(1, Math.ceil(seen.length / MOST_ANCHORS));
  return seen.filter((_, i) => i % every === 0);
}

function boxBeside([x, y]: Point, [across, down]: readonly [number, number], size: LabelledCurve): Box {
  const { width, height } = size;
  const left = across === 0 ? x - width / 2 : across > 0 ? x + GAP : x - GAP - width;
  const top = down > 0 ? y + GAP : y - height - GAP * -down;
  return { x: left, y: top, width, height };
}

function inside(box: Box, plot: { width: number; height: number }): boolean {
  return (
    box.x >= 2 && box.y >= 0 && box.x + box.width <= plot.width - 2 && box.y + box.height <= plot.height - 2
  );
}

interface Surroundings {
  readonly anchor: Point;
  readonly curve: LabelledCurve;
  readonly curves: readonly LabelledCurve[];
  readonly taken: readonly Box[];
  /** A place that costs as much is not taken: what is certain to cost more need not be known to the end. */
  readonly most: number;
}

/** Pixels from the next curve that are worth something. */
const ALONE = 60;

/** Overlap with text is worst, then crossing a curve; among clean places the one where the curve stands alone and high. */
function costOf(box: Box, { anchor, curve, curves, taken, most }: Surroundings): number {
  const offset = Math.abs(box.y + box.height / 2 - anchor[1]);
  const least = 0.3 * offset - 0.4 * ALONE + 0.02 * anchor[1];
  let cost = 0;
  for (const other of taken) if (overlap(box, other)) cost += 1000;
  let alone = ALONE;
  for (const other of curves) {
    if (cost + least > most) return Number.POSITIVE_INFINITY;
    const through = crossing(box, other, EDGE);
    cost += 100 * through;
    if (other === curve) continue;
    const apart = Math.abs(heightAt(other, anchor[0]) - anchor[1]);
    alone = Math.min(alone, apart);
    // A name is not to be read as that of a curve that is closer; where both run as one nothing tells them apart.
    if (through === 0 && apart > GAP && crossing(box, other, GAP + 1) > 0) cost += 30;
  }
  return cost + 0.3 * offset - 0.4 * alone + 0.02 * anchor[1];
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width + 4 && b.x < a.x + a.width + 4 && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Share of the curve's course through the box's width that comes within `room` of it; lying on its area counts a third. */
function crossing(box: Box, { points, bottoms }: LabelledCurve, room: number): number {
  let passing = 0;
  let touching = 0;
  let covered = false;
  for (let i = firstFrom(points, box.x - room); i < points.length; i++) {
    const [, y] = points[i]!;
    const before = Math.max(0, i - 1);
    const [beforeX, beforeY] = points[before]!;
    if (beforeX > box.x + box.width + room) break;
    passing++;
    if (Math.min(y, beforeY) > box.y + box.height + room) continue;
    if (Math.max(y, beforeY) >= box.y - room) touching++;
    else if (Math.max(bottoms[i]!, bottoms[before]!) >= box.y - room) covered = true;
  }
  return (touching > 0 ? 0.7 + touching / passing : 0) + (covered ? 0.35 : 0);
}

/** The leftmost of the nearest points; the first of several above each other. */
function heightAt({ points }: LabelledCurve, x: number): number {
  const right = firstFrom(points, x);
  const left = right === 0 ? 0 : firstFrom(points, points[right - 1]![0]);
  const [a, b] = [points[left], points[right] ?? points[left]];
  if (!a || !b) return Number.POSITIVE_INFINITY;
  return Math.abs(b[0] - x) < Math.abs(a[0] - x) ? b[1] : a[1];
}

/** The first point that is not left of `x`, by halving: a label is tried at hundreds of places. */
function firstFrom(points: readonly Point[], x: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle]![0] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Centres of labels along a line, moved from where they belong until none touches another, inside 0..length. Returned
 * in the order given. Labels that do not fit together start at 0 and run over the end.
 */
export function spreadLabels(
  labels: readonly { readonly at: number; readonly width: number }[],
  length: number,
): readonly number[] {
  const order = labels.map((_, i) => i).sort((a, b) => labels[a]!.at - labels[b]!.at);
  const centres = labels.map(({ at, width }) => Math.min(Math.max(at, width / 2), length - width / 2));
  let end = Number.NEGATIVE_INFINITY;
  for (const i of order) {
    const half = labels[i]!.width / 2;
    centres[i] = Math.max(centres[i]!, end + half);
    end = centres[i]! + half;
  }
  let start = length;
  for (const i of order.reverse()) {
    const half = labels[i]!.width / 2;
    centres[i] = Math.min(centres[i]!, start - half);
    start = centres[i]! - half;
  }
  const shift = Math.max(0, -start);
  return labels.length > 0 ? centres.map((centre) => centre + shift) : [];
}
