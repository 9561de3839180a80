/**
 * One draw from a density whose logarithm is piecewise linear with up to three pieces: slope `slope` from `low` on, `rise1`
 * more from `knot1` on and `rise2` more from `knot2` on, up to `high`. Rises are >= 0, so that the density is largest at an
 * end; `high` is finite or the last slope negative. Exact but for rounding: the pieces are integrated in closed form.
 * `knot` may lie anywhere, also at ±Infinity; one beyond `high` does not count. From `old`, if there is one and an end, the draw
 * is its mirror image: as much weight above as the old value has below. That too leaves the density as it is.
 */
export function drawPieces(
  u: number,
  low: number,
  high: number,
  slope: number,
  knot1: number,
  rise1: number,
  knot2: number,
  rise2: number,
  old = Number.NaN,
): number {
  let k1 = knot1;
  let r1 = rise1;
  let k2 = knot2;
  let r2 = rise2;
  if (k2 < k1) {
    k1 = knot2;
    r1 = rise2;
    k2 = knot1;
    r2 = rise1;
  }
  k1 = k1 < low ? low : k1 > high ? high : k1;
  k2 = k2 < low ? low : k2 > high ? high : k2;
  const s1 = slope + r1;
  const s2 = s1 + r2;
  if (high === Number.POSITIVE_INFINITY) return drawTail(u, low, slope, k1, s1, k2, s2);
  // ln density at the knots, then less the largest, which is at an end.
  const h1 = slope * (k1 - low);
  const h2 = h1 + s1 * (k2 - k1);
  const h3 = h2 + s2 * (high - k2);
  const top = h3 > 0 ? h3 : 0;
  const e0 = top === 0 ? 1 : Math.exp(-top);
  const e1 = k1 === low ? e0 : Math.exp(h1 - top);
  const e2 = k2 === k1 ? e1 : Math.exp(h2 - top);
  const e3 = top === 0 ? Math.exp(h3) : 1;
  const w0 = weight(e0, e1, slope, k1 - low);
  const w1 = weight(e1, e2, s1, k2 - k1);
  const w2 = weight(e2, e3, s2, high - k2);
  const total = w0 + w1 + w2;
  let rest = u * total;
  if (old >= low) {
    let above: number;
    if (old < k1) above = total - integral(e0, slope, old - low);
    else if (old < k2) above = w1 + w2 - integral(e1, s1, old - k1);
    else above = integral(e3, -s2, high - old);
    // Else it is at an end, where it was not drawn.
    if (above > 0 && above < total) rest = above;
  }
  let x: number;
  if (rest < w0) x = low + inverse(rest, e0, slope);
  else if (rest < w0 + w1) {
    rest -= w0;
    x = k1 + inverse(rest, e1, s1);
  } else {
    rest -= w0 + w1;
    // From the top of the last piece where that is the right end: no digits are lost in a steep rise.
    x = s2 > 0 ? high - inverse(w2 - rest, e3, -s2) : k2 + inverse(rest, e2, s2);
  }
  return x < low ? low : x > high ? high : x;
}

/** Integral of a piece of this length between the densities `from` and `to`. */
function weight(from: number, to: number, slope: number, length: number): number {
  const z = slope * length;
  if (z > 1e-5 || z < -1e-5) return (to - from) / slope;
  return length * from * (1 + z / 2);
}

/** Integral over this length from density `from` on. */
function integral(from: number, slope: number, length: number): number {
  const z = slope * length;
  if (z > 1e-5 || z < -1e-5) return (from * Math.expm1(z)) / slope;
  return length * from * (1 + z / 2);
}

/** How far to go from density `from` until the integral is `rest`. */
function inverse(rest: number, from: number, slope: number): number {
  const z = (rest * slope) / from;
  if (z > 1e-5 || z < -1e-5) return Math.log1p(z > -1 ? z : -1 + 1e-16) / slope;
  return (rest / from) * (1 - z / 2);
}

/** Without an end: the density falls in the last piece, and is 1 at `low`. */
function drawTail(
  u: number,
  low: number,
  slope: number,
  k1: number,
  s1: number,
  k2: number,
  s2: number,
): number {
  const infinite = Number.POSITIVE_INFINITY;
  const e1 = k1 === infinite ? 0 : Math.exp(slope * (k1 - low));
  const e2 = k2 === infinite ? 0 : k1 === infinite ? 0 : e1 * Math.exp(s1 * (k2 - k1));
  const w0 = k1 === infinite ? -1 / slope : weight(1, e1, slope, k1 - low);
  const w1 = k1 === infinite ? 0 : k2 === infinite ? -e1 / s1 : weight(e1, e2, s1, k2 - k1);
  const w2 = k2 === infinite ? 0 : -e2 / s2;
  const rest = u * (w0 + w1 + w2);
  if (rest < w0) return low + inverse(rest, 1, slope);
  if (rest < w0 + w1) return k1 + inverse(rest - w0, e1, s1);
  return k2 + inverse(rest - w0 - w1, e2, s2);
}
