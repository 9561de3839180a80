/** Weights of the same sum, of which one has this share, 0..1; the others share the rest as before, or evenly where they had none. */
export function withShare(weights: Float64Array, place: number, share: number): Float64Array {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const rest = total - weights[place]!;
  return weights.map((weight, i) => {
    if (i === place) return total * share;
    const others = rest > 0 ? weight / rest : 1 / (weights.length - 1);
    return total * ((1 - share) * others);
  });
}
